//! Cruises, their cabins and their ports.

use actix_web::{HttpRequest, HttpResponse, get};
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

use super::{
    filter::{LISTED, window},
    of_market,
};
use crate::{
    error::{FieldErrors, Result},
    http::{
        extract::{App, OptionalAuth, Query},
        page_cache::{Fresh, cached, path_and_query},
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
async fn list_cruises(
    app: App,
    request: HttpRequest,
    _: OptionalAuth,
    query: Query<CruiseQuery>,
) -> Result<HttpResponse> {
    let paging = Pagination::checked(query.0.page, query.0.per_page, LISTED)?;
    let filter = query.0.filter()?;
    cached(&app, &request, path_and_query(&request), of_market, async |now| {
        let (cruises, total) = cruise::cruises(&app.db, &filter, window(paging), now).await?;
        Ok(Fresh::new(Page::new(cruises, paging, total)).for_this_minute(now))
    })
    .await
}

async fn list_ports(app: &App, request: &HttpRequest, role: PortRole) -> Result<HttpResponse> {
    cached(app, request, path_and_query(request), of_market, async |_| {
        Ok(Fresh::new(Envelope::ok(cruise::ports(&app.db, role).await?)))
    })
    .await
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
async fn departure_ports(app: App, request: HttpRequest, _: OptionalAuth) -> Result<HttpResponse> {
    list_ports(&app, &request, PortRole::Departure).await
}

/// List the destination ports of cruises
#[utoipa::path(
    tag = "catalogue", operation_id = "catalogue_list_destination_ports",
    responses((status = 200, body = Envelope<Vec<Port>>))
)]
#[get("/admin/get-Designatios-ports-list/")]
async fn destination_ports(app: App, request: HttpRequest, _: OptionalAuth) -> Result<HttpResponse> {
    list_ports(&app, &request, PortRole::Destination).await
}
