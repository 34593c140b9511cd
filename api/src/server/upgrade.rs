//! Turns an HTTP connection into a socket of the hub.
//!
//! Upgrade requests leave the HTTP side before routing, so path, origin and shutdown are checked here. The hub
//! authenticates the client.

use std::net::{IpAddr, Ipv4Addr};

use actix_codec::Framed;
use actix_http::{Request, RequestHead, h1};
use actix_web::{
    ResponseError as _,
    http::{StatusCode, header},
};
use bytes::Bytes;
use hub::{
    UpgradeRequest,
    protocol::WireError,
    transport::{endpoint, ws},
};
use tokio::{io::AsyncWriteExt as _, net::TcpStream};

use crate::{
    app_state::AppState,
    error::Error,
    http::{
        engine_io,
        extract::{client_address, forwarded_lines},
        middleware,
    },
    server::connection_limit::IdlePermit,
};

/// Handles an upgrade request: passes the connection to the hub, or sends an error and closes it.
pub async fn upgrade(state: &AppState, request: Request, framed: Framed<TcpStream, h1::Codec>) {
    let parts = framed.into_parts();
    let mut socket = parts.io;
    if let Some(silence) = request.conn_data::<IdlePermit>() {
        silence.request_seen();
    }
    let (head, path) = (request.head(), request.path());
    let id = middleware::request_id(&head.headers);
    let handshake = match judge(state, head, path) {
        Ok(handshake) => handshake,
        Err(error) => {
            hub::metrics::REFUSED.with_label_values(&[error.code()]).inc();
            // Logs no query, which may hold a token.
            tracing::info!(target: "access", method = "UPGRADE", path, status = error.status_code().as_u16(), request_id = id);
            // The client may have disconnected already; the write error is ignored.
            let _ = socket.write_all(refusal(&error, &id, path).as_bytes()).await;
            let _ = socket.shutdown().await;
            return;
        }
    };
    match endpoint::parse_endpoint(path, request.uri().query().unwrap_or_default()) {
        Ok(endpoint) => {
            tracing::info!(target: "access", method = "UPGRADE", path, status = 101, request_id = id);
            let opening = UpgradeRequest { endpoint, address: address(state, head), handshake };
            state.hub.open(opening, socket, parts.read_buf.freeze());
        }
        Err(refused) => {
            hub::metrics::REFUSED.with_label_values(&[&refused.close_code().to_string()]).inc();
            tracing::info!(target: "access", method = "UPGRADE", path, code = refused.code, request_id = id);
            let _ = socket.write_all(&opened_and_closed(&handshake, &refused)).await;
            let _ = socket.shutdown().await;
        }
    }
}

fn judge(state: &AppState, head: &RequestHead, path: &str) -> Result<ws::Accepted, Error> {
    if !endpoint::is_endpoint_path(path) {
        return Err(Error::NotFound);
    }
    if !origin_may(head, &state.config.origins) {
        return Err(Error::NotAllowed);
    }
    if state.connections.check_forwarded(peer(head), address(state, head)).is_err() {
        return Err(Error::TooMany(1));
    }
    if state.hub.is_draining() {
        return Err(Error::Unavailable("the server is leaving".to_owned()));
    }
    let headers = head.headers.iter().map(|(name, value)| (name.as_str(), value.as_bytes()));
    ws::accept(head.method == actix_web::http::Method::GET, headers).map_err(|refusal| match refusal {
        ws::HandshakeError::Method => Error::MethodNotAllowed(vec!["GET".to_owned()]),
        ws::HandshakeError::NotAnUpgrade => Error::Malformed("this is not the opening of a WebSocket".to_owned()),
        ws::HandshakeError::Version => Error::Malformed("Sec-WebSocket-Version has to be 13".to_owned()),
        ws::HandshakeError::Key => Error::Malformed("Sec-WebSocket-Key has to be one nonce of 16 bytes".to_owned()),
    })
}

/// Returns true if the origin may open a socket. Browsers send cookies with sockets opened by any site, so only our own
/// origins are allowed. Other programs send no origin.
pub fn origin_may(head: &RequestHead, allowed: &[String]) -> bool {
    let Some(origin) = head.headers.get(header::ORIGIN) else { return true };
    let Ok(origin) = origin.to_str().map(str::to_lowercase) else { return false };
    if allowed.contains(&origin) {
        return true;
    }
    let own = head.headers.get(header::HOST).and_then(|host| host.to_str().ok()).map(str::to_lowercase);
    let named = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
    own.is_some() && named == own.as_deref()
}

fn address(state: &AppState, head: &RequestHead) -> IpAddr {
    client_address(peer(head), &forwarded_lines(&head.headers), &state.config.proxies)
}

fn peer(head: &RequestHead) -> IpAddr {
    head.peer_addr.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |peer| peer.ip())
}

/// The complete response to a rejected upgrade. Socket.IO gets it in Engine.IO form.
fn refusal(error: &Error, id: &str, path: &str) -> String {
    let (status, body) = if endpoint::is_socket_io(path) {
        let refusal = engine_io::refusal(error);
        (StatusCode::from_u16(refusal.status()).unwrap_or(StatusCode::BAD_REQUEST), refusal.body().to_owned())
    } else {
        (error.status_code(), serde_json::to_string(&error.body()).unwrap_or_default())
    };
    let extra = match error {
        // RFC 6455 §4.4 requires this header for a wrong version. It is sent with every malformed request.
        Error::Malformed(_) => "sec-websocket-version: 13\r\n",
        Error::TooMany(_) | Error::Unavailable(_) => "retry-after: 1\r\n",
        _ => "",
    };
    format!(
        "HTTP/1.1 {} {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\
         x-request-id: {id}\r\nx-content-type-options: nosniff\r\n{extra}\r\n{body}",
        status.as_u16(),
        status.canonical_reason().unwrap_or_default(),
        body.len(),
    )
}

/// Opens the socket and closes it with a code. Browser scripts can read a close code but not the status of a rejected
/// upgrade.
fn opened_and_closed(handshake: &ws::Accepted, refused: &WireError) -> Bytes {
    let close = ws::close(refused.close_code(), &refused.message);
    [handshake.response(), close].concat().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origin_may_accepts_only_own_and_configured_sites() {
        let may = |origin: Option<&str>| {
            let mut head = RequestHead::default();
            head.headers.insert(header::HOST, "plaza.example:8080".parse().unwrap());
            if let Some(origin) = origin {
                head.headers.insert(header::ORIGIN, origin.parse().unwrap());
            }
            origin_may(&head, &["http://localhost:5173".to_owned()])
        };
        for origin in
            [None, Some("http://plaza.example:8080"), Some("https://Plaza.example:8080"), Some("http://localhost:5173")]
        {
            assert!(may(origin), "{origin:?}");
        }
        for origin in
            ["null", "", "http://evil.example", "http://plaza.example", "http://plaza.example:8080.evil.example"]
        {
            assert!(!may(Some(origin)), "{origin}");
        }
    }
}
