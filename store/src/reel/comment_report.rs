//! Reports about comments. Enough of them hide a comment from all but its author, until an operator reviews it.

use super::{
    Refusal, Result, comment,
    comment_change::{self, Deleted},
    report::too_many_today,
    view,
};
use crate::{
    Db, on,
    social::report::{COMMENT_MAX, Reason},
    types::{
        ids::{CommentId, ReelId, UserId},
        timestamp::Timestamp,
    },
};

/// Report to file.
#[derive(Clone, Debug)]
pub struct NewCommentReport<'a> {
    pub id: i64,
    pub comment: CommentId,
    pub reporter: UserId,
    pub reason: Reason,
    /// Words of the reporter.
    pub details: &'a str,
    pub now: Timestamp,
}

/// Comment that reports hide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hidden {
    pub reel: ReelId,
    pub parent: Option<CommentId>,
}

/// Files a report. An account reports a comment once; a repeat has no effect. Returns the comment if the report hides it.
pub async fn file(db: &Db, new: &NewCommentReport<'_>) -> Result<Option<Hidden>> {
    let details = new.details.trim();
    if details.chars().count() > COMMENT_MAX {
        return Err(Refusal::Field("comment", "Enter at most 1,000 characters.").into());
    }
    let reported = comment::find(db, new.comment, new.reporter).await?;
    view::company(db, reported.reel_id, new.reporter).await?;
    if too_many_today(db, new.reporter, new.now).await? {
        return Err(Refusal::Field("reason", "You have reported 20 times today. Come back tomorrow.").into());
    }
    let mut tx = db.begin().await?;
    let added = on!(tx.at(), at => sqlx::query(
        "INSERT INTO report (id, reporter_id, comment_id, reason, comment, at) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT DO NOTHING")
        .bind(new.id).bind(new.reporter).bind(new.comment).bind(new.reason).bind(details).bind(new.now)
        .execute(at).await.map(|done| done.rows_affected()))?;
    if added == 0 {
        return Ok(None);
    }
    let (reports,): (i64,) = on!(tx.at(), at => sqlx::query_as(
        "UPDATE reel_comment SET reports = reports + 1 WHERE id = $1 RETURNING reports")
        .bind(new.comment).fetch_one(at).await)?;
    tx.commit().await?;
    let is_hidden = reports == comment::HIDDEN_AFTER;
    Ok(is_hidden.then_some(Hidden { reel: reported.reel_id, parent: reported.parent_id }))
}

/// Comment with reports since its last review.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct ReportedComment {
    pub id: CommentId,
    pub author: String,
    pub text: String,
    pub reports: i64,
    /// Reason of the newest report.
    pub reason: Reason,
}

/// Returns the comments with the most reports, at most `limit`.
pub async fn list(db: &Db, limit: i64) -> Result<Vec<ReportedComment>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT k.id, a.user_name AS author, k.text, k.reports,
            (SELECT p.reason FROM report p WHERE p.comment_id = k.id ORDER BY p.at DESC, p.id DESC LIMIT 1) AS reason
         FROM reel_comment k JOIN account a ON a.id = k.author_id
         WHERE k.reports > 0 ORDER BY k.reports DESC, k.id DESC LIMIT $1")
        .bind(limit).fetch_all(at).await)?)
}

/// Keeps a comment: a hidden one is shown again. Only accounts that have not reported it yet count from now on.
pub async fn keep(db: &Db, id: CommentId) -> Result<()> {
    on!(db.write(), at => sqlx::query("UPDATE reel_comment SET reports = 0 WHERE id = $1 RETURNING id")
        .bind(id).fetch_one(at).await.map(drop))?;
    Ok(())
}

/// Removes a comment with its answers.
pub async fn remove(db: &Db, id: CommentId) -> Result<Deleted> {
    comment_change::delete_any(db, id).await
}
