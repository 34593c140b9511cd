//! Refusals of booking commands.

use crate::{
    Error,
    types::{ids::CompanyId, request_key::KeyReused},
};

/// Reason why a booking command has no effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A field does not fit the offering: its name and the message shown there.
    Field(&'static str, String),
    /// No units are left.
    SoldOut,
    /// The time was taken meanwhile.
    SlotTaken,
    /// The hold has ended.
    HoldExpired,
    /// The total is another than expected, in minor units.
    PriceChanged(i64),
    /// The cancellation fee is another than expected, in minor units.
    FeeChanged(i64),
    /// The customer has too many open holds.
    TooManyHolds,
    /// The idempotency key belongs to another request.
    KeyReused,
    /// An order paid the booking: it moves to a time of the same price only.
    PaidPrice,
    /// The company takes no payment on site: the booking is paid in an order.
    PaidInAdvance,
    /// The state of the booking does not allow this.
    State,
    /// The booking has not begun.
    TooEarly,
    /// The time is free, so there is nothing to wait for.
    StillFree,
    /// The customer waits for too many times.
    TooManyWaiting,
    /// Customers of this company who wait for the time come first. The caller serves the waitlist and tries again.
    WaitlistFirst(CompanyId),
}

#[derive(Debug)]
pub enum BookingError {
    Refused(Refusal),
    Store(Error),
}

impl BookingError {
    /// Returns a refusal of one field.
    pub fn field(name: &'static str, message: impl Into<String>) -> Self {
        Self::Refused(Refusal::Field(name, message.into()))
    }
}

impl From<Refusal> for BookingError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<KeyReused> for BookingError {
    fn from(_: KeyReused) -> Self {
        Self::Refused(Refusal::KeyReused)
    }
}

impl<E: Into<Error>> From<E> for BookingError {
    fn from(cause: E) -> Self {
        Self::Store(cause.into())
    }
}
