//! Parses the query of a request. Errors use the official server's codes and messages.

use super::{super::Sid, Transport};

/// The validated query of an Engine.IO request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Query {
    /// Opens a session.
    Open(Transport),
    /// Continues a session.
    Resume(Transport, Sid),
}

/// Reason for rejecting a request. An existing session stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EngineError {
    UnknownTransport,
    UnknownSid,
    HandshakeMethod,
    BadRequest,
    Forbidden,
    UnsupportedProtocol,
    /// The posted payload exceeds the limit.
    TooLarge,
    /// The posted payload did not arrive in time.
    Timeout,
    /// Too many requests or connections from one address.
    TooMany,
    /// The server is too busy, or about to shut down.
    Unavailable,
}

impl Query {
    /// Validates a request. `is_get` and `is_websocket` describe the HTTP request.
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
    /// Returns the HTTP status.
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

    /// Returns the JSON body.
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
            // Same response as the official server's for a request rejected by `allowRequest`.
            Self::TooMany => r#"{"code":4,"message":"Too many requests"}"#,
            Self::Unavailable => r#"{"code":4,"message":"Server is busy or restarting"}"#,
        }
    }
}
