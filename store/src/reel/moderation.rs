//! Review of reported reels by an operator.

use super::{
    ReelState, Refusal, Result, publication,
    review::{self, Decision},
};
use crate::{
    Db,
    db::Aggregate,
    on,
    social::report::Reason,
    types::{ids::ReelId, timestamp::Timestamp},
};

/// Maximum reasons shown for a reel.
const REASONS: i64 = 10;

/// Reel with reports since its last review.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportedReel {
    pub id: ReelId,
    pub company: String,
    pub caption: String,
    pub state: ReelState,
    pub reports: i64,
    /// Newest reasons with their comments.
    pub reasons: Vec<(Reason, String)>,
}

/// Returns the reels with the most reports, at most `limit`.
pub async fn list(db: &Db, limit: i64) -> Result<Vec<ReportedReel>> {
    let rows: Vec<(ReelId, String, String, ReelState, i64)> = on!(db.read(), at => sqlx::query_as(
        "SELECT r.id, c.name, r.caption, r.state, r.reports FROM reel r JOIN company c ON c.id = r.company_id
         WHERE r.reports > 0 AND r.state IN ('published', 'hidden') ORDER BY r.reports DESC, r.id DESC LIMIT $1")
        .bind(limit).fetch_all(at).await)?;
    let mut reported = Vec::with_capacity(rows.len());
    for (id, company, caption, state, reports) in rows {
        let reasons = on!(db.read(), at => sqlx::query_as(
            "SELECT reason, comment FROM report WHERE reel_id = $1 ORDER BY at DESC, id DESC LIMIT $2")
            .bind(id).bind(REASONS).fetch_all(at).await)?;
        reported.push(ReportedReel { id, company, caption, state, reports, reasons });
    }
    Ok(reported)
}

/// Keeps a reel: a hidden one is shown again. Only accounts that have not reported it yet count from now on.
pub async fn keep(db: &Db, id: ReelId, now: Timestamp) -> Result<()> {
    let mut tx = db.begin().await?;
    tx.changes(Aggregate::Reel(id));
    tx.changes(Aggregate::Market);
    let (state,): (ReelState,) = on!(tx.at(), at => sqlx::query_as(
        "UPDATE reel SET reports = 0, updated_at = $2 WHERE id = $1 RETURNING state")
        .bind(id).bind(now).fetch_one(at).await)?;
    if state == ReelState::Hidden {
        on!(tx.at(), at => sqlx::query("UPDATE reel SET state = 'published' WHERE id = $1")
            .bind(id).execute(at).await.map(drop))?;
    }
    // The company knows nothing of the reports about a reel that was not hidden.
    review::record(&mut tx, id, Decision::Kept, state != ReelState::Hidden, now).await?;
    tx.commit().await?;
    Ok(())
}

/// Removes a reel and its video.
pub async fn remove(db: &Db, id: ReelId, now: Timestamp) -> Result<()> {
    let mut tx = db.begin().await?;
    tx.changes(Aggregate::Reel(id));
    tx.changes(Aggregate::Market);
    let (state,): (ReelState,) = on!(tx.at(), at => sqlx::query_as(
        "UPDATE reel SET updated_at = $2 WHERE id = $1 RETURNING state").bind(id).bind(now).fetch_one(at).await)?;
    if state == ReelState::Removed {
        return Err(Refusal::STATE.into());
    }
    review::record(&mut tx, id, Decision::Removed, false, now).await?;
    publication::remove(&mut tx, id, now).await?;
    tx.commit().await?;
    Ok(())
}
