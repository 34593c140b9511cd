//! The protocol layer against foreign clients: scripts under Node, among them the official `socket.io-client`.
//!
//! They need Node and the web app's dependencies. Without them the tests are skipped;
//! with `PLAZA_TEST_ALL=1` they fail.

use std::{net::TcpListener, path::Path, process::Command, thread};

use hub::transport::socket_io::engine::Config;

#[path = "../../../examples/echo.rs"]
#[allow(dead_code, reason = "the example's own `main` is not called here")]
mod echo;
mod server;

/// A server on a free port, on a separate thread; it ends with the process.
fn serve<F: Future>(run: impl FnOnce(TcpListener) -> F + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    thread::spawn(move || {
        actix_web::rt::System::new().block_on(async { run(listener).await });
    });
    url
}

/// Timeouts that a busy machine can meet.
async fn echo(listener: TcpListener) {
    let config = Config { ping_timeout: 1_500, connect_timeout: 3_000, ..echo::SUITES };
    echo::run(listener, config).expect("a server").await.expect("it serves");
}

fn missing() -> Option<&'static str> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    if Command::new("node").arg("--version").output().is_err() {
        Some("node is not installed")
    } else if !here.join("../web/node_modules/socket.io-client").exists() {
        Some("web/node_modules has no socket.io-client (npm ci in web)")
    } else {
        None
    }
}

/// Runs a script of `tests/it/socket_io` against the server at `url`; it exits with 0 when all its tests passed.
fn passes(script: &str, url: &str) {
    let output = Command::new("node")
        .args(["--test", "--test-reporter=tap", "--test-timeout=40000", script])
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/socket_io"))
        .env("HUB_URL", url)
        // Otherwise the Node test runner assumes a parent test runner.
        .env_remove("NODE_TEST_CONTEXT")
        .output()
        .expect("node runs");
    assert!(
        output.status.success(),
        "{}\n{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

fn run<F: Future>(script: &str, server: impl FnOnce(TcpListener) -> F + Send + 'static) {
    match missing() {
        None => passes(script, &serve(server)),
        Some(what) if std::env::var_os("PLAZA_TEST_ALL").is_some_and(|all| all == "1") => panic!("{what}"),
        Some(what) => eprintln!("SKIPPED {script}: {what}"),
    }
}

#[test]
fn wire_format_follows_the_protocols() {
    run("protocol.mjs", echo);
}

#[test]
fn official_client_works_over_both_transports() {
    run("client.mjs", echo);
}

#[test]
fn official_client_follows_streams_and_recovers() {
    run("live.mjs", server::run);
}

#[test]
fn hub_follows_the_rules_of_both_protocols() {
    run("rules.mjs", server::strict);
}

#[test]
fn hub_follows_the_timeouts_of_both_protocols() {
    run("times.mjs", server::hurried);
}
