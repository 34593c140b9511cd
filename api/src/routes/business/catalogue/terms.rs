//! Facts that the forms of the catalogue need.

use actix_web::get;
use store::{
    catalogue::port::{self, Port},
    company::Permission,
    offering_management::{self, CatalogueTerms},
};

use super::editor;
use crate::{
    error::Result,
    http::{
        extract::{App, Pro},
        openapi::ServiceConfig,
        response::Envelope,
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(show_terms).service(list_ports);
}

/// Get the currency, time zone and categories of your company
#[utoipa::path(
    tag = "business", operation_id = "business_show_catalogue_terms", responses((status = 200, body = Envelope<CatalogueTerms>)), security(("bearer" = []))
)]
#[get("/userprofessional/catalogue/terms/")]
async fn show_terms(app: App, user: Pro) -> Result<Envelope<CatalogueTerms>> {
    let editor = editor(&app, &user, Permission::Orders).await?;
    Ok(Envelope::ok(offering_management::terms(&app.db, editor.company).await?))
}

/// List all ports where cruises may start, call or end
///
/// Sorted by name.
#[utoipa::path(
    tag = "business", operation_id = "business_list_ports", responses((status = 200, body = Envelope<Vec<Port>>)), security(("bearer" = []))
)]
#[get("/userprofessional/catalogue/ports/")]
async fn list_ports(app: App, user: Pro) -> Result<Envelope<Vec<Port>>> {
    editor(&app, &user, Permission::Orders).await?;
    Ok(Envelope::ok(port::all().to_vec()))
}
