//! Results of a page: the rows of its candidates, and what can be booked of them.

use std::{collections::HashSet, sync::Arc};

use super::{
    bookable::{Bookable, Subject, Terms},
    collector::Place,
    company_table::{CompanyEntry, category_number},
    documents::{Key, Kind},
    find::Page,
    index::lock,
    query::{CompanyHit, OfferingHit, ReelHit, SearchHit, SearchQuery},
};
use crate::{
    Result,
    catalogue::offering::OfferingCard,
    company::public::CompanySummary,
    db::Aggregate,
    reel::{self, Reel, Viewer},
    types::ids::{CompanyId, OfferingId, ReelId},
};

impl Page<'_> {
    /// Reads the rows of candidates and what can be booked of them. A candidate that is not free on the day is none.
    pub(super) async fn hits(&self, query: &SearchQuery, places: &[Place]) -> Result<Vec<(Place, Option<SearchHit>)>> {
        let keys: Vec<_> = places.iter().map(|place| place.key).collect();
        let mut found = self.index.rows.rows(self.db, &keys, self.now).await?;
        found.extend(self.reels(query, &keys).await?);
        // None for a row that went after it was indexed.
        let rows: Vec<_> = keys.iter().map(|key| found.remove(key)).collect();
        let booked: HashSet<_> = rows.iter().flatten().filter_map(Row::company).collect();
        self.depend_on(booked.into_iter().map(Aggregate::Inventory)).await?;
        let subjects: Vec<_> = rows.iter().map(|row| self.subject(query, row.as_ref()?)).collect();
        let wanted: Vec<_> = subjects.iter().flatten().copied().collect();
        let mut read = self.index.rows.bookable(self.db, &wanted, &self.terms(query)).await?.into_iter();
        let mut bookable: Vec<_> =
            subjects.iter().map(|subject| (subject.is_some(), subject.and_then(|_| read.next().flatten()))).collect();
        if query.when.is_some() {
            self.try_others(query, &rows, &mut bookable).await?;
        }
        let hits = places.iter().zip(rows).zip(bookable).map(|((place, row), (is_booked, bookable))| {
            let hit = row.and_then(|row| match row {
                Row::Company(company) => self.company_hit(query, *company, is_booked, bookable),
                Row::Offering(offering) => self.offering_hit(query, *offering, is_booked, bookable),
                Row::Reel(reel) => Some(SearchHit::Reel(ReelHit { reel: *reel })),
            });
            (*place, hit)
        });
        Ok(hits.collect())
    }

    /// Reads the reels among these results that the viewer may see.
    async fn reels(&self, query: &SearchQuery, keys: &[Key]) -> Result<Vec<(Key, Row)>> {
        let reels: Vec<_> = keys.iter().filter(|key| key.kind() == Kind::Reel).map(|key| ReelId(key.id())).collect();
        if reels.is_empty() {
            return Ok(Vec::new());
        }
        self.depend_on(reels.iter().copied().map(Aggregate::Reel)).await?;
        let viewer = Viewer { account: query.viewer, position: query.place.position };
        let visible = reel::view::visible_of(self.db, &reels, &viewer, self.now).await?;
        Ok(visible.into_iter().map(|reel| (Key::reel(reel.id), Row::Reel(Box::new(reel)))).collect())
    }

    /// Replaces what is taken by the first free one of the other offerings of its company.
    async fn try_others(
        &self,
        query: &SearchQuery,
        rows: &[Option<Row>],
        bookable: &mut [(bool, Option<Bookable>)],
    ) -> Result<()> {
        let mut others = Vec::new();
        for (at, row) in rows.iter().enumerate() {
            let is_free = bookable[at].1.as_ref().is_some_and(Bookable::is_free);
            if let Some(Row::Company(company)) = row
                && !is_free
            {
                let offerings = self.to_book(query, company.id).skip(1);
                others.extend(offerings.map(|offering| (at, Subject::Company(company.id, offering))));
            }
        }
        let subjects: Vec<_> = others.iter().map(|(_, subject)| *subject).collect();
        let read = self.terms(query).read_all(self.db, &subjects).await?;
        for ((at, _), found) in others.into_iter().zip(read).rev() {
            if found.as_ref().is_some_and(Bookable::is_free) {
                bookable[at].1 = found;
            }
        }
        Ok(())
    }

    /// Adds dependencies of the answer, before their data is read.
    async fn depend_on(&self, aggregates: impl Iterator<Item = Aggregate>) -> Result<()> {
        let aggregates: Vec<_> = aggregates.collect();
        if aggregates.is_empty() || lock(&self.dependencies).is_none() {
            return Ok(());
        }
        let further = self.db.dependencies(aggregates).await?;
        if let Some(dependencies) = &mut *lock(&self.dependencies) {
            dependencies.extend(further);
        }
        Ok(())
    }

    /// Returns what to look up of a result. None if it is not booked.
    fn subject<'r>(&self, query: &SearchQuery, row: &'r Row) -> Option<Subject<'r>> {
        match row {
            Row::Company(company) => Some(Subject::Company(company.id, self.to_book(query, company.id).next()?)),
            Row::Offering(offering) => offering.availability.is_booked().then_some(Subject::Offering(offering)),
            Row::Reel(_) => None,
        }
    }

    /// Returns the offerings of a company to try, in order.
    fn to_book(&self, query: &SearchQuery, company: CompanyId) -> impl Iterator<Item = OfferingId> {
        let category = query.filters.category.map(|category| category.key).or_else(|| self.prepared.category());
        let entry = self.snapshot.companies.get(company);
        entry.into_iter().flat_map(move |entry| entry.to_book(category.and_then(category_number)))
    }

    fn terms<'q>(&self, query: &'q SearchQuery) -> Terms<'q> {
        Terms { when: query.when.as_ref(), who: query.who, now: self.now }
    }

    fn distance(&self, query: &SearchQuery, entry: Option<&Arc<CompanyEntry>>) -> Option<f64> {
        let (from, to) = query.place.position.zip(entry?.position)?;
        Some((from.distance_km(to) * 10.0).round() / 10.0)
    }

    /// Makes a result, unless it is not free on the day. `is_booked` tells whether something of it is booked.
    fn company_hit(
        &self,
        query: &SearchQuery,
        company: CompanySummary,
        is_booked: bool,
        bookable: Option<Bookable>,
    ) -> Option<SearchHit> {
        let entry = self.snapshot.companies.get(company.id);
        if let Some(when) = &query.when {
            let is_open = || entry.is_some_and(|entry| entry.is_open_during(when, self.now));
            let is_free = if is_booked { bookable.as_ref().is_some_and(Bookable::is_free) } else { is_open() };
            if !is_free {
                return None;
            }
        }
        let distance_km = self.distance(query, entry);
        let price_from = entry.and_then(|entry| entry.prices).map(|(low, _)| low);
        Some(SearchHit::Company(CompanyHit { company, distance_km, price_from, bookable }))
    }

    /// Same for an offering.
    fn offering_hit(
        &self,
        query: &SearchQuery,
        offering: OfferingCard,
        is_booked: bool,
        bookable: Option<Bookable>,
    ) -> Option<SearchHit> {
        let is_taken = is_booked && !bookable.as_ref().is_some_and(Bookable::is_free);
        if query.when.is_some() && is_taken {
            return None;
        }
        let entry = self.snapshot.companies.get(offering.company.id);
        let position = entry.and_then(|entry| entry.position);
        Some(SearchHit::Offering(OfferingHit {
            latitude: position.map(|position| position.latitude),
            longitude: position.map(|position| position.longitude),
            distance_km: self.distance(query, entry),
            offering,
            bookable,
        }))
    }
}

/// Row of a candidate.
#[derive(Clone)]
pub(super) enum Row {
    Company(Box<CompanySummary>),
    Offering(Box<OfferingCard>),
    Reel(Box<Reel>),
}

impl Row {
    fn company(&self) -> Option<CompanyId> {
        match self {
            Self::Company(company) => Some(company.id),
            Self::Offering(offering) => Some(offering.company.id),
            Self::Reel(_) => None,
        }
    }
}
