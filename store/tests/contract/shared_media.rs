use store::{
    Db, Error,
    chat::{self, Change, ChatWrite, CommandId, Event, NewDirect, NewMessage, Outcome},
    db::group_commit::Write as _,
    media::{self, MediaKind, NewMedia},
    testing::both,
    types::ids::{ChatId, MediaId, UserId},
};

use crate::{NOW, account};

const CHAT: ChatId = ChatId(1);

/// A chat of two users. Messages 1 to 5 cover every kind of file; message 5 has two images.
async fn filled(db: &Db) -> (UserId, UserId) {
    let (ann, ben) = (account(db, 7, "ann").await, account(db, 8, "ben").await);
    chat::direct(db, NewDirect { id: CHAT, epoch: "e".into(), from: ann, with: ben, at: NOW }).await.unwrap();
    let kinds = [MediaKind::Image, MediaKind::Voice, MediaKind::Video, MediaKind::File, MediaKind::Image];
    for (place, kind) in kinds.into_iter().enumerate() {
        let id = i64::try_from(place).unwrap() + 1;
        file(db, id, ann, kind).await;
        let also = if id == 5 { vec![file(db, 6, ann, MediaKind::Image).await] } else { vec![] };
        say(db, ann, id, [vec![MediaId(id)], also].concat()).await;
    }
    (ann, ben)
}

async fn file(db: &Db, id: i64, owner: UserId, kind: MediaKind) -> MediaId {
    let new = NewMedia::new(MediaId(id), format!("{id:032x}"), owner, kind, "x/y", 3, NOW);
    media::insert(db, &new).await.unwrap();
    new.id
}

async fn give(db: &Db, author: UserId, change: Change) -> i64 {
    let outcome = ChatWrite::commit(db, &[ChatWrite { chat: CHAT, author, agent: None, at: NOW, change }])
        .await
        .unwrap()
        .remove(0);
    match outcome {
        Outcome::Applied { seq, .. } => seq,
        Outcome::Hidden { .. } => 0,
        other => panic!("{other:?}"),
    }
}

async fn say(db: &Db, author: UserId, number: i64, media: Vec<MediaId>) -> i64 {
    let id: CommandId = format!("{number:026}").parse().unwrap();
    give(db, author, Change::Message(NewMessage { media, ..NewMessage::text(id, "words") })).await
}

/// Message and file, and the start of the next page.
async fn seen(
    db: &Db,
    viewer: UserId,
    kind: Option<MediaKind>,
    before: i64,
    limit: i64,
) -> (Vec<(i64, i64)>, Option<i64>) {
    let (files, next) = chat::files(db, viewer, CHAT, kind, before, limit).await.unwrap();
    (files.iter().map(|file| (file.seq, file.media.id.0)).collect(), next)
}

#[tokio::test]
async fn files_of_a_chat_are_read_by_kind_and_in_pages() {
    both(async |db| {
        let (ann, ben) = filled(&db).await;
        say(&db, ann, 6, vec![]).await;
        let all = seen(&db, ben, None, i64::MAX, 10).await;
        assert_eq!(all, (vec![(5, 5), (5, 6), (4, 4), (3, 3), (2, 2), (1, 1)], None));
        let pictures = seen(&db, ben, Some(MediaKind::Image), i64::MAX, 1).await;
        assert_eq!(pictures, (vec![(5, 5), (5, 6)], Some(5)), "the files of a message stay together");
        assert_eq!(seen(&db, ben, Some(MediaKind::Image), 5, 1).await, (vec![(1, 1)], None));
        for (kind, seq) in [(MediaKind::Voice, 2), (MediaKind::Video, 3), (MediaKind::File, 4)] {
            assert_eq!(seen(&db, ann, Some(kind), i64::MAX, 1).await, (vec![(seq, seq)], None));
        }
        let stranger = account(&db, 9, "cem").await;
        let asked = chat::files(&db, stranger, CHAT, None, i64::MAX, 10).await;
        assert!(matches!(asked, Err(Error::NotFound)));
    })
    .await;
}

#[tokio::test]
async fn deleted_hidden_and_cleared_files_are_omitted() {
    both(async |db| {
        let (ann, ben) = filled(&db).await;
        give(&db, ann, Change::Delete { seq: 4 }).await;
        give(&db, ben, Change::Hide { seqs: vec![3] }).await;
        chat::clear(&db, ben, CHAT).await.unwrap();
        assert_eq!(seen(&db, ben, None, i64::MAX, 10).await.0, []);
        file(&db, 7, ann, MediaKind::File).await;
        let seq = say(&db, ann, 7, vec![MediaId(7)]).await;
        assert_eq!(seen(&db, ben, None, i64::MAX, 10).await.0, [(seq, 7)]);
        let hers = seen(&db, ann, None, i64::MAX, 10).await.0;
        assert_eq!(hers, [(seq, 7), (5, 5), (5, 6), (3, 3), (2, 2), (1, 1)]);
        give(&db, ben, Change::Hide { seqs: vec![seq] }).await;
        assert_eq!(seen(&db, ben, Some(MediaKind::File), i64::MAX, 10).await.0, []);
    })
    .await;
}

#[tokio::test]
async fn returning_member_learns_of_files_of_a_deleted_account() {
    both(async |db| {
        let (ann, ben) = filled(&db).await;
        file(&db, 8, ben, MediaKind::Image).await;
        let his = say(&db, ben, 8, vec![MediaId(8)]).await;
        file(&db, 9, ann, MediaKind::Image).await;
        let passed_on = say(&db, ann, 9, vec![MediaId(9)]).await;
        let id: CommandId = format!("{:026}", 10).parse().unwrap();
        let forward = NewMessage { forward_of: Some((CHAT, passed_on)), ..NewMessage::text(id, "") };
        let copy = give(&db, ben, Change::Message(forward)).await;
        let since = chat::detail(&db, ben, CHAT).await.unwrap().seq;

        let left = store::account::deletion::delete(&db, ann, NOW).await.unwrap();
        assert_eq!(left.chats, [(CHAT, since + 6)]);
        let missed = chat::changes_since(&db, CHAT, since, 100, NOW).await.unwrap();
        assert_eq!(missed.seq, since + 6);
        let changed: Vec<_> = missed.events.unwrap().into_iter().map(|told| (told.seq, told.event)).collect();
        let places = [1, 2, 3, 4, 5, passed_on];
        assert_eq!(changed.len(), places.len());
        for ((seq, event), (number, place)) in changed.into_iter().zip(places.into_iter().enumerate()) {
            let Event::Changed { message } = event else { panic!("{event:?}") };
            assert_eq!((seq, message.seq), (since + 1 + i64::try_from(number).unwrap(), place));
            assert!(message.media.is_empty() && !message.deleted, "its words stay");
        }
        assert_eq!(seen(&db, ben, None, i64::MAX, 10).await.0, [(copy, 9), (his, 8)]);
        for (id, there) in [(1, false), (6, false), (8, true), (9, true)] {
            assert_eq!(media::find_by_key(&db, &format!("{id:032x}")).await.unwrap().is_some(), there, "{id}");
        }
        // The chat continues with the next seq.
        assert_eq!(give(&db, ben, Change::Delete { seq: his }).await, since + 7);
    })
    .await;
}

async fn write(db: &Db, author: UserId, number: i64, text: &str) -> i64 {
    let id: CommandId = format!("{number:026}").parse().unwrap();
    give(db, author, Change::Message(NewMessage::text(id, text))).await
}

async fn linked(db: &Db, viewer: UserId, before: i64, limit: i64) -> (Vec<(i64, String)>, Option<i64>) {
    let (links, next) = chat::links(db, viewer, CHAT, before, limit).await.unwrap();
    (links.into_iter().map(|link| (link.seq, link.url.replace("https://plaza.example/", ""))).collect(), next)
}

#[tokio::test]
async fn links_of_a_chat_follow_changes_of_its_messages() {
    both(async |db| {
        let (ann, ben) = (account(&db, 7, "ann").await, account(&db, 8, "ben").await);
        chat::direct(&db, NewDirect { id: CHAT, epoch: "e".into(), from: ann, with: ben, at: NOW }).await.unwrap();
        let one = write(&db, ann, 1, "https://plaza.example/a").await;
        write(&db, ann, 2, "no address").await;
        let two = write(&db, ben, 3, "https://plaza.example/b https://plaza.example/c").await;
        let three = write(&db, ann, 4, "https://plaza.example/d").await;
        let of = |seq: i64, name: &str| (seq, name.to_owned());
        assert_eq!(linked(&db, ann, i64::MAX, 2).await, (vec![of(three, "d"), of(two, "b"), of(two, "c")], Some(two)));
        assert_eq!(linked(&db, ann, two, 2).await, (vec![of(one, "a")], None));

        // The same message twice in a batch: the last text counts.
        let edit = |text: &str| ChatWrite {
            chat: CHAT,
            author: ann,
            agent: None,
            at: NOW,
            change: Change::Edit { seq: one, text: text.into(), mentions: vec![] },
        };
        ChatWrite::commit(&db, &[edit("https://plaza.example/x"), edit("nothing"), edit("https://plaza.example/e")])
            .await
            .unwrap();
        give(&db, ann, Change::Delete { seq: three }).await;
        assert_eq!(linked(&db, ben, i64::MAX, 9).await.0, [of(two, "b"), of(two, "c"), of(one, "e")]);
        give(&db, ann, Change::Edit { seq: one, text: "nothing".into(), mentions: vec![] }).await;
        give(&db, ann, Change::Edit { seq: one, text: "https://plaza.example/f".into(), mentions: vec![] }).await;
        give(&db, ann, Change::Hide { seqs: vec![two] }).await;
        assert_eq!(linked(&db, ann, i64::MAX, 9).await.0, [of(one, "f")]);
        assert_eq!(linked(&db, ben, i64::MAX, 9).await.0.len(), 3, "hidden from her only");
        chat::clear(&db, ann, CHAT).await.unwrap();
        assert!(linked(&db, ann, i64::MAX, 9).await.0.is_empty());
        let stranger = account(&db, 9, "cem").await;
        assert!(matches!(chat::links(&db, stranger, CHAT, i64::MAX, 9).await, Err(Error::NotFound)));
    })
    .await;
}
