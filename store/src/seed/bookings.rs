//! Demo bookings of the days around today, made by the customers' own commands: tables, treatments, rooms and tickets.

use super::{
    Size,
    orders::{self, Customer},
    random::SeededRng,
};
use crate::{
    Db, Result,
    booking::{
        Actor, BookingError, Request,
        confirm::Contact,
        hold::{self, NewBooking},
    },
    catalogue::detail::Availability,
    inventory::slots,
    on,
    types::{
        ids::{BookingId, Ids, OfferingId},
        local_time::TimeZone,
        timestamp::Timestamp,
    },
};

/// Bookings at a company that visitors of the demo sign in as.
const SHOWN: u32 = 14;
/// People who book.
const GUESTS: i64 = 60;
/// Days before and after today.
const PAST_DAYS: u32 = 6;
const COMING_DAYS: u32 = 8;
/// A booking is made this long before its day.
const AHEAD: i64 = 5 * Timestamp::DAY;

/// Bookable offering of a company.
#[derive(sqlx::FromRow)]
pub(super) struct Bookable {
    pub id: OfferingId,
    availability: Availability,
    time_zone: TimeZone,
    /// Visitors of the demo sign in as its company.
    is_shown: bool,
}

/// Companies that are booked, beside those that are shown.
fn booked_companies(size: Size) -> i64 {
    match size {
        Size::Small => 12,
        Size::Full => 60,
    }
}

/// Adds the bookings to a filled database.
pub(super) async fn add(db: &Db, ids: &Ids, size: Size, now: Timestamp) -> Result<()> {
    let offerings = offerings(db, booked_companies(size)).await?;
    let guests = orders::customers(db, GUESTS).await?;
    let mut random = SeededRng(super::SEED);
    for offering in &offerings {
        let count = if offering.is_shown { SHOWN } else { random.between(1, 3) };
        for _ in 0..count {
            let Some(guest) = random.pick(&guests) else { return Ok(()) };
            book(db, ids, offering, guest, &mut random, now).await?;
        }
    }
    Ok(())
}

/// Returns the first bookable offering of each company.
pub(super) async fn offerings(db: &Db, companies: i64) -> Result<Vec<Bookable>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT o.id, o.availability, c.time_zone, a.user_name = 'chef' AS is_shown
         FROM company c JOIN account a ON a.id = c.owner_id
         JOIN offering o ON o.id = (SELECT min(p.id) FROM offering p WHERE p.company_id = c.id AND p.state = 'active'
            AND p.availability IN ('table', 'appointment', 'nights', 'occurrence'))
         ORDER BY is_shown DESC, c.id LIMIT $1")
        .bind(companies).fetch_all(at).await)?)
}

/// Books for a random day and time. Nothing happens if that is full or closed.
async fn book(
    db: &Db,
    ids: &Ids,
    offering: &Bookable,
    guest: &Customer,
    random: &mut SeededRng,
    now: Timestamp,
) -> Result<()> {
    let days = i64::from(random.upto(PAST_DAYS + COMING_DAYS)) - i64::from(PAST_DAYS);
    let at = now.plus(days * Timestamp::DAY);
    let booked_at = at.plus(-AHEAD).min(now);
    let Some(new) = new_booking(db, ids.next(now), offering, guest, (at, booked_at), random).await? else {
        return Ok(());
    };
    match hold::book(db, &new, None, Actor::Customer, booked_at).await {
        Ok(_) | Err(BookingError::Refused(_)) => Ok(()),
        Err(BookingError::Store(cause)) => Err(cause),
    }
}

/// Returns a booking of the day of `at`, as it can be made at `booked_at`. None: the day is full or closed.
pub(super) async fn new_booking(
    db: &Db,
    id: i64,
    offering: &Bookable,
    guest: &Customer,
    (at, booked_at): (Timestamp, Timestamp),
    random: &mut SeededRng,
) -> Result<Option<NewBooking>> {
    let (date, members) = (offering.time_zone.date_at(at), i64::from(random.between(1, 4)));
    let request = if offering.availability == Availability::Nights {
        let nights = i64::from(random.between(1, 3));
        let (check_out, check_in) = (Some(date.plus_days(nights)), Some(date));
        Request { check_in, check_out, members: Some(members), ..Request::default() }
    } else {
        let day = slots::day(db, offering.id, &date, members, booked_at).await?;
        let free: Vec<_> = day.slots.iter().filter(|slot| slot.left >= members.min(1)).collect();
        let Some(slot) = random.pick(&free) else { return Ok(None) };
        let (starts_at, occurrence) = (Some(slot.starts_at), slot.occurrence_id);
        Request { starts_at, occurrence, members: Some(members), ..Request::default() }
    };
    let contact = Contact {
        customer_name: format!("{} {}", guest.first_name, guest.last_name),
        email: guest.email.clone(),
        ..Contact::default()
    };
    let (offering, customer) = (offering.id, Some(guest.id));
    Ok(Some(NewBooking { id: BookingId(id), offering, customer, request, client_id: None, contact }))
}
