//! Progress of a run on the terminal: a few lines, redrawn each second.

use std::io::{IsTerminal as _, Write as _};
use std::time::Duration;

use crate::metric::{Latency, Unit, sparkline, thousands};
use crate::report::Point;

/// Length of the chart.
const CHART_SECONDS: usize = 30;

/// Values shown beside the newest point.
pub struct Progress<'a> {
    pub elapsed: Duration,
    /// Length of the schedule.
    pub length: Duration,
    /// Deliveries of the last second.
    pub recent: &'a Latency,
    /// Commands without a reply, and acknowledged deliveries still missing.
    pub in_flight: (u64, u64),
    /// Violated guarantees.
    pub faults: u64,
    pub refused: u64,
    pub reconnects: u64,
}

/// Progress view on the terminal.
#[derive(Default)]
pub struct ProgressView {
    /// Lines to overwrite at the next redraw.
    drawn_lines: usize,
}

impl ProgressView {
    /// Draws the current progress. Does nothing without a terminal.
    pub fn draw(&mut self, series: &[Point], progress: &Progress<'_>) {
        let mut out = std::io::stderr();
        if !out.is_terminal() {
            return;
        }
        let lines = lines(series, progress);
        let back = if self.drawn_lines > 0 { format!("\x1b[{}F\x1b[J", self.drawn_lines) } else { String::new() };
        self.drawn_lines = lines.len();
        // A closed terminal must not end the run.
        let _ = writeln!(out, "{back}{}", lines.join("\n"));
    }
}

/// Lines are short, since a wrapped line cannot be overwritten.
fn lines(series: &[Point], progress: &Progress<'_>) -> Vec<String> {
    let Some(point) = series.last() else { return Vec::new() };
    let rate = |value: f64| format!("{}/s", thousands(value.round()));
    let share = |value: f64| format!("{:.0} %", value * 100.0);
    let delivered: Vec<f64> = series.iter().rev().take(CHART_SECONDS).rev().map(|point| point.delivered).collect();
    let figure = |name| progress.recent.figure(name).map_or_else(|| "-".to_owned(), |value| Unit::Time.format(value));
    let count = |value: u64| thousands(value as f64);
    let (unanswered, undelivered) = progress.in_flight;
    let mut processes = format!("driver {}", share(point.driver_cpu));
    if let Some(cpu) = point.server_cpu {
        processes.push_str(&format!("   server {}", share(cpu)));
    }
    if let Some(bytes) = point.server_memory {
        processes.push_str(&format!("   {}", Unit::Bytes.format(bytes)));
    }
    let (elapsed, length) = (progress.elapsed.as_secs(), progress.length.as_secs());
    let time = if elapsed <= length { format!("{elapsed} of {length} s") } else { "waiting for replies".to_owned() };
    vec![
        format!("  {time:<24}  {}", sparkline(&delivered)),
        format!("  sent {}   acked {}   delivered {}", rate(point.sent), rate(point.acked), rate(point.delivered)),
        format!(
            "  delivery  p50 {}   p90 {}   p99 {}   max {}",
            figure("p50"),
            figure("p90"),
            figure("p99"),
            figure("max")
        ),
        format!("  in flight  {} commands, {} deliveries", count(unanswered), count(undelivered)),
        format!(
            "  wrong {}   refused {}   reconnected {}",
            count(progress.faults),
            count(progress.refused),
            count(progress.reconnects)
        ),
        format!("  {processes}"),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(delivered: f64) -> Point {
        Point {
            at: 1.0,
            sent: 2_500.0,
            acked: 2_499.6,
            delivered,
            p50: None,
            p99: None,
            driver_cpu: 0.25,
            server_cpu: Some(0.5),
            server_memory: Some(41_943_040.0),
        }
    }

    #[test]
    fn progress_shows_rates_latencies_and_chart_in_short_lines() {
        let mut recent = Latency::new().unwrap();
        (1..=100).for_each(|value| recent.record(value * 1_000));
        let progress = Progress {
            elapsed: Duration::from_secs(12),
            length: Duration::from_secs(61),
            recent: &recent,
            in_flight: (3, 1_200),
            faults: 2,
            refused: 4,
            reconnects: 5,
        };
        assert!(lines(&[], &progress).is_empty());
        let series: Vec<_> = (0..100).map(|at| point(f64::from(at) * 1e6)).collect();
        let lines = lines(&series, &progress);
        assert!(lines.iter().all(|line| line.chars().count() < 80), "{lines:#?}");
        let text = lines.join("\n");
        for shown in [
            "12 of 61 s",
            "▆▆▇▇",
            "sent 2,500/s",
            "acked 2,500/s",
            "delivered 99,000,000/s",
            "p50 50",
            "p99 99",
            "3 commands, 1,200 deliveries",
            "wrong 2   refused 4   reconnected 5",
            "driver 25 %   server 50 %   40.0 MiB",
        ] {
            assert!(text.contains(shown), "{shown} in\n{text}");
        }
    }
}
