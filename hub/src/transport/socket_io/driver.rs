//! Socket.IO for the hub's sessions: maps packets to actions on a shard's connections.

use std::{net::IpAddr, rc::Rc};

use bytes::Bytes;
use serde::Deserialize;
use tokio::{net::TcpStream, sync::oneshot};

use super::{
    Event, Incoming, Malformed, Namespace, Namespaces, Sid,
    engine::{self, Config, Received, Ticked, Transport},
    recovery::UnackedFrames,
};
use crate::{
    metrics,
    protocol::{ClientFrame, Frame, StreamKey, WireError, close, json},
    room::fanout::Ack,
    shard::connections::ConnectionTable,
    transport::{
        connection::{Connection, Protocol},
        limits::{Limits, Permit},
        ws,
    },
};

/// Namespace rejections after which a connection is closed. A well-behaved client signs in again instead.
const REFUSALS: u8 = 10;

/// The Socket.IO side of a connection.
pub struct Io {
    pub engine: engine::Session,
    pub(super) namespaces: Namespaces,
    /// Sender that answers the held poll.
    pub held: Option<oneshot::Sender<Bytes>>,
    /// Sender that resumes the rest of a post once the client has fetched the queue.
    pub(super) room: Option<oneshot::Sender<()>>,
    pub trail: UnackedFrames,
    /// Identity on "/", set by CONNECT.
    pub(super) identity: Option<Identity>,
    /// Number of streams to resume before CONNECT is answered.
    pub(super) resuming: usize,
    opened: engine::Timestamp,
    /// Number of rejected namespace joins.
    refusals: u8,
    /// Closed on purpose: no state is stored for recovery.
    pub is_final: bool,
}

pub(super) struct Identity {
    pub sid: Box<str>,
    pub pid: Sid,
}

/// Auth object of a CONNECT. Ignores other fields.
#[derive(Deserialize)]
pub(super) struct Auth {
    pub token: Option<String>,
    pub ticket: Option<String>,
    pub pid: Option<String>,
    pub offset: Option<String>,
}

impl Auth {
    /// Message to a client whose auth cannot be parsed.
    const EXPECTED: &'static str = "expected an auth of texts: token or ticket, and pid with offset to recover";
}

/// Returns the Engine.IO times and limits of all sessions.
pub fn config(limits: &Limits) -> Config {
    let millis = |time: std::time::Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    Config {
        ping_interval: millis(limits.silent),
        // The official 20 s after 25 s.
        ping_timeout: millis(limits.silent * 4 / 5),
        upgrade_timeout: millis(limits.upgrading),
        connect_timeout: millis(limits.unjoined),
        max_payload: limits.frame,
        // The connection's own queue is bounded and holds waiting frames. Frames move here only to be sent at once.
        queue: usize::MAX,
        ..Config::default()
    }
}

impl Io {
    /// Answers the held poll with the queued frames.
    pub(super) fn fetch(&mut self, conn: &Connection, config: &Config) {
        for frame in conn.take_waiting() {
            self.engine.send(frame, config);
        }
        if let Some(room) = self.room.take() {
            // The client may have dropped the post.
            let _ = room.send(());
        }
    }
}

impl ConnectionTable {
    /// Opens a session over a WebSocket.
    pub(crate) fn open_socket_io(
        self: &Rc<Self>,
        address: IpAddr,
        handshake: &ws::Accepted,
        socket: TcpStream,
        first: Bytes,
    ) {
        let place = self.core.usage.address(address, self.core.limits.connections_per_address);
        let is_over = place.is_none();
        let (conn, open) = self.open_session(Some(socket), place);
        conn.push(handshake.response());
        conn.push(open);
        actix_rt::spawn(conn.clone().read_on(self.clone(), first));
        if is_over {
            let refused = WireError::too_many(10_000);
            conn.close(self, refused.close_code(), &refused.message);
        }
        conn.flush(self);
    }

    /// Opens a session. The open packet has been sent to the connection, or is queued for polling.
    pub fn open_session(
        self: &Rc<Self>,
        socket: Option<TcpStream>,
        place: Option<Permit<IpAddr>>,
    ) -> (Rc<Connection>, Bytes) {
        let transport = if socket.is_some() { Transport::WebSocket } else { Transport::Polling };
        let sid = Sid::new(u16::try_from(self.me.index).unwrap_or(u16::MAX));
        let (engine, open) = engine::Session::open(sid, transport, self.now(), &self.engine);
        let io = Io {
            engine,
            // No event accepts binary, so attachments are not collected.
            namespaces: Namespaces::new(super::Limits { attachments: 0 }),
            held: None,
            room: None,
            trail: UnackedFrames::default(),
            identity: None,
            resuming: 0,
            opened: self.now(),
            refusals: 0,
            is_final: false,
        };
        let limits = ws::Limits { message: self.core.limits.anonymous_frame };
        let conn =
            self.insert(|id| Connection::new(id, Protocol::SocketIo(Box::new(io.into())), socket, limits, place));
        self.sids.borrow_mut().insert(sid, conn.id);
        metrics::CONNECTIONS.with_label_values(&["socket_io"]).inc();
        (conn, open)
    }

    /// Handles a WebSocket event of a session.
    pub fn on_frame(self: &Rc<Self>, conn: &Rc<Connection>, event: ws::Event) {
        match event {
            ws::Event::Text(text) => drop(self.packet(conn, engine::Packet::parse(&text))),
            ws::Event::Binary(bytes) => drop(self.packet(conn, Ok(engine::Packet::Binary(bytes)))),
            ws::Event::Ping(payload) => {
                conn.answer_ping(&payload);
                conn.count_overhead(self, 1);
            }
            ws::Event::Pong(_) => conn.count_overhead(self, 1),
            ws::Event::Close { code, .. } => {
                if let Protocol::SocketIo(io) = &conn.link {
                    // The page was closed. A lost connection sends another code or none.
                    io.borrow_mut().is_final |= code == Some(ws::code::GOING_AWAY);
                }
                conn.push_last(ws::close_of(code));
            }
        }
    }

    /// Handles a packet of either transport. Returns false if the packet is malformed and its connection has ended.
    pub fn packet(self: &Rc<Self>, conn: &Rc<Connection>, packet: Result<engine::Packet, Malformed>) -> bool {
        let Protocol::SocketIo(io) = &conn.link else { return false };
        let taken = packet.and_then(|packet| {
            let mut io = io.borrow_mut();
            if matches!(packet, engine::Packet::Pong(_)) {
                io.trail.ponged();
            }
            match io.engine.receive(packet, self.now(), &self.engine)? {
                Received::Text(text) => io.namespaces.text(&text),
                Received::Binary(bytes) => io.namespaces.binary(bytes),
                Received::Nothing | Received::Close => Ok(None),
            }
        });
        let taken = taken.and_then(|incoming| match incoming {
            Some(incoming) => self.incoming(conn, incoming),
            None => {
                conn.count_overhead(self, 1);
                Ok(())
            }
        });
        if let Err(fault) = taken {
            metrics::REFUSED.with_label_values(&["malformed"]).inc();
            io.borrow_mut().is_final = true;
            let transport = io.borrow().engine.transport();
            match transport {
                Transport::WebSocket => conn.close(self, fault.code(), &fault.to_string()),
                // The error response of the request suffices.
                Transport::Polling => self.on_disconnect(conn),
            }
            return false;
        }
        let is_over = io.borrow().engine.is_over();
        if is_over {
            self.on_disconnect(conn);
        }
        true
    }

    fn incoming(self: &Rc<Self>, conn: &Rc<Connection>, incoming: Incoming) -> Result<(), Malformed> {
        if !matches!(incoming, Incoming::Event(_)) {
            conn.count_overhead(self, 1);
            if conn.closing.get() {
                return Ok(());
            }
        }
        match incoming {
            Incoming::Connect { nsp, auth, .. } if nsp.is_root() => {
                match serde_json::from_slice(&auth) {
                    Ok(auth) => self.connect(conn, auth),
                    Err(cause) => self.refuse(conn, &nsp, &WireError::unreadable(&cause, Auth::EXPECTED)),
                }
                Ok(())
            }
            Incoming::Connect { nsp, .. } => {
                self.refuse(conn, &nsp, &WireError::new("not_found", "Invalid namespace"));
                Ok(())
            }
            Incoming::Event(event) => self.event(conn, &event),
            Incoming::Disconnect { .. } => {
                self.sign_out(conn);
                Ok(())
            }
            // The server requests no acknowledgements.
            Incoming::Ack { .. } => Ok(()),
        }
    }

    fn event(self: &Rc<Self>, conn: &Rc<Connection>, event: &Event) -> Result<(), Malformed> {
        let ack = event.id.map_or(Ack::None, Ack::Packet);
        let done = || Ok(json(&serde_json::Map::new()));
        let args = event.args_text();
        let frame = self.judge_size(ClientFrame::event(event.name(), args), args.len());
        // The room path charges these two.
        let is_charged = matches!(frame, Ok(ClientFrame::Command { .. } | ClientFrame::Signal { .. }));
        let may = if is_charged { Ok(()) } else { self.check_rate(conn) };
        let taken = match may.and(frame) {
            Ok(ClientFrame::Join { stream, .. }) if self.is_joining(conn, stream) => Err(WireError::busy()),
            Ok(ClientFrame::Join { stream, since }) => {
                self.join(conn, stream, since, ack);
                return Ok(());
            }
            Ok(ClientFrame::Command { stream, id, command }) => {
                match self.command(conn, stream, &id, command, ack.clone()) {
                    // The room sends the reply.
                    Ok(()) => return Ok(()),
                    Err(refusal) => Err(refusal),
                }
            }
            Ok(ClientFrame::Leave { stream }) => {
                self.leave(conn, stream);
                done()
            }
            Ok(ClientFrame::Signal { stream, signal }) => self.hint(conn, stream, signal).and_then(|()| done()),
            Ok(ClientFrame::Renew { token }) => self.renew(conn, &token).and_then(|()| done()),
            Ok(ClientFrame::Ping) => done(),
            Err(refusal) => {
                event.check()?;
                Err(refusal)
            }
        };
        if let Err(refusal) = &taken {
            metrics::REFUSED.with_label_values(&[refusal.code]).inc();
            if ack == Ack::None {
                conn.push_frame(&Frame::error(refusal));
            }
        }
        conn.push_reply(&ack, &taken);
        if taken.is_err_and(|refusal| refusal.is_rate()) {
            conn.count_overhead(self, 1);
        }
        Ok(())
    }

    /// Takes one token of the connection's command rate.
    pub fn check_rate(&self, conn: &Connection) -> Result<(), WireError> {
        if conn.session.borrow().is_none() {
            return Err(WireError::UNAUTHENTICATED);
        }
        conn.take_token(&self.core.limits)
    }

    fn is_joining(&self, conn: &Connection, stream: StreamKey) -> bool {
        let mut session = conn.session.borrow_mut();
        let subscription = session.as_mut().and_then(|session| session.subscription(stream));
        subscription.is_some_and(|subscription| subscription.is_pending())
    }

    pub(super) fn refuse(self: &Rc<Self>, conn: &Rc<Connection>, nsp: &Namespace, refusal: &WireError) {
        let Protocol::SocketIo(io) = &conn.link else { return };
        metrics::REFUSED.with_label_values(&[refusal.code]).inc();
        let (frame, refusals) = {
            let mut io = io.borrow_mut();
            io.refusals = io.refusals.saturating_add(1);
            (io.namespaces.refuse(nsp, &refusal.message, Some(&json(refusal))), io.refusals)
        };
        conn.push(frame);
        if refusals >= REFUSALS {
            conn.close(self, close::TOO_MANY, "too many attempts to join");
        }
    }

    /// Handles a deliberate disconnect from "/".
    fn sign_out(&self, conn: &Rc<Connection>) {
        let Protocol::SocketIo(io) = &conn.link else { return };
        if let Some(identity) = io.borrow_mut().identity.take() {
            self.core.parking.forget(identity.pid);
        }
        io.borrow_mut().trail = UnackedFrames::default();
        self.end_session(conn);
        conn.limit_frames(&self.core.limits);
    }

    /// Runs every second: heartbeat and connect timeout. Returns false if the connection has ended.
    pub fn tick_session(self: &Rc<Self>, conn: &Rc<Connection>) -> bool {
        let Protocol::SocketIo(io) = &conn.link else { return true };
        let (ticked, is_nobody) = {
            let mut io = io.borrow_mut();
            let ticked = io.engine.tick(self.now(), &self.engine);
            if matches!(ticked, Ticked::Ping(_)) {
                io.trail.pinged();
            }
            let is_late = self.now() >= io.opened + self.engine.connect_timeout;
            (ticked, is_late && !io.namespaces.has_any() && io.identity.is_none() && !conn.closing.get())
        };
        match ticked {
            Ticked::Ping(ping) => conn.push(ping),
            Ticked::Timeout => {
                self.on_disconnect(conn);
                return false;
            }
            // The upgrade task times out by itself.
            Ticked::ProbeTimeout | Ticked::Nothing => {}
        }
        if is_nobody {
            conn.close(self, close::UNAUTHENTICATED, "nobody has signed in");
        }
        self.get(conn.id).is_some()
    }
}
