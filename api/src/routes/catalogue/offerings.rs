//! Offerings: lists, pages, filter features.

use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Deserialize;
use store::{
    catalogue::{
        feature::{FEATURES, Feature},
        offering::{self, OfferingCard},
        offering_details::{self, OfferingDetails},
    },
    db::Aggregate,
    types::ids::OfferingId,
};
use utoipa::IntoParams;

use super::{
    filter::{ListQuery, window},
    of_market,
};
use crate::{
    error::{Error, Result},
    http::{
        extract::{App, OptionalAuth, Query},
        openapi::ServiceConfig,
        page_cache::{Fresh, cached, constant, path_and_query},
        response::{Envelope, Page},
    },
};

/// Maximum characters of `key`.
const KEY_MAX: usize = 40;

pub fn routes(api: &mut ServiceConfig) {
    api.service(list_offerings).service(show_offering).service(show_purchase).service(features);
}

/// Search offerings
#[utoipa::path(
    tag = "catalogue", operation_id = "catalogue_list_offerings", params(ListQuery),
    responses((status = 200, body = Page<OfferingCard>))
)]
#[get("/users/offerings/")]
async fn list_offerings(
    app: App,
    request: HttpRequest,
    _: OptionalAuth,
    query: Query<ListQuery>,
) -> Result<HttpResponse> {
    let paging = query.0.paging()?;
    let filter = query.0.filter()?;
    cached(&app, &request, path_and_query(&request), of_market, async |now| {
        let (offerings, total) = offering::list(&app.db, &filter, window(paging), now).await?;
        Ok(Fresh::new(Page::new(offerings, paging, total)).for_this_minute(now))
    })
    .await
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct KeyQuery {
    /// Origin of the visit. Accepted and not used.
    key: Option<String>,
}

impl KeyQuery {
    fn check(&self) -> Result<()> {
        let is_long = self.key.as_ref().is_some_and(|key| key.chars().count() > KEY_MAX);
        if is_long { Err(Error::field("key", format!("Enter at most {KEY_MAX} characters."))) } else { Ok(()) }
    }
}

async fn show(app: &App, request: &HttpRequest, id: OfferingId) -> Result<HttpResponse> {
    let depends = async || {
        let company = offering_details::company(&app.db, id).await?;
        Ok(vec![Aggregate::Company(company), Aggregate::Inventory(company), Aggregate::Market])
    };
    cached(app, request, format!("offering {id}"), depends, async |now| {
        let details = offering_details::details(&app.db, id, now).await?;
        let (until, elsewhere) = (details.changes_at(), details.is_of_one_company().then_some(Aggregate::Market));
        Ok(Fresh::new(Envelope::ok(details)).until(until).without(elsewhere))
    })
    .await
}

/// Get the page of an offering
#[utoipa::path(
    tag = "catalogue", operation_id = "catalogue_show_offering",
    params(("product_id" = OfferingId, Path), KeyQuery),
    responses((status = 200, body = Envelope<OfferingDetails>))
)]
#[get("/users/product/{product_id}/")]
async fn show_offering(
    app: App,
    request: HttpRequest,
    _: OptionalAuth,
    id: web::Path<OfferingId>,
    query: Query<KeyQuery>,
) -> Result<HttpResponse> {
    query.0.check()?;
    show(&app, &request, *id).await
}

/// Get an offering to buy or book
///
/// Same answer as the page of the offering.
#[utoipa::path(
    tag = "catalogue", operation_id = "catalogue_show_purchase",
    params(("product_id" = OfferingId, Path), KeyQuery),
    responses((status = 200, body = Envelope<OfferingDetails>))
)]
#[get("/users/product-purchase/{product_id}/")]
async fn show_purchase(
    app: App,
    request: HttpRequest,
    _: OptionalAuth,
    id: web::Path<OfferingId>,
    query: Query<KeyQuery>,
) -> Result<HttpResponse> {
    query.0.check()?;
    show(&app, &request, *id).await
}

/// List filter features
#[utoipa::path(
    tag = "catalogue", operation_id = "catalogue_list_features", responses((status = 200, body = Envelope<Vec<Feature>>))
)]
#[get("/users/features/")]
async fn features(app: App, request: HttpRequest, _: OptionalAuth) -> Result<HttpResponse> {
    constant(&app, &request, || Envelope::ok(FEATURES.to_vec())).await
}
