//! Transactions of batches. On SQLite their statements cross to the driver's thread together.
//!
//! A statement changes threads twice, which costs more than a small statement itself. BEGIN crosses with the first read,
//! the writes cross with COMMIT: two crossings instead of one for each statement. On PostgreSQL each statement is sent
//! at once.

use sqlx::{FromRow, Sqlite, SqliteConnection, Transaction, pool::PoolConnection, postgres::PgRow, sqlite::SqliteRow};

use super::{Dialect, Tx, bounded};
use crate::error::Result;

/// Transaction on SQLite.
pub(super) enum SqliteTx {
    /// Begun and ended by the driver.
    Single(Transaction<'static, Sqlite>),
    Batch(SqliteBatch),
}

/// Transaction whose BEGIN and COMMIT are queued with its statements, unknown to the driver.
pub(super) struct SqliteBatch {
    connection: PoolConnection<Sqlite>,
    queue: Queue,
    /// True from BEGIN to the end of COMMIT.
    is_open: bool,
}

/// Statements to run together, with the JSON rows of those that read some.
#[derive(Default)]
struct Queue {
    sql: String,
    rows: Vec<String>,
}

impl Queue {
    /// Adds a statement. Its `$1` stands for `rows`.
    fn push(&mut self, sql: &str, rows: Option<String>) {
        if !self.sql.is_empty() {
            self.sql.push(';');
        }
        match rows {
            Some(rows) => {
                self.rows.push(rows);
                self.sql.push_str(&sql.replace("$1", &format!("${}", self.rows.len())));
            }
            None => self.sql.push_str(sql),
        }
    }
}

impl SqliteTx {
    pub(super) fn batch(connection: PoolConnection<Sqlite>) -> Self {
        let mut queue = Queue::default();
        queue.push("BEGIN IMMEDIATE", None);
        Self::Batch(SqliteBatch { connection, queue, is_open: false })
    }

    pub(super) fn connection(&mut self) -> &mut SqliteConnection {
        match self {
            Self::Single(tx) => tx,
            Self::Batch(batch) => {
                debug_assert!(batch.is_open && batch.queue.sql.is_empty(), "flush a batch before other statements");
                &mut batch.connection
            }
        }
    }

    pub(super) async fn commit(self) -> sqlx::Result<()> {
        match self {
            Self::Single(tx) => tx.commit().await,
            Self::Batch(mut batch) => {
                batch.queue.push("COMMIT", None);
                batch.fetch::<(i64,)>().await?;
                batch.is_open = false;
                Ok(())
            }
        }
    }
}

impl SqliteBatch {
    /// Runs the queue and returns the rows of its statements.
    async fn fetch<T>(&mut self) -> sqlx::Result<Vec<T>>
    where
        T: for<'r> FromRow<'r, SqliteRow> + Send + Unpin,
    {
        self.is_open = true;
        let Queue { sql, rows } = std::mem::take(&mut self.queue);
        let query = rows.into_iter().fold(sqlx::query_as(sqlx::AssertSqlSafe(sql)), sqlx::query::QueryAs::bind);
        query.fetch_all(&mut *self.connection).await
    }
}

impl Drop for SqliteBatch {
    fn drop(&mut self) {
        if self.is_open {
            // The driver does not know that a transaction is open. A closed connection rolls back.
            self.connection.close_on_drop();
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

    /// Runs a statement over the JSON array `rows`, its `$1`. In a batch on SQLite it runs with the next [`Tx::fetch`],
    /// [`Tx::flush`] or [`Tx::commit`], which return its error.
    pub(crate) async fn run(&mut self, sql: &'static str, rows: String) -> Result<()> {
        match &mut self.on {
            Dialect::Sqlite(SqliteTx::Batch(batch)) => batch.queue.push(sql, Some(rows)),
            Dialect::Sqlite(SqliteTx::Single(tx)) => {
                sqlx::query(sql).bind(rows).execute(&mut **tx).await?;
            }
            Dialect::Pg(tx) => {
                bounded(sqlx::query(sql).bind(rows).execute(&mut **tx)).await?;
            }
        }
        Ok(())
    }

    /// Returns the rows of a query over the JSON array `rows`, its `$1`.
    pub(crate) async fn fetch<T>(&mut self, sql: &'static str, rows: String) -> Result<Vec<T>>
    where
        T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        let found = match &mut self.on {
            Dialect::Sqlite(SqliteTx::Batch(batch)) => {
                batch.queue.push(sql, Some(rows));
                batch.fetch().await?
            }
            Dialect::Sqlite(SqliteTx::Single(tx)) => sqlx::query_as(sql).bind(rows).fetch_all(&mut **tx).await?,
            Dialect::Pg(tx) => bounded(sqlx::query_as(sql).bind(rows).fetch_all(&mut **tx)).await?,
        };
        Ok(found)
    }

    /// Runs the queued statements of a batch.
    pub(crate) async fn flush(&mut self) -> Result<()> {
        if let Dialect::Sqlite(SqliteTx::Batch(batch)) = &mut self.on {
            batch.fetch::<(i64,)>().await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queued_statements_keep_their_own_rows() {
        let mut queue = Queue::default();
        queue.push("BEGIN IMMEDIATE", None);
        queue.push("INSERT INTO a SELECT value FROM json_each($1)", Some("[1]".into()));
        queue.push("INSERT INTO b SELECT value FROM json_each($1)", Some("[2]".into()));
        let expected = "BEGIN IMMEDIATE;INSERT INTO a SELECT value FROM json_each($1);INSERT INTO b SELECT value FROM json_each($2)";
        assert_eq!(queue.sql, expected);
        assert_eq!(queue.rows, ["[1]", "[2]"]);
    }
}
