//! The HTTP side: REST under `/api/v1`, pictures, the web app, and the way into the live part. Thin: what is true is
//! decided in `store`, what is live in `hub`.
//!
//! A request's way: [`server`] → [`edge`] (id, log, headers) → [`routes`] (the contents page) → a handler, which gets what it
//! asks for from [`extract`] and answers an [`envelope`] or an [`error`]. Requests to upgrade leave it at [`upgrade`].

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
