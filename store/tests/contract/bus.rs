//! Contract of the bus in memory, on Redis and on a Redis cluster.

use std::time::Duration;

use store::{
    cluster::bus::{Bus, BusEvent, Exchange},
    testing,
};
use tokio::{sync::mpsc::Receiver, time::timeout};

/// Two nodes of one deployment.
type Nodes = [(Bus, Receiver<BusEvent>); 2];

/// Runs the test in memory, on Redis and on a one-node cluster.
async fn everywhere(story: impl AsyncFn(Nodes)) {
    let exchange = Exchange::default();
    story([Bus::memory(&exchange), Bus::memory(&exchange)]).await;
    for cluster in [false, true] {
        let Some(redis) = testing::redis(cluster).await else { return };
        let node = || Bus::redis(&redis.url(), "story").unwrap();
        story([node(), node()]).await;
    }
}

async fn next(heard: &mut Receiver<BusEvent>) -> BusEvent {
    timeout(Duration::from_secs(30), heard.recv()).await.expect("nothing was heard").expect("the bus ended")
}

/// Returns the next message; skips connection events.
async fn news(heard: &mut Receiver<BusEvent>) -> (String, String) {
    loop {
        if let BusEvent::Message { channel, payload } = next(heard).await {
            return (channel.to_string(), String::from_utf8(payload.to_vec()).unwrap());
        }
    }
}

fn told(channel: &str, payload: impl ToString) -> (String, String) {
    (channel.to_owned(), payload.to_string())
}

#[tokio::test]
async fn messages_reach_subscribers_in_order_and_no_other_node() {
    everywhere(async |[(one, mut heard_by_one), (other, mut heard_by_other)]| {
        assert_eq!(
            (next(&mut heard_by_one).await, next(&mut heard_by_other).await),
            (BusEvent::Connected, BusEvent::Connected)
        );
        one.subscribe("chat:1").await;
        other.subscribe("chat:1").await;
        other.subscribe("chat:2").await;
        for count in 0..200 {
            one.publish("chat:1", count.to_string().into());
        }
        one.publish("chat:2", "two".into());
        one.publish("chat:1", "end".into());
        for count in 0..200 {
            assert_eq!(news(&mut heard_by_one).await, told("chat:1", count));
        }
        // The publisher receives its own message, and none of streams without subscription.
        assert_eq!(news(&mut heard_by_one).await, told("chat:1", "end"));
        let mut heard = Vec::new();
        for _ in 0..202 {
            heard.push(news(&mut heard_by_other).await);
        }
        let first: Vec<_> = heard.iter().filter(|(channel, _)| channel == "chat:1").cloned().collect();
        let expected: Vec<_> = (0..200).map(|count| told("chat:1", count)).chain([told("chat:1", "end")]).collect();
        assert_eq!(first, expected);
        assert!(heard.contains(&told("chat:2", "two")));
    })
    .await;
}

#[tokio::test]
async fn unsubscribed_node_receives_nothing_more() {
    everywhere(async |[(one, mut heard), (other, _heard_by_other)]| {
        one.subscribe("a").await;
        one.subscribe("b").await;
        other.publish("a", "first".into());
        assert_eq!(news(&mut heard).await, told("a", "first"));
        one.unsubscribe("a");
        // In force once the next command is.
        one.subscribe("c").await;
        other.publish("a", "second".into());
        other.publish("c", "third".into());
        other.publish("b", "fourth".into());
        let mut rest = [news(&mut heard).await, news(&mut heard).await];
        rest.sort();
        assert_eq!(rest, [told("b", "fourth"), told("c", "third")]);
    })
    .await;
}

#[tokio::test]
async fn deployments_on_one_redis_are_isolated() {
    let Some(redis) = testing::redis(false).await else { return };
    let (one, mut heard) = Bus::redis(&redis.url(), "one").unwrap();
    let (other, _heard_by_other) = Bus::redis(&redis.url(), "other").unwrap();
    one.subscribe("chat:1").await;
    other.subscribe("chat:1").await;
    other.publish("chat:1", "theirs".into());
    // Follows on the same connection: once this message arrives, the other has been processed.
    other.subscribe("chat:2").await;
    one.publish("chat:1", "ours".into());
    assert_eq!(news(&mut heard).await, told("chat:1", "ours"));
}

#[tokio::test]
async fn subscriptions_are_restored_when_redis_restarts() {
    for cluster in [false, true] {
        let Some(mut redis) = testing::redis(cluster).await else { return };
        let (one, mut heard) = Bus::redis(&redis.url(), "story").unwrap();
        one.subscribe("kept").await;
        one.subscribe("left").await;
        assert_eq!(next(&mut heard).await, BusEvent::Connected);
        redis.stop();
        assert_eq!(next(&mut heard).await, if cluster { BusEvent::Connected } else { BusEvent::Disconnected });
        one.unsubscribe("left");
        redis.start().await;
        // Connected again; a cluster link may report this more than once.
        while next(&mut heard).await != BusEvent::Connected {}
        one.subscribe("new").await;
        // A cluster link resubscribes and reports when it has found its server; until then messages may be missed.
        for channel in ["left", "kept", "new"] {
            let told_of = async {
                loop {
                    one.publish(channel, "news".into());
                    match timeout(Duration::from_millis(200), heard.recv()).await {
                        Ok(Some(BusEvent::Message { channel: from, .. })) if *from == *channel => return,
                        _ => {}
                    }
                }
            };
            let limit = if channel == "left" { Duration::from_secs(1) } else { Duration::from_secs(30) };
            assert_eq!(timeout(limit, told_of).await.is_ok(), channel != "left", "{channel}, cluster: {cluster}");
        }
    }
}

#[tokio::test]
async fn silent_redis_is_disconnected_and_reconnected() {
    let Some(redis) = testing::redis(false).await else { return };
    let (one, mut heard) = Bus::redis(&redis.url(), "story").unwrap();
    one.subscribe("chat:1").await;
    assert_eq!(next(&mut heard).await, BusEvent::Connected);
    redis.freeze();
    assert_eq!(next(&mut heard).await, BusEvent::Disconnected);
    one.publish("chat:1", "into the void".into());
    redis.thaw();
    assert_eq!(next(&mut heard).await, BusEvent::Connected);
    one.publish("chat:1", "back".into());
    assert_eq!(news(&mut heard).await, told("chat:1", "back"));
}

#[tokio::test]
async fn start_waits_for_redis_and_wrong_address_is_reported() {
    assert!(Bus::redis("postgres://localhost", "story").is_err());
    let Some(mut redis) = testing::redis(false).await else { return };
    redis.stop();
    let (one, mut heard) = Bus::redis(&redis.url(), "story").unwrap();
    redis.start().await;
    assert_eq!(next(&mut heard).await, BusEvent::Connected);
    one.subscribe("chat:1").await;
    one.publish("chat:1", "there".into());
    assert_eq!(news(&mut heard).await, told("chat:1", "there"));
}
