//! Likes, views, shares and muted companies.
//!
//! A counter changes in the transaction of the row that it counts, so that it equals the number of rows.

use serde::Serialize;
use utoipa::ToSchema;

use super::{ReelCounts, Result, view};
use crate::{
    Db,
    db::{Aggregate, Tx},
    media::picture::Picture,
    on,
    types::{
        ids::{CompanyId, MediaId, ReelId, UserId},
        timestamp::Timestamp,
    },
};

/// Maximum time that counts as one view: a reel of ten minutes, watched twice.
const MAX_WATCHED_MS: i64 = 20 * Timestamp::MINUTE;
/// Part of a video, in percent, that has to be watched at once to have watched it to the end. Players start and stop late.
const FINISHED_PERCENT: i64 = 95;

/// Reactions of an account to a reel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Liked {
    pub company: CompanyId,
    pub liked: bool,
    /// The command changed the row.
    pub changed: bool,
    pub counts: ReelCounts,
}

/// Likes a reel or ends it. Without `liked`, the opposite of the current state.
pub async fn like(db: &Db, id: ReelId, account: UserId, liked: Option<bool>, now: Timestamp) -> Result<Liked> {
    let company = view::company(db, id, account).await?;
    let mut tx = db.begin().await?;
    lock(&mut tx, id).await?;
    let removed = match liked {
        Some(true) => 0,
        _ => on!(tx.at(), at => sqlx::query("DELETE FROM reel_like WHERE reel_id = $1 AND account_id = $2")
            .bind(id).bind(account).execute(at).await.map(|done| done.rows_affected()))?,
    };
    let added = match liked {
        Some(false) => 0,
        None if removed > 0 => 0,
        _ => on!(tx.at(), at => sqlx::query(
            "INSERT INTO reel_like (reel_id, account_id, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
            .bind(id).bind(account).bind(now).execute(at).await.map(|done| done.rows_affected()))?,
    };
    let change = i64::from(added > 0) - i64::from(removed > 0);
    let counts = count(&mut tx, id, Counter { likes: change, ..Counter::default() }).await?;
    if change != 0 {
        taste(&mut tx, account, company, change, 0).await?;
    }
    tx.commit().await?;
    Ok(Liked { company, liked: liked.unwrap_or(added > 0), changed: change != 0, counts })
}

/// Returns true if an account likes a reel now.
pub async fn is_liked(db: &Db, id: ReelId, account: UserId) -> crate::Result<bool> {
    let (is_liked,): (bool,) = on!(db.read(), at => sqlx::query_as(
        "SELECT EXISTS (SELECT 1 FROM reel_like WHERE reel_id = $1 AND account_id = $2)")
        .bind(id).bind(account).fetch_one(at).await)?;
    Ok(is_liked)
}

/// Changes of the counters of a reel.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counter {
    pub likes: i64,
    pub comments: i64,
    pub saves: i64,
    pub shares: i64,
    pub views: i64,
    pub watched_ms: i64,
    pub plays: i64,
    pub finished: i64,
    pub visitor_views: i64,
    pub opens: i64,
    pub visitor_opens: i64,
    pub bookings: i64,
    pub orders: i64,
    /// Minor units.
    pub income: i64,
}

/// Locks a reel, so that the rows that a counter counts change one after the other.
pub(crate) async fn lock(tx: &mut Tx, id: ReelId) -> crate::Result<()> {
    tx.changes(Aggregate::Reel(id));
    on!(tx.at(), at => sqlx::query("UPDATE reel SET revision = revision WHERE id = $1 RETURNING id")
        .bind(id).fetch_one(at).await.map(drop))?;
    Ok(())
}

/// Changes counters. Returns the counters after it, with a new revision if one that everybody sees changed.
pub(crate) async fn count(tx: &mut Tx, id: ReelId, change: Counter) -> crate::Result<ReelCounts> {
    tx.changes(Aggregate::Reel(id));
    let public = [change.likes, change.comments, change.saves, change.shares, change.views, change.visitor_views];
    let moved = i64::from(public.iter().any(|change| *change != 0));
    Ok(on!(tx.at(), at => sqlx::query_as(
        "UPDATE reel SET likes = likes + $2, comments = comments + $3, saves = saves + $4, shares = shares + $5,
            views = views + $6, watched_ms = watched_ms + $7, revision = revision + $8, plays = plays + $9,
            finished = finished + $10, visitor_views = visitor_views + $11, opens = opens + $12,
            visitor_opens = visitor_opens + $13, bookings = bookings + $14, orders = orders + $15, income = income + $16
         WHERE id = $1
         RETURNING likes, comments, saves, shares, views + visitor_views AS views, revision")
        .bind(id).bind(change.likes).bind(change.comments).bind(change.saves).bind(change.shares).bind(change.views)
        .bind(change.watched_ms).bind(moved).bind(change.plays).bind(change.finished).bind(change.visitor_views)
        .bind(change.opens).bind(change.visitor_opens).bind(change.bookings).bind(change.orders).bind(change.income)
        .fetch_one(at).await)?)
}

/// Counts what an account makes of a company's reels.
async fn taste(tx: &mut Tx, account: UserId, company: CompanyId, likes: i64, skips: i64) -> crate::Result<()> {
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO reel_taste (account_id, company_id, likes, skips) VALUES ($1, $2, $3, $4)
         ON CONFLICT (account_id, company_id) DO UPDATE SET likes = reel_taste.likes + $3, skips = reel_taste.skips + $4")
        .bind(account).bind(company).bind(likes).bind(skips).execute(at).await.map(drop))
    .map_err(Into::into)
}

/// Earlier views of an account, and the length of the video.
#[derive(sqlx::FromRow)]
struct EarlierView {
    duration_ms: Option<i64>,
    watched_ms: Option<i64>,
    skipped: Option<bool>,
    finished: Option<bool>,
}

/// Records that an account watched a reel for a time, or skipped it. An account counts as one view, and each report as a
/// play. A skip is taken back by a later watch to the end, so only the newest counts.
pub async fn view(
    db: &Db,
    id: ReelId,
    account: UserId,
    watched_ms: i64,
    skipped: bool,
    now: Timestamp,
) -> Result<ReelCounts> {
    let company = view::company(db, id, account).await?;
    let watched_ms = watched_ms.clamp(0, MAX_WATCHED_MS);
    let mut tx = db.begin().await?;
    lock(&mut tx, id).await?;
    let earlier: EarlierView = on!(tx.at(), at => sqlx::query_as(
        "SELECT m.duration_ms, w.watched_ms, w.skipped, w.finished
         FROM reel r LEFT JOIN media m ON m.id = r.video_id
            LEFT JOIN reel_view w ON w.account_id = $1 AND w.reel_id = r.id
         WHERE r.id = $2").bind(account).bind(id).fetch_one(at).await)?;
    let was_finished = earlier.finished.unwrap_or(false);
    let ends = earlier.duration_ms.is_some_and(|length| 100 * watched_ms >= FINISHED_PERCENT * length);
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO reel_view (account_id, reel_id, watched_ms, skipped, at, finished) VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (account_id, reel_id) DO UPDATE SET skipped = $4, at = $5, plays = reel_view.plays + 1, finished = $6,
            watched_ms = CASE WHEN reel_view.watched_ms < $3 THEN $3 ELSE reel_view.watched_ms END")
        .bind(account).bind(id).bind(watched_ms).bind(skipped).bind(now).bind(was_finished || ends)
        .execute(at).await.map(drop))?;
    let change = Counter {
        views: i64::from(earlier.watched_ms.is_none()),
        watched_ms: (watched_ms - earlier.watched_ms.unwrap_or(0)).max(0),
        plays: 1,
        finished: i64::from(ends && !was_finished),
        ..Counter::default()
    };
    let counts = count(&mut tx, id, change).await?;
    if skipped != earlier.skipped.unwrap_or(false) {
        taste(&mut tx, account, company, 0, if skipped { 1 } else { -1 }).await?;
    }
    tx.commit().await?;
    Ok(counts)
}

/// Counts `times` shares of a reel.
pub async fn shared(db: &Db, id: ReelId, times: i64) -> Result<ReelCounts> {
    let mut tx = db.begin().await?;
    let counts = count(&mut tx, id, Counter { shares: times, ..Counter::default() }).await?;
    tx.commit().await?;
    Ok(counts)
}

/// Mutes the reels of a company in the feed of an account, or shows them again.
pub async fn mute(db: &Db, company: CompanyId, account: UserId, muted: bool, now: Timestamp) -> Result<()> {
    on!(db.read(), at => sqlx::query("SELECT 1 FROM company WHERE id = $1 AND closed_at IS NULL")
        .bind(company).fetch_one(at).await.map(drop))?;
    on!(db.write(), at => sqlx::query(
        "INSERT INTO reel_taste (account_id, company_id, muted_at) VALUES ($1, $2, $3)
         ON CONFLICT (account_id, company_id) DO UPDATE SET muted_at = $3")
        .bind(account).bind(company).bind(muted.then_some(now)).execute(at).await.map(drop))?;
    Ok(())
}

/// Company whose reels the caller does not see.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct MutedCompany {
    pub id: CompanyId,
    pub handle: String,
    pub name: String,
    pub logo: Option<Picture>,
}

/// Returns a page of the muted companies, the newest first, and their number.
pub async fn muted(db: &Db, account: UserId, limit: i64, offset: i64) -> Result<(Vec<MutedCompany>, i64)> {
    let rows: Vec<(CompanyId, String, String, Option<MediaId>)> = on!(db.read(), at => sqlx::query_as(
        "SELECT c.id, c.handle, c.name, c.logo_id FROM reel_taste t JOIN company c ON c.id = t.company_id
         WHERE t.account_id = $1 AND t.muted_at IS NOT NULL ORDER BY t.muted_at DESC, c.id LIMIT $2 OFFSET $3")
        .bind(account).bind(limit).bind(offset).fetch_all(at).await)?;
    let (total,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "SELECT count(*) FROM reel_taste WHERE account_id = $1 AND muted_at IS NOT NULL")
        .bind(account).fetch_one(at).await)?;
    let logos: Vec<_> = rows.iter().filter_map(|(.., logo)| *logo).collect();
    let logos = crate::media::picture::find_all(db, &logos).await?;
    let shown = |(id, handle, name, logo): (_, _, _, Option<MediaId>)| MutedCompany {
        id,
        handle,
        name,
        logo: logo.and_then(|logo| logos.get(&logo).cloned()),
    };
    Ok((rows.into_iter().map(shown).collect(), total))
}
