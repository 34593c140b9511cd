//! Reviews of a fulfilled order by its customer: one of the company, and one of each product and each booking that took
//! place. So are reviews of a booking that no order pays. A second one replaces the first.

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    OrderError, OrderState, Refusal, Result, bookings,
    transition::{Scope, lock},
};
use crate::{
    Db, Error,
    booking::{BookingError, visit::lock_visit},
    catalogue::review::ProductQuality,
    db::{Aggregate, Tx},
    on,
    types::{
        ids::{BookingId, CompanyId, OfferingId, OrderId, ReviewId, UserId},
        purchase::Purchase,
        timestamp::Timestamp,
    },
};

/// Words and stars of a review.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct ReviewText {
    /// Stars, from 1 to 5.
    pub rating: i64,
    pub service_fast: bool,
    pub as_described: bool,
    pub meets_expectations: bool,
    pub product_quality: ProductQuality,
    pub comments: String,
}

/// Review to write.
#[derive(Clone, Debug)]
pub struct NewReview {
    pub id: ReviewId,
    pub customer: UserId,
    pub purchase: Purchase,
    /// Product of the order, or offering of a booking in it. None: the company.
    pub offering: Option<OfferingId>,
    pub text: ReviewText,
}

/// Review of an order as its author sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct OrderReview {
    pub id: ReviewId,
    /// Null: the company.
    #[sqlx(rename = "offering_id")]
    pub product_id: Option<OfferingId>,
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub text: ReviewText,
    /// Answer of the company.
    pub reply: Option<String>,
    pub created_at: Timestamp,
}

macro_rules! select {
    () => {
        "SELECT id, offering_id, rating, service_fast, as_described, meets_expectations, product_quality, comments, reply,
            created_at
         FROM review WHERE "
    };
}

/// Writes a review, or replaces the earlier one of the same purchase and product. Counts it in the ratings.
pub async fn write(db: &Db, new: &NewReview, now: Timestamp) -> Result<OrderReview> {
    let Reviewable { mut tx, company, order, booking } = reviewable(db, new, now).await?;
    tx.changes(Aggregate::Company(company));
    let text = &new.text;
    let before: Option<(ReviewId, i64)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT id, rating FROM review WHERE (order_id = $1 OR booking_id = $3) AND COALESCE(offering_id, 0) = $2")
        .bind(order).bind(new.offering.map_or(0, |offering| offering.0)).bind(booking).fetch_optional(at).await)?;
    let id = before.map_or(new.id, |(id, _)| id);
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO review (id, company_id, offering_id, author_id, rating, service_fast, as_described, meets_expectations,
            product_quality, comments, created_at, order_id, booking_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
         ON CONFLICT (id) DO UPDATE SET rating = excluded.rating, service_fast = excluded.service_fast,
            as_described = excluded.as_described, meets_expectations = excluded.meets_expectations,
            product_quality = excluded.product_quality, comments = excluded.comments, changed_at = excluded.created_at")
        .bind(id).bind(company).bind(new.offering).bind(new.customer).bind(text.rating).bind(text.service_fast)
        .bind(text.as_described).bind(text.meets_expectations).bind(text.product_quality).bind(&text.comments).bind(now)
        .bind(order).bind(booking).execute(at).await.map(drop))?;
    let (stars, count) = before.map_or((text.rating, 1), |(_, before)| (text.rating - before, 0));
    on!(tx.at(), at => sqlx::query(
        "UPDATE company SET rating_sum = rating_sum + $2, rating_count = rating_count + $3 WHERE id = $1")
        .bind(company).bind(stars).bind(count).execute(at).await.map(drop))?;
    on!(tx.at(), at => sqlx::query(
        "UPDATE offering SET rating_sum = rating_sum + $2, rating_count = rating_count + $3 WHERE id = $1")
        .bind(new.offering).bind(stars).bind(count).execute(at).await.map(drop))?;
    tx.commit().await?;
    Ok(on!(db.read(), at => sqlx::query_as(concat!(select!(), "id = $1")).bind(id).fetch_one(at).await)?)
}

/// Purchase that may be reviewed, with its company locked.
struct Reviewable {
    tx: Tx,
    company: CompanyId,
    order: Option<OrderId>,
    /// Booking that no order pays.
    booking: Option<BookingId>,
}

async fn reviewable(db: &Db, new: &NewReview, now: Timestamp) -> Result<Reviewable> {
    let order = match new.purchase {
        Purchase::Order(order) => order,
        Purchase::Booking(id) => {
            let (tx, visit) = lock_visit(db, new.customer, id, now).await.map_err(|error| match error {
                BookingError::Refused(_) => Refusal::State.into(),
                BookingError::Store(cause) => OrderError::Store(cause),
            })?;
            if new.offering.is_some_and(|offering| offering != visit.offering) {
                return Err(Error::NotFound.into());
            }
            match visit.order {
                Some(order) => order,
                None => return Ok(Reviewable { tx, company: visit.company, order: None, booking: Some(id) }),
            }
        }
    };
    let (mut tx, order) = lock(db, order, Scope::Customer(new.customer)).await?;
    if order.state != OrderState::Fulfilled {
        return Err(Refusal::State.into());
    }
    if let Some(offering) = new.offering {
        let (lines,): (i64,) = on!(tx.at(), at => sqlx::query_as(
            "SELECT COUNT(*) FROM order_line WHERE order_id = $1 AND offering_id = $2")
            .bind(order.id).bind(offering).fetch_one(at).await)?;
        if lines == 0 && !bookings::took_place(&mut tx, order.id, offering, now).await? {
            return Err(Error::NotFound.into());
        }
    }
    Ok(Reviewable { tx, company: order.company_id, order: Some(order.id), booking: None })
}

/// Returns the company that a review is about, and its author.
pub async fn parties(db: &Db, id: ReviewId) -> Result<(CompanyId, UserId)> {
    Ok(on!(db.read(), at => sqlx::query_as("SELECT company_id, author_id FROM review WHERE id = $1")
        .bind(id).fetch_one(at).await)?)
}

/// Returns the reviews that a customer wrote about an order.
pub async fn of_order(db: &Db, customer: UserId, order: OrderId) -> Result<Vec<OrderReview>> {
    let (is_own,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "SELECT COUNT(*) FROM customer_order WHERE id = $1 AND customer_id = $2").bind(order).bind(customer)
        .fetch_one(at).await)?;
    if is_own == 0 {
        return Err(Error::NotFound.into());
    }
    Ok(on!(db.read(), at => sqlx::query_as(concat!(select!(), "order_id = $1 ORDER BY COALESCE(offering_id, 0)"))
        .bind(order).fetch_all(at).await)?)
}

/// Returns the reviews that a customer wrote about a booking, or about the order that pays it.
pub async fn of_booking(db: &Db, customer: UserId, booking: BookingId) -> Result<Vec<OrderReview>> {
    let (order,): (Option<OrderId>,) = on!(db.read(), at => sqlx::query_as(
        "SELECT order_id FROM booking WHERE id = $1 AND customer_id = $2").bind(booking).bind(customer)
        .fetch_one(at).await)?;
    if let Some(order) = order {
        return of_order(db, customer, order).await;
    }
    Ok(on!(db.read(), at => sqlx::query_as(concat!(select!(), "booking_id = $1 ORDER BY COALESCE(offering_id, 0)"))
        .bind(booking).fetch_all(at).await)?)
}

/// Sets the company's answer to a review. An empty answer removes it.
pub async fn reply(db: &Db, company: CompanyId, id: ReviewId, text: &str, now: Timestamp) -> Result<()> {
    let (text, at_time) = if text.is_empty() { (None, None) } else { (Some(text), Some(now)) };
    on!(db.write(), at => sqlx::query(
        "UPDATE review SET reply = $3, replied_at = $4 WHERE id = $1 AND company_id = $2 RETURNING id")
        .bind(id).bind(company).bind(text).bind(at_time).fetch_one(at).await.map(drop))?;
    Ok(())
}
