//! Refusals of carts and orders as errors.

use store::{
    cart::{CARTS_MAX, CartError, CartRefusal, Problem},
    order::{OrderError, Refusal},
};

use crate::error::{Conflict, Error};

impl From<CartError> for Error {
    fn from(cause: CartError) -> Self {
        match cause {
            CartError::Store(cause) => cause.into(),
            CartError::Refused(CartRefusal::Field(name, message)) => Self::field(name, message),
            CartError::Refused(CartRefusal::HoldEnded) => Self::Conflict(Conflict {
                code: "cart.hold_ended",
                message: "The time of this booking ran out. Choose another.",
                amount: None,
            }),
            CartError::Refused(CartRefusal::Full) => {
                Self::Conflict(Conflict { code: "cart.full", message: "This cart is full.", amount: Some(CARTS_MAX) })
            }
        }
    }
}

impl From<OrderError> for Error {
    fn from(cause: OrderError) -> Self {
        match cause {
            OrderError::Store(cause) => cause.into(),
            OrderError::Refused(refusal) => {
                let (code, message, amount) = match refusal {
                    Refusal::Cart(problem) => {
                        let (code, message) = of_cart(problem);
                        (code, message, None)
                    }
                    Refusal::PriceChanged(total) => ("order.price_changed", "The price has changed.", Some(total)),
                    Refusal::RefundChanged(amount) => {
                        ("order.refund_changed", "The amount that you get back has changed.", Some(amount))
                    }
                    Refusal::SeveralCurrencies => {
                        ("order.several_currencies", "Order from businesses with one currency at a time.", None)
                    }
                    Refusal::CartChanged => ("order.cart_changed", "The cart has changed. Look at it again.", None),
                    Refusal::SoldOut => ("order.sold_out", "Something in the cart is sold out.", None),
                    Refusal::PromoCodeUsedUp => ("order.promo_code", "This promo code cannot be used any more.", None),
                    Refusal::CoinsSpent => ("order.coins", "Your coins have changed. Look at the cart again.", None),
                    Refusal::KeyReused => return Self::field("client_id", "This key belongs to another request."),
                    Refusal::ReturnTooLate => ("return.too_late", "This order can no longer be returned.", None),
                    Refusal::ReturnUnits => ("return.units", "Choose units that can still be returned.", None),
                    Refusal::ReturnMedia => ("return.media", "Upload the pictures and videos again.", None),
                    Refusal::ReturnState => ("return.state", "This return can no longer be changed this way.", None),
                    Refusal::RefundTooLarge => ("return.refund", "More was refunded already than this allows.", None),
                    Refusal::LeftChanged(left) => {
                        ("order.left_changed", "A part of this order was refunded meanwhile.", Some(left))
                    }
                    Refusal::RefundAbove(most) => {
                        return Self::field("amount", format!("Enter 1 to {most}, in minor units."));
                    }
                    Refusal::RefundUnits => {
                        return Self::field("items", "Choose units that were not refunded or returned yet.");
                    }
                    Refusal::PaidByCard => return Self::field("payment", "Pay a delivery by card."),
                    Refusal::NoPaymentOnSite => {
                        return Self::field("payment", "A company takes no payment on site. Pay by card.");
                    }
                    Refusal::NotPaid => ("order.not_paid", "This order is not paid yet.", None),
                    Refusal::HoldExpired => ("order.hold_expired", "The time to pay ran out. Order again.", None),
                    Refusal::State => ("order.state", "The present state of the order does not allow this.", None),
                };
                Self::Conflict(Conflict { code, message, amount })
            }
        }
    }
}

fn of_cart(problem: Problem) -> (&'static str, &'static str) {
    match problem {
        Problem::Lines => ("order.lines", "Something in the cart cannot be ordered."),
        Problem::BookingEnded => {
            ("order.booking_ended", "The time of a booking ran out. Choose another, or remove it.")
        }
        Problem::Paused => ("order.paused", "The business takes no orders at the moment."),
        Problem::FulfilmentMissing => ("order.fulfilment_missing", "Choose how to get the order."),
        Problem::FulfilmentUnavailable => ("order.fulfilment_unavailable", "The business does not offer this."),
        Problem::AddressMissing => ("order.address_missing", "Choose a delivery address."),
        Problem::AddressOutside => ("order.address_outside", "This address is outside the delivery area."),
        Problem::MinimumOrder => ("order.minimum_order", "The minimum order is not reached."),
        Problem::PromoCode => ("order.promo_code", "This promo code does not apply."),
        Problem::Closed => ("order.closed", "The business is closed at this time."),
        Problem::TimePassed => ("order.time_passed", "Choose a time to come."),
        Problem::TimeTooSoon => ("order.time_too_soon", "The business needs more time. Choose a later time."),
        Problem::ContactMissing => ("order.contact_missing", "Enter name, phone and email."),
        Problem::TooLarge => ("order.too_large", "The total is too large."),
    }
}
