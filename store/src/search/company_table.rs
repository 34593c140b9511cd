//! Companies in memory, for the conditions that depend on place, time and features. An offering refers to its company by
//! its number in this table.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    ops::BitOr,
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
};

use super::{
    cruises::{self, CruiseEntry},
    query::When,
};
use crate::{
    Db, Result,
    catalogue::{
        category::{self, CATEGORIES},
        company_hours::{self, CompanyClock},
        detail::Availability,
        detail_filter::{DetailValues, met_by},
        feature::FEATURES,
        opening_hours::{HORIZON_DAYS, OpeningHours, OpeningState},
    },
    each,
    fulfilment::{Fulfilment, OrderType},
    on,
    types::{
        currency::{ComparablePrice, Currency},
        ids::{CompanyId, OfferingId},
        local_time::{MinuteOfDay, TimeZone},
        position::Position,
        timestamp::{Date, Timestamp},
    },
};

/// Offerings to book of a company that are kept, of each category and availability.
const BOOKABLE_MAX: i64 = 8;
/// Maximum days after the first on which a company is looked for open.
const DAYS_MAX: i64 = 31;

/// Company as conditions need it.
#[derive(Clone, Debug)]
pub(super) struct CompanyEntry {
    pub id: CompanyId,
    pub name: String,
    pub city: String,
    pub country: String,
    pub description: String,
    pub position: Option<Position>,
    /// Bits of [`FEATURES`], [`CATEGORIES`] and the subcategories.
    pub features: u32,
    /// Bits of [`order_type_bit`].
    pub order_types: u8,
    pub categories: u32,
    pub subcategories: u32,
    pub rating: Quality,
    pub currency: Currency,
    /// Lowest and highest price of its offerings, in minor units of the currency.
    pub prices: Option<(i64, i64)>,
    /// The same, to compare with other currencies.
    pub comparable: Option<(ComparablePrice, ComparablePrice)>,
    /// First offerings to book of each category and availability, in the order of [`preference`].
    pub bookable: Vec<(u8, Availability, OfferingId)>,
    pub offering_count: i64,
    pub is_closed: bool,
    /// Filters by detail fields that its offerings meet, each combination once, by number of the category in order.
    details: Vec<(u64, Vec<DetailValues>)>,
    /// Cruises in the order of their ids.
    pub cruises: Vec<CruiseEntry>,
    clock: CompanyClock,
    hours: Option<OpeningHours>,
}

/// Rating in the order of results: the more reviews, the nearer to their mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Quality {
    /// Mean of the stars in tenths. 0 without reviews.
    pub tenths: u64,
    /// Mean with three added reviews of four stars, in hundredths.
    pub prior: u64,
}

impl Quality {
    pub fn new(sum: i64, count: i64) -> Self {
        let (sum, count) = (sum.unsigned_abs(), count.unsigned_abs());
        Self {
            tenths: (sum * 10 + count / 2).checked_div(count).unwrap_or(0),
            prior: (sum * 100 + 1_200) / (count + 3),
        }
    }
}

/// Companies by number. A number stays with its company as long as the table lives.
#[derive(Clone, Default)]
pub(super) struct CompanyTable {
    pub entries: Vec<Arc<CompanyEntry>>,
    numbers: HashMap<CompanyId, u32>,
    /// Opening states of one minute, filled as they are asked for.
    open: Arc<OpenStates>,
}

#[derive(Default)]
pub(super) struct OpenStates {
    minute: i64,
    /// 0 unknown, 1 closed, 2 open.
    states: Vec<AtomicU8>,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: CompanyId,
    name: String,
    city: String,
    country: String,
    currency: String,
    description: String,
    latitude: Option<f64>,
    longitude: Option<f64>,
    time_zone: TimeZone,
    paused_until: Option<Timestamp>,
    rating_sum: i64,
    rating_count: i64,
    is_closed: bool,
    categories: Option<String>,
    subcategories: Option<String>,
    features: Option<String>,
    fulfilments: Option<String>,
    price_min: Option<i64>,
    price_max: Option<i64>,
    offering_count: i64,
}

/// Returns the number of a category in [`CATEGORIES`].
pub(super) fn category_number(key: &str) -> Option<u8> {
    CATEGORIES.iter().position(|category| category.key == key).and_then(|number| u8::try_from(number).ok())
}

/// Returns the number of a subcategory in the order of the catalogue.
pub(super) fn subcategory_number(key: &str) -> Option<u8> {
    category::subcategory_keys().position(|known| known == key).and_then(|number| u8::try_from(number).ok())
}

/// Returns the bit of a filter feature.
pub(super) fn feature_bit(key: &str) -> u32 {
    FEATURES.iter().position(|feature| feature.key == key).map_or(0, |number| 1 << number)
}

/// Returns the bit of an order type.
pub(super) fn order_type_bit(order_type: OrderType) -> u8 {
    1 << order_type as u8
}

fn bits<B: Default + BitOr<Output = B>>(joined: Option<&str>, bit: impl Fn(&str) -> B) -> B {
    joined.unwrap_or_default().split(',').fold(B::default(), |bits, key| bits | bit(key))
}

/// Reads companies. With `ids`, only those.
pub(super) async fn read(db: &Db, ids: &[CompanyId], now: Timestamp) -> Result<Vec<CompanyEntry>> {
    let list = serde_json::to_string(&ids.iter().map(|id| [id]).collect::<Vec<_>>())?;
    let at = db.read();
    let sql = each!(
        at,
        "SELECT c.id, c.name, c.city, c.country, c.currency, c.description, c.latitude, c.longitude, c.time_zone, c.paused_until,
            c.rating_sum, c.rating_count, c.closed_at IS NOT NULL AS is_closed,
            (SELECT string_agg(category, ',') FROM company_category k WHERE k.company_id = c.id) AS categories,
            (SELECT string_agg(subcategory, ',') FROM company_subcategory s WHERE s.company_id = c.id) AS subcategories,
            (SELECT string_agg(feature, ',') FROM company_feature f WHERE f.company_id = c.id) AS features,
            (SELECT string_agg(kind, ',') FROM fulfilment d WHERE d.company_id = c.id) AS fulfilments,
            (SELECT min(o.price) FROM offering o WHERE o.company_id = c.id AND o.state = 'active') AS price_min,
            (SELECT max(o.price) FROM offering o WHERE o.company_id = c.id AND o.state = 'active') AS price_max,
            (SELECT count(*) FROM offering o WHERE o.company_id = c.id AND o.state = 'active') AS offering_count
         FROM company c
         WHERE c.id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ") ORDER BY c.id"
    );
    let rows: Vec<Row> = on!(at, at => sqlx::query_as(sql).bind(&list).fetch_all(at).await)?;
    let at = db.read();
    let sql = each!(
        at,
        "SELECT company_id, category, availability, id FROM (
            SELECT company_id, category, availability, id, row_number() OVER (
                PARTITION BY company_id, category, availability ORDER BY sold_out, position, id) AS number
            FROM offering WHERE state = 'active' AND availability NOT IN ('stock', 'unlimited')
                AND company_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")) AS numbered WHERE number <= $2 ORDER BY company_id, number"
    );
    let rows_of_bookable: Vec<(CompanyId, String, Availability, OfferingId)> =
        on!(at, at => sqlx::query_as(sql).bind(&list).bind(BOOKABLE_MAX).fetch_all(at).await)?;
    let mut bookable: HashMap<CompanyId, Vec<(u8, Availability, OfferingId)>> = HashMap::new();
    for (company, category, availability, id) in rows_of_bookable {
        let Some(number) = category_number(&category) else { continue };
        bookable.entry(company).or_default().push((number, availability, id));
    }
    let mut details = details(db, &list).await?;
    let mut cruises = cruises::read(db, &list, now).await?;
    let companies: HashSet<_> = ids.iter().copied().collect();
    let today = Date::from_days(now.0.div_euclid(Timestamp::DAY));
    // A month of exceptions: the table of a long-lived server is read again as companies change and once a day.
    let mut hours =
        company_hours::of_all(db, &companies, &today.plus_days(-2), &today.plus_days(HORIZON_DAYS + 30)).await?;
    let entry = |row: Row| {
        let id = row.id;
        let mut bookable = bookable.remove(&id).unwrap_or_default();
        // Keeps the company's own order within a category.
        bookable.sort_by_key(|(category, availability, _)| (preference(*availability), *category));
        let facts = Facts {
            bookable,
            details: details.remove(&id).unwrap_or_default(),
            cruises: cruises.remove(&id).unwrap_or_default(),
            hours: hours.remove(&id),
        };
        row.entry(facts)
    };
    Ok(rows.into_iter().map(entry).collect())
}

/// Facts of a company from the tables beside it.
struct Facts {
    bookable: Vec<(u8, Availability, OfferingId)>,
    details: CategoryDetails,
    cruises: Vec<CruiseEntry>,
    hours: Option<OpeningHours>,
}

/// Filters by detail fields that offerings meet, each combination once, by number of the category.
type CategoryDetails = BTreeMap<u64, BTreeSet<DetailValues>>;

/// Reads the details of the offerings of companies, whose ids are a JSON array of arrays, in categories with filters.
async fn details(db: &Db, companies: &str) -> Result<HashMap<CompanyId, CategoryDetails>> {
    let with_filters = CATEGORIES.iter().filter(|category| category.filter_fields().next().is_some());
    let categories = format!(",{},", with_filters.map(|category| category.key).collect::<Vec<_>>().join(","));
    let at = db.read();
    let sql = each!(
        at,
        "SELECT DISTINCT company_id, category, details FROM offering
         WHERE state = 'active' AND details <> '{}' AND $2 LIKE '%,' || category || ',%'
            AND company_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")"
    );
    let rows: Vec<(CompanyId, String, String)> =
        on!(at, at => sqlx::query_as(sql).bind(companies).bind(categories).fetch_all(at).await)?;
    let mut all: HashMap<CompanyId, CategoryDetails> = HashMap::new();
    for (company, key, details) in rows {
        let Some((number, category)) = category_number(&key).zip(category::find(&key)) else { continue };
        let values = met_by(category, &serde_json::from_str(&details).unwrap_or_default());
        if values != DetailValues::default() {
            all.entry(company).or_default().entry(u64::from(number)).or_default().insert(values);
        }
    }
    Ok(all)
}

/// Order in which a company shows what can be booked.
fn preference(availability: Availability) -> u8 {
    match availability {
        Availability::Table => 0,
        Availability::Nights => 1,
        Availability::Appointment => 2,
        Availability::TimedEntry => 3,
        Availability::Occurrence => 4,
        Availability::Stock | Availability::Unlimited => 5,
    }
}

impl Row {
    fn entry(self, Facts { bookable, details, cruises, hours }: Facts) -> CompanyEntry {
        let number = |number: Option<u8>| number.map_or(0, |number| 1 << number);
        let currency: Currency = self.currency.parse().unwrap_or_default();
        let prices = self.price_min.zip(self.price_max);
        let comparable = |price| ComparablePrice::new(price, currency);
        // A booking is used at the company.
        let is_visited =
            bookable.iter().any(|(_, kind, _)| !matches!(kind, Availability::Stock | Availability::Unlimited));
        CompanyEntry {
            features: bits(self.features.as_deref(), feature_bit),
            order_types: bits(self.fulfilments.as_deref(), |key| {
                Fulfilment::from_key(key).map_or(0, |kind| order_type_bit(kind.order_type()))
            }) | if is_visited { order_type_bit(OrderType::Onsite) } else { 0 },
            categories: bits(self.categories.as_deref(), |key| number(category_number(key))),
            subcategories: bits(self.subcategories.as_deref(), |key| number(subcategory_number(key))),
            position: self.latitude.zip(self.longitude).and_then(|(north, east)| Position::new(north, east)),
            rating: Quality::new(self.rating_sum, self.rating_count),
            currency,
            prices,
            comparable: prices.map(|(low, high)| (comparable(low), comparable(high))),
            clock: CompanyClock { company: self.id, time_zone: self.time_zone, paused_until: self.paused_until },
            id: self.id,
            name: self.name,
            city: self.city,
            country: self.country,
            description: self.description,
            offering_count: self.offering_count,
            is_closed: self.is_closed,
            bookable,
            details: details.into_iter().map(|(number, values)| (number, values.into_iter().collect())).collect(),
            cruises,
            hours,
        }
    }
}

impl CompanyEntry {
    /// Returns the combinations of filters by detail fields that its offerings of a category meet.
    pub fn details_in(&self, category: u64) -> &[DetailValues] {
        let of_category = self.details.iter().find(|(number, _)| *number == category);
        of_category.map(|(_, values)| values.as_slice()).unwrap_or_default()
    }

    pub fn cruise(&self, id: OfferingId) -> Option<&CruiseEntry> {
        self.cruises.binary_search_by_key(&id, |cruise| cruise.id).ok().and_then(|at| self.cruises.get(at))
    }

    pub fn is_open_at(&self, at: Timestamp) -> bool {
        let state = self.clock.state(self.hours.as_ref(), at);
        matches!(state, OpeningState::Open { .. } | OpeningState::ClosingSoon { .. })
    }

    /// Returns true if it is open at some time to come within these days and minutes.
    pub fn is_open_during(&self, when: &When, now: Timestamp) -> bool {
        let Some(hours) = &self.hours else { return false };
        let zone = &self.clock.time_zone;
        let soonest = self.clock.paused_until.map_or(now, |until| until.max(now));
        let today = zone.date_at(soonest);
        let (from, to) = (when.from.unwrap_or(0), when.to.unwrap_or(i64::from(MinuteOfDay::END.minutes())));
        let days = when.date.days_until(&when.until).clamp(0, DAYS_MAX);
        (0..=days).map(|day| when.date.plus_days(day)).filter(|date| *date >= today).any(|date| {
            let soonest = if date == today { i64::from(zone.minute_at(soonest).minutes()) } else { 0 };
            let from = from.max(soonest);
            // A single minute counts, unless it is over.
            hours.is_open_within(&date, from..to.max(when.from.unwrap_or(0) + 1))
        })
    }

    /// Returns the offerings to book, in the order in which they are tried: those of the category if there is one.
    pub fn to_book(&self, category: Option<u8>) -> impl Iterator<Item = OfferingId> {
        let is_wanted = move |number: u8| category.is_none_or(|category| category == number);
        self.bookable.iter().filter(move |(number, ..)| is_wanted(*number)).map(|(.., id)| *id)
    }
}

impl CompanyTable {
    pub fn number(&self, id: CompanyId) -> Option<u32> {
        self.numbers.get(&id).copied()
    }

    pub fn get(&self, id: CompanyId) -> Option<&Arc<CompanyEntry>> {
        self.entries.get(self.number(id)? as usize)
    }

    /// Adds companies, or replaces those with the same id.
    pub fn put(&mut self, entries: impl IntoIterator<Item = CompanyEntry>) {
        for entry in entries {
            let next = u32::try_from(self.entries.len()).unwrap_or(u32::MAX);
            let number = *self.numbers.entry(entry.id).or_insert(next);
            match self.entries.get_mut(number as usize) {
                Some(known) => *known = Arc::new(entry),
                None => self.entries.push(Arc::new(entry)),
            }
        }
        self.open = Arc::default();
    }

    /// Returns true if the opening states are of this minute.
    pub fn is_minute(&self, now: Timestamp) -> bool {
        self.open.minute == now.0.div_euclid(Timestamp::MINUTE)
    }

    /// Begins the opening states of a minute.
    pub fn begin_minute(&mut self, now: Timestamp) {
        self.open = Arc::new(OpenStates::new(self.entries.len(), now));
    }

    /// Returns the opening states at a time: those kept for its minute, or new ones for one search. A later page of a
    /// search has the time of the first one.
    pub fn open_states(&self, now: Timestamp) -> Arc<OpenStates> {
        if self.is_minute(now) { self.open.clone() } else { Arc::new(OpenStates::new(self.entries.len(), now)) }
    }
}

impl OpenStates {
    fn new(companies: usize, now: Timestamp) -> Self {
        let states = (0..companies).map(|_| AtomicU8::new(0)).collect();
        Self { minute: now.0.div_euclid(Timestamp::MINUTE), states }
    }

    /// Returns true if the company of this number is open. Computed once for each company.
    pub fn is_open(&self, number: usize, entry: &CompanyEntry, now: Timestamp) -> bool {
        let Some(state) = self.states.get(number) else { return entry.is_open_at(now) };
        match state.load(Ordering::Relaxed) {
            0 => {
                let is_open = entry.is_open_at(now);
                state.store(1 + u8::from(is_open), Ordering::Relaxed);
                is_open
            }
            known => known == 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opening_states_are_kept_for_their_minute() {
        let now = Timestamp(90 * Timestamp::MINUTE);
        let mut table = CompanyTable::default();
        table.begin_minute(now);
        assert!(Arc::ptr_eq(&table.open_states(now.plus(1)), &table.open));
        let later = table.open_states(now.plus(Timestamp::MINUTE));
        assert!(!Arc::ptr_eq(&later, &table.open));
    }
}
