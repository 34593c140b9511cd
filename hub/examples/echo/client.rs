//! Sessions: heartbeats, namespaces, and the echo.

use std::{
    cell::RefCell,
    collections::HashMap,
    rc::Rc,
    time::{Duration, Instant},
};

use bytes::Bytes;
use hub::transport::{
    socket_io::{
        Incoming, Limits, Malformed, Namespaces, Packet, Ready, Sid,
        engine::{self, Closing, Config, Probed, Received, Sent, Session, Ticked, Timestamp, Transport},
        token,
    },
    ws,
};
use tokio::sync::{mpsc, oneshot};

/// Tick interval of sessions; the suites' intervals are a few hundred milliseconds.
const TICK: Duration = Duration::from_millis(10);
/// Delay after the reply to CONNECT, so that a client which waits for messages one by one sees both.
const GREETING: Duration = Duration::from_millis(5);

/// Output to a socket's writer.
pub enum Out {
    Frame(Bytes),
    /// The last frame; the connection closes after it.
    End(Bytes),
}

pub type Wire = mpsc::UnboundedSender<Out>;

pub struct Echo {
    pub config: Config,
    started: Instant,
    clients: RefCell<HashMap<Sid, Client>>,
}

pub struct Client {
    pub session: Session,
    /// `None` on `/engine.io/`, which echoes messages unchanged.
    namespaces: Option<Namespaces>,
    opened: Timestamp,
    pub held: Option<oneshot::Sender<Bytes>>,
    pub socket: Option<Wire>,
    pub probe: Option<Wire>,
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
    /// Starts the tick task without sessions.
    pub fn start(config: Config) -> Rc<Self> {
        let echo = Rc::new(Self { config, started: Instant::now(), clients: RefCell::default() });
        actix_rt::spawn(tick(echo.clone()));
        echo
    }

    fn now(&self) -> Timestamp {
        self.started.elapsed().as_millis() as Timestamp
    }

    pub fn open(&self, transport: Transport, raw: bool, socket: Option<Wire>) -> (Sid, Bytes) {
        let (sid, now) = (Sid::new(0), self.now());
        let (session, open) = Session::open(sid, transport, now, &self.config);
        let namespaces = (!raw).then(|| Namespaces::new(Limits::default()));
        let client = Client { session, namespaces, opened: now, held: None, socket, probe: None };
        self.clients.borrow_mut().insert(sid, client);
        (sid, open)
    }

    /// Calls `act` with a session, then handles the consequences.
    pub fn with<R>(&self, sid: Sid, act: impl FnOnce(&mut Client, Timestamp) -> R) -> Option<R> {
        let mut clients = self.clients.borrow_mut();
        let client = clients.get_mut(&sid)?;
        let done = act(client, self.now());
        if !client.settle() {
            clients.remove(&sid);
        }
        Some(done)
    }

    /// Handles a packet of the session.
    pub fn receive(self: &Rc<Self>, sid: Sid, packet: Result<engine::Packet, Malformed>) {
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

    fn emit(&mut self, packet: Ready, config: &Config) {
        for frame in packet.into_frames() {
            self.send(frame, config);
        }
    }

    fn tick(&mut self, now: Timestamp, config: &Config) {
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

    pub fn answer(&mut self, body: Bytes) {
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

    pub fn end_probe(&mut self) {
        if let Some(probe) = self.probe.take() {
            let _ = probe.send(Out::End(ws::close(ws::code::NORMAL, "")));
        }
    }

    /// Answers the held poll if frames are queued. Returns false if the session has ended.
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

    /// Handles a packet on the upgrading WebSocket. Returns true if the socket stays open.
    pub fn probed(&mut self, packet: &engine::Packet, config: &Config) {
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
