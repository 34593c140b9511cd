//! Opening hours of the caller's company.

use actix_web::{get, put};
use store::{catalogue::opening_hours::OpeningHours, company::Permission, storefront::hours};

use crate::{
    error::Result,
    http::{
        extract::{App, Body, Pro},
        openapi::ServiceConfig,
        response::Envelope,
    },
    routes::business::catalogue::{editor, publish_rules},
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(show_hours).service(set_hours);
}

/// Get your opening hours
///
/// Weekly hours, and the dates from today that have other hours.
#[utoipa::path(
    tag = "business", operation_id = "business_show_hours", responses((status = 200, body = Envelope<OpeningHours>)), security(("bearer" = []))
)]
#[get("/userprofessional/store/hours/")]
async fn show_hours(app: App, user: Pro) -> Result<Envelope<OpeningHours>> {
    let editor = editor(&app, &user, Permission::Store).await?;
    Ok(Envelope::ok(hours::show(&app.db, editor.company, editor.now).await?))
}

/// Change your opening hours
///
/// Replaces all hours. Hours after midnight continue on the next day: `26:00` is two o'clock.
#[utoipa::path(
    tag = "business", operation_id = "business_set_hours", request_body = OpeningHours,
    responses((status = 200, body = Envelope<OpeningHours>)), security(("bearer" = []))
)]
#[put("/userprofessional/store/hours/")]
async fn set_hours(app: App, user: Pro, form: Body<OpeningHours>) -> Result<Envelope<OpeningHours>> {
    let editor = editor(&app, &user, Permission::Store).await?;
    editor.set_hours(form.0).await?;
    publish_rules(&app, &editor, None);
    Ok(Envelope::ok(hours::show(&app.db, editor.company, editor.now).await?))
}
