//! Follows a run: terminal view, points of the series, Ctrl-C.

use std::time::{Duration, Instant};

use super::Sample;
use super::progress::{Progress, ProgressView};
use crate::metric::Latency;
use crate::report::Point;
use crate::run::Run;

/// Follows a run to its end.
pub struct Monitor<'a> {
    run: &'a Run,
    servers: &'a [u32],
    start: Instant,
    length: Duration,
    view: ProgressView,
    /// Sent, acknowledged and delivered messages at the last point.
    last: (u64, u64, u64),
    sample: Sample,
    pub series: Vec<Point>,
    pub interrupted: bool,
}

impl<'a> Monitor<'a> {
    /// Follows a run with a schedule of this start and length.
    pub fn new(run: &'a Run, servers: &'a [u32], start: Instant, length: Duration) -> Self {
        let (sample, view) = (Sample::measure(servers), ProgressView::default());
        Self { run, servers, start, length, view, last: (0, 0, 0), sample, series: Vec::new(), interrupted: false }
    }

    /// Waits until `end` and records a point each second. Returns early on an interrupt.
    pub async fn run_until(&mut self, end: Instant) {
        while !self.interrupted {
            let Some(left) = end.checked_duration_since(Instant::now()) else {
                return;
            };
            self.sleep_at_most(left).await;
        }
    }

    /// Waits until `scheduled` messages are sent and nothing is outstanding, for at most `limit`.
    pub async fn settle(&mut self, scheduled: u64, limit: Duration) {
        let end = Instant::now() + limit;
        let run = self.run;
        let in_progress = || run.counters.sent.get() < scheduled || !run.checker.borrow().is_settled();
        while !self.interrupted && in_progress() && Instant::now() < end {
            self.sleep_at_most(Duration::from_millis(20)).await;
        }
    }

    /// Sleeps for `limit`, or until the next point if that is earlier.
    async fn sleep_at_most(&mut self, limit: Duration) {
        let elapsed = self.start.elapsed();
        let next_point = Duration::from_secs(elapsed.as_secs() + 1) - elapsed;
        tokio::select! {
            () = tokio::time::sleep(limit.min(next_point)) => {}
            signal = tokio::signal::ctrl_c() => self.interrupted = signal.is_ok(),
        }
        if limit >= next_point {
            self.record_point();
        }
    }

    fn record_point(&mut self) {
        let counters = &self.run.counters;
        let now = (counters.sent.get(), counters.acks.get(), counters.deliveries.get());
        let sample = Sample::measure(self.servers);
        let seconds = (sample.at - self.sample.at).as_secs_f64().max(1e-6);
        let rate = |now: u64, before: u64| (now - before) as f64 / seconds;
        let recent: Latency = counters.recent.borrow_mut().take();
        let (driver_share, server_share) = sample.shares_since(&self.sample);
        let point = Point {
            at: self.start.elapsed().as_secs_f64(),
            sent: rate(now.0, self.last.0),
            acked: rate(now.1, self.last.1),
            delivered: rate(now.2, self.last.2),
            p50: recent.figure("p50"),
            p99: recent.figure("p99"),
            driver_cpu: driver_share,
            server_cpu: server_share,
            server_memory: sample.server_memory.map(|bytes| bytes as f64),
        };
        self.series.push(point);
        let checker = self.run.checker.borrow();
        let progress = Progress {
            elapsed: self.start.elapsed(),
            length: self.length,
            recent: &recent,
            in_flight: checker.outstanding(),
            faults: checker.fault_count(),
            refused: counters.refusals.borrow().values().sum(),
            reconnects: counters.reconnects.get(),
        };
        self.view.draw(&self.series, &progress);
        (self.last, self.sample) = (now, sample);
    }
}
