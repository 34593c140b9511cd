//! Middleware around every request: request id, access log line, metrics and security headers.

use std::{
    cell::{LazyCell, RefCell},
    net::IpAddr,
    time::Instant,
};

use actix_web::{
    Error, HttpMessage as _,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::{
        Uri,
        header::{self, HeaderMap, HeaderName, HeaderValue},
        uri::PathAndQuery,
    },
    middleware::Next,
    web,
};
use hub::Principal;
use store::types::ids::CompanyId;

use crate::{
    app_state::AppState,
    error::{REQUEST_CONTEXT, Request},
    http::unread_body::{self, RequestBody},
    server::{connection_limit::IdlePermit, metrics},
};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// Id of the company that the client shows. Operations of a company refuse a request that is meant for another one.
const COMPANY: HeaderName = HeaderName::from_static("x-company");

/// Content security policy. Scripts load only from this origin and never inline. Styles may be inline, since the
/// component library sets them from its code. Pictures and recordings that are still being uploaded are `blob:`.
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
    media-src 'self' blob:; connect-src 'self'; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'";

/// The same where Stripe takes cards: its script, its frames with the fields of a card and the pages of banks, its API.
const POLICY_WITH_STRIPE: &str = "default-src 'self'; script-src 'self' https://js.stripe.com https://*.js.stripe.com; \
    style-src 'self' 'unsafe-inline'; img-src 'self' data: blob: https://*.stripe.com; media-src 'self' blob:; \
    connect-src 'self' https://api.stripe.com; frame-src https://js.stripe.com https://*.js.stripe.com \
    https://hooks.stripe.com; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'";

/// Permissions policy. The app uses the microphone for voice messages, the camera to read
/// codes, and geolocation. Other features are disabled,
/// even for injected content. Lists only features that every browser knows, since others are reported as errors.
const PERMISSIONS: &str = "microphone=(self), geolocation=(self), camera=(self), display-capture=(), accelerometer=(), \
    gyroscope=(), magnetometer=(), midi=(), payment=(), usb=()";

/// The same where Stripe offers wallets.
const PERMISSIONS_WITH_STRIPE: &str = "microphone=(self), geolocation=(self), camera=(self), display-capture=(), \
    accelerometer=(), gyroscope=(), magnetometer=(), midi=(), payment=(self \"https://js.stripe.com\"), usb=()";

/// Policies of the answers of a server, by its configuration.
#[derive(Debug)]
pub struct Policies {
    content: HeaderValue,
    permissions: &'static str,
    opener: &'static str,
}

impl Policies {
    /// `map_origin` is where pages load map data from, besides their own origin.
    pub fn new(has_stripe: bool, map_origin: Option<&str>) -> Self {
        let content = if has_stripe { POLICY_WITH_STRIPE } else { POLICY };
        let widened = map_origin.and_then(|origin| {
            let add = |to: String, directive: &str| {
                to.replacen(&format!("{directive} 'self'"), &format!("{directive} 'self' {origin}"), 1)
            };
            HeaderValue::try_from(add(add(content.to_owned(), "connect-src"), "img-src")).ok()
        });
        Self {
            content: widened.unwrap_or_else(|| HeaderValue::from_static(content)),
            permissions: if has_stripe { PERMISSIONS_WITH_STRIPE } else { PERMISSIONS },
            // Wallets open windows that answer to the page.
            opener: if has_stripe { "same-origin-allow-popups" } else { "same-origin" },
        }
    }
}

/// HSTS: browsers use only TLS for a year. Excludes subdomains, which this server does not control.
const TRANSPORT_SECURITY: &str = "max-age=31536000";

/// Outermost middleware.
pub async fn request_middleware(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let began = Instant::now();
    if let Some(silence) = request.request().conn_data::<IdlePermit>() {
        silence.request_seen();
    }
    let id = request_id(request.headers());
    let company = meant_company(request.headers());
    let method = request.method().clone();
    let is_tls = came_by_tls(&request);
    let state = request.app_data::<web::Data<AppState>>().cloned();
    with_one_form_of_path(&mut request);
    let sent = RequestBody::of(&mut request);

    let kept = match &state {
        Some(state) => state.pages.at_address(&state.db, &mut request).await,
        None => None,
    };
    let (mut response, route, cause) = if let Some((answer, route)) = kept {
        (request.into_response(answer).map_into_right_body(), route, None)
    } else {
        let context = Request { id: id.clone(), cause: RefCell::new(None), company };
        let (answer, cause) = REQUEST_CONTEXT
            .scope(context, async {
                let answer = next.call(request).await;
                (answer, REQUEST_CONTEXT.with(|request| request.cause.take()))
            })
            .await;
        let response = answer?;
        let route = response.request().match_pattern().unwrap_or_else(|| "-".to_owned());
        (response.map_into_left_body(), route, cause)
    };

    let status = response.status();
    let took = began.elapsed();
    let user = response.request().extensions().get::<Principal>().map(|principal| principal.user.0);
    metrics::answered(method.as_str(), &route, status.as_u16(), took);
    let ms = u64::try_from(took.as_micros()).unwrap_or(u64::MAX) / 1_000;
    if status.is_server_error() {
        tracing::error!(target: "access", %method, route, status = status.as_u16(), ms, request_id = id, user, cause);
    } else {
        tracing::info!(target: "access", %method, route, status = status.as_u16(), ms, request_id = id, user);
    }
    let without_state = LazyCell::new(|| Policies::new(false, None));
    let policies = state.as_ref().map_or_else(|| &*without_state, |state| &state.policies);
    let is_part = is_part_of_page(response.request().headers(), response.headers());
    protect(response.headers_mut(), &id, is_tls, policies, is_part);
    Ok(unread_body::hold_unread(response, sent))
}

/// Returns true if a trusted proxy reports that the client used TLS. From any other peer the header proves nothing.
fn came_by_tls(request: &ServiceRequest) -> bool {
    let Some(state) = request.app_data::<web::Data<AppState>>() else { return false };
    let Some(peer) = request.peer_addr() else { return false };
    let header = request.headers().get("x-forwarded-proto").and_then(|proto| proto.to_str().ok());
    is_tls(peer.ip(), header, &state.config.proxies)
}

/// Returns the last value, which was set by the peer proxy.
fn is_tls(peer: IpAddr, forwarded: Option<&str>, proxies: &[IpAddr]) -> bool {
    let proto = forwarded.and_then(|values| values.rsplit(',').next()).unwrap_or_default();
    proxies.contains(&peer) && proto.trim().eq_ignore_ascii_case("https")
}

/// Returns the client's request id if it is safe to log, else a new id.
pub fn request_id(headers: &HeaderMap) -> String {
    let sane = |id: &&str| {
        (8..=64).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
    };
    let theirs = headers.get(REQUEST_ID).and_then(|id| id.to_str().ok()).filter(sane);
    theirs.map_or_else(|| format!("{:016x}", rand::random::<u64>()), str::to_owned)
}

/// Returns the company that the request is meant for, if it says so. No company has the id 0, which stands for text that is
/// no id.
fn meant_company(headers: &HeaderMap) -> Option<CompanyId> {
    let text = headers.get(COMPANY)?.to_str().unwrap_or_default();
    Some(CompanyId(text.parse().unwrap_or(0)))
}

/// Returns true for a script, a style sheet or a font that a page loads, and for data that its script fetches. Browsers read
/// the policies of pages from pages and workers only, and they are half a kilobyte. Clients that do not name the use get
/// them, and so does a page that is fetched: a service worker may keep and show it.
fn is_part_of_page(request: &HeaderMap, response: &HeaderMap) -> bool {
    match request.get("sec-fetch-dest").and_then(|used_as| used_as.to_str().ok()) {
        Some("script" | "style" | "font") => true,
        Some("empty") => response.get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json"),
        _ => false,
    }
}

fn protect(headers: &mut HeaderMap, id: &str, is_tls: bool, policies: &Policies, is_part: bool) {
    if let Ok(id) = HeaderValue::from_str(id) {
        headers.insert(REQUEST_ID, id);
    }
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if is_tls {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(TRANSPORT_SECURITY));
    }
    // Responses are private, so without an explicit policy they are not cached.
    insert_default(headers, header::CACHE_CONTROL, &HeaderValue::from_static("no-store"));
    if is_part {
        return;
    }
    // User files bring a stricter policy.
    insert_default(headers, header::CONTENT_SECURITY_POLICY, &policies.content);
    for (name, value) in [
        (header::REFERRER_POLICY, "same-origin"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::CROSS_ORIGIN_OPENER_POLICY, policies.opener),
        (header::PERMISSIONS_POLICY, policies.permissions),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

fn insert_default(headers: &mut HeaderMap, name: HeaderName, value: &HeaderValue) {
    if !headers.contains_key(&name) {
        headers.insert(name, value.clone());
    }
}

/// Serves every path with and without trailing slash. Routes under `/api/v1/` are written with the slash, others
/// without.
fn with_one_form_of_path(request: &mut ServiceRequest) {
    let path = request.path();
    let wanted = wanted_form(path);
    if wanted == path {
        return;
    }
    let query = request.uri().query().map_or_else(String::new, |query| format!("?{query}"));
    let Ok(path_and_query) = PathAndQuery::try_from(format!("{wanted}{query}")) else { return };
    let mut parts = request.uri().clone().into_parts();
    parts.path_and_query = Some(path_and_query);
    if let Ok(uri) = Uri::from_parts(parts) {
        request.match_info_mut().get_mut().update(&uri);
        request.head_mut().uri = uri;
    }
}

fn wanted_form(path: &str) -> String {
    let bare = path.trim_end_matches('/');
    if bare.is_empty() {
        return "/".to_owned();
    }
    if bare.starts_with("/api/v1/") && !bare.ends_with(".json") {
        return format!("{bare}/");
    }
    bare.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_is_normalized() {
        for (path, form) in [
            ("/", "/"),
            ("//", "/"),
            ("/messages/", "/messages"),
            ("/api/v1/users/login", "/api/v1/users/login/"),
            ("/api/v1/users/login//", "/api/v1/users/login/"),
            ("/api/v1/openapi.json", "/api/v1/openapi.json"),
            ("/api/v1/openapi.json/", "/api/v1/openapi.json"),
            ("/api/docs/", "/api/docs"),
        ] {
            assert_eq!(wanted_form(path), form);
        }
    }

    #[test]
    fn forwarded_proto_is_read_from_trusted_proxies_only() {
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        for (peer, forwarded, expected) in [
            ("10.0.0.1", Some("https"), true),
            ("10.0.0.1", Some("http, HTTPS"), true),
            ("10.0.0.1", Some("https, http"), false),
            ("10.0.0.1", None, false),
            ("9.9.9.9", Some("https"), false),
        ] {
            assert_eq!(is_tls(ip(peer), forwarded, &[ip("10.0.0.1")]), expected, "{peer} {forwarded:?}");
        }
    }

    #[test]
    fn request_id_is_replaced_when_malformed() {
        let id = |text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(REQUEST_ID, HeaderValue::from_str(text).unwrap());
            request_id(&headers)
        };
        assert_eq!(id("0123-abcd_EF"), "0123-abcd_EF");
        for text in ["", "short", "has spaces in it", "quote\"s-and-more", &"x".repeat(65)] {
            assert_ne!(id(text), text);
            assert_eq!(id(text).len(), 16);
        }
    }
}
