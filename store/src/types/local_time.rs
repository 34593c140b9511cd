//! Local time of a place: time zone, minute of the day and days of the week.
//!
//! Rules of a company are stored in local time and resolved for each date. An offset is never stored, because the zone
//! changes it during the year. The functions do not read the clock.

use std::{fmt, ops::Range, str::FromStr};

use jiff::tz::AmbiguousOffset;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use sqlx::{encode::IsNull, error::BoxDynError};
use utoipa::ToSchema;

use crate::types::timestamp::{Date, Timestamp};

/// Stores a type as another one in the database, and validates the value when it is read.
macro_rules! stored_as {
    ($name:ty, $stored:ty, $write:expr, $read:expr) => {
        impl<DB: sqlx::Database> sqlx::Type<DB> for $name
        where
            $stored: sqlx::Type<DB>,
        {
            fn type_info() -> DB::TypeInfo {
                <$stored as sqlx::Type<DB>>::type_info()
            }

            fn compatible(info: &DB::TypeInfo) -> bool {
                <$stored as sqlx::Type<DB>>::compatible(info)
            }
        }

        impl<'q, DB: sqlx::Database> sqlx::Encode<'q, DB> for $name
        where
            $stored: sqlx::Encode<'q, DB>,
        {
            fn encode_by_ref(&self, buffer: &mut DB::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
                let write: fn(&$name) -> $stored = $write;
                <$stored as sqlx::Encode<'q, DB>>::encode(write(self), buffer)
            }
        }

        impl<'r, DB: sqlx::Database> sqlx::Decode<'r, DB> for $name
        where
            $stored: sqlx::Decode<'r, DB>,
        {
            fn decode(value: DB::ValueRef<'r>) -> Result<Self, BoxDynError> {
                let read: fn($stored) -> Option<$name> = $read;
                let stored = <$stored as sqlx::Decode<'r, DB>>::decode(value)?;
                read(stored).ok_or_else(|| concat!("invalid value of ", stringify!($name)).into())
            }
        }
    };
}

/// Time zone of the IANA database, such as `Europe/Madrid`. Parsed case-insensitively.
///
/// A clone shares the zone's transitions, which are read once per process.
#[derive(Clone, ToSchema)]
#[schema(value_type = String, example = "Europe/Madrid")]
pub struct TimeZone(jiff::tz::TimeZone);

stored_as!(TimeZone, String, |zone| zone.name().to_owned(), |name| name.parse().ok());

impl TimeZone {
    /// Placeholder of the IANA database for a clock that is not set.
    const UNSET: &str = "Factory";

    pub fn utc() -> Self {
        Self(jiff::tz::TimeZone::UTC)
    }

    /// Returns the IANA name.
    pub fn name(&self) -> &str {
        self.0.iana_name().unwrap_or("UTC")
    }

    /// Returns the local date.
    pub fn date_at(&self, at: Timestamp) -> Date {
        Date::from_days(self.local_ms(at).div_euclid(Timestamp::DAY))
    }

    /// Returns the local minute of the day, at most 23:59.
    pub fn minute_at(&self, at: Timestamp) -> MinuteOfDay {
        let minute = self.local_ms(at).rem_euclid(Timestamp::DAY) / Timestamp::MINUTE;
        MinuteOfDay(u16::try_from(minute).unwrap_or_default())
    }

    /// Returns the instant of a local time. A skipped time resolves to the first instant after the gap, a repeated
    /// time to the first of both instants.
    pub fn instant(&self, date: &Date, minute: MinuteOfDay) -> Timestamp {
        let (local_ms, offset) = self.resolve(date, minute);
        let at = |offset: jiff::tz::Offset| Timestamp(local_ms).plus(-offset_ms(offset));
        match offset {
            AmbiguousOffset::Unambiguous { offset } | AmbiguousOffset::Fold { before: offset, .. } => at(offset),
            // The later offset gives an instant shortly before the gap. The transition that ends the gap follows it.
            AmbiguousOffset::Gap { after, .. } => {
                let mut following = self.0.following(instant_of(at(after).0));
                let transition = following.find(|transition| transition.offset() == after);
                transition.map_or(at(after), |transition| Timestamp(transition.timestamp().as_millisecond()))
            }
        }
    }

    /// Returns false for a local time that the zone skips, as in the night when summer time begins.
    pub fn exists(&self, date: &Date, minute: MinuteOfDay) -> bool {
        !matches!(self.resolve(date, minute).1, AmbiguousOffset::Gap { .. })
    }

    /// Returns the instants from one local time of a date to another. The range is empty if the zone skips it.
    pub fn range(&self, date: &Date, starts: MinuteOfDay, ends: MinuteOfDay) -> Range<Timestamp> {
        self.instant(date, starts)..self.instant(date, ends)
    }

    /// Returns the instants of a date. A day has 23 or 25 hours when summer time begins or ends.
    pub fn day_bounds(&self, date: &Date) -> Range<Timestamp> {
        self.range(date, MinuteOfDay::START, MinuteOfDay::END)
    }

    /// Returns the milliseconds between 1970-01-01 00:00 and the local date and time of an instant.
    fn local_ms(&self, at: Timestamp) -> i64 {
        at.plus(offset_ms(self.0.to_offset(instant_of(at.0)))).0
    }

    /// Returns the local date and time in milliseconds since 1970-01-01 00:00, and the offsets it can have.
    fn resolve(&self, date: &Date, minute: MinuteOfDay) -> (i64, AmbiguousOffset) {
        let local_ms = date.days() * Timestamp::DAY + i64::from(minute.0) * Timestamp::MINUTE;
        let local = jiff::tz::Offset::UTC.to_datetime(instant_of(local_ms));
        (local_ms, self.0.to_ambiguous_timestamp(local).offset())
    }
}

fn offset_ms(offset: jiff::tz::Offset) -> i64 {
    i64::from(offset.seconds()) * Timestamp::SECOND
}

/// Converts Unix milliseconds. Years beyond the library's range of ±9999 become its first or last instant.
fn instant_of(ms: i64) -> jiff::Timestamp {
    let nearest = if ms < 0 { jiff::Timestamp::MIN } else { jiff::Timestamp::MAX };
    jiff::Timestamp::from_millisecond(ms).unwrap_or(nearest)
}

impl FromStr for TimeZone {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "Choose a time zone such as Europe/Madrid.";
        let zone = jiff::tz::db().get(text.trim()).map_err(|_| EXPECTED)?;
        let is_place = zone.iana_name().is_some_and(|name| name != Self::UNSET);
        if is_place { Ok(Self(zone)) } else { Err(EXPECTED) }
    }
}

impl fmt::Display for TimeZone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for TimeZone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl PartialEq for TimeZone {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for TimeZone {}

impl Serialize for TimeZone {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for TimeZone {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// Minute of a local day, from 00:00 to 48:00. Times past 24:00 belong to the next day: 26:00 is 02:00.
///
/// Stored as integer, serialized as `HH:MM`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ToSchema)]
#[schema(value_type = String, example = "09:30")]
pub struct MinuteOfDay(u16);

stored_as!(MinuteOfDay, i64, |minute| minute.0.into(), |minute| Self::new(u16::try_from(minute).ok()?));

impl MinuteOfDay {
    pub const START: Self = Self(0);
    pub const END: Self = Self(24 * 60);
    pub const MAX: Self = Self(48 * 60);

    /// Returns none after 48:00.
    pub fn new(minute: u16) -> Option<Self> {
        (minute <= Self::MAX.0).then_some(Self(minute))
    }

    /// Returns the minutes since 00:00.
    pub fn minutes(self) -> u16 {
        self.0
    }
}

/// Checks the hours of a day. They begin on that day, end after they begin and last at most 24 hours. The error is the
/// message shown at the form field.
pub fn check_hours(starts: MinuteOfDay, ends: MinuteOfDay) -> Result<(), &'static str> {
    if starts >= MinuteOfDay::END {
        return Err("Choose a start before 24:00.");
    }
    if ends <= starts {
        return Err("Choose an end after the start.");
    }
    if ends.0 - starts.0 > MinuteOfDay::END.0 {
        return Err("Choose an end at most 24 hours after the start.");
    }
    Ok(())
}

impl FromStr for MinuteOfDay {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "Enter a time such as 09:30.";
        let is_digits = |part: &str| part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit());
        let parts = text.trim().split_once(':').filter(|(hour, minute)| is_digits(hour) && is_digits(minute));
        let (hour, minute) = parts.ok_or(EXPECTED)?;
        let number = |part: &str| part.parse::<u16>().map_err(|_| EXPECTED);
        let (hour, minute) = (number(hour)?, number(minute)?);
        Self::new(hour * 60 + minute).filter(|_| minute < 60).ok_or(EXPECTED)
    }
}

impl fmt::Display for MinuteOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.0 / 60, self.0 % 60)
    }
}

impl Serialize for MinuteOfDay {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for MinuteOfDay {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// Day of the week as ISO 8601 number: Monday is 1, Sunday is 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(try_from = "u8", into = "u8")]
#[schema(value_type = u8, minimum = 1, maximum = 7, example = 1)]
pub struct Weekday(u8);

impl Weekday {
    pub const MONDAY: Self = Self(1);
    pub const TUESDAY: Self = Self(2);
    pub const WEDNESDAY: Self = Self(3);
    pub const THURSDAY: Self = Self(4);
    pub const FRIDAY: Self = Self(5);
    pub const SATURDAY: Self = Self(6);
    pub const SUNDAY: Self = Self(7);

    /// Returns the ISO 8601 number, from 1 to 7.
    pub fn number(self) -> u8 {
        self.0
    }

    fn bit(self) -> u8 {
        1 << (self.0 - 1)
    }
}

impl TryFrom<u8> for Weekday {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        (1..=7).contains(&number).then_some(Self(number)).ok_or("Choose a day from 1 (Monday) to 7 (Sunday).")
    }
}

impl From<Weekday> for u8 {
    fn from(weekday: Weekday) -> Self {
        weekday.0
    }
}

impl fmt::Display for Weekday {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
        f.write_str(names[usize::from(self.0 - 1)])
    }
}

impl Date {
    pub fn weekday(&self) -> Weekday {
        // 1970-01-01 was a Thursday.
        let days_since_monday = (self.days() + 3).rem_euclid(7);
        Weekday(u8::try_from(days_since_monday).unwrap_or_default() + 1)
    }
}

/// Set of days of the week. Stored as bit mask with Monday as bit 0, serialized as array of ISO 8601 numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(from = "Vec<Weekday>", into = "Vec<Weekday>")]
#[schema(value_type = Vec<Weekday>, example = json!([1, 2, 3, 4, 5]))]
pub struct Weekdays(u8);

stored_as!(Weekdays, i64, |days| days.0.into(), |mask| Self::from_mask(u8::try_from(mask).ok()?));

impl Weekdays {
    pub const ALL: Self = Self(0b111_1111);

    /// Returns none for a mask of more than seven days.
    pub fn from_mask(mask: u8) -> Option<Self> {
        (mask <= Self::ALL.0).then_some(Self(mask))
    }

    pub fn contains(self, weekday: Weekday) -> bool {
        self.0 & weekday.bit() != 0
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the days from Monday to Sunday.
    pub fn iter(self) -> impl Iterator<Item = Weekday> {
        (1..=7).map(Weekday).filter(move |weekday| self.contains(*weekday))
    }
}

impl FromIterator<Weekday> for Weekdays {
    fn from_iter<I: IntoIterator<Item = Weekday>>(days: I) -> Self {
        Self(days.into_iter().fold(0, |mask, weekday| mask | weekday.bit()))
    }
}

impl From<Vec<Weekday>> for Weekdays {
    fn from(days: Vec<Weekday>) -> Self {
        days.into_iter().collect()
    }
}

impl From<Weekdays> for Vec<Weekday> {
    fn from(days: Weekdays) -> Self {
        days.iter().collect()
    }
}

#[cfg(test)]
pub(crate) mod tests;
