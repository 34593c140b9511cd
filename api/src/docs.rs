//! The API, described: the OpenAPI document that the handlers' annotations add up to, and a page of it for people.

mod live;
mod page;

use actix_web::{App, HttpResponse, http::header};
use utoipa::{
    Modify, OpenApi,
    openapi::{
        Content, PathItem, Ref, RefOr, ResponseBuilder,
        path::Operation,
        security::{Http, HttpAuthScheme, SecurityScheme},
    },
};
use utoipa_actix_web::{AppExt as _, scope};

use crate::{
    error::{Failure, Result},
    routes,
};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Plaza",
        description = "Every answer is an envelope: `{status: true, statusCode, message, data, …}`, or on failure \
            `{status: false, statusCode, message, code, errors?}` with a stable `code`. Every path answers with and without \
            its trailing slash. A body may be JSON, a urlencoded form or a multipart form. Times are RFC 3339 in UTC; ids \
            are integers below 2^53.",
        license(name = "MIT")
    ),
    components(schemas(Failure)),
    modifiers(&Bearer)
)]
struct Api;

struct Bearer;

impl Modify for Bearer {
    fn modify(&self, api: &mut utoipa::openapi::OpenApi) {
        let components = api.components.get_or_insert_default();
        components.add_security_scheme("bearer", SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)));
    }
}

/// The document, made of the routes themselves.
pub fn document() -> utoipa::openapi::OpenApi {
    let (_, mut api) = App::new()
        .into_utoipa_app()
        .openapi(Api::openapi())
        .service(scope::scope("/api/v1").configure(routes::v1))
        .split_for_parts();
    for item in api.paths.paths.values_mut() {
        operations(item).for_each(complete);
    }
    api
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut item.get, &mut item.post, &mut item.put, &mut item.patch, &mut item.delete].into_iter().flatten()
}

/// What is the same for every operation, and so is not written at each.
fn complete(operation: &mut Operation) {
    if let Some(RefOr::T(body)) = &mut operation.request_body
        && let Some(json) = body.content.get("application/json").cloned()
    {
        for kind in ["application/x-www-form-urlencoded", "multipart/form-data"] {
            body.content.insert(kind.to_owned(), json.clone());
        }
    }
    let failure = Content::new(Some(Ref::from_schema_name("Failure")));
    let refused = ResponseBuilder::new().description("Refused").content("application/json", failure).build();
    operation.responses.responses.insert("default".to_owned(), refused.into());
}

/// The document as it is served and committed.
pub fn document_json() -> serde_json::Result<String> {
    document().to_pretty_json().map(|json| json + "\n")
}

/// `GET /api/v1/openapi.json`
pub async fn show_document() -> Result<HttpResponse> {
    let json = document_json().map_err(crate::error::Error::internal)?;
    Ok(HttpResponse::Ok()
        .content_type("application/json")
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .body(json))
}

/// `GET /api/docs`
pub async fn show_page() -> Result<HttpResponse> {
    let document = serde_json::to_value(document()).map_err(crate::error::Error::internal)?;
    Ok(HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .body(page::page(&document)))
}

/// `GET /api/docs/live`
pub async fn show_live_page() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .body(live::page(hub::wire::DOCUMENT))
}

/// The methods that the described API answers to at a path: empty when there is no such path.
pub fn methods_at(path: &str) -> Vec<String> {
    let matches = |pattern: &str| {
        let (mut wanted, mut given) = (pattern.split('/'), path.split('/'));
        loop {
            match (wanted.next(), given.next()) {
                (None, None) => return true,
                (Some(wanted), Some(given)) if wanted == given || (wanted.starts_with('{') && !given.is_empty()) => {}
                _ => return false,
            }
        }
    };
    static PATHS: std::sync::LazyLock<Vec<(String, Vec<String>)>> = std::sync::LazyLock::new(|| {
        let mut document = document();
        let methods = |item: &mut PathItem| {
            let named = [
                ("GET", item.get.is_some()),
                ("POST", item.post.is_some()),
                ("PUT", item.put.is_some()),
                ("PATCH", item.patch.is_some()),
                ("DELETE", item.delete.is_some()),
            ];
            named.into_iter().filter(|(_, there)| *there).map(|(name, _)| name.to_owned()).collect()
        };
        document.paths.paths.iter_mut().map(|(path, item)| (path.clone(), methods(item))).collect()
    });
    PATHS.iter().filter(|(pattern, _)| matches(pattern)).flat_map(|(_, methods)| methods.clone()).collect()
}
