//! `loadtest flood`: sockets that send frames which cost the sender nothing, as fast as the server reads them. Run beside
//! another scenario, it shows the effect on chats.

use std::cell::Cell;
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::run_id;
use crate::accounts::{self, AccountArgs, MAX_TOKEN_AGE};
use crate::api::Api;
use crate::clock::unix_ms;
use crate::metric::Unit;
use crate::options::Common;
use crate::report::{Catalogue, Figure, Report};
use crate::target::Target;
use crate::wire::connect_packet;

/// Bytes of one write, and of one posted payload.
const WRITE_SIZE: usize = 60_000;
/// Pause before a socket that was closed opens again. Bounds the load of new connections.
const REOPEN_DELAY: Duration = Duration::from_millis(100);
/// Bytes of a response or of a close frame that are kept.
const MAX_HEAD: usize = 16 << 10;

/// Figures of this scenario.
pub static CATALOGUE: Catalogue = Catalogue {
    latencies: &[],
    figures: &[
        Figure { name: "sent.bytes", unit: Unit::Bytes },
        Figure { name: "sockets.count", unit: Unit::Number },
        Figure { name: "closed.count", unit: Unit::Number },
        Figure { name: "closed.too_many", unit: Unit::Number },
    ],
};

/// The frames of a flood.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// WebSocket pings, not signed in
    Pings,
    /// WebSocket pongs, not signed in
    Pongs,
    /// Empty fragments of one message, not signed in
    Fragments,
    /// Engine.IO no-ops, not signed in
    Noops,
    /// Pings on a WebSocket to which a polling session moves, not signed in
    Probes,
    /// Socket.IO events past the rate, signed in
    Events,
    /// The same in posts of a session that never polls, signed in
    Posts,
}

/// Options of `loadtest flood`.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    #[command(flatten)]
    pub common: Common,
    /// The frames to send
    #[arg(long, value_enum)]
    pub kind: Kind,
    /// Number of sockets. Each opens again when the server closes it
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=100))]
    pub sockets: u16,
    /// Length of the run
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=600))]
    pub seconds: u32,
    #[command(flatten)]
    pub accounts: AccountArgs,
}

/// Counts of a run.
#[derive(Default)]
struct Tally {
    sent: Cell<u64>,
    sockets: Cell<u64>,
    closed: Cell<u64>,
    too_many: Cell<u64>,
}

fn add(count: &Cell<u64>, more: u64) {
    count.set(count.get() + more);
}

/// Runs the scenario. Fails if it could not start.
pub async fn run(args: &Args) -> Result<Report, String> {
    let (common, tally) = (&args.common, Tally::default());
    let api = Api::new(common.target());
    let token = match args.kind {
        Kind::Events | Kind::Posts => {
            let run = run_id(common.seed, unix_ms());
            let accounts = accounts::provision(&api, &args.accounts, run, 1, true).await?;
            accounts[0].token(&api, MAX_TOKEN_AGE).await?
        }
        _ => String::new(),
    };
    let end = Instant::now() + Duration::from_secs(args.seconds.into());
    let floods = (0..args.sockets).map(|_| async {
        while Instant::now() < end {
            add(&tally.sockets, 1);
            let left = end.saturating_duration_since(Instant::now());
            match tokio::time::timeout(left, flood(args.kind, common.target(), &token, &tally.sent)).await {
                // The run is over.
                Err(_) => return,
                Ok(code) => {
                    add(&tally.closed, 1);
                    add(&tally.too_many, u64::from(code == Some(4429)));
                }
            }
            tokio::time::sleep(REOPEN_DELAY).await;
        }
    });
    let interrupted = tokio::select! {
        _ = join_all(floods) => false,
        signal = tokio::signal::ctrl_c() => signal.is_ok(),
    };
    Ok(Report {
        settings: vec![
            ("url", common.shown_urls()),
            ("kind", json!(format!("{:?}", args.kind).to_lowercase())),
            ("sockets", json!(args.sockets)),
            ("seconds", json!(args.seconds)),
        ],
        figures: vec![
            ("sent.bytes", tally.sent.get() as f64),
            ("sockets.count", tally.sockets.get() as f64),
            ("closed.count", tally.closed.get() as f64),
            ("closed.too_many", tally.too_many.get() as f64),
        ],
        invalid: if interrupted { vec!["interrupted".to_owned()] } else { Vec::new() },
        ..Report::new("flood", &CATALOGUE)
    })
}

/// Floods over one connection until the server ends it. Returns the code of its close frame, if one came.
async fn flood(kind: Kind, target: &Target, token: &str, sent: &Cell<u64>) -> Option<u16> {
    match kind {
        Kind::Posts => flood_posts(target, token, sent).await,
        _ => flood_socket(kind, target, token, sent).await,
    }
}

async fn flood_socket(kind: Kind, target: &Target, token: &str, sent: &Cell<u64>) -> Option<u16> {
    let sid = match kind {
        Kind::Probes => format!("&sid={}", open_polling(&mut connect(target).await?, target).await?),
        _ => String::new(),
    };
    let mut stream = connect(target).await?;
    let request = format!(
        "GET /socket.io/?EIO=4&transport=websocket{sid} HTTP/1.1\r\nHost: {}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
        target.host
    );
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut head = Vec::new();
    while !head.windows(4).any(|four| four == b"\r\n\r\n") {
        if head.len() > MAX_HEAD || stream.read_buf(&mut head).await.ok()? == 0 {
            return None;
        }
    }
    let first = match kind {
        Kind::Events => frame(0x81, &connect_packet(token)),
        Kind::Fragments => frame(0x01, ""),
        _ => Vec::new(),
    };
    let one = match kind {
        Kind::Pings | Kind::Probes => frame(0x89, ""),
        Kind::Pongs => frame(0x8a, ""),
        Kind::Fragments => frame(0x00, ""),
        Kind::Noops => frame(0x81, "6"),
        Kind::Events | Kind::Posts => frame(0x81, r#"421["ping",{}]"#),
    };
    let frames = one.repeat(WRITE_SIZE / one.len());
    let (mut reader, mut writer) = stream.into_split();
    let write = async {
        let mut written = writer.write_all(&first).await;
        while written.is_ok() {
            written = writer.write_all(&frames).await;
            add(sent, frames.len() as u64);
        }
        // The close frame may be on its way.
        std::future::pending::<()>().await;
    };
    // Reads the answers: a server stops reading from a client that leaves them unread.
    let read = async {
        let (mut tail, mut buffer) = (Vec::new(), vec![0; WRITE_SIZE]);
        while let Ok(count @ 1..) = reader.read(&mut buffer).await {
            tail.extend_from_slice(&buffer[..count]);
            tail.drain(..tail.len().saturating_sub(128));
        }
        close_code(&tail)
    };
    tokio::select! {
        () = write => None,
        code = read => code,
    }
}

async fn flood_posts(target: &Target, token: &str, sent: &Cell<u64>) -> Option<u16> {
    let mut stream = connect(target).await?;
    let sid = open_polling(&mut stream, target).await?;
    exchange(&mut stream, target, &sid, Some(&connect_packet(token))).await?;
    exchange(&mut stream, target, &sid, None).await?;
    let event = r#"421["ping",{}]"#;
    let body = vec![event; WRITE_SIZE / (event.len() + 1)].join("\u{1e}");
    while exchange(&mut stream, target, &sid, Some(&body)).await.as_deref() == Some("ok") {
        add(sent, body.len() as u64);
    }
    None
}

async fn connect(target: &Target) -> Option<TcpStream> {
    TcpStream::connect(target.address).await.ok()
}

/// Opens a polling session. Returns its id.
async fn open_polling(stream: &mut TcpStream, target: &Target) -> Option<String> {
    let open: Value = serde_json::from_str(exchange(stream, target, "", None).await?.get(1..)?).ok()?;
    Some(open["sid"].as_str()?.to_owned())
}

/// A request of a polling session over a connection that is kept: a post of `body`, or a poll. Returns the answer's body.
async fn exchange(stream: &mut TcpStream, target: &Target, sid: &str, body: Option<&str>) -> Option<String> {
    let method = if body.is_some() { "POST" } else { "GET" };
    let sid = if sid.is_empty() { String::new() } else { format!("&sid={sid}") };
    let text = body.unwrap_or_default();
    let request = format!(
        "{method} /socket.io/?EIO=4&transport=polling{sid} HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\n\r\n{text}",
        target.host,
        text.len()
    );
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut answer = Vec::new();
    loop {
        let head = answer.windows(4).position(|four| four == b"\r\n\r\n").map(|end| end + 4);
        if let Some(head) = head {
            let text = String::from_utf8_lossy(&answer[..head]).to_lowercase();
            let length: usize = text.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok())?;
            if answer.len() >= head + length {
                return String::from_utf8(answer.split_off(head)).ok();
            }
        }
        if stream.read_buf(&mut answer).await.ok()? == 0 {
            return None;
        }
    }
}

/// A frame of at most 65,535 bytes with a mask of zeros, which changes nothing.
fn frame(first: u8, payload: &str) -> Vec<u8> {
    let mut frame = match u8::try_from(payload.len()) {
        Ok(short @ 0..126) => vec![first, 0x80 | short],
        _ => [&[first, 0x80 | 126][..], &(payload.len() as u16).to_be_bytes()].concat(),
    };
    frame.extend([0; 4]);
    frame.extend(payload.bytes());
    frame
}

/// The code of the close frame that `tail` ends with.
fn close_code(tail: &[u8]) -> Option<u16> {
    (2..=125).find_map(|len| {
        let frame = &tail[tail.len().checked_sub(2 + len)?..];
        let is_close = frame[0] == 0x88 && usize::from(frame[1]) == len;
        is_close.then(|| u16::from_be_bytes([frame[2], frame[3]]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_masked_with_zeros() {
        assert_eq!(frame(0x89, ""), [0x89, 0x80, 0, 0, 0, 0]);
        assert_eq!(frame(0x81, "6"), [0x81, 0x81, 0, 0, 0, 0, b'6']);
        assert_eq!(frame(0x81, &"x".repeat(300))[..4], [0x81, 0xfe, 1, 44]);
    }

    #[test]
    fn close_code_is_read_from_the_end() {
        let close = [&[0x8a, 0, 0x88, 5][..], &4429_u16.to_be_bytes(), b"too"].concat();
        assert_eq!(close_code(&close), Some(4429));
        assert_eq!(close_code(&[0x8a, 0]), None);
    }
}
