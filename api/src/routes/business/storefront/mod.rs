//! Public page of the caller's company: profile, opening hours, pause, gallery, news.

mod gallery;
mod hours;
mod news;
mod pause;
mod profile;

pub(crate) use news::announce_due;

use crate::http::openapi::ServiceConfig;

pub fn routes(api: &mut ServiceConfig) {
    api.configure(profile::routes)
        .configure(hours::routes)
        .configure(pause::routes)
        .configure(gallery::routes)
        .configure(news::routes);
}
