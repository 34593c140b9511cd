//! Message search: newest first, visible messages only, no query syntax.

use store::{
    Db, Error,
    chat::{
        self, Change, ChatWrite, NewDirect, NewMessage,
        search::{self, Search, SearchPage},
    },
    db::group_commit::Write as _,
    on,
    testing::{both, sqlx},
    types::{
        ids::{ChatId, UserId},
        timestamp::Timestamp,
    },
};

use crate::{NOW, account};

const ANN: UserId = UserId(1);

async fn direct(db: &Db, id: i64, from: UserId, with: UserId) -> ChatId {
    let new = NewDirect { id: ChatId(id), epoch: "e".into(), from, with, at: NOW };
    chat::direct(db, new).await.unwrap().0
}

/// Ann (1) with ben (2) in chat 7 and with cem (3) in chat 8; ben with cem in chat 9.
async fn three(db: &Db) -> [ChatId; 3] {
    for (id, name) in [(1, "ann"), (2, "ben"), (3, "cem")] {
        account(db, id, name).await;
    }
    let [ben, cem] = [2, 3].map(UserId);
    [direct(db, 7, ANN, ben).await, direct(db, 8, ANN, cem).await, direct(db, 9, ben, cem).await]
}

async fn say(db: &Db, chat: ChatId, author: i64, at: Timestamp, text: &str) {
    let client_id = format!("{:026}", rand(at, text)).parse().unwrap();
    let change = Change::Message(NewMessage::text(client_id, text));
    ChatWrite::commit(db, &[ChatWrite { chat, author: UserId(author), agent: None, at, change }]).await.unwrap();
}

/// Returns a unique number for the client id of each message.
fn rand(at: Timestamp, text: &str) -> u64 {
    text.bytes().fold(at.0.unsigned_abs(), |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)))
}

async fn find(db: &Db, viewer: UserId, query: &str) -> SearchPage {
    search::search(db, viewer, &Search { query, chat: None, before: None, limit: 30 }).await.unwrap()
}

fn texts(found: &SearchPage) -> Vec<&str> {
    found.hits.iter().map(|hit| hit.message.text.as_str()).collect()
}

/// Changes a message directly, as an edit or a deletion does.
async fn set(db: &Db, chat: ChatId, seq: i64, column: &str, text: &str) {
    let mut tx = db.begin().await.unwrap();
    tx.lock_chats(&[chat.0]).await.unwrap();
    on!(tx.at(), at => sqlx::query("UPDATE chat SET seq = seq + 1 WHERE id = $1").bind(chat).execute(at).await.map(drop))
        .unwrap();
    let sql = format!(
        "UPDATE message SET changed_seq = (SELECT seq FROM chat WHERE id = $1), text = $3{column} WHERE chat_id = $1 AND seq = $2"
    );
    on!(tx.at(), at => sqlx::query(sqlx::AssertSqlSafe(sql)).bind(chat).bind(seq).bind(text).execute(at).await.map(drop))
        .unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn messages_of_own_chats_are_found_newest_first() {
    both(async |db| {
        let [ben, cem, theirs] = three(&db).await;
        say(&db, ben, 1, NOW, "Shall we meet at the Café?").await;
        say(&db, cem, 3, NOW.plus(2), "The café is closed").await;
        say(&db, theirs, 2, NOW.plus(3), "Ann knows no café").await;
        say(&db, ben, 2, NOW.plus(1), "cafes are open").await;
        say(&db, ben, 2, NOW.plus(9), "明日は京都の東京都庁").await;
        assert!(find(&db, ANN, "cafe").await.hits.is_empty(), "nothing is indexed yet");
        search::catch_up(&db).await.unwrap();

        let found = find(&db, ANN, "cafe").await;
        assert_eq!(texts(&found), ["The café is closed", "cafes are open", "Shall we meet at the Café?"]);
        assert_eq!((found.hits[0].chat_id, found.next), (cem, None));
        let shown: Vec<_> = found.hits[0].snippet.iter().map(|part| (part.text.as_str(), part.is_match)).collect();
        assert_eq!(shown, [("The ", false), ("café", true), (" is closed", false)]);
        assert_eq!(texts(&find(&db, ANN, "CAFÉ clo").await), ["The café is closed"]);
        assert_eq!(texts(&find(&db, ANN, "closed caf").await), ["The café is closed"]);
        assert!(find(&db, ANN, "clo cafe").await.hits.is_empty(), "only the last word may be unfinished");
        assert_eq!(find(&db, ANN, "都庁").await.hits.len(), 1);
        assert_eq!(find(&db, ANN, "庁").await.hits.len(), 1);
        assert!(find(&db, ANN, "京庁").await.hits.is_empty());

        let inside = Search { query: "cafe", chat: Some(ben), before: None, limit: 30 };
        let found = search::search(&db, ANN, &inside).await.unwrap();
        assert_eq!(texts(&found), ["cafes are open", "Shall we meet at the Café?"]);
        let foreign = Search { chat: Some(theirs), ..inside };
        assert!(matches!(search::search(&db, ANN, &foreign).await, Err(Error::NotFound)));
    })
    .await;
}

#[tokio::test]
async fn pages_have_no_gap_and_no_repeat() {
    both(async |db| {
        let [ben, cem, _] = three(&db).await;
        for at in 0..25 {
            // Several messages in one millisecond, in two chats.
            let chat = if at % 2 == 0 { ben } else { cem };
            say(&db, chat, 1, NOW.plus(at / 5), &format!("word {at}")).await;
        }
        search::catch_up(&db).await.unwrap();
        let all = texts(&find(&db, ANN, "word").await).into_iter().map(String::from).collect::<Vec<_>>();
        assert_eq!(all.len(), 25);
        let (mut before, mut paged) = (None, Vec::new());
        loop {
            let page = Search { query: "word", chat: None, before, limit: 4 };
            let found = search::search(&db, ANN, &page).await.unwrap();
            assert!(found.hits.len() <= 4);
            paged.extend(found.hits.iter().map(|hit| hit.message.text.clone()));
            before = found.next;
            if before.is_none() {
                break;
            }
        }
        assert_eq!(paged, all);
    })
    .await;
}

#[tokio::test]
async fn invisible_messages_are_never_found() {
    both(async |db| {
        let [ben, cem, _] = three(&db).await;
        for at in 1..=4 {
            say(&db, ben, 1, NOW.plus(at), &format!("secret {at}")).await;
        }
        say(&db, cem, 3, NOW, "secret of cem").await;
        search::catch_up(&db).await.unwrap();
        let mine = async |sql: &'static str| {
            on!(db.write(), at => sqlx::query(sql).execute(at).await.map(drop)).unwrap();
            texts(&find(&db, ANN, "secret").await).into_iter().map(String::from).collect::<Vec<_>>()
        };
        let left = mine("UPDATE chat_member SET cleared_seq = 2 WHERE chat_id = 7 AND account_id = 1").await;
        assert_eq!(left, ["secret 4", "secret 3", "secret of cem"]);
        assert_eq!(find(&db, UserId(2), "secret").await.hits.len(), 4, "for one side only");
        let left = mine("INSERT INTO message_hidden (chat_id, account_id, seq) VALUES (7, 1, 4)").await;
        assert_eq!(left, ["secret 3", "secret of cem"]);
        let left = mine("UPDATE chat_member SET left_at = 1 WHERE chat_id = 8 AND account_id = 1").await;
        assert_eq!(left, ["secret 3"]);
        // Deleted for all: omitted at once, before the index is updated.
        let left = mine("UPDATE message SET deleted_at = 1, text = '' WHERE chat_id = 7 AND seq = 3").await;
        assert!(left.is_empty(), "{left:?}");
    })
    .await;
}

#[tokio::test]
async fn edits_and_deletions_reach_the_index() {
    both(async |db| {
        let [ben, ..] = three(&db).await;
        say(&db, ben, 1, NOW, "the first apple").await;
        say(&db, ben, 2, NOW.plus(1), "the second apple").await;
        search::catch_up(&db).await.unwrap();
        set(&db, ben, 1, "", "the first pear").await;
        set(&db, ben, 2, ", deleted_at = 5", "").await;
        assert!(find(&db, ANN, "apple").await.hits.is_empty(), "what stands there no more is not shown");
        search::catch_up(&db).await.unwrap();
        assert_eq!(texts(&find(&db, ANN, "pear").await), ["the first pear"]);
        assert!(find(&db, ANN, "second").await.hits.is_empty());
        say(&db, ben, 1, NOW.plus(2), "another pear").await;
        search::catch_up(&db).await.unwrap();
        assert_eq!(texts(&find(&db, ANN, "pear").await), ["another pear", "the first pear"]);
    })
    .await;
}

#[tokio::test]
async fn query_is_text_and_never_syntax() {
    both(async |db| {
        let [ben, ..] = three(&db).await;
        say(&db, ben, 1, NOW, "a OR b, \"quoted\" & 'single' * star").await;
        search::catch_up(&db).await.unwrap();
        for query in ["\"quoted\"", "'single'", "a OR b", "star*", "*star", "a & b", "quoted \0", "a AND OR", "-a"] {
            let found = find(&db, ANN, query).await;
            let expected = if query == "a AND OR" { 0 } else { 1 };
            assert_eq!(found.hits.len(), expected, "{query}");
        }
        let long = "quoted ".repeat(2_000);
        assert_eq!(find(&db, ANN, &long).await.hits.len(), 1);
        for query in
            ["", " ", "\"", "''", "*", "()", "\0", "\\", "👍", "\u{e000}7", "words:quoted", "NEAR(a b)", "a:*b"]
        {
            assert!(find(&db, ANN, query).await.hits.is_empty() || query == "a:*b" || query == "\u{e000}7", "{query}");
        }
    })
    .await;
}

#[tokio::test]
async fn search_continues_past_hidden_messages_and_across_chats() {
    both(async |db| {
        account(&db, 1, "ann").await;
        for id in 2..90 {
            let other = account(&db, id, &format!("user_{id}")).await;
            let chat = direct(&db, 1_000 + id, ANN, other).await;
            say(&db, chat, id, NOW.plus(id), "word").await;
        }
        let [many] = [direct(&db, 1_002, ANN, UserId(2)).await];
        for at in 0..60 {
            say(&db, many, 1, NOW.plus(1_000 + at), &format!("word {at}")).await;
        }
        search::catch_up(&db).await.unwrap();
        on!(db.write(), at => sqlx::query(
            "INSERT INTO message_hidden (chat_id, account_id, seq) SELECT chat_id, 1, seq FROM message WHERE chat_id = 1002")
            .execute(at).await.map(drop))
        .unwrap();
        let page = Search { query: "wor", chat: None, before: None, limit: 10 };
        let found = search::search(&db, ANN, &page).await.unwrap();
        let chats: Vec<_> = found.hits.iter().map(|hit| hit.chat_id.0).collect();
        assert_eq!(chats, (1_080..1_090).rev().collect::<Vec<_>>());
    })
    .await;
}
