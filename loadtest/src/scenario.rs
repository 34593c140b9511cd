//! The scenarios, one file each, and what they share: options, the watch on processor time and memory, the live line.

pub mod chat;
pub mod fan_out;
pub mod flood;
pub mod idle;
pub mod load;
pub mod mix;
pub mod open;
pub mod outcome;
pub mod play;
pub mod sign_in;
pub mod slow;
pub mod storm;
mod view;
mod watcher;

use std::io::{IsTerminal as _, Write as _};
use std::path::PathBuf;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::process;
use crate::target::Target;
use crate::threshold::Threshold;
use crate::wire::Wire;

/// Options of every scenario.
#[derive(clap::Args, Clone, Debug)]
pub struct Common {
    /// The server, on this machine: load goes to loopback addresses only. Given several times, connections take turns
    /// between the nodes, and the first serves what is not a socket
    #[arg(long = "url", value_name = "URL", default_value = "http://127.0.0.1:8080")]
    pub urls: Vec<Target>,
    /// The listener that serves a node's metrics: reports how connections were brought up to date. Given once for each node
    #[arg(long = "metrics", value_name = "URL")]
    pub metrics: Vec<Target>,
    /// Plain WebSockets (one stream each) or Socket.IO over WebSocket
    #[arg(long, value_enum, default_value_t = Wire::Plain)]
    pub wire: Wire,
    /// The server's process id: reports its processor time and memory. Given several times, of all nodes together
    #[arg(long = "server-pid", value_name = "PID")]
    pub server_pids: Vec<u32>,
    /// Decides who sends when; the same seed gives the same schedule
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// A limit that the run must keep, like 'delivery.p99<20ms'; may be given several times
    #[arg(long = "threshold", value_name = "LIMIT")]
    pub thresholds: Vec<Threshold>,
    /// Write the result as JSON to FILE
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write the result as one self-contained page with charts to FILE
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}

impl Common {
    /// The node that serves what is not a socket. The command line always names one, or has the default.
    pub fn target(&self) -> &Target {
        &self.urls[0]
    }

    /// The targets, as reports show them.
    pub fn shown_urls(&self) -> Value {
        json!(self.urls.iter().map(|url| format!("http://{}", url.host)).collect::<Vec<_>>().join(" "))
    }

    pub fn shown_wire(&self) -> Value {
        json!(format!("{:?}", self.wire).to_lowercase())
    }
}

/// 24 bits that tell this run from others: from the seed, the time and the process. Each is spread over all bits before the
/// next comes in, as those who start two runs in one moment give them seeds that lie side by side.
fn run_id(seed: u64, unix_ms: u64) -> u32 {
    let parts = [seed, unix_ms, u64::from(std::process::id())];
    let spread = |mixed: u64, part: u64| (mixed ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    u32::try_from(parts.into_iter().fold(0, spread) >> 40).unwrap_or(0)
}

pub fn unix_ms() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |elapsed| u64::try_from(elapsed.as_millis()).unwrap_or(0))
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
    fn take(servers: &[u32]) -> Self {
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
fn check_servers(pids: &[u32]) -> Result<(), String> {
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
fn live(line: &str) {
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
