//! Limit of open files. Connections, the database, uploads and outgoing calls share it.
//!
//! The soft limit is raised to the hard one and then divided, so that connections alone cannot exhaust it.

use std::os::fd::RawFd;

/// Minimum that is not logged as low. A node is planned with thousands of sockets.
const LOW: u32 = 8_192;
/// Files reserved for the process: a few dozen, plus those of uploads, queries and calls in progress.
const OWN: u32 = 96;
const MOST_OWN: u32 = 1_000;

/// Division of the open files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenFiles {
    limit: u32,
}

impl OpenFiles {
    pub fn of(limit: u32) -> Self {
        Self { limit }
    }

    /// Reads the limit of this process.
    pub fn current() -> Self {
        Self::of(limits().map_or(u32::MAX, |limits| u32::try_from(limits.rlim_cur).unwrap_or(u32::MAX)))
    }

    /// Maximum connections of all clients together. The rest is reserved for the process's own files.
    pub fn connections(self) -> u32 {
        self.limit.saturating_sub((OWN + self.limit / 8).min(MOST_OWN))
    }

    /// Maximum connections of one address, given the `configured` limit (0: unlimited). At most half of all, so one
    /// address cannot lock out the others.
    pub fn of_one_address(self, configured: u32) -> u32 {
        if configured == 0 { 0 } else { configured.min((self.connections() / 2).max(1)) }
    }

    /// Returns true if a connection with this descriptor leaves too few for the process. The system always assigns the
    /// lowest free number, so the descriptor shows how many files are open.
    pub fn is_short(self, descriptor: RawFd) -> bool {
        u32::try_from(descriptor).is_ok_and(|descriptor| descriptor >= self.limit.saturating_sub(OWN / 2))
    }

    /// Logs a limit that is low for a server.
    pub fn warn(self) {
        if self.limit < LOW {
            tracing::warn!(
                limit = self.limit,
                connections = self.connections(),
                "limit of open files is low: raise it to the planned connections and 1,000 (ulimit -n, LimitNOFILE=)"
            );
        }
    }
}

/// Raises the soft limit of open files to the hard one. On failure the limit stays unchanged.
#[allow(unsafe_code, reason = "a C function that reads a struct")]
pub fn raise() {
    let Some(mut limits) = limits() else { return };
    limits.rlim_cur = limits.rlim_max;
    // SAFETY: setrlimit reads the struct that the pointer leads to, which outlives the call.
    unsafe {
        libc::setrlimit(libc::RLIMIT_NOFILE, &raw const limits);
    }
}

#[allow(unsafe_code, reason = "a C function that fills a struct")]
fn limits() -> Option<libc::rlimit> {
    let mut limits = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: getrlimit writes the struct that the pointer leads to, which outlives the call.
    let done = unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limits) };
    (done == 0).then_some(limits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_and_own_files_share_the_limit() {
        for (limit, connections, of_one) in [(256, 128, 64), (1_024, 800, 400), (65_536, 64_536, 5_000), (64, 0, 1)] {
            let files = OpenFiles::of(limit);
            assert_eq!((files.connections(), files.of_one_address(5_000)), (connections, of_one), "{limit}");
            assert_eq!(files.of_one_address(0), 0, "no limit is configured");
        }
        assert!(OpenFiles::of(256).is_short(208) && !OpenFiles::of(256).is_short(207));
        assert!(!OpenFiles::of(u32::MAX).is_short(RawFd::MAX));
    }
}
