//! Pictures and events of a company's page.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    Db, Result,
    catalogue::{
        filter::Window,
        occurrence::units_left_column,
        offering::{self, OfferingCard},
    },
    media::{
        self, MediaKind,
        picture::{Picture, PictureRow},
    },
    on,
    types::{
        ids::{CompanyId, OccurrenceId, OfferingId},
        timestamp::Timestamp,
    },
};

/// Picture or video of a company with its caption.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CompanyPicture {
    #[serde(flatten)]
    pub picture: Picture,
    pub caption: String,
    /// `image` or `video`. A video has no renditions.
    pub kind: MediaKind,
    /// URL of the poster of a video.
    pub poster: Option<String>,
    /// Duration of a video in milliseconds.
    pub duration_ms: Option<i64>,
}

/// Occurrence to come, with its offering.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct CompanyEvent {
    pub id: OccurrenceId,
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
    /// Units left over all classes. 0: sold out.
    pub left: i64,
    pub offering: OfferingCard,
}

#[derive(sqlx::FromRow)]
pub(crate) struct PictureOfCompany {
    #[sqlx(flatten)]
    picture: PictureRow,
    caption: String,
    kind: MediaKind,
    poster: Option<String>,
    duration_ms: Option<i64>,
}

impl PictureOfCompany {
    pub fn shown(self) -> CompanyPicture {
        CompanyPicture {
            picture: self.picture.picture(),
            caption: self.caption,
            kind: self.kind,
            poster: self.poster.as_deref().map(media::url),
            duration_ms: self.duration_ms,
        }
    }
}

#[derive(sqlx::FromRow)]
struct EventRow {
    id: OccurrenceId,
    offering_id: OfferingId,
    starts_at: Timestamp,
    ends_at: Timestamp,
    units_left: i64,
}

/// Returns a page of the company's pictures, and their total.
pub async fn pictures(db: &Db, company: CompanyId, window: Window) -> Result<(Vec<CompanyPicture>, i64)> {
    let (total,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "SELECT count(*) FROM company_picture WHERE company_id = $1").bind(company).fetch_one(at).await)?;
    let rows: Vec<PictureOfCompany> = on!(db.read(), at => sqlx::query_as(
        "SELECT m.id, m.key, m.width, m.height, m.placeholder, m.kind, m.poster, m.duration_ms, p.caption
         FROM company_picture p JOIN media m ON m.id = p.media_id
         WHERE p.company_id = $1 ORDER BY p.position, p.media_id LIMIT $2 OFFSET $3")
        .bind(company).bind(window.limit).bind(window.offset).fetch_all(at).await)?;
    Ok((rows.into_iter().map(PictureOfCompany::shown).collect(), total))
}

/// Returns a page of the company's occurrences to come, soonest first, and their total.
pub async fn events(db: &Db, company: CompanyId, window: Window, now: Timestamp) -> Result<(Vec<CompanyEvent>, i64)> {
    let (total,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "SELECT count(*) FROM offering o JOIN occurrence e ON e.offering_id = o.id
         WHERE o.company_id = $1 AND o.state = 'active' AND o.availability = 'occurrence' AND e.starts_at > $2
            AND e.cancelled_at IS NULL")
        .bind(company).bind(now).fetch_one(at).await)?;
    let rows: Vec<EventRow> = on!(db.read(), at => sqlx::query_as(
        concat!(
            "SELECT e.id, e.offering_id, e.starts_at, e.ends_at, ", units_left_column!(),
            " FROM offering o JOIN occurrence e ON e.offering_id = o.id
             WHERE o.company_id = $1 AND o.state = 'active' AND o.availability = 'occurrence' AND e.starts_at > $2
            AND e.cancelled_at IS NULL
             ORDER BY e.starts_at, e.id LIMIT $3 OFFSET $4"
        ))
        .bind(company).bind(now).bind(window.limit).bind(window.offset).fetch_all(at).await)?;
    let ids: Vec<_> = rows.iter().map(|row| row.offering_id).collect();
    let cards: HashMap<_, _> = offering::cards(db, &ids, now).await?.into_iter().map(|card| (card.id, card)).collect();
    let event = |row: EventRow| {
        let offering = cards.get(&row.offering_id)?.clone();
        let EventRow { id, starts_at, ends_at, units_left, .. } = row;
        Some(CompanyEvent { id, starts_at, ends_at, left: units_left, offering })
    };
    Ok((rows.into_iter().filter_map(event).collect(), total))
}
