//! Distinguishes outages from rejected statements: a retry may succeed after an outage only.

use sqlx::{Error, postgres::PgDatabaseError, sqlite::SqliteError};

use super::batch_error::BatchError;

/// Returns true if the database could not be reached or could not store anything, so that a retry may succeed.
pub(crate) fn is_outage(cause: &Error) -> bool {
    use Error::{BeginFailed, Database, InvalidSavePointStatement, Io, PoolClosed, PoolTimedOut, WorkerCrashed};
    match cause {
        // The last three leave a broken connection, which the pool replaces.
        Io(_) | PoolClosed | PoolTimedOut | WorkerCrashed | BeginFailed | InvalidSavePointStatement => true,
        Database(cause) => {
            let code = cause.code().unwrap_or_default();
            if cause.try_downcast_ref::<SqliteError>().is_some() || cause.try_downcast_ref::<BatchError>().is_some() {
                sqlite(&code)
            } else {
                cause.try_downcast_ref::<PgDatabaseError>().is_some() && postgres(&code)
            }
        }
        _ => false,
    }
}

/// `code` is an extended result code (<https://www.sqlite.org/rescode.html>). Its low byte is the primary one.
fn sqlite(code: &str) -> bool {
    const BUSY: u32 = 5;
    const LOCKED: u32 = 6;
    const NOMEM: u32 = 7;
    const READONLY: u32 = 8;
    const IOERR: u32 = 10;
    const FULL: u32 = 13;
    const CANTOPEN: u32 = 14;
    const PROTOCOL: u32 = 15;
    let code = code.parse::<u32>().unwrap_or_default() & 0xff;
    [BUSY, LOCKED, NOMEM, READONLY, IOERR, FULL, CANTOPEN, PROTOCOL].contains(&code)
}

/// `code` is an SQLSTATE (PostgreSQL manual, appendix A).
fn postgres(code: &str) -> bool {
    // Connection exception, insufficient resources (a full disk, too many connections), system error.
    let is_of_class = ["08", "53", "58"].iter().any(|class| code.starts_with(class));
    // A server that stops, crashed or starts; a standby that refuses writes; a lock that was not granted in time.
    is_of_class || ["57P01", "57P02", "57P03", "57P05", "25006", "55P03"].contains(&code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sqlite_codes_of_disk_and_locks_are_outages() {
        // FULL, IOERR_WRITE, IOERR_SHMSIZE, BUSY, BUSY_SNAPSHOT, CANTOPEN.
        for code in ["13", "778", "4874", "5", "517", "14"] {
            assert!(sqlite(code), "{code}");
        }
        // ERROR, CORRUPT, CONSTRAINT_UNIQUE, CONSTRAINT_FOREIGNKEY, MISMATCH.
        for code in ["1", "11", "2067", "787", "20", ""] {
            assert!(!sqlite(code), "{code}");
        }
    }

    #[test]
    fn postgres_codes_of_resources_are_outages() {
        for code in ["53100", "53300", "57P01", "57P03", "58030", "08006", "25006"] {
            assert!(postgres(code), "{code}");
        }
        // Unique violation, undefined table, deadlock (retried write by write), cancelled statement.
        for code in ["23505", "42P01", "40P01", "57014", ""] {
            assert!(!postgres(code), "{code}");
        }
    }
}
