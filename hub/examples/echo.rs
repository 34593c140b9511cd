//! Runs the protocol layer alone, for public conformance suites: `cargo run -p hub --example echo`.
//!
//! Listens on 127.0.0.1, port `PORT` (3000; 0 takes a free port and prints it):
//! - `/socket.io/`: on connect emits `auth` with the handshake's auth; answers `message` with `message-back` and the same
//!   arguments; acknowledges `message-with-ack` with its arguments; namespace `/custom` does the same
//! - `/engine.io/`: sends each Engine.IO message back
//! - `/ws/echo`: sends each WebSocket message back, up to 16 MiB
//!
//! `PING_INTERVAL_MS` (300), `PING_TIMEOUT_MS` (200), `MAX_PAYLOAD` (1000000) and `CONNECT_TIMEOUT_MS` (1000) default
//! to the values that the protocols' own test suites expect.

use std::{io, net::TcpListener, rc::Rc};

use actix_http::{HttpService, Method, Payload, Request, Response, StatusCode, body::BoxBody};
use actix_rt::net::TcpStream;
use actix_server::Server;
use actix_service::fn_service;
use bytes::{Bytes, BytesMut};
use futures_util::StreamExt as _;
use hub::transport::socket_io::{
    Sid,
    engine::{self, Config, EngineError, Polled, Query},
};
use tokio::sync::oneshot;

#[path = "echo/client.rs"]
mod client;
#[path = "echo/socket.rs"]
mod socket;

use client::Echo;

/// Configuration expected by the protocols' own test suites.
pub const SUITES: Config = Config {
    ping_interval: 300,
    ping_timeout: 200,
    upgrade_timeout: 10_000,
    connect_timeout: 1_000,
    close_timeout: 30_000,
    max_payload: 1_000_000,
    queue: 16 * 1024 * 1024,
};

#[actix_web::main]
async fn main() -> io::Result<()> {
    let config = Config {
        ping_interval: number("PING_INTERVAL_MS", SUITES.ping_interval)?,
        ping_timeout: number("PING_TIMEOUT_MS", SUITES.ping_timeout)?,
        connect_timeout: number("CONNECT_TIMEOUT_MS", SUITES.connect_timeout)?,
        max_payload: number("MAX_PAYLOAD", SUITES.max_payload)?,
        ..SUITES
    };
    let listener = TcpListener::bind(("127.0.0.1", number("PORT", 3_000)?))?;
    println!("listening on http://{}", listener.local_addr()?);
    run(listener, config)?.await
}

/// Serves until the process ends. Call within an actix system.
pub fn run(listener: TcpListener, config: Config) -> io::Result<Server> {
    let service = move || {
        let echo = Echo::start(config.clone());
        let (requests, sockets) = (echo.clone(), echo);
        HttpService::<TcpStream, _, _>::build()
            .tcp_nodelay(true)
            // A client that disconnects ends its held poll.
            .h1_allow_half_closed(false)
            .upgrade(fn_service(move |(request, framed)| {
                let served = socket::upgrade(sockets.clone(), request, framed);
                // Connection errors are expected.
                async {
                    let _ = served.await;
                    Ok::<_, actix_http::Error>(())
                }
            }))
            .finish(fn_service(move |request| serve(requests.clone(), request)))
            .tcp()
    };
    Ok(Server::build().workers(1).disable_signals().listen("echo", listener, service)?.run())
}

fn number<T: std::str::FromStr>(name: &str, default: T) -> io::Result<T> {
    match std::env::var(name) {
        Err(_) => Ok(default),
        Ok(text) => text.parse().map_err(|_| io::Error::other(format!("{name} must be a number, not {text:?}"))),
    }
}

/// Returns `Some` for the two Engine.IO endpoints; true for the raw one.
fn endpoint(path: &str) -> Option<bool> {
    match path.trim_end_matches('/') {
        "/engine.io" => Some(true),
        "/socket.io" => Some(false),
        _ => None,
    }
}

fn respond(status: u16, kind: &str, body: impl Into<Bytes>) -> Response<BoxBody> {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = Response::build(status);
    response.insert_header(("content-type", kind)).insert_header(("cache-control", "no-store"));
    response.body(body.into()).map_into_boxed_body()
}

fn refuse(refusal: EngineError) -> Response<BoxBody> {
    respond(refusal.status(), "application/json", refusal.body())
}

/// Long-polling.
async fn serve(echo: Rc<Echo>, mut request: Request) -> Result<Response<BoxBody>, actix_http::Error> {
    let Some(raw) = endpoint(request.path()) else { return Ok(respond(404, "text/plain", "Not found")) };
    let is_get = request.method() == Method::GET;
    let text = |body: Bytes| respond(200, "text/plain; charset=UTF-8", body);
    Ok(match Query::parse(request.uri().query().unwrap_or_default(), is_get, false) {
        Err(refusal) => refuse(refusal),
        Ok(Query::Open(transport)) => text(engine::payload([&echo.open(transport, raw, None).1])),
        Ok(Query::Resume(_, sid)) if is_get => poll(&echo, sid).await.map_or_else(refuse, text),
        Ok(Query::Resume(_, sid)) if request.method() == Method::POST => {
            match post(&echo, sid, request.take_payload()).await {
                Ok(()) => respond(200, "text/html", "ok"),
                Err(refusal) => refuse(refusal),
            }
        }
        Ok(Query::Resume(..)) => refuse(EngineError::BadRequest),
    })
}

async fn poll(echo: &Rc<Echo>, sid: Sid) -> Result<Bytes, EngineError> {
    /// Notifies the session when the request is dropped before it is answered.
    struct Held<'a>(&'a Echo, Sid);
    impl Drop for Held<'_> {
        fn drop(&mut self) {
            self.0.with(self.1, |client, _| client.session.poll_lost());
        }
    }

    let (hold, answer) = oneshot::channel();
    let polled = echo.with(sid, |client, now| {
        let polled = client.session.poll(now, &echo.config);
        match &polled {
            Polled::Hold => client.held = Some(hold),
            Polled::Overlap(body, _) => client.answer(body.clone()),
            Polled::Answer(_) | Polled::Refuse(_) => {}
        }
        polled
    });
    match polled {
        None => Err(EngineError::UnknownSid),
        Some(Polled::Answer(body)) => Ok(body),
        Some(Polled::Refuse(refusal) | Polled::Overlap(_, refusal)) => Err(refusal),
        Some(Polled::Hold) => {
            let held = Held(echo, sid);
            let body = answer.await;
            std::mem::forget(held);
            body.map_err(|_| EngineError::UnknownSid)
        }
    }
}

async fn post(echo: &Rc<Echo>, sid: Sid, mut payload: Payload) -> Result<(), EngineError> {
    /// Notifies the session when the request is dropped, or its body is incomplete.
    struct Begun<'a>(&'a Echo, Sid);
    impl Drop for Begun<'_> {
        fn drop(&mut self) {
            self.0.with(self.1, |client, _| client.session.post_lost());
        }
    }

    echo.with(sid, |client, now| client.session.post(now, &echo.config)).ok_or(EngineError::UnknownSid)??;
    let begun = Begun(echo, sid);
    let mut body = BytesMut::new();
    while let Some(chunk) = payload.next().await {
        body.extend_from_slice(&chunk.map_err(|_| EngineError::BadRequest)?);
        if body.len() > echo.config.max_payload as usize {
            break;
        }
    }
    std::mem::forget(begun);
    let body = body.freeze();
    echo.with(sid, |client, _| client.session.posted(body.len(), &echo.config)).ok_or(EngineError::UnknownSid)??;
    let packets = engine::parse_payload(&body);
    let fault = packets.is_err();
    match packets {
        Ok(packets) => packets.into_iter().for_each(|packet| echo.receive(sid, Ok(packet))),
        Err(fault) => echo.receive(sid, Err(fault)),
    }
    if fault { Err(EngineError::BadRequest) } else { Ok(()) }
}
