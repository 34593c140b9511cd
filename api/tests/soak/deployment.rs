//! The nodes and their shared servers, with the faults that can be applied to them.

use std::{
    fs::{self, File},
    net::{Ipv4Addr, SocketAddr},
    path::PathBuf,
    process::{Child, Command, ExitStatus, Stdio},
    time::{Duration, Instant},
};

use store::{
    Db,
    testing::{
        self, Redis,
        postgres::{self, Fsync, Postgres},
        steady_port,
    },
};
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

use crate::{
    clock::{self, Clock},
    faults::{BACK, Fault},
    proxy::{Mode, Proxy},
};

/// Timeout for a step that must happen, on the slowest machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// Open files of a node: few, since the rest of the soak also passes with them.
const OPEN_FILES: u32 = 256;
/// Starts the program with few open files. A write beyond the file size limit fails, as on a full disk,
/// instead of ending the process.
const START: &str = "trap '' XFSZ; ulimit -n \"$1\"; exec \"$0\"";

pub struct Deployment {
    pub nodes: Vec<Node>,
    shared: Option<Shared>,
    folder: TempDir,
}

/// Servers that several nodes share beside the data folder.
struct Shared {
    postgres: Postgres,
    database: String,
    redis: Redis,
}

pub struct Node {
    port: u16,
    metrics_port: u16,
    /// Address that clients connect to.
    clients: Proxy,
    to_redis: Option<Proxy>,
    to_database: Option<Proxy>,
    clock: Clock,
    environment: Vec<(&'static str, String)>,
    log: PathBuf,
    process: Option<Child>,
}

impl Deployment {
    /// One node on SQLite.
    pub async fn alone() -> Self {
        let folder = TempDir::with_prefix("plaza-soak-").unwrap();
        let nodes = vec![Node::new(0, &folder, None).await];
        let mut deployment = Self { nodes, shared: None, folder };
        deployment.nodes[0].start().await;
        deployment
    }

    /// Two nodes on PostgreSQL and Redis; `None` when those are not installed.
    pub async fn pair() -> Option<Self> {
        let (postgres, redis) = (postgres::start(Fsync::On).await?, testing::redis(false).await?);
        let folder = TempDir::with_prefix("plaza-soak-").unwrap();
        let shared = Shared { database: postgres.database().await, postgres, redis };
        let mut nodes = Vec::new();
        for number in 0..2 {
            nodes.push(Node::new(number, &folder, Some(&shared)).await);
        }
        let mut deployment = Self { nodes, shared: Some(shared), folder };
        for node in &mut deployment.nodes {
            node.start().await;
        }
        Some(deployment)
    }

    /// Addresses that clients connect to.
    pub fn urls(&self) -> Vec<String> {
        self.nodes.iter().map(|node| format!("http://{}", node.clients.address)).collect()
    }

    /// Returns the number of subscribers that have joined streams.
    pub async fn joins(&self) -> u64 {
        let mut joins = 0;
        for node in &self.nodes {
            let metrics = ask(node.metrics_port, "/metrics").await.unwrap_or_default();
            let count = metrics.lines().find_map(|line| line.strip_prefix("plaza_joins_total{mode=\"snapshot\"} "));
            joins += count.and_then(|count| count.trim().parse::<u64>().ok()).unwrap_or(0);
        }
        joins
    }

    pub async fn begin(&mut self, fault: Fault) {
        match fault {
            Fault::Killed(node) => self.nodes[node].kill(),
            Fault::AllKilled => self.nodes.iter_mut().for_each(Node::kill),
            Fault::Left(node) => self.nodes[node].leave().await,
            Fault::Stalled(node) => self.nodes[node].signal("STOP"),
            Fault::DiskFull(node) => self.nodes[node].limit("--fsize=0:"),
            Fault::OutOfFiles(node) => self.nodes[node].limit("--nofile=8:"),
            Fault::ClockMoved(node, seconds) => self.nodes[node].move_clock(seconds).await,
            Fault::ClientsCut(node, percent) => self.nodes[node].clients.cut(percent),
            Fault::ClientsSilent(node) => self.nodes[node].clients.go(Mode::Silent),
            Fault::RedisFrozen => self.shared().redis.freeze(),
            Fault::RedisKilled => self.shared().redis.stop(),
            Fault::CutFromRedis(node, mode) => self.nodes[node].to_redis.as_ref().unwrap().go(mode),
            Fault::DatabaseStopped(how) => self.shared().postgres.stop(how).await,
            Fault::CutFromDatabase => self.nodes[1].to_database.as_ref().unwrap().go(Mode::Silent),
        }
    }

    pub async fn end(&mut self, fault: Fault) {
        match fault {
            Fault::Killed(node) | Fault::Left(node) => self.nodes[node].start().await,
            Fault::AllKilled => {
                for node in &mut self.nodes {
                    node.start().await;
                }
            }
            Fault::Stalled(node) => self.nodes[node].signal("CONT"),
            Fault::DiskFull(node) => {
                self.nodes[node].limit("--fsize=unlimited:");
                self.nodes[node].is_ready_within(BACK).await;
            }
            Fault::OutOfFiles(node) => {
                self.nodes[node].limit(&format!("--nofile={OPEN_FILES}:"));
                self.nodes[node].is_ready_within(BACK).await;
            }
            Fault::ClockMoved(node, _) => {
                self.nodes[node].move_clock(0).await;
                self.nodes[node].is_ready_within(BACK).await;
            }
            Fault::ClientsCut(..) => {}
            Fault::ClientsSilent(node) => self.nodes[node].clients.go(Mode::Open),
            Fault::RedisFrozen => self.shared().redis.thaw(),
            Fault::RedisKilled => self.shared().redis.start().await,
            Fault::CutFromRedis(node, _) => self.nodes[node].to_redis.as_ref().unwrap().go(Mode::Open),
            Fault::DatabaseStopped(_) => self.shared().postgres.start().await,
            Fault::CutFromDatabase => self.nodes[1].to_database.as_ref().unwrap().go(Mode::Open),
        }
    }

    /// Shuts all nodes down and opens the database that they leave.
    pub async fn close(&mut self) -> Db {
        for node in &mut self.nodes {
            node.leave().await;
        }
        match &self.shared {
            Some(shared) => Db::postgres(&shared.database, 2).await.unwrap(),
            None => Db::sqlite(&self.folder.path().join("data/plaza.db")).await.unwrap(),
        }
    }

    /// Returns the log of the nodes.
    pub fn logs(&self) -> Vec<String> {
        self.nodes.iter().map(|node| fs::read_to_string(&node.log).unwrap_or_default()).collect()
    }

    fn shared(&mut self) -> &mut Shared {
        self.shared.as_mut().unwrap()
    }
}

impl Node {
    async fn new(number: usize, folder: &TempDir, shared: Option<&Shared>) -> Self {
        let (port, metrics_port) = (steady_port(), steady_port());
        let local = |port: u16| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let (mut to_redis, mut to_database) = (None, None);
        let mut environment = vec![
            ("PLAZA_LISTEN", local(port).to_string()),
            ("PLAZA_METRICS_LISTEN", local(metrics_port).to_string()),
            ("PLAZA_DATA", folder.path().join("data").display().to_string()),
            ("PLAZA_SIGN_IN_RATE", "0".to_owned()),
            // All clients share an address.
            ("PLAZA_CONNECTIONS", "0".to_owned()),
            ("PLAZA_SILENT_CONNECTIONS", "0".to_owned()),
            ("PLAZA_LOG", "warn".to_owned()),
        ];
        if let Some(shared) = shared {
            let redis = to_redis.insert(Proxy::to(local(shared.redis.port())).await);
            let database = to_database.insert(Proxy::to(local(shared.postgres.port())).await);
            let direct = shared.postgres.port().to_string();
            // The first node connects to PostgreSQL directly, so that a stopped server refuses its connections. The other
            // node can be cut off from PostgreSQL.
            let port = if number == 0 { direct.clone() } else { database.address.port().to_string() };
            environment.extend([
                ("REDIS_URL", format!("redis://{}", redis.address)),
                ("DATABASE_URL", shared.database.replacen(&direct, &port, 1)),
            ]);
        }
        let clients = Proxy::to(local(port)).await;
        let log = folder.path().join(format!("node-{number}.log"));
        let clock = Clock::new(folder.path(), number);
        environment.extend(clock.environment().iter().cloned());
        Self { port, metrics_port, clients, to_redis, to_database, clock, environment, log, process: None }
    }

    /// Starts the process and waits until it is ready.
    async fn start(&mut self) {
        let log = File::options().create(true).append(true).open(&self.log).unwrap();
        let mut command = Command::new("/bin/sh");
        command.args(["-c", START, env!("CARGO_BIN_EXE_plaza"), &OPEN_FILES.to_string()]);
        command.env_clear().envs(self.environment.iter().map(|(name, value)| (name, value)));
        self.process = Some(command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn().unwrap());
        let until = Instant::now() + PATIENCE;
        while ask(self.port, "/readyz").await.is_none() {
            let ended = self.process.as_mut().unwrap().try_wait().unwrap();
            assert!(ended.is_none() && Instant::now() < until, "a node does not start: {ended:?}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }

    fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill().unwrap();
            process.wait().unwrap();
        }
    }

    /// Sends SIGTERM and waits until the process has ended.
    async fn leave(&mut self) {
        self.signal("TERM");
        let mut process = self.process.take().unwrap();
        let until = Instant::now() + PATIENCE;
        let status: ExitStatus = loop {
            if let Some(status) = process.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < until, "a node does not leave");
            tokio::time::sleep(Duration::from_millis(5)).await;
        };
        assert!(status.success(), "a node leaves in good order: {status}");
    }

    /// Sets a soft limit of the process, as prlimit(1) takes it.
    fn limit(&self, limit: &str) {
        let pid = self.process.as_ref().unwrap().id().to_string();
        let done = Command::new("prlimit").args(["--pid", &pid, limit]).status();
        assert!(done.is_ok_and(|done| done.success()), "prlimit (util-linux) sets {limit}");
    }

    /// Sets the time of day of the node, and waits until its responses have it.
    async fn move_clock(&self, seconds: i64) {
        self.clock.set(seconds);
        let until = Instant::now() + PATIENCE;
        while !answer(self.port, "/healthz").await.is_some_and(|reply| clock::is_told_in(&reply, seconds)) {
            assert!(Instant::now() < until, "a node does not take its time from its clock");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    async fn is_ready_within(&self, time: Duration) {
        let until = Instant::now() + time;
        while ask(self.port, "/readyz").await.is_none() {
            assert!(Instant::now() < until, "a node is not ready {time:?} after the end of a fault");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    fn signal(&self, signal: &str) {
        let pid = self.process.as_ref().unwrap().id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &pid]).status().unwrap().success());
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// Returns the body of a successful response; `None` otherwise.
async fn ask(port: u16, path: &str) -> Option<String> {
    let reply = answer(port, path).await?;
    let (head, body) = reply.split_once("\r\n\r\n")?;
    head.starts_with("HTTP/1.1 200").then(|| body.to_owned())
}

/// Returns a whole response; `None` if there is none.
async fn answer(port: u16, path: &str) -> Option<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.ok()?;
    let request = format!("GET {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.ok()?;
    let mut reply = Vec::new();
    tokio::time::timeout(Duration::from_secs(5), stream.read_to_end(&mut reply)).await.ok()?.ok()?;
    Some(String::from_utf8_lossy(&reply).into_owned())
}
