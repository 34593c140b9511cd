//! Request bodies: multipart, urlencoded and JSON forms as typed values.

pub(crate) mod body;
pub(crate) mod card_number;
pub(crate) mod json;
pub(crate) mod streaming;
pub(crate) mod values;
