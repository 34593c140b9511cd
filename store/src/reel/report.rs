//! Reports about reels. Enough of them hide a reel until an operator reviews it.

use super::{
    Refusal, Result,
    review::{self, Decision},
    view,
};
use crate::{
    Db,
    db::Aggregate,
    on,
    social::report::{COMMENT_MAX, DAILY, Reason},
    types::{
        ids::{ReelId, UserId},
        timestamp::Timestamp,
    },
};

/// Reports of different accounts after which a reel is hidden.
pub const HIDDEN_AFTER: i64 = 5;

/// Report to file.
#[derive(Clone, Debug)]
pub struct NewReport<'a> {
    pub id: i64,
    pub reel: ReelId,
    pub reporter: UserId,
    pub reason: Reason,
    pub comment: &'a str,
    pub now: Timestamp,
}

/// Files a report. An account reports a reel once; a repeat has no effect. Returns true if the reel is hidden now.
pub async fn file(db: &Db, new: &NewReport<'_>) -> Result<bool> {
    let comment = new.comment.trim();
    if comment.chars().count() > COMMENT_MAX {
        return Err(Refusal::Field("comment", "Enter at most 1,000 characters.").into());
    }
    view::company(db, new.reel, new.reporter).await?;
    if too_many_today(db, new.reporter, new.now).await? {
        return Err(Refusal::Field("reason", "You have reported 20 times today. Come back tomorrow.").into());
    }
    let mut tx = db.begin().await?;
    let added = on!(tx.at(), at => sqlx::query(
        "INSERT INTO report (id, reporter_id, reel_id, reason, comment, at) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT DO NOTHING")
        .bind(new.id).bind(new.reporter).bind(new.reel).bind(new.reason).bind(comment).bind(new.now)
        .execute(at).await.map(|done| done.rows_affected()))?;
    if added == 0 {
        return Ok(false);
    }
    tx.changes(Aggregate::Reel(new.reel));
    let (reports, is_hidden): (i64, bool) = on!(tx.at(), at => sqlx::query_as(
        "UPDATE reel SET reports = reports + 1,
            state = CASE WHEN state = 'published' AND reports + 1 >= $2 THEN 'hidden' ELSE state END,
            updated_at = CASE WHEN state = 'published' AND reports + 1 >= $2 THEN $3 ELSE updated_at END
         WHERE id = $1 RETURNING reports, state = 'hidden'")
        .bind(new.reel).bind(HIDDEN_AFTER).bind(new.now).fetch_one(at).await)?;
    if is_hidden && reports == HIDDEN_AFTER {
        tx.changes(Aggregate::Market);
        review::record(&mut tx, new.reel, Decision::Hidden, false, new.now).await?;
    }
    tx.commit().await?;
    Ok(is_hidden)
}

/// Returns true if an account has filed as many reports as it may within a day.
pub(super) async fn too_many_today(db: &Db, reporter: UserId, now: Timestamp) -> Result<bool> {
    let (today,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "SELECT count(*) FROM report WHERE reporter_id = $1 AND at > $2")
        .bind(reporter).bind(now.plus(-Timestamp::DAY)).fetch_one(at).await)?;
    Ok(today >= DAILY)
}
