//! Effects of inbox changes on the stream.

use store::notification::Kind;

use super::*;

const ME: UserId = UserId(1);

fn entry(id: i64, position: i64) -> Notification {
    let spec = Kind::FriendRequest.spec();
    Notification {
        id: NotificationId(id),
        kind: spec.kind,
        group: spec.group,
        target: spec.target,
        actor: None,
        others: 0,
        count: 1,
        subject: None,
        position,
        at: Timestamp(position),
        read: false,
    }
}

fn topic(entries: i64) -> Notifications {
    let newest: Vec<_> = (1..=entries).rev().map(|id| entry(id, id)).collect();
    let is_partial = newest.len() >= NEWEST;
    Notifications { owner: ME, version: entries, unread: entries, newest, is_partial, company: None }
}

fn change(version: i64, unread: i64, change: Change) -> Update {
    Update::Inbox(InboxChange { account: ME, version, unread, change })
}

fn added(version: i64, id: i64) -> Update {
    change(version, version, Change::Entry(Box::new(entry(id, version))))
}

fn ids(topic: &Notifications) -> Vec<i64> {
    topic.newest.iter().map(|one| one.id.0).collect()
}

#[test]
fn entry_with_new_cause_moves_to_the_top() {
    let mut mine = topic(2);
    assert_eq!(mine.update(added(3, 3)).events.len(), 1);
    let again = mine.update(added(4, 1));
    assert!(matches!(&again.events[..], [Event::Notification { unread: 4, .. }]) && !again.stale);
    assert_eq!(ids(&mine), [1, 3, 2]);
}

#[test]
fn entries_are_read_and_deleted_by_id_or_all() {
    let mut mine = topic(3);
    let one = Some(vec![NotificationId(2)]);
    assert_eq!(
        mine.update(change(4, 2, Change::Read(one.clone()))).events,
        [Event::Read { ids: one.clone(), unread: 2 }]
    );
    assert_eq!(mine.newest.iter().map(|one| one.read).collect::<Vec<_>>(), [false, true, false]);
    mine.update(change(5, 2, Change::Deleted(one)));
    assert_eq!(ids(&mine), [3, 1]);
    mine.update(change(6, 0, Change::Read(None)));
    assert!(mine.newest.iter().all(|one| one.read));
    let gone = mine.update(change(7, 0, Change::Deleted(None)));
    assert!(mine.newest.is_empty() && !gone.stale);
}

#[test]
fn changes_out_of_order_reload_the_inbox() {
    let mut mine = topic(1);
    let early = mine.update(added(3, 3));
    assert!(early.stale && early.events.is_empty());
    mine.version = 3;
    let late = mine.update(added(2, 2));
    assert!(!late.stale && late.events.is_empty() && mine.unread == 1);
}

#[test]
fn inbox_is_reloaded_when_few_entries_are_left() {
    let mut mine = topic(40);
    mine.newest.truncate(NEWEST);
    let most: Vec<_> = (15..=40).map(NotificationId).collect();
    assert!(mine.update(change(41, 14, Change::Deleted(Some(most)))).stale);
}

#[test]
fn another_company_is_an_event_once() {
    let mut mine = topic(1);
    let company = Some(CompanyId(5));
    assert_eq!(mine.update(Update::Company(company)).events, [Event::Company { company }]);
    assert!(mine.update(Update::Company(company)).events.is_empty());
    assert!(mine.snapshot(ME, &[]).get().contains(r#""company":5"#));
}
