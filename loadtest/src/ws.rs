//! WebSocket client over one TCP connection, for text messages. All connections of a thread share a read buffer, and a
//! connection keeps bytes only of a partial frame, so one process can hold many thousands of them.

mod frame;
mod handshake;

use std::cell::RefCell;
use std::fmt;
use std::io;
use std::ops::ControlFlow;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use actix_codec::Encoder as _;
use actix_http::ws::{CloseCode, CloseReason, Codec, Message};
use bytes::{Bytes, BytesMut};
use tokio::io::{AsyncRead as _, ReadBuf};
use tokio::net::TcpStream;

use self::frame::{Frame, Kind};
pub use self::handshake::{HandshakeError, Source};

/// Maximum size of one read.
const READ_SIZE: usize = 256 << 10;

thread_local! {
    /// Read buffer shared by the connections of this thread.
    static BUFFER: RefCell<Vec<u8>> = RefCell::new(vec![0; READ_SIZE]);
}

/// Reason for the end of an open connection.
#[derive(Debug)]
pub enum Disconnect {
    /// The server sent a close frame.
    Closed(u16, String),
    /// The connection was lost without a close frame.
    Lost(Option<io::Error>),
    /// The server violated the protocol.
    Invalid(String),
}

impl fmt::Display for Disconnect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed(code, reason) if reason.is_empty() => write!(f, "closed with {code}"),
            Self::Closed(code, reason) => write!(f, "closed with {code}: {reason}"),
            Self::Lost(None) => write!(f, "lost without a close frame"),
            Self::Lost(Some(error)) => write!(f, "lost: {error}"),
            Self::Invalid(what) => write!(f, "protocol violation: {what}"),
        }
    }
}

impl From<io::Error> for Disconnect {
    fn from(error: io::Error) -> Self {
        Self::Lost(Some(error))
    }
}

/// Receives the messages of a connection.
pub trait Listener {
    /// Result of the listener when it stops.
    type Stop;

    /// Returns the length of leading whole frames that need no processing.
    fn skip_known(&mut self, _bytes: &[u8]) -> usize {
        0
    }

    /// Handles a text message. `frame` is its frame, if it came in a single one. Replies go into `replies`.
    fn on_message(
        &mut self,
        text: &[u8],
        frame: Option<&[u8]>,
        replies: &mut Outgoing,
    ) -> Result<ControlFlow<Self::Stop>, Disconnect>;
}

/// Encoded frames to send.
#[derive(Default)]
pub struct Outgoing(BytesMut);

impl Outgoing {
    pub fn text(&mut self, text: String) {
        self.push(Message::Text(text.into()));
    }

    fn push(&mut self, message: Message) {
        // Fails only for a continuation out of order, which is never sent.
        let _ = Codec::new().client_mode().encode(message, &mut self.0);
    }
}

/// Client side of an open WebSocket.
pub struct WebSocket {
    stream: TcpStream,
    /// Bytes not processed yet: a partial frame, or data after the frame that stopped the listener.
    unread: Vec<u8>,
    outgoing: Outgoing,
    /// Parts received so far of a fragmented message.
    fragments: Option<Vec<u8>>,
}

impl WebSocket {
    fn from_stream(stream: TcpStream, unread: Vec<u8>) -> Self {
        Self { stream, unread, outgoing: Outgoing::default(), fragments: None }
    }

    /// Queues a message. [`Self::poll_messages`] sends it.
    pub fn send(&mut self, text: String) {
        self.outgoing.text(text);
    }

    /// Sends a close frame. Queued messages are lost.
    pub fn close(&mut self) {
        self.outgoing.push(Message::Close(Some(CloseReason::from(CloseCode::Normal))));
        // The connection ends even if this fails.
        let _ = self.stream.try_write(&self.outgoing.0);
    }

    /// Ends the connection without a close frame, like a machine that lost power: the server receives a reset at most.
    pub fn abort(self) {
        // If this fails, the connection ends with a FIN, which is as abrupt for a WebSocket.
        let _ = self.stream.set_zero_linger();
    }

    /// Sends queued messages, and passes received ones to `listener` until it stops. Answers pings.
    pub fn poll_messages<L: Listener>(
        &mut self,
        cx: &mut Context<'_>,
        listener: &mut L,
    ) -> Poll<Result<L::Stop, Disconnect>> {
        self.flush(cx)?;
        if !self.unread.is_empty()
            && let Some(stop) = self.process(&[], listener)?
        {
            self.flush(cx)?;
            return Poll::Ready(Ok(stop));
        }
        BUFFER.with_borrow_mut(|buffer| {
            loop {
                let mut read = ReadBuf::new(buffer);
                // A read that does not fill the buffer has drained the socket, so the next one waits without a system
                // call.
                ready!(Pin::new(&mut self.stream).poll_read(cx, &mut read))?;
                if read.filled().is_empty() {
                    return Poll::Ready(Err(Disconnect::Lost(None)));
                }
                let stop = self.process(read.filled(), listener)?;
                // The kernel then acknowledges every other read instead of each, which costs as much as the read
                // itself. The option is not sticky; a failure only costs time.
                let _ = self.stream.set_quickack(false);
                self.flush(cx)?;
                if let Some(stop) = stop {
                    return Poll::Ready(Ok(stop));
                }
            }
        })
    }

    /// Processes the frames in the unread bytes followed by `bytes`, and keeps a partial frame.
    fn process<L: Listener>(&mut self, mut bytes: &[u8], listener: &mut L) -> Result<Option<L::Stop>, Disconnect> {
        while !self.unread.is_empty() {
            // Copies only the rest of the frame, so that following frames are parsed in place.
            let missing = frame::missing(&self.unread)?.min(bytes.len());
            let (part, rest) = bytes.split_at(missing);
            self.unread.extend_from_slice(part);
            bytes = rest;
            if frame::missing(&self.unread)? == 0 {
                let unread = std::mem::take(&mut self.unread);
                let (taken, stop) = self.process_frames(&unread, listener)?;
                self.unread.extend_from_slice(&unread[taken..]);
                if stop.is_some() {
                    self.unread.extend_from_slice(bytes);
                    return Ok(stop);
                }
            } else if bytes.is_empty() {
                return Ok(None);
            }
        }
        let (taken, stop) = self.process_frames(bytes, listener)?;
        self.unread.extend_from_slice(&bytes[taken..]);
        Ok(stop)
    }

    /// Processes whole frames until the listener stops. Returns their length in bytes.
    fn process_frames<L: Listener>(
        &mut self,
        bytes: &[u8],
        listener: &mut L,
    ) -> Result<(usize, Option<L::Stop>), Disconnect> {
        let mut taken = 0;
        loop {
            if self.fragments.is_none() {
                taken += listener.skip_known(&bytes[taken..]);
            }
            let Some(frame) = frame::read(&bytes[taken..])? else { return Ok((taken, None)) };
            taken += frame.bytes.len();
            if let ControlFlow::Break(stop) = self.process_frame(&frame, listener)? {
                return Ok((taken, Some(stop)));
            }
        }
    }

    fn process_frame<L: Listener>(
        &mut self,
        frame: &Frame<'_>,
        listener: &mut L,
    ) -> Result<ControlFlow<L::Stop>, Disconnect> {
        let Frame { is_last, kind, bytes, payload } = *frame;
        match kind {
            Kind::Text | Kind::Continuation if (kind == Kind::Text) == self.fragments.is_some() => {
                return Err(Disconnect::Invalid("a fragment out of order".to_owned()));
            }
            Kind::Text if is_last => return listener.on_message(payload, Some(bytes), &mut self.outgoing),
            Kind::Text | Kind::Continuation => {
                let whole = self.fragments.get_or_insert_default();
                whole.extend_from_slice(payload);
                frame::check_size(whole.len())?;
                if is_last {
                    let whole = self.fragments.take().unwrap_or_default();
                    return listener.on_message(&whole, None, &mut self.outgoing);
                }
            }
            Kind::Binary => return Err(Disconnect::Invalid("a binary message".to_owned())),
            Kind::Ping => self.outgoing.push(Message::Pong(Bytes::copy_from_slice(payload))),
            Kind::Pong => {}
            Kind::Close => {
                self.close();
                let (code, reason) = payload.split_first_chunk().unwrap_or((&[0x03, 0xed], &[]));
                return Err(Disconnect::Closed(
                    u16::from_be_bytes(*code),
                    String::from_utf8_lossy(reason).into_owned(),
                ));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Writes as much as the socket accepts.
    fn flush(&mut self, cx: &mut Context<'_>) -> io::Result<()> {
        while !self.outgoing.0.is_empty() {
            if self.stream.poll_write_ready(cx)?.is_pending() {
                return Ok(());
            }
            match self.stream.try_write(&self.outgoing.0) {
                Ok(written) => drop(self.outgoing.0.split_to(written)),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                Err(error) => return Err(error),
            }
            if self.outgoing.0.is_empty() {
                self.outgoing.0 = BytesMut::new();
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
