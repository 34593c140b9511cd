//! HTML pages of the web app whose head describes them: for crawlers and link previews. Site map and robots.txt.
//!
//! The body is the same for all pages. The web app reads the page itself by the API.

mod head;
mod site_map;
mod structured_data;

use actix_web::{HttpRequest, HttpResponse, http::StatusCode, middleware::Compress, web};
use store::{
    catalogue::category,
    page_metadata::{company, offering},
    types::{ids::OfferingId, timestamp::Timestamp},
};

use self::head::PageHead;
use crate::{
    error::{Error, Result},
    http::{extract::App, spa},
};

/// Maximum bytes of a key that may name a company. Longer ones name none, without a query.
const KEY_MAX: usize = 64;

/// Paths of the pages, and of the company's tabs.
pub fn routes(app: &mut web::ServiceConfig) {
    for method in [web::get, web::head] {
        // A page holds the styles of its frame.
        app.route("/", method().to(home).wrap(Compress::default()))
            .route("/companies/{company_id}", method().to(company_page).wrap(Compress::default()))
            .route("/companies/{company_id}/{tab}", method().to(company_page).wrap(Compress::default()))
            .route("/products/{product_id}", method().to(offering_page).wrap(Compress::default()))
            .route("/categories/{category}", method().to(category_page).wrap(Compress::default()))
            .route("/robots.txt", method().to(site_map::robots))
            .route("/sitemap.xml", method().to(site_map::index))
            .route("/sitemap/{file}", method().to(site_map::part));
    }
}

async fn home(app: App, request: HttpRequest) -> HttpResponse {
    described(&request, &head::home(&app.config.public_url()))
}

async fn category_page(app: App, request: HttpRequest, key: web::Path<String>) -> HttpResponse {
    match category::find(&key) {
        Some(category) => described(&request, &head::category(&app.config.public_url(), category)),
        None => missing(&request),
    }
}

async fn company_page(app: App, request: HttpRequest) -> Result<HttpResponse> {
    let key = request.match_info().get("company_id").unwrap_or_default();
    if key.len() > KEY_MAX || key.chars().any(char::is_control) {
        return Ok(missing(&request));
    }
    let found = company::find(&app.db, key, Timestamp::now()).await;
    shown(&request, found, |page| head::company(&app.config.public_url(), page))
}

async fn offering_page(app: App, request: HttpRequest, key: web::Path<String>) -> Result<HttpResponse> {
    let Ok(id) = key.parse::<OfferingId>() else { return Ok(missing(&request)) };
    let found = offering::find(&app.db, id).await;
    shown(&request, found, |page| head::offering(&app.config.public_url(), page))
}

/// Answers with the head of a page, or 404 if the page does not exist.
fn shown<T>(request: &HttpRequest, found: store::Result<T>, head: impl FnOnce(&T) -> PageHead) -> Result<HttpResponse> {
    match found.map_err(Error::from) {
        Ok(page) => Ok(described(request, &head(&page))),
        Err(Error::NotFound) => Ok(missing(request)),
        Err(cause) => Err(cause),
    }
}

fn described(request: &HttpRequest, head: &PageHead) -> HttpResponse {
    spa::page(request, StatusCode::OK, Some(&head.html()))
}

fn missing(request: &HttpRequest) -> HttpResponse {
    spa::page(request, StatusCode::NOT_FOUND, None)
}
