//! Domain rules and SQL, the source of truth. The only crate that accesses the database.
//!
//! Each aggregate has a module. A type and the SQL that fills it are in the same file. The crate does not depend on
//! HTTP or actors.

pub mod account;
pub mod advertisement;
pub mod booking;
mod booking_payment;
pub mod cart;
pub mod catalogue;
pub mod chat;
pub mod cluster;
pub mod company;
pub mod dashboard;
pub mod db;
pub mod error;
pub mod favourite;
pub mod fulfilment;
#[cfg(all(test, feature = "testing"))]
mod fuzz;
pub mod guest_merge;
pub mod home;
pub mod inventory;
pub mod invoice;
pub mod loyalty;
pub mod media;
pub mod notification;
pub mod notify;
pub mod offering_management;
pub mod order;
pub mod page_metadata;
pub mod payment;
pub mod policy;
pub mod post;
pub mod reel;
pub mod sales;
pub mod search;
pub mod security;
pub mod seed;
pub mod share_card;
pub mod social;
pub mod storefront;
pub mod support;
#[cfg(feature = "testing")]
pub mod testing;
pub mod types;

pub use db::Db;
pub use error::{Error, Result};
