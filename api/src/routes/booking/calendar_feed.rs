//! Calendar subscription: a private URL that calendar programs read without signing in.

use actix_web::{HttpRequest, HttpResponse, delete, get, http::header, post, web};
use base64::{Engine as _, engine::general_purpose::STANDARD_NO_PAD};
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use store::{
    booking::{calendar_feed, calendar_file},
    types::timestamp::Timestamp,
};
use utoipa::ToSchema;

use crate::{
    error::{Error, Result},
    http::{
        extract::{App, Registered},
        openapi::ServiceConfig,
        response::{Confirmation, Envelope},
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(show_state).service(renew_link).service(end_subscription).service(show_calendar);
}

/// Characters of a secret.
const SECRET_LENGTH: usize = 64;

/// Calendar subscription of the caller.
#[derive(Serialize, ToSchema)]
pub struct CalendarSubscription {
    /// Time at which the present link was made. Null: there is none.
    created_at: Option<Timestamp>,
    /// The link, once after it was made. It cannot be shown again.
    url: Option<String>,
}

/// Get your calendar subscription
///
/// Without the link, since only a hash of its secret is stored.
#[utoipa::path(
    tag = "booking", operation_id = "booking_show_calendar_feed", responses((status = 200, body = Envelope<CalendarSubscription>)), security(("bearer" = []))
)]
#[get("/users/calendar-feed/")]
async fn show_state(app: App, user: Registered) -> Result<Envelope<CalendarSubscription>> {
    let created_at = calendar_feed::created_at(&app.db, user.user).await?;
    Ok(Envelope::ok(CalendarSubscription { created_at, url: None }))
}

/// Make the link of your calendar subscription
///
/// An earlier link stops working. Whoever has the link sees your bookings.
#[utoipa::path(
    tag = "booking", operation_id = "booking_renew_calendar_feed", responses((status = 201, body = Envelope<CalendarSubscription>)), security(("bearer" = []))
)]
#[post("/users/calendar-feed/")]
async fn renew_link(app: App, user: Registered) -> Result<Envelope<CalendarSubscription>> {
    let now = Timestamp::now();
    let secret = calendar_feed::renew(&app.db, user.user, now).await?;
    let url = format!("{}/api/v1/users/calendar-feed/{secret}/", app.config.public_url());
    Ok(Envelope::created(CalendarSubscription { created_at: Some(now), url: Some(url) }))
}

/// End your calendar subscription
#[utoipa::path(
    tag = "booking", operation_id = "booking_delete_calendar_feed", responses((status = 200, body = Confirmation)), security(("bearer" = []))
)]
#[delete("/users/calendar-feed/")]
async fn end_subscription(app: App, user: Registered) -> Result<Confirmation> {
    calendar_feed::delete(&app.db, user.user).await?;
    Ok(Confirmation::new("The link no longer works."))
}

/// Get a subscribed calendar
///
/// RFC 5545, with all bookings ahead and those of the last 30 days. A cancelled booking is a cancelled event.
#[utoipa::path(
    tag = "booking", operation_id = "booking_calendar_feed",
    params(("secret" = String, Path, description = "Secret of the link.")),
    responses((status = 200, body = String, content_type = "text/calendar"), (status = 304, description = "Not modified"))
)]
#[get("/users/calendar-feed/{secret}/")]
async fn show_calendar(app: App, secret: web::Path<String>, request: HttpRequest) -> Result<HttpResponse> {
    if secret.len() != SECRET_LENGTH {
        return Err(Error::NotFound);
    }
    let account = calendar_feed::owner(&app.db, &secret).await?;
    let text = calendar_file::feed(&calendar_feed::bookings(&app.db, account, Timestamp::now()).await?);
    let etag = format!("\"{}\"", STANDARD_NO_PAD.encode(Sha256::digest(&text)));
    let is_known = request.headers().get(header::IF_NONE_MATCH).is_some_and(|seen| seen.as_bytes() == etag.as_bytes());
    let mut response = if is_known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response.insert_header((header::ETAG, etag)).insert_header((header::CACHE_CONTROL, "private, no-cache"));
    Ok(if is_known { response.finish() } else { response.content_type("text/calendar; charset=utf-8").body(text) })
}
