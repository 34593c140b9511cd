//! The greatest generated id. A process that starts continues after it: its clock may be behind the one that generated
//! the id, and an id must not be generated twice.

use super::{Db, Dialect, bounded};
use crate::{error::Result, on};

impl Db {
    /// Returns the greatest value of all columns `id`, 0 without any. Reads one entry of an index for each table.
    pub async fn greatest_id(&self) -> Result<i64> {
        let tables: Vec<(String,)> = match self.read() {
            Dialect::Sqlite(at) => {
                sqlx::query_as(
                    "SELECT t.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
                     WHERE t.type = 'table' AND c.name = 'id' AND c.type = 'BIGINT' AND c.pk = 1",
                )
                .fetch_all(at)
                .await?
            }
            Dialect::Pg(at) => {
                let sql = "SELECT table_name::text FROM information_schema.columns
                     WHERE table_schema = current_schema() AND column_name = 'id' AND data_type = 'bigint'";
                bounded(async { sqlx::query_as(sql).fetch_all(at).await }).await?
            }
        };
        let mut greatest = 0;
        for (table,) in tables {
            let sql = format!("SELECT max(id) FROM {table}");
            let (id,): (Option<i64>,) =
                on!(self.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).fetch_one(at).await)?;
            greatest = greatest.max(id.unwrap_or(0));
        }
        Ok(greatest)
    }
}
