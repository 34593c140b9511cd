//! Bookings that end without their company: a request without an answer by its start, and a visit that is over.
//!
//! Every node looks for them. The lock of the company decides which node ends one.

use super::{
    Actor, BookingState, Outcome, Result,
    transition::{Step, lock_any},
    view,
};
use crate::{
    Db, on,
    types::{
        ids::{BookingId, CompanyId},
        timestamp::Timestamp,
    },
};

/// Maximum bookings read at once.
const BATCH: i64 = 100;
/// Time after the end in which a company may still say that nobody came.
pub const GRACE: i64 = 12 * Timestamp::HOUR;
/// Time before the start at which a company is reminded of a request, at the latest.
pub const REMINDER_LEAD: i64 = 2 * Timestamp::HOUR;

/// Returns the requests without an answer whose time has come, and the visits that were over before [`GRACE`].
pub async fn due(db: &Db, now: Timestamp) -> Result<Vec<BookingId>> {
    let rows: Vec<(BookingId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT id FROM (SELECT id FROM booking WHERE state = 'awaiting_company' AND starts_at <= $1
                ORDER BY starts_at LIMIT $3) AS unanswered
         UNION ALL SELECT id FROM (SELECT id FROM booking WHERE state IN ('confirmed', 'checked_in') AND ends_at <= $2
                ORDER BY ends_at LIMIT $3) AS ended")
        .bind(now).bind(now.plus(-GRACE)).bind(BATCH).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Declines a request whose time has come, with its money and room, or completes a visit that is over. Returns none if the
/// booking changed meanwhile.
pub async fn end(db: &Db, id: BookingId, now: Timestamp) -> Result<Option<Outcome>> {
    let (mut tx, current) = lock_any(db, id).await?;
    let to = match current.state {
        BookingState::AwaitingCompany if current.starts_at <= now => BookingState::Declined,
        BookingState::Confirmed | BookingState::CheckedIn if current.ends_at <= now.plus(-GRACE) => {
            BookingState::Completed
        }
        _ => return Ok(None),
    };
    let changes = current.step(&mut tx, Step { to, actor: Actor::System, actor_id: None, note: "" }, now).await?;
    tx.commit().await?;
    Ok(Some(Outcome { booking: view::one(db, id, now).await?, changes }))
}

/// Request that a company is reminded of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct OpenRequest {
    pub id: BookingId,
    pub company_id: CompanyId,
    pub starts_at: Timestamp,
}

/// Returns the requests that their companies are to be reminded of: [`REMINDER_LEAD`] before the start, or after half of the
/// time that was left when the request was made.
pub async fn unanswered(db: &Db, now: Timestamp) -> Result<Vec<OpenRequest>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT b.id, b.company_id, b.starts_at FROM booking b
         WHERE b.state = 'awaiting_company' AND b.starts_at > $1 AND b.starts_at <= $2
            AND (b.starts_at - $1) * 2 <= b.starts_at - b.scheduled_at
            AND NOT EXISTS (SELECT 1 FROM booking_reminder r
                WHERE r.booking_id = b.id AND r.kind = 'answer' AND r.starts_at = b.starts_at)
         ORDER BY b.starts_at, b.id LIMIT $3")
        .bind(now).bind(now.plus(REMINDER_LEAD)).bind(BATCH).fetch_all(at).await)?)
}

/// Records that a company was reminded of a request. A request that is moved has another start, so it is reminded again.
pub async fn reminded(db: &Db, request: OpenRequest, now: Timestamp) -> Result<()> {
    on!(db.write(), at => sqlx::query(
        "INSERT INTO booking_reminder (booking_id, kind, starts_at, sent_at) VALUES ($1, 'answer', $2, $3)
         ON CONFLICT DO NOTHING")
        .bind(request.id).bind(request.starts_at).bind(now).execute(at).await.map(drop))?;
    Ok(())
}
