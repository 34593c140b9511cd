mod chat_id;
mod direct;

use store::{
    chat::{Change, ChatWrite, NewMessage},
    db::group_commit::Write as _,
    types::{
        ids::{ChatId, UserId},
        timestamp::Timestamp,
    },
};

use crate::support::app::{Person, TestApp};

const PATH: &str = "/api/v1/chat/chats/";

/// Sends `count` messages to a chat.
pub async fn say(app: &TestApp, chat: i64, author: UserId, count: usize) {
    for at in 1..=count {
        let client_id = format!("{at:026}").parse().unwrap();
        let change = Change::Message(NewMessage::text(client_id, format!("message {at}")));
        let append = ChatWrite { chat: ChatId(chat), author, agent: None, at: Timestamp::now(), change };
        ChatWrite::commit(&app.state().db, &[append]).await.unwrap();
    }
}

#[actix_web::test]
async fn list_contains_own_chats_in_pages_latest_first() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let mut others: Vec<Person> = Vec::new();
    for name in ["ben", "cleo", "dan"] {
        others.push(app.person(name).await);
    }
    let mut chats = Vec::new();
    for other in &others {
        chats.push(app.chat(&ann, other).await);
    }
    app.chat(&others[0], &others[1]).await;
    say(&app, chats[0], others[0].id, 2).await;

    let first = app.get(&format!("{PATH}?page=1&per_page=2")).as_(&ann).send().await;
    let ids = |answer: &crate::support::app::Answer| -> Vec<i64> {
        answer.data().as_array().unwrap().iter().map(|chat| chat["id"].as_i64().unwrap()).collect()
    };
    assert_eq!(ids(&first), [chats[0], chats[2]]);
    let newest = &first.data()[0];
    assert_eq!((&newest["unread"], &newest["last_message"]["text"]), (&2.into(), &"message 2".into()));
    assert_eq!((&newest["members"][0]["userName"], &newest["member_count"]), (&"ben".into(), &2.into()));
    let figures = ["page", "per_page", "total", "next"].map(|field| first.json[field].as_i64());
    assert_eq!(figures, [Some(1), Some(2), Some(3), Some(2)]);

    let second = app.get(&format!("{PATH}?page=2&per_page=2")).as_(&ann).send().await;
    assert_eq!((ids(&second), second.json["next"].as_i64()), (vec![chats[1]], None));
    let theirs = app.get(PATH).as_(&others[2]).send().await;
    assert_eq!(ids(&theirs), [chats[2]]);
}

#[actix_web::test]
async fn invalid_page_is_refused() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    for (query, field) in [
        ("page=0", "page"),
        ("page=-1", "page"),
        ("page=x", "page"),
        ("page=99999999999999999999", "page"),
        ("per_page=101", "per_page"),
        ("sort=up", "sort"),
    ] {
        app.get(&format!("{PATH}?{query}")).as_(&ann).send().await.refused_fields(&[field]);
    }
    app.get(PATH).send().await.refused(401, "unauthenticated");
}
