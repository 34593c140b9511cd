//! Companies as visitors see them: in lists and on their page.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    Db, Error, Result,
    catalogue::{
        category::{self, CATEGORIES},
        company_hours::{self, CompanyClock},
        detail::Availability,
        feature::FEATURES,
        opening_hours::{OpeningHours, OpeningState},
        rating::{Rating, RatingRow},
    },
    each,
    media::picture::{self, Picture, PictureRow},
    on,
    types::{
        ids::{CompanyId, MediaId, UserId},
        local_time::{MinuteOfDay, TimeZone},
        timestamp::Timestamp,
    },
};

/// Days of exceptions that the page of a company shows.
const EXCEPTION_DAYS: i64 = 366;
/// Maximum pictures in the mosaic of the page.
const MOSAIC: i64 = 12;

/// Company in a list.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct CompanySummary {
    pub id: CompanyId,
    /// Name in the URL of the public page.
    #[schema(example = "casa-azul")]
    pub handle: String,
    pub name: String,
    /// Keys of the categories of its offerings.
    pub categories: Vec<String>,
    pub subcategories: Vec<String>,
    pub city: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    /// ISO 4217.
    #[schema(example = "EUR")]
    pub currency: String,
    pub time_zone: TimeZone,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    pub logo: Option<Picture>,
    pub cover: Option<Picture>,
    /// From 1, cheap, to 4.
    pub price_level: Option<i64>,
    #[serde(flatten)]
    pub rating: Rating,
    pub follower_count: i64,
    pub opening: OpeningState,
    /// Keys of the filter features that it states.
    pub features: Vec<String>,
}

/// Page of a company.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct CompanyDetails {
    #[serde(flatten)]
    pub summary: CompanySummary,
    pub description: String,
    pub address: String,
    pub postal_code: String,
    pub phone: String,
    pub email: String,
    pub website: Option<String>,
    /// URLs of its pages on social networks.
    pub social_links: SocialLinks,
    pub hours: OpeningHours,
    /// Pictures of the mosaic, at most 12.
    pub pictures: Vec<Picture>,
    /// The caller follows the company.
    pub followed: bool,
    /// The caller acts for the company.
    pub is_member: bool,
    /// Minimum subtotal of any order, in minor units. A way to get it may ask for more.
    pub minimum_order: i64,
    /// False: nothing is ordered on site.
    pub takes_orders_in_store: bool,
    pub tabs: CompanyTabs,
    /// Number of offerings of each category and availability.
    pub offers: Vec<OfferCount>,
    /// A booking is cancelled for free until this many hours before its start.
    pub free_cancel_hours: i64,
    /// Share of the total that a later cancellation costs.
    pub cancel_fee_percent: i64,
    pub reservation: ReservationTerms,
    /// Account to write to.
    pub contact_id: UserId,
    /// Time at which the page changes by itself: opening hours, dates, events.
    #[serde(skip)]
    pub changes_at: Timestamp,
}

/// Relation of a viewer to a company. A visitor is nothing to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, sqlx::FromRow)]
pub struct Relation {
    pub followed: bool,
    pub is_member: bool,
}

/// URLs of pages on social networks, stored as a JSON array.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, ToSchema)]
#[serde(transparent)]
pub struct SocialLinks(pub Vec<String>);

impl TryFrom<String> for SocialLinks {
    type Error = serde_json::Error;

    fn try_from(stored: String) -> Result<Self, Self::Error> {
        serde_json::from_str(&stored).map(Self)
    }
}

/// Number of entries behind each tab of a company's page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct CompanyTabs {
    pub products: i64,
    pub services: i64,
    pub tickets: i64,
    pub media: i64,
    /// Occurrences to come.
    pub events: i64,
    pub reviews: i64,
}

/// Number of offerings of one category with one kind of availability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct OfferCount {
    #[schema(example = "hotels")]
    pub category: String,
    pub availability: Availability,
    pub count: i64,
}

/// Limits of a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct ReservationTerms {
    /// Length of a table reservation.
    pub table_minutes: i64,
    /// Minimum time before the start.
    pub notice_minutes: i64,
    /// Maximum days ahead.
    pub horizon_days: i64,
    /// A booking is a request until the company accepts it.
    pub approves_bookings: bool,
    /// Customers may pay at the company. If not, they pay when they book or order.
    pub takes_payment_on_site: bool,
    /// Local time from which guests of a stay arrive.
    pub check_in_from: MinuteOfDay,
    /// Local time until which guests of a stay leave.
    pub check_out_until: MinuteOfDay,
}

#[derive(sqlx::FromRow)]
struct SummaryRow {
    id: CompanyId,
    handle: String,
    name: String,
    categories: Option<String>,
    subcategories: Option<String>,
    city: String,
    country: String,
    currency: String,
    time_zone: TimeZone,
    latitude: Option<f64>,
    longitude: Option<f64>,
    logo_id: Option<MediaId>,
    cover_id: Option<MediaId>,
    price_level: Option<i64>,
    #[sqlx(flatten)]
    rating: RatingRow,
    follower_count: i64,
    features: Option<String>,
    paused_until: Option<Timestamp>,
}

#[derive(sqlx::FromRow)]
struct DetailsRow {
    id: CompanyId,
    description: String,
    address: String,
    postal_code: String,
    phone: String,
    email: String,
    website: Option<String>,
    #[sqlx(try_from = "String")]
    social_links: SocialLinks,
    minimum_order: i64,
    takes_orders_in_store: bool,
    next_event_at: Option<Timestamp>,
    #[sqlx(flatten)]
    tabs: CompanyTabs,
    free_cancel_hours: i64,
    cancel_fee_percent: i64,
    #[sqlx(flatten)]
    reservation: ReservationTerms,
    account_id: UserId,
}

/// Finds the company with this id or handle.
pub async fn resolve(db: &Db, key: &str) -> Result<CompanyId> {
    let (id,): (CompanyId,) = on!(db.read(), at => sqlx::query_as(
        "SELECT id FROM company WHERE id = $1 AND closed_at IS NULL
         UNION SELECT id FROM company WHERE handle = $2 AND closed_at IS NULL")
        .bind(id_of(key)).bind(key.to_lowercase()).fetch_one(at).await)?;
    Ok(id)
}

/// Returns the id that a key may be. No company has the id 0.
fn id_of(key: &str) -> i64 {
    key.parse().unwrap_or(0)
}

/// Returns these companies in the given order, with four queries. Unknown ids are left out.
pub async fn summaries(db: &Db, ids: &[CompanyId], now: Timestamp) -> Result<Vec<CompanySummary>> {
    let rows = rows(db, ids).await?;
    let clocks: Vec<_> = rows.iter().map(SummaryRow::clock).collect();
    let states = company_hours::states(db, &clocks, now).await?;
    let pictures = pictures(db, &rows).await?;
    let summary = |row: SummaryRow| {
        let opening = states.get(&row.id).copied().unwrap_or(OpeningState::Closed { opens_at: None });
        row.summary(opening, &pictures)
    };
    Ok(rows.into_iter().map(summary).collect())
}

/// Returns those of these companies that are not closed, in the given order.
pub async fn open_summaries(db: &Db, ids: &[CompanyId], now: Timestamp) -> Result<Vec<CompanySummary>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let list = serde_json::to_string(&ids.iter().map(|id| [id]).collect::<Vec<_>>())?;
    let at = db.read();
    let sql = each!(
        at,
        "SELECT id FROM company WHERE closed_at IS NULL AND id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")"
    );
    let open: Vec<(CompanyId,)> = on!(at, at => sqlx::query_as(sql).bind(list).fetch_all(at).await)?;
    let open: Vec<_> = ids.iter().copied().filter(|id| open.contains(&(*id,))).collect();
    summaries(db, &open, now).await
}

/// Reads the rows of these companies, in the given order.
async fn rows(db: &Db, ids: &[CompanyId]) -> Result<Vec<SummaryRow>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let list = serde_json::to_string(&ids.iter().map(|id| [id]).collect::<Vec<_>>())?;
    let at = db.read();
    let sql = each!(
        at,
        "SELECT c.id, c.handle, c.name, c.city, c.country, c.currency, c.time_zone, c.latitude, c.longitude, c.logo_id,
            c.cover_id, c.price_level, c.rating_sum, c.rating_count, c.follower_count, c.paused_until,
            (SELECT string_agg(k.category, ',') FROM company_category k WHERE k.company_id = c.id) AS categories,
            (SELECT string_agg(s.subcategory, ',') FROM company_subcategory s WHERE s.company_id = c.id) AS subcategories,
            (SELECT string_agg(f.feature, ',') FROM company_feature f WHERE f.company_id = c.id) AS features
         FROM company c WHERE c.id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")"
    );
    let mut rows: Vec<SummaryRow> = on!(at, at => sqlx::query_as(sql).bind(list).fetch_all(at).await)?;
    rows.sort_by_key(|row| ids.iter().position(|id| *id == row.id));
    Ok(rows)
}

async fn pictures(db: &Db, rows: &[SummaryRow]) -> Result<HashMap<MediaId, Picture>> {
    let ids: Vec<_> = rows.iter().flat_map(|row| row.logo_id.into_iter().chain(row.cover_id)).collect();
    picture::find_all(db, &ids).await
}

impl SummaryRow {
    fn clock(&self) -> CompanyClock {
        CompanyClock { company: self.id, time_zone: self.time_zone.clone(), paused_until: self.paused_until }
    }

    fn summary(self, opening: OpeningState, pictures: &HashMap<MediaId, Picture>) -> CompanySummary {
        let shown = |id: Option<MediaId>| id.and_then(|id| pictures.get(&id).cloned());
        let categories = CATEGORIES.iter().map(|category| category.key);
        let features = FEATURES.iter().map(|feature| feature.key);
        CompanySummary {
            categories: category::split_keys(self.categories.as_deref(), categories),
            subcategories: category::split_keys(self.subcategories.as_deref(), category::subcategory_keys()),
            features: category::split_keys(self.features.as_deref(), features),
            logo: shown(self.logo_id),
            cover: shown(self.cover_id),
            rating: self.rating.rating(),
            id: self.id,
            handle: self.handle,
            name: self.name,
            city: self.city,
            country: self.country,
            currency: self.currency,
            time_zone: self.time_zone,
            latitude: self.latitude,
            longitude: self.longitude,
            price_level: self.price_level,
            follower_count: self.follower_count,
            opening,
        }
    }
}

/// Returns what an account is to the company with this id or handle. It is nothing to an unknown company.
pub async fn relation(db: &Db, key: &str, viewer: UserId) -> Result<Relation> {
    let relation: Option<Relation> = on!(db.read(), at => sqlx::query_as(
        "SELECT EXISTS (SELECT 1 FROM company_follower f WHERE f.company_id = c.id AND f.account_id = $3) AS followed,
            EXISTS (SELECT 1 FROM company_member m WHERE m.company_id = c.id AND m.account_id = $3) AS is_member
         FROM company c WHERE c.id = $1 OR c.handle = $2")
        .bind(id_of(key)).bind(key.to_lowercase()).bind(viewer).fetch_optional(at).await)?;
    Ok(relation.unwrap_or_default())
}

/// Returns the page of the company with this id or handle.
pub async fn details(db: &Db, key: &str, relation: Relation, now: Timestamp) -> Result<CompanyDetails> {
    let row = details_row(db, key, now).await?;
    let summaries = rows(db, &[row.id]).await?;
    let pictures = pictures(db, &summaries).await?;
    let summary = summaries.into_iter().next().ok_or(Error::NotFound)?;
    let today = summary.time_zone.date_at(now);
    let (from, to) = (today.plus_days(-1), today.plus_days(EXCEPTION_DAYS));
    let hours = company_hours::of_all(db, &[row.id].into(), &from, &to).await?.into_values().next();
    let clock = summary.clock();
    let opening = clock.state(hours.as_ref(), now);
    let changes_at = clock.changes_at(opening, now);
    Ok(CompanyDetails {
        hours: hours.unwrap_or_default(),
        pictures: mosaic(db, row.id).await?,
        summary: summary.summary(opening, &pictures),
        description: row.description,
        address: row.address,
        postal_code: row.postal_code,
        phone: row.phone,
        email: row.email,
        website: row.website,
        social_links: row.social_links,
        followed: relation.followed,
        is_member: relation.is_member,
        minimum_order: row.minimum_order,
        takes_orders_in_store: row.takes_orders_in_store,
        tabs: row.tabs,
        offers: offers(db, row.id).await?,
        free_cancel_hours: row.free_cancel_hours,
        cancel_fee_percent: row.cancel_fee_percent,
        reservation: row.reservation,
        contact_id: row.account_id,
        changes_at: row.next_event_at.map_or(changes_at, |at| at.min(changes_at)),
    })
}

async fn details_row(db: &Db, key: &str, now: Timestamp) -> Result<DetailsRow> {
    on!(db.read(), at => sqlx::query_as(
        "SELECT c.id, c.description, c.address, c.postal_code, c.phone, c.email, c.website, c.social_links, c.minimum_order,
            c.takes_orders_in_store, c.free_cancel_hours, c.cancel_fee_percent, c.table_minutes, c.notice_minutes,
            c.horizon_days, c.approves_bookings, c.takes_payment_on_site, c.check_in_from, c.check_out_until, c.account_id,
            c.rating_count AS reviews,
            (SELECT count(*) FROM offering o WHERE o.company_id = c.id AND o.state = 'active' AND o.kind = 'product') AS products,
            (SELECT count(*) FROM offering o WHERE o.company_id = c.id AND o.state = 'active' AND o.kind = 'service') AS services,
            (SELECT count(*) FROM offering o WHERE o.company_id = c.id AND o.state = 'active' AND o.kind = 'ticket') AS tickets,
            (SELECT count(*) FROM company_picture p WHERE p.company_id = c.id) AS media,
            (SELECT count(*) FROM offering o JOIN occurrence e ON e.offering_id = o.id
             WHERE o.company_id = c.id AND o.state = 'active' AND o.availability = 'occurrence' AND e.starts_at > $3
                AND e.cancelled_at IS NULL) AS events,
            (SELECT min(e.starts_at) FROM offering o JOIN occurrence e ON e.offering_id = o.id
             WHERE o.company_id = c.id AND o.state = 'active' AND o.availability = 'occurrence' AND e.starts_at > $3
                AND e.cancelled_at IS NULL) AS next_event_at
         FROM company c WHERE (c.id = $1 OR c.handle = $2) AND c.closed_at IS NULL")
        .bind(id_of(key)).bind(key.to_lowercase()).bind(now).fetch_one(at).await)
    .map_err(Into::into)
}

async fn offers(db: &Db, company: CompanyId) -> Result<Vec<OfferCount>> {
    on!(db.read(), at => sqlx::query_as(
        "SELECT category, availability, count(*) AS count FROM offering
         WHERE company_id = $1 AND state = 'active' GROUP BY category, availability ORDER BY category, availability")
        .bind(company).fetch_all(at).await)
    .map_err(Into::into)
}

/// Returns the first pictures of a company.
async fn mosaic(db: &Db, company: CompanyId) -> Result<Vec<Picture>> {
    let rows: Vec<PictureRow> = on!(db.read(), at => sqlx::query_as(
        "SELECT m.id, m.key, m.width, m.height, m.placeholder FROM company_picture p JOIN media m ON m.id = p.media_id
         WHERE p.company_id = $1 AND m.kind = 'image' ORDER BY p.position, p.media_id LIMIT $2")
        .bind(company).bind(MOSAIC).fetch_all(at).await)?;
    Ok(rows.into_iter().map(PictureRow::picture).collect())
}
