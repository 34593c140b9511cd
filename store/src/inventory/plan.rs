//! An offering as the allocators need it: times, resources, units and prices, read together.

use std::{collections::HashMap, ops::Range};

use super::schedule::{Exception, Rule, working_intervals};
use crate::{
    Db, Result,
    catalogue::detail::Availability,
    on,
    types::{
        ids::{CompanyId, OfferingId, ResourceId, VariantId},
        local_time::{MinuteOfDay, TimeZone, Weekdays},
        timestamp::{Date, Timestamp},
    },
};

/// Offering with its company's booking terms.
#[derive(Clone, Debug)]
pub struct OfferingPlan {
    pub terms: Terms,
    /// At least one, in the company's order.
    pub variants: Vec<VariantPlan>,
    /// Resources that can serve the offering.
    pub resources: Vec<ResourcePlan>,
    /// Times of the offering itself, else the opening hours of the company.
    times: Times,
    pub rates: Vec<NightRate>,
}

/// Row of the offering and its company.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Terms {
    pub id: OfferingId,
    pub company_id: CompanyId,
    pub category: String,
    pub availability: Availability,
    pub state: String,
    /// Hundredths of a percent.
    pub vat_rate: i64,
    pub duration_minutes: i64,
    pub step_minutes: i64,
    pub buffer_minutes: i64,
    pub members_min: i64,
    pub members_max: i64,
    pub sold_out: bool,
    pub time_zone: TimeZone,
    pub currency: String,
    pub table_minutes: i64,
    pub notice_minutes: i64,
    pub horizon_days: i64,
    pub free_cancel_hours: i64,
    pub cancel_fee_percent: i64,
    pub approves_bookings: bool,
    pub paused_until: Option<Timestamp>,
}

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct VariantPlan {
    pub id: VariantId,
    pub name: String,
    pub price: i64,
    pub capacity: Option<i64>,
    pub sold_out: bool,
}

/// Resource with its own times, if it has any.
#[derive(Clone, Debug)]
pub struct ResourcePlan {
    pub id: ResourceId,
    pub seats_min: i64,
    pub seats_max: i64,
    pub join_group: Option<String>,
    times: Times,
}

/// Price of a night on some dates.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct NightRate {
    pub variant_id: VariantId,
    pub from_date: Date,
    pub to_date: Date,
    pub weekdays: Weekdays,
    pub price: Option<i64>,
    pub min_nights: i64,
    pub closed: bool,
}

/// Rules and exceptions of one owner.
#[derive(Clone, Debug, Default)]
struct Times {
    rules: Vec<Rule>,
    exceptions: Vec<Exception>,
}

#[derive(sqlx::FromRow)]
struct ResourceRow {
    id: ResourceId,
    seats_min: i64,
    seats_max: i64,
    join_group: Option<String>,
}

#[derive(sqlx::FromRow)]
struct RuleRow {
    resource_id: Option<ResourceId>,
    weekdays: Weekdays,
    starts: MinuteOfDay,
    ends: MinuteOfDay,
    valid_from: Option<Date>,
    valid_until: Option<Date>,
}

#[derive(sqlx::FromRow)]
struct ExceptionRow {
    resource_id: Option<ResourceId>,
    date: Date,
    starts: Option<MinuteOfDay>,
    ends: Option<MinuteOfDay>,
    available: bool,
}

impl OfferingPlan {
    /// Reads the plan of an active offering for the local dates `from` to `to`. Returns
    /// [`Error::NotFound`](crate::Error::NotFound) if it does not exist or is not for sale.
    pub async fn load(db: &Db, offering: OfferingId, from: &Date, to: &Date) -> Result<Self> {
        let terms = terms(db, offering).await?;
        let variants: Vec<VariantPlan> = on!(db.read(), at => sqlx::query_as(
            "SELECT id, name, price, capacity, sold_out FROM offering_variant WHERE offering_id = $1 ORDER BY position, id")
            .bind(offering).fetch_all(at).await)?;
        if variants.is_empty() {
            return Err(crate::Error::NotFound);
        }
        let rates = match terms.availability {
            Availability::Nights => rates(db, offering).await?,
            _ => Vec::new(),
        };
        let (times, resources) = match terms.availability.has_rules() {
            true => working_time(db, &terms, from, to).await?,
            false => (Times::default(), Vec::new()),
        };
        Ok(Self { terms, variants, resources, times, rates })
    }

    /// Returns the working time of the offering that begins on a date.
    pub fn intervals(&self, date: &Date) -> Vec<Range<Timestamp>> {
        working_intervals(&self.times.rules, &self.times.exceptions, &self.terms.time_zone, date)
    }

    /// Returns true if a resource works whenever the offering is open.
    pub fn works_at_all_times(&self, resource: &ResourcePlan) -> bool {
        resource.times.rules.is_empty() && resource.times.exceptions.is_empty()
    }

    /// Returns the working time of a resource that begins on a date. A resource without rules of its own works when the
    /// offering is open; its exceptions still apply.
    pub fn resource_intervals(&self, resource: &ResourcePlan, date: &Date) -> Vec<Range<Timestamp>> {
        if !resource.times.rules.is_empty() {
            let Times { rules, exceptions } = &resource.times;
            return working_intervals(rules, exceptions, &self.terms.time_zone, date);
        }
        let exceptions: Vec<_> = self.times.exceptions.iter().chain(&resource.times.exceptions).cloned().collect();
        working_intervals(&self.times.rules, &exceptions, &self.terms.time_zone, date)
    }

    /// Finds a variant of the offering.
    pub fn variant(&self, id: VariantId) -> Option<&VariantPlan> {
        self.variants.iter().find(|variant| variant.id == id)
    }
}

impl Terms {
    /// Time that a booking takes, without the buffer.
    pub fn duration_ms(&self) -> i64 {
        let of_table = self.availability == Availability::Table && self.duration_minutes == 0;
        Timestamp::MINUTE * if of_table { self.table_minutes } else { self.duration_minutes.max(5) }
    }

    pub fn step_ms(&self) -> i64 {
        Timestamp::MINUTE * self.step_minutes.max(5)
    }

    /// Time that a booking occupies a resource from its start, the buffer included.
    pub fn occupied(&self, starts_at: Timestamp) -> Range<Timestamp> {
        starts_at..starts_at.plus(self.duration_ms() + Timestamp::MINUTE * self.buffer_minutes)
    }

    /// Earliest start that is still accepted.
    pub fn earliest(&self, now: Timestamp) -> Timestamp {
        let noticed = now.plus(Timestamp::MINUTE * self.notice_minutes);
        self.paused_until.map_or(noticed, |until| noticed.max(until))
    }

    /// Last local date that is open for bookings.
    pub fn last_date(&self, now: Timestamp) -> Date {
        self.time_zone.date_at(now).plus_days(self.horizon_days)
    }
}

/// Reads the booking terms of an active offering.
pub async fn terms(db: &Db, offering: OfferingId) -> Result<Terms> {
    on!(db.read(), at => sqlx::query_as(
        "SELECT o.id, o.company_id, o.category, o.availability, o.state, o.vat_rate, o.duration_minutes, o.step_minutes,
            o.buffer_minutes, o.members_min, o.members_max, o.sold_out, c.time_zone, c.currency, c.table_minutes,
            c.notice_minutes, c.horizon_days, c.free_cancel_hours, c.cancel_fee_percent, c.approves_bookings, c.paused_until
         FROM offering o JOIN company c ON c.id = o.company_id WHERE o.id = $1 AND o.state = 'active'")
        .bind(offering).fetch_one(at).await)
    .map_err(Into::into)
}

/// Reads the times of an offering, and its resources with theirs.
async fn working_time(db: &Db, terms: &Terms, from: &Date, to: &Date) -> Result<(Times, Vec<ResourcePlan>)> {
    let mut times = times(db, terms.id, from, to).await?;
    let own = times.remove(&None).unwrap_or_default();
    let shared = if own.rules.is_empty() { opening_times(db, terms.company_id, from, to, own).await? } else { own };
    if !terms.availability.takes_resources() {
        return Ok((shared, Vec::new()));
    }
    let rows: Vec<ResourceRow> = on!(db.read(), at => sqlx::query_as(
        "SELECT r.id, r.seats_min, r.seats_max, r.join_group
         FROM resource_offering ro JOIN resource r ON r.id = ro.resource_id
         WHERE ro.offering_id = $1 AND r.active ORDER BY r.position, r.id")
        .bind(terms.id).fetch_all(at).await)?;
    let plan = |row: ResourceRow| ResourcePlan {
        id: row.id,
        seats_min: row.seats_min,
        seats_max: row.seats_max,
        join_group: row.join_group,
        times: times.remove(&Some(row.id)).unwrap_or_default(),
    };
    let resources = rows.into_iter().map(plan).collect();
    Ok((shared, resources))
}

/// Reads the times of the offering (`None`) and of its resources.
async fn times(db: &Db, offering: OfferingId, from: &Date, to: &Date) -> Result<HashMap<Option<ResourceId>, Times>> {
    let rules: Vec<RuleRow> = on!(db.read(), at => sqlx::query_as(
        "SELECT resource_id, weekdays, starts, ends, valid_from, valid_until FROM schedule_rule WHERE offering_id = $1
         UNION ALL
         SELECT s.resource_id, s.weekdays, s.starts, s.ends, s.valid_from, s.valid_until
         FROM resource_offering ro JOIN schedule_rule s ON s.resource_id = ro.resource_id WHERE ro.offering_id = $1")
        .bind(offering).fetch_all(at).await)?;
    let exceptions: Vec<ExceptionRow> = on!(db.read(), at => sqlx::query_as(
        "SELECT resource_id, date, starts, ends, available FROM schedule_exception
         WHERE offering_id = $1 AND date >= $2 AND date <= $3
         UNION ALL
         SELECT s.resource_id, s.date, s.starts, s.ends, s.available
         FROM resource_offering ro JOIN schedule_exception s ON s.resource_id = ro.resource_id
         WHERE ro.offering_id = $1 AND s.date >= $2 AND s.date <= $3")
        .bind(offering).bind(from.plus_days(-1)).bind(to.plus_days(1)).fetch_all(at).await)?;
    let mut times: HashMap<Option<ResourceId>, Times> = HashMap::new();
    for row in rules {
        times.entry(row.resource_id).or_default().rules.push(Rule {
            weekdays: row.weekdays,
            starts: row.starts,
            ends: row.ends,
            valid_from: row.valid_from,
            valid_until: row.valid_until,
        });
    }
    for row in exceptions {
        times.entry(row.resource_id).or_default().exceptions.push(Exception {
            date: row.date,
            hours: row.starts.zip(row.ends),
            available: row.available,
        });
    }
    Ok(times)
}

/// Adds the opening hours of the company to the exceptions of an offering without rules.
async fn opening_times(db: &Db, company: CompanyId, from: &Date, to: &Date, own: Times) -> Result<Times> {
    let weekly: Vec<(i64, MinuteOfDay, MinuteOfDay)> = on!(db.read(), at => sqlx::query_as(
        "SELECT weekday, opens, closes FROM opening_interval WHERE company_id = $1").bind(company).fetch_all(at).await)?;
    let dated: Vec<(Date, String)> = on!(db.read(), at => sqlx::query_as(
        "SELECT date, hours FROM opening_exception WHERE company_id = $1 AND date >= $2 AND date <= $3")
        .bind(company).bind(from.plus_days(-1)).bind(to.plus_days(1)).fetch_all(at).await)?;
    let rule = |(weekday, starts, ends): (i64, MinuteOfDay, MinuteOfDay)| {
        let weekdays = Weekdays::from_mask(1 << (weekday - 1).clamp(0, 6))?;
        Some(Rule { weekdays, starts, ends, valid_from: None, valid_until: None })
    };
    let mut times = Times { rules: weekly.into_iter().filter_map(rule).collect(), exceptions: own.exceptions };
    for (date, hours) in dated {
        times.exceptions.push(Exception { date: date.clone(), hours: None, available: false });
        for (opens, closes) in serde_json::from_str::<Vec<(u16, u16)>>(&hours)? {
            let hours = MinuteOfDay::new(opens).zip(MinuteOfDay::new(closes));
            times.exceptions.push(Exception { date: date.clone(), hours, available: true });
        }
    }
    Ok(times)
}

async fn rates(db: &Db, offering: OfferingId) -> Result<Vec<NightRate>> {
    on!(db.read(), at => sqlx::query_as(
        "SELECT r.variant_id, r.from_date, r.to_date, r.weekdays, r.price, r.min_nights, r.closed
         FROM offering_variant v JOIN night_rate r ON r.variant_id = v.id WHERE v.offering_id = $1 ORDER BY r.id")
        .bind(offering).fetch_all(at).await)
    .map_err(Into::into)
}
