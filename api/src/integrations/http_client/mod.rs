//! HTTP client for all outgoing calls: HTTPS, or plain HTTP if the URL says so, with limits on time and size.
//!
//! Calls run on a separate thread, so that handshakes do not delay a worker's requests and any thread can make calls.
//! Redirects are never followed: neither the operator's servers nor a stranger's may redirect this server. Use
//! [`Call::public`] for a stranger's address.

mod resolve;
#[cfg(test)]
mod tests;

use std::{fs::File, io, path::PathBuf, rc::Rc, sync::Arc, time::Duration};

use actix_web::{
    body::SizedStream,
    http::{
        Method, Uri,
        header::{self, HeaderMap, HeaderName, HeaderValue},
    },
};
use awc::{Client, Connector, error::PayloadError};
use bytes::Bytes;
use serde::{Serialize, de::DeserializeOwned};
use tokio::sync::{Semaphore, mpsc, oneshot};

use super::{file_stream, tls::TrustStore};

/// Maximum concurrent calls. Further calls wait within their own timeout.
const AT_ONCE: usize = 64;
/// Default timeout of a call in total.
const PATIENCE: Duration = Duration::from_secs(10);
/// Default maximum bytes of a response.
const LIMIT: usize = 64 * 1024;

/// HTTP client handle, cheap to clone. The client's thread ends with the last clone.
#[derive(Clone)]
pub struct Http {
    jobs: mpsc::UnboundedSender<Job>,
    turns: Arc<Semaphore>,
}

/// Outgoing call.
#[must_use]
pub struct Call {
    http: Http,
    method: Method,
    address: String,
    headers: Vec<(String, String)>,
    body: Body,
    limit: usize,
    patience: Duration,
    public: bool,
}

/// Body of a call.
enum Body {
    Bytes(Bytes),
    /// This many bytes of a file, read while they are sent.
    File(PathBuf, u64),
}

/// Response with any status.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Bytes,
}

/// Reason for a missing response. Contains no more of the address than its host.
#[derive(Debug, PartialEq, Eq)]
pub enum Failed {
    /// The address or a header is malformed.
    Malformed(&'static str),
    /// A stranger's address does not lead to the public network.
    NotPublic,
    /// The response exceeds the limit.
    TooLarge,
    TimedOut,
    Unreachable(String),
}

struct Job {
    call: Prepared,
    answer: oneshot::Sender<Result<Answer, Failed>>,
}

/// Validated call.
struct Prepared {
    method: Method,
    address: Uri,
    headers: Vec<(HeaderName, HeaderValue)>,
    body: Body,
    limit: usize,
    patience: Duration,
    public: bool,
}

impl Http {
    /// Starts the thread that makes the calls.
    pub fn start(trust: &TrustStore) -> io::Result<Self> {
        let mut tls = trust.client()?;
        // HTTP/2 is never offered: awc depends on h2 0.3, whose known faults a hostile server could reach.
        tls.alpn_protocols = vec![b"http/1.1".to_vec()];
        let tls = Arc::new(tls);
        let (jobs, mut todo) = mpsc::unbounded_channel::<Job>();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        std::thread::Builder::new().name("outside".to_owned()).spawn(move || {
            actix_rt::Runtime::from(runtime).block_on(async move {
                let clients = Rc::new(Clients::new(&tls));
                while let Some(Job { call, mut answer }) = todo.recv().await {
                    let clients = Rc::clone(&clients);
                    actix_rt::spawn(async move {
                        tokio::select! {
                            done = clients.make(call) => drop(answer.send(done)),
                            // The caller was dropped.
                            () = answer.closed() => {}
                        }
                    });
                }
            });
        })?;
        Ok(Self { jobs, turns: Arc::new(Semaphore::new(AT_ONCE)) })
    }

    pub fn get(&self, address: &str) -> Call {
        self.call(Method::GET, address)
    }

    pub fn post(&self, address: &str) -> Call {
        self.call(Method::POST, address)
    }

    pub fn put(&self, address: &str) -> Call {
        self.call(Method::PUT, address)
    }

    /// Checks a stranger's address without a lookup. Its host name is resolved and checked at the call.
    pub fn check_public(&self, address: &str) -> Result<(), Failed> {
        self.post(address).public().prepare().map(drop)
    }

    /// Begins a call of any method.
    pub fn call(&self, method: Method, address: &str) -> Call {
        Call {
            http: self.clone(),
            method,
            address: address.to_owned(),
            headers: Vec::new(),
            body: Body::Bytes(Bytes::new()),
            limit: LIMIT,
            patience: PATIENCE,
            public: false,
        }
    }
}

impl Call {
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    pub fn bearer(self, token: &str) -> Self {
        self.header("authorization", format!("Bearer {token}"))
    }

    pub fn body(mut self, content_type: &str, body: impl Into<Bytes>) -> Self {
        self.body = Body::Bytes(body.into());
        self.header("content-type", content_type)
    }

    /// Sets the first `length` bytes of a file as the body. They are read while they are sent.
    pub fn file(mut self, path: PathBuf, length: u64) -> Self {
        self.body = Body::File(path, length);
        self
    }

    pub fn json(self, body: &impl Serialize) -> Self {
        // All bodies of this program serialize as JSON; if not, the receiver reports it.
        let body = serde_json::to_vec(body).unwrap_or_default();
        self.body("application/json", body)
    }

    /// Sets a urlencoded form as the body.
    pub fn form(self, fields: &[(&str, &str)]) -> Self {
        let body = serde_urlencoded::to_string(fields).unwrap_or_default();
        self.body("application/x-www-form-urlencoded", body)
    }

    /// Sets the maximum bytes of the response. Default: 64 KiB.
    pub fn limit(mut self, bytes: usize) -> Self {
        self.limit = bytes;
        self
    }

    /// Sets the total timeout, queueing included. Default: ten seconds.
    pub fn patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Marks the address as a stranger's. It must be HTTPS and lead to the public network, which prevents SSRF. The
    /// check applies to the resolved addresses, not to the name.
    pub fn public(mut self) -> Self {
        self.public = true;
        self
    }

    /// Makes the call. Any status is a response, including redirects.
    pub async fn send(self) -> Result<Answer, Failed> {
        let Http { jobs, turns } = self.http.clone();
        let patience = self.patience;
        let call = self.prepare()?;
        let made = async {
            let _turn = turns.acquire().await.map_err(|_| stopped())?;
            let (answer, answered) = oneshot::channel();
            jobs.send(Job { call, answer }).map_err(|_| stopped())?;
            answered.await.map_err(|_| stopped())?
        };
        tokio::time::timeout(patience, made).await.unwrap_or(Err(Failed::TimedOut))
    }

    fn prepare(self) -> Result<Prepared, Failed> {
        let address: Uri = self.address.parse().map_err(|_| Failed::Malformed("not an address"))?;
        let scheme = address.scheme_str().unwrap_or_default();
        let has_host = address.host().is_some_and(|host| !host.is_empty());
        // Credentials in the address would not be sent but would be logged.
        let has_user = address.authority().is_some_and(|authority| authority.as_str().contains('@'));
        if !matches!(scheme, "http" | "https") || !has_host || has_user {
            return Err(Failed::Malformed("expected an address such as https://host/path"));
        }
        if self.public && (scheme != "https" || address.host().is_some_and(|host| !resolve::may_be_public(host))) {
            return Err(Failed::NotPublic);
        }
        let mut headers = Vec::with_capacity(self.headers.len() + 1);
        headers.push((header::USER_AGENT, HeaderValue::from_static(concat!("plaza/", env!("CARGO_PKG_VERSION")))));
        for (name, value) in self.headers {
            let name = HeaderName::try_from(name).map_err(|_| Failed::Malformed("not a header"))?;
            headers.push((name, HeaderValue::try_from(value).map_err(|_| Failed::Malformed("not a header"))?));
        }
        Ok(Prepared {
            method: self.method,
            address,
            headers,
            body: self.body,
            limit: self.limit,
            patience: self.patience,
            public: self.public,
        })
    }
}

impl Answer {
    /// Returns true for a success status.
    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// Returns a header's text, or an empty text without the header.
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    pub fn json<T: DeserializeOwned>(&self) -> serde_json::Result<T> {
        serde_json::from_slice(&self.body)
    }
}

impl std::fmt::Display for Failed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Malformed(says) => says,
            Self::NotPublic => "the address is not one of the public network over HTTPS",
            Self::TooLarge => "the answer is too large",
            Self::TimedOut => "there was no answer in time",
            Self::Unreachable(cause) => cause,
        })
    }
}

impl std::error::Error for Failed {}

fn stopped() -> Failed {
    Failed::Unreachable("calls are not made any more".to_owned())
}

/// Connection pools: for any address, and for the public network only.
struct Clients {
    any: Client,
    public: Client,
}

impl Clients {
    fn new(tls: &Arc<rustls::ClientConfig>) -> Self {
        let connector = || Connector::new().rustls_0_23(Arc::clone(tls)).timeout(PATIENCE);
        let to_public = actix_tls::connect::Connector::new(resolve::public_only()).service();
        Self {
            any: Client::builder().disable_redirects().disable_timeout().connector(connector()).finish(),
            public: Client::builder()
                .disable_redirects()
                .disable_timeout()
                .connector(connector().connector(to_public))
                .finish(),
        }
    }

    async fn make(&self, call: Prepared) -> Result<Answer, Failed> {
        let client = if call.public { &self.public } else { &self.any };
        let is_head = call.method == Method::HEAD;
        let mut request = client.request(call.method, call.address).timeout(call.patience);
        for header in call.headers {
            request = request.insert_header(header);
        }
        let sent = match call.body {
            Body::Bytes(bytes) => request.send_body(bytes).await,
            Body::File(path, length) => {
                let unreadable = |cause: io::Error| Failed::Unreachable(format!("the file to send: {cause}"));
                let file = File::open(path).map_err(unreadable)?;
                request.send_body(SizedStream::new(length, file_stream::of(file, 0, length))).await
            }
        };
        let mut answer = sent.map_err(|cause| failed(&cause))?;
        let body = answer.body().limit(call.limit).await.map_err(|cause| match cause {
            PayloadError::Overflow => Failed::TooLarge,
            cause => Failed::Unreachable(cause.to_string()),
        })?;
        // awc takes the end of a connection for the end of the body.
        let announced =
            answer.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
        if !is_head && announced.is_some_and(|length: usize| length != body.len()) {
            return Err(Failed::Unreachable("the answer broke off".to_owned()));
        }
        Ok(Answer { status: answer.status().as_u16(), headers: answer.headers().clone(), body })
    }
}

fn failed(cause: &awc::error::SendRequestError) -> Failed {
    use awc::error::{ConnectError, SendRequestError};
    match cause {
        SendRequestError::Timeout | SendRequestError::Connect(ConnectError::Timeout) => Failed::TimedOut,
        SendRequestError::Connect(ConnectError::Resolver(cause)) if cause.is::<resolve::NotPublic>() => {
            Failed::NotPublic
        }
        cause => Failed::Unreachable(cause.to_string()),
    }
}
