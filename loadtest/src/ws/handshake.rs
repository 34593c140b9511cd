//! TCP connect and opening handshake (RFC 6455 §4.1).

use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::Duration;

use actix_http::ws::hash_key;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::BytesMut;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

use super::WebSocket;
use crate::target::Target;

const MAX_HEAD_SIZE: usize = 16 << 10;
const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(15);

/// Local end of a connection.
#[derive(Clone, Copy, Debug, Default)]
pub struct Source {
    /// `None`: chosen by the kernel.
    pub address: Option<IpAddr>,
    /// Receive buffer of the kernel in bytes; `None`: its default.
    pub receive_buffer: Option<u32>,
}

/// Reason for a failed handshake.
#[derive(Debug)]
pub enum HandshakeError {
    Io(io::Error),
    TimedOut,
    /// The server answered the upgrade with another status than 101.
    Status(u16, String),
    /// The server answered 101 with a wrong accept key.
    NotWebSocket,
}

impl fmt::Display for HandshakeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "{error}"),
            Self::TimedOut => write!(f, "no reply to the upgrade within {} s", HANDSHAKE_TIMEOUT.as_secs()),
            Self::Status(status, body) if body.is_empty() => write!(f, "status {status}"),
            Self::Status(status, body) => write!(f, "status {status}: {body}"),
            Self::NotWebSocket => write!(f, "the reply to the upgrade has a wrong Sec-WebSocket-Accept"),
        }
    }
}

impl From<io::Error> for HandshakeError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl WebSocket {
    /// Connects from `source` and upgrades at `path` (with its query).
    pub async fn open(target: &Target, source: Source, path: &str) -> Result<Self, HandshakeError> {
        tokio::time::timeout(HANDSHAKE_TIMEOUT, Self::handshake(target, source, path))
            .await
            .map_err(|_| HandshakeError::TimedOut)?
    }

    async fn handshake(target: &Target, source: Source, path: &str) -> Result<Self, HandshakeError> {
        let mut stream = connect(target.address, source).await?;
        let key = STANDARD.encode(rand::random::<[u8; 16]>());
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n",
            host = target.host,
        );
        stream.write_all(request.as_bytes()).await?;
        let mut unread = BytesMut::with_capacity(1024);
        let end = loop {
            if let Some(end) = head_end(&unread) {
                break end;
            }
            if unread.len() > MAX_HEAD_SIZE || stream.read_buf(&mut unread).await? == 0 {
                return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
            }
        };
        let head = unread.split_to(end);
        let head = String::from_utf8_lossy(&head);
        match status_of(&head) {
            Some(101)
                if header(&head, "sec-websocket-accept") == std::str::from_utf8(&hash_key(key.as_bytes())).ok() => {}
            Some(101) | None => return Err(HandshakeError::NotWebSocket),
            Some(status) => {
                let length = header(&head, "content-length").and_then(|text| text.parse().ok()).unwrap_or(0);
                while unread.len() < usize::min(length, MAX_HEAD_SIZE) && stream.read_buf(&mut unread).await? > 0 {}
                return Err(HandshakeError::Status(status, String::from_utf8_lossy(&unread).trim().to_owned()));
            }
        }
        Ok(Self::from_stream(stream, unread.to_vec()))
    }
}

async fn connect(address: SocketAddr, source: Source) -> io::Result<TcpStream> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    if let Some(source) = source.address {
        socket.bind(SocketAddr::new(source, 0))?;
    }
    if let Some(bytes) = source.receive_buffer {
        socket.set_recv_buffer_size(bytes)?;
    }
    let stream = socket.connect(address).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

pub(super) fn head_end(bytes: &[u8]) -> Option<usize> {
    bytes.windows(4).position(|window| window == b"\r\n\r\n").map(|start| start + 4)
}

fn status_of(head: &str) -> Option<u16> {
    head.strip_prefix("HTTP/1.1 ")?.split([' ', '\r']).next()?.parse().ok()
}

pub(super) fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    head.lines().skip(1).find_map(|line| {
        let (key, value) = line.split_once(':')?;
        key.eq_ignore_ascii_case(name).then(|| value.trim())
    })
}
