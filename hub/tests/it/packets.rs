//! A Socket.IO client for tests: packets over a WebSocket, without a library.

use std::{net::IpAddr, time::Duration};

use bytes::{Bytes, BytesMut};
use hub::{Endpoint, Hub, UpgradeRequest, transport::ws};
use serde_json::{Value, json};
use store::types::ids::UserId;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
};

use crate::support::reader::parsed;

/// Timeout for a packet that must arrive.
const PATIENCE: Duration = Duration::from_secs(20);

pub struct Packets {
    socket: TcpStream,
    buffer: BytesMut,
    decoder: ws::Decoder,
}

/// Packets received before the reply to CONNECT, and that reply.
pub struct Connected {
    pub packets: Vec<Value>,
    pub pid: String,
}

impl Packets {
    /// Opens a session without signing in.
    pub async fn open(hub: &Hub) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap());
        let (client, accepted) = tokio::join!(client, listener.accept());
        let (mut socket, server) = (client.unwrap(), accepted.unwrap().0);
        let headers: [(&str, &[u8]); 4] = [
            ("upgrade", b"websocket"),
            ("connection", b"upgrade"),
            ("sec-websocket-version", b"13"),
            ("sec-websocket-key", b"dGhlIHNhbXBsZSBub25jZQ=="),
        ];
        let opening = UpgradeRequest {
            endpoint: Endpoint::SocketIo { query: "EIO=4&transport=websocket".to_owned() },
            address: IpAddr::from([127, 0, 0, 1]),
            handshake: ws::accept(true, headers).unwrap(),
        };
        hub.open(opening, server, Bytes::new());
        let mut buffer = BytesMut::new();
        loop {
            assert!(socket.read_buf(&mut buffer).await.unwrap() > 0, "the response to the opening");
            if let Some(end) = buffer.windows(4).position(|four| four == b"\r\n\r\n") {
                let _ = buffer.split_to(end + 4);
                break;
            }
        }
        let mut packets = Self { socket, buffer, decoder: ws::Decoder::client(ws::Limits { message: 1 << 24 }) };
        assert!(packets.next().await.unwrap().starts_with("0{"));
        packets
    }

    pub async fn send(&mut self, packet: &str) {
        self.socket.write_all(&ws::masked(ws::Opcode::Text, packet.as_bytes(), [1, 2, 3, 4])).await.unwrap();
    }

    /// Returns the next text, or the server's close code; `None` if the connection ends without a close frame.
    pub async fn next(&mut self) -> Result<String, Option<u16>> {
        let read = async {
            loop {
                match self.decoder.decode(&mut self.buffer).unwrap() {
                    Some(ws::Event::Text(text)) => return Ok(String::from_utf8(text.to_vec()).unwrap()),
                    Some(ws::Event::Close { code, .. }) => return Err(code),
                    Some(_) => {}
                    None => match self.socket.read_buf(&mut self.buffer).await {
                        Ok(count) if count > 0 => {}
                        _ => return Err(None),
                    },
                }
            }
        };
        tokio::time::timeout(PATIENCE, read).await.expect("a packet in time")
    }

    /// Joins "/" as `user`, whose token is the user id, with further fields in `auth`.
    pub async fn connect(&mut self, user: UserId, more: Value) -> Connected {
        let mut auth = json!({"token": user.to_string()});
        auth.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.send(&format!("40{auth}")).await;
        let mut packets = Vec::new();
        loop {
            let packet = self.next().await.unwrap();
            if let Some(connected) = packet.strip_prefix("40") {
                return Connected { packets, pid: parsed(connected)["pid"].as_str().unwrap().to_owned() };
            }
            packets.push(parsed(packet.strip_prefix("42").expect("an event")));
        }
    }

    /// Returns the next event, name first.
    pub async fn event(&mut self) -> Value {
        loop {
            let packet = self.next().await.unwrap();
            if let Some(event) = packet.strip_prefix("42") {
                return parsed(event);
            }
        }
    }

    /// Returns the reply to the event with this id; skips earlier packets.
    pub async fn ack(&mut self, id: u32) -> Value {
        let head = format!("43{id}[");
        loop {
            let packet = self.next().await.unwrap();
            if packet.starts_with(&head) {
                return parsed(&packet[head.len() - 1..])[0].take();
            }
        }
    }
}
