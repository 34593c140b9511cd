//! A cart as its owner sees it: priced, with what still prevents an order. Pure.

use std::{collections::HashMap, sync::Arc};

use serde::Serialize;
use utoipa::ToSchema;

use super::{
    booking::CartBooking,
    coins::CartLoyalty,
    line::{CartLine, LineRow},
    promo_code::{PromoCode, PromoKind, PromoProblem},
    quote::{Discount, Quote, QuoteLine, TOTAL_MAX, Terms, quote},
    terms::CompanyTerms,
};
use crate::{
    Result,
    account::delivery_address::DeliveryAddress,
    catalogue::opening_hours::OpeningHours,
    fulfilment::{DeliveryZone, Fulfilment, FulfilmentOption},
    loyalty::Programme,
    media::picture::Picture,
    types::{
        fold::fold,
        ids::{AddressId, CompanyId, MediaId, PromoCodeId},
        local_time::TimeZone,
        position::Position,
        timestamp::Timestamp,
        vat::VatMode,
    },
};

/// Time that customers take to order after they chose when. What the company needs is shortened by it.
const CHECKOUT_TIME: i64 = 10 * Timestamp::MINUTE;

/// Cart of one company.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Cart {
    pub company: CartCompany,
    pub lines: Vec<CartLine>,
    /// Held bookings that are ordered with the lines.
    pub bookings: Vec<CartBooking>,
    /// Units of all lines, and bookings.
    pub item_count: i64,
    /// Null: not chosen yet.
    pub fulfilment: Option<Fulfilment>,
    /// 1 on site, 2 click and collect, 3 delivery.
    pub order_type_key: Option<i64>,
    pub customer_name: String,
    pub contact_number: String,
    pub email: String,
    pub note: String,
    pub wants_cutlery: bool,
    pub address: Option<DeliveryAddress>,
    /// Null: as soon as possible.
    pub scheduled_at: Option<Timestamp>,
    /// Persons of an order on site, 1 if nothing was chosen.
    pub members: Option<i64>,
    pub promo_code: Option<String>,
    /// Reason why the code does not apply. Null: it does, or there is none.
    pub promo_problem: Option<PromoProblem>,
    /// Amount missing to the minimum order of the code.
    pub promo_missing: i64,
    /// Null: the company has no loyalty programme.
    pub loyalty: Option<CartLoyalty>,
    /// Lines, and bookings that are held.
    pub subtotal: i64,
    /// Coins included. Codes and coins reduce the lines only.
    pub discount: i64,
    pub delivery_fee: i64,
    pub tip: i64,
    /// Contained in the total.
    pub vat: i64,
    /// The VAT if the country of the company adds it to prices, else 0.
    pub vat_added: i64,
    /// Minor units. A checkout sends it back as `expected_total`.
    pub total: i64,
    /// Ways in which the company hands over orders.
    pub options: Vec<CartOption>,
    /// Time of the handover for an order now.
    pub promised_at: Option<Timestamp>,
    /// Amount missing to the minimum order.
    pub minimum_missing: i64,
    /// Amount missing to a free delivery. Null: there is none.
    pub free_delivery_missing: Option<i64>,
    /// Reasons why the cart cannot be ordered yet.
    pub problems: Vec<Problem>,
    #[serde(skip)]
    pub(crate) id: i64,
    #[serde(skip)]
    pub(crate) updated_at: Timestamp,
    #[serde(skip)]
    pub(crate) promo_id: Option<PromoCodeId>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CartCompany {
    pub id: CompanyId,
    pub handle: String,
    pub name: String,
    pub city: String,
    pub currency: String,
    pub time_zone: TimeZone,
    /// Orders are paused until then.
    pub paused_until: Option<Timestamp>,
    /// False: every order is paid by card.
    pub takes_payment_on_site: bool,
}

/// Way to get the order of a cart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CartOption {
    pub kind: Fulfilment,
    /// Minutes from the payment until the order is ready or delivered. From 1440, working days of 1440 minutes.
    pub minutes: i64,
    /// Minimum subtotal in minor units.
    pub minimum_order: i64,
    /// Fees by distance, the nearest first. Empty if nothing is delivered.
    pub zones: Vec<DeliveryZone>,
    /// Time of the handover for an order now, after a pause. Null: the company does not open soon.
    pub promised_at: Option<Timestamp>,
}

/// Reason why a cart cannot be ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Problem {
    /// A line cannot be ordered.
    Lines,
    /// The hold of a booking has ended.
    BookingEnded,
    /// The company takes no orders at the moment.
    Paused,
    /// Choose how to get the order.
    FulfilmentMissing,
    /// The company does not offer this fulfilment.
    FulfilmentUnavailable,
    AddressMissing,
    /// The address is outside the delivery area.
    AddressOutside,
    MinimumOrder,
    /// The promo code does not apply.
    PromoCode,
    /// The chosen time has passed.
    TimePassed,
    /// The company needs more time until the chosen time.
    TimeTooSoon,
    /// The company is closed at the chosen time, or does not open soon.
    Closed,
    /// Name, phone or e-mail is missing.
    ContactMissing,
    /// The total is too large.
    TooLarge,
}

#[derive(sqlx::FromRow)]
pub(super) struct Row {
    pub(super) id: i64,
    pub(super) company_id: CompanyId,
    handle: String,
    company_name: String,
    city: String,
    country: String,
    currency: String,
    time_zone: TimeZone,
    latitude: Option<f64>,
    longitude: Option<f64>,
    paused_until: Option<Timestamp>,
    takes_payment_on_site: bool,
    fulfilment: Option<Fulfilment>,
    customer_name: String,
    contact_number: String,
    email: String,
    note: String,
    wants_cutlery: bool,
    pub(super) address_id: Option<AddressId>,
    scheduled_at: Option<Timestamp>,
    members: Option<i64>,
    pub(super) promo_code: Option<String>,
    tip: i64,
    use_coins: bool,
    updated_at: Timestamp,
    pub(super) has_bookings: bool,
}

/// Reads the [`Row`]s of carts `c`.
pub(super) const SELECT: &str =
    "SELECT c.id, c.company_id, m.handle, m.name AS company_name, m.city, m.country, m.currency, m.time_zone,
        m.latitude, m.longitude, m.paused_until, m.takes_payment_on_site, c.fulfilment, c.customer_name, c.contact_number, c.email, c.note,
        c.wants_cutlery, c.address_id, c.scheduled_at, c.members, c.promo_code, c.tip, c.use_coins, c.updated_at,
        EXISTS (SELECT 1 FROM cart_booking k WHERE k.cart_id = c.id) AS has_bookings
    FROM cart c JOIN company m ON m.id = c.company_id";

/// Values that the price of a cart depends on.
pub(super) struct Known {
    pub(super) lines: Vec<LineRow>,
    pub(super) bookings: Vec<CartBooking>,
    pub(super) terms: Arc<CompanyTerms>,
    /// Code that may be used now, or the reason against it.
    pub(super) promo: Option<Result<PromoCode, PromoProblem>>,
    /// Programme of the company, with the coins of the customer.
    pub(super) loyalty: Option<(Programme, i64)>,
    pub(super) address: Option<DeliveryAddress>,
}

impl Row {
    /// Prices a cart, and names what prevents its order.
    pub(super) fn priced(self, known: Known, pictures: &HashMap<MediaId, Picture>, now: Timestamp) -> Result<Cart> {
        let Known { lines, bookings, terms: of_company, promo, loyalty, address } = known;
        let CompanyTerms { options, hours, .. } = &*of_company;
        let is_delivered = self.fulfilment.is_some_and(Fulfilment::needs_address);
        let mut lines: Vec<CartLine> =
            lines.into_iter().map(|line| line.line(is_delivered, pictures)).collect::<Result<_>>()?;
        let to_price: Vec<_> = lines
            .iter()
            .map(|line| QuoteLine { unit_price: line.unit_price, quantity: line.quantity, vat_rate: line.vat_rate })
            .collect();
        let plain = quote(&to_price, Terms::default());
        let subtotal = plain.as_ref().map_or(0, |quote| quote.subtotal);
        let mut problems = Vec::new();
        if lines.iter().any(|line| line.problem.is_some()) {
            problems.push(Problem::Lines);
        }
        if bookings.iter().any(|booking| booking.hold_expires_at.is_none()) {
            problems.push(Problem::BookingEnded);
        }
        // A cart of bookings only is not handed over.
        let has_lines = !lines.is_empty();
        if has_lines && self.scheduled_at.is_none() && self.paused_until.is_some_and(|until| until > now) {
            problems.push(Problem::Paused);
        }
        let option = if has_lines { self.option(options, &mut problems) } else { None };
        let zone = match option.filter(|option| option.kind.needs_address()) {
            Some(option) => self.zone(option, address.as_ref(), &mut problems),
            None => None,
        };
        let delivery_fee =
            zone.map_or(0, |zone| if zone.free_from.is_some_and(|from| subtotal >= from) { 0 } else { zone.fee });
        // A code is not used up for nothing.
        let may_cost = self.fulfilment.is_none_or(|kind| kind.needs_address() && (zone.is_none() || delivery_fee > 0));
        let promo_missing = match &promo {
            Some(Ok(promo)) => (promo.minimum_order - subtotal).max(0),
            _ => 0,
        };
        let promo = promo.map(|promo| match promo {
            Ok(_) if promo_missing > 0 || !has_lines => Err(PromoProblem::MinimumOrder),
            Ok(promo) if promo.kind == PromoKind::FreeDelivery && !may_cost => Err(PromoProblem::NoDeliveryFee),
            checked => checked,
        });
        let promo_problem = promo.as_ref().and_then(|promo| promo.as_ref().err().copied());
        let promo = promo.and_then(std::result::Result::ok);
        if promo_problem.is_some() {
            problems.push(Problem::PromoCode);
        }
        let discount = promo.as_ref().map_or(Discount::None, PromoCode::discount);
        let vat_mode = VatMode::of(&self.country);
        let terms = Terms { discount, coins: 0, delivery_fee, tip: self.tip, vat_mode };
        let loyalty = loyalty.map(|(programme, coins)| {
            CartLoyalty::of(programme, (coins, self.use_coins), &self.currency, &to_price, terms)
        });
        let coins = loyalty.map_or(0, |loyalty| loyalty.spent_value);
        let quoted = quote(&to_price, Terms { coins, ..terms });
        let held = || bookings.iter().filter(|booking| booking.hold_expires_at.is_some());
        let (booked, booked_vat) =
            (held().map(|booking| booking.amount).sum::<i64>(), held().map(|booking| booking.vat).sum::<i64>());
        // The amount of a booking contains the VAT in each country.
        let booked_vat_added = vat_mode.added(booked_vat);
        let quoted = quoted.filter(|quoted| quoted.total.saturating_add(booked) <= TOTAL_MAX);
        if quoted.is_none() {
            problems.push(Problem::TooLarge);
        }
        let quoted = quoted.unwrap_or_else(|| Quote { subtotal, ..Quote::default() });
        for (line, priced) in lines.iter_mut().zip(&quoted.lines) {
            (line.discount, line.amount, line.vat) = (priced.discount, priced.amount, priced.vat);
        }
        let minimum_missing = option.map_or(0, |option| (option.minimum_order - subtotal).max(0));
        if minimum_missing > 0 {
            problems.push(Problem::MinimumOrder);
        }
        if let Some(at) = self.scheduled_at.filter(|_| has_lines) {
            let earliest = option.map(|option| option.earliest_at(now, &self.time_zone));
            if at <= now {
                problems.push(Problem::TimePassed);
            } else if earliest.is_some_and(|earliest| at.plus(CHECKOUT_TIME) < earliest) {
                problems.push(Problem::TimeTooSoon);
            }
        }
        let handover = option.map(|option| self.handover(option, hours.as_ref(), now));
        if handover == Some(None) && !problems.contains(&Problem::TimePassed) {
            problems.push(Problem::Closed);
        }
        if self.customer_name.is_empty() || self.contact_number.is_empty() || self.email.is_empty() {
            problems.push(Problem::ContactMissing);
        }
        let cart_options = options.iter().map(|option| self.cart_option(option, hours.as_ref(), now)).collect();
        // Bookings alone take place at the company.
        let fulfilment = if has_lines { self.fulfilment } else { Some(Fulfilment::Onsite) };
        Ok(Cart {
            item_count: lines.iter().map(|line| line.quantity).chain(bookings.iter().map(|_| 1)).sum(),
            promised_at: self.scheduled_at.filter(|_| has_lines).or(handover.flatten()),
            free_delivery_missing: zone.and_then(|zone| zone.free_from).map(|from| (from - subtotal).max(0)),
            lines,
            bookings,
            fulfilment,
            order_type_key: fulfilment.map(|kind| kind.order_type() as i64),
            customer_name: self.customer_name,
            contact_number: self.contact_number,
            email: self.email,
            note: self.note,
            wants_cutlery: self.wants_cutlery,
            address,
            scheduled_at: self.scheduled_at,
            // A table for at least one.
            members: self.members.or(if has_lines && fulfilment == Some(Fulfilment::Onsite) { Some(1) } else { None }),
            promo_code: self.promo_code,
            promo_problem,
            promo_missing,
            loyalty,
            subtotal: quoted.subtotal + booked - booked_vat_added,
            discount: quoted.discount,
            delivery_fee: quoted.delivery_fee,
            tip: quoted.tip,
            vat: quoted.vat + booked_vat,
            vat_added: quoted.vat_added + booked_vat_added,
            total: quoted.total + booked,
            minimum_missing,
            options: cart_options,
            problems,
            company: CartCompany {
                id: self.company_id,
                handle: self.handle,
                name: self.company_name,
                city: self.city,
                currency: self.currency,
                time_zone: self.time_zone,
                paused_until: self.paused_until.filter(|until| *until > now),
                takes_payment_on_site: self.takes_payment_on_site,
            },
            id: self.id,
            updated_at: self.updated_at,
            promo_id: promo.map(|promo| promo.id),
        })
    }

    fn cart_option(&self, option: &FulfilmentOption, hours: Option<&OpeningHours>, now: Timestamp) -> CartOption {
        let from = self.paused_until.map_or(now, |until| until.max(now));
        CartOption {
            kind: option.kind,
            minutes: option.minutes,
            minimum_order: option.minimum_order,
            zones: option.zones.clone(),
            promised_at: option.next_at(hours, from, &self.time_zone),
        }
    }

    /// Returns the chosen fulfilment as the company offers it.
    fn option<'a>(&self, options: &'a [FulfilmentOption], problems: &mut Vec<Problem>) -> Option<&'a FulfilmentOption> {
        let Some(kind) = self.fulfilment else {
            problems.push(Problem::FulfilmentMissing);
            return None;
        };
        let option = options.iter().find(|option| option.kind == kind);
        if option.is_none() {
            problems.push(Problem::FulfilmentUnavailable);
        }
        option
    }

    /// Returns the time of the handover. None: the company is closed then. Only what takes a day or more does not depend on
    /// its hours.
    fn handover(&self, option: &FulfilmentOption, hours: Option<&OpeningHours>, now: Timestamp) -> Option<Timestamp> {
        let zone = &self.time_zone;
        let Some(at) = self.scheduled_at else { return option.next_at(hours, now, zone) };
        let Some(hours) = hours.filter(|_| option.is_within_a_day()) else { return Some(at) };
        // The last minute of the hours counts.
        Some(at).filter(|_| [at, at.plus(-1)].iter().any(|at| hours.open_from(zone, *at) == Some(*at)))
    }

    /// Returns the zone of an address. An address without a position must be in the company's town, in the farthest zone.
    fn zone<'a>(
        &self,
        option: &'a FulfilmentOption,
        address: Option<&DeliveryAddress>,
        problems: &mut Vec<Problem>,
    ) -> Option<&'a DeliveryZone> {
        let Some(address) = address else {
            problems.push(Problem::AddressMissing);
            return None;
        };
        let company =
            self.latitude.zip(self.longitude).and_then(|(latitude, longitude)| Position::new(latitude, longitude));
        let zone = match (company, address.position()) {
            #[expect(clippy::cast_possible_truncation, reason = "a distance on earth in metres fits")]
            (Some(company), Some(to)) => option.zone_at((company.distance_km(to) * 1_000.0) as i64),
            _ if is_same_town(&address.city, &self.city) => option.zones.last(),
            _ => None,
        };
        if zone.is_none() {
            problems.push(Problem::AddressOutside);
        }
        zone
    }
}

/// Compares the names of two towns as people write them: without case, accents and marks between the words.
fn is_same_town(one: &str, other: &str) -> bool {
    let plain = |town: &str| fold(town).split(|c: char| !c.is_alphanumeric()).collect::<Vec<_>>().concat();
    plain(one) == plain(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn towns_are_compared_without_accents_and_hyphens() {
        assert!(is_same_town(" malaga", "Málaga"));
        assert!(is_same_town("Saint Etienne", "Saint-Étienne"));
        assert!(!is_same_town("Barcelone", "Barcelona"));
    }
}
