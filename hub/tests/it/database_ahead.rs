//! A subscriber that has read more from the database than its room knows.

use std::sync::Arc;

use hub::{Hub, Limits, protocol::Position};
use store::{
    Db,
    chat::{Change, ChatWrite, NewMessage},
    db::group_commit::Write as _,
    types::timestamp::Timestamp,
};

use crate::{
    slow_consumer::{ByNumber, Frames, connect_from},
    support::reader::{ANN, BEN, CHAT, Reader, people},
};

/// Another node writes, and its bus message is lost.
async fn written_elsewhere(db: &Db, number: u8) {
    let client_id = format!("01JDA7XK8QAAAAAAAAAAAAAA{number:02}").parse().unwrap();
    let change = Change::Message(NewMessage::text(client_id, "elsewhere"));
    ChatWrite::commit(db, &[ChatWrite { chat: CHAT, author: BEN, agent: None, at: Timestamp(5), change }])
        .await
        .unwrap();
}

/// Returns the seqs received up to `last`, singly or in a batch if the room read from the database.
async fn told_until(reader: &mut Frames, last: i64) -> Vec<i64> {
    let mut told = Vec::new();
    while told.last() != Some(&last) {
        let frame = reader.next().await;
        match frame["type"].as_str().unwrap() {
            "resumed" => {
                told.extend(frame["events"].as_array().unwrap().iter().map(|event| event["seq"].as_i64().unwrap()));
            }
            "event" => told.push(frame["seq"].as_i64().unwrap()),
            _ => {}
        }
    }
    told
}

#[actix::test]
async fn subscriber_ahead_of_its_room_resumes_from_its_position() {
    let (db, _folder) = people().await;
    let hub = Hub::start(db.clone(), Arc::new(ByNumber), Limits::default());
    let mut writer = Reader::new(hub.state(), BEN);
    writer.send(1, "first");
    assert_eq!(writer.acknowledged().await["seq"], 1);
    // The room does not know these events; the subscriber received the first of them on another node.
    written_elsewhere(&db, 2).await;
    written_elsewhere(&db, 3).await;
    let since = Position { epoch: "e1".into(), seq: 2 };
    let mut ann = Frames::open(connect_from(&hub, ANN, false, Some(since)).await).await;
    let resumed = ann.next().await;
    assert_eq!((&resumed["from"], &resumed["seq"]), (&2.into(), &3.into()), "{resumed}");
    assert_eq!(resumed["events"].as_array().unwrap().len(), 1);
    // The room has learnt of these events from the join.
    writer.send(4, "fourth");
    assert_eq!(writer.acknowledged().await["seq"], 4);
    assert_eq!(told_until(&mut ann, 4).await, [4]);
}

#[actix::test]
async fn events_are_not_repeated_when_the_room_catches_up() {
    let (db, _folder) = people().await;
    let hub = Hub::start(db.clone(), Arc::new(ByNumber), Limits::default());
    let mut writer = Reader::new(hub.state(), BEN);
    // The room starts at 0 and reads 2 and 3 from the database, so its log does not reach back.
    writer.send(1, "first");
    assert_eq!(writer.acknowledged().await["seq"], 1);
    written_elsewhere(&db, 2).await;
    writer.send(3, "third");
    assert_eq!(writer.acknowledged().await["seq"], 3);
    // The room does not know this event.
    written_elsewhere(&db, 4).await;
    let since = Position { epoch: "e1".into(), seq: 0 };
    let mut ann = Frames::open(connect_from(&hub, ANN, false, Some(since)).await).await;
    let resumed = ann.next().await;
    assert_eq!((&resumed["from"], &resumed["seq"]), (&0.into(), &4.into()), "{resumed}");

    written_elsewhere(&db, 5).await;
    writer.send(6, "sixth");
    assert_eq!(writer.acknowledged().await["seq"], 6);
    assert_eq!(told_until(&mut ann, 6).await, [5, 6]);
}
