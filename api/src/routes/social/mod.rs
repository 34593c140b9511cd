//! People: friends, search, public profiles, reports.

pub mod people;
pub mod reports;
