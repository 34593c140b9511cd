//! Public pages in pages of bounded size, for the site map.

use crate::{
    Db, Result,
    catalogue::filter::Window,
    on,
    types::{
        ids::{OfferingId, ReelId},
        timestamp::Timestamp,
    },
};

/// Number of public pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct PublicPages {
    pub companies: i64,
    pub offerings: i64,
    pub reels: i64,
}

/// Returns the number of companies, of active offerings and of published reels.
pub async fn count(db: &Db) -> Result<PublicPages> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT (SELECT count(*) FROM company) AS companies,
            (SELECT count(*) FROM offering WHERE state = 'active') AS offerings,
            (SELECT count(*) FROM reel r JOIN company c ON c.id = r.company_id
             WHERE r.state = 'published' AND c.closed_at IS NULL) AS reels").fetch_one(at).await)?)
}

/// Returns the handles of companies in the order of their ids.
pub async fn companies(db: &Db, window: Window) -> Result<Vec<String>> {
    let rows: Vec<(String,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT handle FROM company ORDER BY id LIMIT $1 OFFSET $2")
        .bind(window.limit).bind(window.offset).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(handle,)| handle).collect())
}

/// Returns active offerings in the order of their ids, with the time of their last change.
pub async fn offerings(db: &Db, window: Window) -> Result<Vec<(OfferingId, Timestamp)>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT id, updated_at FROM offering WHERE state = 'active' ORDER BY id LIMIT $1 OFFSET $2")
        .bind(window.limit).bind(window.offset).fetch_all(at).await)?)
}

/// Returns published reels in the order of their publication, with the time of it.
pub async fn reels(db: &Db, window: Window) -> Result<Vec<(ReelId, Timestamp)>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT r.id, r.published_at FROM reel r JOIN company c ON c.id = r.company_id
         WHERE r.state = 'published' AND c.closed_at IS NULL ORDER BY r.number LIMIT $1 OFFSET $2")
        .bind(window.limit).bind(window.offset).fetch_all(at).await)?)
}
