//! Calendar of a company for its team: open hours, changed times, dates of tickets and nights of rooms.

use std::{collections::BTreeMap, ops::Range};

use futures_util::future::{try_join, try_join4};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    counted,
    plan::{self, OfferingPlan, Terms, listed},
    schedule::{Exception, Rule, working_intervals},
    slots::Stock,
    times::{self, Times},
};
use crate::{
    Db, Result,
    catalogue::detail::Availability,
    company, each, on,
    types::{
        ids::{CompanyId, OccurrenceId, OfferingId, ResourceId, ScheduleExceptionId, VariantId},
        local_time::{MinuteOfDay, TimeZone, Weekdays},
        timestamp::{Date, Timestamp},
    },
};

/// Maximum days of a calendar.
pub const DAYS_MAX: i64 = 42;

/// Calendar of some local dates. Times that begin on the day before are included: they may last past midnight.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct CompanyCalendar {
    pub time_zone: TimeZone,
    pub days: Vec<CalendarDay>,
    /// Opening hours, those of holidays included. Blocks are not cut out.
    pub open: Vec<TimeSpan>,
    /// Staff, tables and equipment with weekly times of their own. Others work when the company is open.
    pub working: Vec<WorkingTime>,
    /// Blocks and extra working time, by date.
    pub changes: Vec<CalendarChange>,
    /// Dates of tickets and departures that last into the calendar.
    pub occurrences: Vec<CalendarOccurrence>,
    /// Types of room, each with a night for each day.
    pub rooms: Vec<RoomNights>,
}

/// Local date. It has 23 or 25 hours when summer time begins or ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CalendarDay {
    pub date: Date,
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
    /// The opening hours of the date differ from those of its weekday, as on a holiday.
    pub is_special: bool,
    /// Note of the company on special opening hours.
    pub note: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TimeSpan {
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
}

/// Working time of a resource.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct WorkingTime {
    pub resource_id: ResourceId,
    pub times: Vec<TimeSpan>,
}

/// Block or extra working time of a date. Without `offering_id` and `resource_id` it holds for the whole company.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CalendarChange {
    pub id: ScheduleExceptionId,
    pub offering_id: Option<OfferingId>,
    pub resource_id: Option<ResourceId>,
    /// False: a block.
    pub available: bool,
    pub date: Date,
    /// Start and end. Null: the whole day.
    pub hours: Option<(MinuteOfDay, MinuteOfDay)>,
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
    pub note: String,
}

/// Date of a ticket or a departure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CalendarOccurrence {
    pub id: OccurrenceId,
    pub offering_id: OfferingId,
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
    pub is_cancelled: bool,
    /// Units of all classes. Null: not limited.
    pub capacity: Option<i64>,
    pub taken: i64,
}

/// Nights of a type of room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RoomNights {
    pub offering_id: OfferingId,
    pub variant_id: VariantId,
    pub name: String,
    pub nights: Vec<RoomNight>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct RoomNight {
    pub date: Date,
    /// Rooms that are not taken.
    pub left: i64,
    pub capacity: i64,
    /// The company does not sell the night.
    pub closed: bool,
    /// Minor units.
    pub price: i64,
    /// Minimum stay of guests who arrive.
    pub min_nights: i64,
}

/// Dates to read.
#[derive(Clone, Debug)]
pub struct CalendarRange {
    pub from: Date,
    /// Last date, at most [`DAYS_MAX`] in all.
    pub to: Date,
}

impl CalendarRange {
    fn dates(&self) -> impl Iterator<Item = Date> {
        let count = self.from.days_until(&self.to).clamp(0, DAYS_MAX - 1);
        (0..=count).map(|days| self.from.plus_days(days))
    }

    /// Returns the dates and the one before, whose hours may last past midnight.
    fn dates_with_late(&self) -> impl Iterator<Item = Date> {
        std::iter::once(self.from.plus_days(-1)).chain(self.dates())
    }

    fn bounds(&self, zone: &TimeZone) -> Range<Timestamp> {
        zone.day_bounds(&self.from).start..zone.day_bounds(&self.to).end
    }
}

impl From<Range<Timestamp>> for TimeSpan {
    fn from(range: Range<Timestamp>) -> Self {
        Self { starts_at: range.start, ends_at: range.end }
    }
}

/// Returns the calendar of a company.
pub async fn company_calendar(
    db: &Db,
    company: CompanyId,
    range: &CalendarRange,
    now: Timestamp,
) -> Result<CompanyCalendar> {
    let (zone, terms) = try_join(company::time_zone(db, company), booked_terms(db, company)).await?;
    let (stays, dated): (Vec<_>, Vec<_>) = terms
        .into_iter()
        .filter(|terms| matches!(terms.availability, Availability::Nights | Availability::Occurrence))
        .partition(|terms| terms.availability == Availability::Nights);
    let companies = [company];
    let ((opening, special), (working, changes), occurrences, rooms) = try_join4(
        try_join(times::of_companies(db, &companies, &range.from, &range.to), special_dates(db, company, range)),
        try_join(working_times(db, company, &zone, range), changes(db, company, &zone, range)),
        occurrences(db, dated, range.bounds(&zone), now),
        room_nights(db, stays, range, now),
    )
    .await?;
    let open = opening.get(&company).map(|times| spans(times, &zone, range)).unwrap_or_default();
    let day = |date: Date| {
        let bounds = zone.day_bounds(&date);
        let note = special.get(&date);
        CalendarDay {
            starts_at: bounds.start,
            ends_at: bounds.end,
            is_special: note.is_some(),
            note: note.cloned().unwrap_or_default(),
            date,
        }
    };
    let days = range.dates().map(day).collect();
    Ok(CompanyCalendar { days, open, working, changes, occurrences, rooms, time_zone: zone })
}

fn spans(times: &Times, zone: &TimeZone, range: &CalendarRange) -> Vec<TimeSpan> {
    let of_date = |date: Date| working_intervals(&times.rules, &times.exceptions, zone, &date);
    range.dates_with_late().flat_map(of_date).map(TimeSpan::from).collect()
}

/// Reads the terms of the active offerings.
async fn booked_terms(db: &Db, company: CompanyId) -> Result<Vec<Terms>> {
    let ids: Vec<(OfferingId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT id FROM offering WHERE company_id = $1 AND state = 'active' ORDER BY position, id")
        .bind(company).fetch_all(at).await)?;
    let ids: Vec<_> = ids.into_iter().map(|(id,)| id).collect();
    let mut terms = plan::terms_of(db, &ids).await?;
    terms.sort_by_key(|terms| ids.iter().position(|id| *id == terms.id));
    Ok(terms)
}

/// Reads the dates with special opening hours, and the notes on them.
async fn special_dates(db: &Db, company: CompanyId, range: &CalendarRange) -> Result<BTreeMap<Date, String>> {
    let rows: Vec<(Date, String)> = on!(db.read(), at => sqlx::query_as(
        "SELECT date, note FROM opening_exception WHERE company_id = $1 AND date >= $2 AND date <= $3")
        .bind(company).bind(&range.from).bind(&range.to).fetch_all(at).await)?;
    Ok(rows.into_iter().collect())
}

#[derive(sqlx::FromRow)]
struct RuleRow {
    resource_id: ResourceId,
    weekdays: Weekdays,
    starts: MinuteOfDay,
    ends: MinuteOfDay,
    valid_from: Option<Date>,
    valid_until: Option<Date>,
}

/// Reads the working time of the resources that have weekly times.
async fn working_times(
    db: &Db,
    company: CompanyId,
    zone: &TimeZone,
    range: &CalendarRange,
) -> Result<Vec<WorkingTime>> {
    let rules: Vec<RuleRow> = on!(db.read(), at => sqlx::query_as(
        "SELECT s.resource_id, s.weekdays, s.starts, s.ends, s.valid_from, s.valid_until
         FROM resource r JOIN schedule_rule s ON s.resource_id = r.id
         WHERE r.company_id = $1 AND r.active ORDER BY r.position, r.id, s.id")
        .bind(company).fetch_all(at).await)?;
    let rows = change_rows(db, company, range).await?;
    let mut working: Vec<(ResourceId, Times)> = Vec::new();
    for row in rules {
        let rule = Rule {
            weekdays: row.weekdays,
            starts: row.starts,
            ends: row.ends,
            valid_from: row.valid_from,
            valid_until: row.valid_until,
        };
        match working.last_mut() {
            Some((id, times)) if *id == row.resource_id => times.rules.push(rule),
            _ => working.push((row.resource_id, Times { rules: vec![rule], exceptions: Vec::new() })),
        }
    }
    for (id, times) in &mut working {
        let own = rows.iter().filter(|row| row.resource_id == Some(*id));
        times.exceptions.extend(own.map(ChangeRow::exception));
    }
    let working = working.into_iter();
    Ok(working.map(|(resource_id, times)| WorkingTime { resource_id, times: spans(&times, zone, range) }).collect())
}

#[derive(sqlx::FromRow)]
struct ChangeRow {
    id: ScheduleExceptionId,
    offering_id: Option<OfferingId>,
    resource_id: Option<ResourceId>,
    available: bool,
    date: Date,
    starts: Option<MinuteOfDay>,
    ends: Option<MinuteOfDay>,
    note: String,
}

impl ChangeRow {
    fn exception(&self) -> Exception {
        let hours = self.starts.zip(self.ends);
        Exception { date: self.date.clone(), hours, available: self.available, note: self.note.clone() }
    }

    fn change(self, zone: &TimeZone) -> CalendarChange {
        let hours = self.starts.zip(self.ends);
        let bounds = match hours {
            Some((starts, ends)) => zone.range(&self.date, starts, ends),
            None => zone.day_bounds(&self.date),
        };
        CalendarChange {
            id: self.id,
            offering_id: self.offering_id,
            resource_id: self.resource_id,
            available: self.available,
            date: self.date,
            hours,
            starts_at: bounds.start,
            ends_at: bounds.end,
            note: self.note,
        }
    }
}

/// Reads the changes of the company, its resources and those of its offerings that are not archived.
async fn change_rows(db: &Db, company: CompanyId, range: &CalendarRange) -> Result<Vec<ChangeRow>> {
    on!(db.read(), at => sqlx::query_as(
        "SELECT s.id, s.offering_id, s.resource_id, s.available, s.date, s.starts, s.ends, s.note
         FROM schedule_exception s WHERE s.company_id = $1 AND s.date >= $2 AND s.date <= $3
         UNION ALL
         SELECT s.id, s.offering_id, s.resource_id, s.available, s.date, s.starts, s.ends, s.note
         FROM offering o JOIN schedule_exception s ON s.offering_id = o.id
         WHERE o.company_id = $1 AND o.state <> 'archived' AND s.date >= $2 AND s.date <= $3
         UNION ALL
         SELECT s.id, s.offering_id, s.resource_id, s.available, s.date, s.starts, s.ends, s.note
         FROM resource r JOIN schedule_exception s ON s.resource_id = r.id
         WHERE r.company_id = $1 AND r.active AND s.date >= $2 AND s.date <= $3
         ORDER BY date, starts, id")
        .bind(company).bind(range.from.plus_days(-1)).bind(&range.to).fetch_all(at).await)
    .map_err(Into::into)
}

async fn changes(db: &Db, company: CompanyId, zone: &TimeZone, range: &CalendarRange) -> Result<Vec<CalendarChange>> {
    let rows = change_rows(db, company, range).await?;
    Ok(rows.into_iter().map(|row| row.change(zone)).collect())
}

/// Returns those of these changes that are the company's, by date.
pub async fn changes_of(db: &Db, company: CompanyId, ids: &[ScheduleExceptionId]) -> Result<Vec<CalendarChange>> {
    let (at, list) = (db.read(), serde_json::to_string(&ids.iter().map(|id| [id]).collect::<Vec<_>>())?);
    let sql = each!(
        at,
        "SELECT s.id, s.offering_id, s.resource_id, s.available, s.date, s.starts, s.ends, s.note
         FROM schedule_exception s
            LEFT JOIN offering o ON o.id = s.offering_id LEFT JOIN resource r ON r.id = s.resource_id
         WHERE COALESCE(s.company_id, o.company_id, r.company_id) = $2
            AND s.id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ") ORDER BY s.date, s.id"
    );
    let rows: Vec<ChangeRow> = on!(at, at => sqlx::query_as(sql).bind(list).bind(company).fetch_all(at).await)?;
    let zone = company::time_zone(db, company).await?;
    Ok(rows.into_iter().map(|row| row.change(&zone)).collect())
}

#[derive(sqlx::FromRow)]
struct OccurrenceRow {
    id: OccurrenceId,
    offering_id: OfferingId,
    starts_at: Timestamp,
    ends_at: Timestamp,
    is_cancelled: bool,
}

async fn occurrences(
    db: &Db,
    terms: Vec<Terms>,
    range: Range<Timestamp>,
    now: Timestamp,
) -> Result<Vec<CalendarOccurrence>> {
    let ids: Vec<_> = terms.iter().map(|terms| terms.id).collect();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let (at, list) = (db.read(), listed(&ids)?);
    let sql = each!(
        at,
        "SELECT id, offering_id, starts_at, ends_at, cancelled_at IS NOT NULL AS is_cancelled FROM occurrence
         WHERE starts_at < $3 AND ends_at > $2 AND offering_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ") ORDER BY starts_at, id"
    );
    let rows: Vec<OccurrenceRow> =
        on!(at, at => sqlx::query_as(sql).bind(list).bind(range.start).bind(range.end).fetch_all(at).await)?;
    let Some(first) = rows.first().map(|row| row.starts_at) else { return Ok(Vec::new()) };
    let zone = &terms[0].time_zone;
    let (from, to) = (zone.date_at(first), zone.date_at(range.end));
    let plans = OfferingPlan::load_all(db, terms.clone(), &from, &to);
    let (plans, taken) = try_join(plans, counted::taken(db, &ids, first, range.end, now)).await?;
    let occurrence = |row: OccurrenceRow| {
        let variants = plans.iter().find(|plan| plan.terms.id == row.offering_id).map(|plan| &plan.variants);
        let units = |variant: &plan::VariantPlan| taken.get(&(variant.id, row.starts_at));
        let capacity = |variant: &plan::VariantPlan| match units(variant) {
            Some(units) => Some(units.capacity),
            None => variant.capacity,
        };
        CalendarOccurrence {
            id: row.id,
            offering_id: row.offering_id,
            starts_at: row.starts_at,
            ends_at: row.ends_at,
            is_cancelled: row.is_cancelled,
            capacity: variants.and_then(|all| all.iter().map(capacity).sum()),
            taken: variants.into_iter().flatten().filter_map(units).map(|units| units.taken).sum(),
        }
    };
    Ok(rows.into_iter().map(occurrence).collect())
}

async fn room_nights(db: &Db, terms: Vec<Terms>, range: &CalendarRange, now: Timestamp) -> Result<Vec<RoomNights>> {
    if terms.is_empty() {
        return Ok(Vec::new());
    }
    let stocks = Stock::load_all(db, terms, &range.from, &range.to, now).await?;
    let rooms = stocks.iter().flat_map(|stock| stock.plan.variants.iter().map(move |variant| (stock, variant)));
    let nights = |(stock, variant): (&Stock, &plan::VariantPlan)| {
        let night = |date: Date| {
            let night = stock.plan.night(variant, &date, &stock.taken);
            RoomNight {
                left: night.left,
                capacity: variant.capacity.unwrap_or(0),
                closed: night.closed,
                price: night.price,
                min_nights: night.min_nights,
                date,
            }
        };
        RoomNights {
            offering_id: stock.plan.terms.id,
            variant_id: variant.id,
            name: variant.name.clone(),
            nights: range.dates().map(night).collect(),
        }
    };
    Ok(rooms.map(nights).collect())
}
