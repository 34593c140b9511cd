//! The bus keeps its promises in memory, through Redis and through a cluster of it.

use std::time::Duration;

use store::{
    cluster::bus::{Bus, BusEvent, Exchange},
    testing,
};
use tokio::{sync::mpsc::Receiver, time::timeout};

/// Two nodes of one deployment.
type Nodes = [(Bus, Receiver<BusEvent>); 2];

/// Tells the story in memory, on Redis and on a cluster of one.
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

/// The next news, past what the connection itself has to say.
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
async fn news_reaches_those_who_follow_in_order_and_nobody_else() {
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
        // The one who publishes hears it too, and nothing of what it does not follow.
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
async fn who_unsubscribes_hears_nothing_more() {
    everywhere(async |[(one, mut heard), (other, _heard_by_other)]| {
        one.subscribe("a").await;
        one.subscribe("b").await;
        other.publish("a", "first".into());
        assert_eq!(news(&mut heard).await, told("a", "first"));
        one.unsubscribe("a");
        // In force once the next order is.
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
async fn deployments_on_one_redis_do_not_hear_each_other() {
    let Some(redis) = testing::redis(false).await else { return };
    let (one, mut heard) = Bus::redis(&redis.url(), "one").unwrap();
    let (other, _heard_by_other) = Bus::redis(&redis.url(), "other").unwrap();
    one.subscribe("chat:1").await;
    other.subscribe("chat:1").await;
    other.publish("chat:1", "theirs".into());
    // Behind it on the same connection: once this one is heard, the other one has gone by.
    other.subscribe("chat:2").await;
    one.publish("chat:1", "ours".into());
    assert_eq!(news(&mut heard).await, told("chat:1", "ours"));
}

#[tokio::test]
async fn a_redis_that_restarts_is_found_again_with_what_was_followed() {
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
        // Up again; a cluster's link may say so more than once on the way.
        while next(&mut heard).await != BusEvent::Connected {}
        one.subscribe("new").await;
        // A cluster's link follows again when it has found its server, and tells; until then news may be missed.
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
async fn a_redis_that_falls_silent_is_given_up_and_found_again() {
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
async fn a_redis_that_is_away_at_the_start_is_waited_for_and_a_wrong_address_is_told() {
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
