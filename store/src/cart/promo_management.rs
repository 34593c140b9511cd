//! Promo codes as their company manages them. A used code keeps its reduction, so that orders and code agree.

use super::promo_code::{COLUMNS, PromoCode, PromoKind};
use crate::{
    Db, Result,
    company::plan,
    db::Aggregate,
    on,
    types::{
        ids::{CompanyId, PromoCodeId},
        timestamp::Timestamp,
    },
};

/// Settings of a promo code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromoSettings {
    pub kind: PromoKind,
    /// Percent, or minor units. 0 for free delivery.
    pub value: i64,
    pub minimum_order: i64,
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
    pub limit_total: Option<i64>,
    pub limit_each: Option<i64>,
    pub is_active: bool,
}

/// Result of a new code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Created {
    Code(Box<PromoCode>),
    /// The company has a code with this text.
    Taken,
    /// The company has as many codes as its plan allows.
    TooMany,
}

/// Returns the codes of a company and their number: usable ones first, then the latest end.
pub async fn list(
    db: &Db,
    company: CompanyId,
    limit: i64,
    offset: i64,
    now: Timestamp,
) -> Result<(Vec<PromoCode>, i64)> {
    let (total,): (i64,) = on!(db.read(), at => sqlx::query_as("SELECT COUNT(*) FROM promo_code WHERE company_id = $1")
        .bind(company).fetch_one(at).await)?;
    let sql = format!(
        "SELECT {COLUMNS} FROM promo_code WHERE company_id = $1
         ORDER BY CASE WHEN is_active AND ends_at > $2 THEN 0 ELSE 1 END, ends_at DESC, id DESC LIMIT $3 OFFSET $4"
    );
    let codes = on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(company).bind(now).bind(limit)
        .bind(offset).fetch_all(at).await)?;
    Ok((codes, total))
}

/// Creates a code. `code` is in upper case.
pub async fn create(
    db: &Db,
    company: CompanyId,
    id: PromoCodeId,
    code: &str,
    new: &PromoSettings,
    now: Timestamp,
) -> Result<Created> {
    let mut tx = db.begin().await?;
    tx.lock_company(company).await?;
    tx.changes(Aggregate::Market);
    // Codes that ended or are used up leave room.
    let (count,): (i64,) = on!(tx.at(), at => sqlx::query_as(
        "SELECT COUNT(*) FROM promo_code
         WHERE company_id = $1 AND ends_at > $2 AND (limit_total IS NULL OR used < limit_total)")
        .bind(company).bind(now).fetch_one(at).await)?;
    if count >= plan::of(&mut tx, company).await?.promo_codes {
        return Ok(Created::TooMany);
    }
    let sql = format!(
        "INSERT INTO promo_code (id, company_id, code, kind, value, minimum_order, starts_at, ends_at, limit_total,
            limit_each, is_active, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT DO NOTHING RETURNING {COLUMNS}"
    );
    let created: Option<PromoCode> = on!(tx.at(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(id).bind(company)
        .bind(code).bind(new.kind).bind(new.value).bind(new.minimum_order).bind(new.starts_at).bind(new.ends_at)
        .bind(new.limit_total).bind(new.limit_each).bind(new.is_active).bind(now).fetch_optional(at).await)?;
    tx.commit().await?;
    Ok(created.map_or(Created::Taken, |code| Created::Code(Box::new(code))))
}

/// Changes a code. Its text stays, and the reduction of a code that was used stays too.
pub async fn update(db: &Db, company: CompanyId, id: PromoCodeId, new: &PromoSettings) -> Result<PromoCode> {
    let sql = format!(
        "UPDATE promo_code SET kind = CASE WHEN used > 0 THEN kind ELSE $3 END,
            value = CASE WHEN used > 0 THEN value ELSE $4 END, minimum_order = $5, starts_at = $6, ends_at = $7,
            limit_total = $8, limit_each = $9, is_active = $10
         WHERE id = $1 AND company_id = $2 RETURNING {COLUMNS}"
    );
    let mut tx = db.begin().await?;
    tx.changes(Aggregate::Market);
    let code = on!(tx.at(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(id).bind(company).bind(new.kind)
        .bind(new.value).bind(new.minimum_order).bind(new.starts_at).bind(new.ends_at).bind(new.limit_total)
        .bind(new.limit_each).bind(new.is_active).fetch_one(at).await)?;
    tx.commit().await?;
    Ok(code)
}

/// Ends a code now. A repeat has no effect.
pub async fn end(db: &Db, company: CompanyId, id: PromoCodeId, now: Timestamp) -> Result<PromoCode> {
    let sql = format!(
        "UPDATE promo_code SET is_active = FALSE, ends_at = CASE WHEN ends_at > $3 THEN $3 ELSE ends_at END
         WHERE id = $1 AND company_id = $2 RETURNING {COLUMNS}"
    );
    let mut tx = db.begin().await?;
    tx.changes(Aggregate::Market);
    let code = on!(tx.at(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(id).bind(company).bind(now)
        .fetch_one(at).await)?;
    tx.commit().await?;
    Ok(code)
}
