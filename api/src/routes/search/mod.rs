//! Search of companies, offerings, reels and people; suggestions; companies near a position. Open to visitors.

pub(crate) mod request;

use actix_web::{HttpRequest, HttpResponse, Responder as _, get, post};
use hub::Principal;
use serde::{Deserialize, Serialize};
use store::{
    account::AccountKind,
    db::Aggregate,
    reel::Reel,
    search::{Found, SearchError, SearchHit, SearchQuery, SortOrder, Suggestions, Tab},
    social::{self, PeopleCursor, PeoplePage, Person},
    types::timestamp::Timestamp,
};
use utoipa::{IntoParams, ToSchema};

use self::request::{NearbyRequest, SearchRequest, SearchTab, WHAT_MAX};
use crate::{
    app_state::AppState,
    error::{Error, FieldErrors, Result},
    http::{
        extract::{App, Body, ClientInfo, OptionalAuth, Query},
        openapi::ServiceConfig,
        page_cache::{Fresh, cached},
        rate_limit::RateLimitKey,
        response::Envelope,
    },
    routes::{
        catalogue::filter::checked_position,
        meta::{
            places::{PlaceFound, in_gazetteer},
            reference::{language, language_code},
        },
    },
};

/// Default results of a page.
const PER_PAGE: usize = 20;
/// Companies near a position in one page.
const NEARBY: usize = 50;
/// People beside the results of all tabs, and in a page of their own tab.
const PEOPLE: i64 = 4;
const PEOPLE_PAGE: i64 = 20;
/// Reels beside the results of all tabs.
const REELS: usize = 8;
/// Towns among the suggestions.
const TOWNS: usize = 4;

pub fn routes(api: &mut ServiceConfig) {
    api.service(search).service(nearby).service(suggest);
}

/// Answer of a search.
#[derive(Serialize, ToSchema)]
pub struct SearchAnswer {
    #[serde(flatten)]
    found: Found,
    /// People whose names match: some on the tab of everything, a page on their own. Empty for visitors and guests.
    people: Vec<Person>,
    /// Reels that match, beside the first results of all tabs. On their own tab they are among the hits.
    reels: Vec<Reel>,
}

impl From<SearchError> for Error {
    fn from(cause: SearchError) -> Self {
        match cause {
            SearchError::Cursor => Self::field("cursor", "This page belongs to another search. Start again."),
            SearchError::Preparing => Self::SearchPreparing,
            SearchError::Store(cause) => cause.into(),
        }
    }
}

/// Search everything
///
/// Companies and offerings that match, or reels on their tab, with what can be booked of them for the day and the party. If nothing meets all
/// conditions, they are given up in the order `when`, `open_now`, `features`, `price`, `distance`, `words` until something
/// does; `relaxed` names those. A day, a party, an opening and features that the words name count as conditions.
#[utoipa::path(
    tag = "search", operation_id = "search_find", request_body = SearchRequest,
    responses((status = 200, body = Envelope<SearchAnswer>))
)]
#[post("/users/search-tab/")]
async fn search(
    app: App,
    request: HttpRequest,
    caller: OptionalAuth,
    device: ClientInfo,
    body: Body<SearchRequest>,
) -> Result<HttpResponse> {
    let now = Timestamp::now();
    let Some(caller) = caller.0 else { return search_of_visitor(&app, &request, &device, &body.0).await };
    app.limits.check(RateLimitKey::Searches(device.address), now)?;
    let query = body.0.query(Some(caller.user), now).await?;
    if body.0.tab == SearchTab::People {
        return Ok(Envelope::ok(people_page(&app, Some(caller), &body.0).await?).respond_to(&request));
    }
    let mut answer = find(&app, &body.0, &query, now).await?;
    if body.0.is_first() && caller.kind != AccountKind::Guest {
        answer.people = social::find_after(&app.db, caller.user, &query.what, None, PEOPLE).await?.people;
    }
    Ok(Envelope::ok(answer).respond_to(&request))
}

/// Answers from memory: visitors who ask the same see the same. The limit counts what has to be searched for.
async fn search_of_visitor(
    app: &App,
    request: &HttpRequest,
    device: &ClientInfo,
    form: &SearchRequest,
) -> Result<HttpResponse> {
    let key = format!("{} {form:?}", request.path());
    cached(
        app,
        request,
        key,
        async || Ok(vec![Aggregate::Market]),
        async |now| {
            app.limits.check(RateLimitKey::Searches(device.address), now)?;
            let query = form.query(None, now).await?;
            if form.tab == SearchTab::People {
                return Ok(Fresh::new(Envelope::ok(people_page(app, None, form).await?)));
            }
            // Before the search, so that a change of the index meanwhile counts.
            let (index, state) = (app.search.clone(), app.search.state());
            let mut answer = find(app, form, &query, now).await?;
            let dependencies = answer.found.dependencies.take();
            let until = dependencies.is_none().then_some(now);
            let fresh = Fresh::new(Envelope::ok(answer)).for_this_minute(now).until(until);
            Ok(fresh.and(dependencies.unwrap_or_default()).valid_while(move || index.state() == state))
        },
    )
    .await
}

/// Finds companies, offerings and reels.
async fn find(app: &AppState, form: &SearchRequest, query: &SearchQuery, now: Timestamp) -> Result<SearchAnswer> {
    let limit = form.limit.unwrap_or(PER_PAGE);
    let mut found = app.search.find(&app.db, query, form.cursor.as_deref(), limit, now).await?;
    let reels = if form.is_first() { find_reels(app, query, &mut found, now).await? } else { Vec::new() };
    Ok(SearchAnswer { found, people: Vec::new(), reels })
}

/// Returns the best reels of a query, and adds what they depend on to its results. None if its conditions had to be given
/// up.
async fn find_reels(app: &AppState, query: &SearchQuery, beside: &mut Found, now: Timestamp) -> Result<Vec<Reel>> {
    let query = SearchQuery { tab: Tab::Reels, order: SortOrder::Relevance, facets: false, ..query.clone() };
    let found = app.search.find(&app.db, &query, None, REELS, now).await?;
    beside.dependencies = beside.dependencies.take().zip(found.dependencies).map(|(mut all, further)| {
        all.extend(further);
        all
    });
    let reel = |hit| match hit {
        SearchHit::Reel(hit) => Some(hit.reel),
        SearchHit::Company(_) | SearchHit::Offering(_) => None,
    };
    Ok(found.hits.into_iter().filter(|_| found.relaxed.is_empty()).filter_map(reel).collect())
}

/// Returns a page of people. Visitors and guests find none.
async fn people_page(app: &AppState, caller: Option<Principal>, request: &SearchRequest) -> Result<SearchAnswer> {
    let query = request.what.as_deref().unwrap_or_default();
    let viewer = caller.filter(|caller| caller.kind != AccountKind::Guest).map(|caller| caller.user);
    let cursor = match (request.cursor.as_deref(), viewer) {
        (None, _) => None,
        (Some(text), Some(viewer)) => Some(PeopleCursor::decode(text, viewer, query).ok_or(SearchError::Cursor)?),
        (Some(_), None) => return Err(SearchError::Cursor.into()),
    };
    let PeoplePage { people, total, next } = match viewer {
        Some(viewer) => social::find_after(&app.db, viewer, query, cursor.as_ref(), PEOPLE_PAGE).await?,
        None => PeoplePage::default(),
    };
    let found = Found { total: total.unsigned_abs(), next, ..Found::default() };
    Ok(SearchAnswer { found, people, reels: Vec::new() })
}

/// List companies near a position
///
/// Nearest first, with what can be booked of them.
#[utoipa::path(
    tag = "search", operation_id = "search_nearby", request_body = NearbyRequest,
    responses((status = 200, body = Envelope<Found>))
)]
#[post("/users/api/nearby-details/")]
async fn nearby(app: App, _: OptionalAuth, device: ClientInfo, body: Body<NearbyRequest>) -> Result<Envelope<Found>> {
    let now = Timestamp::now();
    app.limits.check(RateLimitKey::Searches(device.address), now)?;
    let query = body.0.query()?;
    Ok(Envelope::ok(app.search.find(&app.db, &query, body.0.cursor(), NEARBY, now).await?))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct SuggestionQuery {
    /// Beginning of a query.
    #[param(example = "piz")]
    q: String,
    /// -90 to 90. Sent together with `longitude`; near suggestions come first.
    latitude: Option<f64>,
    /// -180 to 180.
    longitude: Option<f64>,
    /// Language of categories and countries: `US` by default.
    #[param(schema_with = language_code)]
    lang: Option<String>,
}

/// Suggestions of each kind, at most 6.
#[derive(Serialize, ToSchema)]
pub struct SuggestionAnswer {
    #[serde(flatten)]
    suggestions: Suggestions,
    towns: Vec<PlaceFound>,
}

/// Suggest searches while typing
#[utoipa::path(
    tag = "search", operation_id = "search_suggest", params(SuggestionQuery),
    responses((status = 200, body = Envelope<SuggestionAnswer>))
)]
#[get("/users/search-suggestions/")]
async fn suggest(
    app: App,
    _: OptionalAuth,
    device: ClientInfo,
    query: Query<SuggestionQuery>,
) -> Result<Envelope<SuggestionAnswer>> {
    let now = Timestamp::now();
    app.limits.check(RateLimitKey::Searches(device.address), now)?;
    let SuggestionQuery { q, latitude, longitude, lang } = query.0;
    let language = language(lang.as_deref())?;
    let mut checks = FieldErrors::default();
    if q.chars().count() > WHAT_MAX {
        checks.add("q", format!("Enter at most {WHAT_MAX} characters."));
    }
    if latitude.is_none() && longitude.is_some() {
        checks.add("latitude", "Send latitude and longitude together.");
    }
    let position = checked_position(&mut checks, latitude, longitude);
    checks.finish()?;
    let suggestions = app.search.suggest(&app.db, &q, position, language, now).await?;
    let is_named = q.trim().chars().count() > 1;
    let towns = match is_named {
        true => in_gazetteer(move |places| places.search(&q, None, TOWNS)).await?,
        false => Vec::new(),
    };
    let towns = towns.into_iter().map(|town| PlaceFound::of(town, language)).collect();
    Ok(Envelope::ok(SuggestionAnswer { suggestions, towns }))
}
