//! Lower bound for the cost of a fan-out: a single-threaded server that encodes each message once and writes the
//! messages of a tick to each reader with one call. It has no authentication, storage or resume, and drops readers that
//! do not keep up. `loadtest` drives it like the hub: `PORT=… limit`.

#![allow(clippy::unwrap_used)]

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::time::Duration;

use actix_codec::{Decoder as _, Encoder as _};
use actix_http::ws::{Codec, Frame, Message, hash_key};
use bytes::BytesMut;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

/// Same as the hub's.
const TICK: Duration = Duration::from_micros(1_500);

#[derive(Default)]
struct ServerState {
    accounts: u64,
    rooms: Vec<Room>,
}

#[derive(Default)]
struct Room {
    seq: u64,
    readers: HashMap<usize, Reader>,
    next: usize,
    /// Encoded frames of this tick for all readers.
    pending: BytesMut,
    /// A flush is scheduled.
    due: bool,
}

struct Reader {
    socket: Rc<TcpStream>,
    /// Encoded frames of this tick for this reader only.
    own: BytesMut,
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let port: u16 = std::env::var("PORT").unwrap().parse().unwrap();
    let listener = TcpListener::bind(("127.0.0.1", port)).await.unwrap();
    println!("ready");
    let state = Rc::new(RefCell::new(ServerState::default()));
    tokio::task::LocalSet::new()
        .run_until(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                tokio::task::spawn_local(serve(stream, Rc::clone(&state)));
            }
        })
        .await;
}

/// Serves requests until one is upgraded.
async fn serve(mut stream: TcpStream, state: Rc<RefCell<ServerState>>) -> Option<()> {
    stream.set_nodelay(true).ok()?;
    let mut unread = BytesMut::new();
    loop {
        let end = loop {
            if let Some(start) = unread.windows(4).position(|window| window == b"\r\n\r\n") {
                break start + 4;
            }
            if stream.read_buf(&mut unread).await.ok()? == 0 {
                return None;
            }
        };
        let head = String::from_utf8(unread.split_to(end).to_vec()).ok()?;
        let header = |name: &str| {
            let lines = head.lines().filter_map(|line| line.split_once(": "));
            lines.filter(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.to_owned()).next()
        };
        let path = head.split(' ').nth(1)?.to_owned();
        if let Some(key) = header("sec-websocket-key") {
            let accept = hash_key(key.as_bytes());
            let accept = std::str::from_utf8(&accept).ok()?;
            let answer = format!(
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {accept}\r\n\r\n"
            );
            stream.write_all(answer.as_bytes()).await.ok()?;
            let room: usize = path.split('/').nth(4)?.parse().ok()?;
            return serve_socket(stream, room - 1, unread, state).await;
        }
        let length: usize = header("content-length").and_then(|text| text.parse().ok()).unwrap_or(0);
        while unread.len() < length {
            stream.read_buf(&mut unread).await.ok()?;
        }
        let body: Value = serde_json::from_slice(&unread.split_to(length)).unwrap_or(Value::Null);
        let (status, answer) = handle_post(&mut state.borrow_mut(), &path, &body);
        let answer = answer.to_string();
        let answer = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\n\r\n{answer}", answer.len());
        stream.write_all(answer.as_bytes()).await.ok()?;
    }
}

fn handle_post(state: &mut ServerState, path: &str, body: &Value) -> (&'static str, Value) {
    match path {
        "/api/v1/users/register/" => {
            state.accounts += 1;
            let user = json!({"id": state.accounts, "type": "regular", "userName": body["userName"]});
            let tokens = json!({"accessToken": "t", "refreshToken": "r"});
            ("200 OK", json!({"status": true, "tokens": tokens, "data": {"user": user}}))
        }
        "/api/v1/chat/chats/direct/" | "/api/v1/chat/groups/" => {
            state.rooms.push(Room::default());
            ("200 OK", json!({"status": true, "data": {"id": state.rooms.len()}}))
        }
        _ => ("404 Not Found", json!({})),
    }
}

async fn serve_socket(
    stream: TcpStream,
    room: usize,
    mut unread: BytesMut,
    state: Rc<RefCell<ServerState>>,
) -> Option<()> {
    let socket = Rc::new(stream);
    let mut codec = Codec::new();
    let reader_id = {
        let room = &mut state.borrow_mut().rooms[room];
        let mut own = BytesMut::new();
        let seq = room.seq;
        let snapshot = json!({"type": "snapshot", "stream": "chat:1", "epoch": "e", "seq": seq, "reason": "join", "data": {"messages": []}});
        codec.encode(Message::Text(snapshot.to_string().into()), &mut own).ok()?;
        room.next += 1;
        room.readers.insert(room.next, Reader { socket: Rc::clone(&socket), own });
        room.next
    };
    schedule_flush(&state, room);
    loop {
        while let Ok(Some(frame)) = codec.decode(&mut unread) {
            if let Frame::Text(text) = frame {
                on_text(&mut state.borrow_mut().rooms[room], reader_id, &text, &mut codec)?;
                schedule_flush(&state, room);
            }
        }
        let ready = socket.readable().await;
        unread.reserve(4_096);
        match ready.and_then(|()| socket.try_read_buf(&mut unread)) {
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
            Ok(read) if read > 0 => {}
            _ => {
                state.borrow_mut().rooms[room].readers.remove(&reader_id);
                return None;
            }
        }
    }
}

fn on_text(room: &mut Room, reader_id: usize, text: &[u8], codec: &mut Codec) -> Option<()> {
    let frame: Value = serde_json::from_slice(text).ok()?;
    room.seq += 1;
    let message = json!({"seq": room.seq, "client_id": frame["id"], "sender": 1, "at": "2026-11-21T03:19:00.000Z",
        "text": frame["command"]["text"], "media": [], "reply_to": null, "mentions": [], "forwarded": false,
        "content": null, "system": null, "edited_at": null, "deleted": false, "reactions": []});
    let event = json!({"type": "event", "stream": "chat:1", "epoch": "e", "seq": room.seq,
        "data": {"type": "message", "message": message}});
    codec.encode(Message::Text(event.to_string().into()), &mut room.pending).ok()?;
    let ack = json!({"type": "ack", "id": frame["id"], "ok": true, "result": {"seq": room.seq, "repeat": false}});
    codec.encode(Message::Text(ack.to_string().into()), &mut room.readers.get_mut(&reader_id)?.own).ok()
}

/// Schedules a flush at the end of the tick.
fn schedule_flush(state: &Rc<RefCell<ServerState>>, room: usize) {
    let due = {
        let room = &mut state.borrow_mut().rooms[room];
        !std::mem::replace(&mut room.due, true)
    };
    if due {
        let state = Rc::clone(state);
        tokio::task::spawn_local(async move {
            tokio::time::sleep(TICK).await;
            state.borrow_mut().rooms[room].flush();
        });
    }
}

impl Room {
    fn flush(&mut self) {
        self.due = false;
        let pending = self.pending.split().freeze();
        self.readers.retain(|_, reader| {
            // The kernel's buffer holds a tick of any reader that keeps up.
            let is_whole = |bytes: &[u8]| bytes.is_empty() || reader.socket.try_write(bytes).ok() == Some(bytes.len());
            is_whole(&pending) && is_whole(&reader.own.split())
        });
    }
}
