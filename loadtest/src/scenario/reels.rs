//! `loadtest reels`: many watch one reel while a few like it. Every watcher must see the last counters, and the server
//! must merge them into at most two updates a second.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use serde_json::json;
use tokio::sync::watch;

use super::{Sample, check_open_files, check_pids, print_status, run_id};
use crate::accounts::{self, Account, AccountArgs, MAX_TOKEN_AGE};
use crate::api::Api;
use crate::clock::unix_ms;
use crate::metric::{Latency, Unit, micros, thousands};
use crate::options::Common;
use crate::report::{Catalogue, Figure, Report};
use crate::stream_client::StreamClient;
use crate::target::Target;
use crate::wire::{Incoming, Stream};
use crate::ws::{Disconnect, Source};

const SNAPSHOT_TIMEOUT: Duration = Duration::from_secs(30);
/// Time after the last like in which watchers may still learn of it.
const SETTLE: Duration = Duration::from_secs(5);
/// Updates of the counters that a watcher gets in a second, at most.
const UPDATE_RATE: f64 = 2.0;

/// Figures of this scenario.
pub static CATALOGUE: Catalogue = Catalogue {
    latencies: &["like", "seen"],
    figures: &[
        Figure { name: "watchers.count", unit: Unit::Number },
        Figure { name: "likes.count", unit: Unit::Number },
        Figure { name: "updates.rate", unit: Unit::Number },
        Figure { name: "server.memory", unit: Unit::Bytes },
        Figure { name: "server.cpu_share", unit: Unit::Number },
        Figure { name: "driver.cpu_share", unit: Unit::Number },
    ],
};

/// Options of `loadtest reels`.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    #[command(flatten)]
    pub common: Common,
    /// Number of watchers
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub watchers: u32,
    /// Likes per second, by turns of accounts that like and take it back
    #[arg(long, value_name = "R", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub rate: u32,
    /// Length of the run
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub seconds: u32,
    /// Reel to watch [default: the first of the feed]
    #[arg(long, value_name = "ID")]
    pub reel: Option<u64>,
    /// Watchers per account; determines the number of accounts
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub per_account: u32,
    #[command(flatten)]
    pub accounts: AccountArgs,
}

/// State shared by the watchers.
struct Seen {
    /// Times of likes by the revision of the counters that they led to.
    likes: BTreeMap<u64, Instant>,
    latency: Latency,
    updates: u64,
    /// Newest revision of each watcher.
    revisions: Vec<u64>,
    dropped: BTreeMap<String, u64>,
}

impl Seen {
    /// Records that a watcher got counters, which tell of all likes since its last ones.
    fn take(&mut self, watcher: usize, revision: u64) {
        self.updates += 1;
        let known = self.revisions[watcher];
        if revision > known {
            for sent_at in self.likes.range(known + 1..=revision).map(|(_, at)| at) {
                self.latency.record(micros(sent_at.elapsed()));
            }
            self.revisions[watcher] = revision;
        }
    }
}

/// Runs the scenario. Fails if it could not start, join all watchers, or like.
pub async fn run(args: &Args) -> Result<Report, String> {
    let common = &args.common;
    check_pids(&common.server_pids)?;
    let total = args.watchers as usize;
    check_open_files(total + 2 * usize::from(args.accounts.concurrency))?;
    let api = Rc::new(Api::new(common.target()));
    let id = run_id(common.seed, unix_ms());
    let accounts =
        accounts::provision(&api, &args.accounts, id, total.div_ceil(args.per_account as usize), true).await?;
    let reel = match args.reel {
        Some(reel) => reel,
        None => first_reel(&api, &accounts[0]).await?,
    };

    let seen = Seen {
        likes: BTreeMap::new(),
        latency: Latency::new()?,
        updates: 0,
        revisions: vec![0; total],
        dropped: BTreeMap::new(),
    };
    let seen = Rc::new(RefCell::new(seen));
    let (stop, stopped) = watch::channel(false);
    let mut watching = Vec::with_capacity(total);
    let join = |index: usize| {
        let (account, target) = (&accounts[index % accounts.len()], &common.urls[index % common.urls.len()]);
        let source = Source { address: target.source(index, total), receive_buffer: None };
        join(args, &api, account, target, source, reel)
    };
    let mut joining = futures_util::stream::iter(0..total).map(join).buffer_unordered(args.accounts.concurrency.into());
    while let Some(client) = joining.next().await {
        let client = client.map_err(|error| format!("watcher {}: {error}", watching.len() + 1))?;
        let (seen, api, stopped) = (Rc::clone(&seen), Rc::clone(&api), stopped.clone());
        let account = Rc::clone(&accounts[watching.len() % accounts.len()]);
        let index = watching.len();
        watching
            .push(tokio::task::spawn_local(async move { follow(client, index, &seen, &api, &account, stopped).await }));
    }
    drop(joining);
    print_status(&format!("{} watch reel {reel}", thousands(total as f64)));

    let mut like = Latency::new()?;
    let before = Sample::measure(&common.server_pids);
    let start = Instant::now();
    let mut last = 0;
    for number in 0..args.rate * args.seconds {
        let due = start + Duration::from_secs_f64(f64::from(number) / f64::from(args.rate));
        tokio::time::sleep_until(due.into()).await;
        let account = &accounts[number as usize % accounts.len()];
        let token = account.token(&api, MAX_TOKEN_AGE).await?;
        let sent_at = Instant::now();
        let answer = api.post("/api/v1/userprofessional/reel-like/", Some(&token), &json!({"reel_id": reel})).await?;
        like.record(micros(sent_at.elapsed()));
        last = answer["data"]["counts"]["revision"].as_u64().ok_or("a like without a revision")?;
        seen.borrow_mut().likes.insert(last, sent_at);
    }
    let until = Instant::now() + SETTLE;
    while Instant::now() < until && seen.borrow().revisions.iter().any(|revision| *revision < last) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let after = Sample::measure(&common.server_pids);
    let _ = stop.send(true);
    for watcher in watching {
        watcher.await.map_err(|error| format!("a watcher's task failed: {error}"))?;
    }

    let seen = Rc::into_inner(seen).ok_or("a watcher outlived its run")?.into_inner();
    let (driver_share, server_share) = after.shares_since(&before);
    let wall = (after.at - before.at).as_secs_f64();
    let rate = seen.updates as f64 / wall / total as f64;
    let behind = seen.revisions.iter().filter(|revision| **revision < last).count();
    let mut wrong: Vec<String> =
        seen.dropped.iter().map(|(error, count)| format!("{count} watchers ended early: {error}")).collect();
    wrong.extend((behind > 0).then(|| format!("{behind} watchers never saw the last counters")));
    // One more than the rate allows falls on the borders of the run.
    wrong.extend((rate > UPDATE_RATE + 2.0 / wall).then(|| format!("{rate:.1} updates a second reached each watcher")));
    let mut figures =
        vec![("watchers.count", total as f64), ("likes.count", like.count() as f64), ("updates.rate", rate)];
    figures.extend(after.server_memory.map(|bytes| ("server.memory", bytes as f64)));
    figures.extend(server_share.map(|share| ("server.cpu_share", share)));
    figures.push(("driver.cpu_share", driver_share));
    Ok(Report {
        settings: vec![
            ("url", common.shown_urls()),
            ("wire", common.shown_wire()),
            ("watchers", json!(total)),
            ("rate", json!(args.rate)),
            ("seconds", json!(args.seconds)),
        ],
        latencies: vec![("like", like), ("seen", seen.latency)],
        figures,
        wrong,
        ..Report::new("reels", &CATALOGUE)
    })
}

async fn first_reel(api: &Api, account: &Account) -> Result<u64, String> {
    let token = account.token(api, MAX_TOKEN_AGE).await?;
    let feed = api.get("/api/v1/userprofessional/all-reels/", &token).await?;
    feed["data"][0]["id"].as_u64().ok_or_else(|| "the server has no reel: start it with PLAZA_DEMO=small".to_owned())
}

/// Joins the stream of a reel and waits for its snapshot.
async fn join(
    args: &Args,
    api: &Api,
    account: &Account,
    target: &Target,
    source: Source,
    reel: u64,
) -> Result<StreamClient, String> {
    let token = account.token(api, MAX_TOKEN_AGE).await?;
    let mut client =
        StreamClient::open(target, source, args.common.wire, Stream::Reel { id: reel }, &token, None).await?;
    let snapshot = async {
        loop {
            match client.next().await.map_err(|disconnect| disconnect.to_string())? {
                Incoming::Snapshot { .. } => return Ok(()),
                Incoming::Error(code) => return Err(format!("not joined: {code}")),
                _ => {}
            }
        }
    };
    tokio::time::timeout(SNAPSHOT_TIMEOUT, snapshot)
        .await
        .map_err(|_| format!("no snapshot within {} s", SNAPSHOT_TIMEOUT.as_secs()))??;
    Ok(client)
}

/// Reads the counters until the run ends.
async fn follow(
    mut client: StreamClient,
    index: usize,
    seen: &RefCell<Seen>,
    api: &Api,
    account: &Account,
    mut stopped: watch::Receiver<bool>,
) {
    let reason = loop {
        tokio::select! {
            incoming = client.next() => match incoming {
                Ok(Incoming::Counts { revision }) => seen.borrow_mut().take(index, revision),
                // Boxed, since it is rare: keeps the future out of each task.
                Ok(Incoming::Renew) => match Box::pin(account.token(api, Duration::from_secs(60))).await {
                    Ok(token) => client.renew(&token),
                    Err(error) => break error,
                },
                Ok(_) => {}
                Err(Disconnect::Closed(code, _)) => break format!("closed with {code}"),
                Err(disconnect) => break disconnect.to_string(),
            },
            _ = stopped.changed() => return client.close(),
        }
    };
    *seen.borrow_mut().dropped.entry(reason).or_default() += 1;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_tell_of_all_likes_since_the_last_ones() {
        let mut seen = Seen {
            likes: [2, 3, 5].map(|revision| (revision, Instant::now())).into(),
            latency: Latency::new().unwrap(),
            updates: 0,
            revisions: vec![2, 0],
            dropped: BTreeMap::new(),
        };
        for (watcher, revision) in [(0, 3), (0, 2), (1, 4), (0, 5)] {
            seen.take(watcher, revision);
        }
        assert_eq!((seen.latency.count(), seen.updates, seen.revisions), (4, 4, vec![5, 4]));
    }
}
