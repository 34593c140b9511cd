//! Disturbs the nodes in every way under load. Nodes are killed, shut down, stalled, and cut off from clients, Redis and
//! the database. Redis and the database are frozen, killed and restarted themselves. Disks fill up, open files run out
//! and clocks are set. Every node has 256 open files. `loadtest` makes the load and checks the result:
//! no acknowledged message is lost, repeated or out of order, and every subscriber is complete at the end.
//!
//! All faults are drawn from a seed, which is printed: `make soak SEED=… SECONDS=…` repeats the run, or makes it
//! longer.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod clock;
mod deployment;
mod faults;
mod load;
mod proxy;

use std::{
    collections::BTreeMap,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use rand::{SeedableRng as _, rngs::SmallRng};
use store::testing;

use crate::{
    deployment::Deployment,
    faults::{BACK, Trial},
    load::{CONNECTIONS, Load},
};

/// Pause without faults after each trial. Recovery takes less time on an otherwise idle machine.
const CALM: Duration = Duration::from_millis(2_500);
/// Pause without faults at the start and at the end.
const QUIET: Duration = Duration::from_secs(2);

#[tokio::test]
#[ignore = "takes minutes: make soak"]
async fn one_node_on_sqlite() {
    soak("one node on SQLite", Deployment::alone().await, seconds(55)).await;
}

#[tokio::test]
#[ignore = "takes minutes: make soak"]
async fn two_nodes_on_postgresql_and_redis() {
    if let Some(deployment) = Deployment::pair().await {
        soak("two nodes on PostgreSQL and Redis", deployment, seconds(95)).await;
    }
}

fn seconds(usual: u64) -> Duration {
    Duration::from_secs(number("PLAZA_SOAK_SECONDS").unwrap_or(usual))
}

fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok().filter(|text| !text.is_empty())?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable} is a number, not {text:?}")))
}

async fn soak(name: &str, mut deployment: Deployment, length: Duration) {
    let seed = number("PLAZA_SOAK_SEED").unwrap_or_else(|| u64::from(rand::random::<u32>()));
    println!("\n{name}, {} s, SEED={seed}", length.as_secs());
    let urls = deployment.urls();
    let mut loads: Vec<Load> = ["plain", "socketio"]
        .into_iter()
        .zip(seed..)
        .map(|(wire, seed)| Load::start(wire, &urls, seed, length))
        .collect();
    while deployment.joins().await < CONNECTIONS * loads.len() as u64 {
        assert!(!loads.iter_mut().any(Load::has_ended), "{:?}", deployment.logs());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let begun = Instant::now();
    tokio::time::sleep(QUIET).await;

    let mut rng = SmallRng::seed_from_u64(seed);
    // Each with its start and end.
    let mut done: Vec<(Trial, u64, u64)> = Vec::new();
    'all: loop {
        for trial in faults::round(&mut rng, deployment.nodes.len()) {
            if begun.elapsed() + trial.length + CALM + QUIET > length {
                break 'all;
            }
            println!("{:>7.1} s  {trial}", begun.elapsed().as_secs_f64());
            let begin = unix_ms();
            disturb(&mut deployment, &trial).await;
            done.push((trial, begin, unix_ms()));
            tokio::time::sleep(CALM).await;
        }
    }

    let mut findings = Vec::new();
    for load in loads {
        findings.push(load.end().await);
    }
    let mut worst: BTreeMap<String, Duration> = BTreeMap::new();
    let mut late: Vec<String> = Vec::new();
    println!("\nwhole again after the end of");
    let nexts = done.iter().skip(1).map(|(_, begin, _)| *begin).chain([u64::MAX]);
    for ((trial, _, end), next) in done.iter().zip(nexts) {
        let whole = findings.iter().map(|found| found.whole_after(*end, next)).max().unwrap_or_default();
        println!("{:>8} ms  {trial}", whole.as_millis());
        if trial.faults.iter().all(|fault| fault.ends_at_once()) && whole > BACK {
            late.push(format!("{trial}: {} ms", whole.as_millis()));
        }
        let names: Vec<_> = trial.faults.iter().map(|fault| fault.kind()).collect();
        let kind = if let [one] = names.as_slice() { (*one).to_owned() } else { "two at a time".to_owned() };
        let worst = worst.entry(kind).or_default();
        *worst = whole.max(*worst);
    }
    println!("\nat the longest");
    worst.iter().for_each(|(kind, whole)| println!("{:>8} ms  {kind}", whole.as_millis()));

    let (mut sent, mut acked) = (0, 0);
    for found in &findings {
        sent += found.figure("sent.count");
        acked += found.figure("acks.count");
        println!(
            "{}: {} reconnections, {} resyncs",
            found.wire,
            found.figure("reconnects.count"),
            found.figure("resyncs.count")
        );
    }
    let db = deployment.close().await;
    let stored = testing::count(&db, "message WHERE text LIKE 'lt %'").await;
    db.close().await;
    assert_eq!((sent, stored), (acked, acked), "what was said, acknowledged and stored are the same");
    assert!(late.is_empty(), "served again within {BACK:?}: {late:?}");
    for log in deployment.logs() {
        assert!(!log.contains("panicked"), "{log}");
    }
}

/// Begins all faults, waits, and ends them: servers first, so that restarted nodes find them.
async fn disturb(deployment: &mut Deployment, trial: &Trial) {
    for fault in &trial.faults {
        deployment.begin(*fault).await;
    }
    tokio::time::sleep(trial.length).await;
    let mut faults = trial.faults.clone();
    faults.sort_by_key(|fault| fault.is_of_a_node());
    for fault in faults {
        deployment.end(fault).await;
    }
}

fn unix_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64
}
