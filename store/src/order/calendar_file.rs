//! Orders as calendar files (RFC 5545): the handover, and each booking.

use super::{Order, OrderState, Result};
use crate::{
    Db,
    booking::{
        calendar_file::{self, Event},
        view,
    },
    types::timestamp::Timestamp,
};

/// Length of the event of a handover.
const HANDOVER: i64 = 15 * Timestamp::MINUTE;

/// Returns the calendar of an order. None: it has neither a promised time nor bookings.
pub async fn events(db: &Db, order: &Order, now: Timestamp) -> Result<Option<String>> {
    let ids: Vec<_> = order.bookings.iter().filter_map(|booking| booking.booking_id).collect();
    let bookings = if ids.is_empty() { Vec::new() } else { view::many(db, &ids, now).await? };
    let events: Vec<_> = handover(order).into_iter().chain(bookings.iter().map(Event::of)).collect();
    Ok(Some(events).filter(|events| !events.is_empty()).map(calendar_file::file))
}

fn handover(order: &Order) -> Option<Event> {
    let starts_at = order.promised_at.filter(|_| !order.lines.is_empty())?;
    let goods: Vec<_> = order.lines.iter().map(|line| line.name.as_str()).collect();
    let company = &order.company;
    let location = match &order.address {
        Some(to) => format!("{} {}, {} {}", to.house, to.road, to.pincode, to.city),
        None => format!("{}, {}", company.address, company.city),
    };
    Some(Event {
        uid: format!("order-{}@plaza", order.id),
        changed_at: order.changed_at,
        sequence: order.changes.len(),
        starts_at,
        ends_at: starts_at.plus(HANDOVER),
        summary: format!("{} · {}", goods.join(", "), company.name),
        location,
        description: order.code.clone(),
        status: match order.state {
            OrderState::Cancelled => "CANCELLED",
            OrderState::PendingPayment => "TENTATIVE",
            _ => "CONFIRMED",
        },
    })
}
