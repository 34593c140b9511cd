//! Admission control: guests and excess connections are rejected. Other users are unaffected.

use std::{sync::Arc, time::Duration};

use hub::{Hub, Limits, protocol::close};
use serde_json::json;
use store::{testing::market::CompanyRow, types::ids::UserId};

use crate::{
    packets::Packets,
    slow_consumer::{ByNumber, Frames, GUEST, connect},
    support::reader::{ANN, BEN, Reader, STREAM, people},
};

async fn open(hub: &Hub, user: UserId) -> Frames {
    Frames::open(connect(hub, user, false).await).await
}

#[actix::test]
async fn guest_join_is_refused() {
    let (db, _folder) = people().await;
    let hub = Hub::start(db, Arc::new(ByNumber), Limits::default());
    assert_eq!(open(&hub, GUEST).await.next_or_close().await, Err(Some(close::NOT_ALLOWED)));
}

#[actix::test]
async fn account_may_connect_again_when_a_connection_closes() {
    let (db, _folder) = people().await;
    let limits = Limits { connections_per_account: 2, probe: Duration::ZERO, ..Limits::default() };
    let hub = Hub::start(db, Arc::new(ByNumber), limits);
    let mut first = open(&hub, ANN).await;
    let mut second = open(&hub, ANN).await;
    for reader in [&mut first, &mut second] {
        assert_eq!(reader.next().await["type"], "snapshot");
    }
    assert_eq!(open(&hub, ANN).await.next_or_close().await, Err(Some(close::TOO_MANY)));
    // Other accounts have separate limits, and open connections stay open.
    let mut other = open(&hub, BEN).await;
    assert_eq!(other.next().await["type"], "snapshot");
    assert_eq!(first.next().await["data"]["type"], "presence");
    drop(second);
    while open(&hub, ANN).await.next_or_close().await == Err(Some(close::TOO_MANY)) {}
}

#[actix::test]
async fn connections_are_limited_per_address() {
    let (db, _folder) = people().await;
    let hub = Hub::start(db, Arc::new(ByNumber), Limits { connections_per_address: 2, ..Limits::default() });
    let mut ann = open(&hub, ANN).await;
    assert_eq!(ann.next().await["type"], "snapshot");
    let ben = open(&hub, BEN).await;
    assert_eq!(open(&hub, BEN).await.next_or_close().await, Err(Some(close::TOO_MANY)));
    drop(ben);
    while open(&hub, BEN).await.next_or_close().await == Err(Some(close::TOO_MANY)) {}
}

#[actix::test]
async fn dead_connection_is_replaced_when_its_account_is_full() {
    let (db, _folder) = people().await;
    let limits = Limits { connections_per_account: 2, probe: Duration::from_millis(500), ..Limits::default() };
    let hub = Hub::start(db, Arc::new(ByNumber), limits);
    let mut alive = open(&hub, ANN).await;
    // The socket stays open, and nothing is read or answered on it.
    let _dead = open(&hub, ANN).await;
    let (heard, mut told) = tokio::sync::mpsc::unbounded_channel();
    actix::spawn(async move {
        alive.answer_pings();
        while heard.send(alive.next_or_close().await).is_ok() {}
    });
    let mut third = loop {
        let mut next = open(&hub, ANN).await;
        match next.next_or_close().await {
            Ok(frame) => break (frame["type"] == "snapshot").then_some(next).expect("the snapshot comes first"),
            Err(code) => assert_eq!(code, Some(close::TOO_MANY)),
        }
    };
    // The responsive connection stays, and no other connection is admitted beside the two live ones.
    let mut writer = Reader::new(hub.state(), BEN);
    writer.send(1, "still there?");
    writer.acknowledged().await;
    while told.recv().await.expect("a frame").expect("it is not closed")["type"] != "event" {}
    while third.next().await["type"] != "event" {}
    third.answer_pings();
    actix::spawn(async move { while third.next_or_close().await.is_ok() {} });
    assert_eq!(open(&hub, ANN).await.next_or_close().await, Err(Some(close::TOO_MANY)));
}

#[actix::test]
async fn streams_open_to_everybody_are_limited_per_connection() {
    let (db, _folder) = people().await;
    for (id, name) in (1..).zip(["Bakery", "Florist", "Salon"]) {
        CompanyRow::new(id, name).insert(&db).await;
    }
    let hub = Hub::start(db, Arc::new(ByNumber), Limits { public_subscriptions: 2, ..Limits::default() });
    let mut ann = Packets::open(&hub).await;
    ann.connect(ANN, json!({})).await;
    let mut number = 0;
    let mut ask = async |event: &str, stream: &str| {
        number += 1;
        ann.send(&format!("42{number}{}", json!([event, {"stream": stream}]))).await;
        ann.ack(number).await
    };
    for shop in 1..=2 {
        assert_eq!(ask("join", &format!("availability:{shop}")).await["ok"], true);
    }
    assert_eq!(ask("join", "availability:3").await["error"]["code"], "too_many");
    assert_eq!(ask("join", "availability:1").await["ok"], true, "a stream that is followed already");
    assert_eq!(ask("join", &STREAM.to_string()).await["ok"], true, "a stream of members");
    ask("leave", "availability:1").await;
    assert_eq!(ask("join", "availability:3").await["ok"], true);
}
