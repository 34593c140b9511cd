//! Refusals of order commands.

use crate::{
    Error,
    booking::{self, BookingError},
    cart::Problem,
    types::request_key::KeyReused,
};

/// Reason why an order command has no effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A cart cannot be ordered as it is.
    Cart(Problem),
    /// The total is another than expected, in minor units.
    PriceChanged(i64),
    /// A cancellation now gives another amount back than expected, in minor units.
    RefundChanged(i64),
    /// The carts are in several currencies.
    SeveralCurrencies,
    /// A cart changed while it was ordered.
    CartChanged,
    /// Too few units are left.
    SoldOut,
    /// The last use of the promo code was taken.
    PromoCodeUsedUp,
    /// The loyalty coins were spent meanwhile.
    CoinsSpent,
    /// The idempotency key belongs to another request.
    KeyReused,
    /// The time to pay has ended.
    HoldExpired,
    /// The window for returns has ended, or the company takes nothing back.
    ReturnTooLate,
    /// The order has fewer of these units left to return.
    ReturnUnits,
    /// A file is not the customer's.
    ReturnMedia,
    /// The state of the return does not allow this.
    ReturnState,
    /// The money of a return cannot go back: it did not arrive, or is gone.
    RefundTooLarge,
    /// The part of the total that was not paid back is another than expected, in minor units.
    LeftChanged(i64),
    /// A refund is more than what can go back, in minor units, or nothing.
    RefundAbove(i64),
    /// The order has fewer of these units left to pay back.
    RefundUnits,
    /// The order is not paid.
    NotPaid,
    /// A delivery is paid before it is sent.
    PaidByCard,
    /// A company takes no payment on site.
    NoPaymentOnSite,
    /// The state of the order does not allow this.
    State,
}

#[derive(Debug)]
pub enum OrderError {
    Refused(Refusal),
    Store(Error),
}

impl From<Refusal> for OrderError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<KeyReused> for OrderError {
    fn from(_: KeyReused) -> Self {
        Self::Refused(Refusal::KeyReused)
    }
}

impl From<BookingError> for OrderError {
    fn from(cause: BookingError) -> Self {
        match cause {
            BookingError::Refused(booking::Refusal::HoldExpired) => Self::Refused(Refusal::Cart(Problem::BookingEnded)),
            BookingError::Refused(_) => Self::Refused(Refusal::CartChanged),
            BookingError::Store(cause) => Self::Store(cause),
        }
    }
}

impl<E: Into<Error>> From<E> for OrderError {
    fn from(cause: E) -> Self {
        Self::Store(cause.into())
    }
}
