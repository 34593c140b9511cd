//! Typed client of Stripe's API, as far as payments need it.
//!
//! Calls carry form fields and answer with JSON. A call that creates or confirms has an idempotency key, so a repeat
//! after a lost answer moves no money twice. Money is in Stripe's units: see [`amount`].

pub mod amount;
mod card;
mod customer;
mod intent;
mod refund;
pub mod webhook;

use std::time::Duration;

use actix_web::http::Method;
use serde::{Deserialize, de::DeserializeOwned};

pub use card::{PaymentMethod, failure_code};
pub use intent::{Intent, NewIntent};
pub use refund::{Dispute, Refund, refund_amount};

use crate::{
    cli::config::Secret,
    integrations::http_client::{Failed, Http},
};

/// Version of the API that the types here follow.
const VERSION: &str = "2024-06-20";
/// Maximum bytes of an answer.
const ANSWER_MAX: usize = 512 * 1024;

/// Access to an account at Stripe.
#[derive(Clone)]
pub struct Stripe {
    http: Http,
    url: String,
    key: Secret,
    /// Key of the provider's script in the browser.
    pub publishable_key: String,
    pub webhook_secret: Secret,
    timeout: Duration,
}

/// Keys and address of an account at Stripe.
pub struct StripeSettings {
    /// Origin of the API, without a slash at the end.
    pub url: String,
    pub key: Secret,
    pub publishable_key: String,
    pub webhook_secret: Secret,
    /// Timeout of a call.
    pub timeout: Duration,
}

/// Reason why a call has no result. Contains codes only, never what was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StripeError {
    /// No answer in time, or Stripe is overloaded. The call may have had its effect: repeat it with the same key.
    Unavailable(String),
    /// The object does not exist.
    NotFound,
    /// The state of the object does not allow the call. Read the object again.
    UnexpectedState,
    /// The card was refused, with the intent after that.
    Declined { code: String, intent: Option<Box<Intent>> },
    /// Stripe refuses the call for good, with its code.
    Refused { code: String, param: String },
}

impl std::fmt::Display for StripeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Unavailable(cause) => write!(f, "Stripe is not available: {cause}"),
            Self::NotFound => f.write_str("Stripe knows no such object"),
            Self::UnexpectedState => f.write_str("Stripe's object is in another state"),
            Self::Declined { code, .. } => write!(f, "the card was refused: {code}"),
            Self::Refused { code, param } => write!(f, "Stripe refuses the call: {code} {param}"),
        }
    }
}

type Result<T, E = StripeError> = std::result::Result<T, E>;

#[derive(Deserialize)]
struct ErrorAnswer {
    error: ErrorDetails,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct ErrorDetails {
    code: Option<String>,
    decline_code: Option<String>,
    #[serde(rename = "type")]
    kind: Option<String>,
    param: Option<String>,
    payment_intent: Option<Box<Intent>>,
}

impl Stripe {
    pub fn new(http: Http, settings: StripeSettings) -> Self {
        let StripeSettings { url, key, publishable_key, webhook_secret, timeout } = settings;
        Self { http, url, key, publishable_key, webhook_secret, timeout }
    }

    async fn get<T: DeserializeOwned>(&self, path: &str, query: &[(&str, &str)]) -> Result<T> {
        let query = serde_urlencoded::to_string(query).unwrap_or_default();
        self.call(Method::GET, &format!("{path}?{query}"), &[], None).await
    }

    async fn post<T: DeserializeOwned>(&self, path: &str, fields: &[(&str, &str)], key: Option<&str>) -> Result<T> {
        self.call(Method::POST, path, fields, key).await
    }

    async fn call<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        fields: &[(&str, &str)],
        key: Option<&str>,
    ) -> Result<T> {
        let is_post = method == Method::POST;
        let mut call = self
            .http
            .call(method, &format!("{}{path}", self.url))
            .bearer(self.key.expose())
            .header("stripe-version", VERSION)
            .limit(ANSWER_MAX)
            .patience(self.timeout);
        if let Some(key) = key {
            call = call.header("idempotency-key", key);
        }
        if is_post {
            call = call.form(fields);
        }
        let answer = call.send().await.map_err(|cause| match cause {
            Failed::TimedOut => StripeError::Unavailable("no answer in time".to_owned()),
            cause => StripeError::Unavailable(cause.to_string()),
        })?;
        if answer.is_success() {
            // The cause names a field and a place, no value of a card.
            return answer
                .json()
                .map_err(|cause| StripeError::Unavailable(format!("not the answer of Stripe: {cause}")));
        }
        Err(error_of(answer.status, &answer.body))
    }
}

/// Returns the meaning of a failed call. Stripe's own message is dropped: it may repeat what was sent.
fn error_of(status: u16, body: &[u8]) -> StripeError {
    let error = serde_json::from_slice::<ErrorAnswer>(body).map(|answer| answer.error).unwrap_or_default();
    let code = word(error.code.as_deref().or(error.kind.as_deref()).unwrap_or("unknown"));
    match (status, code.as_str()) {
        (409 | 429 | 500.., _) | (_, "lock_timeout" | "rate_limit") => {
            StripeError::Unavailable(format!("status {status}, {code}"))
        }
        (402, _) => StripeError::Declined {
            code: failure_code(Some(&code), error.decline_code.as_deref()),
            intent: error.payment_intent,
        },
        (_, "payment_intent_unexpected_state" | "setup_intent_unexpected_state") => StripeError::UnexpectedState,
        (404, _) | (_, "resource_missing") if error.param.as_deref().is_none_or(is_path_param) => StripeError::NotFound,
        _ => StripeError::Refused { code, param: word(error.param.as_deref().unwrap_or_default()) },
    }
}

/// Returns true for parameters of a path, which name the object itself.
fn is_path_param(param: &str) -> bool {
    matches!(param, "intent" | "id" | "payment_method" | "dispute" | "customer")
}

/// Returns a code of Stripe as far as it is safe to log.
fn word(text: &str) -> String {
    text.chars().filter(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '[' | ']')).take(64).collect()
}

/// Returns true for an id of Stripe with this prefix. Another text must not become a part of a path.
pub fn is_id(text: &str, prefix: &str) -> bool {
    text.len() <= 128
        && text.strip_prefix(prefix).is_some_and(|rest| {
            !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(status: u16, body: &str) -> StripeError {
        error_of(status, body.as_bytes())
    }

    #[test]
    fn errors_are_told_by_their_codes() {
        let declined = error(
            402,
            r#"{"error": {"type": "card_error", "code": "card_declined", "decline_code": "insufficient_funds"}}"#,
        );
        assert_eq!(declined, StripeError::Declined { code: "insufficient_funds".to_owned(), intent: None });
        assert_eq!(
            error(400, r#"{"error": {"code": "payment_intent_unexpected_state"}}"#),
            StripeError::UnexpectedState
        );
        assert_eq!(error(404, r#"{"error": {"code": "resource_missing", "param": "intent"}}"#), StripeError::NotFound);
        assert!(matches!(error(503, "<html>"), StripeError::Unavailable(_)));
        assert!(matches!(error(429, r#"{"error": {"code": "rate_limit"}}"#), StripeError::Unavailable(_)));
    }

    #[test]
    fn refusals_repeat_nothing_that_was_sent() {
        let refused =
            error(400, r#"{"error": {"code": "parameter_invalid", "message": "4242424242424242", "param": "card"}}"#);
        assert!(!format!("{refused} {refused:?}").contains("4242"));
    }

    #[test]
    fn ids_hold_no_path() {
        assert!(is_id("pm_1Nl", "pm_"));
        for text in ["pm_", "pm_1/../x", "pi_1", "pm_1?x", ""] {
            assert!(!is_id(text, "pm_"), "{text}");
        }
    }
}
