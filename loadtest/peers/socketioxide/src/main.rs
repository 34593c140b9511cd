//! socketioxide on axum, one thread, WebSocket only, one socketioxide room per chat. Listens on PORT.

use std::sync::{Arc, Mutex};

use axum::{
    Json, Router,
    extract::State,
    routing::post,
};
use serde::Deserialize;
use serde_json::{Value, json};
use socketioxide::{
    SocketIo,
    TransportType,
    extract::{AckSender, Data, SocketRef},
};

#[derive(Default)]
struct ServerState {
    accounts: u64,
    /// Last seq of each room.
    rooms: Vec<u64>,
}

type Shared = Arc<Mutex<ServerState>>;

#[derive(Deserialize)]
struct Join {
    stream: String,
}

#[derive(Deserialize)]
struct Command {
    stream: String,
    id: String,
    command: Send,
}

#[derive(Deserialize)]
struct Send {
    text: String,
}

fn room_index(stream: &str) -> usize {
    stream.trim_start_matches("chat:").parse::<usize>().unwrap_or(1) - 1
}

async fn register(State(state): State<Shared>, Json(body): Json<Value>) -> Json<Value> {
    let mut state = state.lock().unwrap();
    state.accounts += 1;
    let user = json!({"id": state.accounts, "type": "regular", "userName": body["userName"]});
    Json(json!({"status": true, "tokens": {"accessToken": "t", "refreshToken": "r"}, "data": {"user": user}}))
}

async fn create_room(State(state): State<Shared>) -> Json<Value> {
    let mut state = state.lock().unwrap();
    state.rooms.push(0);
    Json(json!({"status": true, "data": {"id": state.rooms.len()}}))
}

fn register_handlers(io: SocketIo, state: Shared, socket: &SocketRef) {
    let rooms = Arc::clone(&state);
    socket.on("join", async move |socket: SocketRef, Data(Join { stream }): Data<Join>, ack: AckSender| {
        let seq = rooms.lock().unwrap().rooms[room_index(&stream)];
        let snapshot = json!({"type": "snapshot", "stream": stream, "epoch": "e", "seq": seq, "reason": "join",
            "data": {"messages": []}});
        socket.join(stream);
        let _ = socket.emit("snapshot", &snapshot);
        let _ = ack.send(&json!({"ok": true, "result": {"epoch": "e", "seq": seq, "mode": "snapshot"}}));
    });
    socket.on("command", async move |Data(Command { stream, id, command }): Data<Command>, ack: AckSender| {
        let seq = {
            let last = &mut state.lock().unwrap().rooms[room_index(&stream)];
            *last += 1;
            *last
        };
        let message = json!({"seq": seq, "client_id": id, "sender": 1, "at": "2026-11-21T03:19:00.000Z",
            "text": command.text, "media": [], "reply_to": null, "mentions": [], "forwarded": false, "content": null,
            "system": null, "edited_at": null, "deleted": false, "reactions": []});
        let event = json!({"type": "event", "stream": stream, "epoch": "e", "seq": seq,
            "data": {"type": "message", "message": message}});
        let _ = io.to(stream).emit("event", &event).await;
        let _ = ack.send(&json!({"ok": true, "result": {"seq": seq, "repeat": false}}));
    });
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let state = Shared::default();
    let (layer, io) =
        SocketIo::builder().transports([TransportType::Websocket]).max_buffer_size(4096).build_layer();
    let (all, rooms) = (io.clone(), Arc::clone(&state));
    io.ns("/", async move |socket: SocketRef| register_handlers(all.clone(), Arc::clone(&rooms), &socket));
    let app = Router::new()
        .route("/api/v1/users/register/", post(register))
        .route("/api/v1/chat/chats/direct/", post(create_room))
        .route("/api/v1/chat/groups/", post(create_room))
        .with_state(state)
        .layer(layer);
    let port: u16 = std::env::var("PORT").unwrap().parse().unwrap();
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await.unwrap();
    println!("ready");
    use axum::serve::ListenerExt as _;
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    axum::serve(listener, app).await.unwrap();
}
