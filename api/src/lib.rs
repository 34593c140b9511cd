//! The HTTP side: REST under `/api/v1`, pictures, the web app, and the way into the live part. Thin: what is true is
//! decided in `store`, what is live in `hub`.
//!
//! A request's way: [`server`] → [`edge`] (id, log, headers) → [`routes`] (the contents page) → a handler, which gets what it
//! asks for from [`extract`] and answers an [`envelope`] or an [`error`]. Requests to upgrade leave it at [`upgrade`].

pub mod config;
pub mod data_folder;
pub mod demo;
pub mod docs;
mod edge;
mod engine_io;
mod envelope;
pub mod error;
mod extract;
#[cfg(test)]
mod fuzz;
mod gate;
mod gateway;
mod guesses;
mod hashing;
mod keyed_lock;
mod letters;
mod limits;
pub mod logging;
pub mod media;
pub mod memory;
mod metrics;
mod metrics_server;
mod node;
pub mod open_files;
pub mod outbox;
mod paper;
mod picture;
mod post;
mod push;
mod routes;
mod seal;
mod second_factor;
mod secrets;
pub mod server;
mod sign_in;
mod spa;
pub mod state;
mod tickets;
mod tokens;
mod totp;
mod unread_body;
mod upgrade;
