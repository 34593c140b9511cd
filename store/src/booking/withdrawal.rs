//! Ending the open bookings of an account or company that is deleted.

use super::{
    Actor, BookingState, Outcome, Result, Scope, step_mail,
    transition::{Current, Step, lock, read},
    view,
};
use crate::{
    Db,
    notify::outbox::{self, NewOutboxMessage},
    on,
    types::{
        ids::{BookingId, CompanyId, UserId},
        timestamp::Timestamp,
    },
};

/// Returns the bookings of a customer that are held or still ahead.
pub async fn of_customer(db: &Db, customer: UserId, now: Timestamp) -> Result<Vec<BookingId>> {
    let rows: Vec<(BookingId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT id FROM booking
         WHERE customer_id = $1 AND starts_at > $2 AND state IN ('held', 'awaiting_company', 'confirmed')
         ORDER BY starts_at, id").bind(customer).bind(now).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Ends a booking of a customer whose account is deleted, at the fee of its terms. A repeat has no effect.
pub async fn end_for_customer(db: &Db, customer: UserId, id: BookingId, now: Timestamp) -> Result<Outcome> {
    let (mut tx, current) = lock(db, id, Scope::Customer(customer)).await?;
    let to = match current.state {
        BookingState::Held => BookingState::Expired,
        BookingState::AwaitingCompany | BookingState::Confirmed => BookingState::CancelledByUser,
        _ => return Ok(Outcome { booking: view::one(db, id, now).await?, changes: Vec::new() }),
    };
    let step = Step { to, actor: Actor::Customer, actor_id: Some(customer), note: "" };
    let changes = current.step(&mut tx, step, now).await?;
    tx.commit().await?;
    Ok(Outcome { booking: view::one(db, id, now).await?, changes })
}

/// Booking of a company that closes, with the address of its customer.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct OpenBooking {
    pub id: BookingId,
    pub code: String,
    /// Null for a walk-in without address.
    pub email: Option<String>,
    pub language: String,
    pub company: String,
    pub offering: String,
    pub time_zone: crate::types::local_time::TimeZone,
    pub starts_at: Timestamp,
    pub is_held: bool,
}

/// Returns the bookings of a company that are held or still ahead.
pub async fn of_company(db: &Db, company: CompanyId, now: Timestamp) -> Result<Vec<OpenBooking>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT b.id, b.code, CASE WHEN b.email <> '' THEN b.email ELSE a.email END AS email,
            COALESCE(a.language, w.language) AS language, c.name AS company, o.name AS offering, c.time_zone, b.starts_at,
            b.state = 'held' AS is_held
         FROM booking b JOIN company c ON c.id = b.company_id JOIN offering o ON o.id = b.offering_id
            JOIN account w ON w.id = c.owner_id LEFT JOIN account a ON a.id = b.customer_id
         WHERE b.company_id = $1 AND b.starts_at > $2 AND b.state IN ('held', 'awaiting_company', 'confirmed')
         ORDER BY b.starts_at, b.id").bind(company).bind(now).fetch_all(at).await)?)
}

/// Ends a booking of a company that closes and adds the notice to the customer to the outbox, both or none. A repeat has no
/// effect.
pub async fn end_for_company(
    db: &Db,
    company: CompanyId,
    id: BookingId,
    notice: Option<&NewOutboxMessage>,
    now: Timestamp,
) -> Result<Outcome> {
    let mut tx = db.begin().await?;
    tx.lock_company(company).await?;
    let current: Current = read(&mut tx, id).await?;
    let (to, actor) = match current.state {
        BookingState::Held => (BookingState::Expired, Actor::System),
        BookingState::AwaitingCompany => (BookingState::Declined, Actor::Company),
        BookingState::Confirmed => (BookingState::CancelledByCompany, Actor::Company),
        _ => return Ok(Outcome { booking: view::one(db, id, now).await?, changes: Vec::new() }),
    };
    let changes = current.step(&mut tx, Step { to, actor, actor_id: None, note: "" }, now).await?;
    if let Some(notice) = notice.filter(|_| to != BookingState::Expired) {
        // It takes the place of the mail about the step.
        step_mail::settle(&mut tx, id, now).await?;
        outbox::add_in(&mut tx, notice).await?;
    }
    tx.commit().await?;
    Ok(Outcome { booking: view::one(db, id, now).await?, changes })
}
