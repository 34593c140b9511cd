//! Watches a run of seats go on: a line on the terminal each second, a point for the charts, an ear for Ctrl-C.

use std::time::{Duration, Instant};

use super::{Sample, live};
use crate::metric::{Latency, Unit, sparkline, thousands};
use crate::report::Point;
use crate::run::Run;

/// Seconds that the little chart on the terminal goes back.
const SHOWN: usize = 20;

/// Watches the run while it goes on.
pub struct Watcher<'a> {
    run: &'a Run,
    servers: &'a [u32],
    start: Instant,
    /// Sent, acked and delivered, and the processes, when the last line was shown.
    shown: (u64, u64, u64),
    sample: Sample,
    pub series: Vec<Point>,
    pub interrupted: bool,
}

impl<'a> Watcher<'a> {
    pub fn new(run: &'a Run, servers: &'a [u32], start: Instant) -> Self {
        let sample = Sample::take(servers);
        Self { run, servers, start, shown: (0, 0, 0), sample, series: Vec::new(), interrupted: false }
    }

    /// Waits, with a line each second. Ends early when it is interrupted.
    pub async fn until(&mut self, end: Instant) {
        while !self.interrupted {
            let Some(left) = end.checked_duration_since(Instant::now()) else {
                return;
            };
            self.pause(left).await;
        }
    }

    /// Waits until `scheduled` messages are sent and nothing is on its way any more, for `longest` at most.
    pub async fn settle(&mut self, scheduled: u64, longest: Duration) {
        let end = Instant::now() + longest;
        let run = self.run;
        let under_way = || run.tally.sent.get() < scheduled || !run.checker.borrow().is_settled();
        while !self.interrupted && under_way() && Instant::now() < end {
            self.pause(Duration::from_millis(20)).await;
        }
    }

    /// Sleeps up to the next line at most.
    async fn pause(&mut self, longest: Duration) {
        let elapsed = self.start.elapsed();
        let next_line = Duration::from_secs(elapsed.as_secs() + 1) - elapsed;
        tokio::select! {
            () = tokio::time::sleep(longest.min(next_line)) => {}
            signal = tokio::signal::ctrl_c() => self.interrupted = signal.is_ok(),
        }
        if longest >= next_line {
            self.line();
        }
    }

    fn line(&mut self) {
        let tally = &self.run.tally;
        let now = (tally.sent.get(), tally.acks.get(), tally.deliveries.get());
        let sample = Sample::take(self.servers);
        let seconds = (sample.at - self.sample.at).as_secs_f64().max(1e-6);
        let rate = |now: u64, before: u64| (now - before) as f64 / seconds;
        let recent: Latency = tally.recent.borrow_mut().take();
        let (driver_share, server_share) = sample.shares_since(&self.sample);
        let point = Point {
            at: self.start.elapsed().as_secs_f64(),
            sent: rate(now.0, self.shown.0),
            acked: rate(now.1, self.shown.1),
            delivered: rate(now.2, self.shown.2),
            p50: recent.figure("p50"),
            p99: recent.figure("p99"),
            driver_cpu: driver_share,
            server_cpu: server_share,
            server_memory: sample.server_memory.map(|bytes| bytes as f64),
        };
        let (unanswered, undelivered) = self.run.checker.borrow().outstanding();
        let p99 = point.p99.map_or_else(|| "-".to_owned(), |value| Unit::Time.show(value));
        let server = server_share.map_or_else(String::new, |share| format!("  server {:.0} %", share * 100.0));
        self.series.push(point);
        let recent: Vec<f64> = self.series.iter().rev().take(SHOWN).rev().map(|point| point.delivered).collect();
        live(&format!(
            "{:>4} s  sent {:>7}/s  acked {:>7}/s  delivered {:>8}/s {}  on the way {}+{}  p99 {p99}{server}",
            self.start.elapsed().as_secs(),
            thousands(rate(now.0, self.shown.0).round()),
            thousands(rate(now.1, self.shown.1).round()),
            thousands(rate(now.2, self.shown.2).round()),
            sparkline(&recent),
            thousands(unanswered as f64),
            thousands(undelivered as f64),
        ));
        (self.shown, self.sample) = (now, sample);
    }
}
