//! Pause of the caller's company.

use actix_web::{get, put};
use serde::Deserialize;
use store::{
    company::Permission,
    storefront::pause::{self, Pause},
    types::timestamp::Timestamp,
};
use utoipa::ToSchema;

use crate::{
    error::{Error, Result},
    http::{
        extract::{App, Body, Pro},
        openapi::ServiceConfig,
        response::Envelope,
    },
    routes::business::catalogue::{editor, publish_rules},
};

/// Longest pause, in minutes.
const MINUTES_MAX: i64 = 24 * 60;

pub fn routes(api: &mut ServiceConfig) {
    api.service(show_pause).service(set_pause);
}

/// Get the pause of your company
#[utoipa::path(
    tag = "business", operation_id = "business_show_pause",
    responses((status = 200, body = Envelope<Pause>)), security(("bearer" = []))
)]
#[get("/userprofessional/store/pause/")]
async fn show_pause(app: App, user: Pro) -> Result<Envelope<Pause>> {
    let editor = editor(&app, &user, Permission::Orders).await?;
    Ok(Envelope::ok(pause::show(&app.db, editor.company, editor.now).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PauseForm {
    /// Length from now. 0 ends the pause.
    #[schema(minimum = 0, maximum = 1440)]
    minutes: i64,
}

/// Pause your company
///
/// Until the pause ends, customers order and book for later times only. Open pages show it at once.
#[utoipa::path(
    tag = "business", operation_id = "business_set_pause", request_body = PauseForm,
    responses((status = 200, body = Envelope<Pause>)), security(("bearer" = []))
)]
#[put("/userprofessional/store/pause/")]
async fn set_pause(app: App, user: Pro, form: Body<PauseForm>) -> Result<Envelope<Pause>> {
    let minutes = form.0.minutes;
    if !(0..=MINUTES_MAX).contains(&minutes) {
        return Err(Error::field("minutes", format!("Enter 0 to {MINUTES_MAX}.")));
    }
    let editor = editor(&app, &user, Permission::Orders).await?;
    editor.set_pause((minutes > 0).then(|| editor.now.plus(minutes * Timestamp::MINUTE))).await?;
    publish_rules(&app, &editor, None);
    Ok(Envelope::ok(pause::show(&app.db, editor.company, editor.now).await?))
}
