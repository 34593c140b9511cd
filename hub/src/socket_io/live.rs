//! Socket.IO for the hub's sessions: what its packets mean to a shard's connections.

use std::{
    rc::Rc,
    time::{Duration, Instant},
};

use bytes::{Bytes, BytesMut};
use serde::Deserialize;
use tokio::{
    net::TcpStream,
    sync::oneshot,
    time::timeout,
};

use super::{
    Event, Incoming, Limits, Malformed, Namespace, Namespaces, Sid,
    engine::{self, Closing, Config, Probed, Received, Ticked, Transport},
    recovery::{Found, Missed, Parked, Trail},
    token,
};
use crate::{
    conn::{Conn, Link},
    entrance::Credential,
    limits::Place,
    metrics,
    outlet::{Ack, ConnId},
    session::State,
    shard::{Table, Yield},
    wire::{ClientFrame, Frame, Position, Refusal, StreamKey, close, json},
    ws,
};

/// How long a connection may stay without joining "/", in milliseconds: long enough for a slow link, and shorter than the
/// official 45 s, since nobody is known to be there.
const CONNECT_TIMEOUT: u64 = 20_000;
/// An upgrading WebSocket gives up a moment before its session does.
const PROBE_TIMEOUT: Duration = Duration::from_millis(9_500);

/// The Socket.IO side of a connection.
pub struct Io {
    pub engine: engine::Session,
    namespaces: Namespaces,
    /// Answers the poll that is held.
    pub held: Option<oneshot::Sender<Bytes>>,
    pub trail: Trail,
    /// Who it is on "/", from its CONNECT on.
    identity: Option<Identity>,
    /// How many streams have yet to be resumed before CONNECT is answered.
    resuming: usize,
    opened: engine::Millis,
    /// Its end is meant: nothing is kept for its return.
    pub is_final: bool,
}

struct Identity {
    sid: Box<str>,
    pid: Sid,
}

/// The auth of a CONNECT. Clients may send more; it is not for us.
#[derive(Deserialize)]
struct Auth {
    token: Option<String>,
    ticket: Option<String>,
    pid: Option<String>,
    offset: Option<String>,
}

/// The times and limits of all sessions.
pub fn config(limits: &crate::limits::Limits) -> Config {
    Config {
        connect_timeout: CONNECT_TIMEOUT,
        max_payload: limits.frame,
        // What waits is in the connection's own queue, which has a limit of its own.
        queue: usize::MAX,
        ..Config::default()
    }
}

impl Table {
    /// Opens a session. The connection has been told its open packet, or for polling that packet is what waits.
    pub fn open_session(
        self: &Rc<Self>,
        socket: Option<TcpStream>,
        place: Option<Place<std::net::IpAddr>>,
    ) -> (Rc<Conn>, Bytes) {
        let transport = if socket.is_some() { Transport::WebSocket } else { Transport::Polling };
        let sid = Sid::new(u16::try_from(self.me.index).unwrap_or(u16::MAX));
        let (engine, open) = engine::Session::open(sid, transport, self.now(), &self.engine);
        let io = Io {
            engine,
            namespaces: Namespaces::new(Limits::default()),
            held: None,
            trail: Trail::default(),
            identity: None,
            resuming: 0,
            opened: self.now(),
            is_final: false,
        };
        let limits = ws::Limits { message: self.core.limits.frame };
        let conn = self.seat(|id| Conn::new(id, Link::SocketIo(Box::new(io.into())), socket, limits, place));
        self.sids.borrow_mut().insert(sid, conn.id);
        metrics::CONNECTIONS.with_label_values(&["socket_io"]).inc();
        (conn, open)
    }

    /// What came on a session's WebSocket.
    pub fn said_on_socket(self: &Rc<Self>, conn: &Rc<Conn>, event: ws::Event) {
        match event {
            ws::Event::Text(text) => self.packet(conn, engine::Packet::parse(&text)),
            ws::Event::Binary(bytes) => self.packet(conn, Ok(engine::Packet::Binary(bytes))),
            ws::Event::Ping(payload) => conn.push(ws::pong(&payload)),
            ws::Event::Pong(_) => {}
            ws::Event::Close { code, .. } => {
                if let Link::SocketIo(io) = &conn.link {
                    // The page was left; a connection that is only lost says something else, or nothing.
                    io.borrow_mut().is_final |= code == Some(ws::code::GOING_AWAY);
                }
                conn.push(ws::close_of(code));
                conn.closing.set(true);
            }
        }
    }

    /// Takes a packet, whichever way it came.
    pub fn packet(self: &Rc<Self>, conn: &Rc<Conn>, packet: Result<engine::Packet, Malformed>) {
        let Link::SocketIo(io) = &conn.link else { return };
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
            None => Ok(()),
        });
        if let Err(fault) = taken {
            metrics::REFUSED.with_label_values(&["malformed"]).inc();
            io.borrow_mut().is_final = true;
            let transport = io.borrow().engine.transport();
            match transport {
                Transport::WebSocket => conn.close(self, fault.code(), &fault.to_string()),
                // Its request is answered with the fault; there is nothing more to tell.
                Transport::Polling => return self.gone(conn),
            }
        }
        let is_over = io.borrow().engine.is_over();
        if is_over {
            self.gone(conn);
        }
    }

    fn incoming(self: &Rc<Self>, conn: &Rc<Conn>, incoming: Incoming) -> Result<(), Malformed> {
        match incoming {
            Incoming::Connect { nsp, auth, .. } if nsp.is_root() => {
                let auth = serde_json::from_slice(&auth).map_err(Refusal::malformed);
                if let Err(refusal) = auth.and_then(|auth| self.connect(conn, auth)) {
                    self.refuse(conn, &nsp, &refusal);
                }
                Ok(())
            }
            Incoming::Connect { nsp, .. } => {
                self.refuse(conn, &nsp, &Refusal::new("not_found", "Invalid namespace"));
                Ok(())
            }
            Incoming::Event(event) => self.event(conn, &event),
            Incoming::Disconnect { .. } => {
                self.sign_out(conn);
                Ok(())
            }
            // The server asks for no acknowledgements.
            Incoming::Ack { .. } => Ok(()),
        }
    }

    fn event(self: &Rc<Self>, conn: &Rc<Conn>, event: &Event) -> Result<(), Malformed> {
        let ack = event.id.map_or(Ack::None, Ack::Packet);
        let done = || Ok(json(&serde_json::Map::new()));
        let taken = match ClientFrame::event(event.name(), event.args_text()) {
            Ok(ClientFrame::Join { stream, since }) => {
                if self.is_joining(conn, stream) {
                    Err(Refusal::busy())
                } else {
                    self.join(conn, stream, since, ack);
                    return Ok(());
                }
            }
            Ok(ClientFrame::Command { stream, id, command }) => {
                match self.command(conn, stream, &id, command, ack.clone()) {
                    // Its room answers.
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
                conn.push_frame(&Frame::problem(refusal));
            }
        }
        conn.push_reply(&ack, &taken);
        Ok(())
    }

    fn is_joining(&self, conn: &Conn, stream: StreamKey) -> bool {
        let mut session = conn.session.borrow_mut();
        let subscription = session.as_mut().and_then(|session| session.subscription(stream));
        subscription.is_some_and(|subscription| subscription.state == State::Joining)
    }

    fn refuse(&self, conn: &Conn, nsp: &Namespace, refusal: &Refusal) {
        let Link::SocketIo(io) = &conn.link else { return };
        metrics::REFUSED.with_label_values(&[refusal.code]).inc();
        let frame = io.borrow_mut().namespaces.refuse(nsp, &refusal.message, Some(&json(refusal)));
        conn.push(frame);
    }

    /// A client joins "/": as somebody new, or as who it was.
    fn connect(self: &Rc<Self>, conn: &Rc<Conn>, auth: Auth) -> Result<(), Refusal> {
        let credential = auth.token.map(Credential::Token).or(auth.ticket.map(Credential::Ticket));
        self.sign_in(conn, credential.as_ref())?;
        let (Some(pid), Some(offset)) = (auth.pid.as_deref().and_then(Sid::parse), auth.offset) else {
            self.connected(conn, None);
            return Ok(());
        };
        match self.core.parking.take(pid) {
            Found::Nowhere => self.connected(conn, None),
            Found::Parked(parked) => self.resume(conn, pid, *parked, &offset),
            Found::Live { shard, conn: old } if shard == self.me.index => {
                self.give_up(old);
                self.resume_parked(conn, pid, &offset);
            }
            Found::Live { shard, conn: old } => {
                let (table, conn) = (self.clone(), conn.clone());
                actix_rt::spawn(async move {
                    if let Some(shard) = table.core.shards().get(shard) {
                        let _ = shard.send(Yield(old)).await;
                    }
                    table.resume_parked(&conn, pid, &offset);
                    conn.flush(&table);
                });
            }
        }
        Ok(())
    }

    /// The client of a connection has opened another: the old one is dead, whatever it seems.
    pub fn give_up(&self, old: ConnId) {
        if let Some(old) = self.get(old) {
            self.gone(&old);
        }
    }

    fn resume_parked(self: &Rc<Self>, conn: &Rc<Conn>, pid: Sid, offset: &str) {
        match self.core.parking.take(pid) {
            Found::Parked(parked) => self.resume(conn, pid, *parked, offset),
            Found::Live { .. } | Found::Nowhere => self.connected(conn, None),
        }
    }

    /// Goes on where a lost connection ended: first what it missed, then CONNECT.
    fn resume(self: &Rc<Self>, conn: &Rc<Conn>, pid: Sid, parked: Parked, offset: &str) {
        let Link::SocketIo(io) = &conn.link else { return };
        let user = conn.session.borrow().as_ref().map(|session| session.who.user);
        let Some(Missed { frames, streams }) = parked.trail.after(offset).filter(|_| user == Some(parked.user)) else {
            return self.connected(conn, None);
        };
        {
            let mut io = io.borrow_mut();
            io.trail = Trail::from(offset);
            io.identity = Some(Identity { sid: parked.sid, pid });
        }
        for frame in &frames {
            conn.push_frame(frame);
        }
        for (stream, position) in parked.streams {
            let since = position.filter(|_| !streams.contains(&stream));
            if self.ask_to_join(conn, stream, since, Ack::None).is_err() {
                return self.start_over(conn);
            }
            io.borrow_mut().resuming += 1;
        }
        if io.borrow().resuming == 0 {
            self.connected(conn, Some(()));
        }
    }

    /// A room has answered a join: one of those that a recovery waits for, perhaps.
    pub fn resumed(self: &Rc<Self>, conn: &Rc<Conn>, joined: bool) {
        let Link::SocketIo(io) = &conn.link else { return };
        let left = {
            let mut io = io.borrow_mut();
            if io.resuming == 0 {
                return;
            }
            io.resuming -= 1;
            io.resuming
        };
        if !joined {
            self.start_over(conn);
        } else if left == 0 {
            self.connected(conn, Some(()));
        }
    }

    /// Not all can be recovered: the client is told that it is new, and joins again what it wants.
    fn start_over(self: &Rc<Self>, conn: &Rc<Conn>) {
        let Link::SocketIo(io) = &conn.link else { return };
        {
            let mut io = io.borrow_mut();
            io.resuming = 0;
            io.identity = None;
        }
        self.leave_all(conn);
        self.connected(conn, None);
    }

    fn leave_all(&self, conn: &Conn) {
        let session = conn.session.borrow();
        let streams: Vec<_> = session.iter().flat_map(|session| &session.subscriptions).map(|s| s.stream).collect();
        drop(session);
        for stream in streams {
            self.leave(conn, stream);
        }
    }

    /// Answers CONNECT. `recovered`: as who it was.
    fn connected(&self, conn: &Rc<Conn>, recovered: Option<()>) {
        let Link::SocketIo(io) = &conn.link else { return };
        if self.get(conn.id).is_none() {
            return;
        }
        let mut io = io.borrow_mut();
        let io = &mut *io;
        let identity = match io.identity.take().filter(|_| recovered.is_some()) {
            Some(identity) => identity,
            None => Identity { sid: token().into(), pid: Sid::new(u16::try_from(self.me.index).unwrap_or(u16::MAX)) },
        };
        let accepted = io.namespaces.accept(&Namespace::ROOT, &identity.sid, Some(&identity.pid.to_string()));
        if let Some(frame) = accepted {
            self.core.parking.live(identity.pid, self.me.index, conn.id);
            conn.push(frame);
        }
        io.identity = Some(identity);
    }

    /// The client leaves "/" and means it.
    fn sign_out(&self, conn: &Rc<Conn>) {
        let Link::SocketIo(io) = &conn.link else { return };
        if let Some(identity) = io.borrow_mut().identity.take() {
            self.core.parking.forget(identity.pid);
        }
        io.borrow_mut().trail = Trail::default();
        self.end_session(conn);
    }

    /// A connection has ended; `streams` is what it followed. Keeps what its client may come back for.
    pub fn lost(&self, conn: &Conn, user: Option<store::ids::UserId>, streams: Vec<(StreamKey, Option<Position>)>) {
        let Link::SocketIo(io) = &conn.link else { return };
        let mut io = io.borrow_mut();
        self.sids.borrow_mut().remove(&io.engine.sid());
        if !io.engine.is_over() {
            io.engine.abort();
        }
        if let Some(body) = io.engine.release()
            && let Some(held) = io.held.take()
        {
            let _ = held.send(body);
        }
        let Some(Identity { sid, pid }) = io.identity.take() else { return };
        match user {
            Some(user) if !io.is_final && !self.core.is_draining() => {
                let trail = std::mem::take(&mut io.trail);
                self.core.parking.park(pid, Parked { user, sid, trail, streams });
            }
            _ => self.core.parking.forget(pid),
        }
    }

    /// Once a second: heartbeat and connect timeout. `false`: the connection has ended.
    pub fn tick_session(self: &Rc<Self>, conn: &Rc<Conn>) -> bool {
        let Link::SocketIo(io) = &conn.link else { return true };
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
                self.gone(conn);
                return false;
            }
            // Its task gives up by itself.
            Ticked::ProbeTimeout | Ticked::Nothing => {}
        }
        if is_nobody {
            conn.close(self, close::UNAUTHENTICATED, "nobody has signed in");
        }
        self.get(conn.id).is_some()
    }

    /// A WebSocket that a session moves to: answers its probe, and when it has moved reads on.
    pub async fn probe(self: Rc<Self>, conn: Rc<Conn>, socket: TcpStream, first: Bytes) {
        let socket = Rc::new(socket);
        let mut decoder = ws::Decoder::server(ws::Limits { message: self.core.limits.frame });
        let mut buffer = BytesMut::from(first);
        let moved = timeout(PROBE_TIMEOUT, self.probed(&conn, &socket, &mut decoder, &mut buffer)).await;
        let Link::SocketIo(io) = &conn.link else { return };
        match moved {
            Ok(Ok(true)) => {
                conn.attach(socket, decoder);
                conn.flush(&self);
                conn.read_on(self, buffer.freeze()).await;
            }
            Ok(Ok(false)) | Ok(Err(_)) | Err(_) => {
                io.borrow_mut().engine.probe_lost();
                let _ = write_all(&socket, &ws::close(ws::code::NORMAL, "")).await;
            }
        }
    }

    /// Whether the session has moved. An error is the socket's.
    async fn probed(
        self: &Rc<Self>,
        conn: &Rc<Conn>,
        socket: &TcpStream,
        decoder: &mut ws::Decoder,
        buffer: &mut BytesMut,
    ) -> std::io::Result<bool> {
        let Link::SocketIo(io) = &conn.link else { return Ok(false) };
        loop {
            while let Some(event) = decoder.decode(buffer).map_err(std::io::Error::other)? {
                let packet = match event {
                    ws::Event::Text(text) => engine::Packet::parse(&text).map_err(std::io::Error::other)?,
                    ws::Event::Ping(payload) => {
                        write_all(socket, &ws::pong(&payload)).await?;
                        continue;
                    }
                    ws::Event::Pong(_) => continue,
                    ws::Event::Binary(_) | ws::Event::Close { .. } => return Ok(false),
                };
                let probed = io.borrow_mut().engine.probe(&packet);
                match probed {
                    Probed::Answer(pong) => {
                        // The poll that is held ends, so that the client can leave polling.
                        conn.flush(self);
                        write_all(socket, &pong).await?;
                    }
                    Probed::Upgraded { frames, poll } => {
                        let held = io.borrow_mut().held.take();
                        if let (Some(held), Some(body)) = (held, poll) {
                            let _ = held.send(body);
                        }
                        // None: frames go to the session only when a poll takes them at once.
                        frames.into_iter().for_each(|frame| conn.push(frame));
                        return Ok(true);
                    }
                    Probed::Failed => return Ok(false),
                }
            }
            socket.readable().await?;
            match socket.try_read_buf(buffer) {
                Ok(0) => return Ok(false),
                Ok(_) => {}
                Err(cause) if cause.kind() == std::io::ErrorKind::WouldBlock => {}
                Err(cause) => return Err(cause),
            }
        }
    }
}

impl Conn {
    /// Answers the held poll with what waits, if there is both.
    pub fn answer_poll(self: &Rc<Self>, table: &Rc<Table>) {
        let Link::SocketIo(io) = &self.link else { return };
        {
            let mut io = io.borrow_mut();
            if io.held.is_none() {
                return;
            }
            for frame in self.take_waiting() {
                io.engine.send(frame, &table.engine);
            }
            let Some(body) = io.engine.release() else { return };
            metrics::BYTES_OUT.inc_by(body.len() as u64);
            if let Some(held) = io.held.take() {
                let _ = held.send(body);
            }
        }
        table.caught_up(self);
    }

    /// Ends a session on polling: at once when a poll is held, else when its client polls again.
    pub fn close_polling(self: &Rc<Self>, table: &Rc<Table>) {
        let Link::SocketIo(io) = &self.link else { return };
        let closing = {
            let mut io = io.borrow_mut();
            for frame in self.take_waiting() {
                io.engine.send(frame, &table.engine);
            }
            let closing = io.engine.close(table.now(), &table.engine);
            if let Closing::Answer(body) = &closing
                && let Some(held) = io.held.take()
            {
                let _ = held.send(body.clone());
            }
            closing
        };
        self.closing.set(true);
        self.heard.set(Instant::now());
        if closing != Closing::Wait {
            table.gone(self);
        }
    }
}

pub(super) async fn write_all(socket: &TcpStream, mut bytes: &[u8]) -> std::io::Result<()> {
    while !bytes.is_empty() {
        socket.writable().await?;
        match socket.try_write(bytes) {
            Ok(written) => bytes = &bytes[written..],
            Err(cause) if cause.kind() == std::io::ErrorKind::WouldBlock => {}
            Err(cause) => return Err(cause),
        }
    }
    Ok(())
}
