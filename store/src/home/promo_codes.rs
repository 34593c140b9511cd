//! Promo codes of companies near the place.

use serde::Serialize;
use utoipa::ToSchema;

use super::{HomeSection, HomeView, NEAR_KM, ROW};
use crate::{
    Db, Result,
    cart::promo_code::PromoKind,
    catalogue::filter::{Filter, add_area},
    db::conditions::Conditions,
    types::{ids::CompanyId, local_time::TimeZone, timestamp::Timestamp},
};

/// Promo code with its company.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct HomePromoCode {
    #[schema(example = "WELCOME10")]
    pub code: String,
    #[sqlx(rename = "kind")]
    pub discount: PromoKind,
    /// Percent, or minor units.
    pub value: i64,
    /// Subtotal from which the code applies, in minor units.
    pub minimum_order: i64,
    /// Exclusive.
    pub ends_at: Timestamp,
    /// Zone of the company.
    pub time_zone: TimeZone,
    pub company_id: CompanyId,
    pub handle: String,
    pub company_name: String,
    pub city: String,
    /// ISO 4217.
    pub currency: String,
}

pub async fn read(db: &Db, view: HomeView) -> Result<Option<HomeSection>> {
    let Some(position) = view.position else { return Ok(None) };
    let mut query = Conditions::new(
        "SELECT p.code, p.kind, p.value, p.minimum_order, p.ends_at, c.time_zone, c.id AS company_id, c.handle, c.name AS company_name,
            c.city, c.currency
         FROM promo_code p JOIN company c ON c.id = p.company_id
         WHERE p.is_active AND (p.limit_total IS NULL OR p.used < p.limit_total) AND c.closed_at IS NULL",
        Vec::new(),
    );
    query.bind(" AND p.starts_at <= ? AND p.ends_at > ?", view.now.0);
    if let Some(viewer) = view.viewer {
        query.bind(
            " AND (p.limit_each IS NULL OR p.limit_each > (SELECT COUNT(*) FROM customer_order o
                WHERE o.promo_id = p.id AND o.customer_id = ? AND o.state NOT IN ('cancelled', 'pending_payment')))",
            viewer.0,
        );
    }
    let filter = Filter { fulfilments: view.fulfilments(), ..Filter::default() };
    filter.add_company(&mut query);
    add_area(&mut query, position.area(NEAR_KM));
    query.bind(" ORDER BY p.ends_at, p.id LIMIT ?", ROW.limit);
    let codes: Vec<HomePromoCode> = query.fetch(db).await?;
    Ok((!codes.is_empty()).then_some(HomeSection::PromoCodes { codes }))
}
