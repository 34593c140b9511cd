//! Floods of free frames, as many as a socket carries: other sockets are served meanwhile, and the sender is closed.

use std::{
    io::Write as _,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use hub::{Endpoint, Hub, Limits, protocol::close, transport::ws};
use serde_json::json;
use tokio::{io::AsyncWriteExt as _, net::TcpStream};

use crate::{
    polling::{begin, poll, post},
    slow_consumer::{ByNumber, Frames, connect, open},
    support::reader::{ANN, BEN, people},
};

/// Flood timeout, so that a server that serves no other socket fails instead of hanging.
const FLOOD_TIMEOUT: Duration = Duration::from_secs(10);
const KEY: [u8; 4] = [1, 2, 3, 4];

#[derive(Clone, Copy, Debug, PartialEq)]
enum Flood {
    Pings,
    Pongs,
    Fragments,
    /// Commands above the rate limit.
    Events,
    /// Engine.IO packets without meaning, before sign-in.
    Noops,
    /// Alternating CONNECT and DISCONNECT.
    Connects,
    /// On a WebSocket that upgrades a polling session.
    ProbePings,
}

const ALL: [Flood; 7] =
    [Flood::Pings, Flood::Pongs, Flood::Fragments, Flood::Events, Flood::Noops, Flood::Connects, Flood::ProbePings];

impl Flood {
    async fn open(self, hub: &Hub) -> TcpStream {
        let query = match self {
            Self::Noops | Self::Connects => "EIO=4&transport=websocket".to_owned(),
            Self::ProbePings => format!("EIO=4&transport=websocket&sid={}", begin(hub).await),
            _ => return connect(hub, ANN, false).await,
        };
        open(hub, Endpoint::SocketIo { query }, false).await
    }

    fn frames(self) -> Vec<u8> {
        let text = |text: &str| ws::masked(ws::Opcode::Text, text.as_bytes(), KEY);
        match self {
            Self::Pings | Self::ProbePings => ws::masked(ws::Opcode::Ping, b"", KEY).to_vec(),
            Self::Pongs => ws::masked(ws::Opcode::Pong, b"", KEY).to_vec(),
            Self::Fragments => {
                let mut fragment = ws::masked(ws::Opcode::Continuation, b"", KEY).to_vec();
                fragment[0] &= 0x7f;
                fragment
            }
            Self::Events => text(r#"{"op":"ping"}"#).to_vec(),
            Self::Noops => text("6").to_vec(),
            Self::Connects => [text(r#"40{"token":"1"}"#), text("41")].concat(),
        }
    }

    /// Bytes sent once before the frames.
    fn first(self) -> Vec<u8> {
        if self != Self::Fragments {
            return Vec::new();
        }
        let mut first = ws::masked(ws::Opcode::Text, b"", KEY).to_vec();
        first[0] &= 0x7f;
        first
    }

    /// Starts on a separate thread, which ends with the socket or the timeout.
    fn begin(self, socket: TcpStream) -> Arc<AtomicBool> {
        let socket = socket.into_std().unwrap();
        socket.set_nonblocking(false).unwrap();
        // A server whose replies are not read may stop reading.
        socket.set_write_timeout(Some(FLOOD_TIMEOUT)).unwrap();
        let goes_on = Arc::new(AtomicBool::new(true));
        let (over, flag) = (Instant::now() + FLOOD_TIMEOUT, goes_on.clone());
        std::thread::spawn(move || {
            let mut socket = socket;
            let frames = self.frames().repeat(10_000);
            let mut written = socket.write_all(&self.first());
            while written.is_ok() && Instant::now() < over {
                written = socket.write_all(&frames);
            }
            flag.store(false, Ordering::Relaxed);
        });
        goes_on
    }
}

#[actix::test]
async fn other_sockets_are_served_during_each_flood() {
    for flood in ALL {
        let (db, _folder) = people().await;
        // Without a limit that ends the flood.
        let limits = Limits { overhead_rate: 0, upgrading: 2 * FLOOD_TIMEOUT, ..Limits::default() };
        let hub = Hub::start(db, Arc::new(ByNumber), limits);
        let mut other = Frames::open(connect(&hub, BEN, false).await).await;
        assert_eq!(other.next().await["type"], "snapshot");
        let goes_on = flood.begin(flood.open(&hub).await);
        for number in 0..20 {
            let id = format!("01JDA7XK8Q{number:016}");
            let command = json!({"op": "command", "id": id, "command": {"type": "send", "text": "x"}}).to_string();
            other.send(&ws::masked(ws::Opcode::Text, command.as_bytes(), KEY)).await;
            while other.next().await["type"] != "ack" {}
        }
        assert!(goes_on.load(Ordering::Relaxed), "{flood:?}: the answers came after its end");
    }
}

#[actix::test]
async fn flooding_socket_closes_with_too_many() {
    for flood in ALL {
        let (db, _folder) = people().await;
        let hub = Hub::start(db, Arc::new(ByNumber), Limits::default());
        let mut socket = flood.open(&hub).await;
        socket.write_all(&flood.first()).await.unwrap();
        socket.write_all(&flood.frames().repeat(1_000)).await.unwrap();
        let mut frames = Frames::open(socket).await;
        assert_eq!(close_code(&mut frames).await, Some(close::TOO_MANY), "{flood:?}");
    }
}

#[actix::test]
async fn polling_continues_after_a_flooded_upgrade() {
    let (db, _folder) = people().await;
    let hub = Hub::start(db, Arc::new(ByNumber), Limits::default());
    let sid = begin(&hub).await;
    let query = format!("EIO=4&transport=websocket&sid={sid}");
    let mut socket = open(&hub, Endpoint::SocketIo { query }, false).await;
    socket.write_all(&Flood::ProbePings.frames().repeat(1_000)).await.unwrap();
    let mut frames = Frames::open(socket).await;
    while !matches!(frames.event().await, ws::Event::Close { .. }) {}
    assert_eq!(post(&hub, &sid, r#"40{"token":"1"}"#).await.status, 200);
    assert!(poll(&hub, &sid).await.starts_with("40{"));
}

#[actix::test]
async fn only_the_newest_ping_of_a_read_is_answered() {
    let (db, _folder) = people().await;
    let hub = Hub::start(db, Arc::new(ByNumber), Limits { overhead_rate: 0, ..Limits::default() });
    let mut frames = Frames::open(connect(&hub, ANN, false).await).await;
    let pings: Vec<_> = (0..1_000_u32).map(|n| ws::masked(ws::Opcode::Ping, &n.to_be_bytes(), KEY)).collect();
    frames.send(&pings.concat()).await;
    let mut pongs = 0;
    loop {
        let ws::Event::Pong(payload) = frames.event().await else { continue };
        pongs += 1;
        if payload.as_ref() == 999_u32.to_be_bytes() {
            break;
        }
    }
    assert!(pongs <= 100, "{pongs} pongs");
}

#[actix::test]
async fn ping_before_close_is_answered_before_close() {
    let (db, _folder) = people().await;
    let hub = Hub::start(db, Arc::new(ByNumber), Limits::default());
    let mut frames = Frames::open(connect(&hub, ANN, false).await).await;
    let ping = ws::masked(ws::Opcode::Ping, b"last", KEY);
    frames.send(&[ping, ws::masked(ws::Opcode::Close, &1000_u16.to_be_bytes(), KEY)].concat()).await;
    let mut is_answered = false;
    loop {
        match frames.event().await {
            ws::Event::Pong(payload) => is_answered = payload.as_ref() == b"last",
            ws::Event::Close { code, .. } => break assert!(is_answered && code == Some(1000)),
            _ => {}
        }
    }
}

async fn anonymous(hub: &Hub) -> TcpStream {
    open(hub, Endpoint::SocketIo { query: "EIO=4&transport=websocket".to_owned() }, false).await
}

/// Returns the code with which the server closes a socket.
async fn closed(socket: TcpStream) -> Option<u16> {
    close_code(&mut Frames::open(socket).await).await
}

/// Returns the close code; skips earlier replies.
async fn close_code(frames: &mut Frames) -> Option<u16> {
    loop {
        if let ws::Event::Close { code, .. } = frames.event().await {
            return code;
        }
    }
}

#[actix::test]
async fn large_frame_before_sign_in_closes_with_1009() {
    let (db, _folder) = people().await;
    let hub = Hub::start(db, Arc::new(ByNumber), Limits::default());
    let mut socket = anonymous(&hub).await;
    let large = ws::masked(ws::Opcode::Text, &[b' '; 5_000], KEY);
    socket.write_all(&large[..100]).await.unwrap();
    assert_eq!(closed(socket).await, Some(ws::code::TOO_BIG));

    // After sign-in the same frame is an ordinary event.
    let mut socket = anonymous(&hub).await;
    socket.write_all(&ws::masked(ws::Opcode::Text, br#"40{"token":"1"}"#, KEY)).await.unwrap();
    let event = format!(r#"421["ping",{{{}}}]"#, " ".repeat(5_000));
    socket.write_all(&ws::masked(ws::Opcode::Text, event.as_bytes(), KEY)).await.unwrap();
    let mut frames = Frames::open(socket).await;
    loop {
        let ws::Event::Text(text) = frames.event().await else { panic!("closed") };
        if text.starts_with(b"431[") {
            break;
        }
    }
}

#[actix::test]
async fn incomplete_frames_before_sign_in_share_a_bound() {
    let (db, _folder) = people().await;
    let hub = Hub::start(db, Arc::new(ByNumber), Limits { anonymous_input: 10_000, ..Limits::default() });
    let half = ws::masked(ws::Opcode::Text, &[b' '; 4_000], KEY);
    let mut sockets = Vec::new();
    for _ in 0..4 {
        let mut socket = anonymous(&hub).await;
        socket.write_all(&half[..3_900]).await.unwrap();
        sockets.push(socket);
    }
    // The first connections stay; the last is rejected.
    assert_eq!(closed(sockets.pop().unwrap()).await, Some(close::TOO_MANY));
    let mut first = sockets.swap_remove(0);
    first.write_all(&half[3_900..]).await.unwrap();
    first.write_all(&ws::masked(ws::Opcode::Text, b"2probe", KEY)).await.unwrap();
    assert_eq!(closed(first).await, Some(close::MALFORMED));
}

#[actix::test]
async fn binary_event_closes_the_connection_as_malformed() {
    let (db, _folder) = people().await;
    let hub = Hub::start(db, Arc::new(ByNumber), Limits::default());
    for packet in [r#"40{"token":"1"}"#, ""] {
        let mut socket = anonymous(&hub).await;
        if !packet.is_empty() {
            socket.write_all(&ws::masked(ws::Opcode::Text, packet.as_bytes(), KEY)).await.unwrap();
        }
        let event = br#"451-["ping",{"_placeholder":true,"num":0}]"#;
        socket.write_all(&ws::masked(ws::Opcode::Text, event, KEY)).await.unwrap();
        assert_eq!(closed(socket).await, Some(close::MALFORMED));
    }
}
