use store::{
    Db, Error,
    account::{self, AccountKind, guest},
    security::session::{self, NewSession},
    testing::{both, count},
    types::{
        ids::{SessionId, UserId},
        timestamp::Timestamp,
    },
};

use crate::{NOW, account as person, new_account};

async fn guest(db: &Db, id: i64) {
    account::create(db, &guest::new_guest(UserId(id), NOW).unwrap()).await.unwrap();
}

async fn sign_in(db: &Db, id: i64, now: Timestamp) {
    let new = NewSession {
        id: SessionId(id * 10),
        account: UserId(id),
        user_agent: String::new(),
        address: String::new(),
        now,
        lifetime: 30 * Timestamp::DAY,
    };
    session::create(db, &new).await.unwrap();
}

#[tokio::test]
async fn guest_becomes_an_account_once() {
    both(async |db| {
        guest(&db, 7).await;
        person(&db, 8, "ben").await;
        let taken = guest::promote(&db, &new_account(7, "BEN")).await;
        assert!(matches!(taken, Err(Error::Taken)));
        guest::promote(&db, &new_account(7, "ann")).await.unwrap();
        let profile = account::profile(&db, UserId(7)).await.unwrap();
        assert_eq!((profile.kind, profile.user_name.as_str()), (AccountKind::Regular, "ann"));
        assert_eq!(account::find_by_login(&db, "ann@plaza.example").await.unwrap().unwrap().id, UserId(7));
        for id in [7, 8, 9] {
            let again = guest::promote(&db, &new_account(id, "eve")).await;
            assert!(matches!(again, Err(Error::NotFound)), "{id}");
        }
    })
    .await;
}

#[tokio::test]
async fn expired_guests_are_purged_and_no_other_account() {
    both(async |db| {
        person(&db, 6, "ann").await;
        guest(&db, 7).await;
        guest(&db, 8).await;
        sign_in(&db, 7, NOW).await;
        sign_in(&db, 8, NOW.plus(Timestamp::DAY)).await;
        let month = NOW.plus(30 * Timestamp::DAY);
        assert_eq!(guest::forget_idle_guests(&db, month).await.unwrap(), 0);
        assert_eq!(guest::forget_idle_guests(&db, month.plus(1)).await.unwrap(), 1);
        assert_eq!((count(&db, "account").await, count(&db, "session").await), (2, 1));
        assert_eq!(guest::forget_idle_guests(&db, month.plus(Timestamp::DAY + 1)).await.unwrap(), 1);
        assert!(account::profile(&db, UserId(6)).await.is_ok());
    })
    .await;
}

#[tokio::test]
async fn session_gets_one_more_token() {
    both(async |db| {
        guest(&db, 7).await;
        sign_in(&db, 7, NOW).await;
        let token = session::renew(&db, SessionId(70), NOW).await.unwrap();
        let rotation = session::rotate(&db, token.as_str(), NOW).await.unwrap();
        assert!(matches!(rotation, session::Rotation::Fresh { session: SessionId(70), .. }));
    })
    .await;
}
