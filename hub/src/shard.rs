//! The connections of one thread, and the actor through which rooms reach them.
//!
//! Rooms send one message per flush; the shard puts its frames into the queues of its own connections and writes each once,
//! without a lock: everything here is on one thread.

use std::{
    cell::RefCell,
    collections::HashMap,
    rc::Rc,
    sync::Arc,
    time::{Duration, Instant},
};

use actix::{Actor, AsyncContext, Context, Handler, Message};
use bytes::{Bytes, BytesMut};
use rand::RngExt;
use store::{ids::SessionId, time::Millis};
use tokio::net::TcpStream;

use crate::{
    chat_list::Notice,
    conn::{Conn, Link},
    core::Core,
    directory::Request,
    entrance::{Credential, Entrance, Opening},
    metrics,
    outlet::{Ack, ConnId, Deliver, Item, ShardRef},
    principal::Principal,
    room::Asker,
    session::{Session, State, Subscription},
    socket_io::{Sid, engine::Config, live},
    wire::{ClientFrame, Frame, Position, Refusal, StreamKey, close},
    ws,
};

/// Messages from rooms that may wait. A room whose message does not fit keeps it and tries again.
const MAILBOX: usize = 16 * 1024;
const TICK: Duration = Duration::from_secs(1);
/// A connection that was silent this long is asked whether it is there, and dropped after twice that.
const PING_AFTER: Duration = Duration::from_secs(25);
/// How long before its token ends a client is asked for a fresh one.
const RENEW_BEFORE_MS: i64 = 60_000;

/// The actor in front of a thread's connections.
pub struct Shard {
    table: Rc<RefCell<Option<Rc<Table>>>>,
    core: Arc<Core>,
    index: usize,
}

/// The connections of one thread. Places in the table are reused; the generation tells who has one now.
pub struct Table {
    pub core: Arc<Core>,
    pub me: ShardRef,
    pub scratch: RefCell<BytesMut>,
    places: RefCell<Vec<Spot>>,
    free: RefCell<Vec<u32>>,
    streams: RefCell<HashMap<StreamKey, Vec<u32>>>,
    /// Socket.IO's sessions by their id, and what all of them share.
    pub sids: RefCell<HashMap<Sid, ConnId>>,
    pub engine: Config,
    started: Instant,
    /// Leaves that a full room did not take yet.
    leaves: RefCell<Vec<(StreamKey, Principal)>>,
}

#[derive(Default)]
struct Spot {
    generation: u32,
    conn: Option<Rc<Conn>>,
}

/// A WebSocket whose request has been read, for the shard of this thread.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Open {
    pub opening: Opening,
    pub socket: TcpStream,
    /// Bytes that came after the request.
    pub first: Bytes,
}

/// The server leaves: tell everybody when to come back, and close.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Drain {
    /// Clients come back spread over this time.
    pub spread: Duration,
}

/// Close what belongs to a signed-out session.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Disconnect(pub SessionId);

/// Give a connection up whose client is elsewhere by now.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Yield(pub ConnId);

/// How many connections are open.
#[derive(Message)]
#[rtype(result = "usize")]
pub struct Count;

impl Shard {
    pub fn new(core: Arc<Core>, index: usize) -> Self {
        Self { table: Rc::default(), core, index }
    }

    pub fn table(&self) -> Option<Rc<Table>> {
        self.table.borrow().clone()
    }
}

impl Actor for Shard {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Context<Self>) {
        ctx.set_mailbox_capacity(MAILBOX);
        let me = ShardRef { index: self.index, to: ctx.address().recipient() };
        self.table.replace(Some(Rc::new(Table {
            core: self.core.clone(),
            me,
            scratch: RefCell::default(),
            places: RefCell::default(),
            free: RefCell::default(),
            streams: RefCell::default(),
            sids: RefCell::default(),
            engine: live::config(&self.core.limits),
            started: Instant::now(),
            leaves: RefCell::default(),
        })));
        ctx.run_interval(TICK, |shard, _| {
            if let Some(table) = shard.table() {
                table.tick();
            }
        });
    }
}

impl Handler<Open> for Shard {
    type Result = ();

    fn handle(&mut self, open: Open, _: &mut Context<Self>) {
        if let Some(table) = self.table() {
            table.open(open);
        }
    }
}

impl Handler<Deliver> for Shard {
    type Result = ();

    fn handle(&mut self, deliver: Deliver, _: &mut Context<Self>) {
        if let Some(table) = self.table() {
            table.deliver(deliver);
        }
    }
}

impl Handler<Drain> for Shard {
    type Result = ();

    fn handle(&mut self, drain: Drain, _: &mut Context<Self>) {
        if let Some(table) = self.table() {
            table.drain(drain.spread);
        }
    }
}

impl Handler<Disconnect> for Shard {
    type Result = ();

    fn handle(&mut self, Disconnect(session): Disconnect, _: &mut Context<Self>) {
        let Some(table) = self.table() else { return };
        for conn in table.all() {
            if conn.session.borrow().as_ref().is_some_and(|of| of.who.session == session) {
                conn.close(&table, close::UNAUTHENTICATED, "signed out");
            }
        }
    }
}

impl Handler<Count> for Shard {
    type Result = usize;

    fn handle(&mut self, _: Count, _: &mut Context<Self>) -> usize {
        self.table().map_or(0, |table| table.all().len())
    }
}

impl Table {
    /// Takes a new connection in: the handshake's answer, who it is, what it follows.
    fn open(self: &Rc<Self>, Open { opening, socket, first }: Open) {
        let Opening { entrance, address, handshake } = opening;
        let Entrance::Plain { stream, since, credential } = entrance else {
            return self.open_socket_io(address, &handshake, socket, first);
        };
        let limits = &self.core.limits;
        let place = self.core.usage.address(address, limits.connections_per_address);
        let is_over = place.is_none();
        let conn = self.seat(|id| {
            Conn::new(id, Link::Plain(stream), Some(socket), ws::Limits { message: limits.frame }, place)
        });
        metrics::CONNECTIONS.with_label_values(&["plain"]).inc();
        conn.push(handshake.response());
        actix_rt::spawn(conn.clone().read_on(self.clone(), first));

        let admitted = if is_over { Err(Refusal::too_many(10_000)) } else { self.sign_in(&conn, credential.as_ref()) };
        match admitted {
            Ok(()) => self.join(&conn, stream, since, Ack::None),
            Err(refusal) => conn.close(self, refusal.close_code(), &refusal.message),
        }
        conn.flush(self);
    }

    /// Finds out who is on a connection.
    pub fn sign_in(&self, conn: &Conn, credential: Option<&Credential>) -> Result<(), Refusal> {
        let who = match credential {
            Some(Credential::Token(token)) => self.core.auth.token(token),
            Some(Credential::Ticket(ticket)) => self.core.auth.ticket(ticket),
            None => None,
        };
        let who = who.ok_or(Refusal::UNAUTHENTICATED)?;
        if self.core.is_draining() {
            return Err(Refusal::unavailable());
        }
        let place = self.core.usage.account(who.user, self.core.limits.connections_per_account);
        conn.session.replace(Some(Session::new(who, place.ok_or_else(|| Refusal::too_many(10_000))?)));
        self.tell_friends(who, true, self.core.presence.connected(who.user));
        Ok(())
    }

    fn tell_friends(&self, who: Principal, online: bool, friends: Vec<store::ids::UserId>) {
        for friend in friends {
            self.core.chat_lists.tell(friend, Notice::Presence { user: who.user, online });
        }
    }

    /// Asks a room to let a connection follow its stream.
    pub fn join(self: &Rc<Self>, conn: &Rc<Conn>, stream: StreamKey, since: Option<Position>, ack: Ack) {
        let asked = self.ask_to_join(conn, stream, since, ack.clone());
        if let Err(refusal) = asked {
            self.not_joined(conn, stream, &Err(refusal), &ack);
        }
    }

    pub fn ask_to_join(
        &self,
        conn: &Rc<Conn>,
        stream: StreamKey,
        since: Option<Position>,
        ack: Ack,
    ) -> Result<(), Refusal> {
        let mut session = conn.session.borrow_mut();
        let session = session.as_mut().ok_or(Refusal::UNAUTHENTICATED)?;
        let again = match session.subscription(stream) {
            Some(subscription) if subscription.state == State::Joining => return Ok(()),
            Some(_) => true,
            None => false,
        };
        if !again && session.subscriptions.len() >= self.core.limits.subscriptions {
            return Err(Refusal::too_many(1_000));
        }
        let from = Asker { who: session.who, conn: conn.id, shard: self.me.clone(), ack };
        self.core.request(stream, from, Request::Join { since, again })?;
        if !again {
            session.subscriptions.push(Subscription::joining(stream));
            self.streams.borrow_mut().entry(stream).or_default().push(conn.id.slot);
            metrics::SUBSCRIPTIONS.inc();
        }
        Ok(())
    }

    /// A connection follows a stream no more.
    pub fn leave(&self, conn: &Conn, stream: StreamKey) {
        let mut session = conn.session.borrow_mut();
        let Some(session) = session.as_mut() else { return };
        let Some(place) = session.subscriptions.iter().position(|known| known.stream == stream) else { return };
        session.subscriptions.swap_remove(place);
        self.forget(conn, stream);
        self.tell_left(stream, session.who);
    }

    fn tell_left(&self, stream: StreamKey, who: Principal) {
        let from = Asker { who, conn: ConnId { slot: 0, generation: 0 }, shard: self.me.clone(), ack: Ack::None };
        if self.core.request(stream, from, Request::Leave).is_err() {
            self.leaves.borrow_mut().push((stream, who));
        }
    }

    /// Takes a connection out of a stream's readers.
    fn forget(&self, conn: &Conn, stream: StreamKey) {
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

    /// What a plain connection said.
    pub fn said(self: &Rc<Self>, conn: &Rc<Conn>, event: ws::Event) {
        let Link::Plain(stream) = conn.link else {
            self.said_on_socket(conn, event);
            return conn.flush(self);
        };
        match event {
            ws::Event::Text(text) => self.plain_frame(conn, stream, &text),
            ws::Event::Binary(_) => conn.close(self, ws::code::UNSUPPORTED, "expected text, got binary"),
            ws::Event::Ping(payload) => conn.push(ws::pong(&payload)),
            ws::Event::Pong(_) => {}
            ws::Event::Close { code, .. } => {
                conn.push(ws::close_of(code));
                conn.closing.set(true);
            }
        }
        conn.flush(self);
    }

    fn plain_frame(self: &Rc<Self>, conn: &Rc<Conn>, stream: StreamKey, text: &Bytes) {
        let (ack, taken) = match ClientFrame::plain(text, stream) {
            Ok(ClientFrame::Ping) => return conn.push(ws::text("{\"type\":\"pong\"}")),
            Ok(ClientFrame::Renew { token }) => (Ack::None, self.renew(conn, &token)),
            Ok(ClientFrame::Command { id, command, .. }) => {
                let ack = Ack::Id(id.clone());
                (ack.clone(), self.command(conn, stream, &id, command, ack))
            }
            Ok(ClientFrame::Signal { signal, .. }) => (Ack::None, self.hint(conn, stream, signal)),
            // Neither is taken on a plain socket, whose stream is joined by connecting.
            Ok(ClientFrame::Join { .. } | ClientFrame::Leave { .. }) => return,
            Err(refusal) => (Ack::None, Err(refusal)),
        };
        if let Err(refusal) = taken {
            metrics::REFUSED.with_label_values(&[refusal.code]).inc();
            match ack {
                Ack::None => conn.push_frame(&Frame::problem(&refusal)),
                ack => conn.push_reply(&ack, &Err(refusal)),
            }
        }
    }

    /// Hands a command to its room.
    pub fn command(
        &self,
        conn: &Rc<Conn>,
        stream: StreamKey,
        id: &str,
        command: &serde_json::value::RawValue,
        ack: Ack,
    ) -> Result<(), Refusal> {
        let from = self.asker(conn, ack)?;
        let id = id.parse().map_err(Refusal::malformed)?;
        self.core.request(stream, from, Request::Command { id, command })
    }

    /// Hands something said in passing to its room.
    pub fn hint(&self, conn: &Rc<Conn>, stream: StreamKey, hint: &serde_json::value::RawValue) -> Result<(), Refusal> {
        let from = self.asker(conn, Ack::None)?;
        self.core.request(stream, from, Request::Hint(hint))
    }

    fn asker(&self, conn: &Rc<Conn>, ack: Ack) -> Result<Asker, Refusal> {
        let mut session = conn.session.borrow_mut();
        let session = session.as_mut().ok_or(Refusal::UNAUTHENTICATED)?;
        let limits = &self.core.limits;
        session.spend(limits.rate, limits.burst).map_err(|wait| {
            Refusal::too_many(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX).max(1))
        })?;
        Ok(Asker { who: session.who, conn: conn.id, shard: self.me.clone(), ack })
    }

    /// Goes on with a fresh token of the same account and session.
    pub fn renew(&self, conn: &Rc<Conn>, token: &str) -> Result<(), Refusal> {
        let fresh = self.core.auth.token(token).ok_or(Refusal::UNAUTHENTICATED)?;
        let mut session = conn.session.borrow_mut();
        let session = session.as_mut().ok_or(Refusal::UNAUTHENTICATED)?;
        if fresh.user != session.who.user {
            return Err(Refusal::NOT_ALLOWED);
        }
        session.who = fresh;
        session.told_to_renew = false;
        Ok(())
    }

    fn deliver(self: &Rc<Self>, Deliver { stream, items }: Deliver) {
        let limit = self.core.limits.queue;
        // Who follows the stream does not change in here; who is live does, and that is looked up.
        let is_for_all = items.iter().any(|item| matches!(item, Item::Broadcast { .. } | Item::Resync));
        let readers = if is_for_all { self.readers(stream) } else { Vec::new() };
        let mut touched: Vec<Rc<Conn>> = Vec::new();
        for item in items {
            match item {
                Item::Broadcast { frame, seq } => {
                    for conn in &readers {
                        conn.offer(stream, &frame, seq, limit);
                    }
                }
                Item::Resync => {
                    for conn in &readers {
                        self.rejoin(conn, stream, None);
                    }
                }
                Item::Joined { conn, frames, epoch, seq, reply, ack } => {
                    let Some(conn) = self.get(conn) else { continue };
                    self.joined(&conn, stream, &frames, epoch, seq);
                    conn.push_reply(&ack, &reply);
                    self.resumed(&conn, true);
                    touched.push(conn);
                }
                Item::NotJoined { conn, reply, ack } => {
                    let Some(conn) = self.get(conn) else { continue };
                    self.not_joined(&conn, stream, &reply, &ack);
                    self.resumed(&conn, false);
                    touched.push(conn);
                }
                Item::Reply { conn, reply, ack } => {
                    let Some(conn) = self.get(conn) else { continue };
                    conn.push_reply(&ack, &reply);
                    touched.push(conn);
                }
            }
        }
        for conn in readers.iter().chain(&touched) {
            conn.flush(self);
        }
    }

    fn joined(&self, conn: &Conn, stream: StreamKey, frames: &[Frame], epoch: Arc<str>, seq: i64) {
        {
            let mut session = conn.session.borrow_mut();
            let Some(subscription) = session.as_mut().and_then(|session| session.subscription(stream)) else { return };
            subscription.epoch = epoch;
            subscription.seq = seq;
            subscription.state = State::Live;
        }
        for frame in frames {
            metrics::DELIVERIES.inc();
            conn.push_frame(frame);
        }
    }

    /// A room has refused a connection.
    fn not_joined(self: &Rc<Self>, conn: &Rc<Conn>, stream: StreamKey, reply: &crate::wire::Reply, ack: &Ack) {
        let known = conn.session.borrow_mut().as_mut().is_some_and(|session| {
            let before = session.subscriptions.len();
            session.subscriptions.retain(|subscription| subscription.stream != stream);
            session.subscriptions.len() < before
        });
        if known {
            self.forget(conn, stream);
        }
        conn.push_reply(ack, reply);
        if let (Link::Plain(_), Err(refusal)) = (&conn.link, reply) {
            // A plain socket lives from its one stream.
            conn.close(self, refusal.close_code(), &refusal.message);
        }
    }

    /// Has a connection that lost its place in a stream brought up to date.
    fn rejoin(&self, conn: &Rc<Conn>, stream: StreamKey, since: Option<Position>) {
        let Some(who) = conn.session.borrow().as_ref().map(|session| session.who) else { return };
        let from = Asker { who, conn: conn.id, shard: self.me.clone(), ack: Ack::None };
        let asked = self.core.request(stream, from, Request::Join { since, again: true });
        let mut session = conn.session.borrow_mut();
        if let Some(subscription) = session.as_mut().and_then(|session| session.subscription(stream)) {
            // A room that is too busy to answer is asked again at the next tick.
            subscription.state = if asked.is_ok() { State::Joining } else { State::Behind };
        }
    }

    /// A slow connection has read everything that waited for it: what it was not told is told now.
    pub fn caught_up(&self, conn: &Rc<Conn>) {
        let behind: Vec<_> = conn.session.borrow().iter().flat_map(|session| &session.subscriptions)
            .filter(|subscription| subscription.state == State::Behind)
            .map(|subscription| (subscription.stream, subscription.position()))
            .collect();
        for (stream, position) in behind {
            self.rejoin(conn, stream, position);
        }
    }

    /// The socket has ended.
    pub fn gone(&self, conn: &Rc<Conn>) {
        if self.get(conn.id).is_none() {
            return;
        }
        conn.abort();
        self.vacate(conn.id);
        let wire = if matches!(conn.link, Link::Plain(_)) { "plain" } else { "socket_io" };
        metrics::CONNECTIONS.with_label_values(&[wire]).dec();
        {
            let session = conn.session.borrow();
            let user = session.as_ref().map(|session| session.who.user);
            let told = session.iter().flat_map(|session| &session.subscriptions);
            // One that was not answered yet will be asked for again.
            let told = told.filter(|subscription| subscription.state != State::Joining || subscription.seq > 0);
            self.lost(conn, user, told.map(|subscription| (subscription.stream, subscription.position())).collect());
        }
        self.end_session(conn);
    }

    /// Nobody is on a connection any more.
    pub fn end_session(&self, conn: &Conn) {
        let Some(session) = conn.session.borrow_mut().take() else { return };
        for subscription in &session.subscriptions {
            self.forget(conn, subscription.stream);
            self.tell_left(subscription.stream, session.who);
        }
        let friends = self.core.presence.disconnected(session.who.user);
        self.tell_friends(session.who, false, friends);
    }

    /// Once a second: who is silent, stalled, expired, behind.
    fn tick(self: &Rc<Self>) {
        let (now, wall) = (Instant::now(), Millis::now());
        for conn in self.all() {
            if conn.stalled(now) > self.core.limits.stalled {
                metrics::SLOW.with_label_values(&["cut"]).inc();
                // The close frame goes in front of everything that would never be read anyway.
                conn.close(self, close::TOO_SLOW, "not reading");
                self.gone(&conn);
                continue;
            }
            let silent = now.saturating_duration_since(conn.heard.get());
            let is_plain = matches!(conn.link, Link::Plain(_));
            if (is_plain && silent > 2 * PING_AFTER) || (conn.closing.get() && silent > Duration::from_secs(5)) {
                self.gone(&conn);
                continue;
            }
            if !self.tick_session(&conn) {
                continue;
            }
            if is_plain && silent > PING_AFTER && now.saturating_duration_since(conn.pinged.get()) > PING_AFTER {
                conn.pinged.set(now);
                conn.push(ws::ping(b""));
            }
            self.check_token(&conn, wall);
            if !conn.session.borrow().is_none() && conn.stalled(now).is_zero() {
                self.caught_up(&conn);
            }
            conn.flush(self);
        }
        for (stream, who) in self.leaves.take() {
            self.tell_left(stream, who);
        }
        if self.me.index == 0 {
            self.core.parking.sweep(now);
        }
    }

    /// Milliseconds on the clock of this shard's sessions.
    pub fn now(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn check_token(self: &Rc<Self>, conn: &Rc<Conn>, now: Millis) {
        let left = {
            let session = conn.session.borrow();
            let Some(session) = session.as_ref() else { return };
            if session.told_to_renew && session.who.expires_at > now {
                return;
            }
            session.who.expires_at.0 - now.0
        };
        if left <= 0 {
            conn.close(self, close::UNAUTHENTICATED, "the access token has expired");
        } else if left <= RENEW_BEFORE_MS {
            conn.push_frame(&Frame::renew(left));
            if let Some(session) = conn.session.borrow_mut().as_mut() {
                session.told_to_renew = true;
            }
        }
    }

    fn drain(self: &Rc<Self>, spread: Duration) {
        let spread = u64::try_from(spread.as_millis()).unwrap_or(u64::MAX);
        for conn in self.all() {
            let delay = rand::rng().random_range(0..=spread);
            conn.push_frame(&Frame::reconnect(delay));
            conn.close(self, ws::code::RESTARTING, "the server restarts");
        }
    }

    pub fn seat(&self, make: impl FnOnce(ConnId) -> Conn) -> Rc<Conn> {
        let mut places = self.places.borrow_mut();
        let slot = self.free.borrow_mut().pop().unwrap_or_else(|| {
            places.push(Spot::default());
            u32::try_from(places.len() - 1).unwrap_or(u32::MAX)
        });
        let spot = &mut places[slot as usize];
        spot.generation = spot.generation.wrapping_add(1);
        let conn = Rc::new(make(ConnId { slot, generation: spot.generation }));
        spot.conn = Some(conn.clone());
        conn
    }

    fn vacate(&self, id: ConnId) {
        if let Some(spot) = self.places.borrow_mut().get_mut(id.slot as usize) {
            spot.conn = None;
            self.free.borrow_mut().push(id.slot);
        }
    }

    pub fn get(&self, id: ConnId) -> Option<Rc<Conn>> {
        let places = self.places.borrow();
        let spot = places.get(id.slot as usize)?;
        spot.conn.clone().filter(|_| spot.generation == id.generation)
    }

    pub fn all(&self) -> Vec<Rc<Conn>> {
        self.places.borrow().iter().filter_map(|spot| spot.conn.clone()).collect()
    }

    fn readers(&self, stream: StreamKey) -> Vec<Rc<Conn>> {
        let (streams, places) = (self.streams.borrow(), self.places.borrow());
        let slots = streams.get(&stream).map_or(&[][..], Vec::as_slice);
        slots.iter().filter_map(|slot| places.get(*slot as usize)?.conn.clone()).collect()
    }
}
