//! Lists of bookings, for customers and companies.

use super::{Booking, BookingState, Result, view};
use crate::{
    Db,
    db::contains,
    on,
    types::{
        ids::{BookingId, CompanyId, UserId},
        timestamp::Timestamp,
    },
};

/// Part of a customer's bookings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Not over and not cancelled, the next first.
    Upcoming,
    /// Over or cancelled, the last first.
    Past,
}

/// Page of a list: rows to return and rows before them.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    pub limit: i64,
    pub offset: i64,
}

/// Longest time of a reservation that a list from an instant looks back for, in milliseconds.
const LONGEST: i64 = 180 * Timestamp::DAY;

/// States of bookings that will still take place or take place now.
const OPEN: &str = "('awaiting_company', 'confirmed', 'checked_in')";

/// Returns the bookings of a customer and their number. Holds are not listed.
pub async fn of_customer(
    db: &Db,
    customer: UserId,
    when: When,
    page: Window,
    now: Timestamp,
) -> Result<(Vec<Booking>, i64)> {
    let (condition, order) = match when {
        When::Upcoming => (format!("state IN {OPEN} AND ends_at > $2"), "starts_at, id"),
        When::Past => (
            format!("state NOT IN ('held', 'expired') AND (ends_at <= $2 OR state NOT IN {OPEN})"),
            "starts_at DESC, id DESC",
        ),
    };
    let count = format!("SELECT COUNT(*) FROM booking WHERE customer_id = $1 AND {condition}");
    let rows =
        format!("SELECT id FROM booking WHERE customer_id = $1 AND {condition} ORDER BY {order} LIMIT $3 OFFSET $4");
    let (total,): (i64,) = on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(count))
        .bind(customer).bind(now).fetch_one(at).await)?;
    let ids: Vec<(BookingId,)> = on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(rows))
        .bind(customer).bind(now).bind(page.limit).bind(page.offset).fetch_all(at).await)?;
    let ids: Vec<_> = ids.into_iter().map(|(id,)| id).collect();
    let bookings = view::many(db, &ids, now).await?.into_iter().map(Booking::for_customer);
    Ok((bookings.collect(), total))
}

/// Filter of a company's reservations.
#[derive(Clone, Debug, Default)]
pub struct ReservationFilter {
    /// Empty: all states but holds.
    pub states: Vec<BookingState>,
    /// Reservations that end after: guests who are in the house count.
    pub from: Option<Timestamp>,
    /// Reservations that start before.
    pub to: Option<Timestamp>,
    /// Text in name, code, phone or e-mail.
    pub query: String,
}

/// Condition of a [`Match`]: parameters 1 to 6.
const CONDITION: &str = "company_id = $1 AND state NOT IN ('held', 'expired')
    AND ($2 = '' OR $2 LIKE '%,' || state || ',%') AND starts_at >= $3 AND starts_at < $4 AND ends_at > $6
    AND ($5 = '' OR customer_name {contains} $5 OR code {contains} $5 OR contact_number {contains} $5
        OR email {contains} $5)";

/// Returns [`CONDITION`] in the dialect of a database.
fn condition(db: &Db) -> String {
    CONDITION.replace("{contains}", contains::operator(db))
}

/// Values of [`CONDITION`].
struct Match {
    states: String,
    earliest: Timestamp,
    to: Timestamp,
    query: String,
    from: Timestamp,
}

impl ReservationFilter {
    fn values(&self, db: &Db) -> Match {
        let states = self.states.iter().map(|state| serde_json::to_value(state).ok()?.as_str().map(str::to_owned));
        let states: Vec<_> = states.flatten().collect();
        let from = self.from.unwrap_or(Timestamp(0));
        let query = self.query.trim();
        Match {
            states: if states.is_empty() { String::new() } else { format!(",{},", states.join(",")) },
            earliest: Timestamp(from.0.saturating_sub(LONGEST)),
            to: self.to.unwrap_or(Timestamp(i64::MAX)),
            query: if query.is_empty() { String::new() } else { contains::pattern(db, query) },
            from,
        }
    }
}

/// Returns the reservations of a company and their number, in order of their start.
pub async fn of_company(
    db: &Db,
    company: CompanyId,
    filter: &ReservationFilter,
    page: Window,
    now: Timestamp,
) -> Result<(Vec<Booking>, i64)> {
    let Match { states, earliest, to, query, from } = filter.values(db);
    let condition = condition(db);
    let count = format!("SELECT COUNT(*) FROM booking WHERE {condition}");
    let rows = format!("SELECT id FROM booking WHERE {condition} ORDER BY starts_at, id LIMIT $7 OFFSET $8");
    let (total,): (i64,) = on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(count))
        .bind(company).bind(&states).bind(earliest).bind(to).bind(&query).bind(from).fetch_one(at).await)?;
    let ids: Vec<(BookingId,)> = on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(rows))
        .bind(company).bind(&states).bind(earliest).bind(to).bind(&query).bind(from).bind(page.limit).bind(page.offset)
        .fetch_all(at).await)?;
    let ids: Vec<_> = ids.into_iter().map(|(id,)| id).collect();
    Ok((view::many(db, &ids, now).await?, total))
}

/// Returns at most `limit` reservations of a company that come after a start and id, in order of their start.
pub async fn page_after(
    db: &Db,
    company: CompanyId,
    filter: &ReservationFilter,
    after: Option<(Timestamp, BookingId)>,
    limit: i64,
    now: Timestamp,
) -> Result<Vec<Booking>> {
    let Match { states, earliest, to, query, from } = filter.values(db);
    let condition = condition(db);
    let (start, id) = after.unwrap_or((Timestamp(i64::MIN), BookingId(0)));
    let rows = format!(
        "SELECT id FROM booking WHERE {condition} AND (starts_at, id) > ($7, $8) ORDER BY starts_at, id LIMIT $9"
    );
    let ids: Vec<(BookingId,)> = on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(rows))
        .bind(company).bind(&states).bind(earliest).bind(to).bind(&query).bind(from).bind(start).bind(id).bind(limit)
        .fetch_all(at).await)?;
    view::many(db, &ids.into_iter().map(|(id,)| id).collect::<Vec<_>>(), now).await
}

/// Returns the newest bookings of a customer at a company, at most `limit`, and the number of all. Holds are not listed.
pub async fn history(
    db: &Db,
    company: CompanyId,
    customer: UserId,
    limit: i64,
    now: Timestamp,
) -> Result<(Vec<Booking>, i64)> {
    let (total,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "SELECT COUNT(*) FROM booking WHERE company_id = $1 AND customer_id = $2 AND state NOT IN ('held', 'expired')")
        .bind(company).bind(customer).fetch_one(at).await)?;
    let ids: Vec<(BookingId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT id FROM booking WHERE company_id = $1 AND customer_id = $2 AND state NOT IN ('held', 'expired')
         ORDER BY starts_at DESC, id DESC LIMIT $3")
        .bind(company).bind(customer).bind(limit).fetch_all(at).await)?;
    Ok((view::many(db, &ids.into_iter().map(|(id,)| id).collect::<Vec<_>>(), now).await?, total))
}
