//! Refusals of booking commands.

use crate::Error;

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
    /// The state of the booking does not allow this.
    State,
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

impl<E: Into<Error>> From<E> for BookingError {
    fn from(cause: E) -> Self {
        Self::Store(cause.into())
    }
}
