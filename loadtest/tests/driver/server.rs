//! Small room server that keeps all guarantees but the one a test selects. It implements both wire protocols
//! independently of the driver, so that errors do not cancel out.

mod reel;
mod room;

use std::cell::RefCell;
use std::net::SocketAddr;
use std::rc::Rc;
use std::sync::mpsc;
use std::time::Duration;

use actix_codec::{Encoder as _, Framed};
use actix_http::ws::{CloseCode, Codec, Frame, Message, hash_key};
use bytes::BytesMut;
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::unbounded_channel;

pub use reel::FEED;
use reel::Reel;
use room::{Connection, Format, Outgoing, Room};

/// Fault of the server, on the fifth message of the first chat, or on the only reel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Flaw {
    None,
    /// No fault: the sender's connection is cut after the message is stored.
    Cut,
    /// As `Cut`; the resent command is stored again.
    CutAndStoreTwice,
    /// As `Cut`; the resumed batch leaves the message out.
    CutAndForget,
    /// As `Cut`; the sender gets a declared resync with only the newest message.
    CutAndResync,
    DropEvent,
    RepeatEvent,
    SwapEvents,
    LoseAck,
    RefuseAndDeliver,
    /// This and all later messages are rejected as busy.
    RefuseAll,
    /// The message is rejected once as busy.
    RefuseOnce,
    ChangeText,
    /// One reader receives the message with one letter changed.
    ChangeForOne,
    /// No fault: one reader receives the same content in other bytes.
    SpellForOne,
    /// Each reply is delayed.
    Stall,
    /// Pages of history leave the message out.
    ForgetPast,
    /// All connections are closed after a while.
    CloseAll,
    /// The counters of the reel are sent after each like.
    CountEachLike,
    /// One watcher of the reel receives no counters after the fifth like.
    ForgetWatcher,
}

/// Write strategy.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Writes {
    /// Each frame separately.
    Frames,
    /// All frames of an interval at once.
    Batches,
    /// The same, in small pieces.
    Pieces,
}

const BATCH_INTERVAL: Duration = Duration::from_millis(10);
const PIECE_SIZE: usize = 97;

pub struct ServerState {
    flaw: Flaw,
    writes: Writes,
    users: Vec<String>,
    rooms: Vec<Room>,
    reel: Rc<RefCell<Reel>>,
}

/// Starts a server on a thread that ends with the process. Returns its address.
pub fn start(flaw: Flaw, writes: Writes) -> SocketAddr {
    let (address, bound) = mpsc::channel();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        tokio::task::LocalSet::new().block_on(&runtime, async move {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            address.send(listener.local_addr().unwrap()).unwrap();
            let reel = Rc::new(RefCell::new(Reel::new(flaw)));
            let state = ServerState { flaw, writes, users: Vec::new(), rooms: Vec::new(), reel };
            let state = Rc::new(RefCell::new(state));
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                tokio::task::spawn_local(serve(stream, Rc::clone(&state)));
            }
        });
    });
    bound.recv().unwrap()
}

/// Serves requests on one connection until it is upgraded or ends.
async fn serve(mut stream: TcpStream, state: Rc<RefCell<ServerState>>) {
    stream.set_nodelay(true).unwrap();
    let mut inbox = BytesMut::new();
    loop {
        let end = loop {
            if let Some(start) = inbox.windows(4).position(|window| window == b"\r\n\r\n") {
                break start + 4;
            }
            if stream.read_buf(&mut inbox).await.unwrap_or(0) == 0 {
                return;
            }
        };
        let head = String::from_utf8(inbox.split_to(end).to_vec()).unwrap();
        let header = |name: &str| {
            head.lines().find_map(|line| {
                let (key, value) = line.split_once(": ")?;
                key.eq_ignore_ascii_case(name).then(|| value.to_owned())
            })
        };
        let path = head.split(' ').nth(1).unwrap().to_owned();
        if let Some(key) = header("sec-websocket-key") {
            let accept = hash_key(key.as_bytes());
            let accept = std::str::from_utf8(&accept).unwrap();
            let answer = format!(
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: {accept}\r\n\r\n"
            );
            stream.write_all(answer.as_bytes()).await.unwrap();
            return serve_socket(Framed::new(stream, Codec::new()), &path, state).await;
        }
        if head.starts_with("GET ") {
            let page = match path.as_str() {
                reel::FEED => Some(reel::feed()),
                // Each page but the fiftieth.
                "/sold-out/50" => None,
                _ if path.starts_with("/sold-out/") => Some(String::new()),
                _ => history_page(&state.borrow(), &path),
            };
            let answer = match page {
                Some(page) => format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{page}", page.len()),
                None => "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".to_owned(),
            };
            stream.write_all(answer.as_bytes()).await.unwrap();
            continue;
        }
        let length: usize = header("content-length").unwrap().parse().unwrap();
        while inbox.len() < length {
            stream.read_buf(&mut inbox).await.unwrap();
        }
        let body: Value = serde_json::from_slice(&inbox.split_to(length)).unwrap();
        let bearer = header("authorization").and_then(|value| value.strip_prefix("Bearer ").map(str::to_owned));
        let answer = handle_post(&mut state.borrow_mut(), &path, bearer.as_deref(), &body).to_string();
        let answer = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{answer}", answer.len());
        stream.write_all(answer.as_bytes()).await.unwrap();
    }
}

/// Page of `/api/v1/chat/chats/{id}/messages/?limit={limit}&before={seq}`.
fn history_page(state: &ServerState, path: &str) -> Option<String> {
    let (chat, query) = path.strip_prefix("/api/v1/chat/chats/")?.split_once("/messages/?limit=")?;
    let (limit, before) = query.split_once("&before=")?;
    let room = &state.rooms[chat.parse::<usize>().unwrap() - 1];
    Some(
        json!({"status": true, "data": {"messages": room.page(before.parse().unwrap(), limit.parse().unwrap())}})
            .to_string(),
    )
}

fn handle_post(state: &mut ServerState, path: &str, bearer: Option<&str>, body: &Value) -> Value {
    match path {
        "/api/v1/users/register/" => {
            let name = body["userName"].as_str().unwrap().to_owned();
            state.users.push(name.clone());
            let id = state.users.len();
            json!({"status": true, "tokens": {"accessToken": format!("t{id}"), "refreshToken": "r"},
                "data": {"user": {"id": id, "type": "regular", "userName": name}}})
        }
        "/api/v1/users/login/" => {
            let index = state.users.iter().position(|name| body["email"] == name.as_str()).unwrap();
            assert!(body["password"].is_string());
            let (id, name) = (index + 1, &state.users[index]);
            json!({"status": true, "tokens": {"accessToken": format!("t{id}"), "refreshToken": "r"},
                "data": {"user": {"id": id, "type": "regular", "userName": name}}})
        }
        "/api/v1/chat/chats/direct/" => {
            assert!(bearer.unwrap().starts_with('t'));
            assert!(state.users.iter().any(|name| body["userName"] == name.as_str()));
            state.rooms.push(Room::new(if state.rooms.is_empty() { state.flaw } else { Flaw::None }));
            json!({"status": true, "data": {"id": state.rooms.len()}})
        }
        reel::LIKE => {
            assert!(bearer.unwrap().starts_with('t'));
            assert_eq!(body["reel_id"], reel::ID);
            json!({"status": true, "data": {"counts": {"revision": reel::like(&state.reel)}}})
        }
        other => panic!("no such path: {other}"),
    }
}

type Socket = Framed<TcpStream, Codec>;

/// Serves one WebSocket, joined to a chat, to the reel or to a chat list (which sends only a snapshot).
async fn serve_socket(mut socket: Socket, path: &str, state: Rc<RefCell<ServerState>>) {
    let (out, mut outgoing) = unbounded_channel();
    let query = |name: &str| {
        let (_, query) = path.split_once('?')?;
        query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('=').map(str::to_owned))
    };
    let mut connection = Connection { format: Format::Plain, out, room: None };
    if path.starts_with("/socket.io/") {
        connection.format = Format::SocketIo;
        connection.out.send(Outgoing::Text(r#"0{"sid":"s","upgrades":[],"pingInterval":25000}"#.to_owned())).unwrap();
    } else {
        assert!(query("token").unwrap().starts_with('t'));
        let since = query("seq").map(|seq| seq.parse().unwrap());
        if let Some(chat) = path.strip_prefix("/ws/chat/users/") {
            let chat: usize = chat.split('/').next().unwrap().parse().unwrap();
            connection.join(&mut state.borrow_mut().rooms, chat, since);
        } else if path.starts_with(reel::SOCKET) {
            state.borrow().reel.borrow_mut().join(&connection);
        } else {
            connection.snapshot_of_list();
        }
    }
    let ServerState { flaw, writes, .. } = *state.borrow();
    let close_all = flaw == Flaw::CloseAll;
    loop {
        tokio::select! {
            message = outgoing.recv() => match message {
                Some(Outgoing::Text(text)) if writes != Writes::Frames => {
                    tokio::time::sleep(BATCH_INTERVAL).await;
                    let mut batch = BytesMut::new();
                    let queued = std::iter::from_fn(|| match outgoing.try_recv() {
                        Ok(Outgoing::Text(text)) => Some(text),
                        _ => None,
                    });
                    for text in std::iter::once(text).chain(queued) {
                        Codec::new().encode(Message::Text(text.into()), &mut batch).unwrap();
                    }
                    if write(socket.io_mut(), &batch, writes).await.is_err() { break }
                }
                Some(Outgoing::Text(text)) => if socket.send(Message::Text(text.into())).await.is_err() { break },
                Some(Outgoing::Cut) | None => break,
            },
            frame = socket.next() => match frame {
                Some(Ok(Frame::Text(text))) => on_text(&mut connection, &mut state.borrow_mut(), std::str::from_utf8(&text).unwrap()),
                _ => break,
            },
            () = tokio::time::sleep(Duration::from_millis(300)), if close_all => {
                let _ = socket.send(Message::Close(Some(CloseCode::Restart.into()))).await;
                break;
            }
        }
    }
    if let Some(room) = connection.room {
        state.borrow_mut().rooms[room - 1].leave(&connection.out);
    }
    state.borrow().reel.borrow_mut().leave(&connection.out);
}

async fn write(stream: &mut TcpStream, batch: &[u8], writes: Writes) -> std::io::Result<()> {
    let piece = if writes == Writes::Pieces { PIECE_SIZE } else { batch.len() };
    for part in batch.chunks(piece) {
        stream.write_all(part).await?;
        tokio::task::yield_now().await;
    }
    Ok(())
}

/// Handles a text message of a client.
fn on_text(connection: &mut Connection, state: &mut ServerState, text: &str) {
    if connection.format == Format::Plain {
        let value: Value = serde_json::from_str(text).unwrap();
        assert_eq!(value["op"], "command");
        let id = value["id"].as_str().unwrap();
        return connection.command(&mut state.rooms, id, id, &value["command"]);
    }
    if let Some(auth) = text.strip_prefix("40") {
        let auth: Value = serde_json::from_str(auth).unwrap();
        assert!(auth["token"].as_str().unwrap().starts_with('t'));
        return connection.out.send(Outgoing::Text(r#"40{"sid":"s"}"#.to_owned())).unwrap();
    }
    let packet = text.strip_prefix("42").unwrap();
    let start = packet.find('[').unwrap();
    let (ack, arguments) = packet.split_at(start);
    let arguments: Value = serde_json::from_str(arguments).unwrap();
    let argument = &arguments[1];
    match arguments[0].as_str().unwrap() {
        "join" => {
            let stream = argument["stream"].as_str().unwrap();
            match stream.split_once(':') {
                Some(("chat", chat)) => {
                    connection.join(&mut state.rooms, chat.parse().unwrap(), argument["since"]["seq"].as_u64());
                }
                Some(("reel", _)) => state.reel.borrow_mut().join(connection),
                _ => connection.snapshot_of_list(),
            }
            connection.reply(ack, json!({"ok": true, "result": {"epoch": "e", "seq": 0, "mode": "snapshot"}}));
        }
        "command" => {
            connection.command(&mut state.rooms, ack, argument["id"].as_str().unwrap(), &argument["command"]);
        }
        other => panic!("no such event: {other}"),
    }
}
