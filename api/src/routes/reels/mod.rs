//! Reels: feed, reactions, comments, favourites, their notifications, and the business side.

mod comments;
mod favourites;
mod feed;
mod management;
mod notices;
mod notifications;
mod publish;
mod reactions;
mod refusals;
mod subtitles;
mod uploads;

pub(crate) use publish::{announce_reviews, publish_due, shared};
pub(crate) use uploads::resume_uploads;

use crate::http::openapi::ServiceConfig;

pub fn routes(api: &mut ServiceConfig) {
    feed::routes(api);
    reactions::routes(api);
    comments::routes(api);
    favourites::routes(api);
    notifications::routes(api);
    // Registered before the routes that match any id in their position.
    uploads::routes(api);
    management::routes(api);
    subtitles::routes(api);
}
