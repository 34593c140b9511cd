//! Purchase of a customer: what a review or a ticket is about.

use serde::Serialize;

use super::ids::{BookingId, OrderId};

/// Order or booking of a customer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Purchase {
    Order(OrderId),
    /// Is the same as its order, if one pays it.
    Booking(BookingId),
}
