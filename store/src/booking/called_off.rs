//! Bookings of a date that its company calls off.
//!
//! The transaction that calls the date off closes its sale, under the lock of the company. Its bookings then end in
//! batches of one transaction each, in order of their ids. A batch counts as done after its customers were told, so that
//! a crash repeats what it interrupted.

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    Actor, BookingState, InventoryChange, Outcome, Result,
    transition::{Current, Step, read},
    view,
};
use crate::{
    Db,
    db::{Aggregate, Tx},
    on,
    types::{
        ids::{BookingId, CompanyId, OccurrenceId, OfferingId, UserId},
        timestamp::Timestamp,
    },
};

/// Maximum bookings that end in one transaction.
const BATCH: i64 = 20;
/// Maximum dates of one sweep.
const DATES: i64 = 100;

/// Bookings that end with a date, as the company is asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct CancellationPreview {
    pub bookings: i64,
    pub people: i64,
    /// Part that was paid here and goes back, in minor units.
    pub refund: i64,
    #[schema(example = "EUR")]
    pub currency: String,
}

/// Returns what ends with a date of the company.
pub async fn preview(db: &Db, company: CompanyId, id: OccurrenceId) -> Result<CancellationPreview> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT COUNT(b.id) AS bookings, CAST(COALESCE(SUM(b.members), 0) AS BIGINT) AS people, c.currency,
            CAST(COALESCE(SUM(CASE WHEN p.provider <> 'on_site' AND p.state IN ('paid', 'partially_refunded', 'disputed')
                THEN l.amount - l.refunded ELSE 0 END), 0) AS BIGINT) AS refund
         FROM occurrence e JOIN offering o ON o.id = e.offering_id JOIN company c ON c.id = o.company_id
            LEFT JOIN booking b ON b.offering_id = e.offering_id AND b.starts_at = e.starts_at
                AND b.state IN ('awaiting_company', 'confirmed', 'checked_in')
            LEFT JOIN order_booking l ON l.order_id = b.order_id AND l.booking_id = b.id
            LEFT JOIN customer_order u ON u.id = l.order_id
            LEFT JOIN payment p ON p.id = u.payment_id
         WHERE e.id = $1 AND o.company_id = $2 AND e.cancelled_at IS NULL GROUP BY c.currency")
        .bind(id).bind(company).fetch_one(at).await)?)
}

/// Returns true if the company has called the date of a booking off.
pub(super) async fn is_called_off(tx: &mut Tx, booking: &Current) -> Result<bool> {
    let (is_called_off,): (bool,) = on!(tx.at(), at => sqlx::query_as(
        "SELECT EXISTS (SELECT 1 FROM occurrence
            WHERE offering_id = $1 AND starts_at = $2 AND cancelled_at IS NOT NULL)")
        .bind(booking.offering_id).bind(booking.starts_at).fetch_one(at).await)?;
    Ok(is_called_off)
}

/// Returns true if a date is for sale. The company is locked.
pub(super) async fn is_for_sale(tx: &mut Tx, id: OccurrenceId) -> Result<bool> {
    let (is_for_sale,): (bool,) = on!(tx.at(), at => sqlx::query_as(
        "SELECT EXISTS (SELECT 1 FROM occurrence WHERE id = $1 AND cancelled_at IS NULL)")
        .bind(id).fetch_one(at).await)?;
    Ok(is_for_sale)
}

/// Returns dates that were called off and have bookings left to end.
pub async fn pending(db: &Db) -> Result<Vec<OccurrenceId>> {
    let rows: Vec<(OccurrenceId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT id FROM occurrence WHERE ended_through IS NOT NULL ORDER BY id LIMIT $1")
        .bind(DATES).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

#[derive(sqlx::FromRow)]
struct CalledOff {
    company_id: CompanyId,
    offering_id: OfferingId,
    starts_at: Timestamp,
    cancelled_at: Timestamp,
    cancel_reason: Option<String>,
    cancelled_by: Option<UserId>,
    ended_through: i64,
}

/// Bookings of one batch, to tell their customers of, and the last of them. None: all have ended.
#[derive(Debug, Default)]
pub struct Batch {
    pub outcomes: Vec<Outcome>,
    pub last: Option<BookingId>,
}

/// Ends the next bookings of a date that was called off. A batch that was not [`set_told`] is returned again.
pub async fn end_next(db: &Db, id: OccurrenceId, now: Timestamp) -> Result<Batch> {
    let date: Option<CalledOff> = on!(db.read(), at => sqlx::query_as(
        "SELECT o.company_id, e.offering_id, e.starts_at, e.cancelled_at, e.cancel_reason, e.cancelled_by, e.ended_through
         FROM occurrence e JOIN offering o ON o.id = e.offering_id
         WHERE e.id = $1 AND e.cancelled_at IS NOT NULL AND e.ended_through IS NOT NULL")
        .bind(id).fetch_optional(at).await)?;
    let Some(date) = date else { return Ok(Batch::default()) };
    let mut tx = db.begin().await?;
    tx.lock_company(date.company_id).await?;
    let rows: Vec<(BookingId,)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT id FROM booking WHERE offering_id = $1 AND starts_at = $2 AND id > $3
            AND (state IN ('held', 'awaiting_company', 'confirmed', 'checked_in')
                OR (state IN ('expired', 'declined', 'cancelled_by_company') AND changed_at >= $4))
         ORDER BY id LIMIT $5")
        .bind(date.offering_id).bind(date.starts_at).bind(date.ended_through).bind(date.cancelled_at).bind(BATCH)
        .fetch_all(at).await)?;
    let ids: Vec<_> = rows.into_iter().map(|(id,)| id).collect();
    let mut changes = Vec::with_capacity(ids.len());
    for booking in &ids {
        changes.push(end(&mut tx, *booking, &date, now).await?);
    }
    tx.commit().await?;
    let bookings = view::many(db, &ids, now).await?;
    let outcomes = bookings.into_iter().zip(changes).map(|(booking, changes)| Outcome { booking, changes });
    Ok(Batch { outcomes: outcomes.collect(), last: ids.last().copied() })
}

/// Ends a booking of the date. One that has ended stays as it is.
async fn end(tx: &mut Tx, id: BookingId, date: &CalledOff, now: Timestamp) -> Result<Vec<InventoryChange>> {
    let booking = read(tx, id).await?;
    let (to, actor) = match booking.state {
        BookingState::Held => (BookingState::Expired, Actor::System),
        BookingState::AwaitingCompany => (BookingState::Declined, Actor::Company),
        BookingState::Confirmed | BookingState::CheckedIn => (BookingState::CancelledByCompany, Actor::Company),
        _ => return Ok(Vec::new()),
    };
    let reason = date.cancel_reason.as_deref().unwrap_or_default();
    let actor_id = date.cancelled_by.filter(|_| actor == Actor::Company);
    let changes = booking.step(tx, Step { to, actor, actor_id, note: reason }, now).await?;
    on!(tx.at(), at => sqlx::query("UPDATE booking SET cancel_reason = $2 WHERE id = $1")
        .bind(id).bind(reason).execute(at).await.map(drop))?;
    Ok(changes)
}

/// Marks the bookings up to `last` as ended and told. None: all are.
pub async fn set_told(db: &Db, id: OccurrenceId, last: Option<BookingId>) -> Result<()> {
    let mut tx = db.begin().await?;
    let company: Option<(CompanyId,)> = on!(tx.at(), at => sqlx::query_as(
        "UPDATE occurrence SET ended_through = $2
         WHERE id = $1 AND ended_through IS NOT NULL AND ($2 IS NULL OR ended_through < $2)
         RETURNING (SELECT company_id FROM offering WHERE offering.id = occurrence.offering_id)")
        .bind(id).bind(last).fetch_optional(at).await)?;
    if let Some((company,)) = company {
        tx.changes(Aggregate::Inventory(company));
    }
    Ok(tx.commit().await?)
}
