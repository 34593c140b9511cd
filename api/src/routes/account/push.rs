//! Push subscriptions of browsers (Web Push, RFC 8030): notifications while the app is closed or hidden.
//!
//! The service worker receives JSON: `{chat_id, seq, title, body, media, sender, icon, tag, url, at}`. `title` is the
//! name of the sender or group. `body` is the text, at most 160 characters; in a group, the sender's first name
//! precedes it. `media` (`image`, `voice`, `video`, `file` or null) is set for messages without text; `body` then names
//! it in English. `sender` is the first name in a group, otherwise null. `icon` is the sender's picture or null. A
//! notification replaces an earlier one with the same `tag` (one per chat). `url` is the path to open. `at` is the time
//! of the message.
//!
//! Recipients are members who have not muted the chat, enabled push and chat notifications, and have no connection with
//! the chat open. Every subscribed, signed-in device is notified. Mentions make no difference.

use actix_web::{delete, get, post};
use serde::{Deserialize, Serialize};
use store::{
    notify::push::{self, NewSubscription},
    types::timestamp::Timestamp,
};
use utoipa::ToSchema;

use crate::{
    error::{Error, Result},
    http::{
        extract::{App, Body, Registered, User},
        openapi::ServiceConfig,
        response::{Confirmation, Envelope},
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(key).service(subscribe).service(unsubscribe);
}

/// Public key that identifies this server to push services.
#[derive(Serialize, ToSchema)]
pub struct PushKey {
    /// The `applicationServerKey` of a subscription, base64url. Null if push is disabled.
    public_key: Option<String>,
}

/// Get the push key
#[utoipa::path(tag = "users", operation_id = "push_show_key", responses((status = 200, body = Envelope<PushKey>)),
    security(("bearer" = [])))]
#[get("/users/push/key/")]
async fn key(app: App, _: User) -> Envelope<PushKey> {
    Envelope::ok(PushKey { public_key: app.push.as_ref().map(|push| push.public_key().to_owned()) })
}

/// A browser's `PushSubscription`, as returned by its `toJSON`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "browsers send the time at which they let it end, and tell the push service too")]
pub struct Subscription {
    endpoint: String,
    keys: SubscriptionKeys,
    #[serde(rename = "expirationTime")]
    expiration_time: Option<f64>,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SubscriptionKeys {
    /// The browser's public key, base64url.
    p256dh: String,
    /// The browser's `auth` secret, base64url.
    auth: String,
}

/// Subscribe this browser to push notifications
///
/// Lasts until it unsubscribes or the session ends.
#[utoipa::path(tag = "users", operation_id = "push_subscribe", request_body = Subscription,
    responses((status = 200, body = Confirmation)), security(("bearer" = [])))]
#[post("/users/push/subscribe/")]
async fn subscribe(app: App, user: Registered, form: Body<Subscription>) -> Result<Confirmation> {
    let push = app.push.as_ref().ok_or(Error::NotFound)?;
    let Subscription { endpoint, keys, .. } = form.0;
    let new = NewSubscription {
        endpoint,
        account: user.user,
        session: user.session,
        public_key: keys.p256dh,
        secret: keys.auth,
        now: Timestamp::now(),
    };
    push.subscribe(&app.db, &new).await?;
    Ok(Confirmation::new("This browser will be told of messages."))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Endpoint {
    endpoint: String,
}

/// Unsubscribe this browser from push notifications
#[utoipa::path(tag = "users", operation_id = "push_unsubscribe", request_body = Endpoint,
    responses((status = 200, body = Confirmation)), security(("bearer" = [])))]
#[delete("/users/push/subscribe/")]
async fn unsubscribe(app: App, user: User, form: Body<Endpoint>) -> Result<Confirmation> {
    push::unsubscribe(&app.db, user.user, &form.0.endpoint).await?;
    Ok(Confirmation::new("This browser will not be told any more."))
}
