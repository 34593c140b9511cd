//! Versions of what public pages show. A transaction names the aggregates that it changes, and its commit counts their
//! versions up before the write is acknowledged. A copy of an answer is current as long as the versions that were read
//! before its data are the present ones. So a copy that was made from older data is never current, whenever it arrives.
//!
//! On one node the versions are counters in memory. In a deployment of several nodes ([`Db::share_versions`]) they are
//! rows that the transaction itself updates, and each check reads them: a node that asks after another one's write was
//! acknowledged sees it, without a message between nodes that may be lost. Checks that wait at the same time share one
//! query. No message, clock or lease is involved, and a crash between commit and acknowledgement leaves no old copy.
//!
//! Debug builds on SQLite watch the tables: a transaction that changes one of [`WATCHED`] without naming an aggregate
//! panics at its commit.

use std::{
    collections::HashMap,
    mem,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicI64, Ordering},
    },
};

use tokio::sync::{Notify, oneshot};

use super::{Db, Tx};
use crate::{
    Error, Result, each, on,
    types::ids::{CompanyId, ReelId},
};

/// Part of the database that public answers are made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Aggregate {
    /// Everything. Every answer depends on it.
    All,
    /// Companies, offerings and published reels as lists over several companies show them. Changes with every company.
    Market,
    /// Page of a company, its news and pictures, and its offerings with their pages.
    Company(CompanyId),
    /// Units and times of a company that are taken or free.
    Inventory(CompanyId),
    /// Content, state and counters of a reel. What it shows of its company and offerings is part of the market.
    Reel(ReelId),
}

/// Number of companies, and of reels, whose versions are kept apart, a power of two. Two in one slot cost a needless refill.
const SLOTS: usize = 1 << SLOT_BITS;
const SLOT_BITS: u32 = 15;
const ALL: usize = 0;
const MARKET: usize = 1;
const COMPANIES: usize = 2;
const INVENTORIES: usize = COMPANIES + SLOTS;
const REELS: usize = INVENTORIES + SLOTS;
const LEN: usize = REELS + SLOTS;

impl Aggregate {
    fn slot(self) -> usize {
        match self {
            Self::All => ALL,
            Self::Market => MARKET,
            Self::Company(id) => COMPANIES + spread(id.0),
            Self::Inventory(id) => INVENTORIES + spread(id.0),
            Self::Reel(id) => REELS + spread(id.0),
        }
    }
}

/// Spreads ids over the slots: ids that were given out one after the other differ in few bits.
fn spread(id: i64) -> usize {
    let hash = id.cast_unsigned().wrapping_mul(0x9E37_79B9_7F4A_7C15);
    usize::try_from(hash >> (u64::BITS - SLOT_BITS)).unwrap_or(0)
}

/// Versions of the aggregates at one moment, in the order in which they were asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Versions(Vec<i64>);

impl Versions {
    /// Returns the versions of the aggregates at these positions.
    #[must_use]
    pub fn at(&self, positions: &[usize]) -> Self {
        Self(positions.iter().filter_map(|at| self.0.get(*at).copied()).collect())
    }

    /// Adds the versions of further aggregates.
    pub fn extend(&mut self, further: Self) {
        self.0.extend(further.0);
    }
}

/// Aggregates that were found out while an answer was made, with their versions from before their data was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dependencies {
    pub on: Vec<Aggregate>,
    pub versions: Versions,
}

impl Dependencies {
    /// Adds the dependencies of a further part of the answer.
    pub fn extend(&mut self, further: Self) {
        self.on.extend(further.on);
        self.versions.extend(further.versions);
    }
}

/// Versions of this process, and the queue of checks against the database.
pub(super) struct Changes {
    versions: Box<[AtomicI64]>,
    /// Several nodes write: the rows decide.
    is_shared: AtomicBool,
    waiting: Mutex<Vec<Check>>,
    /// Held during a query for versions.
    reading: tokio::sync::Mutex<()>,
    /// Notified after a commit that changed a company. The search index waits for it.
    catalogue: Notify,
}

impl Default for Changes {
    fn default() -> Self {
        Self {
            versions: (0..LEN).map(|_| AtomicI64::new(0)).collect(),
            is_shared: AtomicBool::new(false),
            waiting: Mutex::default(),
            reading: tokio::sync::Mutex::default(),
            catalogue: Notify::default(),
        }
    }
}

/// Slots to read, and who waits for them.
struct Check {
    slots: Vec<usize>,
    answer: oneshot::Sender<Result<Versions>>,
}

fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Changes of a transaction. Counts the versions of this process up when dropped: after the commit, and also if its
/// outcome is unknown.
pub(super) struct Announcement {
    changes: Arc<Changes>,
    slots: Vec<usize>,
}

impl Drop for Announcement {
    fn drop(&mut self) {
        for slot in &self.slots {
            self.changes.versions[*slot].fetch_add(1, Ordering::AcqRel);
        }
        if self.slots.iter().any(|slot| *slot < INVENTORIES) {
            self.changes.catalogue.notify_one();
        }
    }
}

impl Tx {
    /// Names an aggregate that this transaction changes. The change of a company changes the market too.
    pub fn changes(&mut self, aggregate: Aggregate) {
        let slots = &mut self.slots;
        slots.push(aggregate.slot());
        if let Aggregate::Company(_) = aggregate {
            slots.push(MARKET);
        }
    }

    /// Counts the versions in the database up, as the last statement before the commit: the rows of the market are
    /// locked for one commit only. Their order keeps two transactions from waiting for each other.
    pub(super) async fn announce(&mut self) -> Result<Announcement> {
        let mut slots = mem::take(&mut self.slots);
        slots.sort_unstable();
        slots.dedup();
        #[cfg(debug_assertions)]
        if let Some(watch) = &self.watch {
            watch.check(&slots);
        }
        if !slots.is_empty() && self.versions.is_shared.load(Ordering::Relaxed) {
            let rows = serde_json::to_string(&slots.iter().map(|slot| [slot]).collect::<Vec<_>>())?;
            let at = self.at();
            let sql = each!(
                at,
                "INSERT INTO public_version (slot, version) SELECT CAST(value->>0 AS BIGINT), 1 FROM ",
                " WHERE TRUE ON CONFLICT (slot) DO UPDATE SET version = public_version.version + 1"
            );
            on!(at, at => sqlx::query(sql).bind(rows).execute(at).await.map(drop))?;
        }
        Ok(Announcement { changes: Arc::clone(&self.versions), slots })
    }
}

impl Db {
    /// Declares that several nodes write to this database. Called before the first write.
    pub fn share_versions(&self) {
        self.versions.is_shared.store(true, Ordering::Relaxed);
    }

    /// Returns the present versions of these aggregates. Reads the database only if several nodes share it.
    pub async fn versions(&self, of: &[Aggregate]) -> Result<Versions> {
        let slots = of.iter().map(|aggregate| aggregate.slot());
        if !self.versions.is_shared.load(Ordering::Relaxed) {
            return Ok(Versions(slots.map(|slot| self.versions.versions[slot].load(Ordering::Acquire)).collect()));
        }
        self.stored_versions(slots.collect()).await
    }

    /// Returns these aggregates with their present versions. Their data is read afterwards.
    pub async fn dependencies(&self, on: Vec<Aggregate>) -> Result<Dependencies> {
        Ok(Dependencies { versions: self.versions(&on).await?, on })
    }

    /// Counts the version of everything in this process up, for fixtures that write without a transaction.
    #[cfg(feature = "testing")]
    pub fn everything_changed(&self) {
        drop(Announcement { changes: Arc::clone(&self.versions), slots: vec![ALL] });
    }

    /// Waits until this process commits a change of a company. One task waits; a commit before the call counts.
    pub async fn catalogue_changed(&self) {
        self.versions.catalogue.notified().await;
    }

    /// Reads versions in a batch with all checks that wait. A check that arrives during a query waits for the next one:
    /// it must see every commit that was acknowledged before it.
    async fn stored_versions(&self, slots: Vec<usize>) -> Result<Versions> {
        loop {
            let (answer, mut answered) = oneshot::channel();
            lock(&self.versions.waiting).push(Check { slots: slots.clone(), answer });
            let reading = self.versions.reading.lock().await;
            match answered.try_recv() {
                Ok(versions) => return versions,
                // The request that read for this one ended in between.
                Err(oneshot::error::TryRecvError::Closed) => continue,
                Err(oneshot::error::TryRecvError::Empty) => {}
            }
            let batch = mem::take(&mut *lock(&self.versions.waiting));
            let rows = self.read_versions(&batch).await;
            drop(reading);
            for check in batch {
                let versions = rows.as_ref().map(|rows| rows.of(&check.slots));
                // Nobody waits any more if the request ended.
                let _ = check.answer.send(versions.map_err(|_| Error::Database(sqlx::Error::PoolTimedOut)));
            }
            return rows.map(|rows| rows.of(&slots));
        }
    }

    async fn read_versions(&self, batch: &[Check]) -> Result<Rows> {
        let mut slots: Vec<_> = batch.iter().flat_map(|check| check.slots.iter().copied()).collect();
        slots.sort_unstable();
        slots.dedup();
        let slots = serde_json::to_string(&slots.iter().map(|slot| [slot]).collect::<Vec<_>>())?;
        let at = self.read();
        let sql = each!(
            at,
            "SELECT slot, version FROM public_version WHERE slot IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
            ")"
        );
        let rows: Vec<(i64, i64)> = on!(at, at => sqlx::query_as(sql).bind(slots).fetch_all(at).await)?;
        Ok(Rows(rows.into_iter().collect()))
    }
}

/// Stored versions. A slot without a row has the version 0.
struct Rows(HashMap<i64, i64>);

impl Rows {
    fn of(&self, slots: &[usize]) -> Versions {
        let row = |slot: &usize| i64::try_from(*slot).ok().and_then(|slot| self.0.get(&slot)).copied();
        Versions(slots.iter().map(|slot| row(slot).unwrap_or(0)).collect())
    }
}

/// Tables that public pages and carts show.
#[cfg(debug_assertions)]
const WATCHED: [&str; 25] = [
    "company",
    "company_category",
    "company_subcategory",
    "company_feature",
    "company_follower",
    "company_picture",
    "company_news",
    "opening_interval",
    "opening_exception",
    "offering",
    "offering_folder",
    "offering_picture",
    "offering_variant",
    "occurrence",
    "resource",
    "resource_offering",
    "policy",
    "promo_code",
    "fulfilment",
    "delivery_zone",
    "loyalty_programme",
    "capacity_bucket",
    "reel",
    "reel_offering",
    "reel_subtitle",
];

/// Watched tables that the present transaction changed.
#[cfg(debug_assertions)]
#[derive(Clone, Default)]
pub(super) struct Watch(Arc<Mutex<std::collections::BTreeSet<String>>>);

#[cfg(debug_assertions)]
impl Watch {
    pub fn note(&self, table: &str) {
        if WATCHED.contains(&table) {
            lock(&self.0).insert(table.to_owned());
        }
    }

    /// Begins a transaction.
    pub fn begin(&self) {
        lock(&self.0).clear();
    }

    fn check(&self, slots: &[usize]) {
        let changed = mem::take(&mut *lock(&self.0));
        assert!(changed.is_empty() || !slots.is_empty(), "a transaction changes {changed:?} and names no aggregate");
    }
}
