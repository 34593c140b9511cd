//! The search itself: words to conditions, pages of results, and what is given up when nothing is found.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex},
};

use super::{
    SearchIndex,
    collector::{Collected, Place, Scan, ScanCollector, ScanInput},
    cursor::Cursor,
    index::{Snapshot, failed, lock},
    indexer::blocking,
    lexicon::{Day, Meaning, Understood, lexicon},
    matching::Matching,
    query::{Facets, Found, RELAXATIONS, Reading, Relaxation, SearchError, SearchHit, SearchQuery, When, Who},
    reels,
};
use crate::{
    Db, Error, Result,
    catalogue::detail_filter::DetailValues,
    db::Dependencies,
    types::timestamp::{Date, Timestamp},
};

/// Maximum results of a page.
pub const PER_PAGE_MAX: usize = 50;
/// Maximum candidates whose availability one page looks at.
const CANDIDATES_MAX: usize = 120;
/// The same while none is free: a condition is given up after that.
const TAKEN_MAX: usize = 360;
/// Distance of “near me”.
const NEAR_KM: f64 = 10.0;
/// Evening and lunch, in minutes of the day.
const EVENING: i64 = 17 * 60;
const LUNCH: (i64, i64) = (11 * 60 + 30, 15 * 60);
/// Time around a time of the day that still counts.
const AROUND: i64 = 90;

/// Query with what was read from its words.
pub(super) struct Prepared {
    query: SearchQuery,
    understood: Understood,
    reading: Reading,
}

impl SearchIndex {
    /// Returns a page of results. A cursor continues an earlier page of the same query.
    pub async fn find(
        &self,
        db: &Db,
        query: &SearchQuery,
        cursor: Option<&str>,
        limit: usize,
        now: Timestamp,
    ) -> Result<Found, SearchError> {
        if self.state() == 0 {
            return Err(SearchError::Preparing);
        }
        // Before the search: its results may be those of a part.
        let preparing = !self.is_ready();
        let fingerprint = query.fingerprint();
        let cursor = cursor.map(|text| Cursor::decode(text, fingerprint, now)).transpose()?;
        let limit = limit.clamp(1, PER_PAGE_MAX);
        let as_of = cursor.as_ref().map_or(now, |cursor| cursor.as_of);
        let snapshot = self.files.snapshot();
        let prepared = self.prepare(query, &snapshot, now);
        let after = cursor.as_ref().map(|cursor| cursor.after);
        let unwanted = reels::unwanted(db, query.viewer).await?.into_iter();
        let unwanted = Arc::new(unwanted.filter_map(|company| snapshot.companies.number(company)).collect());
        // A result for a day leaves out what is taken on it, which may be given back.
        let is_for_all = query.viewer.is_none() && prepared.query.when.is_none();
        let dependencies = Mutex::new(is_for_all.then(Dependencies::default));
        let page = Page {
            index: self,
            db,
            snapshot: &snapshot,
            prepared: &prepared,
            unwanted,
            limit,
            as_of,
            now,
            dependencies,
        };
        let (filled, relaxed) = match cursor {
            Some(cursor) => (page.fill(&cursor.relaxed, after).await?, cursor.relaxed),
            None => page.relaxing().await?,
        };
        let dependencies = lock(&page.dependencies).take();
        let next = filled.last.map(|after| Cursor { as_of, after, relaxed: relaxed.clone() }.encode(fingerprint));
        Ok(Found {
            hits: filled.hits,
            total: filled.total,
            facets: filled.facets,
            understood: prepared.reading,
            relaxed,
            preparing,
            next,
            dependencies,
        })
    }

    /// Adds to the query what its words say.
    fn prepare(&self, query: &SearchQuery, snapshot: &Snapshot, now: Timestamp) -> Prepared {
        let matching = Matching { fields: self.files.fields, searcher: &snapshot.searcher };
        let understood = lexicon().understand(&query.what, &|word| matching.is_known(word));
        let mut query = query.clone();
        let named = understood.day.map(|day| day.when(&query.time_zone.date_at(now)));
        let time = understood.time;
        if query.when.is_none() {
            query.when = match (named, time) {
                (None, None) => None,
                (named, time) => {
                    let mut when = named.unwrap_or_else(|| Day::Today.when(&query.time_zone.date_at(now)));
                    if let Some(time) = time {
                        (when.from, when.to) = (Some((time - AROUND).max(0)), Some(time + AROUND));
                    }
                    Some(when)
                }
            };
        }
        if query.who.is_none() && (understood.adults.is_some() || understood.children.is_some()) {
            query.who =
                Some(Who { adults: understood.adults.unwrap_or(1), children: understood.children.unwrap_or(0) });
        }
        query.filters.open_now |= understood.open_now;
        for feature in &understood.features {
            if !query.filters.features.contains(feature) {
                query.filters.features.push(feature);
            }
        }
        if understood.near && query.place.position.is_some() && query.place.distance_km.is_none() {
            query.place.distance_km = Some(NEAR_KM);
        }
        let when = query.when.as_ref();
        let reading = Reading {
            date: when.map(|when| when.date.clone()),
            until: when.map(|when| when.until.clone()),
            from: when.and_then(|when| when.from),
            to: when.and_then(|when| when.to),
            adults: query.who.map(|who| who.adults),
            children: query.who.map(|who| who.children),
            open_now: understood.open_now,
            near: understood.near,
            features: understood.features.clone(),
        };
        Prepared { query, understood, reading }
    }
}

impl Day {
    fn when(self, today: &Date) -> When {
        let weekday = i64::from(today.weekday().number()) - 1;
        let day = |date: Date, from: Option<i64>, to: Option<i64>| When { until: date.clone(), date, from, to };
        let weekend = |soonest: i64| {
            // Friday to Sunday. On Saturday and Sunday what is left of it.
            let friday = (4 - weekday).rem_euclid(7);
            let friday = if friday < soonest { friday + 7 } else { friday };
            When { date: today.plus_days(friday), until: today.plus_days(friday + 2), from: None, to: None }
        };
        match self {
            Self::Today => day(today.clone(), None, None),
            Self::Tonight => day(today.clone(), Some(EVENING), None),
            Self::Lunch => day(today.clone(), Some(LUNCH.0), Some(LUNCH.1)),
            Self::Tomorrow => day(today.plus_days(1), None, None),
            Self::TomorrowEvening => day(today.plus_days(1), Some(EVENING), None),
            Self::Weekend if weekday >= 5 => {
                When { date: today.clone(), until: today.plus_days(6 - weekday), from: None, to: None }
            }
            Self::Weekend => weekend(0),
            Self::NextWeekend => weekend(3),
            Self::Weekday(number) => day(today.plus_days((number - weekday).rem_euclid(7)), None, None),
        }
    }
}

/// Page in the making.
pub(super) struct Page<'p> {
    pub index: &'p SearchIndex,
    pub db: &'p Db,
    pub snapshot: &'p Arc<Snapshot>,
    pub prepared: &'p Prepared,
    /// Numbers of the companies whose reels the viewer does not want to see.
    unwanted: Arc<HashSet<u32>>,
    limit: usize,
    as_of: Timestamp,
    pub now: Timestamp,
    /// Dependencies of the results. None if the answer is not for everybody.
    pub dependencies: Mutex<Option<Dependencies>>,
}

/// Results of a page, and the place of the last candidate if more follow.
struct Filled {
    hits: Vec<SearchHit>,
    total: u64,
    facets: Facets,
    last: Option<Place>,
}

impl Page<'_> {
    /// Fills the first page. While it is empty, gives up one more condition that the query has.
    async fn relaxing(&self) -> Result<(Filled, Vec<Relaxation>)> {
        let mut relaxed = Vec::new();
        let asked = self.fill(&relaxed, None).await?;
        let mut filled = Filled { hits: Vec::new(), total: 0, facets: asked.facets.clone(), last: None };
        if !asked.hits.is_empty() {
            return Ok((asked, relaxed));
        }
        for relaxation in RELAXATIONS {
            if !relaxation.applies(self.prepared) {
                continue;
            }
            relaxed.push(relaxation);
            filled = self.fill(&relaxed, None).await?;
            if !filled.hits.is_empty() {
                return Ok((filled, relaxed));
            }
        }
        // Nothing matches the words at all.
        filled.facets = asked.facets;
        Ok((filled, Vec::new()))
    }

    /// Fills a page with results after a place.
    async fn fill(&self, relaxed: &[Relaxation], after: Option<Place>) -> Result<Filled> {
        let mut query = self.prepared.query.clone();
        for relaxation in relaxed {
            relaxation.apply(&mut query);
        }
        let any = relaxed.contains(&Relaxation::Words);
        let mut after = after;
        let mut filled: Option<Filled> = None;
        let mut seen = 0;
        loop {
            let collected = self.collect(&query, any, after).await?;
            let filled = filled.get_or_insert_with(|| Filled {
                hits: Vec::new(),
                total: collected.total,
                facets: collected.facets.clone(),
                last: None,
            });
            let candidates = self.hits(&query, &collected.best).await?;
            for (place, hit) in candidates {
                seen += 1;
                after = Some(place);
                filled.hits.extend(hit);
                if filled.hits.len() == self.limit {
                    break;
                }
            }
            let is_rest = collected.more || collected.best.last().is_some_and(|last| Some(*last) != after);
            let most = if filled.hits.is_empty() { TAKEN_MAX } else { CANDIDATES_MAX };
            let is_full = filled.hits.len() == self.limit || seen >= most;
            if is_full || !is_rest {
                filled.last = after.filter(|_| is_rest);
                break;
            }
        }
        filled.ok_or_else(|| Error::Corrupt("search without a page".to_owned()))
    }

    /// Asks the index for the best candidates.
    async fn collect(&self, query: &SearchQuery, any: bool, after: Option<Place>) -> Result<Collected> {
        let (snapshot, query) = (Arc::clone(self.snapshot), query.clone());
        let wanted = self.prepared.understood.wanted.clone();
        // A query of stop words only finds everything.
        let is_nothing = wanted.is_empty() && self.prepared.is_unreadable();
        let (fields, limit, now) = (self.index.files.fields, self.limit, self.as_of);
        let unwanted = Arc::clone(&self.unwanted);
        blocking(move || {
            let input = ScanInput { query: &query, now, after, limit, scores: !wanted.is_empty(), unwanted: &unwanted };
            let scan = ScanCollector(Arc::new(Scan::new(&snapshot, &input)));
            if is_nothing {
                return search(&snapshot, &tantivy::query::EmptyQuery, &scan);
            }
            if wanted.is_empty() && !Matching::narrows(&query.filters) {
                return scan.all(&snapshot.searcher).map_err(failed);
            }
            let matching = Matching { fields, searcher: &snapshot.searcher };
            search(&snapshot, &*matching.within(matching.query(&wanted, any), &query.filters), &scan)
        })
        .await
    }
}

fn search(snapshot: &Snapshot, query: &dyn tantivy::query::Query, scan: &ScanCollector) -> Result<Collected> {
    snapshot.searcher.search(query, scan).map_err(failed)
}

impl Prepared {
    /// Returns true if the query has text without any word, such as `%`. It matches nothing.
    fn is_unreadable(&self) -> bool {
        !self.query.what.trim().is_empty() && super::text::words(&self.query.what).is_empty()
    }

    /// Returns the category that the words name.
    pub fn category(&self) -> Option<&'static str> {
        self.understood.wanted.iter().flat_map(|wanted| &wanted.meanings).find_map(|meaning| match meaning {
            Meaning::Category(key) => Some(*key),
            _ => None,
        })
    }
}

impl Relaxation {
    /// Returns true if the query has such a condition.
    fn applies(self, prepared: &Prepared) -> bool {
        let Prepared { query, understood, .. } = prepared;
        let filters = &query.filters;
        match self {
            Self::When => query.when.is_some() || query.who.is_some(),
            Self::OpenNow => filters.open_now,
            Self::Features => {
                !filters.features.is_empty()
                    || filters.order_type.is_some()
                    || filters.details != DetailValues::default()
            }
            Self::Price => filters.price_min.is_some() || filters.price_max.is_some() || filters.rating_min.is_some(),
            Self::Distance => query.place.distance_km.is_some() || query.place.area.is_some(),
            Self::Words => understood.wanted.len() > 1,
        }
    }

    fn apply(self, query: &mut SearchQuery) {
        let filters = &mut query.filters;
        match self {
            Self::When => (query.when, query.who) = (None, None),
            Self::OpenNow => filters.open_now = false,
            Self::Features => {
                filters.features.clear();
                filters.order_type = None;
                filters.details = DetailValues::default();
            }
            Self::Price => (filters.price_min, filters.price_max, filters.rating_min) = (None, None, None),
            Self::Distance => (query.place.distance_km, query.place.area) = (None, None),
            Self::Words => {}
        }
    }
}
