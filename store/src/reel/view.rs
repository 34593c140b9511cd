//! Reels as people see them.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    ReelState, ReelVideo,
    feed::FeedReason,
    video::{VideoColumns, video_columns},
    visible,
};
use crate::{
    Db, Result,
    catalogue::offering::{self, OfferingCard},
    each,
    media::picture::{self, Picture},
    on,
    types::{
        ids::{CompanyId, FavouriteFolderId, MediaId, OfferingId, ReelId, UserId},
        position::Position,
        timestamp::Timestamp,
    },
};

/// Maximum accounts that a live reel keeps out because of a block: 8 bytes each.
const MAX_HIDDEN_FROM: i64 = 100_000;

/// Caller of a query.
#[derive(Clone, Copy, Debug, Default)]
pub struct Viewer {
    /// `None` for a visitor.
    pub account: Option<UserId>,
    pub position: Option<Position>,
}

impl Viewer {
    pub fn account(account: UserId) -> Self {
        Self { account: Some(account), position: None }
    }

    /// Returns the account for a query. No account has the id 0.
    pub(super) fn id(&self) -> UserId {
        self.account.unwrap_or(UserId(0))
    }
}

/// Reel in the feed.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Reel {
    pub id: ReelId,
    pub company: ReelCompany,
    pub state: ReelState,
    pub caption: String,
    /// Locale code of caption and speech.
    #[schema(example = "US")]
    pub language: String,
    /// Null once the reel is removed.
    pub video: Option<ReelVideo>,
    pub poster: Option<Picture>,
    pub subtitles: Vec<SubtitleTrack>,
    /// Offerings that are sold in the reel, in order.
    pub offerings: Vec<OfferingCard>,
    pub counts: ReelCounts,
    /// The caller likes it.
    pub liked: bool,
    /// Folder of the caller's favourites that holds it.
    pub folder_id: Option<FavouriteFolderId>,
    pub published_at: Option<Timestamp>,
    /// Time to publish a scheduled reel.
    pub publish_at: Option<Timestamp>,
    /// Reasons for its place in the feed, the strongest first. Empty outside the feed.
    pub why: Vec<FeedReason>,
    /// Distance of the company from the caller's position.
    pub distance_km: Option<f64>,
}

/// Company of a reel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReelCompany {
    pub id: CompanyId,
    pub handle: String,
    pub name: String,
    pub city: String,
    pub logo: Option<Picture>,
    /// The caller follows the company.
    pub followed: bool,
}

/// Subtitles in WebVTT.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SubtitleTrack {
    /// Locale code.
    #[schema(example = "US")]
    pub language: String,
    pub url: String,
}

/// Counters of a reel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow, ToSchema)]
pub struct ReelCounts {
    pub likes: i64,
    pub comments: i64,
    pub saves: i64,
    pub shares: i64,
    /// Accounts that have watched it, and an estimate of visitors without an account.
    pub views: i64,
    /// Grows with each change. Of two states, the one with the greater revision is newer.
    pub revision: i64,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: ReelId,
    state: ReelState,
    caption: String,
    language: String,
    published_at: Option<Timestamp>,
    publish_at: Option<Timestamp>,
    #[sqlx(flatten)]
    counts: ReelCounts,
    poster_id: Option<MediaId>,
    #[sqlx(flatten)]
    video: VideoColumns,
    company_id: CompanyId,
    handle: String,
    company_name: String,
    city: String,
    logo_id: Option<MediaId>,
    latitude: Option<f64>,
    longitude: Option<f64>,
    followed: bool,
    liked: bool,
    folder_id: Option<FavouriteFolderId>,
    subtitles: Option<String>,
}

/// Selects the rows of the reels whose ids are bound as `$1`, for the account `$2`.
macro_rules! reels {
    ($on:expr, $condition:expr) => {
        each!(
            $on,
            concat!(
            "SELECT r.id, r.state, r.caption, r.language, r.published_at, r.publish_at, r.likes, r.comments, r.saves,
                r.shares, r.views + r.visitor_views AS views, r.revision, r.poster_id, ", video_columns!(), ", r.company_id, c.handle, c.name AS company_name, c.city, c.logo_id,
                c.latitude, c.longitude,
                EXISTS (SELECT 1 FROM company_follower f WHERE f.company_id = c.id AND f.account_id = $2) AS followed,
                EXISTS (SELECT 1 FROM reel_like l WHERE l.reel_id = r.id AND l.account_id = $2) AS liked,
                (SELECT i.folder_id FROM favourite_item i
                 WHERE i.owner_id = $2 AND i.kind = 'reel' AND i.item_id = r.id) AS folder_id,
                (SELECT string_agg(t.language, ',') FROM reel_subtitle t WHERE t.reel_id = r.id) AS subtitles
             FROM reel r JOIN company c ON c.id = r.company_id LEFT JOIN media v ON v.id = r.video_id
                LEFT JOIN media s ON s.id = r.small_video_id
             WHERE r.id IN (SELECT CAST(value->>0 AS BIGINT) FROM "),
            concat!(") AND ", $condition)
        )
    };
}

/// Returns these reels in the given order, as far as the viewer may see them.
pub async fn visible_of(db: &Db, ids: &[ReelId], viewer: &Viewer, now: Timestamp) -> Result<Vec<Reel>> {
    let at = db.read();
    let sql = reels!(at, visible!());
    let listed = json(ids)?;
    let rows = on!(at, at => sqlx::query_as(sql).bind(listed).bind(viewer.id()).fetch_all(at).await)?;
    shown(db, ids, rows, viewer, now).await
}

/// Returns a reel that the viewer may see.
pub async fn find(db: &Db, id: ReelId, viewer: &Viewer, now: Timestamp) -> Result<Reel> {
    visible_of(db, &[id], viewer, now).await?.pop().ok_or(crate::Error::NotFound)
}

/// Returns these reels of a company in the given order, in any state.
pub(super) async fn own(db: &Db, ids: &[ReelId], company: CompanyId, now: Timestamp) -> Result<Vec<Reel>> {
    let at = db.read();
    let sql = reels!(at, "r.company_id = $3");
    let (listed, nobody) = (json(ids)?, UserId(0));
    let rows = on!(at, at => sqlx::query_as(sql).bind(listed).bind(nobody).bind(company).fetch_all(at).await)?;
    shown(db, ids, rows, &Viewer::default(), now).await
}

fn json(ids: &[ReelId]) -> Result<String> {
    Ok(serde_json::to_string(&ids.iter().map(|id| [id]).collect::<Vec<_>>())?)
}

async fn shown(db: &Db, order: &[ReelId], mut rows: Vec<Row>, viewer: &Viewer, now: Timestamp) -> Result<Vec<Reel>> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let places: HashMap<_, _> = order.iter().zip(0..).collect();
    rows.sort_by_key(|row| places.get(&row.id));
    let pictures: Vec<_> = rows.iter().flat_map(|row| row.poster_id.into_iter().chain(row.logo_id)).collect();
    let pictures = picture::find_all(db, &pictures).await?;
    let mut offerings = linked(db, &rows.iter().map(|row| row.id).collect::<Vec<_>>(), now).await?;
    let show = |row: Row| {
        let offerings = offerings.remove(&row.id).unwrap_or_default();
        row.shown(viewer, &pictures, offerings)
    };
    Ok(rows.into_iter().map(show).collect())
}

/// Returns the cards of the offerings that these reels link.
async fn linked(db: &Db, reels: &[ReelId], now: Timestamp) -> Result<HashMap<ReelId, Vec<OfferingCard>>> {
    let at = db.read();
    let sql = each!(
        at,
        "SELECT reel_id, offering_id FROM reel_offering
         WHERE reel_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ") ORDER BY reel_id, position, offering_id"
    );
    let listed = json(reels)?;
    let links: Vec<(ReelId, OfferingId)> = on!(at, at => sqlx::query_as(sql).bind(listed).fetch_all(at).await)?;
    let mut ids: Vec<_> = links.iter().map(|(_, offering)| *offering).collect();
    ids.sort_unstable();
    ids.dedup();
    let cards: HashMap<_, _> = offering::cards(db, &ids, now).await?.into_iter().map(|card| (card.id, card)).collect();
    let mut all: HashMap<ReelId, Vec<OfferingCard>> = HashMap::new();
    for (reel, offering) in links {
        all.entry(reel).or_default().extend(cards.get(&offering).cloned());
    }
    Ok(all)
}

impl Row {
    fn shown(self, viewer: &Viewer, pictures: &HashMap<MediaId, Picture>, offerings: Vec<OfferingCard>) -> Reel {
        let picture = |id: Option<MediaId>| id.and_then(|id| pictures.get(&id).cloned());
        let place = self.latitude.zip(self.longitude).and_then(|(north, east)| Position::new(north, east));
        let distance = viewer.position.zip(place).map(|(from, to)| from.distance_km(to));
        let mut languages: Vec<_> = self.subtitles.iter().flat_map(|all| all.split(',')).map(str::to_owned).collect();
        languages.sort_unstable();
        let id = self.id;
        let tracks = languages.into_iter().map(|language| SubtitleTrack {
            url: format!("/api/v1/userprofessional/reel-subtitles/{id}/{language}/"),
            language,
        });
        Reel {
            id,
            company: ReelCompany {
                id: self.company_id,
                handle: self.handle,
                name: self.company_name,
                city: self.city,
                logo: picture(self.logo_id),
                followed: self.followed,
            },
            state: self.state,
            caption: self.caption,
            language: self.language,
            video: self.video.shown(),
            poster: picture(self.poster_id),
            subtitles: tracks.collect(),
            offerings,
            counts: self.counts,
            liked: self.liked,
            folder_id: self.folder_id,
            published_at: self.published_at,
            publish_at: self.publish_at,
            why: Vec::new(),
            distance_km: distance.map(|distance| (distance * 10.0).round() / 10.0),
        }
    }
}

/// Returns the company of a reel that the account may see.
pub(super) async fn company(db: &Db, id: ReelId, viewer: UserId) -> Result<CompanyId> {
    let (company,): (CompanyId,) = on!(db.read(), at => sqlx::query_as(concat!(
        "SELECT r.company_id FROM reel r JOIN company c ON c.id = r.company_id WHERE r.id = $1 AND ", visible!()))
        .bind(id).bind(viewer).fetch_one(at).await)?;
    Ok(company)
}

/// Returns the counters of a reel.
pub async fn counts(db: &Db, id: ReelId) -> Result<ReelCounts> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT likes, comments, saves, shares, views + visitor_views AS views, revision FROM reel WHERE id = $1")
        .bind(id).fetch_one(at).await)?)
}

/// Returns true if a reel is published by a company that is not closed.
pub async fn is_public(db: &Db, id: ReelId) -> Result<bool> {
    let found: Option<(i64,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT r.id FROM reel r JOIN company c ON c.id = r.company_id
         WHERE r.id = $1 AND r.state = 'published' AND c.closed_at IS NULL").bind(id).fetch_optional(at).await)?;
    Ok(found.is_some())
}

/// Returns the accounts that may not see a reel, because they block its company or are blocked by it: those that the
/// company blocks first, [`MAX_HIDDEN_FROM`] at most.
pub async fn hidden_from(db: &Db, id: ReelId) -> Result<Vec<UserId>> {
    let accounts: Vec<(UserId, i64)> = on!(db.read(), at => sqlx::query_as(
        "SELECT b.blocked_id, CAST(0 AS BIGINT) AS place FROM reel r JOIN company c ON c.id = r.company_id
            JOIN block b ON b.blocker_id = c.account_id WHERE r.id = $1
         UNION ALL SELECT b.blocker_id, 1 FROM reel r JOIN company c ON c.id = r.company_id
            JOIN block b ON b.blocked_id = c.account_id WHERE r.id = $1
         ORDER BY place LIMIT $2")
        .bind(id).bind(MAX_HIDDEN_FROM).fetch_all(at).await)?;
    Ok(accounts.into_iter().map(|(account, _)| account).collect())
}

/// Returns those of these reels that belong to the company of an account.
pub async fn of_account_among(db: &Db, account: UserId, reels: &[ReelId]) -> Result<Vec<ReelId>> {
    if reels.is_empty() {
        return Ok(Vec::new());
    }
    let at = db.read();
    let sql = each!(
        at,
        "SELECT r.id FROM reel r JOIN company c ON c.id = r.company_id
         WHERE c.account_id = $2 AND r.id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")"
    );
    let listed = json(reels)?;
    let ids: Vec<(ReelId,)> = on!(at, at => sqlx::query_as(sql).bind(listed).bind(account).fetch_all(at).await)?;
    Ok(ids.into_iter().map(|(id,)| id).collect())
}

/// Returns a page of the reels on a company's public page, and their number.
pub async fn of_company(
    db: &Db,
    company: CompanyId,
    viewer: &Viewer,
    limit: i64,
    offset: i64,
    now: Timestamp,
) -> Result<(Vec<Reel>, i64)> {
    let ids: Vec<(ReelId,)> = on!(db.read(), at => sqlx::query_as(concat!(
        "SELECT r.id FROM reel r JOIN company c ON c.id = r.company_id WHERE r.company_id = $1 AND ", visible!(),
        " ORDER BY r.position, r.number DESC LIMIT $3 OFFSET $4"))
        .bind(company).bind(viewer.id()).bind(limit).bind(offset).fetch_all(at).await)?;
    let (total,): (i64,) = on!(db.read(), at => sqlx::query_as(concat!(
        "SELECT count(*) FROM reel r JOIN company c ON c.id = r.company_id WHERE r.company_id = $1 AND ", visible!()))
        .bind(company).bind(viewer.id()).fetch_one(at).await)?;
    let ids: Vec<_> = ids.into_iter().map(|(id,)| id).collect();
    Ok((visible_of(db, &ids, viewer, now).await?, total))
}
