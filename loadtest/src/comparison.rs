//! `loadtest compare a.json b.json`: two results of one scenario side by side, with ratios.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};

/// Options of `loadtest compare`.
#[derive(clap::Args, Clone, Debug)]
pub struct Args {
    /// Result to compare with
    #[arg(value_name = "BEFORE")]
    pub before: PathBuf,
    /// Result to compare
    #[arg(value_name = "AFTER")]
    pub after: PathBuf,
}

/// Returns the table for the terminal.
pub fn run(args: &Args) -> Result<String, String> {
    table(&read(&args.before)?, &read(&args.after)?)
}

fn read(path: &Path) -> Result<Value, String> {
    let shown = path.display();
    let text = fs::read_to_string(path).map_err(|error| format!("{shown}: {error}"))?;
    let result: Value = serde_json::from_str(&text).map_err(|error| format!("{shown}: {error}"))?;
    if result["figures"].is_object() { Ok(result) } else { Err(format!("{shown} is not a file written by --json")) }
}

fn table(before: &Value, after: &Value) -> Result<String, String> {
    if before["scenario"] != after["scenario"] {
        return Err(format!("cannot compare two scenarios: {} and {}", before["scenario"], after["scenario"]));
    }
    let empty = Map::new();
    let figures = |result: &Value| result["figures"].as_object().cloned().unwrap_or_default();
    let settings = |result: &Value| result["settings"].as_object().cloned().unwrap_or_else(|| empty.clone());
    let (figures_before, figures_after) = (figures(before), figures(after));
    let (settings_before, settings_after) = (settings(before), settings(after));
    let mut out = String::new();
    let mut write = || -> std::fmt::Result {
        let names: BTreeSet<_> = settings_before.keys().chain(settings_after.keys()).collect();
        for name in names {
            let (one, other) = (settings_before.get(name), settings_after.get(name));
            if one != other && name != "seed" && name != "url" {
                let shown = |value: Option<&Value>| value.map_or_else(|| "-".to_owned(), Value::to_string);
                writeln!(out, "note: {name} differs: {} and {}", shown(one), shown(other))?;
            }
        }
        for (result, name) in [(before, "before"), (after, "after")] {
            if result["passed"] != true {
                writeln!(out, "note: the run {name} did not pass (exit code {})", result["exit_code"])?;
            }
        }
        writeln!(out, "{:<28}{:>16}{:>16}{:>10}", "figure", "before", "after", "ratio")?;
        let names: BTreeSet<_> = figures_before.keys().chain(figures_after.keys()).collect();
        for name in names {
            let (one, other) = (figures_before.get(name), figures_after.get(name));
            let (one, other) = (one.and_then(Value::as_f64), other.and_then(Value::as_f64));
            let shown = |value: Option<f64>| value.map_or_else(|| "-".to_owned(), number);
            let ratio = one.zip(other).filter(|(one, _)| *one != 0.0).map(|(one, other)| other / one);
            let ratio = ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.3}"));
            writeln!(out, "{name:<28}{:>16}{:>16}{ratio:>10}", shown(one), shown(other))?;
        }
        Ok(())
    };
    write().map_err(|error| error.to_string())?;
    Ok(out)
}

/// Formats with six significant digits and no exponent.
fn number(value: f64) -> String {
    let digits = (5 - value.abs().max(1e-9).log10().floor() as i32).clamp(0, 9);
    let text = format!("{value:.*}", usize::try_from(digits).unwrap_or(0));
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn result(p99: f64, rate: u32) -> Value {
        json!({"scenario": "chat", "settings": {"rate": rate, "seed": rate}, "passed": true, "exit_code": 0,
            "figures": {"delivery.p99": p99, "sent.count": 10.0, "lag.p99": null}})
    }

    #[test]
    fn table_shows_ratios_and_differing_settings() {
        let text = table(&result(0.010, 5), &result(0.005, 6)).unwrap();
        let line = |name: &str| {
            text.lines().find(|line| line.starts_with(name)).unwrap().split_whitespace().collect::<Vec<_>>()
        };
        assert_eq!(line("delivery.p99"), ["delivery.p99", "0.01", "0.005", "0.500"]);
        assert_eq!(line("lag.p99"), ["lag.p99", "-", "-", "-"]);
        assert!(text.contains("rate differs: 5 and 6") && !text.contains("seed differs"), "{text}");
    }

    #[test]
    fn different_scenarios_are_rejected() {
        let idle = json!({"scenario": "idle", "figures": {}});
        assert!(table(&result(1.0, 1), &idle).is_err());
    }

    #[test]
    fn numbers_have_six_significant_digits() {
        for (value, text) in [(0.0, "0"), (0.000_25, "0.00025"), (1_234_567.0, "1234567"), (12.5, "12.5")] {
            assert_eq!(number(value), text);
        }
    }
}
