//! Opening hours of a company: weekly hours, holidays and the opening state at an instant.
//!
//! All lists use the same state. The state is computed from local rules and does not read the clock.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::types::{
    local_time::{MinuteOfDay, TimeZone, Weekday, check_hours},
    timestamp::{Date, Timestamp},
};

/// Maximum number of intervals per day.
pub const INTERVALS_MAX: usize = 5;
/// Maximum number of exceptions.
pub const EXCEPTIONS_MAX: usize = 366;
/// Maximum length of a note in characters.
pub const NOTE_MAX: usize = 80;
/// Time before the end of the opening hours in which a company is closing soon.
pub const CLOSING_SOON: i64 = 30 * Timestamp::MINUTE;
/// Time before the opening hours in which a company is opening soon.
pub const OPENING_SOON: i64 = Timestamp::HOUR;
/// Number of days after today in which the next opening or closing is searched.
pub const HORIZON_DAYS: i64 = 14;

const DAY_MINUTES: i64 = 24 * 60;

/// Opening hours of one day. Hours past 24:00 continue on the next day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Hours {
    #[schema(example = "09:00")]
    pub opens: MinuteOfDay,
    #[schema(example = "18:00")]
    pub closes: MinuteOfDay,
}

/// Opening hours of a day of the week. Hours past 24:00 continue on the next day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WeeklyInterval {
    pub weekday: Weekday,
    #[schema(example = "09:00")]
    pub opens: MinuteOfDay,
    #[schema(example = "18:00")]
    pub closes: MinuteOfDay,
}

/// Opening hours of a date, in place of its weekly hours. The hours of the day before still continue past midnight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DayException {
    pub date: Date,
    /// Empty if the company is closed all day.
    pub hours: Vec<Hours>,
    /// Reason shown to visitors.
    #[serde(default)]
    #[schema(example = "Christmas")]
    pub note: Option<String>,
}

/// Opening hours of a company in its local time.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OpeningHours {
    pub weekly: Vec<WeeklyInterval>,
    pub exceptions: Vec<DayException>,
}

/// Opening state of a company at an instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum OpeningState {
    /// `closes_at` is null if the company stays open for the next 14 days.
    Open { closes_at: Option<Timestamp> },
    /// The company closes within 30 minutes.
    ClosingSoon { closes_at: Timestamp },
    /// The company opens within 60 minutes.
    OpeningSoon { opens_at: Timestamp },
    /// `opens_at` is null if the company does not open in the next 14 days.
    Closed { opens_at: Option<Timestamp> },
}

/// Reason why opening hours are invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HoursError {
    /// Form field: `weekly.1` for Mondays, `exceptions.2026-12-25` for a date, `exceptions` for all dates.
    pub field: String,
    /// Message shown at the field.
    pub message: String,
}

impl HoursError {
    fn weekly(weekday: Weekday, message: &str) -> Self {
        Self { field: format!("weekly.{}", weekday.number()), message: format!("{weekday}: {message}") }
    }

    fn date(date: &Date, message: &str) -> Self {
        Self { field: format!("exceptions.{date}"), message: format!("{date}: {message}") }
    }
}

impl OpeningState {
    /// Returns the time of the next change of this state. The horizon of a state without a time moves at midnight.
    pub fn changes_after(self, now: Timestamp) -> Option<Timestamp> {
        let (at, notice) = match self {
            Self::Open { closes_at } => (closes_at?, CLOSING_SOON),
            Self::ClosingSoon { closes_at } => (closes_at, 0),
            Self::OpeningSoon { opens_at } => (opens_at, 0),
            Self::Closed { opens_at } => (opens_at?, OPENING_SOON),
        };
        // A paused company stays closed within the hour before it opens.
        Some(at.plus(-notice)).filter(|at| *at > now).or(Some(at))
    }
}

const OVERLAP: &str = "The hours overlap with other hours.";

impl OpeningHours {
    /// Sorts and validates the hours.
    pub fn checked(mut self) -> Result<Self, HoursError> {
        self.weekly.sort_by_key(|interval| (interval.weekday, interval.opens));
        self.exceptions.sort_by(|a, b| a.date.cmp(&b.date));
        for exception in &mut self.exceptions {
            exception.hours.sort_by_key(|hours| hours.opens);
            exception.note = exception.note.take().map(|note| note.trim().to_owned()).filter(|note| !note.is_empty());
        }
        self.check_counts()?;
        self.check_each_interval()?;
        self.check_weekly_overlaps()?;
        self.check_exception_overlaps()?;
        Ok(self)
    }

    /// Returns the opening state. Adjacent hours count as one opening, so a company open day and night never closes.
    pub fn state_at(&self, zone: &TimeZone, now: Timestamp) -> OpeningState {
        let today = zone.date_at(now);
        let Some(opening) = self.opening_after(zone, &today, now) else {
            return OpeningState::Closed { opens_at: None };
        };
        if now < opening.start {
            let opens_at = opening.start;
            let is_soon = opens_at.0 - now.0 <= OPENING_SOON;
            return if is_soon {
                OpeningState::OpeningSoon { opens_at }
            } else {
                OpeningState::Closed { opens_at: Some(opens_at) }
            };
        }
        let closes_at = opening.end;
        if closes_at.0 - now.0 <= CLOSING_SOON {
            return OpeningState::ClosingSoon { closes_at };
        }
        let horizon = zone.day_bounds(&today.plus_days(HORIZON_DAYS)).end;
        OpeningState::Open { closes_at: (closes_at < horizon).then_some(closes_at) }
    }

    /// Returns `now` if the company is open, else the time at which it opens. None: not until the horizon.
    pub fn open_from(&self, zone: &TimeZone, now: Timestamp) -> Option<Timestamp> {
        self.opening_after(zone, &zone.date_at(now), now).map(|opening| opening.start.max(now))
    }

    /// Returns the opening at `now`, else the next one until the horizon.
    fn opening_after(&self, zone: &TimeZone, today: &Date, now: Timestamp) -> Option<Range<Timestamp>> {
        // Hours of yesterday can continue past midnight.
        let dates = (-1..=HORIZON_DAYS).map(|days| today.plus_days(days));
        let resolved = dates.flat_map(|date| {
            let resolve = |hours: Hours| zone.range(&date, hours.opens, hours.closes);
            self.hours_on(&date).into_iter().map(resolve).collect::<Vec<_>>()
        });
        let mut ahead = resolved.filter(|hours| hours.start < hours.end && now < hours.end);
        let first = ahead.next()?;
        let adjacent = ahead.scan(first.end, |end, next| {
            let continues = next.start <= *end;
            *end = next.end.max(*end);
            continues.then_some(*end)
        });
        let end = adjacent.last().unwrap_or(first.end);
        Some(first.start..end)
    }

    /// Returns true if the company is open at some time between two local minutes of a date. Rules alone decide: the hour
    /// that a zone skips or repeats counts once.
    pub fn is_open_within(&self, date: &Date, minutes: Range<i64>) -> bool {
        // Hours of the day before can continue past midnight.
        [-1, 0].into_iter().any(|days| {
            let at = |minute: MinuteOfDay| days * DAY_MINUTES + i64::from(minute.minutes());
            let meets = |hours: &Hours| at(hours.opens).max(minutes.start) < at(hours.closes).min(minutes.end);
            self.hours_on(&date.plus_days(days)).iter().any(meets)
        })
    }

    /// Returns the hours that begin on a date, in order.
    pub fn hours_on(&self, date: &Date) -> Vec<Hours> {
        let weekday = date.weekday();
        let weekly = || self.weekly.iter().filter(|interval| interval.weekday == weekday).map(WeeklyInterval::hours);
        let exception = self.exceptions.iter().find(|exception| exception.date == *date);
        let mut hours = exception.map_or_else(|| weekly().collect(), |exception| exception.hours.clone());
        hours.sort_by_key(|hours| hours.opens);
        hours
    }

    fn check_each_interval(&self) -> Result<(), HoursError> {
        for interval in &self.weekly {
            check_hours(interval.opens, interval.closes)
                .map_err(|error| HoursError::weekly(interval.weekday, error))?;
        }
        for exception in &self.exceptions {
            let invalid = |error: &str| HoursError::date(&exception.date, error);
            for hours in &exception.hours {
                check_hours(hours.opens, hours.closes).map_err(invalid)?;
            }
            if exception.note.as_ref().is_some_and(|note| note.chars().count() > NOTE_MAX) {
                return Err(invalid(&format!("Enter a note of at most {NOTE_MAX} characters.")));
            }
        }
        Ok(())
    }

    fn check_counts(&self) -> Result<(), HoursError> {
        let too_many = format!("Enter at most {INTERVALS_MAX} intervals.");
        if let Some(crowded) = self.weekly.chunk_by(|a, b| a.weekday == b.weekday).find(|day| day.len() > INTERVALS_MAX)
        {
            return Err(HoursError::weekly(crowded[0].weekday, &too_many));
        }
        if self.exceptions.len() > EXCEPTIONS_MAX {
            let message = format!("Enter at most {EXCEPTIONS_MAX} exceptions.");
            return Err(HoursError { field: "exceptions".to_owned(), message });
        }
        if let Some(pair) = self.exceptions.windows(2).find(|pair| pair[0].date == pair[1].date) {
            return Err(HoursError::date(&pair[0].date, "Enter each date once."));
        }
        let crowded = self.exceptions.iter().find(|exception| exception.hours.len() > INTERVALS_MAX);
        crowded.map_or(Ok(()), |exception| Err(HoursError::date(&exception.date, &too_many)))
    }

    /// The week is a circle: hours of Sunday can continue on Monday.
    fn check_weekly_overlaps(&self) -> Result<(), HoursError> {
        let starts = |interval: &WeeklyInterval| {
            i64::from(interval.weekday.number()) * DAY_MINUTES + i64::from(interval.opens.minutes())
        };
        let next_week = self.weekly.first().map(|first| (first, starts(first) + 7 * DAY_MINUTES));
        let following = self.weekly.iter().skip(1).map(|next| (next, starts(next))).chain(next_week);
        for (interval, (next, next_starts)) in self.weekly.iter().zip(following) {
            let length = i64::from(interval.closes.minutes() - interval.opens.minutes());
            if starts(interval) + length > next_starts {
                return Err(HoursError::weekly(next.weekday, OVERLAP));
            }
        }
        Ok(())
    }

    /// Compares the hours of each exception with each other and with those of the day before and after.
    fn check_exception_overlaps(&self) -> Result<(), HoursError> {
        for exception in &self.exceptions {
            let days = [-1, 0, 1].map(|days| (days, self.hours_on(&exception.date.plus_days(days))));
            let minutes = days.iter().flat_map(|(days, hours)| {
                let at = move |minute: MinuteOfDay| days * DAY_MINUTES + i64::from(minute.minutes());
                hours.iter().map(move |hours| at(hours.opens)..at(hours.closes))
            });
            let minutes: Vec<_> = minutes.collect();
            if minutes.windows(2).any(|pair| pair[0].end > pair[1].start) {
                return Err(HoursError::date(&exception.date, OVERLAP));
            }
        }
        Ok(())
    }
}

impl WeeklyInterval {
    fn hours(&self) -> Hours {
        Hours { opens: self.opens, closes: self.closes }
    }
}

#[cfg(test)]
mod tests;
