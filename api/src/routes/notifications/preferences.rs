//! Channels of the caller's notifications.

use actix_web::{get, put};
use serde::Deserialize;
use store::notification::{self, Group, Preference, PreferenceChange};
use utoipa::ToSchema;

use crate::{
    error::{Error, Result},
    http::{
        extract::{App, Body, Registered},
        openapi::ServiceConfig,
        response::Envelope,
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(show_preferences).service(change_preference);
}

/// Get the channels of your notifications
///
/// One entry for each group of kinds.
#[utoipa::path(
    tag = "notifications", operation_id = "notification_show_preferences", responses((status = 200, body = Envelope<Vec<Preference>>)), security(("bearer" = []))
)]
#[get("/users/notifications/preferences/")]
async fn show_preferences(app: App, user: Registered) -> Result<Envelope<Vec<Preference>>> {
    Ok(Envelope::ok(notification::preferences(&app.db, user.user).await?))
}

/// Channels of a group. Omitted channels stay unchanged.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangePreference {
    group: Group,
    push: Option<bool>,
    mail: Option<bool>,
}

/// Change the channels of a group of notifications
///
/// Returns all groups. Mails about security are always sent.
#[utoipa::path(
    tag = "notifications", operation_id = "notification_change_preference",
    request_body = ChangePreference,
    responses((status = 200, body = Envelope<Vec<Preference>>)),
    security(("bearer" = []))
)]
#[put("/users/notifications/preferences/")]
async fn change_preference(
    app: App,
    user: Registered,
    form: Body<ChangePreference>,
) -> Result<Envelope<Vec<Preference>>> {
    let ChangePreference { group, push, mail } = form.0;
    if group == Group::Security && mail.is_some() {
        return Err(Error::field("mail", "Mails about security are always sent."));
    }
    let change = PreferenceChange { group, push, mail };
    Ok(Envelope::ok(notification::set_preference(&app.db, user.user, change).await?))
}
