//! Public page of the caller's company: profile, opening hours, gallery, news.

mod gallery;
mod hours;
mod news;
mod profile;

pub(crate) use news::announce_due;
use utoipa_actix_web::service_config::ServiceConfig;

pub fn routes(api: &mut ServiceConfig) {
    api.configure(profile::routes).configure(hours::routes).configure(gallery::routes).configure(news::routes);
}
