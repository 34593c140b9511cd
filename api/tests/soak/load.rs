//! Runs `loadtest`, which makes the load and checks the result.

use std::{
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

use serde_json::Value;
use tempfile::TempDir;
use tokio::process::{Child, Command};

/// Direct chats and a group, each with readers that only read; both nodes have members and readers of each.
const ROOMS: &str = "\
[[rooms]]
count = 6
readers = 2
share = 3
[[rooms]]
members = 8
readers = 8
";
/// Number of connections of one load.
pub const CONNECTIONS: u64 = 6 * 4 + 16;
/// Latency in seconds above which a message counts as late.
const LATE: f64 = 0.25;
/// Margin before the next trial. Messages due within it may be late because of that trial.
const MARGIN: f64 = 0.5;
/// Messages a second of one load.
const RATE: &str = "30";

/// A running `loadtest`.
pub struct Load {
    wire: &'static str,
    process: Child,
    folder: TempDir,
}

/// Result of a finished `loadtest`.
pub struct Findings {
    pub wire: &'static str,
    pub json: Value,
}

impl Load {
    /// Puts load on `urls` for `length`.
    pub fn start(wire: &'static str, urls: &[String], seed: u64, length: Duration) -> Self {
        let folder = TempDir::with_prefix("plaza-load-").unwrap();
        let (rooms, json) = (folder.path().join("rooms.toml"), result(&folder));
        std::fs::write(&rooms, ROOMS).unwrap();
        let program = Path::new(env!("CARGO_BIN_EXE_plaza")).with_file_name("loadtest");
        assert!(program.exists(), "{} is not there: cargo build -p loadtest", program.display());
        let mut command = Command::new(program);
        command.arg("mix").arg(rooms).arg("--json").arg(json).args(["--wire", wire, "--seed", &seed.to_string()]);
        command.args(["--rate", RATE, "--seconds", &length.as_secs().to_string(), "--warm-up", "0"]);
        // The delay of the driver is not checked here. Messages held back by a fault are sent later.
        command.args(["--max-lag", "3600s", "--drain", "60", "--retry", "--back-off", "250ms"]);
        urls.iter().for_each(|url| {
            command.args(["--url", url]);
        });
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
        let process = command.spawn().unwrap();
        Self { wire, process, folder }
    }

    /// Returns true if the process has ended early.
    pub fn has_ended(&mut self) -> bool {
        self.process.try_wait().unwrap().is_some()
    }

    /// Waits for the result. Every guarantee must hold, and every message must have reached every subscriber.
    pub async fn end(self) -> Findings {
        let Self { wire, process, folder } = self;
        let output = process.wait_with_output().await.unwrap();
        let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        println!("\n{}", text.trim());
        assert!(output.status.success(), "{wire}: {}", output.status);
        let json = std::fs::read_to_string(result(&folder)).unwrap();
        Findings { wire, json: serde_json::from_str(&json).unwrap() }
    }
}

fn result(folder: &TempDir) -> PathBuf {
    folder.path().join("result.json")
}

impl Findings {
    pub fn figure(&self, name: &str) -> i64 {
        self.json["figures"][name].as_f64().unwrap() as i64
    }

    /// Returns the time from `end` until the last late message arrived, of those due before `next`. From then on no
    /// subscriber is behind. All times are in Unix milliseconds.
    pub fn whole_after(&self, end: u64, next: u64) -> Duration {
        let started_at = self.json["started_at"].as_f64().unwrap();
        let [end, next] = [end, next].map(|moment| (moment as f64 - started_at) / 1e3);
        let step = self.json["completion"]["step"].as_f64().unwrap();
        let last = self.json["completion"]["last"].as_array().unwrap().iter().map(|last| last.as_f64().unwrap_or(0.0));
        let due = (1..).map(|steps| f64::from(steps) * step);
        let late = due.zip(last).filter(|(due, last)| *due < next - MARGIN && last - due > LATE).map(|(_, last)| last);
        Duration::from_secs_f64((late.fold(0.0, f64::max) - end).max(0.0))
    }
}
