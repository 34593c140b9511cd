//! Server side of the opening handshake (RFC 6455 §4.2).

use bytes::Bytes;

/// A valid WebSocket upgrade request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    key: [u8; 28],
}

impl Accepted {
    /// Returns the value of `Sec-WebSocket-Accept`.
    pub fn key(&self) -> &[u8] {
        &self.key
    }

    /// Returns the 101 response. Never accepts an extension or a sub-protocol.
    pub fn response(&self) -> Bytes {
        let head =
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ";
        let mut out = Vec::with_capacity(head.len() + self.key.len() + 4);
        out.extend_from_slice(head);
        out.extend_from_slice(&self.key);
        out.extend_from_slice(b"\r\n\r\n");
        out.into()
    }
}

/// Reason for rejecting an upgrade request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HandshakeError {
    /// Not a GET.
    Method,
    /// `Upgrade: websocket` or `Connection: Upgrade` is missing.
    NotAnUpgrade,
    /// `Sec-WebSocket-Version` is not 13; the response must name 13.
    Version,
    /// `Sec-WebSocket-Key` is missing, duplicate, or not 16 bytes in base64.
    Key,
}

impl HandshakeError {
    /// Returns the HTTP status of the response.
    pub fn status(self) -> u16 {
        match self {
            Self::Method => 405,
            Self::NotAnUpgrade | Self::Key => 400,
            Self::Version => 426,
        }
    }
}

/// Validates a request by its method and headers. Names are case-insensitive; a header may repeat.
pub fn accept<'a>(
    is_get: bool,
    headers: impl IntoIterator<Item = (&'a str, &'a [u8])>,
) -> Result<Accepted, HandshakeError> {
    if !is_get {
        return Err(HandshakeError::Method);
    }
    let (mut upgrade, mut connection) = (false, false);
    let (mut version, mut key) = (None, None);
    for (name, value) in headers {
        if name.eq_ignore_ascii_case("upgrade") {
            upgrade |= has_token(value, b"websocket");
        } else if name.eq_ignore_ascii_case("connection") {
            connection |= has_token(value, b"upgrade");
        } else if name.eq_ignore_ascii_case("sec-websocket-version") {
            version = Some(value.trim_ascii());
        } else if name.eq_ignore_ascii_case("sec-websocket-key") && key.replace(value.trim_ascii()).is_some() {
            return Err(HandshakeError::Key);
        }
    }
    if !upgrade || !connection {
        return Err(HandshakeError::NotAnUpgrade);
    }
    if version != Some(b"13") {
        return Err(HandshakeError::Version);
    }
    let key = key.filter(|key| is_nonce(key)).ok_or(HandshakeError::Key)?;
    Ok(Accepted { key: accept_key(key) })
}

/// Returns the answer to a client's key (RFC 6455 §4.2.2, step 5.4).
pub fn accept_key(key: &[u8]) -> [u8; 28] {
    actix_http::ws::hash_key(key)
}

fn has_token(list: &[u8], token: &[u8]) -> bool {
    list.split(|&b| b == b',').any(|part| part.trim_ascii().eq_ignore_ascii_case(token))
}

/// Sixteen bytes in base64 are 22 characters and two of padding.
fn is_nonce(key: &[u8]) -> bool {
    key.len() == 24
        && key.ends_with(b"==")
        && key[..22].iter().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/'))
}
