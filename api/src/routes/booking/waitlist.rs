//! Waitlists: joining, leaving, own entries, and the customers who wait at a company.

use actix_web::{delete, get, post, web};
use serde::Deserialize;
use store::{
    booking::{
        list::Window,
        waitlist::{
            WaitlistEntry,
            join::{self, NewEntry},
            list, offer,
        },
    },
    company::Permission,
    types::{
        ids::{CompanyId, OfferingId, WaitlistEntryId},
        timestamp::Timestamp,
    },
};
use utoipa::IntoParams;

use super::form::BookingForm;
use crate::{
    app_state::AppState,
    auth::permission::company_for,
    error::Result,
    http::{
        extract::{App, Body, Pro, Query, Registered},
        openapi::ServiceConfig,
        response::{Confirmation, Envelope, Page, Pagination},
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(join_waitlist).service(list_own).service(leave_waitlist).service(list_waiting);
}

/// Default page size.
const ENTRIES: i64 = 50;

/// Offers the free room of a company to its waitlists, and tells open pages. Mails follow from the sweeper.
pub(super) async fn serve(app: &AppState, company: CompanyId) -> Result<()> {
    let changes = offer::serve(&app.db, company, Timestamp::now()).await?;
    app.hub.inventory_changed(company, &changes);
    app.waitlists.start();
    Ok(())
}

/// Join a waitlist
///
/// For a slot, stay or dated occurrence that is full, with the fields of a booking. A `date` alone waits for any start on
/// that date. When room becomes free, the first in line whose party fits is offered it for 15 minutes. A repeat returns
/// the first entry.
#[utoipa::path(
    tag = "booking", operation_id = "booking_join_waitlist", request_body = BookingForm, responses((status = 201, body = Envelope<WaitlistEntry>)), security(("bearer" = []))
)]
#[post("/users/waitlist/")]
async fn join_waitlist(app: App, user: Registered, form: Body<BookingForm>) -> Result<Envelope<WaitlistEntry>> {
    let (form, now) = (form.0, Timestamp::now());
    let offering = form.offering()?;
    let new = NewEntry {
        id: WaitlistEntryId(app.ids.next(now)),
        offering,
        account: user.user,
        contact: form.contact()?,
        wanted: form.wanted(&app, offering).await?,
    };
    let id = join::join(&app.db, &new, now).await?;
    app.waitlists.start();
    Ok(Envelope::created(list::find(&app.db, user.user, id, now).await?))
}

/// List your waitlist entries
///
/// Those whose time is still ahead, the next first.
#[utoipa::path(
    tag = "booking", operation_id = "booking_list_waitlist", responses((status = 200, body = Envelope<Vec<WaitlistEntry>>)), security(("bearer" = []))
)]
#[get("/users/waitlist/")]
async fn list_own(app: App, user: Registered) -> Result<Envelope<Vec<WaitlistEntry>>> {
    Ok(Envelope::ok(list::of_customer(&app.db, user.user, Timestamp::now()).await?))
}

/// Leave a waitlist
///
/// An offered hold goes to the next in line.
#[utoipa::path(
    tag = "booking", operation_id = "booking_leave_waitlist",
    params(("entry_id" = WaitlistEntryId, Path)),
    responses((status = 200, body = Confirmation)),
    security(("bearer" = []))
)]
#[delete("/users/waitlist/{entry_id}/")]
async fn leave_waitlist(app: App, user: Registered, id: web::Path<WaitlistEntryId>) -> Result<Confirmation> {
    let (company, changes) = join::leave(&app.db, user.user, id.into_inner(), Timestamp::now()).await?;
    app.hub.inventory_changed(company, &changes);
    app.waitlists.start();
    Ok(Confirmation::new("You left the waitlist."))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct WaitingQuery {
    /// Entries of one offering. All by default.
    offering_id: Option<OfferingId>,
    /// Starts at 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

/// List the customers on your company's waitlists
///
/// By date, first come first. `total` is their number.
#[utoipa::path(
    tag = "business", operation_id = "business_list_waitlist", params(WaitingQuery), responses((status = 200, body = Page<WaitlistEntry>)), security(("bearer" = []))
)]
#[get("/userprofessional/waitlist/")]
async fn list_waiting(app: App, user: Pro, query: Query<WaitingQuery>) -> Result<Page<WaitlistEntry>> {
    let paging = Pagination::checked(query.0.page, query.0.per_page, ENTRIES)?;
    let window = Window { limit: paging.per_page, offset: paging.offset() };
    let company = company_for(&app, user.user, Permission::Orders).await?;
    let (entries, total) = list::of_company(&app.db, company, query.0.offering_id, window, Timestamp::now()).await?;
    Ok(Page::new(entries, paging, total))
}
