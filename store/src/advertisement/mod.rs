//! Advertisements: what companies show to everyone, marked as sponsored.
//!
//! One is drawn at random for each place of the web that shows one. The plan of a company limits how many it has at a
//! time. Views and clicks are counted once for each account.

mod manage;

pub use manage::AdvertisementForm;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Db, Result,
    catalogue::filter::Window,
    media::picture::{self, Picture},
    on,
    types::{
        ids::{AdvertisementId, CompanyId, MediaId, OfferingId, UserId},
        timestamp::Timestamp,
    },
};

/// Advertisement as everyone sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Advertisement {
    pub id: AdvertisementId,
    pub title: String,
    /// Plain text with line breaks.
    pub text: String,
    pub picture: Option<Picture>,
    pub company: Advertiser,
    /// Offering that it leads to. Null: the page of the company.
    pub offering_id: Option<OfferingId>,
}

/// Company that advertises.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Advertiser {
    pub id: CompanyId,
    /// Name in the URL of the public page.
    pub handle: String,
    pub name: String,
    pub city: String,
    pub logo: Option<Picture>,
}

/// Advertisement as its company sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OwnAdvertisement {
    pub id: AdvertisementId,
    pub title: String,
    /// Plain text with line breaks.
    pub text: String,
    pub picture: Option<Picture>,
    pub offering: Option<AdvertisedOffering>,
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
    pub paused: bool,
    pub state: AdvertisementState,
    /// Accounts that saw it, and visitors.
    pub views: i64,
    /// Those of them that followed it.
    pub clicks: i64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AdvertisedOffering {
    pub id: OfferingId,
    pub name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AdvertisementState {
    /// It starts later.
    Scheduled,
    Running,
    Paused,
    Ended,
}

/// Event that is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AdvertisementEvent {
    #[default]
    View,
    /// The viewer went on to the company or the offering.
    Click,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: AdvertisementId,
    title: String,
    text: String,
    media_id: Option<MediaId>,
    offering_id: Option<OfferingId>,
    company_id: CompanyId,
    handle: String,
    name: String,
    city: String,
    logo_id: Option<MediaId>,
}

#[derive(sqlx::FromRow)]
struct OwnRow {
    id: AdvertisementId,
    title: String,
    text: String,
    media_id: Option<MediaId>,
    offering_id: Option<OfferingId>,
    offering_name: Option<String>,
    starts_at: Timestamp,
    ends_at: Timestamp,
    paused: bool,
    views: i64,
    clicks: i64,
}

/// SQL condition: true if an advertisement runs at `$1`.
macro_rules! is_running {
    () => {
        "a.starts_at <= $1 AND a.ends_at > $1 AND NOT a.paused AND c.closed_at IS NULL"
    };
}

/// SQL condition: true unless the account `$2` has muted the company of an advertisement.
macro_rules! is_not_muted {
    () => {
        "NOT EXISTS (SELECT 1 FROM reel_taste t
            WHERE t.account_id = $2 AND t.company_id = a.company_id AND t.muted_at IS NOT NULL)"
    };
}

/// Columns of [`Row`] of the advertisements that run at `$1`. One leads to an offering only while that is for sale.
macro_rules! running {
    ($($rest:expr),+) => {
        concat!(
            "SELECT a.id, a.title, a.text, a.media_id, o.id AS offering_id, c.id AS company_id, c.handle, c.name, c.city,
                c.logo_id
             FROM advertisement a JOIN company c ON c.id = a.company_id
                LEFT JOIN offering o ON o.id = a.offering_id AND o.state = 'active'
             WHERE ",
            is_running!(),
            " ",
            $($rest),+
        )
    };
}

/// Columns of [`OwnRow`] of the company `$1`.
macro_rules! own_rows {
    ($rest:literal) => {
        concat!(
            "SELECT a.id, a.title, a.text, a.media_id, a.offering_id, o.name AS offering_name, a.starts_at, a.ends_at,
                a.paused, a.views, a.clicks
             FROM advertisement a LEFT JOIN offering o ON o.id = a.offering_id WHERE a.company_id = $1 ",
            $rest
        )
    };
}

/// Returns a random number for [`draw`].
pub fn lot() -> i64 {
    (rand::random::<u64>() >> 1).cast_signed()
}

/// Draws a running advertisement, each with the same probability: `lot` chooses its place among them. Companies that the
/// viewer muted are left out.
pub async fn draw(db: &Db, viewer: Option<UserId>, lot: i64, now: Timestamp) -> Result<Option<Advertisement>> {
    let viewer = viewer.unwrap_or(UserId(0));
    let (count,): (i64,) = on!(db.read(), at => sqlx::query_as(concat!(
        "SELECT COUNT(*) FROM advertisement a JOIN company c ON c.id = a.company_id WHERE ",
        is_running!(), " AND ", is_not_muted!()))
        .bind(now).bind(viewer).fetch_one(at).await)?;
    if count == 0 {
        return Ok(None);
    }
    let row: Option<Row> = on!(db.read(), at => sqlx::query_as(running!(
        "AND ", is_not_muted!(), " ORDER BY a.lot, a.id LIMIT 1 OFFSET $3"))
        .bind(now).bind(viewer).bind(lot.rem_euclid(count)).fetch_optional(at).await)?;
    match row {
        Some(row) => shown(db, row).await.map(Some),
        // The last one ended in between.
        None => Ok(None),
    }
}

/// Returns a running advertisement.
pub async fn find(db: &Db, id: AdvertisementId, now: Timestamp) -> Result<Advertisement> {
    let row: Row = on!(db.read(), at => sqlx::query_as(running!("AND a.id = $2"))
        .bind(now).bind(id).fetch_one(at).await)?;
    shown(db, row).await
}

async fn shown(db: &Db, row: Row) -> Result<Advertisement> {
    let Row { id, title, text, offering_id, company_id, handle, name, city, .. } = row;
    let ids: Vec<_> = row.media_id.into_iter().chain(row.logo_id).collect();
    let pictures = picture::find_all(db, &ids).await?;
    let of = |id: Option<MediaId>| id.and_then(|id| pictures.get(&id).cloned());
    let company = Advertiser { id: company_id, handle, name, city, logo: of(row.logo_id) };
    Ok(Advertisement { id, title, text, picture: of(row.media_id), company, offering_id })
}

/// Counts a view or a click of a running advertisement. An account counts once for each. A click is a view too.
pub async fn count(
    db: &Db,
    id: AdvertisementId,
    event: AdvertisementEvent,
    viewer: Option<UserId>,
    now: Timestamp,
) -> Result<()> {
    let clicked = event == AdvertisementEvent::Click;
    let mut tx = db.begin().await?;
    // The update locks the row, so that two events of one account are counted one after the other.
    let sql = "UPDATE advertisement SET views = views WHERE id = $1 AND starts_at <= $2 AND ends_at > $2 AND NOT paused
        AND EXISTS (SELECT 1 FROM company c WHERE c.id = advertisement.company_id AND c.closed_at IS NULL) RETURNING id";
    on!(tx.at(), at => sqlx::query(sql).bind(id).bind(now).fetch_one(at).await.map(drop))?;
    let known: Option<(bool,)> = match viewer {
        Some(viewer) => on!(tx.at(), at => sqlx::query_as(
            "SELECT clicked FROM advertisement_view WHERE advertisement_id = $1 AND account_id = $2")
            .bind(id).bind(viewer).fetch_optional(at).await)?,
        // Visitors send a click after their view.
        None => clicked.then_some((false,)),
    };
    let (is_new, is_click) = (known.is_none(), clicked && known != Some((true,)));
    if !is_new && !is_click {
        return Ok(());
    }
    if let Some(viewer) = viewer {
        on!(tx.at(), at => sqlx::query(
            "INSERT INTO advertisement_view (advertisement_id, account_id, clicked) VALUES ($1, $2, $3)
             ON CONFLICT (advertisement_id, account_id) DO UPDATE SET clicked = $3")
            .bind(id).bind(viewer).bind(clicked).execute(at).await.map(drop))?;
    }
    on!(tx.at(), at => sqlx::query("UPDATE advertisement SET views = views + $2, clicks = clicks + $3 WHERE id = $1")
        .bind(id).bind(i64::from(is_new)).bind(i64::from(is_click)).execute(at).await.map(drop))?;
    tx.commit().await
}

/// Returns a page of the advertisements of a company, newest first, and their total.
pub async fn list(db: &Db, company: CompanyId, window: Window, now: Timestamp) -> Result<(Vec<OwnAdvertisement>, i64)> {
    let (total,): (i64,) = on!(db.read(), at => sqlx::query_as("SELECT count(*) FROM advertisement WHERE company_id = $1")
        .bind(company).fetch_one(at).await)?;
    let rows: Vec<OwnRow> = on!(db.read(), at => sqlx::query_as(own_rows!("ORDER BY a.id DESC LIMIT $2 OFFSET $3"))
        .bind(company).bind(window.limit).bind(window.offset).fetch_all(at).await)?;
    Ok((own(db, rows, now).await?, total))
}

/// Returns one advertisement of a company.
pub async fn show(db: &Db, company: CompanyId, id: AdvertisementId, now: Timestamp) -> Result<OwnAdvertisement> {
    let rows: Vec<OwnRow> = on!(db.read(), at => sqlx::query_as(own_rows!("AND a.id = $2"))
        .bind(company).bind(id).fetch_all(at).await)?;
    own(db, rows, now).await?.pop().ok_or(crate::Error::NotFound)
}

async fn own(db: &Db, rows: Vec<OwnRow>, now: Timestamp) -> Result<Vec<OwnAdvertisement>> {
    let ids: Vec<_> = rows.iter().filter_map(|row| row.media_id).collect();
    let pictures = picture::find_all(db, &ids).await?;
    let shown = |row: OwnRow| OwnAdvertisement {
        state: row.state(now),
        id: row.id,
        title: row.title,
        text: row.text,
        picture: row.media_id.and_then(|id| pictures.get(&id).cloned()),
        offering: row.offering_id.zip(row.offering_name).map(|(id, name)| AdvertisedOffering { id, name }),
        starts_at: row.starts_at,
        ends_at: row.ends_at,
        paused: row.paused,
        views: row.views,
        clicks: row.clicks,
    };
    Ok(rows.into_iter().map(shown).collect())
}

impl OwnRow {
    fn state(&self, now: Timestamp) -> AdvertisementState {
        match self {
            _ if self.ends_at <= now => AdvertisementState::Ended,
            _ if self.paused => AdvertisementState::Paused,
            _ if self.starts_at > now => AdvertisementState::Scheduled,
            _ => AdvertisementState::Running,
        }
    }
}
