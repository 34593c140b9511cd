//! A stalled subscriber: it delays no other, uses bounded memory, and misses nothing in the end.

use std::{net::IpAddr, time::Duration};

use bytes::{Bytes, BytesMut};
use hub::{
    Authenticate, Endpoint, Hub, Limits, Principal, UpgradeRequest,
    protocol::Position,
    transport::{endpoint::Credential, ws},
};
use serde_json::Value;
use socket2::SockRef;
use store::{
    account::AccountKind,
    db::Dialect,
    types::{
        ids::{SessionId, UserId},
        timestamp::Timestamp,
    },
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

use crate::support::reader::{ANN, BEN, CHAT, Reader, STREAM, parsed, people};

/// Maximum queued bytes per subscriber, small so that the queue fills at once.
const QUEUE: usize = 16 * 1024;
const MESSAGES: i64 = 120;

/// A user without an account.
pub const GUEST: UserId = UserId(99);

/// The token is the user id.
pub struct ByNumber;

impl Authenticate for ByNumber {
    fn token(&self, token: &str) -> Option<Principal> {
        let user = UserId(token.parse().ok()?);
        let expires_at = Timestamp(i64::MAX / 2);
        let kind = if user == GUEST { AccountKind::Guest } else { AccountKind::Regular };
        Some(Principal { user, session: SessionId(1), kind, expires_at })
    }
}

/// Opens a plain socket in the chat; `narrow` sets the smallest kernel buffers.
pub async fn connect(hub: &Hub, user: UserId, narrow: bool) -> TcpStream {
    connect_from(hub, user, narrow, None).await
}

/// Opens a plain socket in the chat, resuming from a position.
pub async fn connect_from(hub: &Hub, user: UserId, narrow: bool, since: Option<Position>) -> TcpStream {
    let credential = Some(Credential::Token(user.to_string()));
    open(hub, Endpoint::Plain { stream: STREAM, since, credential }, narrow).await
}

/// Opens a socket and sends an upgrade request.
pub async fn open(hub: &Hub, endpoint: Endpoint, narrow: bool) -> TcpStream {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let client = TcpStream::connect(listener.local_addr().unwrap());
    let (client, accepted) = tokio::join!(client, listener.accept());
    let (client, server) = (client.unwrap(), accepted.unwrap().0);
    if narrow {
        SockRef::from(&client).set_recv_buffer_size(4 * 1024).unwrap();
    }
    let headers: [(&str, &[u8]); 4] = [
        ("upgrade", b"websocket"),
        ("connection", b"upgrade"),
        ("sec-websocket-version", b"13"),
        ("sec-websocket-key", b"dGhlIHNhbXBsZSBub25jZQ=="),
    ];
    let address = IpAddr::from([127, 0, 0, 1]);
    let opening = UpgradeRequest { endpoint, address, handshake: ws::accept(true, headers).unwrap() };
    hub.open(opening, server, Bytes::new());
    client
}

/// Reads frames after the upgrade response.
pub struct Frames {
    socket: TcpStream,
    buffer: BytesMut,
    decoder: ws::Decoder,
    answers_pings: bool,
}

impl Frames {
    /// Answers pings while reading frames from here on.
    pub fn answer_pings(&mut self) {
        self.answers_pings = true;
    }

    pub async fn open(mut socket: TcpStream) -> Self {
        let mut buffer = BytesMut::new();
        loop {
            assert!(socket.read_buf(&mut buffer).await.unwrap() > 0, "the response to the opening");
            if let Some(end) = buffer.windows(4).position(|four| four == b"\r\n\r\n") {
                let _ = buffer.split_to(end + 4);
                break;
            }
        }
        let decoder = ws::Decoder::client(ws::Limits { message: 1 << 24 });
        Self { socket, buffer, decoder, answers_pings: false }
    }

    pub async fn next(&mut self) -> Value {
        self.next_or_close().await.unwrap_or_else(|code| panic!("closed with {code:?}"))
    }

    /// Returns the next frame, or the server's close code.
    pub async fn next_or_close(&mut self) -> Result<Value, Option<u16>> {
        loop {
            match self.event().await {
                ws::Event::Text(text) => return Ok(parsed(std::str::from_utf8(&text).unwrap())),
                ws::Event::Close { code, .. } => return Err(code),
                _ => {}
            }
        }
    }

    /// Returns the next frame of any kind.
    pub async fn event(&mut self) -> ws::Event {
        let read = async {
            loop {
                match self.decoder.decode(&mut self.buffer).unwrap() {
                    Some(ws::Event::Ping(payload)) if self.answers_pings => {
                        self.socket.write_all(&ws::masked(ws::Opcode::Pong, &payload, [1, 2, 3, 4])).await.unwrap();
                    }
                    Some(event) => return event,
                    None => assert!(self.socket.read_buf(&mut self.buffer).await.unwrap() > 0, "the socket lives"),
                }
            }
        };
        tokio::time::timeout(Duration::from_secs(20), read).await.expect("a frame in time")
    }

    pub async fn send(&mut self, bytes: &[u8]) {
        self.socket.write_all(bytes).await.unwrap();
    }
}

#[actix::test]
async fn stalled_subscriber_catches_up_and_delays_no_other() {
    let (db, _folder) = people().await;
    let limits = Limits { queue: QUEUE, send_buffer: 4 * 1024, ..Limits::default() };
    let hub = Hub::start(db, std::sync::Arc::new(ByNumber), limits);
    let stalled = connect(&hub, ANN, true).await;
    let mut quick = Frames::open(connect(&hub, BEN, false).await).await;
    assert_eq!(quick.next().await["type"], "snapshot");
    let quick = actix::spawn(async move {
        let mut told = 0;
        while told < MESSAGES {
            let frame = quick.next().await;
            if frame["type"] == "event" {
                assert_eq!(frame["seq"], told + 1, "the quick one is told everything, in order");
                told += 1;
            }
        }
    });

    let mut writer = Reader::new(hub.state(), BEN);
    let text = "x".repeat(1_000);
    for number in 1..=MESSAGES {
        writer.send(u32::try_from(number).unwrap(), &text);
        assert_eq!(writer.acknowledged().await["seq"], number);
    }
    quick.await.unwrap();

    // Now the subscriber reads: first the queued events, then the missed events. Nothing is lost.
    let mut stalled = Frames::open(stalled).await;
    let (mut place, mut skipped, mut frames) = (0, false, 0);
    while place < MESSAGES {
        let frame = stalled.next().await;
        match frame["type"].as_str().unwrap() {
            "event" => {
                assert_eq!(frame["seq"], place + 1, "no silent gap");
                place += 1;
            }
            "resumed" => {
                assert_eq!(frame["from"], place);
                place = frame["seq"].as_i64().unwrap();
                skipped = true;
            }
            "snapshot" => {
                assert_eq!(frame["reason"] == "resync", frames > 0);
                place = frame["seq"].as_i64().unwrap();
                skipped |= frames > 0;
            }
            _ => {}
        }
        frames += 1;
    }
    assert!(skipped, "its queue did not grow to hold everything");
}

#[actix::test]
async fn stalled_subscriber_gets_one_snapshot_for_many_resyncs() {
    let (db, _folder) = people().await;
    let limits = Limits { queue: QUEUE, send_buffer: 4 * 1024, ..Limits::default() };
    let hub = Hub::start(db, std::sync::Arc::new(ByNumber), limits);
    let stalled = connect(&hub, ANN, true).await;
    let mut writer = Reader::new(hub.state(), BEN);
    let text = "x".repeat(1_000);
    for number in 1..=MESSAGES {
        writer.send(u32::try_from(number).unwrap(), &text);
        assert_eq!(writer.acknowledged().await["seq"], number);
    }
    for number in 1..=20 {
        hub.state().chats.reload(CHAT);
        // The reply follows the queued data.
        writer.send(1_000 + number, "again");
        assert_eq!(writer.acknowledged().await["seq"], MESSAGES + i64::from(number));
    }

    let mut stalled = Frames::open(stalled).await;
    let (mut place, mut resyncs) = (0, 0);
    while place < MESSAGES + 20 {
        let frame = stalled.next().await;
        resyncs += i32::from(frame["reason"] == "resync");
        place = frame["seq"].as_i64().unwrap_or(place);
    }
    assert!((1..=3).contains(&resyncs), "{resyncs}");
}

/// A hub with short timeouts.
fn impatient(db: store::Db) -> Hub {
    let soon = Duration::from_millis(200);
    let limits = Limits { queue: QUEUE, send_buffer: 4 * 1024, stalled: soon, silent: soon, ..Limits::default() };
    Hub::start(db, std::sync::Arc::new(ByNumber), limits)
}

/// Reads until the connection ends, which must happen.
async fn end(socket: &mut TcpStream) {
    let mut rest = Vec::new();
    let read = socket.read_to_end(&mut rest);
    // A reset ends the connection as well.
    drop(tokio::time::timeout(Duration::from_secs(20), read).await.expect("it is cut"));
}

#[actix::test]
async fn subscriber_that_never_reads_is_closed_and_freed() {
    let (db, _folder) = people().await;
    let hub = impatient(db);
    let mut stalled = connect(&hub, ANN, true).await;
    let mut writer = Reader::new(hub.state(), BEN);
    let text = "x".repeat(1_000);
    for number in 1..=MESSAGES {
        writer.send(u32::try_from(number).unwrap(), &text);
        assert_eq!(writer.acknowledged().await["seq"], number);
    }
    let gone = async {
        // Subscribers of the room learn of the leave once the server has freed the connection.
        while hub.state().presence.here().contains(&ANN) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), gone).await.expect("it is let go of, though it reads nothing");
    end(&mut stalled).await;
}

#[actix::test]
async fn silent_or_incomplete_sender_is_closed() {
    let (db, _folder) = people().await;
    let hub = impatient(db);
    // The client answers no ping.
    end(&mut connect(&hub, ANN, false).await).await;

    // The client starts a frame and continues byte by byte.
    let (mut read, mut write) = connect(&hub, BEN, false).await.into_split();
    let dribble = actix::spawn(async move {
        let frame = ws::masked(ws::Opcode::Text, &[b' '; 60_000], [1, 2, 3, 4]);
        for byte in &frame[..] {
            if write.write_all(&[*byte]).await.is_err() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("nobody stopped it");
    });
    let mut rest = Vec::new();
    drop(tokio::time::timeout(Duration::from_secs(20), read.read_to_end(&mut rest)).await.expect("it is cut"));
    dribble.await.unwrap();
}

#[actix::test]
async fn client_that_only_answers_pings_stays_connected() {
    let (db, _folder) = people().await;
    // Connections are checked every second: long enough for one check to find it silent, and the next to find it
    // active.
    let limits = Limits { silent: Duration::from_millis(1_500), ..Limits::default() };
    let hub = Hub::start(db, std::sync::Arc::new(ByNumber), limits);
    let mut socket = connect(&hub, ANN, false).await;
    let (mut buffer, mut pings) = (BytesMut::new(), 0);
    let mut decoder = None;
    while pings < 2 {
        let read = tokio::time::timeout(Duration::from_secs(20), socket.read_buf(&mut buffer));
        assert!(read.await.expect("a ping in time").unwrap() > 0, "it stays after {pings} pings");
        if decoder.is_none()
            && let Some(at) = buffer.windows(4).position(|four| four == b"\r\n\r\n")
        {
            let _ = buffer.split_to(at + 4);
            decoder = Some(ws::Decoder::client(ws::Limits { message: 1 << 24 }));
        }
        while let Some(event) = decoder.as_mut().and_then(|decoder| decoder.decode(&mut buffer).unwrap()) {
            if let ws::Event::Ping(payload) = event {
                socket.write_all(&ws::masked(ws::Opcode::Pong, &payload, [1, 2, 3, 4])).await.unwrap();
                pings += 1;
            }
        }
    }
}

#[actix::test]
async fn joins_beyond_the_room_queue_are_all_admitted() {
    let (db, _folder) = people().await;
    let limits = Limits { mailbox: 4, ..Limits::default() };
    let hub = Hub::start(db.clone(), std::sync::Arc::new(ByNumber), limits);
    let mut first = Frames::open(connect(&hub, ANN, false).await).await;
    assert_eq!(first.next().await["type"], "snapshot");
    // The room cannot reload its state and reads no mailbox, while other tasks hold all connections.
    let Dialect::Sqlite(pool) = db.read() else { unreachable!("people live in SQLite") };
    let mut kept = Vec::new();
    for _ in 0..pool.options().get_max_connections() {
        kept.push(pool.acquire().await.unwrap());
    }
    hub.state().chats.reload(CHAT);
    let mut crowd = Vec::new();
    for _ in 0..50 {
        crowd.push(Frames::open(connect(&hub, ANN, false).await).await);
    }
    let mut last = Frames::open(connect(&hub, BEN, false).await).await;
    // Some clients disconnect.
    crowd.truncate(40);
    drop(kept);
    for reader in &mut crowd {
        assert_eq!(reader.next().await["type"], "snapshot");
    }
    assert_eq!(last.next().await["type"], "snapshot");

    // The room admits all of them, also those queued while earlier subscribers resynced.
    let mut late = Reader::new(hub.state(), ANN);
    late.join(STREAM, None);
    let (frames, _) = late.joined().await;
    let online = frames[0]["data"]["online"].as_array().unwrap();
    assert!(online.contains(&BEN.0.into()), "{online:?}");
}
