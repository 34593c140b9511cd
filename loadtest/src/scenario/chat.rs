//! `loadtest chat`: people in rooms send at a fixed rate in all, everybody in a room reads, and everything is checked.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde_json::json;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;

use super::watcher::Watcher;
use super::{Common, Sample, check_open_files, check_server, live, run_id, unix_ms};
use crate::metric::Unit;
use crate::people::{self, AccountArgs};
use crate::report::{Catalogue, Figure, Report};
use crate::rooms::{self, Room};
use crate::schedule::{Arrivals, Schedule, pace};
use crate::seat::{Run, Seat};
use crate::stamp::MIN_SIZE;

/// Beyond this share of a core the event loop is the bottleneck, and the latencies are its own.
const DRIVER_CPU_LIMIT: f64 = 0.9;
/// A run of which a larger share was not sent, or refused, was not under the load that it was to be.
const UNCARRIED_LIMIT: f64 = 0.001;
const JOINING: Duration = Duration::from_secs(60);

/// What this scenario reports.
pub static CATALOGUE: Catalogue = Catalogue {
    latencies: &["delivery", "ack", "lag"],
    figures: &[
        Figure { name: "sent.count", unit: Unit::Number },
        Figure { name: "sent.rate", unit: Unit::Number },
        Figure { name: "acks.count", unit: Unit::Number },
        Figure { name: "acks.rate", unit: Unit::Number },
        Figure { name: "deliveries.count", unit: Unit::Number },
        Figure { name: "deliveries.rate", unit: Unit::Number },
        Figure { name: "refused.count", unit: Unit::Number },
        Figure { name: "reconnects.count", unit: Unit::Number },
        Figure { name: "resyncs.count", unit: Unit::Number },
        Figure { name: "server.cpu", unit: Unit::Time },
        Figure { name: "server.cpu_share", unit: Unit::Number },
        Figure { name: "server.cpu_per_million", unit: Unit::Time },
        Figure { name: "server.memory", unit: Unit::Bytes },
        Figure { name: "driver.cpu_share", unit: Unit::Number },
    ],
};

/// Options of `loadtest chat`.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    #[command(flatten)]
    pub common: Common,
    /// How many accounts send and read
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=100_000))]
    pub users: u32,
    /// Messages per second, from all users together
    #[arg(long, value_name = "R", value_parser = rate)]
    pub rate: f64,
    /// How long to measure
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub seconds: u32,
    /// Send this long before measuring; what is sent then is checked as well
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=600))]
    pub warm_up: u32,
    /// How many chats of two [default: half of the users, so that everybody is in one]
    #[arg(long, value_name = "K")]
    pub rooms: Option<u32>,
    /// Further connections per room that only read, on the accounts of its members
    #[arg(long, value_name = "M", default_value_t = 0)]
    pub readers: u32,
    /// Bytes of text in a message
    #[arg(long, value_name = "BYTES", default_value_t = 200, value_parser = size)]
    pub size: usize,
    /// Whether messages are due evenly or at random intervals
    #[arg(long, value_enum, default_value_t = Arrivals::Even)]
    pub arrivals: Arrivals,
    /// How late the driver itself may be at the 99th percentile before the run is INVALID
    #[arg(long, value_name = "TIME", default_value = "10ms", value_parser = crate::threshold::duration)]
    pub max_lag: Duration,
    /// How long to wait, after the last message, for what is still on its way
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=600))]
    pub drain: u32,
    #[command(flatten)]
    pub accounts: AccountArgs,
}

fn rate(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(rate) if rate > 0.0 && rate <= 1e6 => Ok(rate),
        _ => Err("a rate is messages per second, above 0".to_owned()),
    }
}

fn size(text: &str) -> Result<usize, String> {
    match text.parse::<usize>() {
        Ok(size) if (MIN_SIZE..=4000).contains(&size) => Ok(size),
        _ => Err(format!("a message has {MIN_SIZE} to 4000 bytes")),
    }
}

/// The connections of a run: where to send slots to, and what to wait for at the end.
struct Crowd {
    senders: Vec<UnboundedSender<u64>>,
    seats: Vec<JoinHandle<()>>,
    leave: watch::Sender<bool>,
}

/// Runs it. An error means that it could not begin.
pub async fn run(args: &Args) -> Result<Report, String> {
    let common = &args.common;
    check_server(common.server_pid)?;
    let room_count = args.rooms.unwrap_or(args.users / 2) as usize;
    check_open_files(room_count * (2 + args.readers as usize) + 2 * usize::from(args.accounts.concurrency))?;

    let now = unix_ms();
    let id = run_id(common.seed, now);
    let warm_up = Duration::from_secs(args.warm_up.into());
    let run = Rc::new(Run::new(&common.url, common.wire, id, now, args.size, warm_up)?);
    let accounts = people::gather(&run.api, &args.accounts, id, args.users as usize, false).await?;
    let rooms = rooms::pairs(&run.api, &accounts, room_count, args.accounts.concurrency).await?;
    let crowd = seat(&run, &rooms, args.readers as usize).await?;
    let connections = crowd.seats.len();
    live(&format!("{connections} connections joined {} rooms", rooms.len()));

    let length = warm_up + Duration::from_secs(args.seconds.into());
    let schedule = Schedule::new(common.seed, args.arrivals, args.rate, length, crowd.senders.len());
    let start = run.begin();
    let halt = Arc::new(AtomicBool::new(false));
    let pacer = {
        let (halt, senders) = (Arc::clone(&halt), crowd.senders);
        std::thread::spawn(move || pace(schedule, start, senders, halt))
    };
    let mut watcher = Watcher::new(&run, start);
    watcher.until(start + warm_up).await;
    let before = (Sample::take(common.server_pid), run.tally.deliveries.get());
    watcher.until(start + length).await;
    // Set before the join in any case, so that the join cannot wait for slots of a run that was interrupted.
    halt.store(true, Ordering::Relaxed);
    let scheduled = pacer.join().map_err(|_| "the pacer ended badly".to_owned())?;
    watcher.settle(scheduled, Duration::from_secs(args.drain.into())).await;
    let after = (Sample::take(common.server_pid), run.tally.deliveries.get());
    let interrupted = watcher.interrupted;

    let _ = crowd.leave.send(true);
    for seat in crowd.seats {
        seat.await.map_err(|error| format!("a connection's task ended badly: {error}"))?;
    }
    let run = Rc::into_inner(run).ok_or("a connection outlived its run")?;
    let outcome = Outcome { connections, rooms: room_count, scheduled, before, after, interrupted };
    Ok(report(args, run, outcome))
}

/// Seats everybody, and waits until all have their snapshot.
async fn seat(run: &Rc<Run>, rooms: &[Room], readers: usize) -> Result<Crowd, String> {
    let total: usize = rooms.iter().map(|room| room.members.len() + readers).sum();
    let (leave, left) = watch::channel(false);
    let (mut senders, mut seats, mut joining) = (Vec::new(), Vec::new(), Vec::new());
    for room in rooms {
        let index = run.checker.borrow_mut().add_stream(format!("chat:{}", room.chat));
        for place in 0..room.members.len() + readers {
            let account = &room.members[place % room.members.len()];
            let (joined, has_joined) = oneshot::channel();
            let (sender, slots) = unbounded_channel();
            if place < room.members.len() {
                senders.push(sender);
            }
            let source = run.target.source(seats.len(), total);
            let seat = Seat::new(run, account, index, room.stream(account), source, joined);
            seats.push(tokio::task::spawn_local(seat.attend(slots, left.clone())));
            joining.push(has_joined);
        }
    }
    let all = async {
        for joined in joining {
            joined.await.map_err(|_| "a connection gave up".to_owned())??;
        }
        Ok::<_, String>(())
    };
    tokio::time::timeout(JOINING, all)
        .await
        .map_err(|_| format!("not all of {total} connections had a snapshot within {} s", JOINING.as_secs()))?
        .map_err(|error| format!("while joining rooms: {error}"))?;
    Ok(Crowd { senders, seats, leave })
}

/// What a run was, beside what its seats counted.
struct Outcome {
    connections: usize,
    rooms: usize,
    /// Slots that fell due.
    scheduled: u64,
    /// The processes, and the deliveries so far, when measuring began and when all had arrived.
    before: (Sample, u64),
    after: (Sample, u64),
    interrupted: bool,
}

fn report(args: &Args, run: Run, outcome: Outcome) -> Report {
    let Outcome { connections, rooms, scheduled, before, after, interrupted } = outcome;
    let seconds = f64::from(args.seconds);
    let Run { tally, checker, .. } = run;
    let (ack, delivery, lag) = (tally.ack.into_inner(), tally.delivery.into_inner(), tally.lag.into_inner());
    let findings = checker.into_inner().finish();
    let refused: u64 = tally.refusals.borrow().values().sum();
    let (driver_share, server_share) = after.0.shares_since(&before.0);
    let mut figures = vec![
        ("sent.count", tally.sent.get() as f64),
        ("sent.rate", tally.sent_measured.get() as f64 / seconds),
        ("acks.count", tally.acks.get() as f64),
        ("acks.rate", ack.count() as f64 / seconds),
        ("deliveries.count", tally.deliveries.get() as f64),
        ("deliveries.rate", delivery.count() as f64 / seconds),
        ("refused.count", refused as f64),
        ("reconnects.count", tally.reconnects.get() as f64),
        ("resyncs.count", findings.resyncs as f64),
    ];
    if let Some(cpu) = after.0.server_cpu_since(&before.0) {
        figures.push(("server.cpu", cpu));
        let deliveries = after.1 - before.1;
        if deliveries > 0 {
            figures.push(("server.cpu_per_million", cpu * 1e6 / deliveries as f64));
        }
    }
    figures.extend(server_share.map(|share| ("server.cpu_share", share)));
    figures.extend(after.0.server_memory.map(|bytes| ("server.memory", bytes as f64)));
    figures.push(("driver.cpu_share", driver_share));

    let mut invalid = Vec::new();
    if interrupted {
        invalid.push("interrupted".to_owned());
    }
    let unsent = scheduled.saturating_sub(tally.sent.get());
    if unsent as f64 > scheduled as f64 * UNCARRIED_LIMIT {
        invalid.push(format!("{unsent} of {scheduled} scheduled messages were never sent"));
    }
    if refused as f64 > scheduled as f64 * UNCARRIED_LIMIT {
        invalid.push(format!("the server refused {refused} of {scheduled} messages, so it did not carry this load"));
    }
    if let Some(late) = lag.figure("p99").filter(|late| *late > args.max_lag.as_secs_f64()) {
        let limit = Unit::Time.show(args.max_lag.as_secs_f64());
        invalid.push(format!("the driver itself was late by {} at p99 (--max-lag {limit})", Unit::Time.show(late)));
    }
    if driver_share > DRIVER_CPU_LIMIT {
        invalid.push(format!("the driver used {:.0} % of its core: it was the bottleneck", driver_share * 100.0));
    }
    let counted = |what: &str, words: &std::collections::BTreeMap<String, u64>| -> Vec<String> {
        words.iter().map(|(words, count)| format!("{count} × {what}{words}")).collect()
    };
    let mut remarks = counted("refused with ", &tally.refusals.borrow());
    remarks.extend(counted("connection ", &tally.troubles.borrow()));
    Report {
        scenario: "chat",
        catalogue: &CATALOGUE,
        settings: vec![
            ("url", json!(format!("http://{}", args.common.url.host))),
            ("wire", json!(format!("{:?}", args.common.wire).to_lowercase())),
            ("users", json!(args.users)),
            ("rooms", json!(rooms)),
            ("connections", json!(connections)),
            ("rate", json!(args.rate)),
            ("seconds", json!(args.seconds)),
            ("size", json!(args.size)),
            ("seed", json!(args.common.seed)),
        ],
        latencies: vec![("ack", ack), ("delivery", delivery), ("lag", lag)],
        figures,
        findings: Some(findings),
        wrong: Vec::new(),
        remarks,
        invalid,
    }
}
