//! Values that every aggregate uses: ids, timestamps, languages, countries and the rules of texts.

pub mod country;
pub mod fold;
pub mod ids;
pub mod language;
pub mod text;
pub mod timestamp;
pub(crate) mod validation;
