//! Scenarios, one file each, and their shared parts: run id, CPU and memory samples, status line.

pub mod chat;
pub mod fan_out;
pub mod flood;
pub mod idle;
pub mod mix;
mod monitor;
pub mod open_chat;
pub mod orders;
pub mod pages;
mod progress;
pub mod reels;
mod room_scenario;
mod runner;
pub mod sign_in;
pub mod slow_consumer;
pub mod storm;
pub mod summary;

use std::io::{IsTerminal as _, Write as _};
use std::time::Instant;

use crate::process;

/// 24-bit id of this run, from the seed, the time and the process id. Each part is mixed over all bits before the next,
/// since runs started together have neighbouring seeds.
fn run_id(seed: u64, unix_ms: u64) -> u32 {
    let parts = [seed, unix_ms, u64::from(std::process::id())];
    let spread = |mixed: u64, part: u64| (mixed ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    u32::try_from(parts.into_iter().fold(0, spread) >> 40).unwrap_or(0)
}

/// CPU time and memory of driver and server at one moment.
struct Sample {
    at: Instant,
    driver_cpu: f64,
    driver_memory: Option<u64>,
    /// `None` without a pid or if the process ended.
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

    /// CPU shares of one core since `earlier`: driver, and server if measured.
    fn shares_since(&self, earlier: &Self) -> (f64, Option<f64>) {
        let wall = (self.at - earlier.at).as_secs_f64().max(1e-6);
        ((self.driver_cpu - earlier.driver_cpu) / wall, self.server_cpu_since(earlier).map(|cpu| cpu / wall))
    }

    fn server_cpu_since(&self, earlier: &Self) -> Option<f64> {
        Some(self.server_cpu? - earlier.server_cpu?)
    }
}

/// Rejects a pid without a process, which would leave requested figures empty.
fn check_pids(pids: &[u32]) -> Result<(), String> {
    pids.iter().try_for_each(|pid| {
        process::memory_bytes(*pid).map(drop).map_err(|error| format!("--server-pid {pid}: {error}"))
    })
}

/// Rejects more sockets than open files: they would fail in the middle of a run.
fn check_open_files(sockets: usize) -> Result<(), String> {
    let needed = sockets as u64 + 64;
    match process::open_files_limit() {
        Some(limit) if limit < needed => Err(format!(
            "{sockets} sockets need {needed} open files, and the limit is {limit}: raise it with ulimit -n {needed}"
        )),
        _ => Ok(()),
    }
}

/// Prints a line to the terminal. Does nothing without a terminal.
fn print_status(line: &str) {
    let mut out = std::io::stderr();
    if out.is_terminal() {
        // A closed terminal must not end the run.
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
        // Neighbouring seeds and times.
        let ids: HashSet<u32> =
            (0..16).flat_map(|n| (0..16).map(move |ms| run_id(n, 1_795_231_140_000 + ms))).collect();
        assert_eq!(ids.len(), 256);
    }

    #[test]
    fn more_sockets_than_open_files_are_rejected_with_a_hint() {
        let error = check_open_files(usize::MAX / 2).unwrap_err();
        assert!(error.contains("ulimit -n"), "{error}");
        assert_eq!(check_open_files(1), Ok(()));
    }
}
