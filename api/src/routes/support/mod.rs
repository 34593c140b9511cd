//! Support: tickets of both sides, ways of contact, help centre, feedback, footer pages.

mod business;
mod feedback;
mod form;
mod help;
mod message;
mod pages;
mod refusals;
mod tickets;

pub(crate) use tickets::open_for_missing;

use crate::http::openapi::ServiceConfig;

pub fn routes(api: &mut ServiceConfig) {
    tickets::routes(api);
    business::routes(api);
    help::routes(api);
    feedback::routes(api);
    pages::routes(api);
}
