//! Facts about the page of an offering.

use super::{PagePicture, PictureColumns};
use crate::{
    Db, Result,
    catalogue::rating::{Rating, RatingRow},
    on,
    types::ids::OfferingId,
};

/// Facts about the page of an offering.
#[derive(Clone, Debug, PartialEq)]
pub struct OfferingPage {
    pub id: OfferingId,
    pub name: String,
    pub description: String,
    /// Key of its category.
    pub category: String,
    /// Lowest price in minor units.
    pub price: i64,
    /// ISO 4217.
    pub currency: String,
    /// False if no variant is for sale or in stock.
    pub available: bool,
    pub company_handle: String,
    pub company_name: String,
    pub city: String,
    pub rating: Rating,
    pub picture: Option<PagePicture>,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: OfferingId,
    name: String,
    description: String,
    category: String,
    price: i64,
    currency: String,
    available: bool,
    company_handle: String,
    company_name: String,
    city: String,
    #[sqlx(flatten)]
    rating: RatingRow,
    #[sqlx(flatten)]
    picture: PictureColumns,
}

/// Returns the facts about an active offering, with one query.
pub async fn find(db: &Db, id: OfferingId) -> Result<OfferingPage> {
    // Stock has one bucket, at 0.
    let row: Row = on!(db.read(), at => sqlx::query_as(
        "SELECT o.id, o.name, o.description, o.category, o.price, c.currency, c.handle AS company_handle,
            c.name AS company_name, c.city, o.rating_sum, o.rating_count,
            NOT o.sold_out AND EXISTS (SELECT 1 FROM offering_variant v
                LEFT JOIN capacity_bucket b ON b.variant_id = v.id AND b.starts_at = 0
                WHERE v.offering_id = o.id AND NOT v.sold_out
                    AND (o.availability <> 'stock' OR v.capacity IS NULL OR v.capacity > COALESCE(b.held + b.sold, 0)))
                AS available,
            m.key AS picture_key, m.width AS picture_width, m.height AS picture_height
         FROM offering o JOIN company c ON c.id = o.company_id
            LEFT JOIN media m ON m.id = (SELECT p.media_id FROM offering_picture p
                WHERE p.offering_id = o.id ORDER BY p.position, p.media_id LIMIT 1)
         WHERE o.id = $1 AND o.state = 'active'")
        .bind(id).fetch_one(at).await)?;
    Ok(OfferingPage {
        id: row.id,
        name: row.name,
        description: row.description,
        category: row.category,
        price: row.price,
        currency: row.currency,
        available: row.available,
        company_handle: row.company_handle,
        company_name: row.company_name,
        city: row.city,
        rating: row.rating.rating(),
        picture: row.picture.picture(),
    })
}
