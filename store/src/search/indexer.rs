//! Keeps the index up behind the commits of all nodes, by the time of the last change of companies, offerings and reels.

use std::{collections::HashMap, path::PathBuf, sync::Arc, time::Duration};

use super::{
    SearchIndex,
    company_table::{self, CompanyEntry, CompanyTable},
    documents::{self, Key},
    index::{Horizon, IndexFiles, lock},
    reels,
};
use crate::{
    Db, Error, Result, on,
    types::{
        ids::{CompanyId, OfferingId, ReelId},
        timestamp::Timestamp,
    },
};

/// Interval at which the database is asked for changes of other nodes.
const INTERVAL: Duration = Duration::from_millis(500);
/// Time in which the commits after the first one gather, so that many make one state of the index.
const GATHERING: Duration = Duration::from_millis(50);
/// Pause after a failure.
const RETRY: Duration = Duration::from_secs(1);
/// Companies in one batch while the index is made.
const BATCH: usize = 200;
/// Documents after which a batch is made visible while the index is made: the first early, the others twice as many each,
/// up to a maximum.
const FIRST_COMMIT: usize = 100;
const COMMIT_MAX: usize = 50_000;
/// Changed rows read at once.
const CHANGES: i64 = 2_000;
/// A transaction may commit this long after the time that it wrote. The idle timeout of transactions is shorter, and
/// the clocks of nodes differ less.
const LATE: i64 = 5 * Timestamp::SECOND + Timestamp::SKEW;
/// After this long without a change, late commits are no longer expected.
const QUIET: i64 = Timestamp::MINUTE;
/// A company with more offerings is not indexed as a whole for a change of one.
const WHOLE: i64 = 500;

/// Progress of the indexer.
#[derive(Default)]
pub(super) struct Progress {
    /// The companies are in memory.
    is_loaded: bool,
    /// Changes that were indexed and may be read again because of [`LATE`].
    companies: HashMap<i64, i64>,
    offerings: HashMap<i64, i64>,
    reels: HashMap<i64, i64>,
}

type Change = (i64, i64);

impl Progress {
    /// Returns the progress of an index that was made after `horizon` was read: nothing of it has to be indexed again.
    async fn after(db: &Db, horizon: Horizon, now: Timestamp) -> Result<Self> {
        let mut made = Self { is_loaded: true, ..Self::default() };
        for (seen, newest, sql) in [
            (&mut made.companies, horizon.company, COMPANY_CHANGES),
            (&mut made.offerings, horizon.offering, OFFERING_CHANGES),
            (&mut made.reels, horizon.reel, REEL_CHANGES),
        ] {
            let mut changes = Changes::since(newest, now);
            while let Some(rows) = changes.next(db, sql).await? {
                seen.extend(rows);
            }
        }
        Ok(made)
    }
}

impl SearchIndex {
    /// Opens the index of a database. See [`IndexFiles::open`].
    pub async fn open(db: &Db, folder: Option<PathBuf>) -> Result<Self> {
        let epoch = epoch(db).await?;
        let files = blocking(move || IndexFiles::open(folder.as_deref(), epoch)).await?;
        Ok(Self { files: Arc::new(files), progress: Arc::default(), rows: Arc::default() })
    }

    /// Keeps the index up. Never returns. A commit of this process is indexed at once.
    pub async fn run(&self, db: Db) {
        loop {
            if let Err(cause) = self.catch_up(&db, Timestamp::now()).await {
                tracing::warn!(%cause, "search index could not be brought up to date");
                tokio::time::sleep(RETRY).await;
            }
            if tokio::time::timeout(INTERVAL, db.catalogue_changed()).await.is_ok() {
                tokio::time::sleep(GATHERING).await;
            }
        }
    }

    /// Indexes everything that was committed before the call.
    pub async fn catch_up(&self, db: &Db, now: Timestamp) -> Result<()> {
        let mut progress = self.progress.lock().await;
        let horizon = *lock(&self.files.horizon);
        let Some(horizon) = horizon else {
            *progress = self.build(db, now).await?;
            return Ok(());
        };
        if !progress.is_loaded {
            self.load_companies(db, now).await?;
            progress.is_loaded = true;
        }
        let followed = self.follow(db, &mut progress, horizon, now).await;
        if followed.is_err() {
            // Read again what was not indexed.
            *progress = Progress { is_loaded: true, ..Progress::default() };
        }
        followed
    }

    /// Makes the whole index. Searches find what is done meanwhile.
    async fn build(&self, db: &Db, now: Timestamp) -> Result<Progress> {
        let horizon = newest(db).await?;
        // Read before the documents, which therefore contain these changes.
        let progress = Progress::after(db, horizon, now).await?;
        let ids = company_ids(db).await?;
        let mut table = CompanyTable::clone(&self.files.snapshot().companies);
        let (mut pending, mut commit) = (0, FIRST_COMMIT);
        for batch in ids.chunks(BATCH) {
            let entries = company_table::read(db, batch, now).await?;
            let offerings = documents::offerings_of(db, batch).await?;
            let reels = reels::of(db, batch).await?;
            pending += entries.len() + offerings.len() + reels.len();
            table.put(entries.iter().cloned());
            let (files, batch) = (Arc::clone(&self.files), batch.to_vec());
            let shown = (pending > commit).then(|| table.clone());
            if shown.is_some() {
                (pending, commit) = (0, (2 * commit).min(COMMIT_MAX));
            }
            blocking(move || {
                files.replace_companies(&batch, &documents::all(&entries, &offerings, &reels))?;
                shown.map_or(Ok(()), |table| files.publish(table, None))
            })
            .await?;
        }
        table.begin_minute(now);
        let files = Arc::clone(&self.files);
        blocking(move || files.publish(table, Some(horizon))).await?;
        Ok(progress)
    }

    /// Reads the companies of an index that was kept.
    async fn load_companies(&self, db: &Db, now: Timestamp) -> Result<()> {
        let mut table = CompanyTable::clone(&self.files.snapshot().companies);
        for batch in company_ids(db).await?.chunks(BATCH) {
            table.put(company_table::read(db, batch, now).await?);
        }
        table.begin_minute(now);
        let files = Arc::clone(&self.files);
        blocking(move || files.show(table)).await
    }

    /// Indexes the changes since the horizon.
    async fn follow(&self, db: &Db, progress: &mut Progress, horizon: Horizon, now: Timestamp) -> Result<()> {
        let mut next = horizon;
        let mut companies = Vec::new();
        let mut changes = Changes::since(horizon.company, now);
        while let Some(rows) = changes.next(db, COMPANY_CHANGES).await? {
            next.company = rows.iter().map(|(_, at)| *at).fold(next.company, i64::max);
            companies.extend(unseen(&mut progress.companies, rows).map(CompanyId));
        }
        let mut offerings = Vec::new();
        let mut changes = Changes::since(horizon.offering, now);
        while let Some(rows) = changes.next(db, OFFERING_CHANGES).await? {
            next.offering = rows.iter().map(|(_, at)| *at).fold(next.offering, i64::max);
            offerings.extend(unseen(&mut progress.offerings, rows).map(OfferingId));
        }
        let mut reels = Vec::new();
        let mut changes = Changes::since(horizon.reel, now);
        while let Some(rows) = changes.next(db, REEL_CHANGES).await? {
            next.reel = rows.iter().map(|(_, at)| *at).fold(next.reel, i64::max);
            let changed: Vec<_> = unseen(&mut progress.reels, rows).map(ReelId).collect();
            reels.extend(reels::beside(db, &changed).await?);
            reels.extend(changed);
        }
        let snapshot = self.files.snapshot();
        let is_current = companies.is_empty() && offerings.is_empty() && reels.is_empty();
        if is_current && snapshot.companies.is_minute(now) {
            return Ok(());
        }
        let mut table = CompanyTable::clone(&snapshot.companies);
        drop(snapshot);
        let single = self.grouped(db, &mut companies, offerings, now, &mut table).await?;
        for batch in companies.chunks(BATCH) {
            let entries = company_table::read(db, batch, now).await?;
            let offerings = documents::offerings_of(db, batch).await?;
            let reels = reels::of(db, batch).await?;
            table.put(entries.iter().cloned());
            let (files, batch) = (Arc::clone(&self.files), batch.to_vec());
            blocking(move || files.replace_companies(&batch, &documents::all(&entries, &offerings, &reels))).await?;
        }
        for batch in single.chunks(CHANGES as usize) {
            let rows = documents::offerings(db, batch).await?;
            let documents =
                rows.iter().filter_map(|row| Some(row.document(table.get(row.company_id)?).0)).collect::<Vec<_>>();
            let files = Arc::clone(&self.files);
            let keys: Vec<_> = batch.iter().copied().map(Key::offering).collect();
            blocking(move || files.replace(&keys, &documents)).await?;
            // Reels are found by what they link.
            reels.extend(reels::linking(db, batch).await?);
        }
        reels.sort_unstable();
        reels.dedup();
        for batch in reels.chunks(CHANGES as usize) {
            let rows = reels::rows(db, batch).await?;
            let document = |row: &reels::ReelRow| Some(row.document(table.get(row.company_id)?));
            let documents: Vec<_> = rows.iter().filter_map(document).collect();
            let files = Arc::clone(&self.files);
            let keys: Vec<_> = batch.iter().copied().map(Key::reel).collect();
            blocking(move || files.replace(&keys, &documents)).await?;
        }
        progress.companies.retain(|_, at| *at >= next.company - LATE);
        progress.offerings.retain(|_, at| *at >= next.offering - LATE);
        progress.reels.retain(|_, at| *at >= next.reel - LATE);
        table.begin_minute(now);
        let files = Arc::clone(&self.files);
        blocking(move || files.publish(table, Some(next))).await
    }

    /// Adds the companies of changed offerings to those that are indexed as a whole, and returns the offerings of large
    /// companies.
    async fn grouped(
        &self,
        db: &Db,
        companies: &mut Vec<CompanyId>,
        offerings: Vec<OfferingId>,
        now: Timestamp,
        table: &mut CompanyTable,
    ) -> Result<Vec<OfferingId>> {
        let owners = owners(db, &offerings).await?;
        let mut changed: Vec<CompanyId> = owners.iter().map(|(_, company)| *company).collect();
        changed.sort_unstable();
        changed.dedup();
        changed.retain(|company| !companies.contains(company));
        for batch in changed.chunks(BATCH) {
            let entries = company_table::read(db, batch, now).await?;
            companies.extend(entries.iter().filter(|entry| entry.offering_count <= WHOLE).map(|entry| entry.id));
            table.put(entries.into_iter().filter(|entry: &CompanyEntry| entry.offering_count > WHOLE));
        }
        Ok(owners
            .into_iter()
            .filter(|(_, company)| !companies.contains(company))
            .map(|(offering, _)| offering)
            .collect())
    }
}

/// Returns the ids of rows that were not indexed in this state, and notes the state.
fn unseen(seen: &mut HashMap<i64, i64>, rows: Vec<Change>) -> impl Iterator<Item = i64> {
    rows.into_iter().filter(|(id, at)| seen.insert(*id, *at) != Some(*at)).map(|(id, _)| id)
}

const COMPANY_CHANGES: &str = "SELECT id, changed_at FROM company
    WHERE changed_at > $1 OR (changed_at = $1 AND id > $2) ORDER BY changed_at, id LIMIT $3";
const OFFERING_CHANGES: &str = "SELECT id, updated_at FROM offering
    WHERE updated_at > $1 OR (updated_at = $1 AND id > $2) ORDER BY updated_at, id LIMIT $3";
const REEL_CHANGES: &str = "SELECT id, updated_at FROM reel
    WHERE updated_at > $1 OR (updated_at = $1 AND id > $2) ORDER BY updated_at, id LIMIT $3";

/// Pages of changed rows.
struct Changes {
    at: i64,
    id: i64,
    is_done: bool,
}

impl Changes {
    fn since(horizon: i64, now: Timestamp) -> Self {
        let at = (horizon - LATE).max(horizon.min(now.0 - QUIET));
        Self { at, id: i64::MAX, is_done: false }
    }

    async fn next(&mut self, db: &Db, sql: &'static str) -> Result<Option<Vec<Change>>> {
        if self.is_done {
            return Ok(None);
        }
        let rows: Vec<Change> =
            on!(db.read(), at => sqlx::query_as(sql).bind(self.at).bind(self.id).bind(CHANGES).fetch_all(at).await)?;
        self.is_done = i64::try_from(rows.len()).unwrap_or(0) < CHANGES;
        if let Some((id, at)) = rows.last() {
            (self.at, self.id) = (*at, *id);
        }
        Ok(Some(rows))
    }
}

async fn newest(db: &Db) -> Result<Horizon> {
    let (company, offering, reel): (i64, i64, i64) = on!(db.read(), at => sqlx::query_as(
        "SELECT (SELECT COALESCE(max(changed_at), 0) FROM company), (SELECT COALESCE(max(updated_at), 0) FROM offering),
            (SELECT COALESCE(max(updated_at), 0) FROM reel)")
        .fetch_one(at).await)?;
    Ok(Horizon { company, offering, reel })
}

async fn company_ids(db: &Db) -> Result<Vec<CompanyId>> {
    let rows: Vec<(CompanyId,)> =
        on!(db.read(), at => sqlx::query_as("SELECT id FROM company ORDER BY id").fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

async fn owners(db: &Db, offerings: &[OfferingId]) -> Result<Vec<(OfferingId, CompanyId)>> {
    let mut owners = Vec::new();
    for batch in offerings.chunks(CHANGES as usize) {
        let ids = serde_json::to_string(&batch.iter().map(|id| [id]).collect::<Vec<_>>())?;
        let at = db.read();
        let sql = crate::each!(
            at,
            "SELECT id, company_id FROM offering WHERE id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
            ")"
        );
        let rows: Vec<(OfferingId, CompanyId)> = on!(at, at => sqlx::query_as(sql).bind(&ids).fetch_all(at).await)?;
        owners.extend(rows);
    }
    Ok(owners)
}

/// Returns the number that tells this database from others. The first node draws it.
async fn epoch(db: &Db) -> Result<i64> {
    let drawn = i64::from(rand::random::<u32>());
    on!(db.write(), at => sqlx::query(
        "INSERT INTO search_epoch (id, epoch) VALUES (1, $1) ON CONFLICT DO NOTHING").bind(drawn).execute(at).await.map(drop))?;
    let (epoch,): (i64,) = on!(db.read(), at => sqlx::query_as("SELECT epoch FROM search_epoch").fetch_one(at).await)?;
    Ok(epoch)
}

/// Runs work that computes or waits for the disk off the async threads.
pub(super) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(|cause| Error::File(format!("search index: {cause}")))?
}
