//! Slots of one day: the starts that rules allow, with what is left of each.

use std::{
    cell::LazyCell,
    collections::{BTreeMap, BTreeSet, HashMap},
    ops::Range,
};

use futures_util::future::{try_join3, try_join4};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    ResourceKind,
    counted::{self, Taken},
    exclusive::{self, Occupied},
    plan::{self, OfferingPlan, ResourcePlan, Terms},
    schedule::{is_free, slot_starts},
};
use crate::{
    Db, Result,
    catalogue::detail::Availability,
    each, on,
    types::{
        ids::{OccurrenceId, OfferingId, ResourceId, VariantId},
        local_time::{MinuteOfDay, TimeZone},
        timestamp::{Date, Timestamp},
    },
};

/// Maximum tables that one party joins.
const JOINED_MAX: usize = 4;

/// Slots of an offering on a local date.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct DaySlots {
    pub date: Date,
    pub time_zone: TimeZone,
    pub slots: Vec<Slot>,
    /// Resources that serve the offering: staff to choose from.
    pub staff: Vec<Staff>,
    /// Tables that serve the offering, as they stand on the floor plan.
    pub tables: Vec<Table>,
}

/// Start that the rules allow. `left` is 0 if it is full or no longer accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Slot {
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
    /// Local time of the start.
    #[schema(example = "09:30")]
    pub time: String,
    /// Free staff, tables or places. The least of the kinds of which a booking takes one each.
    pub left: i64,
    /// Price of one unit in minor units.
    pub price: i64,
    /// Free resources.
    pub resources: Vec<ResourceId>,
    /// Free tables that are joined for the party. Empty if one table seats it.
    pub joined: Vec<ResourceId>,
    pub occurrence_id: Option<OccurrenceId>,
    /// Classes with what is left of each. Empty for exclusive slots.
    pub variants: Vec<VariantLeft>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct VariantLeft {
    pub variant_id: VariantId,
    pub name: String,
    pub price: i64,
    pub left: i64,
}

/// Member of staff who serves the offering.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct Staff {
    pub id: ResourceId,
    pub name: String,
    pub title: String,
    pub picture: Option<String>,
}

/// Table on the floor plan, in an area of 100 × 70.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
#[schema(as = FloorPlanTable)]
pub struct Table {
    pub id: ResourceId,
    pub name: String,
    pub seats_min: i64,
    pub seats_max: i64,
    /// Empty for the only area.
    #[schema(example = "Terrace")]
    pub area: String,
    pub x: i64,
    pub y: i64,
    pub width: i64,
    pub height: i64,
    pub is_round: bool,
}

/// Dated occurrence of an offering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct Occurrence {
    pub id: OccurrenceId,
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
}

/// Inventory of an offering for some days, read once.
pub struct Stock {
    pub plan: OfferingPlan,
    pub occupied: Occupied,
    pub taken: Taken,
    pub occurrences: Vec<Occurrence>,
}

impl Stock {
    /// Reads the inventory of an offering for the local dates `from` to `to`.
    pub async fn load(db: &Db, terms: Terms, from: &Date, to: &Date, now: Timestamp) -> Result<Self> {
        Self::load_all(db, vec![terms], from, to, now).await?.pop().ok_or(crate::Error::NotFound)
    }

    /// Reads the inventories of several offerings together. One without a variant is left out.
    pub async fn load_all(db: &Db, terms: Vec<Terms>, from: &Date, to: &Date, now: Timestamp) -> Result<Vec<Self>> {
        let of = |wanted: fn(Availability) -> bool| -> Vec<OfferingId> {
            let terms = terms.iter().filter(|terms| wanted(terms.availability));
            terms.map(|terms| terms.id).collect()
        };
        let exclusive = of(Availability::takes_resources);
        let counted = of(|kind| !kind.takes_resources() && kind != Availability::Unlimited);
        let dated = of(|kind| kind == Availability::Occurrence);
        let Some(range) = span(&terms, from, to) else { return Ok(Vec::new()) };
        let (plans, occupied, taken, mut occurrences) = try_join4(
            OfferingPlan::load_all(db, terms, from, to),
            exclusive::occupied(db, &exclusive, &range, now),
            counted::taken(db, &counted, range.start, range.end, now),
            occurrences_of(db, &dated, &range),
        )
        .await?;
        let stock = |plan: OfferingPlan| {
            let resources = plan.resources.iter().filter_map(|resource| {
                let times = occupied.get(&resource.id)?;
                Some((resource.id, times.clone()))
            });
            let of_plan =
                |((variant, _), _): &(&(VariantId, Timestamp), &counted::Units)| plan.variant(*variant).is_some();
            Self {
                occupied: resources.collect(),
                taken: taken.iter().filter(of_plan).map(|(key, units)| (*key, *units)).collect(),
                occurrences: occurrences.remove(&plan.terms.id).unwrap_or_default(),
                plan,
            }
        };
        Ok(plans.into_iter().map(stock).collect())
    }

    /// Returns the slots that begin on a local date, for a party of `members`.
    pub fn on(&self, date: &Date, members: i64, now: Timestamp) -> Vec<Slot> {
        self.on_dates(std::slice::from_ref(date), members, now)
    }

    /// Returns the slots that begin on these local dates. One that begins on two of them is listed once.
    pub(super) fn on_dates(&self, dates: &[Date], members: i64, now: Timestamp) -> Vec<Slot> {
        let mut slots = match self.plan.terms.availability {
            Availability::Appointment => self.appointments(dates),
            Availability::Table => self.tables(dates, members),
            Availability::TimedEntry => self.timed_entries(dates),
            Availability::Occurrence => self.occurrences_on(dates),
            Availability::Nights | Availability::Stock | Availability::Unlimited => Vec::new(),
        };
        let terms = &self.plan.terms;
        let (earliest, last) = (terms.earliest(now), terms.last_date(now));
        let is_within = dates.iter().all(|date| *date <= last);
        for slot in &mut slots {
            // Occurrences are open for sale from their announcement.
            let is_open = is_within || slot.occurrence_id.is_some();
            if terms.sold_out || !is_open || slot.starts_at < earliest {
                slot.close();
            }
        }
        slots
    }

    /// Returns the starts of a resource on a date.
    fn starts(&self, resource: &ResourcePlan, date: &Date) -> Vec<Timestamp> {
        self.starts_within(&self.plan.resource_intervals(resource, date))
    }

    fn starts_within(&self, intervals: &[Range<Timestamp>]) -> Vec<Timestamp> {
        slot_starts(intervals, self.plan.terms.step_ms(), self.plan.terms.duration_ms())
    }

    fn is_resource_free(&self, resource: ResourceId, range: &Range<Timestamp>) -> bool {
        self.occupied.get(&resource).is_none_or(|busy| is_free(range, busy))
    }

    /// Returns the free resources of each start of some dates at which one of each kind works.
    fn by_start(&self, dates: &[Date]) -> BTreeMap<Timestamp, Vec<ResourceId>> {
        let mut starts: BTreeMap<Timestamp, Vec<ResourceId>> = BTreeMap::new();
        let kinds = self.plan.kinds();
        let Some((leading, others)) = kinds.split_first() else { return starts };
        for date in dates {
            let shared = LazyCell::new(|| self.starts_within(&self.plan.intervals(date)));
            for resource in self.of_kind(*leading) {
                let own = (!self.plan.works_at_all_times(resource)).then(|| self.starts(resource, date));
                for start in own.as_ref().unwrap_or_else(|| &shared).iter().copied() {
                    let free = starts.entry(start).or_default();
                    let is_free = || self.is_resource_free(resource.id, &self.plan.terms.occupied(start));
                    if !free.contains(&resource.id) && is_free() {
                        free.push(resource.id);
                    }
                }
            }
        }
        for kind in others {
            let times: Vec<_> =
                self.of_kind(*kind).map(|resource| (resource.id, self.working(resource, dates))).collect();
            starts.retain(|start, free| {
                let working: Vec<_> = times.iter().filter(|(_, working)| self.lasts_within(*start, working)).collect();
                let occupied = self.plan.terms.occupied(*start);
                let ids = working.iter().map(|(id, _)| *id);
                free.extend(ids.filter(|id| self.is_resource_free(*id, &occupied)));
                !working.is_empty()
            });
        }
        starts
    }

    fn of_kind(&self, kind: ResourceKind) -> impl Iterator<Item = &ResourcePlan> {
        self.plan.resources.iter().filter(move |resource| resource.kind == kind)
    }

    /// Returns the working time of a resource that begins on these dates or the day before.
    fn working(&self, resource: &ResourcePlan, dates: &[Date]) -> Vec<Range<Timestamp>> {
        let before = dates.first().map(|date| date.plus_days(-1));
        before.iter().chain(dates).flat_map(|date| self.plan.resource_intervals(resource, date)).collect()
    }

    /// Returns true if a booking from `start` fits into one of these times.
    fn lasts_within(&self, start: Timestamp, times: &[Range<Timestamp>]) -> bool {
        let end = start.plus(self.plan.terms.duration_ms());
        times.iter().any(|time| time.start <= start && end <= time.end)
    }

    /// Returns how many of these resources the scarcest of some kinds has. None without kinds.
    fn least_of_kinds(&self, kinds: &[ResourceKind], free: &[ResourceId]) -> Option<usize> {
        let count = |kind: &ResourceKind| self.of_kind(*kind).filter(|resource| free.contains(&resource.id)).count();
        kinds.iter().map(count).min()
    }

    fn appointments(&self, dates: &[Date]) -> Vec<Slot> {
        let kinds = self.plan.kinds();
        let slot = |(start, free): (Timestamp, Vec<ResourceId>)| {
            let left = if kinds.len() == 1 { free.len() } else { self.least_of_kinds(&kinds, &free).unwrap_or(0) };
            self.slot(start, left, free)
        };
        self.by_start(dates).into_iter().map(slot).collect()
    }

    fn tables(&self, dates: &[Date], members: i64) -> Vec<Slot> {
        let kinds = self.plan.kinds();
        let Some((leading, others)) = kinds.split_first() else { return Vec::new() };
        let slot = |(start, free): (Timestamp, Vec<ResourceId>)| {
            let fitting: Vec<_> = self
                .of_kind(*leading)
                .filter(|table| free.contains(&table.id) && table.seats(members))
                .map(|table| table.id)
                .collect();
            let joined = if fitting.is_empty() { self.seating(&free, members) } else { Vec::new() };
            let tables = if joined.is_empty() { fitting.len() } else { 1 };
            let left = self.least_of_kinds(others, &free).map_or(tables, |least| least.min(tables));
            let others = self.plan.resources.iter().filter(|resource| others.contains(&resource.kind));
            let others = others.map(|resource| resource.id).filter(|id| free.contains(id));
            let resources = fitting.iter().copied().chain(others).collect();
            let joined = if left == 0 { Vec::new() } else { joined };
            Slot { joined, ..self.slot(start, left, resources) }
        };
        self.by_start(dates).into_iter().map(slot).collect()
    }

    fn timed_entries(&self, dates: &[Date]) -> Vec<Slot> {
        let terms = &self.plan.terms;
        let starts: BTreeSet<_> =
            dates.iter().flat_map(|date| self.starts_within(&self.plan.intervals(date))).collect();
        starts.into_iter().map(|start| self.counted_slot(start, start.plus(terms.duration_ms()), None)).collect()
    }

    fn occurrences_on(&self, dates: &[Date]) -> Vec<Slot> {
        let zone = &self.plan.terms.time_zone;
        let of_dates = self.occurrences.iter().filter(|one| dates.contains(&zone.date_at(one.starts_at)));
        of_dates.map(|one| self.counted_slot(one.starts_at, one.ends_at, Some(one.id))).collect()
    }

    fn counted_slot(&self, start: Timestamp, end: Timestamp, occurrence: Option<OccurrenceId>) -> Slot {
        let left = |variant: &super::plan::VariantPlan| match variant.capacity {
            _ if variant.sold_out => 0,
            Some(capacity) => counted::left(&self.taken, variant.id, start, capacity),
            None => i64::MAX,
        };
        let variants: Vec<_> = self
            .plan
            .variants
            .iter()
            .map(|variant| VariantLeft {
                variant_id: variant.id,
                name: variant.name.clone(),
                price: variant.price,
                left: left(variant),
            })
            .collect();
        let total = variants.iter().fold(0_i64, |total, variant| total.saturating_add(variant.left));
        let mut slot = self.slot(start, 0, Vec::new());
        // Lowest price of a class with something left. A full slot keeps the lowest of all.
        let prices = variants.iter().filter(|variant| variant.left > 0).map(|variant| variant.price);
        slot.price = prices.min().unwrap_or(slot.price);
        (slot.left, slot.ends_at, slot.occurrence_id, slot.variants) = (total, end, occurrence, variants);
        slot
    }

    /// Returns a slot. Without anything left it names no resource: one kind alone takes no booking.
    fn slot(&self, start: Timestamp, left: usize, resources: Vec<ResourceId>) -> Slot {
        let of_all = self.plan.variants.iter();
        let for_sale = of_all.clone().filter(|variant| !variant.sold_out).map(|variant| variant.price).min();
        Slot {
            starts_at: start,
            ends_at: start.plus(self.plan.terms.duration_ms()),
            time: self.plan.terms.time_zone.minute_at(start).to_string(),
            left: i64::try_from(left).unwrap_or(i64::MAX),
            price: for_sale.or(of_all.map(|variant| variant.price).min()).unwrap_or(0),
            resources: if left == 0 { Vec::new() } else { resources },
            joined: Vec::new(),
            occurrence_id: None,
            variants: Vec::new(),
        }
    }

    /// Returns the resources, free or not, that work at a start, by kind: a booking takes one of each.
    pub fn candidates(&self, dates: &[Date], start: Timestamp) -> Vec<Vec<ResourceId>> {
        let kinds = self.plan.kinds();
        let group = |(at, kind): (usize, &ResourceKind)| {
            let works = |resource: &&ResourcePlan| match at {
                0 => dates.iter().any(|date| self.starts(resource, date).contains(&start)),
                _ => self.lasts_within(start, &self.working(resource, dates)),
            };
            self.of_kind(*kind).filter(works).map(|resource| resource.id).collect()
        };
        kinds.iter().enumerate().map(group).collect()
    }

    /// Chooses one free candidate of each kind for a party: tables by size, others in their order. Empty if a kind has none.
    pub fn choose(
        &self,
        candidates: &[Vec<ResourceId>],
        is_free: impl Fn(ResourceId) -> bool,
        members: i64,
    ) -> Vec<ResourceId> {
        let mut chosen = Vec::new();
        for (at, group) in candidates.iter().enumerate() {
            let free: Vec<_> = group.iter().copied().filter(|one| is_free(*one)).collect();
            let is_table = at == 0 && self.plan.terms.availability == Availability::Table;
            let picked = if is_table { self.seating(&free, members) } else { free.into_iter().take(1).collect() };
            if picked.is_empty() {
                return picked;
            }
            chosen.extend(picked);
        }
        chosen
    }

    /// Returns the free tables for a party: the smallest that fits, else joined tables of one group. Empty if there are
    /// none.
    pub fn seating(&self, free: &[ResourceId], members: i64) -> Vec<ResourceId> {
        let tables: Vec<_> = self.plan.resources.iter().filter(|table| free.contains(&table.id)).collect();
        if let Some(table) = tables.iter().filter(|table| table.seats(members)).min_by_key(|table| table.seats_max) {
            return vec![table.id];
        }
        let mut groups: BTreeMap<&str, Vec<&ResourcePlan>> = BTreeMap::new();
        for table in tables {
            if let Some(group) = table.join_group.as_deref() {
                groups.entry(group).or_default().push(table);
            }
        }
        let joined = groups.into_values().filter_map(|mut group| {
            group.sort_by_key(|table| std::cmp::Reverse(table.seats_max));
            let mut seats = 0;
            let enough = group.iter().position(|table| {
                seats += table.seats_max;
                seats >= members
            })?;
            (1..JOINED_MAX).contains(&enough).then(|| (seats, group[..=enough].iter().map(|table| table.id).collect()))
        });
        joined.min_by_key(|(seats, _): &(i64, Vec<ResourceId>)| *seats).map(|(_, tables)| tables).unwrap_or_default()
    }
}

impl ResourcePlan {
    /// Returns true if a party of this size may sit here alone.
    fn seats(&self, members: i64) -> bool {
        (self.seats_min..=self.seats_max).contains(&members)
    }
}

impl Slot {
    /// Returns true if a party of this size, for which the slot was made, can book it.
    pub fn has_room_for(&self, members: i64) -> bool {
        // Exclusive slots count staff and tables, the others places.
        self.left >= if self.variants.is_empty() { 1 } else { members }
    }

    fn close(&mut self) {
        self.left = 0;
        self.resources.clear();
        self.joined.clear();
        for variant in &mut self.variants {
            variant.left = 0;
        }
    }
}

/// Returns the slots of an offering on a local date, for a party of `members`.
pub async fn day(db: &Db, offering: OfferingId, date: &Date, members: i64, now: Timestamp) -> Result<DaySlots> {
    day_of(db, plan::terms(db, offering).await?, date, members, now).await
}

/// Returns the slots on a local date by the terms of an offering, for a party of `members`.
pub async fn day_of(db: &Db, terms: Terms, date: &Date, members: i64, now: Timestamp) -> Result<DaySlots> {
    let (offering, availability) = (terms.id, terms.availability);
    let staff =
        async { if availability == Availability::Appointment { staff(db, offering).await } else { Ok(Vec::new()) } };
    let tables =
        async { if availability == Availability::Table { tables(db, offering).await } else { Ok(Vec::new()) } };
    let (stock, staff, tables) = try_join3(Stock::load(db, terms, date, date, now), staff, tables).await?;
    Ok(DaySlots {
        slots: stock.on(date, members, now),
        staff,
        tables,
        time_zone: stock.plan.terms.time_zone,
        date: date.clone(),
    })
}

async fn staff(db: &Db, offering: OfferingId) -> Result<Vec<Staff>> {
    let staff: Vec<Staff> = on!(db.read(), at => sqlx::query_as(
        "SELECT r.id, r.name, r.title, m.key AS picture
         FROM resource_offering ro JOIN resource r ON r.id = ro.resource_id LEFT JOIN media m ON m.id = r.picture_id
         WHERE ro.offering_id = $1 AND r.kind = 'staff' AND r.active ORDER BY r.position, r.id")
        .bind(offering).fetch_all(at).await)?;
    let with_url = |one: Staff| Staff { picture: one.picture.as_deref().map(crate::media::url), ..one };
    Ok(staff.into_iter().map(with_url).collect())
}

async fn tables(db: &Db, offering: OfferingId) -> Result<Vec<Table>> {
    on!(db.read(), at => sqlx::query_as(
        "SELECT r.id, r.name, r.seats_min, r.seats_max, r.area, r.x, r.y, r.width, r.height, r.is_round
         FROM resource_offering ro JOIN resource r ON r.id = ro.resource_id
         WHERE ro.offering_id = $1 AND r.kind = 'table' AND r.active ORDER BY r.position, r.id")
        .bind(offering).fetch_all(at).await)
    .map_err(Into::into)
}

/// Returns the start of an occurrence of the offering.
pub async fn occurrence_start(db: &Db, offering: OfferingId, id: OccurrenceId) -> Result<Option<Timestamp>> {
    let start: Option<(Timestamp,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT starts_at FROM occurrence WHERE id = $1 AND offering_id = $2")
        .bind(id).bind(offering).fetch_optional(at).await)?;
    Ok(start.map(|(at,)| at))
}

/// Returns the time of these local dates in the zones of all offerings. Slots may run past midnight of the last date.
fn span(terms: &[Terms], from: &Date, to: &Date) -> Option<Range<Timestamp>> {
    let of = |terms: &Terms| {
        let zone = &terms.time_zone;
        zone.day_bounds(from).start..zone.day_bounds(&to.plus_days(2)).end
    };
    terms.iter().map(of).reduce(|all, one| all.start.min(one.start)..all.end.max(one.end))
}

#[derive(sqlx::FromRow)]
struct OccurrenceRow {
    offering_id: OfferingId,
    #[sqlx(flatten)]
    occurrence: Occurrence,
}

/// Reads the occurrences of some offerings that start within `range` and are not cancelled.
async fn occurrences_of(
    db: &Db,
    offerings: &[OfferingId],
    range: &Range<Timestamp>,
) -> Result<HashMap<OfferingId, Vec<Occurrence>>> {
    if offerings.is_empty() {
        return Ok(HashMap::new());
    }
    let (at, list) = (db.read(), plan::listed(offerings)?);
    let sql = each!(
        at,
        "SELECT offering_id, id, starts_at, ends_at FROM occurrence
         WHERE starts_at >= $2 AND starts_at < $3 AND cancelled_at IS NULL
            AND offering_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ") ORDER BY starts_at"
    );
    let rows: Vec<OccurrenceRow> = on!(at, at => sqlx::query_as(sql).bind(list).bind(range.start)
        .bind(range.end).fetch_all(at).await)?;
    let mut occurrences: HashMap<OfferingId, Vec<Occurrence>> = HashMap::new();
    for row in rows {
        occurrences.entry(row.offering_id).or_default().push(row.occurrence);
    }
    Ok(occurrences)
}

/// Local time at which the first minute of a date begins.
pub(crate) fn midnight(zone: &TimeZone, date: &Date) -> Timestamp {
    zone.instant(date, MinuteOfDay::START)
}
