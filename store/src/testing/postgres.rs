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

use super::steady_port;

/// Shutdown mode of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// Rolls open transactions back, closes connections and writes everything.
    Fast,
    /// Stops immediately, as in a crash. The next start runs recovery.
    Immediate,
}

/// A PostgreSQL server for one test. Keeps its port over restarts.
pub struct Postgres {
    port: u16,
    /// Shell process that runs the server and reads commands from a pipe. When the pipe closes, at the latest when this
    /// process ends, it stops the server and cleans up.
    keeper: Keeper,
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
pub fn start() -> Option<Postgres> {
    let Some(programs) = programs() else {
        let why = "PostgreSQL's initdb and postgres are not installed (/usr/lib/postgresql/*/bin; `make tools` installs them)";
        assert!(std::env::var_os("PLAZA_TEST_ALL").is_none_or(|all| all != "1"), "PLAZA_TEST_ALL=1, but {why}");
        // Bypasses the test runner's capture, so that a skip is visible.
        let _ = writeln!(std::io::stderr(), "SKIPPED on PostgreSQL: {why}");
        return None;
    };
    let user = ServerUser::find();
    let template = template(&programs, &user);
    // A free port may be taken before the server binds it; then the next attempt uses another.
    (0..5).find_map(|_| start_on_free_port(&programs, &user, &template)).or_else(|| panic!("PostgreSQL did not start"))
}

impl Postgres {
    /// Local port of the server.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Creates a database without tables and returns its URL.
    pub async fn database(&self) -> String {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("story_{}", COUNT.fetch_add(1, Ordering::Relaxed));
        let mut admin = self.admin().await.expect("connect to the test server");
        sqlx::query(sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"))).execute(&mut admin).await.unwrap();
        admin.close().await.unwrap();
        format!("postgres://postgres@127.0.0.1:{}/{name}", self.port)
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

/// Returns an initialised cluster, cached between runs. A copy takes a tenth of the time of `initdb`.
fn template(programs: &Path, user: &ServerUser) -> PathBuf {
    let version = programs.parent().and_then(Path::file_name).unwrap().to_string_lossy().into_owned();
    let uid = user.0.map_or_else(|| "own".to_owned(), |(uid, _)| uid.to_string());
    let kept = std::env::temp_dir().join(format!("plaza-test-postgres-{version}-{uid}"));
    if kept.join("PG_VERSION").exists() {
        return kept;
    }
    let making = TempDir::with_prefix("plaza-initdb-").unwrap();
    user.give(making.path());
    let fresh = making.path().join("cluster");
    let done = user
        .command(&programs.join("initdb"))
        .args(["--username=postgres", "--auth=trust", "--encoding=UTF8", "--no-locale", "--no-sync", "--wal-segsize=1"])
        .arg("--pgdata")
        .arg(&fresh)
        .output()
        .unwrap();
    assert!(done.status.success(), "initdb: {}", String::from_utf8_lossy(&done.stderr));
    // The first rename wins; other processes use the existing folder.
    let _ = fs::rename(&fresh, &kept);
    kept
}

#[allow(clippy::zombie_processes, reason = "the keeper ends when this process does, which then is not there to wait")]
fn start_on_free_port(programs: &Path, user: &ServerUser, template: &Path) -> Option<Postgres> {
    let folder = TempDir::with_prefix("plaza-pg-").unwrap().keep();
    user.give(&folder);
    let cluster = folder.join("cluster");
    let copied = user.command(Path::new("cp")).arg("-r").arg(template).arg(&cluster).status().unwrap();
    assert!(copied.success(), "the cluster could not be copied");
    fs::set_permissions(&cluster, std::os::unix::fs::PermissionsExt::from_mode(0o700)).unwrap();
    let port = steady_port();

    let script = r#"serve() {
            "$1" -D "$2/cluster" -p "$3" -c listen_addresses=127.0.0.1 -c unix_socket_directories="$2" \
                -c max_connections=64 -c shared_buffers=16MB -c fsync=on >>"$2/log" 2>&1 </dev/null &
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
            return Some(Postgres { port, keeper });
        }
        if log.contains("FATAL") {
            eprintln!("{log}");
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    None
}
