//! What the scenarios with rooms have in common: people take their seats, messages fall due, things happen at their time,
//! everything is checked, and the figures are put together. A scenario says who sits where, what is sent and what happens:
//! a [`Play`].

use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom as _;
use serde_json::{Value, json};
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;

use super::watcher::Watcher;
use super::{Common, Sample, check_open_files, check_servers, live, run_id, unix_ms};
use crate::api::Api;
use crate::metric::Unit;
use crate::people::{self, AccountArgs};
use crate::report::{Catalogue, Figure, Report};
use crate::rooms::{self, Room};
use crate::run::Run;
use crate::schedule::{Arrivals, Schedule, Share, Stage, pace};
use crate::seat::{Place, Seat, Todo};
use crate::stamp::MIN_SIZE;

/// Beyond this share of a core the event loop is the bottleneck, and the latencies are its own.
const DRIVER_CPU_LIMIT: f64 = 0.9;
/// A run of which a larger share was not sent, or refused, was not under the load that it was to be.
const UNCARRIED_LIMIT: f64 = 0.001;
const JOINING: Duration = Duration::from_secs(120);
/// How the server may bring a reader up to date, as its metrics name it, and the figure that tells how often it did.
const JOINS: [(&str, &str); 4] =
    [("snapshot", "joins.snapshot"), ("resync", "joins.resync"), ("log", "joins.log"), ("database", "joins.database")];

/// What these scenarios report.
pub static CATALOGUE: Catalogue = Catalogue {
    latencies: &["delivery", "stalled", "ack", "back", "lag"],
    figures: &[
        Figure { name: "sent.count", unit: Unit::Number },
        Figure { name: "sent.rate", unit: Unit::Number },
        Figure { name: "acks.count", unit: Unit::Number },
        Figure { name: "acks.rate", unit: Unit::Number },
        Figure { name: "deliveries.count", unit: Unit::Number },
        Figure { name: "deliveries.rate", unit: Unit::Number },
        Figure { name: "refused.count", unit: Unit::Number },
        Figure { name: "drops.count", unit: Unit::Number },
        Figure { name: "reconnects.count", unit: Unit::Number },
        Figure { name: "resyncs.count", unit: Unit::Number },
        Figure { name: "joins.snapshot", unit: Unit::Number },
        Figure { name: "joins.resync", unit: Unit::Number },
        Figure { name: "joins.log", unit: Unit::Number },
        Figure { name: "joins.database", unit: Unit::Number },
        Figure { name: "server.cpu", unit: Unit::Time },
        Figure { name: "server.cpu_share", unit: Unit::Number },
        Figure { name: "server.cpu_per_million", unit: Unit::Time },
        Figure { name: "server.memory_before", unit: Unit::Bytes },
        Figure { name: "server.memory", unit: Unit::Bytes },
        Figure { name: "server.memory_peak", unit: Unit::Bytes },
        Figure { name: "driver.cpu", unit: Unit::Time },
        Figure { name: "driver.cpu_share", unit: Unit::Number },
        Figure { name: "driver.cpu_per_million", unit: Unit::Time },
    ],
};

/// The load of a run, and how it is measured.
#[derive(clap::Args, Clone, Debug)]
pub struct Load {
    /// Messages per second, from all senders together
    #[arg(long, value_name = "R", value_parser = rate, conflicts_with_all = ["stages", "closed"])]
    pub rate: Option<f64>,
    /// How long to measure
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub seconds: u32,
    /// Instead of one rate for all the time: RATE:SECONDS or FROM..TO:SECONDS, given several times, one after the other
    #[arg(long = "stage", value_name = "STAGE", conflicts_with_all = ["seconds", "closed"])]
    pub stages: Vec<Stage>,
    /// A closed loop instead: each sender has N messages on the way, and an answer brings the next. Finds the ceiling;
    /// its latencies are those of a server that is asked for all it has
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub closed: Option<u32>,
    /// Send this long before measuring; what is sent then is checked as well
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = clap::value_parser!(u32).range(0..=600))]
    pub warm_up: u32,
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
    /// Send what the server does not take for the moment (busy, unavailable, too many) again, with the same id, until it
    /// is taken: for a server that is being disturbed
    #[arg(long)]
    pub insist: bool,
    /// The longest pause between two tries to come back after a cut
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = crate::threshold::duration)]
    pub back_off: Duration,
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

impl Load {
    pub fn warm_up(&self) -> Duration {
        Duration::from_secs(self.warm_up.into())
    }

    /// The stages of the schedule, the warm-up first, at the rate that the measured part begins with. None when the loop
    /// is closed.
    fn schedule(&self) -> Result<Vec<Stage>, String> {
        let measured = match (self.rate, self.stages.as_slice(), self.closed) {
            (Some(rate), [], None) => vec![Stage::even(rate, Duration::from_secs(self.seconds.into()))],
            (None, stages @ [_, ..], None) => stages.to_vec(),
            (None, [], Some(_)) => return Ok(Vec::new()),
            _ => return Err("say how much to send: --rate R, --stage R:S (several), or --closed N".to_owned()),
        };
        let warm_up = (self.warm_up > 0).then(|| Stage::even(measured[0].from, self.warm_up()));
        Ok(warm_up.into_iter().chain(measured).collect())
    }

    /// From the start to the last message.
    fn length(&self, stages: &[Stage]) -> Duration {
        if stages.is_empty() {
            self.warm_up() + Duration::from_secs(self.seconds.into())
        } else {
            stages.iter().map(|stage| stage.length).sum()
        }
    }
}

/// A kind of room, and how many there are of it.
#[derive(Clone, Debug)]
pub struct Rooms {
    pub count: usize,
    /// Accounts in each; two make a direct chat, more a group.
    pub members: usize,
    /// How many of the members send.
    pub senders: usize,
    /// Further connections in each that only read, on the accounts of its members.
    pub readers: usize,
    /// Their part of all messages, against the others'.
    pub weight: f64,
}

impl Rooms {
    fn seats(&self) -> usize {
        self.count * (self.members + self.readers)
    }
}

/// Something that happens to a share of the seats, drawn by the seed.
#[derive(Clone, Copy, Debug)]
pub struct Act {
    /// After the warm-up.
    pub at: Duration,
    pub share: f64,
    pub what: Todo,
}

/// A run: who sits where, and what happens beside the messages.
pub struct Play<'a> {
    pub name: &'static str,
    pub common: &'a Common,
    pub load: &'a Load,
    pub people: usize,
    pub rooms: Vec<Rooms>,
    pub acts: Vec<Act>,
    /// What was asked for, beside what all plays are asked for.
    pub settings: Vec<(&'static str, Value)>,
}

/// The connections of a run: where to tell them what to do, and what to wait for at the end.
struct Crowd {
    todo: Vec<UnboundedSender<Todo>>,
    /// The seats that send, as places in `todo`, a share for each kind of room.
    shares: Vec<Share>,
    seats: Vec<JoinHandle<()>>,
    leave: watch::Sender<bool>,
}

/// Runs it. An error means that it could not begin.
pub async fn run(play: &Play<'_>) -> Result<Report, String> {
    let Play { common, load, .. } = *play;
    check_servers(&common.server_pids)?;
    let stages = load.schedule()?;
    let length = load.length(&stages);
    let connections: usize = play.rooms.iter().map(Rooms::seats).sum();
    check_open_files(connections + 2 * usize::from(load.accounts.concurrency))?;

    let id = run_id(common.seed, unix_ms());
    let run = Rc::new(Run::new(common, id, load, load.closed.map(|_| length))?);
    let accounts = people::gather(&run.api, &load.accounts, id, play.people, false).await?;
    let rooms = rooms::open(&run.api, &accounts, &play.rooms, load.accounts.concurrency).await?;
    let acts = cast(play, connections);
    let crowd = seat(&run, &play.rooms, &rooms, &acts).await?;
    live(&format!("{connections} connections joined {} rooms", rooms.len()));

    let schedule = Schedule::new(common.seed, load.arrivals, &stages, &crowd.shares);
    let start = run.begin();
    let started_at = unix_ms();
    let halt = Arc::new(AtomicBool::new(false));
    let pacer = {
        let (halt, todo) = (Arc::clone(&halt), crowd.todo.clone());
        std::thread::spawn(move || pace(schedule, start, todo, halt))
    };
    for share in &crowd.shares {
        for seat in share.seats.clone().flat_map(|seat| std::iter::repeat_n(seat, load.closed.unwrap_or(0) as usize)) {
            // A seat lives until the run ends.
            let _ = crowd.todo[seat].send(Todo::Send(0));
        }
    }
    let mut watcher = Watcher::new(&run, &common.server_pids, start);
    watcher.until(start + load.warm_up()).await;
    let before = Moment::take(&run, common).await;
    for Cast { act, seats } in &acts {
        watcher.until(start + load.warm_up() + act.at).await;
        for seat in seats {
            let _ = crowd.todo[*seat].send(act.what);
        }
    }
    watcher.until(start + length).await;
    // Set before the join in any case, so that the join cannot wait for slots of a run that was interrupted.
    halt.store(true, Ordering::Relaxed);
    let paced = pacer.join().map_err(|_| "the pacer ended badly".to_owned())?;
    watcher.settle(paced, Duration::from_secs(load.drain.into())).await;
    let after = Moment::take(&run, common).await;
    let (interrupted, series) = (watcher.interrupted, watcher.series);

    let _ = crowd.leave.send(true);
    for seat in &crowd.todo {
        // One that is between two connections hears of it by the other way.
        let _ = seat.send(Todo::Leave);
    }
    for seat in crowd.seats {
        seat.await.map_err(|error| format!("a connection's task ended badly: {error}"))?;
    }
    let run = Rc::into_inner(run).ok_or("a connection outlived its run")?;
    let scheduled = if load.closed.is_some() { run.tally.sent.get() } else { paced };
    let measured = (length - load.warm_up()).as_secs_f64();
    let rooms = rooms.len();
    let outcome = Outcome { connections, rooms, started_at, scheduled, measured, before, after, interrupted, series };
    Ok(report(play, run, outcome))
}

/// An act, and the seats that it happens to.
struct Cast {
    act: Act,
    seats: Vec<usize>,
}

/// Draws the seats of each act: any may drop, and only those that do not send may stall.
fn cast(play: &Play<'_>, connections: usize) -> Vec<Cast> {
    let mut rng = SmallRng::seed_from_u64(play.common.seed ^ 0xac7);
    let mut first = 0;
    let readers = play.rooms.iter().flat_map(|rooms| {
        let (begin, size) = (first, rooms.members + rooms.readers);
        first += rooms.seats();
        let senders = rooms.senders;
        (0..rooms.seats()).filter(move |seat| seat % size >= senders).map(move |seat| begin + seat)
    });
    let readers: Vec<usize> = readers.collect();
    let all: Vec<usize> = (0..connections).collect();
    let mut acts: Vec<_> = play.acts.to_vec();
    acts.sort_by_key(|act| act.at);
    acts.into_iter()
        .map(|act| {
            let mut seats = if matches!(act.what, Todo::Stall(_)) { readers.clone() } else { all.clone() };
            let count = (seats.len() as f64 * act.share).ceil() as usize;
            if count < seats.len() {
                seats.shuffle(&mut rng);
                seats.truncate(count);
            }
            Cast { act, seats }
        })
        .collect()
}

/// Seats everybody, and waits until all have their snapshot. The seats of a kind of room come one room after the other, in
/// each the senders first.
async fn seat(run: &Rc<Run>, kinds: &[Rooms], rooms: &[Room], acts: &[Cast]) -> Result<Crowd, String> {
    let total: usize = kinds.iter().map(Rooms::seats).sum();
    let mut stalls = vec![false; total];
    for Cast { seats, .. } in acts.iter().filter(|cast| matches!(cast.act.what, Todo::Stall(_))) {
        seats.iter().for_each(|seat| stalls[*seat] = true);
    }
    let (leave, left) = watch::channel(false);
    let (mut todo, mut seats, mut joining, mut shares) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut rooms = rooms.iter();
    for kind in kinds {
        for room in rooms.by_ref().take(kind.count) {
            let index = run.checker.borrow_mut().add_stream(format!("chat:{}", room.chat));
            let first = seats.len();
            for place in 0..kind.members + kind.readers {
                let account = &room.members[place % room.members.len()];
                let (joined, has_joined) = oneshot::channel();
                let target = seats.len() % run.targets.len();
                let place = Place {
                    room: index,
                    stream: room.stream(account),
                    target,
                    source: run.targets[target].source(seats.len(), total),
                    stalls: stalls[seats.len()],
                };
                let (seat, tell) = Seat::new(run, account, place, joined);
                todo.push(tell);
                seats.push(tokio::task::spawn_local(seat.attend(left.clone())));
                joining.push(has_joined);
            }
            let senders: Range<usize> = first..first + kind.senders;
            shares.push(Share { weight: kind.weight / kind.count as f64, seats: senders });
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
    Ok(Crowd { todo, shares, seats, leave })
}

/// How things stand when measuring begins, and when all has arrived.
struct Moment {
    sample: Sample,
    deliveries: u64,
    /// Joins so far, in the order of [`JOINS`]; `None` where the server shows no metrics.
    joins: Option<[f64; 4]>,
}

impl Moment {
    async fn take(run: &Run, common: &Common) -> Self {
        let mut joins = Some([0.0; 4]);
        for target in &common.urls {
            let node = joins_of(&run.api, &target.url("/metrics")).await;
            joins = joins.zip(node).map(|(all, node)| std::array::from_fn(|index| all[index] + node[index]));
        }
        Self { sample: Sample::take(&common.server_pids), deliveries: run.tally.deliveries.get(), joins }
    }
}

async fn joins_of(api: &Api, url: &str) -> Option<[f64; 4]> {
    let metrics = api.text(url).await?;
    Some(JOINS.map(|(mode, _)| {
        let line = format!("plaza_joins_total{{mode=\"{mode}\"}} ");
        metrics.lines().find_map(|text| text.strip_prefix(&line)?.trim().parse().ok()).unwrap_or(0.0)
    }))
}

/// What a run was, beside what its seats counted.
struct Outcome {
    connections: usize,
    rooms: usize,
    /// In Unix milliseconds.
    started_at: u64,
    /// Messages that fell due.
    scheduled: u64,
    /// Seconds.
    measured: f64,
    before: Moment,
    after: Moment,
    interrupted: bool,
    series: Vec<crate::report::Point>,
}

fn report(play: &Play<'_>, run: Run, outcome: Outcome) -> Report {
    let Outcome { connections, rooms, started_at, scheduled, measured, before, after, interrupted, series } = outcome;
    let Play { common, load, .. } = *play;
    let Run { tally, checker, .. } = run;
    let (ack, delivery, lag) = (tally.ack.into_inner(), tally.delivery.into_inner(), tally.lag.into_inner());
    let (stalled, back) = (tally.stalled.into_inner(), tally.back.into_inner());
    let completion = tally.completion.into_inner();
    let findings = checker.into_inner().finish();
    let refused: u64 = tally.refusals.borrow().values().sum();
    let (driver_share, server_share) = after.sample.shares_since(&before.sample);
    let driver_cpu = after.sample.driver_cpu - before.sample.driver_cpu;
    let delivered = after.deliveries - before.deliveries;
    let per_million = |cpu: f64| (delivered > 0).then(|| cpu * 1e6 / delivered as f64);
    let mut figures = vec![
        ("sent.count", tally.sent.get() as f64),
        ("sent.rate", tally.sent_measured.get() as f64 / measured),
        ("acks.count", tally.acks.get() as f64),
        ("acks.rate", ack.count() as f64 / measured),
        ("deliveries.count", tally.deliveries.get() as f64),
        ("deliveries.rate", (delivery.count() + stalled.count()) as f64 / measured),
        ("refused.count", refused as f64),
        ("drops.count", tally.drops.get() as f64),
        ("reconnects.count", tally.reconnects.get() as f64),
        ("resyncs.count", findings.resyncs as f64),
    ];
    if let Some((before, after)) = before.joins.zip(after.joins) {
        let counts = JOINS.iter().zip(before.iter().zip(after));
        // A server that was restarted meanwhile counts from the beginning.
        let since = |before: f64, after: f64| if after < before { after } else { after - before };
        figures.extend(counts.map(|((_, figure), (before, after))| (*figure, since(*before, after))));
    }
    if let Some(cpu) = after.sample.server_cpu_since(&before.sample) {
        figures.push(("server.cpu", cpu));
        figures.extend(per_million(cpu).map(|cpu| ("server.cpu_per_million", cpu)));
    }
    figures.extend(server_share.map(|share| ("server.cpu_share", share)));
    figures.extend(before.sample.server_memory.map(|bytes| ("server.memory_before", bytes as f64)));
    figures.extend(after.sample.server_memory.map(|bytes| ("server.memory", bytes as f64)));
    let peak = series.iter().filter_map(|point| point.server_memory).reduce(f64::max);
    figures.extend(peak.map(|bytes| ("server.memory_peak", bytes)));
    figures.push(("driver.cpu", driver_cpu));
    figures.extend(per_million(driver_cpu).map(|cpu| ("driver.cpu_per_million", cpu)));
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
    if let Some(late) = lag.figure("p99").filter(|late| *late > load.max_lag.as_secs_f64()) {
        let limit = Unit::Time.show(load.max_lag.as_secs_f64());
        invalid.push(format!("the driver itself was late by {} at p99 (--max-lag {limit})", Unit::Time.show(late)));
    }
    if driver_share > DRIVER_CPU_LIMIT {
        invalid.push(format!("the driver used {:.0} % of its core: it was the bottleneck", driver_share * 100.0));
    }
    let counted = |what: &str, words: &std::collections::BTreeMap<String, u64>| -> Vec<String> {
        words.iter().map(|(words, count)| format!("{count} × {what}{words}")).collect()
    };
    let mut remarks = counted("refused with ", &tally.refusals.borrow());
    remarks.extend(counted("put off with ", &tally.put_off.borrow()));
    remarks.extend(counted("connection ", &tally.troubles.borrow()));
    let mut settings = vec![
        ("url", common.shown_urls()),
        ("wire", common.shown_wire()),
        ("users", json!(play.people)),
        ("rooms", json!(rooms)),
        ("connections", json!(connections)),
        ("load", json!(shown(load))),
        ("size", json!(load.size)),
        ("seed", json!(common.seed)),
    ];
    settings.extend(play.settings.iter().cloned());
    let mut latencies = vec![("ack", ack), ("delivery", delivery), ("lag", lag)];
    latencies.extend([("stalled", stalled), ("back", back)].into_iter().filter(|(_, latency)| latency.count() > 0));
    Report {
        scenario: play.name,
        catalogue: &CATALOGUE,
        settings,
        latencies,
        figures,
        findings: Some(findings),
        wrong: Vec::new(),
        remarks,
        series,
        completion: Some((started_at, completion)),
        invalid,
    }
}

fn shown(load: &Load) -> String {
    let stages: Vec<_> = load
        .stages
        .iter()
        .map(|Stage { from, to, length }| format!("{from}..{to}/s for {} s", length.as_secs()))
        .collect();
    match (load.rate, load.closed) {
        (Some(rate), _) => format!("{rate}/s for {} s", load.seconds),
        (_, Some(on_the_way)) => format!("closed, {on_the_way} on the way for {} s", load.seconds),
        _ => stages.join(", "),
    }
}
