//! Decisions about reported reels: hidden by many reports, kept or removed by an operator.
//!
//! A decision is written in the transaction that takes it, also by a program beside the server. A server then tells the
//! company and live pages ([`untold`], [`told`]), once or again after a crash.

use crate::{
    Db, Result,
    db::Tx,
    on,
    social::report::Reason,
    types::{
        ids::{CompanyId, ReelId},
        timestamp::Timestamp,
    },
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum Decision {
    /// Until an operator reviews it.
    Hidden,
    Kept,
    Removed,
}

/// Decision that its company has not been told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Review {
    #[sqlx(rename = "reel_id")]
    pub reel: ReelId,
    #[sqlx(rename = "company_id")]
    pub company: CompanyId,
    pub decision: Decision,
    pub at: Timestamp,
}

/// Records a decision with the reason that most reports since the last review name. `is_told` is true for one that
/// changes nothing for the company.
pub(super) async fn record(tx: &mut Tx, reel: ReelId, decision: Decision, is_told: bool, now: Timestamp) -> Result<()> {
    let reason: Option<(Reason,)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT reason FROM report WHERE reel_id = $1 AND at > COALESCE(
            (SELECT max(v.at) FROM reel_review v WHERE v.reel_id = $1 AND v.decision = 'kept'), 0)
         GROUP BY reason ORDER BY count(*) DESC, max(at) DESC LIMIT 1").bind(reel).fetch_optional(at).await)?;
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO reel_review (reel_id, decision, reason, at, told_at) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT DO NOTHING")
        .bind(reel).bind(decision).bind(reason.map(|(reason,)| reason)).bind(now).bind(is_told.then_some(now))
        .execute(at).await.map(drop))
    .map_err(Into::into)
}

/// Returns the oldest decisions that their companies have not been told of.
pub async fn untold(db: &Db, limit: i64) -> Result<Vec<Review>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT v.reel_id, r.company_id, v.decision, v.at FROM reel_review v JOIN reel r ON r.id = v.reel_id
         WHERE v.told_at IS NULL ORDER BY v.at LIMIT $1").bind(limit).fetch_all(at).await)?)
}

/// Notes that the company was told.
pub async fn told(db: &Db, review: &Review, now: Timestamp) -> Result<()> {
    on!(db.write(), at => sqlx::query(
        "UPDATE reel_review SET told_at = $4 WHERE reel_id = $1 AND decision = $2 AND at = $3")
        .bind(review.reel).bind(review.decision).bind(review.at).bind(now).execute(at).await.map(drop))
    .map_err(Into::into)
}
