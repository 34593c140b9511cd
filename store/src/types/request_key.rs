//! Idempotency keys of requests: a repeat returns the first result, another request with the same key is refused.

use std::fmt::Debug;

use sha2::{Digest as _, Sha256};

/// The idempotency key belongs to another request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeyReused;

/// Returns a hash of what an idempotency key stands for. It is kept beside the key.
pub(crate) fn request_hash(request: &impl Debug) -> String {
    Sha256::digest(format!("{request:?}")).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the result that is `known` under a key, if it was of the request with this hash. A result of an earlier release
/// has no hash.
pub(crate) fn repeated<T>(known: Option<(T, Option<String>)>, hash: &str) -> Result<Option<T>, KeyReused> {
    match known {
        Some((_, Some(first))) if first != hash => Err(KeyReused),
        known => Ok(known.map(|(result, _)| result)),
    }
}
