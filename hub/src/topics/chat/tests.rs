//! Decisions of a chat, without a server, a database or a clock.

use store::{
    account::{
        AccountKind, UserCard,
        privacy::{Privacy, Relation},
    },
    chat::{Change, ChatKind, MEDIA_MAX, Member, MemberState, Role, TEXT_MAX},
    types::ids::{MediaId, SessionId},
};

use super::*;

fn state(id: i64) -> MemberState {
    let user = UserCard {
        id: UserId(id),
        kind: AccountKind::Regular,
        user_name: format!("user{id}"),
        first_name: "Ada".into(),
        last_name: "Byron".into(),
        picture: None,
    };
    let member = Member {
        user,
        role: Role::Member,
        read_seq: 0,
        shows_read: false,
        delivered_seq: 0,
        last_seen_at: Some(Timestamp(1)),
        request_from: None,
    };
    MemberState {
        member,
        privacy: Privacy::default(),
        cleared_seq: 0,
        unlisted_seq: -1,
        mentioned_seq: 0,
        muted_until: None,
        pinned_at: None,
        archived_at: None,
        draft: None,
        is_gone: false,
        hidden: Default::default(),
    }
}

fn who(id: i64) -> Principal {
    Principal { user: UserId(id), session: SessionId(1), kind: AccountKind::Regular, expires_at: Timestamp(i64::MAX) }
}

fn id() -> CommandId {
    "01JDA7XK8Q0000000000000000".parse().expect("a ULID")
}

fn chat() -> Chat {
    chat_of(ChatKind::Direct, 2)
}

fn chat_of(kind: ChatKind, count: i64) -> Chat {
    let row = ChatRecord {
        kind,
        title: None,
        picture: None,
        blocked: false,
        request: None,
        accepted_seq: 0,
        epoch: "e1".into(),
        seq: 0,
        updated_at: Timestamp(0),
        members: (1..=count).map(state).collect(),
        former: Vec::new(),
        team: None,
        between: Relation::default(),
        apart: Default::default(),
        recent: Vec::new(),
        has_before: false,
    };
    Chat::new(ChatId(7), row)
}

fn message(seq: i64, sender: i64) -> Event {
    let message = Message {
        seq,
        client_id: id(),
        sender: UserId(sender),
        agent: None,
        at: Timestamp(seq),
        text: format!("message {seq}"),
        media: Vec::new(),
        reply_to: None,
        mentions: Vec::new(),
        forwarded: false,
        content: None,
        system: None,
        edited_at: None,
        deleted: false,
        reactions: Vec::new(),
    };
    Event::Message { message }
}

fn send(text: &str) -> Command {
    serde_json::from_value(json!({"type": "send", "text": text})).expect("a command")
}

fn given(command: serde_json::Value) -> Command {
    serde_json::from_value(command).expect("a command")
}

fn snapshot(chat: &Chat, viewer: i64) -> serde_json::Value {
    serde_json::from_str(chat.snapshot(UserId(viewer), &[UserId(viewer)]).get()).expect("an object")
}

#[test]
fn authorize_accepts_only_members() {
    let chat = chat();
    assert!(chat.authorize(&who(1)) && chat.authorize(&who(2)));
    assert!(!chat.authorize(&who(3)));
}

#[test]
fn send_trims_text_and_sets_chat_and_author() {
    let write = chat().decide(&who(1), id(), send("  hello \n"), Timestamp(5)).expect("taken");
    assert_eq!((write.chat, write.author, write.at), (ChatId(7), UserId(1), Timestamp(5)));
    assert!(matches!(write.change, Change::Message(new) if new.text == "hello"));
}

#[test]
fn invalid_commands_return_their_error_code() {
    let mut chat = chat();
    chat.apply(&message(1, 1));
    let long = "é".repeat(TEXT_MAX + 1);
    let picture = vec![MediaId(1); MEDIA_MAX + 1];
    for (command, code) in [
        (send("   "), "chat.empty"),
        (send("\u{200b}\u{2060} \u{feff}"), "chat.empty"),
        (send(&long), "chat.text_too_long"),
        (send("a\0b"), "validation"),
        (given(json!({"type": "send", "text": "x", "media": picture})), "chat.too_many_pictures"),
        (given(json!({"type": "send", "text": "x", "reply_to": 2})), "chat.no_such_message"),
        (given(json!({"type": "send", "text": "x", "reply_to": 0})), "chat.no_such_message"),
        (given(json!({"type": "send", "text": "x", "mentions": [9]})), "chat.cannot_mention"),
        (given(json!({"type": "send", "text": "x", "forward_of": {"chat": 8, "seq": 1}})), "validation"),
        (given(json!({"type": "react", "seq": 1, "emoji": "ok"})), "chat.not_an_emoji"),
        (given(json!({"type": "hide", "seqs": (0..101).collect::<Vec<_>>()})), "validation"),
        (Command::Read { seq: -1 }, "validation"),
        (Command::Delivered { seq: -1 }, "validation"),
    ] {
        let refusal = chat.decide(&who(1), id(), command, Timestamp(0)).expect_err(code);
        assert_eq!(refusal.code, code);
    }
    assert!(chat.decide(&who(1), id(), send(&"é".repeat(TEXT_MAX)), Timestamp(0)).is_ok());
}

#[test]
fn command_fails_to_parse_when_field_or_type_is_unknown() {
    let taken = |text: &str| serde_json::from_str::<Command>(text).is_ok();
    assert!(taken(r#"{"type":"send","text":"hi"}"#));
    assert!(!taken(r#"{"type":"send","text":"hi","admin":true}"#));
    assert!(!taken(r#"{"type":"send","text":5}"#));
    assert!(!taken(r#"{"type":"shout","text":"hi"}"#));
}

#[test]
fn apply_is_idempotent() {
    let mut chat = chat();
    let read = Event::Read { user: UserId(2), up_to: 1, at: Timestamp(9) };
    for event in [&message(1, 1), &message(2, 1), &read] {
        chat.apply(event);
    }
    let once = snapshot(&chat, 2);
    for event in [&message(1, 1), &message(2, 1), &read] {
        chat.apply(event);
    }
    assert_eq!(snapshot(&chat, 2), once);
}

#[test]
fn unread_counts_messages_of_others_after_read_mark() {
    let mut chat = chat();
    for (seq, sender) in [(1, 1), (2, 2), (3, 1)] {
        chat.apply(&message(seq, sender));
    }
    assert_eq!(snapshot(&chat, 2)["chat"]["unread"], 2);
    chat.apply(&Event::Read { user: UserId(2), up_to: 1, at: Timestamp(0) });
    assert_eq!(snapshot(&chat, 2)["chat"]["unread"], 1);
    assert_eq!(snapshot(&chat, 1)["chat"]["unread"], 1, "one's own messages are never unread");
}

#[test]
fn marks_never_decrease_and_read_implies_delivered() {
    let mut chat = chat();
    chat.apply(&Event::Read { user: UserId(1), up_to: 9, at: Timestamp(0) });
    chat.apply(&Event::Read { user: UserId(1), up_to: 4, at: Timestamp(0) });
    chat.apply(&Event::Delivered { user: UserId(1), up_to: 7, at: Timestamp(0) });
    let me = &snapshot(&chat, 1)["chat"]["members"][0];
    assert_eq!((me["read_seq"].as_i64(), me["delivered_seq"].as_i64()), (Some(9), Some(9)));
}

#[test]
fn snapshot_shows_newest_messages_and_has_before() {
    let mut chat = chat();
    for seq in 1..=60 {
        chat.apply(&message(seq, 1));
    }
    let shown = snapshot(&chat, 1);
    assert_eq!(shown["messages"].as_array().map(Vec::len), Some(SHOWN));
    assert_eq!(shown["messages"][0]["seq"], 11);
    assert_eq!(shown["has_before"], true);
}

#[test]
fn repeat_returns_first_reply_without_event() {
    let settled = chat().settle(Outcome::Repeat { seq: 4, at: Timestamp(0) });
    let CommitResult::Repeat { seq: _, reply } = settled else { panic!("a repeat is no event") };
    assert_eq!(reply.get(), r#"{"at":"1970-01-01T00:00:00.000Z","repeat":true,"seq":4}"#);
}

#[test]
fn marks_are_quiet_when_members_do_not_share_them() {
    let quiet = |chat: &Chat, user: i64| {
        let write =
            chat.decide(&who(user), id(), given(json!({"type": "read", "seq": 1})), Timestamp(0)).expect("taken");
        matches!(write.change, Change::Read { quiet: true, .. })
    };
    let shut = |chat: &mut Chat, user: i64| {
        let privacy = Box::new(Privacy { read_receipts: false, ..Privacy::default() });
        chat.update(Update::Privacy { user: UserId(user), privacy });
    };
    let mut direct = chat();
    assert!(!quiet(&direct, 1));
    shut(&mut direct, 2);
    assert!(quiet(&direct, 1) && quiet(&direct, 2));
    let mut group = chat_of(ChatKind::Group, 3);
    shut(&mut group, 2);
    assert!(!quiet(&group, 1) && quiet(&group, 2));
    let read = Event::Read { user: UserId(1), up_to: 1, at: Timestamp(0) };
    assert_eq!(group.hidden_from(&read), [UserId(2)], "who does not tell is not told");
    assert!(quiet(&chat_of(ChatKind::Group, 201), 1), "in a large group nobody is told");

    // A delivery is told of and to those who keep their read marks.
    for chat in [&direct, &group] {
        let write = chat.decide(&who(2), id(), given(json!({"type": "delivered", "seq": 1})), Timestamp(0));
        assert!(matches!(write.expect("taken").change, Change::Delivered { quiet: false, .. }));
        assert!(chat.hidden_from(&Event::Delivered { user: UserId(2), up_to: 1, at: Timestamp(0) }).is_empty());
    }
    group.apply(&message(1, 1));
    for user in [2, 3] {
        group.apply(&Event::Read { user: UserId(user), up_to: 1, at: Timestamp(0) });
    }
    let marks = |viewer: i64, place: usize| {
        let member = snapshot(&group, viewer)["chat"]["members"][place].clone();
        ["read_seq", "shows_read", "delivered_seq"].map(|key| member[key].clone())
    };
    assert_eq!(marks(1, 1), [json!(0), json!(false), json!(1)]);
    assert_eq!(marks(1, 2), [json!(1), json!(true), json!(1)]);
    assert_eq!(marks(2, 2), [json!(0), json!(false), json!(1)]);
}

#[test]
fn large_group_sends_reader_count_instead_of_presence() {
    let mut chat = chat_of(ChatKind::Group, 201);
    assert_eq!(chat.presence(UserId(1), true), None);
    assert_eq!(chat.reader_count(7), Some(Signal::Here { count: 7 }));
    chat.apply(&message(1, 5));
    let shown = snapshot(&chat, 9);
    let members: Vec<i64> = shown["chat"]["members"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|one| one["user"]["id"].as_i64())
        .collect();
    assert_eq!((members, &shown["chat"]["member_count"]), (vec![5, 9], &json!(201)));
    assert_eq!(chat_of(ChatKind::Group, 200).reader_count(7), None);
}

#[test]
fn snapshot_omits_hidden_and_cleared_messages() {
    let mut chat = chat();
    for seq in 1..=4 {
        chat.apply(&message(seq, 1));
    }
    chat.update(Update::Cleared { user: UserId(2), up_to: 1 });
    chat.update(Update::Hidden { user: UserId(2), seqs: vec![3] });
    let seen = |viewer: i64| snapshot(&chat, viewer)["messages"].as_array().map(Vec::len);
    assert_eq!((seen(1), seen(2)), (Some(4), Some(2)));
    assert_eq!(snapshot(&chat, 2)["chat"]["unread"], 2);
    let moment = Signal::Online { users: vec![UserId(2)], hidden: vec![3], cleared_seq: 1 };
    assert_eq!(chat.ephemeral_state(UserId(2), &[UserId(2)]), moment);
}

#[test]
fn change_replaces_message_and_deleted_is_not_unread() {
    let mut chat = chat();
    chat.apply(&message(1, 1));
    let Event::Message { message: mut gone } = message(1, 1) else { panic!("a message") };
    gone.deleted = true;
    gone.text.clear();
    chat.apply(&Event::Changed { message: gone });
    let shown = snapshot(&chat, 2);
    assert_eq!((&shown["messages"][0]["deleted"], &shown["chat"]["unread"]), (&json!(true), &json!(0)));
    let answer = given(json!({"type": "send", "text": "x", "reply_to": 1}));
    let refusal = chat.decide(&who(2), id(), answer, Timestamp(0)).expect_err("it is gone");
    assert_eq!(refusal.code, "chat.no_such_message");
}

#[test]
fn block_hides_presence_and_is_visible_to_blocker_only() {
    let mut chat = chat();
    chat.update(Update::Blocked { by: UserId(2), stands: true });
    let seen = |viewer: i64| {
        let shown = snapshot(&chat, viewer);
        (shown["chat"]["blocked"] == true, shown["chat"]["can_write"] == true)
    };
    assert_eq!((seen(2), seen(1)), ((true, false), (false, true)));
    assert_eq!(chat.presence(UserId(1), true), None);
    assert!(chat.client_signal(&who(1), ClientSignal::Typing { on: true, what: ComposeKind::Text }).is_err());
    assert_eq!(snapshot(&chat, 1)["chat"]["members"][1]["last_seen_at"], serde_json::Value::Null);
}

#[test]
fn last_seen_is_sent_only_when_privacy_allows() {
    let mut chat = chat();
    let away = || Update::Away { user: UserId(2), at: Timestamp(9) };
    assert_eq!(chat.update(away()).signals, [Signal::Seen { user: UserId(2), at: Timestamp(9) }]);
    let shut = Privacy { last_seen: store::account::privacy::Audience::Private, ..Privacy::default() };
    chat.update(Update::Privacy { user: UserId(2), privacy: Box::new(shut) });
    assert_eq!(chat.update(away()).signals, []);
    chat.update(Update::Privacy { user: UserId(2), privacy: Box::default() });
    chat.update(Update::Blocked { by: UserId(1), stands: true });
    assert_eq!(chat.update(away()).signals, []);
}

#[test]
fn presence_shown_to_friends_ends_with_the_friendship() {
    let mut chat = chat();
    let friends = Privacy { last_seen: store::account::privacy::Audience::OnlyFriends, ..Privacy::default() };
    chat.update(Update::Privacy { user: UserId(2), privacy: Box::new(friends) });
    for are in [true, false] {
        chat.update(Update::Friends { are });
        assert_eq!(chat.presence(UserId(2), true).is_some(), are);
    }
}

#[test]
fn large_group_event_includes_cards_of_involved_users() {
    let event = message(1, 3);
    assert!(chat_of(ChatKind::Group, 3).enrich(&event).is_none());
    let large = chat_of(ChatKind::Group, 201);
    let told = |event: &Event| -> serde_json::Value {
        serde_json::from_str(large.enrich(event).expect("cards").get()).expect("JSON")
    };
    let with_sender = told(&event);
    assert_eq!((&with_sender["type"], &with_sender["message"]["seq"]), (&json!("message"), &json!(1)));
    assert_eq!((&with_sender["people"][0]["id"], &with_sender["people"][0]["userName"]), (&json!(3), &json!("user3")));
    let Event::Message { message: mut added } = event else { panic!("a message") };
    let (kind, users) = (chat::SystemKind::Added, vec![UserId(4), UserId(5)]);
    added.system = Some(chat::System { kind, users, title: None, role: None });
    let told = told(&Event::Message { message: added });
    let ids: Vec<_> = told["people"].as_array().expect("a list").iter().map(|card| card["id"].clone()).collect();
    assert_eq!(ids, [json!(3), json!(4), json!(5)]);
}

#[test]
fn group_request_hides_activity_until_accepted() {
    let mut chat = chat_of(ChatKind::Group, 3);
    chat.members.get_mut(UserId(2)).expect("a member").member.request_from = Some(UserId(1));
    let typing = |chat: &Chat, user: i64| {
        let signal = ClientSignal::Typing { on: true, what: ComposeKind::Text };
        chat.client_signal(&who(user), signal).expect("a member").is_some()
    };
    let seen = |chat: &Chat, viewer: i64| snapshot(chat, viewer)["chat"]["members"].clone();
    assert_eq!((typing(&chat, 1), typing(&chat, 2)), (true, false));
    assert_eq!((chat.presence(UserId(1), true).is_some(), chat.presence(UserId(2), true)), (true, None));
    let here = Signal::Presence { user: UserId(1), online: true };
    assert_eq!(chat.signal_hidden_from(&here), [UserId(2)]);
    assert_eq!(Chat::read_signal(&serde_json::to_string(&here).expect("JSON")), Some(here));
    let read = given(json!({"type": "read", "seq": 1}));
    let write = chat.decide(&who(2), id(), read, Timestamp(0)).expect("taken");
    assert!(matches!(write.change, Change::Read { quiet: true, .. }));
    let marked = Event::Read { user: UserId(3), up_to: 1, at: Timestamp(0) };
    assert_eq!(chat.hidden_from(&marked), [UserId(2)]);
    assert_eq!(snapshot(&chat, 2)["chat"]["request"], json!({"to": 2, "left": 0}));
    assert_eq!(snapshot(&chat, 1)["chat"]["request"], json!(null));
    assert_eq!((&seen(&chat, 1)[1]["last_seen_at"], &seen(&chat, 2)[0]["last_seen_at"]), (&json!(null), &json!(null)));

    // A message accepts.
    assert!(chat.reveals_presence(&message(1, 2)));
    chat.apply(&message(1, 2));
    assert_eq!(snapshot(&chat, 2)["chat"]["request"], json!(null));
    assert!(
        chat.signal_hidden_from(&Signal::Presence { user: UserId(1), online: true }).is_empty() && typing(&chat, 2)
    );
}

#[test]
fn block_hides_activity_of_two_members_of_a_group() {
    let mut chat = chat_of(ChatKind::Group, 3);
    chat.update(Update::Apart { one: UserId(1), other: UserId(2), are: true });
    let online = |chat: &Chat, viewer: i64| {
        let shown = chat.snapshot(UserId(viewer), &[UserId(1), UserId(2), UserId(3)]);
        let shown: serde_json::Value = serde_json::from_str(shown.get()).expect("an object");
        (shown["online"].clone(), shown["chat"]["members"][1]["last_seen_at"].is_null())
    };
    assert_eq!(online(&chat, 1), (json!([1, 3]), true));
    assert_eq!(online(&chat, 3), (json!([1, 2, 3]), false));
    for signal in [
        Signal::Presence { user: UserId(2), online: true },
        Signal::Seen { user: UserId(2), at: Timestamp(1) },
        Signal::Typing { user: UserId(2), on: true, what: ComposeKind::Text },
    ] {
        assert_eq!(chat.signal_hidden_from(&signal), [UserId(1)], "{signal:?}");
    }
    chat.update(Update::Apart { one: UserId(2), other: UserId(1), are: false });
    assert_eq!(online(&chat, 1), (json!([1, 2, 3]), false));
}

fn fourth_joined(message: Option<Message>) -> Details {
    Details {
        message,
        title: None,
        picture: None,
        member_count: 4,
        joined: vec![state(4).member],
        left: Vec::new(),
        roles: Vec::new(),
        former: Vec::new(),
    }
}

#[test]
fn new_member_learns_nothing_until_blocks_are_known() {
    let mut chat = chat_of(ChatKind::Group, 3);
    let mut details = fourth_joined(None);
    chat.apply(&Event::Details(Box::new(details.clone())));
    let here = || Signal::Presence { user: UserId(1), online: true };
    assert_eq!(chat.signal_hidden_from(&here()), [UserId(4)]);
    chat.update(Update::BlocksKnown { user: UserId(4), with: vec![UserId(1)] });
    assert_eq!(chat.signal_hidden_from(&here()), [UserId(4)]);
    assert_eq!(chat.signal_hidden_from(&Signal::Presence { user: UserId(2), online: true }), []);
    // A member who comes back is new again.
    (details.joined, details.left) = (Vec::new(), vec![UserId(4)]);
    chat.apply(&Event::Details(Box::new(details)));
    assert!(chat.signal_hidden_from(&here()).is_empty());
}

#[test]
fn unlisted_chat_is_listed_anew_by_the_next_message_only() {
    let mut chat = chat();
    chat.members.get_mut(UserId(2)).expect("a member").unlisted_seq = 0;
    chat.apply(&message(1, 1));
    assert!(chat.is_unlisted(UserId(2), 0) && !chat.is_unlisted(UserId(1), 0));
    assert!(!chat.is_unlisted(UserId(2), 1));
}

#[test]
fn edit_marks_and_unmarks_mentioned_members() {
    let mut chat = chat_of(ChatKind::Group, 3);
    let mentioning = |seq: i64, users: &[i64]| {
        let Event::Message { mut message } = message(seq, 1) else { panic!("a message") };
        message.mentions = users.iter().map(|id| UserId(*id)).collect();
        message
    };
    let marked = |chat: &Chat| [2, 3].map(|user| snapshot(chat, user)["chat"]["mentioned"] == true);
    chat.apply(&Event::Message { message: mentioning(1, &[3]) });
    chat.apply(&Event::Message { message: mentioning(2, &[3]) });
    assert_eq!(marked(&chat), [false, true]);
    chat.apply(&Event::Changed { message: mentioning(2, &[2]) });
    assert_eq!(marked(&chat), [true, true], "the message before still mentions");
    chat.apply(&Event::Changed { message: mentioning(1, &[]) });
    assert_eq!(marked(&chat), [true, false]);
}

#[test]
fn new_member_sees_the_group_from_the_joining_on() {
    let mut chat = chat_of(ChatKind::Group, 3);
    chat.apply(&message(1, 1));
    let Event::Message { message: added } = message(2, 1) else { panic!("a message") };
    chat.apply(&Event::Details(Box::new(fourth_joined(Some(added)))));
    chat.apply(&message(3, 1));
    let seen: Vec<_> =
        snapshot(&chat, 4)["messages"].as_array().into_iter().flatten().map(|one| one["seq"].clone()).collect();
    assert_eq!((seen, &snapshot(&chat, 4)["has_before"]), (vec![json!(2), json!(3)], &json!(false)));
    assert_eq!((chat.resumes_from(UserId(4)), chat.resumes_from(UserId(1))), (1, 0));
    let Event::Message { message: edited } = message(1, 1) else { panic!("a message") };
    assert_eq!(chat.hidden_from(&Event::Changed { message: edited }), [UserId(4)]);
    assert!(chat.hidden_from(&message(3, 1)).is_empty());
    let quote = |user: i64| {
        chat.decide(&who(user), id(), given(json!({"type": "send", "text": "x", "reply_to": 1})), Timestamp(0))
    };
    assert_eq!((quote(4).expect_err("before").code, quote(1).is_ok()), ("chat.no_such_message", true));
}
