//! Window of a company for returns.

use actix_web::{get, put};
use serde::{Deserialize, Serialize};
use store::{
    company::Permission,
    order::returns::window::{self, RETURN_DAYS},
};
use utoipa::ToSchema;

use crate::{
    auth::permission::company_for,
    error::{Error, Result},
    http::{
        extract::{App, Body, Pro},
        openapi::ServiceConfig,
        response::Envelope,
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(show_window).service(set_window);
}

/// Window of a company for returns.
#[derive(Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReturnWindow {
    /// Days after the handover in which customers may ask for a return. 0: nothing is taken back.
    #[schema(minimum = 0, maximum = 365)]
    days: i64,
}

/// Get the window of your company for returns
#[utoipa::path(
    tag = "business", operation_id = "business_show_return_window", responses((status = 200, body = Envelope<ReturnWindow>)), security(("bearer" = []))
)]
#[get("/userprofessional/return-window/")]
async fn show_window(app: App, user: Pro) -> Result<Envelope<ReturnWindow>> {
    let company = company_for(&app, user.user, Permission::Store).await?;
    Ok(Envelope::ok(ReturnWindow { days: window::days(&app.db, company).await? }))
}

/// Change the window of your company for returns
///
/// Orders that were handed over before follow it too.
#[utoipa::path(
    tag = "business", operation_id = "business_set_return_window", request_body = ReturnWindow, responses((status = 200, body = Envelope<ReturnWindow>)), security(("bearer" = []))
)]
#[put("/userprofessional/return-window/")]
async fn set_window(app: App, user: Pro, form: Body<ReturnWindow>) -> Result<Envelope<ReturnWindow>> {
    let company = company_for(&app, user.user, Permission::Store).await?;
    if !RETURN_DAYS.contains(&form.0.days) {
        let message = format!("Enter {} to {}.", RETURN_DAYS.start(), RETURN_DAYS.end());
        return Err(Error::field("days", message));
    }
    window::set_days(&app.db, company, form.0.days).await?;
    Ok(Envelope::ok(form.0))
}
