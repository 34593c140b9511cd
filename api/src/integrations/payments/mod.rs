//! Payment providers.

pub mod card_number;
pub mod sandbox;
pub mod stripe;
