//! The best documents of a search, and the collector that wants nothing else.

use std::{cmp::Reverse, collections::BinaryHeap, sync::Arc};

use tantivy::{
    DocId, Score, SegmentOrdinal, SegmentReader,
    collector::{Collector, SegmentCollector},
};

use super::{
    collector::{Place, Scan},
    index::Columns,
};

/// The best places of those offered.
pub(super) struct Top {
    /// The worst on top.
    places: BinaryHeap<Reverse<Place>>,
    limit: usize,
    /// A place was left out.
    pub more: bool,
}

impl Top {
    pub fn new(limit: usize) -> Self {
        Self { places: BinaryHeap::new(), limit, more: false }
    }

    /// Keeps a place if it is among the best.
    pub fn offer(&mut self, place: Place) {
        if self.places.len() < self.limit {
            self.places.push(Reverse(place));
            return;
        }
        self.more = true;
        if let Some(mut worst) = self.places.peek_mut()
            && worst.0 < place
        {
            *worst = Reverse(place);
        }
    }

    /// Keeps the best of another as well.
    pub fn merge(&mut self, other: Self) {
        self.more |= other.more;
        other.places.into_iter().for_each(|Reverse(place)| self.offer(place));
    }

    /// Keeps the best of another whose documents may be here already, with a higher rank.
    fn add(&mut self, other: Self) {
        for Reverse(place) in other.places {
            if !self.places.iter().any(|Reverse(known)| known.key == place.key) {
                self.offer(place);
            }
        }
    }

    /// Returns true if no place of this rank or below would be kept.
    fn is_above(&self, rank: i64) -> bool {
        self.places.len() == self.limit && self.places.peek().is_some_and(|Reverse(worst)| worst.rank > rank)
    }

    /// Returns the places, best first.
    pub fn into_sorted(self) -> Vec<Place> {
        self.places.into_sorted_vec().into_iter().map(|Reverse(place)| place).collect()
    }
}

/// Best companies and best offerings of one scan, without counts.
pub(super) struct TopCollector {
    pub scan: Arc<Scan>,
    pub limit: usize,
}

pub(super) struct TopOfSegment {
    scan: Arc<Scan>,
    columns: Arc<Columns>,
    found: TopFound,
}

pub(super) struct TopFound {
    pub companies: Top,
    pub offerings: Top,
}

impl TopFound {
    pub fn new(limit: usize) -> Self {
        Self { companies: Top::new(limit), offerings: Top::new(limit) }
    }

    /// Keeps the best of another search as well, which may have found the same documents with a lower rank.
    pub fn add(&mut self, other: Self) {
        self.companies.add(other.companies);
        self.offerings.add(other.offerings);
    }

    /// Returns true if no document of this rank or below would be kept.
    pub fn is_above(&self, rank: i64) -> bool {
        self.companies.is_above(rank) && self.offerings.is_above(rank)
    }
}

impl SegmentCollector for TopOfSegment {
    type Fruit = TopFound;

    fn collect(&mut self, document: DocId, score: Score) {
        if let Some(place) = self.scan.place(&self.columns, document, score) {
            let top = if place.key.is_company() { &mut self.found.companies } else { &mut self.found.offerings };
            top.offer(place);
        }
    }

    fn harvest(self) -> TopFound {
        self.found
    }
}

impl Collector for TopCollector {
    type Fruit = TopFound;
    type Child = TopOfSegment;

    fn for_segment(&self, segment: SegmentOrdinal, _: &SegmentReader) -> tantivy::Result<TopOfSegment> {
        let columns = self.scan.columns(segment)?;
        Ok(TopOfSegment { scan: Arc::clone(&self.scan), columns, found: TopFound::new(self.limit) })
    }

    fn requires_scoring(&self) -> bool {
        self.scan.needs_scores()
    }

    fn merge_fruits(&self, segments: Vec<TopFound>) -> tantivy::Result<TopFound> {
        let mut all = TopFound::new(self.limit);
        for found in segments {
            all.companies.merge(found.companies);
            all.offerings.merge(found.offerings);
        }
        Ok(all)
    }
}
