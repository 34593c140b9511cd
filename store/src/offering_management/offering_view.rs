//! Everything about an offering, as its company edits it.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::{
    OfferingState, Result,
    night_rate::{self, NightRateForm},
    offering_form::Attributes,
    offering_rows::{OfferingRow, SELECT_VARIANTS, VariantRow},
    schedule::{self, Schedule, ScheduleOwner},
};
use crate::{
    Db,
    catalogue::{
        detail::{Availability, OfferingKind},
        offering_details::OptionGroup,
    },
    media::picture::{Picture, PictureRow},
    on,
    types::{
        ids::{CompanyId, FolderId, OccurrenceId, OfferingId, ResourceId, VariantId},
        local_time::TimeZone,
        timestamp::Timestamp,
    },
};

/// Maximum occurrences in the view.
const OCCURRENCES_MAX: i64 = 500;

/// Offering with everything that its company edits.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct OwnOffering {
    pub id: OfferingId,
    pub category: String,
    pub subcategory: Option<String>,
    pub kind: OfferingKind,
    pub availability: Availability,
    pub state: OfferingState,
    pub name: String,
    pub description: String,
    /// Lowest price of the variants that are for sale, in minor units.
    pub price: i64,
    /// ISO 4217.
    pub currency: String,
    pub time_zone: TimeZone,
    /// Hundredths of a percent.
    pub vat_rate: i64,
    pub delivery_price: Option<i64>,
    pub duration_minutes: i64,
    pub step_minutes: i64,
    pub buffer_minutes: i64,
    pub members_min: i64,
    pub members_max: i64,
    #[schema(value_type = Object)]
    pub details: Map<String, Value>,
    pub options: Vec<OptionGroup>,
    pub folder_id: Option<FolderId>,
    pub sold_out: bool,
    pub variants: Vec<OwnVariant>,
    pub pictures: Vec<Picture>,
    #[serde(flatten)]
    pub schedule: Schedule,
    /// Occurrences that have not ended, cancelled ones included.
    pub occurrences: Vec<OwnOccurrence>,
    pub night_rates: Vec<NightRateForm>,
    /// Staff, tables and equipment that serve it.
    pub resources: Vec<ResourceId>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// Variant as its company edits it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OwnVariant {
    pub id: VariantId,
    pub name: String,
    pub attributes: Attributes,
    pub sku: Option<String>,
    pub price: i64,
    pub capacity: Option<i64>,
    /// Highest number of units taken from a bucket to come.
    pub taken: i64,
    pub sold_out: bool,
}

/// Occurrence as its company sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct OwnOccurrence {
    pub id: OccurrenceId,
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
    pub cancelled_at: Option<Timestamp>,
    /// Units held and sold, of all variants.
    pub taken: i64,
}

#[derive(sqlx::FromRow)]
struct Row {
    #[sqlx(flatten)]
    offering: OfferingRow,
    price: i64,
    currency: String,
    time_zone: TimeZone,
    sold_out: bool,
    created_at: Timestamp,
    updated_at: Timestamp,
}

/// Returns an offering of a company. Returns [`Error::NotFound`](crate::Error::NotFound) if another company owns it.
pub async fn show(db: &Db, company: CompanyId, id: OfferingId, now: Timestamp) -> Result<OwnOffering> {
    let row: Row = on!(db.read(), at => sqlx::query_as(
        "SELECT o.category, o.subcategory, o.kind, o.availability, o.state, o.name, o.description, o.price, c.currency,
            c.time_zone, o.vat_rate, o.delivery_price, o.duration_minutes, o.step_minutes, o.buffer_minutes,
            o.members_min, o.members_max, o.details, o.options, o.folder_id, o.sold_out, o.created_at, o.updated_at
         FROM offering o JOIN company c ON c.id = o.company_id WHERE o.id = $1 AND o.company_id = $2")
        .bind(id).bind(company).fetch_one(at).await)?;
    let resources: Vec<(ResourceId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT r.id FROM resource_offering l JOIN resource r ON r.id = l.resource_id
         WHERE l.offering_id = $1 ORDER BY r.position, r.id").bind(id).fetch_all(at).await)?;
    let offering = row.offering;
    Ok(OwnOffering {
        id,
        variants: variants(db, id, now).await?,
        pictures: pictures(db, id).await?,
        schedule: schedule::read(db, ScheduleOwner::Offering(id)).await?,
        occurrences: occurrences(db, id, now).await?,
        night_rates: night_rate::read(db, id).await?,
        resources: resources.into_iter().map(|(id,)| id).collect(),
        category: offering.category,
        subcategory: offering.subcategory,
        kind: offering.kind,
        availability: offering.availability,
        state: offering.state,
        name: offering.name,
        description: offering.description,
        price: row.price,
        currency: row.currency,
        time_zone: row.time_zone,
        vat_rate: offering.vat_rate,
        delivery_price: offering.delivery_price,
        duration_minutes: offering.duration_minutes,
        step_minutes: offering.step_minutes,
        buffer_minutes: offering.buffer_minutes,
        members_min: offering.members_min,
        members_max: offering.members_max,
        details: serde_json::from_str(&offering.details)?,
        options: serde_json::from_str(&offering.options)?,
        folder_id: offering.folder_id,
        sold_out: row.sold_out,
        created_at: row.created_at,
        updated_at: row.updated_at,
    })
}

async fn variants(db: &Db, id: OfferingId, now: Timestamp) -> Result<Vec<OwnVariant>> {
    let rows: Vec<VariantRow> = on!(db.read(), at => sqlx::query_as(SELECT_VARIANTS).bind(id).fetch_all(at).await)?;
    let taken: Vec<(VariantId, i64)> = on!(db.read(), at => sqlx::query_as(
        "SELECT b.variant_id, MAX(b.held + b.sold) FROM offering_variant v
            JOIN capacity_bucket b ON b.variant_id = v.id
         WHERE v.offering_id = $1 AND (b.starts_at = 0 OR b.ends_at > $2) GROUP BY b.variant_id")
        .bind(id).bind(now).fetch_all(at).await)?;
    let taken: HashMap<_, _> = taken.into_iter().collect();
    let variant = |row: VariantRow| {
        Ok(OwnVariant {
            taken: taken.get(&row.id).copied().unwrap_or_default(),
            id: row.id,
            name: row.name,
            attributes: serde_json::from_str(&row.attributes)?,
            sku: row.sku,
            price: row.price,
            capacity: row.capacity,
            sold_out: row.sold_out,
        })
    };
    rows.into_iter().map(variant).collect()
}

async fn pictures(db: &Db, id: OfferingId) -> Result<Vec<Picture>> {
    let rows: Vec<PictureRow> = on!(db.read(), at => sqlx::query_as(
        "SELECT m.id, m.key, m.width, m.height, m.placeholder FROM offering_picture p JOIN media m ON m.id = p.media_id
         WHERE p.offering_id = $1 ORDER BY p.position, p.media_id").bind(id).fetch_all(at).await)?;
    Ok(rows.into_iter().map(PictureRow::picture).collect())
}

async fn occurrences(db: &Db, id: OfferingId, now: Timestamp) -> Result<Vec<OwnOccurrence>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT e.id, e.starts_at, e.ends_at, e.cancelled_at,
            (SELECT CAST(COALESCE(SUM(b.held + b.sold), 0) AS BIGINT) FROM offering_variant v
                JOIN capacity_bucket b ON b.variant_id = v.id AND b.starts_at = e.starts_at
             WHERE v.offering_id = e.offering_id) AS taken
         FROM occurrence e WHERE e.offering_id = $1 AND e.ends_at > $2 ORDER BY e.starts_at, e.id LIMIT $3")
        .bind(id).bind(now).bind(OCCURRENCES_MAX).fetch_all(at).await)?)
}
