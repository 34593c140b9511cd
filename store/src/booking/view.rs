//! A booking as both sides see it.

use std::collections::HashMap;

use futures_util::future::try_join4;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Actor, BookingState, Result, transition::Scope};
use crate::{
    Db,
    catalogue::detail::Availability,
    each, media, on,
    types::{
        ids::{BookingId, CompanyId, OfferingId, OrderId, ResourceId, TicketId, UserId, VariantId},
        local_time::TimeZone,
        timestamp::Timestamp,
    },
};

/// Booking with its company, offering and timeline.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
pub struct Booking {
    pub id: BookingId,
    /// Short code for phone and counter.
    #[schema(example = "K7Q-4MX")]
    pub code: String,
    pub state: BookingState,
    pub company: BookingCompany,
    pub offering: BookingOffering,
    /// Null for a walk-in.
    pub customer_id: Option<UserId>,
    pub starts_at: Timestamp,
    pub ends_at: Timestamp,
    /// Persons, children included.
    pub members: i64,
    pub children: i64,
    pub items: Vec<BookingItem>,
    pub resources: Vec<BookingResource>,
    /// Minor units, VAT included.
    pub total: i64,
    pub vat: i64,
    pub currency: String,
    pub customer_name: String,
    pub contact_number: String,
    pub email: String,
    pub note: String,
    /// End of the hold. Null after confirmation.
    pub hold_expires_at: Option<Timestamp>,
    pub free_cancel_until: Timestamp,
    /// Fee of a cancellation after `free_cancel_until`.
    pub cancel_fee: i64,
    /// Fee of a cancellation now.
    pub fee_now: i64,
    pub cancel_reason: Option<String>,
    /// Order that pays the booking. Null: it is paid at the company, or costs nothing.
    pub order_id: Option<OrderId>,
    /// Its order is paid.
    pub is_paid: bool,
    /// Part that the order got back when the booking was cancelled, in minor units.
    pub refunded: i64,
    /// Newest ticket about a booking that no order pays, if the company answers it.
    pub ticket_id: Option<TicketId>,
    /// Note of the staff. Empty for the customer.
    pub company_note: String,
    /// Actions open to the customer.
    pub can: Actions,
    /// Timeline, oldest first.
    pub changes: Vec<BookingStep>,
    pub created_at: Timestamp,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BookingCompany {
    pub id: CompanyId,
    pub handle: String,
    pub name: String,
    pub phone: String,
    pub address: String,
    pub city: String,
    pub time_zone: TimeZone,
    /// Account that receives messages to the company.
    pub contact_id: UserId,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BookingOffering {
    pub id: OfferingId,
    pub name: String,
    pub category: String,
    pub availability: Availability,
    /// URL of the first picture.
    pub picture: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BookingItem {
    pub variant_id: VariantId,
    pub name: String,
    pub starts_at: Timestamp,
    pub quantity: i64,
    pub unit_price: i64,
}

/// Table, member of staff or equipment of a booking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BookingResource {
    pub id: ResourceId,
    pub name: String,
    pub kind: String,
}

/// Actions open to the customer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Actions {
    pub cancel: bool,
    pub reschedule: bool,
    /// The booking took place. One that an order pays is reviewed with the order.
    pub review: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct BookingStep {
    pub at: Timestamp,
    pub state: BookingState,
    pub actor: Actor,
    pub note: String,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: BookingId,
    code: String,
    state: BookingState,
    company_id: CompanyId,
    handle: String,
    company_name: String,
    phone: String,
    address: String,
    city: String,
    time_zone: TimeZone,
    account_id: UserId,
    offering_id: OfferingId,
    offering_name: String,
    category: String,
    availability: Availability,
    picture: Option<String>,
    customer_id: Option<UserId>,
    starts_at: Timestamp,
    ends_at: Timestamp,
    members: i64,
    children: i64,
    total: i64,
    vat: i64,
    currency: String,
    customer_name: String,
    contact_number: String,
    email: String,
    note: String,
    hold_expires_at: Option<Timestamp>,
    free_cancel_until: Timestamp,
    cancel_fee: i64,
    cancel_reason: Option<String>,
    order_id: Option<OrderId>,
    is_paid: bool,
    refunded: i64,
    ticket_id: Option<TicketId>,
    company_note: String,
    created_at: Timestamp,
}

/// Booking, variant with its name, start, quantity, price of a unit.
type ItemRow = (BookingId, VariantId, String, Timestamp, i64, i64);
/// Booking, resource with its name and kind.
type ResourceRow = (BookingId, ResourceId, String, String);
type StepRow = (BookingId, Timestamp, BookingState, Actor, String);

/// Returns a booking of the caller.
pub async fn find(db: &Db, id: BookingId, scope: Scope, now: Timestamp) -> Result<Booking> {
    let booking = one(db, id, now).await?;
    match scope {
        Scope::Customer(user) if booking.customer_id == Some(user) => Ok(booking.for_customer()),
        Scope::Company(company) if booking.company.id == company => Ok(booking),
        _ => Err(crate::Error::NotFound.into()),
    }
}

impl Booking {
    /// Removes what only the company may see.
    #[must_use]
    pub fn for_customer(self) -> Self {
        Self { company_note: String::new(), ..self }
    }
}

/// Changes the note of the staff. Returns the booking.
pub async fn set_company_note(
    db: &Db,
    company: CompanyId,
    id: BookingId,
    note: &str,
    now: Timestamp,
) -> Result<Booking> {
    let done = on!(db.write(), at => sqlx::query(
        "UPDATE booking SET company_note = $3 WHERE id = $1 AND company_id = $2 AND state <> 'held'")
        .bind(id).bind(company).bind(note).execute(at).await.map(|done| done.rows_affected()))?;
    if done == 0 { Err(crate::Error::NotFound.into()) } else { one(db, id, now).await }
}

/// Returns a booking, whoever asks.
pub async fn one(db: &Db, id: BookingId, now: Timestamp) -> Result<Booking> {
    Ok(many(db, &[id], now).await?.pop().ok_or(crate::Error::NotFound)?)
}

/// Returns bookings in the order of `ids`.
pub(crate) async fn many(db: &Db, ids: &[BookingId], now: Timestamp) -> Result<Vec<Booking>> {
    let keys = serde_json::to_string(&ids.iter().map(|id| [id]).collect::<Vec<_>>())?;
    let read = db.read();
    macro_rules! of_bookings {
        ($select:literal) => {
            each!(read, concat!($select, " IN (SELECT CAST(value->>0 AS BIGINT) FROM "), ")")
        };
    }
    let rows_sql = of_bookings!(
        "SELECT b.id, b.code, b.state, b.company_id, c.handle, c.name AS company_name, c.phone, c.address, c.city,
            c.time_zone, c.account_id, b.offering_id, o.name AS offering_name, o.category, o.availability,
            (SELECT m.key FROM offering_picture p JOIN media m ON m.id = p.media_id
             WHERE p.offering_id = o.id ORDER BY p.position LIMIT 1) AS picture,
            b.customer_id, b.starts_at, b.ends_at, b.members, b.children, b.total, b.vat, b.currency, b.customer_name,
            b.contact_number, b.email, b.note, b.hold_expires_at, b.free_cancel_until, b.cancel_fee, b.cancel_reason,
            b.company_note, b.created_at, b.order_id,
            COALESCE((SELECT CASE WHEN p.provider = 'on_site' THEN u.state = 'fulfilled'
                    ELSE p.state IN ('paid', 'partially_refunded', 'refunded', 'disputed') END
                FROM customer_order u JOIN payment p ON p.id = u.payment_id WHERE u.id = b.order_id), FALSE) AS is_paid,
            COALESCE((SELECT l.refunded FROM order_booking l WHERE l.order_id = b.order_id AND l.booking_id = b.id), 0)
                AS refunded,
            (SELECT MAX(t.id) FROM ticket t WHERE t.booking_id = b.id AND t.company_id = b.company_id) AS ticket_id
         FROM booking b JOIN company c ON c.id = b.company_id JOIN offering o ON o.id = b.offering_id WHERE b.id"
    );
    let items_sql = of_bookings!(
        "SELECT i.booking_id, i.variant_id, v.name, i.starts_at, i.quantity, i.unit_price
         FROM booking_item i JOIN offering_variant v ON v.id = i.variant_id WHERE i.booking_id"
    );
    let resources_sql = of_bookings!(
        "SELECT b.booking_id, r.id, r.name, r.kind
         FROM booking_resource b JOIN resource r ON r.id = b.resource_id WHERE b.booking_id"
    );
    let steps_sql = of_bookings!("SELECT booking_id, at, state, actor, note FROM booking_change WHERE booking_id");
    macro_rules! read {
        ($sql:expr) => {
            async { Result::<_>::Ok(on!(db.read(), at => sqlx::query_as($sql).bind(&keys).fetch_all(at).await)?) }
        };
    }
    let (rows, items, resources, steps): (Vec<Row>, Vec<ItemRow>, Vec<ResourceRow>, Vec<StepRow>) =
        try_join4(read!(rows_sql), read!(items_sql), read!(resources_sql), read!(steps_sql)).await?;
    let mut known: HashMap<BookingId, Booking> = rows.into_iter().map(|row| (row.id, row.shown(now))).collect();
    for (booking, variant_id, name, starts_at, quantity, unit_price) in items {
        if let Some(booking) = known.get_mut(&booking) {
            booking.items.push(BookingItem { variant_id, name, starts_at, quantity, unit_price });
        }
    }
    for (booking, id, name, kind) in resources {
        if let Some(booking) = known.get_mut(&booking) {
            booking.resources.push(BookingResource { id, name, kind });
        }
    }
    for (booking, at, state, actor, note) in steps {
        if let Some(booking) = known.get_mut(&booking) {
            booking.changes.push(BookingStep { at, state, actor, note });
        }
    }
    for booking in known.values_mut() {
        booking.items.sort_by_key(|item| (item.starts_at, item.variant_id));
        booking.resources.sort_by_key(|resource| resource.id);
        // Steps of one moment follow the order of the states.
        booking.changes.sort_by_key(|step| (step.at, step.state != BookingState::Held));
    }
    Ok(ids.iter().filter_map(|id| known.remove(id)).collect())
}

impl Row {
    fn shown(self, now: Timestamp) -> Booking {
        let is_late = now > self.free_cancel_until && self.state.is_sold();
        let is_ahead = self.state.is_open() && self.state.is_sold() && self.starts_at > now;
        Booking {
            fee_now: if is_late && is_ahead { self.cancel_fee } else { 0 },
            can: Actions {
                cancel: is_ahead,
                reschedule: is_ahead && !is_late,
                review: self.state.took_place(self.ends_at, now),
            },
            id: self.id,
            code: self.code,
            state: self.state,
            company: BookingCompany {
                id: self.company_id,
                handle: self.handle,
                name: self.company_name,
                phone: self.phone,
                address: self.address,
                city: self.city,
                time_zone: self.time_zone,
                contact_id: self.account_id,
            },
            offering: BookingOffering {
                id: self.offering_id,
                name: self.offering_name,
                category: self.category,
                availability: self.availability,
                picture: self.picture.as_deref().map(media::url),
            },
            customer_id: self.customer_id,
            starts_at: self.starts_at,
            ends_at: self.ends_at,
            members: self.members,
            children: self.children,
            items: Vec::new(),
            resources: Vec::new(),
            total: self.total,
            vat: self.vat,
            currency: self.currency,
            customer_name: self.customer_name,
            contact_number: self.contact_number,
            email: self.email,
            note: self.note,
            hold_expires_at: self.hold_expires_at,
            free_cancel_until: self.free_cancel_until,
            cancel_fee: self.cancel_fee,
            cancel_reason: self.cancel_reason,
            order_id: self.order_id,
            is_paid: self.is_paid,
            refunded: self.refunded,
            ticket_id: self.ticket_id,
            company_note: self.company_note,
            changes: Vec::new(),
            created_at: self.created_at,
        }
    }
}
