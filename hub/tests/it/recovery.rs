//! Connection state recovery whose reply is lost as well: the client has every event in the end.

use std::sync::Arc;

use hub::{Hub, Limits};
use serde_json::{Value, json};

use crate::{
    packets::Packets,
    slow_consumer::ByNumber,
    support::reader::{ANN, BEN, Reader, STREAM, people},
};

/// More events than a snapshot contains.
const MESSAGES: u32 = 120;

/// Returns the events among these packets, one by one.
fn events(packets: &[Value]) -> Vec<i64> {
    let told = packets.iter().flat_map(|packet| match packet[0].as_str().unwrap() {
        "event" => vec![packet[1]["seq"].as_i64().unwrap()],
        "resumed" => {
            packet[1]["events"].as_array().unwrap().iter().map(|event| event["seq"].as_i64().unwrap()).collect()
        }
        "signal" => Vec::new(),
        other => panic!("{other}: {}", packet[1]),
    });
    told.collect()
}

async fn say(writer: &mut Reader, from: u32, to: u32) {
    for number in from..=to {
        writer.send(number, "hello");
        assert_eq!(writer.acknowledged().await["seq"], number);
    }
}

#[actix::test]
async fn repeated_recovery_sends_every_event() {
    let (db, _folder) = people().await;
    let hub = Hub::start(db, Arc::new(ByNumber), Limits::default());
    let mut ann = Packets::open(&hub).await;
    let pid = ann.connect(ANN, json!({})).await.pid;
    ann.send(&format!(r#"421["join",{{"stream":"{STREAM}"}}]"#)).await;
    let snapshot = ann.event().await;
    let offset = snapshot[2].as_str().unwrap().to_owned();
    ann.ack(1).await;
    drop(ann);

    let mut writer = Reader::new(hub.state(), BEN);
    say(&mut writer, 1, MESSAGES).await;
    let back = json!({"pid": pid, "offset": offset});
    // Everything is written and nothing arrives, twice.
    for _ in 0..2 {
        let mut lost = Packets::open(&hub).await;
        assert_eq!(lost.connect(ANN, back.clone()).await.pid, pid);
    }
    let mut again = Packets::open(&hub).await;
    let connected = again.connect(ANN, back).await;
    if connected.pid == pid {
        assert_eq!(events(&connected.packets), (1..=i64::from(MESSAGES)).collect::<Vec<_>>());
        say(&mut writer, MESSAGES + 1, MESSAGES + 1).await;
        assert_eq!(events(&[again.event().await]), [i64::from(MESSAGES) + 1]);
    } else {
        // A new session, declared as such: no event was counted as delivered.
        assert_eq!(connected.packets, Vec::<Value>::new());
    }
    assert_eq!(connected.pid, pid, "what is missing can be read from the database");
}

#[actix::test]
async fn recovery_after_a_lost_batch_resumes_before_it() {
    let (db, _folder) = people().await;
    let hub = Hub::start(db, Arc::new(ByNumber), Limits::default());
    let mut writer = Reader::new(hub.state(), BEN);
    say(&mut writer, 1, MESSAGES).await;
    let mut ann = Packets::open(&hub).await;
    let pid = ann.connect(ANN, json!({})).await.pid;
    ann.send(r#"421["join",{"stream":"chats:1"}]"#).await;
    let offset = ann.event().await[2].as_str().unwrap().to_owned();
    ann.ack(1).await;
    // She has 20 events of the chat. The reply to this join is lost, and only her list has an offset.
    let since = json!(["join", {"stream": STREAM, "since": {"epoch": "e1", "seq": 20}}]);
    ann.send(&format!("422{since}")).await;
    ann.ack(2).await;
    drop(ann);
    let mut again = Packets::open(&hub).await;
    let connected = again.connect(ANN, json!({"pid": pid, "offset": offset})).await;
    assert_eq!(connected.pid, pid);
    let of_chat: Vec<Value> =
        connected.packets.into_iter().filter(|packet| packet[1]["stream"] == STREAM.to_string()).collect();
    assert_eq!(events(&of_chat), (21..=i64::from(MESSAGES)).collect::<Vec<_>>());
}
