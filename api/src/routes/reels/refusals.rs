//! Refusals of reels and favourites as errors.

use store::reel::{ReelError, Refusal};

use crate::error::Error;

impl From<ReelError> for Error {
    fn from(cause: ReelError) -> Self {
        match cause {
            ReelError::Store(cause) => cause.into(),
            ReelError::Refused(Refusal::Field(name, message)) => Self::field(name, message),
            ReelError::Refused(Refusal::Conflict(code, message)) => Self::conflict(code, message),
        }
    }
}
