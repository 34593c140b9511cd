//! Browsers that want to be told of messages while the app is closed or out of sight (Web Push, RFC 8030).
//!
//! The service worker gets JSON: `{chat_id, seq, title, body, media, sender, icon, tag, url, at}`. `title` is the sender's name
//! or the group's; `body` what was said (160 characters at most; in a group with the sender's first name before it); `media`
//! (`image`, `voice`, `video`, `file`, null) is set where there are no words, and `body` then names it in English; `sender` is
//! the first name in a group, else null; `icon` the sender's picture or null; a notification takes the place of an earlier
//! one with the same `tag` (one for each chat); `url` is the path to open; `at` when it was said.
//!
//! Told are the members of a chat who have not muted it, have push and chat notifications on, and do not have the chat open
//! on any connection; on every device that has subscribed and is signed in. A mention changes nothing in that.

use actix_web::{delete, get, post};
use serde::{Deserialize, Serialize};
use store::{
    notify::push::{self, NewSubscription},
    types::timestamp::Timestamp,
};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use crate::{
    error::{Error, Result},
    http::{
        extract::{App, Body, Registered, User},
        response::{Confirmation, Envelope},
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(key).service(subscribe).service(unsubscribe);
}

/// By what this server is known to push services.
#[derive(Serialize, ToSchema)]
pub struct PushKey {
    /// The `applicationServerKey` of a subscription, base64url; null where nobody is told.
    public_key: Option<String>,
}

/// The key to subscribe with
#[utoipa::path(tag = "users", operation_id = "push_show_key", responses((status = 200, body = Envelope<PushKey>)),
    security(("bearer" = [])))]
#[get("/users/push/key/")]
async fn key(app: App, _: User) -> Envelope<PushKey> {
    Envelope::ok(PushKey { public_key: app.push.as_ref().map(|push| push.public_key().to_owned()) })
}

/// A browser's `PushSubscription`, as its `toJSON` gives it.
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
    /// Its secret, base64url.
    auth: String,
}

/// Be told of messages on this browser
///
/// Until it is taken back or the session ends.
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

/// Not be told on this browser any more
#[utoipa::path(tag = "users", operation_id = "push_unsubscribe", request_body = Endpoint,
    responses((status = 200, body = Confirmation)), security(("bearer" = [])))]
#[delete("/users/push/subscribe/")]
async fn unsubscribe(app: App, user: User, form: Body<Endpoint>) -> Result<Confirmation> {
    push::unsubscribe(&app.db, user.user, &form.0.endpoint).await?;
    Ok(Confirmation::new("This browser will not be told any more."))
}
