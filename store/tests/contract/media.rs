use store::{
    Db, Error,
    chat::{Change, ChatError, ChatWrite, CommandId, NewMessage, Outcome},
    db::group_commit::Write as _,
    media::{self, MediaKind, NewMedia, Stored, pending_deletion},
    testing::{both, count},
    types::{
        ids::{ChatId, MediaId, UserId},
        timestamp::Timestamp,
    },
};

use crate::{NOW, account};

fn key(id: i64) -> String {
    format!("{id:032x}")
}

fn picture(id: i64, owner: UserId) -> NewMedia {
    NewMedia {
        width: Some(640),
        height: Some(480),
        placeholder: Some("#a0b0c0".to_owned()),
        ..NewMedia::new(MediaId(id), key(id), owner, MediaKind::Image, "image/png", 1234, NOW)
    }
}

async fn is_there(db: &Db, id: i64) -> bool {
    media::find_by_key(db, &key(id)).await.unwrap().is_some()
}

#[tokio::test]
async fn file_is_found_by_its_key() {
    both(async |db| {
        let ann = account(&db, 7, "ann").await;
        let made = media::insert(&db, &picture(1, ann)).await.unwrap();
        assert_eq!(made.url, "/media/00000000000000000000000000000001");
        let stored = media::find_by_key(&db, &key(1)).await.unwrap();
        let (mime, width) = ("image/png".to_owned(), Some(640));
        assert_eq!(stored, Some(Stored { kind: MediaKind::Image, mime, name: None, width, streams: false }));
        assert!(!is_there(&db, 2).await);
        let again = NewMedia { id: MediaId(2), ..picture(1, ann) };
        assert!(matches!(media::insert(&db, &again).await, Err(Error::Taken)));
    })
    .await;
}

#[tokio::test]
async fn every_kind_is_returned_in_a_message_as_stored() {
    both(async |db| {
        let ann = account(&db, 7, "ann").await;
        let ben = account(&db, 8, "ben").await;
        let chat = chat(&db, ann, ben).await;
        let voice = NewMedia {
            duration_ms: Some(61_500),
            waveform: Some(vec![0, 50, 100]),
            ..NewMedia::new(MediaId(2), key(2), ann, MediaKind::Voice, "audio/mp4", 99, NOW)
        };
        let video = NewMedia { kind: MediaKind::Video, duration_ms: Some(9), poster: Some(key(33)), ..picture(3, ann) };
        let file = NewMedia {
            name: Some("Écheance.pdf".to_owned()),
            ..NewMedia::new(MediaId(4), key(4), ann, MediaKind::File, "application/pdf", 5, NOW)
        };
        let mut told = Vec::new();
        for new in [picture(1, ann), voice, video, file] {
            told.push(media::insert(&db, &new).await.unwrap());
        }
        assert_eq!(told[2].poster.as_deref(), Some("/media/00000000000000000000000000000021"));
        let poster = media::find_by_key(&db, &key(33)).await.unwrap().unwrap();
        assert_eq!((poster.kind, poster.mime.as_str(), poster.width), (MediaKind::Image, "image/jpeg", Some(640)));
        let named = media::find_by_key(&db, &key(4)).await.unwrap().unwrap();
        assert_eq!((named.kind, named.name.as_deref()), (MediaKind::File, Some("Écheance.pdf")));

        let sent = carried(&db, chat, ann, 1, &[1, 2, 3, 4]).await;
        let Outcome::Applied { event: store::chat::Event::Message { message }, .. } = sent else { panic!("{sent:?}") };
        assert_eq!(message.media, told);
    })
    .await;
}

#[tokio::test]
async fn unused_file_is_purged_after_a_while_and_a_used_one_is_kept() {
    both(async |db| {
        let ann = account(&db, 7, "ann").await;
        let ben = account(&db, 8, "ben").await;
        let chat = chat(&db, ann, ben).await;
        for id in 1..=5 {
            media::insert(&db, &picture(id, ann)).await.unwrap();
        }
        let late = NOW.plus(Timestamp::DAY);
        media::insert(&db, &NewMedia { created_at: late, ..picture(6, ann) }).await.unwrap();
        let video = NewMedia { kind: MediaKind::Video, poster: Some(key(77)), ..picture(7, ann) };
        media::insert(&db, &video).await.unwrap();
        assert_eq!(media::unused_bytes(&db, ann).await.unwrap(), 7 * 1234);
        assert_eq!(media::unused_bytes(&db, ben).await.unwrap(), 0);

        assert!(matches!(carried(&db, chat, ann, 1, &[1]).await, Outcome::Applied { .. }));
        shown_as(&db, "account", ann.0, &media::url(&key(2))).await;
        shown_as(&db, "chat", chat.0, &media::url(&key(3))).await;
        assert_eq!(media::unused_bytes(&db, ann).await.unwrap(), 6 * 1234);

        assert_eq!(media::forget_unused(&db, late, 1).await.unwrap(), 1);
        assert_eq!(due(&db).await, [key(4)]);
        assert_eq!(media::forget_unused(&db, late, 10).await.unwrap(), 2);
        assert_eq!(media::forget_unused(&db, late, 10).await.unwrap(), 0);
        assert_eq!(due(&db).await, [key(4), key(5), key(7), key(77)]);
        assert_eq!(pending_deletion::due(&db, NOW, &key(5), 1).await.unwrap(), [key(7)]);
        pending_deletion::mark_done(&db, &[key(4), key(7), key(77)]).await.unwrap();
        assert_eq!(due(&db).await, [key(5)]);
        for (id, there) in [(1, true), (2, true), (3, true), (4, false), (5, false), (6, true), (7, false)] {
            assert_eq!(is_there(&db, id).await, there, "{id}");
        }
        assert_eq!(carried(&db, chat, ann, 2, &[5]).await, Outcome::Refused(ChatError::NoSuchMedia));
    })
    .await;
}

#[tokio::test]
async fn file_is_deleted_with_the_last_message_that_shows_it() {
    both(async |db| {
        let (ann, ben) = (account(&db, 7, "ann").await, account(&db, 8, "ben").await);
        let chat = chat(&db, ann, ben).await;
        for id in 1..=3 {
            media::insert(&db, &picture(id, ann)).await.unwrap();
        }
        let video = NewMedia { kind: MediaKind::Video, poster: Some(key(44)), ..picture(4, ann) };
        media::insert(&db, &video).await.unwrap();
        carried(&db, chat, ann, 1, &[1, 2]).await;
        let passed_on = NewMessage { forward_of: Some((chat, 1)), ..NewMessage::text(client_id(2), "") };
        change(&db, chat, ben, Change::Message(passed_on)).await;
        carried(&db, chat, ann, 3, &[3, 4]).await;
        shown_as(&db, "chat", chat.0, &media::url(&key(3))).await;

        delete(&db, chat, ann, 1).await;
        assert!(due(&db).await.is_empty() && is_there(&db, 1).await, "ben has passed them on");
        delete(&db, chat, ben, 2).await;
        assert_eq!(due(&db).await, [key(1), key(2)]);
        delete(&db, chat, ann, 3).await;
        assert_eq!(due(&db).await, [key(1), key(2), key(4), key(44)]);
        for (id, there) in [(1, false), (2, false), (3, true), (4, false), (44, false)] {
            assert_eq!(is_there(&db, id).await, there, "{id}");
        }
        // The image of a chat stays until it is replaced.
        assert_eq!(media::forget_unused(&db, NOW.plus(1), 10).await.unwrap(), 0);
        shown_as(&db, "chat", chat.0, "").await;
        assert_eq!(media::forget_unused(&db, NOW.plus(1), 10).await.unwrap(), 1);
        assert_eq!(count(&db, "message_media").await, 0);
    })
    .await;
}

#[tokio::test]
async fn concurrent_deletions_of_the_last_uses_delete_the_file_once() {
    both(async |db| {
        let (ann, ben) = (account(&db, 7, "ann").await, account(&db, 8, "ben").await);
        let cem = account(&db, 9, "cem").await;
        let one = chat(&db, ann, ben).await;
        let new = store::chat::NewDirect { id: ChatId(2), epoch: "e".into(), from: ben, with: cem, at: NOW };
        store::chat::direct(&db, new).await.unwrap();
        for round in 0..10_u32 {
            let id = i64::from(round) + 1;
            media::insert(&db, &picture(id, ann)).await.unwrap();
            let Outcome::Applied { seq, .. } = carried(&db, one, ann, 2 * round, &[id]).await else { panic!() };
            let passed_on =
                NewMessage { forward_of: Some((one, seq)), ..NewMessage::text(client_id(2 * round + 1), "") };
            let Outcome::Applied { seq: copy, .. } = change(&db, ChatId(2), ben, Change::Message(passed_on)).await
            else {
                panic!()
            };
            tokio::join!(delete(&db, one, ann, seq), delete(&db, ChatId(2), ben, copy));
            assert!(!is_there(&db, id).await);
        }
        assert_eq!(due(&db).await.len(), 10);
    })
    .await;
}

#[tokio::test]
async fn file_without_a_row_is_deleted_after_a_while() {
    both(async |db| {
        let ann = account(&db, 7, "ann").await;
        let later = NOW.plus(Timestamp::HOUR);
        pending_deletion::reserve(&db, &[key(1), key(2)], later).await.unwrap();
        let paper = crate::profiles::paper(2, ann);
        let change = store::account::ProfileChange { document: Some(paper), ..Default::default() };
        store::account::update(&db, ann, &change, NOW).await.unwrap();
        assert!(due(&db).await.is_empty());
        assert_eq!(pending_deletion::due(&db, later, "", 10).await.unwrap(), [key(1)]);
    })
    .await;
}

async fn due(db: &Db) -> Vec<String> {
    pending_deletion::due(db, NOW, "", 100).await.unwrap()
}

async fn change(db: &Db, chat: ChatId, author: UserId, change: Change) -> Outcome {
    ChatWrite::commit(db, &[ChatWrite { chat, author, agent: None, at: NOW, change }]).await.unwrap().remove(0)
}

async fn delete(db: &Db, chat: ChatId, author: UserId, seq: i64) {
    let outcome = change(db, chat, author, Change::Delete { seq }).await;
    assert!(matches!(outcome, Outcome::Applied { .. }), "{outcome:?}");
}

fn client_id(number: u32) -> CommandId {
    format!("01JDA7XK8Q00000000000000{number:02}").parse().unwrap()
}

async fn chat(db: &Db, a: UserId, b: UserId) -> ChatId {
    let new = store::chat::NewDirect { id: ChatId(1), epoch: "epoch".into(), from: a, with: b, at: NOW };
    store::chat::direct(db, new).await.unwrap();
    ChatId(1)
}

/// A message with these files.
async fn carried(db: &Db, chat: ChatId, author: UserId, number: u32, ids: &[i64]) -> Outcome {
    let media = ids.iter().copied().map(MediaId).collect();
    change(db, chat, author, Change::Message(NewMessage { media, ..NewMessage::text(client_id(number), "") })).await
}

/// Sets the image of an account or of a chat.
async fn shown_as(db: &Db, table: &str, id: i64, url: &str) {
    let sql = format!("UPDATE {table} SET picture = $1 WHERE id = $2");
    store::on!(db.write(), at => store::testing::sqlx::query(store::testing::sqlx::AssertSqlSafe(sql))
        .bind(url).bind(id).execute(at).await.map(drop))
    .unwrap();
}

#[test]
fn only_file_names_are_valid_keys() {
    assert!(media::is_key(&media::new_key()));
    assert_ne!(media::new_key(), media::new_key());
    for text in ["", "..", "../../etc/passwd", &"A".repeat(32), &"g".repeat(32), &"0".repeat(31)] {
        assert!(!media::is_key(text), "{text}");
    }
}
