//! Text messages, posted to a webhook as `{id, to, text}`. A small adapter connects any provider.

use std::time::Duration;

use serde::Serialize;
use store::notify::outbox::OutboxMessage;

use super::{DeliveryError, http_client::Http};
use crate::cli::config::Secret;

const PATIENCE: Duration = Duration::from_secs(30);

pub struct Sms {
    http: Http,
    webhook: Secret,
    token: Option<Secret>,
}

#[derive(Serialize)]
struct Message<'a> {
    /// Idempotency key: the same at every attempt, so that the receiver recognizes duplicates.
    id: String,
    to: &'a str,
    text: &'a str,
}

impl Sms {
    pub fn new(http: Http, webhook: Secret, token: Option<Secret>) -> Self {
        Self { http, webhook, token }
    }

    /// Posts a message. Any success status confirms it.
    pub async fn send(&self, letter: &OutboxMessage) -> Result<(), DeliveryError> {
        let id = letter.id.to_string();
        let message = Message { id: id.clone(), to: &letter.recipient, text: &letter.body };
        let mut call =
            self.http.post(self.webhook.expose()).header("idempotency-key", id).json(&message).patience(PATIENCE);
        if let Some(token) = &self.token {
            call = call.bearer(token.expose());
        }
        let answer = call.send().await.map_err(|cause| DeliveryError::Transient(cause.to_string()))?;
        match answer.status {
            200..=299 => Ok(()),
            // Only these statuses reject the message itself; all other errors may be temporary.
            status @ (400 | 410 | 413 | 422) => Err(DeliveryError::Permanent(format!("the webhook answered {status}"))),
            status => Err(DeliveryError::Transient(format!("the webhook answered {status}"))),
        }
    }
}
