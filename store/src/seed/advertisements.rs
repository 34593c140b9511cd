//! Demo advertisements: one of every sixth company, by the category that it sells most of, with its cover as the picture.

use serde_json::{Value, json};

use super::market::text;
use crate::{
    Db, Result, each, on,
    types::{
        ids::{CompanyId, Ids},
        timestamp::Timestamp,
    },
};

/// One of so many companies advertises.
const EVERY: usize = 6;

/// Adds advertisements of the companies of a filled database. They began ten days ago and run for three months.
pub(super) async fn add(db: &Db, ids: &Ids, now: Timestamp) -> Result<()> {
    let companies: Vec<(CompanyId, String, i64, Option<String>)> = on!(db.read(), at => sqlx::query_as(
        "SELECT c.id, c.city, c.cover_id, (SELECT o.category FROM offering o WHERE o.company_id = c.id
            GROUP BY o.category ORDER BY count(*) DESC, o.category LIMIT 1)
         FROM company c WHERE c.cover_id IS NOT NULL ORDER BY c.id").fetch_all(at).await)?;
    let mut rows = Vec::new();
    for (index, (company, city, cover, category)) in companies.into_iter().enumerate().step_by(EVERY) {
        let mut texts = text::rows(include_str!("market/text/advertisements.tsv"));
        let Some(row) = texts.find(|row| category.as_deref() == Some(row.cell(0))) else { continue };
        let [title, text] = [1, 2].map(|cell| row.cell(cell).replace("{city}", &city));
        let (starts, ends) = (now.plus(-10 * Timestamp::DAY), now.plus(80 * Timestamp::DAY));
        // Numbers that differ between neighbours, the same everywhere.
        let lot = (index as i64 + 1).wrapping_mul(0x5851_F42D_4C95_7F2D) & i64::MAX;
        let views = 80 + lot % 900;
        rows.push(json!([ids.next(now), company, title, text, cover, starts.0, ends.0, lot, views, views / 23]));
    }
    let mut tx = db.begin().await?;
    let sql = each!(
        tx.at(),
        "INSERT INTO advertisement (id, company_id, title, text, media_id, starts_at, ends_at, lot, views, clicks)
         SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), value->>2, value->>3, CAST(value->>4 AS BIGINT),
            CAST(value->>5 AS BIGINT), CAST(value->>6 AS BIGINT), CAST(value->>7 AS BIGINT), CAST(value->>8 AS BIGINT),
            CAST(value->>9 AS BIGINT) FROM ",
        ""
    );
    on!(tx.at(), at => sqlx::query(sql).bind(Value::from(rows).to_string()).execute(at).await.map(drop))?;
    tx.commit().await
}
