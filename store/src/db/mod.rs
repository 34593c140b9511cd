//! The seam between one SQL text and two databases.
//!
//! Everything that knows which driver is at work lives here (and in full-text search). A query is written once, in the
//! dialect that SQLite ≥ 3.45 and PostgreSQL ≥ 15 share, with `$1` placeholders, and run through [`on!`]. Nothing in here
//! knows what a row means.

pub mod group_commit;
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

pub(crate) use outage::is_outage;
pub use writes::Writer;
use writes::{Uncommitted, Writes, writing};

use crate::{
    chat::search::DirtyChats,
    error::Result,
    types::ids::{ChatId, MediaId},
};

/// One of two: the same thing for SQLite (`S`) or for PostgreSQL (`P`).
#[derive(Clone)]
pub enum Dialect<S, P> {
    Sqlite(S),
    Pg(P),
}

/// Runs one query expression on whichever database is behind `$on`:
/// `on!(db.read(), at => sqlx::query("…").bind(id).fetch_one(at).await)`.
#[macro_export]
macro_rules! on {
    ($on:expr, $at:ident => $query:expr) => {
        match $on {
            $crate::db::Dialect::Sqlite($at) => $query,
            $crate::db::Dialect::Pg($at) => $crate::db::bounded(async { $query }).await,
        }
    };
}

/// How long a PostgreSQL server may take over one statement. One that vanishes with its host closes no connection: without
/// a bound whoever asked it would wait until TCP gives up, a quarter of an hour or, with nothing left to send, for ever.
/// Longer than a transaction may hold up others (`idle_in_transaction_session_timeout`).
const STATEMENT_TIMEOUT: Duration = Duration::from_secs(10);
/// The same for what is answered at once by a server that is there.
const PING_TIMEOUT: Duration = Duration::from_secs(1);

/// Waits for an answer of PostgreSQL, but not for ever. Past that it is not known what became of the statement, as with a
/// connection that is lost: a command's id makes its repeat harmless.
pub async fn bounded<T>(answer: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
    within(STATEMENT_TIMEOUT, answer).await
}

async fn within<T>(patience: Duration, answer: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
    let late = |_| sqlx::Error::Io(io::Error::new(io::ErrorKind::TimedOut, "PostgreSQL does not answer"));
    tokio::time::timeout(patience, answer).await.unwrap_or_else(|elapsed| Err(late(elapsed)))
}

/// A statement that reads its rows from the JSON array bound as `$1`; each row is then called `value`:
/// `each!(on, "INSERT INTO t (a) SELECT CAST(value->>'a' AS BIGINT) FROM ", "")`.
///
/// One such statement per batch is what makes group commit fast: 36k–48k rows/s on SQLite with full durability, against
/// 0.7k/s with one statement and one commit per row.
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
/// SQLite has one writer whatever one does, so writes share a pool of one connection instead of failing with "busy".
#[derive(Clone)]
pub struct Db {
    on: Dialect<SqlitePools, PgPool>,
    writes: Writes,
    changed: Arc<DirtyChats>,
    /// Rings when a commit has files to remove.
    removals: Arc<Notify>,
}

#[derive(Clone)]
struct SqlitePools {
    read: SqlitePool,
    write: SqlitePool,
    /// The file that messages are searched in.
    index: SqlitePool,
}

/// A transaction that rolls back when dropped. Never hold one over an `await` that is not the database.
pub struct Tx {
    on: Dialect<Transaction<'static, Sqlite>, Transaction<'static, Postgres>>,
    /// The chats that were locked, which are those that the commit changes.
    chats: Vec<ChatId>,
    changed: Arc<DirtyChats>,
    removals: Arc<Notify>,
    /// Whether it has files to remove.
    removes: bool,
    uncommitted: Uncommitted,
}

impl Db {
    /// Opens (and creates, if need be) the SQLite database in `file`, and migrates it.
    ///
    /// The search index lies beside it, in a file of the same name and `-search`.
    pub async fn sqlite(file: &Path) -> Result<Self> {
        let is_new = !file.exists();
        let options = SqliteConnectOptions::new()
            .filename(file)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            // An acknowledged message must survive a power cut, not only a crash of the process.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10))
            // A statement that changes many rows keeps what it may have to undo: in memory, not in a file that a batch of
            // messages would write a sixth of its time.
            .pragma("temp_store", "MEMORY");
        let write = writing().max_connections(1).connect_with(options.clone()).await?;
        sqlx::migrate!("../migrations").run(&write).await?;
        let read = SqlitePoolOptions::new()
            .max_connections(4)
            .min_connections(0)
            .idle_timeout(Duration::from_secs(60))
            .test_before_acquire(false)
            .connect_with(options.read_only(true).create_if_missing(false))
            .await?;
        let index = index(file, is_new).await?;
        Ok(Self::new(Dialect::Sqlite(SqlitePools { read, write, index })))
    }

    /// Connects to the PostgreSQL server at `url` (`postgres://…`), and migrates its database.
    pub async fn postgres(url: &str, max_connections: u32) -> Result<Self> {
        let pool = PgPoolOptions::new()
            .max_connections(max_connections)
            // While the server is away the pool tries again at growing intervals of up to a fifth of this, and nobody is to
            // wait longer than a second once it is back.
            .acquire_timeout(Duration::from_secs(5))
            // A process that is stalled, or cut off, in the middle of a transaction holds up whoever wants the same chats.
            .after_connect(|connection, _| {
                Box::pin(async move {
                    sqlx::query("SET idle_in_transaction_session_timeout = '5s'").execute(connection).await.map(drop)
                })
            })
            // Instead of sqlx's own test, which waits without a bound: a connection that died quietly is passed over soon.
            .test_before_acquire(false)
            .before_acquire(|connection, _| {
                Box::pin(async move { within(PING_TIMEOUT, connection.ping()).await.map(|()| true) })
            })
            // One whose answer nobody waits for any more comes back with it outstanding. It costs nothing where none is.
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
        Self { on, writes: Writes::default(), changed: Arc::default(), removals: Arc::default() }
    }

    fn tx(&self, on: Dialect<Transaction<'static, Sqlite>, Transaction<'static, Postgres>>) -> Tx {
        let (changed, removals) = (self.changed.clone(), self.removals.clone());
        Tx { on, chats: Vec::new(), changed, removals, removes: false, uncommitted: Uncommitted::of(None) }
    }

    /// Where a query that only reads runs.
    pub fn read(&self) -> Dialect<&SqlitePool, &PgPool> {
        match &self.on {
            Dialect::Sqlite(pools) => Dialect::Sqlite(&pools.read),
            Dialect::Pg(pool) => Dialect::Pg(pool),
        }
    }

    /// Where a single statement that writes runs.
    pub fn write(&self) -> Dialect<Writer<'_, Sqlite>, Writer<'_, Postgres>> {
        match &self.on {
            Dialect::Sqlite(pools) => Dialect::Sqlite(Writer::new(&pools.write, &self.writes)),
            Dialect::Pg(pool) => Dialect::Pg(Writer::new(pool, &self.writes)),
        }
    }

    /// Begins a transaction that may write. On SQLite it takes the write lock at once, so it never fails half way.
    pub async fn begin(&self) -> Result<Tx> {
        // Dropped by a beginning that fails.
        let uncommitted = Uncommitted::of(Some(self.writes.clone()));
        let on = match &self.on {
            Dialect::Sqlite(pools) => Dialect::Sqlite(pools.write.begin_with("BEGIN IMMEDIATE").await?),
            Dialect::Pg(pool) => Dialect::Pg(bounded(pool.begin()).await?),
        };
        Ok(Tx { uncommitted, ..self.tx(on) })
    }

    /// Where the search index is read.
    pub(crate) fn index(&self) -> Dialect<&SqlitePool, &PgPool> {
        match &self.on {
            Dialect::Sqlite(pools) => Dialect::Sqlite(&pools.index),
            Dialect::Pg(pool) => Dialect::Pg(pool),
        }
    }

    /// Begins a transaction on the search index, which can be made anew and so need not survive a power cut.
    pub(crate) async fn begin_index(&self) -> Result<Tx> {
        let on = match &self.on {
            Dialect::Sqlite(pools) => Dialect::Sqlite(pools.index.begin_with("BEGIN IMMEDIATE").await?),
            Dialect::Pg(pool) => {
                let mut tx = bounded(pool.begin()).await?;
                sqlx::query("SET LOCAL synchronous_commit = off").execute(&mut *tx).await?;
                Dialect::Pg(tx)
            }
        };
        Ok(self.tx(on))
    }

    /// Health of the writes to the main database.
    pub(crate) fn writes(&self) -> &Writes {
        &self.writes
    }

    /// The chats that the search index has to look at.
    pub(crate) fn changed(&self) -> &DirtyChats {
        &self.changed
    }

    /// Rings when there are files to remove.
    pub(crate) fn removals(&self) -> &Notify {
        &self.removals
    }

    /// Answers when the database does.
    pub async fn ping(&self) -> Result<()> {
        on!(self.read(), at => sqlx::query("SELECT 1").execute(at).await.map(drop))?;
        Ok(())
    }

    /// Waits for running queries and closes the files or connections.
    pub async fn close(&self) {
        match &self.on {
            Dialect::Sqlite(pools) => {
                pools.read.close().await;
                pools.write.close().await;
                pools.index.close().await;
            }
            Dialect::Pg(pool) => pool.close().await,
        }
    }

    /// Transactions that may write at once, and gain by it.
    pub(crate) fn writers(&self) -> usize {
        match self.on {
            Dialect::Sqlite(_) => 1,
            Dialect::Pg(_) => 2,
        }
    }

    /// `sqlite` or `postgres`, for logs and metrics.
    pub fn kind(&self) -> &'static str {
        match self.on {
            Dialect::Sqlite(_) => "sqlite",
            Dialect::Pg(_) => "postgres",
        }
    }
}

/// Opens the search index of the database in `file`. One that belongs to another database, or does not fit this version,
/// is made anew.
async fn index(file: &Path, is_new: bool) -> Result<SqlitePool> {
    let beside = |suffix: &str| {
        let mut name = file.as_os_str().to_owned();
        name.push(suffix);
        PathBuf::from(name)
    };
    let remove = || {
        for suffix in ["-search", "-search-wal", "-search-shm"] {
            // Mostly there is none.
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
        .busy_timeout(Duration::from_secs(10))
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
    /// The connection that the transaction runs on.
    pub fn at(&mut self) -> Dialect<&mut SqliteConnection, &mut PgConnection> {
        match &mut self.on {
            Dialect::Sqlite(tx) => Dialect::Sqlite(&mut **tx),
            Dialect::Pg(tx) => Dialect::Pg(&mut **tx),
        }
    }

    /// Locks the rows of `chat` named in `ids` in sorted order until the end of the transaction. SQLite has locked
    /// everything already.
    ///
    /// Whoever changes a chat locks it first; after the commit the search index looks at it.
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

    /// Locks the accounts named in `ids` in sorted order until the end of the transaction, for changes that two people could
    /// make to one another at the same moment. SQLite has locked everything already.
    pub async fn lock_accounts(&mut self, ids: &[i64]) -> Result<()> {
        if let Dialect::Pg(tx) = &mut self.on {
            // Not for their keys, so that rows that refer to them can still be written.
            bounded(
                sqlx::query("SELECT id FROM account WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE")
                    .bind(ids)
                    .execute(&mut **tx),
            )
            .await?;
        }
        Ok(())
    }

    /// Locks the files named in `ids` in sorted order until the end of the transaction, so that of two who take the last
    /// uses of a file away one sees that it was the last. SQLite has locked everything already.
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

    /// The commit leaves files to be removed.
    pub(crate) fn leaves_files(&mut self) {
        self.removes = true;
    }

    /// Makes everything durable, or fails and has done nothing. After a failed commit the outcome is unknown when the
    /// connection was lost, which is why every command carries an id that makes its repeat harmless.
    pub async fn commit(self) -> Result<()> {
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
