//! CPU time of the server for one request of a public page, beside a bare actix handler that returns the same bytes.
//!
//! `pages [seconds]` starts both with one worker in this process, with the small demo data, and asks each over 16
//! connections that stay open. What the asking thread uses is taken off.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::{
    fs,
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use actix_web::{App, HttpResponse, HttpServer, http::header, web};
use api::{app_state::AppState, cli::config::Cli, server::Running};
use tempfile::TempDir;

/// Connections that stay open.
const CONNECTIONS: usize = 16;
/// Unit of times in /proc (proc(5)).
const TICKS_PER_SECOND: f64 = 100.0;

/// Request of one page.
struct Page {
    name: &'static str,
    path: String,
    headers: &'static str,
}

fn main() {
    let seconds = std::env::args().nth(1).map_or(3, |seconds| seconds.parse().expect("a number of seconds"));
    let (pages, plaza) = start_plaza();
    println!("{:<28} {:>10} {:>10} {:>10} {:>7}", "", "bytes", "bare", "Plaza", "ratio");
    for Page { name, path, headers } in pages {
        let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\n{headers}\r\n");
        let mut first = Client::open(plaza).unwrap();
        let (head, body) = first.ask(request.as_bytes());
        let bare = start_bare(&head, body.clone());
        // In turns, so that whatever else the machine does meets both.
        let (mut of_bare, mut of_plaza) = (Cost::default(), Cost::default());
        for _ in 0..4 {
            of_bare.add(bare, &request, Duration::from_secs(seconds) / 4);
            of_plaza.add(plaza, &request, Duration::from_secs(seconds) / 4);
        }
        let (bare, plaza) = (of_bare.each(), of_plaza.each());
        println!("{name:<28} {:>10} {bare:>7.1} µs {plaza:>7.1} µs {:>7.2}", body.len(), plaza / bare);
    }
}

/// Starts a server with demo data on a thread of its own, and finds pages on it.
fn start_plaza() -> (Vec<Page>, SocketAddr) {
    let (started, address) = mpsc::channel();
    thread::spawn(move || {
        actix_web::rt::System::new().block_on(async move {
            let folder = TempDir::new().unwrap();
            let data = folder.path().to_str().unwrap();
            let line = ["plaza", "--listen", "127.0.0.1:0", "--data", data, "--workers", "1", "--demo", "small"];
            let limits = ["--connection-rate", "0", "--connections", "0", "--silent-connections", "0"];
            let config = Cli::read(line.into_iter().chain(limits).map(Into::into)).unwrap().config;
            let state = AppState::open(config).await.unwrap();
            api::cli::demo::fill(&state).await.unwrap();
            let running = Running::start(state).unwrap();
            started.send(running.address).unwrap();
            std::future::pending::<()>().await;
            running.stop().await;
        });
    });
    let address = address.recv().unwrap();
    let mut client = Client::open(address).unwrap();
    let list = "/api/v1/users/offerings/?per_page=24";
    let (_, body) = client.ask(format!("GET {list} HTTP/1.1\r\nhost: localhost\r\n\r\n").as_bytes());
    let offerings: serde_json::Value = serde_json::from_slice(&body).unwrap();
    let (product, company) = (&offerings["data"][0]["id"], &offerings["data"][0]["company"]["handle"]);
    let company = format!("/api/v1/users/company/{}/details/", company.as_str().unwrap());
    let product = format!("/api/v1/users/product/{product}/");
    let page = |name, path: &str, headers| Page { name, path: path.to_owned(), headers };
    let gzip = "accept-encoding: gzip\r\n";
    let pages = vec![
        page("company", &company, ""),
        page("company, gzip", &company, gzip),
        page("product", &product, ""),
        page("product, gzip", &product, gzip),
        page("list of 24 products, gzip", list, gzip),
        page("home, gzip", "/api/v1/users/home/?town=Madrid&country=ES", gzip),
    ];
    (pages, address)
}

/// Starts an actix server that returns these bytes, with their coding.
fn start_bare(head: &str, body: Vec<u8>) -> SocketAddr {
    let is_gzip = head.contains("content-encoding: gzip");
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        actix_web::rt::System::new().block_on(async move {
            let body = web::Bytes::from(body);
            let app = move || {
                let body = body.clone();
                let answer = move || {
                    let mut response = HttpResponse::Ok();
                    response.content_type("application/json");
                    if is_gzip {
                        response.insert_header((header::CONTENT_ENCODING, "gzip"));
                    }
                    let response = response.body(body.clone());
                    async move { response }
                };
                App::new().default_service(web::to(answer))
            };
            HttpServer::new(app).workers(1).listen(listener).unwrap().run().await.unwrap();
        });
    });
    address
}

/// CPU time of a server, and the requests that it answered.
#[derive(Default)]
struct Cost {
    requests: u32,
    seconds: f64,
}

impl Cost {
    /// Asks for some time.
    fn add(&mut self, address: SocketAddr, request: &str, time: Duration) {
        let mut clients: Vec<_> = (0..CONNECTIONS).map(|_| Client::open(address).unwrap()).collect();
        let (process, own, until) = (cpu("/proc/self/stat"), cpu("/proc/thread-self/stat"), Instant::now() + time);
        while Instant::now() < until {
            for client in &mut clients {
                client.send(request.as_bytes());
            }
            for client in &mut clients {
                let (head, _) = client.receive();
                assert!(head.starts_with("http/1.1 200"), "{head}");
                self.requests += 1;
            }
        }
        self.seconds += cpu("/proc/self/stat") - process - (cpu("/proc/thread-self/stat") - own);
    }

    /// Microseconds for one request.
    fn each(&self) -> f64 {
        self.seconds * 1e6 / f64::from(self.requests)
    }
}

/// CPU time of a process or a thread in seconds.
fn cpu(file: &str) -> f64 {
    let stat = fs::read_to_string(file).unwrap();
    let fields: Vec<f64> = stat
        .rsplit_once(')')
        .unwrap()
        .1
        .split_whitespace()
        .skip(11)
        .take(2)
        .map(|field| field.parse().unwrap())
        .collect();
    fields.iter().sum::<f64>() / TICKS_PER_SECOND
}

/// Connection that stays open.
struct Client {
    socket: TcpStream,
    buffer: Vec<u8>,
}

impl Client {
    fn open(address: SocketAddr) -> std::io::Result<Self> {
        let socket = TcpStream::connect(address)?;
        socket.set_nodelay(true)?;
        Ok(Self { socket, buffer: Vec::new() })
    }

    fn ask(&mut self, request: &[u8]) -> (String, Vec<u8>) {
        self.send(request);
        self.receive()
    }

    fn send(&mut self, request: &[u8]) {
        self.socket.write_all(request).unwrap();
    }

    /// Returns the head in lower case, and the body.
    fn receive(&mut self) -> (String, Vec<u8>) {
        let mut chunk = vec![0; 64 << 10];
        loop {
            if let Some(end) = self.buffer.windows(4).position(|four| four == b"\r\n\r\n") {
                let head = String::from_utf8_lossy(&self.buffer[..end]).to_lowercase();
                let length = head.split("content-length: ").nth(1).and_then(|rest| rest.split("\r\n").next());
                let length: usize = length.expect("a length").parse().unwrap();
                if self.buffer.len() >= end + 4 + length {
                    let rest = self.buffer.split_off(end + 4 + length);
                    let mut whole = std::mem::replace(&mut self.buffer, rest);
                    return (head, whole.split_off(end + 4));
                }
            }
            let read = self.socket.read(&mut chunk).unwrap();
            assert!(read > 0, "the server closed the connection");
            self.buffer.extend_from_slice(&chunk[..read]);
        }
    }
}
