//! Offerings: lists, pages, filter features.

use actix_web::{get, web};
use serde::Deserialize;
use store::{
    catalogue::{
        feature::{FEATURES, Feature},
        offering::{self, OfferingCard},
        offering_details::{self, OfferingDetails},
    },
    types::{ids::OfferingId, timestamp::Timestamp},
};
use utoipa::IntoParams;
use utoipa_actix_web::service_config::ServiceConfig;

use super::filter::{ListQuery, window};
use crate::{
    error::{Error, Result},
    http::{
        extract::{App, Query},
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
async fn list_offerings(app: App, query: Query<ListQuery>) -> Result<Page<OfferingCard>> {
    let paging = query.0.paging()?;
    let (offerings, total) = offering::list(&app.db, &query.0.filter()?, window(paging), Timestamp::now()).await?;
    Ok(Page::new(offerings, paging, total))
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

/// Get the page of an offering
#[utoipa::path(
    tag = "catalogue", operation_id = "catalogue_show_offering",
    params(("product_id" = OfferingId, Path), KeyQuery),
    responses((status = 200, body = Envelope<OfferingDetails>))
)]
#[get("/users/product/{product_id}/")]
async fn show_offering(
    app: App,
    id: web::Path<OfferingId>,
    query: Query<KeyQuery>,
) -> Result<Envelope<OfferingDetails>> {
    query.0.check()?;
    Ok(Envelope::ok(offering_details::details(&app.db, id.into_inner(), Timestamp::now()).await?))
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
    id: web::Path<OfferingId>,
    query: Query<KeyQuery>,
) -> Result<Envelope<OfferingDetails>> {
    query.0.check()?;
    Ok(Envelope::ok(offering_details::details(&app.db, id.into_inner(), Timestamp::now()).await?))
}

/// List filter features
#[utoipa::path(
    tag = "catalogue", operation_id = "catalogue_list_features", responses((status = 200, body = Envelope<Vec<Feature>>))
)]
#[get("/users/features/")]
async fn features() -> Envelope<Vec<Feature>> {
    Envelope::ok(FEATURES.to_vec())
}
