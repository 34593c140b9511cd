//! Outbox messages: claimed by one sender, retried, confirmed once.

use store::{
    Db,
    notify::outbox::{self, CLAIM_TIMEOUT, Channel, NewOutboxMessage},
    testing::{both, count},
    types::timestamp::Timestamp,
};

use crate::NOW;

async fn add(db: &Db, id: i64, channel: Channel) {
    let subject = (channel == Channel::Mail).then(|| "Your code".to_owned());
    let new = NewOutboxMessage {
        id,
        channel,
        recipient: "ann@plaza.example".to_owned(),
        subject,
        body: format!("letter {id}"),
        now: NOW.plus(id),
        expires_at: NOW.plus(10 * Timestamp::MINUTE),
    };
    outbox::add(db, &new).await.unwrap();
}

async fn claim(db: &Db, now: Timestamp) -> Vec<(i64, i64)> {
    let claimed = outbox::claim(db, Channel::Mail, now, 10).await.unwrap();
    claimed.into_iter().map(|letter| (letter.id, letter.tries)).collect()
}

#[tokio::test]
async fn message_has_one_claim_at_a_time_and_none_when_confirmed() {
    both(async |db| {
        add(&db, 1, Channel::Mail).await;
        add(&db, 2, Channel::Mail).await;
        add(&db, 3, Channel::Sms).await;
        let now = NOW.plus(10);
        assert_eq!(outbox::next_due(&db, Channel::Mail, now).await.unwrap(), Some(NOW.plus(1)));
        assert_eq!(claim(&db, now).await, [(1, 1), (2, 1)]);
        assert_eq!(claim(&db, now).await, []);
        outbox::mark_sent(&db, 1, now).await.unwrap();
        // The sender that claimed the second message crashed: that message is due again, the first is not.
        let later = now.plus(CLAIM_TIMEOUT);
        assert_eq!(outbox::next_due(&db, Channel::Mail, now).await.unwrap(), Some(later));
        assert_eq!(claim(&db, later).await, [(2, 2)]);
        let sent: Vec<_> = outbox::latest(&db, 50).await.unwrap();
        assert_eq!(
            sent.iter().map(|letter| (letter.id, letter.sent_at)).collect::<Vec<_>>(),
            [(3, None), (2, None), (1, Some(now))]
        );
        assert_eq!((&*sent[0].body, &sent[0].subject, sent[0].channel), ("letter 3", &None, Channel::Sms));
        assert_eq!(outbox::latest(&db, 1).await.unwrap().len(), 1);
    })
    .await;
}

#[tokio::test]
async fn text_is_erased_when_delivered_or_expired() {
    both(async |db| {
        for id in 1..=3 {
            add(&db, id, Channel::Mail).await;
        }
        let texts = async || -> Vec<(Option<String>, String)> {
            let messages = outbox::latest(&db, 10).await.unwrap();
            messages.into_iter().rev().map(|message| (message.subject, message.body)).collect()
        };
        let (kept, erased) = (|id| (Some("Your code".to_owned()), format!("letter {id}")), (None, String::new()));
        outbox::mark_sent(&db, 1, NOW.plus(10)).await.unwrap();
        assert_eq!(texts().await, [erased.clone(), kept(2), kept(3)]);
        assert_eq!(outbox::erase_expired(&db, NOW.plus(10 * Timestamp::MINUTE - 1)).await.unwrap(), 0);
        assert_eq!(outbox::erase_expired(&db, NOW.plus(10 * Timestamp::MINUTE)).await.unwrap(), 2);
        assert_eq!(texts().await, [erased.clone(), erased.clone(), erased]);
        assert_eq!(outbox::erase_expired(&db, NOW.plus(10 * Timestamp::MINUTE)).await.unwrap(), 0);
    })
    .await;
}

#[tokio::test]
async fn concurrent_senders_never_claim_the_same_message() {
    both(async |db| {
        for id in 1..=20 {
            add(&db, id, Channel::Mail).await;
        }
        let now = NOW.plus(100);
        let senders: Vec<_> = (0..8)
            .map(|_| {
                let db = db.clone();
                tokio::spawn(async move { outbox::claim(&db, Channel::Mail, now, 5).await.unwrap() })
            })
            .collect();
        let mut ids = Vec::new();
        for sender in senders {
            ids.extend(sender.await.unwrap().into_iter().map(|letter| letter.id));
        }
        // On PostgreSQL concurrent senders get fewer rows; no message is claimed twice.
        ids.extend(outbox::claim(&db, Channel::Mail, now, 20).await.unwrap().into_iter().map(|letter| letter.id));
        ids.sort_unstable();
        assert_eq!(ids, (1..=20).collect::<Vec<_>>());
    })
    .await;
}

#[tokio::test]
async fn message_is_rescheduled_given_up_or_expired() {
    both(async |db| {
        for id in 1..=2 {
            add(&db, id, Channel::Mail).await;
        }
        let now = NOW.plus(10);
        claim(&db, now).await;
        outbox::reschedule(&db, 1, Some(now.plus(5_000))).await.unwrap();
        outbox::reschedule(&db, 2, None).await.unwrap();
        assert_eq!(outbox::next_due(&db, Channel::Mail, now).await.unwrap(), Some(now.plus(5_000)));
        assert_eq!(claim(&db, now.plus(4_999)).await, []);
        assert_eq!(claim(&db, now.plus(5_000)).await, [(1, 2)]);
        // An expired message is not sent, and no sender waits for it.
        let late = NOW.plus(10 * Timestamp::MINUTE);
        outbox::reschedule(&db, 1, Some(late)).await.unwrap();
        assert_eq!(claim(&db, late).await, []);
        assert_eq!(outbox::next_due(&db, Channel::Mail, now).await.unwrap(), None);
        assert_eq!(outbox::purge(&db, NOW.plus(7 * Timestamp::DAY)).await.unwrap(), 0);
        assert_eq!(outbox::purge(&db, NOW.plus(7 * Timestamp::DAY + 2)).await.unwrap(), 1);
        assert_eq!(count(&db, "outbox").await, 1);
    })
    .await;
}
