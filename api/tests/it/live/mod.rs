//! Two users chat over plain WebSockets. Every test waits for events, never for time to pass.

mod company_chat;
mod disconnects;
mod friends;
mod message_changes;
mod message_requests;
mod names;
mod notifications;
mod packets;
mod reels;
mod refusals;
mod tickets;

use serde_json::{Value, json};

use crate::support::{
    app::{Person, TestApp},
    socket::Socket,
};

/// Two users who share a chat.
struct Pair {
    app: TestApp,
    ann: Person,
    ben: Person,
    chat: i64,
}

impl Pair {
    async fn start() -> Self {
        Self::with(&[]).await
    }

    /// Starts the server with additional flags.
    async fn with(extra: &[&str]) -> Self {
        let app = TestApp::with(extra).await;
        let (ann, ben) = (app.person("ann").await, app.person("ben").await);
        let chat = app.chat(&ann, &ben).await;
        Self { app, ann, ben, chat }
    }

    /// Path at which a user opens the chat.
    fn chat_of(&self, person: &Person) -> String {
        format!("/ws/chat/users/{}/?token={}", self.chat, person.access)
    }

    fn list_of(&self, person: &Person) -> String {
        format!("/ws/group-list/?type=users&id={}&token={}", person.id, person.access)
    }

    async fn open(&self, path: &str) -> Socket {
        Socket::open(self.app.running.address.port(), path).await.expect("the server listens")
    }

    /// Opens a socket on the stream. Returns the socket and its snapshot.
    async fn joined(&self, path: &str) -> (Socket, Value) {
        let mut socket = self.open(path).await;
        let snapshot = socket.wait_for("snapshot").await;
        (socket, snapshot)
    }

    /// Returns the number of rejections with this code so far.
    async fn refused(&self, code: &str) -> u64 {
        let text = self.app.metrics().await;
        let name = format!("plaza_refused_total{{code=\"{code}\"}} ");
        text.lines().find_map(|line| line.strip_prefix(&name)).map_or(0, |count| count.parse().unwrap())
    }
}

/// A generated ULID.
fn id(number: usize) -> String {
    format!("01JDA7XK8Q{number:016}")
}

fn command(number: usize, command: &Value) -> Value {
    json!({"op": "command", "id": id(number), "command": command})
}

/// Sends a message and returns its acknowledgement.
async fn say(socket: &mut Socket, number: usize, text: &str) -> Value {
    give(socket, number, json!({"type": "send", "text": text})).await
}

/// Sends a command and returns its acknowledgement.
pub async fn give(socket: &mut Socket, number: usize, what: Value) -> Value {
    assert!(socket.send(&command(number, &what)).await);
    socket.ack(&id(number)).await
}

pub fn is_event(kind: &'static str) -> impl Fn(&Value) -> bool {
    move |frame| frame["type"] == "event" && frame["data"]["type"] == kind
}

fn is_signal(kind: &'static str) -> impl Fn(&Value) -> bool {
    move |frame| frame["type"] == "signal" && frame["data"]["type"] == kind
}

/// Returns the texts of the messages among these frames, by seq.
fn texts(frames: &[Value]) -> Vec<(i64, String)> {
    let messages = frames.iter().filter(|frame| is_event("message")(frame));
    messages
        .map(|frame| (frame["seq"].as_i64().unwrap(), frame["data"]["message"]["text"].as_str().unwrap().to_owned()))
        .collect()
}

#[actix_web::test]
async fn two_users_chat_and_their_lists_follow() {
    let pair = Pair::start().await;
    let (mut ann, snapshot) = pair.joined(&pair.chat_of(&pair.ann)).await;
    assert_eq!((&snapshot["reason"], &snapshot["data"]["messages"]), (&json!("join"), &json!([])));
    assert_eq!(snapshot["data"]["online"], json!([pair.ann.id]));
    let (mut list, snapshot) = pair.joined(&pair.list_of(&pair.ben)).await;
    assert_eq!(snapshot["data"]["chats"][0]["id"], pair.chat);

    // Ben joins; Ann sees his presence.
    let (mut ben, _) = pair.joined(&pair.chat_of(&pair.ben)).await;
    let his = |frame: &Value| is_signal("presence")(frame) && frame["data"]["user"] == json!(pair.ben.id);
    assert_eq!(ann.wait(his).await["data"]["online"], true);

    // Ann writes: the message is acknowledged, published to both and counted in Ben's list.
    assert!(ann.send(&json!({"op": "signal", "signal": {"type": "typing", "on": true}})).await);
    let typing = json!({"type": "typing", "user": pair.ann.id, "on": true, "what": "text"});
    assert_eq!(ben.wait(is_signal("typing")).await["data"], typing);
    let typing = json!({"type": "typing", "chat": pair.chat, "user": pair.ann.id, "on": true, "what": "text"});
    assert_eq!(list.wait(is_signal("typing")).await["data"], typing);
    let ack = say(&mut ann, 1, "  Shall we eat at eight? 🍝 ").await;
    assert_eq!((&ack["ok"], &ack["result"]["seq"], &ack["result"]["repeat"]), (&json!(true), &json!(1), &json!(false)));
    let shown = ben.wait(is_event("message")).await;
    assert_eq!(shown, ann.wait(is_event("message")).await);
    assert_eq!((&shown["seq"], &shown["stream"]), (&json!(1), &json!(format!("chat:{}", pair.chat))));
    let message = &shown["data"]["message"];
    assert_eq!((&message["text"], &message["sender"]), (&json!("Shall we eat at eight? 🍝"), &json!(pair.ann.id)));
    assert_eq!((&message["client_id"], &message["at"]), (&json!(id(1)), &ack["result"]["at"]));
    let counted = list.wait(is_event("message")).await;
    assert_eq!((&counted["data"]["unread"], &counted["data"]["message"]), (&json!(1), message));

    // Ben reads the message: Ann sees the mark, Ben's unread count is 0.
    assert_eq!(give(&mut ben, 2, json!({"type": "read", "seq": 1})).await["result"], json!({"up_to": 1}));
    let read = ann.wait(is_event("read")).await;
    assert_eq!((&read["data"]["user"], &read["data"]["up_to"]), (&json!(pair.ben.id), &json!(1)));
    let clear = list.wait(is_event("unread")).await;
    assert_eq!(
        clear["data"],
        json!({"type": "unread", "chat": pair.chat, "unread": 0, "read_seq": 1, "mentioned": false})
    );

    // The same in the other direction.
    let answer = json!({"type": "send", "text": "Gladly.", "reply_to": 1});
    assert_eq!(give(&mut ben, 3, answer).await["ok"], true);
    let shown = ann.wait(is_event("message")).await;
    assert_eq!(
        (&shown["data"]["message"]["reply_to"], &shown["data"]["message"]["sender"]),
        (&json!(1), &json!(pair.ben.id))
    );
    assert_eq!(give(&mut ann, 4, json!({"type": "delivered", "seq": shown["seq"]})).await["ok"], true);
    let delivered = ben.wait(is_event("delivered")).await;
    assert_eq!((&delivered["data"]["user"], &delivered["data"]["up_to"]), (&json!(pair.ann.id), &shown["seq"]));
    // Own messages do not count as unread.
    assert_eq!(list.wait(is_event("message")).await["data"]["unread"], 0);

    // Ann leaves; Ben sees her leave.
    drop(ann);
    let gone = |frame: &Value| is_signal("presence")(frame) && frame["data"]["online"] == false;
    assert_eq!(ben.wait(gone).await["data"]["user"], json!(pair.ann.id));
}

#[actix_web::test]
async fn message_sent_twice_is_published_once() {
    let pair = Pair::start().await;
    let (mut ann, _) = pair.joined(&pair.chat_of(&pair.ann)).await;
    let (mut ben, _) = pair.joined(&pair.chat_of(&pair.ben)).await;
    let first = say(&mut ann, 1, "once").await;
    // Repeated on another connection, as after a lost acknowledgement; the text may differ.
    let (mut anew, snapshot) = pair.joined(&pair.chat_of(&pair.ann)).await;
    assert_eq!(snapshot["data"]["messages"].as_array().unwrap().len(), 1);
    let again = say(&mut anew, 1, "twice").await;
    assert_eq!((&first["result"]["repeat"], &again["result"]["repeat"]), (&json!(false), &json!(true)));
    assert_eq!(["seq", "at"].map(|field| &first["result"][field]), ["seq", "at"].map(|field| &again["result"][field]));
    // The same id from another user is another message.
    let other = say(&mut ben, 1, "mine").await;
    assert_eq!((&other["result"]["seq"], &other["result"]["repeat"]), (&json!(2), &json!(false)));

    for socket in [&mut ann, &mut ben] {
        let last = socket.wait(|frame| is_event("message")(frame) && frame["seq"] == 2).await;
        let mut seen = socket.passed();
        seen.push(last);
        assert_eq!(texts(&seen), [(1, "once".to_owned()), (2, "mine".to_owned())]);
    }
}

#[actix_web::test]
async fn reconnecting_client_receives_exactly_the_missed_events() {
    let pair = Pair::start().await;
    let (mut ann, _) = pair.joined(&pair.chat_of(&pair.ann)).await;
    for number in 1..=3 {
        assert_eq!(say(&mut ann, number, &format!("message {number}")).await["ok"], true);
    }
    let (ben, snapshot) = pair.joined(&pair.chat_of(&pair.ben)).await;
    let epoch = snapshot["epoch"].as_str().unwrap().to_owned();
    assert_eq!(snapshot["seq"], 3);
    drop(ben);
    for number in 4..=6 {
        assert_eq!(say(&mut ann, number, &format!("message {number}")).await["ok"], true);
    }

    let back = |seq: i64| format!("{}&epoch={epoch}&seq={seq}", pair.chat_of(&pair.ben));
    let missed = ["message 4", "message 5", "message 6"];
    assert_eq!(resumed(&pair, &back(3), 3, 6).await, missed);
    assert_eq!(resumed(&pair, &back(6), 6, 6).await, [""; 0]);
    assert_eq!(resumed(&pair, &back(0), 0, 6).await.len(), 6);

    // An invalid position gets a snapshot, declared as such.
    for place in
        [format!("epoch={epoch}&seq=7"), format!("epoch={epoch}&seq={}", i64::MAX), "epoch=other&seq=3".to_owned()]
    {
        let (_, snapshot) = pair.joined(&format!("{}&{place}", pair.chat_of(&pair.ben))).await;
        assert_eq!((&snapshot["reason"], &snapshot["seq"]), (&json!("resync"), &json!(6)), "{place}");
    }

    // The same from the database, after a restart.
    drop(ann);
    let Pair { app: TestApp { running, folder, .. }, ann, ben, chat } = pair;
    running.stop().await;
    let app = TestApp::on(folder, &[]).await;
    let pair = Pair { app, ann, ben, chat };
    let back = format!("{}&epoch={epoch}&seq=3", pair.chat_of(&pair.ben));
    assert_eq!(resumed(&pair, &back, 3, 6).await, missed);
}

/// Resumes at `from` and reads until `seq`. Returns the texts of the missed messages.
async fn resumed(pair: &Pair, path: &str, from: i64, seq: i64) -> Vec<String> {
    let mut socket = pair.open(path).await;
    let first = socket.wait(|_| true).await;
    assert_eq!((&first["type"], &first["from"]), (&json!("resumed"), &json!(from)), "{first}");
    let mut events: Vec<Value> = first["events"].as_array().unwrap().clone();
    let mut at = first["seq"].as_i64().unwrap();
    while at < seq {
        let next = socket.wait_for("event").await;
        at += 1;
        assert_eq!(next["seq"], at, "no gap, no repeat");
        events.push(next["data"].clone());
    }
    // Only new messages follow.
    socket.ping().await;
    events.iter().filter_map(|event| event["message"]["text"].as_str().map(str::to_owned)).collect()
}

#[actix_web::test]
async fn ticket_opens_one_socket() {
    let pair = Pair::start().await;
    let answer = pair.app.post("/api/v1/ws/ticket/").as_(&pair.ann).send().await;
    let path = format!("/ws/chat/users/{}/?ticket={}", pair.chat, answer.data()["ticket"].as_str().unwrap());
    let (mut first, _) = pair.joined(&path).await;
    assert_eq!(pair.open(&path).await.closed().await, 4401);
    assert_eq!(say(&mut first, 1, "still here").await["ok"], true);
}

#[actix_web::test]
async fn business_and_consumer_chat_through_their_own_paths() {
    let app = TestApp::start().await;
    let (ann, bistro) = (app.person("ann").await, app.business("bistro").await);
    let chat = app.chat(&ann, &bistro).await;
    let port = app.running.address.port();
    let open = async |path: String| {
        let mut socket = Socket::open(port, &path).await.unwrap();
        let snapshot = socket.wait_for("snapshot").await;
        (socket, snapshot)
    };
    let (mut hers, _) = open(format!("/ws/chat/users/{chat}/?token={}", ann.access)).await;
    let (mut theirs, _) = open(format!("/ws/chat/professionals/{chat}/?token={}", bistro.access)).await;
    let list = format!("/ws/group-list/?type=professionals&id={}&token={}", bistro.id, bistro.access);
    let (mut list, shown) = open(list).await;
    assert_eq!(shown["data"]["chats"][0]["id"], json!(chat));
    assert_eq!(say(&mut hers, 1, "A table for two?").await["ok"], true);
    let event = theirs.wait(is_event("message")).await;
    assert_eq!(event["data"]["message"]["text"], "A table for two?");
    assert_eq!(list.wait(is_event("message")).await["data"]["unread"], 1);
    assert_eq!(say(&mut theirs, 2, "With pleasure.").await["ok"], true);
    hers.wait(|frame| is_event("message")(frame) && frame["data"]["message"]["sender"] == json!(bistro.id)).await;
    // The list of another user is refused in both realms.
    let path = format!("/ws/group-list/?type=professionals&id={}&token={}", bistro.id, ann.access);
    let mut stranger = Socket::open(port, &path).await.unwrap();
    assert_eq!(stranger.closed().await, hub::protocol::close::NO_SUCH_STREAM);
}
