//! Faults of the machine: a read-only database, a full disk, few open files, a second server in
//! the same folder, files readable by others.

use std::{
    net::SocketAddr,
    os::unix::fs::MetadataExt as _,
    path::Path,
    process::{Output, Stdio},
    time::Duration,
};

use store::testing::sqlx;
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpSocket, TcpStream},
    process::{Child, Command},
};

use crate::support::app::{TestApp, registration};

async fn pragma(app: &TestApp, sql: &'static str) {
    store::on!(app.state().db.write(), at => sqlx::query(sql).execute(at).await.map(drop)).unwrap();
}

#[actix_web::test]
async fn refused_writes_answer_503_and_readyz_follows() {
    let app = TestApp::start().await;
    assert_eq!(app.get("/readyz").send().await.status, 200);
    pragma(&app, "PRAGMA query_only = ON").await;
    let refused = app.post("/api/v1/users/register/").json(registration("ann")).await;
    refused.refused(503, "unavailable");
    assert_eq!(refused.header("retry-after"), "1");
    for _ in 0..2 {
        let ready = app.get("/readyz").send().await;
        assert_eq!((ready.status, ready.header("retry-after")), (503, "1"));
    }
    assert_eq!(app.get("/healthz").send().await.status, 200);
    pragma(&app, "PRAGMA query_only = OFF").await;
    app.person("ann").await;
    while app.get("/readyz").send().await.status != 200 {
        actix_rt::time::sleep(Duration::from_millis(20)).await;
    }
}

#[actix_web::test]
async fn demo_is_ignored_on_a_database_with_real_accounts() {
    let first = TestApp::start().await;
    first.person("ann").await;
    let TestApp { running, folder, .. } = first;
    running.stop().await;
    let app = TestApp::on(folder, &["--demo", "small"]).await;
    assert!(app.get("/api/v1/app/").send().await.data()["demo"].is_null());
    app.get("/api/v1/demo/outbox/").send().await.refused(404, "not_found");
}

#[actix_web::test]
async fn demo_is_published_again_after_a_restart() {
    let first = TestApp::with(&["--demo", "small"]).await;
    let TestApp { running, folder, .. } = first;
    running.stop().await;
    let app = TestApp::on(folder, &["--demo", "small"]).await;
    assert_eq!(app.get("/api/v1/app/").send().await.data()["demo"]["accounts"].as_array().unwrap().len(), 3);
    assert_eq!(app.get("/api/v1/demo/outbox/").send().await.status, 200);
    app.running.stop().await;
    let app = TestApp::on(app.folder, &[]).await;
    assert!(app.get("/api/v1/app/").send().await.data()["demo"].is_null(), "only where it is asked for");
}

/// Starts the program with these shell `ulimit`s. Writes past a file size limit fail, as on a full disk, instead of
/// ending the process.
fn plaza(data: &Path, limits: &str) -> Command {
    let mut command = Command::new("/bin/sh");
    command.arg("-c").arg(format!("trap '' XFSZ; {limits} exec \"$0\"")).arg(env!("CARGO_BIN_EXE_plaza"));
    command.env_clear().env("PLAZA_LISTEN", "127.0.0.1:0").env("PLAZA_DATA", data).current_dir("/");
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    command
}

/// Starts the program and returns its address.
async fn start(data: &Path, limits: &str) -> (Child, SocketAddr) {
    let mut child = plaza(data, limits).env("PLAZA_LOG", "warn").spawn().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = lines.next_line().await.unwrap().expect("the address");
    (child, first.strip_prefix("Plaza serves on http://").unwrap().parse().unwrap())
}

async fn terminate(child: Child) -> Output {
    let pid = child.id().unwrap().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().await.unwrap().success());
    tokio::time::timeout(Duration::from_secs(20), child.wait_with_output()).await.expect("it leaves").unwrap()
}

#[tokio::test]
async fn second_server_on_an_sqlite_folder_is_refused() {
    let folder = TempDir::new().unwrap();
    let (first, _) = start(folder.path(), "").await;
    let second = plaza(folder.path(), "").output().await.unwrap();
    let says = String::from_utf8(second.stderr).unwrap();
    assert_eq!(second.status.code(), Some(1), "{says}");
    assert!(says.contains("another server already uses the database") && says.contains("PLAZA_DATA"), "{says}");
    assert!(terminate(first).await.status.success());
    let (third, _) = start(folder.path(), "").await;
    assert!(terminate(third).await.status.success());
}

#[tokio::test]
async fn start_succeeds_after_a_start_on_a_full_disk() {
    let folder = TempDir::new().unwrap();
    let failed = plaza(folder.path(), "ulimit -f 0;").output().await.unwrap();
    let says = String::from_utf8(failed.stderr).unwrap();
    assert!(failed.status.code() == Some(1) && says.contains("cannot be used") && !says.contains("panicked"), "{says}");
    let (child, _) = start(folder.path(), "").await;
    assert!(terminate(child).await.status.success());
}

#[tokio::test]
async fn data_is_readable_only_by_its_owner() {
    let parent = TempDir::new().unwrap();
    let data = parent.path().join("data");
    let (child, _) = start(&data, "umask 022;").await;
    let mut seen = 0;
    let mut folders = vec![data];
    while let Some(folder) = folders.pop() {
        assert_eq!(folder.metadata().unwrap().mode() & 0o7777, 0o700, "{}", folder.display());
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            assert_eq!(path.metadata().unwrap().mode() & 0o7777, 0o600, "{}", path.display());
            seen += 1;
        }
    }
    assert!(seen > 5, "database, log, lock, keys: {seen}");
    terminate(child).await;
}

/// Connects from a local address; `None` if refused.
async fn connect(from: [u8; 4], to: SocketAddr) -> Option<TcpStream> {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((from, 0).into()).ok()?;
    socket.connect(to).await.ok()
}

const SERVED: &str = "HTTP/1.1 200 OK";

/// Asks until a request is served. A connection above a limit keeps its descriptor until a worker closes it, so a burst
/// takes the descriptors of others for a moment.
async fn served_within_two_seconds(from: [u8; 4], to: SocketAddr) -> bool {
    let served = async { while ask(from, to).await != SERVED {} };
    tokio::time::timeout(Duration::from_secs(2), served).await.is_ok()
}

/// Returns the status line of a response; empty if there is none within 1 s.
async fn ask(from: [u8; 4], to: SocketAddr) -> String {
    let answer = async {
        let mut stream = connect(from, to).await?;
        stream.write_all(b"GET /readyz HTTP/1.1\r\nhost: plaza\r\nconnection: close\r\n\r\n").await.ok()?;
        let mut text = String::new();
        stream.read_to_string(&mut text).await.ok()?;
        text.lines().next().map(str::to_owned)
    };
    tokio::time::timeout(Duration::from_secs(1), answer).await.ok().flatten().unwrap_or_default()
}

#[tokio::test]
async fn soft_limit_of_open_files_is_raised_to_the_hard_one() {
    let folder = TempDir::new().unwrap();
    let (child, address) = start(folder.path(), "ulimit -Sn 300; ulimit -Hn 1024;").await;
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", child.id().unwrap())).unwrap();
    let files = limits.lines().find_map(|line| line.strip_prefix("Max open files")).unwrap();
    assert_eq!(files.split_whitespace().take(2).collect::<Vec<_>>(), ["1024", "1024"]);
    // The limit of one address follows from it: half of what is left for connections.
    let mut held = Vec::new();
    for _ in 0..350 {
        held.extend(connect([127, 0, 0, 2], address).await);
    }
    assert!(served_within_two_seconds([127, 0, 0, 2], address).await, "one address may hold 400 connections");
    assert!(terminate(child).await.status.success());
}

#[tokio::test]
async fn few_open_files_limit_one_address_and_block_no_other() {
    let folder = TempDir::new().unwrap();
    let (child, address) = start(folder.path(), "ulimit -n 256;").await;
    // One address reaches its limit, and another is served.
    let mut held = Vec::new();
    for _ in 0..200 {
        held.extend(connect([127, 0, 0, 2], address).await);
    }
    assert!(served_within_two_seconds([127, 0, 0, 3], address).await, "another address is served after the burst");
    // Many addresses use up all files. The server survives and recovers when they disconnect.
    for host in 4..12 {
        for _ in 0..60 {
            held.extend(connect([127, 0, 0, host], address).await);
        }
    }
    let full = ask([127, 0, 0, 3], address).await;
    assert_ne!(full, SERVED, "no descriptor is left for connections");
    drop(held);
    assert!(served_within_two_seconds([127, 0, 0, 3], address).await, "the server recovers");
    let output = terminate(child).await;
    let log = String::from_utf8(output.stderr).unwrap();
    assert!(log.contains("limit of open files is low") && !log.contains("panicked"), "{log}");
}
