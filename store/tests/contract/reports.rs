//! Reports: reported user, stored content, author.

use store::{
    Db, Error,
    chat::{self, Change, ChatWrite, NewDirect, NewMessage},
    db::group_commit::Write as _,
    on,
    social::report::{self, DAILY, NewReport, Reason, ReportResult},
    testing::{both, count, sqlx},
    types::ids::{ChatId, UserId},
};

use crate::{NOW, account};

const CHAT: ChatId = ChatId(7);
const ANN: UserId = UserId(1);
const BEN: UserId = UserId(2);
const CEM: UserId = UserId(3);

async fn talk(db: &Db) {
    for (id, name) in [(1, "ann"), (2, "ben"), (3, "cem")] {
        account(db, id, name).await;
    }
    let new = NewDirect { id: CHAT, epoch: "e".into(), from: ANN, with: BEN, at: NOW };
    chat::direct(db, new).await.unwrap();
    for (at, text) in (1..).zip(["hello", "buy this", "now"]) {
        let client_id = format!("{at:026}").parse().unwrap();
        let change = Change::Message(NewMessage::text(client_id, text));
        ChatWrite::commit(db, &[ChatWrite { chat: CHAT, author: BEN, agent: None, at: NOW, change }]).await.unwrap();
    }
}

fn new(reporter: UserId) -> NewReport {
    let comment = "again and again".to_owned();
    NewReport { id: 1, reporter, chat: Some(CHAT), user: None, seq: None, reason: Reason::Spam, comment, at: NOW }
}

#[tokio::test]
async fn report_stores_the_content_shown_to_its_author() {
    both(async |db| {
        talk(&db).await;
        on!(db.write(), at => sqlx::query("INSERT INTO message_hidden (chat_id, account_id, seq) VALUES (7, 1, 1)")
            .execute(at).await.map(drop))
        .unwrap();
        let about = NewReport { seq: Some(2), ..new(ANN) };
        assert_eq!(report::file(&db, &about).await.unwrap(), ReportResult::Done(Some(BEN)));
        let row: (i64, String, String, String) = on!(db.read(), at => sqlx::query_as(
            "SELECT seq, reason, comment, evidence FROM report").fetch_one(at).await)
        .unwrap();
        assert_eq!((row.0, row.1.as_str(), row.2.as_str()), (2, "spam", "again and again"));
        let evidence: serde_json::Value = serde_json::from_str(&row.3).unwrap();
        assert_eq!((evidence.as_array().unwrap().len(), &evidence[0]["text"]), (1, &"buy this".into()));
        let whole = NewReport { id: 2, ..new(ANN) };
        assert_eq!(report::file(&db, &whole).await.unwrap(), ReportResult::Done(Some(BEN)), "the other one of the two");
    })
    .await;
}

#[tokio::test]
async fn content_invisible_to_a_user_cannot_be_reported() {
    both(async |db| {
        talk(&db).await;
        let cases = [
            new(CEM),
            NewReport { seq: Some(9), ..new(ANN) },
            NewReport { user: Some(CEM), ..new(ANN) },
            NewReport { user: Some(ANN), ..new(ANN) },
            NewReport { seq: Some(2), ..new(BEN) },
            NewReport { chat: Some(ChatId(8)), ..new(ANN) },
        ];
        for case in cases {
            assert!(matches!(report::file(&db, &case).await, Err(Error::NotFound)), "{case:?}");
        }
        assert_eq!(count(&db, "report").await, 0);
    })
    .await;
}

#[tokio::test]
async fn reports_are_limited_per_day() {
    both(async |db| {
        talk(&db).await;
        for id in 0..DAILY {
            let filed = report::file(&db, &NewReport { id, ..new(ANN) }).await.unwrap();
            assert_eq!(filed, ReportResult::Done(Some(BEN)));
        }
        assert_eq!(report::file(&db, &NewReport { id: 99, ..new(ANN) }).await.unwrap(), ReportResult::TooMany);
        let tomorrow = NOW.plus(store::types::timestamp::Timestamp::DAY);
        let later = NewReport { id: 99, at: tomorrow, ..new(ANN) };
        assert_eq!(report::file(&db, &later).await.unwrap(), ReportResult::Done(Some(BEN)));
    })
    .await;
}
