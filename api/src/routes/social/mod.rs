//! People: friends, search, public profiles, followers, codes, reports.

pub mod follows;
pub mod people;
pub mod posts;
pub mod profile_codes;
pub mod reports;
