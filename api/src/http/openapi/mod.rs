//! OpenAPI document from the handlers' annotations, and its HTML page.

mod forms;
mod live;
mod page;
mod service_config;

use std::sync::LazyLock;

pub use self::service_config::ServiceConfig;
use self::{forms::Schemas, service_config::Description};
use crate::{
    error::{Error, ErrorBody, Result},
    routes,
};
use actix_web::{HttpResponse, http::header, web};
use utoipa::{
    Modify, OpenApi,
    openapi::{
        Content, PathItem, Ref, RefOr, ResponseBuilder,
        path::Operation,
        security::{Http, HttpAuthScheme, SecurityScheme},
    },
};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Plaza",
        description = "Every answer is an envelope: `{status: true, statusCode, message, data, …}`, or on failure \
            `{status: false, statusCode, message, code, errors?}` with a stable `code`. Every path answers with and without \
            its trailing slash. A body may be JSON, and a urlencoded or \
            multipart form where the operation offers these: a form carries no nested values. Times are RFC 3339 in UTC; ids \
            are integers below 2^53.",
        license(name = "MIT")
    ),
    components(schemas(ErrorBody)),
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

/// Path below which [`routes::v1`] is served.
pub const PREFIX: &str = "/api/v1";

/// Returns the document generated from the routes.
pub fn document() -> utoipa::openapi::OpenApi {
    let mut description = Description::default();
    let _ = web::scope("").configure(|config| routes::v1(&mut ServiceConfig::describing(config, &mut description)));
    let mut api = Api::openapi();
    let mut schemas = api.components.take().unwrap_or_default();
    schemas.schemas.extend(description.schemas);
    for (path, item) in description.paths.paths {
        api.paths.paths.insert(format!("{PREFIX}{path}"), item);
    }
    for operation in api.paths.paths.values_mut().flat_map(operations) {
        complete(operation, &schemas.schemas);
        if let Some(RefOr::T(body)) = &operation.request_body {
            forms::require_texts(body, &mut schemas.schemas);
        }
    }
    api.components = Some(schemas);
    api
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [&mut item.get, &mut item.post, &mut item.put, &mut item.patch, &mut item.delete].into_iter().flatten()
}

/// Adds the parts common to all operations.
fn complete(operation: &mut Operation, schemas: &Schemas) {
    if let Some(RefOr::T(body)) = &mut operation.request_body {
        forms::complete(body, schemas);
    }
    let failure = Content::new(Some(Ref::from_schema_name("ErrorBody")));
    let refused = ResponseBuilder::new().description("Refused").content("application/json", failure).build();
    operation.responses.responses.insert("default".to_owned(), refused.into());
}

/// Returns the document as it is served and committed.
pub fn document_json() -> serde_json::Result<String> {
    document().to_pretty_json().map(|json| json + "\n")
}

/// `GET /api/v1/openapi.json`
pub async fn show_document() -> Result<HttpResponse> {
    let json = document_json().map_err(Error::internal)?;
    Ok(HttpResponse::Ok()
        .content_type("application/json")
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .body(json))
}

/// `GET /api/docs`
pub async fn show_page() -> Result<HttpResponse> {
    let document = serde_json::to_value(document()).map_err(Error::internal)?;
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
        .body(live::page(hub::protocol::DOCUMENT))
}

/// Returns the error for a request without a route: 405 with the allowed methods if the path exists.
pub fn unrouted(path: &str) -> Error {
    let methods = methods_at(path);
    if methods.is_empty() { Error::NotFound } else { Error::MethodNotAllowed(methods) }
}

/// Returns the methods that the described API supports at a path; none if no such path exists. Parameters are ids, so a
/// template never matches the path of another operation, even where actix-web would route it.
fn methods_at(path: &str) -> Vec<String> {
    let path = format!("{}/", path.trim_end_matches('/'));
    let matches = |pattern: &str| {
        let (wanted, given) = (pattern.split('/'), path.split('/'));
        let fits = |(wanted, given): (&str, &str)| match wanted.starts_with('{') {
            true => given.parse::<i64>().is_ok(),
            false => wanted == given,
        };
        wanted.clone().count() == given.clone().count() && wanted.zip(given).all(fits)
    };
    static PATHS: LazyLock<Vec<(String, Vec<String>)>> = LazyLock::new(|| {
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Areas used as prefixes of operation names.
    const AREAS: &[&str] = &[
        "account",
        "advertisements",
        "app",
        "auth",
        "booking",
        "business",
        "catalogue",
        "chat",
        "favourites",
        "group",
        "home",
        "lists",
        "media",
        "notification",
        "orders",
        "people",
        "places",
        "policies",
        "push",
        "reels",
        "reports",
        "search",
        "sockets",
        "support",
    ];

    fn well_formed(name: &str, is_letter: fn(&char) -> bool) -> bool {
        !name.is_empty() && name.chars().all(|letter| is_letter(&letter))
    }

    #[test]
    fn operation_ids_are_unique_and_name_their_area() {
        let mut document = document();
        let mut known = HashSet::new();
        for (path, item) in &mut document.paths.paths {
            for operation in operations(item) {
                let id = operation.operation_id.clone().unwrap_or_default();
                let (area, verb) = id.split_once('_').unwrap_or_default();
                assert!(AREAS.contains(&area), "{path}: {id}");
                assert!(well_formed(verb, |letter| letter.is_ascii_lowercase() || *letter == '_'), "{path}: {id}");
                assert!(known.insert(id.clone()), "{path}: {id} is another operation's");
            }
        }
    }

    #[test]
    fn schema_names_are_unique_and_well_formed() {
        let document = document();
        for name in document.components.unwrap_or_default().schemas.keys() {
            assert!(name.starts_with(|first: char| first.is_ascii_uppercase()), "{name}");
            assert!(well_formed(name, |letter| letter.is_ascii_alphanumeric() || *letter == '_'), "{name}");
        }
        // utoipa keeps only one of two types with the same name, so the document cannot show the collision.
        let mut known = HashSet::new();
        for file in sources(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()) {
            let text = std::fs::read_to_string(&file).unwrap();
            let mut is_schema = false;
            for line in text.lines().map(str::trim) {
                is_schema |= line.starts_with("#[derive(") && line.contains("ToSchema");
                let mut words = line.trim_start_matches("pub ").split([' ', '<', '(', ';', '{']);
                if is_schema && matches!(words.next(), Some("struct" | "enum")) {
                    let name = words.next().unwrap_or_default().to_owned();
                    assert!(known.insert(name.clone()), "{}: {name} is another schema's name", file.display());
                    is_schema = false;
                }
            }
        }
        assert!(known.contains("ErrorBody"));
    }

    fn sources(root: &std::path::Path) -> Vec<std::path::PathBuf> {
        let mut folders: Vec<_> = ["api/src", "hub/src", "store/src"].iter().map(|name| root.join(name)).collect();
        let mut files = Vec::new();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                match path.extension() {
                    _ if path.is_dir() => folders.push(path),
                    Some(extension) if extension == "rs" => files.push(path),
                    _ => {}
                }
            }
        }
        files
    }

    #[test]
    fn allow_lists_the_methods_of_the_path_itself() {
        let allowed = |path: &str| methods_at(&format!("/api/v1/{path}"));
        assert_eq!(allowed("chat/chats/7/"), ["GET", "PATCH", "DELETE"]);
        assert_eq!(allowed("chat/chats/direct/"), ["POST"]);
        assert_eq!(allowed("chat/chats/direct"), ["POST"]);
        assert_eq!(allowed("users/friends/requests/"), ["GET"]);
        assert_eq!(allowed("users/friends/request/send/"), ["PUT"]);
        assert_eq!(allowed("users/friends/request/7/"), ["DELETE"]);
        assert!(allowed("chat/chats/abc/").is_empty() && allowed("users/friends/block/").is_empty());
    }
}
