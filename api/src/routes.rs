//! The contents page: one line for each area of `/api/v1`.
//!
//! Paths are written with their trailing slash, and answer without it too.

pub mod app;
pub mod auth;
pub mod chat;
pub mod company;
pub mod link_preview;
pub mod lists;
pub mod live;
pub mod media;
pub mod names;
pub mod operation;
pub mod outbox;
pub mod password;
pub mod people;
pub mod places;
pub mod privacy;
pub mod profile;
pub mod push;
pub mod recovery;
pub mod reports;
pub mod search;
pub mod ticket;
pub mod verification;

use utoipa_actix_web::service_config::ServiceConfig;

/// Everything under `/api/v1`.
pub fn v1(api: &mut ServiceConfig) {
    api.configure(app::routes) // what the server is
        .configure(auth::routes) // sign-in, sign-up, sessions, one's own profile
        .configure(names::routes) // whether a user name or an e-mail is free
        .configure(recovery::routes) // forgotten passwords, at both doors
        .configure(password::routes) // a new password for an old one
        .configure(verification::routes) // proof of one's mailbox and phone
        .configure(outbox::routes) // in the demo: what would have been sent
        .configure(chat::routes) // chats and their history
        .configure(company::routes) // the door of the businesses
        .configure(lists::routes) // languages, countries, categories
        .configure(media::routes) // uploads
        .configure(link_preview::routes) // what stands behind a link
        .configure(places::routes) // towns for addresses
        .configure(privacy::routes) // who may see and do what
        .configure(profile::routes) // changing one's profile; papers
        .configure(people::routes) // finding people, friends
        .configure(push::routes) // telling browsers while nobody looks
        .configure(reports::routes) // what is wrong with a chat
        .configure(search::routes) // searching messages
        .configure(ticket::routes); // tickets that open sockets
}
