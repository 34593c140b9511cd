//! The protocol layer alone, for public conformance suites to be pointed at: `cargo run -p hub --example echo`.
//!
//! On 127.0.0.1, port `PORT` (3000; 0 takes a free one, which is printed):
//! - `/socket.io/`: on connect emits `auth` with the handshake's auth; answers `message` with `message-back` and the same
//!   arguments; acknowledges `message-with-ack` with its arguments; namespace `/custom` does the same
//! - `/engine.io/`: sends each Engine.IO message back
//! - `/ws/echo`: sends each WebSocket message back, up to 16 MiB
//!
//! `PING_INTERVAL_MS` (300), `PING_TIMEOUT_MS` (200), `MAX_PAYLOAD` (1000000) and `CONNECT_TIMEOUT_MS` (1000) default to what
//! the protocols' own test suites expect.

use std::{
    cell::RefCell,
    collections::HashMap,
    io,
    net::TcpListener,
    rc::Rc,
    time::{Duration, Instant},
};

use actix_codec::Framed;
use actix_http::{HttpMessage as _, HttpService, Method, Request, Response, StatusCode, body::BoxBody, h1};
use actix_rt::net::TcpStream;
use actix_server::Server;
use actix_service::fn_service;
use bytes::{Bytes, BytesMut};
use futures_util::StreamExt as _;
use hub::{
    socket_io::{
        Incoming, Limits, Malformed, Namespaces, Packet, Sid,
        engine::{
            self, Closing, Config, Millis, Polled, Probed, Query, Received, Refusal, Sent, Session, Ticked, Transport,
        },
        token,
    },
    ws,
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    sync::{mpsc, oneshot},
};

/// The largest messages of the WebSocket suites.
const PLAIN_LIMIT: u32 = 16 * 1024 * 1024;
/// How often sessions are looked at; the suites' intervals are a few hundred milliseconds.
const TICK: Duration = Duration::from_millis(10);
/// Apart from the reply to CONNECT, so that a client which waits for one message and then for the next sees both.
const GREETING: Duration = Duration::from_millis(5);

/// What goes to a socket's writer.
enum Out {
    Frame(Bytes),
    /// The last frame; the connection ends after it.
    End(Bytes),
}

/// What the protocols' own test suites expect of a server.
pub const SUITES: Config = Config {
    ping_interval: 300,
    ping_timeout: 200,
    upgrade_timeout: 10_000,
    connect_timeout: 1_000,
    close_timeout: 30_000,
    max_payload: 1_000_000,
    queue: 16 * 1024 * 1024,
};

type Wire = mpsc::UnboundedSender<Out>;

struct Echo {
    config: Config,
    started: Instant,
    clients: RefCell<HashMap<Sid, Client>>,
}

struct Client {
    session: Session,
    /// None on `/engine.io/`, where messages go back as they are.
    namespaces: Option<Namespaces>,
    opened: Millis,
    held: Option<oneshot::Sender<Bytes>>,
    socket: Option<Wire>,
    probe: Option<Wire>,
}

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

/// Serves until the process ends. To be called within an actix system.
pub fn run(listener: TcpListener, config: Config) -> io::Result<Server> {
    let service = move || {
        let echo = Rc::new(Echo { config: config.clone(), started: Instant::now(), clients: RefCell::default() });
        actix_rt::spawn(tick(echo.clone()));
        let (requests, sockets) = (echo.clone(), echo);
        HttpService::<TcpStream, _, _>::build()
            .tcp_nodelay(true)
            // A client that goes away ends the poll that is held for it.
            .h1_allow_half_closed(false)
            .upgrade(fn_service(move |(request, framed)| {
                let served = upgrade(sockets.clone(), request, framed);
                // A connection that breaks is no news.
                async { Ok::<_, actix_http::Error>(served.await.unwrap_or_default()) }
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

async fn tick(echo: Rc<Echo>) {
    let mut ticks = tokio::time::interval(TICK);
    loop {
        ticks.tick().await;
        let now = echo.now();
        echo.clients.borrow_mut().retain(|_, client| {
            client.tick(now, &echo.config);
            client.settle()
        });
    }
}

impl Echo {
    fn now(&self) -> Millis {
        self.started.elapsed().as_millis() as Millis
    }

    fn open(&self, transport: Transport, raw: bool, socket: Option<Wire>) -> (Sid, Bytes) {
        let (sid, now) = (Sid::new(0), self.now());
        let (session, open) = Session::open(sid, transport, now, &self.config);
        let namespaces = (!raw).then(|| Namespaces::new(Limits::default()));
        let client = Client { session, namespaces, opened: now, held: None, socket, probe: None };
        self.clients.borrow_mut().insert(sid, client);
        (sid, open)
    }

    /// Does something with a session, and then what follows from it.
    fn with<R>(&self, sid: Sid, act: impl FnOnce(&mut Client, Millis) -> R) -> Option<R> {
        let mut clients = self.clients.borrow_mut();
        let client = clients.get_mut(&sid)?;
        let done = act(client, self.now());
        if !client.settle() {
            clients.remove(&sid);
        }
        Some(done)
    }

    /// Takes a packet of the session.
    fn receive(self: &Rc<Self>, sid: Sid, packet: Result<engine::Packet, Malformed>) {
        self.with(sid, |client, now| {
            let taken = packet
                .and_then(|packet| client.session.receive(packet, now, &self.config))
                .and_then(|received| self.message(sid, client, received));
            if let Err(fault) = taken {
                client.end(ws::close(fault.code(), &fault.to_string()));
            }
        });
    }

    fn message(self: &Rc<Self>, sid: Sid, client: &mut Client, received: Received) -> Result<(), Malformed> {
        let Some(namespaces) = &mut client.namespaces else {
            match received {
                Received::Text(text) => client.send(engine::Packet::Text(text).frame(), &self.config),
                Received::Binary(bytes) => client.send(engine::Packet::Binary(bytes).frame(), &self.config),
                Received::Nothing | Received::Close => {}
            }
            return Ok(());
        };
        let incoming = match received {
            Received::Text(text) => namespaces.text(&text)?,
            Received::Binary(bytes) => namespaces.binary(bytes)?,
            Received::Nothing | Received::Close => None,
        };
        match incoming {
            Some(Incoming::Connect { nsp, auth, .. }) if matches!(nsp.as_str(), "/" | "/custom") => {
                if let Some(frame) = namespaces.accept(&nsp, &token(), None) {
                    client.send(frame, &self.config);
                }
                let echo = self.clone();
                actix_rt::spawn(async move {
                    tokio::time::sleep(GREETING).await;
                    let auth = String::from_utf8_lossy(&auth);
                    echo.with(sid, |client, _| client.emit(Packet::event(&nsp, "auth", &auth, &[]), &echo.config));
                });
            }
            Some(Incoming::Connect { nsp, .. }) => {
                let frame = namespaces.refuse(&nsp, "Invalid namespace", None);
                client.send(frame, &self.config);
            }
            Some(Incoming::Event(event)) => {
                let args = event.raw_args()?;
                let answer = match (event.name(), event.id) {
                    ("message", _) => Packet::event(&event.nsp, "message-back", args, &event.attachments),
                    ("message-with-ack", Some(id)) => Packet::ack(&event.nsp, id, args, &event.attachments),
                    _ => return Ok(()),
                };
                client.emit(answer, &self.config);
            }
            Some(Incoming::Ack { .. } | Incoming::Disconnect { .. }) | None => {}
        }
        Ok(())
    }
}

impl Client {
    fn send(&mut self, frame: Bytes, config: &Config) {
        match self.session.send(frame, config) {
            Sent::Write(frame) => {
                if let Some(socket) = &self.socket {
                    let _ = socket.send(Out::Frame(frame));
                }
            }
            Sent::Full => self.session.abort(),
            Sent::Queued | Sent::Closed => {}
        }
    }

    fn emit(&mut self, packet: hub::socket_io::Ready, config: &Config) {
        for frame in packet.into_frames() {
            self.send(frame, config);
        }
    }

    fn tick(&mut self, now: Millis, config: &Config) {
        match self.session.tick(now, config) {
            Ticked::Ping(ping) => self.send(ping, config),
            Ticked::ProbeTimeout => self.end_probe(),
            Ticked::Nothing | Ticked::Timeout => {}
        }
        let idle = self.namespaces.as_ref().is_some_and(|namespaces| !namespaces.has_any());
        if idle
            && now >= self.opened + config.connect_timeout
            && let Closing::Answer(body) = self.session.close(now, config)
        {
            self.answer(body);
        }
    }

    fn answer(&mut self, body: Bytes) {
        if let Some(held) = self.held.take() {
            let _ = held.send(body);
        }
    }

    fn end(&mut self, last: Bytes) {
        self.session.abort();
        if let Some(socket) = self.socket.take() {
            let _ = socket.send(Out::End(last));
        }
    }

    fn end_probe(&mut self) {
        if let Some(probe) = self.probe.take() {
            let _ = probe.send(Out::End(ws::close(ws::code::NORMAL, "")));
        }
    }

    /// Answers the held poll if there is something for it. `false`: the session is over.
    fn settle(&mut self) -> bool {
        if let Some(body) = self.session.release() {
            self.answer(body);
        }
        if self.session.is_over() {
            self.end(ws::close(ws::code::NORMAL, ""));
            self.end_probe();
        }
        !self.session.is_over()
    }

    /// Takes a packet on the WebSocket that the session is moving to. Whether the socket stays.
    fn probed(&mut self, packet: &engine::Packet, config: &Config) {
        match self.session.probe(packet) {
            Probed::Answer(frame) => {
                if let Some(probe) = &self.probe {
                    let _ = probe.send(Out::Frame(frame));
                }
            }
            Probed::Upgraded { frames, poll } => {
                self.socket = self.probe.take();
                if let Some(body) = poll {
                    self.answer(body);
                }
                for frame in frames {
                    self.send(frame, config);
                }
            }
            Probed::Failed => self.end_probe(),
        }
    }
}

/// The two Engine.IO endpoints: whether it is the raw one.
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

fn refuse(refusal: Refusal) -> Response<BoxBody> {
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
            let mut body = BytesMut::new();
            let mut payload = request.take_payload();
            while let Some(Ok(chunk)) = payload.next().await {
                body.extend_from_slice(&chunk);
                if body.len() > echo.config.max_payload as usize {
                    return Ok(refuse(Refusal::TooLarge));
                }
            }
            match post(&echo, sid, &body.freeze()) {
                Ok(()) => respond(200, "text/html", "ok"),
                Err(refusal) => refuse(refusal),
            }
        }
        Ok(Query::Resume(..)) => refuse(Refusal::BadRequest),
    })
}

async fn poll(echo: &Rc<Echo>, sid: Sid) -> Result<Bytes, Refusal> {
    /// Tells the session when the request is dropped before it is answered.
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
        None => Err(Refusal::UnknownSid),
        Some(Polled::Answer(body)) => Ok(body),
        Some(Polled::Refuse(refusal) | Polled::Overlap(_, refusal)) => Err(refusal),
        Some(Polled::Hold) => {
            let held = Held(echo, sid);
            let body = answer.await;
            std::mem::forget(held);
            body.map_err(|_| Refusal::UnknownSid)
        }
    }
}

fn post(echo: &Rc<Echo>, sid: Sid, body: &Bytes) -> Result<(), Refusal> {
    echo.with(sid, |client, now| client.session.post(body.len(), now, &echo.config)).ok_or(Refusal::UnknownSid)??;
    let packets = engine::parse_payload(body);
    let fault = packets.is_err();
    match packets {
        Ok(packets) => packets.into_iter().for_each(|packet| echo.receive(sid, Ok(packet))),
        Err(fault) => echo.receive(sid, Err(fault)),
    }
    if fault { Err(Refusal::BadRequest) } else { Ok(()) }
}

/// WebSockets: the plain echo, a session of its own, or one that a session moves to.
async fn upgrade(echo: Rc<Echo>, request: Request, framed: Framed<TcpStream, h1::Codec>) -> io::Result<()> {
    let parts = framed.into_parts();
    let (mut io, buffer) = (parts.io, parts.read_buf);
    let headers = request.headers().iter().map(|(name, value)| (name.as_str(), value.as_bytes()));
    let accepted = match ws::accept(request.method() == Method::GET, headers) {
        Ok(accepted) => accepted,
        Err(refusal) => return turn_away(&mut io, refusal.status(), "").await,
    };
    let (wire, frames) = mpsc::unbounded_channel();
    if request.path() == "/ws/echo" {
        io.write_all(&accepted.response()).await?;
        return converse(io, buffer, wire.clone(), frames, PLAIN_LIMIT, |event| {
            let (opcode, payload) = match event {
                ws::Event::Text(text) => (ws::Opcode::Text, text),
                ws::Event::Binary(bytes) => (ws::Opcode::Binary, bytes),
                _ => return,
            };
            let _ = wire.send(Out::Frame(ws::frame(opcode, &payload)));
        })
        .await;
    }
    let Some(raw) = endpoint(request.path()) else { return turn_away(&mut io, 404, "").await };
    let query = Query::parse(request.uri().query().unwrap_or_default(), true, true);
    let sid = match query {
        Err(refusal) => return turn_away(&mut io, refusal.status(), refusal.body()).await,
        Ok(Query::Open(transport)) => {
            let (sid, open) = echo.open(transport, raw, Some(wire.clone()));
            let _ = wire.send(Out::Frame(open));
            sid
        }
        Ok(Query::Resume(_, sid)) => {
            let begun = echo.with(sid, |client, now| {
                let begun = client.session.upgrade(now, &echo.config);
                if begun {
                    client.probe = Some(wire.clone());
                }
                begun
            });
            match begun {
                None => return turn_away(&mut io, 400, Refusal::UnknownSid.body()).await,
                Some(true) => {}
                Some(false) => {
                    let _ = wire.send(Out::End(ws::close(ws::code::NORMAL, "")));
                }
            }
            sid
        }
    };
    io.write_all(&accepted.response()).await?;
    let own = wire.downgrade();
    let done = converse(io, buffer, wire, frames, echo.config.max_payload, |event| {
        let packet = match event {
            ws::Event::Text(text) => engine::Packet::parse(&text),
            ws::Event::Binary(bytes) => Ok(engine::Packet::Binary(bytes)),
            _ => return,
        };
        let probing = echo.with(sid, |client, _| is(&client.probe, &own)) == Some(true);
        match packet {
            Ok(packet) if probing => {
                echo.with(sid, |client, _| client.probed(&packet, &echo.config));
            }
            Err(_) if probing => {
                echo.with(sid, |client, _| client.end_probe());
            }
            packet if echo.with(sid, |client, _| is(&client.socket, &own)) == Some(true) => echo.receive(sid, packet),
            _ => {}
        }
    })
    .await;
    echo.with(sid, |client, _| {
        if is(&client.probe, &own) {
            client.session.probe_lost();
            client.probe = None;
        } else if is(&client.socket, &own) {
            client.session.abort();
        }
    });
    done
}

/// Whether a client's wire is this one.
fn is(wire: &Option<Wire>, own: &mpsc::WeakUnboundedSender<Out>) -> bool {
    matches!((wire, own.upgrade()), (Some(wire), Some(own)) if wire.same_channel(&own))
}

async fn turn_away(io: &mut TcpStream, status: u16, body: &str) -> io::Result<()> {
    let reason = StatusCode::from_u16(status).ok().and_then(|status| status.canonical_reason()).unwrap_or_default();
    let head = format!(
        "HTTP/1.1 {status} {reason}\r\nconnection: close\r\nsec-websocket-version: 13\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    io.write_all(head.as_bytes()).await?;
    io.shutdown().await
}

/// Reads and writes one WebSocket until either side ends it.
async fn converse(
    io: TcpStream,
    mut buffer: BytesMut,
    wire: Wire,
    mut frames: mpsc::UnboundedReceiver<Out>,
    limit: u32,
    mut take: impl FnMut(ws::Event),
) -> io::Result<()> {
    let (mut reader, mut writer) = tokio::io::split(io);
    let mut decoder = ws::Decoder::server(ws::Limits { message: limit });
    let mut reading = true;
    loop {
        while reading {
            match decoder.decode(&mut buffer) {
                Ok(None) => break,
                Ok(Some(ws::Event::Ping(payload))) => {
                    let _ = wire.send(Out::Frame(ws::pong(&payload)));
                }
                Ok(Some(ws::Event::Close { code, .. })) => {
                    let _ = wire.send(Out::End(ws::close_of(code)));
                    reading = false;
                }
                Ok(Some(event)) => take(event),
                Err(fault) => {
                    let _ = wire.send(Out::End(ws::close(fault.code(), &fault.to_string())));
                    reading = false;
                }
            }
        }
        tokio::select! {
            read = reader.read_buf(&mut buffer), if reading => {
                if read? == 0 {
                    return Ok(());
                }
            }
            out = frames.recv() => match out {
                Some(Out::Frame(frame)) => writer.write_all(&frame).await?,
                Some(Out::End(frame)) => {
                    writer.write_all(&frame).await?;
                    break;
                }
                None => break,
            },
        }
    }
    // What the peer still sends is read, so that its close is not met with a reset that loses our last frame.
    writer.shutdown().await?;
    let drained = async { while reader.read_buf(&mut { BytesMut::with_capacity(4096) }).await.is_ok_and(|n| n > 0) {} };
    let _ = tokio::time::timeout(Duration::from_secs(1), drained).await;
    Ok(())
}
