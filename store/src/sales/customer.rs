//! Customers of a company: those who ordered or booked, the latest first.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Db, Result,
    db::conditions::Conditions,
    on,
    types::{
        ids::{CompanyId, UserId},
        sort::Direction,
        timestamp::Timestamp,
    },
};

/// Time without an order or booking after which a customer is inactive.
const INACTIVE_AFTER: i64 = 90 * Timestamp::DAY;

/// Status of a customer, by its orders and bookings. A booking in an order counts with the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CustomerStatus {
    /// One order or booking.
    New,
    /// Several orders or bookings.
    Returning,
    /// No order or booking for 90 days.
    Inactive,
}

impl CustomerStatus {
    /// Key as in JSON.
    pub fn key(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Returning => "returning",
            Self::Inactive => "inactive",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Customer {
    pub id: UserId,
    pub name: String,
    pub email: String,
    pub status: CustomerStatus,
    /// Orders that were not cancelled.
    pub orders: i64,
    /// Bookings that were not cancelled.
    pub bookings: i64,
    /// Minor units, without what was paid back.
    pub spent: i64,
    pub first_at: Timestamp,
    pub last_at: Timestamp,
}

#[derive(sqlx::FromRow)]
struct Row {
    account_id: UserId,
    name: String,
    email: String,
    orders: i64,
    bookings: i64,
    /// Bookings that no order pays.
    own_bookings: i64,
    spent: i64,
    first_at: Timestamp,
    last_at: Timestamp,
}

/// Column by which customers are sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CustomerSort {
    /// Latest order or booking.
    #[default]
    Last,
    Name,
    Orders,
    Spent,
}

impl CustomerSort {
    /// Returns the condition of the rows after a customer, and the order.
    fn sql(self, direction: Direction) -> (&'static str, &'static str) {
        macro_rules! sorted {
            ($before:literal, $column:literal, $after:literal, $comparison:literal, $direction:literal) => {
                (
                    concat!(
                        " AND (",
                        $before,
                        $column,
                        $after,
                        ", account_id) ",
                        $comparison,
                        " (SELECT ",
                        $before,
                        "k.",
                        $column,
                        $after,
                        ", k.account_id FROM company_customer k
                            WHERE k.company_id = $1 AND k.account_id = ?)"
                    ),
                    concat!(" ORDER BY ", $before, $column, $after, " ", $direction, ", account_id ", $direction),
                )
            };
            ($before:literal, $column:literal, $after:literal) => {
                match direction {
                    Direction::Asc => sorted!($before, $column, $after, ">", "ASC"),
                    Direction::Desc => sorted!($before, $column, $after, "<", "DESC"),
                }
            };
        }
        match self {
            Self::Last => sorted!("", "last_at", ""),
            Self::Name => sorted!("lower(", "name", ")"),
            Self::Orders => sorted!("", "orders", ""),
            Self::Spent => sorted!("", "spent", ""),
        }
    }
}

/// Returns customers with this text in name or e-mail, in this order, from after the customer `before`.
pub async fn list(
    db: &Db,
    company: CompanyId,
    query: &str,
    (sort, direction): (CustomerSort, Direction),
    before: Option<UserId>,
    limit: i64,
    now: Timestamp,
) -> Result<Vec<Customer>> {
    let (after, order) = sort.sql(direction);
    let mut sql = Conditions::new(
        "SELECT account_id, name, email, orders, bookings, own_bookings, spent, first_at, last_at FROM company_customer WHERE ",
        Vec::new(),
    );
    sql.bind("company_id = ?", company.0);
    let text = query.trim().to_lowercase().replace(['%', '_'], "");
    if !text.is_empty() {
        sql.bind(" AND (lower(name) LIKE ? OR lower(email) LIKE ?)", format!("%{text}%"));
    }
    if let Some(before) = before {
        sql.bind(after, before.0);
    }
    sql.push(order).bind(" LIMIT ?", limit);
    let rows: Vec<Row> = sql.fetch(db).await?;
    Ok(rows.into_iter().map(|row| row.customer(now)).collect())
}

/// Returns a customer of a company.
pub async fn find(db: &Db, company: CompanyId, id: UserId, now: Timestamp) -> Result<Customer> {
    let row: Row = on!(db.read(), at => sqlx::query_as(
        "SELECT account_id, name, email, orders, bookings, own_bookings, spent, first_at, last_at FROM company_customer
         WHERE company_id = $1 AND account_id = $2").bind(company).bind(id).fetch_one(at).await)?;
    Ok(row.customer(now))
}

impl Row {
    fn customer(self, now: Timestamp) -> Customer {
        let status = match self.orders + self.own_bookings {
            _ if self.last_at < now.plus(-INACTIVE_AFTER) => CustomerStatus::Inactive,
            ..=1 => CustomerStatus::New,
            _ => CustomerStatus::Returning,
        };
        Customer {
            id: self.account_id,
            name: self.name,
            email: self.email,
            status,
            orders: self.orders,
            bookings: self.bookings,
            spent: self.spent,
            first_at: self.first_at,
            last_at: self.last_at,
        }
    }
}
