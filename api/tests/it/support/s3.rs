//! A local S3 service with one bucket. It checks the signature and the checksum of every request, and fails as a test
//! asks.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    net::TcpListener,
    sync::{Arc, Mutex, MutexGuard},
};

use actix_web::{App, HttpRequest, HttpResponse, HttpServer, body::SizedStream, http::StatusCode, web};
use bytes::Bytes;
use futures_util::stream;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest as _, Sha256};

pub const BUCKET: &str = "plaza-media";
pub const ACCESS_KEY: &str = "AKIAPLAZA";
pub const SECRET_KEY: &str = "wJalr/secret+key";
const REGION: &str = "eu-test-1";

/// What a request meets instead of its answer. It has no effect then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    Unavailable,
    /// The answer breaks off in its body.
    Cut,
}

pub struct FakeS3 {
    pub url: String,
    state: Arc<Mutex<Inner>>,
}

#[derive(Default)]
struct Inner {
    objects: BTreeMap<String, Bytes>,
    /// Faults of the next requests.
    faults: VecDeque<Fault>,
    is_down: bool,
    /// Method and object of each request, and the number of bytes that the answer to a GET has.
    requests: Vec<(String, usize)>,
}

impl FakeS3 {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let state = Arc::new(Mutex::new(Inner::default()));
        let shared = web::Data::from(Arc::clone(&state));
        let server = HttpServer::new(move || {
            let limit = web::PayloadConfig::new(64 * 1024 * 1024);
            App::new().app_data(shared.clone()).app_data(limit).default_service(web::to(serve))
        });
        actix_rt::spawn(server.workers(1).listen(listener).unwrap().disable_signals().run());
        Self { url, state }
    }

    /// Flags that configure the bucket.
    pub fn flags(&self) -> Vec<String> {
        self.flags_with(BUCKET, SECRET_KEY)
    }

    pub fn flags_with(&self, bucket: &str, secret_key: &str) -> Vec<String> {
        let pairs = [
            ("--media-s3-bucket", bucket),
            ("--media-s3-region", REGION),
            ("--media-s3-endpoint", &self.url),
            ("--media-s3-access-key", ACCESS_KEY),
            ("--media-s3-secret-key", secret_key),
        ];
        pairs.into_iter().flat_map(|(flag, value)| [flag.to_owned(), value.to_owned()]).collect()
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.state.lock().unwrap()
    }

    pub fn names(&self) -> Vec<String> {
        self.inner().objects.keys().cloned().collect()
    }

    /// Deletes an object behind the server's back.
    pub fn lose(&self, name: &str) {
        self.inner().objects.remove(name).expect("an object with this name");
    }

    /// Makes the next requests fail.
    pub fn fail_next(&self, faults: &[Fault]) {
        self.inner().faults.extend(faults);
    }

    pub fn set_down(&self, is_down: bool) {
        self.inner().is_down = is_down;
    }

    /// Returns and forgets the requests so far.
    pub fn take_requests(&self) -> Vec<(String, usize)> {
        std::mem::take(&mut self.inner().requests)
    }

    /// Fails if a fault was met by no request.
    #[track_caller]
    pub fn has_met_all_faults(&self) {
        assert!(self.inner().faults.is_empty(), "{:?}", self.inner().faults);
    }
}

async fn serve(request: HttpRequest, body: Bytes, state: web::Data<Mutex<Inner>>) -> HttpResponse {
    let mut inner = state.lock().unwrap();
    let (bucket, name) = request.path()[1..].split_once('/').unwrap_or((&request.path()[1..], ""));
    let fault = if inner.is_down { Some(Fault::Unavailable) } else { inner.faults.pop_front() };
    if fault == Some(Fault::Unavailable) {
        return refuse(503, "SlowDown");
    }
    if let Err(code) = check_signature(&request, &body) {
        return refuse(403, code);
    }
    if bucket != BUCKET {
        return refuse(404, "NoSuchBucket");
    }
    let object = inner.objects.get(name).cloned();
    let mut answer = match (request.method().as_str(), object) {
        ("GET", _) if name.is_empty() => list(&inner, &request),
        ("PUT", _) => {
            if fault.is_none() {
                inner.objects.insert(name.to_owned(), body);
            }
            HttpResponse::Ok().finish()
        }
        ("DELETE", _) => {
            inner.objects.remove(name);
            HttpResponse::NoContent().finish()
        }
        ("HEAD", Some(object)) => HttpResponse::Ok()
            .body(SizedStream::new(object.len() as u64, stream::empty::<Result<Bytes, std::io::Error>>())),
        ("GET", Some(object)) => ranged(&request, &object),
        _ => refuse(404, "NoSuchKey"),
    };
    let length = match actix_web::body::MessageBody::size(answer.body()) {
        actix_web::body::BodySize::Sized(length) => usize::try_from(length).unwrap(),
        _ => 0,
    };
    inner.requests.push((format!("{} {name}", request.method()), length));
    if fault == Some(Fault::Cut) {
        let half: Result<Bytes, std::io::Error> = Ok(Bytes::from(vec![b'?'; length / 2]));
        let cut = stream::iter([half, Err(std::io::ErrorKind::ConnectionReset.into())]);
        answer = answer.set_body(SizedStream::new(length.max(1) as u64, cut)).map_into_boxed_body();
    }
    answer
}

fn refuse(status: u16, code: &str) -> HttpResponse {
    let body = format!("<?xml version=\"1.0\"?><Error><Code>{code}</Code><Message>No.</Message></Error>");
    HttpResponse::build(StatusCode::from_u16(status).unwrap()).content_type("application/xml").body(body)
}

fn ranged(request: &HttpRequest, object: &Bytes) -> HttpResponse {
    let Some(range) = request.headers().get("range") else { return HttpResponse::Ok().body(object.clone()) };
    let (from, to) = range.to_str().unwrap().strip_prefix("bytes=").unwrap().split_once('-').unwrap();
    let (from, to): (usize, usize) = (from.parse().unwrap(), to.parse().unwrap());
    if from >= object.len() {
        return refuse(416, "InvalidRange");
    }
    let end = (to + 1).min(object.len());
    HttpResponse::PartialContent()
        .insert_header(("content-range", format!("bytes {from}-{}/{}", end - 1, object.len())))
        .body(object.slice(from..end))
}

/// Lists two names at a time, so that a longer list has pages.
fn list(inner: &Inner, request: &HttpRequest) -> HttpResponse {
    let query: HashMap<String, String> =
        web::Query::<HashMap<String, String>>::from_query(request.query_string()).unwrap().into_inner();
    assert_eq!(query["list-type"], "2");
    let after = query.get("start-after").map_or("", String::as_str);
    let all: Vec<&String> =
        inner.objects.keys().filter(|name| name.starts_with(&query["prefix"]) && ***name > *after).collect();
    let keys: String = all.iter().take(2).map(|name| format!("<Contents><Key>{name}</Key></Contents>")).collect();
    HttpResponse::Ok().content_type("application/xml").body(format!(
        "<?xml version=\"1.0\"?><ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">\
         <IsTruncated>{}</IsTruncated>{keys}</ListBucketResult>",
        all.len() > 2
    ))
}

/// Checks a request by the rules of Signature Version 4.
fn check_signature(request: &HttpRequest, body: &[u8]) -> Result<(), &'static str> {
    let header = |name: &str| request.headers().get(name).map_or("", |value| value.to_str().unwrap());
    let given = header("authorization").strip_prefix("AWS4-HMAC-SHA256 ").ok_or("AccessDenied")?;
    let given: HashMap<&str, &str> = given.split(',').map(|pair| pair.trim().split_once('=').unwrap()).collect();
    let scope: Vec<&str> = given["Credential"].split('/').collect();
    let (date, signed) = (header("x-amz-date"), given["SignedHeaders"]);
    if scope[0] != ACCESS_KEY {
        return Err("InvalidAccessKeyId");
    }
    if scope[1..] != [&date[..8], REGION, "s3", "aws4_request"] {
        return Err("AuthorizationHeaderMalformed");
    }
    assert!(
        ["host", "x-amz-date", "x-amz-content-sha256"].iter().all(|name| signed.split(';').any(|one| one == *name))
    );
    if header("x-amz-content-sha256") != hex(&Sha256::digest(body)) {
        return Err("XAmzContentSHA256Mismatch");
    }
    let mut query: Vec<&str> = request.query_string().split('&').collect();
    query.sort_unstable();
    let headers: String = signed.split(';').map(|name| format!("{name}:{}\n", header(name).trim())).collect();
    let canonical = format!(
        "{}\n{}\n{}\n{headers}\n{signed}\n{}",
        request.method(),
        request.uri().path(),
        query.join("&"),
        header("x-amz-content-sha256")
    );
    let text = format!("AWS4-HMAC-SHA256\n{date}\n{}\n{}", scope[1..].join("/"), hex(&Sha256::digest(canonical)));
    let mut key = format!("AWS4{SECRET_KEY}").into_bytes();
    for part in &scope[1..] {
        key = mac(&key, part);
    }
    if given["Signature"] == hex(&mac(&key, &text)) { Ok(()) } else { Err("SignatureDoesNotMatch") }
}

fn mac(key: &[u8], text: &str) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).unwrap();
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().to_vec()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
