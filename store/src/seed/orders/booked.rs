//! Demo orders that pay bookings, made by the customers' own commands. A few are cancelled and paid back.

use std::collections::BTreeMap;

use super::{Customer, customers, delivery};
use crate::{
    Db, Error, Result,
    booking::{BookingError, hold},
    cart::{CartError, Details, booking as cart_booking, change},
    fulfilment::Fulfilment,
    order::{
        OrderError,
        checkout::{self, Checkout},
        progress,
        settle::settle,
    },
    payment::{Card, PaymentEvent, PaymentState, Provider},
    seed::{
        Size,
        bookings::{self, Bookable},
        random::SeededRng,
    },
    types::{
        ids::{Ids, OrderId, PaymentId},
        timestamp::Timestamp,
    },
};

/// Companies whose first bookable offering is ordered, each by another customer. Tables cost nothing and make no order.
fn count(size: Size) -> i64 {
    match size {
        Size::Small => 0,
        Size::Full => 150,
    }
}

/// Days ahead for which is booked, and hours ago at which it was.
const COMING_DAYS: u32 = 12;
const HOURS_AGO: u32 = 72;
/// Share of orders that their customer cancels, in percent.
const CANCELLED: u32 = 20;

/// Adds the orders to a filled database.
pub(super) async fn add(db: &Db, ids: &Ids, size: Size, now: Timestamp) -> Result<()> {
    let offerings = bookings::offerings(db, count(size)).await?;
    let customers = customers(db, count(size)).await?;
    let mut random = SeededRng(crate::seed::SEED);
    for (offering, customer) in offerings.iter().zip(&customers) {
        order(db, ids, offering, customer, &mut random, now).await?;
    }
    Ok(())
}

/// Holds, orders and pays a booking. Nothing happens if the day is full or closed, or if the booking is free.
async fn order(
    db: &Db,
    ids: &Ids,
    offering: &Bookable,
    customer: &Customer,
    random: &mut SeededRng,
    now: Timestamp,
) -> Result<()> {
    let at = now.plus(i64::from(random.between(1, COMING_DAYS)) * Timestamp::DAY);
    let ordered_at = now.plus(-i64::from(random.between(1, HOURS_AGO)) * Timestamp::HOUR);
    let times = (at, ordered_at);
    let new = bookings::new_booking(db, ids.next(now), offering, customer, times, random).await?;
    let Some(new) = new else { return Ok(()) };
    match hold::hold(db, &new, ordered_at).await {
        Ok(held) if held.booking.total > 0 => {}
        Ok(_) | Err(BookingError::Refused(_)) => return Ok(()),
        Err(BookingError::Store(cause)) => return Err(cause),
    }
    let company = cart_booking::add(db, customer.id, new.id, ids.next(now), ordered_at).await.map_err(of_cart)?;
    let details = Details {
        fulfilment: Some(Fulfilment::Onsite),
        customer_name: Some(new.contact.customer_name.clone()),
        contact_number: Some(delivery::phone(customer)),
        email: Some(customer.email.clone()),
        ..Details::default()
    };
    change::set_details(db, customer.id, company, &details, ordered_at).await.map_err(of_cart)?;
    let (id, payment) = (OrderId(ids.next(now)), PaymentId(ids.next(now)));
    let checkout = Checkout {
        payment,
        customer: customer.id,
        orders: BTreeMap::from([(company, id)]),
        expected_total: None,
        client_id: None,
        provider: Provider::Sandbox,
    };
    let paid_at = ordered_at.plus(Timestamp::MINUTE);
    checkout::checkout(db, &checkout, ordered_at).await.map_err(of_order)?;
    let event = PaymentEvent {
        id: format!("demo-{payment}"),
        to: PaymentState::Paid,
        reference: None,
        card: Some(Card { brand: "visa".to_owned(), last4: "4242".to_owned() }),
        failure: None,
    };
    settle(db, payment, &event, paid_at).await.map_err(of_order)?;
    if random.chance(CANCELLED) {
        let cancelled_at = paid_at.plus(30 * Timestamp::MINUTE).0.min(now.0);
        progress::cancel(db, customer.id, id, "changed_mind", None, Timestamp(cancelled_at)).await.map_err(of_order)?;
    }
    Ok(())
}

fn of_cart(cause: CartError) -> Error {
    match cause {
        CartError::Store(cause) => cause,
        CartError::Refused(refusal) => Error::Corrupt(format!("demo cart: {refusal:?}")),
    }
}

fn of_order(cause: OrderError) -> Error {
    match cause {
        OrderError::Store(cause) => cause,
        OrderError::Refused(refusal) => Error::Corrupt(format!("demo order: {refusal:?}")),
    }
}
