//! Sessions that post but do not poll: their queued data is bounded, and they are ended.

use std::{net::IpAddr, sync::Arc, time::Duration};

use bytes::Bytes;
use hub::{
    Hub, Limits, metrics,
    transport::socket_io::{Answer, engine::EngineError},
};
use serde_json::json;
use store::{
    chat::{self, NewDirect},
    testing,
    types::{
        ids::{ChatId, UserId},
        timestamp::Timestamp,
    },
};

use crate::{
    slow_consumer::ByNumber,
    support::reader::{ANN, Reader, people},
};

const ADDRESS: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);
/// Maximum queued bytes of one session.
const QUEUE: usize = 16 * 1024;

async fn request(hub: &Hub, sid: &str, body: Option<String>) -> Answer {
    let query = format!("EIO=4&transport=polling{}{sid}", if sid.is_empty() { "" } else { "&sid=" });
    let (is_get, is_post) = (body.is_none(), body.is_some());
    let body = async move |limit: usize| match body.map(Bytes::from) {
        Some(body) if body.len() > limit => Err(EngineError::TooLarge),
        body => body.ok_or(EngineError::BadRequest),
    };
    let answer = hub.polling(ADDRESS, is_get, is_post, &query, body);
    tokio::time::timeout(Duration::from_secs(20), answer).await.expect("an answer in time")
}

/// Opens a session. Returns its id.
pub async fn begin(hub: &Hub) -> String {
    let open = request(hub, "", None).await.body;
    let open: serde_json::Value = serde_json::from_slice(&open[1..]).unwrap();
    open["sid"].as_str().unwrap().to_owned()
}

pub async fn post(hub: &Hub, sid: &str, body: &str) -> Answer {
    request(hub, sid, Some(body.to_owned())).await
}

pub async fn poll(hub: &Hub, sid: &str) -> String {
    String::from_utf8(request(hub, sid, None).await.body.to_vec()).unwrap()
}

async fn signed_in(hub: &Hub) -> String {
    let sid = begin(hub).await;
    post(hub, &sid, r#"40{"token":"1"}"#).await;
    assert!(poll(hub, &sid).await.starts_with("40{"));
    sid
}

/// Events, each refused with a reply of some hundred bytes.
fn refused(count: usize) -> String {
    let events: Vec<_> = (0..count).map(|number| format!(r#"42{number}["fly"]"#)).collect();
    events.join("\x1e")
}

#[actix::test]
async fn answers_to_one_post_wait_within_the_queue_limit() {
    let (db, _folder) = people().await;
    let limits = Limits { queue: QUEUE, rate: 0, ..Limits::default() };
    let hub = Hub::start(db, Arc::new(ByNumber), limits);
    let sid = signed_in(&hub).await;
    let posting = {
        let (hub, sid) = (hub.clone(), sid.clone());
        actix::spawn(async move { post(&hub, &sid, &refused(2_000)).await })
    };
    let mut next = 0;
    while next < 2_000 {
        let body = poll(&hub, &sid).await;
        assert!(body.len() <= QUEUE + 1_024, "{} bytes at once", body.len());
        for packet in body.split('\x1e') {
            assert!(packet.starts_with(&format!(r#"43{next}[{{"ok":false"#)), "{packet}");
            next += 1;
        }
    }
    assert_eq!(posting.await.unwrap().status, 200);
    // The session accepts the next POST.
    assert_eq!(post(&hub, &sid, r#"421["ping",{}]"#).await.status, 200);
    assert!(poll(&hub, &sid).await.starts_with("431["));
}

#[actix::test]
async fn session_that_never_polls_ends_with_its_post() {
    let (db, _folder) = people().await;
    let stalled = Duration::from_millis(200);
    let hub = Hub::start(db, Arc::new(ByNumber), Limits { queue: QUEUE, rate: 0, stalled, ..Limits::default() });
    let sid = signed_in(&hub).await;
    assert_eq!(post(&hub, &sid, &refused(2_000)).await.status, 400);
    assert_eq!(request(&hub, &sid, None).await.status, 400);
    assert!(!hub.state().presence.here().contains(&ANN));
}

#[actix::test]
async fn post_past_the_overhead_rate_ends_the_session() {
    let (db, _folder) = people().await;
    let hub = Hub::start(db, Arc::new(ByNumber), Limits::default());
    let sid = signed_in(&hub).await;
    post(&hub, &sid, &vec!["6"; 1_000].join("\x1e")).await;
    assert_eq!(poll(&hub, &sid).await, "1");
    assert_eq!(request(&hub, &sid, None).await.status, 400);
}

#[actix::test]
async fn large_post_before_sign_in_is_refused() {
    let (db, _folder) = people().await;
    let hub = Hub::start(db, Arc::new(ByNumber), Limits::default());
    let sid = begin(&hub).await;
    assert_eq!(post(&hub, &sid, &format!("4{}", "x".repeat(5_000))).await.status, 413);
    post(&hub, &sid, r#"40{"token":"1"}"#).await;
    assert!(poll(&hub, &sid).await.starts_with("40{"));
}

#[actix::test]
async fn snapshots_of_many_joins_wait_within_the_queue_limit() {
    const CHATS: i64 = 8;
    let (db, _folder) = people().await;
    let hub = Hub::start(db.clone(), Arc::new(ByNumber), Limits { queue: QUEUE, ..Limits::default() });
    let mut writer = Reader::new(hub.state(), ANN);
    let mut joins = Vec::new();
    for number in 0..CHATS {
        let (id, with) = (ChatId(100 + number), UserId(100 + number));
        testing::account(&db, with, &format!("friend{number}")).await;
        chat::direct(&db, NewDirect { id, epoch: "e".into(), from: ANN, with, at: Timestamp(0) }).await.unwrap();
        for message in 0..10 {
            let id_of_command = u32::try_from(number * 10 + message).unwrap();
            let command = json!({"type": "send", "text": "x".repeat(3_900)});
            writer.command_in(hub::protocol::StreamKey::Chat(id), id_of_command, command);
            writer.acknowledged().await;
        }
        joins.push(format!(r#"42{number}["join",{{"stream":"chat:{id}"}}]"#));
    }
    let sid = signed_in(&hub).await;
    let joined = || metrics::JOINS.with_label_values(&["snapshot"]).get();
    let before = joined();
    assert_eq!(post(&hub, &sid, &joins.join("\x1e")).await.status, 200);
    while joined() < before + CHATS as u64 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let mut snapshots = 0;
    while snapshots < CHATS {
        let body = poll(&hub, &sid).await;
        // One snapshot takes some 40 KB.
        assert!(body.len() < QUEUE + 64 * 1024, "{} bytes at once", body.len());
        snapshots += i64::try_from(body.matches(r#""type":"snapshot""#).count()).unwrap();
    }
}
