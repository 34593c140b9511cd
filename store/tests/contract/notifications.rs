use store::{
    Db,
    account::deletion,
    chat,
    notification::{self, Change, Channels, Filter, Group, InboxChange, Kind, Notice, PreferenceChange, ReadState},
    testing::{
        both, count,
        market::{self, CompanyRow},
    },
    types::{
        ids::{NotificationId, UserId},
        timestamp::Timestamp,
    },
};

use crate::{NOW, account as person};

const ME: UserId = UserId(1);

async fn people(db: &Db) {
    for (id, name) in [(1, "ann"), (2, "ben"), (3, "cleo"), (4, "dan")] {
        person(db, id, name).await;
    }
}

fn request(from: i64, event: i64) -> Notice {
    Notice::new(Kind::FriendRequest, format!("{from}:{event}")).by(UserId(from))
}

async fn notify(db: &Db, notice: &Notice, now: Timestamp) -> Option<InboxChange> {
    notification::notify(db, &[ME], notice, now).await.unwrap().pop()
}

async fn listed(db: &Db, state: Option<ReadState>) -> Vec<(Kind, i64, i64)> {
    let entries = notification::list(db, ME, Filter { state, group: None }, None, 100).await.unwrap();
    entries.into_iter().map(|one| (one.kind, one.others, one.count)).collect()
}

#[tokio::test]
async fn causes_of_one_kind_are_one_unread_entry() {
    both(async |db| {
        people(&db).await;
        let first = notify(&db, &request(2, 1), NOW).await.unwrap();
        assert_eq!((first.account, first.version, first.unread), (ME, 1, 1));
        // A repeat of the cause has no effect.
        assert_eq!(notify(&db, &request(2, 1), NOW).await, None);
        notify(&db, &request(3, 1), NOW.plus(1)).await.unwrap();
        let last = notify(&db, &request(2, 2), NOW.plus(2)).await.unwrap();
        assert_eq!((last.version, last.unread), (3, 1));
        let Change::Entry(entry) = last.change else { panic!("{last:?}") };
        assert_eq!((entry.id, entry.others, entry.count, entry.position), (NotificationId(1), 1, 3, 3));
        assert_eq!(entry.actor.unwrap().id, UserId(2));

        // A read entry gathers no further causes.
        notification::mark_read(&db, ME, None, NOW).await.unwrap().unwrap();
        let next = notify(&db, &request(4, 1), NOW.plus(3)).await.unwrap();
        assert_eq!((next.version, next.unread), (5, 1));
        assert_eq!(listed(&db, Some(ReadState::Unread)).await, [(Kind::FriendRequest, 0, 1)]);
        assert_eq!(listed(&db, Some(ReadState::Read)).await, [(Kind::FriendRequest, 1, 3)]);
    })
    .await;
}

#[tokio::test]
async fn entries_are_read_and_deleted_one_by_one_or_all() {
    both(async |db| {
        people(&db).await;
        for at in 1..=3 {
            notify(&db, &Notice::new(Kind::PasswordChanged, at), NOW).await.unwrap();
        }
        let one = Some(vec![NotificationId(2)]);
        let read = notification::mark_read(&db, ME, one.clone(), NOW).await.unwrap().unwrap();
        assert_eq!((read.version, read.unread, read.change), (4, 2, Change::Read(one.clone())));
        assert_eq!(notification::mark_read(&db, ME, one.clone(), NOW).await.unwrap(), None);
        let gone = notification::delete(&db, ME, one.clone()).await.unwrap().unwrap();
        assert_eq!((gone.unread, gone.change), (2, Change::Deleted(one.clone())));
        assert_eq!(notification::delete(&db, ME, one).await.unwrap(), None);
        // The cause of a deleted entry does not bring it back.
        assert_eq!(notify(&db, &Notice::new(Kind::PasswordChanged, 2), NOW).await, None);
        let all = notification::delete(&db, ME, None).await.unwrap().unwrap();
        assert_eq!((all.unread, all.change), (0, Change::Deleted(None)));
        assert_eq!((listed(&db, None).await.len(), notification::unread_count(&db, ME).await.unwrap()), (0, 0));
        // Another account's entries cannot be touched.
        notify(&db, &request(2, 1), NOW).await.unwrap();
        assert_eq!(notification::delete(&db, UserId(2), None).await.unwrap(), None);
    })
    .await;
}

#[tokio::test]
async fn pages_continue_before_the_last_position() {
    both(async |db| {
        people(&db).await;
        for at in 1..=5 {
            notify(&db, &Notice::new(Kind::NewSignIn, at), NOW.plus(at)).await.unwrap();
        }
        let page = notification::list(&db, ME, Filter::default(), None, 2).await.unwrap();
        let positions: Vec<_> = page.iter().map(|one| one.position).collect();
        assert_eq!(positions, [5, 4]);
        let next = notification::list(&db, ME, Filter::default(), Some(4), 10).await.unwrap();
        assert_eq!(next.iter().map(|one| one.position).collect::<Vec<_>>(), [3, 2, 1]);
        let inbox = notification::inbox(&db, ME, 2).await.unwrap();
        assert_eq!((inbox.version, inbox.unread, inbox.newest), (5, 5, page));
    })
    .await;
}

#[tokio::test]
async fn inbox_keeps_newest_entries_for_a_limited_time() {
    both(async |db| {
        people(&db).await;
        let interval = notification::PURGE_INTERVAL;
        let full = (notification::MAX_PER_ACCOUNT / interval + 1) * interval;
        for at in 0..full {
            notify(&db, &Notice::new(Kind::NewSignIn, at), NOW).await.unwrap();
        }
        assert_eq!(count(&db, "notification").await, notification::MAX_PER_ACCOUNT);
        for at in full..full + interval {
            notify(&db, &Notice::new(Kind::NewSignIn, at), NOW.plus(notification::RETENTION)).await.unwrap();
        }
        assert_eq!((count(&db, "notification").await, count(&db, "notification_cause").await), (interval, interval));
    })
    .await;
}

#[tokio::test]
async fn retracted_request_leaves_entry_of_other_requests() {
    both(async |db| {
        people(&db).await;
        notify(&db, &request(2, 1), NOW).await.unwrap();
        notify(&db, &request(3, 1), NOW).await.unwrap();
        let left = notification::retract(&db, ME, Kind::FriendRequest, UserId(3)).await.unwrap().pop().unwrap();
        let Change::Entry(entry) = left.change else { panic!("{left:?}") };
        assert_eq!((entry.actor.unwrap().id, entry.others, entry.count), (UserId(2), 0, 1));
        let gone = notification::retract(&db, ME, Kind::FriendRequest, UserId(2)).await.unwrap().pop().unwrap();
        assert_eq!((gone.version, gone.unread), (4, 0));
        assert_eq!(gone.change, Change::Deleted(Some(vec![NotificationId(1)])));
        assert!(notification::retract(&db, ME, Kind::FriendRequest, UserId(2)).await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn retracted_causes_leave_the_others_of_their_entry() {
    both(async |db| {
        people(&db).await;
        for event in 1..=3 {
            notify(&db, &request(2, event), NOW).await.unwrap();
        }
        let retract = async |events: &[i64]| {
            let causes: Vec<_> =
                events.iter().map(|event| notification::cause(Kind::FriendRequest, format!("2:{event}"))).collect();
            notification::retract_causes(&db, &[ME, UserId(4)], &causes).await.unwrap()
        };
        let left = retract(&[1, 2, 9]).await.pop().unwrap();
        assert!(matches!(left.change, Change::Entry(entry) if entry.count == 1));
        let gone = retract(&[3]).await.pop().unwrap();
        assert_eq!((gone.account, gone.unread), (ME, 0));
        assert_eq!(gone.change, Change::Deleted(Some(vec![NotificationId(1)])));
        assert!(retract(&[3]).await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn blocked_deleted_and_acting_accounts_get_nothing() {
    both(async |db| {
        people(&db).await;
        chat::set_block(&db, ME, UserId(2), true, NOW).await.unwrap();
        deletion::delete(&db, UserId(4), NOW).await.unwrap();
        let all = [UserId(4), UserId(3), ME, UserId(2), UserId(3)];
        let told = notification::notify(&db, &all, &request(2, 1), NOW).await.unwrap();
        let told: Vec<_> = told.iter().map(|change| change.account.0).collect();
        assert_eq!(told, [3]);
        chat::set_block(&db, UserId(3), UserId(2), true, NOW).await.unwrap();
        assert_eq!(notification::delete_from(&db, UserId(3), UserId(2)).await.unwrap().len(), 1);
        assert_eq!(count(&db, "notification").await, 0);
    })
    .await;
}

#[tokio::test]
async fn subject_is_read_by_the_target_of_the_kind() {
    both(async |db| {
        people(&db).await;
        let company = CompanyRow::new(10, "Casa Azul").insert(&db).await;
        notify(&db, &Notice::new(Kind::CompanyNews, 1).about(company.0), NOW).await.unwrap();
        // The number of a chat may be that of a company.
        notify(&db, &Notice::new(Kind::Mention, 1).by(UserId(2)).about(company.0), NOW).await.unwrap();
        let entries = notification::list(&db, ME, Filter::default(), None, 10).await.unwrap();
        let names: Vec<_> = entries.iter().map(|one| one.subject.as_ref().unwrap().name.as_deref()).collect();
        assert_eq!(names, [None, Some("Casa Azul")]);
        assert_ne!(market::owner(company), ME);
    })
    .await;
}

#[tokio::test]
async fn concurrent_causes_take_consecutive_versions() {
    both(async |db| {
        people(&db).await;
        let tasks = (0..16).map(|at| {
            let db = db.clone();
            tokio::spawn(async move { notify(&db, &request(2 + at % 2, at), NOW).await.unwrap().version })
        });
        let mut versions = Vec::new();
        for task in tasks.collect::<Vec<_>>() {
            versions.push(task.await.unwrap());
        }
        versions.sort_unstable();
        assert_eq!(versions, (1..=16).collect::<Vec<_>>());
        assert_eq!(listed(&db, None).await, [(Kind::FriendRequest, 1, 16)]);
    })
    .await;
}

#[tokio::test]
async fn preferences_replace_the_defaults_of_a_group() {
    both(async |db| {
        people(&db).await;
        let of = async |kind| notification::channels(&db, &[ME, UserId(2)], kind).await.unwrap();
        assert_eq!(of(Kind::BookingConfirmed).await[&ME], Channels { push: true, mail: true });
        assert_eq!(of(Kind::Mention).await[&ME], Channels::default());
        // A reminder has a mail of its own.
        let on = PreferenceChange { group: Group::Bookings, push: None, mail: Some(true) };
        notification::set_preference(&db, ME, on).await.unwrap();
        assert_eq!(of(Kind::BookingReminder).await[&ME], Channels { push: true, mail: false });
        let off = PreferenceChange { group: Group::Bookings, push: None, mail: Some(false) };
        notification::set_preference(&db, ME, off).await.unwrap();
        let off = PreferenceChange { group: Group::Bookings, push: Some(false), mail: None };
        let all = notification::set_preference(&db, ME, off).await.unwrap();
        let bookings = all.iter().find(|one| one.group == Group::Bookings).unwrap();
        assert_eq!((bookings.push, bookings.mail), (false, Some(false)));
        assert_eq!(all.iter().find(|one| one.group == Group::Security).unwrap().mail, None);
        let now = of(Kind::BookingConfirmed).await;
        assert_eq!((now[&ME], now[&UserId(2)]), (Channels::default(), Channels { push: true, mail: true }));
    })
    .await;
}

#[tokio::test]
async fn preferences_show_what_the_account_hears_of() {
    both(async |db| {
        people(&db).await;
        let boss = market::owner(CompanyRow::new(70, "Casa").insert(&db).await);
        let of = async |account, group| {
            let all = notification::preferences(&db, account).await.unwrap();
            let one = all.into_iter().find(|one| one.group == group).unwrap();
            ((one.push, one.push_partly), (one.mail, one.mail_partly))
        };
        // Reels that are hidden or removed are told to their company by mail.
        assert_eq!(of(ME, Group::Reels).await, ((true, true), (Some(false), false)));
        assert_eq!(of(boss, Group::Reels).await, ((true, true), (Some(true), true)));
        for group in [Group::CompanyOrders, Group::CompanyTickets] {
            assert_eq!(of(ME, group).await, ((false, false), (Some(false), false)), "{group:?}");
        }
        assert_eq!(of(ME, Group::Bookings).await, ((true, false), (Some(true), false)));
        assert_eq!(of(ME, Group::Orders).await, ((true, false), (Some(true), true)));
        assert_eq!(of(ME, Group::Security).await, ((true, false), (None, false)));
        let on = PreferenceChange { group: Group::Orders, push: None, mail: Some(true) };
        notification::set_preference(&db, ME, on).await.unwrap();
        assert_eq!(of(ME, Group::Orders).await, ((true, false), (Some(true), false)));
    })
    .await;
}

#[tokio::test]
async fn deleted_account_leaves_no_notifications() {
    both(async |db| {
        people(&db).await;
        notify(&db, &request(2, 1), NOW).await.unwrap();
        let mails = PreferenceChange { group: Group::People, push: None, mail: Some(true) };
        notification::set_preference(&db, ME, mails).await.unwrap();
        deletion::delete(&db, ME, NOW).await.unwrap();
        for table in ["notification", "notification_cause", "notification_inbox", "notification_preference"] {
            assert_eq!(count(&db, table).await, 0, "{table}");
        }
    })
    .await;
}
