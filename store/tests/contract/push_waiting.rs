//! Notifications waiting for a push service.

use store::{
    Db,
    chat::{self, Change, ChatWrite, CommandId, NewDirect, NewMessage, Outcome},
    db::group_commit::Write as _,
    notify::push::{
        self, MessagePreview,
        retry_queue::{self, DueNotification},
    },
    security::session,
    testing::{both, count, sqlx},
    types::{
        ids::{ChatId, UserId},
        timestamp::Timestamp,
    },
};

use crate::{
    NOW, account,
    push::{CHAT, chat_of_two, signed_in, subscription},
};

const BROWSER: &str = "https://push.example/1";
const LATER: i64 = Timestamp::MINUTE;

async fn say(db: &Db, chat: ChatId, sender: UserId, text: &str) -> MessagePreview {
    let change = Change::Message(NewMessage::text(CommandId::of(NOW, i64::try_from(text.len()).unwrap()), text));
    let outcome = ChatWrite::commit(db, &[ChatWrite { chat, author: sender, agent: None, at: NOW, change }])
        .await
        .unwrap()
        .remove(0);
    let Outcome::Applied { seq, .. } = outcome else { panic!("{outcome:?}") };
    MessagePreview { chat, seq, sender, at: NOW, text: text.to_owned(), media: None, content: None }
}

/// Ann, Ben with a push subscription, and a message whose notification failed.
async fn one_waits(db: &Db) -> (UserId, UserId, MessagePreview) {
    let (ann, ben) = chat_of_two(db).await;
    let session = signed_in(db, ben, 1).await;
    push::subscribe(db, &subscription(ben, session, 1)).await.unwrap();
    let said = say(db, CHAT, ann, "hello").await;
    retry_queue::enqueue(db, BROWSER, &said, 1, NOW.plus(LATER)).await.unwrap();
    (ann, ben, said)
}

async fn claim(db: &Db, after: i64) -> Vec<DueNotification> {
    retry_queue::claim(db, NOW.plus(after), 10).await.unwrap()
}

async fn run(db: &Db, sql: &'static str) {
    store::on!(db.write(), at => sqlx::query(sql).execute(at).await.map(drop)).unwrap();
}

#[tokio::test]
async fn waiting_push_is_claimed_when_due_or_on_demand() {
    both(async |db| {
        assert_eq!(retry_queue::next_due(&db).await.unwrap(), None);
        let (ann, ben, said) = one_waits(&db).await;
        assert_eq!(retry_queue::next_due(&db).await.unwrap(), Some(NOW.plus(LATER)));
        assert!(claim(&db, LATER - 1).await.is_empty());
        let nodes = futures_util::future::join_all((0..4).map(|_| claim(&db, LATER))).await;
        let due: Vec<&DueNotification> = nodes.iter().flatten().collect();
        let [due] = due[..] else { panic!("{due:?}") };
        assert_eq!((&due.said, due.tries, due.target.account_id), (&said, 2, ben));
        assert_eq!((due.target.endpoint.as_str(), due.target.secret.as_str()), (BROWSER, "secret"));
        assert!(push::targets(&db, CHAT, ann, NOW).await.unwrap()[0].waits);

        // The claim expires without completion: the notification is due again after a minute.
        assert!(claim(&db, LATER + Timestamp::MINUTE - 1).await.is_empty());
        assert_eq!(claim(&db, LATER + Timestamp::MINUTE).await[0].tries, 3);
        retry_queue::complete(&db, BROWSER, CHAT, said.seq).await.unwrap();
        assert_eq!(retry_queue::next_due(&db).await.unwrap(), None);
        assert!(!push::targets(&db, CHAT, ann, NOW).await.unwrap()[0].waits);
    })
    .await;
}

#[tokio::test]
async fn newest_message_of_a_chat_waits() {
    both(async |db| {
        let (ann, _, first) = one_waits(&db).await;
        let second = say(&db, CHAT, ann, "are you there?").await;
        retry_queue::enqueue(&db, BROWSER, &second, 1, NOW.plus(2 * LATER)).await.unwrap();
        // The late result of the first claim changes nothing.
        retry_queue::enqueue(&db, BROWSER, &first, 2, NOW).await.unwrap();
        retry_queue::complete(&db, BROWSER, CHAT, first.seq).await.unwrap();
        assert_eq!(retry_queue::next_due(&db).await.unwrap(), Some(NOW.plus(2 * LATER)));
        assert_eq!(claim(&db, 2 * LATER).await[0].said, second);
        // Rescheduled again.
        retry_queue::enqueue(&db, BROWSER, &second, 2, NOW.plus(9 * LATER)).await.unwrap();
        assert!(claim(&db, 8 * LATER).await.is_empty());
        assert_eq!(claim(&db, 9 * LATER).await[0].tries, 3);
    })
    .await;
}

#[tokio::test]
async fn unwanted_push_is_cancelled() {
    both(async |db| {
        let (_, _, said) = one_waits(&db).await;
        for (off, on) in [
            ("UPDATE chat_member SET muted_until = 9999999999999", "UPDATE chat_member SET muted_until = 1"),
            ("INSERT INTO block (blocker_id, blocked_id, at) VALUES (2, 1, 5)", "DELETE FROM block"),
            ("UPDATE chat_member SET left_at = 5", "UPDATE chat_member SET left_at = NULL"),
            ("UPDATE chat_member SET read_seq = 1", "UPDATE chat_member SET read_seq = 0"),
            ("UPDATE chat_member SET cleared_seq = 1", "UPDATE chat_member SET cleared_seq = 0"),
            ("UPDATE message SET deleted_at = 5", "UPDATE message SET deleted_at = NULL"),
            ("INSERT INTO message_hidden (chat_id, account_id, seq) VALUES (7, 2, 1)", "DELETE FROM message_hidden"),
            ("UPDATE session SET revoked_at = 5", "UPDATE session SET revoked_at = NULL"),
            (
                r#"INSERT INTO privacy (account_id, settings, updated_at) VALUES (2, '{"push_notifications":false}', 5)"#,
                "DELETE FROM privacy",
            ),
        ] {
            run(&db, off).await;
            assert!(claim(&db, LATER).await.is_empty(), "{off}");
            assert_eq!(count(&db, "push_waiting").await, 0, "{off}");
            run(&db, on).await;
            retry_queue::enqueue(&db, BROWSER, &said, 1, NOW.plus(LATER)).await.unwrap();
            assert_eq!(claim(&db, LATER).await.len(), 1, "{on}");
            retry_queue::enqueue(&db, BROWSER, &said, 1, NOW.plus(LATER)).await.unwrap();
        }
        run(&db, "UPDATE session SET expires_at = 9999999999999").await;
        assert!(claim(&db, Timestamp::DAY).await.is_empty(), "it is no news after a day");
        assert_eq!(count(&db, "push_waiting").await, 0);
    })
    .await;
}

#[tokio::test]
async fn push_is_not_kept_for_an_ended_subscription() {
    both(async |db| {
        let (_, ben, said) = one_waits(&db).await;
        push::unsubscribe(&db, ben, BROWSER).await.unwrap();
        assert_eq!(count(&db, "push_waiting").await, 0);
        retry_queue::enqueue(&db, BROWSER, &said, 1, NOW).await.unwrap();
        assert_eq!(count(&db, "push_waiting").await, 0);
        // A purged session ends it as well.
        let session = signed_in(&db, ben, 2).await;
        push::subscribe(&db, &subscription(ben, session, 1)).await.unwrap();
        retry_queue::enqueue(&db, BROWSER, &said, 1, NOW).await.unwrap();
        session::forget_expired(&db, NOW.plus(2 * Timestamp::DAY)).await.unwrap();
        assert_eq!(count(&db, "push_waiting").await, 0);
    })
    .await;
}

#[tokio::test]
async fn browser_waits_for_at_most_twenty_chats() {
    both(async |db| {
        let (_, ben, _) = one_waits(&db).await;
        for number in 1..=22 {
            let other = account(&db, 100 + number, &format!("other{number}")).await;
            let id = ChatId(100 + number);
            chat::direct(&db, NewDirect { id, epoch: "e".into(), from: other, with: ben, at: NOW }).await.unwrap();
            let said = MessagePreview { at: NOW.plus(number), ..say(&db, id, other, "hello").await };
            retry_queue::enqueue(&db, BROWSER, &said, 1, NOW).await.unwrap();
        }
        let due = retry_queue::claim(&db, NOW.plus(LATER), 100).await.unwrap();
        let mut chats: Vec<i64> = due.iter().map(|due| due.said.chat.0).collect();
        chats.sort_unstable();
        assert_eq!(chats, (103..=122).collect::<Vec<_>>());
    })
    .await;
}
