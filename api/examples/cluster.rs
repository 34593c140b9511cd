//! Starts demo nodes on their own PostgreSQL and Redis server: `make cluster`. Two by default, or as many as the
//! argument says. All data is in temporary folders and is deleted on Ctrl-C. The nodes inherit this program's
//! environment. `PLAZA_BIN` names a server other than the one built beside this example.
#![allow(clippy::unwrap_used, reason = "what cannot be started must stop, and say where")]

use std::{
    net::TcpListener,
    path::{Path, PathBuf},
    process::{ExitCode, Stdio},
};

use store::testing::{
    self,
    postgres::{self, Fsync},
    steady_port,
};
use tokio::{
    io::{AsyncBufReadExt as _, BufReader},
    process::{Child, Command},
    signal::unix::{SignalKind, signal},
};

/// Port of the first node. The others use the following ports, or any free port if taken.
const FIRST_PORT: u16 = 8080;

#[actix_web::main]
async fn main() -> ExitCode {
    let count = std::env::args().nth(1).map_or(Ok(2), |count| count.parse());
    let Ok(count @ 1..=16) = count else {
        eprintln!("say how many nodes: 1 to 16");
        return ExitCode::FAILURE;
    };
    let (Some(postgres), Some(redis)) = (postgres::start(Fsync::On).await, testing::redis(false).await) else {
        return ExitCode::FAILURE;
    };
    let folder = tempfile::tempdir().unwrap();
    let database = postgres.database().await;
    println!("PostgreSQL: {database}\nRedis:      {}\n", redis.url());
    let mut nodes: Vec<Child> = Vec::new();
    for port in (FIRST_PORT..).take(count) {
        let port = if TcpListener::bind(("127.0.0.1", port)).is_ok() { port } else { steady_port() };
        let mut node = Command::new(program())
            .env("PLAZA_LISTEN", format!("127.0.0.1:{port}"))
            .env("PLAZA_DATA", folder.path())
            .env("DATABASE_URL", &database)
            .env("REDIS_URL", redis.url())
            // The first node fills the empty database; the others find it filled.
            .env("PLAZA_DEMO", std::env::var("PLAZA_DEMO").unwrap_or_else(|_| "full".to_owned()))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(node.stdout.take().unwrap()).lines();
        let Some(first) = lines.next_line().await.unwrap() else {
            eprintln!("a node does not start: {}", node.wait().await.unwrap());
            return ExitCode::FAILURE;
        };
        println!("{first} (process {})", node.id().unwrap_or_default());
        // Prints further output of the last node only: each node lists the demo accounts.
        let is_last = nodes.len() + 1 == count;
        tokio::spawn(async move {
            while let Ok(Some(line)) = lines.next_line().await {
                if is_last {
                    println!("{line}");
                }
            }
        });
        nodes.push(node);
    }
    let mut terminate = signal(SignalKind::terminate()).unwrap();
    tokio::select! {
        interrupted = tokio::signal::ctrl_c() => interrupted.unwrap(),
        _ = terminate.recv() => {}
    }
    println!("\nleaving");
    for node in &mut nodes {
        // Ctrl-C in a terminal also reaches the nodes; a second signal makes them stop at once.
        if let Some(pid) = node.id() {
            let _ = Command::new("kill").args(["-s", "TERM", &pid.to_string()]).status().await;
        }
    }
    for node in &mut nodes {
        let _ = node.wait().await;
    }
    ExitCode::SUCCESS
}

/// Path of the server, built beside this example.
fn program() -> PathBuf {
    if let Some(named) = std::env::var_os("PLAZA_BIN") {
        return named.into();
    }
    let own = std::env::current_exe().unwrap();
    own.parent().and_then(Path::parent).unwrap().join("plaza")
}
