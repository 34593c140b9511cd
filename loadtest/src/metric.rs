//! Measured values: latencies in HDR histograms, and numbers with a unit.

use std::time::Duration;

use hdrhistogram::Histogram;

/// Unit of a number. Decides its format and the suffix of a threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Seconds.
    Time,
    Bytes,
    /// A count, a rate per second, or a share.
    Number,
}

impl Unit {
    /// Formats for people: `1.24 ms`, `3.1 KiB`, `5,000.2`.
    pub fn format(self, value: f64) -> String {
        match self {
            Self::Time if value >= 1.0 => format!("{value:.2} s"),
            Self::Time if value >= 0.001 => format!("{:.2} ms", value * 1e3),
            Self::Time => format!("{:.0} µs", value * 1e6),
            Self::Bytes if value.abs() >= 1_048_576.0 => format!("{:.1} MiB", value / 1_048_576.0),
            Self::Bytes if value.abs() >= 1024.0 => format!("{:.2} KiB", value / 1024.0),
            Self::Bytes => format!("{value:.0} B"),
            Self::Number if value.fract() == 0.0 => thousands(value),
            Self::Number if value >= 1000.0 => thousands(value.round()),
            Self::Number => format!("{value:.3}"),
        }
    }
}

/// Formats `1234567` as `1,234,567`.
pub fn thousands(value: f64) -> String {
    let digits = format!("{:.0}", value.abs());
    let mut shown = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    if value < 0.0 { format!("-{shown}") } else { shown }
}

/// Figures of a latency, by the suffix after the dot: `delivery.p99`.
pub const FIGURES: [(&str, f64); 5] = [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p99.9", 0.999), ("max", 1.0)];

/// Latency histogram with three digits, from 1 µs to one hour.
pub struct Latency(Histogram<u64>);

impl Latency {
    const MAX_MICROS: u64 = 3_600_000_000;

    pub fn new() -> Result<Self, String> {
        Histogram::new_with_bounds(1, Self::MAX_MICROS, 3).map(Self).map_err(|error| error.to_string())
    }

    /// Records one latency, in microseconds.
    pub fn record(&mut self, micros: u64) {
        self.record_n(micros, 1);
    }

    /// Records `count` equal latencies, in microseconds.
    pub fn record_n(&mut self, micros: u64, count: u64) {
        self.0.saturating_record_n(micros.clamp(1, Self::MAX_MICROS), count);
    }

    /// Returns all values so far and resets the histogram.
    pub fn take(&mut self) -> Self {
        let taken = self.0.clone();
        self.0.reset();
        Self(taken)
    }

    pub fn count(&self) -> u64 {
        self.0.len()
    }

    /// Returns a figure in seconds, or `None` if nothing was recorded or the name is unknown.
    pub fn figure(&self, name: &str) -> Option<f64> {
        if self.0.is_empty() {
            return None;
        }
        if name == "mean" {
            return Some(self.0.mean() / 1e6);
        }
        let (_, quantile) = FIGURES.iter().find(|(known, _)| *known == name)?;
        Some(self.0.value_at_quantile(*quantile).min(self.0.max()) as f64 / 1e6)
    }
}

/// Draws a bar chart in one line, scaled to the highest value.
pub fn sparkline(values: &[f64]) -> String {
    const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let highest = values.iter().copied().fold(0.0, f64::max);
    let bar = |value: &f64| if highest > 0.0 { (value / highest * 7.0).round() as usize } else { 0 };
    values.iter().map(|value| BARS[bar(value).min(7)]).collect()
}

/// Microseconds of a duration, for a histogram.
pub fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_exact_to_three_digits() {
        let mut latency = Latency::new().unwrap();
        assert_eq!(latency.figure("p50"), None);
        for value in 1..=10_000 {
            latency.record(value);
        }
        for (name, expected) in
            [("p50", 0.005), ("p90", 0.009), ("p99", 0.0099), ("p99.9", 0.00999), ("max", 0.01), ("mean", 0.005)]
        {
            let figure = latency.figure(name).unwrap();
            assert!((figure - expected).abs() / expected < 0.002, "{name}: {figure}");
        }
        assert_eq!(latency.figure("p42"), None);
        latency.record(u64::MAX);
        assert_eq!(latency.count(), 10_001);
        assert!((latency.figure("max").unwrap() - 3_600.0).abs() < 4.0);
    }

    #[test]
    fn sparkline_scales_from_zero_to_the_maximum() {
        assert_eq!(sparkline(&[0.0, 50.0, 100.0]), "▁▅█");
        assert_eq!(sparkline(&[0.0, 0.0]), "▁▁");
        assert_eq!(sparkline(&[]), "");
    }

    #[test]
    fn numbers_are_formatted_with_units() {
        assert_eq!(Unit::Time.format(0.000_25), "250 µs");
        assert_eq!(Unit::Time.format(0.012_34), "12.34 ms");
        assert_eq!(Unit::Time.format(2.5), "2.50 s");
        assert_eq!(Unit::Bytes.format(3_174.4), "3.10 KiB");
        assert_eq!(Unit::Bytes.format(41_943_040.0), "40.0 MiB");
        assert_eq!(Unit::Number.format(1_234_567.0), "1,234,567");
        assert_eq!(Unit::Number.format(4_999.6), "5,000");
        assert_eq!(Unit::Number.format(0.25), "0.250");
    }
}
