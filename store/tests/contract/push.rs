use store::{
    Db,
    chat::{ChatKind, NewDirect},
    notify::push::{self, NewSubscription},
    security::session::{self, NewSession},
    testing::both,
    types::{
        ids::{ChatId, SessionId, UserId},
        timestamp::Timestamp,
    },
};

use crate::{NOW, account};

pub const CHAT: ChatId = ChatId(7);

pub async fn chat_of_two(db: &Db) -> (UserId, UserId) {
    let (ann, ben) = (account(db, 1, "ann").await, account(db, 2, "ben").await);
    store::chat::direct(db, NewDirect { id: CHAT, epoch: "e1".into(), from: ann, with: ben, at: NOW }).await.unwrap();
    (ann, ben)
}

pub async fn signed_in(db: &Db, account: UserId, id: i64) -> SessionId {
    let new = NewSession {
        id: SessionId(id),
        account,
        user_agent: String::new(),
        address: String::new(),
        now: NOW,
        lifetime: Timestamp::DAY,
    };
    session::create(db, &new).await.unwrap();
    SessionId(id)
}

pub fn subscription(account: UserId, session: SessionId, number: i64) -> NewSubscription {
    NewSubscription {
        endpoint: format!("https://push.example/{number}"),
        account,
        session,
        public_key: "key".into(),
        secret: "secret".into(),
        now: NOW.plus(number),
    }
}

/// Returns the endpoints notified of a message of `sender`, an hour later.
async fn told(db: &Db, sender: UserId) -> Vec<String> {
    let targets = push::targets(db, CHAT, sender, NOW.plus(Timestamp::HOUR)).await.unwrap();
    targets.into_iter().map(|target| target.endpoint.rsplit('/').next().unwrap().to_owned()).collect()
}

async fn run(db: &Db, sql: &'static str) {
    store::on!(db.write(), at => store::testing::sqlx::query(sql).execute(at).await.map(drop)).unwrap();
}

#[tokio::test]
async fn all_browsers_of_recipients_are_notified_and_not_the_sender() {
    both(async |db| {
        let (ann, ben) = chat_of_two(&db).await;
        let cat = account(&db, 3, "cat").await;
        assert!(!push::any(&db).await.unwrap());
        for (account, number) in [(ann, 1), (ben, 2), (ben, 3), (cat, 4)] {
            let session = signed_in(&db, account, number).await;
            push::subscribe(&db, &subscription(account, session, number)).await.unwrap();
        }
        assert!(push::any(&db).await.unwrap());
        assert_eq!((told(&db, ann).await, told(&db, ben).await), (vec!["2".into(), "3".into()], vec!["1".to_owned()]));
        push::unsubscribe(&db, ann, "https://push.example/2").await.unwrap();
        assert_eq!(told(&db, ann).await, ["2", "3"], "another's cannot be ended");
        push::unsubscribe(&db, ben, "https://push.example/2").await.unwrap();
        push::forget(&db, "https://push.example/1").await.unwrap();
        assert_eq!((told(&db, ann).await, told(&db, ben).await), (vec!["3".to_owned()], vec![]));
        let heading = push::heading(&db, CHAT, ann).await.unwrap();
        assert_eq!((heading.kind, heading.title, heading.sender.user_name.as_str()), (ChatKind::Direct, None, "ann"));
    })
    .await;
}

#[tokio::test]
async fn muted_blocked_left_and_opted_out_users_are_not_notified() {
    both(async |db| {
        let (ann, ben) = chat_of_two(&db).await;
        let session = signed_in(&db, ben, 1).await;
        push::subscribe(&db, &subscription(ben, session, 1)).await.unwrap();
        for (off, on) in [
            ("UPDATE chat_member SET muted_until = 9999999999999", "UPDATE chat_member SET muted_until = 1"),
            ("INSERT INTO block (blocker_id, blocked_id, at) VALUES (2, 1, 5)", "DELETE FROM block"),
            ("UPDATE chat_member SET left_at = 5", "UPDATE chat_member SET left_at = NULL"),
            (
                r#"INSERT INTO privacy (account_id, settings, updated_at) VALUES (2, '{"push_notifications":false}', 5)"#,
                r#"UPDATE privacy SET settings = '{"push_notifications":true}'"#,
            ),
            (r#"UPDATE privacy SET settings = '{"chat_notifications":false}'"#, "DELETE FROM privacy"),
        ] {
            run(&db, off).await;
            assert!(told(&db, ann).await.is_empty(), "{off}");
            run(&db, on).await;
            assert_eq!(told(&db, ann).await, ["1"], "{on}");
        }
    })
    .await;
}

#[tokio::test]
async fn subscription_ends_with_session_and_endpoint_moves_to_last() {
    both(async |db| {
        let (ann, ben) = chat_of_two(&db).await;
        let (first, second) = (signed_in(&db, ben, 1).await, signed_in(&db, ben, 2).await);
        push::subscribe(&db, &subscription(ben, first, 1)).await.unwrap();
        push::subscribe(&db, &subscription(ben, second, 2)).await.unwrap();
        session::revoke(&db, first, NOW).await.unwrap();
        assert_eq!(told(&db, ann).await, ["2"]);
        let late = NOW.plus(2 * Timestamp::DAY);
        assert!(push::targets(&db, CHAT, ann, late).await.unwrap().is_empty());
        let anns = signed_in(&db, ann, 3).await;
        push::subscribe(&db, &NewSubscription { public_key: "new".into(), ..subscription(ann, anns, 2) })
            .await
            .unwrap();
        assert!(told(&db, ann).await.is_empty());
        assert_eq!(push::targets(&db, CHAT, ben, NOW).await.unwrap()[0].public_key, "new");
        session::forget_expired(&db, late).await.unwrap();
        assert!(!push::any(&db).await.unwrap());
    })
    .await;
}

#[tokio::test]
async fn account_has_at_most_twenty_subscriptions() {
    both(async |db| {
        let (ann, ben) = chat_of_two(&db).await;
        let session = signed_in(&db, ben, 1).await;
        for number in 1..=22 {
            push::subscribe(&db, &subscription(ben, session, number)).await.unwrap();
        }
        let told = told(&db, ann).await;
        assert_eq!((told.len(), told[0].as_str()), (20, "3"));
    })
    .await;
}

#[tokio::test]
async fn those_who_have_not_read_a_message_are_found() {
    both(async |db| {
        let (ann, ben) = chat_of_two(&db).await;
        let cat = account(&db, 3, "cat").await;
        assert_eq!(push::unread_by(&db, CHAT, 1, &[ben, cat]).await.unwrap(), [ben]);
        run(&db, "UPDATE chat_member SET read_seq = 1 WHERE account_id = 2").await;
        assert!(push::unread_by(&db, CHAT, 1, &[ben, cat]).await.unwrap().is_empty());
        assert_eq!(push::unread_by(&db, CHAT, 2, &[ann, ben]).await.unwrap().len(), 2);
    })
    .await;
}
