//! Subscriptions of connections: joining and leaving streams, and delivery from rooms.

use std::{rc::Rc, sync::Arc};

use super::{ConnectionTable, join_queue::Waiting};
use crate::{
    metrics,
    principal::Principal,
    protocol::{EventBatch, Frame, Kind, Position, StreamKey, WireError},
    room::{
        Requester,
        fanout::{Ack, ConnId, ShardBatch, ShardItem},
        registry::Request,
    },
    transport::{
        connection::{Connection, Protocol},
        session::{State, Subscription},
    },
};

/// Maximum concurrent rejoins of a lagging connection. Each may bring a snapshot.
const MAX_REJOINS: usize = 8;

impl ConnectionTable {
    /// Asks a room to subscribe a connection to its stream.
    pub fn join(self: &Rc<Self>, conn: &Rc<Connection>, stream: StreamKey, since: Option<Position>, ack: Ack) {
        let asked = self.ask_to_join(conn, stream, since, ack.clone());
        if let Err(refusal) = asked {
            // The request did not reach the room, so nothing has changed. An existing subscription continues.
            self.not_joined(conn, stream, 0, &Err(refusal), &ack);
        }
    }

    pub fn ask_to_join(
        self: &Rc<Self>,
        conn: &Rc<Connection>,
        stream: StreamKey,
        since: Option<Position>,
        ack: Ack,
    ) -> Result<(), WireError> {
        let mut session = conn.session.borrow_mut();
        let session = session.as_mut().ok_or(WireError::UNAUTHENTICATED)?;
        let (join, again) = match session.subscription(stream) {
            Some(subscription) if subscription.is_pending() => return Ok(()),
            Some(subscription) => (subscription.join, true),
            None => (session.next_join(), false),
        };
        let limits = &self.core.limits;
        let is_full = || {
            let public = session.subscriptions.iter().filter(|known| known.stream.is_public()).count();
            session.subscriptions.len() >= limits.subscriptions
                || stream.is_public() && public >= limits.public_subscriptions
        };
        if !again && is_full() {
            return Err(WireError::too_many(1_000));
        }
        let from = Requester { who: session.who, conn: conn.id, shard: self.me.clone(), ack: ack.clone(), join };
        let ask = || self.core.request(stream, from, Request::Join { since: since.clone(), again });
        let asked = if !again && self.has_queue(stream) { Err(WireError::busy()) } else { ask() };
        let state = match asked {
            // Many clients may join one room at once. A new join is queued instead of rejected.
            Err(refusal) if refusal == WireError::busy() && !again => {
                self.wait_to_join(stream, Waiting { conn: conn.id, join, since, ack });
                State::Queued
            }
            asked => asked.map(|()| State::Joining)?,
        };
        if !again {
            // The client has rejoined. A pending leave would end the new subscription.
            self.leaves.borrow_mut().retain(|(left, _, by)| (*left, *by) != (stream, conn.id));
            // Grows by 1, not 4, because most connections have few subscriptions.
            session.subscriptions.reserve_exact(1);
            session.subscriptions.push(Subscription::new(stream, join, state));
            self.streams.borrow_mut().entry(stream).or_default().push(conn.id.slot);
            metrics::SUBSCRIPTIONS.inc();
        }
        Ok(())
    }

    /// Unsubscribes a connection from a stream.
    pub fn leave(&self, conn: &Connection, stream: StreamKey) {
        let mut session = conn.session.borrow_mut();
        let Some(session) = session.as_mut() else { return };
        let Some(place) = session.subscriptions.iter().position(|known| known.stream == stream) else { return };
        session.subscriptions.swap_remove(place);
        self.forget(conn, stream);
        self.tell_left(stream, session.who, conn.id);
    }

    pub(super) fn tell_left(&self, stream: StreamKey, who: Principal, conn: ConnId) {
        let from = Requester { who, conn, shard: self.me.clone(), ack: Ack::None, join: 0 };
        if self.core.request(stream, from, Request::Leave).is_err() {
            self.leaves.borrow_mut().push((stream, who, conn));
        }
    }

    /// Removes a connection from a stream's subscribers.
    pub(super) fn forget(&self, conn: &Connection, stream: StreamKey) {
        let mut streams = self.streams.borrow_mut();
        if let Some(readers) = streams.get_mut(&stream) {
            if let Some(place) = readers.iter().position(|slot| *slot == conn.id.slot) {
                readers.swap_remove(place);
                metrics::SUBSCRIPTIONS.dec();
            }
            if readers.is_empty() {
                streams.remove(&stream);
            }
        }
    }

    pub fn deliver(self: &Rc<Self>, ShardBatch { stream, items }: ShardBatch) {
        let limit = self.core.limits.queue;
        // The set of subscribers does not change in this loop. Their live state may change and is looked up.
        let is_for_all = items.iter().any(|item| matches!(item, ShardItem::Broadcast { .. } | ShardItem::Resync));
        let readers = if is_for_all { self.readers(stream) } else { Vec::new() };
        let mut touched: Vec<Rc<Connection>> = Vec::new();
        let mut joined: Vec<Rc<Connection>> = Vec::new();
        let mut items = items.into_iter().peekable();
        while let Some(item) = items.next() {
            match item {
                ShardItem::Broadcast { frame, seq } if frame.kind() == Kind::Event && !frame.is_redacted() => {
                    let mut run = EventBatch::new(seq, frame);
                    let mut goes_on =
                        |item: &ShardItem| matches!(item, ShardItem::Broadcast { frame, seq } if run.push(*seq, frame));
                    while items.next_if(&mut goes_on).is_some() {}
                    let run = Arc::new(run);
                    for conn in &readers {
                        conn.offer_run(stream, &run, limit);
                    }
                }
                ShardItem::Broadcast { frame, seq } => {
                    for conn in &readers {
                        match conn.within(stream, &frame, seq) {
                            // The client already has a part of this batch and requests the rest.
                            Some(place) => self.rejoin(conn, stream, Some(place)),
                            None => conn.offer(stream, &frame, seq, limit),
                        }
                    }
                }
                ShardItem::Resync => {
                    for conn in &readers {
                        self.restart(conn, stream);
                    }
                }
                ShardItem::Joined { conn, join, frames, epoch, seq, reply, ack } => {
                    let Some(conn) = self.get(conn) else { continue };
                    self.joined(&conn, stream, join, &frames, epoch, seq);
                    conn.push_reply(&ack, &reply);
                    self.resumed(&conn, true);
                    joined.push(conn);
                }
                ShardItem::NotJoined { conn, join, reply, ack } => {
                    let Some(conn) = self.get(conn) else { continue };
                    self.not_joined(&conn, stream, join, &reply, &ack);
                    self.resumed(&conn, false);
                    touched.push(conn);
                }
                ShardItem::Ended { conn, join, refusal } => {
                    let Some(conn) = self.get(conn) else { continue };
                    self.ended(&conn, stream, join, &refusal);
                    touched.push(conn);
                }
                ShardItem::Reply { conn, reply, ack } => {
                    let Some(conn) = self.get(conn) else { continue };
                    conn.push_reply(&ack, &reply);
                    touched.push(conn);
                }
            }
        }
        for conn in readers.iter().chain(&touched).chain(&joined) {
            conn.flush(self);
        }
        for conn in joined.iter().filter(|conn| !conn.is_held_up()) {
            self.caught_up(conn);
        }
    }

    /// Handles an accepted join. Ignores a subscription that the client has left or replaced since.
    fn joined(&self, conn: &Connection, stream: StreamKey, join: u32, frames: &[Frame], epoch: Arc<str>, seq: i64) {
        {
            let mut session = conn.session.borrow_mut();
            let subscription = session.as_mut().and_then(|session| session.subscription(stream));
            let Some(subscription) = subscription.filter(|subscription| subscription.join == join) else { return };
            // Many concurrent joins must not queue many snapshots. The client rejoins when its queue is empty.
            if !frames.is_empty() && conn.is_full(self.core.limits.queue) {
                metrics::SLOW.with_label_values(&["conflated"]).inc();
                subscription.state = State::Behind;
                return;
            }
            subscription.epoch = epoch;
            subscription.seq = seq;
            subscription.state = State::Live;
            subscription.is_known = true;
        }
        for frame in frames {
            metrics::DELIVERIES.inc();
            conn.push_frame(frame);
        }
    }

    /// Handles a rejected join. Ignores a join that the client has left or replaced since.
    pub(super) fn not_joined(
        self: &Rc<Self>,
        conn: &Rc<Connection>,
        stream: StreamKey,
        join: u32,
        reply: &crate::protocol::Reply,
        ack: &Ack,
    ) {
        let known = conn.session.borrow_mut().as_mut().and_then(|session| {
            let known = |subscription: &Subscription| subscription.stream == stream && subscription.join == join;
            let place = session.subscriptions.iter().position(known)?;
            Some(session.subscriptions.swap_remove(place))
        });
        if known.is_some() {
            self.forget(conn, stream);
        }
        conn.push_reply(ack, reply);
        // The subscription lost its position without a client request. Reconnecting is then the only way to recover.
        let is_lost = *ack == Ack::None && known.is_some_and(|subscription| subscription.position().is_some());
        if let Err(refusal) = reply
            && (is_lost || matches!(conn.link, Protocol::Plain(_)))
        {
            // A plain socket exists for its one stream.
            conn.close(self, refusal.close_code(), &refusal.message);
        }
    }

    /// Handles the end of a stream for a subscribed connection.
    fn ended(self: &Rc<Self>, conn: &Rc<Connection>, stream: StreamKey, join: u32, refusal: &WireError) {
        let is_known = conn.session.borrow_mut().as_mut().is_some_and(|session| {
            let count = session.subscriptions.len();
            session.subscriptions.retain(|known| known.stream != stream || known.join != join);
            session.subscriptions.len() < count
        });
        if !is_known {
            return;
        }
        self.forget(conn, stream);
        conn.push_frame(&Frame::ended(stream, refusal));
        if matches!(conn.link, Protocol::Plain(_)) {
            conn.close(self, refusal.close_code(), &refusal.message);
        }
    }

    /// Sends a fresh snapshot. If the write queue is not empty, waits until it drains, so that a stalled reader does
    /// not receive snapshot after snapshot.
    fn restart(&self, conn: &Rc<Connection>, stream: StreamKey) {
        if !conn.is_held_up() {
            return self.rejoin(conn, stream, None);
        }
        let mut session = conn.session.borrow_mut();
        let known = session.as_mut().and_then(|session| session.subscription(stream));
        if let Some(subscription) = known.filter(|subscription| !subscription.is_pending()) {
            subscription.clear_position();
        }
    }

    /// Rejoins a stream for a connection that lost its position.
    fn rejoin(&self, conn: &Rc<Connection>, stream: StreamKey, since: Option<Position>) {
        let mut session = conn.session.borrow_mut();
        let Some(session) = session.as_mut() else { return };
        let who = session.who;
        // A queued join has no position to lose, because the room has not received it.
        let known = session.subscription(stream).filter(|subscription| subscription.state != State::Queued);
        let Some(subscription) = known else { return };
        let from = Requester { who, conn: conn.id, shard: self.me.clone(), ack: Ack::None, join: subscription.join };
        let asked = self.core.request(stream, from, Request::Join { since, again: true });
        // A join that a busy room rejects is retried at the next tick.
        subscription.state = if asked.is_ok() { State::Joining } else { State::Behind };
    }

    /// Rejoins the lagging streams of a slow connection after its queue has drained.
    pub fn caught_up(&self, conn: &Rc<Connection>) {
        let behind: Vec<_> = conn
            .session
            .borrow()
            .iter()
            .flat_map(|session| &session.subscriptions)
            .filter(|subscription| subscription.state == State::Behind)
            .take(MAX_REJOINS)
            .map(|subscription| (subscription.stream, subscription.position()))
            .collect();
        for (stream, position) in behind {
            self.rejoin(conn, stream, position);
        }
    }
}
