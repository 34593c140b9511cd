//! Rows, rules and SQL: what is true. The only crate that knows the database.
//!
//! One module per aggregate; a type and the SQL that fills it stand side by side. Nothing in here knows HTTP or actors.

pub mod account;
pub mod allowance;
pub mod bus;
pub mod category;
pub mod chat;
pub mod code;
pub mod commit;
pub mod company;
pub mod content;
pub mod country;
pub mod db;
pub mod demo;
pub mod document;
pub mod error;
#[cfg(all(test, feature = "testing"))]
mod fuzz;
pub mod ids;
pub mod known_network;
pub mod language;
pub mod media;
pub mod node;
pub mod one_use;
pub mod outbox;
pub mod people;
pub mod privacy;
pub mod push;
pub mod removal;
pub mod report;
pub mod search;
pub mod session;
pub mod social;
#[cfg(feature = "testing")]
pub mod testing;
pub mod text;
pub mod time;
pub mod two_factor;

pub use db::Db;
pub use error::{Error, Result};
