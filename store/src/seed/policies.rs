//! Demo policies: rules, facilities, refunds, privacy and directions of each company, by its categories.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::market::text;
use crate::{
    Db, Error, Result,
    catalogue::facility,
    each, on,
    types::{
        ids::{CompanyId, Ids},
        timestamp::Timestamp,
    },
};

/// Entry of the file. Applies to all companies without a category.
struct Entry {
    category: Option<&'static str>,
    kind: &'static str,
    title: &'static str,
    text: &'static str,
    facility: Option<&'static str>,
}

/// Adds policies to the companies of a filled database.
pub(super) async fn add(db: &Db, ids: &Ids, now: Timestamp) -> Result<()> {
    let entries = entries()?;
    let companies: Vec<(CompanyId, String)> = on!(db.read(), at => sqlx::query_as("SELECT id, city FROM company ORDER BY id")
        .fetch_all(at).await)?;
    let categories: Vec<(CompanyId, String)> = on!(db.read(), at => sqlx::query_as(
        "SELECT company_id, category FROM company_category").fetch_all(at).await)?;
    let mut rows = Vec::new();
    for (company, city) in &companies {
        let offers = |key| categories.iter().any(|(one, category)| one == company && category == key);
        let mut counts: HashMap<&str, i64> = HashMap::new();
        for entry in entries.iter().filter(|entry| entry.category.is_none_or(offers)) {
            let position = counts.entry(entry.kind).or_default();
            rows.push(entry.row(*company, city, *position, ids, now));
            *position += 1;
        }
    }
    let mut tx = db.begin().await?;
    tx.changes(crate::db::Aggregate::All);
    let sql = each!(
        tx.at(),
        "INSERT INTO policy (id, company_id, kind, category, title, text, facility, position, created_at, updated_at)
         SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), value->>2, value->>3, value->>4, value->>5,
            value->>6, CAST(value->>7 AS BIGINT), CAST(value->>8 AS BIGINT), CAST(value->>8 AS BIGINT) FROM ",
        ""
    );
    on!(tx.at(), at => sqlx::query(sql).bind(Value::from(rows).to_string()).execute(at).await.map(drop))?;
    tx.commit().await
}

fn entries() -> Result<Vec<Entry>> {
    let rows = text::rows(include_str!("market/text/policies.tsv"));
    rows.map(|row| {
        let (kind, name) = (row.cell(1), row.cell(2));
        let facility = (kind == "facility").then_some(name);
        if let Some(key) = facility.filter(|key| facility::find(key).is_none()) {
            return Err(Error::Corrupt(format!("demo policies: “{key}” is no facility")));
        }
        let category = Some(row.cell(0)).filter(|key| *key != "*");
        let title = if facility.is_some() { "" } else { name };
        Ok(Entry { category, kind, title, text: row.cell(3), facility })
    })
    .collect()
}

impl Entry {
    fn row(&self, company: CompanyId, city: &str, position: i64, ids: &Ids, now: Timestamp) -> Value {
        let text = self.text.replace("{city}", city);
        json!([ids.next(now), company, self.kind, self.category, self.title, text, self.facility, position, now.0])
    }
}
