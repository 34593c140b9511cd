//! `loadtest open`: opens a chat with a long history many times, at its end and deep inside.

use std::time::{Duration, Instant};

use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use serde_json::{Value, json};

use super::{Sample, check_pids, print_status, run_id};
use crate::accounts::{self, AccountArgs, MAX_TOKEN_AGE};
use crate::api::Api;
use crate::clock::unix_ms;
use crate::metric::{Latency, Unit, micros, thousands};
use crate::options::Common;
use crate::report::{Catalogue, Figure, Report};
use crate::room_spec::RoomSpec;
use crate::rooms::{self, Room};
use crate::stamp::Stamp;
use crate::stream_client::StreamClient;
use crate::wire::Incoming;
use crate::ws::Source;

/// Unacknowledged messages while the chat is filled.
const MAX_IN_FLIGHT: u32 = 128;
/// Messages on a page of history.
const PAGE_SIZE: u64 = 50;
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(30);

/// Figures of this scenario.
pub static CATALOGUE: Catalogue = Catalogue {
    latencies: &["join", "newest", "page"],
    figures: &[
        Figure { name: "messages.count", unit: Unit::Number },
        Figure { name: "messages.rate", unit: Unit::Number },
        Figure { name: "server.memory", unit: Unit::Bytes },
        Figure { name: "server.cpu_share", unit: Unit::Number },
        Figure { name: "driver.cpu_share", unit: Unit::Number },
    ],
};

/// Options of `loadtest open`.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    #[command(flatten)]
    pub common: Common,
    /// Number of messages that the chat is filled with
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub messages: u32,
    /// Bytes of text in a message
    #[arg(long, value_name = "BYTES", default_value_t = 200, value_parser = crate::options::size)]
    pub size: usize,
    /// Number of times the chat is opened
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub times: u32,
    #[command(flatten)]
    pub accounts: AccountArgs,
}

/// Runs the scenario. Fails if it could not start, fill the chat or open it.
pub async fn run(args: &Args) -> Result<Report, String> {
    let common = &args.common;
    check_pids(&common.server_pids)?;
    let api = Api::new(common.target());
    let id = run_id(common.seed, unix_ms());
    let members = accounts::provision(&api, &args.accounts, id, 2, false).await?;
    let pair = RoomSpec { count: 1, members: 2, senders: 1, readers: 0, weight: 1.0 };
    let room = rooms::create(&api, &members, &[pair], 1).await?.pop().ok_or("no chat was created")?;

    let start = Instant::now();
    tokio::time::timeout(
        RESPONSE_TIMEOUT.max(Duration::from_millis(u64::from(args.messages))),
        fill(args, &api, &room, id),
    )
    .await
    .map_err(|_| "the chat was not filled in time".to_owned())??;
    let filled = args.messages as f64 / start.elapsed().as_secs_f64();
    print_status(&format!("the chat holds {} messages", thousands(args.messages.into())));

    let [mut join, mut newest, mut page] = [Latency::new()?, Latency::new()?, Latency::new()?];
    let mut wrong = Vec::new();
    let mut random = StdRng::seed_from_u64(common.seed);
    let last = u64::from(args.messages);
    let before = Sample::measure(&common.server_pids);
    for _ in 0..args.times {
        let start = Instant::now();
        let end = join_chat(args, &api, &room).await?;
        join.record(micros(start.elapsed()));

        let start = Instant::now();
        let newest_page = history(&api, &room, end + 1).await?;
        newest.record(micros(start.elapsed()));
        let at = random.random_range(1..=last) + 1;
        let start = Instant::now();
        let deep_page = history(&api, &room, at).await?;
        page.record(micros(start.elapsed()));

        for (seqs, before) in [(newest_page, end + 1), (deep_page, at)] {
            let expected: Vec<u64> = (before.saturating_sub(PAGE_SIZE).max(1)..before).collect();
            if seqs != expected {
                wrong.push(format!("the page before {before} holds {} of {} messages", seqs.len(), expected.len()));
            }
        }
    }
    let after = Sample::measure(&common.server_pids);

    let (driver_share, server_share) = after.shares_since(&before);
    let mut figures = vec![("messages.count", args.messages.into()), ("messages.rate", filled)];
    figures.extend(after.server_memory.map(|bytes| ("server.memory", bytes as f64)));
    figures.extend(server_share.map(|share| ("server.cpu_share", share)));
    figures.push(("driver.cpu_share", driver_share));
    Ok(Report {
        settings: vec![
            ("url", common.shown_urls()),
            ("wire", common.shown_wire()),
            ("messages", json!(args.messages)),
            ("times", json!(args.times)),
        ],
        latencies: vec![("join", join), ("newest", newest), ("page", page)],
        figures,
        wrong,
        ..Report::new("open", &CATALOGUE)
    })
}

async fn connect(args: &Args, api: &Api, room: &Room) -> Result<StreamClient, String> {
    let (member, target) = (&room.members[0], args.common.target());
    let token = member.token(api, MAX_TOKEN_AGE).await?;
    let source = Source { address: target.source(0, 1), receive_buffer: None };
    StreamClient::open(target, source, args.common.wire, room.stream(member), &token, None).await
}

/// Sends all messages and waits for their acknowledgements.
async fn fill(args: &Args, api: &Api, room: &Room, run: u32) -> Result<(), String> {
    let mut client = connect(args, api, room).await?;
    let unix_ms = unix_ms();
    let mut sent = 0;
    let mut acked = 0;
    while acked < args.messages {
        while sent < args.messages && sent - acked < MAX_IN_FLIGHT {
            sent += 1;
            let stamp = Stamp { run, number: sent, due: 0 };
            client.publish(sent, &stamp.command_id(unix_ms, 0), &stamp.text(args.size));
        }
        match client.next().await.map_err(|disconnect| disconnect.to_string())? {
            Incoming::Ack { result: Ok(_), .. } => acked += 1,
            Incoming::Ack { result: Err(code), .. } | Incoming::Error(code) => {
                return Err(format!("message {sent} was refused with {code}"));
            }
            _ => {}
        }
    }
    client.close();
    Ok(())
}

/// Joins the chat without a position. Returns the seq of its end.
async fn join_chat(args: &Args, api: &Api, room: &Room) -> Result<u64, String> {
    let snapshot = async {
        let mut client = connect(args, api, room).await?;
        loop {
            match client.next().await.map_err(|disconnect| disconnect.to_string())? {
                Incoming::Snapshot { at, .. } => {
                    client.close();
                    return Ok(at.seq);
                }
                Incoming::Error(code) => return Err(format!("not joined: {code}")),
                _ => {}
            }
        }
    };
    tokio::time::timeout(RESPONSE_TIMEOUT, snapshot)
        .await
        .map_err(|_| format!("no snapshot within {} s", RESPONSE_TIMEOUT.as_secs()))?
}

/// Sequence numbers on the page of history before `before`.
async fn history(api: &Api, room: &Room, before: u64) -> Result<Vec<u64>, String> {
    let token = room.members[0].token(api, MAX_TOKEN_AGE).await?;
    let path = format!("/api/v1/chat/chats/{}/messages/?limit={PAGE_SIZE}&before={before}", room.chat);
    let answer = api.get(&path, &token).await?;
    let seqs = |messages: &Vec<Value>| messages.iter().map(|message| message["seq"].as_u64()).collect();
    answer["data"]["messages"].as_array().and_then(seqs).ok_or_else(|| format!("GET {path} returned no messages"))
}
