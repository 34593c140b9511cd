//! Choices of a company for booking on site, and the categories of a business account.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    Db, Result,
    catalogue::{
        category::{self, CATEGORIES, Category, CategoryView},
        filter::{Filter, Window},
        offering::{self, OfferingCard},
    },
    on,
    types::{
        ids::{CompanyId, UserId},
        language::Language,
        local_time::TimeZone,
        timestamp::Timestamp,
    },
};

/// Maximum offerings to choose from.
const OFFERINGS: i64 = 100;

/// Choices for a booking on site.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct OnsiteBookingOptions {
    /// Number of tables.
    pub tables: i64,
    /// Seats of the largest table.
    pub seats_max: i64,
    /// Maximum persons of one booking of any of the offerings.
    pub members_max: i64,
    /// Offerings of the category that are booked for a time, at most 100.
    pub offerings: Vec<OfferingCard>,
    pub time_zone: TimeZone,
    /// Length of a table reservation.
    pub table_minutes: i64,
    /// Minimum time before the start.
    pub notice_minutes: i64,
    /// Maximum days ahead.
    pub horizon_days: i64,
    pub takes_orders_in_store: bool,
}

#[derive(sqlx::FromRow)]
struct Row {
    tables: i64,
    seats_max: i64,
    time_zone: TimeZone,
    table_minutes: i64,
    notice_minutes: i64,
    horizon_days: i64,
    takes_orders_in_store: bool,
}

/// Returns the choices in a category of a company.
pub async fn options(
    db: &Db,
    company: CompanyId,
    category: &'static Category,
    now: Timestamp,
) -> Result<OnsiteBookingOptions> {
    let row: Row = on!(db.read(), at => sqlx::query_as(
        "SELECT c.time_zone, c.table_minutes, c.notice_minutes, c.horizon_days, c.takes_orders_in_store,
            (SELECT count(*) FROM resource r WHERE r.company_id = c.id AND r.kind = 'table' AND r.active) AS tables,
            COALESCE((SELECT max(r.seats_max) FROM resource r WHERE r.company_id = c.id AND r.kind = 'table' AND r.active), 0)
                AS seats_max
         FROM company c WHERE c.id = $1 AND c.closed_at IS NULL")
        .bind(company).fetch_one(at).await)?;
    let filter = Filter { company: Some(company), category: Some(category), booked: true, ..Filter::default() };
    let (offerings, _) = offering::list(db, &filter, Window { limit: OFFERINGS, offset: 0 }, now).await?;
    let members_max = offerings.iter().map(|card| card.members_max).max().unwrap_or(row.seats_max);
    Ok(OnsiteBookingOptions {
        tables: row.tables,
        seats_max: row.seats_max,
        members_max,
        offerings,
        time_zone: row.time_zone,
        table_minutes: row.table_minutes,
        notice_minutes: row.notice_minutes,
        horizon_days: row.horizon_days,
        takes_orders_in_store: row.takes_orders_in_store,
    })
}

/// Returns the categories of a business account, each with the subcategories that its company chose.
pub async fn categories(db: &Db, account: UserId, language: Language) -> Result<Vec<CategoryView>> {
    let (categories, subcategories): (Option<String>, Option<String>) = on!(db.read(), at => sqlx::query_as(
        "SELECT (SELECT string_agg(k.category, ',') FROM company_category k WHERE k.company_id = m.company_id),
            (SELECT string_agg(s.subcategory, ',') FROM company_subcategory s WHERE s.company_id = m.company_id)
         FROM active_member m WHERE m.account_id = $1")
        .bind(account).fetch_one(at).await)?;
    let categories = category::split_keys(categories.as_deref(), CATEGORIES.iter().map(|category| category.key));
    let chosen = category::split_keys(subcategories.as_deref(), category::subcategory_keys());
    let view = |category: &Category| {
        let mut view = category.offered(language);
        view.subcategories.retain(|sub| chosen.iter().any(|key| key == sub.key));
        view
    };
    Ok(categories.iter().filter_map(|key| category::find(key)).map(view).collect())
}
