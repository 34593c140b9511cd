//! Places for addresses: search by name and by position.

use actix_web::{get, post, web};
use serde::{Deserialize, Serialize};
use store::types::{country::Country, language::Language};
use utoipa::{IntoParams, ToSchema};

use super::reference::{language, language_code};
use crate::{
    error::{Error, FieldErrors, Result},
    http::{
        extract::{Body, Query},
        openapi::ServiceConfig,
        response::Envelope,
    },
    integrations::gazetteer::{self, Gazetteer},
};

/// Maximum places in a response.
const OFFERED: usize = 8;
/// Maximum characters of a query.
const TYPED: usize = 100;

pub fn routes(api: &mut ServiceConfig) {
    api.service(find_places).service(automatic_address);
}

/// Query for places.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PlaceQuery {
    /// Prefix of a town's name. A region or a country may follow after a comma.
    #[param(example = "lyo")]
    query: String,
    /// Restricts the search to this country, ISO 3166-1 alpha-2.
    country: Option<String>,
    /// Language of the country names: `US` by default.
    #[param(schema_with = language_code)]
    lang: Option<String>,
}

/// A matching town.
#[derive(Serialize, ToSchema)]
pub struct PlaceFound {
    /// Distinguishes the places of one response.
    id: u32,
    #[schema(example = "Lyon, Auvergne-Rhône-Alpes, France")]
    label: String,
    city: String,
    /// Empty if unknown.
    region: String,
    /// ISO 3166-1 alpha-2.
    country: &'static str,
    /// Of the whole town, in order. Empty if unknown: those of France and the United States are known.
    #[schema(example = json!(["69001", "69002"]))]
    postal_codes: Vec<String>,
    latitude: f64,
    longitude: f64,
}

/// Search places
///
/// Returns towns with a thousand inhabitants or more whose name starts with the query, ignoring accents. At most the
/// eight most populous.
#[utoipa::path(tag = "places", operation_id = "places_search", params(PlaceQuery), responses((status = 200, body = Envelope<Vec<PlaceFound>>)))]
#[get("/users/places/")]
async fn find_places(query: Query<PlaceQuery>) -> Result<Envelope<Vec<PlaceFound>>> {
    let PlaceQuery { query: typed, country, lang } = query.0;
    let spoken = language(lang.as_deref())?;
    let mut checks = FieldErrors::default();
    let country = checks.optional::<Country>("country", country.as_deref());
    if typed.chars().count() > TYPED {
        checks.add("query", format!("Enter at most {TYPED} characters."));
    }
    checks.finish()?;
    let found = in_gazetteer(move |places| places.search(&typed, country, OFFERED)).await?;
    Ok(Envelope::ok(found.into_iter().map(|place| PlaceFound::of(place, spoken)).collect()))
}

impl PlaceFound {
    pub(crate) fn of(place: gazetteer::Place, language: Language) -> Self {
        let country = place.country.name(language);
        let parts = [place.name.as_str(), &place.region, country];
        let label = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
        Self {
            id: place.id,
            label,
            city: place.name,
            region: place.region,
            country: place.country.code(),
            postal_codes: place.postal_codes,
            latitude: place.latitude,
            longitude: place.longitude,
        }
    }
}

/// A position in degrees.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// -90 to 90.
    #[schema(example = 45.7485)]
    latitude: f64,
    /// -180 to 180.
    #[schema(example = 4.8467)]
    longitude: f64,
}

/// Address data for a form. Does not include the street.
#[derive(Serialize, ToSchema)]
pub struct AutomaticAddress {
    city: String,
    /// Empty if unknown.
    region: String,
    /// ISO 3166-1 alpha-2.
    country: &'static str,
    /// Of the whole town, in order. Empty if unknown.
    postal_codes: Vec<String>,
    /// Latitude of the requested position.
    latitude: f64,
    longitude: f64,
}

/// Get the address at a position
///
/// Returns the nearest town with a thousand inhabitants or more, or 404 if there is none within 100 km.
#[utoipa::path(tag = "places", operation_id = "places_locate", request_body = Position, responses((status = 200, body = Envelope<AutomaticAddress>)))]
#[post("/users/get-automatic-address/")]
async fn automatic_address(position: Body<Position>) -> Result<Envelope<AutomaticAddress>> {
    let Position { latitude, longitude } = position.0;
    let mut checks = FieldErrors::default();
    for (field, value, most) in [("latitude", latitude, 90.0), ("longitude", longitude, 180.0)] {
        // Also rejects NaN, which is in no range.
        if !(-most..=most).contains(&value) {
            checks.add(field, format!("Enter a number from -{most} to {most}."));
        }
    }
    checks.finish()?;
    let place = in_gazetteer(move |places| places.nearest(latitude, longitude)).await?.ok_or(Error::NotFound)?;
    Ok(Envelope::ok(AutomaticAddress {
        city: place.name,
        region: place.region,
        country: place.country.code(),
        postal_codes: place.postal_codes,
        latitude,
        longitude,
    }))
}

/// Runs outside the worker threads, because the first query unpacks the list.
pub(crate) async fn in_gazetteer<T: Send + 'static>(ask: impl FnOnce(&Gazetteer) -> T + Send + 'static) -> Result<T> {
    web::block(|| gazetteer::gazetteer().map(ask)).await?.map_err(Error::internal)
}
