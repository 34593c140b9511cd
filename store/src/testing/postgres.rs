//! A PostgreSQL server for tests, in a temporary folder. Ends with the process that started it, even after a crash.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot start must stop, and say where")]

use std::{
    fs,
    io::Write as _,
    os::unix::{fs::chown, process::CommandExt as _},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    time::{Duration, Instant},
};

use sqlx::{ConnectOptions as _, Connection as _, PgConnection, postgres::PgConnectOptions};
use tempfile::TempDir;

use super::{kept, steady_port};
use crate::Db;

/// Migrated database that new ones are copies of.
const MIGRATED: &str = "migrated";

/// Shutdown mode of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Rolls open transactions back, closes connections and writes everything.
    Fast,
    /// Stops immediately, as in a crash. The next start runs recovery.
    Immediate,
}

/// Waiting of a commit for the disk. Without it, a commit survives a crash of the server, not of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fsync {
    On,
    Off,
}

/// A PostgreSQL server for one test. Keeps its port over restarts.
pub struct Postgres {
    port: u16,
    /// Shell process that runs the server and reads commands from a pipe. When the pipe closes, at the latest when this
    /// process ends, it stops the server and cleans up.
    keeper: Keeper,
    /// Data folder of the server.
    cluster: PathBuf,
}

struct Keeper {
    process: Child,
    orders: Option<ChildStdin>,
}

impl Drop for Keeper {
    fn drop(&mut self) {
        drop(self.orders.take());
        let _ = self.process.wait();
    }
}

/// Starts a PostgreSQL server; `None` if skipped.
pub async fn start(fsync: Fsync) -> Option<Postgres> {
    let Some(programs) = programs() else {
        let why = "PostgreSQL's initdb and postgres are not installed (/usr/lib/postgresql/*/bin; `make tools` installs them)";
        assert!(std::env::var_os("PLAZA_TEST_ALL").is_none_or(|all| all != "1"), "PLAZA_TEST_ALL=1, but {why}");
        // Bypasses the test runner's capture, so that a skip is visible.
        let _ = writeln!(std::io::stderr(), "SKIPPED on PostgreSQL: {why}");
        return None;
    };
    let user = ServerUser::find();
    let template = template(&programs, &user).await;
    start_from(&template, &programs, &user, fsync)
}

fn start_from(template: &Path, programs: &Path, user: &ServerUser, fsync: Fsync) -> Option<Postgres> {
    // A free port may be taken before the server binds it; then the next attempt uses another.
    (0..5)
        .find_map(|_| start_on_free_port(programs, user, template, fsync))
        .or_else(|| panic!("PostgreSQL did not start"))
}

impl Postgres {
    /// Local port of the server.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Creates a migrated database without rows and returns its URL.
    pub async fn database(&self) -> String {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("story_{}", COUNT.fetch_add(1, Ordering::Relaxed));
        self.create(&format!("{name} TEMPLATE {MIGRATED} STRATEGY FILE_COPY")).await;
        self.url(&name)
    }

    fn url(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}", self.port)
    }

    async fn create(&self, database: &str) {
        let mut admin = self.admin().await.expect("connect to the test server");
        sqlx::query(sqlx::AssertSqlSafe(format!("CREATE DATABASE {database}"))).execute(&mut admin).await.unwrap();
        admin.close().await.unwrap();
    }

    async fn admin(&self) -> sqlx::Result<PgConnection> {
        let options =
            PgConnectOptions::new().host("127.0.0.1").port(self.port).username("postgres").database("postgres");
        options.disable_statement_logging().connect().await
    }

    /// Stops the server and waits until it has ended.
    pub async fn stop(&mut self, how: Stop) {
        self.keeper.order(match how {
            Stop::Fast => "fast",
            Stop::Immediate => "immediate",
        });
        // The port closes immediately, but the last process ends later. The server can only start again then; the
        // keeper waits for that.
        self.until("stop", |answers| !answers).await;
    }

    /// Restarts the server and waits until it responds.
    pub async fn start(&mut self) {
        self.keeper.order("start");
        self.until("start", |answers| answers).await;
    }

    async fn until(&self, what: &str, wanted: impl Fn(bool) -> bool) {
        let until = Instant::now() + Duration::from_secs(60);
        while !wanted(self.admin().await.is_ok()) {
            assert!(Instant::now() < until, "PostgreSQL did not {what}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}

impl Keeper {
    fn order(&mut self, word: &str) {
        let orders = self.orders.as_mut().unwrap();
        writeln!(orders, "{word}").unwrap();
        orders.flush().unwrap();
    }
}

/// Returns the newest PostgreSQL version that Debian has installed.
fn programs() -> Option<PathBuf> {
    let mut versions: Vec<(u32, PathBuf)> = fs::read_dir("/usr/lib/postgresql")
        .ok()?
        .filter_map(|entry| {
            let entry = entry.ok()?;
            let bin = entry.path().join("bin");
            let complete = bin.join("initdb").exists() && bin.join("postgres").exists();
            complete.then_some((entry.file_name().to_str()?.parse().ok()?, bin))
        })
        .collect();
    versions.sort();
    versions.pop().map(|(_, bin)| bin)
}

/// User id of the server. PostgreSQL refuses to run as root, so root switches to another user.
struct ServerUser(Option<(u32, u32)>);

impl ServerUser {
    fn find() -> Self {
        let me = fs::metadata("/proc/self").map(|meta| std::os::unix::fs::MetadataExt::uid(&meta)).unwrap();
        if me != 0 {
            return Self(None);
        }
        let passwd = fs::read_to_string("/etc/passwd").unwrap();
        let find = |name: &str| {
            let mut fields = passwd.lines().find(|line| line.starts_with(&format!("{name}:")))?.split(':').skip(2);
            Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
        };
        Self(Some(find("postgres").or_else(|| find("nobody")).expect("a user `postgres` or `nobody`")))
    }

    fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        if let Some((uid, gid)) = self.0 {
            command.uid(uid).gid(gid);
        }
        command.current_dir("/").env("LC_ALL", "C.UTF-8").stdin(Stdio::null());
        command
    }

    fn give(&self, folder: &Path) {
        if let Some((uid, gid)) = self.0 {
            chown(folder, Some(uid), Some(gid)).unwrap();
        }
    }
}

/// Returns the data folder of a stopped server with the database [`MIGRATED`].
async fn template(programs: &Path, user: &ServerUser) -> PathBuf {
    let version = programs.parent().and_then(Path::file_name).unwrap().to_string_lossy().into_owned();
    let uid = user.0.map_or_else(|| "own".to_owned(), |(uid, _)| uid.to_string());
    kept::folder(&format!("postgres-{version}-{uid}"), async |kept| {
        let making = TempDir::with_prefix("plaza-initdb-").unwrap();
        user.give(making.path());
        let initial = making.path().join("cluster");
        initialise(&initial, programs, user);
        let mut server = start_from(&initial, programs, user, Fsync::Off).unwrap();
        server.create(MIGRATED).await;
        Db::postgres(&server.url(MIGRATED), 2).await.unwrap().close().await;
        server.stop(Stop::Fast).await;
        while server.cluster.join("postmaster.pid").exists() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        copy(&server.cluster, kept, Command::new("cp"));
    })
    .await
}

fn initialise(cluster: &Path, programs: &Path, user: &ServerUser) {
    let done = user
        .command(&programs.join("initdb"))
        .args(["--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync", "--wal-segsize=1"])
        .arg("--pgdata")
        .arg(cluster)
        .output()
        .unwrap();
    assert!(done.status.success(), "initdb: {}", String::from_utf8_lossy(&done.stderr));
}

fn copy(from: &Path, to: &Path, mut cp: Command) {
    assert!(cp.arg("-a").arg(from).arg(to).status().unwrap().success(), "the cluster could not be copied");
}

#[allow(clippy::zombie_processes, reason = "the keeper ends when this process does, which then is not there to wait")]
fn start_on_free_port(programs: &Path, user: &ServerUser, template: &Path, fsync: Fsync) -> Option<Postgres> {
    let folder = TempDir::with_prefix("plaza-pg-").unwrap().keep();
    user.give(&folder);
    let cluster = folder.join("cluster");
    copy(template, &cluster, user.command(Path::new("cp")));
    fs::set_permissions(&cluster, std::os::unix::fs::PermissionsExt::from_mode(0o700)).unwrap();
    let port = steady_port();

    let script = r#"serve() {
            "$1" -D "$2/cluster" -p "$3" -c listen_addresses=127.0.0.1 -c unix_socket_directories="$2" \
                -c max_connections=64 -c shared_buffers=16MB -c fsync="$4" >>"$2/log" 2>&1 </dev/null &
            pid=$!
        }
        end() { kill -"$1" "$pid" 2>/dev/null; wait "$pid"; }
        serve "$@"
        while read -r word; do
            case $word in fast) end INT ;; immediate) end QUIT ;; start) serve "$@" ;; esac
        done
        end QUIT; rm -rf "$2""#;
    let mut keeper = user
        .command(Path::new("/bin/sh"))
        .args(["-c", script, "sh"])
        .arg(programs.join("postgres"))
        .arg(&folder)
        .arg(port.to_string())
        .arg(match fsync {
            Fsync::On => "on",
            Fsync::Off => "off",
        })
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        // Ctrl-C in the terminal reaches the test only; the keeper must still clean up.
        .process_group(0)
        .spawn()
        .unwrap();
    let orders = keeper.stdin.take();
    let keeper = Keeper { process: keeper, orders };

    let until = Instant::now() + Duration::from_secs(30);
    while Instant::now() < until {
        let log = fs::read_to_string(folder.join("log")).unwrap_or_default();
        if log.contains("database system is ready to accept connections") {
            return Some(Postgres { port, keeper, cluster });
        }
        if log.contains("FATAL") {
            eprintln!("{log}");
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    None
}
