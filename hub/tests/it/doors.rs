//! Who comes in and is sent away again: guests, and those who are too many. Others notice nothing.

use std::sync::Arc;

use hub::{Hub, Limits, wire::close};
use store::ids::UserId;

use crate::{
    reader::{ANN, BEN, people},
    slow::{ByNumber, Frames, GUEST, connect},
};

async fn open(hub: &Hub, user: UserId) -> Frames {
    Frames::open(connect(hub, user, false).await).await
}

#[actix::test]
async fn a_guest_may_not_follow() {
    let (db, _folder) = people().await;
    let hub = Hub::start(db, Arc::new(ByNumber), Limits::default(), 0);
    assert_eq!(open(&hub, GUEST).await.next_or_close().await, Err(Some(close::NOT_ALLOWED)));
}

#[actix::test]
async fn an_account_has_so_many_connections_and_a_place_when_one_has_gone() {
    let (db, _folder) = people().await;
    let hub = Hub::start(db, Arc::new(ByNumber), Limits { connections_per_account: 2, ..Limits::default() }, 0);
    let mut first = open(&hub, ANN).await;
    let mut second = open(&hub, ANN).await;
    for reader in [&mut first, &mut second] {
        assert_eq!(reader.next().await["type"], "snapshot");
    }
    assert_eq!(open(&hub, ANN).await.next_or_close().await, Err(Some(close::TOO_MANY)));
    // Somebody else has places of their own, and those who are in stay in.
    let mut other = open(&hub, BEN).await;
    assert_eq!(other.next().await["type"], "snapshot");
    assert_eq!(first.next().await["data"]["type"], "presence");
    drop(second);
    while open(&hub, ANN).await.next_or_close().await == Err(Some(close::TOO_MANY)) {}
}

#[actix::test]
async fn an_address_has_so_many_connections_whoever_comes_from_it() {
    let (db, _folder) = people().await;
    let hub = Hub::start(db, Arc::new(ByNumber), Limits { connections_per_address: 2, ..Limits::default() }, 0);
    let mut ann = open(&hub, ANN).await;
    assert_eq!(ann.next().await["type"], "snapshot");
    let ben = open(&hub, BEN).await;
    assert_eq!(open(&hub, BEN).await.next_or_close().await, Err(Some(close::TOO_MANY)));
    drop(ben);
    while open(&hub, BEN).await.next_or_close().await == Err(Some(close::TOO_MANY)) {}
}
