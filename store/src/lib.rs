//! Rows, rules and SQL: what is true. The only crate that knows the database.
//!
//! One module per aggregate; a type and the SQL that fills it stand side by side. Nothing in here knows HTTP or actors.

pub mod account;
pub mod catalogue;
pub mod chat;
pub mod cluster;
pub mod company;
pub mod db;
pub mod error;
#[cfg(all(test, feature = "testing"))]
mod fuzz;
pub mod media;
pub mod notify;
pub mod security;
pub mod seed;
pub mod social;
#[cfg(feature = "testing")]
pub mod testing;
pub mod types;

pub use db::Db;
pub use error::{Error, Result};
