//! What somebody's friends make of news.

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

fn request(id: i64, direction: Direction) -> Notice {
    Notice::Request { user: card(id), at: Millis(id), direction }
}

#[test]
fn a_request_is_told_once_and_goes_when_it_is_answered() {
    let mut mine = topic();
    assert!(matches!(mine.notice(request(5, Direction::In)).events[..], [Event::Request { .. }]));
    assert!(mine.notice(request(5, Direction::In)).events.is_empty());
    mine.notice(request(6, Direction::Out));
    assert_eq!((mine.incoming.len(), mine.outgoing.len()), (1, 1));
    let gone = Notice::RequestGone { user: UserId(5) };
    assert_eq!(mine.notice(gone.clone()).events, [Event::RequestGone { user: UserId(5) }]);
    assert!(mine.notice(gone).events.is_empty());
    let friend = Notice::Friend { user: card(6), shows_presence: true };
    assert_eq!(mine.notice(friend.clone()).events, [Event::Friend { user: card(6) }]);
    assert!(mine.notice(friend).events.is_empty() && mine.outgoing.is_empty());
}

#[test]
fn a_new_friend_who_is_online_is_shown_so_unless_they_hide_it() {
    let mut mine = topic();
    for id in [5, 6] {
        mine.presence.connected(UserId(id));
    }
    let seen = mine.notice(Notice::Friend { user: card(5), shows_presence: true });
    assert_eq!(seen.signals, [Signal::Presence { user: UserId(5), online: true }]);
    let hidden = mine.notice(Notice::Friend { user: card(6), shows_presence: false });
    assert!(hidden.signals.is_empty() && mine.presence.told_absent(UserId(6)).1.is_empty());
}

#[test]
fn somebody_who_is_no_friend_any_more_is_not_watched() {
    let mut mine = topic();
    mine.notice(Notice::Friend { user: card(5), shows_presence: true });
    assert_eq!(mine.presence.told_absent(UserId(5)).1, [StreamKey::Friends(ME)]);
    let unfriended = Notice::Unfriended { user: UserId(5) };
    assert_eq!(mine.notice(unfriended.clone()).events, [Event::Unfriended { user: UserId(5) }]);
    assert!(mine.notice(unfriended).events.is_empty());
    assert!(mine.presence.told_absent(UserId(5)).1.is_empty());
}

#[test]
fn presence_is_told_when_it_changes() {
    let mut mine = topic();
    let online = Notice::Presence { user: UserId(5), online: true };
    assert_eq!(mine.notice(online.clone()).signals, [Signal::Presence { user: UserId(5), online: true }]);
    assert!(mine.notice(online).signals.is_empty());
}
