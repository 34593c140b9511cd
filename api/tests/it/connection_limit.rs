//! Connection limits per address, with real connections: served requests are counted, other addresses are unaffected.

use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
};

use crate::{media::until, support::app::TestApp};

const FREE: [&str; 6] = ["--connection-rate", "0", "--connections", "0", "--silent-connections", "0"];

/// Disables all connection limits but this.
async fn server(limit: [&str; 2], more: &[&str]) -> TestApp {
    let at = FREE.iter().position(|flag| *flag == limit[0]).unwrap();
    let mut flags = FREE.to_vec();
    flags[at + 1] = limit[1];
    TestApp::with(&[&flags, more].concat()).await
}

/// Connects from a local address.
async fn connect(app: &TestApp, from: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::new(from.parse().unwrap(), 0)).unwrap();
    socket.connect(app.running.address).await.unwrap()
}

/// Sends a request on a connection. Returns the status, or `None` if the connection was closed.
async fn ask(stream: &mut TcpStream, path: &str, head: &str) -> Option<u16> {
    let request = format!("GET {path} HTTP/1.1\r\nhost: plaza.example\r\n{head}\r\n");
    let _ = stream.write_all(request.as_bytes()).await;
    let mut answer = [0; 4_096];
    let read =
        tokio::time::timeout(Duration::from_secs(30), stream.read(&mut answer)).await.expect("an answer in time");
    let read = read.ok().filter(|count| *count > 0)?;
    std::str::from_utf8(&answer[9..12.min(read)]).ok()?.parse().ok()
}

/// Connects, sends one request and disconnects.
async fn visit(app: &TestApp, from: &str) -> bool {
    let mut stream = connect(app, from).await;
    match ask(&mut stream, "/healthz", "").await {
        Some(200) => true,
        Some(429) | None => false,
        other => panic!("{other:?}"),
    }
}

/// Returns the number of rejections with this code so far.
async fn refused(app: &TestApp, code: &str) -> usize {
    let name = format!("plaza_refused_total{{code=\"{code}\"}} ");
    let text = app.metrics().await;
    text.lines().find_map(|line| line.strip_prefix(&name)).map_or(0, |count| count.trim().parse().unwrap())
}

#[actix_web::test]
async fn address_connecting_too_often_is_rejected_and_others_are_not() {
    const RATE: usize = 5;
    const VISITS: usize = 1_000;
    let app = server(["--connection-rate", &RATE.to_string()], &[]).await;
    let before = refused(&app, "connection_rate").await;
    let began = Instant::now();
    let mut served = 0;
    for _ in 0..VISITS {
        served += usize::from(visit(&app, "127.0.0.1").await);
    }
    // A burst of ten seconds' worth, then as many as the elapsed time allows, on a machine of any speed.
    let most = 10 * RATE + RATE * (usize::try_from(began.elapsed().as_secs()).unwrap() + 1);
    assert!(served >= 10 * RATE && served <= most.min(VISITS), "{served} of {VISITS}, at most {most}");
    if most < VISITS {
        assert_eq!(refused(&app, "connection_rate").await - before, VISITS - served);
    }
    for _ in 0..10 * RATE {
        assert!(visit(&app, "127.0.0.2").await, "another address is served as if nothing was");
    }
}

#[actix_web::test]
async fn burst_of_concurrent_sockets_is_counted_alike() {
    const RATE: usize = 5;
    let app = server(["--connection-rate", &RATE.to_string()], &[]).await;
    let ann = app.person("ann").await;
    let began = Instant::now();
    // All are connected before the first request.
    let mut streams = Vec::new();
    for _ in 0..500 {
        streams.push(connect(&app, "127.0.0.3").await);
    }
    let path = format!("/ws/group-list/?type=users&id={}&token={}", ann.id, ann.access);
    let head = "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
        sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
    let mut opened = 0;
    for stream in &mut streams {
        opened += usize::from(ask(stream, &path, head).await == Some(101));
    }
    let most = 10 * RATE + RATE * (usize::try_from(began.elapsed().as_secs()).unwrap() + 1);
    assert!((10 * RATE..=most).contains(&opened), "{opened}, at most {most}");
    let mut other = connect(&app, "127.0.0.4").await;
    assert_eq!(ask(&mut other, &path, head).await, Some(101));
}

#[actix_web::test]
async fn address_may_connect_again_when_a_connection_closes() {
    let app = server(["--connections", "3"], &[]).await;
    let mut held = Vec::new();
    for _ in 0..3 {
        let mut stream = connect(&app, "127.0.0.1").await;
        assert_eq!(ask(&mut stream, "/healthz", "").await, Some(200));
        held.push(stream);
    }
    let before = refused(&app, "connections").await;
    assert!(!visit(&app, "127.0.0.1").await);
    assert_eq!(refused(&app, "connections").await, before + 1);
    assert!(visit(&app, "127.0.0.2").await);
    // Open connections stay open.
    for stream in &mut held {
        assert_eq!(ask(stream, "/healthz", "").await, Some(200));
    }
    held.pop();
    until(async || visit(&app, "127.0.0.1").await).await;
}

#[actix_web::test]
async fn silent_connections_of_an_address_are_limited() {
    let app = server(["--silent-connections", "3"], &[]).await;
    let mut silent = Vec::new();
    for _ in 0..3 {
        silent.push(connect(&app, "127.0.0.1").await);
    }
    // Accepted and not only queued: a fourth connection is rejected once the three are open.
    until(async || !visit(&app, "127.0.0.1").await).await;
    assert!(refused(&app, "silent_connections").await > 0);
    assert!(visit(&app, "127.0.0.2").await);
    // One connection sends a request, which allows one more silent connection.
    assert_eq!(ask(&mut silent[0], "/healthz", "").await, Some(200));
    assert!(visit(&app, "127.0.0.1").await);
    // Closed connections free their places.
    silent.clear();
    let mut others = Vec::new();
    until(async || {
        let mut stream = connect(&app, "127.0.0.1").await;
        let served = ask(&mut stream, "/healthz", "").await == Some(200);
        others.push(stream);
        served
    })
    .await;
}

#[actix_web::test]
async fn limits_apply_to_the_address_named_by_the_proxy() {
    let app = server(["--connection-rate", "1"], &["--proxies", "127.0.0.1"]).await;
    let open = async |from: &str, client: &str, path: &str| {
        let mut stream = connect(&app, from).await;
        let head = format!(
            "x-forwarded-for: {client}\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
             sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        );
        ask(&mut stream, path, &head).await
    };
    let poll = async |client: &str| {
        let mut stream = connect(&app, "127.0.0.1").await;
        ask(&mut stream, "/socket.io/?EIO=4&transport=polling", &format!("x-forwarded-for: {client}\r\n")).await
    };
    let socket = "/socket.io/?EIO=4&transport=websocket";
    let flood = async |client: &str| {
        let mut seen = Vec::new();
        while seen.last() != Some(&Some(429)) {
            assert!(seen.len() < 1_000, "somebody who comes a thousand times is refused");
            seen.push(open("127.0.0.1", client, socket).await);
        }
        seen.len() - 1
    };
    assert!(flood("10.1.1.1").await >= 10);
    assert_eq!(poll("10.1.1.1").await, Some(429), "neither over polling");
    assert_eq!(open("127.0.0.1", "10.1.1.2", socket).await, Some(101), "another one behind the same proxy");
    assert_eq!(poll("10.1.1.2").await, Some(200));
    // HAProxy appends its own line to those that a client forged.
    let mut forged = 0;
    for number in 0..200 {
        let lines = format!("10.4.4.{number}\r\nx-forwarded-for: 10.3.3.3");
        forged += usize::from(open("127.0.0.1", &lines, socket).await == Some(101));
    }
    assert!(forged < 200, "{forged}");
    for _ in 0..50 {
        assert!(visit(&app, "127.0.0.1").await, "the proxy's own connections carry everybody's requests");
    }
    // Headers of a client that is not a trusted proxy are ignored.
    let mut served = 0;
    for number in 0..200 {
        served += usize::from(open("127.0.0.5", &format!("10.2.2.{number}"), socket).await == Some(101));
    }
    assert!(served < 200, "{served}");
}
