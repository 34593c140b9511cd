//! Draft of a booking: the request checked against the rules of its offering, and priced. Pure.

use std::ops::Range;

use super::{BookingError, Refusal, Result};
use crate::{
    catalogue::{
        category,
        detail::{Availability, Party},
        party::UNITS_MAX,
    },
    inventory::{
        counted::{self, Take},
        plan::{Terms, VariantPlan},
        schedule::is_free,
        slots::{Slot, Stock},
        stay::{NIGHTS_MAX, too_many},
    },
    types::{
        ids::{OccurrenceId, ResourceId, VariantId},
        timestamp::{Date, Timestamp},
        vat::VatMode,
    },
};

/// Request for a booking. The availability of the offering decides which fields it needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    pub starts_at: Option<Timestamp>,
    pub check_in: Option<Date>,
    pub check_out: Option<Date>,
    pub occurrence: Option<OccurrenceId>,
    /// Variants with quantities. Empty: the first variant.
    pub items: Vec<(VariantId, i64)>,
    /// Resource that the customer prefers.
    pub resource: Option<ResourceId>,
    pub members: Option<i64>,
    /// Children among the members. None: nobody said, so the room only limits the members.
    pub children: Option<i64>,
    pub rooms: Option<i64>,
}

/// Booking that fits the rules. Whether it is free is decided when it is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
    pub members: i64,
    pub children: i64,
    pub items: Vec<DraftItem>,
    /// Resource to occupy, if the offering is exclusive.
    pub seat: Option<Seat>,
    pub occurrence: Option<OccurrenceId>,
    pub total: i64,
    pub vat: i64,
    pub free_cancel_until: Timestamp,
    pub cancel_fee: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DraftItem {
    pub take: Take,
    pub unit_price: i64,
    /// Units are taken from a bucket. False: the item is a price only.
    pub counted: bool,
}

/// Exclusive part of a draft: one of each group of `candidates`, or joined tables, for the time of `range`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// By kind: staff, tables, equipment.
    pub candidates: Vec<Vec<ResourceId>>,
    pub range: Range<Timestamp>,
}

/// Returns the local dates that a request touches, to read their inventory. The error names the missing field.
pub fn dates(terms: &Terms, request: &Request, occurs_at: Option<Timestamp>) -> Result<(Date, Date)> {
    let zone = &terms.time_zone;
    match terms.availability {
        Availability::Nights => {
            let check_in =
                request.check_in.clone().ok_or_else(|| BookingError::field("check_in", "Choose a date of arrival."))?;
            let check_out = request
                .check_out
                .clone()
                .ok_or_else(|| BookingError::field("check_out", "Choose a date of departure."))?;
            let nights = check_in.days_until(&check_out);
            if !(1..=NIGHTS_MAX).contains(&nights) {
                let message = format!("Choose a departure 1 to {NIGHTS_MAX} nights after the arrival.");
                return Err(BookingError::field("check_out", message));
            }
            Ok((check_in, check_out))
        }
        Availability::Occurrence => {
            let at = occurs_at.ok_or_else(|| BookingError::field("occurrence_id", "Choose a date from the list."))?;
            Ok((zone.date_at(at), zone.date_at(at)))
        }
        Availability::Appointment | Availability::Table | Availability::TimedEntry => {
            let at = request.starts_at.ok_or_else(|| BookingError::field("starts_at", "Choose a time."))?;
            // A time before opening hours past midnight belongs to the day before.
            let date = zone.date_at(at);
            Ok((date.plus_days(-1), date))
        }
        Availability::Stock | Availability::Unlimited => {
            Err(BookingError::field("product_id", "This is bought, not booked."))
        }
    }
}

/// Checks a request against the inventory of its dates and prices it.
pub fn draft(stock: &Stock, dates: &(Date, Date), request: &Request, now: Timestamp) -> Result<Draft> {
    let terms = &stock.plan.terms;
    if request.rooms.is_some_and(|rooms| !(1..=UNITS_MAX).contains(&rooms)) {
        return Err(BookingError::field("rooms", format!("Choose from 1 to {UNITS_MAX}.")));
    }
    let members = members(terms, request)?;
    if terms.sold_out {
        return Err(Refusal::SoldOut.into());
    }
    if terms.availability == Availability::Nights {
        return stay(stock, dates, request, members, now);
    }
    let slot = slot(stock, dates, request, members, now)?;
    let seat = match terms.availability {
        Availability::Appointment | Availability::Table => Some(seat(stock, dates, request, &slot)?),
        _ => None,
    };
    let is_sold_by_unit = terms.availability.is_sold_by_unit();
    let usual = if is_sold_by_unit { members } else { 1 };
    let mut items = Vec::new();
    for (variant, quantity) in chosen(stock, request, usual)? {
        let take = Take {
            variant: variant.id,
            starts_at: slot.starts_at,
            ends_at: slot.ends_at,
            quantity,
            capacity: variant.capacity.unwrap_or(0),
        };
        let counted = seat.is_none() && variant.capacity.is_some();
        items.push(DraftItem { take, unit_price: variant.price, counted });
    }
    let members = if is_sold_by_unit { persons_with_units(terms, request, &items)? } else { members };
    let draft = priced(terms, slot.starts_at..slot.ends_at, members, items, seat);
    let children = children(terms, request, members, 1)?;
    Ok(Draft { occurrence: slot.occurrence_id, children, ..draft })
}

fn members(terms: &Terms, request: &Request) -> Result<i64> {
    let of_items = request.items.first().map(|(_, quantity)| *quantity);
    let party = terms.party(request.rooms.or(of_items).unwrap_or(1).clamp(1, UNITS_MAX));
    let members = request.members.unwrap_or(*party.start());
    if party.contains(&members) {
        return Ok(members);
    }
    Err(BookingError::field("members", format!("Choose from {} to {} persons.", party.start(), party.end())))
}

/// Returns the number of persons, who have a unit each.
fn persons_with_units(terms: &Terms, request: &Request, items: &[DraftItem]) -> Result<i64> {
    let units = items.iter().map(|item| item.take.quantity).sum();
    let party = terms.party(1);
    match request.members {
        Some(members) if members != units => Err(BookingError::field("members", "Choose a ticket for each person.")),
        _ if party.contains(&units) => Ok(units),
        _ => Err(BookingError::field("items", format!("Choose from {} to {}.", party.start(), party.end()))),
    }
}

/// Checks the children among the members, and both kinds of guests against the data of the rooms.
fn children(terms: &Terms, request: &Request, members: i64, rooms: i64) -> Result<i64> {
    let Some(children) = request.children else { return Ok(0) };
    let party = category::find(&terms.category).map_or(Party::Persons, |category| category.party);
    let most = if party == Party::AdultsAndChildren { members - 1 } else { 0 };
    if !(0..=most).contains(&children) {
        let message = match most {
            0 => "Children come with an adult, where a booking counts them.".to_owned(),
            _ => format!("Choose from 0 to {most} children."),
        };
        return Err(BookingError::field("children", message));
    }
    let details = serde_json::from_str(&terms.details).unwrap_or_default();
    let guests = [Some(members - children), Some(children)];
    match too_many(&details, guests, rooms).filter(|_| terms.availability == Availability::Nights) {
        None => Ok(children),
        Some(("adults", most)) => Err(BookingError::field("members", format!("Room for at most {most} adults."))),
        Some((_, most)) => Err(BookingError::field("children", format!("Room for at most {most} children."))),
    }
}

/// Finds the slot of a request and checks that it is still open for booking.
fn slot(stock: &Stock, dates: &(Date, Date), request: &Request, members: i64, now: Timestamp) -> Result<Slot> {
    let terms = &stock.plan.terms;
    let is_chosen = |slot: &Slot| match request.occurrence {
        Some(id) => slot.occurrence_id == Some(id),
        None => Some(slot.starts_at) == request.starts_at,
    };
    let field = if terms.availability == Availability::Occurrence { "occurrence_id" } else { "starts_at" };
    let slots = [&dates.0, &dates.1].into_iter().flat_map(|date| stock.on(date, members, now));
    let slot =
        slots.into_iter().find(is_chosen).ok_or_else(|| BookingError::field(field, "Choose a time from the list."))?;
    let earliest = terms.earliest(now);
    if slot.starts_at < earliest.min(now) {
        return Err(BookingError::field(field, "This time is over."));
    }
    if slot.starts_at < earliest {
        return Err(BookingError::field(field, "It is too late to book this time."));
    }
    if request.occurrence.is_none() && terms.time_zone.date_at(slot.starts_at) > terms.last_date(now) {
        return Err(BookingError::field(field, format!("Book at most {} days ahead.", terms.horizon_days)));
    }
    Ok(slot)
}

/// Returns the resources that may serve a slot, the free ones or not.
fn seat(stock: &Stock, dates: &(Date, Date), request: &Request, slot: &Slot) -> Result<Seat> {
    let mut candidates = stock.candidates(&[dates.0.clone(), dates.1.clone()], slot.starts_at);
    if let Some(wanted) = request.resource {
        let group = candidates.iter_mut().find(|group| group.contains(&wanted));
        let group = group.ok_or_else(|| BookingError::field("resource_id", "Choose somebody from the list."))?;
        *group = vec![wanted];
    }
    Ok(Seat { candidates, range: stock.plan.terms.occupied(slot.starts_at) })
}

/// Returns the chosen variants with their quantities, at most [`UNITS_MAX`] units together. A booking of staff or a table is
/// of one variant, whose price is that of the whole.
fn chosen<'a>(stock: &'a Stock, request: &Request, usual: i64) -> Result<Vec<(&'a VariantPlan, i64)>> {
    if request.items.is_empty() {
        return match stock.plan.variants.first() {
            Some(variant) if variant.sold_out => Err(Refusal::SoldOut.into()),
            variant => Ok(variant.map(|variant| (variant, usual)).into_iter().collect()),
        };
    }
    let most = if stock.plan.terms.availability.takes_resources() { 1 } else { UNITS_MAX };
    let add =
        |total: i64, (_, quantity): &(VariantId, i64)| (1..=most - total).contains(quantity).then(|| total + quantity);
    if request.items.iter().try_fold(0, add).is_none() {
        let says = if most == 1 { "Choose one.".to_owned() } else { format!("Choose from 1 to {most}.") };
        return Err(BookingError::field("items", says));
    }
    let mut chosen: Vec<(&VariantPlan, i64)> = Vec::new();
    for (id, quantity) in &request.items {
        let variant = stock.plan.variant(*id).ok_or_else(|| BookingError::field("items", "Choose from the list."))?;
        if chosen.iter().any(|(known, _)| known.id == *id) {
            return Err(BookingError::field("items", "Choose each kind once."));
        }
        if variant.sold_out {
            return Err(Refusal::SoldOut.into());
        }
        chosen.push((variant, *quantity));
    }
    Ok(chosen)
}

fn stay(stock: &Stock, dates: &(Date, Date), request: &Request, members: i64, now: Timestamp) -> Result<Draft> {
    let terms = &stock.plan.terms;
    let (check_in, check_out) = dates;
    if *check_in < terms.time_zone.date_at(now) {
        return Err(BookingError::field("check_in", "This date is over."));
    }
    if *check_in < terms.first_check_in(now) {
        return Err(BookingError::field("check_in", "These dates are not open for booking."));
    }
    if *check_out > terms.last_date(now).plus_days(1) {
        return Err(BookingError::field("check_out", format!("Book at most {} days ahead.", terms.horizon_days)));
    }
    let kinds = chosen(stock, request, 1)?;
    if kinds.len() > 1 {
        return Err(BookingError::field("items", "Choose one kind of room."));
    }
    let (variant, quantity) = *kinds.first().ok_or(Refusal::SoldOut)?;
    let rooms = request.rooms.unwrap_or(quantity);
    let nights: Vec<_> = (0..check_in.days_until(check_out))
        .map(|night| stock.plan.night(variant, &check_in.plus_days(night), &stock.taken))
        .collect();
    if nights.iter().any(|night| night.closed) {
        return Err(BookingError::field("check_in", "These dates are not open for booking."));
    }
    let least = nights.first().map_or(1, |night| night.min_nights);
    if (nights.len() as i64) < least {
        return Err(BookingError::field("check_out", format!("Stay at least {least} nights.")));
    }
    let capacity = variant.capacity.unwrap_or(0);
    let item = |night: &crate::inventory::nights::Night| DraftItem {
        take: stock.plan.night_take(variant.id, &night.date, rooms, capacity),
        unit_price: night.price,
        counted: true,
    };
    let local = |date: &Date, minute| terms.time_zone.instant(date, minute);
    let range = local(check_in, terms.check_in_from)..local(check_out, terms.check_out_until);
    let children = children(terms, request, members, rooms)?;
    Ok(Draft { children, ..priced(terms, range, members, nights.iter().map(item).collect(), None) })
}

impl Draft {
    /// Puts these resources first, so that a moved booking keeps its own where they are free.
    pub fn prefer(&mut self, own: &[ResourceId]) {
        for group in self.seat.iter_mut().flat_map(|seat| &mut seat.candidates) {
            group.sort_by_key(|one| !own.contains(one));
        }
    }

    /// Returns false if the inventory that was read has no room for the draft. Saves a write that would be refused.
    pub fn fits(&self, stock: &Stock) -> bool {
        let mut counted_items = self.items.iter().filter(|item| item.counted);
        let is_left = counted_items.all(|item| {
            let take = item.take;
            counted::left(&stock.taken, take.variant, take.starts_at, take.capacity) >= take.quantity
        });
        let is_free = self.seat.as_ref().is_none_or(|seat| {
            let is_free = |one: ResourceId| stock.occupied.get(&one).is_none_or(|busy| is_free(&seat.range, busy));
            !stock.choose(&seat.candidates, is_free, self.members).is_empty()
        });
        is_left && is_free
    }
}

/// Adds totals, with the VAT that the country adds to prices, and cancellation terms.
fn priced(terms: &Terms, range: Range<Timestamp>, members: i64, items: Vec<DraftItem>, seat: Option<Seat>) -> Draft {
    let amounts = items.iter().map(|item| item.unit_price.saturating_mul(item.take.quantity));
    let mode = VatMode::of(&terms.country);
    let vat = amounts.clone().map(|amount| mode.vat_of(amount, terms.vat_rate)).fold(0, i64::saturating_add);
    let total = amounts.fold(mode.added(vat), i64::saturating_add);
    Draft {
        starts_at: range.start,
        ends_at: range.end,
        members,
        children: 0,
        vat,
        total,
        free_cancel_until: range.start.plus(-Timestamp::HOUR * terms.free_cancel_hours),
        cancel_fee: total.saturating_mul(terms.cancel_fee_percent) / 100,
        items,
        seat,
        occurrence: None,
    }
}
