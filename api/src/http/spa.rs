//! Web app embedded in the binary: its files, and its single HTML page for every path of the app.

use std::{
    borrow::Cow,
    hash::{DefaultHasher, Hash as _, Hasher as _},
};

use actix_web::{
    HttpRequest, HttpResponse,
    http::{Method, StatusCode, header},
};
use rust_embed::{Embed, EmbeddedFile};

use crate::{
    error::{Error, Result},
    http::openapi,
};

#[derive(Embed)]
#[folder = "../web/dist"]
#[exclude = "*.map"]
#[allow_missing = true]
struct Built;

/// Paths of the app's screens, one a line: `:name` is any segment, `:name?` one that may be missing. A test of the web keeps it.
const PATHS: &str = include_str!("../../../web/src/app/routes/paths.txt");

const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Plaza</title>\
    <style>:root{color-scheme:light dark}body{font:17px/1.6 system-ui,sans-serif;margin:15vh auto;max-width:34rem;padding:0 1.5rem}\
    </style><h1>The server runs</h1><p>The web app is not built into it yet. <code>make run</code> builds and serves both; \
    <code>make dev</code> serves the app with reload.</p><p><a href=\"/api/docs\">API documentation</a></p>";

/// Serves requests without a route.
pub async fn fallback(request: HttpRequest) -> Result<HttpResponse> {
    let path = request.path();
    if path == "/api" || path.starts_with("/api/") {
        return Err(openapi::unrouted(path));
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Err(Error::NotFound);
    }
    if let Some(found) = variant(&request, path.trim_start_matches('/')) {
        return Ok(serve(&request, path, found));
    }
    if is_screen(path) {
        // Whatever `Accept` says: preview bots ask for any kind.
        return Ok(match variant(&request, "index.html") {
            Some(found) => serve(&request, "index.html", found),
            None => page(&request, StatusCode::OK, None),
        });
    }
    let wants_page = header_text(&request, header::ACCEPT).is_some_and(|kinds| kinds.contains("text/html"));
    // A missing file must not return the page: a script that is HTML only reports a syntax error.
    if !wants_page || has_extension(path) {
        return Err(Error::NotFound);
    }
    Ok(page(&request, StatusCode::NOT_FOUND, None))
}

/// Returns true if the app has a screen at the path.
fn is_screen(path: &str) -> bool {
    PATHS.lines().any(|pattern| {
        let mut segments = path.split('/').filter(|segment| !segment.is_empty());
        let fits = pattern.split('/').filter(|expected| !expected.is_empty()).all(|expected| match segments.next() {
            Some(segment) => expected.starts_with(':') || expected.eq_ignore_ascii_case(segment),
            None => expected.ends_with('?'),
        });
        fits && segments.next().is_none()
    })
}

/// Head of a page and its language.
pub struct Head<'a> {
    /// Takes the place of title and description.
    pub html: &'a str,
    /// Tag of the language by BCP 47.
    pub language: &'static str,
}

/// Answers with the page of the app, with another head if there is one.
pub fn page(request: &HttpRequest, status: StatusCode, head: Option<Head<'_>>) -> HttpResponse {
    let shell = Built::get("index.html");
    let shell = shell.as_ref().and_then(|file| std::str::from_utf8(&file.data).ok()).unwrap_or(NOT_BUILT);
    let html = head.as_ref().map_or_else(|| shell.to_owned(), |head| with_head(shell, head));
    let mut hasher = DefaultHasher::new();
    html.hash(&mut hasher);
    let etag = format!("\"{:016x}\"", hasher.finish());
    let seen = status == StatusCode::OK && header_text(request, header::IF_NONE_MATCH) == Some(etag.as_str());
    let mut response = HttpResponse::build(if seen { StatusCode::NOT_MODIFIED } else { status });
    response.insert_header((header::ETAG, etag)).insert_header((header::CACHE_CONTROL, "no-cache"));
    if let Some(head) = head {
        response
            .insert_header((header::CONTENT_LANGUAGE, head.language))
            .insert_header((header::VARY, "accept-language"));
    }
    if seen {
        return response.finish();
    }
    response.content_type("text/html; charset=utf-8").body(html)
}

/// Replaces the title of a page by `head`, removes its description, and names the language.
fn with_head(shell: &str, head: &Head<'_>) -> String {
    let without = |text: &str, start: &str, end: &str| {
        let from = text.find(start)?;
        let to = from + text[from..].find(end)? + end.len();
        Some((text[..from].to_owned(), text[to..].to_owned()))
    };
    let Some((before, after)) = without(shell, "<title>", "</title>") else { return shell.to_owned() };
    let plain = |text: String| match without(&text, "<meta name=\"description\"", ">") {
        Some((before, after)) => before + &after,
        None => text,
    };
    let before = plain(before).replacen("<html lang=\"en\"", &format!("<html lang=\"{}\"", head.language), 1);
    format!("{before}{}{}", head.html, plain(after))
}

fn has_extension(path: &str) -> bool {
    path.rsplit('/').next().is_some_and(|name| name.contains('.'))
}

struct Found {
    file: EmbeddedFile,
    encoding: Option<&'static str>,
}

/// Serves the file, precompressed if the browser accepts that.
fn variant(request: &HttpRequest, path: &str) -> Option<Found> {
    if path.is_empty() {
        return None;
    }
    let accepted = header_text(request, header::ACCEPT_ENCODING).unwrap_or_default();
    let takes = |name: &str| {
        let mut offers = accepted.split(',').map(|offer| offer.trim().split(';').map(str::trim));
        offers.any(|mut offer| offer.next() == Some(name) && offer.next() != Some("q=0"))
    };
    for (encoding, suffix) in [("br", ".br"), ("gzip", ".gz")] {
        if takes(encoding)
            && let Some(file) = Built::get(&format!("{path}{suffix}"))
        {
            return Some(Found { file, encoding: Some(encoding) });
        }
    }
    Built::get(path).map(|file| Found { file, encoding: None })
}

fn serve(request: &HttpRequest, path: &str, found: Found) -> HttpResponse {
    let hash = found.file.metadata.sha256_hash();
    let etag: String = hash[..16].iter().fold(String::from("\""), |text, byte| format!("{text}{byte:02x}")) + "\"";
    // The bundler puts a content hash into these names, so new content has a new name.
    let keep = if path.contains("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let seen = header_text(request, header::IF_NONE_MATCH) == Some(etag.as_str());
    let mut response = if seen { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response
        .insert_header((header::ETAG, etag))
        .insert_header((header::CACHE_CONTROL, keep))
        .insert_header((header::VARY, "accept-encoding"));
    if seen {
        return response.finish();
    }
    if let Some(encoding) = found.encoding {
        response.insert_header((header::CONTENT_ENCODING, encoding));
    }
    response.insert_header((header::CONTENT_TYPE, content_type(path)));
    match found.file.data {
        Cow::Borrowed(bytes) => response.body(bytes),
        Cow::Owned(bytes) => response.body(bytes),
    }
}

fn content_type(path: &str) -> String {
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    if kind.type_() == "text" || kind.subtype() == "javascript" {
        format!("{kind}; charset=utf-8")
    } else {
        kind.to_string()
    }
}

fn header_text(request: &HttpRequest, name: header::HeaderName) -> Option<&str> {
    request.headers().get(name).and_then(|value| value.to_str().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn screens_are_known_by_their_paths() {
        for path in ["/", "/login", "/Login/", "/companies/7/rooms", "/videos", "/videos/3", "/orders/1/invoice"] {
            assert!(is_screen(path), "{path}");
        }
        for path in ["/nothing", "/login/7/8", "/companies", "/videos/3/4", "/orders/1/nothing", "/favicon.ico"] {
            assert!(!is_screen(path), "{path}");
        }
    }

    #[test]
    fn head_replaces_title_and_description_once() {
        let head = Head { html: "<title>$1</title>", language: "fr" };
        let shell = "<html lang=\"en\"><meta name=\"description\" content=\"a\" /><title>Plaza</title><title>b</title>";
        assert_eq!(with_head(shell, &head), "<html lang=\"fr\"><title>$1</title><title>b</title>");
        assert_eq!(with_head("<p>", &head), "<p>");
    }
}
