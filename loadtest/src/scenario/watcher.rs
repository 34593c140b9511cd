//! Waits while a run of seats goes on: a line on the terminal each second, an ear for Ctrl-C.

use std::time::{Duration, Instant};

use super::live;
use crate::metric::{Unit, thousands};
use crate::seat::Run;

/// Shows the run while it goes on.
pub struct Watcher<'a> {
    run: &'a Run,
    start: Instant,
    /// Sent, acked and delivered when the last line was shown.
    shown: (u64, u64, u64),
    pub interrupted: bool,
}

impl<'a> Watcher<'a> {
    pub fn new(run: &'a Run, start: Instant) -> Self {
        Self { run, start, shown: (0, 0, 0), interrupted: false }
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

    /// Waits until all that was `scheduled` is sent and nothing is on its way any more, for `longest` at most.
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
        let rate = |now: u64, before: u64| thousands((now - before) as f64);
        let p99 = tally.delivery.borrow().figure("p99").map_or_else(|| "-".to_owned(), |value| Unit::Time.show(value));
        let (unanswered, undelivered) = self.run.checker.borrow().outstanding();
        live(&format!(
            "{:>4} s  sent {:>7}/s  acked {:>7}/s  delivered {:>8}/s  on the way {}+{}  delivery p99 {p99}",
            self.start.elapsed().as_secs(),
            rate(now.0, self.shown.0),
            rate(now.1, self.shown.1),
            rate(now.2, self.shown.2),
            thousands(unanswered as f64),
            thousands(undelivered as f64),
        ));
        self.shown = now;
    }
}
