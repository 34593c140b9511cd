//! `robots.txt` and the site map: an index, and parts of bounded size.

use actix_web::{
    HttpResponse,
    http::header::{self, ContentType},
    web,
};
use store::{
    catalogue::{category::CATEGORIES, filter::Window},
    page_metadata::site_map,
    support::site_page,
    types::language::Language,
};

use super::{footer_path, head::escaped, texts::FIXED_PAGES};
use crate::{
    error::{Error, Result},
    http::extract::App,
};

/// Maximum URLs of a part. The protocol allows 50,000.
const PART: i64 = 5_000;
/// Maximum parts of each kind: a limit for the work that a crawler can ask for.
const PARTS: i64 = 400;
/// Crawlers may keep the site map for an hour.
const KEEP: (header::HeaderName, &str) = (header::CACHE_CONTROL, "public, max-age=3600");

/// Paths that need an account, or hold no page.
const PRIVATE: [&str; 14] = [
    "/api/",
    "/bookAppointment",
    "/demo/",
    "/deliveryAddress",
    "/login",
    "/messages",
    "/orderYourWay/",
    "/people",
    "/pro/",
    "/pro$",
    "/reservations",
    "/settings/",
    "/UserProfile/",
    "/verification",
];

pub async fn robots(app: App) -> HttpResponse {
    let rules: String = PRIVATE.iter().map(|path| format!("Disallow: {path}\n")).collect();
    let base = app.config.public_url();
    let text = format!("User-agent: *\n{rules}\nSitemap: {base}/sitemap.xml\n");
    HttpResponse::Ok().insert_header(KEEP).content_type(ContentType::plaintext()).body(text)
}

/// Lists the parts.
pub async fn index(app: App) -> Result<HttpResponse> {
    let count = site_map::count(&app.db).await?;
    let parts = |kind: &'static str, entries: i64| {
        (1..=parts_of(entries)).map(move |part| format!("/sitemap/{kind}-{part}.xml"))
    };
    let base = escaped(&app.config.public_url());
    let paths = ["/sitemap/pages-1.xml", "/sitemap/categories-1.xml"].into_iter().map(ToOwned::to_owned);
    let paths = paths.chain(parts("companies", count.companies)).chain(parts("products", count.offerings));
    let paths = paths.chain(parts("reels", count.reels));
    let entries: String = paths.map(|path| format!("<sitemap><loc>{base}{path}</loc></sitemap>")).collect();
    Ok(xml(&format!("<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">{entries}</sitemapindex>")))
}

fn parts_of(entries: i64) -> i64 {
    (entries.max(0) + PART - 1).div_euclid(PART).min(PARTS)
}

/// Lists the pages of a part, such as `companies-1.xml`.
pub async fn part(app: App, file: web::Path<String>) -> Result<HttpResponse> {
    let (kind, number) = file.strip_suffix(".xml").and_then(|name| name.split_once('-')).ok_or(Error::NotFound)?;
    let number: i64 = number.parse().map_err(|_| Error::NotFound)?;
    if !(1..=PARTS).contains(&number) {
        return Err(Error::NotFound);
    }
    let window = Window { limit: PART, offset: (number - 1) * PART };
    let urls: Vec<String> = match kind {
        "companies" => {
            let handles = site_map::companies(&app.db, window).await?;
            handles.iter().map(|handle| url(&app, &format!("/companies/{handle}"), None)).collect()
        }
        "products" => {
            let offerings = site_map::offerings(&app.db, window).await?;
            let changed = offerings.iter().map(|(id, at)| (id, at.to_string()));
            changed.map(|(id, at)| url(&app, &format!("/products/{id}"), Some(&at))).collect()
        }
        "reels" => {
            let reels = site_map::reels(&app.db, window).await?;
            let published = reels.iter().map(|(id, at)| (id, at.to_string()));
            published.map(|(id, at)| url(&app, &format!("/videos/{id}"), Some(&at))).collect()
        }
        "pages" if number == 1 => {
            let fixed = FIXED_PAGES.iter().filter(|page| page.listed).map(|page| page.path.to_owned());
            let sections = site_page::sections(Language::FALLBACK).iter();
            let footer = sections.flat_map(|section| &section.pages).map(footer_path);
            fixed.chain(footer).map(|path| url(&app, &path, None)).collect()
        }
        "categories" if number == 1 => {
            let keys = CATEGORIES.iter().map(|category| category.key);
            let pages = keys.map(|key| url(&app, &format!("/categories/{key}"), None));
            [url(&app, "/", None)].into_iter().chain(pages).collect()
        }
        _ => return Err(Error::NotFound),
    };
    if urls.is_empty() {
        return Err(Error::NotFound);
    }
    let urls = urls.concat();
    Ok(xml(&format!("<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">{urls}</urlset>")))
}

fn url(app: &App, path: &str, changed: Option<&str>) -> String {
    let changed = changed.map(|at| format!("<lastmod>{}</lastmod>", escaped(at))).unwrap_or_default();
    format!("<url><loc>{}</loc>{changed}</url>", escaped(&format!("{}{path}", app.config.public_url())))
}

fn xml(body: &str) -> HttpResponse {
    let text = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>{body}");
    HttpResponse::Ok().insert_header(KEEP).content_type("application/xml; charset=utf-8").body(text)
}
