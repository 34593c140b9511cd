//! Refusals of support commands.

use crate::{Error, types::request_key::KeyReused};

#[derive(Debug)]
pub enum SupportError {
    Store(Error),
    Refused(Refusal),
}

/// Reason why a support command has no effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A field has a wrong value: its name and the message.
    Field(&'static str, &'static str),
    /// The state of the ticket does not allow this.
    State,
    /// The customer has too many open tickets.
    TooManyOpen,
    /// The ticket has as many messages as one may have.
    Full,
    /// The account sends too often.
    TooOften,
    /// The idempotency key belongs to another request.
    KeyReused,
}

impl<E: Into<Error>> From<E> for SupportError {
    fn from(cause: E) -> Self {
        Self::Store(cause.into())
    }
}

impl From<Refusal> for SupportError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<KeyReused> for SupportError {
    fn from(_: KeyReused) -> Self {
        Self::Refused(Refusal::KeyReused)
    }
}
