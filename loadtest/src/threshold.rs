//! Thresholds of a run, as given on the command line: `delivery.p99<20ms`, `deliveries.rate>=5000`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::metric::Unit;

/// Comparison operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Less,
    AtMost,
    More,
    AtLeast,
    Equal,
}

/// Longer operators first, so that `<=` is not parsed as `<`.
const RELATIONS: [(&str, Relation); 5] = [
    ("<=", Relation::AtMost),
    (">=", Relation::AtLeast),
    ("==", Relation::Equal),
    ("<", Relation::Less),
    (">", Relation::More),
];

/// One threshold.
#[derive(Clone, Debug, PartialEq)]
pub struct Threshold {
    text: String,
    /// Name of the figure, as in the report.
    pub metric: String,
    relation: Relation,
    limit: f64,
    pub unit: Unit,
}

impl Threshold {
    /// Returns true if a value, in the base unit (seconds, bytes), meets the threshold.
    pub fn holds(&self, value: f64) -> bool {
        match self.relation {
            Relation::Less => value < self.limit,
            Relation::AtMost => value <= self.limit,
            Relation::More => value > self.limit,
            Relation::AtLeast => value >= self.limit,
            Relation::Equal => value == self.limit,
        }
    }
}

impl fmt::Display for Threshold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl FromStr for Threshold {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (start, sign, relation) = RELATIONS
            .iter()
            .filter_map(|(sign, relation)| Some((text.find(sign)?, *sign, *relation)))
            .min_by_key(|(start, sign, _)| (*start, usize::MAX - sign.len()))
            .ok_or_else(|| {
                format!("{text:?} has no comparison: write it like delivery.p99<20ms (<, <=, >, >= or ==)")
            })?;
        let metric = text[..start].trim().to_owned();
        if metric.is_empty() {
            return Err(format!("{text:?} has no figure before {sign}"));
        }
        let (limit, unit) = quantity(&text[start + sign.len()..])?;
        Ok(Self { text: text.trim().to_owned(), metric, relation, limit, unit })
    }
}

/// Parses a number with its suffix into the base unit.
fn quantity(text: &str) -> Result<(f64, Unit), String> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, suffix) = text.split_at(end);
    let number: f64 =
        number.parse().map_err(|_| format!("{text:?} is not a number with a unit, like 20ms, 4KiB or 5000"))?;
    let (scale, unit) = match suffix.trim() {
        "" | "/s" => (1.0, Unit::Number),
        "%" => (0.01, Unit::Number),
        "us" | "µs" => (1e-6, Unit::Time),
        "ms" => (1e-3, Unit::Time),
        "s" => (1.0, Unit::Time),
        "B" => (1.0, Unit::Bytes),
        "KiB" => (1024.0, Unit::Bytes),
        "MiB" => (1_048_576.0, Unit::Bytes),
        other => {
            return Err(format!("unknown unit {other:?}: use us, ms, s, B, KiB, MiB, % or /s"));
        }
    };
    Ok((number * scale, unit))
}

/// Parses a time, like `10ms`.
pub fn duration(text: &str) -> Result<Duration, String> {
    match quantity(text)? {
        (seconds, Unit::Time) => Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string()),
        _ => Err(format!("{text:?} is not a time: write it like 10ms")),
    }
}

/// Parses a share, like `1%` or `0.01`.
pub fn share(text: &str) -> Result<f64, String> {
    match quantity(text)? {
        (share, Unit::Number) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err(format!("{text:?} is not a share: write it like 1%")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Threshold {
        text.parse().unwrap()
    }

    #[test]
    fn each_relation_holds_on_its_side() {
        for (text, below, equal, above) in [
            ("a<2", true, false, false),
            ("a<=2", true, true, false),
            ("a>2", false, false, true),
            ("a>=2", false, true, true),
            ("a==2", false, true, false),
        ] {
            let threshold = parsed(text);
            assert_eq!(
                (threshold.holds(1.0), threshold.holds(2.0), threshold.holds(3.0)),
                (below, equal, above),
                "{text}"
            );
        }
    }

    #[test]
    fn units_scale_to_their_base() {
        for (text, unit, limit) in [
            ("delivery.p99<20ms", Unit::Time, 0.02),
            ("ack.p50 <= 1.5 ms", Unit::Time, 0.0015),
            ("ack.max<250us", Unit::Time, 0.00025),
            ("server.cpu_per_million<2s", Unit::Time, 2.0),
            ("memory.per_socket<=4KiB", Unit::Bytes, 4096.0),
            ("server.memory<40MiB", Unit::Bytes, 41_943_040.0),
            ("deliveries.rate>=5000/s", Unit::Number, 5000.0),
            ("driver.cpu_share<50%", Unit::Number, 0.5),
        ] {
            let threshold = parsed(text);
            assert_eq!(threshold.unit, unit, "{text}");
            assert!((threshold.limit - limit).abs() < 1e-9, "{text}");
        }
        assert_eq!(parsed("delivery.p99.9 < 20ms").metric, "delivery.p99.9");
        assert_eq!(parsed(" ack.p50<1ms ").to_string(), "ack.p50<1ms");
    }

    #[test]
    fn malformed_threshold_is_rejected() {
        for text in [
            "",
            "delivery.p99",
            "<20ms",
            "delivery.p99<",
            "delivery.p99<fast",
            "delivery.p99<20parsecs",
            "a<1.2.3ms",
            "a=2",
        ] {
            assert!(text.parse::<Threshold>().is_err(), "{text}");
        }
    }

    #[test]
    fn duration_needs_a_unit_of_time() {
        assert_eq!(duration("10ms"), Ok(Duration::from_millis(10)));
        assert!(duration("10").is_err());
        assert!(duration("10KiB").is_err());
        assert_eq!((share("1%"), share("0.5")), (Ok(0.01), Ok(0.5)));
        assert!(share("101%").is_err() && share("1s").is_err());
    }
}
