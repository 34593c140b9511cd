//! REST calls that a run makes before it opens sockets.

use std::cell::Cell;
use std::time::Duration;

use awc::http::{Method, StatusCode, header};
use serde_json::Value;

use crate::target::Target;

/// Concurrent registrations queue on the server, which hashes one password at a time per core.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(60);
/// Attempts of a rate-limited call before the run gives up.
const MAX_ATTEMPTS: usize = 60;
const MAX_BODY_SIZE: usize = 4 << 20;

/// REST client of the server.
pub struct Api {
    client: awc::Client,
    target: Target,
    /// True once the terminal shows that the server limits the rate.
    limit_reported: Cell<bool>,
}

impl Api {
    pub fn new(target: &Target) -> Self {
        Self {
            client: awc::Client::builder().timeout(REQUEST_TIMEOUT).finish(),
            target: target.clone(),
            limit_reported: Cell::new(false),
        }
    }

    /// Gets a public text, such as the metrics. Returns `None` on any failure.
    pub async fn get_text(&self, url: &str) -> Option<String> {
        let mut response = self.client.get(url).send().await.ok().filter(|response| response.status().is_success())?;
        String::from_utf8(response.body().limit(MAX_BODY_SIZE).await.ok()?.to_vec()).ok()
    }

    /// Gets a public page as browsers do, compressed, or posts JSON for it. Returns its bytes on the wire.
    pub async fn get_page(&self, path: &str, body: Option<String>) -> Result<usize, String> {
        let method = if body.is_some() { Method::POST } else { Method::GET };
        let request = self.client.request(method, self.target.url(path));
        let request = request.insert_header((header::ACCEPT_ENCODING, "gzip"));
        let sent = match body {
            Some(body) => request.content_type("application/json").send_body(body),
            None => request.send(),
        };
        let mut response = sent.await.map_err(|error| format!("{path}: {error}"))?;
        let body = response.body().limit(MAX_BODY_SIZE).await.map_err(|error| format!("{path}: {error}"))?;
        let status = response.status();
        if status.is_success() { Ok(body.len()) } else { Err(format!("{path} returned {status}: {}", excerpt(&body))) }
    }

    /// Gets JSON and returns the response envelope.
    pub async fn get(&self, path: &str, token: &str) -> Result<Value, String> {
        let request = self.client.get(self.target.url(path)).bearer_auth(token);
        let mut response = request.send().await.map_err(|error| format!("GET {path}: {error}"))?;
        let status = response.status();
        let body = response.body().limit(MAX_BODY_SIZE).await.map_err(|error| format!("GET {path}: {error}"))?;
        if !status.is_success() {
            return Err(format!("GET {path} returned {status}: {}", excerpt(&body)));
        }
        serde_json::from_slice(&body).map_err(|error| format!("GET {path} returned no JSON: {error}"))
    }

    /// Posts JSON and returns the response envelope. Waits and retries on 429 and 503, as `Retry-After` says.
    pub async fn post(&self, path: &str, token: Option<&str>, body: &Value) -> Result<Value, String> {
        self.send(Method::POST, path, token, body).await
    }

    /// Puts JSON, as [`Self::post`].
    pub async fn put(&self, path: &str, token: &str, body: &Value) -> Result<Value, String> {
        self.send(Method::PUT, path, Some(token), body).await
    }

    async fn send(&self, method: Method, path: &str, token: Option<&str>, body: &Value) -> Result<Value, String> {
        for _ in 0..MAX_ATTEMPTS {
            let mut request = self.client.request(method.clone(), self.target.url(path));
            if let Some(token) = token {
                request = request.bearer_auth(token);
            }
            let mut response = request.send_json(body).await.map_err(|error| format!("{method} {path}: {error}"))?;
            let status = response.status();
            let wait = response.headers().get(header::RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse().ok());
            let body = response.body().await.map_err(|error| format!("{method} {path}: {error}"))?;
            if matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE) {
                let wait: u64 = wait.unwrap_or(1).clamp(1, 60);
                if !self.limit_reported.replace(true) {
                    eprintln!("the server limits {path} ({status}) and asks to wait {wait} s: waiting");
                    eprintln!("(a server started with PLAZA_SIGN_IN_RATE=0 does not limit logins)");
                }
                tokio::time::sleep(Duration::from_secs(wait)).await;
                continue;
            }
            if !status.is_success() {
                return Err(format!("{method} {path} returned {status}: {}", excerpt(&body)));
            }
            return serde_json::from_slice(&body).map_err(|error| format!("{method} {path} returned no JSON: {error}"));
        }
        Err(format!("{method} {path} was rate-limited {MAX_ATTEMPTS} times"))
    }
}

/// Start of a response body, for error messages.
fn excerpt(body: &[u8]) -> String {
    String::from_utf8_lossy(body).chars().take(300).collect()
}
