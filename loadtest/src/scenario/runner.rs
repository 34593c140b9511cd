//! Runs a [`RoomScenario`]: connects the virtual users, sends messages when they are due, applies disturbances, checks
//! all deliveries, and reports the figures.

use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom as _;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;

use super::monitor::Monitor;
use super::room_scenario::{Disturbance, RoomScenario};
use super::summary::{self, Checkpoint, Outcome};
use super::{check_open_files, check_pids, print_status, run_id};
use crate::accounts;
use crate::action::Action;
use crate::clock::unix_ms;
use crate::report::Report;
use crate::room_spec::RoomSpec;
use crate::rooms::{self, Room};
use crate::run::Run;
use crate::schedule::{Schedule, Share, pace};
use crate::virtual_user::{Placement, VirtualUser};

const JOIN_TIMEOUT: Duration = Duration::from_secs(120);

/// Virtual users of a run: their action queues, tasks and stop signal.
struct Clients {
    actions: Vec<UnboundedSender<Action>>,
    /// Senders as indexes into `actions`, one share per room.
    shares: Vec<Share>,
    users: Vec<JoinHandle<()>>,
    stop: watch::Sender<bool>,
}

/// Runs the scenario. Fails if it could not start.
pub async fn run(scenario: &RoomScenario<'_>) -> Result<Report, String> {
    let RoomScenario { common, load, .. } = *scenario;
    check_pids(&common.server_pids)?;
    let stages = load.schedule()?;
    let length = load.length(&stages);
    let connections: usize = scenario.rooms.iter().map(RoomSpec::connections).sum();
    check_open_files(connections + 2 * usize::from(load.accounts.concurrency))?;

    let id = run_id(common.seed, unix_ms());
    let run = Rc::new(Run::new(common, id, load, load.closed.map(|_| length))?);
    let accounts = accounts::provision(&run.api, &load.accounts, id, scenario.accounts, false).await?;
    let rooms = rooms::create(&run.api, &accounts, &scenario.rooms, load.accounts.concurrency).await?;
    let disturbances = schedule_disturbances(scenario, connections);
    let clients = connect(&run, &scenario.rooms, &rooms, &disturbances).await?;
    print_status(&format!("{connections} connections joined {} rooms", rooms.len()));

    let schedule = Schedule::new(common.seed, load.arrivals, &stages, &clients.shares);
    let start = run.begin();
    let started_at = unix_ms();
    let stop_pacer = Arc::new(AtomicBool::new(false));
    let pacer = {
        let (stop_pacer, actions) = (Arc::clone(&stop_pacer), clients.actions.clone());
        std::thread::spawn(move || pace(schedule, start, actions, stop_pacer))
    };
    for share in &clients.shares {
        for user in share.users.clone().flat_map(|user| std::iter::repeat_n(user, load.closed.unwrap_or(0) as usize)) {
            // A virtual user lives until the run ends.
            let _ = clients.actions[user].send(Action::Send(0));
        }
    }
    let mut monitor = Monitor::new(&run, &common.server_pids, start, length);
    monitor.run_until(start + load.warm_up()).await;
    let before = Checkpoint::measure(&run, common).await;
    for ScheduledDisturbance { disturbance, users } in &disturbances {
        monitor.run_until(start + load.warm_up() + disturbance.at).await;
        for user in users {
            let _ = clients.actions[*user].send(disturbance.action);
        }
    }
    monitor.run_until(start + length).await;
    // Set before the join, so that the pacer also stops after an interrupt.
    stop_pacer.store(true, Ordering::Relaxed);
    let paced = pacer.join().map_err(|_| "the pacer failed".to_owned())?;
    monitor.settle(paced, Duration::from_secs(load.drain.into())).await;
    let after = Checkpoint::measure(&run, common).await;
    let (interrupted, series) = (monitor.interrupted, monitor.series);

    let _ = clients.stop.send(true);
    for user in &clients.actions {
        // A user between two connections receives the stop signal instead.
        let _ = user.send(Action::Stop);
    }
    for user in clients.users {
        user.await.map_err(|error| format!("a connection's task failed: {error}"))?;
    }
    let run = Rc::into_inner(run).ok_or("a connection outlived its run")?;
    let scheduled = if load.closed.is_some() { run.counters.sent.get() } else { paced };
    let measured = (length - load.warm_up()).as_secs_f64();
    let rooms = rooms.len();
    let stalls = |scheduled: &&ScheduledDisturbance| matches!(scheduled.disturbance.action, Action::Stall(_));
    let stalled = disturbances.iter().filter(stalls).map(|scheduled| scheduled.users.len()).sum();
    let outcome =
        Outcome { connections, stalled, rooms, started_at, scheduled, measured, before, after, interrupted, series };
    Ok(summary::report(scenario, run, outcome))
}

/// A disturbance and the users it affects.
struct ScheduledDisturbance {
    disturbance: Disturbance,
    users: Vec<usize>,
}

/// Selects the users of each disturbance. Any user may drop; only read-only users may stall.
fn schedule_disturbances(scenario: &RoomScenario<'_>, connections: usize) -> Vec<ScheduledDisturbance> {
    let mut rng = SmallRng::seed_from_u64(scenario.common.seed ^ 0xac7);
    let mut first = 0;
    let readers = scenario.rooms.iter().flat_map(|rooms| {
        let (begin, size) = (first, rooms.members + rooms.readers);
        first += rooms.connections();
        let senders = rooms.senders;
        (0..rooms.connections()).filter(move |user| user % size >= senders).map(move |user| begin + user)
    });
    let readers: Vec<usize> = readers.collect();
    let all: Vec<usize> = (0..connections).collect();
    let mut disturbances: Vec<_> = scenario.disturbances.to_vec();
    disturbances.sort_by_key(|disturbance| disturbance.at);
    disturbances
        .into_iter()
        .map(|disturbance| {
            let mut users = if matches!(disturbance.action, Action::Stall(_)) { readers.clone() } else { all.clone() };
            let count = (users.len() as f64 * disturbance.share).ceil() as usize;
            if count < users.len() {
                users.shuffle(&mut rng);
                users.truncate(count);
            }
            ScheduledDisturbance { disturbance, users }
        })
        .collect()
}

/// Connects all users and waits for their snapshots. Users are ordered by specification, then by room, senders first.
async fn connect(
    run: &Rc<Run>,
    specs: &[RoomSpec],
    rooms: &[Room],
    disturbances: &[ScheduledDisturbance],
) -> Result<Clients, String> {
    let total: usize = specs.iter().map(RoomSpec::connections).sum();
    let mut stalls = vec![false; total];
    for ScheduledDisturbance { users, .. } in
        disturbances.iter().filter(|scheduled| matches!(scheduled.disturbance.action, Action::Stall(_)))
    {
        users.iter().for_each(|user| stalls[*user] = true);
    }
    let (stop, stopped) = watch::channel(false);
    let (mut actions, mut users, mut joining, mut shares) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut rooms = rooms.iter();
    for spec in specs {
        for room in rooms.by_ref().take(spec.count) {
            let stream = run.checker.borrow_mut().add_stream(format!("chat:{}", room.chat));
            let first = users.len();
            for index in 0..spec.members + spec.readers {
                let account = &room.members[index % room.members.len()];
                let (joined, has_joined) = oneshot::channel();
                let target = users.len() % run.targets.len();
                let placement = Placement {
                    room: stream,
                    stream: room.stream(account),
                    target,
                    source: run.targets[target].source(users.len(), total),
                    is_staller: stalls[users.len()],
                };
                let (user, sender) = VirtualUser::new(run, account, placement, joined);
                actions.push(sender);
                users.push(tokio::task::spawn_local(user.run(stopped.clone())));
                joining.push(has_joined);
            }
            let senders: Range<usize> = first..first + spec.senders;
            shares.push(Share { weight: spec.weight / spec.count as f64, users: senders });
        }
    }
    let all = async {
        for joined in joining {
            joined.await.map_err(|_| "a connection failed to join".to_owned())??;
        }
        Ok::<_, String>(())
    };
    tokio::time::timeout(JOIN_TIMEOUT, all)
        .await
        .map_err(|_| format!("not all of {total} connections had a snapshot within {} s", JOIN_TIMEOUT.as_secs()))?
        .map_err(|error| format!("while joining rooms: {error}"))?;
    Ok(Clients { actions, shares, users, stop })
}
