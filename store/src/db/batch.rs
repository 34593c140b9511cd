//! Transactions of batches. On SQLite their statements run on the thread of the caller.
//!
//! Each statement of the driver changes threads twice, which costs more than a small statement itself. A batch has a
//! connection of its own instead, with prepared statements, and the thread that commits it waits for the disk: see
//! [`GroupCommit`](super::group_commit::GroupCommit). On PostgreSQL a batch is a transaction like any other.
//!
//! A statement over rows ([`each!`](crate::each)) runs once for each row on that connection, with bound values. Running a
//! prepared statement again costs less than extracting the values from JSON.

use std::{collections::HashMap, fmt::Write as _, path::Path, sync::Arc, time::Duration};

use rusqlite::{CachedStatement, Connection, OpenFlags, Row, Statement, types::ValueRef};
use serde::{Deserialize, Deserializer, de::DeserializeOwned};
use serde_json::Value;
use sqlx::{FromRow, Sqlite, SqliteConnection, Transaction, pool::PoolConnection, postgres::PgRow, sqlite::SqliteRow};
use tokio::sync::{Mutex, OwnedMutexGuard};

use super::{
    Dialect, LOG_PAGES, Tx,
    batch_error::BatchError,
    bounded,
    log_flush::{LogFlush, flushed},
};
use crate::error::Result;

/// Number of prepared statements to keep: a batch of messages uses about 20.
const STATEMENTS: usize = 32;
/// Page cache of the connection in KiB, negative as SQLite has it.
const CACHE_KIB: i64 = -16_384;

/// Transaction on SQLite.
pub(super) enum SqliteTx {
    /// Of the driver, with the log to flush after the commit. None: it need not survive a power cut.
    Single(Transaction<'static, Sqlite>, Option<LogFlush>),
    Batch(SqliteBatch),
}

/// Connection for batches, cheap to clone. `None` once closed.
#[derive(Clone)]
pub(super) struct BatchConnection(Arc<Mutex<Option<Opened>>>);

struct Opened {
    connection: Connection,
    /// For each statement over rows, the statement for one row.
    of_one_row: HashMap<&'static str, String>,
}

impl Opened {
    fn of_one_row(&mut self, sql: &'static str) -> rusqlite::Result<CachedStatement<'_>> {
        let sql = self.of_one_row.entry(sql).or_insert_with(|| of_one_row(sql));
        self.connection.prepare_cached(sql)
    }
}

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
            connection.pragma_update(None, "cache_size", CACHE_KIB)?;
            connection.pragma_update(None, "wal_autocheckpoint", LOG_PAGES)?;
            connection.set_prepared_statement_cache_capacity(STATEMENTS);
            Ok(connection)
        };
        let connection = open().map_err(BatchError::new)?;
        let opened = Opened { connection, of_one_row: HashMap::new() };
        Ok(Self(Arc::new(Mutex::new(Some(opened)))))
    }

    /// Begins a transaction. `turn`, the only writing connection of the driver, keeps other writers out.
    pub(super) async fn begin(&self, turn: PoolConnection<Sqlite>) -> sqlx::Result<SqliteTx> {
        let batch = SqliteBatch { opened: self.0.clone().lock_owned().await, turn };
        batch.execute("BEGIN IMMEDIATE")?;
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
            Some(opened) => opened.connection.execute_batch(sql).map_err(BatchError::new),
            None => Err(sqlx::Error::PoolClosed),
        }
    }
}

/// A transaction that rolls back when dropped.
pub(super) struct SqliteBatch {
    opened: OwnedMutexGuard<Option<Opened>>,
    turn: PoolConnection<Sqlite>,
}

impl SqliteBatch {
    fn execute(&self, sql: &str) -> sqlx::Result<()> {
        let opened = self.opened.as_ref().ok_or(sqlx::Error::PoolClosed)?;
        let execute = || opened.connection.prepare_cached(sql)?.execute([]);
        execute().map(drop).map_err(BatchError::new)
    }

    /// Runs a statement for each row.
    fn run(&mut self, sql: &'static str, rows: &[Value]) -> sqlx::Result<()> {
        let opened = self.opened.as_mut().ok_or(sqlx::Error::PoolClosed)?;
        let mut run = || {
            let mut statement = opened.of_one_row(sql)?;
            rows.iter().try_for_each(|row| {
                bind(&mut statement, row)?;
                statement.raw_execute().map(drop)
            })
        };
        run().map_err(BatchError::new)
    }

    /// Runs a query for each row and returns all results.
    fn fetch<T: DeserializeOwned>(&mut self, sql: &'static str, rows: &[Value]) -> Result<Vec<T>> {
        let opened = self.opened.as_mut().ok_or(sqlx::Error::PoolClosed)?;
        let mut fetch = || {
            let mut statement = opened.of_one_row(sql)?;
            let mut found = Vec::with_capacity(rows.len());
            for row in rows {
                bind(&mut statement, row)?;
                let mut results = statement.raw_query();
                while let Some(result) = results.next()? {
                    found.push(array(result)?);
                }
            }
            Ok(found)
        };
        let found = fetch().map_err(BatchError::new)?;
        Ok(found.into_iter().map(serde_json::from_value).collect::<serde_json::Result<_>>()?)
    }
}

/// Returns a statement over the rows of [`each!`](crate::each) as a statement for one row: `value->>0` becomes `?1`.
fn of_one_row(sql: &str) -> String {
    let sql = sql.replacen("FROM json_each($1)", "", 1).replacen(" AS MATERIALIZED ", " AS ", 1);
    let mut parts = sql.split("value->>");
    let mut one = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (column, rest) = part.split_at(part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len()));
        let column: usize = column.parse().unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = write!(one, "?{}{rest}", column + 1);
    }
    one
}

/// Binds the values of a row, a JSON array, to the parameters of a statement.
fn bind(statement: &mut Statement<'_>, row: &Value) -> rusqlite::Result<()> {
    for index in 1..=statement.parameter_count() {
        match row.get(index - 1) {
            None | Some(Value::Null) => statement.raw_bind_parameter(index, None::<i64>),
            Some(Value::Bool(flag)) => statement.raw_bind_parameter(index, flag),
            Some(Value::String(text)) => statement.raw_bind_parameter(index, text),
            Some(Value::Number(number)) => match number.as_i64() {
                Some(number) => statement.raw_bind_parameter(index, number),
                None => statement.raw_bind_parameter(index, number.as_f64()),
            },
            Some(other) => statement.raw_bind_parameter(index, other.to_string()),
        }?;
    }
    Ok(())
}

impl Drop for SqliteBatch {
    fn drop(&mut self) {
        // SQLite rolls back by itself if the disk is full or fails.
        let is_open = self.opened.as_ref().is_some_and(|opened| !opened.connection.is_autocommit());
        if is_open && let Err(cause) = self.execute("ROLLBACK") {
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
            Self::Batch(batch) => batch.execute("COMMIT"),
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

    /// Runs a statement of [`each!`](crate::each) over `rows`, JSON arrays.
    pub(crate) async fn run(&mut self, sql: &'static str, rows: &[Value]) -> Result<()> {
        match &mut self.on {
            Dialect::Sqlite(SqliteTx::Batch(batch)) => batch.run(sql, rows)?,
            Dialect::Sqlite(SqliteTx::Single(tx, _)) => {
                sqlx::query(sql).bind(serde_json::to_string(rows)?).execute(&mut **tx).await?;
            }
            Dialect::Pg(tx) => {
                bounded(sqlx::query(sql).bind(serde_json::to_string(rows)?).execute(&mut **tx)).await?;
            }
        }
        Ok(())
    }

    /// Returns the rows of a query of [`each!`](crate::each) over `rows`, JSON arrays. The fields of `T` are in the order
    /// of the columns.
    pub(crate) async fn fetch<T>(&mut self, sql: &'static str, rows: &[Value]) -> Result<Vec<T>>
    where
        T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + DeserializeOwned + Send + Unpin,
    {
        let found = match &mut self.on {
            Dialect::Sqlite(SqliteTx::Batch(batch)) => batch.fetch(sql, rows)?,
            Dialect::Sqlite(SqliteTx::Single(tx, _)) => {
                sqlx::query_as(sql).bind(serde_json::to_string(rows)?).fetch_all(&mut **tx).await?
            }
            Dialect::Pg(tx) => {
                bounded(sqlx::query_as(sql).bind(serde_json::to_string(rows)?).fetch_all(&mut **tx)).await?
            }
        };
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::each;

    #[test]
    fn statement_over_rows_becomes_one_for_a_row() {
        let on: Dialect<(), ()> = Dialect::Sqlite(());
        let sql =
            each!(on, "UPDATE t SET a = CAST(value->>1 AS BIGINT), b = value->>12 FROM ", " WHERE id = value->>0");
        assert_eq!(of_one_row(sql), "UPDATE t SET a = CAST(?2 AS BIGINT), b = ?13  WHERE id = ?1");
        let sql = each!(on, "WITH w AS MATERIALIZED (SELECT value->>0 AS id FROM ", ") SELECT id FROM w");
        assert_eq!(of_one_row(sql), "WITH w AS (SELECT ?1 AS id ) SELECT id FROM w");
    }
}
