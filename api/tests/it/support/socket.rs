//! A plain WebSocket client with byte-level control.

use std::{collections::VecDeque, time::Duration};

use bytes::BytesMut;
use hub::transport::ws;
use serde_json::Value;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

/// Timeout for a frame that must arrive, on the slowest machine.
const PATIENCE: Duration = Duration::from_secs(30);

pub struct Socket {
    stream: TcpStream,
    decoder: ws::Decoder,
    buffer: BytesMut,
    /// Frames received while waiting for another, oldest first.
    passed: VecDeque<Value>,
}

#[derive(Debug)]
pub enum Received {
    Frame(Value),
    Nothing,
    /// The server has closed with this code, or the connection has ended without a close frame.
    End(Option<u16>),
}

impl Socket {
    /// Sends an upgrade request and reads the response head. `None` without a response.
    pub async fn open(port: u16, path: &str) -> Option<Self> {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).await.ok()?;
        let request = format!(
            "GET {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nupgrade: websocket\r\nconnection: upgrade\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await.ok()?;
        let mut buffer = BytesMut::new();
        let head = loop {
            if stream.read_buf(&mut buffer).await.ok()? == 0 {
                return None;
            }
            if let Some(end) = buffer.windows(4).position(|four| four == b"\r\n\r\n") {
                break buffer.split_to(end + 4);
            }
        };
        assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
        let decoder = ws::Decoder::client(ws::Limits { message: 1 << 24 });
        Some(Self { stream, decoder, buffer, passed: VecDeque::new() })
    }

    /// Returns true if the connection accepted the bytes.
    pub async fn send(&mut self, frame: &Value) -> bool {
        self.send_bytes(&encoded(frame.to_string().as_bytes())).await
    }

    /// Sends raw bytes.
    pub async fn send_bytes(&mut self, bytes: &[u8]) -> bool {
        self.stream.write_all(bytes).await.is_ok()
    }

    /// Returns the next message, if it arrives within `patience`.
    pub async fn next(&mut self, patience: Duration) -> Received {
        self.next_as(patience, |text| serde_json::from_slice(text).unwrap()).await
    }

    /// Returns the next text unparsed; `None` with the close code if the connection ends first.
    pub async fn next_text(&mut self) -> Result<String, Option<u16>> {
        match self.next_as(PATIENCE, |text| std::str::from_utf8(text).unwrap().into()).await {
            Received::Frame(text) => Ok(text.as_str().unwrap().to_owned()),
            Received::End(code) => Err(code),
            Received::Nothing => panic!("nothing comes"),
        }
    }

    async fn next_as(&mut self, patience: Duration, read: impl Fn(&[u8]) -> Value) -> Received {
        loop {
            match self.decoder.decode(&mut self.buffer) {
                Ok(Some(ws::Event::Text(text))) => return Received::Frame(read(&text)),
                Ok(Some(ws::Event::Close { code, .. })) => return Received::End(code),
                Ok(Some(_)) => continue,
                Ok(None) => {}
                Err(cause) => panic!("the server broke the protocol: {cause}"),
            }
            match tokio::time::timeout(patience, self.stream.read_buf(&mut self.buffer)).await {
                Err(_) => return Received::Nothing,
                Ok(Ok(count)) if count > 0 => {}
                Ok(_) => return Received::End(None),
            }
        }
    }

    /// Returns the first frame that matches `is`. Stores earlier frames for later.
    #[track_caller]
    pub fn wait(&mut self, is: impl Fn(&Value) -> bool) -> impl Future<Output = Value> {
        let asked = std::panic::Location::caller();
        async move {
            if let Some(place) = self.passed.iter().position(&is) {
                return self.passed.remove(place).unwrap();
            }
            loop {
                match self.next(PATIENCE).await {
                    Received::Frame(frame) if is(&frame) => return frame,
                    Received::Frame(frame) => self.passed.push_back(frame),
                    other => panic!("{asked}: {other:?} where a frame was due; before it came {:?}", self.latest()),
                }
            }
        }
    }

    /// Returns the next frame of a type.
    #[track_caller]
    pub fn wait_for(&mut self, kind: &'static str) -> impl Future<Output = Value> {
        self.wait(move |frame| frame["type"] == kind)
    }

    /// Returns the reply to the command with this id.
    #[track_caller]
    pub fn ack(&mut self, id: &str) -> impl Future<Output = Value> {
        self.wait(move |frame| frame["type"] == "ack" && frame["id"] == id)
    }

    /// Returns when the server has processed everything sent so far: replies are in order.
    #[track_caller]
    pub fn ping(&mut self) -> impl Future<Output = ()> {
        let asked = std::panic::Location::caller();
        async move {
            assert!(self.send(&serde_json::json!({"op": "ping"})).await, "{asked}: the connection is gone");
            while self.wait(|_| true).await["type"] != "pong" {}
        }
    }

    /// Returns the code with which the server closes. Stores earlier frames.
    #[track_caller]
    pub fn closed(&mut self) -> impl Future<Output = u16> {
        let asked = std::panic::Location::caller();
        async move {
            loop {
                match self.next(PATIENCE).await {
                    Received::Frame(frame) => self.passed.push_back(frame),
                    Received::End(Some(code)) => return code,
                    other => panic!("{asked}: {other:?} where a close was due; before it came {:?}", self.latest()),
                }
            }
        }
    }

    /// Returns every byte until the end of the connection.
    pub async fn everything(mut self) -> Vec<u8> {
        while tokio::time::timeout(PATIENCE, self.stream.read_buf(&mut self.buffer))
            .await
            .expect("an end")
            .is_ok_and(|count| count > 0)
        {}
        self.buffer.to_vec()
    }

    /// Returns the last stored frames for failure output.
    fn latest(&self) -> Vec<&Value> {
        self.passed.iter().rev().take(3).collect()
    }

    /// Takes the stored frames.
    pub fn passed(&mut self) -> Vec<Value> {
        self.passed.drain(..).collect()
    }
}

/// Encodes a text frame of a client.
pub fn encoded(text: &[u8]) -> Vec<u8> {
    ws::masked(ws::Opcode::Text, text, [1, 2, 3, 4]).to_vec()
}
