//! Handshake and framing against a peer that writes raw bytes.

use std::future::poll_fn;

use actix_http::ws::hash_key;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::handshake::{head_end, header};
use super::*;
use crate::target::Target;

/// Stops on each message.
struct Next;

impl Listener for Next {
    type Stop = String;

    fn on_message(
        &mut self,
        text: &[u8],
        _frame: Option<&[u8]>,
        _replies: &mut Outgoing,
    ) -> Result<ControlFlow<String>, Disconnect> {
        Ok(ControlFlow::Break(String::from_utf8(text.to_vec()).unwrap()))
    }
}

impl WebSocket {
    async fn next(&mut self) -> Result<String, Disconnect> {
        poll_fn(|cx| self.poll_messages(cx, &mut Next)).await
    }
}

/// An upgraded client and the raw stream of its peer.
async fn upgraded(first: &'static [u8]) -> (WebSocket, TcpStream) {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let target: Target = format!("http://{}", listener.local_addr().unwrap()).parse().unwrap();
    let server = async {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut head = BytesMut::new();
        while head_end(&head).is_none() {
            stream.read_buf(&mut head).await.unwrap();
        }
        let head = String::from_utf8(head.to_vec()).unwrap();
        assert!(head.starts_with("GET /ws?token=t HTTP/1.1\r\n"), "{head}");
        let accept = hash_key(header(&head, "sec-websocket-key").unwrap().as_bytes());
        let answer = format!(
            "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-accept: {}\r\n\r\n",
            std::str::from_utf8(&accept).unwrap()
        );
        stream.write_all(&[answer.as_bytes(), first].concat()).await.unwrap();
        stream
    };
    let (client, server) = tokio::join!(WebSocket::open(&target, Source::default(), "/ws?token=t"), server);
    (client.unwrap(), server)
}

async fn handshake_error(answer: &str) -> HandshakeError {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let target: Target = format!("http://{}", listener.local_addr().unwrap()).parse().unwrap();
    let server = async {
        let (mut stream, _) = listener.accept().await.unwrap();
        stream.write_all(answer.as_bytes()).await.unwrap();
        stream
    };
    let (client, _server) = tokio::join!(WebSocket::open(&target, Source::default(), "/"), server);
    client.err().unwrap()
}

#[tokio::test]
async fn frame_sent_with_the_handshake_is_received() {
    let (mut client, _server) = upgraded(b"\x81\x05hello").await;
    assert_eq!(client.next().await.unwrap(), "hello");
}

#[tokio::test]
async fn sent_message_is_masked() {
    let (mut client, mut server) = upgraded(b"").await;
    client.send("x".repeat(300));
    let mut bytes = vec![0; 8 + 300];
    tokio::select! {
        read = server.read_exact(&mut bytes) => drop(read.unwrap()),
        message = client.next() => panic!("{message:?}"),
    }
    assert_eq!(bytes[..4], [0x81, 0x80 | 126, 1, 44]);
    let mask = [bytes[4], bytes[5], bytes[6], bytes[7]];
    assert!(bytes[8..].iter().enumerate().all(|(index, byte)| byte ^ mask[index % 4] == b'x'));
}

#[tokio::test]
async fn fragments_are_joined_around_a_ping() {
    let (mut client, mut server) = upgraded(b"\x01\x03hel").await;
    server.write_all(b"\x89\x02hi\x00").await.unwrap();
    let peer = async {
        server.write_all(b"\x00").await.unwrap();
        server.write_all(b"\x80\x02lo").await.unwrap();
        let mut pong = [0; 8];
        server.read_exact(&mut pong).await.unwrap();
        assert_eq!(pong[..2], [0x8a, 0x82]);
    };
    let (text, ()) = tokio::join!(client.next(), peer);
    assert_eq!(text.unwrap(), "hello");
}

#[tokio::test]
async fn close_frame_yields_its_code() {
    let (mut client, _server) = upgraded(b"\x88\x08\x11\x31unused").await;
    assert!(matches!(client.next().await, Err(Disconnect::Closed(4401, reason)) if reason == "unused"));
}

#[tokio::test]
async fn lost_connection_differs_from_masked_frame() {
    let (mut client, server) = upgraded(b"").await;
    drop(server);
    assert!(matches!(client.next().await, Err(Disconnect::Lost(_))));
    let (mut client, _server) = upgraded(b"\x81\x81abcdx").await;
    assert!(matches!(client.next().await, Err(Disconnect::Invalid(_))));
}

#[tokio::test]
async fn rejected_upgrade_yields_status_and_body() {
    let refusal = handshake_error("HTTP/1.1 401 Unauthorized\r\nContent-Length: 4\r\n\r\nnope").await;
    assert!(matches!(refusal, HandshakeError::Status(401, body) if body == "nope"));
    let refusal = handshake_error("HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Accept: wrong\r\n\r\n").await;
    assert!(matches!(refusal, HandshakeError::NotWebSocket));
}

/// Skips one known frame and receives the others.
struct SkipKnown(&'static [u8]);

impl Listener for SkipKnown {
    type Stop = (String, bool);

    fn skip_known(&mut self, bytes: &[u8]) -> usize {
        if bytes.starts_with(self.0) { self.0.len() } else { 0 }
    }

    fn on_message(
        &mut self,
        text: &[u8],
        frame: Option<&[u8]>,
        _replies: &mut Outgoing,
    ) -> Result<ControlFlow<Self::Stop>, Disconnect> {
        Ok(ControlFlow::Break((String::from_utf8(text.to_vec()).unwrap(), frame.is_some())))
    }
}

#[tokio::test]
async fn known_frame_is_skipped_unless_fragmented() {
    const SENT: &[u8] = b"\x81\x01a\x81\x01b\x01\x01c\x80\x01d\x81\x01b\x81\x01e";
    for split in 0..SENT.len() {
        let (mut client, mut server) = upgraded(&SENT[..split]).await;
        let peer = server.write_all(&SENT[split..]);
        let received = async {
            let mut received = Vec::new();
            while received.len() < 3 {
                received.push(poll_fn(|cx| client.poll_messages(cx, &mut SkipKnown(b"\x81\x01b"))).await.unwrap());
            }
            received
        };
        let (received, written) = tokio::join!(received, peer);
        written.unwrap();
        assert_eq!(received, [("a".to_owned(), true), ("cd".to_owned(), false), ("e".to_owned(), true)], "{split}");
    }
}
