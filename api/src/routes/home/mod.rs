//! Start page: one request for all sections.

use actix_web::get;
use serde::{Deserialize, Serialize};
use store::{
    home::{self, HomeSection, HomeView},
    types::{country::Country, position::Position, timestamp::Timestamp},
};
use utoipa::{IntoParams, ToSchema};
use utoipa_actix_web::service_config::ServiceConfig;

use super::meta::places::in_gazetteer;
use crate::{
    error::{FieldErrors, Result},
    http::{
        extract::{App, OptionalAuth, Query},
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
    /// Town of the viewer's address, or the one that the browser's time zone is named after.
    #[param(example = "Lyon")]
    town: Option<String>,
    /// Country to look for the town in first, ISO 3166-1 alpha-2.
    country: Option<String>,
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
async fn show_home(app: App, caller: OptionalAuth, query: Query<HomeQuery>) -> Result<Envelope<HomePage>> {
    let place = query.0.find_town().await?;
    let view = HomeView {
        viewer: caller.0.map(|caller| caller.user),
        position: place.as_ref().and_then(|town| Position::new(town.latitude, town.longitude)),
        now: Timestamp::now(),
    };
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
    Ok(Envelope::ok(page))
}

impl HomeQuery {
    /// Finds the town in its country, else anywhere: a time zone may be named after a town of another country.
    async fn find_town(self) -> Result<Option<HomeTown>> {
        let mut checks = FieldErrors::default();
        let country = checks.optional::<Country>("country", self.country.as_deref());
        let town = self.town.unwrap_or_default();
        if town.chars().count() > TOWN_MAX {
            checks.add("town", format!("Enter at most {TOWN_MAX} characters."));
        }
        checks.finish()?;
        if town.trim().is_empty() {
            return Ok(None);
        }
        let find = move |places: &crate::integrations::gazetteer::Gazetteer| {
            let within = places.search(&town, country, 1).pop();
            within.or_else(|| places.search(&town, None, 1).pop())
        };
        let found = in_gazetteer(find).await?;
        Ok(found.map(|place| HomeTown { label: place.name, latitude: place.latitude, longitude: place.longitude }))
    }
}
