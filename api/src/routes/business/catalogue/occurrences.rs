//! Dated occurrences of offerings.

use actix_web::{delete, post, web};
use serde::Deserialize;
use store::{
    company::Permission,
    offering_management::{
        occurrence::NewOccurrence,
        offering_view::{self, OwnOffering},
    },
    types::ids::{OccurrenceId, OfferingId},
};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use super::{editor, publish_rules};
use crate::{
    error::Result,
    http::{
        extract::{App, Body, Pro},
        response::{Confirmation, Envelope},
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(add_occurrences).service(cancel_occurrence);
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
