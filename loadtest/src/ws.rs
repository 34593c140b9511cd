//! A WebSocket client over one TCP connection: the opening handshake (RFC 6455 §4.1) and text messages both ways. It
//! holds no buffer while nothing is in flight, so one process can hold many thousands of them.

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use actix_codec::{Decoder as _, Encoder as _};
use actix_http::ws::{CloseCode, CloseReason, Codec, Frame, Item, Message, ProtocolError, hash_key};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::{Bytes, BytesMut};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, Interest};
use tokio::net::{TcpSocket, TcpStream};

use crate::target::Target;

/// A snapshot of 50 messages of 4,000 characters of 4 bytes fits many times.
const LARGEST_MESSAGE: usize = 16 << 20;
const LARGEST_HEAD: usize = 16 << 10;
const READ_SIZE: usize = 4096;
const OPENING_TIMEOUT: Duration = Duration::from_secs(15);

/// Where a connection comes from.
#[derive(Clone, Copy, Debug, Default)]
pub struct Source {
    /// `None`: the kernel chooses.
    pub address: Option<IpAddr>,
    /// Bytes that the kernel keeps for it before the server has to; `None`: as many as it likes.
    pub buffer: Option<u32>,
}

/// Why a connection was not opened.
#[derive(Debug)]
pub enum Refusal {
    Io(io::Error),
    TimedOut,
    /// The server answered the upgrade with something else than 101.
    Status(u16, String),
    /// It answered 101 to something else than this handshake.
    NotWebSocket,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "{error}"),
            Self::TimedOut => write!(f, "no answer to the upgrade within {} s", OPENING_TIMEOUT.as_secs()),
            Self::Status(status, body) if body.is_empty() => write!(f, "status {status}"),
            Self::Status(status, body) => write!(f, "status {status}: {body}"),
            Self::NotWebSocket => write!(f, "the answer to the upgrade has a wrong Sec-WebSocket-Accept"),
        }
    }
}

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// How an open connection came to its end.
#[derive(Debug)]
pub enum Ended {
    /// The server sent a close frame.
    Closed(u16, String),
    /// The connection went away without one.
    Cut(Option<io::Error>),
    /// The server sent what the protocol does not allow.
    Broken(String),
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Closed(code, reason) if reason.is_empty() => write!(f, "closed with {code}"),
            Self::Closed(code, reason) => write!(f, "closed with {code}: {reason}"),
            Self::Cut(None) => write!(f, "cut without a close frame"),
            Self::Cut(Some(error)) => write!(f, "cut: {error}"),
            Self::Broken(what) => write!(f, "broken: {what}"),
        }
    }
}

impl From<ProtocolError> for Ended {
    fn from(error: ProtocolError) -> Self {
        Self::Broken(error.to_string())
    }
}

/// One open WebSocket, client side.
pub struct WebSocket {
    stream: TcpStream,
    codec: Codec,
    inbox: BytesMut,
    outbox: BytesMut,
    /// The parts so far of a message that comes in fragments.
    fragments: Option<BytesMut>,
}

impl WebSocket {
    /// Connects from `source`, and upgrades at `path` (with its query).
    pub async fn open(target: &Target, source: Source, path: &str) -> Result<Self, Refusal> {
        tokio::time::timeout(OPENING_TIMEOUT, Self::shake_hands(target, source, path))
            .await
            .map_err(|_| Refusal::TimedOut)?
    }

    async fn shake_hands(target: &Target, source: Source, path: &str) -> Result<Self, Refusal> {
        let mut stream = connect(target.address, source).await?;
        let key = STANDARD.encode(rand::random::<[u8; 16]>());
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n",
            host = target.host,
        );
        stream.write_all(request.as_bytes()).await?;
        let mut inbox = BytesMut::with_capacity(1024);
        let end = loop {
            if let Some(end) = head_end(&inbox) {
                break end;
            }
            if inbox.len() > LARGEST_HEAD || stream.read_buf(&mut inbox).await? == 0 {
                return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
            }
        };
        let head = inbox.split_to(end);
        let head = String::from_utf8_lossy(&head);
        match status_of(&head) {
            Some(101)
                if header(&head, "sec-websocket-accept") == std::str::from_utf8(&hash_key(key.as_bytes())).ok() => {}
            Some(101) | None => return Err(Refusal::NotWebSocket),
            Some(status) => {
                let length = header(&head, "content-length").and_then(|text| text.parse().ok()).unwrap_or(0);
                while inbox.len() < usize::min(length, LARGEST_HEAD) && stream.read_buf(&mut inbox).await? > 0 {}
                return Err(Refusal::Status(status, String::from_utf8_lossy(&inbox).trim().to_owned()));
            }
        }
        Ok(Self::over(stream, inbox))
    }

    fn over(stream: TcpStream, inbox: BytesMut) -> Self {
        let codec = Codec::new().client_mode().max_size(LARGEST_MESSAGE);
        Self { stream, codec, inbox, outbox: BytesMut::new(), fragments: None }
    }

    /// Takes a message to be sent; it leaves at once if the socket has room, else while [`Self::next`] waits.
    pub fn send(&mut self, text: String) -> Result<(), Ended> {
        self.codec.encode(Message::Text(text.into()), &mut self.outbox)?;
        self.flush()
    }

    /// Says goodbye. What was not sent yet is lost.
    pub fn close(&mut self) {
        let reason = CloseReason::from(CloseCode::Normal);
        if self.codec.encode(Message::Close(Some(reason)), &mut self.outbox).is_ok() {
            // The connection ends here either way.
            let _ = self.flush();
        }
    }

    /// Ends without a word, as a machine does that has lost its power: the server hears of it at most by a reset.
    pub fn abort(self) {
        // Should it fail, the connection ends with a FIN: just as sudden to a WebSocket.
        let _ = self.stream.set_zero_linger();
    }

    /// The next text message. Answers pings by itself. Losing the future loses nothing.
    pub async fn next(&mut self) -> Result<Bytes, Ended> {
        loop {
            while let Some(frame) = self.codec.decode(&mut self.inbox)? {
                if let Some(text) = self.take(frame)? {
                    return Ok(text);
                }
            }
            if self.inbox.is_empty() {
                self.inbox = BytesMut::new();
            }
            let interest =
                if self.outbox.is_empty() { Interest::READABLE } else { Interest::READABLE | Interest::WRITABLE };
            let ready = self.stream.ready(interest).await.map_err(cut)?;
            if ready.is_writable() {
                self.flush()?;
            }
            if ready.is_readable() || ready.is_read_closed() {
                self.inbox.reserve(READ_SIZE);
                match self.stream.try_read_buf(&mut self.inbox) {
                    Ok(0) => return Err(Ended::Cut(None)),
                    Ok(_) => {}
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                    Err(error) => return Err(cut(error)),
                }
            }
        }
    }

    fn take(&mut self, frame: Frame) -> Result<Option<Bytes>, Ended> {
        match frame {
            Frame::Text(text) => return Ok(Some(text)),
            Frame::Ping(payload) => {
                self.codec.encode(Message::Pong(payload), &mut self.outbox)?;
                self.flush()?;
            }
            Frame::Pong(_) => {}
            Frame::Binary(_) => return Err(Ended::Broken("a binary message".to_owned())),
            Frame::Close(reason) => {
                self.close();
                let (code, text) = reason.map_or((1005, None), |reason| (u16::from(reason.code), reason.description));
                return Err(Ended::Closed(code, text.unwrap_or_default()));
            }
            Frame::Continuation(Item::FirstText(part)) => self.fragments = Some(BytesMut::from(&part[..])),
            Frame::Continuation(Item::FirstBinary(_)) => {
                return Err(Ended::Broken("a binary message".to_owned()));
            }
            Frame::Continuation(Item::Continue(part)) => {
                self.fragments.get_or_insert_default().extend_from_slice(&part)
            }
            Frame::Continuation(Item::Last(part)) => {
                let mut whole = self.fragments.take().unwrap_or_default();
                whole.extend_from_slice(&part);
                return Ok(Some(whole.freeze()));
            }
        }
        Ok(None)
    }

    fn flush(&mut self) -> Result<(), Ended> {
        while !self.outbox.is_empty() {
            match self.stream.try_write(&self.outbox) {
                Ok(written) => drop(self.outbox.split_to(written)),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(()),
                Err(error) => return Err(cut(error)),
            }
        }
        self.outbox = BytesMut::new();
        Ok(())
    }
}

fn cut(error: io::Error) -> Ended {
    Ended::Cut(Some(error))
}

async fn connect(address: SocketAddr, source: Source) -> io::Result<TcpStream> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    if let Some(source) = source.address {
        socket.bind(SocketAddr::new(source, 0))?;
    }
    if let Some(bytes) = source.buffer {
        socket.set_recv_buffer_size(bytes)?;
    }
    let stream = socket.connect(address).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

fn head_end(bytes: &[u8]) -> Option<usize> {
    bytes.windows(4).position(|window| window == b"\r\n\r\n").map(|start| start + 4)
}

fn status_of(head: &str) -> Option<u16> {
    head.strip_prefix("HTTP/1.1 ")?.split([' ', '\r']).next()?.parse().ok()
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    head.lines().skip(1).find_map(|line| {
        let (key, value) = line.split_once(':')?;
        key.eq_ignore_ascii_case(name).then(|| value.trim())
    })
}

#[cfg(test)]
mod tests;
