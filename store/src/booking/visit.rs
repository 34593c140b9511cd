//! Bookings that took place, for their reviews.

use super::{
    Refusal, Result,
    transition::{Scope, lock},
};
use crate::{
    Db,
    db::Tx,
    types::{
        ids::{BookingId, CompanyId, OfferingId, OrderId, UserId},
        timestamp::Timestamp,
    },
};

/// Booking that took place.
pub(crate) struct Visit {
    pub company: CompanyId,
    pub offering: OfferingId,
    /// Order that pays the booking.
    pub order: Option<OrderId>,
}

/// Begins a transaction, locks the company of a customer's booking, and reads the booking. Refuses one that has not taken
/// place.
pub(crate) async fn lock_visit(db: &Db, customer: UserId, id: BookingId, now: Timestamp) -> Result<(Tx, Visit)> {
    let (tx, current) = lock(db, id, Scope::Customer(customer)).await?;
    if !current.state.took_place(current.ends_at, now) {
        return Err(Refusal::State.into());
    }
    Ok((tx, Visit { company: current.company_id, offering: current.offering_id, order: current.order_id }))
}
