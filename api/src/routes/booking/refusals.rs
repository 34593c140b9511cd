//! Refusals of bookings as errors.

use store::booking::{BookingError, Refusal};

use crate::error::{Conflict, Error};

impl From<BookingError> for Error {
    fn from(cause: BookingError) -> Self {
        match cause {
            BookingError::Store(cause) => cause.into(),
            BookingError::Refused(Refusal::Field(name, message)) => Self::field(name, message),
            BookingError::Refused(Refusal::KeyReused) => {
                Self::field("client_id", "This key belongs to another booking.")
            }
            BookingError::Refused(refusal) => Self::Conflict(conflict(&refusal)),
        }
    }
}

fn conflict(refusal: &Refusal) -> Conflict {
    let (code, message, amount) = match refusal {
        Refusal::SoldOut | Refusal::Field(..) | Refusal::KeyReused => ("booking.sold_out", "This is sold out.", None),
        Refusal::SlotTaken | Refusal::WaitlistFirst(_) => {
            ("booking.slot_taken", "This time has just been taken. Choose another.", None)
        }
        Refusal::HoldExpired => ("booking.hold_expired", "Your reservation time ran out. Choose a time again.", None),
        Refusal::PriceChanged(total) => ("booking.price_changed", "The price has changed.", Some(*total)),
        Refusal::FeeChanged(fee) => ("booking.fee_changed", "The cancellation fee has changed.", Some(*fee)),
        Refusal::TooManyHolds => ("booking.too_many_holds", "Finish or leave your other bookings first.", None),
        Refusal::PaidPrice => ("booking.paid_price", "This booking is paid. Choose a time at the same price.", None),
        Refusal::PaidInAdvance => {
            ("booking.paid_in_advance", "This is paid in advance. Add it to your cart and pay there.", None)
        }
        Refusal::State => ("booking.state", "This booking can no longer be changed.", None),
        Refusal::TooEarly => ("booking.too_early", "This can be set once the booking begins.", None),
        Refusal::StillFree => ("booking.still_free", "This is still free. Book it now.", None),
        Refusal::TooManyWaiting => ("booking.too_many_waiting", "Leave another waitlist first.", None),
    };
    Conflict { code, message, amount }
}
