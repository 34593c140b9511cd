use store::{
    Db,
    security::session::{self, NewSession, RefreshToken, Rotation},
    testing::{both, count},
    types::{
        ids::{SessionId, UserId},
        timestamp::Timestamp,
    },
};

use crate::{NOW, account};

async fn sign_in(db: &Db) -> RefreshToken {
    account(db, 7, "ann").await;
    let new = NewSession {
        id: SessionId(70),
        account: UserId(7),
        user_agent: "test".to_owned(),
        address: "127.0.0.1".to_owned(),
        now: NOW,
        lifetime: Timestamp::DAY,
    };
    session::create(db, &new).await.unwrap()
}

async fn fresh(db: &Db, token: &RefreshToken, now: Timestamp) -> RefreshToken {
    match session::rotate(db, token.as_str(), now).await.unwrap() {
        Rotation::Fresh { session: SessionId(70), account: UserId(7), token, .. } => token,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn refresh_token_works_once_and_extends_the_session() {
    both(async |db| {
        let first = sign_in(&db).await;
        let second = fresh(&db, &first, NOW.plus(20 * Timestamp::HOUR)).await;
        assert!(second != first);
        // Past the first day, which would have ended an unused session.
        let third = fresh(&db, &second, NOW.plus(40 * Timestamp::HOUR)).await;
        let late = session::rotate(&db, third.as_str(), NOW.plus(65 * Timestamp::HOUR)).await.unwrap();
        assert_eq!(late, Rotation::Unknown);
    })
    .await;
}

#[tokio::test]
async fn retry_within_ten_seconds_succeeds_and_later_ends_the_family() {
    both(async |db| {
        let first = sign_in(&db).await;
        let second = fresh(&db, &first, NOW).await;
        let retried = fresh(&db, &first, NOW.plus(9_000)).await;
        // The retry did not stretch the leeway.
        let stolen = session::rotate(&db, first.as_str(), NOW.plus(11_000)).await.unwrap();
        assert_eq!(stolen, Rotation::Reused { session: SessionId(70) });
        for token in [&first, &second, &retried] {
            let after = session::rotate(&db, token.as_str(), NOW.plus(12_000)).await.unwrap();
            assert_eq!(after, Rotation::Revoked);
        }
        let revoked = session::revoked_since(&db, NOW).await.unwrap();
        assert_eq!(revoked, [(SessionId(70), NOW.plus(11_000))]);
    })
    .await;
}

#[tokio::test]
async fn retry_after_the_successor_was_used_counts_as_theft() {
    both(async |db| {
        let first = sign_in(&db).await;
        let second = fresh(&db, &first, NOW).await;
        let third = fresh(&db, &second, NOW.plus(1_000)).await;
        // A retry of the newest used token still counts as a retry.
        let retried = fresh(&db, &second, NOW.plus(2_000)).await;
        let stolen = session::rotate(&db, first.as_str(), NOW.plus(3_000)).await.unwrap();
        assert_eq!(stolen, Rotation::Reused { session: SessionId(70) });
        for token in [&first, &second, &third, &retried] {
            let after = session::rotate(&db, token.as_str(), NOW.plus(4_000)).await.unwrap();
            assert_eq!(after, Rotation::Revoked);
        }
    })
    .await;
}

#[tokio::test]
async fn first_used_token_of_a_retry_revokes_its_siblings() {
    both(async |db| {
        let first = sign_in(&db).await;
        let second = fresh(&db, &first, NOW).await;
        // A copy of the first, replayed within the leeway, opens a branch.
        let branch = fresh(&db, &first, NOW.plus(5_000)).await;
        let third = fresh(&db, &second, NOW.plus(60_000)).await;
        let replayed = session::rotate(&db, branch.as_str(), NOW.plus(61_000)).await.unwrap();
        assert_eq!(replayed, Rotation::Reused { session: SessionId(70) });
        let after = session::rotate(&db, third.as_str(), NOW.plus(62_000)).await.unwrap();
        assert_eq!(after, Rotation::Revoked);
    })
    .await;
}

#[tokio::test]
async fn concurrent_use_of_two_siblings_succeeds_once() {
    both(async |db| {
        let first = sign_in(&db).await;
        let siblings = [fresh(&db, &first, NOW).await, fresh(&db, &first, NOW.plus(1)).await];
        let [one, other] = siblings.map(|token| {
            let db = db.clone();
            tokio::spawn(async move { session::rotate(&db, token.as_str(), NOW.plus(60_000)).await.unwrap() })
        });
        let outcomes = [one.await.unwrap(), other.await.unwrap()];
        let served = outcomes.iter().filter(|outcome| matches!(outcome, Rotation::Fresh { .. })).count();
        assert_eq!(served, 1, "{outcomes:?}");
    })
    .await;
}

#[tokio::test]
async fn unissued_token_is_unknown_and_only_hashes_are_stored() {
    both(async |db| {
        let token = sign_in(&db).await;
        for text in ["", "nonsense", &token.as_str()[1..]] {
            assert_eq!(session::rotate(&db, text, NOW).await.unwrap(), Rotation::Unknown);
        }
        let hash: (String,) = store::on!(db.read(), at => sqlx::query_as("SELECT hash FROM refresh_token")
            .fetch_one(at).await)
        .unwrap();
        assert_ne!(hash.0, token.as_str());
    })
    .await;
}

#[tokio::test]
async fn session_ends_once_when_ended_twice() {
    both(async |db| {
        sign_in(&db).await;
        session::revoke(&db, SessionId(70), NOW).await.unwrap();
        session::revoke(&db, SessionId(70), NOW.plus(5)).await.unwrap();
        assert_eq!(session::revoked_since(&db, NOW).await.unwrap(), [(SessionId(70), NOW)]);
        assert_eq!(session::revoked_since(&db, NOW.plus(1)).await.unwrap(), []);
    })
    .await;
}

#[tokio::test]
async fn expired_sessions_are_purged_with_their_tokens() {
    both(async |db| {
        sign_in(&db).await;
        assert_eq!(session::forget_expired(&db, NOW.plus(Timestamp::DAY)).await.unwrap(), 0);
        assert_eq!(session::forget_expired(&db, NOW.plus(Timestamp::DAY + 1)).await.unwrap(), 1);
        assert_eq!(count(&db, "refresh_token").await, 0);
    })
    .await;
}

#[tokio::test]
async fn account_lists_and_ends_its_own_sessions_only() {
    both(async |db| {
        sign_in(&db).await;
        account(&db, 8, "ben").await;
        for (id, account, now) in [(71, 7, NOW.plus(1)), (80, 8, NOW), (72, 7, NOW.plus(-2 * Timestamp::DAY))] {
            let new = NewSession {
                id: SessionId(id),
                account: UserId(account),
                user_agent: format!("device {id}"),
                address: "::1".to_owned(),
                now,
                lifetime: Timestamp::DAY,
            };
            session::create(&db, &new).await.unwrap();
        }
        let open = async |account| -> Vec<i64> {
            let open = session::list(&db, UserId(account), NOW.plus(2)).await.unwrap();
            open.into_iter().map(|open| open.id.0).collect()
        };
        assert_eq!((open(7).await, open(8).await), (vec![71, 70], vec![80]));
        let shown = session::list(&db, UserId(8), NOW).await.unwrap().remove(0);
        assert_eq!((shown.user_agent.as_str(), shown.address.as_str(), shown.created_at), ("device 80", "::1", NOW));

        for (id, ended) in [(80, false), (72, false), (99, false), (71, true), (71, false)] {
            assert_eq!(session::revoke_own(&db, UserId(7), SessionId(id), NOW.plus(2)).await.unwrap(), ended, "{id}");
        }
        assert_eq!((open(7).await, open(8).await), (vec![70], vec![80]));
        let ended = session::revoke_all(&db, UserId(8), Some(SessionId(80)), NOW).await.unwrap();
        assert_eq!(ended, []);
        let ended = session::revoke_all(&db, UserId(7), None, NOW).await.unwrap();
        assert!(ended.contains(&SessionId(70)) && !ended.contains(&SessionId(80)), "{ended:?}");
    })
    .await;
}

#[tokio::test]
async fn excess_sessions_end_least_recently_used_first() {
    both(async |db| {
        sign_in(&db).await;
        account(&db, 8, "ben").await;
        let most = session::PER_ACCOUNT;
        // The first session was used last. Sessions of other accounts and expired sessions do not count.
        for (id, account, now) in (0..most + 2)
            .map(|number| (1_000 + number, 7, NOW.plus(-number)))
            .chain([(80, 8, NOW.plus(-9_000)), (81, 7, NOW.plus(-2 * Timestamp::DAY))])
        {
            let new = NewSession {
                id: SessionId(id),
                account: UserId(account),
                user_agent: String::new(),
                address: String::new(),
                now,
                lifetime: Timestamp::DAY,
            };
            session::create(&db, &new).await.unwrap();
        }
        let mut ended = session::end_surplus(&db, UserId(7), NOW.plus(1)).await.unwrap();
        ended.sort_unstable();
        // The session of the sign-in and a session of the same moment are kept.
        assert_eq!(ended, [most - 1, most, most + 1].map(|number| SessionId(1_000 + number)));
        let open = session::list(&db, UserId(7), NOW.plus(1)).await.unwrap();
        assert_eq!(i64::try_from(open.len()).unwrap(), most);
        assert!(session::end_surplus(&db, UserId(7), NOW.plus(1)).await.unwrap().is_empty());
        assert_eq!(session::list(&db, UserId(8), NOW).await.unwrap().len(), 1);
    })
    .await;
}
