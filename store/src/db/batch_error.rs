//! Errors of SQLite outside the driver, as errors of the driver.

use std::{borrow::Cow, error, fmt};

use rusqlite::ffi;
use sqlx::error::{DatabaseError, ErrorKind};

/// Error of a statement in a batch.
#[derive(Debug)]
pub(super) struct BatchError {
    cause: rusqlite::Error,
    message: String,
}

impl BatchError {
    #[allow(clippy::new_ret_no_self, reason = "callers know the driver's type only")]
    pub(super) fn new(cause: rusqlite::Error) -> sqlx::Error {
        let message = cause.to_string();
        sqlx::Error::Database(Box::new(Self { cause, message }))
    }

    /// Returns the extended result code.
    fn code(&self) -> i32 {
        self.cause.sqlite_error().map_or(ffi::SQLITE_ERROR, |cause| cause.extended_code)
    }
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(code: {}) {}", self.code(), self.message)
    }
}

impl error::Error for BatchError {}

impl DatabaseError for BatchError {
    fn message(&self) -> &str {
        &self.message
    }

    fn code(&self) -> Option<Cow<'_, str>> {
        Some(self.code().to_string().into())
    }

    fn as_error(&self) -> &(dyn error::Error + Send + Sync + 'static) {
        self
    }

    fn as_error_mut(&mut self) -> &mut (dyn error::Error + Send + Sync + 'static) {
        self
    }

    fn into_error(self: Box<Self>) -> Box<dyn error::Error + Send + Sync + 'static> {
        self
    }

    fn kind(&self) -> ErrorKind {
        match self.code() {
            ffi::SQLITE_CONSTRAINT_UNIQUE | ffi::SQLITE_CONSTRAINT_PRIMARYKEY => ErrorKind::UniqueViolation,
            ffi::SQLITE_CONSTRAINT_FOREIGNKEY => ErrorKind::ForeignKeyViolation,
            ffi::SQLITE_CONSTRAINT_NOTNULL => ErrorKind::NotNullViolation,
            ffi::SQLITE_CONSTRAINT_CHECK => ErrorKind::CheckViolation,
            _ => ErrorKind::Other,
        }
    }
}
