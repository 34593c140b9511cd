//! Facts about the page of a company.

use super::{PagePicture, PictureColumns};
use crate::{
    Db, Result,
    catalogue::{
        category::{self, CATEGORIES},
        company_hours,
        opening_hours::OpeningHours,
        rating::{Rating, RatingRow},
    },
    company::public::SocialLinks,
    on,
    types::{ids::CompanyId, local_time::TimeZone, timestamp::Timestamp},
};

/// Days of exceptions in the structured data.
const EXCEPTION_DAYS: i64 = 60;

/// Facts about the page of a company.
#[derive(Clone, Debug, PartialEq)]
pub struct CompanyPage {
    pub handle: String,
    pub name: String,
    pub description: String,
    /// Keys of its categories.
    pub categories: Vec<String>,
    pub address: String,
    pub city: String,
    pub postal_code: String,
    pub country: String,
    pub latitude: Option<f64>,
    pub longitude: Option<f64>,
    pub phone: String,
    pub website: Option<String>,
    pub social_links: Vec<String>,
    pub price_level: Option<i64>,
    pub rating: Rating,
    pub picture: Option<PagePicture>,
    pub hours: OpeningHours,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: CompanyId,
    handle: String,
    name: String,
    description: String,
    categories: Option<String>,
    address: String,
    city: String,
    postal_code: String,
    country: String,
    latitude: Option<f64>,
    longitude: Option<f64>,
    phone: String,
    website: Option<String>,
    #[sqlx(try_from = "String")]
    social_links: SocialLinks,
    price_level: Option<i64>,
    time_zone: TimeZone,
    #[sqlx(flatten)]
    rating: RatingRow,
    #[sqlx(flatten)]
    picture: PictureColumns,
}

/// Returns the facts about the company with this id or handle, with three queries. The picture is its cover, else the
/// first of its gallery, else its logo.
pub async fn find(db: &Db, key: &str, now: Timestamp) -> Result<CompanyPage> {
    let id: i64 = key.parse().unwrap_or(0);
    let row: Row = on!(db.read(), at => sqlx::query_as(
        "SELECT c.id, c.handle, c.name, c.description, c.address, c.city, c.postal_code, c.country, c.latitude,
            c.longitude, c.phone, c.website, c.social_links, c.price_level, c.time_zone, c.rating_sum, c.rating_count,
            (SELECT string_agg(k.category, ',') FROM company_category k WHERE k.company_id = c.id) AS categories,
            m.key AS picture_key, m.width AS picture_width, m.height AS picture_height
         FROM company c LEFT JOIN media m ON m.id = COALESCE(c.cover_id,
            (SELECT p.media_id FROM company_picture p JOIN media i ON i.id = p.media_id AND i.kind = 'image'
             WHERE p.company_id = c.id ORDER BY p.position, p.media_id LIMIT 1), c.logo_id)
         WHERE c.id = $1 OR c.handle = $2")
        .bind(id).bind(key.to_lowercase()).fetch_one(at).await)?;
    let today = row.time_zone.date_at(now);
    let hours = company_hours::of_all(db, &[row.id].into(), &today, &today.plus_days(EXCEPTION_DAYS)).await?;
    Ok(row.page(hours.into_values().next().unwrap_or_default()))
}

impl Row {
    fn page(self, hours: OpeningHours) -> CompanyPage {
        let known = CATEGORIES.iter().map(|category| category.key);
        CompanyPage {
            categories: category::split_keys(self.categories.as_deref(), known),
            handle: self.handle,
            name: self.name,
            description: self.description,
            address: self.address,
            city: self.city,
            postal_code: self.postal_code,
            country: self.country,
            latitude: self.latitude,
            longitude: self.longitude,
            phone: self.phone,
            website: self.website,
            social_links: self.social_links.0,
            price_level: self.price_level,
            rating: self.rating.rating(),
            picture: self.picture.picture(),
            hours,
        }
    }
}
