//! Transactions of batches. On SQLite their statements run on the thread of the caller.
//!
//! Each statement of the driver changes threads twice, which costs more than a small statement itself. A batch has a
//! connection of its own instead, with prepared statements, and the thread that commits it waits for the disk: see
//! [`GroupCommit`](super::group_commit::GroupCommit). On PostgreSQL a batch is a transaction like any other.

use std::{path::Path, sync::Arc, time::Duration};

use rusqlite::{Connection, OpenFlags, Row, ToSql, types::ValueRef};
use serde::{Deserialize, Deserializer, de::DeserializeOwned};
use serde_json::Value;
use sqlx::{FromRow, Sqlite, SqliteConnection, Transaction, pool::PoolConnection, postgres::PgRow, sqlite::SqliteRow};
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::{
    Dialect, Tx,
    batch_error::BatchError,
    bounded,
    log_flush::{LogFlush, flushed},
};
use crate::error::Result;

/// Number of prepared statements to keep: a batch of messages uses about 20.
const STATEMENTS: usize = 32;

/// Transaction on SQLite.
pub(super) enum SqliteTx {
    /// Of the driver, with the log to flush after the commit. None: it need not survive a power cut.
    Single(Transaction<'static, Sqlite>, Option<LogFlush>),
    Batch(SqliteBatch),
}

/// Connection for batches, cheap to clone. `None` once closed.
#[derive(Clone)]
pub(super) struct BatchConnection(Arc<Mutex<Option<Connection>>>);

impl BatchConnection {
    /// Opens an existing database in write-ahead mode. `busy` is the time to wait for another process.
    pub(super) fn open(file: &Path, busy: Duration) -> Result<Self> {
        let open = || {
            let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            let connection = Connection::open_with_flags(file, flags)?;
            connection.busy_timeout(busy)?;
            // A commit flushes the log.
            connection.pragma_update(None, "synchronous", "FULL")?;
            connection.pragma_update(None, "foreign_keys", true)?;
            connection.pragma_update(None, "temp_store", "MEMORY")?;
            connection.set_prepared_statement_cache_capacity(STATEMENTS);
            Ok(connection)
        };
        let connection = open().map_err(BatchError::new)?;
        Ok(Self(Arc::new(Mutex::new(Some(connection)))))
    }

    /// Begins a transaction. `turn`, the only writing connection of the driver, keeps other writers out.
    pub(super) async fn begin(&self, turn: PoolConnection<Sqlite>) -> sqlx::Result<SqliteTx> {
        let batch = SqliteBatch { connection: self.0.clone().lock_owned().await, turn };
        batch.run("BEGIN IMMEDIATE", &[])?;
        Ok(SqliteTx::Batch(batch))
    }

    /// Waits for the present transaction and closes the connection.
    pub(super) async fn close(&self) {
        self.0.lock().await.take();
    }

    /// Runs a statement outside a transaction, for tests.
    #[cfg(feature = "testing")]
    pub(super) async fn execute(&self, sql: &str) -> sqlx::Result<()> {
        match &*self.0.lock().await {
            Some(connection) => connection.execute_batch(sql).map_err(BatchError::new),
            None => Err(sqlx::Error::PoolClosed),
        }
    }
}

/// A transaction that rolls back when dropped.
pub(super) struct SqliteBatch {
    connection: OwnedMutexGuard<Option<Connection>>,
    turn: PoolConnection<Sqlite>,
}

impl SqliteBatch {
    fn run(&self, sql: &str, values: &[&dyn ToSql]) -> sqlx::Result<()> {
        let connection = self.connection.as_ref().ok_or(sqlx::Error::PoolClosed)?;
        let run = || connection.prepare_cached(sql)?.execute(values);
        run().map(drop).map_err(BatchError::new)
    }

    fn fetch<T: DeserializeOwned>(&self, sql: &str, values: &[&dyn ToSql]) -> Result<Vec<T>> {
        let connection = self.connection.as_ref().ok_or(sqlx::Error::PoolClosed)?;
        let fetch =
            || connection.prepare_cached(sql)?.query_map(values, array)?.collect::<rusqlite::Result<Vec<Value>>>();
        let rows = fetch().map_err(BatchError::new)?;
        Ok(rows.into_iter().map(serde_json::from_value).collect::<serde_json::Result<_>>()?)
    }
}

impl Drop for SqliteBatch {
    fn drop(&mut self) {
        // SQLite rolls back by itself if the disk is full or fails.
        let is_open = self.connection.as_ref().is_some_and(|connection| !connection.is_autocommit());
        if is_open && let Err(cause) = self.run("ROLLBACK", &[]) {
            tracing::error!(%cause, "a batch could not be rolled back");
        }
    }
}

/// Returns the columns of a row, in order.
fn array(row: &Row<'_>) -> rusqlite::Result<Value> {
    let cells = 0..row.as_ref().column_count();
    cells
        .map(|index| {
            Ok(match row.get_ref(index)? {
                ValueRef::Integer(number) => number.into(),
                ValueRef::Real(number) => number.into(),
                ValueRef::Text(text) => String::from_utf8_lossy(text).into(),
                ValueRef::Null | ValueRef::Blob(_) => Value::Null,
            })
        })
        .collect()
}

/// Reads a boolean, which SQLite stores as a number.
pub(crate) fn flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    i64::deserialize(deserializer).map(|flag| flag != 0)
}

impl SqliteTx {
    pub(super) fn connection(&mut self) -> &mut SqliteConnection {
        match self {
            Self::Single(tx, _) => tx,
            Self::Batch(batch) => {
                debug_assert!(false, "a batch runs its statements through `run` and `fetch`");
                // Another connection, which waits for the end of the batch in vain and fails.
                &mut batch.turn
            }
        }
    }

    pub(super) async fn commit(self) -> sqlx::Result<()> {
        match self {
            Self::Single(tx, log) => {
                tx.commit().await?;
                flushed(log.as_ref()).await
            }
            Self::Batch(batch) => batch.run("COMMIT", &[]),
        }
    }
}

impl Tx {
    /// Returns the dialect of the database, for [`each!`](crate::each).
    pub(crate) fn dialect(&self) -> Dialect<(), ()> {
        match &self.on {
            Dialect::Sqlite(_) => Dialect::Sqlite(()),
            Dialect::Pg(_) => Dialect::Pg(()),
        }
    }

    /// Runs a statement over the JSON array `rows`, its `$1`.
    pub(crate) async fn run(&mut self, sql: &'static str, rows: String) -> Result<()> {
        match &mut self.on {
            Dialect::Sqlite(SqliteTx::Batch(batch)) => batch.run(sql, &[&rows])?,
            Dialect::Sqlite(SqliteTx::Single(tx, _)) => {
                sqlx::query(sql).bind(rows).execute(&mut **tx).await?;
            }
            Dialect::Pg(tx) => {
                bounded(sqlx::query(sql).bind(rows).execute(&mut **tx)).await?;
            }
        }
        Ok(())
    }

    /// Returns the rows of a query over the JSON array `rows`, its `$1`. The fields of `T` are in the order of the
    /// columns.
    pub(crate) async fn fetch<T>(&mut self, sql: &'static str, rows: String) -> Result<Vec<T>>
    where
        T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + DeserializeOwned + Send + Unpin,
    {
        let found = match &mut self.on {
            Dialect::Sqlite(SqliteTx::Batch(batch)) => batch.fetch(sql, &[&rows])?,
            Dialect::Sqlite(SqliteTx::Single(tx, _)) => sqlx::query_as(sql).bind(rows).fetch_all(&mut **tx).await?,
            Dialect::Pg(tx) => bounded(sqlx::query_as(sql).bind(rows).fetch_all(&mut **tx)).await?,
        };
        Ok(found)
    }
}
