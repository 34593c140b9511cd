//! What can go wrong in the store, told apart only as far as a caller can act on it.

use sqlx::migrate::MigrateError;

/// The result of everything in the store.
pub type Result<T, E = Error> = std::result::Result<T, E>;

#[derive(Debug)]
pub enum Error {
    /// There is no such row, or the caller may not know of it.
    NotFound,
    /// A value that must be unique is taken already.
    Taken,
    /// An address that is none.
    Address(String),
    /// The database failed or could not be reached; trying again may help.
    Database(sqlx::Error),
    /// The schema could not be brought up to date.
    Migration(MigrateError),
    /// A row holds something that this program never writes.
    Corrupt(String),
}

impl Error {
    /// Returns true if the database could not be reached or could not store anything (its disk is full, it is locked), so
    /// that the same call may work in a moment.
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
    /// By kind, never by the constraint's name, which SQLite does not report.
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
    fn a_database_of_another_version_is_named_with_the_way_out() {
        for cause in [MigrateError::VersionMismatch(1), MigrateError::VersionMissing(9)] {
            let says = Error::from(cause).to_string();
            assert!(says.contains("another version of Plaza") && says.contains("empty database"), "{says}");
        }
    }
}
