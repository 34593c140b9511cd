//! A room on a real database with a probe instead of a shard: items and their order.

use std::time::Duration;

use hub::{
    protocol::{Position, StreamKey, WireError},
    room::{fanout::ShardItem, registry::Request},
};
use serde_json::{json, value::RawValue};
use store::{
    Db,
    chat::{self, Change, ChatWrite, NewMessage},
    db::group_commit::Write,
    types::{ids::ChatId, timestamp::Timestamp},
};

use crate::support::reader::{ANN, BEN, CAT, CHAT, Reader, STREAM, core, hub, parsed, position};

#[actix::test]
async fn subscriber_receives_the_snapshot_then_events_in_order() {
    let (core, _db, _folder) = hub().await;
    let (mut ann, mut ben) = (Reader::new(&core, ANN), Reader::new(&core, BEN));
    ben.join(STREAM, None);
    let (frames, mode) = ben.joined().await;
    assert_eq!((mode.as_str(), frames[0]["type"].as_str()), ("snapshot", Some("snapshot")));
    for number in 1..=20 {
        ann.send(number, "hello");
    }
    for seq in 1..=20 {
        let event = ben.event().await;
        assert_eq!((event["seq"].as_i64(), event["data"]["type"].as_str()), (Some(seq), Some("message")));
        assert_eq!(ann.acknowledged().await["seq"], seq);
    }
}

#[actix::test]
async fn acknowledged_message_is_in_the_database() {
    let (core, db, _folder) = hub().await;
    let mut ann = Reader::new(&core, ANN);
    ann.send(1, "kept");
    assert_eq!(ann.acknowledged().await, json!({"seq": 1, "at": stored(&db).await[0].at.to_string(), "repeat": false}));
}

async fn stored(db: &Db) -> Vec<chat::Message> {
    chat::history(db, ANN, CHAT, chat::Window::Newest, 100).await.unwrap().messages
}

#[actix::test]
async fn repeated_message_gets_its_first_reply_and_no_event() {
    let (core, db, _folder) = hub().await;
    let (mut ann, mut ben) = (Reader::new(&core, ANN), Reader::new(&core, BEN));
    ben.join(STREAM, None);
    ben.joined().await;
    for _ in 0..2 {
        ann.send(1, "once");
    }
    ann.send(2, "after");
    assert_eq!(ann.acknowledged().await["repeat"], false);
    let second = ann.acknowledged().await;
    assert_eq!((second["repeat"].as_bool(), second["seq"].as_i64()), (Some(true), Some(1)));
    assert_eq!(ben.event().await["data"]["message"]["text"], "once");
    assert_eq!(ben.event().await["data"]["message"]["text"], "after");
    assert_eq!(stored(&db).await.len(), 2);
}

#[actix::test]
async fn stranger_learns_nothing_about_a_chat() {
    let (core, _db, _folder) = hub().await;
    let mut cat = Reader::new(&core, CAT);
    cat.join(STREAM, None);
    assert_eq!(cat.refused().await, WireError::NOT_FOUND);
    cat.send(1, "let me in");
    assert_eq!(cat.refused().await, WireError::NOT_FOUND);
    cat.join(StreamKey::Chat(ChatId(404)), None);
    assert_eq!(cat.refused().await, WireError::NOT_FOUND, "the same answer as for a chat that does not exist");
    cat.join(StreamKey::Chats(ANN), None);
    assert_eq!(cat.refused().await, WireError::NOT_FOUND);
}

#[actix::test]
async fn briefly_disconnected_subscriber_resumes_from_the_log() {
    let (core, _db, _folder) = hub().await;
    let (mut ann, mut ben) = (Reader::new(&core, ANN), Reader::new(&core, BEN));
    ann.join(STREAM, None);
    let since = position(&ann.joined().await.0[0]);
    ann.ask(STREAM, Request::Leave);
    for number in 1..=3 {
        ben.send(number, "while you were away");
        ben.acknowledged().await;
    }
    ann.join(STREAM, since);
    let (frames, mode) = ann.joined().await;
    let told: Vec<_> =
        frames.iter().map(|frame| (frame["type"].as_str().unwrap(), frame["seq"].as_i64().unwrap_or(0))).collect();
    assert_eq!(
        (mode.as_str(), told),
        ("resumed", vec![("resumed", 0), ("event", 1), ("event", 2), ("event", 3), ("signal", 0)])
    );
}

#[actix::test]
async fn subscriber_resumes_from_the_database_after_a_restart() {
    let (before, db, _folder) = hub().await;
    let (mut ann, mut ben) = (Reader::new(&before, ANN), Reader::new(&before, BEN));
    ann.join(STREAM, None);
    let since = position(&ann.joined().await.0[0]);
    ben.send(1, "one");
    ben.acknowledged().await;
    ben.command(2, json!({"type": "read", "seq": 1}));
    ben.acknowledged().await;

    let after = core(&db);
    let mut ann = Reader::new(&after, ANN);
    ann.join(STREAM, since);
    let (frames, mode) = ann.joined().await;
    assert_eq!((mode.as_str(), frames[0]["from"].as_i64(), frames[0]["seq"].as_i64()), ("resumed", Some(0), Some(2)));
    assert_eq!(frames[0]["events"][0]["message"]["text"], "one");
    assert_eq!(frames[0]["events"][1]["up_to"], 1);
    assert_eq!(frames[1]["data"], json!({"type": "online", "users": [ANN], "hidden": [], "cleared_seq": 0}));
}

#[actix::test]
async fn unknown_position_is_answered_with_a_declared_resync() {
    let (core, _db, _folder) = hub().await;
    for (epoch, seq) in [("another", 0), ("e1", 99)] {
        let mut ann = Reader::new(&core, ANN);
        ann.join(STREAM, Some(Position { epoch: epoch.into(), seq }));
        let (frames, _) = ann.joined().await;
        assert_eq!((frames[0]["type"].as_str(), frames[0]["reason"].as_str()), (Some("snapshot"), Some("resync")));
    }
}

#[actix::test]
async fn missing_seq_is_read_from_the_database() {
    let (core, db, _folder) = hub().await;
    let (mut ann, mut ben) = (Reader::new(&core, ANN), Reader::new(&core, BEN));
    ben.join(STREAM, None);
    ben.joined().await;
    let client_id = "01JDA7XK8QAAAAAAAAAAAAAAAA".parse().unwrap();
    let change = Change::Message(NewMessage::text(client_id, "elsewhere"));
    ChatWrite::commit(&db, &[ChatWrite { chat: CHAT, author: BEN, agent: None, at: Timestamp(5), change }])
        .await
        .unwrap();
    ann.send(1, "here");
    ann.send(2, "and here");
    let filled = ben.event().await;
    assert_eq!((filled["type"].as_str(), filled["from"].as_i64()), (Some("resumed"), Some(0)));
    let seq = filled["seq"].as_i64().unwrap();
    let mut texts: Vec<_> =
        filled["events"].as_array().unwrap().iter().map(|event| event["message"]["text"].clone()).collect();
    for _ in seq..3 {
        texts.push(ben.event().await["data"]["message"]["text"].clone());
    }
    assert_eq!(texts, ["elsewhere", "here", "and here"]);
    assert_eq!(ann.acknowledged().await["seq"], 2);
    assert_eq!(ann.acknowledged().await["seq"], 3);
}

#[actix::test]
async fn repeat_of_a_message_unknown_to_the_room_is_published() {
    let (core, db, _folder) = hub().await;
    let (mut ann, mut ben) = (Reader::new(&core, ANN), Reader::new(&core, BEN));
    ben.join(STREAM, None);
    ben.joined().await;
    // Written, but the reply of the database was lost: the client retries.
    let client_id = "01JDA7XK8Q0000000000000001".parse().unwrap();
    let change = Change::Message(NewMessage::text(client_id, "durable"));
    ChatWrite::commit(&db, &[ChatWrite { chat: CHAT, author: ANN, agent: None, at: Timestamp(5), change }])
        .await
        .unwrap();
    ann.send(1, "durable");
    let acknowledged = ann.acknowledged().await;
    assert_eq!((acknowledged["seq"].as_i64(), acknowledged["repeat"].as_bool()), (Some(1), Some(true)));
    let filled = ben.event().await;
    assert_eq!((filled["type"].as_str(), filled["seq"].as_i64()), (Some("resumed"), Some(1)));
    assert_eq!(filled["events"][0]["message"]["text"], "durable");
}

#[actix::test]
async fn signal_has_no_seq_and_is_sent_at_once() {
    let (core, _db, _folder) = hub().await;
    let (ann, mut ben) = (Reader::new(&core, ANN), Reader::new(&core, BEN));
    ben.join(STREAM, None);
    ben.joined().await;
    let typing = RawValue::from_string(r#"{"type":"typing","on":true}"#.into()).unwrap();
    ann.ask(STREAM, Request::ClientSignal(&typing));
    loop {
        let ShardItem::Broadcast { frame, seq: 0 } = ben.next().await else { continue };
        let frame = parsed(frame.json());
        if frame["data"]["type"] == "typing" {
            assert_eq!((frame["type"].as_str(), frame["data"]["user"].as_i64()), (Some("signal"), Some(ANN.0)));
            break;
        }
    }
}

#[actix::test]
async fn leave_after_a_refusal_does_not_affect_subscribers() {
    let (core, _db, _folder) = hub().await;
    let (mut ann, mut ben) = (Reader::new(&core, ANN), Reader::new(&core, BEN));
    ann.join(STREAM, None);
    ann.joined().await;
    // A connection that ends before its refusal arrives leaves like any other.
    ann.ask_beside(CAT, STREAM, Request::Join { since: None, again: false });
    ann.ask_beside(CAT, STREAM, Request::Leave);
    assert_eq!(ann.refused().await, WireError::NOT_FOUND);
    ben.send(1, "still there?");
    ben.acknowledged().await;
    assert_eq!(ann.event().await["data"]["message"]["text"], "still there?");
}

#[actix::test]
async fn leave_before_admission_is_not_counted_as_present() {
    let (before, db, _folder) = hub().await;
    let (mut ann, mut ben) = (Reader::new(&before, ANN), Reader::new(&before, BEN));
    ann.join(STREAM, None);
    let since = position(&ann.joined().await.0[0]);
    ben.send(1, "one");
    ben.acknowledged().await;

    // A new room has an empty log: missed events are read from the database while the subscriber leaves.
    let after = core(&db);
    let (mut ann, mut ben) = (Reader::new(&after, ANN), Reader::new(&after, BEN));
    ann.join(STREAM, since);
    ann.ask(STREAM, Request::Leave);
    ann.joined().await;
    ben.join(STREAM, None);
    assert_eq!(ben.joined().await.0[0]["data"]["online"], json!([BEN]));
}

#[actix::test]
async fn chat_list_follows_its_chats() {
    let (core, _db, _folder) = hub().await;
    let (mut ann, mut ben) = (Reader::new(&core, ANN), Reader::new(&core, BEN));
    ben.join(StreamKey::Chats(BEN), None);
    let (frames, _) = ben.joined().await;
    assert_eq!(frames[0]["data"]["chats"], json!([]), "an empty chat that Ann has opened");
    ann.send(1, "hello");
    ann.acknowledged().await;
    let event = ben.event().await;
    assert_eq!((event["seq"].as_i64(), event["data"]["chat"]["unread"].as_i64()), (Some(1), Some(1)));
    ben.command(1, json!({"type": "read", "seq": 1}));
    let (mut acknowledged, mut cleared) = (false, false);
    while !(acknowledged && cleared) {
        match ben.next_numbered().await {
            ShardItem::Reply { reply, .. } => acknowledged = parsed(reply.unwrap().get())["up_to"] == 1,
            ShardItem::Broadcast { frame, .. } => cleared = parsed(frame.json())["data"]["unread"] == 0,
            other => panic!("{other:?}"),
        }
    }
}

#[actix::test]
async fn join_is_refused_when_the_stream_cannot_be_reloaded() {
    let (core, db, _folder) = hub().await;
    let mut ben = Reader::new(&core, BEN);
    ben.join(StreamKey::Chats(BEN), None);
    ben.joined().await;
    let client_id = "01JDA7XK8QAAAAAAAAAAAAAAAA".parse().unwrap();
    let change = Change::Message(NewMessage::text(client_id, "new"));
    let written =
        ChatWrite::commit(&db, &[ChatWrite { chat: CHAT, author: ANN, agent: None, at: Timestamp(5), change }])
            .await
            .unwrap();
    let chat::Outcome::Applied { event: chat::Event::Message { message }, .. } = &written[0] else { panic!("written") };
    db.close().await;
    // An event of a chat outside the list triggers a reload.
    let message = std::sync::Arc::new(message.clone());
    core.chat_lists.notify(BEN, hub::topics::chat_list::Update::Message { chat: ChatId(99), message });
    assert!(matches!(ben.next_numbered().await, ShardItem::Resync));
    ben.ask(StreamKey::Chats(BEN), Request::Join { since: None, again: true });
    assert_eq!(ben.refused().await.code, "unavailable");
}

#[actix::test]
async fn unused_room_ends_and_restarts_on_demand() {
    let (core, _db, _folder) = hub().await;
    let mut ann = Reader::new(&core, ANN);
    ann.join(STREAM, None);
    ann.joined().await;
    tokio::time::pause();
    tokio::time::advance(Duration::from_secs(600)).await;
    tokio::task::yield_now().await;
    assert_eq!(core.chats.len(), 1, "it has a reader");
    ann.ask(STREAM, Request::Leave);
    while !core.chats.is_empty() {
        tokio::time::advance(Duration::from_secs(5)).await;
        tokio::task::yield_now().await;
    }
    tokio::time::resume();
    ann.join(STREAM, None);
    assert_eq!(ann.joined().await.1, "snapshot");
}

#[actix::test]
async fn room_accepts_no_new_work_during_shutdown() {
    let (core, db, _folder) = hub().await;
    let mut ann = Reader::new(&core, ANN);
    core.begin_draining();
    ann.send(1, "too late");
    let refusal = ann.refused().await;
    assert_eq!((refusal.code, refusal.retry_after_ms), ("unavailable", Some(1_000)));
    assert!(stored(&db).await.is_empty());
}
