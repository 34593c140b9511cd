//! Advertisements of companies, for everyone.

use actix_web::{get, post, web};
use serde::Deserialize;
use store::{
    advertisement::{self, Advertisement, AdvertisementEvent},
    types::{ids::AdvertisementId, timestamp::Timestamp},
};
use utoipa::ToSchema;

use crate::{
    error::Result,
    http::{
        extract::{App, ClientInfo, OptionalAuth, OptionalBody},
        openapi::ServiceConfig,
        rate_limit::RateLimitKey,
        response::{Confirmation, Envelope},
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(draw_advertisement).service(count_advertisement).service(show_advertisement);
}

/// Draw an advertisement
///
/// At random among those that run. Null if none does. Companies that you muted are left out.
#[utoipa::path(
    tag = "advertisements", operation_id = "advertisements_draw",
    responses((status = 200, body = Envelope<Option<Advertisement>>))
)]
#[get("/users/advertisements/random/")]
async fn draw_advertisement(app: App, caller: OptionalAuth) -> Result<Envelope<Option<Advertisement>>> {
    let viewer = caller.0.map(|caller| caller.user);
    Ok(Envelope::ok(advertisement::draw(&app.db, viewer, advertisement::lot(), Timestamp::now()).await?))
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AdvertisementSeen {
    /// `view` if absent.
    event: AdvertisementEvent,
}

/// Count a view or a click of an advertisement
///
/// An account counts once for each, however often it sees the advertisement. A click is a view too.
#[utoipa::path(
    tag = "advertisements", operation_id = "advertisements_count",
    params(("advertisement_id" = AdvertisementId, Path)),
    request_body(content = Option<AdvertisementSeen>),
    responses((status = 200, body = Confirmation))
)]
#[post("/users/advertisements/count/{advertisement_id}/")]
async fn count_advertisement(
    app: App,
    caller: OptionalAuth,
    device: ClientInfo,
    id: web::Path<AdvertisementId>,
    form: OptionalBody<AdvertisementSeen>,
) -> Result<Confirmation> {
    let (viewer, now) = (caller.0.map(|caller| caller.user), Timestamp::now());
    if viewer.is_none() {
        app.limits.check(RateLimitKey::AdvertisementVisits(device.address), now)?;
    }
    advertisement::count(&app.db, id.into_inner(), form.0.event, viewer, now).await?;
    Ok(Confirmation::new("Counted"))
}

/// Get an advertisement
#[utoipa::path(
    tag = "advertisements", operation_id = "advertisements_show",
    params(("advertisement_id" = AdvertisementId, Path)),
    responses((status = 200, body = Envelope<Advertisement>))
)]
#[get("/users/advertisements/{advertisement_id}/")]
async fn show_advertisement(
    app: App,
    _: OptionalAuth,
    id: web::Path<AdvertisementId>,
) -> Result<Envelope<Advertisement>> {
    Ok(Envelope::ok(advertisement::find(&app.db, id.into_inner(), Timestamp::now()).await?))
}
