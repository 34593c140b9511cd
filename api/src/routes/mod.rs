//! The contents page: one line for each area of `/api/v1`.
//!
//! Paths are written with their trailing slash, and answer without it too.

pub mod account;
pub mod auth;
pub mod business;
pub mod chat;
pub mod demo;
pub mod media;
pub mod meta;
pub mod social;

use utoipa_actix_web::service_config::ServiceConfig;

/// Everything under `/api/v1`.
pub fn v1(api: &mut ServiceConfig) {
    api.configure(meta::server_info::routes) // what the server is
        .configure(auth::routes) // sign-in, sign-up, sessions, one's own profile
        .configure(auth::availability::routes) // whether a user name or an e-mail is free
        .configure(auth::password_reset::routes) // forgotten passwords, at both doors
        .configure(auth::password_change::routes) // a new password for an old one
        .configure(auth::contact_verification::routes) // proof of one's mailbox and phone
        .configure(demo::outbox::routes) // in the demo: what would have been sent
        .configure(chat::routes) // chats and their history
        .configure(business::routes) // the door of the businesses
        .configure(meta::reference::routes) // languages, countries, categories
        .configure(media::routes) // uploads
        .configure(meta::link_preview::routes) // what stands behind a link
        .configure(meta::places::routes) // towns for addresses
        .configure(account::privacy::routes) // who may see and do what
        .configure(account::profile::routes) // changing one's profile; papers
        .configure(social::people::routes) // finding people, friends
        .configure(account::push::routes) // telling browsers while nobody looks
        .configure(social::reports::routes) // what is wrong with a chat
        .configure(chat::search::routes) // searching messages
        .configure(auth::socket_ticket::routes); // tickets that open sockets
}
