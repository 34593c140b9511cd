//! Catalogue of offers: categories with what differs between them, filter features, ports, opening hours.

pub mod category;
pub mod detail;
pub mod feature;
pub mod offering;
pub mod opening_hours;
pub mod port;
