//! Invalid input and its error codes: each is counted, and the other user is unaffected.

use std::io::Cursor;

use hub::{protocol::close, transport::ws};
use serde_json::{Value, json};

use super::{Pair, command, give, id, is_event, is_signal, say};
use crate::support::{
    app::token_made_ago,
    socket::{Socket, encoded},
};

/// Ben, who keeps chatting while another user misbehaves.
pub(super) struct Bystander {
    socket: Socket,
    said: usize,
}

impl Bystander {
    pub async fn of(pair: &Pair) -> Self {
        Self { socket: pair.joined(&pair.chat_of(&pair.ben)).await.0, said: 0 }
    }

    /// Sends a message and receives its event.
    #[track_caller]
    pub fn talks(&mut self) -> impl Future<Output = ()> {
        let asked = std::panic::Location::caller();
        async move {
            self.said += 1;
            let text = format!("undisturbed {}", self.said);
            let ack = say(&mut self.socket, 9_000 + self.said, &text).await;
            assert_eq!(ack["ok"], true, "{asked}: {ack}");
            self.socket.wait(|frame| is_event("message")(frame) && frame["data"]["message"]["text"] == text).await;
        }
    }
}

#[actix_web::test]
async fn unauthorised_socket_closes_with_its_code() {
    let pair = Pair::start().await;
    let eve = pair.app.person("eve").await;
    let mut ben = Bystander::of(&pair).await;
    let chat = pair.chat;
    let expired = token_made_ago(&pair.app, &pair.ann, 16 * store::types::timestamp::Timestamp::MINUTE);
    let mut forged = pair.ann.access.clone();
    let last = if forged.pop() == Some('A') { 'B' } else { 'A' };
    forged.push(last);
    forged.push(last);
    let token = &pair.ann.access;
    for (path, code) in [
        (format!("/ws/chat/users/{chat}/"), close::UNAUTHENTICATED),
        (format!("/ws/chat/users/{chat}/?token="), close::UNAUTHENTICATED),
        (format!("/ws/chat/users/{chat}/?token={forged}"), close::UNAUTHENTICATED),
        (format!("/ws/chat/users/{chat}/?token={expired}"), close::UNAUTHENTICATED),
        (format!("/ws/chat/users/{chat}/?ticket={}", "0".repeat(32)), close::UNAUTHENTICATED),
        (format!("/ws/group-list/?type=users&id={}", pair.ann.id), close::UNAUTHENTICATED),
        (format!("/ws/group-list/?type=users&id={}&token={token}", pair.ben.id), close::NO_SUCH_STREAM),
        (format!("/ws/group-list/?type=users&id=999999999&token={token}"), close::NO_SUCH_STREAM),
        (pair.chat_of(&eve), close::NO_SUCH_STREAM),
        (format!("/ws/chat/users/999999999/?token={token}"), close::NO_SUCH_STREAM),
        (format!("/ws/nothing/?token={token}"), close::NO_SUCH_STREAM),
        (format!("/ws/chat/users/abc/?token={token}"), close::MALFORMED),
        (format!("/ws/chat/users/{}/?token={token}", "9".repeat(40)), close::MALFORMED),
        (format!("/ws/chat/users/{chat}/more/?token={token}"), close::MALFORMED),
        (format!("/ws/chat/users/{chat}/?token={token}&epoch=e"), close::MALFORMED),
        (format!("/ws/chat/users/{chat}/?token={token}&epoch=e&seq=x"), close::MALFORMED),
        (format!("/ws/chat/users/{chat}/?token={token}&epoch=e&seq=-1"), close::MALFORMED),
        (format!("/ws/group-list/?type=robots&id=1&token={token}"), close::MALFORMED),
        (format!("/ws/group-list/?type=users&id=x&token={token}"), close::MALFORMED),
        (format!("/ws/group-list/?token={token}"), close::MALFORMED),
    ] {
        let before = pair.refused(&code.to_string()).await;
        let mut socket = pair.open(&path).await;
        assert_eq!(socket.closed().await, code, "{path}");
        assert_eq!(socket.passed(), Vec::<Value>::new(), "nothing is shown before the door is shut: {path}");
        assert!(pair.refused(&code.to_string()).await > before, "{path}");
        ben.talks().await;
    }
}

/// A foreign chat and an unknown chat look the same.
#[actix_web::test]
async fn unknown_and_foreign_chats_are_indistinguishable() {
    let pair = Pair::start().await;
    let eve = pair.app.person("eve").await;
    let answers = [pair.chat, 999_999_999].map(|chat| {
        let path = format!("/ws/chat/users/{chat}/?token={}", eve.access);
        let pair = &pair;
        async move { pair.open(&path).await.everything().await }
    });
    let [hers, none] = answers;
    assert_eq!(hers.await, none.await);
}

#[actix_web::test]
async fn unknown_frame_is_refused_and_the_connection_stays_open() {
    let pair = Pair::start().await;
    let mut ben = Bystander::of(&pair).await;
    let (mut ann, _) = pair.joined(&pair.chat_of(&pair.ann)).await;
    let nested = "[".repeat(60_000);
    let (first, joining) = (id(1), format!(r#"{{"op":"join","stream":"chat:{}"}}"#, pair.chat));
    let unnamed = r#"{"op":"command","command":{"type":"send","text":"x"}}"#;
    for frame in [
        "",
        "{",
        "null",
        "[]",
        "7",
        "\"text\"",
        "{}",
        nested.as_str(),
        r#"{"op":"fly"}"#,
        r#"{"op":5}"#,
        r#"{"op":"ping","extra":1}"#,
        r#"{"op":"ping","op":"ping"}"#,
        joining.as_str(),
        r#"{"op":"leave"}"#,
        unnamed,
        r#"{"op":"command","id":7,"command":{"type":"send","text":"x"}}"#,
        &format!(r#"{{"op":"command","id":"{first}"}}"#),
        r#"{"op":"signal"}"#,
        r#"{"op":"signal","signal":{"type":"typing"}}"#,
        r#"{"op":"signal","signal":{"type":"typing","on":"yes"}}"#,
        r#"{"op":"signal","signal":{"type":"dancing","on":true}}"#,
        r#"{"op":"renew"}"#,
        r#"{"op":"renew","token":7}"#,
    ] {
        let before = pair.refused("malformed").await;
        assert!(ann.send_bytes(&encoded(frame.as_bytes())).await);
        let problem = ann.wait_for("problem").await;
        assert_eq!(problem["error"]["code"], "malformed", "{frame:.100}");
        assert!(pair.refused("malformed").await > before, "{frame:.100}");
        ben.talks().await;
    }
    assert_eq!(say(&mut ann, 2, "still here").await["ok"], true);
}

#[actix_web::test]
async fn unknown_command_is_refused_by_its_id() {
    let pair = Pair::start().await;
    let mut ben = Bystander::of(&pair).await;
    let (mut ann, _) = pair.joined(&pair.chat_of(&pair.ann)).await;
    let fine = json!({"type": "send", "text": "x"});
    for (id, what) in [
        ("x", fine.clone()),
        ("", fine.clone()),
        ("01JDA7XK8Q00000000000000001", fine.clone()),
        ("01JDA7XK8Q00000000000000é", fine),
        ("01JDA7XK8Q0000000000000001", json!({"type": "fly"})),
        ("01JDA7XK8Q0000000000000001", json!({"text": "x"})),
        ("01JDA7XK8Q0000000000000001", json!("send")),
        ("01JDA7XK8Q0000000000000001", json!({"type": "send", "text": 5})),
        ("01JDA7XK8Q0000000000000001", json!({"type": "send", "text": "x", "extra": 1})),
        ("01JDA7XK8Q0000000000000001", json!({"type": "send", "text": "x", "media": ["1"]})),
        ("01JDA7XK8Q0000000000000001", json!({"type": "send", "text": "x", "reply_to": "1"})),
        ("01JDA7XK8Q0000000000000001", json!({"type": "read"})),
        ("01JDA7XK8Q0000000000000001", json!({"type": "read", "seq": 1.5})),
        ("01JDA7XK8Q0000000000000001", json!({"type": "delivered", "seq": 1e30})),
    ] {
        let before = pair.refused("malformed").await;
        assert!(ann.send(&json!({"op": "command", "id": id, "command": what})).await);
        let ack = ann.ack(id).await;
        assert_eq!((&ack["ok"], &ack["error"]["code"]), (&json!(false), &json!("malformed")), "{id} {what}");
        assert!(pair.refused("malformed").await > before, "{id} {what}");
        ben.talks().await;
    }
    assert_eq!(say(&mut ann, 1, "the id is still free").await["result"]["repeat"], false);

    // A list takes no commands.
    let (mut list, _) = pair.joined(&pair.list_of(&pair.ann)).await;
    assert_eq!(say(&mut list, 2, "x").await["error"]["code"], "malformed");
    list.ping().await;
}

#[actix_web::test]
async fn invalid_message_is_refused_by_its_rule() {
    let pair = Pair::start().await;
    let mut ben = Bystander::of(&pair).await;
    let (mut ann, _) = pair.joined(&pair.chat_of(&pair.ann)).await;
    ben.talks().await;
    // Uses a seq that no message has.
    let mark = give(&mut ann, 1, json!({"type": "read", "seq": 1})).await;
    assert_eq!(mark["result"]["up_to"], 1);
    ben.talks().await;
    let theirs = picture_of(&pair).await;
    let pictures: Vec<i64> = (1..=11).collect();
    for (code, what) in [
        ("chat.text_too_long", json!({"type": "send", "text": "é".repeat(4_001)})),
        ("chat.empty", json!({"type": "send", "text": " \n\t "})),
        ("chat.empty", json!({"type": "send"})),
        ("validation", json!({"type": "send", "text": "a\u{0}b"})),
        ("chat.no_such_message", json!({"type": "send", "text": "x", "reply_to": 99})),
        ("chat.no_such_message", json!({"type": "send", "text": "x", "reply_to": 0})),
        ("chat.no_such_message", json!({"type": "send", "text": "x", "reply_to": -1})),
        ("chat.no_such_message", json!({"type": "send", "text": "x", "reply_to": 2})),
        ("chat.no_such_media", json!({"type": "send", "text": "x", "media": [theirs]})),
        ("chat.no_such_media", json!({"type": "send", "media": [999_999_999]})),
        ("chat.too_many_pictures", json!({"type": "send", "media": pictures})),
        ("validation", json!({"type": "read", "seq": -1})),
    ] {
        let before = pair.refused(code).await;
        let ack = give(&mut ann, 2, what.clone()).await;
        let short = what.to_string().chars().take(100).collect::<String>();
        assert_eq!((&ack["ok"], &ack["error"]["code"]), (&json!(false), &json!(code)), "{short}");
        assert!(pair.refused(code).await > before, "{short}");
        ben.talks().await;
    }
    // The largest accepted values.
    assert_eq!(give(&mut ann, 2, json!({"type": "send", "text": "🍝".repeat(4_000), "reply_to": 1})).await["ok"], true);
    assert_eq!(give(&mut ben.socket, 2, json!({"type": "send", "media": [theirs]})).await["ok"], true);
}

/// Uploads an image of Ben.
async fn picture_of(pair: &Pair) -> i64 {
    let mut bytes = Cursor::new(Vec::new());
    let image = image::RgbImage::from_pixel(8, 8, image::Rgb([10, 120, 200]));
    image.write_to(&mut bytes, image::ImageFormat::Png).unwrap();
    let call = pair.app.post("/api/v1/chat/chatapp-upload-media/").as_(&pair.ben);
    let kept = call.multipart(&[("file", Some("photo.png"), bytes.get_ref())]).await;
    kept.data()["id"].as_i64().unwrap()
}

#[actix_web::test]
async fn protocol_violation_closes_only_its_own_connection() {
    let pair = Pair::start().await;
    let mut ben = Bystander::of(&pair).await;
    let hello = br#"{"op":"ping"}"#;
    let mut unmasked = vec![0x81, 13];
    unmasked.extend(hello);
    let mut not_utf8 = encoded(hello);
    not_utf8[8] ^= 0x80;
    for (what, bytes, code) in [
        ("binary", ws::masked(ws::Opcode::Binary, hello, [1, 2, 3, 4]).to_vec(), ws::code::UNSUPPORTED),
        ("unmasked", unmasked, ws::code::PROTOCOL),
        ("a reserved bit", vec![0xC1, 0x80, 1, 2, 3, 4], ws::code::PROTOCOL),
        ("a reserved opcode", vec![0x83, 0x80, 1, 2, 3, 4], ws::code::PROTOCOL),
        ("a continuation of nothing", vec![0x80, 0x80, 1, 2, 3, 4], ws::code::PROTOCOL),
        ("text that is none", not_utf8, ws::code::NOT_UTF8),
        ("1 MB", encoded(&vec![b' '; 1 << 20]), ws::code::TOO_BIG),
        ("a length beyond all memory", vec![0x81, 0xFF, 0x7F, 255, 255, 255, 255, 255, 255, 255], ws::code::TOO_BIG),
    ] {
        let (mut ann, _) = pair.joined(&pair.chat_of(&pair.ann)).await;
        let before = pair.refused("frame").await;
        assert!(ann.send_bytes(&bytes).await, "{what}");
        assert_eq!(ann.closed().await, code, "{what}");
        assert!(pair.refused("frame").await > before, "{what}");
        drop(ann);
        ben.talks().await;
    }
    // A frame within the size limit that is not a command is only refused.
    let (mut ann, _) = pair.joined(&pair.chat_of(&pair.ann)).await;
    assert!(ann.send_bytes(&encoded(&vec![b' '; 64 * 1024])).await);
    assert_eq!(ann.wait_for("problem").await["error"]["code"], "malformed");
}

#[actix_web::test]
async fn overlong_text_is_refused_by_its_id_up_to_256_kib() {
    let pair = Pair::start().await;
    let (mut ann, _) = pair.joined(&pair.chat_of(&pair.ann)).await;
    for length in [4_001, 70_000, 250_000] {
        let ack = say(&mut ann, 1, &"x".repeat(length)).await;
        assert_eq!(ack["error"]["code"], "chat.text_too_long", "{length}");
    }
    let padded = json!({"type": "read", "seq": 0, "type ": "x".repeat(70_000)});
    assert_eq!(give(&mut ann, 2, padded).await["error"]["code"], "malformed");
    let seqs: Vec<i64> = (0..20_000).collect();
    assert_eq!(give(&mut ann, 3, json!({"type": "hide", "seqs": seqs})).await["error"]["code"], "too_large");
    assert!(ann.send(&json!({"op": "renew", "token": "x".repeat(70_000)})).await);
    assert_eq!(ann.wait_for("problem").await["error"]["code"], "too_large");
    assert_eq!(say(&mut ann, 4, "still here").await["ok"], true);
}

#[actix_web::test]
async fn lower_case_id_equals_upper_case_id() {
    let pair = Pair::start().await;
    let (mut ann, _) = pair.joined(&pair.chat_of(&pair.ann)).await;
    let lower = id(1).to_lowercase();
    let send = json!({"op": "command", "id": lower, "command": {"type": "send", "text": "once"}});
    assert!(ann.send(&send).await);
    assert_eq!(ann.ack(&lower).await["result"]["repeat"], false);
    let event = ann.wait(is_event("message")).await;
    assert_eq!(event["data"]["message"]["client_id"], id(1));
    assert_eq!(say(&mut ann, 1, "once").await["result"]["repeat"], true);
}

#[actix_web::test]
async fn cut_off_frame_publishes_nothing() {
    let pair = Pair::start().await;
    let mut ben = Bystander::of(&pair).await;
    let whole = encoded(command(1, &json!({"type": "send", "text": "never said"})).to_string().as_bytes());
    for cut in [1, 3, 7, whole.len() - 1] {
        let (mut ann, _) = pair.joined(&pair.chat_of(&pair.ann)).await;
        assert!(ann.send_bytes(&whole[..cut]).await);
        drop(ann);
        ben.socket.wait(|frame| is_signal("presence")(frame) && frame["data"]["online"] == false).await;
        ben.talks().await;
    }
    // The same bytes in pieces are a message.
    let (mut ann, _) = pair.joined(&pair.chat_of(&pair.ann)).await;
    for byte in whole {
        assert!(ann.send_bytes(&[byte]).await);
    }
    assert_eq!(ann.ack(&id(1)).await["result"]["repeat"], false);
}

#[actix_web::test]
async fn flood_is_slowed_down_and_others_are_served() {
    let pair = Pair::start().await;
    let mut ben = Bystander::of(&pair).await;
    let (mut ann, _) = pair.joined(&pair.chat_of(&pair.ann)).await;
    // Fewer past the command rate than the overhead limit allows: the socket stays open.
    const FLOOD: usize = 700;
    let before = pair.refused("too_many").await;
    let flood: Vec<u8> = (1..=FLOOD)
        .flat_map(|number| {
            encoded(command(number, &json!({"type": "send", "text": number.to_string()})).to_string().as_bytes())
        })
        .collect();
    assert!(ann.send_bytes(&flood).await);
    let first = ann.wait(|frame| frame["error"]["code"] == "too_many").await;
    ben.talks().await;
    let mut refused = vec![first];
    let mut done = 0;
    // Every command gets exactly one reply.
    while done + refused.len() < FLOOD {
        let ack = ann.wait_for("ack").await;
        if ack["ok"] == true { done += 1 } else { refused.push(ack) }
    }
    assert!(done >= 400, "the burst goes through: {done}");
    for ack in &refused {
        assert_eq!(ack["error"]["code"], "too_many", "{ack}");
        assert!(ack["error"]["retry_after_ms"].as_u64().unwrap() >= 1, "{ack}");
    }
    assert!(pair.refused("too_many").await >= before + refused.len() as u64);
    ben.talks().await;

    // Invalid commands are charged as well.
    let pings: Vec<u8> = (0..FLOOD).flat_map(|_| encoded(br#"{"op":"ping"}"#)).collect();
    assert!(ann.send_bytes(&pings).await);
    let slowed = ann.wait_for("problem").await;
    assert_eq!(slowed["error"]["code"], "too_many");
    ben.talks().await;
}

#[actix_web::test]
async fn commands_are_unlimited_when_the_rate_is_zero() {
    let pair = Pair::with(&["--command-rate", "0"]).await;
    let (mut ann, _) = pair.joined(&pair.chat_of(&pair.ann)).await;
    // Fewer past the command rate than the overhead limit allows: the socket stays open.
    const FLOOD: usize = 700;
    let pings: Vec<u8> = (0..FLOOD).flat_map(|_| encoded(br#"{"op":"ping"}"#)).collect();
    assert!(ann.send_bytes(&pings).await);
    for number in 0..FLOOD {
        let answer = ann.wait(|frame| frame["type"] == "pong" || frame["type"] == "problem").await;
        assert_eq!(answer["type"], "pong", "{number}: {answer}");
    }
}
