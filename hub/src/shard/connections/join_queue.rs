//! Queues of joins for rooms whose mailbox is full, for example when many clients reconnect after a restart.
//!
//! A queue holds one entry per joining connection. Cancelled entries stay until the next tick. The subscription limit
//! and the request rate limit therefore bound the queues.

use std::{
    collections::{HashMap, VecDeque},
    rc::Rc,
    time::Duration,
};

use super::ConnectionTable;
use crate::{
    protocol::{Position, StreamKey, WireError},
    room::{
        Requester,
        fanout::{Ack, ConnId},
        registry::Request,
    },
    transport::session::State,
};

/// Retry interval for a full room.
const AGAIN_AFTER: Duration = Duration::from_millis(10);

/// Waiting joins of each stream, in order of arrival.
pub type JoinQueues = HashMap<StreamKey, VecDeque<Waiting>>;

/// Join that has not reached its room.
pub struct Waiting {
    pub conn: ConnId,
    pub join: u32,
    pub since: Option<Position>,
    pub ack: Ack,
}

impl ConnectionTable {
    /// Returns true if joins are queued for a stream. New joins then go to the end of the queue.
    pub(super) fn has_queue(&self, stream: StreamKey) -> bool {
        self.lines.borrow().contains_key(&stream)
    }

    pub(super) fn wait_to_join(self: &Rc<Self>, stream: StreamKey, waiting: Waiting) {
        let is_first = self.lines.borrow().is_empty();
        self.lines.borrow_mut().entry(stream).or_default().push_back(waiting);
        if !is_first {
            return;
        }
        let table = self.clone();
        actix_rt::spawn(async move {
            while !table.lines.borrow().is_empty() {
                tokio::time::sleep(AGAIN_AFTER).await;
                table.ask_again();
            }
        });
    }

    /// Runs every second. Removes queued joins whose connection closed or left the stream.
    pub(super) fn prune_join_queues(&self) {
        for (stream, line) in &mut *self.lines.borrow_mut() {
            line.retain(|waiting| {
                let stays = self.is_wanted(*stream, waiting);
                if !stays {
                    self.cancel_join(waiting);
                }
                stays
            });
        }
    }

    fn is_wanted(&self, stream: StreamKey, waiting: &Waiting) -> bool {
        let Some(conn) = self.get(waiting.conn) else { return false };
        let mut session = conn.session.borrow_mut();
        let subscription = session.as_mut().and_then(|session| session.subscription(stream));
        subscription.is_some_and(|known| known.join == waiting.join && known.state == State::Queued)
    }

    /// Replies to a cancelled join. Every request gets a reply, even after the client has left the stream.
    fn cancel_join(&self, waiting: &Waiting) {
        if let Some(conn) = self.get(waiting.conn).filter(|conn| conn.session.borrow().is_some()) {
            conn.push_reply(&waiting.ack, &Err(WireError::busy()));
        }
    }

    /// Retries queued joins in order for each stream, until its room is full.
    fn ask_again(self: &Rc<Self>) {
        let streams: Vec<StreamKey> = self.lines.borrow().keys().copied().collect();
        for stream in streams {
            while let Some(waiting) = self.next_in_line(stream) {
                if let Err(waiting) = self.ask_for(stream, waiting) {
                    self.lines.borrow_mut().entry(stream).or_default().push_front(waiting);
                    break;
                }
            }
        }
        // Empty queues are removed only now. While a queue exists, new joins are appended and no second retry task
        // starts.
        self.lines.borrow_mut().retain(|_, line| !line.is_empty());
    }

    fn next_in_line(&self, stream: StreamKey) -> Option<Waiting> {
        self.lines.borrow_mut().get_mut(&stream)?.pop_front()
    }

    /// Sends a join to its room, or cancels an unwanted join. Returns the join if the room is full.
    fn ask_for(self: &Rc<Self>, stream: StreamKey, waiting: Waiting) -> Result<(), Waiting> {
        let conn = self.get(waiting.conn).filter(|_| self.is_wanted(stream, &waiting));
        let Some((conn, who)) = conn.and_then(|conn| {
            let who = conn.session.borrow().as_ref()?.who;
            Some((conn, who))
        }) else {
            self.cancel_join(&waiting);
            return Ok(());
        };
        let Waiting { join, ref since, ref ack, .. } = waiting;
        let from = Requester { who, conn: conn.id, shard: self.me.clone(), ack: ack.clone(), join };
        match self.core.request(stream, from, Request::Join { since: since.clone(), again: false }) {
            Ok(()) => {
                if let Some(known) = conn.session.borrow_mut().as_mut().and_then(|session| session.subscription(stream))
                {
                    known.state = State::Joining;
                }
            }
            Err(refusal) if refusal == WireError::busy() => return Err(waiting),
            Err(refusal) => {
                self.not_joined(&conn, stream, join, &Err(refusal), ack);
                self.resumed(&conn, false);
                conn.flush(self);
            }
        }
        Ok(())
    }
}
