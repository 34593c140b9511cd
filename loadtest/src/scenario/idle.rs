//! `loadtest idle`: many idle authenticated sockets, and their cost for the server.

use std::cell::{Cell, RefCell};
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
use crate::ws::Source;

const SNAPSHOT_TIMEOUT: Duration = Duration::from_secs(30);
/// Sockets opened before the first memory sample, so that one-time allocations are not counted.
const BASELINE_SOCKETS: usize = 16;

/// Figures of this scenario.
pub static CATALOGUE: Catalogue = Catalogue {
    latencies: &["open"],
    figures: &[
        Figure { name: "sockets.count", unit: Unit::Number },
        Figure { name: "sockets.rate", unit: Unit::Number },
        Figure { name: "dropped.count", unit: Unit::Number },
        Figure { name: "memory.per_socket", unit: Unit::Bytes },
        Figure { name: "server.memory_before", unit: Unit::Bytes },
        Figure { name: "server.memory", unit: Unit::Bytes },
        Figure { name: "server.cpu_share", unit: Unit::Number },
        Figure { name: "driver.memory", unit: Unit::Bytes },
        Figure { name: "driver.memory_per_socket", unit: Unit::Bytes },
        Figure { name: "driver.cpu_share", unit: Unit::Number },
    ],
};

/// Options of `loadtest idle`.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    #[command(flatten)]
    pub common: Common,
    /// Number of sockets to open and hold
    #[arg(long, visible_alias = "sockets", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub users: u32,
    /// Time to hold them once all are open
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub seconds: u32,
    /// Sockets per account, like devices of one user; determines the number of accounts
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub per_account: u32,
    #[command(flatten)]
    pub accounts: AccountArgs,
}

/// Shared state of the sockets.
struct IdleRun {
    api: Api,
    common: Common,
    open: RefCell<Latency>,
    held: Cell<u64>,
    /// Sockets that ended early, by reason.
    dropped: RefCell<BTreeMap<String, u64>>,
}

/// Runs the scenario. Fails if it could not start or open all sockets.
pub async fn run(args: &Args) -> Result<Report, String> {
    let common = &args.common;
    check_pids(&common.server_pids)?;
    let total = args.users as usize;
    check_open_files(total + 2 * usize::from(args.accounts.concurrency))?;
    let idle_run = Rc::new(IdleRun {
        api: Api::new(common.target()),
        common: common.clone(),
        open: RefCell::new(Latency::new()?),
        held: Cell::new(0),
        dropped: RefCell::default(),
    });
    let id = run_id(common.seed, unix_ms());
    let account_count = total.div_ceil(args.per_account as usize);
    let accounts = accounts::provision(&idle_run.api, &args.accounts, id, account_count, true).await?;

    let (stop, stopped) = watch::channel(false);
    let hold = |index: usize| {
        let (idle_run, account, stopped) =
            (Rc::clone(&idle_run), Rc::clone(&accounts[index % accounts.len()]), stopped.clone());
        let target = &common.urls[index % common.urls.len()];
        let source = Source { address: target.source(index, total), receive_buffer: None };
        async move {
            let client = open(&idle_run, &account, target, source).await?;
            Ok::<_, String>(tokio::task::spawn_local(hold_open(idle_run, account, client, stopped)))
        }
    };
    let first = BASELINE_SOCKETS.min(total / 2);
    let mut holding = Vec::with_capacity(total);
    let mut opening = futures_util::stream::iter(0..first).map(hold).buffer_unordered(args.accounts.concurrency.into());
    while let Some(held) = opening.next().await {
        holding.push(held.map_err(|error| format!("socket {}: {error}", holding.len() + 1))?);
    }
    drop(opening);
    tokio::time::sleep(Duration::from_millis(500)).await;
    let baseline = Sample::measure(&common.server_pids);
    let start = Instant::now();
    let mut shown = Instant::now();
    let mut opening =
        futures_util::stream::iter(first..total).map(hold).buffer_unordered(args.accounts.concurrency.into());
    while let Some(held) = opening.next().await {
        holding.push(held.map_err(|error| format!("socket {}: {error}", holding.len() + 1))?);
        if shown.elapsed() > Duration::from_secs(1) {
            shown = Instant::now();
            print_status(&format!("opened {} of {}", thousands(holding.len() as f64), thousands(total as f64)));
        }
    }
    drop(opening);
    let opening_time = start.elapsed();
    print_status(&format!("{} sockets open, holding them for {} s", thousands(total as f64), args.seconds));

    let full = Sample::measure(&common.server_pids);
    let interrupted = tokio::select! {
        () = tokio::time::sleep(Duration::from_secs(args.seconds.into())) => false,
        signal = tokio::signal::ctrl_c() => signal.is_ok(),
    };
    let end = Sample::measure(&common.server_pids);
    let held = idle_run.held.get();
    let _ = stop.send(true);
    for socket in holding {
        socket.await.map_err(|error| format!("a connection's task failed: {error}"))?;
    }
    let idle_run = Rc::into_inner(idle_run).ok_or("a connection outlived its run")?;

    let (driver_share, server_share) = end.shares_since(&full);
    let dropped: u64 = idle_run.dropped.borrow().values().sum();
    let mut figures = vec![
        ("sockets.count", held as f64),
        ("sockets.rate", (total - first) as f64 / opening_time.as_secs_f64()),
        ("dropped.count", dropped as f64),
    ];
    if let (Some(before), Some(after)) = (baseline.server_memory, end.server_memory) {
        figures.push(("memory.per_socket", (after as f64 - before as f64) / (total - first) as f64));
        figures.push(("server.memory_before", before as f64));
        figures.push(("server.memory", after as f64));
    }
    figures.extend(server_share.map(|share| ("server.cpu_share", share)));
    if let (Some(before), Some(after)) = (baseline.driver_memory, end.driver_memory) {
        figures.push(("driver.memory", after as f64));
        figures.push(("driver.memory_per_socket", (after as f64 - before as f64) / (total - first) as f64));
    }
    figures.push(("driver.cpu_share", driver_share));
    let mut remarks = Vec::new();
    if !common.server_pids.is_empty() && args.accounts.sessions.is_none() {
        remarks.push(
            "this server hashed passwords for the run, and sockets use the memory that it freed: for an exact \
             memory.per_socket use --save-sessions, restart the server, and use --sessions"
                .to_owned(),
        );
    }
    let wrong = idle_run
        .dropped
        .borrow()
        .iter()
        .map(|(error, count)| format!("{count} sockets ended early: {error}"))
        .collect();
    Ok(Report {
        settings: vec![
            ("url", common.shown_urls()),
            ("wire", common.shown_wire()),
            ("sockets", json!(total)),
            ("accounts", json!(accounts.len())),
            ("seconds", json!(args.seconds)),
        ],
        latencies: vec![("open", idle_run.open.into_inner())],
        figures,
        wrong,
        remarks,
        invalid: if interrupted { vec!["interrupted".to_owned()] } else { Vec::new() },
        ..Report::new("idle", &CATALOGUE)
    })
}

fn stream(account: &Account) -> Stream {
    Stream::Chats { user: account.id, professional: account.professional }
}

/// Opens a socket on the account's chat list and waits for its snapshot.
async fn open(idle_run: &IdleRun, account: &Account, target: &Target, source: Source) -> Result<StreamClient, String> {
    let token = account.token(&idle_run.api, MAX_TOKEN_AGE).await?;
    let start = Instant::now();
    let mut client = StreamClient::open(target, source, idle_run.common.wire, stream(account), &token, None).await?;
    let snapshot = async {
        loop {
            match client.next().await {
                Ok(Incoming::Snapshot { .. }) => return Ok(()),
                Ok(Incoming::Error(code)) => return Err(format!("not joined: {code}")),
                Ok(_) => {}
                Err(disconnect) => return Err(disconnect.to_string()),
            }
        }
    };
    tokio::time::timeout(SNAPSHOT_TIMEOUT, snapshot)
        .await
        .map_err(|_| format!("no snapshot within {} s", SNAPSHOT_TIMEOUT.as_secs()))??;
    idle_run.open.borrow_mut().record(micros(start.elapsed()));
    Ok(client)
}

/// Holds a socket until `stopped`: answers pings, renews the token, and records an early end.
async fn hold_open(
    idle_run: Rc<IdleRun>,
    account: Rc<Account>,
    mut client: StreamClient,
    mut stopped: watch::Receiver<bool>,
) {
    idle_run.held.set(idle_run.held.get() + 1);
    let reason = loop {
        tokio::select! {
            incoming = client.next() => match incoming {
                // Boxed, since it is rare: keeps the future out of each task.
                Ok(Incoming::Renew) => match Box::pin(account.token(&idle_run.api, Duration::from_secs(60))).await {
                    Ok(token) => client.renew(&token),
                    Err(error) => break error,
                },
                Ok(Incoming::Reconnect { .. }) => break "the server asked to reconnect".to_owned(),
                Ok(_) => {}
                Err(disconnect) => break disconnect.to_string(),
            },
            _ = stopped.changed() => return client.close(),
        }
    };
    idle_run.held.set(idle_run.held.get() - 1);
    *idle_run.dropped.borrow_mut().entry(reason).or_default() += 1;
}
