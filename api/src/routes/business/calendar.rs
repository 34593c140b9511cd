//! Calendar of the caller's company, and its blocks.

use actix_web::{get, post, put, web};
use serde::Deserialize;
use store::{
    company::Permission,
    inventory::company_calendar::{self, CalendarChange, CalendarRange, CompanyCalendar, DAYS_MAX},
    offering_management::block::TimeBlockForm,
    types::{
        ids::ScheduleExceptionId,
        timestamp::{Date, Timestamp},
    },
};
use utoipa::{IntoParams, ToSchema};

use super::catalogue::{editor, publish_rules};
use crate::{
    auth::permission::company_for,
    error::{Error, Result},
    http::{
        extract::{App, Body, Pro, Query},
        openapi::ServiceConfig,
        response::{Confirmation, Envelope},
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(show_calendar).service(create_blocks).service(delete_blocks).service(update_block);
}

/// Maximum blocks of one request.
const IDS_MAX: usize = 92;

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CalendarQuery {
    /// First date, in the company's time zone.
    from: Date,
    /// Last date: at most 41 days after the first.
    to: Date,
}

impl CalendarQuery {
    fn checked(self) -> Result<CalendarRange> {
        if !(0..DAYS_MAX).contains(&self.from.days_until(&self.to)) {
            return Err(Error::field("to", format!("Choose at most {DAYS_MAX} days.")));
        }
        Ok(CalendarRange { from: self.from, to: self.to })
    }
}

/// Get the calendar of your company
///
/// Open hours, working time, blocks and extra hours, dates of tickets and nights of rooms. Reservations are listed apart.
#[utoipa::path(
    tag = "business", operation_id = "business_show_calendar", params(CalendarQuery), responses((status = 200, body = Envelope<CompanyCalendar>)), security(("bearer" = []))
)]
#[get("/userprofessional/calendar/")]
async fn show_calendar(app: App, user: Pro, query: Query<CalendarQuery>) -> Result<Envelope<CompanyCalendar>> {
    let company = company_for(&app, user.user, Permission::Orders).await?;
    let range = query.0.checked()?;
    Ok(Envelope::ok(company_calendar::company_calendar(&app.db, company, &range, Timestamp::now()).await?))
}

/// Block time
///
/// Blocks the hours, or the whole day, on each of the dates. Without `offering_id` and `resource_id` the block holds for
/// everything that is booked by weekly times. Bookings within stay.
#[utoipa::path(
    tag = "business", operation_id = "business_create_blocks", request_body = TimeBlockForm, responses((status = 201, body = Envelope<Vec<CalendarChange>>)), security(("bearer" = []))
)]
#[post("/userprofessional/calendar/blocks/")]
async fn create_blocks(app: App, user: Pro, form: Body<TimeBlockForm>) -> Result<Envelope<Vec<CalendarChange>>> {
    let editor = editor(&app, &user, Permission::Catalogue).await?;
    let ids = editor.create_blocks(&form.0).await?;
    publish_rules(&app, &editor, form.0.offering_id);
    Ok(Envelope::created(company_calendar::changes_of(&app.db, editor.company, &ids).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TimeBlockIds {
    #[schema(min_items = 1, max_items = 92)]
    ids: Vec<ScheduleExceptionId>,
}

/// Delete blocks
///
/// Deletes all of them or none.
#[utoipa::path(
    tag = "business", operation_id = "business_delete_blocks", request_body = TimeBlockIds, responses((status = 200, body = Confirmation)), security(("bearer" = []))
)]
#[post("/userprofessional/calendar/blocks/delete/")]
async fn delete_blocks(app: App, user: Pro, form: Body<TimeBlockIds>) -> Result<Confirmation> {
    let ids = form.0.ids;
    if !(1..=IDS_MAX).contains(&ids.len()) {
        return Err(Error::field("ids", format!("Choose 1 to {IDS_MAX}.")));
    }
    let editor = editor(&app, &user, Permission::Catalogue).await?;
    editor.delete_blocks(&ids).await?;
    publish_rules(&app, &editor, None);
    Ok(Confirmation::new("Deleted"))
}

/// Change a block
///
/// Takes one date. The block may move to another owner.
#[utoipa::path(
    tag = "business", operation_id = "business_update_block",
    params(("block_id" = ScheduleExceptionId, Path)),
    request_body = TimeBlockForm,
    responses((status = 200, body = Envelope<CalendarChange>)),
    security(("bearer" = []))
)]
#[put("/userprofessional/calendar/blocks/{block_id}/")]
async fn update_block(
    app: App,
    user: Pro,
    id: web::Path<ScheduleExceptionId>,
    form: Body<TimeBlockForm>,
) -> Result<Envelope<CalendarChange>> {
    let (id, editor) = (id.into_inner(), editor(&app, &user, Permission::Catalogue).await?);
    editor.update_block(id, &form.0).await?;
    publish_rules(&app, &editor, None);
    let changed = company_calendar::changes_of(&app.db, editor.company, &[id]).await?.pop();
    changed.map(Envelope::ok).ok_or(Error::NotFound)
}
