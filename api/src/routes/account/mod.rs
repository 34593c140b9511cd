//! The own account: profile, privacy, push subscriptions, export and deletion.

pub mod addresses;
pub mod counters;
pub(crate) mod deletion;
pub mod privacy;
pub mod profile;
pub mod push;
mod withdrawal;
