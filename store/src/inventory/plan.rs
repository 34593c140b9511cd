//! An offering as the allocators need it: times, resources, units and prices, read together.

use std::{
    collections::HashMap,
    ops::{Range, RangeInclusive},
};

use futures_util::future::try_join4;

use super::{
    ResourceKind,
    schedule::{Exception, working_intervals},
    times::{self, Times},
};
use crate::{
    Db, Result,
    catalogue::{detail::Availability, party::party},
    each, on,
    types::{
        ids::{CompanyId, OfferingId, ResourceId, UserId, VariantId},
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
    /// Blocks and days off of the offering and its company. They also bind resources with weekly times of their own.
    blocks: Vec<Exception>,
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
    /// Details as JSON.
    pub details: String,
    pub sold_out: bool,
    pub time_zone: TimeZone,
    pub currency: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    pub table_minutes: i64,
    pub notice_minutes: i64,
    pub horizon_days: i64,
    pub free_cancel_hours: i64,
    pub cancel_fee_percent: i64,
    pub approves_bookings: bool,
    pub takes_payment_on_site: bool,
    /// Local time from which guests of a stay arrive.
    pub check_in_from: MinuteOfDay,
    /// Local time until which guests of a stay leave.
    pub check_out_until: MinuteOfDay,
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
    pub kind: ResourceKind,
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

#[derive(sqlx::FromRow)]
struct VariantRow {
    offering_id: OfferingId,
    #[sqlx(flatten)]
    variant: VariantPlan,
}

#[derive(sqlx::FromRow)]
struct RateRow {
    offering_id: OfferingId,
    #[sqlx(flatten)]
    rate: NightRate,
}

#[derive(sqlx::FromRow)]
struct ResourceRow {
    offering_id: OfferingId,
    id: ResourceId,
    kind: ResourceKind,
    seats_min: i64,
    seats_max: i64,
    join_group: Option<String>,
}

impl OfferingPlan {
    /// Reads the plans of several offerings for the local dates `from` to `to`, with a query for each part that they have.
    /// One without a variant is left out.
    pub async fn load_all(db: &Db, terms: Vec<Terms>, from: &Date, to: &Date) -> Result<Vec<Self>> {
        let of = |wanted: fn(Availability) -> bool| {
            let terms = terms.iter().filter(|terms| wanted(terms.availability));
            terms.map(|terms| terms.id).collect::<Vec<_>>()
        };
        let (all, ruled) = (of(|_| true), of(Availability::has_rules));
        let (exclusive, stays) = (of(Availability::takes_resources), of(|kind| kind == Availability::Nights));
        let (variant_rows, resource_rows, mut times, rate_rows) = try_join4(
            variants_of(db, &all),
            resources_of(db, &exclusive),
            times::of_offerings(db, &ruled, from, to),
            rates_of(db, &stays),
        )
        .await?;
        let mut variants: HashMap<OfferingId, Vec<VariantPlan>> = HashMap::new();
        for row in variant_rows {
            variants.entry(row.offering_id).or_default().push(row.variant);
        }
        let mut resources: HashMap<OfferingId, Vec<ResourceRow>> = HashMap::new();
        for row in resource_rows {
            resources.entry(row.offering_id).or_default().push(row);
        }
        let mut rates: HashMap<OfferingId, Vec<NightRate>> = HashMap::new();
        for row in rate_rows {
            rates.entry(row.offering_id).or_default().push(row.rate);
        }
        let without_rules = |terms: &&Terms| {
            terms.availability.has_rules() && times.get(&(terms.id, None)).is_none_or(|own| own.rules.is_empty())
        };
        let companies: Vec<_> = terms.iter().filter(without_rules).map(|terms| terms.company_id).collect();
        let opening = times::of_companies(db, &companies, from, to).await?;
        let plan = |terms: Terms| {
            let variants = variants.remove(&terms.id)?;
            let mut own = times.remove(&(terms.id, None)).unwrap_or_default();
            let blocks: Vec<_> = own.exceptions.iter().filter(|change| !change.available).cloned().collect();
            if own.rules.is_empty()
                && let Some(Times { rules, exceptions }) = opening.get(&terms.company_id)
            {
                own.rules.clone_from(rules);
                // Special opening hours do not open a day off.
                let is_off = |date: &Date| blocks.iter().any(|block| block.date == *date && block.is_day_off());
                own.exceptions.extend(exceptions.iter().filter(|change| !is_off(&change.date)).cloned());
            }
            let resources = resources.remove(&terms.id).unwrap_or_default().into_iter().map(|row| ResourcePlan {
                id: row.id,
                kind: row.kind,
                seats_min: row.seats_min,
                seats_max: row.seats_max,
                join_group: row.join_group,
                times: times.remove(&(terms.id, Some(row.id))).unwrap_or_default(),
            });
            let (resources, rates) = (resources.collect(), rates.remove(&terms.id).unwrap_or_default());
            Some(Self { resources, variants, times: own, blocks, rates, terms })
        };
        Ok(terms.into_iter().filter_map(plan).collect())
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
    /// offering is open; its exceptions still apply. Blocks of the offering bind every resource.
    pub fn resource_intervals(&self, resource: &ResourcePlan, date: &Date) -> Vec<Range<Timestamp>> {
        if !resource.times.rules.is_empty() {
            let Times { rules, exceptions } = &resource.times;
            let exceptions: Vec<_> = exceptions.iter().chain(&self.blocks).cloned().collect();
            return working_intervals(rules, &exceptions, &self.terms.time_zone, date);
        }
        let exceptions: Vec<_> = self.times.exceptions.iter().chain(&resource.times.exceptions).cloned().collect();
        working_intervals(&self.times.rules, &exceptions, &self.terms.time_zone, date)
    }

    /// Returns the kinds of resources that serve the offering. A booking takes one of each, and the first decides when it
    /// starts.
    pub fn kinds(&self) -> Vec<ResourceKind> {
        let is_table = self.terms.availability == Availability::Table;
        let order = match is_table {
            true => [ResourceKind::Table, ResourceKind::Staff, ResourceKind::Equipment],
            false => [ResourceKind::Staff, ResourceKind::Table, ResourceKind::Equipment],
        };
        let serves = |kind: &ResourceKind| self.resources.iter().any(|resource| resource.kind == *kind);
        order.into_iter().filter(serves).collect()
    }

    /// Finds a variant of the offering.
    pub fn variant(&self, id: VariantId) -> Option<&VariantPlan> {
        self.variants.iter().find(|variant| variant.id == id)
    }
}

/// Days ahead of a booking that a company makes itself.
const COMPANY_HORIZON_DAYS: i64 = 3_660;
/// Maximum party that a company seats in one booking.
const COMPANY_PARTY_MAX: i64 = 100;

impl Terms {
    /// Returns the terms of a booking that the company makes or moves: it needs no notice, and neither a pause, nor the
    /// horizon, nor a stop of online sales ("sold out"), nor payment in advance binds it. A start stays open for a step, so that guests at the door get the one that runs. The tables alone
    /// limit a party.
    #[must_use]
    pub fn for_company(self) -> Self {
        let notice_minutes = -self.step_ms() / Timestamp::MINUTE;
        let members_max = if self.availability == Availability::Table { COMPANY_PARTY_MAX } else { self.members_max };
        Self {
            notice_minutes,
            paused_until: None,
            horizon_days: COMPANY_HORIZON_DAYS,
            members_max,
            sold_out: false,
            takes_payment_on_site: true,
            ..self
        }
    }

    /// Returns the persons that one booking accepts, of so many rooms if it is a stay.
    pub fn party(&self, rooms: i64) -> RangeInclusive<i64> {
        party(self.availability, self.members_min, self.members_max, rooms)
    }

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
        earliest(self.notice_minutes, self.paused_until, now)
    }

    /// First local date on which guests of a new stay may arrive. They may arrive until the date ends.
    pub fn first_check_in(&self, now: Timestamp) -> Date {
        first_check_in(&self.time_zone, self.earliest(now), now)
    }

    /// Last local date that is open for bookings.
    pub fn last_date(&self, now: Timestamp) -> Date {
        self.time_zone.date_at(now).plus_days(self.horizon_days)
    }
}

/// Returns the earliest start that a company with this notice and pause accepts.
pub(super) fn earliest(notice_minutes: i64, paused_until: Option<Timestamp>, now: Timestamp) -> Timestamp {
    let noticed = now.plus(Timestamp::MINUTE * notice_minutes);
    paused_until.map_or(noticed, |until| noticed.max(until))
}

/// Returns the first local date on which guests may arrive, if `earliest` is the earliest start.
pub(super) fn first_check_in(zone: &TimeZone, earliest: Timestamp, now: Timestamp) -> Date {
    zone.date_at(earliest.max(now))
}

/// Returns ids as the rows of a JSON array.
pub(super) fn listed(ids: &[OfferingId]) -> Result<String> {
    Ok(serde_json::to_string(&ids.iter().map(|id| [id]).collect::<Vec<_>>())?)
}

/// Reads the booking terms of an active offering.
pub async fn terms(db: &Db, offering: OfferingId) -> Result<Terms> {
    terms_of(db, &[offering]).await?.pop().ok_or(crate::Error::NotFound)
}

/// Reads the booking terms of an offering in any state: a booking of it is moved after it went off sale, too.
pub async fn terms_of_booked(db: &Db, offering: OfferingId) -> Result<Terms> {
    read_terms(db, &[offering], true).await?.pop().ok_or(crate::Error::NotFound)
}

/// Reads the booking terms of an offering whose times `viewer` may see: it is active, or the viewer has an open booking of
/// it, or works for its company.
pub async fn terms_for(db: &Db, offering: OfferingId, viewer: Option<UserId>) -> Result<Terms> {
    let terms = terms_of_booked(db, offering).await?;
    if terms.state == "active" {
        return Ok(terms);
    }
    let viewer = viewer.ok_or(crate::Error::NotFound)?;
    let (is_involved,): (bool,) = on!(db.read(), at => sqlx::query_as(
        "SELECT EXISTS (SELECT 1 FROM booking
                WHERE offering_id = $1 AND customer_id = $2 AND state IN ('awaiting_company', 'confirmed'))
            OR EXISTS (SELECT 1 FROM active_member WHERE company_id = $3 AND account_id = $2)")
        .bind(offering).bind(viewer).bind(terms.company_id).fetch_one(at).await)?;
    if is_involved { Ok(terms) } else { Err(crate::Error::NotFound) }
}

/// Reads the booking terms of those of these offerings that are active.
pub async fn terms_of(db: &Db, offerings: &[OfferingId]) -> Result<Vec<Terms>> {
    read_terms(db, offerings, false).await
}

async fn read_terms(db: &Db, offerings: &[OfferingId], in_any_state: bool) -> Result<Vec<Terms>> {
    let (at, list) = (db.read(), listed(offerings)?);
    let sql = each!(
        at,
        "SELECT o.id, o.company_id, o.category, o.availability, o.state, o.vat_rate, o.duration_minutes, o.step_minutes,
            o.buffer_minutes, o.members_min, o.members_max, o.details, o.sold_out, c.time_zone, c.currency, c.country,
            c.table_minutes, c.notice_minutes, c.horizon_days, c.free_cancel_hours, c.cancel_fee_percent, c.approves_bookings,
            c.takes_payment_on_site, c.check_in_from, c.check_out_until, c.paused_until
         FROM offering o JOIN company c ON c.id = o.company_id
         WHERE (o.state = 'active' OR $2) AND o.id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")"
    );
    Ok(on!(at, at => sqlx::query_as(sql).bind(list).bind(in_any_state).fetch_all(at).await)?)
}

async fn variants_of(db: &Db, offerings: &[OfferingId]) -> Result<Vec<VariantRow>> {
    let (at, list) = (db.read(), listed(offerings)?);
    let sql = each!(
        at,
        "SELECT offering_id, id, name, price, capacity, sold_out FROM offering_variant
         WHERE offering_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ") ORDER BY position, id"
    );
    Ok(on!(at, at => sqlx::query_as(sql).bind(list).fetch_all(at).await)?)
}

async fn resources_of(db: &Db, offerings: &[OfferingId]) -> Result<Vec<ResourceRow>> {
    if offerings.is_empty() {
        return Ok(Vec::new());
    }
    let (at, list) = (db.read(), listed(offerings)?);
    let sql = each!(
        at,
        "SELECT ro.offering_id, r.id, r.kind, r.seats_min, r.seats_max, r.join_group
         FROM resource_offering ro JOIN resource r ON r.id = ro.resource_id
         WHERE r.active AND ro.offering_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ") ORDER BY r.position, r.id"
    );
    Ok(on!(at, at => sqlx::query_as(sql).bind(list).fetch_all(at).await)?)
}

/// Reads the prices of the nights of these offerings.
async fn rates_of(db: &Db, offerings: &[OfferingId]) -> Result<Vec<RateRow>> {
    if offerings.is_empty() {
        return Ok(Vec::new());
    }
    let (at, list) = (db.read(), listed(offerings)?);
    let sql = each!(
        at,
        "SELECT v.offering_id, r.variant_id, r.from_date, r.to_date, r.weekdays, r.price, r.min_nights, r.closed
         FROM offering_variant v JOIN night_rate r ON r.variant_id = v.id
         WHERE v.offering_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ") ORDER BY r.id"
    );
    Ok(on!(at, at => sqlx::query_as(sql).bind(list).fetch_all(at).await)?)
}
