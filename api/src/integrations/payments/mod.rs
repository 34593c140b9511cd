//! Payment providers.

pub mod sandbox;
pub mod stripe;
