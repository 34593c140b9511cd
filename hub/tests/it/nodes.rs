//! Two nodes on one database: both receive all messages in order, also after a network partition.

use std::{collections::HashSet, sync::Arc, time::Duration};

use hub::{
    metrics,
    protocol::StreamKey,
    room::{fanout::ShardItem, registry::Request},
    state::HubState,
};
use serde_json::{Value, json, value::RawValue};
use store::{
    Db,
    cluster::bus::{Bus, Exchange},
    notification::{self, Kind, Notice},
    social, testing,
    types::timestamp::Timestamp,
};

use crate::support::reader::{self, ANN, BEN, CHAT, Reader, STREAM, member_of, parsed};

/// Two nodes with an in-memory bus.
async fn nodes() -> ([Arc<HubState>; 2], Db, impl Sized) {
    let (db, folder) = reader::people().await;
    let exchange = Exchange::default();
    let nodes = [member_of(&db, Bus::memory(&exchange)), member_of(&db, Bus::memory(&exchange))];
    wait_until(true, &nodes).await;
    (nodes, db.clone(), folder)
}

/// Waits until all nodes are connected to, or disconnected from, the others.
async fn wait_until(up: bool, nodes: &[Arc<HubState>]) {
    let all = async {
        while nodes.iter().any(|node| node.relay.as_ref().unwrap().is_up() != up) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), all).await.expect("the bus follows its server");
}

/// Returns the next signal of this kind about this user.
async fn signal(reader: &mut Reader, kind: &str, user: i64) -> Value {
    loop {
        if let ShardItem::Broadcast { seq: 0, frame } = reader.next().await {
            let signal = parsed(frame.json());
            if signal["data"]["type"] == kind && signal["data"]["user"] == user {
                return signal["data"].clone();
            }
        }
    }
}

async fn joined(core: &Arc<HubState>, user: store::types::ids::UserId, stream: StreamKey) -> (Reader, Value) {
    let mut reader = Reader::new(core, user);
    reader.join(stream, None);
    let (frames, _) = reader.joined().await;
    (reader, frames[0].clone())
}

#[actix::test]
async fn messages_of_either_node_reach_both_in_one_order() {
    let ([one, other], _db, _folder) = nodes().await;
    let (mut ann, _) = joined(&one, ANN, STREAM).await;
    let (mut ben, _) = joined(&other, BEN, STREAM).await;
    for number in 1..=50 {
        ann.send(number, &format!("from ann {number}"));
        ben.send(number, &format!("from ben {number}"));
    }
    let mut heard = Vec::new();
    for reader in [&mut ann, &mut ben] {
        let (mut texts, mut acks) = (Vec::new(), HashSet::new());
        while texts.len() < 100 || acks.len() < 50 {
            match reader.next_numbered().await {
                ShardItem::Reply { reply, .. } => {
                    acks.insert(parsed(reply.unwrap().get())["seq"].as_i64().unwrap());
                }
                ShardItem::Broadcast { frame, .. } => texts.extend(messages(&parsed(frame.json()))),
                other => panic!("{other:?}"),
            }
        }
        assert!(texts.iter().map(|(seq, _)| *seq).eq(1..=100), "{texts:?}");
        heard.push(texts);
    }
    assert_eq!(heard[0], heard[1]);
}

/// Returns the messages of an event, or of a batch read from the database when a seq was missing.
fn messages(frame: &Value) -> Vec<(i64, String)> {
    let one = |seq: &Value, data: &Value| {
        (seq.as_i64().unwrap(), data["message"]["text"].as_str().unwrap_or_default().to_owned())
    };
    match frame["type"].as_str() {
        Some("event") => vec![one(&frame["seq"], &frame["data"])],
        Some("resumed") => frame["events"].as_array().unwrap().iter().map(|event| one(&event["seq"], event)).collect(),
        _ => Vec::new(),
    }
}

#[actix::test]
async fn notification_of_one_node_reaches_the_other() {
    let ([one, other], db, _folder) = nodes().await;
    let (mut ann, state) = joined(&other, ANN, StreamKey::Notifications(ANN)).await;
    assert_eq!(state["data"], json!({"unread": 0, "notifications": [], "company": null}));
    let notice = Notice::new(Kind::FriendRequest, 1).by(BEN);
    for change in notification::notify(&db, &[ANN], &notice, Timestamp::now()).await.unwrap() {
        one.notifications.notify(change.account, hub::topics::notifications::Update::Inbox(change));
    }
    loop {
        if let ShardItem::Broadcast { frame, .. } = ann.next().await {
            let event = parsed(frame.json());
            assert_eq!((&event["data"]["type"], &event["data"]["unread"]), (&json!("notification"), &json!(1)));
            assert_eq!(event["data"]["notification"]["actor"]["id"], json!(BEN));
            break;
        }
    }
}

#[actix::test]
async fn marks_typing_and_presence_cross_nodes() {
    let ([one, other], _db, _folder) = nodes().await;
    let (mut ann, _) = joined(&one, ANN, STREAM).await;
    let (mut ben, state) = joined(&other, BEN, STREAM).await;
    assert_eq!(signal(&mut ann, "presence", BEN.0).await["online"], true);
    // Ann's node has replied to the presence request of Ben's node. A reply after his snapshot arrives as a signal.
    if !state["data"]["online"].as_array().unwrap().contains(&json!(ANN)) {
        assert_eq!(signal(&mut ben, "presence", ANN.0).await["online"], true);
    }
    let typing = RawValue::from_string(json!({"type": "typing", "on": true}).to_string()).unwrap();
    ann.ask(STREAM, Request::ClientSignal(&typing));
    assert_eq!(signal(&mut ben, "typing", ANN.0).await["on"], true);
    ann.send(1, "read this");
    assert_eq!(ben.event().await["data"]["message"]["text"], "read this");
    ben.command(2, json!({"type": "read", "seq": 1}));
    loop {
        if let ShardItem::Broadcast { frame, .. } = ann.next_numbered().await
            && parsed(frame.json())["data"]["type"] == "read"
        {
            break;
        }
    }
    ben.ask(STREAM, Request::Leave);
    assert_eq!(signal(&mut ann, "presence", BEN.0).await["online"], false);
}

#[actix::test]
async fn chat_lists_follow_on_every_node() {
    let ([one, other], _db, _folder) = nodes().await;
    let (mut list, _) = joined(&other, BEN, StreamKey::Chats(BEN)).await;
    let ann = Reader::new(&one, ANN);
    ann.send(1, "hello");
    let event = list.event().await;
    assert_eq!((&event["data"]["type"], &event["data"]["chat"]["unread"]), (&json!("chat"), &json!(1)));
    // Ben reads on the node where his list is not open.
    let ben = Reader::new(&one, BEN);
    ben.command(2, json!({"type": "read", "seq": 1}));
    let event = list.event().await;
    assert_eq!((&event["data"]["type"], &event["data"]["unread"]), (&json!("unread"), &json!(0)));
    assert_eq!(event["data"]["chat"], json!(CHAT));
}

#[actix::test]
async fn friend_presence_crosses_nodes_until_a_node_ends() {
    let (db, _folder) = reader::people().await;
    social::send(&db, ANN, BEN, Timestamp(1)).await.unwrap();
    social::answer(&db, BEN, ANN, true, Timestamp(2)).await.unwrap();
    let exchange = Exchange::default();
    let one = member_of(&db, Bus::memory(&exchange));
    let (mut list, state) = joined(&one, ANN, StreamKey::Chats(ANN)).await;
    assert_eq!(state["data"]["online"], json!([]));
    let other = member_of(&db, Bus::memory(&exchange));
    other.user_connected(BEN);
    assert_eq!(signal(&mut list, "presence", BEN.0).await["online"], true);
    // The node ends without notice.
    drop(other);
    assert_eq!(signal(&mut list, "presence", BEN.0).await["online"], false);
}

#[actix::test]
async fn messages_missed_on_the_bus_are_read_from_the_database() {
    let Some(redis) = testing::redis(false).await else { return };
    let (db, _folder) = reader::people().await;
    let node = || member_of(&db, Bus::redis(&redis.url(), "story").unwrap());
    let nodes = [node(), node()];
    let [one, other] = &nodes;
    wait_until(true, &nodes).await;
    let (mut ann, _) = joined(one, ANN, STREAM).await;
    let (mut ben, _) = joined(other, BEN, STREAM).await;
    let (mut list, _) = joined(other, BEN, StreamKey::Chats(BEN)).await;
    ann.send(1, "before");
    assert_eq!(ben.event().await["seq"], 1);
    assert_eq!(list.event().await["data"]["type"], "chat");
    redis.freeze();
    for number in 2..=5 {
        ann.send(number, "meanwhile");
        while !matches!(ann.next_numbered().await, ShardItem::Reply { .. }) {}
    }
    wait_until(false, &nodes).await;
    redis.thaw();
    let mut seqs = vec![];
    while seqs.len() < 4 {
        if let ShardItem::Broadcast { frame, .. } = ben.next_numbered().await {
            seqs.extend(messages(&parsed(frame.json())).into_iter().map(|(seq, _)| seq));
        }
    }
    assert_eq!(seqs, [2, 3, 4, 5], "once each and in order");
    // The list has no stored seq: it is reloaded and its subscribers resync.
    while !matches!(list.next().await, ShardItem::Resync) {}
    list.ask(StreamKey::Chats(BEN), Request::Join { since: None, again: true });
    let (frames, _) = list.joined().await;
    assert_eq!(frames[0]["data"]["chats"][0]["unread"], 5);
}

#[actix::test]
async fn foreign_bus_messages_are_ignored_and_counted() {
    let (db, _folder) = reader::people().await;
    let exchange = Exchange::default();
    let nodes = [member_of(&db, Bus::memory(&exchange)), member_of(&db, Bus::memory(&exchange))];
    let (stranger, _heard) = Bus::memory(&exchange);
    wait_until(true, &nodes).await;
    let [one, other] = nodes;
    let (mut ann, _) = joined(&one, ANN, STREAM).await;
    let (mut ben, _) = joined(&other, BEN, STREAM).await;
    let room = STREAM.to_string();
    let node = "00000000000000ab";
    let before = metrics::BUS_IGNORED.get();
    let said: Vec<(&str, String)> = vec![
        ("nodes", String::new()),
        ("nodes", "hello".to_owned()),
        ("nodes", format!("{node}C")),
        ("nodes", format!("{node}C{{\"say\":\"sing\"}}")),
        (&room, "\u{0}".repeat(100)),
        (&room, format!("{node}Q")),
        (&room, format!("{node}E1")),
        (&room, format!("{node}E1 {{\"type\":\"no such event\"}}")),
        (&room, format!("{node}E9 {}", "[".repeat(10_000))),
        (&room, format!("{node}S not json")),
        (&room, format!("{node}N{{}}")),
        (&room, format!("{node}H{{}}")),
        (&room, format!("{node}+nobody")),
        (&room, format!("{node}\u{e9}")),
    ];
    let count = u64::try_from(said.len()).unwrap();
    for (channel, payload) in said {
        stranger.publish(channel, payload.into());
    }
    // Each node receives the message; other tests of this process may add to the count.
    let all = async {
        while metrics::BUS_IGNORED.get() < before + 2 * count {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), all).await.expect("all of it is counted");
    let mut writer = Reader::new(&one, ANN);
    for number in 1..=3 {
        writer.send(number, "as if nothing were");
        assert_eq!(writer.acknowledged().await["seq"], number);
        assert_eq!((&ann.event().await["seq"], &ben.event().await["seq"]), (&json!(number), &json!(number)));
    }
}
