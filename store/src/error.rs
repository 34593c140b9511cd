//! Errors of the store, distinguished only as far as a caller can act on them.

use sqlx::migrate::MigrateError;

/// Result type of the store.
pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug)]
pub enum Error {
    /// The row does not exist, or the caller may not know of its existence.
    NotFound,
    /// A unique value is already in use.
    Taken,
    /// A server address is invalid.
    Address(String),
    /// The database failed or is unreachable. A retry may succeed.
    Database(sqlx::Error),
    /// The schema migration failed.
    Migration(MigrateError),
    /// A row contains a value that this program never writes.
    Corrupt(String),
    /// A file cannot be read or written.
    File(String),
}

impl Error {
    /// Returns true if the database is unreachable, locked or has a full disk, so that a retry may succeed.
    pub fn is_outage(&self) -> bool {
        matches!(self, Self::Database(cause) if crate::db::is_outage(cause))
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotFound => f.write_str("no such row"),
            Self::Taken => f.write_str("the value is taken already"),
            Self::Address(what) => f.write_str(what),
            Self::Database(cause) => write!(f, "database: {cause}"),
            Self::Migration(MigrateError::VersionMismatch(_) | MigrateError::VersionMissing(_)) => f.write_str(
                "this database was made by another version of Plaza, and before the first release there is no way over: \
                 start with an empty database (another data folder, or another DATABASE_URL)",
            ),
            Self::Migration(cause) => write!(f, "migration: {cause}"),
            Self::Corrupt(what) => write!(f, "unexpected content in the database: {what}"),
            Self::File(what) => write!(f, "file: {what}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Database(cause) => Some(cause),
            Self::Migration(cause) => Some(cause),
            _ => None,
        }
    }
}

impl From<sqlx::Error> for Error {
    /// Maps errors by kind, not by constraint name, which SQLite does not report.
    fn from(cause: sqlx::Error) -> Self {
        match &cause {
            sqlx::Error::RowNotFound => Self::NotFound,
            sqlx::Error::Database(db) if db.is_unique_violation() => Self::Taken,
            _ => Self::Database(cause),
        }
    }
}

impl From<MigrateError> for Error {
    fn from(cause: MigrateError) -> Self {
        Self::Migration(cause)
    }
}

impl From<serde_json::Error> for Error {
    fn from(cause: serde_json::Error) -> Self {
        Self::Corrupt(cause.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn migration_version_error_suggests_empty_database() {
        for cause in [MigrateError::VersionMismatch(1), MigrateError::VersionMissing(9)] {
            let says = Error::from(cause).to_string();
            assert!(says.contains("another version of Plaza") && says.contains("empty database"), "{says}");
        }
    }
}
