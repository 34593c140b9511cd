//! Profile of the caller's company.

use actix_web::{get, put};
use store::{
    company::Permission,
    storefront::{
        StoreProfileForm,
        profile::{self, StoreProfile},
    },
};

use crate::{
    auth::permission::acting,
    error::Result,
    http::{
        extract::{App, Body, Pro},
        openapi::ServiceConfig,
        response::Envelope,
    },
    routes::business::catalogue::{editor, publish_rules},
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(show_store).service(update_store);
}

/// Get the page of your company
///
/// With everything that you can change.
#[utoipa::path(
    tag = "business", operation_id = "business_show_store", responses((status = 200, body = Envelope<StoreProfile>)), security(("bearer" = []))
)]
#[get("/userprofessional/store/profile/")]
async fn show_store(app: App, user: Pro) -> Result<Envelope<StoreProfile>> {
    let editor = editor(&app, &user, Permission::Store).await?;
    Ok(Envelope::ok(profile::show(&app.db, editor.company).await?))
}

/// Change the page of your company
///
/// Omitted fields stay unchanged. Errors of all fields are reported at once. Only the owner changes what invoices print:
/// name, e-mail, address and country. With a new time zone, dates to come keep their local time.
#[utoipa::path(
    tag = "business", operation_id = "business_update_store", request_body = StoreProfileForm,
    responses((status = 200, body = Envelope<StoreProfile>)), security(("bearer" = []))
)]
#[put("/userprofessional/store/profile/")]
async fn update_store(app: App, user: Pro, form: Body<StoreProfileForm>) -> Result<Envelope<StoreProfile>> {
    let editor = editor(&app, &user, Permission::Store).await?;
    let role = acting(&app, user.user).await?.role;
    let renamed = editor.update_profile(&form.0, role).await?;
    publish_rules(&app, &editor, None);
    if let Some(account) = renamed {
        app.hub.account_changed(account).await?;
    }
    Ok(Envelope::ok(profile::show(&app.db, editor.company).await?))
}
