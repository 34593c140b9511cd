//! The server as its callers know it: started on a free port with a fresh database, and asked over HTTP. `routes/` mirrors
//! the addresses. Every JSON answer is held against the OpenAPI document.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod advisories;
mod app;
mod architecture;
mod authenticator;
mod authorisation;
mod bodies;
mod chaos;
mod configuration;
mod documents;
mod edge;
mod faults;
mod gate;
mod letters;
mod live;
mod media;
mod nodes;
mod polling;
mod postgres;
mod process;
mod provider;
mod push;
mod routes;
mod schema;
mod socket;
mod upgrades;
