//! HTML pages of the web app whose head describes them: for crawlers and link previews. Site map and robots.txt.
//!
//! The body is the same for all pages. The web app reads the page itself by the API.

mod head;
mod site_map;
mod structured_data;
mod texts;

use actix_web::{
    HttpRequest, HttpResponse,
    http::{StatusCode, header},
    middleware::Compress,
    web,
};
use store::{
    advertisement,
    catalogue::category,
    page_metadata::{company, offering, profile, reel},
    social::ProfileCode,
    support::site_page::{self, SitePage},
    types::{
        ids::{AdvertisementId, OfferingId, ReelId},
        language::Language,
        timestamp::Timestamp,
    },
};

use self::{
    head::{PageHead, Site},
    texts::FIXED_PAGES,
};
use crate::{
    app_state::AppState,
    error::{Error, Result},
    http::{extract::App, spa},
};

/// Maximum bytes of a key that may name a company. Longer ones name none, without a query.
const KEY_MAX: usize = 64;
/// Pages of the footer with a path of their own. Their path is their slug.
const LEGAL: [&str; 2] = ["terms", "privacy-policy"];

/// Paths of the pages, and of the company's tabs.
pub fn routes(app: &mut web::ServiceConfig) {
    for method in [web::get, web::head] {
        // A page holds the styles of its frame.
        app.route("/", method().to(home).wrap(Compress::default()))
            .route("/companies/{company_id}", method().to(company_page).wrap(Compress::default()))
            .route("/companies/{company_id}/{tab}", method().to(company_page).wrap(Compress::default()))
            .route("/products/{product_id}", method().to(offering_page).wrap(Compress::default()))
            .route("/videos/{reel_id}", method().to(reel_page).wrap(Compress::default()))
            .route("/advertisements/{ad_id}", method().to(advertisement_page).wrap(Compress::default()))
            .route("/u/{code}", method().to(profile_page).wrap(Compress::default()))
            .route("/categories/{category}", method().to(category_page).wrap(Compress::default()))
            .route("/pages/{slug}", method().to(footer_page).wrap(Compress::default()))
            .route("/robots.txt", method().to(site_map::robots))
            .route("/sitemap.xml", method().to(site_map::index))
            .route("/sitemap/{file}", method().to(site_map::part));
        for page in &FIXED_PAGES {
            app.route(page.path, method().to(fixed_page).wrap(Compress::default()));
        }
        for slug in LEGAL {
            app.route(&format!("/{slug}"), method().to(legal_page).wrap(Compress::default()));
        }
    }
}

async fn home(app: App, request: HttpRequest) -> HttpResponse {
    let site = site(&app, &request);
    described(&request, &site, &head::home(&site))
}

async fn fixed_page(app: App, request: HttpRequest) -> HttpResponse {
    let site = site(&app, &request);
    match texts::fixed_page(request.path()) {
        Some(page) => described(&request, &site, &head::fixed(&site, page)),
        None => missing(&request),
    }
}

async fn legal_page(app: App, request: HttpRequest) -> HttpResponse {
    footer(&app, &request, request.path().trim_start_matches('/'))
}

async fn footer_page(app: App, request: HttpRequest, slug: web::Path<String>) -> HttpResponse {
    footer(&app, &request, &slug)
}

fn footer(app: &AppState, request: &HttpRequest, slug: &str) -> HttpResponse {
    let site = site(app, request);
    let mut pages = site_page::sections(site.language).iter().flat_map(|section| &section.pages);
    match pages.find(|page| page.slug == slug) {
        Some(page) => described(request, &site, &head::site_page(&site, &footer_path(page), page)),
        None => missing(request),
    }
}

fn footer_path(page: &SitePage) -> String {
    if LEGAL.contains(&page.slug.as_str()) { format!("/{}", page.slug) } else { format!("/pages/{}", page.slug) }
}

async fn category_page(app: App, request: HttpRequest, key: web::Path<String>) -> HttpResponse {
    let site = site(&app, &request);
    match category::find(&key) {
        Some(category) => described(&request, &site, &head::category(&site, category)),
        None => missing(&request),
    }
}

async fn company_page(app: App, request: HttpRequest) -> Result<HttpResponse> {
    let key = request.match_info().get("company_id").unwrap_or_default();
    if key.len() > KEY_MAX || key.chars().any(char::is_control) {
        return Ok(missing(&request));
    }
    let found = company::find(&app.db, key, Timestamp::now()).await;
    shown(&app, &request, found, head::company)
}

async fn offering_page(app: App, request: HttpRequest, key: web::Path<String>) -> Result<HttpResponse> {
    let Ok(id) = key.parse::<OfferingId>() else { return Ok(missing(&request)) };
    let found = offering::find(&app.db, id).await;
    shown(&app, &request, found, head::offering)
}

async fn reel_page(app: App, request: HttpRequest, key: web::Path<String>) -> Result<HttpResponse> {
    let Ok(id) = key.parse::<ReelId>() else { return Ok(missing(&request)) };
    let found = reel::find(&app.db, id).await;
    shown(&app, &request, found, head::reel)
}

async fn advertisement_page(app: App, request: HttpRequest, key: web::Path<String>) -> Result<HttpResponse> {
    let Ok(id) = key.parse::<AdvertisementId>() else { return Ok(missing(&request)) };
    let found = advertisement::find(&app.db, id, Timestamp::now()).await;
    shown(&app, &request, found, head::advertisement)
}

async fn profile_page(app: App, request: HttpRequest, key: web::Path<String>) -> Result<HttpResponse> {
    let Ok(code) = key.parse::<ProfileCode>() else { return Ok(missing(&request)) };
    let found = profile::find(&app.db, code).await;
    shown(&app, &request, found, head::profile)
}

/// Returns the site in the language that the address names (`?lang=FR`), else in the first one that the browser
/// prefers.
fn site(app: &AppState, request: &HttpRequest) -> Site {
    let named = request.query_string().split('&').find_map(|pair| pair.strip_prefix("lang="));
    let named = named.and_then(|code| code.parse().ok());
    let preferred = || {
        let header = request.headers().get(header::ACCEPT_LANGUAGE)?.to_str().ok()?;
        // Browsers send them in the order of preference.
        header.split(',').find_map(|range| Language::of_tag(range.split(';').next()?.trim()))
    };
    Site {
        base: app.config.public_url(),
        language: named.or_else(preferred).unwrap_or(Language::FALLBACK),
        is_named: named.is_some(),
    }
}

/// Answers with the head of a page, or 404 if the page does not exist.
fn shown<T>(
    app: &AppState,
    request: &HttpRequest,
    found: store::Result<T>,
    head: impl FnOnce(&Site, &T) -> PageHead,
) -> Result<HttpResponse> {
    let site = site(app, request);
    match found.map_err(Error::from) {
        Ok(page) => Ok(described(request, &site, &head(&site, &page))),
        Err(Error::NotFound) => Ok(missing(request)),
        Err(cause) => Err(cause),
    }
}

fn described(request: &HttpRequest, site: &Site, head: &PageHead) -> HttpResponse {
    let head = spa::Head { html: &head.html(site), language: site.language.tag() };
    spa::page(request, StatusCode::OK, Some(head))
}

fn missing(request: &HttpRequest) -> HttpResponse {
    spa::page(request, StatusCode::NOT_FOUND, None)
}
