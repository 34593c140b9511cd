//! Effects of updates on a user's friends.

use store::account::AccountKind;

use super::*;

const ME: UserId = UserId(1);

fn card(id: i64) -> Box<UserCard> {
    let user_name = format!("user_{id}");
    let (first_name, last_name) = ("Ann".to_owned(), "Other".to_owned());
    Box::new(UserCard { id: UserId(id), kind: AccountKind::Regular, user_name, first_name, last_name, picture: None })
}

fn topic() -> Friends {
    let presence = Arc::new(Presence::default());
    presence.watch(StreamKey::Friends(ME), &[]);
    Friends {
        owner: ME,
        friends: Vec::new(),
        incoming: Vec::new(),
        outgoing: Vec::new(),
        presence,
        online: HashSet::new(),
    }
}

fn request(id: i64, direction: Direction) -> Update {
    Update::Request { user: card(id), at: Timestamp(id), direction }
}

#[test]
fn request_is_sent_once_and_removed_when_answered() {
    let mut mine = topic();
    assert!(matches!(mine.update(request(5, Direction::In)).events[..], [Event::Request { .. }]));
    assert!(mine.update(request(5, Direction::In)).events.is_empty());
    mine.update(request(6, Direction::Out));
    assert_eq!((mine.incoming.len(), mine.outgoing.len()), (1, 1));
    let gone = Update::RequestGone { user: UserId(5) };
    assert_eq!(mine.update(gone.clone()).events, [Event::RequestGone { user: UserId(5) }]);
    assert!(mine.update(gone).events.is_empty());
    let friend = Update::Friend { user: card(6), shows_presence: true };
    assert_eq!(mine.update(friend.clone()).events, [Event::Friend { user: card(6) }]);
    assert!(mine.update(friend).events.is_empty() && mine.outgoing.is_empty());
}

#[test]
fn new_friend_is_shown_online_only_when_presence_is_shared() {
    let mut mine = topic();
    for id in [5, 6] {
        mine.presence.connected(UserId(id));
    }
    let seen = mine.update(Update::Friend { user: card(5), shows_presence: true });
    assert_eq!(seen.signals, [Signal::Presence { user: UserId(5), online: true }]);
    let hidden = mine.update(Update::Friend { user: card(6), shows_presence: false });
    assert!(hidden.signals.is_empty() && mine.presence.confirm_offline(UserId(6)).1.is_empty());
}

#[test]
fn friend_is_unwatched_when_unfriended() {
    let mut mine = topic();
    mine.update(Update::Friend { user: card(5), shows_presence: true });
    assert_eq!(mine.presence.confirm_offline(UserId(5)).1, [StreamKey::Friends(ME)]);
    let unfriended = Update::Unfriended { user: UserId(5) };
    assert_eq!(mine.update(unfriended.clone()).events, [Event::Unfriended { user: UserId(5) }]);
    assert!(mine.update(unfriended).events.is_empty());
    assert!(mine.presence.confirm_offline(UserId(5)).1.is_empty());
}

#[test]
fn presence_signal_is_sent_only_on_change() {
    let mut mine = topic();
    let online = Update::Presence { user: UserId(5), online: true };
    assert_eq!(mine.update(online.clone()).signals, [Signal::Presence { user: UserId(5), online: true }]);
    assert!(mine.update(online).signals.is_empty());
}
