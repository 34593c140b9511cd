//! Running orders and the next booking of the viewer.

use super::{HomeSection, HomeView};
use crate::{
    Db, Error, Result,
    booking::{
        BookingError,
        list::{self as bookings, When},
    },
    order::{OrderError, OrderState, list as orders},
};

/// Orders at a time. More are rare, and stand in the list of orders.
const ORDERS: i64 = 3;
/// A booking is shown from this long before its start.
const AHEAD_MS: i64 = 14 * 24 * 60 * 60 * 1_000;
/// States of an order that its customer waits in.
const RUNNING: [OrderState; 5] =
    [OrderState::New, OrderState::Accepted, OrderState::Processing, OrderState::Ready, OrderState::EnRoute];

pub async fn read(db: &Db, view: HomeView) -> Result<Option<HomeSection>> {
    let Some(viewer) = view.viewer else { return Ok(None) };
    let page = orders::Window { limit: ORDERS, offset: 0 };
    let (orders, _) = orders::of_customer(db, viewer, &RUNNING, None, page, view.now).await.map_err(order_error)?;
    let page = bookings::Window { limit: 1, offset: 0 };
    let (next, _) = bookings::of_customer(db, viewer, When::Upcoming, page, view.now).await.map_err(booking_error)?;
    let booking = next.into_iter().find(|booking| booking.starts_at.0 < view.now.0 + AHEAD_MS).map(Box::new);
    let is_empty = orders.is_empty() && booking.is_none();
    Ok((!is_empty).then_some(HomeSection::Live { orders, booking }))
}

/// A read refuses nothing.
fn order_error(error: OrderError) -> Error {
    match error {
        OrderError::Store(cause) => cause,
        OrderError::Refused(refusal) => Error::Corrupt(format!("{refusal:?}")),
    }
}

fn booking_error(error: BookingError) -> Error {
    match error {
        BookingError::Store(cause) => cause,
        BookingError::Refused(refusal) => Error::Corrupt(format!("{refusal:?}")),
    }
}
