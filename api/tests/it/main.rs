//! Integration tests over HTTP: each starts a server on a free port with a fresh database. `routes/` mirrors
//! the paths. Every JSON response is validated against the OpenAPI document.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod advisories;
mod architecture;
mod authorisation;
mod binary;
mod bodies;
mod body_fields;
mod chaos;
mod configuration;
mod connection_limit;
mod faults;
mod live;
mod media;
mod middleware;
mod nodes;
mod openapi;
mod page_cache;
mod pages;
mod polling;
mod postgres;
mod push;
mod quotas;
mod routes;
mod stripe;
pub mod support;
mod upgrades;
mod visibility;
