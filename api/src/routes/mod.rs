//! Routes of `/api/v1`, one line per area.
//!
//! Paths end with a slash and also match without it.

pub mod account;
pub mod advertisements;
pub mod auth;
pub mod booking;
pub mod business;
pub mod catalogue;
pub mod chat;
pub mod demo;
pub mod home;
pub mod media;
pub mod meta;
pub mod notifications;
pub mod orders;
pub mod pages;
pub mod policies;
pub mod reels;
pub mod search;
pub mod social;
pub mod support;

use crate::http::openapi::ServiceConfig;

/// Registers all routes under `/api/v1`. The router compares a request with one path after another, which takes a
/// third of the time of an answer from memory to a signed-in caller, so that areas with public pages come first.
pub fn v1(api: &mut ServiceConfig) {
    api.configure(catalogue::routes) // companies and their offerings
        .configure(home::routes) // start page
        .configure(search::routes) // search, suggestions, what is near
        .configure(booking::routes) // availability, bookings, reservations
        .configure(reels::routes) // reels, comments, favourites
        .configure(advertisements::routes) // advertisements of companies
        .configure(meta::server_info::routes) // server information
        .configure(auth::routes) // login, sign-up, sessions, own profile
        .configure(auth::availability::routes) // availability of user names and e-mail addresses
        .configure(auth::password_reset::routes) // password reset, in both realms
        .configure(auth::password_change::routes) // password change
        .configure(auth::contact_verification::routes) // verification of e-mail and phone
        .configure(demo::outbox::routes) // outbox messages of a demo server
        .configure(chat::routes) // chats and their history
        .configure(business::routes) // businesses
        .configure(orders::routes) // carts, checkout, payment, orders
        .configure(policies::routes) // policies of a company
        .configure(support::routes) // tickets, feedback, help centre, footer
        .configure(meta::reference::routes) // languages, countries, categories
        .configure(media::routes) // uploads
        .configure(meta::link_preview::routes) // link previews
        .configure(meta::places::routes) // towns for addresses
        .configure(account::counters::routes) // counters of the own profile
        .configure(account::privacy::routes) // privacy settings
        .configure(account::addresses::routes) // delivery addresses
        .configure(account::profile::routes) // profile changes, documents
        .configure(social::people::routes) // people search, friends
        .configure(social::follows::routes) // followers
        .configure(social::posts::routes) // reviews and comments of a person
        .configure(social::profile_codes::routes) // profiles by code
        .configure(notifications::routes) // notifications and their preferences
        .configure(account::push::routes) // push subscriptions of browsers
        .configure(social::reports::routes) // reports about chats and users
        .configure(chat::search::routes) // message search
        .configure(auth::socket_ticket::routes); // socket tickets
}
