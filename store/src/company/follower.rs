//! Followers of companies.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    Db, Result,
    db::Aggregate,
    on,
    types::{
        ids::{CompanyId, UserId},
        timestamp::Timestamp,
    },
};

/// State of following a company.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Following {
    /// The caller follows the company.
    pub followed: bool,
    pub follower_count: i64,
}

/// Returns followers of a company with greater ids than `after`, in order, at most `limit`.
pub async fn list(db: &Db, company: CompanyId, after: UserId, limit: i64) -> Result<Vec<UserId>> {
    let rows: Vec<(UserId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT account_id FROM company_follower WHERE company_id = $1 AND account_id > $2 ORDER BY account_id LIMIT $3")
        .bind(company).bind(after).bind(limit).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Follows a company, or ends following it. Returns none for a member of the company, who may not follow it.
pub async fn toggle(db: &Db, company: CompanyId, account: UserId, now: Timestamp) -> Result<Option<Following>> {
    let mut tx = db.begin().await?;
    tx.changes(Aggregate::Company(company));
    // Locks the row, so that the count stays exact.
    let (is_member,): (bool,) = on!(tx.at(), at => sqlx::query_as(
        "UPDATE company SET follower_count = follower_count WHERE id = $1 AND closed_at IS NULL
         RETURNING EXISTS (SELECT 1 FROM company_member m WHERE m.company_id = company.id AND m.account_id = $2)")
        .bind(company).bind(account).fetch_one(at).await)?;
    if is_member {
        return Ok(None);
    }
    let ended = on!(tx.at(), at => sqlx::query("DELETE FROM company_follower WHERE company_id = $1 AND account_id = $2")
        .bind(company).bind(account).execute(at).await.map(|done| done.rows_affected()))?;
    if ended == 0 {
        on!(tx.at(), at => sqlx::query("INSERT INTO company_follower (company_id, account_id, since) VALUES ($1, $2, $3)")
            .bind(company).bind(account).bind(now).execute(at).await.map(drop))?;
    }
    let change: i64 = if ended == 0 { 1 } else { -1 };
    let (follower_count,): (i64,) = on!(tx.at(), at => sqlx::query_as(
        "UPDATE company SET follower_count = follower_count + $2 WHERE id = $1 RETURNING follower_count")
        .bind(company).bind(change).fetch_one(at).await)?;
    tx.commit().await?;
    Ok(Some(Following { followed: ended == 0, follower_count }))
}
