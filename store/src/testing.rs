//! Databases for tests, behind the feature `testing`: a fresh SQLite file, and a fresh database on a PostgreSQL server
//! that this process starts for itself in a temporary folder and that ends with it, however it ends.
//!
//! Without PostgreSQL's programs the half on PostgreSQL is skipped, and says so; with `PLAZA_TEST_ALL=1` it fails instead.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot start must stop, and say where")]

use std::{
    fs,
    io::Write as _,
    net::TcpListener,
    os::unix::{fs::chown, process::CommandExt as _},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        OnceLock,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

pub use sqlx;
use sqlx::{ConnectOptions as _, Connection as _, postgres::PgConnectOptions};
use tempfile::TempDir;

use crate::{
    Db,
    account::{self, AccountKind, NewAccount},
    ids::UserId,
    on,
    time::Millis,
};

/// Tells one story on both databases, each time on an empty one:
/// `both(async |db| { … }).await`.
pub async fn both(story: impl AsyncFn(Db)) {
    let (db, _folder) = sqlite().await;
    eprintln!("on SQLite");
    story(db.clone()).await;
    db.close().await;
    if let Some(db) = postgres().await {
        eprintln!("on PostgreSQL");
        story(db.clone()).await;
        db.close().await;
    }
}

/// An empty SQLite database, in a folder that goes when it is dropped.
pub async fn sqlite() -> (Db, TempDir) {
    let folder = TempDir::new().unwrap();
    let db = Db::sqlite(&folder.path().join("plaza.db")).await.unwrap();
    (db, folder)
}

/// An empty PostgreSQL database, or `None` when it is skipped.
pub async fn postgres() -> Option<Db> {
    let url = postgres_url().await?;
    Some(Db::postgres(&url, 8).await.unwrap())
}

/// The address of a new, quite empty PostgreSQL database, or `None` when it is skipped.
pub async fn postgres_url() -> Option<String> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let server = server()?;
    let name = format!("story_{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let options = PgConnectOptions::new().host("127.0.0.1").port(server.port).username("postgres").database("postgres");
    let mut admin = options.disable_statement_logging().connect().await.expect("connect to the test server");
    sqlx::query(sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"))).execute(&mut admin).await.unwrap();
    admin.close().await.unwrap();
    Some(format!("postgres://postgres@127.0.0.1:{}/{name}", server.port))
}

/// An account as somebody might fill in.
pub fn new_account(id: UserId, user_name: &str) -> NewAccount {
    NewAccount {
        id,
        kind: AccountKind::Regular,
        user_name: user_name.parse().unwrap(),
        email: Some(format!("{user_name}@plaza.example").parse().unwrap()),
        password_hash: Some("$argon2id$".to_owned()),
        first_name: "Ann".parse().unwrap(),
        last_name: "Other".parse().unwrap(),
        phone: None,
        dob: None,
        gender: None,
        address: None,
        address_line2: None,
        city: None,
        postal_code: None,
        country: None,
        marketing: false,
        picture: None,
        created_at: Millis(1_795_231_140_000),
    }
}

/// Makes an account.
pub async fn account(db: &Db, id: UserId, user_name: &str) {
    account::create(db, &new_account(id, user_name)).await.unwrap();
}

/// Rows in a table, for stories that prove that something was or was not written.
pub async fn count(db: &Db, table: &str) -> i64 {
    let sql = format!("SELECT count(*) FROM {table}");
    let (count,): (i64,) = on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).fetch_one(at).await).unwrap();
    count
}

struct Server {
    port: u16,
    /// Its standard input is the lifeline: it closes when this process ends, and then the server stops.
    _keeper: Child,
}

/// A Redis server of a test's own, on a port that it keeps over restarts. Ends with the test.
pub struct Redis {
    port: u16,
    cluster: bool,
    folder: TempDir,
    process: Option<Child>,
}

/// Starts a Redis server, as a cluster of one when `cluster`; `None` when it is skipped.
pub async fn redis(cluster: bool) -> Option<Redis> {
    if !Path::new(REDIS).exists() {
        let why = "redis-server is not installed (`make tools` installs it)";
        assert!(std::env::var_os("PLAZA_TEST_ALL").is_none_or(|all| all != "1"), "PLAZA_TEST_ALL=1, but {why}");
        let _ = writeln!(std::io::stderr(), "SKIPPED on Redis: {why}");
        return None;
    }
    // The port of a cluster's own bus is this one and 10,000.
    let port = loop {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        if port < 50_000 {
            break port;
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    };
    let mut redis = Redis { port, cluster, folder: TempDir::with_prefix("plaza-redis-").unwrap(), process: None };
    redis.start().await;
    Some(redis)
}

const REDIS: &str = "/usr/bin/redis-server";

impl Redis {
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// Starts it, and waits until it answers.
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
            // Known already when it is a restart.
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

    /// Ends it at once, as a crash does.
    pub fn stop(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.kill().unwrap();
            process.wait().unwrap();
        }
    }

    /// Has it answer nothing, and close nothing, until [`Self::thaw`]: as a cut cable does.
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

/// The server of this process, started when it is first wanted.
fn server() -> Option<&'static Server> {
    static SERVER: OnceLock<Option<Server>> = OnceLock::new();
    SERVER.get_or_init(start).as_ref()
}

fn start() -> Option<Server> {
    let Some(programs) = programs() else {
        let why = "PostgreSQL's initdb and postgres are not installed (/usr/lib/postgresql/*/bin; `make tools` installs them)";
        assert!(std::env::var_os("PLAZA_TEST_ALL").is_none_or(|all| all != "1"), "PLAZA_TEST_ALL=1, but {why}");
        // Past the test runner's capture, so that a skip is seen.
        let _ = writeln!(std::io::stderr(), "SKIPPED on PostgreSQL: {why}");
        return None;
    };
    let user = ServerUser::find();
    let template = template(&programs, &user);
    // A port found free may be taken before the server binds it; then another is tried.
    (0..5).find_map(|_| start_on_free_port(&programs, &user, &template)).or_else(|| panic!("PostgreSQL did not start"))
}

/// The newest PostgreSQL that Debian has installed.
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

/// PostgreSQL refuses to run as root; then it runs as somebody else.
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

/// A freshly initialised cluster, kept between runs: copying it takes a tenth of the time that making it does.
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
    // Whoever is first wins; the others find the folder in place and use it.
    let _ = fs::rename(&fresh, &kept);
    kept
}

#[allow(clippy::zombie_processes, reason = "the keeper ends when this process does, which then is not there to wait")]
fn start_on_free_port(programs: &Path, user: &ServerUser, template: &Path) -> Option<Server> {
    let folder = TempDir::with_prefix("plaza-pg-").unwrap().keep();
    user.give(&folder);
    let cluster = folder.join("cluster");
    let copied = user.command(Path::new("cp")).arg("-r").arg(template).arg(&cluster).status().unwrap();
    assert!(copied.success(), "the cluster could not be copied");
    fs::set_permissions(&cluster, std::os::unix::fs::PermissionsExt::from_mode(0o700)).unwrap();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();

    // The shell waits for its input to close, which the end of this process does, then stops the server and clears up.
    let script = r#""$1" -D "$2/cluster" -p "$3" -c listen_addresses=127.0.0.1 -c unix_socket_directories="$2" \
        -c max_connections=64 -c shared_buffers=16MB -c fsync=on >"$2/log" 2>&1 </dev/null &
        pid=$!; read -r _; kill -QUIT "$pid"; wait "$pid"; rm -rf "$2""#;
    let keeper = user
        .command(Path::new("/bin/sh"))
        .args(["-c", script, "sh"])
        .arg(programs.join("postgres"))
        .arg(&folder)
        .arg(port.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        // A terminal's Ctrl-C goes to the test; the keeper still has to clear up after it.
        .process_group(0)
        .spawn()
        .unwrap();

    let until = Instant::now() + Duration::from_secs(30);
    while Instant::now() < until {
        let log = fs::read_to_string(folder.join("log")).unwrap_or_default();
        if log.contains("database system is ready to accept connections") {
            return Some(Server { port, _keeper: keeper });
        }
        if log.contains("FATAL") {
            eprintln!("{log}");
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    None
}
