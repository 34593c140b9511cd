//! A connection: socket, write queue and session. Lives on the thread of its shard. [`input`] reads from its socket.

mod input;

use std::{
    cell::{Cell, RefCell},
    collections::VecDeque,
    io,
    net::{IpAddr, Shutdown},
    rc::Rc,
    sync::Arc,
    time::{Duration, Instant},
};

use bytes::Bytes;
use socket2::SockRef;
use tokio::net::TcpStream;

use crate::{
    metrics,
    protocol::{self, EventBatch, Frame, Kind, Position, Reply, StreamKey, WireError, close},
    room::fanout::{Ack, ConnId},
    shard::connections::ConnectionTable,
    transport::{
        limits::{Bucket, Limits, Permit},
        session::{Session, State},
        socket_io::{Namespace, Packet, driver::Io},
        write_queue::WriteQueue,
        ws,
    },
};

/// Framing of this connection.
pub enum Protocol {
    /// One stream, plain frames.
    Plain(StreamKey),
    /// All streams over one connection, in packets.
    SocketIo(Box<RefCell<Io>>),
}

pub struct Connection {
    pub id: ConnId,
    pub link: Protocol,
    pub session: RefCell<Option<Session>>,
    /// `None` while a Socket.IO client polls.
    socket: RefCell<Option<Rc<TcpStream>>>,
    out: RefCell<WriteQueue>,
    decoder: RefCell<ws::Decoder>,
    /// Set while a task waits for the socket to become writable.
    writing: Cell<bool>,
    /// Closing: nothing more is read or queued. The socket closes when the queue has been written.
    pub closing: Cell<bool>,
    /// Time of the peer's last complete frame (single bytes do not count) and of the last ping sent to it.
    pub heard: Cell<Instant>,
    pub pinged: Cell<Instant>,
    /// Rate of commands and signals. Outlives a session, so that signing in again does not refill it.
    commands: Cell<Bucket>,
    overhead: Cell<Bucket>,
    _place: Option<Permit<IpAddr>>,
}

impl Connection {
    pub fn new(
        id: ConnId,
        link: Protocol,
        socket: Option<TcpStream>,
        limits: ws::Limits,
        place: Option<Permit<IpAddr>>,
    ) -> Self {
        let now = Instant::now();
        Self {
            id,
            link,
            session: RefCell::new(None),
            socket: RefCell::new(socket.map(Rc::new)),
            out: RefCell::default(),
            decoder: RefCell::new(ws::Decoder::server(limits)),
            writing: Cell::new(false),
            closing: Cell::new(false),
            heard: Cell::new(now),
            pinged: Cell::new(now),
            commands: Cell::new(Bucket::full()),
            overhead: Cell::new(Bucket::full()),
            _place: place,
        }
    }

    /// Returns false while a Socket.IO client polls.
    pub fn is_on_socket(&self) -> bool {
        self.socket.borrow().is_some()
    }

    fn socket(&self) -> Option<Rc<TcpStream>> {
        self.socket.borrow().clone()
    }

    /// Moves the connection to a WebSocket whose handshake is complete.
    pub fn attach(&self, socket: Rc<TcpStream>, decoder: ws::Decoder, limits: &Limits) {
        self.socket.replace(Some(socket));
        self.decoder.replace(decoder);
        self.limit_frames(limits);
        self.heard.set(Instant::now());
    }

    /// Returns the maximum size in bytes of a frame to read. For a signed-in client this includes frames that will be
    /// rejected.
    pub fn largest_frame(&self, limits: &Limits) -> u32 {
        match &*self.session.borrow() {
            Some(_) => limits.frame.max(limits.refused_frame),
            None => limits.anonymous_frame,
        }
    }

    /// Sets the frame size limit, which depends on whether the client has signed in.
    pub fn limit_frames(&self, limits: &Limits) {
        self.decoder.borrow_mut().set_limits(ws::Limits { message: self.largest_frame(limits) });
    }

    /// Takes one token of the connection's command rate.
    pub fn take_token(&self, limits: &Limits) -> Result<(), WireError> {
        let mut commands = self.commands.get();
        let taken = commands.take(limits.rate, limits.burst, Instant::now());
        self.commands.set(commands);
        taken.map_err(|wait| WireError::too_many(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX).max(1)))
    }

    /// Counts overhead frames and closes a connection that sends too many.
    pub fn count_overhead(self: &Rc<Self>, table: &Rc<ConnectionTable>, frames: u32) {
        let Limits { overhead_rate, overhead_burst, .. } = table.core.limits;
        let mut overhead = self.overhead.get();
        let taken = overhead.take_many(frames, overhead_rate, overhead_burst, Instant::now());
        self.overhead.set(overhead);
        if taken.is_err() {
            // A polling session stays until the next poll returns its end; the answers to its flood are dropped.
            self.out.borrow_mut().clear_unsent();
            self.close(table, close::TOO_MANY, "too many frames that are no commands");
        }
    }

    /// Queues a pong. A newer ping replaces a pong that has not been written.
    pub fn answer_ping(&self, payload: &[u8]) {
        if !self.closing.get() {
            self.out.borrow_mut().set_pong(ws::pong(payload));
        }
    }

    /// Returns true if the write queue exceeds `limit`. The connection is not read from until the client drains the
    /// queue.
    pub fn is_full(&self, limit: usize) -> bool {
        self.out.borrow().bytes() > limit
    }

    /// Starts the timeout in which a full polling client has to fetch its queue. On a socket, writes start it.
    pub fn watch_unfetched(&self, now: Instant, limit: usize) {
        if self.socket.borrow().is_none() && self.is_full(limit) {
            self.out.borrow_mut().block(now);
        }
    }

    /// Takes the queued frames, for a polling client.
    pub fn take_waiting(&self) -> VecDeque<Bytes> {
        self.out.borrow_mut().take_all()
    }

    /// Returns true if data is blocked on the socket or queued for the next poll.
    pub fn is_held_up(&self) -> bool {
        self.writing.get() || (self.socket.borrow().is_none() && self.out.borrow().bytes() > 0)
    }

    /// Queues a complete WebSocket frame.
    pub fn push(&self, frame: Bytes) {
        if !self.closing.get() {
            self.out.borrow_mut().push(frame);
        }
    }

    /// Queues a server frame for this connection alone.
    pub fn push_frame(&self, frame: &Frame) {
        match &self.link {
            Protocol::Plain(_) => self.push(frame.plain()),
            Protocol::SocketIo(io) => {
                io.borrow_mut().trail.sent(frame);
                self.push(frame.socket_io());
            }
        }
    }

    /// Queues events of a stream. Queues them in one piece if they directly follow the connection's position and fit in
    /// its queue.
    pub fn offer_run(&self, stream: StreamKey, run: &Arc<EventBatch>, limit: usize) {
        if !self.takes_whole(stream, run, limit) {
            for (seq, frame) in (run.first()..).zip(run.frames()) {
                self.offer(stream, frame, seq, limit);
            }
            return;
        }
        metrics::DELIVERIES.inc_by(run.frames().len() as u64);
        match &self.link {
            Protocol::Plain(_) => self.push(run.plain()),
            Protocol::SocketIo(io) => {
                io.borrow_mut().trail.sent_run(run);
                self.push(run.socket_io());
            }
        }
    }

    /// Returns true if a run can be queued in one piece, and advances the position. A polling client gets each frame on
    /// its own.
    fn takes_whole(&self, stream: StreamKey, run: &EventBatch, limit: usize) -> bool {
        let mut session = self.session.borrow_mut();
        let subscription = session.as_mut().and_then(|session| session.subscription(stream));
        let Some(subscription) = subscription.filter(|subscription| {
            subscription.state == State::Live
                && subscription.seq + 1 == run.first()
                && self.out.borrow().bytes() + run.size() <= limit
                && self.socket.borrow().is_some()
        }) else {
            return false;
        };
        subscription.seq = run.last();
        true
    }

    /// Returns the position of a live subscriber inside a batch. The database had returned it more events than its room
    /// knew.
    pub fn within(&self, stream: StreamKey, batch: &Frame, seq: i64) -> Option<Position> {
        let from = batch.from()?;
        let mut session = self.session.borrow_mut();
        let subscription = session.as_mut()?.subscription(stream)?;
        let is_within = subscription.state == State::Live && subscription.seq > from && subscription.seq < seq;
        is_within.then(|| subscription.position()).flatten()
    }

    /// Queues an event or signal of a subscribed stream, if the subscription is live and the queue has room.
    pub fn offer(&self, stream: StreamKey, frame: &Frame, seq: i64, limit: usize) {
        let mut session = self.session.borrow_mut();
        let Some(session) = session.as_mut() else { return };
        let Some(frame) = frame.for_viewer(session.who.user) else { return };
        let Some(subscription) = session.subscription(stream) else { return };
        let is_signal = frame.kind() == Kind::Signal;
        if subscription.state != State::Live || (!is_signal && seq <= subscription.seq) {
            return;
        }
        if self.out.borrow().bytes() + frame.size() > limit {
            if is_signal {
                metrics::SLOW.with_label_values(&["signal_dropped"]).inc();
            } else {
                metrics::SLOW.with_label_values(&["conflated"]).inc();
                subscription.state = State::Behind;
            }
            return;
        }
        if !is_signal {
            subscription.seq = seq;
        }
        metrics::DELIVERIES.inc();
        self.push_frame(frame);
    }

    /// Queues the reply to a request.
    pub fn push_reply(&self, ack: &Ack, reply: &Reply) {
        match ack {
            Ack::None => {}
            Ack::Packet(id) => {
                self.push(Packet::ack(&Namespace::ROOT, *id, &protocol::reply_object("", reply), &[]).0);
            }
            Ack::Id(id) => {
                let head = format!("\"type\":\"ack\",\"id\":{},", protocol::json(id));
                self.push(ws::text(&protocol::reply_object(&head, reply)));
            }
        }
    }

    /// Writes queued frames. The rest is written when the socket becomes writable.
    pub fn flush(self: &Rc<Self>, table: &Rc<ConnectionTable>) {
        if self.writing.get() {
            return;
        }
        if self.socket().is_none() {
            return self.answer_poll(table);
        }
        match self.write() {
            Ok(true) => {}
            Ok(false) => {
                self.writing.set(true);
                actix_rt::spawn(self.clone().write_on(table.clone()));
            }
            Err(_) => table.on_disconnect(self),
        }
    }

    /// Writes as the socket becomes writable, until the queue is empty.
    async fn write_on(self: Rc<Self>, table: Rc<ConnectionTable>) {
        loop {
            let Some(socket) = self.socket() else { return self.writing.set(false) };
            let written = match socket.writable().await {
                Ok(()) => self.write(),
                Err(cause) => Err(cause),
            };
            match written {
                Ok(false) => {}
                Ok(true) => {
                    self.writing.set(false);
                    return table.caught_up(&self);
                }
                Err(_) => {
                    self.writing.set(false);
                    return table.on_disconnect(&self);
                }
            }
        }
    }

    fn write(&self) -> io::Result<bool> {
        let Some(socket) = self.socket() else { return Ok(true) };
        let drained = self.out.borrow_mut().write_to(&socket)?;
        if drained && self.closing.get() {
            // The peer receives everything up to the close frame, then the end of the stream.
            let _ = SockRef::from(&*socket).shutdown(Shutdown::Write);
        }
        Ok(drained)
    }

    /// Closes the connection: queues a close frame after the waiting frames, and nothing after it.
    pub fn close(self: &Rc<Self>, table: &Rc<ConnectionTable>, code: u16, reason: &str) {
        if self.closing.get() {
            return;
        }
        metrics::REFUSED.with_label_values(&[&code.to_string()]).inc_by(u64::from(code >= 4000));
        if let Protocol::SocketIo(io) = &self.link {
            // A connection closed by the server is not recoverable.
            io.borrow_mut().is_final = true;
            if self.socket().is_none() {
                return self.close_polling(table);
            }
        }
        self.push_last(ws::close(code, reason));
        self.heard.set(Instant::now());
        self.flush(table);
    }

    /// Queues a close frame. Nothing is queued after it.
    pub fn push_last(&self, close: Bytes) {
        self.out.borrow_mut().queue_pong();
        self.push(close);
        self.closing.set(true);
    }

    /// Aborts the connection at once and drops the queue.
    pub fn abort(&self) {
        self.closing.set(true);
        self.out.borrow_mut().clear_unsent();
        if let Some(socket) = self.socket() {
            let _ = SockRef::from(&*socket).shutdown(Shutdown::Both);
        }
    }

    /// Frees memory that an idle connection does not need.
    pub fn release(&self) {
        self.out.borrow_mut().release();
    }

    /// Returns the time for which the peer has read nothing of the queue.
    pub fn stalled(&self, now: Instant) -> Duration {
        self.out.borrow().blocked().map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
    }
}
