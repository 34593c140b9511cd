//! Goes through the matching documents once: conditions, counts of the filters, and the best of a page.

use std::{cmp::Reverse, collections::HashSet, sync::Arc};

use tantivy::{
    DocId, Score, Searcher, SegmentOrdinal, SegmentReader,
    collector::{Collector, SegmentCollector},
};

use super::{
    company_table::{CompanyTable, OpenStates, category_number, feature_bit, order_type_bit, subcategory_number},
    counts::Counts,
    cruises::{CruiseEntry, CruiseScan},
    details::DetailScan,
    documents::{Key, Kind},
    index::{Columns, Snapshot},
    query::{Facets, SearchQuery, SortOrder, Tab},
    seen::{KINDS, Seen},
    top::Top,
};
use crate::{
    catalogue::detail_filter::DetailValues,
    types::{
        currency::{ComparablePrice, Currency},
        ids::OfferingId,
        position::{Area, Position},
        timestamp::Timestamp,
    },
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
const DETAILS: u32 = 1 << 10;
/// Conditions on the company that no count leaves out.
const COMPANY_FAILED: u32 = CLOSED | DISTANCE | LACKS;

/// Parts of the rank of relevance. A word found in a name is worth 100,000.
const PER_SCORE: f32 = 1_000.0;
const PER_PRIOR: i64 = 20;
/// Mean of five stars in hundredths.
const PRIOR_MAX: i64 = 500;
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
    /// None without a category that has such filters.
    details: Option<DetailScan>,
    prices: Option<(ComparablePrice, ComparablePrice)>,
    currency: Currency,
    rating_min: u64,
    dated: bool,
    now: Timestamp,
    facets: bool,
    companies: Vec<CompanyState>,
    open: Arc<OpenStates>,
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
        let order_types = filters.order_type.map_or(0, order_type_bit);
        let table = Arc::clone(&snapshot.companies);
        let open = table.open_states(now);
        let state = |(number, entry): (u32, &Arc<super::company_table::CompanyEntry>)| {
            let distance = query.place.position.zip(entry.position).map(|(from, to)| from.distance_km(to));
            let is_far = match (query.place.distance_km, query.place.position) {
                (Some(most), Some(_)) => distance.is_none_or(|distance| distance > most),
                _ => false,
            };
            let is_outside =
                query.place.area.is_some_and(|area| entry.position.is_none_or(|position| !contains(area, position)));
            let is_other = filters.company.is_some_and(|company| company != entry.id);
            CompanyState {
                failed: bit(entry.is_closed || is_other, CLOSED)
                    | bit(is_far || is_outside, DISTANCE)
                    | bit(
                        entry.features & required != required || entry.order_types & order_types != order_types,
                        LACKS,
                    )
                    | bit(filters.open_now && !open.is_open(number as usize, entry, now), SHUT),
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
            shown: query.tab.kinds(),
            products: Tab::Products.kinds(),
            order: query.order,
            category: filters.category.and_then(|category| category_number(category.key)).map(u64::from),
            subcategory: filters.subcategory.and_then(subcategory_number).map(|number| u64::from(number) + 1),
            details: filters.category.and_then(|category| DetailScan::new(category, filters.details)),
            prices: (filters.price_min.is_some() || filters.price_max.is_some())
                .then(|| (price(filters.price_min, 0), price(filters.price_max, u64::MAX))),
            currency: filters.currency,
            rating_min: filters.rating_min.map_or(0, i64::unsigned_abs),
            dated: query.when.is_some(),
            now,
            facets: query.facets,
            companies,
            open,
            table,
            columns: snapshot.columns.clone(),
            after: input.after,
            limit: input.limit,
            scores: input.scores,
            cruise: filters.cruise.as_ref().map(|filter| CruiseScan::new(filter, query.when.as_ref())),
        }
    }

    /// Returns the highest rank of relevance that a document with this score can have.
    #[allow(clippy::cast_possible_truncation, reason = "scores are small whole numbers")]
    pub fn rank_max(score: Score) -> i64 {
        (score * PER_SCORE) as i64 + PRIOR_MAX * PER_PRIOR + COMPANY + NEAR as i64
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
                    + if self.scores && document.key.is_company() { COMPANY } else { 0 }
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
    best: Top,
}

impl SegmentCollector for SegmentScan {
    type Fruit = SegmentDone;

    fn collect(&mut self, document: DocId, score: Score) {
        let scan = &self.scan;
        let Some((seen, number)) = scan.see(&self.columns, document) else { return };
        if scan.companies[number].failed & COMPANY_FAILED != 0 {
            return;
        }
        let failed = scan.fails(&seen, number);
        if scan.facets {
            scan.count(&mut self.done.counts, &seen, number, failed);
        }
        if failed != 0 {
            return;
        }
        self.done.counts.total += 1;
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
        let counts = Counts::new(scan.companies.len(), scan.cruise.is_some());
        let done = SegmentDone { counts, best: Top::new(scan.limit) };
        Ok(SegmentScan { scan, columns, done })
    }

    fn requires_scoring(&self) -> bool {
        self.0.needs_scores()
    }

    fn merge_fruits(&self, segments: Vec<SegmentDone>) -> tantivy::Result<Collected> {
        let mut counts = Counts::new(self.0.companies.len(), self.0.cruise.is_some());
        let mut best = Top::new(self.0.limit);
        for done in segments {
            counts.add(&done.counts);
            best.merge(done.best);
        }
        let currency = self.0.currency;
        let more = best.more;
        let facets = match self.0.facets {
            true => counts.facets(&self.0.table, currency, self.0.details.as_ref()),
            false => Facets { currency, ..Facets::default() },
        };
        Ok(Collected { best: best.into_sorted(), more, total: counts.total, facets })
    }
}

impl ScanCollector {
    /// Goes through all documents, but for those of companies that fail.
    pub fn all(&self, searcher: &Searcher) -> tantivy::Result<Collected> {
        let mut done = Vec::new();
        for (ordinal, segment) in (0..).zip(searcher.segment_readers()) {
            let mut collector = self.for_segment(ordinal, segment)?;
            let columns = Arc::clone(&collector.columns);
            let alive = segment.alive_bitset();
            let mut collect = |documents: &[DocId]| {
                for document in documents.iter().filter(|one| alive.is_none_or(|alive| alive.is_alive(**one))) {
                    collector.collect(*document, 0.0);
                }
            };
            if self.0.shows_places_only() {
                collect(&columns.places);
            } else {
                let companies = self.0.companies.iter().enumerate();
                let passing = companies.filter(|(_, company)| company.failed & COMPANY_FAILED == 0);
                passing.for_each(|(number, _)| collect(columns.of_company(number)));
            }
            done.push(collector.harvest());
        }
        self.merge_fruits(done)
    }
}

impl Scan {
    /// Returns true if only companies are looked at.
    fn shows_places_only(&self) -> bool {
        !self.facets && self.tab == Tab::Places
    }

    /// Counts a document for the filters that it fails at most.
    fn count(&self, counts: &mut Counts, seen: &Seen, number: usize, failed: u32) {
        if let Some(counts) = &mut counts.cruises
            && let Some(cruise) = self.cruise_of(seen, number)
        {
            counts.see(cruise, failed);
        }
        let fails_only = |own: u32| failed & !own == 0;
        if fails_only(OTHER_TAB | TIMELESS) {
            counts.see_kind(seen);
        }
        // Another category has other details.
        if fails_only(CATEGORY | SUBCATEGORY | DETAILS) {
            counts.see_category(seen, &self.table.entries[number]);
        }
        if fails_only(SUBCATEGORY) {
            counts.see_subcategory(seen, &self.table.entries[number]);
        }
        if fails_only(RATING) {
            counts.see_rating(seen);
        }
        if fails_only(SHUT) {
            let is_open = self.open.is_open(number, &self.table.entries[number], self.now);
            counts.open += u64::from(is_open);
        }
        if fails_only(PRICE) {
            counts.see_price(seen.price);
        }
        if let Some(details) = self.details.as_ref().filter(|_| fails_only(DETAILS)) {
            let values = self.details_of(seen, number);
            counts.see_details(values.iter().fold(0, |bits, values| bits | details.counted(*values)));
        }
        if failed == 0 {
            counts.by_company[number] += 1;
        }
    }

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
        if self.companies[company].failed != 0 {
            return None;
        }
        (self.fails(&seen, company) == 0).then(|| Place { rank: self.rank(&seen, score), key: seen.key })
    }

    /// Returns a document with the number of its company.
    fn see(&self, columns: &Columns, document: DocId) -> Option<(Seen, usize)> {
        let at = document as usize;
        let number = columns.companies[at] as usize;
        let seen = Seen {
            key: columns.keys[at],
            attributes: columns.attributes[at],
            price: ComparablePrice(columns.prices[at]),
            details: columns.details[at],
            distance: self.companies.get(number)?.distance,
        };
        Some((seen, number))
    }

    /// Returns the filters by detail fields that an offering meets, or those of each offering of a company in the category.
    fn details_of<'s>(&'s self, seen: &'s Seen, company: usize) -> &'s [DetailValues] {
        if seen.key.is_offering() {
            return std::slice::from_ref(&seen.details);
        }
        self.category.map(|category| self.table.entries[company].details_in(category)).unwrap_or_default()
    }

    /// Returns the facts of a cruise that is searched for.
    fn cruise_of(&self, seen: &Seen, company: usize) -> Option<&CruiseEntry> {
        let id = seen.key.is_offering().then(|| OfferingId(seen.key.id()))?;
        self.table.entries[company].cruise(id)
    }

    /// Returns the conditions that a document fails.
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
        let is_described = self.details.as_ref().is_none_or(|details| {
            details.is_open() || self.details_of(seen, company).iter().any(|values| details.meets(*values))
        });
        let state = self.companies[company];
        let is_unwanted = state.is_unwanted && seen.key.kind() == Kind::Reel;
        let is_timeless = self.dated && self.products[seen.kind()];
        let of_cruise = self.cruise.as_ref().map_or(0, |cruises| cruises.fails(self.cruise_of(seen, company)));
        state.failed
            | of_cruise
            | bit(is_unwanted, CLOSED)
            | bit(!self.shown[seen.kind()], OTHER_TAB)
            | bit(!is_category, CATEGORY)
            | bit(!is_subcategory, SUBCATEGORY)
            | bit(!is_priced, PRICE)
            | bit(!is_described, DETAILS)
            | bit(attributes.tenths() < self.rating_min, RATING)
            | bit(is_timeless && self.tab != Tab::Products, TIMELESS)
    }
}
