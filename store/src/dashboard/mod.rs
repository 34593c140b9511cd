//! Dashboard of a company: today's figures, open orders and what needs doing. A read model.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    Db, Result, on,
    order::OrderState,
    sales::day::{self, DayFigures},
    types::{
        ids::CompanyId,
        local_time::TimeZone,
        timestamp::{Date, Timestamp},
    },
};

/// Units left at which a product needs attention.
pub(crate) const LOW_STOCK: i64 = 3;
/// Maximum reviews without an answer that are counted.
const REVIEWS_MAX: i64 = 1_000;

/// Number of orders on the board in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct StateCount {
    pub state: OrderState,
    pub count: i64,
}

/// Things that wait for the company.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct Attention {
    /// Reservations that wait for an answer.
    pub reservations: i64,
    /// Reviews without an answer.
    pub reviews: i64,
    /// Products with few units left of a variant.
    pub low_stock: i64,
    /// Support tickets that wait for an answer.
    pub tickets: i64,
    /// Returns that wait for a step of the company.
    pub returns: i64,
}

/// Catalogue and marketing of the company as they stand now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct Overview {
    /// Sections of the menu, or shelves of the shop.
    pub folders: i64,
    /// Active offerings, and those of them that are sold out.
    pub on_sale: i64,
    pub sold_out: i64,
    /// Promo codes that customers can use now, and the uses of all codes.
    pub promo_codes: i64,
    pub promo_uses: i64,
    /// Advertisements that run now. Views and clicks are those of all.
    pub advertisements: i64,
    pub views: i64,
    pub clicks: i64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Dashboard {
    pub currency: String,
    pub today: DayFigures,
    /// The same day of the week before.
    pub last_week: DayFigures,
    /// Orders on the board by state. A state without orders is left out.
    pub open: Vec<StateCount>,
    pub attention: Attention,
    pub overview: Overview,
}

/// Returns the figures of a company for the day of `now`.
pub async fn of_company(db: &Db, company: CompanyId, now: Timestamp) -> Result<Dashboard> {
    let (zone, currency): (TimeZone, String) = on!(db.read(), at => sqlx::query_as(
        "SELECT time_zone, currency FROM company WHERE id = $1").bind(company).fetch_one(at).await)?;
    let today = zone.date_at(now);
    let last_week = today.plus_days(-7);
    let known = day::range(db, company, &last_week, &today).await?;
    let of_day = |day: Date| known.iter().find(|row| row.day == day).cloned().unwrap_or_else(|| DayFigures::empty(day));
    let open: Vec<StateCount> = on!(db.read(), at => sqlx::query_as(
        "SELECT state, COUNT(*) AS count FROM customer_order
         WHERE company_id = $1 AND state IN ('new', 'accepted', 'processing', 'ready', 'en_route')
            AND EXISTS (SELECT 1 FROM order_line l WHERE l.order_id = customer_order.id) GROUP BY state")
        .bind(company).fetch_all(at).await)?;
    let attention = on!(db.read(), at => sqlx::query_as(
        "SELECT (SELECT COUNT(*) FROM booking WHERE company_id = $1 AND state = 'awaiting_company'
                AND starts_at > $4) AS reservations,
            (SELECT COUNT(*) FROM (SELECT 1 FROM review WHERE company_id = $1 AND reply IS NULL LIMIT $3) AS waiting) AS reviews,
            (SELECT COUNT(DISTINCT o.id) FROM offering o JOIN offering_variant v ON v.offering_id = o.id
                LEFT JOIN capacity_bucket b ON b.variant_id = v.id AND b.starts_at = 0
             WHERE o.company_id = $1 AND o.state = 'active' AND o.availability = 'stock' AND v.capacity IS NOT NULL
                AND v.capacity - COALESCE(b.held + b.sold, 0) <= $2) AS low_stock,
            (SELECT COUNT(*) FROM ticket WHERE company_id = $1 AND state = 'open') AS tickets,
            (SELECT COUNT(*) FROM order_return WHERE company_id = $1
                AND state IN ('requested', 'in_transit', 'received', 'inspected')) AS returns")
        .bind(company).bind(LOW_STOCK).bind(REVIEWS_MAX).bind(now).fetch_one(at).await)?;
    let overview = overview(db, company, now).await?;
    Ok(Dashboard { currency, today: of_day(today), last_week: of_day(last_week), open, attention, overview })
}

async fn overview(db: &Db, company: CompanyId, now: Timestamp) -> Result<Overview> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT (SELECT COUNT(*) FROM offering_folder WHERE company_id = $1) AS folders,
            (SELECT COUNT(*) FROM offering WHERE company_id = $1 AND state = 'active') AS on_sale,
            (SELECT COUNT(*) FROM offering WHERE company_id = $1 AND state = 'active' AND sold_out = TRUE) AS sold_out,
            p.promo_codes, p.promo_uses, a.advertisements, a.views, a.clicks
         FROM (SELECT COUNT(CASE WHEN is_active = TRUE AND starts_at <= $2 AND ends_at > $2
                    AND (limit_total IS NULL OR used < limit_total) THEN 1 END) AS promo_codes,
                CAST(COALESCE(SUM(used), 0) AS BIGINT) AS promo_uses
               FROM promo_code WHERE company_id = $1) AS p
            CROSS JOIN (SELECT COUNT(CASE WHEN paused = FALSE AND starts_at <= $2 AND ends_at > $2 THEN 1 END) AS advertisements,
                CAST(COALESCE(SUM(views), 0) AS BIGINT) AS views, CAST(COALESCE(SUM(clicks), 0) AS BIGINT) AS clicks
               FROM advertisement WHERE company_id = $1) AS a")
        .bind(company).bind(now).fetch_one(at).await)?)
}
