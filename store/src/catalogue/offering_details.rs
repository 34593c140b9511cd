//! Page of an offering.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::{
    detail::Availability,
    occurrence::units_left_column,
    offering::{self, OfferingCard},
    review::{ReviewSummary, SummaryRow, summary_columns},
};
use crate::{
    Db, Error, Result,
    media::picture::{self, Picture, PictureRow},
    on,
    types::{
        ids::{CompanyId, MediaId, OccurrenceId, OfferingId, ResourceId, VariantId},
        timestamp::Timestamp,
        vat::VatMode,
    },
};

/// Maximum occurrences on the page.
pub const OCCURRENCES_MAX: i64 = 60;
/// Maximum similar offerings on the page.
const SIMILAR: i64 = 8;
/// Maximum pictures on the page.
const PICTURES: i64 = 30;
/// Maximum variants on the page.
const VARIANTS: i64 = 100;
/// Maximum staff on the page.
const STAFF: i64 = 50;

/// Offering with everything that its page shows.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct OfferingDetails {
    #[serde(flatten)]
    pub card: OfferingCard,
    pub description: String,
    /// Hundredths of a percent: 1000 is 10 %.
    #[schema(example = 1000)]
    pub vat_rate: i64,
    /// Relation of the prices to the VAT, by the country of the company.
    pub vat_mode: VatMode,
    /// Price when delivered, where it differs.
    pub delivery_price: Option<i64>,
    pub options: Vec<OptionGroup>,
    /// At least one, in the order of the company.
    pub variants: Vec<Variant>,
    pub pictures: Vec<Picture>,
    /// Occurrences to come, at most 60.
    pub occurrences: Vec<UpcomingOccurrence>,
    /// Staff to choose from.
    pub staff: Vec<OfferingStaff>,
    pub reviews_summary: ReviewSummary,
    /// Other offerings of the category, those of the same company first.
    pub similar: Vec<OfferingCard>,
}

impl OfferingDetails {
    /// Returns the time at which an occurrence begins and leaves the page.
    pub fn changes_at(&self) -> Option<Timestamp> {
        let shown = self.similar.iter().chain([&self.card]).filter_map(|card| card.next_at);
        shown.chain(self.occurrences.iter().map(|upcoming| upcoming.starts_at)).min()
    }

    /// Returns true if all similar offerings are of the same company. Others cannot displace them.
    pub fn is_of_one_company(&self) -> bool {
        let is_full = i64::try_from(self.similar.len()).is_ok_and(|count| count == SIMILAR);
        is_full && self.similar.iter().all(|card| card.company.id == self.card.company.id)
    }
}

/// Returns the company of an active offering.
pub async fn company(db: &Db, id: OfferingId) -> Result<CompanyId> {
    let (company,): (CompanyId,) = on!(db.read(), at => sqlx::query_as(
        "SELECT company_id FROM offering WHERE id = $1 AND state = 'active'").bind(id).fetch_one(at).await)?;
    Ok(company)
}

/// Group of options of a dish: sauce, size, extras.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OptionGroup {
    #[schema(example = "Sauce")]
    pub name: String,
    /// At least one choice is taken.
    #[serde(default)]
    pub required: bool,
    /// Maximum choices.
    #[serde(default = "one")]
    pub max: i64,
    pub choices: Vec<OptionChoice>,
}

fn one() -> i64 {
    1
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct OptionChoice {
    pub name: String,
    /// Added to the price, in minor units.
    #[serde(default)]
    pub price: i64,
}

/// Variant to choose: size and colour of a product, ticket class, cabin class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Variant {
    pub id: VariantId,
    /// Empty for the only variant.
    pub name: String,
    /// `color` and `size` of a product.
    #[schema(value_type = Object)]
    pub attributes: Map<String, Value>,
    pub price: i64,
    /// Units of each night, start or occurrence, or in stock. Null: not counted.
    pub capacity: Option<i64>,
    /// Units left in stock. Null if the variant is not stocked.
    pub left: Option<i64>,
    pub sold_out: bool,
}

/// Occurrence to come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct UpcomingOccurrence {
    pub id: OccurrenceId,
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
    /// Units left over all classes. 0: sold out.
    #[sqlx(rename = "units_left")]
    pub left: i64,
}

/// Member of staff who serves an offering.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct OfferingStaff {
    pub id: ResourceId,
    pub name: String,
    /// Role.
    pub title: String,
    pub picture: Option<Picture>,
}

#[derive(sqlx::FromRow)]
struct Row {
    description: String,
    vat_rate: i64,
    country: String,
    delivery_price: Option<i64>,
    options: String,
    #[sqlx(flatten)]
    reviews: SummaryRow,
}

#[derive(sqlx::FromRow)]
struct VariantRow {
    id: VariantId,
    name: String,
    attributes: String,
    price: i64,
    capacity: Option<i64>,
    units_left: Option<i64>,
    sold_out: bool,
}

#[derive(sqlx::FromRow)]
struct StaffRow {
    id: ResourceId,
    name: String,
    title: String,
    picture_id: Option<MediaId>,
}

/// Returns the page of an active offering.
pub async fn details(db: &Db, id: OfferingId, now: Timestamp) -> Result<OfferingDetails> {
    let mut shown = vec![id];
    shown.extend(similar(db, id).await?);
    let mut cards = offering::cards(db, &shown, now).await?.into_iter();
    let card = cards.next().filter(|card| card.id == id).ok_or(Error::NotFound)?;
    page(db, card, cards.collect(), now).await
}

/// Returns an offering that is booked, in any state and without similar offerings.
pub async fn of_booked(db: &Db, id: OfferingId, now: Timestamp) -> Result<OfferingDetails> {
    let card = offering::card_in_any_state(db, id, now).await?;
    page(db, card, Vec::new(), now).await
}

async fn page(db: &Db, card: OfferingCard, similar: Vec<OfferingCard>, now: Timestamp) -> Result<OfferingDetails> {
    let id = card.id;
    let row = row(db, id).await?;
    let has_dates = card.availability == Availability::Occurrence;
    let has_staff = card.availability == Availability::Appointment;
    Ok(OfferingDetails {
        variants: variants(db, &card).await?,
        pictures: pictures(db, id).await?,
        occurrences: if has_dates { occurrences(db, id, now).await? } else { Vec::new() },
        staff: if has_staff { staff(db, id).await? } else { Vec::new() },
        similar,
        card,
        description: row.description,
        vat_rate: row.vat_rate,
        vat_mode: VatMode::of(&row.country),
        delivery_price: row.delivery_price,
        options: serde_json::from_str(&row.options)?,
        reviews_summary: row.reviews.summary(),
    })
}

async fn row(db: &Db, id: OfferingId) -> Result<Row> {
    on!(db.read(), at => sqlx::query_as(
        concat!(
            "SELECT o.description, o.vat_rate, c.country, o.delivery_price, o.options, ", summary_columns!(),
            " FROM offering o JOIN company c ON c.id = o.company_id LEFT JOIN review r ON r.offering_id = o.id
             WHERE o.id = $1 GROUP BY o.id, c.country"
        )).bind(id).fetch_one(at).await)
    .map_err(Into::into)
}

/// Returns offerings of the same category and kind, those of the same company and subcategory first.
async fn similar(db: &Db, id: OfferingId) -> Result<Vec<OfferingId>> {
    let rows: Vec<(OfferingId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT o.id FROM offering s JOIN offering o ON o.category = s.category AND o.state = 'active'
         WHERE s.id = $1 AND o.id <> s.id AND o.kind = s.kind AND o.sold_out = FALSE
         ORDER BY CASE WHEN o.company_id = s.company_id THEN 0 ELSE 1 END,
            CASE WHEN o.subcategory = s.subcategory THEN 0 ELSE 1 END,
            (o.rating_sum + 12.0) / (o.rating_count + 3) DESC, o.id
         LIMIT $2")
        .bind(id).bind(SIMILAR).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

async fn variants(db: &Db, card: &OfferingCard) -> Result<Vec<Variant>> {
    // Stock has one bucket, at 0. It keeps the units of variants that are not counted any more.
    let rows: Vec<VariantRow> = on!(db.read(), at => sqlx::query_as(
        "SELECT v.id, v.name, v.attributes, v.price, v.capacity, v.sold_out,
            CASE WHEN v.capacity IS NOT NULL THEN COALESCE(b.capacity - b.held - b.sold, v.capacity) END AS units_left
         FROM offering_variant v LEFT JOIN capacity_bucket b ON b.variant_id = v.id AND b.starts_at = 0
         WHERE v.offering_id = $1 ORDER BY v.position, v.id LIMIT $2")
        .bind(card.id).bind(VARIANTS).fetch_all(at).await)?;
    let is_stocked = card.availability == Availability::Stock;
    let variant = |row: VariantRow| {
        let left = row.units_left.filter(|_| is_stocked);
        Ok(Variant {
            attributes: serde_json::from_str(&row.attributes)?,
            sold_out: row.sold_out || card.sold_out || left.is_some_and(|left| left <= 0),
            id: row.id,
            name: row.name,
            price: row.price,
            capacity: row.capacity,
            left,
        })
    };
    rows.into_iter().map(variant).collect()
}

async fn pictures(db: &Db, id: OfferingId) -> Result<Vec<Picture>> {
    let rows: Vec<PictureRow> = on!(db.read(), at => sqlx::query_as(
        "SELECT m.id, m.key, m.width, m.height, m.placeholder FROM offering_picture p JOIN media m ON m.id = p.media_id
         WHERE p.offering_id = $1 ORDER BY p.position, p.media_id LIMIT $2")
        .bind(id).bind(PICTURES).fetch_all(at).await)?;
    Ok(rows.into_iter().map(PictureRow::picture).collect())
}

async fn occurrences(db: &Db, id: OfferingId, now: Timestamp) -> Result<Vec<UpcomingOccurrence>> {
    on!(db.read(), at => sqlx::query_as(
        concat!(
            "SELECT e.id, e.starts_at, e.ends_at, ", units_left_column!(),
            " FROM offering o JOIN occurrence e ON e.offering_id = o.id
             WHERE o.id = $1 AND e.starts_at > $2 AND e.cancelled_at IS NULL ORDER BY e.starts_at, e.id LIMIT $3"
        )).bind(id).bind(now).bind(OCCURRENCES_MAX).fetch_all(at).await)
    .map_err(Into::into)
}

async fn staff(db: &Db, id: OfferingId) -> Result<Vec<OfferingStaff>> {
    let rows: Vec<StaffRow> = on!(db.read(), at => sqlx::query_as(
        "SELECT r.id, r.name, r.title, r.picture_id FROM resource_offering l JOIN resource r ON r.id = l.resource_id
         WHERE l.offering_id = $1 AND r.kind = 'staff' AND r.active ORDER BY r.position, r.id LIMIT $2")
        .bind(id).bind(STAFF).fetch_all(at).await)?;
    let ids: Vec<_> = rows.iter().filter_map(|row| row.picture_id).collect();
    let pictures = picture::find_all(db, &ids).await?;
    let member = |row: StaffRow| OfferingStaff {
        picture: row.picture_id.and_then(|id| pictures.get(&id).cloned()),
        id: row.id,
        name: row.name,
        title: row.title,
    };
    Ok(rows.into_iter().map(member).collect())
}
