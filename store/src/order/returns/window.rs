//! Window of a company for returns: days after the handover.

use std::ops::RangeInclusive;

use crate::{Db, Result, db::Aggregate, on, types::ids::CompanyId};

/// Days that a company may give. 0: it takes nothing back.
pub const RETURN_DAYS: RangeInclusive<i64> = 0..=365;

/// Returns the days in which customers of a company may ask for a return.
pub async fn days(db: &Db, company: CompanyId) -> Result<i64> {
    let (days,): (i64,) = on!(db.read(), at => sqlx::query_as("SELECT return_days FROM company WHERE id = $1")
        .bind(company).fetch_one(at).await)?;
    Ok(days)
}

/// Changes the days. Orders that were handed over before follow the new window too.
pub async fn set_days(db: &Db, company: CompanyId, days: i64) -> Result<()> {
    let mut tx = db.begin().await?;
    tx.changes(Aggregate::Company(company));
    on!(tx.at(), at => sqlx::query("UPDATE company SET return_days = $2 WHERE id = $1").bind(company).bind(days)
        .execute(at).await.map(drop))?;
    tx.commit().await
}
