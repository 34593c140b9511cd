//! Working time and slots from weekly rules and dated exceptions, as pure functions.
//!
//! Rules are in local time and resolved for each date, so that every day has its real length.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::types::{
    local_time::{MinuteOfDay, TimeZone, Weekdays, check_hours},
    timestamp::{Date, Timestamp},
};

/// Length of a tick, the unit of exclusive allocation.
pub const TICK: i64 = 5 * Timestamp::MINUTE;

/// Weekly working time. Time past 24:00 belongs to the date on which it begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    pub weekdays: Weekdays,
    #[schema(example = "09:00")]
    pub starts: MinuteOfDay,
    #[schema(example = "18:00")]
    pub ends: MinuteOfDay,
    /// First date of the rule.
    #[serde(default)]
    pub valid_from: Option<Date>,
    /// Last date of the rule.
    #[serde(default)]
    pub valid_until: Option<Date>,
}

/// Change of the working time of a date.
///
/// | `available` | `hours` | Meaning |
/// |---|---|---|
/// | false | none | The rules do not apply on the date. |
/// | false | some | The hours are blocked. |
/// | true | some | The hours are extra working time. |
/// | true | none | Invalid, without effect. |
///
/// Extra working time applies on a day off too. A block wins over extra working time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Exception {
    pub date: Date,
    /// Start and end.
    #[serde(default)]
    pub hours: Option<(MinuteOfDay, MinuteOfDay)>,
    pub available: bool,
    /// Reason, for the company only.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[schema(max_length = 200)]
    pub note: String,
}

/// Maximum characters of a note.
const NOTE_MAX: usize = 200;

impl Rule {
    /// Validates the rule. The error is the message shown at the form field.
    pub fn checked(self) -> Result<Self, &'static str> {
        if self.weekdays.is_empty() {
            return Err("Choose at least one day.");
        }
        check_hours(self.starts, self.ends)?;
        let is_reversed = self.valid_from.is_some() && self.valid_until.is_some() && self.valid_from > self.valid_until;
        if is_reversed { Err("Choose a last day that is not before the first.") } else { Ok(self) }
    }

    fn applies_on(&self, date: &Date) -> bool {
        self.weekdays.contains(date.weekday())
            && self.valid_from.as_ref().is_none_or(|first| first <= date)
            && self.valid_until.as_ref().is_none_or(|last| date <= last)
    }
}

impl Exception {
    /// Validates the exception. The error is the message shown at the form field.
    pub fn checked(self) -> Result<Self, &'static str> {
        match self.hours {
            Some((starts, ends)) => check_hours(starts, ends)?,
            None if self.available => return Err("Enter the hours of the extra working time."),
            None => {}
        }
        if self.note.chars().count() > NOTE_MAX || self.note.chars().any(char::is_control) {
            return Err("Enter a note of at most 200 characters.");
        }
        Ok(self)
    }

    pub(super) fn is_day_off(&self) -> bool {
        !self.available && self.hours.is_none()
    }
}

/// Returns the working time that begins on a date, merged and sorted.
///
/// A day off removes the rules of its own date only: late hours of the day before still apply. A block also removes
/// late hours of the day before and early hours of the day after, if it reaches them.
pub fn working_intervals(
    rules: &[Rule],
    exceptions: &[Exception],
    zone: &TimeZone,
    date: &Date,
) -> Vec<Range<Timestamp>> {
    let of_date = || exceptions.iter().filter(|exception| exception.date == *date);
    let is_day_off = of_date().any(Exception::is_day_off);
    let regular = rules.iter().filter(|rule| !is_day_off && rule.applies_on(date));
    let regular = regular.map(|rule| (rule.starts, rule.ends));
    let extra = of_date().filter(|exception| exception.available).filter_map(|exception| exception.hours);
    let working = merged(regular.chain(extra).map(|(starts, ends)| zone.range(date, starts, ends)).collect());
    let near = [date.plus_days(-1), date.clone(), date.plus_days(1)];
    let blocks = exceptions.iter().filter(|exception| !exception.available && near.contains(&exception.date));
    let blocked: Vec<_> =
        blocks.filter_map(|block| block.hours.map(|(starts, ends)| zone.range(&block.date, starts, ends))).collect();
    subtract(&working, &blocked)
}

/// Returns the starts of slots of `duration_ms` that fit into the intervals.
///
/// Starts are `step_ms` of elapsed time apart, counted from the start of each interval. Pass working time and test each
/// start with [`is_free`]. A busy time subtracted before would move the starts after it.
pub fn slot_starts(intervals: &[Range<Timestamp>], step_ms: i64, duration_ms: i64) -> Vec<Timestamp> {
    let step = usize::try_from(step_ms).unwrap_or(0);
    if step == 0 || duration_ms <= 0 {
        return Vec::new();
    }
    let starts = |interval: &Range<Timestamp>| {
        let last = interval.end.0.saturating_sub(duration_ms);
        (interval.start.0..=last).step_by(step).map(Timestamp)
    };
    intervals.iter().flat_map(starts).collect()
}

/// Returns the parts of the intervals that are not busy, merged and sorted. Both lists may be in any order.
pub fn subtract(intervals: &[Range<Timestamp>], busy: &[Range<Timestamp>]) -> Vec<Range<Timestamp>> {
    let busy = merged(busy.to_vec());
    let mut free = Vec::new();
    for interval in merged(intervals.to_vec()) {
        let mut start = interval.start;
        let first = busy.partition_point(|taken| taken.end <= interval.start);
        for taken in busy[first..].iter().take_while(|taken| taken.start < interval.end) {
            free.push(start..taken.start);
            start = taken.end;
        }
        free.push(start..interval.end);
    }
    free.retain(|range| range.start < range.end);
    free
}

/// Returns true if no busy time overlaps the range. Ranges that only touch do not overlap.
pub fn is_free(range: &Range<Timestamp>, busy: &[Range<Timestamp>]) -> bool {
    let overlaps = |taken: &Range<Timestamp>| taken.start.max(range.start) < taken.end.min(range.end);
    !busy.iter().any(overlaps)
}

/// Returns the ticks that a range touches, numbered since 1970: the start is rounded down, the end up.
pub fn ticks(range: &Range<Timestamp>) -> Range<i64> {
    let first = range.start.0.div_euclid(TICK);
    if range.end <= range.start {
        return first..first;
    }
    first..(range.end.0 - 1).div_euclid(TICK) + 1
}

/// Returns the ranges in order. Ranges that overlap or touch become one, empty ranges are left out.
pub fn merged(mut ranges: Vec<Range<Timestamp>>) -> Vec<Range<Timestamp>> {
    ranges.retain(|range| range.start < range.end);
    ranges.sort_by_key(|range| range.start);
    let mut merged: Vec<Range<Timestamp>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match merged.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}

#[cfg(test)]
mod tests;
