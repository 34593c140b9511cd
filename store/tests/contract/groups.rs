//! Groups, per-member settings and blocks: decided in the transaction, published once.

use store::{
    Db,
    chat::{
        self, ArchiveFilter, Change, ChatError, ChatWrite, Details, Event, NewDirect, NewGroup, NewMessage,
        NewSettings, Outcome, Role, SystemKind, Window,
    },
    db::group_commit::Write,
    on,
    testing::{both, sqlx},
    types::{
        ids::{ChatId, MediaId, UserId},
        timestamp::Timestamp,
    },
};

use crate::{NOW, account};

const CHAT: ChatId = ChatId(7);

/// Ann owns a group with Ben and Cat; Dan is not in it.
async fn group(db: &Db) -> [UserId; 4] {
    let mut all = Vec::new();
    for (id, name) in [(1, "ann"), (2, "ben"), (3, "cat"), (4, "dan")] {
        all.push(account(db, id, name).await);
    }
    let new = NewGroup {
        id: CHAT,
        epoch: "e1".into(),
        owner: all[0],
        title: "Table".into(),
        picture: None,
        members: vec![all[1], all[2]],
        at: NOW,
    };
    assert_eq!(chat::group(db, &new).await.unwrap().unwrap(), [all[1], all[2]]);
    accept(db).await;
    [all[0], all[1], all[2], all[3]]
}

/// Accepts the group for all members.
async fn accept(db: &Db) {
    on!(db.write(), at => sqlx::query("UPDATE chat_member SET request_from = NULL WHERE chat_id = $1")
        .bind(CHAT).execute(at).await.map(drop))
    .unwrap();
}

async fn done(db: &Db, author: UserId, change: Change) -> Outcome {
    ChatWrite::commit(db, &[ChatWrite { chat: CHAT, author, agent: None, at: NOW.plus(1), change }])
        .await
        .unwrap()
        .remove(0)
}

fn told(outcome: Outcome) -> (i64, Details) {
    match outcome {
        Outcome::Applied { seq, event: Event::Details(details) } => (seq, *details),
        other => panic!("{other:?} changes no group"),
    }
}

fn say(number: u32) -> Change {
    Change::Message(NewMessage::text(format!("01JDA7XK8Q{number:016}").parse().unwrap(), "hello"))
}

async fn role(db: &Db, viewer: UserId, user: UserId) -> Option<Role> {
    let detail = chat::detail(db, viewer, CHAT).await.unwrap();
    detail.members.into_iter().find(|member| member.user.id == user).map(|member| member.role)
}

#[tokio::test]
async fn joins_and_leaves_are_recorded_as_system_messages() {
    both(async |db| {
        let [ann, ben, cat, dan] = group(&db).await;
        let (seq, added) = told(done(&db, ann, Change::Add { users: vec![dan, ben] }).await);
        assert_eq!((seq, added.member_count, added.joined.len(), added.joined[0].user.id), (2, 4, 1, dan));
        let message = added.message.unwrap();
        assert_eq!((message.seq, message.system.unwrap().users), (2, vec![dan]));
        assert_eq!(done(&db, ann, Change::Add { users: vec![dan] }).await, Outcome::Same { seq: 2 });
        assert_eq!(chat::summary(&db, dan, CHAT).await.unwrap().unread, 0);
        assert!(matches!(done(&db, dan, say(1)).await, Outcome::Applied { seq: 3, .. }));
        // Removed and writing in one batch: the order decides.
        let at = |author, change| ChatWrite { chat: CHAT, author, agent: None, at: NOW, change };
        let batch =
            [at(ann, Change::Remove { user: dan }), at(dan, say(2)), at(dan, Change::Read { up_to: 3, quiet: false })];
        let outcomes = ChatWrite::commit(&db, &batch).await.unwrap();
        let (_, removed) = told(outcomes[0].clone());
        assert_eq!((&removed.left[..], removed.member_count, removed.former[0].id), (&[dan][..], 3, dan));
        assert_eq!(outcomes[1..], [Outcome::Gone, Outcome::Gone]);
        assert!(chat::summary(&db, dan, CHAT).await.is_err() && chat::detail(&db, dan, CHAT).await.is_err());
        assert!(chat::history(&db, dan, CHAT, Window::Newest, 10).await.is_err());
        assert!(chat::members(&db, dan, CHAT, "", 10, 0).await.is_err());
        assert_eq!(chat::detail(&db, cat, CHAT).await.unwrap().former[0].id, dan);
        told(done(&db, ann, Change::Add { users: vec![dan] }).await);
        assert!(chat::detail(&db, cat, CHAT).await.unwrap().former.is_empty());
        // A member who comes back sees the chat from then on.
        let history = chat::history(&db, dan, CHAT, Window::Around(1), 10).await.unwrap();
        let said: Vec<_> = history.messages.iter().map(|message| message.seq).collect();
        assert_eq!((said, history.has_before), (vec![5], false));
    })
    .await;
}

#[tokio::test]
async fn new_member_sees_nothing_from_before_the_joining() {
    both(async |db| {
        let [ann, ben, _, dan] = group(&db).await;
        let mut link = say(1);
        if let Change::Message(new) = &mut link {
            new.text = "see https://plaza.example about the harbour".into();
        }
        done(&db, ann, link).await;
        let (joined, _) = told(done(&db, ann, Change::Add { users: vec![dan] }).await);
        accept(&db).await;
        let line = chat::summary(&db, dan, CHAT).await.unwrap();
        assert_eq!((line.cleared_seq, line.unread, line.last_message.unwrap().seq), (joined - 1, 0, joined));
        let history = chat::history(&db, dan, CHAT, Window::Before(joined), 10).await.unwrap();
        assert!(history.messages.is_empty() && !history.has_before);
        let before = i64::MAX;
        assert_eq!(chat::links(&db, dan, CHAT, before, 10).await.unwrap().0, []);
        assert_eq!(chat::links(&db, ben, CHAT, before, 10).await.unwrap().0.len(), 1);
        chat::search::catch_up(&db).await.unwrap();
        let search = chat::search::Search { query: "harbour", chat: Some(CHAT), before: None, limit: 5 };
        assert!(chat::search::search(&db, dan, &search).await.unwrap().hits.is_empty());
        assert_eq!(chat::search::search(&db, ben, &search).await.unwrap().hits.len(), 1);
        let none = Outcome::Refused(ChatError::NoSuchMessage);
        assert_eq!(done(&db, dan, Change::React { seq: 2, emoji: Some("👍".into()) }).await, none);
        let mut quote = NewMessage::text("01JDA7XK8Q0000000000000077".parse().unwrap(), "really?");
        (quote.reply_to, quote.is_old_reply) = (Some(2), true);
        assert_eq!(done(&db, dan, Change::Message(quote.clone())).await, none);
        (quote.reply_to, quote.text, quote.forward_of) = (None, String::new(), Some((CHAT, 2)));
        assert_eq!(done(&db, dan, Change::Message(quote)).await, Outcome::Refused(ChatError::CannotForward));
    })
    .await;
}

#[tokio::test]
async fn leaders_decide_and_a_group_always_has_a_leader() {
    both(async |db| {
        let [ann, ben, cat, dan] = group(&db).await;
        let not_allowed = Outcome::Refused(ChatError::NotAllowed);
        let rename = || Change::Describe { title: Some("Friday".into()), picture: None };
        for change in [rename(), Change::Add { users: vec![dan] }, Change::Remove { user: cat }] {
            assert_eq!(done(&db, ben, change).await, not_allowed);
        }
        assert_eq!(done(&db, ben, Change::Role { user: ben, role: Role::Admin }).await, not_allowed);
        assert_eq!(done(&db, dan, rename()).await, Outcome::Gone);
        let (_, given) = told(done(&db, ann, Change::Role { user: ben, role: Role::Admin }).await);
        assert_eq!((given.roles[0].user, given.roles[0].role), (ben, Role::Admin));
        let (_, named) = told(done(&db, ben, rename()).await);
        assert_eq!(named.title.as_deref(), Some("Friday"));
        assert_eq!(done(&db, ben, Change::Remove { user: ann }).await, not_allowed);
        assert_eq!(done(&db, ben, Change::Remove { user: dan }).await, Outcome::Refused(ChatError::NoSuchMember));
        let picture = Change::Describe { title: None, picture: Some(Some("/media/x".into())) };
        assert_eq!(told(done(&db, ben, picture).await).1.message.unwrap().system.unwrap().kind, SystemKind::Picture);
        let (_, left) = told(done(&db, ann, Change::Remove { user: ann }).await);
        assert_eq!((left.roles[0].user, left.roles[0].role), (ben, Role::Owner), "the admin comes before the member");
        assert_eq!(role(&db, cat, ben).await, Some(Role::Owner));
        told(done(&db, ben, Change::Role { user: cat, role: Role::Owner }).await);
        assert_eq!((role(&db, cat, cat).await, role(&db, cat, ben).await), (Some(Role::Owner), Some(Role::Admin)));
        let (page, total) = chat::members(&db, ben, CHAT, "b_n", 10, 0).await.unwrap();
        assert_eq!((page.len(), total), (0, 0), "a sign of the database's is a letter like others");
        let (page, total) = chat::members(&db, ben, CHAT, "BEN", 10, 0).await.unwrap();
        assert_eq!((page[0].user.id, total), (ben, 1));
    })
    .await;
}

#[tokio::test]
async fn returning_member_receives_all_group_changes_as_one() {
    both(async |db| {
        let [ann, ben, cat, dan] = group(&db).await;
        told(done(&db, ann, Change::Remove { user: cat }).await);
        told(done(&db, ann, Change::Add { users: vec![dan] }).await);
        told(done(&db, ann, Change::Describe { title: Some("Friday".into()), picture: None }).await);
        let missed = chat::changes_since(&db, CHAT, 1, 10, NOW).await.unwrap();
        let events = missed.events.unwrap();
        assert_eq!(events.iter().map(|one| one.seq).collect::<Vec<_>>(), [2, 3, 4]);
        let Event::Details(details) = &events[2].event else { panic!("{events:?}") };
        assert_eq!((details.title.as_deref(), &details.left[..]), (Some("Friday"), &[cat][..]));
        assert_eq!((details.joined.len(), details.joined[0].user.id, details.member_count), (1, dan, 3));
        assert_eq!(details.message.as_ref().unwrap().seq, 4);
        assert!(matches!(&events[0].event, Event::Message { message } if message.system.is_some()));
        assert_eq!(role(&db, ben, ben).await, Some(Role::Member));
    })
    .await;
}

#[tokio::test]
async fn members_are_not_added_across_a_block_and_images_are_own() {
    both(async |db| {
        let [ann, ben, _, dan] = group(&db).await;
        chat::set_block(&db, dan, ann, true, NOW).await.unwrap();
        assert_eq!(done(&db, ann, Change::Add { users: vec![dan] }).await, Outcome::Refused(ChatError::CannotAdd));
        assert_eq!(
            done(&db, ann, Change::Add { users: vec![UserId(99)] }).await,
            Outcome::Refused(ChatError::CannotAdd)
        );
        let new = |members| NewGroup {
            id: ChatId(8),
            epoch: "e".into(),
            owner: ann,
            title: "x".into(),
            picture: None,
            members,
            at: NOW,
        };
        assert_eq!(chat::group(&db, &new(vec![ben, dan])).await.unwrap(), Err(ChatError::CannotAdd));
        assert_eq!(chat::own_picture(&db, ann, MediaId(1)).await.unwrap(), None);
        // A moderator deletes messages of other members, of any age.
        done(&db, ben, say(1)).await;
        let delete = ChatWrite {
            chat: CHAT,
            author: ann,
            agent: None,
            at: NOW.plus(9 * Timestamp::DAY),
            change: Change::Delete { seq: 2 },
        };
        assert!(matches!(ChatWrite::commit(&db, &[delete]).await.unwrap()[0], Outcome::Applied { .. }));
        assert_eq!(
            done(&db, ann, Change::Delete { seq: 1 }).await,
            Outcome::Refused(ChatError::NotYours),
            "a system message"
        );
    })
    .await;
}

#[tokio::test]
async fn block_closes_the_direct_chat_until_both_unblock() {
    both(async |db| {
        let [ann, ben, cat, _] = group(&db).await;
        let direct = ChatId(8);
        let new = NewDirect { id: direct, epoch: "e".into(), from: ann, with: ben, at: NOW };
        chat::direct(&db, new).await.unwrap();
        assert_eq!(chat::find_direct(&db, ben, ann).await.unwrap(), Some(direct));
        assert_eq!(chat::peer(&db, ann, direct).await.unwrap(), Some(ben));
        assert_eq!(chat::peer(&db, ann, CHAT).await.unwrap(), None);
        assert!(chat::peer(&db, cat, direct).await.is_err());
        let block = async |by: UserId, of: UserId, stands: bool| {
            assert_eq!(chat::set_block(&db, by, of, stands, NOW).await.unwrap(), Some(direct));
        };
        let send = async |number: u32| {
            let append = ChatWrite { chat: direct, author: ben, agent: None, at: NOW, change: say(number) };
            ChatWrite::commit(&db, &[append]).await.unwrap().remove(0)
        };
        assert!(matches!(send(1).await, Outcome::Applied { .. }));
        block(ann, ben, true).await;
        block(ann, ben, true).await;
        block(ben, ann, true).await;
        assert!(chat::blocks(&db, ann, ben).await.unwrap());
        let line = chat::summary(&db, ann, direct).await.unwrap();
        assert!(line.blocked && !line.can_write);
        assert!(matches!(send(1).await, Outcome::Repeat { .. }), "what was said stays said");
        block(ann, ben, false).await;
        assert_eq!(send(2).await, Outcome::Refused(ChatError::Blocked));
        block(ben, ann, false).await;
        assert!(matches!(send(2).await, Outcome::Applied { .. }));
        // A chat opened across a block is closed from the start.
        chat::set_block(&db, cat, ann, true, NOW).await.unwrap();
        let new = NewDirect { id: ChatId(9), epoch: "e".into(), from: ann, with: cat, at: NOW };
        chat::direct(&db, new).await.unwrap();
        let append = ChatWrite { chat: ChatId(9), author: ann, agent: None, at: NOW, change: say(3) };
        assert_eq!(ChatWrite::commit(&db, &[append]).await.unwrap(), [Outcome::Refused(ChatError::Blocked)]);
    })
    .await;
}

#[tokio::test]
async fn chat_settings_belong_to_the_member() {
    both(async |db| {
        let [ann, ben, _, dan] = group(&db).await;
        let other = NewDirect { id: ChatId(8), epoch: "e".into(), from: ann, with: dan, at: NOW.plus(50) };
        chat::direct(&db, other).await.unwrap();
        let set = async |new: NewSettings, at: Timestamp| chat::change_settings(&db, ann, CHAT, new, at).await.unwrap();
        let ids = async |shelf: ArchiveFilter| -> Vec<i64> {
            let (chats, total) = chat::list(&db, ann, shelf, 10, 0).await.unwrap();
            assert_eq!(usize::try_from(total).unwrap(), chats.len());
            chats.into_iter().map(|chat| chat.id.0).collect()
        };
        assert_eq!(ids(ArchiveFilter::Main).await, [8, 7]);
        set(NewSettings { pinned: Some(true), ..Default::default() }, NOW).await;
        assert_eq!(ids(ArchiveFilter::Main).await, [7, 8], "pinned chats come first");
        let muted = Some(Some(NOW.plus(Timestamp::DAY)));
        set(NewSettings { archived: Some(true), muted_until: muted, pinned: Some(false) }, NOW.plus(1)).await;
        assert_eq!((ids(ArchiveFilter::Main).await, ids(ArchiveFilter::Archived).await), (vec![8], vec![7]));
        let append = |number, at| ChatWrite { chat: CHAT, author: ben, agent: None, at, change: say(number) };
        ChatWrite::commit(&db, &[append(1, NOW.plus(2))]).await.unwrap();
        assert_eq!(ids(ArchiveFilter::Archived).await, [7], "muted: it stays");
        set(NewSettings { muted_until: Some(None), ..Default::default() }, NOW.plus(3)).await;
        assert_eq!(ids(ArchiveFilter::Archived).await, [7], "and does not come back by itself");
        ChatWrite::commit(&db, &[append(2, NOW.plus(4))]).await.unwrap();
        assert_eq!(
            (ids(ArchiveFilter::Archived).await.len(), ids(ArchiveFilter::All).await.len()),
            (0, 2),
            "a message brings it back"
        );
        chat::keep_draft(&db, ann, CHAT, "Shall we", NOW).await.unwrap();
        assert_eq!(chat::summary(&db, ann, CHAT).await.unwrap().draft.unwrap().text, "Shall we");
        assert_eq!(chat::summary(&db, ben, CHAT).await.unwrap().draft, None);
        chat::keep_draft(&db, ann, CHAT, "", NOW).await.unwrap();
        assert_eq!(chat::summary(&db, ann, CHAT).await.unwrap().draft, None);
        assert!(chat::keep_draft(&db, dan, CHAT, "x", NOW).await.is_err());
        assert!(chat::change_settings(&db, dan, CHAT, NewSettings::default(), NOW).await.is_err());
        // A room loads all data of its snapshots.
        let loaded = chat::load(&db, CHAT, 10).await.unwrap();
        assert_eq!((loaded.members.len(), loaded.recent.len(), loaded.seq), (3, 3, 3));
    })
    .await;
}

#[tokio::test]
async fn last_seen_follows_the_privacy_setting() {
    both(async |db| {
        let [ann, ben, cat, _] = group(&db).await;
        store::account::seen(&db, &[ben, cat], NOW.plus(5)).await.unwrap();
        let shut = store::account::privacy::Privacy {
            last_seen: store::account::privacy::Audience::OnlyFriends,
            ..Default::default()
        };
        store::account::privacy::save(&db, cat, &shut, NOW).await.unwrap();
        let detail = chat::detail(&db, ann, CHAT).await.unwrap();
        let seen = |user: UserId| detail.members.iter().find(|one| one.user.id == user).unwrap().last_seen_at;
        assert_eq!((seen(ben), seen(cat)), (Some(NOW.plus(5)), None));
    })
    .await;
}

#[tokio::test]
async fn history_of_a_large_group_contains_the_cards_it_mentions() {
    both(async |db| {
        let others: Vec<UserId> = (2..=201).map(UserId).collect();
        let ann = account(&db, 1, "ann").await;
        for other in &others {
            account(&db, other.0, &format!("member{other}")).await;
        }
        let new = NewGroup {
            id: ChatId(1),
            epoch: "e".to_owned(),
            owner: ann,
            title: "All".to_owned(),
            picture: None,
            members: others.clone(),
            at: NOW,
        };
        chat::group(&db, &new).await.unwrap().unwrap();
        let say = |author: UserId| ChatWrite {
            chat: ChatId(1),
            author,
            agent: None,
            at: NOW,
            change: Change::Message(NewMessage::text(format!("{author:026}").parse().unwrap(), "hello")),
        };
        ChatWrite::commit(&db, &[say(UserId(150)), say(UserId(90))]).await.unwrap();
        let people = async || {
            let history = chat::history(&db, UserId(2), ChatId(1), Window::Newest, 2).await.unwrap();
            history.people.iter().map(|card| card.id.0).collect::<Vec<_>>()
        };
        assert_eq!(people().await, [90, 150]);
        let gone = Change::Remove { user: UserId(90) };
        ChatWrite::commit(&db, &[ChatWrite { chat: ChatId(1), author: ann, agent: None, at: NOW, change: gone }])
            .await
            .unwrap();
        // 200 members remain: each knows all others.
        assert_eq!(people().await, [0_i64; 0]);
    })
    .await;
}

#[tokio::test]
async fn blocks_between_members_of_a_group_are_read_both_ways() {
    both(async |db| {
        let [ann, ben, cat, dan] = group(&db).await;
        chat::set_block(&db, ben, cat, true, NOW).await.unwrap();
        chat::set_block(&db, dan, ann, true, NOW).await.unwrap();
        let row = chat::load(&db, CHAT, 10).await.unwrap();
        assert_eq!(row.apart, [(ben, cat), (cat, ben)].into());
        for (user, with) in [(ben, vec![cat]), (cat, vec![ben]), (ann, vec![]), (dan, vec![ann])] {
            assert_eq!(chat::apart_from(&db, CHAT, user).await.unwrap(), with);
        }
        assert_eq!(chat::groups_of_both(&db, cat, ben).await.unwrap(), [CHAT]);
        assert_eq!(chat::groups_of_both(&db, cat, dan).await.unwrap(), []);
    })
    .await;
}
