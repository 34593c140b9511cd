//! A clock that is set back: times that were stored before are ahead of now, and lock nobody out.

use store::{
    notify::outbox::{self, Channel, LONGEST_PAUSE, NewLetter},
    security::{
        known_network::Source,
        rate_limit::{self, Allowance},
        verification_code::{self, Checked, Made, Pepper, Purpose},
    },
    testing::both,
    types::timestamp::Millis,
};

use crate::{NOW, account};

/// Now, after the clock was set back by an hour.
const BACK: Millis = Millis(NOW.0 - Millis::HOUR);

#[tokio::test]
async fn allowance_grants_tries_after_the_clock_is_set_back() {
    both(async |db| {
        let of = Allowance { times: 30, period: Millis::MINUTE };
        let take = async |key: &str, now| rate_limit::take(&db, key, of, now).await.unwrap();
        take("login:ann", NOW).await.unwrap();
        take("login:ann", BACK).await.unwrap();
        for _ in 0..30 {
            take("login:ben", NOW).await.unwrap();
        }
        assert!(take("login:ben", NOW.plus(-5 * Millis::SECOND)).await.is_err(), "clocks of nodes differ a little");
        take("login:ben", BACK).await.unwrap();
        assert_eq!(take("login:ben", BACK).await, Err(2_000), "an empty allowance fills as ever");
        take("login:ben", BACK.plus(2_000)).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn code_is_made_after_the_clock_is_set_back() {
    both(async |db| {
        let ann = account(&db, 1, "ann").await;
        let purpose = Purpose::VerifyEmail { account: ann, email: "ann@plaza.example".parse().unwrap() };
        let pepper = Pepper::new(vec![7; 32]);
        let make = async |now| {
            verification_code::make(&db, &pepper, &purpose, Some(ann), Source::Elsewhere, now).await.unwrap()
        };
        for minutes in 0..5 {
            assert!(matches!(make(NOW.plus(minutes * Millis::MINUTE)).await, Made::Code(_)));
        }
        assert!(matches!(make(NOW.plus(6 * Millis::MINUTE)).await, Made::TooSoon(_)), "five an hour");
        let Made::Code(digits) = make(BACK).await else { panic!("a code is made") };
        assert!(matches!(make(BACK.plus(Millis::SECOND)).await, Made::TooSoon(59..=60)));
        let checked =
            verification_code::check(&db, &pepper, &purpose, &digits, Source::Elsewhere, BACK.plus(Millis::SECOND))
                .await
                .unwrap();
        assert!(matches!(checked, Checked::Right(_)));
    })
    .await;
}

#[tokio::test]
async fn outbox_retries_after_the_clock_is_set_back() {
    both(async |db| {
        for id in 1..=2 {
            let new = NewLetter {
                id,
                channel: Channel::Mail,
                recipient: "ann@plaza.example".to_owned(),
                subject: None,
                body: "hello".to_owned(),
                now: NOW,
                expires_at: NOW.plus(Millis::DAY),
            };
            outbox::add(&db, &new).await.unwrap();
        }
        let claim = async |now| -> Vec<i64> {
            let claimed = outbox::claim(&db, Channel::Mail, now, 10).await.unwrap();
            claimed.into_iter().map(|message| message.id).collect()
        };
        assert_eq!(claim(NOW).await, [1, 2]);
        outbox::put_off(&db, 1, Some(NOW.plus(LONGEST_PAUSE))).await.unwrap();
        outbox::put_off(&db, 2, None).await.unwrap();
        assert_eq!(claim(NOW.plus(1)).await, [0; 0], "the pause holds");
        assert_eq!(claim(BACK).await, [1], "refused for good stays refused");
    })
    .await;
}
