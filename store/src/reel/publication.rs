//! Publication of reels. Each takes the next number, which orders the feed.

use super::{ReelState, Refusal, Result, feed::cell};
use crate::{
    Db,
    db::{Aggregate, Tx},
    media, on,
    types::{
        ids::{CompanyId, MediaId, ReelId, UserId},
        position::Position,
        timestamp::Timestamp,
    },
};

/// Maximum days ahead of a schedule.
pub const MAX_SCHEDULE_DAYS: i64 = 366;
/// Reels published by one call of [`publish_due`].
const BATCH: i64 = 100;

/// State that a company chooses for a reel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Draft,
    /// Publish at this time.
    Schedule(Timestamp),
    Publish,
    Remove,
}

impl Step {
    fn state(self) -> ReelState {
        match self {
            Self::Draft => ReelState::Draft,
            Self::Schedule(_) => ReelState::Scheduled,
            Self::Publish => ReelState::Published,
            Self::Remove => ReelState::Removed,
        }
    }
}

/// Changes the state of a company's reel.
pub async fn change(db: &Db, id: ReelId, company: CompanyId, step: Step, now: Timestamp) -> Result<()> {
    if let Step::Schedule(at) = step
        && (at <= now || at > now.plus(MAX_SCHEDULE_DAYS * Timestamp::DAY))
    {
        return Err(Refusal::Field("publish_at", "Choose a time to come within a year.").into());
    }
    let mut tx = db.begin().await?;
    tx.changes(Aggregate::Reel(id));
    tx.changes(Aggregate::Market);
    let (state, video): (ReelState, Option<MediaId>) = on!(tx.at(), at => sqlx::query_as(
        "UPDATE reel SET updated_at = $3 WHERE id = $1 AND company_id = $2 RETURNING state, video_id")
        .bind(id).bind(company).bind(now).fetch_one(at).await)?;
    if !state.next().contains(&step.state()) {
        return Err(Refusal::STATE.into());
    }
    if video.is_none() && step != Step::Remove {
        return Err(Refusal::STATE.into());
    }
    match step {
        Step::Publish => publish(&mut tx, id, now).await?,
        Step::Remove => remove(&mut tx, id, now).await?,
        Step::Draft => set(&mut tx, id, ReelState::Draft, None).await?,
        Step::Schedule(at) => set(&mut tx, id, ReelState::Scheduled, Some(at)).await?,
    }
    tx.commit().await?;
    Ok(())
}

async fn set(tx: &mut Tx, id: ReelId, state: ReelState, publish_at: Option<Timestamp>) -> crate::Result<()> {
    on!(tx.at(), at => sqlx::query("UPDATE reel SET state = $2, publish_at = $3 WHERE id = $1")
        .bind(id).bind(state).bind(publish_at).execute(at).await.map(drop))
    .map_err(Into::into)
}

/// Publishes a reel, with the next number. The lock on the number lasts until the commit.
async fn publish(tx: &mut Tx, id: ReelId, now: Timestamp) -> crate::Result<()> {
    let (north, east): (Option<f64>, Option<f64>) = on!(tx.at(), at => sqlx::query_as(
        "SELECT c.latitude, c.longitude FROM reel r JOIN company c ON c.id = r.company_id WHERE r.id = $1")
        .bind(id).fetch_one(at).await)?;
    let cell = north.zip(east).and_then(|(north, east)| Position::new(north, east)).map(cell::of);
    let (number,): (i64,) = on!(tx.at(), at => sqlx::query_as(
        "UPDATE reel_publication SET number = number + 1 WHERE id = 1 RETURNING number").fetch_one(at).await)?;
    on!(tx.at(), at => sqlx::query(
        "UPDATE reel SET state = 'published', publish_at = NULL, published_at = $2, number = $3, cell = $4 WHERE id = $1")
        .bind(id).bind(now).bind(number).bind(cell).execute(at).await.map(drop))?;
    Ok(())
}

/// Moves the published reels of a company that has moved, so that people near it find them.
pub(crate) async fn move_company(tx: &mut Tx, company: CompanyId, position: Option<Position>) -> crate::Result<()> {
    on!(tx.at(), at => sqlx::query("UPDATE reel SET cell = $2 WHERE company_id = $1 AND number IS NOT NULL")
        .bind(company).bind(position.map(cell::of)).execute(at).await.map(drop))
    .map_err(Into::into)
}

/// Removes a reel and its video.
pub(super) async fn remove(tx: &mut Tx, id: ReelId, now: Timestamp) -> crate::Result<()> {
    let files: (Option<MediaId>, Option<MediaId>, Option<MediaId>) = on!(tx.at(), at => sqlx::query_as(
        "SELECT video_id, small_video_id, poster_id FROM reel WHERE id = $1").bind(id).fetch_one(at).await)?;
    on!(tx.at(), at => sqlx::query(
        "UPDATE reel SET state = 'removed', publish_at = NULL, reports = 0, updated_at = $2, video_id = NULL,
            small_video_id = NULL, poster_id = NULL WHERE id = $1")
        .bind(id).bind(now).execute(at).await.map(drop))?;
    let files: Vec<_> = [files.0, files.1, files.2].into_iter().flatten().collect();
    media::forget_unshown(tx, &files).await
}

/// Returns accounts that hear of a new reel of a company: followers that have not muted its reels. With greater ids than
/// `after`, in order, at most `limit`.
pub async fn audience(db: &Db, company: CompanyId, after: UserId, limit: i64) -> crate::Result<Vec<UserId>> {
    let rows: Vec<(UserId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT f.account_id FROM company_follower f WHERE f.company_id = $1 AND f.account_id > $2
            AND NOT EXISTS (SELECT 1 FROM reel_taste t WHERE t.account_id = f.account_id AND t.company_id = f.company_id
                AND t.muted_at IS NOT NULL)
         ORDER BY f.account_id LIMIT $3")
        .bind(company).bind(after).bind(limit).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Publishes the scheduled reels that are due. Returns them with their companies.
pub async fn publish_due(db: &Db, now: Timestamp) -> crate::Result<Vec<(ReelId, CompanyId)>> {
    let due: Vec<(ReelId, CompanyId)> = on!(db.read(), at => sqlx::query_as(
        "SELECT id, company_id FROM reel WHERE state = 'scheduled' AND publish_at <= $1 ORDER BY publish_at LIMIT $2")
        .bind(now).bind(BATCH).fetch_all(at).await)?;
    let mut published = Vec::new();
    for (id, company) in due {
        let mut tx = db.begin().await?;
        tx.changes(Aggregate::Reel(id));
        tx.changes(Aggregate::Market);
        // Another node, or the company, may have changed it meanwhile.
        let is_due = on!(tx.at(), at => sqlx::query(
            "UPDATE reel SET updated_at = $2 WHERE id = $1 AND state = 'scheduled' AND publish_at <= $2")
            .bind(id).bind(now).execute(at).await.map(|done| done.rows_affected()))?;
        if is_due > 0 {
            publish(&mut tx, id, now).await?;
            tx.commit().await?;
            published.push((id, company));
        }
    }
    Ok(published)
}
