//! Pages of a demo server.

pub mod outbox;
