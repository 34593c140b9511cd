//! Form of a booking: one form for all categories.

use std::collections::BTreeMap;

use serde::Deserialize;
use store::{
    account::{Email, Phone},
    booking::{
        Booking, Request,
        confirm::{Contact, CustomerName},
        waitlist::Wanted,
    },
    catalogue::party::UNITS_MAX,
    inventory::plan,
    reel::open,
    types::{
        ids::{OccurrenceId, OfferingId, ReelId, ResourceId, UserId, VariantId},
        local_time::MinuteOfDay,
        timestamp::{Date, Timestamp},
    },
};
use utoipa::ToSchema;

use crate::{
    app_state::AppState,
    error::{Error, FieldErrors, Result},
};

/// Maximum characters of a note.
const NOTE_MAX: usize = 500;
/// Maximum characters of an idempotency key.
const CLIENT_ID_MAX: usize = 64;

/// Booking. The availability of the offering decides which fields it needs: `starts_at` (or local `date` and `time`) for
/// slots, `check_in` and `check_out` for nights, `occurrence_id` for dated occurrences.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BookingForm {
    #[schema(value_type = OfferingId)]
    pub product_id: Option<OfferingId>,
    starts_at: Option<Timestamp>,
    date: Option<Date>,
    #[schema(value_type = Option<String>, example = "19:30")]
    time: Option<MinuteOfDay>,
    check_in: Option<Date>,
    check_out: Option<Date>,
    occurrence_id: Option<OccurrenceId>,
    /// Variants with quantities. Without them, the first variant.
    #[schema(max_items = 20)]
    items: Option<Vec<ItemForm>>,
    /// Member of staff or table.
    resource_id: Option<ResourceId>,
    /// Persons, children included.
    #[schema(minimum = 1)]
    members: Option<i64>,
    /// Children among the members, for nights and cruises.
    #[schema(minimum = 0)]
    children: Option<i64>,
    #[schema(minimum = 1)]
    rooms: Option<i64>,
    /// Idempotency key. A repeat returns the first booking.
    #[schema(max_length = 64)]
    client_id: Option<String>,
    customer_name: Option<String>,
    contact_number: Option<String>,
    #[schema(format = Email)]
    email: Option<String>,
    #[schema(max_length = 500)]
    note: Option<String>,
    /// Total that the customer has seen, in minor units. Another total is a conflict.
    pub expected_total: Option<i64>,
    /// Reel that the customer opened the offering from. Without effect if the reel does not link it.
    reel_id: Option<ReelId>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ItemForm {
    variant_id: VariantId,
    #[schema(minimum = 1, maximum = 20)]
    quantity: i64,
}

impl BookingForm {
    /// Returns the offering, or the error of its field.
    pub fn offering(&self) -> Result<OfferingId> {
        self.product_id.ok_or_else(|| Error::field("product_id", "This is required."))
    }

    /// Records the reel that a customer opened the offering from.
    pub async fn record_reel(
        &self,
        app: &AppState,
        offering: OfferingId,
        customer: UserId,
        now: Timestamp,
    ) -> Result<()> {
        match self.reel_id {
            Some(reel) => Ok(open::named(&app.db, reel, offering, customer, now).await?),
            None => Ok(()),
        }
    }

    /// Returns the idempotency key.
    pub fn client_id(&self) -> Result<Option<String>> {
        let key = self.client_id.as_deref().map(str::trim).filter(|key| !key.is_empty());
        match key {
            Some(key) if key.len() > CLIENT_ID_MAX || !key.bytes().all(|byte| byte.is_ascii_graphic()) => {
                Err(Error::field("client_id", format!("Enter at most {CLIENT_ID_MAX} letters and digits.")))
            }
            key => Ok(key.map(str::to_owned)),
        }
    }

    /// Returns what is booked. A local date and time are resolved in the company's zone.
    pub async fn request(&self, app: &AppState, offering: OfferingId) -> Result<Request> {
        let starts_at = match (self.starts_at, &self.date, self.time) {
            (None, Some(date), Some(time)) => {
                // The command itself refuses an offering that is off sale.
                let zone = plan::terms_of_booked(&app.db, offering).await?.time_zone;
                if !zone.exists(date, time) {
                    return Err(Error::field("time", "This time does not exist on that day."));
                }
                Some(zone.instant(date, time))
            }
            (starts_at, ..) => starts_at,
        };
        let items = self.items.as_deref().unwrap_or_default();
        if items.len() > usize::try_from(UNITS_MAX).unwrap_or(usize::MAX) {
            return Err(Error::field("items", format!("Choose at most {UNITS_MAX}.")));
        }
        Ok(Request {
            starts_at,
            check_in: self.check_in.clone(),
            check_out: self.check_out.clone(),
            occurrence: self.occurrence_id,
            items: items.iter().map(|item| (item.variant_id, item.quantity)).collect(),
            resource: self.resource_id,
            members: self.members,
            children: self.children,
            rooms: self.rooms,
        })
    }

    /// Returns the request that moves a booking. Without items, units and party stay as they are.
    pub async fn moved(&self, app: &AppState, booking: &Booking) -> Result<Request> {
        if self.product_id.is_some_and(|id| id != booking.offering.id) {
            return Err(Error::field("product_id", "A booking moves to another time of the same offer."));
        }
        let mut request = self.request(app, booking.offering.id).await?;
        if request.items.is_empty() {
            // A stay has an item for each night.
            let units: BTreeMap<_, _> = booking.items.iter().map(|item| (item.variant_id, item.quantity)).collect();
            request.items = units.into_iter().collect();
            request.members = request.members.or(Some(booking.members));
        }
        // Without children, a booking says nothing of ages.
        request.children = request.children.or(Some(booking.children).filter(|children| *children > 0));
        Ok(request)
    }

    /// Returns what is waited for: a request, or any start on a date.
    pub async fn wanted(&self, app: &AppState, offering: OfferingId) -> Result<Wanted> {
        let request = self.request(app, offering).await?;
        if request.items.len() > 1 {
            return Err(Error::field("items", "Choose one kind to wait for."));
        }
        let is_any_time = request.starts_at.is_none() && request.check_in.is_none() && request.occurrence.is_none();
        let any_time_on = self.date.clone().filter(|_| is_any_time);
        Ok(Wanted { request, any_time_on })
    }

    /// Checks the contact of the customer.
    pub fn contact(&self) -> Result<Contact> {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let form = ContactForm {
            customer_name: text(&self.customer_name),
            contact_number: text(&self.contact_number),
            email: text(&self.email),
            note: self.note.clone(),
            expected_total: 0,
        };
        form.contact()
    }

    /// Returns the contact of a walk-in. Only the name is required.
    pub fn walk_in(&self) -> Result<Contact> {
        let mut checks = FieldErrors::default();
        let name: Option<CustomerName> =
            checks.required("customer_name", self.customer_name.as_deref().unwrap_or_default());
        let phone: Option<Phone> = checks.optional("contact_number", self.contact_number.as_deref());
        let email: Option<Email> = checks.optional("email", self.email.as_deref());
        let note = note(&mut checks, self.note.as_deref());
        checks.finish()?;
        Ok(Contact {
            customer_name: name.map(|name| name.as_str().to_owned()).unwrap_or_default(),
            contact_number: phone.map(|phone| phone.as_str().to_owned()).unwrap_or_default(),
            email: email.map(|email| email.as_str().to_owned()).unwrap_or_default(),
            note,
        })
    }
}

/// Contact that confirms a hold.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ContactForm {
    /// Letters and spaces, at least two.
    #[serde(default)]
    #[schema(min_length = 2, max_length = 80)]
    customer_name: String,
    #[serde(default)]
    contact_number: String,
    #[serde(default)]
    #[schema(format = Email)]
    email: String,
    #[schema(max_length = 500)]
    note: Option<String>,
    /// Total that the customer has seen, in minor units. Another total is a conflict.
    pub expected_total: i64,
}

impl ContactForm {
    pub fn contact(&self) -> Result<Contact> {
        let mut checks = FieldErrors::default();
        let name: Option<CustomerName> = checks.required("customer_name", &self.customer_name);
        let phone: Option<Phone> = checks.required("contact_number", &self.contact_number);
        let email: Option<Email> = checks.required("email", &self.email);
        let note = note(&mut checks, self.note.as_deref());
        checks.finish()?;
        Ok(Contact {
            customer_name: name.map(|name| name.as_str().to_owned()).unwrap_or_default(),
            contact_number: phone.map(|phone| phone.as_str().to_owned()).unwrap_or_default(),
            email: email.map(|email| email.as_str().to_owned()).unwrap_or_default(),
            note,
        })
    }
}

fn note(checks: &mut FieldErrors, text: Option<&str>) -> String {
    let text = text.unwrap_or_default().trim();
    if text.chars().count() > NOTE_MAX {
        checks.add("note", format!("Enter at most {NOTE_MAX} characters."));
    }
    text.to_owned()
}
