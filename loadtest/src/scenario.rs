//! The scenarios, one file each, and what they share: options, the watch on processor time and memory, the live line.

pub mod chat;
pub mod fan_out;
pub mod idle;
pub mod mix;
mod monitor;
pub mod open_chat;
mod progress;
mod room_scenario;
mod runner;
pub mod sign_in;
pub mod slow_consumer;
pub mod storm;
pub mod summary;

use std::io::{IsTerminal as _, Write as _};
use std::time::Instant;

use crate::process;

/// 24 bits that tell this run from others: from the seed, the time and the process. Each is spread over all bits before the
/// next comes in, as those who start two runs in one moment give them seeds that lie side by side.
fn run_id(seed: u64, unix_ms: u64) -> u32 {
    let parts = [seed, unix_ms, u64::from(std::process::id())];
    let spread = |mixed: u64, part: u64| (mixed ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    u32::try_from(parts.into_iter().fold(0, spread) >> 40).unwrap_or(0)
}

/// Processor time of the driver and of the server at one moment.
struct Sample {
    at: Instant,
    driver_cpu: f64,
    driver_memory: Option<u64>,
    /// `None`: no pid was given, or the process is gone.
    server_cpu: Option<f64>,
    server_memory: Option<u64>,
}

impl Sample {
    fn measure(servers: &[u32]) -> Self {
        let pids = || (!servers.is_empty()).then_some(servers);
        Self {
            at: Instant::now(),
            driver_cpu: process::cpu_seconds(process::own_pid()).unwrap_or(0.0),
            driver_memory: process::memory_bytes(process::own_pid()).ok(),
            server_cpu: pids().and_then(|pids| pids.iter().map(|pid| process::cpu_seconds(*pid).ok()).sum()),
            server_memory: pids().and_then(|pids| pids.iter().map(|pid| process::memory_bytes(*pid).ok()).sum()),
        }
    }

    /// Shares of one core since `earlier`: the driver's, and the server's if it was measured.
    fn shares_since(&self, earlier: &Self) -> (f64, Option<f64>) {
        let wall = (self.at - earlier.at).as_secs_f64().max(1e-6);
        ((self.driver_cpu - earlier.driver_cpu) / wall, self.server_cpu_since(earlier).map(|cpu| cpu / wall))
    }

    fn server_cpu_since(&self, earlier: &Self) -> Option<f64> {
        Some(self.server_cpu? - earlier.server_cpu?)
    }
}

/// A pid that names no process would leave the run without the figures it was asked for.
fn check_pids(pids: &[u32]) -> Result<(), String> {
    pids.iter().try_for_each(|pid| {
        process::memory_bytes(*pid).map(drop).map_err(|error| format!("--server-pid {pid}: {error}"))
    })
}

/// Sockets beyond the limit of open files would fail one by one in the middle of a run.
fn check_open_files(sockets: usize) -> Result<(), String> {
    let needed = sockets as u64 + 64;
    match process::open_files_limit() {
        Some(limit) if limit < needed => Err(format!(
            "{sockets} sockets need {needed} open files, and the limit is {limit}: raise it with ulimit -n {needed}"
        )),
        _ => Ok(()),
    }
}

/// A line on the terminal. Nothing where there is no terminal.
fn print_status(line: &str) {
    let mut out = std::io::stderr();
    if out.is_terminal() {
        // Progress is a courtesy: a terminal that went away must not end the run.
        let _ = writeln!(out, "{line}");
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn run_ids_fit_24_bits_and_differ_by_time_and_seed() {
        let id = run_id(1, 1_795_231_140_000);
        assert!(id < 1 << 24);
        assert_ne!(id, run_id(1, 1_795_231_140_001));
        assert_ne!(id, run_id(2, 1_795_231_140_000));
        // Seeds and moments side by side.
        let ids: HashSet<u32> =
            (0..16).flat_map(|n| (0..16).map(move |ms| run_id(n, 1_795_231_140_000 + ms))).collect();
        assert_eq!(ids.len(), 256);
    }

    #[test]
    fn more_sockets_than_open_files_are_refused_with_the_remedy() {
        let error = check_open_files(usize::MAX / 2).unwrap_err();
        assert!(error.contains("ulimit -n"), "{error}");
        assert_eq!(check_open_files(1), Ok(()));
    }
}
