//! Database access: one SQL text for two databases.
//!
//! Only this module and full-text search depend on the driver. A query uses the dialect common to SQLite ≥ 3.45 and
//! PostgreSQL ≥ 15, with `$1` placeholders. [`on!`] runs it. This module does not know the schema.

pub(crate) mod batch;
mod batch_error;
mod cached;
mod changes;
pub(crate) mod conditions;
pub(crate) mod contains;
mod greatest_id;
pub mod group_commit;
mod log_flush;
mod outage;
mod writes;

use std::{
    io,
    path::{Path, PathBuf},
    str::FromStr,
    sync::Arc,
    time::Duration,
};

use sqlx::{
    Connection as _, PgConnection, PgPool, Postgres, Sqlite, SqliteConnection, SqlitePool, Transaction,
    migrate::Migrator,
    postgres::{PgConnectOptions, PgPoolOptions},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};

use tokio::sync::Notify;

use batch::{BatchConnection, SqliteTx};
use cached::CachedValues;
use changes::Changes;
pub use changes::{Aggregate, Dependencies, Versions};
use log_flush::LogFlush;
pub(crate) use outage::is_outage;
pub use writes::Writer;
use writes::{Uncommitted, Writes, writing};

use crate::{
    chat::search::DirtyChats,
    error::Result,
    types::ids::{ChatId, CompanyId, MediaId, PaymentId},
};

/// A value for SQLite (`S`) or PostgreSQL (`P`).
#[derive(Clone)]
pub enum Dialect<S, P> {
    Sqlite(S),
    Pg(P),
}

/// Runs a query expression on the database behind `$on`: `on!(db.read(), at =>
/// sqlx::query("…").bind(id).fetch_one(at).await)`.
#[macro_export]
macro_rules! on {
    ($on:expr, $at:ident => $query:expr) => {
        match $on {
            $crate::db::Dialect::Sqlite($at) => $query,
            $crate::db::Dialect::Pg($at) => $crate::db::bounded(async { $query }).await,
        }
    };
}

/// Timeout of a PostgreSQL statement. A server that vanishes with its host closes no connection. Without a timeout the
/// caller waits for TCP: 15 minutes, or forever with nothing left to send. Longer than
/// `idle_in_transaction_session_timeout`, so that a stalled transaction of another process ends first.
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(10);
/// Time to wait for another process that writes to an SQLite file.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// Rows that the thread of an SQLite connection reads ahead of its reader.
const ROWS: usize = 512;
/// Prepared statements that an SQLite connection keeps. A checkout alone has 50, and orders, bookings and reels share the
/// writing connection.
const STATEMENTS: usize = 400;
/// Pages of the write-ahead log after which a commit copies them into the database, 16 MB. A page that is written often is
/// copied once for all its versions in the log.
const LOG_PAGES: i32 = 4_000;
/// Timeout of a ping, which a reachable server answers immediately.
const PING_TIMEOUT: Duration = Duration::from_secs(1);

/// Bounds the wait for PostgreSQL by `STATEMENT_TIMEOUT`. After a timeout the outcome is unknown, as after a lost
/// connection. The command's id makes a retry harmless.
pub async fn bounded<T>(answer: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
    within(STATEMENT_TIMEOUT, answer).await
}

async fn within<T>(patience: Duration, answer: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
    let late = |_| sqlx::Error::Io(io::Error::new(io::ErrorKind::TimedOut, "PostgreSQL does not answer"));
    tokio::time::timeout(patience, answer).await.unwrap_or_else(|elapsed| Err(late(elapsed)))
}

/// Builds a statement that reads its rows from the JSON array bound as `$1`. Each row is named `value`: `each!(on,
/// "INSERT INTO t (a) SELECT CAST(value->>'a' AS BIGINT) FROM ", "")`.
///
/// A statement of a batch reads its values as `value->>N`: SQLite runs it for each row (`db/batch.rs`).
#[macro_export]
macro_rules! each {
    ($on:expr, $before:expr, $after:expr) => {
        match &$on {
            $crate::db::Dialect::Sqlite(_) => concat!($before, "json_each($1)", $after),
            $crate::db::Dialect::Pg(_) => {
                concat!($before, "jsonb_array_elements(CAST($1 AS jsonb)) AS each(value)", $after)
            }
        }
    };
}

/// The database, cheap to clone.
///
/// SQLite allows one writer at a time, so writes share a pool of one connection instead of failing with "busy". A batch
/// holds that connection while it writes through one of its own.
#[derive(Clone)]
pub struct Db {
    on: Dialect<SqlitePools, PgPool>,
    writes: Writes,
    changed: Arc<DirtyChats>,
    versions: Arc<Changes>,
    cached: CachedValues,
    #[cfg(debug_assertions)]
    watch: changes::Watch,
    /// Notified when a commit leaves files to remove.
    removals: Arc<Notify>,
}

#[derive(Clone)]
struct SqlitePools {
    read: SqlitePool,
    write: SqlitePool,
    batch: BatchConnection,
    /// Search index file.
    index: SqlitePool,
    log: LogFlush,
}

/// A transaction that rolls back when dropped. Do not hold it over an `await` on anything but the database.
pub struct Tx {
    on: Dialect<SqliteTx, Transaction<'static, Postgres>>,
    /// Locked chats, which are the chats that the commit changes.
    chats: Vec<ChatId>,
    changed: Arc<DirtyChats>,
    /// Slots of the aggregates that the commit changes.
    slots: Vec<usize>,
    versions: Arc<Changes>,
    #[cfg(debug_assertions)]
    watch: Option<changes::Watch>,
    removals: Arc<Notify>,
    /// True if the commit leaves files to remove.
    removes: bool,
    uncommitted: Uncommitted,
}

impl Db {
    /// Opens the SQLite database in `file`, creating it if needed, and runs the migrations.
    ///
    /// The search index is in a file next to it with the suffix `-search`.
    pub async fn sqlite(file: &Path) -> Result<Self> {
        let is_new = !file.exists();
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // An acknowledged write survives a power cut, not only a crash of the process: see `log_flush`.
            .synchronous(SqliteSynchronous::Normal)
            .foreign_keys(true)
            .busy_timeout(BUSY_TIMEOUT)
            // With few, the two threads wait for each other several times in a list of candidates.
            .row_buffer_size(ROWS)
            .statement_cache_capacity(STATEMENTS)
            // The statement journal of a large update is kept in memory. In a file it takes a sixth of the time of a
            // batch of messages.
            .pragma("temp_store", "MEMORY");
        #[cfg(debug_assertions)]
        let watch = changes::Watch::default();
        let write = writing().max_connections(1);
        #[cfg(debug_assertions)]
        let write = watched(write, watch.clone());
        let write = write.connect_with(options.clone().pragma("wal_autocheckpoint", LOG_PAGES.to_string())).await?;
        sqlx::migrate!("../migrations").run(&write).await?;
        let read = SqlitePoolOptions::new()
            .max_connections(4)
            .min_connections(0)
            .idle_timeout(Duration::from_secs(60))
            .test_before_acquire(false)
            .connect_with(options.read_only(true).create_if_missing(false))
            .await?;
        let batch = BatchConnection::open(file, BUSY_TIMEOUT)?;
        let index = index(file, is_new).await?;
        let log = LogFlush::start(file.to_owned()).map_err(sqlx::Error::Io)?;
        let db = Self::new(Dialect::Sqlite(SqlitePools { read, write, batch, index, log }));
        #[cfg(debug_assertions)]
        let db = Self { watch, ..db };
        Ok(db)
    }

    /// Connects to the PostgreSQL server at `url` (`postgres://…`) and runs the migrations.
    pub async fn postgres(url: &str, max_connections: u32) -> Result<Self> {
        let pool = PgPoolOptions::new()
            .max_connections(max_connections)
            // The pool retries at growing intervals of up to a fifth of this timeout. So callers wait at most 1 s after
            // the server is back.
            .acquire_timeout(Duration::from_secs(5))
            // A stalled or disconnected process must not hold its chat locks for long.
            .after_connect(|connection, _| {
                Box::pin(async move {
                    sqlx::query("SET idle_in_transaction_session_timeout = '5s'").execute(connection).await.map(drop)
                })
            })
            // Replaces sqlx's own test, which has no timeout. A connection that died silently is skipped soon.
            .test_before_acquire(false)
            .before_acquire(|connection, _| {
                Box::pin(async move { within(PING_TIMEOUT, connection.ping()).await.map(|()| true) })
            })
            // A query whose caller was dropped leaves an outstanding response. The flush costs nothing if there is
            // none.
            .after_release(|connection, _| {
                Box::pin(async move { within(PING_TIMEOUT, connection.flush()).await.map(|()| true) })
            })
            .connect_with(PgConnectOptions::from_str(url)?.application_name("plaza"))
            .await?;
        let (shared, own) = (sqlx::migrate!("../migrations"), sqlx::migrate!("../migrations/postgres"));
        let all = shared.iter().chain(own.iter()).cloned().collect();
        Migrator::with_migrations(all).run(&pool).await?;
        Ok(Self::new(Dialect::Pg(pool)))
    }

    fn new(on: Dialect<SqlitePools, PgPool>) -> Self {
        Self {
            on,
            writes: Writes::default(),
            changed: Arc::default(),
            versions: Arc::default(),
            cached: CachedValues::default(),
            #[cfg(debug_assertions)]
            watch: changes::Watch::default(),
            removals: Arc::default(),
        }
    }

    fn tx(&self, on: Dialect<SqliteTx, Transaction<'static, Postgres>>) -> Tx {
        Tx {
            on,
            chats: Vec::new(),
            changed: self.changed.clone(),
            slots: Vec::new(),
            versions: self.versions.clone(),
            #[cfg(debug_assertions)]
            watch: None,
            removals: self.removals.clone(),
            removes: false,
            uncommitted: Uncommitted::of(None),
        }
    }

    /// Returns the executor for queries that only read.
    pub fn read(&self) -> Dialect<&SqlitePool, &PgPool> {
        match &self.on {
            Dialect::Sqlite(pools) => Dialect::Sqlite(&pools.read),
            Dialect::Pg(pool) => Dialect::Pg(pool),
        }
    }

    /// Returns the executor for single statements that write.
    pub fn write(&self) -> Dialect<Writer<'_, Sqlite>, Writer<'_, Postgres>> {
        match &self.on {
            Dialect::Sqlite(pools) => Dialect::Sqlite(Writer::new(&pools.write, &self.writes, Some(&pools.log))),
            Dialect::Pg(pool) => Dialect::Pg(Writer::new(pool, &self.writes, None)),
        }
    }

    /// Begins a write transaction. On SQLite it takes the write lock immediately, so it never fails half way.
    pub async fn begin(&self) -> Result<Tx> {
        self.begin_on(async |pools| {
            let tx = pools.write.begin_with("BEGIN IMMEDIATE").await?;
            Ok(SqliteTx::Single(tx, Some(pools.log.clone())))
        })
        .await
    }

    /// Begins the write transaction of a batch, which uses [`Tx::run`] and [`Tx::fetch`] only. On SQLite it blocks the
    /// thread.
    pub(crate) async fn begin_batch(&self) -> Result<Tx> {
        self.begin_on(async |pools| pools.batch.begin(pools.write.acquire().await?).await).await
    }

    async fn begin_on(&self, sqlite: impl AsyncFnOnce(&SqlitePools) -> sqlx::Result<SqliteTx>) -> Result<Tx> {
        // Dropped, and so reported, if the transaction fails to begin.
        let uncommitted = Uncommitted::of(Some(self.writes.clone()));
        let on = match &self.on {
            Dialect::Sqlite(pools) => Dialect::Sqlite(sqlite(pools).await?),
            Dialect::Pg(pool) => Dialect::Pg(bounded(pool.begin()).await?),
        };
        let tx = Tx { uncommitted, ..self.tx(on) };
        #[cfg(debug_assertions)]
        let tx = {
            self.watch.begin();
            Tx { watch: Some(self.watch.clone()), ..tx }
        };
        Ok(tx)
    }

    /// Returns the executor for reading the search index.
    pub(crate) fn index(&self) -> Dialect<&SqlitePool, &PgPool> {
        match &self.on {
            Dialect::Sqlite(pools) => Dialect::Sqlite(&pools.index),
            Dialect::Pg(pool) => Dialect::Pg(pool),
        }
    }

    /// Begins a transaction on the search index. The index can be rebuilt, so it need not survive a power cut.
    pub(crate) async fn begin_index(&self) -> Result<Tx> {
        let on = match &self.on {
            Dialect::Sqlite(pools) => {
                Dialect::Sqlite(SqliteTx::Single(pools.index.begin_with("BEGIN IMMEDIATE").await?, None))
            }
            Dialect::Pg(pool) => {
                let mut tx = bounded(pool.begin()).await?;
                sqlx::query("SET LOCAL synchronous_commit = off").execute(&mut *tx).await?;
                Dialect::Pg(tx)
            }
        };
        Ok(self.tx(on))
    }

    /// Returns the health of the writes to the main database.
    pub(crate) fn writes(&self) -> &Writes {
        &self.writes
    }

    /// Returns the chats to index.
    pub(crate) fn changed(&self) -> &DirtyChats {
        &self.changed
    }

    /// Returns the notification of files to remove.
    pub(crate) fn removals(&self) -> &Notify {
        &self.removals
    }

    /// Returns an error unless the database responds.
    pub async fn ping(&self) -> Result<()> {
        on!(self.read(), at => sqlx::query("SELECT 1").execute(at).await.map(drop))?;
        Ok(())
    }

    /// Sets a pragma of every connection that writes to an SQLite file.
    #[cfg(feature = "testing")]
    pub async fn pragma(&self, sql: &'static str) -> Result<()> {
        if let Dialect::Sqlite(pools) = &self.on {
            sqlx::query(sql).execute(&pools.write).await?;
            pools.batch.execute(sql).await?;
        }
        Ok(())
    }

    /// Waits for running queries and closes the files or connections.
    pub async fn close(&self) {
        match &self.on {
            Dialect::Sqlite(pools) => {
                pools.read.close().await;
                pools.write.close().await;
                pools.batch.close().await;
                pools.index.close().await;
            }
            Dialect::Pg(pool) => pool.close().await,
        }
    }

    /// Number of parallel write transactions that improve throughput.
    pub(crate) fn writers(&self) -> usize {
        match self.on {
            Dialect::Sqlite(_) => 1,
            Dialect::Pg(_) => 2,
        }
    }

    /// Returns `sqlite` or `postgres`, for logs and metrics.
    pub fn kind(&self) -> &'static str {
        match self.on {
            Dialect::Sqlite(_) => "sqlite",
            Dialect::Pg(_) => "postgres",
        }
    }
}

/// Notes the watched tables that the connections of a pool change.
#[cfg(debug_assertions)]
fn watched(pool: SqlitePoolOptions, watch: changes::Watch) -> SqlitePoolOptions {
    pool.after_connect(move |connection, _| {
        let watch = watch.clone();
        Box::pin(async move {
            connection.lock_handle().await?.set_update_hook(move |update| watch.note(update.table));
            Ok(())
        })
    })
}

/// Opens the search index of the database in `file`. Rebuilds an index that belongs to another database or another
/// version.
async fn index(file: &Path, is_new: bool) -> Result<SqlitePool> {
    let beside = |suffix: &str| {
        let mut name = file.as_os_str().to_owned();
        name.push(suffix);
        PathBuf::from(name)
    };
    let remove = || {
        for suffix in ["-search", "-search-wal", "-search-shm"] {
            // Usually the file does not exist.
            let _ = std::fs::remove_file(beside(suffix));
        }
    };
    if is_new {
        remove();
    }
    let options = SqliteConnectOptions::new()
        .filename(beside("-search"))
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Normal)
        .busy_timeout(BUSY_TIMEOUT)
        .pragma("cache_size", "-8192");
    let open = async || -> Result<SqlitePool> {
        let pool = writing()
            .max_connections(3)
            .min_connections(0)
            .idle_timeout(Duration::from_secs(60))
            .connect_with(options.clone())
            .await?;
        sqlx::migrate!("../migrations/sqlite").run(&pool).await?;
        Ok(pool)
    };
    match open().await {
        Ok(pool) => Ok(pool),
        Err(cause) => {
            tracing::warn!(%cause, "the search index cannot be used and is made anew");
            remove();
            open().await
        }
    }
}

impl Tx {
    /// Returns the connection of the transaction.
    pub fn at(&mut self) -> Dialect<&mut SqliteConnection, &mut PgConnection> {
        match &mut self.on {
            Dialect::Sqlite(tx) => Dialect::Sqlite(tx.connection()),
            Dialect::Pg(tx) => Dialect::Pg(&mut **tx),
        }
    }

    /// Locks the rows of `chat` with these `ids`, in sorted order, until the end of the transaction. SQLite is locked
    /// as a whole already.
    ///
    /// Lock a chat before changing it. The search index reads it after the commit.
    pub async fn lock_chats(&mut self, ids: &[i64]) -> Result<()> {
        self.chats.extend(ids.iter().copied().map(ChatId));
        if let Dialect::Pg(tx) = &mut self.on {
            bounded(
                sqlx::query("SELECT id FROM chat WHERE id = ANY($1) ORDER BY id FOR UPDATE")
                    .bind(ids)
                    .execute(&mut **tx),
            )
            .await?;
        }
        Ok(())
    }

    /// Locks the accounts with these `ids`, in sorted order, until the end of the transaction. For changes that two
    /// users may make to each other concurrently. SQLite is locked as a whole already.
    pub async fn lock_accounts(&mut self, ids: &[i64]) -> Result<()> {
        if let Dialect::Pg(tx) = &mut self.on {
            // `NO KEY`, so that rows with foreign keys to the account can still be written.
            bounded(
                sqlx::query("SELECT id FROM account WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE")
                    .bind(ids)
                    .execute(&mut **tx),
            )
            .await?;
        }
        Ok(())
    }

    /// Locks a company until the end of the transaction. Bookings of one company wait for each other here and nowhere
    /// else. SQLite is locked as a whole already.
    ///
    /// Names the inventory as changed: whoever takes or frees some of it locks the company first.
    pub(crate) async fn lock_company(&mut self, id: CompanyId) -> Result<()> {
        self.changes(Aggregate::Inventory(id));
        if let Dialect::Pg(tx) = &mut self.on {
            bounded(sqlx::query("SELECT id FROM company WHERE id = $1 FOR NO KEY UPDATE").bind(id).execute(&mut **tx))
                .await?;
        }
        Ok(())
    }

    /// Locks a payment until the end of the transaction. Of two transactions that end its last orders, one sees that none is
    /// left. SQLite is locked as a whole already.
    pub(crate) async fn lock_payment(&mut self, id: PaymentId) -> Result<()> {
        if let Dialect::Pg(tx) = &mut self.on {
            bounded(sqlx::query("SELECT id FROM payment WHERE id = $1 FOR NO KEY UPDATE").bind(id).execute(&mut **tx))
                .await?;
        }
        Ok(())
    }

    /// Locks the files with these `ids`, in sorted order, until the end of the transaction. If two transactions remove
    /// the last uses of a file, one of them sees that none is left. SQLite is locked as a whole already.
    pub(crate) async fn lock_media(&mut self, ids: &[MediaId]) -> Result<()> {
        if let Dialect::Pg(tx) = &mut self.on {
            let ids: Vec<i64> = ids.iter().map(|id| id.0).collect();
            bounded(
                sqlx::query("SELECT id FROM media WHERE id = ANY($1) ORDER BY id FOR UPDATE")
                    .bind(ids)
                    .execute(&mut **tx),
            )
            .await?;
        }
        Ok(())
    }

    /// Records that the commit leaves files to remove.
    pub(crate) fn leaves_files(&mut self) {
        self.removes = true;
    }

    /// Commits, or fails without effect. If the connection is lost during the commit, the outcome is unknown. The
    /// command's id makes a retry harmless.
    pub async fn commit(mut self) -> Result<()> {
        // Counts the versions up when this function ends, before the caller acknowledges the write.
        let _announcement = self.announce().await?;
        match self.on {
            Dialect::Sqlite(tx) => tx.commit().await?,
            Dialect::Pg(tx) => bounded(tx.commit()).await?,
        }
        self.uncommitted.committed();
        if !self.chats.is_empty() {
            self.changed.note(self.chats);
        }
        if self.removes {
            self.removals.notify_one();
        }
        Ok(())
    }
}
