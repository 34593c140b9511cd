//! `loadtest pages`: asks for public pages at a constant rate, such as lists and searches.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::task::JoinSet;

use super::{Sample, check_pids};
use crate::api::Api;
use crate::metric::{Latency, Unit, micros};
use crate::options::Common;
use crate::report::{Catalogue, Figure, Report};

/// Requests that wait for their answers. A server that is further behind ends the run.
const MAX_IN_FLIGHT: usize = 5_000;
/// Text of a path that stands for the number of the request.
const NUMBER: &str = "{n}";

/// Figures of this scenario.
pub static CATALOGUE: Catalogue = Catalogue {
    latencies: &["page", "lag"],
    figures: &[
        Figure { name: "pages.count", unit: Unit::Number },
        Figure { name: "pages.rate", unit: Unit::Number },
        Figure { name: "bytes.per_page", unit: Unit::Bytes },
        Figure { name: "server.cpu_per_page", unit: Unit::Time },
        Figure { name: "server.cpu_share", unit: Unit::Number },
        Figure { name: "driver.cpu_share", unit: Unit::Number },
    ],
};

/// Options of `loadtest pages`.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    #[command(flatten)]
    pub common: Common,
    /// Path to ask for; `{n}` in it is replaced by the number of the request. Repeatable: paths take turns
    #[arg(long = "path", value_name = "PATH", required = true, value_parser = path)]
    pub paths: Vec<String>,
    /// JSON to post instead of a `GET`; `{n}` in it is replaced, too
    #[arg(long, value_name = "JSON")]
    pub body: Option<String>,
    /// Requests per second
    #[arg(long, value_name = "R", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub rate: u32,
    /// Length of the run
    #[arg(long, value_name = "S", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=86_400))]
    pub seconds: u32,
    /// Maximum lag of the driver at the 99th percentile; a run above it is INVALID
    #[arg(long, value_name = "TIME", default_value = "10ms", value_parser = crate::threshold::duration)]
    pub max_lag: Duration,
}

fn path(text: &str) -> Result<String, String> {
    if text.starts_with('/') { Ok(text.to_owned()) } else { Err("a path begins with /".to_owned()) }
}

/// Answers so far.
struct Answers {
    latency: Latency,
    bytes: u64,
    /// Requests without a page, by reason.
    failed: BTreeMap<String, u64>,
}

/// Runs the scenario. Latency counts from the time at which a request was due. Each path is asked for once before.
pub async fn run(args: &Args) -> Result<Report, String> {
    let common = &args.common;
    check_pids(&common.server_pids)?;
    let api = Rc::new(Api::new(common.target()));
    for path in &args.paths {
        ask(&api, path, args.body.as_deref(), 0).await?;
    }

    let answers = Answers { latency: Latency::new()?, bytes: 0, failed: BTreeMap::new() };
    let answers = Rc::new(RefCell::new(answers));
    let (mut lag, mut asking) = (Latency::new()?, JoinSet::new());
    let before = Sample::measure(&common.server_pids);
    let start = Instant::now();
    for number in 0..args.rate * args.seconds {
        let due = start + Duration::from_secs_f64(f64::from(number) / f64::from(args.rate));
        tokio::time::sleep_until(due.into()).await;
        lag.record(micros(due.elapsed()));
        while asking.try_join_next().is_some() {}
        if asking.len() >= MAX_IN_FLIGHT {
            return Err(format!("{MAX_IN_FLIGHT} requests wait for their answers"));
        }
        let (path, body) = (args.paths[number as usize % args.paths.len()].clone(), args.body.clone());
        let (api, answers) = (Rc::clone(&api), Rc::clone(&answers));
        asking.spawn_local(async move {
            let page = ask(&api, &path, body.as_deref(), number + 1).await;
            let mut answers = answers.borrow_mut();
            answers.latency.record(micros(due.elapsed()));
            match page {
                Ok(bytes) => answers.bytes += bytes as u64,
                Err(reason) => *answers.failed.entry(reason).or_default() += 1,
            }
        });
    }
    while asking.join_next().await.is_some() {}
    let after = Sample::measure(&common.server_pids);

    let Answers { latency, bytes, failed } = Rc::into_inner(answers).ok_or("a request outlived its run")?.into_inner();
    let (count, wall) = (latency.count() as f64, (after.at - before.at).as_secs_f64());
    let (driver_share, server_share) = after.shares_since(&before);
    let mut figures =
        vec![("pages.count", count), ("pages.rate", count / wall), ("bytes.per_page", bytes as f64 / count)];
    figures.extend(after.server_cpu_since(&before).map(|cpu| ("server.cpu_per_page", cpu / count)));
    figures.extend(server_share.map(|share| ("server.cpu_share", share)));
    figures.push(("driver.cpu_share", driver_share));
    let lagged = lag.figure("p99").is_some_and(|lag| lag > args.max_lag.as_secs_f64());
    Ok(Report {
        settings: vec![
            ("url", common.shown_urls()),
            ("paths", json!(args.paths.join(" "))),
            ("body", json!(args.body)),
            ("rate", json!(args.rate)),
            ("seconds", json!(args.seconds)),
        ],
        latencies: vec![("page", latency), ("lag", lag)],
        figures,
        wrong: failed.iter().map(|(reason, count)| format!("{count} requests: {reason}")).collect(),
        invalid: lagged.then(|| "the driver missed its schedule".to_owned()).into_iter().collect(),
        ..Report::new("pages", &CATALOGUE)
    })
}

/// Asks for a page. Returns its bytes on the wire.
async fn ask(api: &Api, path: &str, body: Option<&str>, number: u32) -> Result<usize, String> {
    let with_number = |text: &str| text.replace(NUMBER, &number.to_string());
    api.get_page(&with_number(path), body.map(with_number)).await
}
