//! Dated occurrences of offerings.

use actix_web::{delete, get, post, web};
use serde::Deserialize;
use store::{
    booking::called_off::{self, CancellationPreview},
    company::Permission,
    offering_management::{
        occurrence::NewOccurrence,
        offering_view::{self, OwnOffering},
    },
    types::ids::{OccurrenceId, OfferingId},
};
use utoipa::ToSchema;

use super::{editor, publish_rules};
use crate::{
    error::Result,
    http::{
        extract::{App, Body, Pro},
        openapi::ServiceConfig,
        response::{Confirmation, Envelope},
    },
    routes::booking::reason,
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(add_occurrences).service(cancel_occurrence).service(preview_cancellation).service(call_off_occurrence);
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OccurrencesForm {
    #[schema(max_items = 200)]
    occurrences: Vec<NewOccurrence>,
}

/// Add dates to an offering
///
/// Adds all of them or none.
#[utoipa::path(
    tag = "business", operation_id = "business_add_occurrences",
    params(("offering_id" = OfferingId, Path)),
    request_body = OccurrencesForm,
    responses((status = 201, body = Envelope<OwnOffering>)),
    security(("bearer" = []))
)]
#[post("/userprofessional/catalogue/offerings/{offering_id}/occurrences/")]
async fn add_occurrences(
    app: App,
    user: Pro,
    id: web::Path<OfferingId>,
    form: Body<OccurrencesForm>,
) -> Result<Envelope<OwnOffering>> {
    let (id, editor) = (id.into_inner(), editor(&app, &user, Permission::Catalogue).await?);
    editor.add_occurrences(id, &form.0.occurrences).await?;
    publish_rules(&app, &editor, Some(id));
    Ok(Envelope::created(offering_view::show(&app.db, editor.company, id, editor.now).await?))
}

/// Cancel a date
///
/// A date with open bookings is a conflict.
#[utoipa::path(
    tag = "business", operation_id = "business_cancel_occurrence",
    params(("occurrence_id" = OccurrenceId, Path)),
    responses((status = 200, body = Confirmation)),
    security(("bearer" = []))
)]
#[delete("/userprofessional/catalogue/occurrences/{occurrence_id}/")]
async fn cancel_occurrence(app: App, user: Pro, id: web::Path<OccurrenceId>) -> Result<Confirmation> {
    let editor = editor(&app, &user, Permission::Catalogue).await?;
    let offering = editor.cancel_occurrence(id.into_inner()).await?;
    publish_rules(&app, &editor, Some(offering));
    Ok(Confirmation::new("Canceled"))
}

/// Get what ends with a date
///
/// Its open bookings, and what was paid here and goes back.
#[utoipa::path(
    tag = "business", operation_id = "business_preview_cancellation",
    params(("occurrence_id" = OccurrenceId, Path)),
    responses((status = 200, body = Envelope<CancellationPreview>)),
    security(("bearer" = []))
)]
#[get("/userprofessional/catalogue/occurrences/{occurrence_id}/cancellation/")]
async fn preview_cancellation(
    app: App,
    user: Pro,
    id: web::Path<OccurrenceId>,
) -> Result<Envelope<CancellationPreview>> {
    let editor = editor(&app, &user, Permission::Catalogue).await?;
    Ok(Envelope::ok(called_off::preview(&app.db, editor.company, id.into_inner()).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CancellationForm {
    /// Reason, shown to the customers.
    #[serde(default)]
    #[schema(max_length = 300)]
    reason: String,
}

/// Call a date off with its bookings
///
/// Nothing of the date is sold from then on. Each open booking is cancelled by the company, its customer is told and gets
/// all of the money back: that goes on after the answer. Returns what ends.
#[utoipa::path(
    tag = "business", operation_id = "business_call_off_occurrence",
    params(("occurrence_id" = OccurrenceId, Path)),
    request_body = CancellationForm,
    responses((status = 200, body = Envelope<CancellationPreview>)),
    security(("bearer" = []))
)]
#[post("/userprofessional/catalogue/occurrences/{occurrence_id}/cancellation/")]
async fn call_off_occurrence(
    app: App,
    user: Pro,
    id: web::Path<OccurrenceId>,
    form: Body<CancellationForm>,
) -> Result<Envelope<CancellationPreview>> {
    let reason = reason(&form.0.reason, "reason")?;
    let (id, editor) = (id.into_inner(), editor(&app, &user, Permission::Catalogue).await?);
    let ending = called_off::preview(&app.db, editor.company, id).await?;
    let offering = editor.call_off_occurrence(id, &reason).await?;
    publish_rules(&app, &editor, Some(offering));
    app.called_off.notify_one();
    Ok(Envelope::ok(ending))
}
