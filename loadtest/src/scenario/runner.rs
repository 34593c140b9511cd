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
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;

use super::monitor::Watcher;
use super::room_scenario::{Act, Play};
use super::summary::{self, Moment, Outcome};
use super::{check_open_files, check_servers, live, run_id};
use crate::accounts;
use crate::action::Todo;
use crate::clock::unix_ms;
use crate::report::Report;
use crate::room_spec::Rooms;
use crate::rooms::{self, Room};
use crate::run::Run;
use crate::schedule::{Schedule, Share, pace};
use crate::virtual_user::{Place, Seat};

const JOINING: Duration = Duration::from_secs(120);

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
    let accounts = accounts::gather(&run.api, &load.accounts, id, play.people, false).await?;
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
    let mut watcher = Watcher::new(&run, &common.server_pids, start, length);
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
    let stalls = |cast: &&Cast| matches!(cast.act.what, Todo::Stall(_));
    let stalled = acts.iter().filter(stalls).map(|cast| cast.seats.len()).sum();
    let outcome =
        Outcome { connections, stalled, rooms, started_at, scheduled, measured, before, after, interrupted, series };
    Ok(summary::report(play, run, outcome))
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
