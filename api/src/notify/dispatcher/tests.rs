//! Tests the dispatcher against local servers: an SMTP server and a webhook for text messages.

use std::io::Write as _;

use actix_web::{App, HttpRequest, HttpResponse, HttpServer, web};
use serde_json::{Value, json};
use store::testing::sqlite;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader},
    net::{TcpListener, TcpStream},
};

use super::*;
use crate::integrations::{http_client::Http, tls::TrustStore};

/// Messages that a server received, and its replies to the next ones.
struct Conversation {
    said: mpsc::UnboundedReceiver<String>,
}

impl Conversation {
    async fn next(&mut self) -> String {
        self.said.recv().await.unwrap()
    }

    fn is_over(&mut self) -> bool {
        self.said.try_recv().is_err()
    }
}

/// Starts an SMTP server that replies to each message with the next of `verdicts`, then with 250.
async fn smtp(verdicts: &[&'static str]) -> (String, Conversation) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtp://{}", listener.local_addr().unwrap());
    let (heard, said) = mpsc::unbounded_channel();
    let verdicts: Vec<_> = verdicts.to_vec();
    let verdicts = Arc::new(Mutex::new(verdicts.into_iter()));
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(converse(stream, heard.clone(), Arc::clone(&verdicts)));
        }
    });
    (url, Conversation { said })
}

/// Serves a connection with the subset of RFC 5321 that a submitting client needs.
async fn converse(
    stream: TcpStream,
    heard: mpsc::UnboundedSender<String>,
    verdicts: Arc<Mutex<std::vec::IntoIter<&'static str>>>,
) {
    let mut stream = BufReader::new(stream);
    stream.write_all(b"220 test\r\n").await.unwrap();
    let mut line = String::new();
    while stream.read_line(&mut line).await.is_ok_and(|read| read > 0) {
        let answer = match line.split([' ', ':', '\r']).next().unwrap() {
            "EHLO" => "250 test",
            "DATA" => {
                stream.write_all(b"354 go on\r\n").await.unwrap();
                let mut message = String::new();
                while !message.ends_with("\r\n.\r\n") {
                    assert!(stream.read_line(&mut message).await.unwrap() > 0);
                }
                heard.send(message).unwrap();
                verdicts.lock().unwrap().next().unwrap_or("250 taken")
            }
            "QUIT" => "221 bye",
            _ => "250 ok",
        };
        stream.write_all(format!("{answer}\r\n").as_bytes()).await.unwrap();
        line.clear();
    }
}

fn mail_to(url: &str) -> Channels {
    let mail = Mail::open(url, "Plaza <hello@plaza.example>", &TrustStore::default()).unwrap();
    Channels { mail: Some(mail), sms: None }
}

fn letter(id: i64, channel: Channel) -> NewOutboxMessage {
    let now = Timestamp::now();
    NewOutboxMessage {
        id,
        channel,
        recipient: if channel == Channel::Mail { "ann@plaza.example" } else { "+33612345678" }.to_owned(),
        subject: (channel == Channel::Mail).then(|| "Voilà".to_owned()),
        body: "Votre code : 0417, déjà.\n".to_owned(),
        now,
        expires_at: now.plus(10 * Timestamp::MINUTE),
    }
}

/// Waits until `is_so` holds for the outbox and returns its messages. A result is stored soon after the server's reply.
async fn settled(db: &Db, is_so: impl Fn(&[OutboxMessage]) -> bool) -> Vec<OutboxMessage> {
    loop {
        let letters = outbox::latest(db, 50).await.unwrap();
        if is_so(&letters) {
            return letters;
        }
        tokio::task::yield_now().await;
    }
}

#[actix_web::test]
async fn mail_is_submitted_complete_and_once() {
    let (db, _folder) = sqlite().await;
    let (url, mut server) = smtp(&[]).await;
    let post = OutboxDispatcher::start(&db, mail_to(&url));
    post.send(letter(17, Channel::Mail)).unwrap();
    let message = server.next().await;
    for line in [
        "From: Plaza <hello@plaza.example>",
        "To: ann@plaza.example",
        "Subject: =?utf-8?b?Vm9pbMOg?=",
        "Message-ID: <17@plaza.example>",
        "Auto-Submitted: auto-generated",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: quoted-printable",
        "Votre code : 0417, d=C3=A9j=C3=A0.",
    ] {
        assert!(message.contains(&format!("{line}\r\n")), "{line}: {message}");
    }
    settled(&db, |letters| letters[0].sent_at.is_some()).await;
    post.stop().await;
    // After a restart nothing is pending; only the next message is sent.
    let post = OutboxDispatcher::start(&db, mail_to(&url));
    post.send(letter(18, Channel::Mail)).unwrap();
    assert!(server.next().await.contains("<18@plaza.example>"));
    assert!(server.is_over());
    post.stop().await;
}

#[actix_web::test]
async fn mail_is_retried_after_451_and_given_up_after_550() {
    let (db, _folder) = sqlite().await;
    let (url, mut server) = smtp(&["451 not now", "550 no such mailbox"]).await;
    let post = OutboxDispatcher::with_pause(&db, mail_to(&url), 1);
    post.send(letter(1, Channel::Mail)).unwrap();
    // Rescheduled by the first reply, given up by the second.
    assert!(server.next().await.contains("<1@plaza.example>"));
    assert!(server.next().await.contains("<1@plaza.example>"));
    let given_up = |letters: &[OutboxMessage]| letters[0].tries == 2 && letters[0].sent_at.is_none();
    settled(&db, given_up).await;
    post.send(letter(2, Channel::Mail)).unwrap();
    assert!(server.next().await.contains("<2@plaza.example>"));
    let letters = settled(&db, |letters| letters[0].sent_at.is_some()).await;
    assert_eq!((letters[0].tries, letters[1].tries, letters[1].sent_at), (1, 2, None));
    assert!(server.is_over());
    post.stop().await;
}

#[actix_web::test]
async fn unconfirmed_mail_is_resent_after_crash() {
    let (db, _folder) = sqlite().await;
    let long_ago = Timestamp::now().plus(-2 * outbox::CLAIM_TIMEOUT);
    for id in 1..=2 {
        outbox::add(&db, &NewOutboxMessage { now: long_ago, ..letter(id, Channel::Mail) }).await.unwrap();
    }
    // A process claimed both, sent both, received a single confirmation and crashed.
    assert_eq!(outbox::claim(&db, Channel::Mail, long_ago, 10).await.unwrap().len(), 2);
    outbox::mark_sent(&db, 1, long_ago).await.unwrap();
    let (url, mut server) = smtp(&[]).await;
    let post = OutboxDispatcher::start(&db, mail_to(&url));
    assert!(server.next().await.contains("<2@plaza.example>"));
    let letters = settled(&db, |letters| letters.iter().all(|letter| letter.sent_at.is_some())).await;
    assert_eq!(letters.iter().map(|letter| (letter.id, letter.tries)).collect::<Vec<_>>(), [(2, 2), (1, 1)]);
    assert!(server.is_over());
    post.stop().await;
}

#[actix_web::test]
async fn messages_stay_in_outbox_without_gateways() {
    let (db, _folder) = sqlite().await;
    let post = OutboxDispatcher::start(&db, Channels::default());
    for id in 1..=3 {
        post.send(letter(id, Channel::Sms)).unwrap();
    }
    // Shutdown writes the queued messages.
    post.stop().await;
    let letters = outbox::latest(&db, 50).await.unwrap();
    assert_eq!(letters.len(), 3);
    assert!(letters.iter().all(|letter| letter.sent_at.is_none() && letter.tries == 0));
    assert!(matches!(post.send(letter(4, Channel::Sms)), Err(Error::Unavailable(_))));
}

/// Starts a webhook that records requests and responds with the next of `verdicts`, then with 200.
fn webhook(verdicts: &[u16]) -> (String, Conversation) {
    let (heard, said) = mpsc::unbounded_channel();
    let verdicts: Vec<_> = verdicts.to_vec();
    let verdicts = Arc::new(Mutex::new(verdicts.into_iter()));
    let server = HttpServer::new(move || {
        let (heard, verdicts) = (heard.clone(), Arc::clone(&verdicts));
        App::new().default_service(web::to(move |request: HttpRequest, body: String| {
            let header = |name: &str| request.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
            let body: Value = serde_json::from_str(&body).unwrap();
            let (key, bearer) = (header("idempotency-key"), header("authorization"));
            heard.send(json!({"body": body, "key": key, "bearer": bearer}).to_string()).unwrap();
            let status = verdicts.lock().unwrap().next().unwrap_or(200);
            async move { HttpResponse::build(status.try_into().unwrap()).finish() }
        }))
    })
    .workers(1)
    .disable_signals()
    .bind("127.0.0.1:0")
    .unwrap();
    let url = format!("http://{}/sms", server.addrs()[0]);
    actix_web::rt::spawn(server.run());
    (url, Conversation { said })
}

#[actix_web::test]
async fn text_message_is_posted_until_accepted_or_rejected() {
    let (db, _folder) = sqlite().await;
    let (url, mut server) = webhook(&[503, 401, 200, 422]);
    let http = Http::start(&TrustStore::default()).unwrap();
    let sms = Sms::new(http, url.parse().unwrap(), Some("t0k3n".parse().unwrap()));
    let post = OutboxDispatcher::with_pause(&db, Channels { mail: None, sms: Some(sms) }, 1);
    post.send(letter(7, Channel::Sms)).unwrap();
    for _ in 0..3 {
        let told: Value = serde_json::from_str(&server.next().await).unwrap();
        let expected = json!({"id": "7", "to": "+33612345678", "text": "Votre code : 0417, déjà.\n"});
        assert_eq!(told, json!({"body": expected, "key": "7", "bearer": "Bearer t0k3n"}));
    }
    settled(&db, |letters| letters[0].sent_at.is_some()).await;
    // This message is rejected, and mails wait for a server that does not exist.
    post.send(letter(8, Channel::Sms)).unwrap();
    post.send(letter(9, Channel::Mail)).unwrap();
    server.next().await;
    post.stop().await;
    let letters = outbox::latest(&db, 50).await.unwrap();
    let fates: Vec<_> = letters.iter().map(|letter| (letter.id, letter.sent_at.is_some(), letter.tries)).collect();
    assert_eq!(fates.iter().filter(|fate| [(7, true, 3), (8, false, 1), (9, false, 0)].contains(fate)).count(), 3);
    assert!(server.is_over());
}

#[actix_web::test]
async fn smtp_server_certificate_must_be_trusted() {
    let rcgen::CertifiedKey { cert, signing_key } =
        rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let key = rustls::pki_types::PrivateKeyDer::Pkcs8(signing_key.serialize_der().into());
    let config = rustls::ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![cert.der().clone()], key)
        .unwrap();
    let acceptor = tokio_rustls::TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("smtps://me:secret@localhost:{}", listener.local_addr().unwrap().port());
    let (heard, mut said) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let taken = acceptor.accept(stream).await;
            heard.send(taken.is_ok()).unwrap();
            if let Ok(mut stream) = taken {
                // The server refuses the session, which is a reply.
                stream.write_all(b"421 busy\r\n").await.unwrap();
                stream.shutdown().await.unwrap();
            }
        }
    });
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(cert.pem().as_bytes()).unwrap();
    let (db, _folder) = sqlite().await;
    outbox::add(&db, &letter(1, Channel::Mail)).await.unwrap();
    let due = outbox::claim(&db, Channel::Mail, Timestamp::now(), 1).await.unwrap();
    let trusting = TrustStore::read(Some(file.path())).unwrap();
    for (trust, expected) in [(TrustStore::default(), false), (trusting, true)] {
        let mail = Mail::open(&url, "hello@plaza.example", &trust).unwrap();
        let cause = match mail.send(&due[0]).await {
            Err(DeliveryError::Transient(cause)) => cause,
            other => panic!("{other:?}"),
        };
        assert!(!cause.contains("secret"), "{cause}");
        assert_eq!(said.recv().await, Some(expected), "{cause}");
    }
}
