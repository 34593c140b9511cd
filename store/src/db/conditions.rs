//! Queries whose conditions depend on the request. The text consists of constants; values are always bound.

use sqlx::{AssertSqlSafe, FromRow, postgres::PgRow, sqlite::SqliteRow};

use super::contains;
use crate::{Db, Result, on};

/// Value to bind.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Bound {
    Text(String),
    Integer(i64),
    Real(f64),
    /// Text that a column contains in any case.
    Contained(String),
}

/// Stands for the operator of [`Bound::Contained`].
const CONTAINS: &str = "{contains}";

impl From<&str> for Bound {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Bound {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Bound {
    fn from(number: i64) -> Self {
        Self::Integer(number)
    }
}

impl From<f64> for Bound {
    fn from(number: f64) -> Self {
        Self::Real(number)
    }
}

/// Query under construction. A condition that the request does not need is absent, so that an index can serve the rest.
#[derive(Clone, Debug)]
pub(crate) struct Conditions {
    sql: String,
    values: Vec<Bound>,
}

impl Conditions {
    /// Begins with a text up to its `WHERE` clause and the values of `$1`, `$2`, and so on in it.
    pub fn new(sql: &'static str, values: Vec<Bound>) -> Self {
        Self { sql: sql.to_owned(), values }
    }

    /// Appends a constant text.
    pub fn push(&mut self, sql: &'static str) -> &mut Self {
        self.sql.push_str(sql);
        self
    }

    /// Appends a constant text in which `?` stands for the value. It may occur several times.
    pub fn bind(&mut self, sql: &'static str, value: impl Into<Bound>) -> &mut Self {
        self.values.push(value.into());
        let placeholder = format!("${}", self.values.len());
        self.sql.push_str(&sql.replace('?', &placeholder));
        self
    }

    /// Appends the condition that one of the columns contains a text, in any case.
    pub fn contain(&mut self, columns: &[&'static str], text: &str) -> &mut Self {
        self.values.push(Bound::Contained(text.to_owned()));
        let place = self.values.len();
        let each: Vec<_> = columns.iter().map(|column| format!("{column} {CONTAINS} ${place}")).collect();
        self.sql.push_str(&format!(" AND ({})", each.join(" OR ")));
        self
    }

    /// Returns the query of SQLite's plan for this query.
    #[cfg(test)]
    pub fn explain(&self) -> Self {
        Self { sql: format!("EXPLAIN QUERY PLAN {}", self.sql), values: self.values.clone() }
    }

    /// Runs the query.
    pub async fn fetch<T>(&self, db: &Db) -> Result<Vec<T>>
    where
        T: Send + Unpin + for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow>,
    {
        macro_rules! with_values {
            ($query:expr) => {
                self.values.iter().fold($query, |query, value| match value {
                    Bound::Text(text) => query.bind(text.as_str()),
                    Bound::Integer(number) => query.bind(*number),
                    Bound::Real(number) => query.bind(*number),
                    Bound::Contained(text) => query.bind(contains::pattern(db, text)),
                })
            };
        }
        let sql = self.sql.replace(CONTAINS, contains::operator(db));
        Ok(on!(db.read(), at => with_values!(sqlx::query_as(AssertSqlSafe(sql.as_str()))).fetch_all(at).await)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn value_takes_next_placeholder_at_each_place() {
        let mut query = Conditions::new("SELECT 1 WHERE a = $1", vec![Bound::Integer(7)]);
        query.bind(" AND b = ?", "x").push(" AND c").bind(" AND (d > ? OR e > ?)", 2.5);
        assert_eq!(query.sql, "SELECT 1 WHERE a = $1 AND b = $2 AND c AND (d > $3 OR e > $3)");
        assert_eq!(query.values, [Bound::Integer(7), Bound::Text("x".to_owned()), Bound::Real(2.5)]);
    }
}
