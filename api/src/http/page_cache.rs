//! Answers that are the same for everybody, kept as the bytes that are sent. An answer is encoded once for each change
//! of what it shows.
//!
//! A handler names its answer and the aggregates that the answer is made from ([`cached`]). The versions of these are
//! read before the data ([`store::db::Versions`]), kept with the bytes and compared at each request, so that an answer
//! from before an acknowledged write is never sent after it, on any node. Nothing is dropped and nobody is told: an
//! answer that is not current is made anew by the next request and replaces the old one. Requests for one answer
//! that come meanwhile wait for it.
//!
//! The address of an answer to a request without credentials is kept too, with the body of a search. Later requests for it
//! are answered before the router, which would take most of their time ([`PageCache::at_address`]).
//!
//! Answers are kept compressed, in an eighth of their size or so. The memory is bounded by bytes. Answers that are asked
//! for often stay; a stranger who asks for many different ones displaces few of them (TinyLFU).

use std::{
    collections::HashSet,
    fmt::Write as _,
    io::{Read as _, Write as _},
    sync::{Arc, PoisonError, RwLock},
    time::Instant,
};

use actix_web::{
    HttpMessage as _, HttpRequest, HttpResponse,
    dev::{Payload, ServiceRequest},
    http::{
        Method,
        header::{self, HeaderMap, HeaderValue},
    },
};
use bytes::Bytes;
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use moka::sync::Cache;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use store::{
    Db,
    db::{Aggregate, Dependencies},
    types::timestamp::Timestamp,
};

use super::forms::body::PATIENCE;
use crate::{
    app_state::AppState,
    error::{Error, Result},
    media::keyed_lock::KeyedLocks,
};

/// Memory of all answers.
const MEMORY: u64 = 64 << 20;
/// Memory that an entry takes besides its bytes.
const OVERHEAD: usize = 512;
/// Memory of all addresses.
const ADDRESSES: u64 = 8 << 20;
/// Longest body that is looked up.
const BODY: usize = 4 << 10;
/// Answers above this size are not kept.
const LARGEST: usize = 1 << 20;
/// Longest time that an answer is kept. A commit whose caller disconnected may announce itself before it is complete;
/// its write was not acknowledged to anybody, and is seen after this time at the latest.
const LIFETIME: i64 = Timestamp::MINUTE;
/// The answer may be stored by the browser only, which asks each time whether it is current.
const CACHE_CONTROL: HeaderValue = HeaderValue::from_static("private, no-cache");
const VARY: HeaderValue = HeaderValue::from_static("authorization, accept-encoding");

/// Answers of this node.
pub struct PageCache {
    pages: Cache<String, Arc<Page>>,
    /// By path and query, what a `GET` without credentials returns. That of a `POST` has its body after them.
    addresses: Cache<String, Arc<Address>>,
    /// Paths of the operations that keep answers to a `POST`, which reads too.
    posts: RwLock<HashSet<String>>,
    /// Answers that are being made.
    fills: KeyedLocks<String>,
}

impl Default for PageCache {
    fn default() -> Self {
        let weigh = |key: &String, page: &Arc<Page>| u32::try_from(page.weight(key)).unwrap_or(u32::MAX);
        let weigh_address = |path: &String, address: &Arc<Address>| {
            u32::try_from(path.len() + address.key.len() + address.route.len() + OVERHEAD).unwrap_or(u32::MAX)
        };
        Self {
            pages: Cache::builder().max_capacity(MEMORY).weigher(weigh).build(),
            addresses: Cache::builder().max_capacity(ADDRESSES).weigher(weigh_address).build(),
            posts: RwLock::default(),
            fills: KeyedLocks::default(),
        }
    }
}

/// Key and route of an address.
struct Address {
    /// Key of the answer.
    key: String,
    /// Pattern of the route, for logs and metrics.
    route: String,
}

/// Data of an answer, and what makes it out of date.
pub struct Fresh<T> {
    data: T,
    until: Option<Timestamp>,
    without: Option<Aggregate>,
    further: Dependencies,
    condition: Option<Condition>,
}

/// Returns false from the moment on at which an answer is out of date.
type Condition = Box<dyn Fn() -> bool + Send + Sync>;

impl<T> Fresh<T> {
    pub fn new(data: T) -> Self {
        Self { data, until: None, without: None, further: Dependencies::default(), condition: None }
    }

    /// Sets a time at which the answer changes by itself. The earliest one counts.
    pub fn until(self, until: impl Into<Option<Timestamp>>) -> Self {
        Self { until: self.until.into_iter().chain(until.into()).min(), ..self }
    }

    /// Sets the next full minute as the time at which the answer may change by itself: opening hours and dates of
    /// many companies.
    pub fn for_this_minute(self, now: Timestamp) -> Self {
        self.until(Timestamp((now.0.div_euclid(Timestamp::MINUTE) + 1) * Timestamp::MINUTE))
    }

    /// Declares that the answer turned out not to depend on this aggregate.
    pub fn without(self, aggregate: Option<Aggregate>) -> Self {
        Self { without: aggregate, ..self }
    }

    /// Adds aggregates that were found out while the data was read.
    pub fn and(self, further: Dependencies) -> Self {
        Self { further, ..self }
    }

    /// Sets a condition besides the versions, for what the database does not know. It is asked at each request.
    pub fn valid_while(self, condition: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self { condition: Some(Box::new(condition)), ..self }
    }
}

/// Answer as it is sent.
struct Page {
    made_from: Dependencies,
    /// Start of the reading.
    began: Instant,
    until: Timestamp,
    condition: Option<Condition>,
    /// Compressed body.
    gzip: Bytes,
    /// Bytes of the body as it is.
    length: usize,
    /// Hash of the body in hexadecimal digits.
    hash: String,
}

/// Serves an answer from memory, or makes it with `fill`.
///
/// `key` names the answer among all that are kept. `depends` returns the aggregates that it is made from, with at most
/// a small query. `fill` reads the data; it gets the time of the reading. Errors are not kept.
pub async fn cached<T: Serialize>(
    app: &AppState,
    request: &HttpRequest,
    key: String,
    depends: impl AsyncFnOnce() -> Result<Vec<Aggregate>>,
    fill: impl AsyncFnOnce(Timestamp) -> Result<Fresh<T>>,
) -> Result<HttpResponse> {
    let page = kept_or_made(app, &key, depends, fill).await?;
    app.pages.note_address(request, key);
    page.answer(request)
}

/// Returns the current answer of a key, which is made at most once at a time.
async fn kept_or_made<T: Serialize>(
    app: &AppState,
    key: &str,
    depends: impl AsyncFnOnce() -> Result<Vec<Aggregate>>,
    fill: impl AsyncFnOnce(Timestamp) -> Result<Fresh<T>>,
) -> Result<Arc<Page>> {
    let (pages, db, arrived) = (&app.pages, &app.db, Instant::now());
    if let Some(page) = pages.current(db, key).await? {
        return Ok(page);
    }
    let _filling = pages.fills.lock(key.to_owned()).await;
    // Its data was read after this request arrived: it holds everything that was acknowledged before, even if it is not
    // current any more.
    if let Some(page) = pages.pages.get(key).filter(|page| page.began >= arrived) {
        return Ok(page);
    }
    let began = Instant::now();
    let mut on = depends().await?;
    on.push(Aggregate::All);
    let versions = db.versions(&on).await?;
    let now = Timestamp::now();
    let Fresh { data, until, without, further, condition } = fill(now).await?;
    let positions: Vec<_> = (0..on.len()).filter(|at| Some(on[*at]) != without).collect();
    let mut made_from =
        Dependencies { on: positions.iter().map(|at| on[*at]).collect(), versions: versions.at(&positions) };
    made_from.extend(further);
    let body = serde_json::to_vec(&data).map_err(Error::internal)?;
    let page = Arc::new(Page {
        made_from,
        began,
        until: until.map_or(now.plus(LIFETIME), |until| until.min(now.plus(LIFETIME))),
        condition,
        gzip: compress(&body)?,
        length: body.len(),
        hash: hash(&body),
    });
    if page.length <= LARGEST {
        pages.pages.insert(key.to_owned(), Arc::clone(&page));
    }
    Ok(page)
}

/// Returns the path and the query of a request, which name the answer to a `GET`.
pub fn path_and_query(request: &HttpRequest) -> String {
    request.uri().to_string()
}

/// Serves an answer that depends on the program and the request only.
pub async fn constant<T: Serialize>(
    app: &AppState,
    request: &HttpRequest,
    data: impl FnOnce() -> T,
) -> Result<HttpResponse> {
    cached(app, request, path_and_query(request), async || Ok(Vec::new()), async |_| Ok(Fresh::new(data()))).await
}

/// Address of a `POST` with its body.
struct PostAddress(String);

/// Returns true if the answer depends on nothing but the request and what everybody sees.
fn is_anonymous(request: &HttpRequest) -> bool {
    !request.headers().contains_key(header::AUTHORIZATION)
}

impl PageCache {
    /// Returns the answer to a request, and the pattern of its route, without running the handler: an answer that the
    /// handler returned for this address before, if nothing that it shows has changed.
    pub async fn at_address(&self, db: &Db, request: &mut ServiceRequest) -> Option<(HttpResponse, String)> {
        if !is_anonymous(request.request()) {
            return None;
        }
        let address = match *request.method() {
            Method::GET => self.addresses.get(request.uri().path_and_query()?.as_str()),
            Method::POST => {
                let address = self.post_address(request).await?;
                let known = self.addresses.get(&address);
                request.extensions_mut().insert(PostAddress(address));
                known
            }
            _ => None,
        }?;
        // The handler reports an error.
        let page = self.current(db, &address.key).await.ok().flatten()?;
        Some((page.answer(request.request()).ok()?, address.route.clone()))
    }

    /// Returns path, type and body of a `POST` whose answer may be kept. The handler gets the body too.
    async fn post_address(&self, request: &mut ServiceRequest) -> Option<String> {
        let of = |name: header::HeaderName| request.headers().get(name)?.to_str().ok();
        let kind = of(header::CONTENT_TYPE)?.to_owned();
        let length: usize = of(header::CONTENT_LENGTH)?.parse().ok()?;
        let is_kept = self.posts.read().unwrap_or_else(PoisonError::into_inner).contains(request.path());
        if !is_kept || length > BODY || request.headers().contains_key(header::CONTENT_ENCODING) {
            return None;
        }
        let body = actix_rt::time::timeout(PATIENCE, request.extract::<Bytes>()).await.ok()?.ok()?;
        request.set_payload(Payload::from(body.clone()));
        Some(format!("{} {kind} {}", request.uri(), str::from_utf8(&body).ok()?))
    }

    /// Notes the key of the answer to a request.
    fn note_address(&self, request: &HttpRequest, key: String) {
        let Some(route) = request.match_pattern().filter(|_| is_anonymous(request)) else { return };
        let address = match *request.method() {
            Method::GET => request.uri().path_and_query().map(ToString::to_string),
            Method::POST => {
                let address = request.extensions_mut().remove::<PostAddress>().map(|PostAddress(address)| address);
                // Its next request is looked up.
                if address.is_none() && route == request.path() {
                    self.posts.write().unwrap_or_else(PoisonError::into_inner).insert(route.clone());
                }
                address
            }
            _ => None,
        };
        if let Some(address) = address {
            self.addresses.insert(address, Arc::new(Address { key, route }));
        }
    }

    /// Returns the answer if nothing that it shows has changed.
    async fn current(&self, db: &Db, key: &str) -> Result<Option<Arc<Page>>> {
        let Some(page) = self.pages.get(key) else { return Ok(None) };
        let is_valid = page.until > Timestamp::now() && page.condition.as_ref().is_none_or(|holds| holds());
        let is_current = is_valid && db.versions(&page.made_from.on).await? == page.made_from.versions;
        Ok(is_current.then_some(page))
    }
}

impl Page {
    /// Bytes of memory.
    fn weight(&self, key: &str) -> usize {
        key.len() + self.gzip.len() + OVERHEAD
    }

    fn answer(&self, request: &HttpRequest) -> Result<HttpResponse> {
        let is_gzip = accepts_gzip(request.headers());
        let tag = format!("\"{}{}\"", self.hash, if is_gzip { "-gzip" } else { "" });
        let is_known = *request.method() != Method::POST && is_known(request.headers(), &tag);
        let mut response = if is_known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
        response
            .insert_header((header::ETAG, tag))
            .insert_header((header::CACHE_CONTROL, CACHE_CONTROL))
            .insert_header((header::VARY, VARY));
        if is_known {
            return Ok(response.finish());
        }
        response.insert_header((header::CONTENT_TYPE, HeaderValue::from_static("application/json")));
        if !is_gzip {
            return Ok(response.body(self.body()?));
        }
        // Also keeps the compressing middleware off.
        response.insert_header((header::CONTENT_ENCODING, HeaderValue::from_static("gzip")));
        Ok(response.body(self.gzip.clone()))
    }

    /// Returns the body for a client that accepts no gzip, which is no browser.
    fn body(&self) -> Result<Vec<u8>> {
        let mut body = Vec::with_capacity(self.length);
        GzDecoder::new(&*self.gzip).read_to_end(&mut body).map_err(Error::internal)?;
        Ok(body)
    }
}

fn compress(body: &[u8]) -> Result<Bytes> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(body.len() / 3), Compression::default());
    encoder.write_all(body).map_err(Error::internal)?;
    Ok(Bytes::from(encoder.finish().map_err(Error::internal)?))
}

/// Returns 128 bits of the body's SHA-256.
fn hash(body: &[u8]) -> String {
    Sha256::digest(body).iter().take(16).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Returns true if the client accepts gzip (RFC 9110, section 12.5.3). A `*` names it too.
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let codings = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let quality = |wanted: &str| {
        codings.split(',').find_map(|coding| {
            let (name, parameters) = coding.split_once(';').unwrap_or((coding, ""));
            let is_wanted = name.trim().eq_ignore_ascii_case(wanted);
            let weight = parameters.trim().strip_prefix("q=").and_then(|weight| weight.trim().parse::<f32>().ok());
            is_wanted.then_some(weight.unwrap_or(1.0))
        })
    };
    quality("gzip").or_else(|| quality("*")).is_some_and(|quality| quality > 0.0)
}

/// Returns true if the client holds this answer (RFC 9110, section 13.1.2).
fn is_known(headers: &HeaderMap, tag: &str) -> bool {
    let mut known = headers.get_all(header::IF_NONE_MATCH).filter_map(|value| value.to_str().ok());
    known.any(|tags| tags.split(',').any(|known| known.trim().trim_start_matches("W/") == tag))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: header::HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn gzip_is_sent_only_to_clients_that_accept_it() {
        for value in ["gzip", "br, GZIP;q=0.5", "gzip, deflate, br, zstd", "*", "br;q=1, *;q=0.1"] {
            assert!(accepts_gzip(&headers(header::ACCEPT_ENCODING, value)), "{value}");
        }
        for value in ["", "br", "identity", "gzip;q=0", "gzip; q=0.0, br", "*;q=0", "gzip;q=0, *"] {
            assert!(!accepts_gzip(&headers(header::ACCEPT_ENCODING, value)), "{value}");
        }
        assert!(!accepts_gzip(&HeaderMap::new()));
    }

    #[test]
    fn known_answer_is_told_by_any_of_the_tags() {
        for value in ["\"ab\"", "W/\"ab\"", "\"x\", \"ab\""] {
            assert!(is_known(&headers(header::IF_NONE_MATCH, value), "\"ab\""), "{value}");
        }
        for value in ["\"abc\"", "ab", "\"ab-gzip\"", ""] {
            assert!(!is_known(&headers(header::IF_NONE_MATCH, value), "\"ab\""), "{value}");
        }
        assert!(!is_known(&HeaderMap::new(), "\"ab\""));
    }
}
