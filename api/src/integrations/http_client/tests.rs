//! Calls to servers of the tests: plain, over TLS, and some that never respond.

use std::io::Write as _;

use actix_web::{App, HttpRequest, HttpResponse, HttpServer, web};
use rcgen::{CertifiedKey, generate_simple_self_signed};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpListener,
};

use super::*;

fn http() -> Http {
    Http::start(&TrustStore::default()).unwrap()
}

/// Starts a server that echoes its request.
fn server() -> String {
    let server = HttpServer::new(|| {
        App::new()
            .route("/hang", web::get().to(async || std::future::pending::<HttpResponse>().await))
            .route("/large", web::get().to(async || "x".repeat(2_000)))
            .route(
                "/cut",
                web::get().to(async || {
                    // More than the buffer of the server, so that the head of the answer is sent.
                    let half =
                        [Ok(Bytes::from(vec![0; 256 * 1024])), Err(io::Error::from(io::ErrorKind::ConnectionReset))];
                    HttpResponse::Ok().body(SizedStream::new(512 * 1024, futures_util::stream::iter(half)))
                }),
            )
            .route(
                "/redirect",
                web::get().to(async || HttpResponse::Found().insert_header(("location", "/told")).finish()),
            )
            .default_service(web::to(async |request: HttpRequest, body: String| {
                let header = |name: &str| request.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
                HttpResponse::Created().json(json!({
                    "method": request.method().as_str(), "path": request.uri().to_string(), "body": body,
                    "type": header("content-type"), "bearer": header("authorization"), "agent": header("user-agent"),
                }))
            }))
    })
    .workers(1)
    .disable_signals()
    .bind("127.0.0.1:0")
    .unwrap();
    let address = server.addrs()[0];
    actix_rt::spawn(server.run());
    format!("http://{address}")
}

#[actix_web::test]
async fn call_sends_request_and_returns_response() {
    let (http, url) = (http(), server());
    let answer = http.post(&format!("{url}/told?a=1")).bearer("t0k").json(&json!({"n": 1})).send().await.unwrap();
    assert_eq!((answer.status, answer.is_success()), (201, true));
    assert_eq!(answer.header("content-type"), "application/json");
    let told: Value = answer.json().unwrap();
    assert_eq!(
        told,
        json!({"method": "POST", "path": "/told?a=1", "body": "{\"n\":1}", "type": "application/json",
            "bearer": "Bearer t0k", "agent": concat!("plaza/", env!("CARGO_PKG_VERSION"))})
    );
    let form = http.post(&url).form(&[("code", "a b"), ("x", "&")]).send().await.unwrap();
    assert_eq!(form.json::<Value>().unwrap()["body"], "code=a+b&x=%26");
}

#[actix_web::test]
async fn redirect_is_returned_not_followed() {
    let answer = http().get(&format!("{}/redirect", server())).send().await.unwrap();
    assert_eq!((answer.status, answer.header("location"), answer.is_success()), (302, "/told", false));
}

#[actix_web::test]
async fn call_fails_when_response_is_large_or_late() {
    let (http, url) = (http(), server());
    let large = http.get(&format!("{url}/large")).limit(1_999).send().await;
    assert_eq!(large.unwrap_err(), Failed::TooLarge);
    assert!(http.get(&format!("{url}/large")).limit(2_000).send().await.is_ok());
    let late = http.get(&format!("{url}/hang")).patience(Duration::from_millis(50)).send().await;
    assert_eq!(late.unwrap_err(), Failed::TimedOut);
}

#[actix_web::test]
async fn file_is_sent_as_body_and_a_cut_answer_fails() {
    let (http, url) = (http(), server());
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "0123456789").unwrap();
    let answer = http.put(&url).file(file.path().to_owned(), 10).send().await.unwrap();
    assert_eq!(answer.json::<Value>().unwrap()["body"], "0123456789");
    let short = http.put(&url).file(file.path().to_owned(), 11).send().await;
    assert!(matches!(short, Err(Failed::Unreachable(_))), "{short:?}");
    let cut = http.get(&format!("{url}/cut")).limit(1024 * 1024).send().await;
    assert!(matches!(cut, Err(Failed::Unreachable(_))), "{:?}", cut.map(|answer| answer.body.len()));
}

#[actix_web::test]
async fn call_fails_when_unreachable_or_malformed() {
    let http = http();
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    assert!(matches!(http.get(&format!("http://{free}/")).send().await, Err(Failed::Unreachable(_))));
    for address in ["", "/path", "ftp://a.example/", "http://", "https://ann:secret@a.example/", "http://a b/"] {
        assert!(matches!(http.get(address).send().await, Err(Failed::Malformed(_))), "{address}");
    }
    let header = http.get("http://127.0.0.1/").header("x", "a\r\nb: c").send().await;
    assert_eq!(header.unwrap_err(), Failed::Malformed("not a header"));
}

#[actix_web::test]
async fn public_call_rejects_private_addresses() {
    let http = http();
    for address in [
        "http://push.example/", // not HTTPS
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://10.0.0.1:8443/x",
        "https://localhost/", // resolves to a private address
        "https://127.1/",     // short form of an address
    ] {
        assert_eq!(http.get(address).public().send().await.unwrap_err(), Failed::NotPublic, "{address}");
    }
}

/// Starts an HTTPS server for two calls on any number of connections. Also returns its certificate file.
async fn https_server() -> (String, tempfile::NamedTempFile) {
    let CertifiedKey { cert, signing_key } = generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let key = rustls::pki_types::PrivateKeyDer::Pkcs8(signing_key.serialize_der().into());
    let mut config = rustls::ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![cert.der().clone()], key)
        .unwrap();
    // HTTP/2 first, as the servers of strangers may offer it.
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    let acceptor = tokio_rustls::TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    actix_rt::spawn(async move {
        loop {
            let (stream, _) = listener.accept().await.unwrap();
            // A client that does not trust this server disconnects during the handshake.
            let Ok(mut stream) = acceptor.accept(stream).await else { continue };
            assert_eq!(stream.get_ref().1.alpn_protocol(), Some(&b"http/1.1"[..]), "HTTP/2 is not offered");
            let mut head = [0; 4_096];
            let read = stream.read(&mut head).await.unwrap();
            assert!(head[..read].starts_with(b"GET /secret HTTP/1.1\r\n"));
            stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 4\r\nconnection: close\r\n\r\ntold").await.unwrap();
            stream.shutdown().await.unwrap();
        }
    });
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(cert.pem().as_bytes()).unwrap();
    (format!("https://localhost:{port}/secret"), file)
}

#[actix_web::test]
async fn call_fails_when_certificate_is_untrusted() {
    let (url, certificate) = https_server().await;
    assert!(matches!(http().get(&url).send().await, Err(Failed::Unreachable(_))));
    let trusting = Http::start(&TrustStore::read(Some(certificate.path())).unwrap()).unwrap();
    let answer = trusting.get(&url).send().await.unwrap();
    assert_eq!((answer.status, &answer.body[..]), (200, &b"told"[..]));
    // Trusted or not, a name that is not in the certificate is rejected.
    let other_name = url.replace("localhost", "127.0.0.1");
    assert!(matches!(trusting.get(&other_name).send().await, Err(Failed::Unreachable(_))));
}

#[test]
fn trust_store_rejects_file_without_certificates() {
    let file = tempfile::NamedTempFile::new().unwrap();
    assert!(TrustStore::read(Some(file.path())).is_err_and(|cause| cause.to_string().contains("no certificate")));
    assert!(TrustStore::read(Some("/nowhere/at-all.pem".as_ref())).is_err());
}

#[actix_web::test]
async fn queued_call_runs_after_earlier_calls_time_out() {
    let (http, url) = (http(), server());
    let hanging = format!("{url}/hang");
    let impatient = (0..AT_ONCE).map(|_| http.get(&hanging).patience(Duration::from_millis(100)).send());
    let late = http.get(&url).send();
    let (given_up, late) = futures_util::future::join(futures_util::future::join_all(impatient), late).await;
    assert!(given_up.iter().all(|one| matches!(one, Err(Failed::TimedOut))));
    assert_eq!(late.unwrap().status, 201);
}
