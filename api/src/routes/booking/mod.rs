//! Bookings of customers: what is free, holds, reservations; and the reservations of a company.

mod availability;
mod calendar_feed;
mod category;
mod form;
mod invoices;
pub(crate) mod notices;
mod refusals;
mod reservations;
mod waitlist;

use actix_web::{HttpResponse, delete, get, http::header, post, put, web};
use serde::Deserialize;
use store::{
    booking::{
        self, Booking, BookingError, Outcome, Refusal, Scope, cancel, confirm,
        hold::{self, NewBooking},
        list::{self, When, Window},
        reschedule, view,
    },
    catalogue::offering_details::{self, OfferingDetails},
    inventory::plan::Terms,
    types::{ids::BookingId, timestamp::Timestamp},
};
use utoipa::{IntoParams, ToSchema};

use self::form::{BookingForm, ContactForm};
use crate::{
    app_state::AppState,
    error::{Error, Result},
    http::{
        extract::{App, Body, Query, User},
        openapi::ServiceConfig,
        rate_limit::RateLimitKey,
        response::{Confirmation, Envelope, Page, Pagination},
    },
    routes::orders::publish_booked,
};

pub fn routes(api: &mut ServiceConfig) {
    availability::routes(api);
    category::routes(api);
    reservations::routes(api);
    waitlist::routes(api);
    calendar_feed::routes(api);
    invoices::routes(api);
    api.service(hold_booking)
        .service(list_bookings)
        .service(show_booking)
        .service(show_booked_offering)
        .service(confirm_booking)
        .service(release_hold)
        .service(cancel_booking)
        .service(move_booking)
        .service(calendar_file);
}

/// Default page size.
const BOOKINGS: i64 = 20;
/// Attempts to take inventory while room becomes free that others wait for.
const TURNS: usize = 4;
/// Maximum characters of a reason.
const REASON_MAX: usize = 300;

/// Tells open pages, the company and the customer of a command's effect, and returns the booking.
pub(crate) async fn publish(app: &AppState, outcome: Outcome) -> Booking {
    app.hub.inventory_changed(outcome.booking.company.id, &outcome.changes);
    app.hub.reservation_changed(&outcome.booking);
    app.waitlists.start();
    notices::notify(app, &outcome.booking).await;
    if let Some(order) = outcome.booking.order_id {
        publish_booked(app, order).await;
    }
    outcome.booking
}

/// Checks the offering of an operation that serves these categories. Empty: all.
fn check_category(terms: &Terms, categories: &[&str]) -> Result<()> {
    if categories.is_empty() || categories.contains(&terms.category.as_str()) {
        return Ok(());
    }
    Err(Error::field("product_id", "This is booked elsewhere: choose an offer of this category."))
}

/// Runs a command that takes inventory. Customers who wait for the time are served first.
async fn in_turn(app: &AppState, command: impl AsyncFn() -> booking::Result<Outcome>) -> Result<Booking> {
    for _ in 1..TURNS {
        match command().await {
            Err(BookingError::Refused(Refusal::WaitlistFirst(company))) => waitlist::serve(app, company).await?,
            done => return Ok(publish(app, done?).await),
        }
    }
    Ok(publish(app, command().await?).await)
}

/// Hold a booking
///
/// Takes the time, rooms or places for ten minutes. A repeat with the same `client_id` returns the first booking.
#[utoipa::path(
    tag = "booking", operation_id = "booking_hold", request_body = BookingForm, responses((status = 201, body = Envelope<Booking>)), security(("bearer" = []))
)]
#[post("/users/bookings/hold/")]
async fn hold_booking(app: App, user: User, form: Body<BookingForm>) -> Result<Envelope<Booking>> {
    let (form, now) = (form.0, Timestamp::now());
    app.limits.check(RateLimitKey::Bookings(user.user.0), now)?;
    let offering = form.offering()?;
    let new = NewBooking {
        id: BookingId(app.ids.next(now)),
        offering,
        customer: Some(user.user),
        request: form.request(&app, offering).await?,
        client_id: form.client_id()?,
        contact: confirm::Contact::default(),
    };
    form.record_reel(&app, offering, user.user, now).await?;
    let held = in_turn(&app, async || hold::hold(&app.db, &new, now).await).await?;
    Ok(Envelope::created(held.for_customer()))
}

/// Part of the caller's bookings.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BookingPeriod {
    #[default]
    Upcoming,
    Past,
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct BookingsQuery {
    #[param(inline)]
    when: Option<BookingPeriod>,
    /// Starts at 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

/// List your bookings
///
/// Upcoming bookings start with the next, past ones with the last.
#[utoipa::path(
    tag = "booking", operation_id = "booking_list", params(BookingsQuery), responses((status = 200, body = Page<Booking>)), security(("bearer" = []))
)]
#[get("/users/bookings/")]
async fn list_bookings(app: App, user: User, query: Query<BookingsQuery>) -> Result<Page<Booking>> {
    let paging = Pagination::checked(query.0.page, query.0.per_page, BOOKINGS)?;
    let when = match query.0.when.unwrap_or_default() {
        BookingPeriod::Upcoming => When::Upcoming,
        BookingPeriod::Past => When::Past,
    };
    let window = Window { limit: paging.per_page, offset: paging.offset() };
    let (bookings, total) = list::of_customer(&app.db, user.user, when, window, Timestamp::now()).await?;
    Ok(Page::new(bookings, paging, total))
}

/// Get a booking
#[utoipa::path(
    tag = "booking", operation_id = "booking_show",
    params(("booking_id" = BookingId, Path)),
    responses((status = 200, body = Envelope<Booking>)),
    security(("bearer" = []))
)]
#[get("/users/bookings/{booking_id}/")]
async fn show_booking(app: App, user: User, id: web::Path<BookingId>) -> Result<Envelope<Booking>> {
    let booking = view::find(&app.db, id.into_inner(), Scope::Customer(user.user), Timestamp::now()).await?;
    Ok(Envelope::ok(booking))
}

/// Get the offering of a booking
///
/// With its variants and dates, also after it went off sale: the booking can be moved.
#[utoipa::path(
    tag = "booking", operation_id = "booking_show_offering",
    params(("booking_id" = BookingId, Path)),
    responses((status = 200, body = Envelope<OfferingDetails>)),
    security(("bearer" = []))
)]
#[get("/users/bookings/{booking_id}/offering/")]
async fn show_booked_offering(app: App, user: User, id: web::Path<BookingId>) -> Result<Envelope<OfferingDetails>> {
    let now = Timestamp::now();
    let booking = view::find(&app.db, id.into_inner(), Scope::Customer(user.user), now).await?;
    Ok(Envelope::ok(offering_details::of_booked(&app.db, booking.offering.id, now).await?))
}

/// Confirm a hold
///
/// Sells what is held. A repeat returns the confirmed booking.
#[utoipa::path(
    tag = "booking", operation_id = "booking_confirm",
    params(("booking_id" = BookingId, Path)),
    request_body = ContactForm,
    responses((status = 200, body = Envelope<Booking>)),
    security(("bearer" = []))
)]
#[put("/users/bookings/{booking_id}/confirm/")]
async fn confirm_booking(
    app: App,
    user: User,
    id: web::Path<BookingId>,
    form: Body<ContactForm>,
) -> Result<Envelope<Booking>> {
    let contact = form.0.contact()?;
    let (id, total) = (id.into_inner(), form.0.expected_total);
    let outcome = confirm::confirm(&app.db, user.user, id, &contact, total, Timestamp::now()).await?;
    Ok(Envelope::ok(publish(&app, outcome).await.for_customer()))
}

/// Release a hold
///
/// Gives back what is held. A repeat has no effect.
#[utoipa::path(
    tag = "booking", operation_id = "booking_release",
    params(("booking_id" = BookingId, Path)),
    responses((status = 200, body = Confirmation)),
    security(("bearer" = []))
)]
#[delete("/users/bookings/{booking_id}/hold/")]
async fn release_hold(app: App, user: User, id: web::Path<BookingId>) -> Result<Confirmation> {
    publish(&app, cancel::release(&app.db, user.user, id.into_inner(), Timestamp::now()).await?).await;
    Ok(Confirmation::new("Released."))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CancelBooking {
    #[serde(default)]
    #[schema(max_length = 300)]
    reason: String,
    /// Fee that the customer has seen, in minor units. Another fee is a conflict.
    expected_fee: i64,
}

/// Checks the reason of a change.
pub(super) fn reason(text: &str, field: &str) -> Result<String> {
    let text = text.trim();
    if text.chars().count() > REASON_MAX {
        return Err(Error::field(field, format!("Enter at most {REASON_MAX} characters.")));
    }
    Ok(text.to_owned())
}

/// Cancel a booking
///
/// Free until `free_cancel_until`, then for `cancel_fee`.
#[utoipa::path(
    tag = "booking", operation_id = "booking_cancel",
    params(("booking_id" = BookingId, Path)),
    request_body = CancelBooking,
    responses((status = 200, body = Envelope<Booking>)),
    security(("bearer" = []))
)]
#[post("/users/bookings/{booking_id}/cancel/")]
async fn cancel_booking(
    app: App,
    user: User,
    id: web::Path<BookingId>,
    form: Body<CancelBooking>,
) -> Result<Envelope<Booking>> {
    let reason = reason(&form.0.reason, "reason")?;
    let fee = form.0.expected_fee;
    let outcome = cancel::cancel(&app.db, user.user, id.into_inner(), &reason, fee, Timestamp::now()).await?;
    Ok(Envelope::ok(publish(&app, outcome).await.for_customer()))
}

/// Move a booking
///
/// To another time of the same offering, while cancelling is free. The old time is given back only if the new one is
/// free. Without `items`, units and party stay as they are.
#[utoipa::path(
    tag = "booking", operation_id = "booking_reschedule",
    params(("booking_id" = BookingId, Path)),
    request_body = BookingForm,
    responses((status = 200, body = Envelope<Booking>)),
    security(("bearer" = []))
)]
#[put("/users/bookings/{booking_id}/reschedule/")]
async fn move_booking(
    app: App,
    user: User,
    id: web::Path<BookingId>,
    form: Body<BookingForm>,
) -> Result<Envelope<Booking>> {
    let (id, now, scope) = (id.into_inner(), Timestamp::now(), Scope::Customer(user.user));
    let booking = view::find(&app.db, id, scope, now).await?;
    let (request, total) = (form.0.moved(&app, &booking).await?, form.0.expected_total);
    let reschedule = async || reschedule::reschedule(&app.db, scope, user.user, id, &request, total, now).await;
    let moved = in_turn(&app, reschedule).await?;
    Ok(Envelope::ok(moved.for_customer()))
}

/// Get a booking as calendar file
///
/// RFC 5545, with one event.
#[utoipa::path(
    tag = "booking", operation_id = "booking_calendar",
    params(("booking_id" = BookingId, Path)),
    responses((status = 200, body = String, content_type = "text/calendar")),
    security(("bearer" = []))
)]
#[get("/users/bookings/{booking_id}/calendar/")]
async fn calendar_file(app: App, user: User, id: web::Path<BookingId>) -> Result<HttpResponse> {
    let now = Timestamp::now();
    let booking = view::find(&app.db, id.into_inner(), Scope::Customer(user.user), now).await?;
    Ok(HttpResponse::Ok()
        .content_type("text/calendar; charset=utf-8")
        .insert_header((header::CONTENT_DISPOSITION, format!("attachment; filename=\"{}.ics\"", booking.code)))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(store::booking::calendar_file::event(&booking)))
}
