//! Endpoints of the live wire: parses paths and queries.

use std::{borrow::Cow, net::IpAddr};

use store::types::ids::CompanyId;

use crate::{
    protocol::{Position, StreamKey, WireError},
    transport::ws,
};

/// A WebSocket upgrade request that has been read and not yet answered.
pub struct UpgradeRequest {
    pub endpoint: Endpoint,
    pub address: IpAddr,
    pub handshake: ws::Accepted,
}

/// Purpose of a connection.
#[derive(Debug, PartialEq, Eq)]
pub enum Endpoint {
    /// A plain WebSocket: one stream, joined by connecting.
    Plain { stream: StreamKey, since: Option<Position>, credential: Option<Credential> },
    /// Socket.IO: all streams over one connection. Engine.IO parses its query.
    SocketIo { query: String },
}

/// Credential of a user.
#[derive(Clone, PartialEq, Eq)]
pub enum Credential {
    Token(String),
    /// Single-use ticket, valid for 30 s.
    Ticket(String),
}

impl std::fmt::Debug for Credential {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Token(_) => "Token(…)",
            Self::Ticket(_) => "Ticket(…)",
        })
    }
}

/// Returns true if a path is an endpoint of the live wire.
pub fn is_endpoint_path(path: &str) -> bool {
    path.starts_with("/ws/") || is_socket_io(path)
}

/// Returns true if a path is that of Socket.IO.
pub fn is_socket_io(path: &str) -> bool {
    path.trim_end_matches('/') == "/socket.io"
}

/// Parses the path and query of an upgrade request.
///
/// Paths, each with or without its trailing slash: `/ws/group-list/?type=users|professionals&id=…`,
/// `/ws/friends/?id=…`, `/ws/notifications/?id=…`, `/ws/availability/{company_id}/`, `/ws/orders/{company_id}/`, `/ws/order/{order_id}/`,
/// `/ws/reels/{reel_id}/`, `/ws/tickets/{ticket_id}/`, `/ws/chat/users/{chat_id}/`,
/// `/ws/chat/professionals/{chat_id}/`, `/socket.io/`. On the plain ones `token` or `ticket` authenticates the user, and `epoch` with `seq` resumes.
pub fn parse_endpoint(path: &str, query: &str) -> Result<Endpoint, WireError> {
    let path = path.trim_end_matches('/');
    if path == "/socket.io" {
        return Ok(Endpoint::SocketIo { query: query.to_owned() });
    }
    let query = Query::parse(query);
    let stream = if path == "/ws/group-list" {
        let audience = query.get("type").unwrap_or_default();
        let id = query.get("id").and_then(|id| id.parse().ok());
        match (audience, id) {
            ("users" | "professionals", Some(id)) => StreamKey::Chats(id),
            _ => return Err(WireError::malformed("expected type=users or type=professionals, and id=<your id>")),
        }
    } else if path == "/ws/friends" {
        match query.get("id").and_then(|id| id.parse().ok()) {
            Some(id) => StreamKey::Friends(id),
            None => return Err(WireError::malformed("expected id=<your id>")),
        }
    } else if path == "/ws/notifications" {
        match query.get("id").and_then(|id| id.parse().ok()) {
            Some(id) => StreamKey::Notifications(id),
            None => return Err(WireError::malformed("expected id=<your id>")),
        }
    } else if let Some(id) = path.strip_prefix("/ws/availability/") {
        StreamKey::Availability(company(id)?)
    } else if let Some(id) = path.strip_prefix("/ws/orders/") {
        StreamKey::Orders(company(id)?)
    } else if let Some(id) = path.strip_prefix("/ws/order/") {
        StreamKey::Order(id.parse().map_err(|_| WireError::malformed("expected the number of an order in the path"))?)
    } else if let Some(id) = path.strip_prefix("/ws/reels/") {
        StreamKey::Reel(id.parse().map_err(|_| WireError::malformed("expected the number of a reel in the path"))?)
    } else if let Some(id) = path.strip_prefix("/ws/tickets/") {
        StreamKey::Ticket(id.parse().map_err(|_| WireError::malformed("expected the number of a ticket in the path"))?)
    } else {
        let chat = path.strip_prefix("/ws/chat/users/").or_else(|| path.strip_prefix("/ws/chat/professionals/"));
        match chat.map(str::parse) {
            Some(Ok(id)) => StreamKey::Chat(id),
            Some(Err(_)) => return Err(WireError::malformed("expected the number of a chat in the path")),
            None => return Err(WireError::NOT_FOUND),
        }
    };
    let since = match (query.get("epoch"), query.get("seq")) {
        (None, None) => None,
        (Some(epoch), Some(seq)) => match seq.parse() {
            Ok(seq) if seq >= 0 => Some(Position { epoch: epoch.into(), seq }),
            _ => return Err(WireError::malformed("expected a number from 0 on in seq")),
        },
        _ => return Err(WireError::malformed("expected epoch and seq together, or neither")),
    };
    let token = query.get("token").map(|token| Credential::Token(token.to_owned()));
    let ticket = query.get("ticket").map(|ticket| Credential::Ticket(ticket.to_owned()));
    Ok(Endpoint::Plain { stream, since, credential: token.or(ticket) })
}

fn company(id: &str) -> Result<CompanyId, WireError> {
    id.parse().map_err(|_| WireError::malformed("expected the number of a company in the path"))
}

/// The pairs of a query string.
struct Query<'a>(Vec<(Cow<'a, str>, Cow<'a, str>)>);

impl<'a> Query<'a> {
    fn parse(text: &'a str) -> Self {
        let pairs = text.split('&').filter(|pair| !pair.is_empty());
        Self(
            pairs
                .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
                .map(|(k, v)| (decoded(k), decoded(v)))
                .collect(),
        )
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_ref())
    }
}

/// Decodes percent-encoding. Leaves invalid text unchanged.
fn decoded(text: &str) -> Cow<'_, str> {
    if !text.contains(['%', '+']) {
        return text.into();
    }
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let escaped = bytes.get(at + 1..at + 3).and_then(|hex| std::str::from_utf8(hex).ok());
        match (byte, escaped.and_then(|hex| u8::from_str_radix(hex, 16).ok())) {
            (b'%', Some(value)) => {
                out.push(value);
                at += 3;
                continue;
            }
            (b'+', _) => out.push(b' '),
            _ => out.push(byte),
        }
        at += 1;
    }
    String::from_utf8_lossy(&out).into_owned().into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use store::types::ids::{ChatId, UserId};

    #[test]
    fn documented_path_parses_to_its_stream() {
        let token = || Some(Credential::Token("a.b+c".into()));
        let list = parse_endpoint("/ws/group-list/", "type=users&id=3&token=a.b%2Bc");
        assert_eq!(list, Ok(Endpoint::Plain { stream: StreamKey::Chats(UserId(3)), since: None, credential: token() }));
        let friends = parse_endpoint("/ws/friends", "id=3&token=a.b%2Bc");
        let stream = StreamKey::Friends(UserId(3));
        assert_eq!(friends, Ok(Endpoint::Plain { stream, since: None, credential: token() }));
        for path in ["/ws/chat/users/7", "/ws/chat/users/7/", "/ws/chat/professionals/7/"] {
            let since = Some(Position { epoch: "e".into(), seq: 4 });
            let chat = parse_endpoint(path, "ticket=t&epoch=e&seq=4");
            let credential = Some(Credential::Ticket("t".into()));
            assert_eq!(chat, Ok(Endpoint::Plain { stream: StreamKey::Chat(ChatId(7)), since, credential }));
        }
        assert!(matches!(parse_endpoint("/socket.io/", "EIO=4&transport=websocket"), Ok(Endpoint::SocketIo { .. })));
    }

    #[test]
    fn unknown_path_or_query_is_rejected_with_its_error() {
        for (path, query, code) in [
            ("/ws/chat/users/abc/", "", "malformed"),
            ("/ws/group-list/", "type=robots&id=3", "malformed"),
            ("/ws/group-list/", "type=users", "malformed"),
            ("/ws/friends/", "id=me", "malformed"),
            ("/ws/chat/users/7/", "epoch=e", "malformed"),
            ("/ws/nothing/", "", "not_found"),
        ] {
            assert_eq!(parse_endpoint(path, query).map_err(|refusal| refusal.code), Err(code), "{path}?{query}");
        }
    }
}
