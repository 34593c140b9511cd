//! A clock set back: stored times lie in the future, and lock no user out.

use store::{
    notify::outbox::{self, BACKOFF_MAX, Channel, NewOutboxMessage},
    security::{
        known_network::Source,
        rate_limit::{self, Quota},
        verification_code::{self, IssueResult, Pepper, Purpose, VerifyResult},
    },
    testing::both,
    types::timestamp::Timestamp,
};

use crate::{NOW, account};

/// Current time after the clock was set back by an hour.
const BACK: Timestamp = Timestamp(NOW.0 - Timestamp::HOUR);

#[tokio::test]
async fn allowance_grants_attempts_after_the_clock_is_set_back() {
    both(async |db| {
        let of = Quota { times: 30, period: Timestamp::MINUTE };
        let take = async |key: &str, now| rate_limit::take(&db, key, of, now).await.unwrap();
        take("login:ann", NOW).await.unwrap();
        take("login:ann", BACK).await.unwrap();
        for _ in 0..30 {
            take("login:ben", NOW).await.unwrap();
        }
        assert!(take("login:ben", NOW.plus(-5 * Timestamp::SECOND)).await.is_err(), "clocks of nodes differ a little");
        take("login:ben", BACK).await.unwrap();
        assert_eq!(take("login:ben", BACK).await, Err(2_000), "an empty allowance fills as ever");
        take("login:ben", BACK.plus(2_000)).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn code_is_created_after_the_clock_is_set_back() {
    both(async |db| {
        let ann = account(&db, 1, "ann").await;
        let purpose = Purpose::VerifyEmail { account: ann, email: "ann@plaza.example".parse().unwrap() };
        let pepper = Pepper::new(vec![7; 32]);
        let make = async |now| {
            verification_code::issue(&db, &pepper, &purpose, Some(ann), Source::Elsewhere, now).await.unwrap()
        };
        for minutes in 0..5 {
            assert!(matches!(make(NOW.plus(minutes * Timestamp::MINUTE)).await, IssueResult::Code(_)));
        }
        assert!(matches!(make(NOW.plus(6 * Timestamp::MINUTE)).await, IssueResult::TooSoon(_)), "five an hour");
        let IssueResult::Code(digits) = make(BACK).await else { panic!("a code is made") };
        assert!(matches!(make(BACK.plus(Timestamp::SECOND)).await, IssueResult::TooSoon(59..=60)));
        let checked =
            verification_code::verify(&db, &pepper, &purpose, &digits, Source::Elsewhere, BACK.plus(Timestamp::SECOND))
                .await
                .unwrap();
        assert!(matches!(checked, VerifyResult::Valid(_)));
    })
    .await;
}

#[tokio::test]
async fn outbox_retries_after_the_clock_is_set_back() {
    both(async |db| {
        for id in 1..=2 {
            let new = NewOutboxMessage {
                id,
                channel: Channel::Mail,
                recipient: "ann@plaza.example".to_owned(),
                subject: None,
                body: "hello".to_owned(),
                now: NOW,
                expires_at: NOW.plus(Timestamp::DAY),
            };
            outbox::add(&db, &new).await.unwrap();
        }
        let claim = async |now| -> Vec<i64> {
            let claimed = outbox::claim(&db, Channel::Mail, now, 10).await.unwrap();
            claimed.into_iter().map(|message| message.id).collect()
        };
        assert_eq!(claim(NOW).await, [1, 2]);
        outbox::reschedule(&db, 1, Some(NOW.plus(BACKOFF_MAX))).await.unwrap();
        outbox::reschedule(&db, 2, None).await.unwrap();
        assert_eq!(claim(NOW.plus(1)).await, [0; 0], "the pause holds");
        assert_eq!(claim(BACK).await, [1], "refused for good stays refused");
    })
    .await;
}
