//! The HTTP side: REST under `/api/v1`, pictures, the web app, and the upgrade to sockets. Thin: `store` holds the
//! persistent rules, `hub` the live ones.
//!
//! Path of a request: [`server`] → `http::middleware` (id, log, headers) → [`routes`] → handler. A handler takes its
//! input from `http::extract` and returns an envelope or an [`error`]. Upgrade requests leave at `server::upgrade`.

pub mod app_state;
pub mod auth;
pub mod cli;
pub mod error;
#[cfg(test)]
mod fuzz;
pub mod http;
mod integrations;
pub mod media;
pub mod notify;
mod routes;
pub mod server;
mod texts;
