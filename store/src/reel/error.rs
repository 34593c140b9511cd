//! Errors of reel and favourite commands.

use crate::Error;

#[derive(Debug)]
pub enum ReelError {
    Store(Error),
    /// The rules refuse the command.
    Refused(Refusal),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A field has a wrong value: its name and the message.
    Field(&'static str, &'static str),
    /// The command does not fit the current state: code and message.
    Conflict(&'static str, &'static str),
}

impl Refusal {
    pub const STATE: Self = Self::Conflict("reel.state", "This reel can no longer be changed in this way.");
}

impl<E: Into<Error>> From<E> for ReelError {
    fn from(cause: E) -> Self {
        Self::Store(cause.into())
    }
}

impl From<Refusal> for ReelError {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}
