//! Changes of messages: edit, deletion, reaction, hiding, forwarding, with permissions and events.

use store::{
    Db,
    chat::{
        self, ArchiveFilter, Change, ChatError, ChatWrite, Event, History, Message, NewDirect, NewMessage, Outcome,
        REACTIONS_MAX, Window,
    },
    db::group_commit::Write,
    testing::{both, count},
    types::{
        ids::{ChatId, UserId},
        timestamp::Timestamp,
    },
};

use crate::{NOW, account};

const CHAT: ChatId = ChatId(7);

async fn chat_of_two(db: &Db) -> (UserId, UserId, UserId) {
    let (ann, ben, cat) = (account(db, 1, "ann").await, account(db, 2, "ben").await, account(db, 3, "cat").await);
    let new = NewDirect { id: CHAT, epoch: "e1".into(), from: ann, with: ben, at: NOW };
    chat::direct(db, new).await.unwrap();
    (ann, ben, cat)
}

fn write(author: UserId, change: Change) -> ChatWrite {
    ChatWrite { chat: CHAT, author, agent: None, at: NOW, change }
}

fn new(number: u32, text: &str) -> NewMessage {
    NewMessage::text(format!("01JDA7XK8Q{number:016}").parse().unwrap(), text)
}

fn send(author: UserId, number: u32, text: &str) -> ChatWrite {
    write(author, Change::Message(new(number, text)))
}

fn react(author: UserId, seq: i64, emoji: Option<&str>) -> ChatWrite {
    write(author, Change::React { seq, emoji: emoji.map(str::to_owned) })
}

fn edit(author: UserId, seq: i64, text: &str) -> ChatWrite {
    write(author, Change::Edit { seq, text: text.into(), mentions: Vec::new() })
}

async fn done(db: &Db, write: ChatWrite) -> Outcome {
    ChatWrite::commit(db, &[write]).await.unwrap().remove(0)
}

/// Returns the message that a change produced, and its seq.
fn changed(outcome: Outcome) -> (i64, Message) {
    match outcome {
        Outcome::Applied { seq, event: Event::Changed { message } } => (seq, message),
        other => panic!("{other:?} changes no message"),
    }
}

async fn history(db: &Db, viewer: UserId) -> History {
    chat::history(db, viewer, CHAT, Window::Newest, 100).await.unwrap()
}

#[tokio::test]
async fn author_may_edit_within_a_day_and_the_edit_is_marked() {
    both(async |db| {
        let (ann, ben, _) = chat_of_two(&db).await;
        done(&db, send(ann, 1, "one")).await;
        let (seq, message) = changed(done(&db, edit(ann, 1, "won")).await);
        assert_eq!((seq, message.seq, message.text.as_str(), message.edited_at), (2, 1, "won", Some(NOW)));
        assert_eq!(history(&db, ben).await.messages, [message]);
        // Repeated: no-op.
        assert_eq!(done(&db, edit(ann, 1, "won")).await, Outcome::Same { seq: 2 });
        assert_eq!(done(&db, edit(ben, 1, "mine")).await, Outcome::Refused(ChatError::NotYours));
        assert_eq!(done(&db, edit(ann, 1, "")).await, Outcome::Refused(ChatError::Empty));
        assert_eq!(done(&db, edit(ann, 2, "x")).await, Outcome::Refused(ChatError::NoSuchMessage), "a change is none");
        let mut late = edit(ann, 1, "late");
        late.at = NOW.plus(Timestamp::DAY + 1);
        assert_eq!(done(&db, late).await, Outcome::Refused(ChatError::TooLate));
    })
    .await;
}

#[tokio::test]
async fn deletion_for_all_leaves_only_a_placeholder() {
    both(async |db| {
        let (ann, ben, _) = chat_of_two(&db).await;
        ChatWrite::commit(&db, &[send(ann, 1, "secret"), send(ben, 1, "answer")]).await.unwrap();
        done(&db, react(ben, 1, Some("👍"))).await;
        assert_eq!(chat::summary(&db, ben, CHAT).await.unwrap().unread, 1);
        assert_eq!(done(&db, write(ben, Change::Delete { seq: 1 })).await, Outcome::Refused(ChatError::NotYours));
        let (seq, message) = changed(done(&db, write(ann, Change::Delete { seq: 1 })).await);
        assert_eq!((seq, message.deleted, message.text.as_str()), (4, true, ""));
        assert!(message.reactions.is_empty() && count(&db, "reaction").await == 0);
        assert_eq!(history(&db, ben).await.messages[0], message);
        assert_eq!(chat::summary(&db, ben, CHAT).await.unwrap().unread, 0, "what is deleted is not unread");
        assert_eq!(done(&db, write(ann, Change::Delete { seq: 1 })).await, Outcome::Same { seq: 4 });
        for change in [edit(ann, 1, "back"), react(ben, 1, Some("👍"))] {
            assert_eq!(done(&db, change).await, Outcome::Refused(ChatError::NoSuchMessage));
        }
        let mut late = write(ben, Change::Delete { seq: 2 });
        late.at = NOW.plus(Timestamp::DAY + 1);
        assert_eq!(done(&db, late).await, Outcome::Refused(ChatError::TooLate));
    })
    .await;
}

#[tokio::test]
async fn user_has_at_most_one_reaction_per_message() {
    both(async |db| {
        let (ann, ben, _) = chat_of_two(&db).await;
        done(&db, send(ann, 1, "one")).await;
        // Two concurrent changes: each takes a seq, the row keeps the last.
        let outcomes = ChatWrite::commit(&db, &[react(ann, 1, Some("🎉")), react(ben, 1, Some("👍"))]).await.unwrap();
        let told: Vec<_> = outcomes.into_iter().map(changed).map(|(seq, one)| (seq, one.reactions.len())).collect();
        assert_eq!(told, [(2, 1), (3, 2)]);
        let (_, message) = changed(done(&db, react(ben, 1, Some("🎉"))).await);
        let reaction = &message.reactions[0];
        assert_eq!((reaction.emoji.as_str(), reaction.count, &reaction.users[..]), ("🎉", 2, &[ann, ben][..]));
        assert_eq!(history(&db, ann).await.messages[0].reactions, message.reactions);
        assert_eq!(done(&db, react(ben, 1, Some("🎉"))).await, Outcome::Same { seq: 4 });
        changed(done(&db, react(ann, 1, None)).await);
        let (_, message) = changed(done(&db, react(ben, 1, None)).await);
        assert!(message.reactions.is_empty() && count(&db, "reaction").await == 0);
        assert_eq!(done(&db, react(ben, 1, None)).await, Outcome::Same { seq: 6 });
    })
    .await;
}

#[tokio::test]
async fn message_has_at_most_twenty_different_reactions() {
    both(async |db| {
        let (ann, ben, _) = chat_of_two(&db).await;
        done(&db, send(ann, 1, "one")).await;
        for place in 0..i64::try_from(REACTIONS_MAX).unwrap() {
            let user = account(&db, 100 + place, &format!("user{place}")).await;
            store::on!(db.write(), at => store::testing::sqlx::query(
                "INSERT INTO reaction (chat_id, seq, account_id, emoji, at) VALUES ($1, 1, $2, $3, 0)")
                .bind(CHAT).bind(user).bind(format!("e{place}")).execute(at).await.map(drop))
            .unwrap();
        }
        assert_eq!(done(&db, react(ben, 1, Some("👍"))).await, Outcome::Refused(ChatError::TooManyReactions));
        // Any number of users may share a reaction; the first fifty are named.
        for place in 20..200 {
            let user = account(&db, 100 + place, &format!("user{place}")).await;
            store::on!(db.write(), at => store::testing::sqlx::query(
                "INSERT INTO reaction (chat_id, seq, account_id, emoji, at) VALUES ($1, 1, $2, 'e0', 1)")
                .bind(CHAT).bind(user).execute(at).await.map(drop))
            .unwrap();
        }
        assert_eq!(done(&db, react(ben, 1, Some("👍"))).await, Outcome::Refused(ChatError::TooManyReactions));
        let (_, message) = changed(done(&db, react(ben, 1, Some("e0"))).await);
        let first = message.reactions.iter().find(|one| one.emoji == "e0").unwrap();
        assert_eq!((message.reactions.len(), first.count, first.users.len()), (REACTIONS_MAX, 182, 50));
        // A changed reaction frees its kind only if no other user has it.
        assert_eq!(done(&db, react(ben, 1, Some("👍"))).await, Outcome::Refused(ChatError::TooManyReactions));
    })
    .await;
}

#[tokio::test]
async fn hidden_message_is_gone_for_its_viewer_only() {
    both(async |db| {
        let (ann, ben, cat) = chat_of_two(&db).await;
        ChatWrite::commit(&db, &[send(ann, 1, "one"), send(ann, 2, "two"), send(ann, 3, "three")]).await.unwrap();
        let hide = |seqs: &[i64]| write(ben, Change::Hide { seqs: seqs.to_vec() });
        assert_eq!(done(&db, hide(&[2, 3, 9])).await, Outcome::Hidden { user: ben, seqs: vec![2, 3] });
        assert_eq!(done(&db, hide(&[3])).await, Outcome::Hidden { user: ben, seqs: vec![] }, "hidden already");
        let seen = |history: History| history.messages.iter().map(|message| message.seq).collect::<Vec<_>>();
        assert_eq!((seen(history(&db, ben).await), seen(history(&db, ann).await)), (vec![1], vec![1, 2, 3]));
        let line = chat::summary(&db, ben, CHAT).await.unwrap();
        assert_eq!((line.last_message.unwrap().seq, line.unread, line.seq), (1, 1, 3), "and it took no number");
        assert_eq!(done(&db, react(ben, 2, Some("👍"))).await, Outcome::Refused(ChatError::NoSuchMessage));
        let outsider = write(cat, Change::Hide { seqs: vec![1] });
        assert_eq!(done(&db, outsider).await, Outcome::Gone);
    })
    .await;
}

#[tokio::test]
async fn cleared_messages_are_gone_for_one_side_and_new_ones_stay() {
    both(async |db| {
        let (ann, ben, cat) = chat_of_two(&db).await;
        ChatWrite::commit(&db, &[send(ann, 1, "one"), send(ann, 2, "two")]).await.unwrap();
        assert_eq!(chat::clear(&db, ben, CHAT).await.unwrap(), 2);
        assert!(chat::clear(&db, cat, CHAT).await.is_err());
        let line = chat::summary(&db, ben, CHAT).await.unwrap();
        assert_eq!((line.last_message, line.unread, line.cleared_seq), (None, 0, 2));
        assert!(history(&db, ben).await.messages.is_empty() && !history(&db, ben).await.has_before);
        assert_eq!(history(&db, ann).await.messages.len(), 2);
        done(&db, send(ann, 3, "three")).await;
        let after = chat::history(&db, ben, CHAT, Window::After(0), 10).await.unwrap();
        assert_eq!((after.messages.len(), after.messages[0].text.as_str(), after.has_before), (1, "three", false));
        assert_eq!(chat::summary(&db, ben, CHAT).await.unwrap().unread, 1);
    })
    .await;
}

#[tokio::test]
async fn returning_member_receives_each_change_once_in_final_state() {
    both(async |db| {
        let (ann, ben, _) = chat_of_two(&db).await;
        ChatWrite::commit(&db, &[send(ann, 1, "one"), send(ann, 2, "two")]).await.unwrap();
        done(&db, edit(ann, 1, "first")).await;
        done(&db, edit(ann, 1, "second")).await;
        done(&db, send(ben, 1, "three")).await;
        done(&db, react(ann, 5, Some("👍"))).await;
        let missed = chat::changes_since(&db, CHAT, 2, 100, NOW).await.unwrap();
        let told: Vec<_> = missed
            .events
            .unwrap()
            .into_iter()
            .map(|one| match one.event {
                Event::Changed { message } => (one.seq, "changed", message.text, message.reactions.len()),
                Event::Message { message } => (one.seq, "message", message.text, message.reactions.len()),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(told, [(4, "changed", "second".into(), 0), (5, "message", "three".into(), 1)]);
        assert!(chat::changes_since(&db, CHAT, 6, 100, NOW).await.unwrap().events.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn reply_to_an_old_message_is_looked_up() {
    both(async |db| {
        let (ann, ben, _) = chat_of_two(&db).await;
        done(&db, send(ann, 1, "one")).await;
        let answer = |number: u32, reply_to: i64| {
            write(ben, Change::Message(NewMessage { reply_to: Some(reply_to), is_old_reply: true, ..new(number, "x") }))
        };
        assert!(matches!(done(&db, answer(1, 1)).await, Outcome::Applied { seq: 2, .. }));
        assert_eq!(done(&db, answer(2, 7)).await, Outcome::Refused(ChatError::NoSuchMessage));
        chat::clear(&db, ben, CHAT).await.unwrap();
        assert_eq!(done(&db, answer(3, 1)).await, Outcome::Refused(ChatError::NoSuchMessage), "cleared");
        assert!(matches!(done(&db, answer(1, 1)).await, Outcome::Repeat { seq: 2, .. }), "a repeat stays one");
    })
    .await;
}

#[tokio::test]
async fn only_visible_messages_may_be_forwarded() {
    both(async |db| {
        let (ann, ben, cat) = chat_of_two(&db).await;
        let other = NewDirect { id: ChatId(8), epoch: "e2".into(), from: ben, with: cat, at: NOW };
        chat::direct(&db, other).await.unwrap();
        ChatWrite::commit(&db, &[send(ann, 1, "news"), send(ann, 2, "gone"), send(ann, 3, "hidden")]).await.unwrap();
        done(&db, write(ann, Change::Delete { seq: 2 })).await;
        done(&db, write(ben, Change::Hide { seqs: vec![3] })).await;
        let forward = |author: UserId, number: u32, seq: i64| ChatWrite {
            chat: ChatId(8),
            author,
            agent: None,
            at: NOW,
            change: Change::Message(NewMessage { forward_of: Some((CHAT, seq)), ..new(number, "") }),
        };
        let Outcome::Applied { event: Event::Message { message }, .. } = done(&db, forward(ben, 1, 1)).await else {
            panic!("not forwarded")
        };
        assert_eq!((message.text.as_str(), message.forwarded, message.sender), ("news", true, ben));
        for (author, seq) in [(ben, 2), (ben, 3), (ben, 9), (cat, 1)] {
            let refused = done(&db, forward(author, 5, seq)).await;
            assert_eq!(refused, Outcome::Refused(ChatError::CannotForward), "{author} {seq}");
        }
        // Messages of another author cannot be edited.
        let mut change = edit(ben, 1, "fake");
        change.chat = ChatId(8);
        assert_eq!(done(&db, change).await, Outcome::Refused(ChatError::NotYours));
    })
    .await;
}

#[tokio::test]
async fn mention_notifies_members_who_allow_mentions() {
    both(async |db| {
        let (ann, ben, cat) = chat_of_two(&db).await;
        let mention = |number: u32, user: UserId| {
            write(ann, Change::Message(NewMessage { mentions: vec![user], ..new(number, "look") }))
        };
        assert!(matches!(done(&db, mention(1, ben)).await, Outcome::Applied { .. }));
        let line = chat::summary(&db, ben, CHAT).await.unwrap();
        assert!(line.mentioned && line.last_message.unwrap().mentions == [ben]);
        assert!(!chat::summary(&db, ann, CHAT).await.unwrap().mentioned);
        done(&db, write(ann, Change::Delete { seq: 1 })).await;
        assert!(!chat::summary(&db, ben, CHAT).await.unwrap().mentioned);
        assert_eq!(done(&db, mention(2, cat)).await, Outcome::Refused(ChatError::CannotMention), "no member");
        let shut = store::account::privacy::Privacy {
            id_mentions: store::account::privacy::Audience::Private,
            ..Default::default()
        };
        store::account::privacy::save(&db, ben, &shut, NOW).await.unwrap();
        assert_eq!(done(&db, mention(3, ben)).await, Outcome::Refused(ChatError::CannotMention), "does not want it");
    })
    .await;
}

#[tokio::test]
async fn edited_mention_goes_back_to_the_unread_one_before() {
    both(async |db| {
        let (ann, ben, _) = chat_of_two(&db).await;
        let mention = |number: u32| {
            let mut said = send(ann, number, "@ben look");
            if let Change::Message(new) = &mut said.change {
                new.mentions.push(ben);
            }
            said
        };
        let edit = |seq: i64, text: &str, mentions: Vec<UserId>| {
            write(ann, Change::Edit { seq, text: text.to_owned(), mentions })
        };
        let mentioned = async || chat::summary(&db, ben, CHAT).await.unwrap().mentioned;
        for said in [send(ann, 1, "plain"), mention(2), mention(3)] {
            done(&db, said).await;
        }
        done(&db, edit(3, "never mind", vec![])).await;
        assert!(mentioned().await, "by number 2");
        done(&db, edit(2, "never mind", vec![])).await;
        assert!(!mentioned().await);
        done(&db, edit(1, "@ben look", vec![ben])).await;
        assert!(mentioned().await, "added by an edit");
        done(&db, write(ben, Change::Read { up_to: 3, quiet: false })).await;
        let Outcome::Applied { seq, .. } = done(&db, mention(4)).await else { panic!("a message") };
        done(&db, write(ann, Change::Delete { seq })).await;
        assert!(!mentioned().await, "what was read before does not count again");
    })
    .await;
}

#[tokio::test]
async fn private_read_mark_is_stored_and_not_published() {
    both(async |db| {
        let (ann, ben, _) = chat_of_two(&db).await;
        done(&db, send(ann, 1, "one")).await;
        let read = write(ben, Change::Read { up_to: 1, quiet: true });
        assert_eq!(done(&db, read).await, Outcome::Quiet { user: ben, read: 1, delivered: 1 });
        assert!(chat::changes_since(&db, CHAT, 1, 10, NOW).await.unwrap().events.unwrap().is_empty());
        let line = chat::summary(&db, ben, CHAT).await.unwrap();
        assert_eq!((line.unread, line.read_seq, line.seq), (0, 1, 1));
        let (chats, _) = chat::list(&db, ben, ArchiveFilter::Main, 10, 0).await.unwrap();
        assert_eq!(chats, [line]);
    })
    .await;
}
