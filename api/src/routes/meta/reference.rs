//! Reference data of forms: languages, countries, categories; and favourite categories.

use actix_web::{HttpRequest, HttpResponse, get, put};
use serde::{Deserialize, Serialize};
use store::{
    catalogue::category::{self, CATEGORIES, CategoryView, FAVOURITES_MIN},
    types::{
        country::Country,
        language::{LANGUAGES, Language, LanguageInfo},
    },
};
use utoipa::{
    IntoParams, ToSchema,
    openapi::{Object, ObjectBuilder, schema::Type},
};

use crate::{
    error::{Error, FieldErrors, Result},
    http::{
        extract::{App, Query, StreamingForm, User, lists},
        openapi::ServiceConfig,
        page_cache::constant,
        response::Envelope,
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(languages).service(countries).service(categories).service(favourites).service(save_favourites);
}

/// Language of the names.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LanguageQuery {
    /// A code of the languages list: `US` by default.
    #[param(schema_with = language_code)]
    lang: Option<String>,
}

/// Describes a parameter that takes a language code.
pub(crate) fn language_code() -> Object {
    let codes = LANGUAGES.iter().map(|language| language.code);
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(codes)).build()
}

impl LanguageQuery {
    pub(crate) fn language(&self) -> Result<Language> {
        language(self.lang.as_deref())
    }
}

/// Parses the language of a query.
pub(crate) fn language(code: Option<&str>) -> Result<Language> {
    let mut checks = FieldErrors::default();
    let language = checks.optional("lang", code);
    checks.finish()?;
    Ok(language.unwrap_or(Language::FALLBACK))
}

/// List the languages of the interface
#[utoipa::path(tag = "lists", operation_id = "lists_languages", responses((status = 200, body = Envelope<Vec<LanguageInfo>>)))]
#[get("/admin/languages-list/")]
async fn languages(app: App, request: HttpRequest) -> Result<HttpResponse> {
    constant(&app, &request, || Envelope::ok(LANGUAGES.to_vec())).await
}

#[derive(Serialize, ToSchema)]
pub struct CountryName {
    /// ISO 3166-1 alpha-2.
    #[schema(example = "FR")]
    code: &'static str,
    #[schema(example = "France")]
    name: &'static str,
}

/// List countries
///
/// Sorted by code. Clients sort the names by the rules of their language.
#[utoipa::path(tag = "lists", operation_id = "lists_countries", params(LanguageQuery), responses((status = 200, body = Envelope<Vec<CountryName>>)))]
#[get("/users/countries/")]
async fn countries(app: App, request: HttpRequest, query: Query<LanguageQuery>) -> Result<HttpResponse> {
    let language = query.0.language()?;
    let named = |country: Country| CountryName { code: country.code(), name: country.name(language) };
    constant(&app, &request, || Envelope::ok(Country::all().map(named).collect::<Vec<_>>())).await
}

/// List categories
#[utoipa::path(tag = "lists", operation_id = "lists_categories", params(LanguageQuery), responses((status = 200, body = Envelope<Vec<CategoryView>>)))]
#[get("/users/categories/")]
async fn categories(app: App, request: HttpRequest, query: Query<LanguageQuery>) -> Result<HttpResponse> {
    let language = query.0.language()?;
    let offered = || CATEGORIES.iter().map(|category| category.offered(language)).collect::<Vec<_>>();
    constant(&app, &request, || Envelope::ok(offered())).await
}

/// List your favourite categories
///
/// Returns their keys.
#[utoipa::path(tag = "account", operation_id = "account_favourite_categories", responses((status = 200, body = Envelope<Vec<String>>)), security(("bearer" = [])))]
#[get("/users/favourite-categories/")]
async fn favourites(app: App, user: User) -> Result<Envelope<Vec<String>>> {
    Ok(Envelope::ok(category::favourites(&app.db, user.user).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Favourites {
    /// Keys of at least three categories. In a form the field is repeated for each.
    #[serde(default)]
    #[schema(required, min_items = 3)]
    categories: Vec<String>,
}

/// Set your favourite categories
///
/// At least three. Replaces the current ones.
#[utoipa::path(
    tag = "account", operation_id = "account_save_favourite_categories",
    request_body(content(
        (Favourites = "application/json"),
        (Favourites = "application/x-www-form-urlencoded"),
        (Favourites = "multipart/form-data")
    )),
    responses((status = 200, body = Envelope<Vec<String>>)),
    security(("bearer" = []))
)]
#[put("/users/favourite-categories/")]
async fn save_favourites(app: App, user: User, form: StreamingForm) -> Result<Envelope<Vec<String>>> {
    let form = form.receive::<Favourites>(&app, user.user, &lists(&["categories"])).await?.form;
    let chosen = category::choose(&form.categories, FAVOURITES_MIN).map_err(|says| Error::field("categories", says))?;
    category::save_favourites(&app.db, user.user, &chosen).await?;
    Ok(Envelope::ok(chosen.iter().map(|category| category.key.to_owned()).collect()))
}
