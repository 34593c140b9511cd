//! Cruises, their cabins and their ports.

use actix_web::get;
use serde::Deserialize;
use store::{
    catalogue::port::{self, Port},
    inventory::cruise::{self, CruiseFilter, CruiseOffer, PortRole, SailingCabins},
    types::{
        ids::{CompanyId, OfferingId},
        timestamp::{Date, Timestamp},
    },
};
use utoipa::IntoParams;
use utoipa_actix_web::service_config::ServiceConfig;

use super::filter::{LISTED, window};
use crate::{
    error::{FieldErrors, Result},
    http::{
        extract::{App, OptionalAuth, Query},
        response::{Envelope, Page, Pagination},
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(list_cruises).service(list_cabins).service(departure_ports).service(destination_ports);
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CruiseQuery {
    company_id: Option<CompanyId>,
    product_id: Option<OfferingId>,
    /// UN/LOCODE of the departure port.
    departure: Option<String>,
    /// UN/LOCODE of the destination port.
    destination: Option<String>,
    /// Date of a sailing, in the company's time zone.
    date: Option<Date>,
    /// Starts at 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

impl CruiseQuery {
    fn filter(self) -> Result<CruiseFilter> {
        let mut checks = FieldErrors::default();
        let mut known = |field: &str, code: Option<&str>| {
            let code = code.filter(|code| !code.is_empty())?;
            checks.check(field, port::find(code).ok_or("Choose a port from the list."))
        };
        let departure = known("departure", self.departure.as_deref());
        let destination = known("destination", self.destination.as_deref());
        checks.finish()?;
        let Self { company_id: company, product_id: offering, date, .. } = self;
        Ok(CruiseFilter { company, offering, departure, destination, date })
    }
}

/// Search cruises
#[utoipa::path(
    tag = "catalogue", operation_id = "catalogue_list_cruises", params(CruiseQuery),
    responses((status = 200, body = Page<CruiseOffer>))
)]
#[get("/users/cruise-products/")]
async fn list_cruises(app: App, _: OptionalAuth, query: Query<CruiseQuery>) -> Result<Page<CruiseOffer>> {
    let paging = Pagination::checked(query.0.page, query.0.per_page, LISTED)?;
    let (cruises, total) = cruise::cruises(&app.db, &query.0.filter()?, window(paging), Timestamp::now()).await?;
    Ok(Page::new(cruises, paging, total))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CabinQuery {
    product_id: OfferingId,
}

/// List the cabins of a cruise by sailing
///
/// The next 60 sailings.
#[utoipa::path(
    tag = "catalogue", operation_id = "catalogue_list_cabins", params(CabinQuery),
    responses((status = 200, body = Envelope<Vec<SailingCabins>>))
)]
#[get("/users/cruise-rooms/")]
async fn list_cabins(app: App, _: OptionalAuth, query: Query<CabinQuery>) -> Result<Envelope<Vec<SailingCabins>>> {
    Ok(Envelope::ok(cruise::cabins(&app.db, query.0.product_id, Timestamp::now()).await?))
}

/// List the departure ports of cruises
#[utoipa::path(
    tag = "catalogue", operation_id = "catalogue_list_departure_ports",
    responses((status = 200, body = Envelope<Vec<Port>>))
)]
#[get("/admin/get-ports-list/")]
async fn departure_ports(app: App, _: OptionalAuth) -> Result<Envelope<Vec<Port>>> {
    Ok(Envelope::ok(cruise::ports(&app.db, PortRole::Departure).await?))
}

/// List the destination ports of cruises
#[utoipa::path(
    tag = "catalogue", operation_id = "catalogue_list_destination_ports",
    responses((status = 200, body = Envelope<Vec<Port>>))
)]
#[get("/admin/get-Designatios-ports-list/")]
async fn destination_ports(app: App, _: OptionalAuth) -> Result<Envelope<Vec<Port>>> {
    Ok(Envelope::ok(cruise::ports(&app.db, PortRole::Destination).await?))
}
