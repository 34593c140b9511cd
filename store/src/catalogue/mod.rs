//! Catalogue of offers: categories with what differs between them, filter features, facilities, ports.

pub mod category;
pub mod detail;
pub mod facility;
pub mod feature;
pub mod port;
