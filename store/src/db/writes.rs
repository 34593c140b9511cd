//! Health of writes. A database that answers reads may refuse writes: its disk is full or failing.
//!
//! Every failed write sets a flag. While it is set, readiness checks attempt a write of their own, and the first that
//! succeeds clears the flag. A healthy database is never written to by a check.

use std::{
    fmt, io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use futures_util::{
    StreamExt as _,
    future::BoxFuture,
    stream::{self, BoxStream},
};
use sqlx::{Connection as _, Database, Describe, Either, Execute, Executor, Pool, SqlStr, sqlite::SqlitePoolOptions};

use super::{
    log_flush::{LogFlush, flushed},
    outage::is_outage,
};
use crate::error::{Error, Result};

/// Minimum time between two attempts, since anybody may ask for readiness.
const INTERVAL: Duration = Duration::from_millis(200);

/// Outcome of the writes so far. Cheap to clone.
#[derive(Clone, Default)]
pub(crate) struct Writes(Arc<State>);

#[derive(Default)]
struct State {
    /// Set by a failed write, cleared by a successful attempt.
    failed: AtomicBool,
    last: tokio::sync::Mutex<Option<Attempt>>,
}

struct Attempt {
    at: Instant,
    /// Text of the error; `None` after a success.
    cause: Option<String>,
}

impl Writes {
    /// Records the result of a write. Refusals, such as a value that is taken, do not count as failures.
    pub(super) fn note<T>(&self, result: &sqlx::Result<T>) {
        if result.as_ref().is_err_and(is_outage) {
            self.suspect();
        }
    }

    /// Requests an attempt by the next readiness check.
    pub(crate) fn suspect(&self) {
        self.0.failed.store(true, Ordering::Relaxed);
    }

    /// Returns an error if the last write failed and `attempt` fails too.
    pub(crate) async fn check(&self, attempt: impl AsyncFnOnce() -> Result<()>) -> Result<()> {
        if !self.0.failed.load(Ordering::Relaxed) {
            return Ok(());
        }
        let mut last = self.0.last.lock().await;
        if let Some(Attempt { at, cause }) = &*last
            && at.elapsed() < INTERVAL
        {
            return cause
                .clone()
                .map_or(Ok(()), |cause| Err(Error::Database(sqlx::Error::Io(io::Error::other(cause)))));
        }
        // Cleared before the attempt: a write that fails meanwhile sets it again.
        self.0.failed.store(false, Ordering::Relaxed);
        let result = attempt().await;
        if result.is_err() {
            self.suspect();
        }
        let cause = result.as_ref().err().map(ToString::to_string);
        *last = Some(Attempt { at: Instant::now(), cause });
        result
    }
}

/// Requests an attempt unless the transaction commits: its statements may have failed.
pub(super) struct Uncommitted(Option<Writes>);

impl Uncommitted {
    pub(super) fn of(writes: Option<Writes>) -> Self {
        Self(writes)
    }

    pub(super) fn committed(mut self) {
        self.0 = None;
    }
}

impl Drop for Uncommitted {
    fn drop(&mut self) {
        if let Some(writes) = &self.0 {
            writes.suspect();
        }
    }
}

/// Options of a pool whose connections write to an SQLite file. Closes a connection that is in a transaction after its
/// rollback.
///
/// When the disk is full or fails, SQLite rolls back by itself. The driver's own ROLLBACK then fails, and it counts the
/// transaction as open forever: every later one on that connection would be refused.
pub(super) fn writing() -> SqlitePoolOptions {
    SqlitePoolOptions::new().test_before_acquire(false).after_release(|connection, _| {
        Box::pin(async move {
            if !connection.is_in_transaction() {
                return Ok(true);
            }
            // Mostly the rollback of a dropped transaction is still queued. The answer comes after it.
            connection.ping().await?;
            Ok(!connection.is_in_transaction())
        })
    })
}

/// Runs single statements that write, and records failures.
pub struct Writer<'p, DB: Database> {
    pool: &'p Pool<DB>,
    writes: &'p Writes,
    /// Log to flush after a statement.
    log: Option<&'p LogFlush>,
}

impl<'p, DB: Database> Writer<'p, DB> {
    pub(super) fn new(pool: &'p Pool<DB>, writes: &'p Writes, log: Option<&'p LogFlush>) -> Self {
        Self { pool, writes, log }
    }
}

impl<DB: Database> Clone for Writer<'_, DB> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<DB: Database> Copy for Writer<'_, DB> {}

impl<DB: Database> fmt::Debug for Writer<'_, DB> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Writer")
    }
}

impl<'p, DB: Database> Executor<'p> for Writer<'p, DB>
where
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
{
    type Database = DB;

    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, sqlx::Result<Either<DB::QueryResult, DB::Row>>>
    where
        'p: 'e,
        E: 'q + Execute<'q, DB>,
    {
        // The end of the stream waits for the log, and is an error if that fails.
        let flushed = stream::once(flushed(self.log)).filter_map(async |flushed| flushed.err().map(Err));
        self.pool.fetch_many(query).chain(flushed).inspect(move |step| self.writes.note(step)).boxed()
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, sqlx::Result<Option<DB::Row>>>
    where
        'p: 'e,
        E: 'q + Execute<'q, DB>,
    {
        Box::pin(async move {
            let row = async {
                let row = self.pool.fetch_optional(query).await?;
                flushed(self.log).await?;
                Ok(row)
            };
            let row = row.await;
            self.writes.note(&row);
            row
        })
    }

    fn prepare_with<'e>(self, sql: SqlStr, parameters: &'e [DB::TypeInfo]) -> BoxFuture<'e, sqlx::Result<DB::Statement>>
    where
        'p: 'e,
    {
        self.pool.prepare_with(sql, parameters)
    }

    fn describe<'e>(self, sql: SqlStr) -> BoxFuture<'e, sqlx::Result<Describe<DB>>>
    where
        'p: 'e,
    {
        self.pool.describe(sql)
    }
}
