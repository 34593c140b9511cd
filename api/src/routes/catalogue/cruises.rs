//! Cruises, their cabins and their ports.

use actix_web::{HttpRequest, HttpResponse, get};
use serde::{Deserialize, Serialize};
use store::{
    catalogue::{
        detail::FACILITIES,
        port::{self, Port},
    },
    inventory::cruise::{self, CruiseOffer, PortRole, SailingCabins},
    search::{
        CruiseFilter, Facets, Found, NIGHTS_MAX, PER_PAGE_MAX, Relaxation, SearchHit, SearchQuery, SortOrder, Tab,
        Where,
    },
    types::{
        ids::{CompanyId, OfferingId},
        local_time::TimeZone,
        timestamp::{Date, Timestamp},
    },
};
use utoipa::{IntoParams, ToSchema};

use super::{filter::listed_features, of_market};
use crate::{
    error::{FieldErrors, Result},
    http::{
        extract::{App, OptionalAuth, Query},
        openapi::ServiceConfig,
        page_cache::{Fresh, cached, path_and_query},
        response::Envelope,
    },
    routes::search::request::{SearchFilters, SearchWhen, SearchWho, WHAT_MAX},
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(list_cruises).service(list_cabins).service(departure_ports).service(destination_ports);
}

/// Default cruises of a page.
const PER_PAGE: usize = 24;

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CruiseQuery {
    /// Words: ship, company, region.
    #[param(example = "fjords")]
    q: Option<String>,
    company_id: Option<CompanyId>,
    product_id: Option<OfferingId>,
    /// Keys of features that the company states, separated by commas. All must match.
    filters: Option<String>,
    /// UN/LOCODE of the departure port.
    departure: Option<String>,
    /// UN/LOCODE of the destination port.
    destination: Option<String>,
    /// UN/LOCODE of a port of call.
    call: Option<String>,
    /// First day of a sailing, in the company's time zone.
    date: Option<Date>,
    /// Last day of a sailing. The first by default, at most 30 days after it.
    until: Option<Date>,
    #[param(minimum = 1, maximum = 180)]
    nights_min: Option<i64>,
    #[param(minimum = 1, maximum = 180)]
    nights_max: Option<i64>,
    /// Facilities of the ship, separated by commas. All must match.
    #[param(example = "pool,spa")]
    facilities: Option<String>,
    /// Party. Cruises that are full for it on the days are left out.
    #[param(minimum = 1, maximum = 50)]
    adults: Option<i64>,
    #[param(minimum = 0, maximum = 50)]
    children: Option<i64>,
    /// Minor units of `currency` for one person.
    price_min: Option<i64>,
    price_max: Option<i64>,
    /// ISO 4217 code. `EUR` if absent.
    #[param(example = "EUR")]
    currency: Option<String>,
    #[param(inline)]
    sort: Option<SortOrder>,
    /// `next` of the page before.
    cursor: Option<String>,
    /// 24 by default, at most 50.
    #[param(minimum = 1, maximum = 50)]
    limit: Option<usize>,
}

/// Page of cruises.
#[derive(Serialize, ToSchema)]
pub struct CruiseAnswer {
    cruises: Vec<CruiseOffer>,
    /// Cruises that meet the conditions. With days, before looking at what is free on them.
    total: u64,
    facets: Facets,
    /// Conditions that were given up because nothing met all of them.
    relaxed: Vec<Relaxation>,
    next: Option<String>,
}

impl CruiseQuery {
    fn query(&self, now: Timestamp) -> Result<SearchQuery> {
        let mut checks = FieldErrors::default();
        let what = self.q.clone().unwrap_or_default();
        if what.chars().count() > WHAT_MAX {
            checks.add("q", format!("Enter at most {WHAT_MAX} characters."));
        }
        if self.limit.is_some_and(|limit| !(1..=PER_PAGE_MAX).contains(&limit)) {
            checks.add("limit", "Expected a number from 1 to 50.");
        }
        if self.sort == Some(SortOrder::Distance) {
            checks.add("sort", "Sort cruises by another value than distance.");
        }
        let days = SearchWhen::days(self.date.clone(), self.until.clone());
        let when = days.checked(&mut checks, &TimeZone::utc().date_at(now));
        let who = SearchWho::party(self.adults, self.children).checked(&mut checks);
        let mut filters =
            SearchFilters::priced(self.price_min, self.price_max, self.currency.clone()).checked(&mut checks);
        (filters.company, filters.offering) = (self.company_id, self.product_id);
        filters.features = checks.check("filters", listed_features(self.filters.as_deref())).unwrap_or_default();
        filters.cruise = Some(self.conditions(&mut checks));
        checks.finish()?;
        Ok(SearchQuery {
            what,
            place: Where::default(),
            when,
            who,
            filters,
            tab: Tab::All,
            order: self.sort.unwrap_or_default(),
            time_zone: TimeZone::utc(),
            viewer: None,
            facets: true,
        })
    }

    fn conditions(&self, checks: &mut FieldErrors) -> CruiseFilter {
        let mut known = |field: &str, code: Option<&str>| {
            let code = code.filter(|code| !code.is_empty())?;
            checks.check(field, port::find(code).ok_or("Choose a port from the list."))
        };
        let departure = known("departure", self.departure.as_deref());
        let destination = known("destination", self.destination.as_deref());
        let call = known("call", self.call.as_deref());
        for (field, nights) in [("nights_min", self.nights_min), ("nights_max", self.nights_max)] {
            if nights.is_some_and(|nights| !(1..=NIGHTS_MAX).contains(&nights)) {
                checks.add(field, format!("Enter a number from 1 to {NIGHTS_MAX}."));
            }
        }
        if self.nights_min.zip(self.nights_max).is_some_and(|(least, most)| least > most) {
            checks.add("nights_max", "Enter a number that is not below the least.");
        }
        let facilities = checks.check("facilities", known_facilities(self.facilities.as_deref().unwrap_or_default()));
        CruiseFilter {
            departure,
            destination,
            call,
            nights_min: self.nights_min,
            nights_max: self.nights_max,
            facilities: facilities.unwrap_or_default(),
        }
    }
}

fn known_facilities(keys: &str) -> Result<Vec<&'static str>, &'static str> {
    let keys = keys.split(',').map(str::trim).filter(|key| !key.is_empty());
    let known = |key: &str| FACILITIES.iter().find(|known| **known == key).copied();
    let mut known: Vec<_> = keys.map(|key| known(key).ok_or("There is no such facility.")).collect::<Result<_, _>>()?;
    known.sort_unstable();
    known.dedup();
    Ok(known)
}

/// Search cruises
///
/// If nothing meets all conditions, they are given up in the order `when`, `price`, `words` until something does; `relaxed`
/// names those. Ports, nights and facilities are never given up.
#[utoipa::path(
    tag = "catalogue", operation_id = "catalogue_list_cruises", params(CruiseQuery),
    responses((status = 200, body = Envelope<CruiseAnswer>))
)]
#[get("/users/cruise-products/")]
async fn list_cruises(app: App, _: OptionalAuth, query: Query<CruiseQuery>) -> Result<Envelope<CruiseAnswer>> {
    let now = Timestamp::now();
    let (search, limit) = (query.0.query(now)?, query.0.limit.unwrap_or(PER_PAGE));
    let found = app.search.find(&app.db, &search, query.0.cursor.as_deref(), limit, now).await?;
    let card = |hit| match hit {
        SearchHit::Offering(hit) => Some(hit.offering),
        SearchHit::Company(_) | SearchHit::Reel(_) => None,
    };
    let days = search.when.as_ref().filter(|_| !found.relaxed.contains(&Relaxation::When));
    let days = days.map(|when| (&when.date, &when.until));
    let cruises = cruise::offers(&app.db, found.hits.into_iter().filter_map(card).collect(), days, now).await?;
    let Found { total, facets, relaxed, next, .. } = found;
    Ok(Envelope::ok(CruiseAnswer { cruises, total, facets, relaxed, next }))
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
