//! Result of a run and its verdict: as text and as a page for people, as JSON and exit code for programs.

mod page;

use std::fmt::Write as _;
use std::path::Path;

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::checker::{Fault, Findings};
use crate::completion::Completion;
use crate::metric::{FIGURES, Latency, Unit};
use crate::threshold::Threshold;

/// Figure of a scenario, for `--help` and to validate thresholds before the run.
pub struct Figure {
    pub name: &'static str,
    pub unit: Unit,
}

/// Latencies and figures that a scenario can report.
pub struct Catalogue {
    pub latencies: &'static [&'static str],
    pub figures: &'static [Figure],
}

impl Catalogue {
    /// Checks that thresholds name figures of this scenario with a fitting unit.
    pub fn check(&self, thresholds: &[Threshold]) -> Result<(), String> {
        for threshold in thresholds {
            let unit = self.unit(&threshold.metric).ok_or_else(|| {
                format!(
                    "{threshold}: unknown figure {:?}. Known figures: {}",
                    threshold.metric,
                    self.names().join(", ")
                )
            })?;
            if unit != threshold.unit {
                let form = match unit {
                    Unit::Time => "a time, like 20ms",
                    Unit::Bytes => "a size, like 4KiB",
                    Unit::Number => "a plain number, like 5000 or 50%",
                };
                return Err(format!("{threshold}: {} is {form}", threshold.metric));
            }
        }
        Ok(())
    }

    fn unit(&self, name: &str) -> Option<Unit> {
        if let Some(figure) = self.figures.iter().find(|figure| figure.name == name) {
            return Some(figure.unit);
        }
        let (latency, figure) = name.split_once('.')?;
        let known = figure == "mean" || FIGURES.iter().any(|(known, _)| *known == figure);
        (known && self.latencies.contains(&latency)).then_some(Unit::Time)
    }

    /// All names that a threshold may use.
    pub fn names(&self) -> Vec<String> {
        let latencies = self.latencies.iter().map(|name| format!("{name}.{{p50,p90,p99,p99.9,max,mean}}"));
        latencies.chain(self.figures.iter().map(|figure| figure.name.to_owned())).collect()
    }
}

/// State at the end of one second of the run.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Point {
    /// Seconds after the start.
    pub at: f64,
    /// Messages per second.
    pub sent: f64,
    pub acked: f64,
    pub delivered: f64,
    /// Percentiles of the deliveries of this second, in seconds.
    pub p50: Option<f64>,
    pub p99: Option<f64>,
    /// Shares of one core.
    pub driver_cpu: f64,
    pub server_cpu: Option<f64>,
    /// Bytes.
    pub server_memory: Option<f64>,
}

/// Result of a run.
pub struct Report {
    pub scenario: &'static str,
    pub catalogue: &'static Catalogue,
    /// Options of the run, in display order.
    pub settings: Vec<(&'static str, Value)>,
    pub latencies: Vec<(&'static str, Latency)>,
    pub figures: Vec<(&'static str, f64)>,
    /// `None` if the scenario checks no stream.
    pub findings: Option<Findings>,
    /// Faults of the server beside the findings.
    pub wrong: Vec<String>,
    /// Notes that are no faults: rejections by code, disconnects.
    pub remarks: Vec<String>,
    /// One point per second; empty for scenarios without a time line.
    pub series: Vec<Point>,
    /// Start of the schedule in Unix milliseconds, and the completion times of its steps.
    pub completion: Option<(u64, Completion)>,
    /// Reasons for which the figures are meaningless: driver lag, rejections, interruption.
    pub invalid: Vec<String>,
}

/// Result of a run. The exit codes are part of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Pass,
    ThresholdMissed,
    Incorrect,
    Invalid,
}

impl Verdict {
    pub fn exit_code(self) -> u8 {
        match self {
            Self::Pass => 0,
            Self::ThresholdMissed => 1,
            Self::Incorrect => 3,
            Self::Invalid => 4,
        }
    }

    fn label(self) -> &'static str {
        match self {
            Self::Pass => "PASS",
            Self::ThresholdMissed => "FAIL: a threshold was missed",
            Self::Incorrect => "FAIL: the server violated a guarantee",
            Self::Invalid => "INVALID: the load was not the requested one",
        }
    }
}

impl Report {
    /// Creates an empty report.
    pub fn new(scenario: &'static str, catalogue: &'static Catalogue) -> Self {
        Self {
            scenario,
            catalogue,
            settings: Vec::new(),
            latencies: Vec::new(),
            figures: Vec::new(),
            findings: None,
            wrong: Vec::new(),
            remarks: Vec::new(),
            series: Vec::new(),
            completion: None,
            invalid: Vec::new(),
        }
    }

    /// Value of a figure by the name used in thresholds. `None` if it was not measured.
    pub fn value(&self, name: &str) -> Option<f64> {
        if let Some((_, value)) = self.figures.iter().find(|(known, _)| *known == name) {
            return Some(*value);
        }
        let (latency, figure) = name.split_once('.')?;
        self.latencies.iter().find(|(known, _)| *known == latency)?.1.figure(figure)
    }

    /// Faults outweigh an invalid load, and an invalid load outweighs thresholds.
    pub fn verdict(&self, thresholds: &[Threshold]) -> Verdict {
        if !self.wrong.is_empty() || self.findings.as_ref().is_some_and(|findings| !findings.is_clean()) {
            Verdict::Incorrect
        } else if !self.invalid.is_empty() {
            Verdict::Invalid
        } else if thresholds.iter().any(|threshold| !self.keeps(threshold)) {
            Verdict::ThresholdMissed
        } else {
            Verdict::Pass
        }
    }

    /// A figure that was not measured misses its threshold.
    fn keeps(&self, threshold: &Threshold) -> bool {
        self.value(&threshold.metric).is_some_and(|value| threshold.holds(value))
    }

    /// Summary for people.
    pub fn text(&self, thresholds: &[Threshold]) -> String {
        let mut out = String::new();
        self.write_text(&mut out, thresholds).map_or_else(|error| error.to_string(), |()| out)
    }

    fn write_text(&self, out: &mut String, thresholds: &[Threshold]) -> std::fmt::Result {
        let settings: Vec<_> =
            self.settings.iter().map(|(name, value)| format!("{name} {}", unquoted(value))).collect();
        writeln!(out, "\n{}: {}\n", self.scenario, settings.join(", "))?;
        if !self.latencies.is_empty() {
            write!(out, "{:<12}{:>12}", "latency", "count")?;
            FIGURES.iter().try_for_each(|(name, _)| write!(out, "{name:>12}"))?;
            writeln!(out)?;
            for (name, latency) in &self.latencies {
                write!(out, "{name:<12}{:>12}", Unit::Number.format(latency.count() as f64))?;
                for (figure, _) in FIGURES {
                    write!(
                        out,
                        "{:>12}",
                        latency.figure(figure).map_or_else(|| "-".to_owned(), |value| Unit::Time.format(value))
                    )?;
                }
                writeln!(out)?;
            }
            writeln!(out)?;
        }
        for (name, value) in &self.figures {
            let unit = self.catalogue.unit(name).unwrap_or(Unit::Number);
            writeln!(out, "{name:<26}{:>16}", unit.format(*value))?;
        }
        if let Some(findings) = &self.findings {
            let counts: Vec<_> =
                Fault::ALL.iter().map(|fault| format!("{} {}", fault.name(), findings.count(*fault))).collect();
            writeln!(out, "\nchecked: {}", counts.join(", "))?;
            if findings.resyncs > 0 {
                writeln!(
                    out,
                    "         {} declared resyncs left out {} deliveries",
                    findings.resyncs, findings.skipped
                )?;
            }
            findings.examples.iter().try_for_each(|example| writeln!(out, "  {example}"))?;
        }
        self.wrong.iter().try_for_each(|text| writeln!(out, "wrong:   {text}"))?;
        self.remarks.iter().try_for_each(|text| writeln!(out, "note:    {text}"))?;
        self.invalid.iter().try_for_each(|text| writeln!(out, "invalid: {text}"))?;
        for threshold in thresholds {
            let unit = threshold.unit;
            let value =
                self.value(&threshold.metric).map_or_else(|| "not measured".to_owned(), |value| unit.format(value));
            let mark = if self.keeps(threshold) { "kept:   " } else { "MISSED: " };
            writeln!(out, "{mark} {threshold} ({value})")?;
        }
        writeln!(out, "\n{}", self.verdict(thresholds).label())
    }

    /// Result for programs: times in seconds, sizes in bytes, figures by the names used in thresholds.
    pub fn json(&self, thresholds: &[Threshold]) -> Value {
        let mut figures: Map<String, Value> =
            self.figures.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
        for (name, latency) in &self.latencies {
            figures.insert(format!("{name}.count"), json!(latency.count()));
            for figure in FIGURES.iter().map(|(figure, _)| *figure).chain(["mean"]) {
                figures.insert(format!("{name}.{figure}"), json!(latency.figure(figure)));
            }
        }
        let findings = self.findings.as_ref().map(|findings| {
            let mut counts: Map<String, Value> =
                Fault::ALL.iter().map(|fault| (fault.name().to_owned(), json!(findings.count(*fault)))).collect();
            counts.insert("resyncs".to_owned(), json!(findings.resyncs));
            counts.insert("skipped_by_resync".to_owned(), json!(findings.skipped));
            counts.insert("examples".to_owned(), json!(findings.examples));
            counts
        });
        let kept = thresholds.iter().map(|threshold| {
            let value = self.value(&threshold.metric);
            json!({"threshold": threshold.to_string(), "value": value, "kept": self.keeps(threshold)})
        });
        let settings: Map<String, Value> =
            self.settings.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        let verdict = self.verdict(thresholds);
        json!({
            "scenario": self.scenario, "settings": settings, "figures": figures, "findings": findings, "wrong": self.wrong,
            "remarks": self.remarks, "series": self.series, "invalid": self.invalid, "thresholds": kept.collect::<Vec<_>>(),
            "passed": verdict == Verdict::Pass, "exit_code": verdict.exit_code(),
            "started_at": self.completion.as_ref().map(|(started_at, _)| started_at),
            "completion": self.completion.as_ref().map(|(_, completion)| completion.json()),
        })
    }

    /// Writes [`Self::json`] to a file.
    pub fn save_json(&self, thresholds: &[Threshold], path: &Path) -> Result<(), String> {
        save(path, &format!("{:#}\n", self.json(thresholds)))
    }

    /// Writes [`Self::page`] to a file.
    pub fn save_page(&self, thresholds: &[Threshold], path: &Path) -> Result<(), String> {
        save(path, &self.page(thresholds))
    }
}

fn save(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn unquoted(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests;
