//! `loadtest idle`: many authenticated sockets that do nothing, and what they cost the server.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use serde_json::json;
use tokio::sync::watch;

use super::{Sample, check_open_files, check_servers, live, run_id};
use crate::accounts::{self, Account, AccountArgs, TOKEN_AGE};
use crate::api::Api;
use crate::clock::unix_ms;
use crate::metric::{Latency, Unit, micros, thousands};
use crate::options::Common;
use crate::report::{Catalogue, Figure, Report};
use crate::stream_client::Link;
use crate::target::Target;
use crate::wire::{Incoming, Stream};
use crate::ws::Source;

const SNAPSHOT: Duration = Duration::from_secs(30);
/// Sockets that are opened before the first look at the server's memory, so that what it sets up once is not counted.
const FIRST: usize = 16;

/// What this scenario reports.
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
    /// How many sockets to open and hold
    #[arg(long, visible_alias = "sockets", value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub users: u32,
    /// How long to hold them once all are open
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub seconds: u32,
    /// Sockets that share an account, like the devices of one person; decides how many accounts are needed
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub per_account: u32,
    #[command(flatten)]
    pub accounts: AccountArgs,
}

/// What the sockets of a run share.
struct Hall {
    api: Api,
    common: Common,
    open: RefCell<Latency>,
    held: Cell<u64>,
    /// Why sockets ended while they were to be held.
    dropped: RefCell<BTreeMap<String, u64>>,
}

/// Runs it. An error means that it could not begin, or that not all sockets could be opened.
pub async fn run(args: &Args) -> Result<Report, String> {
    let common = &args.common;
    check_servers(&common.server_pids)?;
    let total = args.users as usize;
    check_open_files(total + 2 * usize::from(args.accounts.concurrency))?;
    let hall = Rc::new(Hall {
        api: Api::new(common.target()),
        common: common.clone(),
        open: RefCell::new(Latency::new()?),
        held: Cell::new(0),
        dropped: RefCell::default(),
    });
    let id = run_id(common.seed, unix_ms());
    let people = total.div_ceil(args.per_account as usize);
    let accounts = accounts::gather(&hall.api, &args.accounts, id, people, true).await?;

    let (leave, left) = watch::channel(false);
    let hold = |index: usize| {
        let (hall, account, left) = (Rc::clone(&hall), Rc::clone(&accounts[index % accounts.len()]), left.clone());
        let target = &common.urls[index % common.urls.len()];
        let source = Source { address: target.source(index, total), buffer: None };
        async move {
            let link = open(&hall, &account, target, source).await?;
            Ok::<_, String>(tokio::task::spawn_local(keep(hall, account, link, left)))
        }
    };
    let first = FIRST.min(total / 2);
    let mut holding = Vec::with_capacity(total);
    let mut opening = futures_util::stream::iter(0..first).map(hold).buffer_unordered(args.accounts.concurrency.into());
    while let Some(held) = opening.next().await {
        holding.push(held.map_err(|error| format!("socket {}: {error}", holding.len() + 1))?);
    }
    drop(opening);
    tokio::time::sleep(Duration::from_millis(500)).await;
    let empty = Sample::take(&common.server_pids);
    let start = Instant::now();
    let mut shown = Instant::now();
    let mut opening =
        futures_util::stream::iter(first..total).map(hold).buffer_unordered(args.accounts.concurrency.into());
    while let Some(held) = opening.next().await {
        holding.push(held.map_err(|error| format!("socket {}: {error}", holding.len() + 1))?);
        if shown.elapsed() > Duration::from_secs(1) {
            shown = Instant::now();
            live(&format!("opened {} of {}", thousands(holding.len() as f64), thousands(total as f64)));
        }
    }
    drop(opening);
    let opening_time = start.elapsed();
    live(&format!("{} sockets open, holding them for {} s", thousands(total as f64), args.seconds));

    let full = Sample::take(&common.server_pids);
    let interrupted = tokio::select! {
        () = tokio::time::sleep(Duration::from_secs(args.seconds.into())) => false,
        signal = tokio::signal::ctrl_c() => signal.is_ok(),
    };
    let end = Sample::take(&common.server_pids);
    let held = hall.held.get();
    let _ = leave.send(true);
    for socket in holding {
        socket.await.map_err(|error| format!("a connection's task ended badly: {error}"))?;
    }
    let hall = Rc::into_inner(hall).ok_or("a connection outlived its run")?;

    let (driver_share, server_share) = end.shares_since(&full);
    let dropped: u64 = hall.dropped.borrow().values().sum();
    let mut figures = vec![
        ("sockets.count", held as f64),
        ("sockets.rate", (total - first) as f64 / opening_time.as_secs_f64()),
        ("dropped.count", dropped as f64),
    ];
    if let (Some(before), Some(after)) = (empty.server_memory, end.server_memory) {
        figures.push(("memory.per_socket", (after as f64 - before as f64) / (total - first) as f64));
        figures.push(("server.memory_before", before as f64));
        figures.push(("server.memory", after as f64));
    }
    figures.extend(server_share.map(|share| ("server.cpu_share", share)));
    if let (Some(before), Some(after)) = (empty.driver_memory, end.driver_memory) {
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
    let wrong =
        hall.dropped.borrow().iter().map(|(words, count)| format!("{count} sockets were not held: {words}")).collect();
    Ok(Report {
        settings: vec![
            ("url", common.shown_urls()),
            ("wire", common.shown_wire()),
            ("sockets", json!(total)),
            ("accounts", json!(accounts.len())),
            ("seconds", json!(args.seconds)),
        ],
        latencies: vec![("open", hall.open.into_inner())],
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

/// Opens a socket on the account's group list, and waits for its snapshot.
async fn open(hall: &Hall, account: &Account, target: &Target, source: Source) -> Result<Link, String> {
    let token = account.token(&hall.api, TOKEN_AGE).await?;
    let start = Instant::now();
    let mut link = Link::open(target, source, hall.common.wire, stream(account), &token, None).await?;
    let snapshot = async {
        loop {
            match link.next().await {
                Ok(Incoming::Snapshot { .. }) => return Ok(()),
                Ok(Incoming::Problem(code)) => return Err(format!("not joined: {code}")),
                Ok(_) => {}
                Err(ended) => return Err(ended.to_string()),
            }
        }
    };
    tokio::time::timeout(SNAPSHOT, snapshot)
        .await
        .map_err(|_| format!("no snapshot within {} s", SNAPSHOT.as_secs()))??;
    hall.open.borrow_mut().record(micros(start.elapsed()));
    Ok(link)
}

/// Holds a socket until `left`: answers pings, renews its token, and tells if it is dropped.
async fn keep(hall: Rc<Hall>, account: Rc<Account>, mut link: Link, mut left: watch::Receiver<bool>) {
    hall.held.set(hall.held.get() + 1);
    let why = loop {
        tokio::select! {
            incoming = link.next() => match incoming {
                // Rare, so its state is not kept in every task.
                Ok(Incoming::Renew) => match Box::pin(account.token(&hall.api, Duration::from_secs(60))).await {
                    Ok(token) => link.renew(&token),
                    Err(words) => break words,
                },
                Ok(Incoming::Reconnect { .. }) => break "the server asked to reconnect".to_owned(),
                Ok(_) => {}
                Err(ended) => break ended.to_string(),
            },
            _ = left.changed() => return link.close(),
        }
    };
    hall.held.set(hall.held.get() - 1);
    *hall.dropped.borrow_mut().entry(why).or_default() += 1;
}
