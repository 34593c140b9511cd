//! Connections of one thread: slots, opening and closing, heartbeats.
//!
//! All state belongs to one thread, so no locks are needed. See [`subscriptions`] for streams and [`inbound`] for
//! client input.

mod inbound;
mod join_queue;
mod probe;
mod subscriptions;

use std::{
    cell::RefCell,
    collections::HashMap,
    rc::Rc,
    sync::Arc,
    time::{Duration, Instant},
};

use bytes::{Bytes, BytesMut};
use rand::RngExt;
use socket2::SockRef;
use store::{account::AccountKind, types::timestamp::Timestamp};

use crate::{
    metrics,
    principal::Principal,
    protocol::{Frame, Position, StreamKey, WireError, close},
    room::fanout::{Ack, ConnId, ShardRef},
    shard::OpenConnection,
    state::HubState,
    transport::{
        account_places::Holder,
        connection::{Connection, Protocol},
        endpoint::{Credential, Endpoint, UpgradeRequest},
        session::Session,
        socket_io::{Sid, driver, engine::Config},
        ws,
    },
};

/// Idle time after which a connection releases its buffers.
const RELEASE_AFTER: Duration = Duration::from_secs(2);
/// Grace period before a user is shown as offline. A page reload reconnects within it.
const ABSENT_AFTER: Duration = Duration::from_secs(2);
/// Time before token expiry at which the client is asked for a fresh token.
const RENEW_BEFORE_MS: i64 = 60_000;

/// Connections of one thread. Slots are reused; the generation identifies the current connection.
pub struct ConnectionTable {
    pub core: Arc<HubState>,
    pub me: ShardRef,
    pub scratch: RefCell<BytesMut>,
    places: RefCell<Vec<Slot>>,
    free: RefCell<Vec<u32>>,
    streams: RefCell<HashMap<StreamKey, Vec<u32>>>,
    /// Socket.IO sessions by id, and their shared configuration.
    pub sids: RefCell<HashMap<Sid, ConnId>>,
    pub engine: Config,
    started: Instant,
    /// Leaves that a full room has not accepted yet.
    leaves: RefCell<Vec<(StreamKey, Principal, ConnId)>>,
    /// Users whose last connection closed, with the time. Friends are notified unless the user reconnects soon.
    absent: RefCell<Vec<(Principal, Instant)>>,
    /// Joins that full rooms have not accepted yet.
    lines: RefCell<join_queue::JoinQueues>,
}

#[derive(Default)]
struct Slot {
    generation: u32,
    conn: Option<Rc<Connection>>,
}

impl ConnectionTable {
    pub fn new(core: Arc<HubState>, me: ShardRef) -> Self {
        Self {
            me,
            scratch: RefCell::default(),
            places: RefCell::default(),
            free: RefCell::default(),
            streams: RefCell::default(),
            sids: RefCell::default(),
            engine: driver::config(&core.limits),
            started: Instant::now(),
            leaves: RefCell::default(),
            absent: RefCell::default(),
            lines: RefCell::default(),
            core,
        }
    }

    /// Opens a connection: answers the handshake, authenticates the client and joins its stream.
    pub fn open(self: &Rc<Self>, OpenConnection { opening, socket, first }: OpenConnection) {
        // The kernel otherwise buffers megabytes for a stalled reader, ahead of the connection's own queue.
        let _ = SockRef::from(&socket).set_send_buffer_size(self.core.limits.send_buffer);
        let UpgradeRequest { endpoint, address, handshake } = opening;
        let Endpoint::Plain { stream, since, credential } = endpoint else {
            return self.open_socket_io(address, &handshake, socket, first);
        };
        let limits = &self.core.limits;
        let place = self.core.usage.address(address, limits.connections_per_address);
        let is_over = place.is_none();
        let conn = self.insert(|id| {
            Connection::new(id, Protocol::Plain(stream), Some(socket), ws::Limits { message: limits.frame }, place)
        });
        metrics::CONNECTIONS.with_label_values(&["plain"]).inc();
        conn.push(handshake.response());
        let who = match credential {
            _ if is_over => Err(WireError::too_many(10_000)),
            Some(Credential::Ticket(ticket)) => {
                let table = self.clone();
                actix_rt::spawn(async move {
                    let who = table.core.auth.ticket(&ticket).await;
                    table.admit(&conn, who, stream, since, first);
                });
                return;
            }
            Some(Credential::Token(token)) => self.core.auth.token(&token).ok_or(WireError::UNAUTHENTICATED),
            None => Err(WireError::UNAUTHENTICATED),
        };
        self.admit(&conn, who, stream, since, first);
    }

    /// Finishes authentication of a plain connection and starts reading from it.
    fn admit(
        self: &Rc<Self>,
        conn: &Rc<Connection>,
        who: Result<Principal, WireError>,
        stream: StreamKey,
        since: Option<Position>,
        first: Bytes,
    ) {
        let Some(user) = who.as_ref().ok().map(|who| who.user).filter(|user| self.is_account_full(*user)) else {
            return self.admit_now(conn, who, stream, since, first);
        };
        let (table, conn) = (self.clone(), conn.clone());
        actix_rt::spawn(async move {
            table.wait_for_place(user).await;
            table.admit_now(&conn, who, stream, since, first);
        });
    }

    fn admit_now(
        self: &Rc<Self>,
        conn: &Rc<Connection>,
        who: Result<Principal, WireError>,
        stream: StreamKey,
        since: Option<Position>,
        first: Bytes,
    ) {
        // The server may have shut down meanwhile.
        if self.get(conn.id).is_none() {
            return;
        }
        actix_rt::spawn(conn.clone().read_on(self.clone(), first));
        match who.and_then(|who| self.sign_in(conn, who)) {
            Ok(()) => self.join(conn, stream, since, Ack::None),
            Err(refusal) => conn.close(self, refusal.close_code(), &refusal.message),
        }
        conn.flush(self);
    }

    /// Signs a user in. Rejects guests, and everyone during shutdown.
    pub fn sign_in(&self, conn: &Connection, who: Principal) -> Result<(), WireError> {
        // Guests have no live connection. Streams are for users with an account.
        if who.kind == AccountKind::Guest {
            return Err(WireError::NOT_ALLOWED);
        }
        if self.core.is_draining() {
            return Err(WireError::unavailable());
        }
        let holder = Holder { shard: self.me.index, conn: conn.id };
        let place = self.core.accounts.take(who.user, self.core.limits.connections_per_account, holder);
        conn.session.replace(Some(Session::new(who, place.ok_or_else(|| WireError::too_many(10_000))?)));
        conn.limit_frames(&self.core.limits);
        self.core.user_connected(who.user);
        Ok(())
    }

    /// Handles the end of the socket.
    pub fn on_disconnect(&self, conn: &Rc<Connection>) {
        if self.get(conn.id).is_none() {
            return;
        }
        conn.abort();
        self.remove(conn.id);
        let wire = if matches!(conn.link, Protocol::Plain(_)) { "plain" } else { "socket_io" };
        metrics::CONNECTIONS.with_label_values(&[wire]).dec();
        {
            let session = conn.session.borrow();
            let user = session.as_ref().map(|session| session.who.user);
            let told = session.iter().flat_map(|session| &session.subscriptions);
            // Subscriptions without a reply are skipped. The client requests them again.
            let told = told.filter(|subscription| subscription.is_known);
            self.lost(conn, user, told.map(|subscription| (subscription.stream, subscription.position())).collect());
        }
        self.end_session(conn);
    }

    /// Ends the session of a connection.
    pub fn end_session(&self, conn: &Connection) {
        let Some(session) = conn.session.borrow_mut().take() else { return };
        for subscription in &session.subscriptions {
            self.forget(conn, subscription.stream);
            self.tell_left(subscription.stream, session.who, conn.id);
        }
        if self.core.presence.disconnected(session.who.user) {
            self.absent.borrow_mut().push((session.who, Instant::now()));
        }
    }

    /// Runs every second. Handles silent, stalled, expired and lagging connections.
    pub fn tick(self: &Rc<Self>) {
        let (now, wall) = (Instant::now(), Timestamp::now());
        let ping_after = self.core.limits.silent;
        for conn in self.all() {
            conn.watch_unfetched(now, self.core.limits.queue);
            if conn.stalled(now) > self.core.limits.stalled {
                metrics::SLOW.with_label_values(&["cut"]).inc();
                // The close frame precedes data that the client would never read.
                conn.close(self, close::TOO_SLOW, "not reading");
                self.on_disconnect(&conn);
                continue;
            }
            let silent = now.saturating_duration_since(conn.heard.get());
            let is_plain = matches!(conn.link, Protocol::Plain(_));
            if (is_plain && silent > 2 * ping_after) || (conn.closing.get() && silent > Duration::from_secs(5)) {
                self.on_disconnect(&conn);
                continue;
            }
            if !self.tick_session(&conn) {
                continue;
            }
            if silent > RELEASE_AFTER {
                conn.release();
            }
            if is_plain && silent > ping_after && now.saturating_duration_since(conn.pinged.get()) > ping_after {
                conn.pinged.set(now);
                conn.push(ws::ping(b""));
            }
            self.check_token(&conn, wall);
            if !conn.session.borrow().is_none() && !conn.is_held_up() {
                self.caught_up(&conn);
            }
            conn.flush(self);
        }
        self.prune_join_queues();
        for (stream, who, conn) in self.leaves.take() {
            self.tell_left(stream, who, conn);
        }
        let mut gone = Vec::new();
        for (who, since) in self.absent.take() {
            if now.saturating_duration_since(since) < ABSENT_AFTER {
                self.absent.borrow_mut().push((who, since));
            } else {
                gone.push(who.user);
                self.core.user_offline(who.user);
            }
        }
        if !gone.is_empty() {
            let core = self.core.clone();
            actix_rt::spawn(async move {
                if let Err(cause) = store::account::seen(&core.db, &gone, Timestamp::now()).await {
                    tracing::warn!(%cause, "when somebody was last seen could not be kept");
                }
            });
        }
        if self.me.index == 0 {
            self.core.parking.sweep(now);
        }
    }

    /// Returns the milliseconds on the clock of this shard's sessions.
    pub fn now(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX)
    }

    fn check_token(self: &Rc<Self>, conn: &Rc<Connection>, now: Timestamp) {
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

    pub fn drain(self: &Rc<Self>, spread: Duration) {
        let spread = u64::try_from(spread.as_millis()).unwrap_or(u64::MAX);
        for conn in self.all() {
            let delay = rand::rng().random_range(0..=spread);
            conn.push_frame(&Frame::reconnect(delay));
            conn.close(self, ws::code::RESTARTING, "the server restarts");
        }
    }

    pub fn insert(&self, make: impl FnOnce(ConnId) -> Connection) -> Rc<Connection> {
        let mut places = self.places.borrow_mut();
        let slot = self.free.borrow_mut().pop().unwrap_or_else(|| {
            places.push(Slot::default());
            u32::try_from(places.len() - 1).unwrap_or(u32::MAX)
        });
        let spot = &mut places[slot as usize];
        spot.generation = spot.generation.wrapping_add(1);
        let conn = Rc::new(make(ConnId { slot, generation: spot.generation }));
        spot.conn = Some(conn.clone());
        conn
    }

    fn remove(&self, id: ConnId) {
        if let Some(spot) = self.places.borrow_mut().get_mut(id.slot as usize) {
            spot.conn = None;
            self.free.borrow_mut().push(id.slot);
        }
    }

    pub fn get(&self, id: ConnId) -> Option<Rc<Connection>> {
        let places = self.places.borrow();
        let spot = places.get(id.slot as usize)?;
        spot.conn.clone().filter(|_| spot.generation == id.generation)
    }

    pub fn all(&self) -> Vec<Rc<Connection>> {
        self.places.borrow().iter().filter_map(|spot| spot.conn.clone()).collect()
    }

    pub fn readers(&self, stream: StreamKey) -> Vec<Rc<Connection>> {
        let (streams, places) = (self.streams.borrow(), self.places.borrow());
        let slots = streams.get(&stream).map_or(&[][..], Vec::as_slice);
        slots.iter().filter_map(|slot| places.get(*slot as usize)?.conn.clone()).collect()
    }
}
