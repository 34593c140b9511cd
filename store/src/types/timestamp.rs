//! Timestamps: Unix milliseconds internally, RFC 3339 externally.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// Time in Unix milliseconds. Serialized as RFC 3339 in UTC with milliseconds: `2026-11-21T03:19:00.000Z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, sqlx::Type, utoipa::ToSchema)]
#[sqlx(transparent)]
#[schema(value_type = String, format = DateTime, example = "2026-11-21T03:19:00.000Z")]
pub struct Timestamp(pub i64);

impl Timestamp {
    pub const SECOND: i64 = 1_000;
    pub const MINUTE: i64 = 60 * Self::SECOND;
    pub const HOUR: i64 = 60 * Self::MINUTE;
    pub const DAY: i64 = 24 * Self::HOUR;
    /// Maximum normal clock difference between two nodes. A stored time further ahead than its rule allows was written
    /// before the clock was set back.
    pub const SKEW: i64 = 10 * Self::SECOND;

    /// Returns the current system time.
    pub fn now() -> Self {
        let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        Self(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }

    #[must_use]
    pub fn plus(self, ms: i64) -> Self {
        Self(self.0.saturating_add(ms))
    }
}

impl std::fmt::Display for Timestamp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (days, ms) = (self.0.div_euclid(Self::DAY), self.0.rem_euclid(Self::DAY));
        let (year, month, day) = civil_from_days(days);
        write!(
            f,
            "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}.{:03}Z",
            ms / Self::HOUR,
            ms / Self::MINUTE % 60,
            ms / Self::SECOND % 60,
            ms % Self::SECOND
        )
    }
}

/// Shape of [`Display`](std::fmt::Display), which most clients send back.
const DISPLAYED: &[u8] = b"0000-00-00T00:00:00.000Z";
/// Maximum characters of a time: nine digits of a fraction, and an offset.
const RFC_3339_MAX: usize = 35;

/// Parses a time without a fraction, with another precision, or with an offset.
fn other_rfc_3339(text: &str) -> Option<Timestamp> {
    // jiff accepts more of ISO 8601, such as a space for the T and a zone in brackets.
    let mut bytes = text.bytes();
    let is_plain = text.len() <= RFC_3339_MAX && bytes.all(|byte| byte.is_ascii_digit() || b"-:.TZ+".contains(&byte));
    if !is_plain || text.as_bytes().get(10) != Some(&b'T') || text.as_bytes().get(19).is_none() {
        return None;
    }
    let time = text.parse::<jiff::Timestamp>().ok()?;
    Some(Timestamp(time.as_nanosecond().div_euclid(1_000_000).try_into().ok()?))
}

impl std::str::FromStr for Timestamp {
    type Err = &'static str;

    /// Parses RFC 3339 with any fraction and offset. Truncates to milliseconds.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "expected a time such as 2026-11-21T03:19:00.000Z";
        let bytes = text.as_bytes();
        if bytes.len() != DISPLAYED.len() || bytes.last() != Some(&b'Z') {
            return other_rfc_3339(text).ok_or(EXPECTED);
        }
        let fits = bytes.iter().zip(DISPLAYED).all(|(b, s)| if *s == b'0' { b.is_ascii_digit() } else { b == s });
        if !fits {
            return Err(EXPECTED);
        }
        let number = |range: std::ops::Range<usize>| text[range].parse::<i64>().unwrap_or(0);
        let (year, month, day) = (number(0..4), number(5..7), number(8..10));
        let (hour, minute, second) = (number(11..13), number(14..16), number(17..19));
        let days = days_from_civil(year, month, day);
        if civil_from_days(days) != (year, month, day) || hour > 23 || minute > 59 || second > 59 {
            return Err(EXPECTED);
        }
        Ok(Self(days * Self::DAY + hour * Self::HOUR + minute * Self::MINUTE + second * Self::SECOND + number(20..23)))
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        std::borrow::Cow::<str>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// Calendar date without time or zone: `1990-04-30`. Stored as text in the database.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, sqlx::Type, utoipa::ToSchema)]
#[sqlx(transparent)]
#[serde(transparent)]
#[schema(value_type = String, format = Date, example = "1990-04-30")]
pub struct Date(String);

impl Date {
    /// Returns the start of the day in UTC.
    pub fn start(&self) -> Timestamp {
        Timestamp(self.days() * Timestamp::DAY)
    }

    /// Returns the day that is `days` later, or earlier if negative. The calendar ends on 9999-12-31.
    #[must_use]
    pub fn plus_days(&self, days: i64) -> Self {
        Self::from_days(self.days().saturating_add(days))
    }

    /// Returns the number of days from this day to the other, negative if the other is earlier.
    pub fn days_until(&self, other: &Self) -> i64 {
        other.days() - self.days()
    }

    /// Returns the number of days since 1970-01-01.
    pub(crate) fn days(&self) -> i64 {
        let number = |range: std::ops::Range<usize>| self.0.get(range).and_then(|text| text.parse().ok()).unwrap_or(0);
        days_from_civil(number(0..4), number(5..7), number(8..10))
    }

    /// Returns the day that is `days` after 1970-01-01, limited to years of four digits.
    pub(crate) fn from_days(days: i64) -> Self {
        let (year, month, day) = civil_from_days(days.clamp(days_from_civil(0, 1, 1), days_from_civil(9999, 12, 31)));
        Self(format!("{year:04}-{month:02}-{day:02}"))
    }
}

impl std::fmt::Display for Date {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::str::FromStr for Date {
    type Err = &'static str;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        format!("{text}T00:00:00.000Z")
            .parse::<Timestamp>()
            .map(|_| Self(text.to_owned()))
            .map_err(|_| "expected a day such as 1990-04-30")
    }
}

impl<'de> Deserialize<'de> for Date {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

// Conversion between days since 1970-01-01 and the proleptic Gregorian calendar. Eras of 400 years begin in March so
// that the leap day comes last (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").

fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let march_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * march_month + 2) / 5 + 1;
    let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let year = year - i64::from(month <= 2);
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamp_round_trips_through_rfc_3339() {
        for (ms, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (1_795_231_140_123, "2026-11-21T03:19:00.123Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
        ] {
            assert_eq!(Timestamp(ms).to_string(), text);
            assert_eq!(text.parse(), Ok(Timestamp(ms)));
        }
    }

    #[test]
    fn timestamp_takes_fractions_and_offsets_of_rfc_3339() {
        let time = Timestamp(1_795_231_140_000);
        for text in [
            "2026-11-21T03:19:00Z",
            "2026-11-21T03:19:00.0004Z",
            "2026-11-21T04:19:00+01:00",
            "2026-11-20T22:19:00.0-05:00",
        ] {
            assert_eq!(text.parse(), Ok(time), "{text}");
        }
        assert_eq!("2026-11-21T03:19:00.123456Z".parse(), Ok(time.plus(123)));
        for text in [
            "",
            "2026-11-21",
            "2026-11-21T03:19:00",
            "2026-11-21T03:19Z",
            "2026-11-21 03:19:00Z",
            "2026-11-21T03:19:00Z[UTC]",
            "2026-02-30T03:19:00Z",
            "2026-11-21T24:19:00Z",
            "20261121T031900Z",
            "+002026-11-21T03:19:00Z",
        ] {
            assert!(text.parse::<Timestamp>().is_err(), "{text}");
        }
    }

    #[test]
    fn date_rejects_days_missing_from_calendar() {
        for text in ["2025-02-29", "2025-13-01", "2025-00-10", "25-01-01", "2025-1-1", "2025-01-01 "] {
            assert!(text.parse::<Date>().is_err(), "{text}");
        }
        assert!("2024-02-29".parse::<Date>().is_ok());
    }

    #[test]
    fn date_counts_days_across_months_and_leap_years() {
        for (date, days, expected) in [
            ("2026-11-22", 0, "2026-11-22"),
            ("2026-12-31", 1, "2027-01-01"),
            ("2028-02-28", 1, "2028-02-29"),
            ("2027-02-28", 1, "2027-03-01"),
            ("2026-03-01", -1, "2026-02-28"),
            ("1969-12-31", 366, "1971-01-01"),
        ] {
            let (date, expected): (Date, Date) = (date.parse().unwrap(), expected.parse().unwrap());
            assert_eq!(date.plus_days(days), expected);
            assert_eq!((date.days_until(&expected), expected.days_until(&date)), (days, -days));
        }
    }

    #[test]
    fn date_stays_in_calendar_when_days_overflow() {
        let date: Date = "2026-11-22".parse().unwrap();
        assert_eq!(date.plus_days(i64::MAX).to_string(), "9999-12-31");
        assert_eq!(date.plus_days(i64::MIN).to_string(), "0000-01-01");
    }
}
