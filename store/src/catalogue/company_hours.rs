//! Opening hours and opening states of companies, read for many companies at once.

use std::collections::{HashMap, HashSet};

use super::opening_hours::{DayException, HORIZON_DAYS, Hours, OpeningHours, OpeningState, WeeklyInterval};
use crate::{
    Db, Error, Result, each, on,
    types::{
        ids::CompanyId,
        local_time::{MinuteOfDay, TimeZone, Weekday},
        timestamp::{Date, Timestamp},
    },
};

/// Week of a company in one row: a page of companies has hundreds of intervals.
#[derive(sqlx::FromRow)]
struct WeekRow {
    company_id: CompanyId,
    /// Intervals such as `1 540 810`: weekday, minutes of opening and closing.
    week: String,
}

#[derive(sqlx::FromRow)]
struct ExceptionRow {
    company_id: CompanyId,
    date: Date,
    hours: String,
    note: String,
}

/// Returns the hours of companies by id, with two queries. Exceptions before `from` or after `to` are left out.
/// A company without hours is absent.
pub(crate) async fn of_all(
    db: &Db,
    companies: &HashSet<CompanyId>,
    from: &Date,
    to: &Date,
) -> Result<HashMap<CompanyId, OpeningHours>> {
    if companies.is_empty() {
        return Ok(HashMap::new());
    }
    let ids = serde_json::to_string(&companies.iter().map(|id| [id]).collect::<Vec<_>>())?;
    let at = db.read();
    let sql = each!(
        at,
        "SELECT company_id, string_agg(weekday || ' ' || opens || ' ' || closes, ',') AS week FROM opening_interval
         WHERE company_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ") GROUP BY company_id"
    );
    let weeks: Vec<WeekRow> = on!(at, at => sqlx::query_as(sql).bind(&ids).fetch_all(at).await)?;
    let at = db.read();
    let sql = each!(
        at,
        "SELECT company_id, date, hours, note FROM opening_exception
         WHERE date >= $2 AND date <= $3 AND company_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ") ORDER BY date"
    );
    let exceptions: Vec<ExceptionRow> =
        on!(at, at => sqlx::query_as(sql).bind(&ids).bind(from).bind(to).fetch_all(at).await)?;
    let mut hours: HashMap<CompanyId, OpeningHours> = HashMap::new();
    for row in weeks {
        hours.entry(row.company_id).or_default().weekly = row.intervals()?;
    }
    for row in exceptions {
        hours.entry(row.company_id).or_default().exceptions.push(row.exception()?);
    }
    Ok(hours)
}

impl WeekRow {
    /// Returns the intervals by weekday and time.
    fn intervals(&self) -> Result<Vec<WeeklyInterval>> {
        let intervals: Option<Vec<_>> = self.week.split(',').map(interval).collect();
        let mut intervals = intervals.ok_or_else(|| Error::Corrupt(format!("opening hours {}", self.week)))?;
        intervals.sort_unstable_by_key(|interval| (interval.weekday.number(), interval.opens));
        Ok(intervals)
    }
}

fn interval(text: &str) -> Option<WeeklyInterval> {
    let mut numbers = text.split(' ').map(|number| number.parse::<u16>().ok());
    let mut next = || numbers.next().flatten();
    let weekday = Weekday::try_from(u8::try_from(next()?).ok()?).ok()?;
    Some(WeeklyInterval { weekday, opens: MinuteOfDay::new(next()?)?, closes: MinuteOfDay::new(next()?)? })
}

impl ExceptionRow {
    fn exception(self) -> Result<DayException> {
        let stored: Vec<(u16, u16)> = serde_json::from_str(&self.hours)?;
        let hours = stored.into_iter().map(|(opens, closes)| {
            let hours = MinuteOfDay::new(opens).zip(MinuteOfDay::new(closes));
            hours.map(|(opens, closes)| Hours { opens, closes }).ok_or_else(|| Error::Corrupt(self.hours.clone()))
        });
        let hours = hours.collect::<Result<_>>()?;
        Ok(DayException { date: self.date, hours, note: Some(self.note).filter(|note| !note.is_empty()) })
    }
}

/// Clock of a company: its zone, and the end of a pause in which it takes no customers.
#[derive(Clone, Debug)]
pub(crate) struct CompanyClock {
    pub company: CompanyId,
    pub time_zone: TimeZone,
    pub paused_until: Option<Timestamp>,
}

impl CompanyClock {
    /// Returns the opening state. A paused company is closed until the pause ends.
    pub fn state(&self, hours: Option<&OpeningHours>, now: Timestamp) -> OpeningState {
        let Some(hours) = hours else { return OpeningState::Closed { opens_at: None } };
        let Some(until) = self.paused_until.filter(|until| *until > now) else {
            return hours.state_at(&self.time_zone, now);
        };
        let opens_at = match hours.state_at(&self.time_zone, until) {
            OpeningState::Open { .. } | OpeningState::ClosingSoon { .. } => Some(until),
            OpeningState::OpeningSoon { opens_at } => Some(opens_at),
            OpeningState::Closed { opens_at } => opens_at,
        };
        OpeningState::Closed { opens_at }
    }
}

impl CompanyClock {
    /// Returns a time up to which `state`, the state at `now`, and the local date stay as they are.
    pub fn changes_at(&self, state: OpeningState, now: Timestamp) -> Timestamp {
        let midnight = self.time_zone.day_bounds(&self.time_zone.date_at(now)).end;
        let pause = self.paused_until.filter(|until| *until > now);
        [Some(midnight), pause, state.changes_after(now)].into_iter().flatten().min().unwrap_or(midnight)
    }
}

/// Returns the opening states of companies, with two queries.
pub(crate) async fn states(
    db: &Db,
    clocks: &[CompanyClock],
    now: Timestamp,
) -> Result<HashMap<CompanyId, OpeningState>> {
    let companies = clocks.iter().map(|clock| clock.company).collect();
    let (from, to) = horizon(clocks, now);
    let hours = of_all(db, &companies, &from, &to).await?;
    Ok(clocks.iter().map(|clock| (clock.company, clock.state(hours.get(&clock.company), now))).collect())
}

/// Returns the dates whose hours decide the states, with a day of margin for the zones.
fn horizon(clocks: &[CompanyClock], now: Timestamp) -> (Date, Date) {
    let until = clocks.iter().filter_map(|clock| clock.paused_until).fold(now, Timestamp::max);
    let date = |at: Timestamp| Date::from_days(at.0.div_euclid(Timestamp::DAY));
    (date(now).plus_days(-2), date(until).plus_days(HORIZON_DAYS + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns weekly hours from weekdays with the minutes of opening and closing.
    fn hours(weekly: &[(u8, u16, u16)]) -> OpeningHours {
        let interval = |(weekday, opens, closes): &(u8, u16, u16)| WeeklyInterval {
            weekday: Weekday::try_from(*weekday).unwrap(),
            opens: MinuteOfDay::new(*opens).unwrap(),
            closes: MinuteOfDay::new(*closes).unwrap(),
        };
        OpeningHours { weekly: weekly.iter().map(interval).collect(), exceptions: Vec::new() }
    }

    #[test]
    fn state_stays_until_the_time_of_its_change() {
        let begin: Timestamp = "2026-11-21T22:10:07.500Z".parse().unwrap();
        let daily: Vec<_> = (1..=7).map(|weekday| (weekday, 0, 1_440)).collect();
        let tables = [
            hours(&[(1, 540, 810), (1, 840, 1_080), (2, 600, 1_080), (7, 1_200, 1_560)]),
            hours(&[(3, 5, 65)]),
            hours(&daily),
            hours(&[]),
        ];
        let pauses = [None, Some(begin.plus(17 * Timestamp::HOUR + 1_234)), Some(begin.plus(36 * Timestamp::HOUR))];
        for (zone, table) in
            ["Europe/Madrid", "Asia/Kathmandu"].iter().flat_map(|zone| tables.iter().map(move |table| (zone, table)))
        {
            for paused_until in pauses {
                let clock = CompanyClock { company: CompanyId(1), time_zone: zone.parse().unwrap(), paused_until };
                let mut now = begin;
                let mut turns = 0;
                while now < begin.plus(16 * Timestamp::DAY) {
                    let state = clock.state(Some(table), now);
                    let until = clock.changes_at(state, now);
                    assert!(until > now && turns < 200, "{zone} {now} {state:?}");
                    for at in [until.plus(-1), Timestamp(now.0.midpoint(until.0))] {
                        assert_eq!(clock.state(Some(table), at), state, "{zone} {now} {until} {at}");
                    }
                    (now, turns) = (until, turns + 1);
                }
            }
        }
    }
}
