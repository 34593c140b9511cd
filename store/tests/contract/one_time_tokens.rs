//! One-time tokens and shared attempt limits, with concurrent requests of several nodes.

use futures_util::future::join_all;
use store::{
    Db,
    security::{
        one_time_token::{self, Kind},
        rate_limit::{self, Quota},
    },
    testing::{both, count},
    types::timestamp::Timestamp,
};

use crate::NOW;

async fn take(db: &Db, kind: Kind, key: &str, now: Timestamp) -> Option<String> {
    one_time_token::redeem(db, kind, key, now).await.unwrap()
}

#[tokio::test]
async fn token_works_once_for_its_purpose_before_it_expires() {
    both(async |db| {
        let what = "it's a \"ticket\"".to_owned();
        let keep = async || one_time_token::issue(&db, Kind::Ticket, &what, NOW.plus(10)).await.unwrap();
        let key = keep().await;
        assert_eq!(key.len(), 32);
        for (kind, wrong) in
            [(Kind::Challenge, key.as_str()), (Kind::Oidc, &key), (Kind::Ticket, ""), (Kind::Ticket, "x")]
        {
            assert_eq!(take(&db, kind, wrong, NOW).await, None);
        }
        assert_eq!(take(&db, Kind::Ticket, &key, NOW.plus(9)).await, Some(what.clone()));
        assert_eq!(take(&db, Kind::Ticket, &key, NOW.plus(9)).await, None);
        let late = keep().await;
        assert_eq!(take(&db, Kind::Ticket, &late, NOW.plus(10)).await, None);
        // The database stores only a hash of the token.
        let key = keep().await;
        let (hash,): (String,) =
            store::on!(db.read(), at => sqlx::query_as("SELECT hash FROM one_use").fetch_one(at).await).unwrap();
        assert!(!hash.contains(&key) && hash.len() == 43);
        assert_eq!(one_time_token::purge_expired(&db, NOW.plus(9)).await.unwrap(), 0);
        assert_eq!(one_time_token::purge_expired(&db, NOW.plus(10)).await.unwrap(), 1);
    })
    .await;
}

#[tokio::test]
async fn concurrent_redeems_succeed_once() {
    both(async |db| {
        for _ in 0..5 {
            let key = one_time_token::issue(&db, Kind::Ticket, &"one".to_owned(), NOW.plus(10)).await.unwrap();
            let all = join_all((0..8).map(|_| take(&db, Kind::Ticket, &key, NOW))).await;
            assert_eq!(all.into_iter().flatten().count(), 1);
        }
    })
    .await;
}

#[tokio::test]
async fn peek_limit_is_shared_by_all_callers() {
    both(async |db| {
        let key = one_time_token::issue(&db, Kind::Challenge, &7, NOW.plus(10)).await.unwrap();
        let look = async |now| one_time_token::peek::<i64>(&db, Kind::Challenge, &key, 5, now).await.unwrap();
        assert_eq!(look(NOW.plus(10)).await, None);
        let all = join_all((0..8).map(|_| look(NOW))).await;
        assert_eq!(all.into_iter().flatten().collect::<Vec<_>>(), [7; 5]);
        // The token still works for the correct fifth attempt.
        assert_eq!(one_time_token::redeem(&db, Kind::Challenge, &key, NOW).await.unwrap(), Some(7));
    })
    .await;
}

#[tokio::test]
async fn allowance_is_shared_and_refills_evenly() {
    both(async |db| {
        let of = Quota { times: 6, period: Timestamp::MINUTE };
        let take = async |key: &str, now| rate_limit::take(&db, key, of, now).await.unwrap();
        let at_once = join_all((0..20).map(|_| take("login:ann", NOW))).await;
        assert_eq!(at_once.iter().filter(|taken| taken.is_ok()).count(), 6);
        assert_eq!(take("login:ann", NOW).await, Err(10_000));
        assert_eq!(take("login:ben", NOW).await, Ok(()));
        assert_eq!(take("login:ann", NOW.plus(4_000)).await, Err(6_000));
        assert_eq!(take("login:ann", NOW.plus(10_000)).await, Ok(()));
        assert!(take("login:ann", NOW.plus(10_000)).await.is_err());
        // Uncharged attempts are refunded.
        rate_limit::refund(&db, "login:ann", of).await.unwrap();
        assert_eq!(take("login:ann", NOW.plus(10_000)).await, Ok(()));
        rate_limit::refund(&db, "login:nobody", of).await.unwrap();
        assert_eq!(count(&db, "allowance").await, 2);
        // Ben's allowance is full before Ann's.
        assert_eq!(rate_limit::purge(&db, NOW.plus(10_000)).await.unwrap(), 1);
        assert_eq!(rate_limit::purge(&db, NOW.plus(70_000)).await.unwrap(), 1);
        assert_eq!(take("login:ann", NOW.plus(70_000)).await, Ok(()));
    })
    .await;
}

#[tokio::test]
async fn allowance_of_networks_is_taken_from_all_or_none() {
    both(async |db| {
        let of = Quota { times: 2, period: Timestamp::MINUTE };
        let take = async |address: &str| {
            let quotas = of.of_networks("checks", address.parse().unwrap());
            rate_limit::take_of_all(&db, &quotas, 1, NOW).await.unwrap()
        };
        for (address, is_taken) in [
            ("192.0.2.1", true),
            ("192.0.2.1", true),
            ("192.0.2.1", false),
            ("192.0.2.2", true),
            ("2001:db8::1", true),
            ("2001:db8::2", true),
            ("2001:db8::3", false),
            // Attempts that the /64 refused cost its /56 nothing.
            ("2001:db8:0:1::1", true),
            ("2001:db8:0:1::1", true),
            ("2001:db8:0:2::1", true),
            ("2001:db8:0:2::1", true),
            ("2001:db8:0:3::1", true),
            ("2001:db8:0:3::1", true),
            ("2001:db8:0:4::1", false),
            ("2001:db8:0:100::1", true),
        ] {
            assert_eq!(take(address).await.is_ok(), is_taken, "{address}");
        }
        assert_eq!(take("192.0.2.1").await, Err(30_000));
    })
    .await;
}

#[tokio::test]
async fn byte_allowance_takes_all_or_none_and_refunds() {
    both(async |db| {
        let of = Quota { times: 1 << 30, period: Timestamp::DAY };
        let take = async |count, now| rate_limit::take_many(&db, "bytes:ann", of, count, now).await.unwrap();
        let block = 1 << 26;
        let at_once = join_all((0..20).map(|_| take(block, NOW))).await;
        assert_eq!(at_once.iter().filter(|taken| taken.is_ok()).count(), 16);
        assert_eq!(take(block, NOW).await, Err(Timestamp::DAY / 16));
        // A sixteenth of a day refills a sixteenth of the bytes.
        let later = NOW.plus(Timestamp::DAY / 16);
        assert_eq!(take(block, later).await, Ok(()));
        assert!(take(1_000, later).await.is_err());
        rate_limit::refund_many(&db, "bytes:ann", of, 2 * block).await.unwrap();
        assert_eq!(take(block, later).await, Ok(()));
        assert_eq!(take(block, later).await, Ok(()));
        assert!(take(1_000, later).await.is_err());
        // More than a full allowance is always refused, also when unused.
        let too_many = rate_limit::take_many(&db, "bytes:ben", of, of.times + 1, NOW).await.unwrap();
        assert_eq!(too_many, Err(Timestamp::DAY));
        assert_eq!(count(&db, "allowance").await, 1);
    })
    .await;
}
