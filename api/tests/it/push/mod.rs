//! A push service for tests, and a browser that decrypts the messages with its own keys.

mod retry_queue;

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
};

use actix_web::{App, HttpRequest, HttpResponse, HttpServer, web};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use p256::{
    PublicKey, SecretKey,
    ecdh::diffie_hellman,
    ecdsa::{Signature, VerifyingKey, signature::Verifier as _},
    elliptic_curve::sec1::ToEncodedPoint as _,
};
use ring::{
    aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey},
    hmac,
};
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::{
    live::give,
    media::until,
    support::{
        app::{Person, TestApp},
        socket::Socket,
    },
};

pub const SUBSCRIBE: &str = "/api/v1/users/push/subscribe/";

/// A message received by the push service.
pub struct Arrived {
    pub path: String,
    headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Arrived {
    fn header(&self, name: &str) -> &str {
        self.headers.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }
}

pub struct Service {
    pub url: String,
    pub arrived: mpsc::UnboundedReceiver<Arrived>,
    /// Next response statuses, each with the seconds of `Retry-After` unless 0; 201 when empty.
    answers: Arc<Mutex<VecDeque<(u16, u32)>>>,
}

impl Service {
    pub fn start() -> Self {
        let (tell, arrived) = mpsc::unbounded_channel();
        let answers = Arc::<Mutex<VecDeque<(u16, u32)>>>::default();
        let next = Arc::clone(&answers);
        let server = HttpServer::new(move || {
            let (tell, next) = (tell.clone(), Arc::clone(&next));
            App::new().default_service(web::to(move |request: HttpRequest, body: web::Bytes| {
                let headers = request.headers().iter();
                let headers =
                    headers.map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned())).collect();
                tell.send(Arrived { path: request.path().to_owned(), headers, body: body.to_vec() }).unwrap();
                let (status, after) = next.lock().unwrap().pop_front().unwrap_or((201, 0));
                async move {
                    let mut answer = HttpResponse::build(status.try_into().unwrap());
                    if after > 0 {
                        answer.insert_header(("retry-after", after.to_string()));
                    }
                    answer.finish()
                }
            }))
        })
        .workers(1)
        .disable_signals()
        .bind("127.0.0.1:0")
        .unwrap();
        let url = format!("http://{}", server.addrs()[0]);
        actix_web::rt::spawn(server.run());
        Self { url, arrived, answers }
    }

    pub async fn next(&mut self) -> Arrived {
        let arrival = actix_web::rt::time::timeout(std::time::Duration::from_secs(30), self.arrived.recv());
        arrival.await.expect("a message arrives").unwrap()
    }
}

/// A browser with the keys of its subscription.
pub struct Browser {
    key: SecretKey,
    secret: [u8; 16],
}

impl Browser {
    pub fn new(number: u8) -> Self {
        Self { key: SecretKey::from_slice(&[number; 32]).unwrap(), secret: [number; 16] }
    }

    /// Returns the body of its subscribe request.
    pub fn subscription(&self, endpoint: &str) -> Value {
        let public = self.key.public_key().to_encoded_point(false);
        json!({"endpoint": endpoint, "expirationTime": null, "keys": {
            "p256dh": URL_SAFE_NO_PAD.encode(public), "auth": URL_SAFE_NO_PAD.encode(self.secret)}})
    }

    /// Decrypts a message per RFC 8291, independently of the sender's implementation.
    pub fn open(&self, body: &[u8]) -> Value {
        let (salt, rest) = body.split_at(16);
        assert_eq!(rest[..5], [0, 0, 16, 0, 65]);
        let (theirs, record) = rest[5..].split_at(65);
        let sender = PublicKey::from_sec1_bytes(theirs).unwrap();
        let shared = diffie_hellman(self.key.to_nonzero_scalar(), sender.as_affine());
        let mac = |key: &[u8], parts: &[&[u8]]| {
            let tag = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, key), &parts.concat());
            tag.as_ref().to_vec()
        };
        let own = self.key.public_key().to_encoded_point(false);
        let first = mac(&self.secret, &[shared.raw_secret_bytes()]);
        let input = mac(&first, &[b"WebPush: info\0", own.as_bytes(), theirs, &[1]]);
        let second = mac(salt, &[&input]);
        let key = mac(&second, &[b"Content-Encoding: aes128gcm\0", &[1]]);
        let nonce = mac(&second, &[b"Content-Encoding: nonce\0", &[1]]);
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key[..16]).unwrap());
        let mut record = record.to_vec();
        let nonce = Nonce::try_assume_unique_for_key(&nonce[..12]).unwrap();
        let plain = key.open_in_place(nonce, Aad::empty(), &mut record).unwrap();
        assert_eq!(plain.last(), Some(&2));
        serde_json::from_slice(&plain[..plain.len() - 1]).unwrap()
    }
}

async fn server() -> TestApp {
    TestApp::with(&["--push-loopback", "--push-contact", "mailto:post@plaza.example"]).await
}

pub async fn subscribed(app: &TestApp, person: &Person, browser: &Browser, endpoint: &str) {
    let answer = app.post(SUBSCRIBE).as_(person).json(browser.subscription(endpoint)).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
}

/// Subscribes a browser of a user to `/ben` of the push service.
pub async fn browser_of(app: &TestApp, person: &Person, service: &Service) -> Browser {
    let browser = Browser::new(8);
    subscribed(app, person, &browser, &format!("{}/ben", service.url)).await;
    browser
}

pub async fn in_chat(app: &TestApp, person: &Person, chat: i64) -> Socket {
    let path = format!("/ws/chat/users/{chat}/?token={}", person.access);
    let mut socket = Socket::open(app.running.address.port(), &path).await.unwrap();
    socket.wait_for("snapshot").await;
    socket
}

pub async fn say(socket: &mut Socket, number: usize, text: &str) -> i64 {
    let ack = give(socket, number, json!({"type": "send", "text": text})).await;
    ack["result"]["seq"].as_i64().unwrap_or_else(|| panic!("{ack}"))
}

#[actix_web::test]
async fn offline_user_is_notified_with_an_encrypted_message() {
    let (app, mut service) = (server().await, Service::start());
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (anns, bens) = (Browser::new(7), Browser::new(8));
    subscribed(&app, &ann, &anns, &format!("{}/ann", service.url)).await;
    subscribed(&app, &ben, &bens, &format!("{}/ben", service.url)).await;
    let chat = app.chat(&ann, &ben).await;
    let mut socket = in_chat(&app, &ann, chat).await;
    let seq = say(&mut socket, 1, "Will you come to the market?").await;

    let arrived = service.next().await;
    assert_eq!(arrived.path, "/ben");
    let told = bens.open(&arrived.body);
    assert!(told["at"].is_string());
    assert_eq!(
        told,
        json!({"chat_id": chat, "seq": seq, "title": "Ann Other", "body": "Will you come to the market?", "media": null,
            "sender": null, "icon": null, "tag": format!("chat-{chat}"), "url": format!("/messages/{chat}"), "at": told["at"]})
    );
    assert_eq!(arrived.header("content-encoding"), "aes128gcm");
    assert_eq!((arrived.header("ttl"), arrived.header("urgency")), ("86400", "high"));
    assert_eq!(arrived.header("topic"), format!("chat-{chat}"));

    let key =
        app.get("/api/v1/users/push/key/").as_(&ben).send().await.data()["public_key"].as_str().unwrap().to_owned();
    let (token, named) = arrived.header("authorization").strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
    assert_eq!(named, key);
    let (text, signature) = token.rsplit_once('.').unwrap();
    let decode = |text: &str| URL_SAFE_NO_PAD.decode(text).unwrap();
    let signature = Signature::from_slice(&decode(signature)).unwrap();
    VerifyingKey::from_sec1_bytes(&decode(&key)).unwrap().verify(text.as_bytes(), &signature).unwrap();
    let claims: Value = serde_json::from_slice(&decode(text.split('.').nth(1).unwrap())).unwrap();
    assert_eq!((&claims["aud"], &claims["sub"]), (&json!(service.url), &json!("mailto:post@plaza.example")));
}

#[actix_web::test]
async fn user_who_reads_the_open_chat_is_not_notified() {
    let (app, mut service) = (server().await, Service::start());
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let bens = browser_of(&app, &ben, &service).await;
    let chat = app.chat(&ann, &ben).await;
    let mut anns = in_chat(&app, &ann, chat).await;
    let mut open = in_chat(&app, &ben, chat).await;
    anns.wait(|frame| frame["type"] == "signal" && frame["data"]["online"] == true).await;
    let seen = say(&mut anns, 1, "you see this").await;
    assert_eq!(give(&mut open, 1, json!({"type": "read", "seq": seen})).await["ok"], true);
    // The chat stays open behind another page.
    let unseen = say(&mut anns, 2, "you do not").await;
    assert_eq!(bens.open(&service.next().await.body)["seq"], unseen);
    drop(open);
    anns.wait(|frame| frame["type"] == "signal" && frame["data"]["online"] == false).await;
    let later = say(&mut anns, 3, "you left").await;
    assert_eq!(bens.open(&service.next().await.body)["seq"], later);
    assert!(service.arrived.try_recv().is_err());
}

#[actix_web::test]
async fn gone_subscription_is_deleted_and_failed_push_is_retried() {
    let (app, mut service) = (server().await, Service::start());
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let bens = browser_of(&app, &ben, &service).await;
    let chat = app.chat(&ann, &ben).await;
    let mut socket = in_chat(&app, &ann, chat).await;
    service.answers.lock().unwrap().extend([(503, 0), (410, 0)]);
    say(&mut socket, 1, "hello").await;
    let (first, second) = (service.next().await, service.next().await);
    assert_eq!(bens.open(&first.body), bens.open(&second.body));
    until(async || store::testing::count(&app.state().db, "push_subscription").await == 0).await;
}

#[actix_web::test]
async fn endpoint_resolving_to_an_internal_address_is_deleted() {
    let app = server().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let inside = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    inside.set_nonblocking(true).unwrap();
    let endpoint = format!("https://localhost:{}/ben", inside.local_addr().unwrap().port());
    subscribed(&app, &ben, &Browser::new(8), &endpoint).await;
    let chat = app.chat(&ann, &ben).await;
    let mut socket = in_chat(&app, &ann, chat).await;
    say(&mut socket, 1, "hello").await;
    until(async || store::testing::count(&app.state().db, "push_subscription").await == 0).await;
    assert_eq!(inside.accept().unwrap_err().kind(), std::io::ErrorKind::WouldBlock);
}

#[actix_web::test]
async fn signed_out_device_is_not_notified() {
    let (app, mut service) = (server().await, Service::start());
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let bens = Browser::new(8);
    subscribed(&app, &ben, &bens, &format!("{}/first", service.url)).await;
    let chat = app.chat(&ann, &ben).await;
    let out = app.post("/api/v1/users/logout/").as_(&ben).json(json!({})).await;
    assert_eq!(out.status, 200, "{}", out.json);
    let credentials = json!({"email": "ben@plaza.example", "password": crate::support::app::PASSWORD});
    let answer = app.post("/api/v1/users/login/").json(credentials).await;
    let again = Person { access: answer.json["tokens"]["accessToken"].as_str().unwrap().to_owned(), ..ben };
    subscribed(&app, &again, &bens, &format!("{}/second", service.url)).await;
    let mut socket = in_chat(&app, &ann, chat).await;
    say(&mut socket, 1, "where are you?").await;
    say(&mut socket, 2, "there?").await;
    assert_eq!(service.next().await.path, "/second");
}
