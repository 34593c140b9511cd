//! Long-polling for the hub's sessions. Routes each request to the shard that holds its session.

use std::{net::IpAddr, rc::Rc, time::Instant};

use actix::{Addr, Context, Handler, Message};
use bytes::Bytes;
use tokio::{net::TcpStream, sync::oneshot};

use super::{
    Sid,
    engine::{self, Closing, EngineError, Packets, Polled, Query},
    upgrade::write_all,
};
use crate::{
    Hub, metrics,
    room::fanout::ConnId,
    shard::{Shard, connections::ConnectionTable},
    transport::{
        connection::{Connection, Protocol},
        turn::Turn,
    },
};

/// Response to a polling request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answer {
    pub status: u16,
    pub content_type: &'static str,
    pub body: Bytes,
}

impl Answer {
    fn payload(body: Bytes) -> Self {
        Self { status: 200, content_type: "text/plain; charset=UTF-8", body }
    }
}

impl From<EngineError> for Answer {
    fn from(refusal: EngineError) -> Self {
        metrics::REFUSED.with_label_values(&["polling"]).inc();
        let body = Bytes::from_static(refusal.body().as_bytes());
        Self { status: refusal.status(), content_type: "application/json", body }
    }
}

/// Opens a polling session. Returns its first payload.
#[derive(Message)]
#[rtype(result = "Result<Bytes, EngineError>")]
pub struct Begin(IpAddr);

/// Polls for queued frames.
#[derive(Message)]
#[rtype(result = "Polled")]
pub struct Poll {
    sid: Sid,
    hold: oneshot::Sender<Bytes>,
}

/// Begins a post. Returns the maximum size of its body in bytes.
#[derive(Message)]
#[rtype(result = "Result<usize, EngineError>")]
pub struct Post(Sid);

/// Body of a post. `None`: too large and not read.
#[derive(Message)]
#[rtype(result = "Result<Taken, EngineError>")]
pub struct Posted {
    sid: Sid,
    body: Option<Bytes>,
    /// An earlier part of the same post was already handled.
    is_rest: bool,
}

/// Progress of handling a post.
#[derive(Debug)]
pub enum Taken {
    Whole,
    /// One turn's worth, or as much as the queued replies allow. The rest follows once there is `room`.
    Part {
        rest: Bytes,
        room: Option<oneshot::Receiver<()>>,
    },
}

/// The client dropped a request before its response was sent or its body was complete.
#[derive(Message, Clone, Copy)]
#[rtype(result = "()")]
pub enum Lost {
    Poll(Sid),
    Post(Sid),
}

impl Hub {
    /// Answers a request to `/socket.io/` that is not a WebSocket upgrade. `body` reads the posted payload, up to the
    /// given number of bytes. An error other than [`EngineError::TooLarge`] ends the session. The future of a poll
    /// resolves when frames are queued. Drop it when the client disconnects; that ends the session.
    pub async fn polling(
        &self,
        address: IpAddr,
        is_get: bool,
        is_post: bool,
        query: &str,
        body: impl AsyncFnOnce(usize) -> Result<Bytes, EngineError>,
    ) -> Answer {
        let answer = match Query::parse(query, is_get, false) {
            Err(refusal) => Err(refusal),
            Ok(Query::Open(_)) => match self.shard().send(Begin(address)).await {
                Ok(begun) => begun.map(Answer::payload),
                Err(_) => Err(EngineError::Unavailable),
            },
            Ok(Query::Resume(_, sid)) => match self.holder(sid) {
                None => Err(EngineError::UnknownSid),
                Some(shard) if is_get => poll(&shard, sid).await.map(Answer::payload),
                Some(shard) if is_post => post(&shard, sid, body).await.map(|()| Answer {
                    status: 200,
                    content_type: "text/html",
                    body: Bytes::from_static(b"ok"),
                }),
                Some(_) => Err(EngineError::BadRequest),
            },
        };
        answer.unwrap_or_else(Answer::from)
    }

    /// Returns the shard that holds a session, or `None` if the id is invalid.
    pub(super) fn holder(&self, sid: Sid) -> Option<Addr<Shard>> {
        self.state().shards().into_iter().nth(usize::from(sid.shard()))
    }
}

/// Rejects a WebSocket before it opens, as the official server does.
pub(crate) fn reject(socket: TcpStream, refusal: EngineError) {
    let Answer { status, body, content_type } = refusal.into();
    let reason = actix_http::StatusCode::from_u16(status).ok().and_then(|status| status.canonical_reason());
    let head = format!(
        "HTTP/1.1 {status} {}\r\nconnection: close\r\ncontent-type: {content_type}\r\ncontent-length: {}\r\n\r\n",
        reason.unwrap_or_default(),
        body.len()
    );
    actix_rt::spawn(async move {
        // The peer may have closed already; the error is irrelevant then.
        let _ = write_all(&socket, &[head.as_bytes(), &body].concat()).await;
    });
}

/// Notifies the shard when a request is dropped before it is complete.
struct UnderWay<'a> {
    shard: &'a Addr<Shard>,
    lost: Option<Lost>,
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        if let Some(lost) = self.lost {
            // Bypasses the mailbox bound: this is rare, and the message must not be lost.
            self.shard.do_send(lost);
        }
    }
}

async fn poll(shard: &Addr<Shard>, sid: Sid) -> Result<Bytes, EngineError> {
    let (hold, answer) = oneshot::channel();
    match shard.send(Poll { sid, hold }).await {
        Ok(Polled::Answer(body)) => Ok(body),
        Ok(Polled::Refuse(refusal) | Polled::Overlap(_, refusal)) => Err(refusal),
        Err(_) => Err(EngineError::UnknownSid),
        Ok(Polled::Hold) => {
            let mut held = UnderWay { shard, lost: Some(Lost::Poll(sid)) };
            let body = answer.await;
            held.lost = None;
            body.map_err(|_| EngineError::UnknownSid)
        }
    }
}

async fn post(
    shard: &Addr<Shard>,
    sid: Sid,
    body: impl AsyncFnOnce(usize) -> Result<Bytes, EngineError>,
) -> Result<(), EngineError> {
    let limit = shard.send(Post(sid)).await.unwrap_or(Err(EngineError::UnknownSid))?;
    let mut begun = UnderWay { shard, lost: Some(Lost::Post(sid)) };
    let mut body = match body(limit).await {
        Ok(body) => Some(body),
        Err(EngineError::TooLarge) => None,
        Err(refusal) => return Err(refusal),
    };
    begun.lost = None;
    let mut is_rest = false;
    loop {
        match shard.send(Posted { sid, body, is_rest }).await.unwrap_or(Err(EngineError::UnknownSid))? {
            Taken::Whole => {
                begun.lost = None;
                return Ok(());
            }
            Taken::Part { rest, room } => {
                (body, is_rest) = (Some(rest), true);
                // A client that disconnects now has posted only a part.
                begun.lost = Some(Lost::Post(sid));
                if let Some(room) = room {
                    room.await.map_err(|_| EngineError::UnknownSid)?;
                }
            }
        }
    }
}

impl ConnectionTable {
    pub(super) fn session(&self, sid: Sid) -> Option<Rc<Connection>> {
        let id: Option<ConnId> = self.sids.borrow().get(&sid).copied();
        self.get(id?)
    }

    fn begin(self: &Rc<Self>, address: IpAddr) -> Result<Bytes, EngineError> {
        let place = self.core.usage.address(address, self.core.limits.connections_per_address);
        if place.is_none() {
            return Err(EngineError::TooMany);
        }
        if self.core.is_draining() {
            return Err(EngineError::Unavailable);
        }
        let (_, open) = self.open_session(None, place);
        Ok(engine::payload([&open]))
    }

    fn poll(self: &Rc<Self>, sid: Sid, hold: oneshot::Sender<Bytes>) -> Polled {
        let Some(conn) = self.session(sid) else { return Polled::Refuse(EngineError::UnknownSid) };
        let Protocol::SocketIo(io) = &conn.link else { return Polled::Refuse(EngineError::UnknownSid) };
        let (polled, is_over) = {
            let mut io = io.borrow_mut();
            if io.engine.transport() == engine::Transport::Polling && io.held.is_none() {
                io.fetch(&conn, &self.engine);
            }
            let polled = io.engine.poll(self.now(), &self.engine);
            match &polled {
                Polled::Hold => io.held = Some(hold),
                Polled::Overlap(body, _) => {
                    if let Some(held) = io.held.take() {
                        let _ = held.send(body.clone());
                    }
                }
                Polled::Answer(body) => metrics::BYTES_OUT.inc_by(body.len() as u64),
                Polled::Refuse(_) => {}
            }
            (polled, io.engine.is_over())
        };
        if is_over {
            self.on_disconnect(&conn);
        } else if matches!(polled, Polled::Answer(_)) {
            self.caught_up(&conn);
        }
        polled
    }

    /// Calls `act` with a session's state, and closes the connection if the session has ended.
    fn with_session<R>(&self, sid: Sid, act: impl FnOnce(&mut engine::Session) -> R) -> Option<(Rc<Connection>, R)> {
        let conn = self.session(sid)?;
        let Protocol::SocketIo(io) = &conn.link else { return None };
        let (done, is_over) = {
            let mut io = io.borrow_mut();
            (act(&mut io.engine), io.engine.is_over())
        };
        if is_over {
            self.on_disconnect(&conn);
        }
        Some((conn, done))
    }

    fn post(&self, sid: Sid) -> Result<usize, EngineError> {
        let begun = self.with_session(sid, |session| session.post(self.now(), &self.engine));
        let (conn, begun) = begun.ok_or(EngineError::UnknownSid)?;
        begun.map(|()| conn.largest_frame(&self.core.limits) as usize)
    }

    fn posted(self: &Rc<Self>, Posted { sid, body, is_rest }: Posted) -> Result<Taken, EngineError> {
        // The body may exceed the maximum payload: its packets are rejected one by one.
        let len = body.as_ref().map_or(usize::MAX, |body| body.len().min(self.engine.max_payload as usize));
        let may = self.with_session(sid, |session| session.posted(len, &self.engine));
        let (conn, may) = may.ok_or(EngineError::UnknownSid)?;
        may?;
        let Some(body) = body else { return Err(EngineError::TooLarge) };
        let limits = &self.core.limits;
        let packets = if is_rest { Ok(Packets::of_rest(body)) } else { Packets::of_payload(body) };
        let mut packets = match packets {
            Ok(packets) => packets,
            Err(fault) => {
                self.packet(&conn, Err(fault));
                return Err(EngineError::BadRequest);
            }
        };
        let mut turn = Turn::default();
        while !conn.closing.get() && !turn.is_over() && !conn.is_full(limits.queue) {
            let Some(packet) = packets.next() else { break };
            turn.add_frame();
            // Packets after a malformed one are not read.
            if !self.packet(&conn, packet) {
                return Err(EngineError::BadRequest);
            }
        }
        conn.flush(self);
        match packets.into_rest() {
            Some(rest) if !conn.closing.get() => {
                // The session accepts no other post meanwhile.
                self.with_session(sid, |session| session.post(self.now(), &self.engine));
                Ok(Taken::Part { rest, room: self.room_of(&conn) })
            }
            _ => Ok(Taken::Whole),
        }
    }

    /// Returns a receiver that resolves when the client has fetched the queue, or `None` if there is room already.
    fn room_of(&self, conn: &Connection) -> Option<oneshot::Receiver<()>> {
        let Protocol::SocketIo(io) = &conn.link else { return None };
        conn.is_full(self.core.limits.queue).then(|| {
            let (sender, room) = oneshot::channel();
            io.borrow_mut().room = Some(sender);
            room
        })
    }
}

impl Connection {
    /// Answers the held poll with the queued frames, if there are any.
    pub fn answer_poll(self: &Rc<Self>, table: &Rc<ConnectionTable>) {
        let Protocol::SocketIo(io) = &self.link else { return };
        {
            let mut io = io.borrow_mut();
            if io.held.is_none() {
                return;
            }
            io.fetch(self, &table.engine);
            let Some(body) = io.engine.release() else { return };
            metrics::BYTES_OUT.inc_by(body.len() as u64);
            if let Some(held) = io.held.take() {
                let _ = held.send(body);
            }
        }
        table.caught_up(self);
    }

    /// Ends a polling session: at once if a poll is held, otherwise on the next poll.
    pub fn close_polling(self: &Rc<Self>, table: &Rc<ConnectionTable>) {
        let Protocol::SocketIo(io) = &self.link else { return };
        let closing = {
            let mut io = io.borrow_mut();
            io.fetch(self, &table.engine);
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
            table.on_disconnect(self);
        }
    }
}

impl Handler<Begin> for Shard {
    type Result = Result<Bytes, EngineError>;

    fn handle(&mut self, Begin(address): Begin, _: &mut Context<Self>) -> Self::Result {
        self.table().ok_or(EngineError::Unavailable)?.begin(address)
    }
}

impl Handler<Poll> for Shard {
    type Result = actix::MessageResult<Poll>;

    fn handle(&mut self, Poll { sid, hold }: Poll, _: &mut Context<Self>) -> Self::Result {
        actix::MessageResult(match self.table() {
            Some(table) => table.poll(sid, hold),
            None => Polled::Refuse(EngineError::UnknownSid),
        })
    }
}

impl Handler<Lost> for Shard {
    type Result = ();

    fn handle(&mut self, lost: Lost, _: &mut Context<Self>) {
        let Some(table) = self.table() else { return };
        // An ended session ignores the loss.
        let _ = match lost {
            Lost::Poll(sid) => table.with_session(sid, engine::Session::poll_lost),
            Lost::Post(sid) => table.with_session(sid, engine::Session::post_lost),
        };
    }
}

impl Handler<Post> for Shard {
    type Result = Result<usize, EngineError>;

    fn handle(&mut self, Post(sid): Post, _: &mut Context<Self>) -> Self::Result {
        self.table().ok_or(EngineError::UnknownSid)?.post(sid)
    }
}

impl Handler<Posted> for Shard {
    type Result = Result<Taken, EngineError>;

    fn handle(&mut self, posted: Posted, _: &mut Context<Self>) -> Self::Result {
        self.table().ok_or(EngineError::UnknownSid)?.posted(posted)
    }
}
