//! Times and prices by date of offerings.

use actix_web::{put, web};
use serde::Deserialize;
use store::{
    company::Permission,
    offering_management::{
        night_rate::NightRateForm,
        offering_view::{self, OwnOffering},
        schedule::{Schedule, ScheduleOwner},
    },
    types::ids::OfferingId,
};
use utoipa::ToSchema;

use super::{editor, publish_rules};
use crate::{
    error::Result,
    http::{
        extract::{App, Body, Pro},
        openapi::ServiceConfig,
        response::Envelope,
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(set_schedule).service(set_night_rates);
}

/// Change the times of an offering
///
/// Replaces weekly times and dates. Without weekly times, your opening hours apply.
#[utoipa::path(
    tag = "business", operation_id = "business_set_offering_schedule",
    params(("offering_id" = OfferingId, Path)),
    request_body = Schedule,
    responses((status = 200, body = Envelope<OwnOffering>)),
    security(("bearer" = []))
)]
#[put("/userprofessional/catalogue/offerings/{offering_id}/schedule/")]
async fn set_schedule(
    app: App,
    user: Pro,
    id: web::Path<OfferingId>,
    form: Body<Schedule>,
) -> Result<Envelope<OwnOffering>> {
    let (id, editor) = (id.into_inner(), editor(&app, &user, Permission::Catalogue).await?);
    editor.set_schedule(ScheduleOwner::Offering(id), &form.0).await?;
    publish_rules(&app, &editor, Some(id));
    Ok(Envelope::ok(offering_view::show(&app.db, editor.company, id, editor.now).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NightRatesForm {
    /// At most 400 with nights to come. Those that are over are dropped.
    rates: Vec<NightRateForm>,
}

/// Change the prices of nights
///
/// Replaces the prices by date of a room type. Of two that apply, the last one wins.
#[utoipa::path(
    tag = "business", operation_id = "business_set_night_rates",
    params(("offering_id" = OfferingId, Path)),
    request_body = NightRatesForm,
    responses((status = 200, body = Envelope<OwnOffering>)),
    security(("bearer" = []))
)]
#[put("/userprofessional/catalogue/offerings/{offering_id}/night-rates/")]
async fn set_night_rates(
    app: App,
    user: Pro,
    id: web::Path<OfferingId>,
    form: Body<NightRatesForm>,
) -> Result<Envelope<OwnOffering>> {
    let (id, editor) = (id.into_inner(), editor(&app, &user, Permission::Catalogue).await?);
    editor.set_night_rates(id, &form.0.rates).await?;
    publish_rules(&app, &editor, Some(id));
    Ok(Envelope::ok(offering_view::show(&app.db, editor.company, id, editor.now).await?))
}
