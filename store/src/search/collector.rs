//! Goes through the matching documents once: conditions, counts of the filters, and the best of a page.

use std::{cmp::Reverse, sync::Arc};

use tantivy::{
    DocId, Score, SegmentOrdinal, SegmentReader,
    collector::{Collector, SegmentCollector},
};

use super::{
    company_table::{CompanyTable, category_number, feature_bit, subcategory_number},
    documents::{AVAILABILITIES, Attributes, Key},
    index::{Columns, Snapshot},
    query::{FacetCount, Facets, SearchQuery, SortOrder, TABS, Tab},
    top::Top,
};
use crate::{
    catalogue::{
        category::{self, CATEGORIES},
        detail::Availability,
        feature::FEATURES,
    },
    types::{
        currency::{ComparablePrice, Currency},
        position::{Area, Position},
        timestamp::Timestamp,
    },
};

/// Conditions that a document can fail, one bit each.
const CLOSED: u16 = 1;
const DISTANCE: u16 = 1 << 1;
const LACKS: u16 = 1 << 2;
const SHUT: u16 = 1 << 3;
const OTHER_TAB: u16 = 1 << 4;
const CATEGORY: u16 = 1 << 5;
const SUBCATEGORY: u16 = 1 << 6;
const PRICE: u16 = 1 << 7;
const RATING: u16 = 1 << 8;
/// Cannot be booked for a day.
const TIMELESS: u16 = 1 << 9;

/// Kinds of documents: offerings by the number of their availability, and companies.
const KINDS: usize = 8;
const OF_COMPANY: usize = KINDS - 1;

/// Numbers of subcategories and ratings that are counted.
const SUBCATEGORIES: usize = 64;
const TENTHS: usize = 51;
/// Minimum ratings that a filter offers, in tenths.
const RATINGS: [usize; 4] = [45, 40, 35, 30];

/// Parts of the rank of relevance. A word found in a name is worth 100,000.
const PER_SCORE: f32 = 1_000.0;
const PER_PRIOR: i64 = 20;
const SOLD_OUT: i64 = 20_000;
const COMPANY: i64 = 8_000;
const NEAR: f32 = 20_000.0;
/// Distance at which half of [`NEAR`] is left.
const NEAR_KM: f32 = 5.0;

/// Place of a document in the order: the higher rank first, then the lower key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub rank: i64,
    pub key: Key,
}

impl Ord for Place {
    /// The better place is greater.
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.rank, Reverse(self.key)).cmp(&(other.rank, Reverse(other.key)))
    }
}

impl PartialOrd for Place {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// Columns of a company that a search needs.
#[derive(Clone, Copy)]
struct CompanyState {
    failed: u16,
    is_open: bool,
    distance: f32,
}

/// Conditions and order of a search, with the state of each company.
pub(super) struct Scan {
    tab: Tab,
    /// Kinds that the tab shows.
    shown: [bool; KINDS],
    /// Kinds without a time.
    products: [bool; KINDS],
    order: SortOrder,
    category: Option<u64>,
    subcategory: Option<u64>,
    prices: Option<(ComparablePrice, ComparablePrice)>,
    currency: Currency,
    rating_min: u64,
    dated: bool,
    companies: Vec<CompanyState>,
    table: Arc<CompanyTable>,
    columns: Vec<Arc<Columns>>,
    after: Option<Place>,
    limit: usize,
    scores: bool,
}

/// Best documents of a page, and the counts.
pub(super) struct Collected {
    /// Best first.
    pub best: Vec<Place>,
    pub total: u64,
    /// More documents follow.
    pub more: bool,
    pub facets: Facets,
}

/// Conditions of a search besides its words.
pub(super) struct ScanInput<'q> {
    pub query: &'q SearchQuery,
    pub now: Timestamp,
    pub after: Option<Place>,
    pub limit: usize,
    /// The query has words.
    pub scores: bool,
}

impl Scan {
    pub fn new(snapshot: &Snapshot, input: &ScanInput<'_>) -> Self {
        let ScanInput { query, now, .. } = *input;
        let filters = &query.filters;
        let required = filters.features.iter().fold(0, |bits, key| bits | feature_bit(key));
        let table = Arc::clone(&snapshot.companies);
        let state = |(number, entry): (u32, &Arc<super::company_table::CompanyEntry>)| {
            let distance = query.place.position.zip(entry.position).map(|(from, to)| from.distance_km(to));
            let is_far = match (query.place.distance_km, query.place.position) {
                (Some(most), Some(_)) => distance.is_none_or(|distance| distance > most),
                _ => false,
            };
            let is_outside =
                query.place.area.is_some_and(|area| entry.position.is_none_or(|position| !contains(area, position)));
            let is_open = table.is_open(number, now);
            let is_other = filters.company.is_some_and(|company| company != entry.id);
            CompanyState {
                failed: bit(entry.is_closed || is_other, CLOSED)
                    | bit(is_far || is_outside, DISTANCE)
                    | bit(entry.features & required != required, LACKS)
                    | bit(filters.open_now && !is_open, SHUT),
                is_open,
                #[allow(clippy::cast_possible_truncation, reason = "metres do not matter to the order")]
                distance: distance.map_or(f32::INFINITY, |distance| distance as f32),
            }
        };
        let companies = (0..).zip(&table.entries).map(state).collect();
        let price = |price: Option<i64>, default: u64| {
            price.map_or(ComparablePrice(default), |price| ComparablePrice::new(price, filters.currency))
        };
        Self {
            tab: query.tab,
            shown: query.tab.kinds(),
            products: Tab::Products.kinds(),
            order: query.order,
            category: filters.category.and_then(|category| category_number(category.key)).map(u64::from),
            subcategory: filters.subcategory.and_then(subcategory_number).map(|number| u64::from(number) + 1),
            prices: (filters.price_min.is_some() || filters.price_max.is_some())
                .then(|| (price(filters.price_min, 0), price(filters.price_max, u64::MAX))),
            currency: filters.currency,
            rating_min: filters.rating_min.map_or(0, i64::unsigned_abs),
            dated: query.when.is_some(),
            companies,
            table,
            columns: snapshot.columns.clone(),
            after: input.after,
            limit: input.limit,
            scores: input.scores,
        }
    }

    fn rank(&self, document: &Seen, score: Score) -> i64 {
        #[allow(clippy::cast_possible_truncation, reason = "scores are small whole numbers")]
        let rounded = |number: f32| number as i64;
        match self.order {
            SortOrder::Relevance => {
                let near =
                    if document.distance.is_finite() { NEAR * NEAR_KM / (NEAR_KM + document.distance) } else { 0.0 };
                let attributes = document.attributes;
                rounded(if self.scores { score * PER_SCORE } else { 0.0 })
                    + attributes.prior().cast_signed() * PER_PRIOR
                    - attributes.sold_out().cast_signed() * SOLD_OUT
                    + if document.key.is_company() { COMPANY } else { 0 }
                    + rounded(near)
            }
            SortOrder::Distance if document.distance.is_finite() => -rounded(document.distance * 1_000.0),
            SortOrder::Distance => i64::MIN,
            SortOrder::Price => -document.price.0.cast_signed(),
            SortOrder::PriceDesc => document.price.0.cast_signed(),
            SortOrder::Rating => document.attributes.prior().cast_signed(),
            SortOrder::Newest => document.key.id(),
        }
    }
}

fn bit(fails: bool, bit: u16) -> u16 {
    if fails { bit } else { 0 }
}

fn contains(area: Area, position: Position) -> bool {
    let east = if area.west <= area.east {
        (area.west..=area.east).contains(&position.longitude)
    } else {
        position.longitude >= area.west || position.longitude <= area.east
    };
    east && (area.south..=area.north).contains(&position.latitude)
}

impl Tab {
    /// Returns true if the tab shows the offerings with this availability.
    fn shows(self, availability: Availability) -> bool {
        match self {
            Self::All => true,
            Self::Places => false,
            Self::Products => matches!(availability, Availability::Stock | Availability::Unlimited),
            Self::Services => {
                matches!(availability, Availability::Appointment | Availability::Table | Availability::TimedEntry)
            }
            Self::Stays => availability == Availability::Nights,
            Self::Events => availability == Availability::Occurrence,
        }
    }

    /// Returns the kinds of documents that the tab shows.
    fn kinds(self) -> [bool; KINDS] {
        let mut kinds = [false; KINDS];
        kinds[OF_COMPANY] = matches!(self, Self::All | Self::Places);
        for (kind, availability) in kinds.iter_mut().zip(AVAILABILITIES) {
            *kind = self.shows(availability);
        }
        kinds
    }
}

/// Document under consideration.
struct Seen {
    key: Key,
    attributes: Attributes,
    price: ComparablePrice,
    distance: f32,
}

impl Seen {
    fn kind(&self) -> usize {
        if self.key.is_company() { OF_COMPANY } else { self.attributes.availability() as usize % KINDS }
    }
}

/// Counts of one segment, or of all.
struct Counts {
    kinds: [u64; KINDS],
    categories: [u64; 16],
    subcategories: [u64; SUBCATEGORIES],
    tenths: [u64; TENTHS],
    open: u64,
    prices: Option<(ComparablePrice, ComparablePrice)>,
    /// Results by number of company.
    by_company: Vec<u32>,
    total: u64,
}

impl Counts {
    fn new(companies: usize) -> Self {
        Self {
            kinds: [0; KINDS],
            categories: [0; 16],
            subcategories: [0; SUBCATEGORIES],
            tenths: [0; TENTHS],
            open: 0,
            prices: None,
            by_company: vec![0; companies],
            total: 0,
        }
    }

    fn add(&mut self, other: &Self) {
        let sum =
            |mine: &mut [u64], theirs: &[u64]| mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine += theirs);
        sum(&mut self.kinds, &other.kinds);
        sum(&mut self.categories, &other.categories);
        sum(&mut self.subcategories, &other.subcategories);
        sum(&mut self.tenths, &other.tenths);
        self.by_company.iter_mut().zip(&other.by_company).for_each(|(mine, theirs)| *mine += theirs);
        self.open += other.open;
        self.total += other.total;
        for price in other.prices.into_iter().flat_map(|(low, high)| [low, high]) {
            self.see_price(price);
        }
    }

    fn see_price(&mut self, price: ComparablePrice) {
        let (low, high) = self.prices.unwrap_or((price, price));
        self.prices = Some((low.min(price), high.max(price)));
    }
}

/// Collector of a search.
pub(super) struct ScanCollector(pub Arc<Scan>);

/// Collector of one segment.
pub(super) struct SegmentScan {
    scan: Arc<Scan>,
    columns: Arc<Columns>,
    done: SegmentDone,
}

pub(super) struct SegmentDone {
    counts: Counts,
    best: Top,
}

impl SegmentCollector for SegmentScan {
    type Fruit = SegmentDone;

    fn collect(&mut self, document: DocId, score: Score) {
        let scan = &self.scan;
        let Some((seen, number)) = scan.see(&self.columns, document) else { return };
        let company = scan.companies[number];
        let failed = company.failed | scan.fails(&seen, number);
        let counts = &mut self.done.counts;
        let fails_only = |own: u16| failed & !own == 0;
        if fails_only(OTHER_TAB | TIMELESS) {
            counts.kinds[seen.kind()] += 1;
        }
        if fails_only(CATEGORY | SUBCATEGORY) {
            scan.count_categories(&mut counts.categories, &seen, number);
        }
        if fails_only(SUBCATEGORY) {
            scan.count_subcategories(&mut counts.subcategories, &seen, number);
        }
        if fails_only(RATING) {
            counts.tenths[(seen.attributes.tenths() as usize).min(TENTHS - 1)] += 1;
        }
        if fails_only(SHUT) {
            counts.open += u64::from(company.is_open);
        }
        if fails_only(PRICE) {
            counts.see_price(seen.price);
        }
        if failed != 0 {
            return;
        }
        counts.total += 1;
        counts.by_company[number] += 1;
        let place = Place { rank: scan.rank(&seen, score), key: seen.key };
        if scan.after.is_none_or(|after| place < after) {
            self.done.best.offer(place);
        }
    }

    fn harvest(self) -> SegmentDone {
        self.done
    }
}

impl Collector for ScanCollector {
    type Fruit = Collected;
    type Child = SegmentScan;

    fn for_segment(&self, segment: SegmentOrdinal, _: &SegmentReader) -> tantivy::Result<SegmentScan> {
        let scan = Arc::clone(&self.0);
        let columns = scan.columns(segment)?;
        let done = SegmentDone { counts: Counts::new(scan.companies.len()), best: Top::new(scan.limit) };
        Ok(SegmentScan { scan, columns, done })
    }

    fn requires_scoring(&self) -> bool {
        self.0.needs_scores()
    }

    fn merge_fruits(&self, segments: Vec<SegmentDone>) -> tantivy::Result<Collected> {
        let mut counts = Counts::new(self.0.companies.len());
        let mut best = Top::new(self.0.limit);
        for done in segments {
            counts.add(&done.counts);
            best.merge(done.best);
        }
        let more = best.more;
        Ok(Collected { best: best.into_sorted(), more, total: counts.total, facets: self.0.facets(&counts) })
    }
}

impl Scan {
    /// Returns the columns of a segment.
    pub fn columns(&self, segment: SegmentOrdinal) -> tantivy::Result<Arc<Columns>> {
        let columns = self.columns.get(segment as usize).cloned();
        columns.ok_or_else(|| tantivy::TantivyError::InternalError("segment without columns".to_owned()))
    }

    pub fn needs_scores(&self) -> bool {
        self.scores && self.order == SortOrder::Relevance
    }

    /// Returns the place of a document in the order. None if it fails a condition.
    pub fn place(&self, columns: &Columns, document: DocId, score: Score) -> Option<Place> {
        let (seen, company) = self.see(columns, document)?;
        let failed = self.companies[company].failed | self.fails(&seen, company);
        (failed == 0).then(|| Place { rank: self.rank(&seen, score), key: seen.key })
    }

    /// Returns a document with the number of its company.
    fn see(&self, columns: &Columns, document: DocId) -> Option<(Seen, usize)> {
        let at = document as usize;
        let number = columns.companies[at] as usize;
        let seen = Seen {
            key: columns.keys[at],
            attributes: columns.attributes[at],
            price: ComparablePrice(columns.prices[at]),
            distance: self.companies.get(number)?.distance,
        };
        Some((seen, number))
    }

    /// Returns the conditions that a document fails besides those of its company.
    fn fails(&self, seen: &Seen, company: usize) -> u16 {
        let entry = &self.table.entries[company];
        let attributes = seen.attributes;
        let is_company = seen.key.is_company();
        let in_bits = |bits: u32, number: u64| bits >> number & 1 == 1;
        let is_category = self.category.is_none_or(|wanted| {
            if is_company { in_bits(entry.categories, wanted) } else { attributes.category() == wanted }
        });
        let is_subcategory = self.subcategory.is_none_or(|wanted| {
            if is_company { in_bits(entry.subcategories, wanted - 1) } else { attributes.subcategory() == wanted }
        });
        let is_priced = self.prices.is_none_or(|(low, high)| match (is_company, entry.comparable) {
            (false, _) => (low..=high).contains(&seen.price),
            (true, Some((cheapest, dearest))) => cheapest <= high && dearest >= low,
            (true, None) => false,
        });
        let is_timeless = self.dated && self.products[seen.kind()];
        bit(!self.shown[seen.kind()], OTHER_TAB)
            | bit(!is_category, CATEGORY)
            | bit(!is_subcategory, SUBCATEGORY)
            | bit(!is_priced, PRICE)
            | bit(attributes.tenths() < self.rating_min, RATING)
            | bit(is_timeless && self.tab != Tab::Products, TIMELESS)
    }

    fn count_categories(&self, counts: &mut [u64; 16], seen: &Seen, company: usize) {
        if !seen.key.is_company() {
            counts[seen.attributes.category() as usize] += 1;
            return;
        }
        let bits = self.table.entries[company].categories;
        counts.iter_mut().enumerate().for_each(|(number, count)| *count += u64::from(bits >> number & 1));
    }

    fn count_subcategories(&self, counts: &mut [u64; SUBCATEGORIES], seen: &Seen, company: usize) {
        if !seen.key.is_company() {
            counts[seen.attributes.subcategory() as usize] += 1;
            return;
        }
        let bits = self.table.entries[company].subcategories;
        counts[1..].iter_mut().take(32).enumerate().for_each(|(number, count)| *count += u64::from(bits >> number & 1));
    }

    fn facets(&self, counts: &Counts) -> Facets {
        let named = |key: &str, count: u64| FacetCount { key: key.to_owned(), count };
        let listed = |all: Vec<FacetCount>| all.into_iter().filter(|facet| facet.count > 0).collect::<Vec<_>>();
        let tab_key = |tab: &Tab| serde_json::to_value(tab).ok().and_then(|key| key.as_str().map(str::to_owned));
        let mut features = vec![0; FEATURES.len()];
        for (entry, count) in self.table.entries.iter().zip(&counts.by_company).filter(|(_, count)| **count > 0) {
            for (number, total) in features.iter_mut().enumerate() {
                *total += u64::from(entry.features >> number & 1) * u64::from(*count);
            }
        }
        let rated = |least: usize| counts.tenths[least..].iter().sum();
        let in_tab =
            |tab: &Tab| counts.kinds.iter().zip(tab.kinds()).filter(|(_, shown)| *shown).map(|(count, _)| count).sum();
        Facets {
            tabs: TABS.iter().map(|tab| named(&tab_key(tab).unwrap_or_default(), in_tab(tab))).collect(),
            categories: listed(
                CATEGORIES.iter().zip(counts.categories).map(|(one, count)| named(one.key, count)).collect(),
            ),
            subcategories: listed(
                category::subcategory_keys()
                    .zip(&counts.subcategories[1..])
                    .map(|(key, count)| named(key, *count))
                    .collect(),
            ),
            features: listed(FEATURES.iter().zip(features).map(|(feature, count)| named(feature.key, count)).collect()),
            ratings: listed(RATINGS.iter().map(|least| named(&least.to_string(), rated(*least))).collect()),
            open_now: counts.open,
            price_min: counts.prices.map(|(low, _)| low.in_currency(self.currency)),
            price_max: counts.prices.map(|(_, high)| high.in_currency(self.currency)),
            currency: self.currency,
        }
    }
}
