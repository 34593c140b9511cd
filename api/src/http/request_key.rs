//! Idempotency keys that clients send.

use crate::error::{Error, Result};

/// Returns an idempotency key of at most 64 characters.
pub fn checked_key(key: Option<&str>) -> Result<Option<&str>> {
    match key {
        Some(key) if key.is_empty() || key.chars().count() > 64 => {
            Err(Error::field("client_id", "Enter 1 to 64 characters."))
        }
        key => Ok(key),
    }
}
