//! Candidates of a feed. Every query reads a bounded number of index entries, however many reels there are.

use serde_json::json;

use super::{cell, cursor::WINDOW, rank::Signals};
use crate::{
    Db, Result,
    account::privacy,
    db::conditions::Conditions,
    each, on,
    reel::{Viewer, visible},
    types::{
        ids::{CompanyId, ReelId},
        position::Position,
        timestamp::Timestamp,
    },
};

/// Viewer of a feed.
#[derive(Clone, Copy, Debug)]
pub struct FeedViewer {
    pub viewer: Viewer,
    /// True if views, likes and skips of the viewer may rank reels. Follows and mutes always count: they are chosen.
    pub is_personal: bool,
}

impl FeedViewer {
    /// Reads what the account allows.
    pub async fn of(db: &Db, viewer: &Viewer) -> Result<Self> {
        let is_personal = match viewer.account {
            Some(account) => privacy::of(db, &[account]).await?.get(&account).is_none_or(|privacy| privacy.cookies),
            None => false,
        };
        Ok(Self { viewer: *viewer, is_personal })
    }
}

/// A reel and what is known of it and its viewer.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Candidate {
    pub id: ReelId,
    pub number: i64,
    pub company: CompanyId,
    pub muted: bool,
    published_at: Timestamp,
    likes: i64,
    comments: i64,
    shares: i64,
    views: i64,
    latitude: Option<f64>,
    longitude: Option<f64>,
    followed: bool,
    company_likes: i64,
    company_skips: i64,
    seen: bool,
    skipped: bool,
}

impl Candidate {
    fn place(&self) -> Option<Position> {
        self.latitude.zip(self.longitude).and_then(|(north, east)| Position::new(north, east))
    }

    pub fn signals(&self, feed: &FeedViewer, now: Timestamp) -> Signals {
        let viewer = &feed.viewer;
        let known = Signals {
            followed: self.followed,
            distance_km: viewer.position.zip(self.place()).map(|(from, to)| from.distance_km(to)),
            age_ms: now.0.saturating_sub(self.published_at.0),
            likes: self.likes,
            comments: self.comments,
            shares: self.shares,
            views: self.views,
            company_likes: self.company_likes,
            company_skips: self.company_skips,
            seen: self.seen,
            skipped: self.skipped,
        };
        if feed.is_personal {
            return known;
        }
        Signals { company_likes: 0, company_skips: 0, seen: false, skipped: false, ..known }
    }
}

/// Returns the numbers of all candidates for the head of a feed, without repeats.
pub async fn numbers(db: &Db, viewer: &Viewer, snapshot: i64) -> Result<Vec<i64>> {
    let mut numbers: Vec<i64> = ((snapshot - WINDOW + 1).max(1)..=snapshot).collect();
    let liked: Vec<(i64,)> = liked().fetch(db).await?;
    numbers.extend(liked.into_iter().map(|(number,)| number));
    if let Some(account) = viewer.account {
        let followed: Vec<(Option<i64>, Option<i64>)> = followed(account.0).fetch(db).await?;
        numbers.extend(followed.into_iter().flat_map(|(newest, next)| [newest, next]).flatten());
    }
    if let Some(position) = viewer.position {
        numbers.extend(numbers_around(db, position).await?);
    }
    numbers.sort_unstable();
    numbers.dedup();
    Ok(numbers)
}

/// Returns newest reels of companies within a distance of the viewer, that the viewer may see and has not muted. None without
/// a position.
pub async fn near(db: &Db, viewer: &Viewer, distance_km: f64) -> Result<Vec<ReelId>> {
    let Some(position) = viewer.position else { return Ok(Vec::new()) };
    let found = read(db, &numbers_around(db, position).await?, viewer).await?;
    let is_near = |one: &Candidate| one.place().is_some_and(|place| position.distance_km(place) <= distance_km);
    Ok(found.into_iter().filter(is_near).map(|one| one.id).collect())
}

async fn numbers_around(db: &Db, position: Position) -> Result<Vec<i64>> {
    let numbers: Vec<(i64,)> = of_cells(&cell::around(position)).fetch(db).await?;
    Ok(numbers.into_iter().map(|(number,)| number).collect())
}

/// The 40 with the most likes.
fn liked() -> Conditions {
    Conditions::new(
        "SELECT number FROM reel WHERE state = 'published' ORDER BY likes DESC, number DESC LIMIT 40",
        Vec::new(),
    )
}

/// The newest two of each of the 100 companies that the account has followed last.
fn followed(account: i64) -> Conditions {
    Conditions::new(
        "SELECT (SELECT max(r.number) FROM reel r WHERE r.company_id = f.company_id AND r.state = 'published') AS newest,
            (SELECT r.number FROM reel r WHERE r.company_id = f.company_id AND r.state = 'published'
             ORDER BY r.number DESC LIMIT 1 OFFSET 1) AS next
         FROM (SELECT company_id FROM company_follower WHERE account_id = $1 ORDER BY since DESC LIMIT 100) AS f",
        vec![account.into()],
    )
}

/// The newest 15 of each cell.
fn of_cells(cells: &[i64]) -> Conditions {
    let mut query = Conditions::new("SELECT number FROM reel WHERE FALSE", Vec::new());
    for cell in cells {
        query.bind(
            " UNION ALL SELECT number FROM (SELECT number FROM reel WHERE state = 'published' AND cell = ?
             ORDER BY number DESC LIMIT 15) AS newest",
            *cell,
        );
    }
    query
}

/// Selects the reels with the numbers bound as `$1`, for the account `$2`.
macro_rules! candidates {
    ($on:expr, $after:literal) => {
        each!(
            $on,
            "SELECT r.id, r.number, r.company_id AS company, r.published_at, r.likes, r.comments, r.shares, r.views,
                c.latitude, c.longitude, t.muted_at IS NOT NULL AS muted,
                EXISTS (SELECT 1 FROM company_follower f WHERE f.company_id = c.id AND f.account_id = $2) AS followed,
                COALESCE(t.likes, 0) AS company_likes, COALESCE(t.skips, 0) AS company_skips,
                w.reel_id IS NOT NULL AS seen, COALESCE(w.skipped, FALSE) AS skipped
             FROM reel r JOIN company c ON c.id = r.company_id
                LEFT JOIN reel_taste t ON t.account_id = $2 AND t.company_id = r.company_id
                LEFT JOIN reel_view w ON w.account_id = $2 AND w.reel_id = r.id
             WHERE r.number IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
            concat!(") AND ", visible!(), $after)
        )
    };
}

/// Returns the reels with these numbers that the viewer may see, without those of muted companies.
pub async fn read(db: &Db, numbers: &[i64], viewer: &Viewer) -> Result<Vec<Candidate>> {
    let at = db.read();
    let sql = candidates!(at, " AND t.muted_at IS NULL");
    Ok(on!(at, at => sqlx::query_as(sql).bind(listed(numbers)).bind(viewer.id()).fetch_all(at).await)?)
}

/// Returns the reels with these numbers that the viewer may see.
pub async fn read_also_muted(db: &Db, numbers: &[i64], viewer: &Viewer) -> Result<Vec<Candidate>> {
    let at = db.read();
    let sql = candidates!(at, "");
    Ok(on!(at, at => sqlx::query_as(sql).bind(listed(numbers)).bind(viewer.id()).fetch_all(at).await)?)
}

fn listed(numbers: &[i64]) -> String {
    json!(numbers.iter().map(|number| [number]).collect::<Vec<_>>()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::sqlite;

    /// Returns the steps of SQLite's plan for a query.
    async fn plan(db: &Db, query: Conditions) -> Vec<String> {
        let rows: Vec<(i64, i64, i64, String)> = query.explain().fetch(db).await.unwrap();
        rows.into_iter().map(|(.., step)| step).collect()
    }

    #[tokio::test]
    async fn candidates_are_read_from_indexes() {
        let (db, _folder) = sqlite().await;
        let known = [
            (liked(), "SCAN reel USING COVERING INDEX reel_likes", 1),
            (followed(1), "SEARCH r USING COVERING INDEX reel_company", 2),
            (followed(1), "SEARCH company_follower USING INDEX company_follower_account", 1),
            (of_cells(&[0; 9]), "SEARCH reel USING COVERING INDEX reel_cell", 9),
        ];
        for (query, step, times) in known {
            let steps = plan(&db, query).await;
            assert_eq!(steps.iter().filter(|one| one.starts_with(step)).count(), times, "{step}: {steps:#?}");
            assert!(!steps.iter().any(|one| one.contains("TEMP B-TREE")), "{steps:#?}");
        }
    }
}
