//! Effects of updates on a chat list.

use store::chat::ChatKind;

use super::*;

fn summary(id: i64, seq: i64) -> ChatSummary {
    ChatSummary {
        id: ChatId(id),
        kind: ChatKind::Direct,
        title: None,
        picture: None,
        members: Vec::new(),
        member_count: 2,
        last_message: None,
        unread: 0,
        mentioned: false,
        read_seq: 0,
        cleared_seq: 0,
        seq,
        updated_at: Timestamp(0),
        muted_until: None,
        pinned_at: None,
        archived: false,
        draft: None,
        blocked: false,
        can_write: true,
        request: None,
    }
}

fn list() -> ChatList {
    ChatList {
        owner: UserId(1),
        team: HashSet::new(),
        chats: vec![summary(1, 10), summary(2, 0)],
        has_more: false,
        presence: Arc::default(),
        online: HashSet::new(),
    }
}

fn message(seq: i64, sender: i64) -> Arc<Message> {
    Arc::new(Message {
        seq,
        client_id: "01JDA7XK8Q0000000000000000".parse().expect("a ULID"),
        sender: UserId(sender),
        agent: None,
        at: Timestamp(seq),
        text: "hi".into(),
        media: Vec::new(),
        reply_to: None,
        mentions: Vec::new(),
        forwarded: false,
        content: None,
        system: None,
        edited_at: None,
        deleted: false,
        reactions: Vec::new(),
    })
}

#[test]
fn message_moves_chat_to_top_and_increments_unread() {
    let mut list = list();
    let news = list.update(Update::Message { chat: ChatId(2), message: message(1, 9) });
    assert!(matches!(news.events[..], [Event::Message { chat: ChatId(2), unread: 1, .. }]));
    assert_eq!(list.chats[0].id, ChatId(2));
}

#[test]
fn own_message_is_not_unread() {
    let news = list().update(Update::Message { chat: ChatId(2), message: message(1, 1) });
    assert!(matches!(news.events[..], [Event::Message { unread: 0, .. }]));
}

#[test]
fn update_has_no_effect_when_already_loaded() {
    let news = list().update(Update::Message { chat: ChatId(1), message: message(10, 9) });
    assert!(news.events.is_empty() && !news.stale);
}

#[test]
fn message_marks_list_stale_when_chat_is_unlisted() {
    assert!(list().update(Update::Message { chat: ChatId(3), message: message(1, 9) }).stale);
}

#[test]
fn read_clears_unread_count_once() {
    let mut list = list();
    list.update(Update::Message { chat: ChatId(2), message: message(1, 9) });
    let read = Update::Read { chat: ChatId(2), seq: 2, read_seq: 1, unread: 0 };
    assert_eq!(
        list.update(read.clone()).events,
        [Event::Unread { chat: ChatId(2), unread: 0, read_seq: 1, mentioned: false }]
    );
    assert!(list.update(read).events.is_empty());
}

#[test]
fn presence_signal_is_sent_only_on_change() {
    let mut list = list();
    let online = Update::Presence { user: UserId(5), online: true };
    assert_eq!(list.update(online.clone()).signals, [Signal::Presence { user: UserId(5), online: true }]);
    assert!(list.update(online).signals.is_empty());
}

#[test]
fn friend_is_watched_until_unfriended() {
    let mut list = list();
    list.presence.connected(UserId(5));
    let befriended = Update::Befriended { user: UserId(5) };
    assert_eq!(list.update(befriended.clone()).signals, [Signal::Presence { user: UserId(5), online: true }]);
    assert!(list.update(befriended).signals.is_empty());
    let parted = list.update(Update::Unfriended { user: UserId(5) });
    assert_eq!(parted.signals, [Signal::Presence { user: UserId(5), online: false }]);
    assert!(list.presence.disconnected(UserId(5)));
    assert!(list.presence.confirm_offline(UserId(5)).1.is_empty());
}

#[test]
fn edit_marks_and_unmarks_a_mention() {
    let mut list = list();
    list.chats[0].last_message = Some(Message::clone(&message(9, 9)));
    let edit = |of: i64, seq: i64, mentioned: bool| Update::Changed {
        chat: ChatId(1),
        seq,
        message: message(of, 9),
        mentioned: Some(mentioned),
    };
    assert!(matches!(list.update(edit(9, 11, true)).events[..], [Event::Changed { mentioned: true, .. }]));
    assert!(matches!(list.update(edit(8, 12, true)).events[..], []));
    assert!(matches!(list.update(edit(8, 13, false)).events[..], [Event::Unread { mentioned: false, .. }]));
}

#[test]
fn snapshot_tells_of_older_chats() {
    let mut list = list();
    let more = |list: &ChatList| {
        let shown: serde_json::Value = serde_json::from_str(list.snapshot(UserId(1), &[]).get()).expect("an object");
        shown["has_more"].clone()
    };
    assert_eq!(more(&list), false);
    for id in 3..=301 {
        list.update(Update::Chat(Box::new(summary(id, 1))));
    }
    assert_eq!((list.chats.len(), more(&list)), (300, true.into()));
}
