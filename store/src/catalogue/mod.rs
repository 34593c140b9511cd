//! Catalogue of offers: categories with what differs between them, filter features, facilities, opening hours, ports.

pub mod category;
pub(crate) mod company_hours;
pub mod detail;
pub mod detail_filter;
pub mod facility;
pub mod feature;
pub mod filter;
pub mod menu;
pub(crate) mod occurrence;
pub mod offering;
pub mod offering_details;
pub mod opening_hours;
pub mod party;
pub mod port;
pub mod rating;
pub mod review;
