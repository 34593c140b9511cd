//! Refusals of support commands as errors.

use store::support::{Refusal, SupportError, message::MAX_MESSAGES, ticket::MAX_OPEN};

use crate::error::{Conflict, Error};

impl From<SupportError> for Error {
    fn from(cause: SupportError) -> Self {
        match cause {
            SupportError::Store(cause) => cause.into(),
            SupportError::Refused(refusal) => refusal.into(),
        }
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        let (code, message, amount) = match refusal {
            Refusal::Field(name, says) => return Self::field(name, says),
            Refusal::KeyReused => return Self::field("client_id", "This key belongs to another request."),
            Refusal::State => ("ticket.state", "This ticket can no longer be changed in this way.", None),
            Refusal::TooManyOpen => {
                ("ticket.too_many_open", "You have too many open tickets. Resolve one first.", Some(MAX_OPEN))
            }
            Refusal::Full => ("ticket.full", "This ticket is full. Open another one.", Some(MAX_MESSAGES)),
            Refusal::TooOften => ("support.too_often", "You send too often. Wait a little.", None),
        };
        Self::Conflict(Conflict { code, message, amount })
    }
}
