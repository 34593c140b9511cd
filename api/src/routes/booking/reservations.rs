//! Reservations of a company: list, states, walk-ins and notes.

use actix_web::{HttpResponse, get, post, put, web};
use futures_util::stream;
use serde::Deserialize;
use store::{
    booking::{
        Actor, Booking, BookingState, Scope, cancel,
        hold::{self, NewBooking},
        list::{self, ReservationFilter, Window},
        reschedule,
        reservation_file::Export,
        view,
    },
    company::Permission,
    inventory::{
        company_day::{CompanyDay, DayRequest, company_day},
        plan,
    },
    types::{
        ids::{BookingId, OfferingId},
        timestamp::{Date, Timestamp},
    },
};
use utoipa::{IntoParams, ToSchema};

use super::{availability::members, form::BookingForm, publish, reason};
use crate::{
    auth::permission::company_for,
    error::{Error, Result},
    http::{
        extract::{App, Body, Pro, Query},
        openapi::ServiceConfig,
        response::{Envelope, Page, Pagination, attachment, check_range},
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(export_reservations)
        .service(list_reservations)
        .service(list_slots)
        .service(add_walk_in)
        .service(show_reservation)
        .service(set_state)
        .service(set_note)
        .service(move_reservation);
}

/// Default page size.
const RESERVATIONS: i64 = 50;
/// Maximum characters of a search.
const QUERY_MAX: usize = 100;

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ReservationsQuery {
    /// States, separated by commas. All by default.
    #[param(example = "confirmed,checked_in")]
    state: Option<String>,
    /// Reservations that end after: guests who are in the house are listed.
    from: Option<Timestamp>,
    /// Reservations that start before.
    to: Option<Timestamp>,
    /// Text in name, code, phone or e-mail.
    query: Option<String>,
    /// Starts at 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

/// Reservations of a file. The parameters are those of the list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ReservationFileQuery {
    /// States, separated by commas. All by default.
    #[param(example = "confirmed,checked_in")]
    state: Option<String>,
    /// Reservations that end after.
    from: Option<Timestamp>,
    /// Reservations that start before.
    to: Option<Timestamp>,
    /// Text in name, code, phone or e-mail.
    query: Option<String>,
}

fn checked_filter(
    state: Option<&str>,
    (from, to): (Option<Timestamp>, Option<Timestamp>),
    query: Option<String>,
) -> Result<ReservationFilter> {
    let keys = state.unwrap_or_default().split(',').map(str::trim).filter(|key| !key.is_empty());
    let state = |key: &str| {
        serde_json::from_value(key.into()).map_err(|_| Error::field("state", "Enter states such as confirmed."))
    };
    let query = query.unwrap_or_default();
    if query.chars().count() > QUERY_MAX {
        return Err(Error::field("query", format!("Enter at most {QUERY_MAX} characters.")));
    }
    check_range(from, to)?;
    Ok(ReservationFilter { states: keys.map(state).collect::<Result<_>>()?, from, to, query })
}

/// List the reservations of your company
///
/// In order of their start. Holds are not listed.
#[utoipa::path(
    tag = "business", operation_id = "business_list_reservations", params(ReservationsQuery), responses((status = 200, body = Page<Booking>)), security(("bearer" = []))
)]
#[get("/userprofessional/reservations/")]
async fn list_reservations(app: App, user: Pro, query: Query<ReservationsQuery>) -> Result<Page<Booking>> {
    let ReservationsQuery { state, from, to, query, page, per_page } = query.0;
    let paging = Pagination::checked(page, per_page, RESERVATIONS)?;
    let filter = checked_filter(state.as_deref(), (from, to), query)?;
    let window = Window { limit: paging.per_page, offset: paging.offset() };
    let company = company_for(&app, user.user, Permission::Orders).await?;
    let (bookings, total) = list::of_company(&app.db, company, &filter, window, Timestamp::now()).await?;
    Ok(Page::new(bookings, paging, total))
}

/// Export the reservations of your company
///
/// A CSV file, in order of their start, streamed while it is read.
#[utoipa::path(
    tag = "business", operation_id = "business_export_reservations", params(ReservationFileQuery),
    responses((status = 200, body = String, content_type = "text/csv")),
    security(("bearer" = []))
)]
#[get("/userprofessional/reservations/export/")]
async fn export_reservations(app: App, user: Pro, query: Query<ReservationFileQuery>) -> Result<HttpResponse> {
    let ReservationFileQuery { state, from, to, query } = query.0;
    let filter = checked_filter(state.as_deref(), (from, to), query)?;
    let export = Export::of(&app.db, company_for(&app, user.user, Permission::Orders).await?, filter).await?;
    let pages = stream::try_unfold(export, async |mut export| {
        let page = export.next(Timestamp::now()).await?;
        Ok::<_, Error>(page.map(|page| (page.into(), export)))
    });
    Ok(attachment("text/csv; charset=utf-8", "reservations.csv").streaming::<_, Error>(Box::pin(pages)))
}

/// Add a walk-in
///
/// Takes the inventory and confirms at once. Only the name of the customer is required. Neither notice, pause nor horizon
/// apply.
#[utoipa::path(
    tag = "business", operation_id = "business_add_walk_in", request_body = BookingForm, responses((status = 201, body = Envelope<Booking>)), security(("bearer" = []))
)]
#[post("/userprofessional/reservations/")]
async fn add_walk_in(app: App, user: Pro, form: Body<BookingForm>) -> Result<Envelope<Booking>> {
    let (form, now) = (form.0, Timestamp::now());
    let (offering, company) = (form.offering()?, company_for(&app, user.user, Permission::Orders).await?);
    if plan::terms(&app.db, offering).await?.company_id != company {
        return Err(Error::NotFound);
    }
    let new = NewBooking {
        id: BookingId(app.ids.next(now)),
        offering,
        customer: None,
        contact: form.walk_in()?,
        request: form.request(&app, offering).await?,
        client_id: form.client_id()?,
    };
    let outcome = hold::book(&app.db, &new, form.expected_total, Actor::Company, now).await?;
    Ok(Envelope::created(publish(&app, outcome).await))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CompanySlotsQuery {
    /// Date in the company's time zone.
    date: Date,
    /// Size of the party: 1 by default.
    #[param(minimum = 1, maximum = 100)]
    members: Option<i64>,
    /// Reservation that is moved: its own time and place count as free.
    booking_id: Option<BookingId>,
}

/// List the slots of your offering on one day
///
/// Starts that your company may book itself: without notice, pause and horizon, and with the slot that runs. Lists the places and
/// classes to choose from.
#[utoipa::path(
    tag = "business", operation_id = "business_list_slots",
    params(("offering_id" = OfferingId, Path), CompanySlotsQuery),
    responses((status = 200, body = Envelope<CompanyDay>)),
    security(("bearer" = []))
)]
#[get("/userprofessional/offerings/{offering_id}/slots/")]
async fn list_slots(
    app: App,
    user: Pro,
    id: web::Path<OfferingId>,
    query: Query<CompanySlotsQuery>,
) -> Result<Envelope<CompanyDay>> {
    let CompanySlotsQuery { date, members: party, booking_id: moved } = query.0;
    let company = company_for(&app, user.user, Permission::Orders).await?;
    let day = DayRequest { offering: id.into_inner(), date, members: members(party)?, moved };
    Ok(Envelope::ok(company_day(&app.db, company, day, Timestamp::now()).await?))
}

/// Get a reservation
#[utoipa::path(
    tag = "business", operation_id = "business_show_reservation",
    params(("booking_id" = BookingId, Path)),
    responses((status = 200, body = Envelope<Booking>)),
    security(("bearer" = []))
)]
#[get("/userprofessional/reservations/{booking_id}/")]
async fn show_reservation(app: App, user: Pro, id: web::Path<BookingId>) -> Result<Envelope<Booking>> {
    let scope = Scope::Company(company_for(&app, user.user, Permission::Orders).await?);
    Ok(Envelope::ok(view::find(&app.db, id.into_inner(), scope, Timestamp::now()).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReservationState {
    /// `confirmed`, `declined`, `checked_in`, `completed`, `no_show` or `cancelled_by_company`.
    state: BookingState,
    /// Reason, shown to the customer.
    #[serde(default)]
    #[schema(max_length = 300)]
    note: String,
}

/// Change the state of a reservation
///
/// A change that the current state does not allow is a conflict.
#[utoipa::path(
    tag = "business", operation_id = "business_set_reservation_state",
    params(("booking_id" = BookingId, Path)),
    request_body = ReservationState,
    responses((status = 200, body = Envelope<Booking>)),
    security(("bearer" = []))
)]
#[put("/userprofessional/reservations/{booking_id}/state/")]
async fn set_state(
    app: App,
    user: Pro,
    id: web::Path<BookingId>,
    form: Body<ReservationState>,
) -> Result<Envelope<Booking>> {
    let note = reason(&form.0.note, "note")?;
    let company = company_for(&app, user.user, Permission::Orders).await?;
    let (id, to, now) = (id.into_inner(), form.0.state, Timestamp::now());
    let outcome = cancel::set_state(&app.db, company, user.user, id, to, &note, now).await?;
    Ok(Envelope::ok(publish(&app, outcome).await))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReservationNote {
    /// Note for the staff. The customer does not see it.
    #[schema(max_length = 300)]
    note: String,
}

/// Change the staff's note of a reservation
#[utoipa::path(
    tag = "business", operation_id = "business_set_reservation_note",
    params(("booking_id" = BookingId, Path)),
    request_body = ReservationNote,
    responses((status = 200, body = Envelope<Booking>)),
    security(("bearer" = []))
)]
#[put("/userprofessional/reservations/{booking_id}/note/")]
async fn set_note(
    app: App,
    user: Pro,
    id: web::Path<BookingId>,
    form: Body<ReservationNote>,
) -> Result<Envelope<Booking>> {
    let note = reason(&form.0.note, "note")?;
    let company = company_for(&app, user.user, Permission::Orders).await?;
    let booking = view::set_company_note(&app.db, company, id.into_inner(), &note, Timestamp::now()).await?;
    app.hub.reservation_changed(&booking);
    Ok(Envelope::ok(booking))
}

/// Move a reservation
///
/// To another time, table or member of staff.
#[utoipa::path(
    tag = "business", operation_id = "business_move_reservation",
    params(("booking_id" = BookingId, Path)),
    request_body = BookingForm,
    responses((status = 200, body = Envelope<Booking>)),
    security(("bearer" = []))
)]
#[put("/userprofessional/reservations/{booking_id}/move/")]
async fn move_reservation(
    app: App,
    user: Pro,
    id: web::Path<BookingId>,
    form: Body<BookingForm>,
) -> Result<Envelope<Booking>> {
    let (id, now) = (id.into_inner(), Timestamp::now());
    let scope = Scope::Company(company_for(&app, user.user, Permission::Orders).await?);
    let booking = view::find(&app.db, id, scope, now).await?;
    let (request, total) = (form.0.moved(&app, &booking).await?, form.0.expected_total);
    let outcome = reschedule::reschedule(&app.db, scope, user.user, id, &request, total, now).await?;
    Ok(Envelope::ok(publish(&app, outcome).await))
}
