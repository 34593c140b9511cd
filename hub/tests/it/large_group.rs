//! A group of 2,000: presence costs each subscriber one signal a second, and a mark costs nothing.

use std::time::Duration;

use hub::room::{fanout::ShardItem, registry::Request};
use serde_json::json;
use store::{
    chat::{self, NewGroup},
    testing,
    types::{ids::UserId, timestamp::Timestamp},
};

use crate::support::reader::{CHAT, Reader, STREAM, core, parsed};

const MEMBERS: i64 = 2_000;

#[actix::test]
async fn presence_of_2000_members_is_sent_as_a_count_each_second() {
    let (db, _folder) = testing::sqlite().await;
    for id in 1..=MEMBERS {
        testing::account(&db, UserId(id), &format!("member{id}")).await;
    }
    let members = (2..=MEMBERS).map(UserId).collect();
    let new = NewGroup {
        id: CHAT,
        epoch: "e1".into(),
        owner: UserId(1),
        title: "Everybody".into(),
        picture: None,
        members,
        at: Timestamp(1),
    };
    chat::group(&db, &new).await.unwrap().unwrap();
    let core = core(&db);
    let mut watcher = Reader::new(&core, UserId(1));
    watcher.join(STREAM, None);
    let (frames, _) = watcher.joined().await;
    let shown = &frames[0]["data"]["chat"];
    assert_eq!((&shown["member_count"], shown["members"].as_array().unwrap().len()), (&json!(MEMBERS), 1));

    // A mark takes no seq and is not published: the next event is the message after it.
    let mut other = Reader::new(&core, UserId(2));
    other.command(1, json!({"type": "read", "seq": 1}));
    other.acknowledged().await;
    other.command(2, json!({"type": "delivered", "seq": 1}));
    other.acknowledged().await;
    other.send(3, "hello, all");
    other.acknowledged().await;
    let event = watcher.event().await;
    assert_eq!((&event["seq"], &event["data"]["type"]), (&json!(2), &json!("message")));
    assert_eq!(event["data"]["people"][0]["userName"], "member2", "whom the snapshot did not show");

    tokio::time::pause();
    let crowd: Vec<Reader> = (3..=MEMBERS).map(|id| Reader::new(&core, UserId(id))).collect();
    let mut told = Vec::new();
    let start = tokio::time::Instant::now();
    for (place, reader) in crowd.iter().enumerate() {
        reader.join(STREAM, None);
        if place % 20 == 19 {
            tokio::time::advance(Duration::from_millis(50)).await;
            reader.ask(STREAM, Request::Leave);
        }
        while let Some(item) = watcher.told_already() {
            told.push((start.elapsed(), item));
        }
    }
    // Remaining signals arrive within the next seconds.
    for _ in 0..40 {
        tokio::time::advance(Duration::from_millis(100)).await;
        tokio::task::yield_now().await;
        while let Some(item) = watcher.told_already() {
            told.push((start.elapsed(), item));
        }
    }
    let counts: Vec<(Duration, i64)> = told
        .into_iter()
        .map(|(at, item)| match item {
            ShardItem::Broadcast { frame, seq: 0 } => {
                let frame = parsed(frame.json());
                assert_eq!(frame["data"]["type"], "here", "nobody is named: {frame}");
                (at, frame["data"]["count"].as_i64().unwrap())
            }
            other => panic!("{other:?}"),
        })
        .collect();
    let seconds = i64::try_from(start.elapsed().as_secs()).unwrap() + 1;
    let count = i64::try_from(counts.len()).unwrap();
    assert!((2..=seconds + 1).contains(&count), "{count} signals in {seconds} s");
    let joined = i64::try_from(crowd.len()).unwrap();
    assert_eq!(counts.last().unwrap().1, 1 + joined - joined / 20, "and the last one is right");
}
