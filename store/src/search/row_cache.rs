//! Rows of results and what can be booked of them, in memory. Searches for different places show the same companies, and
//! most of their time would go into reading these again.
//!
//! An entry keeps the versions of what it shows ([`crate::db::Aggregate`]) from before its data was read, so that a
//! search never shows what was before an acknowledged write. It is valid for one minute of the clock, as opening states
//! and free times are. The number of entries is bounded; those that are asked for often stay (TinyLFU).

use std::{
    collections::{HashMap, HashSet},
    hash::Hash,
};

use moka::sync::Cache;

use super::{
    bookable::{Bookable, Subject, Terms},
    documents::{Key, Kind},
    query::Who,
    results::Row,
};
use crate::{
    Db, Result,
    catalogue::offering,
    company::public::{self, CompanySummary},
    db::{Aggregate, Versions},
    types::{
        ids::{CompanyId, OfferingId},
        timestamp::Timestamp,
    },
};

/// Entries of each kind, of 1 to 2 KB.
const ENTRIES: u64 = 10_000;
/// Offerings whose companies are known.
const OFFERINGS: u64 = 100_000;

/// Subject of a look-up, and the party.
type Sought = (Key, OfferingId, Option<Who>);

pub(super) struct RowCache {
    rows: Cache<Key, Stamped<Row>>,
    /// Without a day. None for what is not booked.
    bookable: Cache<Sought, Stamped<Option<Bookable>>>,
    /// Companies of offerings, which never change.
    companies: Cache<OfferingId, CompanyId>,
}

/// State of the data that an entry was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Stamp {
    versions: Versions,
    minute: i64,
}

type Stamped<T> = (Stamp, T);

impl Default for RowCache {
    fn default() -> Self {
        Self { rows: Cache::new(ENTRIES), bookable: Cache::new(ENTRIES), companies: Cache::new(OFFERINGS) }
    }
}

impl RowCache {
    /// Returns the rows of companies and offerings. Those that went after they were indexed are left out.
    pub async fn rows(&self, db: &Db, keys: &[Key], now: Timestamp) -> Result<HashMap<Key, Row>> {
        let company = |key: &Key| match key.kind() {
            Kind::Company => Some(CompanyId(key.id())),
            Kind::Offering => self.companies.get(&OfferingId(key.id())),
            Kind::Reel => None,
        };
        let stamps = stamps(db, keys.iter().filter_map(company), now).await?;
        let stamp = |key: &Key| stamps.get(&company(key)?);
        let mut rows: HashMap<_, _> =
            keys.iter().filter_map(|key| Some((*key, kept(&self.rows, key, stamp(key)?)?))).collect();
        let missing = |kind| keys.iter().filter(move |key| key.kind() == kind).filter(|key| !rows.contains_key(*key));
        let companies: Vec<_> = missing(Kind::Company).map(|key| CompanyId(key.id())).collect();
        let offerings: Vec<_> = missing(Kind::Offering).map(|key| OfferingId(key.id())).collect();
        let companies = public::summaries(db, &companies, now).await?;
        let offerings = offering::cards(db, &offerings, now).await?;
        let companies = companies.into_iter().map(|row| (Key::company(row.id), Row::Company(Box::new(row))));
        let offerings = offerings.into_iter().map(|row| {
            self.companies.insert(row.id, row.company.id);
            (Key::offering(row.id), Row::Offering(Box::new(row)))
        });
        for (key, row) in companies.chain(offerings) {
            // The card of an offering that is seen for the first time is not kept: its versions were not read before it.
            if let Some(stamp) = stamp(&key) {
                self.rows.insert(key, (stamp.clone(), row.clone()));
            }
            rows.insert(key, row);
        }
        Ok(rows)
    }

    /// Returns these companies in the given order. Unknown ids are left out.
    pub async fn summaries(&self, db: &Db, ids: &[CompanyId], now: Timestamp) -> Result<Vec<CompanySummary>> {
        let keys: Vec<_> = ids.iter().copied().map(Key::company).collect();
        let mut rows = self.rows(db, &keys, now).await?;
        let summary = |key| match rows.remove(key) {
            Some(Row::Company(company)) => Some(*company),
            _ => None,
        };
        Ok(keys.iter().filter_map(summary).collect())
    }

    /// Returns what can be booked of each subject, in the same order. That of a day is read each time.
    pub async fn bookable(
        &self,
        db: &Db,
        subjects: &[Subject<'_>],
        terms: &Terms<'_>,
    ) -> Result<Vec<Option<Bookable>>> {
        if terms.when.is_some() {
            return terms.read_all(db, subjects).await;
        }
        let stamps = stamps(db, subjects.iter().map(|subject| subject.company()), terms.now).await?;
        let sought = |subject: &Subject<'_>| (subject.key(), subject.offering(), terms.who);
        let mut found = Vec::with_capacity(subjects.len());
        let mut missing = Vec::new();
        for (at, subject) in subjects.iter().enumerate() {
            let known = stamps.get(&subject.company()).and_then(|stamp| kept(&self.bookable, &sought(subject), stamp));
            if known.is_none() {
                missing.push((at, *subject));
            }
            found.push(known.flatten());
        }
        let read = terms.read_all(db, &missing.iter().map(|(_, subject)| *subject).collect::<Vec<_>>()).await?;
        for ((at, subject), bookable) in missing.into_iter().zip(read) {
            if let Some(stamp) = stamps.get(&subject.company()) {
                self.bookable.insert(sought(&subject), (stamp.clone(), bookable.clone()));
            }
            found[at] = bookable;
        }
        Ok(found)
    }
}

/// Returns the present stamps of these companies. Their data is read afterwards.
async fn stamps(
    db: &Db,
    companies: impl Iterator<Item = CompanyId>,
    now: Timestamp,
) -> Result<HashMap<CompanyId, Stamp>> {
    let companies: Vec<_> = companies.collect::<HashSet<_>>().into_iter().collect();
    let parts = companies.iter().flat_map(|company| [Aggregate::Company(*company), Aggregate::Inventory(*company)]);
    let all: Vec<_> = std::iter::once(Aggregate::All).chain(parts).collect();
    let versions = db.versions(&all).await?;
    let minute = now.0.div_euclid(Timestamp::MINUTE);
    let stamp = |at: usize| Stamp { versions: versions.at(&[0, 2 * at + 1, 2 * at + 2]), minute };
    Ok(companies.into_iter().enumerate().map(|(at, company)| (company, stamp(at))).collect())
}

fn kept<K: Hash + Eq + Send + Sync + 'static, T: Clone + Send + Sync + 'static>(
    of: &Cache<K, Stamped<T>>,
    key: &K,
    present: &Stamp,
) -> Option<T> {
    of.get(key).filter(|(stamp, _)| stamp == present).map(|(_, value)| value)
}
