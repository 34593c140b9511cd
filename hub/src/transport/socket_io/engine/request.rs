//! What a request asks for, by its query, and the refusals with the official server's codes and words.

use super::{super::Sid, Transport};

/// The query of an Engine.IO request, judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Query {
    /// Opens a session.
    Open(Transport),
    /// Goes on with a session.
    Resume(Transport, Sid),
}

/// Why a request is refused. The session, if there is one, stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EngineError {
    UnknownTransport,
    UnknownSid,
    HandshakeMethod,
    BadRequest,
    Forbidden,
    UnsupportedProtocol,
    /// A posted payload past the limit.
    TooLarge,
    /// A posted payload that did not arrive in time.
    Timeout,
    /// Too many requests or connections from one address.
    TooMany,
    /// The server is too busy, or about to shut down.
    Unavailable,
}

impl Query {
    /// Judges a request. `is_get` and `is_websocket` are what HTTP said of it.
    pub fn parse(query: &str, is_get: bool, is_websocket: bool) -> Result<Self, EngineError> {
        let (mut protocol, mut transport, mut sid) = (None, None, None);
        for pair in query.split('&') {
            match pair.split_once('=') {
                Some(("EIO", value)) => protocol = Some(value),
                Some(("transport", value)) => transport = Some(value),
                Some(("sid", value)) if !value.is_empty() => sid = Some(value),
                _ => {}
            }
        }
        let transport = match transport {
            Some("polling") => Transport::Polling,
            Some("websocket") => Transport::WebSocket,
            _ => return Err(EngineError::UnknownTransport),
        };
        if protocol != Some("4") {
            return Err(EngineError::UnsupportedProtocol);
        }
        if (transport == Transport::WebSocket) != is_websocket {
            return Err(EngineError::BadRequest);
        }
        match sid {
            Some(sid) => Sid::parse(sid).map(|sid| Self::Resume(transport, sid)).ok_or(EngineError::UnknownSid),
            None if is_get => Ok(Self::Open(transport)),
            None => Err(EngineError::HandshakeMethod),
        }
    }
}

impl EngineError {
    /// The HTTP status.
    pub fn status(self) -> u16 {
        match self {
            Self::Forbidden => 403,
            Self::TooLarge => 413,
            Self::Timeout => 408,
            Self::TooMany => 429,
            Self::Unavailable => 503,
            _ => 400,
        }
    }

    /// The JSON body.
    pub fn body(self) -> &'static str {
        match self {
            Self::UnknownTransport => r#"{"code":0,"message":"Transport unknown"}"#,
            Self::UnknownSid => r#"{"code":1,"message":"Session ID unknown"}"#,
            Self::HandshakeMethod => r#"{"code":2,"message":"Bad handshake method"}"#,
            Self::BadRequest => r#"{"code":3,"message":"Bad request"}"#,
            Self::Forbidden => r#"{"code":4,"message":"Forbidden"}"#,
            Self::UnsupportedProtocol => r#"{"code":5,"message":"Unsupported protocol version"}"#,
            Self::TooLarge => r#"{"code":3,"message":"Payload too large"}"#,
            Self::Timeout => r#"{"code":3,"message":"Payload did not arrive in time"}"#,
            // As the official server answers what its `allowRequest` refuses.
            Self::TooMany => r#"{"code":4,"message":"Too many requests"}"#,
            Self::Unavailable => r#"{"code":4,"message":"Server is busy or restarting"}"#,
        }
    }
}
