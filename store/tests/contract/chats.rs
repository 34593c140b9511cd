//! Chats: one sequence for all events, exactly once, for members only.

use std::time::Duration;

use store::{
    Db, Error,
    chat::{self, ArchiveFilter, Change, ChatError, ChatWrite, Event, NewDirect, NewMessage, Outcome, Window},
    db::group_commit::{GroupCommit, Write},
    media::{MediaKind, NewMedia},
    on,
    testing::{both, sqlx},
    types::ids::{ChatId, MediaId, UserId},
};

use crate::{NOW, account};

const CHAT: ChatId = ChatId(7);

/// A chat of Ann (1) and Ben (2), and Cat (3) who is not in it.
async fn chat_of_two(db: &Db) -> (UserId, UserId, UserId) {
    let (ann, ben, cat) = (account(db, 1, "ann").await, account(db, 2, "ben").await, account(db, 3, "cat").await);
    let new = NewDirect { id: CHAT, epoch: "e1".into(), from: ann, with: ben, at: NOW };
    assert_eq!(chat::direct(db, new).await.unwrap(), (CHAT, true));
    (ann, ben, cat)
}

fn write(author: UserId, change: Change) -> ChatWrite {
    ChatWrite { chat: CHAT, author, agent: None, at: NOW, change }
}

fn send(author: UserId, number: u32, text: &str) -> ChatWrite {
    let client_id = format!("01JDA7XK8Q{number:016}").parse().unwrap();
    write(author, Change::Message(NewMessage::text(client_id, text)))
}

fn seqs(outcomes: &[Outcome]) -> Vec<i64> {
    let seq = |outcome: &Outcome| match outcome {
        Outcome::Applied { seq, .. } | Outcome::Repeat { seq, .. } => *seq,
        other => panic!("{other:?} has no sequence"),
    };
    outcomes.iter().map(seq).collect()
}

#[tokio::test]
async fn batch_takes_the_next_seqs_in_order() {
    both(async |db| {
        let (ann, ben, _) = chat_of_two(&db).await;
        let batch = [send(ann, 1, "one"), send(ben, 1, "two"), send(ann, 2, "three")];
        assert_eq!(seqs(&ChatWrite::commit(&db, &batch).await.unwrap()), [1, 2, 3]);
        let history = chat::history(&db, ben, CHAT, Window::Newest, 10).await.unwrap();
        let texts: Vec<_> = history.messages.iter().map(|message| message.text.as_str()).collect();
        assert_eq!(texts, ["one", "two", "three"]);
    })
    .await;
}

#[tokio::test]
async fn repeat_returns_the_first_result_within_and_after_a_batch() {
    both(async |db| {
        let (ann, ben, _) = chat_of_two(&db).await;
        let outcomes = ChatWrite::commit(&db, &[send(ann, 1, "one"), send(ann, 1, "one")]).await.unwrap();
        assert_eq!(seqs(&outcomes), [1, 1]);
        let mut later = send(ann, 1, "one");
        later.at = NOW.plus(5_000);
        let outcomes = ChatWrite::commit(&db, &[send(ann, 2, "two"), later]).await.unwrap();
        assert_eq!(outcomes[1], Outcome::Repeat { seq: 1, at: NOW });
        // Ids are scoped to the author: the same id of another author is another message.
        assert_eq!(seqs(&ChatWrite::commit(&db, &[send(ben, 1, "three")]).await.unwrap()), [3]);
    })
    .await;
}

#[tokio::test]
async fn mark_moves_forward_only_and_never_past_the_end() {
    both(async |db| {
        let (ann, ben, _) = chat_of_two(&db).await;
        ChatWrite::commit(&db, &[send(ann, 1, "one"), send(ann, 2, "two")]).await.unwrap();
        let batch = [
            write(ben, Change::Delivered { up_to: 1, quiet: false }),
            write(ben, Change::Read { up_to: 99, quiet: false }),
            write(ben, Change::Read { up_to: 1, quiet: false }),
            write(ben, Change::Delivered { up_to: 2, quiet: false }),
        ];
        let outcomes = ChatWrite::commit(&db, &batch).await.unwrap();
        let delivered = Event::Delivered { user: ben, up_to: 1, at: NOW };
        assert_eq!(outcomes[0], Outcome::Applied { seq: 3, event: delivered });
        let read = Event::Read { user: ben, up_to: 3, at: NOW };
        assert_eq!(outcomes[1], Outcome::Applied { seq: 4, event: read });
        assert_eq!(outcomes[2..], [Outcome::Unchanged { seq: 4, up_to: 3 }, Outcome::Unchanged { seq: 4, up_to: 3 }]);
        assert_eq!(chat::summary(&db, ben, CHAT).await.unwrap().unread, 0);
    })
    .await;
}

#[tokio::test]
async fn missed_events_are_complete_and_contain_each_mark_once() {
    both(async |db| {
        let (ann, ben, _) = chat_of_two(&db).await;
        let batch = [
            send(ann, 1, "one"),
            write(ben, Change::Read { up_to: 1, quiet: false }),
            send(ann, 2, "two"),
            write(ben, Change::Read { up_to: 3, quiet: false }),
        ];
        ChatWrite::commit(&db, &batch).await.unwrap();
        let missed = chat::changes_since(&db, CHAT, 1, 100, NOW).await.unwrap();
        assert_eq!((missed.epoch.as_str(), missed.seq), ("e1", 4));
        let told: Vec<_> = missed.events.unwrap().into_iter().map(|event| event.seq).collect();
        assert_eq!(told, [3, 4, 4], "the mark of number 2 was overtaken by that of 4, a delivery and a reading");
        assert!(chat::changes_since(&db, CHAT, 4, 100, NOW).await.unwrap().events.unwrap().is_empty());
        assert!(chat::changes_since(&db, CHAT, 0, 1, NOW).await.unwrap().events.is_none(), "more than one message");
    })
    .await;
}

#[tokio::test]
async fn history_reads_both_ways_and_reports_further_pages() {
    both(async |db| {
        let (ann, _, cat) = chat_of_two(&db).await;
        let batch: Vec<_> = (1..=9).map(|number| send(ann, number, "text")).collect();
        ChatWrite::commit(&db, &batch).await.unwrap();
        for (window, expected) in [
            (Window::Newest, (vec![7, 8, 9], true, false)),
            (Window::Before(4), (vec![1, 2, 3], false, true)),
            (Window::Before(5), (vec![2, 3, 4], true, true)),
            (Window::After(6), (vec![7, 8, 9], true, false)),
            (Window::After(0), (vec![1, 2, 3], false, true)),
            (Window::Around(5), (vec![4, 5, 6], true, true)),
        ] {
            let history = chat::history(&db, ann, CHAT, window, 3).await.unwrap();
            let told: Vec<_> = history.messages.iter().map(|message| message.seq).collect();
            assert_eq!((told, history.has_before, history.has_after), expected, "{window:?}");
        }
        let refused = chat::history(&db, cat, CHAT, Window::Newest, 3).await;
        assert!(matches!(refused, Err(Error::NotFound)), "somebody else's chat");
    })
    .await;
}

#[tokio::test]
async fn list_belongs_to_the_viewer_with_the_newest_first() {
    both(async |db| {
        let (ann, ben, cat) = chat_of_two(&db).await;
        let with_cat = NewDirect { id: ChatId(8), epoch: "e2".into(), from: ann, with: cat, at: NOW.plus(1) };
        chat::direct(&db, with_cat).await.unwrap();
        let mut newer = send(ben, 1, "hello");
        newer.at = NOW.plus(2);
        ChatWrite::commit(&db, &[newer]).await.unwrap();

        let (chats, total) = chat::list(&db, ann, ArchiveFilter::Main, 10, 0).await.unwrap();
        assert_eq!((total, chats[0].id, chats[1].id), (2, CHAT, ChatId(8)));
        assert_eq!((chats[0].unread, chats[0].member_count, chats[0].members[0].id), (1, 2, ben));
        assert_eq!(chats[0].last_message.as_ref().unwrap().text, "hello");
        assert!(chats[1].last_message.is_none());
        assert_eq!(chat::list(&db, ann, ArchiveFilter::Main, 1, 1).await.unwrap().0[0].id, ChatId(8));
        assert!(matches!(chat::summary(&db, cat, CHAT).await, Err(Error::NotFound)));
        assert!(matches!(chat::detail(&db, cat, CHAT).await, Err(Error::NotFound)));
        let detail = chat::detail(&db, ben, CHAT).await.unwrap();
        assert_eq!((detail.members.len(), detail.seq, detail.unread), (2, 1, 0));
    })
    .await;
}

#[tokio::test]
async fn direct_chat_without_a_message_is_listed_for_its_opener_only() {
    both(async |db| {
        let (ann, ben, _) = chat_of_two(&db).await;
        let listed = async |viewer: UserId| {
            let (chats, total) = chat::list(&db, viewer, ArchiveFilter::Main, 10, 0).await.unwrap();
            assert_eq!(
                (chats.len() as i64, chat::list(&db, viewer, ArchiveFilter::All, 9, 0).await.unwrap().1),
                (total, total)
            );
            total
        };
        assert_eq!((listed(ann).await, listed(ben).await), (1, 0));
        assert_eq!(chat::summary(&db, ben, CHAT).await.unwrap().id, CHAT, "it can be opened");
        ChatWrite::commit(&db, &[send(ann, 1, "hello")]).await.unwrap();
        assert_eq!((listed(ann).await, listed(ben).await), (1, 1));
    })
    .await;
}

#[tokio::test]
async fn deleted_chat_comes_back_without_its_history() {
    both(async |db| {
        let (ann, ben, cat) = chat_of_two(&db).await;
        ChatWrite::commit(&db, &[send(ann, 1, "one"), write(ben, Change::Read { up_to: 1, quiet: false })])
            .await
            .unwrap();
        chat::keep_draft(&db, ann, CHAT, "unsent", NOW).await.unwrap();
        assert!(matches!(chat::delete(&db, cat, CHAT).await, Err(Error::NotFound)));
        for _ in 0..2 {
            assert_eq!(chat::delete(&db, ann, CHAT).await.unwrap(), Some(2));
        }
        let listed = async |viewer: UserId| chat::list(&db, viewer, ArchiveFilter::All, 10, 0).await.unwrap().0;
        assert_eq!((listed(ann).await.len(), listed(ben).await.len()), (0, 1));
        ChatWrite::commit(&db, &[send(ben, 1, "two")]).await.unwrap();
        let line = listed(ann).await.remove(0);
        assert_eq!((line.last_message.unwrap().text.as_str(), line.unread, line.draft), ("two", 1, None));
        let told =
            async |viewer: UserId| chat::history(&db, viewer, CHAT, Window::Newest, 10).await.unwrap().messages.len();
        assert_eq!((told(ann).await, told(ben).await), (1, 2));
    })
    .await;
}

#[tokio::test]
async fn pair_has_one_direct_chat_from_either_side() {
    both(async |db| {
        let (ann, ben, _) = chat_of_two(&db).await;
        let again = NewDirect { id: ChatId(9), epoch: "e9".into(), from: ben, with: ann, at: NOW };
        assert_eq!(chat::direct(&db, again).await.unwrap(), (CHAT, false));
        let nobody = NewDirect { id: ChatId(9), epoch: "e9".into(), from: ben, with: UserId(99), at: NOW };
        assert!(matches!(chat::direct(&db, nobody).await, Err(Error::NotFound)));
    })
    .await;
}

#[tokio::test]
async fn message_carries_its_authors_own_images_only() {
    both(async |db| {
        let (ann, ben, _) = chat_of_two(&db).await;
        let key = "0123456789abcdef0123456789abcdef".to_owned();
        let picture = NewMedia::new(MediaId(5), key, ann, MediaKind::Image, "image/jpeg", 99, NOW);
        store::media::insert(&db, &picture).await.unwrap();
        let with = |author: UserId, number: u32| {
            let mut append = send(author, number, "");
            if let Change::Message(new) = &mut append.change {
                new.media.push(MediaId(5));
            }
            append
        };
        let outcomes = ChatWrite::commit(&db, &[with(ann, 1), with(ben, 1)]).await.unwrap();
        assert!(matches!(&outcomes[0], Outcome::Applied { seq: 1, .. }));
        assert_eq!(outcomes[1], Outcome::Refused(ChatError::NoSuchMedia));
        let history = chat::history(&db, ben, CHAT, Window::Newest, 10).await.unwrap();
        assert_eq!(history.messages[0].media[0].bytes, 99);
    })
    .await;
}

#[tokio::test]
async fn writing_into_a_foreign_or_unknown_chat_is_refused() {
    both(async |db| {
        let (_, _, cat) = chat_of_two(&db).await;
        let mut elsewhere = send(cat, 2, "x");
        elsewhere.chat = ChatId(404);
        let outcomes = ChatWrite::commit(&db, &[send(cat, 1, "x"), elsewhere]).await.unwrap();
        assert_eq!(outcomes, [Outcome::Gone, Outcome::Gone]);
    })
    .await;
}

#[tokio::test]
async fn group_commit_replies_in_order_despite_refused_writes() {
    both(async |db| {
        let (ann, ben, _) = chat_of_two(&db).await;
        let commits = GroupCommit::<ChatWrite>::start(db.clone(), Duration::ZERO);
        let (answers, mut answered) = tokio::sync::mpsc::unbounded_channel();
        for number in 0..200 {
            let author = if number % 2 == 0 { ann } else { ben };
            commits.submit(send(author, number, "text"), u64::from(number), &answers).unwrap();
        }
        // PostgreSQL refuses NUL in a text, SQLite accepts it; neither may affect the replies of the batch.
        commits.submit(send(ann, 900, "a\0b"), 900, &answers).unwrap();
        commits.submit(send(ann, 901, "after"), 901, &answers).unwrap();
        let mut told = Vec::new();
        for _ in 0..202 {
            let (mark, outcome) = answered.recv().await.unwrap();
            if mark != 900 {
                told.push((mark, seqs(&[outcome.unwrap()])[0]));
            }
        }
        assert!(told.is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1), "in the order they were handed in");
        assert_eq!(told.len(), 201);
    })
    .await;
}

#[tokio::test]
async fn blocked_chat_delays_no_other_and_keeps_its_order() {
    // SQLite has one writer.
    let Some(db) = store::testing::postgres().await else { return };
    let (ann, _, cat) = chat_of_two(&db).await;
    let other = ChatId(8);
    chat::direct(&db, NewDirect { id: other, epoch: "e1".into(), from: ann, with: cat, at: NOW }).await.unwrap();
    let commits = GroupCommit::<ChatWrite>::start(db.clone(), Duration::ZERO);
    let (answers, mut answered) = tokio::sync::mpsc::unbounded_channel();
    let say = |chat: ChatId, number: u32| {
        let write = ChatWrite { chat, ..send(ann, number, "text") };
        commits.submit(write, u64::from(number), &answers).unwrap();
    };

    let mut elsewhere = db.begin().await.unwrap();
    elsewhere.lock_chats(&[CHAT.0]).await.unwrap();
    say(CHAT, 0);
    // Once the first batch waits for the lock, later batches wait for it or run beside it.
    let waiting =
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    let waits = async || -> (i64,) { on!(db.read(), at => sqlx::query_as(waiting).fetch_one(at).await).unwrap() };
    while waits().await == (0,) {
        tokio::task::yield_now().await;
    }
    for number in 1..=600 {
        say(if number % 2 == 0 { other } else { CHAT }, number);
    }
    let mut told = Vec::new();
    for _ in 0..300 {
        told.push(answered.recv().await.unwrap());
    }
    assert!(told.iter().all(|(number, _)| *number > 0 && number % 2 == 0), "of the other chat only");
    assert!(told.is_sorted_by_key(|(number, _)| *number));
    drop(elsewhere);
    let mut held_up = Vec::new();
    for _ in 0..301 {
        let (number, outcome) = answered.recv().await.unwrap();
        held_up.push((number, seqs(&[outcome.unwrap()])[0]));
    }
    assert!(held_up.is_sorted_by(|a, b| a.0 < b.0 && a.1 < b.1), "in the order they were handed in");
}

#[tokio::test]
async fn writers_on_two_connections_take_turns() {
    both(async |db| {
        let (ann, ben, _) = chat_of_two(&db).await;
        let many = |author: UserId| {
            let db = db.clone();
            async move {
                let mut taken = Vec::new();
                for number in 0..40 {
                    let batch =
                        [send(author, number, "text"), write(author, Change::Read { up_to: 1_000, quiet: false })];
                    let outcomes = ChatWrite::commit(&db, &batch).await.unwrap();
                    taken.extend(outcomes.into_iter().filter_map(|outcome| match outcome {
                        Outcome::Applied { seq, .. } => Some(seq),
                        _ => None,
                    }));
                }
                taken
            }
        };
        let (mut all, others) = tokio::join!(many(ann), many(ben));
        all.extend(others);
        all.sort_unstable();
        assert_eq!(all, (1..=160).collect::<Vec<_>>(), "every number once, none left out");
    })
    .await;
}
