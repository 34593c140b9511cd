//! Feed of reels: ranked, and stable while others are added.
//!
//! A feed is a snapshot: it shows the reels up to the newest publication number at its first page, and each once. Numbers
//! have no holes and never change, so the snapshot is told by one number, whatever is published or removed later.
//!
//! It begins with the *head*: the best of bounded candidates ([`candidates`]: the newest, those of followed companies,
//! near ones, liked ones). The cursor carries the numbers of the head in order, so later pages do not rank it again.
//! Behind the head come *windows*: [`cursor::WINDOW`] successive numbers from the newest down. A window is ranked for each page,
//! and the cursor has one bit for each of its numbers that was shown. So no reel of the snapshot comes twice or is
//! skipped, and a cursor has the same size after ten reels and after ten thousand. A server keeps nothing of it.
//!
//! [`rank`] holds the weights and the pure functions of ranking.

pub mod candidates;
pub mod cell;
pub mod cursor;
pub mod rank;

pub use rank::FeedReason;

use std::collections::HashMap;

use self::{
    candidates::{Candidate, FeedViewer},
    cursor::{Cursor, HEAD_MAX},
};
use super::{Reel, Viewer, view};
use crate::{
    Db, Error, Result, on,
    types::{ids::ReelId, timestamp::Timestamp},
};

/// Windows read for one page. If viewers see little of them, a page is short and still has a next page.
const WINDOWS_PER_PAGE: usize = 8;

/// Page of the feed.
#[derive(Clone, Debug, PartialEq)]
pub struct FeedPage {
    pub reels: Vec<Reel>,
    /// Cursor of the next page.
    pub next: Option<String>,
}

/// Returns a page of the feed: the first, or the one after `cursor`. `first` is a reel that the first page begins with.
/// Returns [`Error::NotFound`] if the viewer may not see it, and [`Error::Corrupt`] for a cursor of no feed.
pub async fn page(
    db: &Db,
    viewer: &Viewer,
    cursor: Option<&str>,
    first: Option<ReelId>,
    limit: usize,
    now: Timestamp,
) -> Result<FeedPage> {
    let newest = newest(db).await?;
    let viewer = &FeedViewer::of(db, viewer).await?;
    let (mut cursor, known) = match cursor {
        Some(text) => {
            let cursor = Cursor::decode(text).filter(|cursor| cursor.snapshot <= newest);
            (cursor.ok_or_else(|| Error::Corrupt("feed cursor".to_owned()))?, HashMap::new())
        }
        None => begin(db, viewer, newest, first, now).await?,
    };
    let mut chosen = head(db, viewer, &mut cursor, limit, known).await?;
    let mut windows = 0;
    while chosen.len() < limit && cursor.has_window() && windows < WINDOWS_PER_PAGE {
        let rest = window(db, viewer, &cursor, now).await?;
        let wanted = limit - chosen.len();
        let is_spent = rest.len() <= wanted;
        for candidate in rest.into_iter().take(wanted) {
            cursor.mark(candidate.number);
            chosen.push(candidate);
        }
        if is_spent {
            cursor.next_window();
            windows += 1;
        }
    }
    let ids: Vec<_> = chosen.iter().map(|candidate| candidate.id).collect();
    let why: HashMap<_, _> = chosen.iter().map(|one| (one.id, rank::score(&one.signals(viewer, now)).why)).collect();
    let mut reels = view::visible_of(db, &ids, &viewer.viewer, now).await?;
    for reel in &mut reels {
        reel.why = why.get(&reel.id).cloned().unwrap_or_default();
    }
    let next = cursor.has_more().then(|| cursor.encode());
    Ok(FeedPage { reels, next })
}

/// Returns the newest publication number.
async fn newest(db: &Db) -> Result<i64> {
    let (number,): (i64,) = on!(db.read(), at => sqlx::query_as("SELECT number FROM reel_publication WHERE id = 1")
        .fetch_one(at).await)?;
    Ok(number)
}

/// Candidates by their numbers.
type Known = HashMap<i64, Candidate>;

/// Begins a feed: ranks its head. Returns the candidates that were read.
async fn begin(
    db: &Db,
    viewer: &FeedViewer,
    newest: i64,
    first: Option<ReelId>,
    now: Timestamp,
) -> Result<(Cursor, Known)> {
    let first = match first {
        Some(id) => Some(number(db, id, &viewer.viewer).await?),
        None => None,
    };
    // The reel may be newer than the number that was read.
    let snapshot = newest.max(first.unwrap_or(0));
    let numbers = candidates::numbers(db, &viewer.viewer, snapshot).await?;
    let ranked = ranked(candidates::read(db, &numbers, &viewer.viewer).await?, viewer, now);
    let others = ranked.iter().map(|one| one.number).filter(|number| Some(*number) != first && *number <= snapshot);
    let head = first.into_iter().chain(others).take(HEAD_MAX).collect();
    Ok((Cursor::begin(snapshot, head), ranked.into_iter().map(|one| (one.number, one)).collect()))
}

async fn number(db: &Db, id: ReelId, viewer: &Viewer) -> Result<i64> {
    let (number,): (i64,) = on!(db.read(), at => sqlx::query_as(concat!(
        "SELECT r.number FROM reel r JOIN company c ON c.id = r.company_id WHERE r.id = $1 AND ", super::visible!()))
        .bind(id).bind(viewer.id()).fetch_one(at).await)?;
    Ok(number)
}

/// Takes the next reels of the head that the viewer still sees.
async fn head(
    db: &Db,
    viewer: &FeedViewer,
    cursor: &mut Cursor,
    limit: usize,
    mut known: Known,
) -> Result<Vec<Candidate>> {
    let mut chosen = Vec::new();
    while chosen.len() < limit {
        let next: Vec<_> = cursor.head_left().iter().copied().take(limit - chosen.len()).collect();
        if next.is_empty() {
            break;
        }
        let unknown: Vec<_> = next.iter().copied().filter(|number| !known.contains_key(number)).collect();
        if !unknown.is_empty() {
            // A deep link shows a reel of a muted company too.
            let found = candidates::read_also_muted(db, &unknown, &viewer.viewer).await?;
            known.extend(found.into_iter().map(|one| (one.number, one)));
        }
        for number in next {
            let is_first = cursor.at == 0;
            cursor.at += 1;
            chosen.extend(known.remove(&number).filter(|one| is_first || !one.muted));
        }
    }
    Ok(chosen)
}

/// Returns the reels of the current window that were not shown, ranked.
async fn window(db: &Db, viewer: &FeedViewer, cursor: &Cursor, now: Timestamp) -> Result<Vec<Candidate>> {
    let numbers: Vec<_> = cursor.window().filter(|number| !cursor.is_shown(*number)).collect();
    Ok(ranked(candidates::read(db, &numbers, &viewer.viewer).await?, viewer, now))
}

/// Sorts candidates by score, and keeps reels of one company apart.
fn ranked(candidates: Vec<Candidate>, viewer: &FeedViewer, now: Timestamp) -> Vec<Candidate> {
    let mut scored: Vec<_> =
        candidates.into_iter().map(|one| (rank::score(&one.signals(viewer, now)).value, one)).collect();
    scored.sort_by(|(a, one), (b, other)| b.total_cmp(a).then(other.number.cmp(&one.number)));
    let sorted: Vec<_> = scored.into_iter().map(|(_, one)| one).collect();
    rank::spread(sorted, |one| one.company)
}
