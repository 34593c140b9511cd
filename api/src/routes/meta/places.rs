//! Places for addresses: what somebody begins to type, and where somebody is.

use actix_web::{get, post, web};
use serde::{Deserialize, Serialize};
use store::types::{country::Country, language::Language};
use utoipa::{IntoParams, ToSchema};
use utoipa_actix_web::service_config::ServiceConfig;

use super::reference::{language, language_code};
use crate::{
    error::{Error, FieldErrors, Result},
    http::{
        extract::{Body, Query},
        response::Envelope,
    },
    integrations::gazetteer::{self, Gazetteer},
};

/// Places offered at most.
const OFFERED: usize = 8;
/// Characters of a search at most.
const TYPED: usize = 100;

pub fn routes(api: &mut ServiceConfig) {
    api.service(find_places).service(automatic_address);
}

/// What is typed.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct PlaceQuery {
    /// The beginning of a town's name; a region or a country may follow after a comma.
    #[param(example = "lyo")]
    query: String,
    /// Only places of this country, ISO 3166-1 alpha-2.
    country: Option<String>,
    /// The language of the countries' names: `US` unless given.
    #[param(schema_with = language_code)]
    lang: Option<String>,
}

/// A town that may be meant.
#[derive(Serialize, ToSchema)]
pub struct PlaceFound {
    /// Good for telling the places of one answer apart.
    id: u32,
    #[schema(example = "Lyon, Auvergne-Rhône-Alpes, France")]
    label: String,
    city: String,
    /// Empty where none is known.
    region: String,
    /// ISO 3166-1 alpha-2.
    country: &'static str,
    latitude: f64,
    longitude: f64,
}

/// Find a place
///
/// Towns with a thousand inhabitants or more whose name begins with what was typed, with or without accents; the most
/// populous eight.
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
    fn of(place: gazetteer::Place, language: Language) -> Self {
        let country = place.country.name(language);
        let parts = [place.name.as_str(), &place.region, country];
        let label = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
        Self {
            id: place.id,
            label,
            city: place.name,
            region: place.region,
            country: place.country.code(),
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

/// What an address form can be filled with. Streets and postal codes are not known.
#[derive(Serialize, ToSchema)]
pub struct AutomaticAddress {
    city: String,
    /// Empty where none is known.
    region: String,
    /// ISO 3166-1 alpha-2.
    country: &'static str,
    /// Of the position that was asked for.
    latitude: f64,
    longitude: f64,
}

/// The address at a position
///
/// The nearest town with a thousand inhabitants or more; 404 where there is none within 100 km.
#[utoipa::path(tag = "places", operation_id = "places_locate", request_body = Position, responses((status = 200, body = Envelope<AutomaticAddress>)))]
#[post("/users/get-automatic-address/")]
async fn automatic_address(position: Body<Position>) -> Result<Envelope<AutomaticAddress>> {
    let Position { latitude, longitude } = position.0;
    let mut checks = FieldErrors::default();
    for (field, value, most) in [("latitude", latitude, 90.0), ("longitude", longitude, 180.0)] {
        // Neither is NaN within a range.
        if !(-most..=most).contains(&value) {
            checks.add(field, format!("Enter a number from -{most} to {most}."));
        }
    }
    checks.finish()?;
    let place = in_gazetteer(move |places| places.nearest(latitude, longitude)).await?.ok_or(Error::NotFound)?;
    let country = place.country.code();
    Ok(Envelope::ok(AutomaticAddress { city: place.name, region: place.region, country, latitude, longitude }))
}

/// Off the threads that serve: the first question unpacks the list.
async fn in_gazetteer<T: Send + 'static>(ask: impl FnOnce(&Gazetteer) -> T + Send + 'static) -> Result<T> {
    web::block(|| gazetteer::gazetteer().map(ask)).await?.map_err(Error::internal)
}
