//! Shared value types: ids, timestamps, languages, countries and validated texts.

pub mod country;
pub mod csv;
pub mod currency;
pub mod distinct_sketch;
pub mod fold;
pub mod formats;
pub mod ids;
pub mod language;
pub mod local_time;
pub mod localized;
pub mod position;
pub mod purchase;
pub mod request_key;
pub mod sort;
pub mod text;
pub mod timestamp;
pub(crate) mod validation;
pub mod vat;
