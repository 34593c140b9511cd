//! The hub behind HTTP, as in the program, with two users and a chat.

use std::{
    net::{IpAddr, Ipv4Addr, TcpListener},
    sync::Arc,
    time::Duration,
};

use actix_codec::Framed;
use actix_http::{HttpMessage as _, HttpService, Method, Request, Response, StatusCode, h1};
use actix_server::Server;
use actix_service::fn_service;
use bytes::{Bytes, BytesMut};
use futures_util::{FutureExt as _, StreamExt as _, future::LocalBoxFuture};
use hub::{
    Authenticate, Hub, Limits, Principal, UpgradeRequest, protocol,
    transport::{endpoint::parse_endpoint, socket_io::engine::EngineError, ws},
};
use store::{
    account::AccountKind,
    chat::{self, NewDirect},
    cluster::bus::{Bus, Exchange},
    testing,
    types::{
        ids::{ChatId, SessionId, UserId},
        timestamp::Timestamp,
    },
};
use tokio::net::TcpStream;

const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// Tokens are names.
struct Names;

impl Authenticate for Names {
    fn token(&self, token: &str) -> Option<Principal> {
        let user = match token {
            "ann" => UserId(1),
            "ben" => UserId(2),
            "cat" => UserId(3),
            _ => return None,
        };
        let expires_at = Timestamp(i64::MAX);
        Some(Principal { user, session: SessionId(user.0), kind: AccountKind::Regular, expires_at })
    }

    fn ticket<'a>(&'a self, ticket: &'a str) -> LocalBoxFuture<'a, Result<Principal, protocol::WireError>> {
        async move {
            // Simulates database latency: packets sent meanwhile are not lost.
            tokio::task::yield_now().await;
            ticket
                .strip_prefix("ticket-")
                .and_then(|token| self.token(token))
                .ok_or(protocol::WireError::UNAUTHENTICATED)
        }
        .boxed_local()
    }
}

/// Serves with the settings of the program.
pub async fn run(listener: TcpListener) {
    with(listener, Limits::default()).await;
}

/// Serves with a limit of three streams per connection.
pub async fn strict(listener: TcpListener) {
    with(listener, Limits { subscriptions: 3, ..Limits::default() }).await;
}

/// Serves with timeouts short enough for tests. Timeouts are checked every second.
pub async fn hurried(listener: TcpListener) {
    let (silent, unjoined, upgrading) = (Duration::from_secs(2), Duration::from_secs(3), Duration::from_secs(1));
    with(listener, Limits { silent, unjoined, upgrading, ..Limits::default() }).await;
}

/// Serves two nodes on one database until the process ends. Two workers each, so that events often
/// cross workers.
async fn with(listener: TcpListener, limits: Limits) {
    let (db, _folder) = testing::sqlite().await;
    for (id, name) in [(1, "ann"), (2, "ben"), (3, "cat")] {
        testing::account(&db, UserId(id), name).await;
    }
    let new = NewDirect { id: ChatId(7), epoch: "e1".into(), from: UserId(1), with: UserId(2), at: Timestamp(0) };
    chat::direct(&db, new).await.expect("a chat");
    let new = NewDirect { id: ChatId(8), epoch: "e2".into(), from: UserId(1), with: UserId(3), at: Timestamp(0) };
    chat::direct(&db, new).await.expect("another chat");
    let exchange = Exchange::default();
    let node = || Hub::join(db.clone(), Arc::new(Names), limits, Bus::memory(&exchange));
    let second = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let other = format!("http://{}", second.local_addr().expect("an address"));
    actix_rt::spawn(serve(node(), second, String::new()));
    serve(node(), listener, other).await;
}

/// Serves one node. `other` is the URL of the other node, returned at `/other`.
async fn serve(hub: Hub, listener: TcpListener, other: String) {
    let service = move || {
        let (requests, sockets, other) = (hub.clone(), hub.clone(), other.clone());
        HttpService::<TcpStream, _, _>::build()
            .tcp_nodelay(true)
            .h1_allow_half_closed(false)
            .upgrade(fn_service(move |(request, framed)| {
                upgrade(&sockets, &request, framed);
                async { Ok::<_, actix_http::Error>(()) }
            }))
            .finish(fn_service(move |request: Request| {
                let (hub, other) = (requests.clone(), other.clone());
                async move {
                    if request.path() == "/other" {
                        Ok(Response::ok().set_body(other.into()))
                    } else {
                        poll(hub, request).await
                    }
                }
            }))
            .tcp()
    };
    let server = Server::build().workers(2).disable_signals().listen("hub", listener, service).expect("a server");
    server.run().await.expect("it serves");
}

fn upgrade(hub: &Hub, request: &Request, framed: Framed<TcpStream, h1::Codec>) {
    let parts = framed.into_parts();
    let headers = request.headers().iter().map(|(name, value)| (name.as_str(), value.as_bytes()));
    let handshake = ws::accept(request.method() == Method::GET, headers).expect("a handshake");
    let endpoint = parse_endpoint(request.path(), request.uri().query().unwrap_or_default()).expect("a door");
    hub.open(UpgradeRequest { endpoint, address: HERE, handshake }, parts.io, parts.read_buf.freeze());
}

async fn poll(hub: Hub, mut request: Request) -> Result<Response<Bytes>, actix_http::Error> {
    let mut payload = request.take_payload();
    let body = async |limit: usize| {
        let mut body = BytesMut::new();
        while let Some(chunk) = payload.next().await {
            body.extend_from_slice(&chunk.map_err(|_| EngineError::BadRequest)?);
        }
        if body.len() > limit { Err(EngineError::TooLarge) } else { Ok(body.freeze()) }
    };
    let method = request.method();
    let (is_get, is_post) = (method == Method::GET, method == Method::POST);
    let query = request.uri().query().unwrap_or_default();
    let answer = hub.polling(HERE, is_get, is_post, query, body).await;
    let mut response = Response::build(StatusCode::from_u16(answer.status).expect("a status"));
    response.insert_header(("content-type", answer.content_type)).insert_header(("cache-control", "no-store"));
    response.message_body(answer.body)
}
