//! Forms of a cart.

use serde::Deserialize;
use store::{
    account::{Email, Phone},
    booking::confirm::CustomerName,
    cart::{Details, NewLine, change::ChosenOption},
    fulfilment::{Fulfilment, OrderType},
    types::{
        ids::{AddressId, CartLineId, CompanyId, Ids, OfferingId, ReelId, VariantId},
        local_time::{MinuteOfDay, TimeZone},
        timestamp::{Date, Timestamp},
    },
};
use utoipa::ToSchema;

use crate::error::{Error, FieldErrors, Result};

/// Maximum characters of a note.
const NOTE_MAX: usize = 500;
/// Maximum characters of the note of a line.
const LINE_NOTE_MAX: usize = 200;
const PROMO_CODE_MAX: usize = 40;
const OPTIONS_MAX: usize = 50;
/// Days after today on which an order may be wanted.
const DAYS_AHEAD: i64 = 365;
const MEMBERS_MAX: i64 = 500;
/// Maximum tip in minor units.
const TIP_MAX: i64 = 100_000_000;

/// Units to add to a cart.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CartLineForm {
    company_id: CompanyId,
    product_id: OfferingId,
    /// Required if the product has several.
    variant_id: Option<VariantId>,
    #[schema(minimum = 1, maximum = 99)]
    quantity: i64,
    /// 1 on site, 2 click and collect, 3 delivery.
    order_type_key: Option<i64>,
    #[serde(default)]
    #[schema(max_items = 50)]
    options: Vec<ChosenOption>,
    #[serde(default)]
    #[schema(max_length = 200)]
    note: String,
    /// Reel that the customer opened the product from. Without effect if the reel does not link it.
    reel_id: Option<ReelId>,
}

impl CartLineForm {
    /// Returns the reel that the product was opened from.
    pub fn reel(&self) -> Option<ReelId> {
        self.reel_id
    }

    pub fn line(self, ids: &Ids, now: Timestamp) -> Result<NewLine> {
        let fulfilment = match self.order_type_key {
            None => None,
            Some(key) => Some(OrderType::from_key(key).map(OrderType::usual).ok_or_else(|| {
                Error::field("order_type_key", "Enter 1 (on site), 2 (click and collect) or 3 (delivery).")
            })?),
        };
        if self.options.len() > OPTIONS_MAX {
            return Err(Error::field("options", format!("Choose at most {OPTIONS_MAX}.")));
        }
        let note = self.note.trim().to_owned();
        if note.chars().count() > LINE_NOTE_MAX {
            return Err(Error::field("note", format!("Enter at most {LINE_NOTE_MAX} characters.")));
        }
        Ok(NewLine {
            id: CartLineId(ids.next(now)),
            cart: ids.next(now),
            company: self.company_id,
            offering: self.product_id,
            variant: self.variant_id,
            quantity: self.quantity,
            options: self.options,
            note,
            fulfilment,
        })
    }
}

/// Details of a cart.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CartDetailsForm {
    /// Way of the order type: `express`, `home_service` and `catering` are deliveries. The present one by default, else the
    /// usual one.
    pub fulfilment: Option<Fulfilment>,
    customer_name: Option<String>,
    contact_number: Option<String>,
    email: Option<String>,
    #[schema(max_length = 500)]
    note: Option<String>,
    wants_cutlery: Option<bool>,
    /// Empty: no code.
    promo_code: Option<String>,
    address_id: Option<AddressId>,
    /// Local date at the company. Empty, as `time`: as soon as possible.
    date: Option<String>,
    #[schema(example = "19:30")]
    time: Option<String>,
    #[schema(minimum = 1, maximum = 500)]
    members: Option<i64>,
    /// Minor units.
    #[schema(minimum = 0)]
    tip: Option<i64>,
    /// Spend the loyalty coins of the company.
    use_coins: Option<bool>,
}

impl CartDetailsForm {
    /// Checks all fields. Local times are resolved in the company's zone.
    pub fn details(&self, kind: OrderType, zone: &TimeZone, now: Timestamp) -> Result<Details> {
        let mut checks = FieldErrors::default();
        let name: Option<CustomerName> = checks.if_present("customer_name", self.customer_name.as_ref());
        let phone: Option<Phone> = checks.if_present("contact_number", self.contact_number.as_ref());
        let email: Option<Email> = checks.if_present("email", self.email.as_ref());
        let note = self.note.as_deref().map(|note| note.trim().to_owned());
        if note.as_ref().is_some_and(|note| note.chars().count() > NOTE_MAX) {
            checks.add("note", format!("Enter at most {NOTE_MAX} characters."));
        }
        let promo_code =
            self.promo_code.as_deref().map(|code| Some(code.trim().to_uppercase()).filter(|it| !it.is_empty()));
        if promo_code.iter().flatten().any(|code| code.chars().count() > PROMO_CODE_MAX) {
            checks.add("promo_code", format!("Enter at most {PROMO_CODE_MAX} characters."));
        }
        if self.fulfilment.is_some_and(|chosen| chosen.order_type() != kind) {
            checks.add("fulfilment", "Choose a way of this order type.");
        }
        if self.members.is_some_and(|members| !(1..=MEMBERS_MAX).contains(&members)) {
            checks.add("members", format!("Enter 1 to {MEMBERS_MAX}."));
        }
        if self.tip.is_some_and(|tip| !(0..=TIP_MAX).contains(&tip)) {
            checks.add("tip", format!("Enter 0 to {TIP_MAX}."));
        }
        let scheduled_at = self.scheduled_at(&mut checks, zone, &zone.date_at(now));
        checks.finish()?;
        Ok(Details {
            fulfilment: Some(self.fulfilment.unwrap_or(kind.usual())),
            customer_name: name.map(|name| name.as_str().to_owned()),
            contact_number: phone.map(|phone| phone.as_str().to_owned()),
            email: email.map(|email| email.as_str().to_owned()),
            note,
            wants_cutlery: self.wants_cutlery,
            address: self.address_id.map(Some),
            scheduled_at,
            members: self.members.map(Some),
            promo_code,
            tip: self.tip,
            use_coins: self.use_coins,
        })
    }

    fn scheduled_at(&self, checks: &mut FieldErrors, zone: &TimeZone, today: &Date) -> Option<Option<Timestamp>> {
        if self.date.is_none() && self.time.is_none() {
            return None;
        }
        let (date, time) =
            (self.date.as_deref().unwrap_or_default().trim(), self.time.as_deref().unwrap_or_default().trim());
        if date.is_empty() && time.is_empty() {
            return Some(None);
        }
        let Ok(date) = date.parse::<Date>() else {
            checks.add("date", "Enter a date such as 2026-11-22.");
            return None;
        };
        if !(0..=DAYS_AHEAD).contains(&today.days_until(&date)) {
            checks.add("date", format!("Choose a day from today on, at most {DAYS_AHEAD} days ahead."));
            return None;
        }
        match time.parse::<MinuteOfDay>() {
            // Opening hours go past midnight, the time of an order does not.
            Ok(time) if time.minutes() >= 24 * 60 => {
                checks.add("time", "Enter a time such as 19:30.");
                None
            }
            Ok(time) if zone.exists(&date, time) => Some(Some(zone.instant(&date, time))),
            Ok(_) => {
                checks.add("time", "This time does not exist on that day.");
                None
            }
            Err(_) => {
                checks.add("time", "Enter a time such as 19:30.");
                None
            }
        }
    }
}
