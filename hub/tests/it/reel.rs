//! Counters of a reel while many like it.

use std::time::{Duration, Instant};

use hub::{protocol::StreamKey, room::fanout::ShardItem, topics::reel::Update};
use serde_json::json;
use store::{
    reel::ReelCounts,
    testing::market::{CompanyRow, ReelRow},
};

use crate::support::reader::{ANN, BEN, Reader, hub, parsed};

const LIKES: i64 = 40;

#[actix::test]
async fn counters_of_a_reel_are_sent_twice_a_second_at_most() {
    let (core, db, _folder) = hub().await;
    let company = CompanyRow::new(70, "Casa Azul").insert(&db).await;
    let reel = ReelRow::new(5, company).insert(&db).await;
    let mut watchers = [Reader::new(&core, ANN), Reader::new(&core, BEN)];
    for watcher in &mut watchers {
        watcher.join(StreamKey::Reel(reel), None);
        watcher.joined().await;
    }
    let start = Instant::now();
    let first = 1_000;
    for like in 1..=LIKES {
        core.reels
            .notify(reel, Update::Counts(ReelCounts { likes: like, revision: first + like, ..ReelCounts::default() }));
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    for watcher in &mut watchers {
        let mut revisions = Vec::new();
        while revisions.last() != Some(&(first + LIKES)) {
            let ShardItem::Broadcast { frame, seq: 0 } = watcher.next().await else { panic!("expected a signal") };
            let frame = parsed(frame.json());
            assert_eq!((&frame["type"], &frame["data"]["type"]), (&json!("signal"), &json!("counts")));
            revisions.push(frame["data"]["counts"]["revision"].as_i64().unwrap());
        }
        assert!(revisions.is_sorted(), "{revisions:?}");
        // One update at the start, one of the join before it, and one each half second.
        let allowed = 2.0 + start.elapsed().as_secs_f64() / 0.5;
        assert!(revisions.len() >= 2 && revisions.len() as f64 <= allowed, "{revisions:?} in {allowed}");
    }
}
