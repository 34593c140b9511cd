//! Privacy settings of an account.

use actix_web::{get, put};
use serde::Deserialize;
use store::{
    account::privacy::{self, Audience, Privacy},
    types::timestamp::Timestamp,
};
use utoipa::ToSchema;

use crate::{
    error::Result,
    http::{
        extract::{App, Body, Registered},
        openapi::ServiceConfig,
        response::Envelope,
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(privacy_settings).service(update_privacy_settings);
}

/// Get your privacy settings
#[utoipa::path(tag = "account", operation_id = "account_show_privacy", responses((status = 200, body = Envelope<Privacy>)), security(("bearer" = [])))]
#[get("/users/get-privacy-settings/")]
async fn privacy_settings(app: App, user: Registered) -> Result<Envelope<Privacy>> {
    let mut settings = privacy::of(&app.db, &[user.user]).await?;
    Ok(Envelope::ok(settings.remove(&user.user).unwrap_or_default()))
}

/// Settings to change. Omitted settings stay unchanged.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PrivacyChange {
    activity_visibility: Option<Audience>,
    identity_visibility: Option<Audience>,
    identification: Option<Audience>,
    last_seen: Option<Audience>,
    read_receipts: Option<bool>,
    messaging: Option<Audience>,
    friend_invitation: Option<Audience>,
    id_mentions: Option<Audience>,
    location_share: Option<bool>,
    cookies: Option<bool>,
    push_notifications: Option<bool>,
    chat_notifications: Option<bool>,
    email_notifications: Option<bool>,
}

/// Change your privacy settings
///
/// Returns all settings.
#[utoipa::path(
    tag = "account", operation_id = "account_update_privacy",
    request_body = Option<PrivacyChange>,
    responses((status = 200, body = Envelope<Privacy>)),
    security(("bearer" = []))
)]
#[put("/users/update-privacy-settings/")]
async fn update_privacy_settings(app: App, user: Registered, form: Body<PrivacyChange>) -> Result<Envelope<Privacy>> {
    let settings = privacy::change(&app.db, user.user, Timestamp::now(), |settings| form.0.apply(settings)).await?;
    app.hub.account_changed(user.user).await?;
    Ok(Envelope::ok(settings))
}

impl PrivacyChange {
    fn apply(self, settings: &mut Privacy) {
        macro_rules! set {
            ($($name:ident)*) => { $(settings.$name = self.$name.unwrap_or(settings.$name);)* };
        }
        set!(activity_visibility identity_visibility identification last_seen read_receipts messaging friend_invitation
            id_mentions location_share cookies push_notifications chat_notifications email_notifications);
    }
}
