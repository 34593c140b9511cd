//! A Redis server for tests that can be stopped, restarted and frozen.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot start must stop, and say where")]

use std::{
    io::Write as _,
    path::Path,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use tempfile::TempDir;

use super::steady_port;

/// A Redis server for one test. Keeps its port over restarts and ends with the test.
pub struct Redis {
    port: u16,
    cluster: bool,
    folder: TempDir,
    process: Option<Child>,
}

/// Starts a Redis server, as a cluster of one node if `cluster`; `None` if skipped.
pub async fn redis(cluster: bool) -> Option<Redis> {
    if !Path::new(REDIS).exists() {
        let why = "redis-server is not installed (`make tools` installs it)";
        assert!(std::env::var_os("PLAZA_TEST_ALL").is_none_or(|all| all != "1"), "PLAZA_TEST_ALL=1, but {why}");
        let _ = writeln!(std::io::stderr(), "SKIPPED on Redis: {why}");
        return None;
    }
    // The port of the cluster bus is this port plus 10,000.
    let port = steady_port();
    let mut redis = Redis { port, cluster, folder: TempDir::with_prefix("plaza-redis-").unwrap(), process: None };
    redis.start().await;
    Some(redis)
}

const REDIS: &str = "/usr/bin/redis-server";

impl Redis {
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// Local port of the server.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Starts the server and waits until it responds.
    pub async fn start(&mut self) {
        let mut command = Command::new(REDIS);
        command.args(["--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--daemonize", "no", "--port"]);
        command.arg(self.port.to_string()).current_dir(self.folder.path());
        if self.cluster {
            command.args(["--cluster-enabled", "yes"]);
        }
        let process = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        self.process = Some(process);
        let client = redis::Client::open(self.url()).unwrap();
        let until = Instant::now() + Duration::from_secs(20);
        let mut connection = loop {
            match client.get_multiplexed_async_connection().await {
                Ok(connection) => break connection,
                Err(cause) => assert!(Instant::now() < until, "Redis did not start: {cause}"),
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        };
        if self.cluster {
            // Fails after a restart, because the slots are already assigned.
            let slots: redis::RedisResult<()> =
                redis::cmd("CLUSTER").arg("ADDSLOTSRANGE").arg(0).arg(16383).query_async(&mut connection).await;
            drop(slots);
            loop {
                let info: String = redis::cmd("CLUSTER").arg("INFO").query_async(&mut connection).await.unwrap();
                if info.contains("cluster_state:ok") {
                    break;
                }
                assert!(Instant::now() < until, "the cluster did not form: {info}");
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    }

    /// Kills the server, as in a crash.
    pub fn stop(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill().unwrap();
            process.wait().unwrap();
        }
    }

    /// Suspends the server until [`Self::thaw`], without closing connections, like a cut cable.
    pub fn freeze(&self) {
        self.signal("STOP");
    }

    pub fn thaw(&self) {
        self.signal("CONT");
    }

    fn signal(&self, signal: &str) {
        let pid = self.process.as_ref().unwrap().id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &pid]).status().unwrap().success());
    }
}

impl Drop for Redis {
    fn drop(&mut self) {
        if let Some(mut process) = self.process.take() {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}
