//! Start page: one request for all sections.

use std::cell::Cell;

use actix_web::{HttpRequest, HttpResponse, Responder as _, get};
use serde::{Deserialize, Serialize};
use store::{
    fulfilment::OrderType,
    home::{self, HomeSection, HomeView},
    types::{country::Country, ids::UserId, position::Position, timestamp::Timestamp},
};
use utoipa::{IntoParams, ToSchema};

use super::meta::places::in_gazetteer;
use crate::{
    error::{FieldErrors, Result},
    http::{
        extract::{App, OptionalAuth, Query},
        openapi::ServiceConfig,
        page_cache::{Fresh, cached, path_and_query},
        response::Envelope,
    },
};

/// Maximum characters of a town.
const TOWN_MAX: usize = 100;

pub fn routes(api: &mut ServiceConfig) {
    api.service(show_home);
}

/// Place of the viewer.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct HomeQuery {
    /// Town that the viewer chose, that of the viewer's address, or the one that the browser's time zone is named after.
    #[param(example = "Lyon")]
    town: Option<String>,
    /// Position of the town, if it is known: with `longitude`, the town is only a label.
    #[param(minimum = -90, maximum = 90)]
    latitude: Option<f64>,
    #[param(minimum = -180, maximum = 180)]
    longitude: Option<f64>,
    /// Country to look for the town in first, ISO 3166-1 alpha-2.
    country: Option<String>,
    /// Only companies that take such orders.
    #[param(inline)]
    order_type: Option<OrderType>,
}

#[derive(Serialize, ToSchema)]
pub struct HomePage {
    /// Null if the town is unknown. Sections of a place are left out then.
    place: Option<HomeTown>,
    /// In the order of the page, without those that are empty.
    sections: Vec<HomeSection>,
    /// Keys of the sections that could not be read.
    failed: Vec<&'static str>,
}

#[derive(Serialize, ToSchema)]
pub struct HomeTown {
    #[schema(example = "Lyon")]
    label: String,
    latitude: f64,
    longitude: f64,
}

/// Get the start page
///
/// Returns the sections for the caller and a town. `live`, `friends_saved` and `followed_news` are about the
/// caller.
#[utoipa::path(
    tag = "home", operation_id = "home_show", params(HomeQuery),
    responses((status = 200, body = Envelope<HomePage>)), security((), ("bearer" = []))
)]
#[get("/users/home/")]
async fn show_home(
    app: App,
    request: HttpRequest,
    caller: OptionalAuth,
    query: Query<HomeQuery>,
) -> Result<HttpResponse> {
    let Some(caller) = caller.0 else { return show_to_visitor(&app, &request, query.0).await };
    let order_type = query.0.order_type;
    let place = query.0.find_town().await?;
    let (page, _) = read(&app, place, Some(caller.user), order_type, Timestamp::now()).await;
    Ok(Envelope::ok(page).respond_to(&request))
}

async fn show_to_visitor(app: &App, request: &HttpRequest, query: HomeQuery) -> Result<HttpResponse> {
    // Found with the aggregates and used for the page.
    let found = Cell::new(None);
    let order_type = query.order_type;
    let depends = async || {
        let place = query.find_town().await?;
        let (on, until) = home::depends(&app.db, view_of(place.as_ref(), None, order_type, Timestamp::now())).await?;
        found.set(Some((place, until)));
        Ok(on)
    };
    cached(app, request, path_and_query(request), depends, async |now| {
        let (place, until) = found.take().unwrap_or_default();
        let (page, is_whole) = read(app, place, None, order_type, now).await;
        // A page without a section that failed is not kept.
        let until = if is_whole { until } else { Some(now) };
        Ok(Fresh::new(Envelope::ok(page)).for_this_minute(now).until(until))
    })
    .await
}

fn view_of(
    place: Option<&HomeTown>,
    viewer: Option<UserId>,
    order_type: Option<OrderType>,
    now: Timestamp,
) -> HomeView {
    let position = place.and_then(|town| Position::new(town.latitude, town.longitude));
    HomeView { viewer, position, order_type, now }
}

/// Reads the page. Returns false with it if a section failed.
async fn read(
    app: &App,
    place: Option<HomeTown>,
    viewer: Option<UserId>,
    order_type: Option<OrderType>,
    now: Timestamp,
) -> (HomePage, bool) {
    let view = view_of(place.as_ref(), viewer, order_type, now);
    let mut page = HomePage { place, sections: Vec::new(), failed: Vec::new() };
    for (key, section) in home::sections(&app.db, view).await {
        match section {
            Ok(section) => page.sections.extend(section),
            Err(error) => {
                tracing::warn!(section = key, %error, "section of the start page failed");
                page.failed.push(key);
            }
        }
    }
    let is_whole = page.failed.is_empty();
    (page, is_whole)
}

impl HomeQuery {
    /// Returns the town at the position that was sent, else finds it in its country, else anywhere: a time zone may be
    /// named after a town of another country.
    async fn find_town(self) -> Result<Option<HomeTown>> {
        let mut checks = FieldErrors::default();
        let country = checks.optional::<Country>("country", self.country.as_deref());
        let town = self.town.unwrap_or_default();
        if town.chars().count() > TOWN_MAX {
            checks.add("town", format!("Enter at most {TOWN_MAX} characters."));
        }
        let position = match (self.latitude, self.longitude) {
            (None, None) => None,
            (latitude, longitude) => {
                let position = latitude.zip(longitude).and_then(|(north, east)| Position::new(north, east));
                if position.is_none() {
                    checks.add("latitude", "Enter a latitude and a longitude.");
                }
                position
            }
        };
        checks.finish()?;
        if town.trim().is_empty() {
            return Ok(None);
        }
        if let Some(Position { latitude, longitude }) = position {
            return Ok(Some(HomeTown { label: town, latitude, longitude }));
        }
        let find = move |places: &crate::integrations::gazetteer::Gazetteer| {
            let within = places.search(&town, country, 1).pop();
            within.or_else(|| places.search(&town, None, 1).pop())
        };
        let found = in_gazetteer(find).await?;
        Ok(found.map(|place| HomeTown { label: place.name, latitude: place.latitude, longitude: place.longitude }))
    }
}
