//! A WebSocket client over one TCP connection: text messages both ways. All connections of a thread read into one buffer,
//! and a connection keeps bytes only while a part of a frame is missing, so one process can hold many thousands of them.

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

/// What is taken from a connection with one call.
const READ_SIZE: usize = 256 << 10;

thread_local! {
    /// Where the connections of this thread read to, one after the other.
    static BUFFER: RefCell<Vec<u8>> = RefCell::new(vec![0; READ_SIZE]);
}

/// How an open connection came to its end.
#[derive(Debug)]
pub enum Disconnect {
    /// The server sent a close frame.
    Closed(u16, String),
    /// The connection went away without one.
    Lost(Option<io::Error>),
    /// The server sent what the protocol does not allow.
    Invalid(String),
}

impl fmt::Display for Disconnect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed(code, reason) if reason.is_empty() => write!(f, "closed with {code}"),
            Self::Closed(code, reason) => write!(f, "closed with {code}: {reason}"),
            Self::Lost(None) => write!(f, "cut without a close frame"),
            Self::Lost(Some(error)) => write!(f, "cut: {error}"),
            Self::Invalid(what) => write!(f, "broken: {what}"),
        }
    }
}

impl From<io::Error> for Disconnect {
    fn from(error: io::Error) -> Self {
        Self::Lost(Some(error))
    }
}

/// Who hears what comes in on a connection.
pub trait Listener {
    /// What it stops listening for.
    type Stop;

    /// Bytes from the beginning of a frame on: how many of them, in whole frames, need not be looked at any more.
    fn skip_known(&mut self, _bytes: &[u8]) -> usize {
        0
    }

    /// A text message, and the frame that it came in, if it was one. What is to be answered goes into `replies`.
    fn on_message(
        &mut self,
        text: &[u8],
        frame: Option<&[u8]>,
        replies: &mut Outgoing,
    ) -> Result<ControlFlow<Self::Stop>, Disconnect>;
}

/// Frames on their way out.
#[derive(Default)]
pub struct Outgoing(BytesMut);

impl Outgoing {
    pub fn text(&mut self, text: String) {
        self.push(Message::Text(text.into()));
    }

    fn push(&mut self, message: Message) {
        // Only a continuation out of turn is refused, and none is ever sent.
        let _ = Codec::new().client_mode().encode(message, &mut self.0);
    }
}

/// One open WebSocket, client side.
pub struct WebSocket {
    stream: TcpStream,
    /// What was read and not taken yet: the beginning of a frame, or what follows the one that stopped a listener.
    unread: Vec<u8>,
    outgoing: Outgoing,
    /// The parts so far of a message that comes in fragments.
    fragments: Option<Vec<u8>>,
}

impl WebSocket {
    fn from_stream(stream: TcpStream, unread: Vec<u8>) -> Self {
        Self { stream, unread, outgoing: Outgoing::default(), fragments: None }
    }

    /// Takes a message to be sent. It leaves with the next [`Self::poll_messages`].
    pub fn send(&mut self, text: String) {
        self.outgoing.text(text);
    }

    /// Says goodbye. What was not sent yet is lost.
    pub fn close(&mut self) {
        self.outgoing.push(Message::Close(Some(CloseReason::from(CloseCode::Normal))));
        // The connection ends here either way.
        let _ = self.stream.try_write(&self.outgoing.0);
    }

    /// Ends without a word, as a machine does that has lost its power: the server hears of it at most by a reset.
    pub fn abort(self) {
        // Should it fail, the connection ends with a FIN: just as sudden to a WebSocket.
        let _ = self.stream.set_zero_linger();
    }

    /// Sends what is to be sent, and hands all that comes in to `listener` until it stops. Answers pings by itself.
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
                // A read that does not fill the buffer has taken all: the next one waits without asking the kernel.
                ready!(Pin::new(&mut self.stream).poll_read(cx, &mut read))?;
                if read.filled().is_empty() {
                    return Poll::Ready(Err(Disconnect::Lost(None)));
                }
                let stop = self.process(read.filled(), listener)?;
                // The kernel then acknowledges every other read instead of each, which costs as much as the read itself.
                // It forgets again, and if it refuses, nothing but time is lost.
                let _ = self.stream.set_quickack(false);
                self.flush(cx)?;
                if let Some(stop) = stop {
                    return Poll::Ready(Ok(stop));
                }
            }
        })
    }

    /// Takes the frames in what was left and in `bytes`, which follow it, and leaves what is no whole frame.
    fn process<L: Listener>(&mut self, mut bytes: &[u8], listener: &mut L) -> Result<Option<L::Stop>, Disconnect> {
        while !self.unread.is_empty() {
            // Only as much as the frame misses, so that what follows is taken where it lies.
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

    /// Takes whole frames up to the one that stops the listener, and tells how many bytes they are.
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
                return Err(Disconnect::Invalid("a fragment out of turn".to_owned()));
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

    /// Writes what there is room for, and waits for room for the rest.
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
