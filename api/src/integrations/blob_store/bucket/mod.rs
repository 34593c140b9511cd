//! Client of an S3 service, as far as files of users need it: S3 of AWS, MinIO, and others with the same API.
//!
//! Objects are addressed by path (`endpoint/bucket/name`). Every call can be repeated without harm, so a call that fails
//! in passing is made again.

mod sign;

use std::{
    fs::File,
    io::{self, Read as _},
    path::{Path, PathBuf},
    time::Duration,
};

use actix_rt::task::spawn_blocking;
use actix_web::http::Method;
use bytes::Bytes;
use sha2::{Digest as _, Sha256};
use store::types::timestamp::Timestamp;

use self::sign::{Credentials, Unsigned, amz_date, canonical_query, hash, hex};
use crate::{
    cli::config::Secret,
    integrations::http_client::{Answer, Call, Failed, Http},
};

/// Pauses before a failed call is repeated.
const RETRY_DELAYS: [Duration; 3] =
    [Duration::from_millis(200), Duration::from_millis(800), Duration::from_millis(2_000)];
/// Timeout of a call without bytes, and bytes that add a second to it.
const TIMEOUT: Duration = Duration::from_secs(10);
const BYTES_PER_SECOND: u64 = 256 * 1024;
/// Maximum bytes of a list or an error.
const ANSWER_MAX: usize = 2 * 1024 * 1024;
/// Maximum names that are listed at once.
const MAX_NAMES: usize = 20_000;
/// Object that is written and deleted at the start, to check the permissions.
const CHECK: &str = "uploads/start-check";

/// Access to a bucket.
pub struct Bucket {
    http: Http,
    settings: BucketSettings,
    /// Host and port of the endpoint, as the service receives them.
    host: String,
}

pub struct BucketSettings {
    pub name: String,
    pub region: String,
    /// Origin of the service.
    pub endpoint: String,
    pub access_key: String,
    pub secret_key: Secret,
}

/// Bytes of an object.
pub struct Range {
    /// Empty if the object ends before the first byte.
    pub bytes: Bytes,
    /// Length of the object.
    pub total: u64,
}

/// Request without its signature.
struct Request<'a> {
    method: Method,
    /// Name of the object, or empty for the bucket.
    name: &'a str,
    query: String,
    /// First byte and number of bytes.
    range: Option<(u64, u64)>,
    body: Option<FileBody>,
}

struct FileBody {
    path: PathBuf,
    length: u64,
    hash: String,
}

impl Bucket {
    /// Opens the bucket and checks that objects can be listed, written and deleted. The error names what is wrong.
    pub async fn open(http: Http, settings: BucketSettings) -> Result<Self, String> {
        let host = settings.endpoint.split_once("://").map_or("", |(_, host)| host).to_owned();
        let bucket = Self { http, settings, host };
        let check = async {
            bucket.list_page(CHECK, "").await?;
            bucket.call(&Request::new(Method::PUT, CHECK)).await?;
            bucket.delete(CHECK).await
        };
        check.await.map_err(|cause| {
            let BucketSettings { name, endpoint, .. } = &bucket.settings;
            format!("the S3 bucket {name} at {endpoint} cannot be used: {cause}")
        })?;
        Ok(bucket)
    }

    /// Stores the content of a file. On return the object is complete and durable.
    pub async fn put(&self, name: &str, file: &Path) -> io::Result<()> {
        let path = file.to_owned();
        let body = spawn_blocking(move || FileBody::read(path)).await.map_err(io::Error::other)??;
        self.call(&Request { body: Some(body), ..Request::new(Method::PUT, name) }).await.map(drop)
    }

    /// Reads at most `most` bytes of an object from the byte `from`.
    pub async fn read(&self, name: &str, from: u64, most: u64) -> io::Result<Range> {
        let answer = self.call(&Request { range: Some((from, most)), ..Request::new(Method::GET, name) }).await?;
        if answer.status == 416 {
            return Ok(Range { bytes: Bytes::new(), total: self.length(name).await? });
        }
        let total = match answer.status {
            206 => total_of(answer.header("content-range"), from, answer.body.len() as u64),
            // A service may answer a range that covers the object with the whole object.
            _ => (from == 0).then_some(answer.body.len() as u64),
        };
        let total = total.ok_or_else(|| io::Error::other("the S3 service sent another range"))?;
        Ok(Range { bytes: answer.body, total })
    }

    /// Returns the length of an object.
    pub async fn length(&self, name: &str) -> io::Result<u64> {
        let answer = self.call(&Request::new(Method::HEAD, name)).await?;
        let length = answer.header("content-length").parse();
        length.map_err(|_| io::Error::other("the S3 service sent no length"))
    }

    /// Deletes an object. A missing one is no error.
    pub async fn delete(&self, name: &str) -> io::Result<()> {
        match self.call(&Request::new(Method::DELETE, name)).await {
            Err(cause) if cause.kind() != io::ErrorKind::NotFound => Err(cause),
            _ => Ok(()),
        }
    }

    /// Returns the names of the objects with a prefix, in their order.
    pub async fn list(&self, prefix: &str) -> io::Result<Vec<String>> {
        let mut names: Vec<String> = Vec::new();
        loop {
            let (page, is_last) = self.list_page(prefix, names.last().map_or("", String::as_str)).await?;
            let is_empty = page.is_empty();
            names.extend(page);
            if is_last || is_empty || names.len() >= MAX_NAMES {
                return Ok(names);
            }
        }
    }

    /// Returns up to 1,000 names after `after`, and whether they are the last.
    async fn list_page(&self, prefix: &str, after: &str) -> io::Result<(Vec<String>, bool)> {
        let mut pairs = vec![("list-type", "2"), ("max-keys", "1000"), ("prefix", prefix)];
        if !after.is_empty() {
            pairs.push(("start-after", after));
        }
        let query = canonical_query(&pairs);
        let answer = self.call(&Request { query, ..Request::new(Method::GET, "") }).await?;
        let text = String::from_utf8_lossy(&answer.body);
        if !text.contains("<ListBucketResult") {
            return Err(io::Error::other("the S3 service sent no list"));
        }
        let names = elements(&text, "Key").map(str::to_owned).collect();
        Ok((names, elements(&text, "IsTruncated").next() != Some("true")))
    }

    /// Makes a call, again if it fails in passing. Returns a success or status 416.
    async fn call(&self, request: &Request<'_>) -> io::Result<Answer> {
        let mut delays = RETRY_DELAYS.into_iter();
        loop {
            let failure = match self.signed(request).send().await {
                Ok(answer) if answer.is_success() || answer.status == 416 => return Ok(answer),
                Ok(answer) => refusal(&answer),
                Err(cause @ (Failed::Malformed(_) | Failed::NotPublic)) => return Err(io::Error::other(cause)),
                Err(cause) => io::Error::new(io::ErrorKind::TimedOut, cause),
            };
            if failure.kind() != io::ErrorKind::TimedOut {
                return Err(failure);
            }
            let Some(delay) = delays.next() else { return Err(failure) };
            tracing::debug!(%failure, "a call to the S3 service is repeated");
            actix_rt::time::sleep(delay).await;
        }
    }

    fn signed(&self, request: &Request<'_>) -> Call {
        let Request { method, name, query, range, body } = request;
        let settings = &self.settings;
        let path = format!("/{}{}{name}", settings.name, if name.is_empty() { "" } else { "/" });
        let date = amz_date(Timestamp::now());
        let body_hash = body.as_ref().map_or_else(|| hash(b""), |body| body.hash.clone());
        let range = range.map(|(from, count)| format!("bytes={from}-{}", from + count.max(1) - 1));
        let mut headers = vec![("host", self.host.as_str())];
        headers.extend(range.as_deref().map(|range| ("range", range)));
        headers.extend([("x-amz-content-sha256", body_hash.as_str()), ("x-amz-date", &date)]);
        let unsigned =
            Unsigned { method: method.as_str(), path: &path, query, headers: &headers, body_hash: &body_hash };
        let credentials = Credentials {
            access_key: &settings.access_key,
            secret_key: settings.secret_key.expose(),
            region: &settings.region,
        };
        let authorization = unsigned.authorization(&credentials, &date);

        let query = if query.is_empty() { String::new() } else { format!("?{query}") };
        let mut call = self.http.call(method.clone(), &format!("{}{path}{query}", settings.endpoint));
        for (name, value) in headers {
            call = call.header(name, value);
        }
        let bytes = body.as_ref().map(|body| body.length).or(request.range.map(|(_, count)| count)).unwrap_or(0);
        if let Some(FileBody { path, length, .. }) = body {
            call = call.header("content-type", "application/octet-stream").file(path.clone(), *length);
        }
        let limit = request.range.map_or(ANSWER_MAX, |(_, count)| usize::try_from(count).unwrap_or(ANSWER_MAX));
        call.header("authorization", authorization)
            // An error may be longer than the bytes that are asked for.
            .limit(limit.max(64 * 1024))
            .patience(TIMEOUT + Duration::from_secs(bytes / BYTES_PER_SECOND))
    }
}

impl<'a> Request<'a> {
    fn new(method: Method, name: &'a str) -> Self {
        Self { method, name, query: String::new(), range: None, body: None }
    }
}

impl FileBody {
    fn read(path: PathBuf) -> io::Result<Self> {
        let mut file = File::open(&path)?;
        let (mut hash, mut length, mut block) = (Sha256::new(), 0, vec![0; 64 * 1024]);
        loop {
            let read = file.read(&mut block)?;
            if read == 0 {
                return Ok(Self { path, length, hash: hex(&hash.finalize()) });
            }
            hash.update(&block[..read]);
            length += read as u64;
        }
    }
}

/// Returns the error of an answer without success. Kind `TimedOut`: it may pass.
fn refusal(answer: &Answer) -> io::Error {
    use io::ErrorKind::{NotFound, Other, PermissionDenied, TimedOut};
    let text = String::from_utf8_lossy(&answer.body);
    let code: String = elements(&text, "Code")
        .next()
        .unwrap_or_default()
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .take(64)
        .collect();
    let (kind, hint) = match (answer.status, code.as_str()) {
        (_, "SignatureDoesNotMatch") => (PermissionDenied, ": the secret key does not belong to the access key"),
        (_, "InvalidAccessKeyId") => (PermissionDenied, ": the access key is unknown"),
        (_, "AccessDenied") => (PermissionDenied, ": the access key may not do this"),
        (_, "NoSuchBucket") => (PermissionDenied, ": there is no such bucket"),
        (_, "AuthorizationHeaderMalformed" | "PermanentRedirect") | (301 | 307, _) => {
            (PermissionDenied, ": the bucket is in another region or has another endpoint")
        }
        (_, "RequestTimeTooSkewed") => (PermissionDenied, ": the clock of this machine is wrong"),
        (_, "RequestTimeout") | (408 | 429 | 500.., _) => (TimedOut, ""),
        (401 | 403, _) => (PermissionDenied, ""),
        (404, _) => (NotFound, ""),
        _ => (Other, ""),
    };
    io::Error::new(kind, format!("the S3 service answered with status {} {code}{hint}", answer.status))
}

/// Returns the object's length of a `content-range` that has these bytes.
fn total_of(range: &str, from: u64, count: u64) -> Option<u64> {
    let (range, total) = range.strip_prefix("bytes ")?.split_once('/')?;
    let (first, last) = range.split_once('-')?;
    let (first, last): (u64, u64) = (first.parse().ok()?, last.parse().ok()?);
    (first == from && last.checked_sub(first)? + 1 == count).then(|| total.parse().ok())?
}

/// Returns the texts of XML elements without attributes. Names of objects here hold no character that XML escapes.
fn elements<'a>(xml: &'a str, name: &str) -> impl Iterator<Item = &'a str> {
    let (open, close) = (format!("<{name}>"), format!("</{name}>"));
    let mut rest = xml;
    std::iter::from_fn(move || {
        let (_, after) = rest.split_once(&open)?;
        let (text, after) = after.split_once(&close)?;
        rest = after;
        Some(text)
    })
}
