//! Customers of a company: those who ordered or booked, the latest first.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Db, Result,
    db::conditions::{Bound, Conditions},
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
    /// Returns the begin of the condition of the rows after a cursor, up to its value, and the order.
    fn sql(self, direction: Direction) -> (&'static str, &'static str) {
        macro_rules! sorted {
            ($key:literal, $value:literal) => {
                match direction {
                    Direction::Asc => (
                        concat!(" AND (", $key, ", account_id) > (", $value),
                        concat!(" ORDER BY ", $key, ", account_id"),
                    ),
                    Direction::Desc => (
                        concat!(" AND (", $key, ", account_id) < (", $value),
                        concat!(" ORDER BY ", $key, " DESC, account_id DESC"),
                    ),
                }
            };
        }
        match self {
            Self::Last => sorted!("last_at", "?"),
            Self::Name => sorted!("lower(name)", "lower(?)"),
            Self::Orders => sorted!("orders", "?"),
            Self::Spent => sorted!("spent", "?"),
        }
    }
}

/// Place of a customer in a sorted list, as it was when its page was read. A customer who orders in between moves, and
/// does not take the place along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomerCursor {
    value: SortedValue,
    id: UserId,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum SortedValue {
    Number(i64),
    Text(String),
}

impl CustomerCursor {
    /// Returns the place of a customer.
    pub fn of(customer: &Customer, sort: CustomerSort) -> Self {
        let value = match sort {
            CustomerSort::Last => SortedValue::Number(customer.last_at.0),
            CustomerSort::Name => SortedValue::Text(customer.name.clone()),
            CustomerSort::Orders => SortedValue::Number(customer.orders),
            CustomerSort::Spent => SortedValue::Number(customer.spent),
        };
        Self { value, id: customer.id }
    }

    /// Reads the text of a cursor in a list with this order.
    pub fn parse(text: &str, sort: CustomerSort) -> Option<Self> {
        let (id, value) = text.split_once('.')?;
        let value = match sort {
            CustomerSort::Name => SortedValue::Text(value.to_owned()),
            _ => SortedValue::Number(value.parse().ok()?),
        };
        Some(Self { value, id: UserId(id.parse().ok()?) })
    }
}

impl std::fmt::Display for CustomerCursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.value {
            SortedValue::Number(number) => write!(f, "{}.{number}", self.id.0),
            SortedValue::Text(text) => write!(f, "{}.{text}", self.id.0),
        }
    }
}

/// Returns customers with this text in name or e-mail, in this order, from after `cursor`.
pub async fn list(
    db: &Db,
    company: CompanyId,
    query: &str,
    (sort, direction): (CustomerSort, Direction),
    cursor: Option<&CustomerCursor>,
    limit: i64,
    now: Timestamp,
) -> Result<Vec<Customer>> {
    let (after, order) = sort.sql(direction);
    let mut sql = Conditions::new(
        "SELECT account_id, name, email, orders, bookings, own_bookings, spent, first_at, last_at FROM company_customer WHERE ",
        Vec::new(),
    );
    sql.bind("company_id = ?", company.0);
    let text = query.trim();
    if !text.is_empty() {
        sql.contain(&["name", "email"], text);
    }
    if let Some(cursor) = cursor {
        let value: Bound = match &cursor.value {
            SortedValue::Number(number) => (*number).into(),
            SortedValue::Text(text) => text.as_str().into(),
        };
        sql.bind(after, value).bind(", ?)", cursor.id.0);
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
