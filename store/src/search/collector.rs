//! Goes through the matching documents once: conditions, counts of the filters, and the best of a page.

use std::{
    cmp::Reverse,
    collections::{BinaryHeap, HashSet},
    sync::Arc,
};

use tantivy::{
    DocId, Score, SegmentOrdinal, SegmentReader,
    collector::{Collector, SegmentCollector},
};

use super::{
    company_table::{CompanyTable, category_number, feature_bit, subcategory_number},
    counts::Counts,
    cruises::CruiseScan,
    documents::{Key, Kind},
    index::{Columns, Snapshot},
    query::{Facets, SearchQuery, SortOrder, Tab},
    seen::Seen,
};
use crate::types::{
    currency::{ComparablePrice, Currency},
    ids::OfferingId,
    position::{Area, Position},
    timestamp::Timestamp,
};

/// Conditions that a document can fail, one bit each.
const CLOSED: u32 = 1;
const DISTANCE: u32 = 1 << 1;
const LACKS: u32 = 1 << 2;
const SHUT: u32 = 1 << 3;
const OTHER_TAB: u32 = 1 << 4;
const CATEGORY: u32 = 1 << 5;
const SUBCATEGORY: u32 = 1 << 6;
const PRICE: u32 = 1 << 7;
const RATING: u32 = 1 << 8;
/// Cannot be booked for a day.
const TIMELESS: u32 = 1 << 9;

/// Parts of the rank of relevance. A word found in a name is worth 100,000.
const PER_SCORE: f32 = 1_000.0;
const PER_PRIOR: i64 = 20;
const SOLD_OUT: i64 = 20_000;
const COMPANY: i64 = 8_000;
const NEAR: f32 = 20_000.0;
/// Offerings, or reels, of a company that stand together in a list without words. The following ones stand behind those of
/// all other companies: the step is greater than all other parts.
const TOGETHER: u64 = 2;
const STEP: i64 = 100_000;
/// Newer reels of a company come first among equal ones.
const PER_REEL: i64 = 40;
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
    failed: u32,
    /// The viewer does not want to see its reels.
    is_unwanted: bool,
    is_open: bool,
    distance: f32,
}

/// Conditions and order of a search, with the state of each company.
pub(super) struct Scan {
    tab: Tab,
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
    cruise: Option<CruiseScan>,
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
    /// Numbers of the companies whose reels are left out.
    pub unwanted: &'q HashSet<u32>,
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
                is_unwanted: input.unwanted.contains(&number),
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
            cruise: filters.cruise.as_ref().map(|filter| CruiseScan::new(filter, query.when.as_ref())),
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
                let place = attributes.place();
                let turn = if self.scores || document.key.is_company() { 0 } else { place / TOGETHER };
                let newness = if document.key.kind() == Kind::Reel { place } else { 0 };
                rounded(if self.scores { score * PER_SCORE } else { 0.0 })
                    - turn.cast_signed() * STEP
                    - newness.cast_signed() * PER_REEL
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

fn bit(fails: bool, bit: u32) -> u32 {
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
    /// The worst of the best on top.
    best: BinaryHeap<Reverse<Place>>,
    more: bool,
}

impl SegmentCollector for SegmentScan {
    type Fruit = SegmentDone;

    fn collect(&mut self, document: DocId, score: Score) {
        let (scan, at) = (&self.scan, document as usize);
        let columns = &self.columns;
        let number = columns.companies[at] as usize;
        let Some(company) = scan.companies.get(number) else { return };
        let seen = Seen {
            key: columns.keys[at],
            attributes: columns.attributes[at],
            price: ComparablePrice(columns.prices[at]),
            distance: company.distance,
        };
        let is_unwanted = company.is_unwanted && seen.key.kind() == Kind::Reel;
        let mut failed = company.failed | scan.fails(&seen, number) | bit(is_unwanted, CLOSED);
        let counts = &mut self.done.counts;
        if let Some(cruises) = &scan.cruise {
            let id = seen.key.is_offering().then(|| OfferingId(seen.key.id()));
            let cruise = id.and_then(|id| scan.table.entries[number].cruise(id));
            failed |= cruises.fails(cruise);
            if let Some((counts, cruise)) = counts.cruises.as_mut().zip(cruise) {
                counts.see(cruise, failed);
            }
        }
        let fails_only = |own: u32| failed & !own == 0;
        if fails_only(OTHER_TAB | TIMELESS) {
            counts.see_tabs(&seen);
        }
        if fails_only(CATEGORY | SUBCATEGORY) {
            counts.see_category(&seen, &scan.table.entries[number]);
        }
        if fails_only(SUBCATEGORY) {
            counts.see_subcategory(&seen, &scan.table.entries[number]);
        }
        if fails_only(RATING) {
            counts.see_rating(&seen);
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
        self.done.offer(Place { rank: scan.rank(&seen, score), key: seen.key }, scan);
    }

    fn harvest(self) -> SegmentDone {
        self.done
    }
}

impl SegmentDone {
    /// Keeps a place if it is among the best after the cursor.
    fn offer(&mut self, place: Place, scan: &Scan) {
        if scan.after.is_some_and(|after| place >= after) {
            return;
        }
        if self.best.len() < scan.limit {
            self.best.push(Reverse(place));
            return;
        }
        self.more = true;
        if self.best.peek().is_some_and(|worst| worst.0 < place) {
            self.best.pop();
            self.best.push(Reverse(place));
        }
    }
}

impl Collector for ScanCollector {
    type Fruit = Collected;
    type Child = SegmentScan;

    fn for_segment(&self, segment: SegmentOrdinal, _: &SegmentReader) -> tantivy::Result<SegmentScan> {
        let scan = Arc::clone(&self.0);
        let columns = scan.columns.get(segment as usize).cloned();
        let columns =
            columns.ok_or_else(|| tantivy::TantivyError::InternalError("segment without columns".to_owned()))?;
        let done = SegmentDone {
            counts: Counts::new(scan.companies.len(), scan.cruise.is_some()),
            best: BinaryHeap::new(),
            more: false,
        };
        Ok(SegmentScan { scan, columns, done })
    }

    fn requires_scoring(&self) -> bool {
        self.0.scores && self.0.order == SortOrder::Relevance
    }

    fn merge_fruits(&self, segments: Vec<SegmentDone>) -> tantivy::Result<Collected> {
        let mut counts = Counts::new(self.0.companies.len(), self.0.cruise.is_some());
        let (mut best, mut more) = (Vec::new(), false);
        for done in segments {
            counts.add(&done.counts);
            best.extend(done.best.into_iter().map(|Reverse(place)| place));
            more |= done.more;
        }
        best.sort_unstable_by(|a, b| b.cmp(a));
        more |= best.len() > self.0.limit;
        best.truncate(self.0.limit);
        Ok(Collected { best, more, total: counts.total, facets: counts.facets(&self.0.table, self.0.currency) })
    }
}

impl Scan {
    /// Returns the conditions that a document fails besides those of its company.
    fn fails(&self, seen: &Seen, company: usize) -> u32 {
        let entry = &self.table.entries[company];
        let attributes = seen.attributes;
        // Reels have the categories and prices of their company.
        let is_company = !seen.key.is_offering();
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
        let is_timeless = self.dated && !is_company && Tab::Products.shows(attributes.availability());
        bit(!self.tab.has(seen), OTHER_TAB)
            | bit(!is_category, CATEGORY)
            | bit(!is_subcategory, SUBCATEGORY)
            | bit(!is_priced, PRICE)
            | bit(attributes.tenths() < self.rating_min, RATING)
            | bit(is_timeless && self.tab != Tab::Products, TIMELESS)
    }
}
