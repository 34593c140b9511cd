//! People: friends, search, public profiles, followers, codes, reports.

pub mod follows;
pub mod people;
pub mod profile_codes;
pub mod reports;
