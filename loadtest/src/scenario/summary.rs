//! Report of a run with rooms: figures, settings, and reasons that make the run invalid.

use std::collections::BTreeMap;

use serde_json::json;

use super::Sample;
use super::room_scenario::RoomScenario;
use crate::action::Action;
use crate::api::Api;
use crate::metric::Unit;
use crate::options::Common;
use crate::report::{Catalogue, Figure, Point, Report};
use crate::run::Run;

/// Above this share of a core the driver's event loop is the bottleneck and adds its own latency.
const MAX_DRIVER_CPU: f64 = 0.9;
/// Maximum share of unsent or rejected messages in a valid run.
const MAX_UNCARRIED_SHARE: f64 = 0.001;
/// Join modes by their name in the server's metrics, and their figures.
const JOINS: [(&str, &str); 4] =
    [("snapshot", "joins.snapshot"), ("resync", "joins.resync"), ("log", "joins.log"), ("database", "joins.database")];

/// Figures of these scenarios.
pub static CATALOGUE: Catalogue = Catalogue {
    latencies: &["delivery", "stalled", "ack", "reconnect", "lag"],
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
        Figure { name: "memory.per_stalled", unit: Unit::Bytes },
        Figure { name: "driver.memory", unit: Unit::Bytes },
        Figure { name: "driver.cpu", unit: Unit::Time },
        Figure { name: "driver.cpu_share", unit: Unit::Number },
        Figure { name: "driver.cpu_per_million", unit: Unit::Time },
    ],
};

/// State at the start of the measured part, and after the last delivery.
pub struct Checkpoint {
    sample: Sample,
    deliveries: u64,
    /// Joins so far, in the order of [`JOINS`]; `None` without `--metrics`, or if it exposes none.
    joins: Option<[f64; 4]>,
}

impl Checkpoint {
    pub async fn measure(run: &Run, common: &Common) -> Self {
        let mut joins = (!common.metrics.is_empty()).then_some([0.0; 4]);
        for target in &common.metrics {
            let node = read_joins(&run.api, &target.url("/metrics")).await;
            joins = joins.zip(node).map(|(all, node)| std::array::from_fn(|index| all[index] + node[index]));
        }
        Self { sample: Sample::measure(&common.server_pids), deliveries: run.counters.deliveries.get(), joins }
    }
}

async fn read_joins(api: &Api, url: &str) -> Option<[f64; 4]> {
    let metrics = api.get_text(url).await?;
    Some(JOINS.map(|(mode, _)| {
        let line = format!("plaza_joins_total{{mode=\"{mode}\"}} ");
        metrics.lines().find_map(|text| text.strip_prefix(&line)?.trim().parse().ok()).unwrap_or(0.0)
    }))
}

/// Data of a run besides its counters.
pub struct Outcome {
    pub connections: usize,
    /// Number of connections that stalled.
    pub stalled: usize,
    pub rooms: usize,
    /// Unix time in milliseconds.
    pub started_at: u64,
    /// Number of messages due.
    pub scheduled: u64,
    /// Length of the measured part in seconds.
    pub measured: f64,
    pub before: Checkpoint,
    pub after: Checkpoint,
    pub interrupted: bool,
    pub series: Vec<Point>,
}

/// Growth of the server's memory during the stall, per stalled connection. At least zero.
fn stalled_memory(scenario: &RoomScenario<'_>, series: &[Point], before: Option<u64>, stallers: usize) -> Option<f64> {
    let (from, to) = scenario.disturbances.iter().find_map(|disturbance| match disturbance.action {
        Action::Stall(length) => {
            let from = scenario.load.warm_up() + disturbance.at;
            Some((from.as_secs_f64(), (from + length).as_secs_f64()))
        }
        _ => None,
    })?;
    let memory = |points: &mut dyn Iterator<Item = &Point>| points.filter_map(|point| point.server_memory).last();
    let first = memory(&mut series.iter().filter(|point| point.at <= from)).or(before.map(|bytes| bytes as f64))?;
    let last = memory(&mut series.iter().filter(|point| point.at > from && point.at < to))?;
    (stallers > 0).then(|| (last - first).max(0.0) / stallers as f64)
}

/// Creates the report.
pub fn report(scenario: &RoomScenario<'_>, run: Run, outcome: Outcome) -> Report {
    let Outcome {
        connections,
        stalled: stallers,
        rooms,
        started_at,
        scheduled,
        measured,
        before,
        after,
        interrupted,
        series,
    } = outcome;
    let RoomScenario { common, load, .. } = *scenario;
    let Run { counters, checker, .. } = run;
    let (ack, delivery, lag) = (counters.ack.into_inner(), counters.delivery.into_inner(), counters.lag.into_inner());
    let (stalled, reconnect) = (counters.stalled.into_inner(), counters.reconnect.into_inner());
    let completion = counters.completion.into_inner();
    let findings = checker.into_inner().finish();
    let refused: u64 = counters.refusals.borrow().values().sum();
    let (driver_share, server_share) = after.sample.shares_since(&before.sample);
    let driver_cpu = after.sample.driver_cpu - before.sample.driver_cpu;
    let delivered = after.deliveries - before.deliveries;
    let per_million = |cpu: f64| (delivered > 0).then(|| cpu * 1e6 / delivered as f64);
    let mut figures = vec![
        ("sent.count", counters.sent.get() as f64),
        ("sent.rate", counters.sent_measured.get() as f64 / measured),
        ("acks.count", counters.acks.get() as f64),
        ("acks.rate", ack.count() as f64 / measured),
        ("deliveries.count", counters.deliveries.get() as f64),
        ("deliveries.rate", (delivery.count() + stalled.count()) as f64 / measured),
        ("refused.count", refused as f64),
        ("drops.count", counters.drops.get() as f64),
        ("reconnects.count", counters.reconnects.get() as f64),
        ("resyncs.count", findings.resyncs as f64),
    ];
    if let Some((before, after)) = before.joins.zip(after.joins) {
        let counts = JOINS.iter().zip(before.iter().zip(after));
        // The counter of a restarted server starts again from zero.
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
    figures.extend(
        stalled_memory(scenario, &series, before.sample.server_memory, stallers)
            .map(|bytes| ("memory.per_stalled", bytes)),
    );
    figures.extend(after.sample.driver_memory.map(|bytes| ("driver.memory", bytes as f64)));
    figures.push(("driver.cpu", driver_cpu));
    figures.extend(per_million(driver_cpu).map(|cpu| ("driver.cpu_per_million", cpu)));
    figures.push(("driver.cpu_share", driver_share));

    let mut invalid = Vec::new();
    if interrupted {
        invalid.push("interrupted".to_owned());
    }
    let unsent = scheduled.saturating_sub(counters.sent.get());
    if unsent as f64 > scheduled as f64 * MAX_UNCARRIED_SHARE {
        invalid.push(format!("{unsent} of {scheduled} scheduled messages were never sent"));
    }
    if refused as f64 > scheduled as f64 * MAX_UNCARRIED_SHARE {
        invalid.push(format!("the server refused {refused} of {scheduled} messages, so it did not sustain this load"));
    }
    if let Some(late) = lag.figure("p99").filter(|late| *late > load.max_lag.as_secs_f64()) {
        let limit = Unit::Time.format(load.max_lag.as_secs_f64());
        invalid.push(format!("the driver lagged by {} at p99 (--max-lag {limit})", Unit::Time.format(late)));
    }
    if driver_share > MAX_DRIVER_CPU {
        invalid
            .push(format!("the driver used {:.0} % of its core: the driver was the bottleneck", driver_share * 100.0));
    }
    let counted = |what: &str, reasons: &BTreeMap<String, u64>| -> Vec<String> {
        reasons.iter().map(|(reason, count)| format!("{count} × {what}{reason}")).collect()
    };
    let mut remarks = counted("refused with ", &counters.refusals.borrow());
    remarks.extend(counted("retried after ", &counters.retried.borrow()));
    remarks.extend(counted("connection ", &counters.errors.borrow()));
    let mut settings = vec![
        ("url", common.shown_urls()),
        ("wire", common.shown_wire()),
        ("users", json!(scenario.accounts)),
        ("rooms", json!(rooms)),
        ("connections", json!(connections)),
        ("load", json!(load.shown())),
        ("size", json!(load.size)),
        ("seed", json!(common.seed)),
    ];
    settings.extend(scenario.settings.iter().cloned());
    let mut latencies = vec![("ack", ack), ("delivery", delivery), ("lag", lag)];
    latencies.extend(
        [("stalled", stalled), ("reconnect", reconnect)].into_iter().filter(|(_, latency)| latency.count() > 0),
    );
    Report {
        scenario: scenario.name,
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
