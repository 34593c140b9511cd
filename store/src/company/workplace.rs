//! Workplaces of an account: the companies that it owns or is employed by, one of which is active.

use serde::Serialize;
use utoipa::ToSchema;

use super::TeamRole;
use crate::{
    Db, Result,
    catalogue::{
        company_hours::{self, CompanyClock},
        opening_hours::OpeningState,
    },
    media, on,
    types::{
        ids::{CompanyId, UserId},
        local_time::TimeZone,
        timestamp::Timestamp,
    },
};

/// Maximum workplaces in the list.
const WORKPLACES: i64 = 200;

/// Company that an account works for.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Workplace {
    pub id: CompanyId,
    pub handle: String,
    pub name: String,
    /// Address of the logo.
    pub logo: Option<String>,
    pub city: String,
    /// Role of the account in this company.
    pub role: TeamRole,
    pub opening: OpeningState,
    pub time_zone: TimeZone,
    /// The account acts for this company now. One is active.
    pub active: bool,
    /// New orders, and reservations that wait for an answer.
    pub waiting: i64,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: CompanyId,
    handle: String,
    name: String,
    logo: Option<String>,
    city: String,
    role: TeamRole,
    time_zone: TimeZone,
    paused_until: Option<Timestamp>,
    active: bool,
    waiting: i64,
}

/// Returns the companies that an account works for, by name.
pub async fn list(db: &Db, member: UserId, now: Timestamp) -> Result<Vec<Workplace>> {
    let rows: Vec<Row> = on!(db.read(), at => sqlx::query_as(
        "SELECT c.id, c.handle, c.name, l.key AS logo, c.city, m.role, c.time_zone, c.paused_until,
            EXISTS (SELECT 1 FROM active_member w WHERE w.account_id = $1 AND w.company_id = c.id) AS active,
            (SELECT COUNT(*) FROM customer_order o WHERE o.company_id = c.id AND o.state = 'new'
                AND EXISTS (SELECT 1 FROM order_line i WHERE i.order_id = o.id))
            + (SELECT COUNT(*) FROM booking b WHERE b.company_id = c.id AND b.state = 'awaiting_company'
                AND b.starts_at > $2) AS waiting
         FROM company_member m JOIN company c ON c.id = m.company_id LEFT JOIN media l ON l.id = c.logo_id
         WHERE m.account_id = $1 ORDER BY c.search_key, c.id LIMIT $3")
        .bind(member).bind(now).bind(WORKPLACES).fetch_all(at).await)?;
    let clock =
        |row: &Row| CompanyClock { company: row.id, time_zone: row.time_zone.clone(), paused_until: row.paused_until };
    let states = company_hours::states(db, &rows.iter().map(clock).collect::<Vec<_>>(), now).await?;
    let workplace = |row: Row| Workplace {
        opening: states.get(&row.id).copied().unwrap_or(OpeningState::Closed { opens_at: None }),
        logo: row.logo.as_deref().map(media::url),
        id: row.id,
        handle: row.handle,
        name: row.name,
        city: row.city,
        role: row.role,
        time_zone: row.time_zone,
        active: row.active,
        waiting: row.waiting,
    };
    Ok(rows.into_iter().map(workplace).collect())
}
