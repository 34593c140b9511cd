//! Hash of a request, kept beside its idempotency key.

use std::fmt::Debug;

use sha2::{Digest as _, Sha256};

/// Returns a hash of what an idempotency key stands for. The same key with another hash belongs to another request.
pub fn request_hash(request: &impl Debug) -> String {
    Sha256::digest(format!("{request:?}")).iter().map(|byte| format!("{byte:02x}")).collect()
}
