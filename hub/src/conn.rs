//! One WebSocket connection: its socket, its queue, its session. Lives on the thread of its shard.

use std::{
    cell::{Cell, RefCell},
    io,
    net::{IpAddr, Shutdown},
    rc::Rc,
    time::{Duration, Instant},
};

use bytes::{Bytes, BytesMut};
use socket2::SockRef;
use tokio::net::TcpStream;

use crate::{
    limits::Place,
    metrics,
    outbound::Outbound,
    outlet::{Ack, ConnId},
    session::{Session, State},
    shard::Table,
    wire::{self, Frame, Kind, Reply, StreamKey},
    ws,
};

/// How frames are put for this connection.
pub enum Link {
    /// One stream, frames as they are.
    Plain(StreamKey),
}

pub struct Conn {
    pub id: ConnId,
    pub link: Link,
    pub session: RefCell<Option<Session>>,
    socket: TcpStream,
    out: RefCell<Outbound>,
    decoder: RefCell<ws::Decoder>,
    /// A task waits for the socket to take more.
    writing: Cell<bool>,
    /// Nothing more is read or queued; the socket ends when the queue has been written.
    pub closing: Cell<bool>,
    /// When the peer last said anything, and when it was last asked to.
    pub heard: Cell<Instant>,
    pub pinged: Cell<Instant>,
    _place: Option<Place<IpAddr>>,
}

impl Conn {
    pub fn new(id: ConnId, link: Link, socket: TcpStream, limits: ws::Limits, place: Option<Place<IpAddr>>) -> Self {
        let now = Instant::now();
        Self {
            id,
            link,
            session: RefCell::new(None),
            socket,
            out: RefCell::default(),
            decoder: RefCell::new(ws::Decoder::server(limits)),
            writing: Cell::new(false),
            closing: Cell::new(false),
            heard: Cell::new(now),
            pinged: Cell::new(now),
            _place: place,
        }
    }

    /// Queues a complete WebSocket frame.
    pub fn push(&self, frame: Bytes) {
        if !self.closing.get() {
            self.out.borrow_mut().push(frame);
        }
    }

    /// Queues a server frame for this connection alone.
    pub fn push_frame(&self, frame: &Frame) {
        let Link::Plain(_) = &self.link;
        self.push(frame.plain());
    }

    /// Queues an event or signal of a stream that the connection follows, if it is live there and its queue has room.
    pub fn offer(&self, stream: StreamKey, frame: &Frame, seq: i64, limit: usize) {
        let mut session = self.session.borrow_mut();
        let Some(subscription) = session.as_mut().and_then(|session| session.subscription(stream)) else { return };
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

    /// Queues the answer to a request.
    pub fn push_reply(&self, ack: &Ack, reply: &Reply) {
        let Link::Plain(_) = &self.link;
        match ack {
            Ack::None | Ack::Packet(_) => {}
            Ack::Id(id) => {
                let head = format!("\"type\":\"ack\",\"id\":{},", wire::json(id));
                self.push(ws::text(&wire::reply_object(&head, reply)));
            }
        }
    }

    /// Writes what waits. What the socket does not take now is written when it does.
    pub fn flush(self: &Rc<Self>, table: &Rc<Table>) {
        if self.writing.get() {
            return;
        }
        match self.write() {
            Ok(true) => {}
            Ok(false) => {
                self.writing.set(true);
                actix_rt::spawn(self.clone().write_on(table.clone()));
            }
            Err(_) => table.gone(self),
        }
    }

    /// Goes on writing as the socket takes more, until nothing waits.
    async fn write_on(self: Rc<Self>, table: Rc<Table>) {
        loop {
            let written = match self.socket.writable().await {
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
                    return table.gone(&self);
                }
            }
        }
    }

    fn write(&self) -> io::Result<bool> {
        let drained = self.out.borrow_mut().write_to(&self.socket)?;
        if drained && self.closing.get() {
            // The peer sees everything up to the close frame, then the end.
            let _ = SockRef::from(&self.socket).shutdown(Shutdown::Write);
        }
        Ok(drained)
    }

    /// Says goodbye: a close frame after what waits already, and then nothing.
    pub fn close(self: &Rc<Self>, table: &Rc<Table>, code: u16, reason: &str) {
        if self.closing.get() {
            return;
        }
        metrics::REFUSED.with_label_values(&[&code.to_string()]).inc_by(u64::from(code >= 4000));
        self.push(ws::close(code, reason));
        self.closing.set(true);
        self.heard.set(Instant::now());
        self.flush(table);
    }

    /// Ends at once, whatever waits.
    pub fn abort(&self) {
        self.closing.set(true);
        self.out.borrow_mut().drop_unwritten();
        let _ = SockRef::from(&self.socket).shutdown(Shutdown::Both);
    }

    /// How long the peer has taken nothing of what waits.
    pub fn stalled(&self, now: Instant) -> Duration {
        self.out.borrow().blocked().map_or(Duration::ZERO, |since| now.saturating_duration_since(since))
    }

    /// Reads until the peer is gone.
    pub async fn read_on(self: Rc<Self>, table: Rc<Table>, first: Bytes) {
        let mut partial = BytesMut::from(first);
        if !partial.is_empty() {
            self.take_in(&table, &mut partial);
        }
        loop {
            if self.socket.readable().await.is_err() {
                break;
            }
            match self.read(&table, &mut partial) {
                Ok(0) => break,
                Ok(_) => {}
                Err(cause) if cause.kind() == io::ErrorKind::WouldBlock => {}
                Err(_) => break,
            }
        }
        table.gone(&self);
    }

    /// Reads once. Bytes go through a buffer that the whole thread shares, so a connection that is quiet, or whose frames
    /// come whole, owns none.
    fn read(self: &Rc<Self>, table: &Rc<Table>, partial: &mut BytesMut) -> io::Result<usize> {
        if !partial.is_empty() {
            partial.reserve(4 * 1024);
            let count = self.socket.try_read_buf(partial)?;
            self.heard.set(Instant::now());
            self.take_in(table, partial);
            return Ok(count);
        }
        let mut scratch = table.scratch.take();
        scratch.clear();
        scratch.reserve(SCRATCH);
        let read = self.socket.try_read_buf(&mut scratch);
        if let Ok(count) = read
            && count > 0
        {
            self.heard.set(Instant::now());
            self.take_in(table, &mut scratch);
            if !scratch.is_empty() {
                *partial = BytesMut::from(&scratch[..]);
            }
        }
        table.scratch.replace(scratch);
        read
    }

    fn take_in(self: &Rc<Self>, table: &Rc<Table>, buffer: &mut BytesMut) {
        while !self.closing.get() {
            let decoded = self.decoder.borrow_mut().decode(buffer);
            match decoded {
                Ok(Some(event)) => table.said(self, event),
                Ok(None) => break,
                Err(cause) => {
                    metrics::REFUSED.with_label_values(&["frame"]).inc();
                    self.close(table, cause.code(), &cause.to_string());
                }
            }
        }
        if self.closing.get() {
            buffer.clear();
        }
        if buffer.is_empty() && buffer.capacity() > SCRATCH {
            *buffer = BytesMut::new();
        }
    }
}

/// Bytes read at once.
const SCRATCH: usize = 16 * 1024;
