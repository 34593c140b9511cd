use store::{
    Db,
    booking::{
        Actor, BookingState, Request, Scope, calendar_feed, calendar_file, cancel,
        hold::{self, NewBooking},
        reminder::{self, Reminder, ReminderKind},
        reschedule,
    },
    notify::outbox::{self, Channel, NewOutboxMessage},
    testing::both,
    types::{
        ids::{BookingId, OfferingId, UserId},
        timestamp::Timestamp,
    },
};

use crate::bookings::{NOW, at, customer, hotel, monday, new, nights, salon};

const HOUR: i64 = Timestamp::HOUR;

async fn book(db: &Db, new: NewBooking, now: Timestamp) {
    hold::book(db, &new, None, Actor::Customer, now).await.unwrap();
}

fn with_email(id: i64, offering: OfferingId, customer: UserId, request: Request) -> NewBooking {
    let mut new = new(id, offering, customer, request);
    new.contact.email = "zoe@plaza.example".to_owned();
    new
}

fn message(id: i64, reminder: &Reminder) -> NewOutboxMessage {
    NewOutboxMessage {
        id,
        channel: Channel::Mail,
        recipient: reminder.email.clone(),
        subject: Some(reminder.offering.clone()),
        body: reminder.code.clone(),
        now: NOW,
        expires_at: reminder.starts_at,
    }
}

async fn due(db: &Db, kind: ReminderKind, now: Timestamp) -> Vec<BookingId> {
    reminder::due(db, kind, now).await.unwrap().into_iter().map(|reminder| reminder.booking).collect()
}

#[tokio::test]
async fn booking_is_reminded_once_at_each_moment() {
    both(async |db| {
        let (_, offering, _) = salon(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        let start = monday(11, 0);
        book(&db, with_email(30, offering, zoe, at(start)), start.plus(-26 * HOUR)).await;
        let (day, hours) = (ReminderKind::Day, ReminderKind::Hours);
        assert!(due(&db, day, start.plus(-24 * HOUR - 1)).await.is_empty());
        let moment = start.plus(-24 * HOUR);
        let found = reminder::due(&db, day, moment).await.unwrap();
        assert_eq!(
            (found.len(), found[0].email.as_str(), found[0].company.as_str()),
            (1, "zoe@plaza.example", "Salon")
        );
        let (first, second) = (message(1, &found[0]), message(2, &found[0]));
        let sent = tokio::join!(
            reminder::send(&db, &found[0], day, &first, moment),
            reminder::send(&db, &found[0], day, &second, moment)
        );
        assert_ne!(sent.0.unwrap(), sent.1.unwrap());
        assert_eq!(outbox::latest(&db, 10).await.unwrap().len(), 1);
        assert!(due(&db, day, moment).await.is_empty());
        assert!(due(&db, hours, start.plus(-2 * HOUR - 1)).await.is_empty());
        assert_eq!(due(&db, hours, start.plus(-2 * HOUR)).await, [BookingId(30)]);
        // A reminder that is much too late is not sent.
        assert!(due(&db, hours, start.plus(-5 * Timestamp::MINUTE)).await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn late_cancelled_and_moved_bookings_follow_their_start() {
    both(async |db| {
        let (_, offering, _) = salon(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        let (day, early) = (ReminderKind::Day, monday(9, 0).plus(-30 * HOUR));
        for (id, hour) in [(30, 9), (31, 10)] {
            book(&db, with_email(id, offering, zoe, at(monday(hour, 0))), early).await;
        }
        // Made within the last day.
        book(&db, with_email(32, offering, zoe, at(monday(10, 0))), monday(10, 0).plus(-20 * HOUR)).await;
        let moment = monday(10, 0).plus(-20 * HOUR);
        assert_eq!(due(&db, day, moment).await, [BookingId(30), BookingId(31)]);
        let found = reminder::due(&db, day, moment).await.unwrap();
        cancel::cancel(&db, zoe, BookingId(30), "", 0, moment).await.unwrap();
        assert!(!reminder::send(&db, &found[0], day, &message(1, &found[0]), moment).await.unwrap());
        assert!(reminder::send(&db, &found[1], day, &message(2, &found[1]), moment).await.unwrap());

        // Moved to the next day: it is reminded again, at its own time.
        let next = monday(10, 0).plus(24 * HOUR);
        reschedule::reschedule(&db, Scope::Company(found_company()), zoe, BookingId(31), &at(next), None, moment)
            .await
            .unwrap();
        assert!(due(&db, day, moment).await.is_empty());
        assert_eq!(due(&db, day, next.plus(-24 * HOUR)).await, [BookingId(31)]);
    })
    .await;
}

/// Company of [`salon`].
fn found_company() -> store::types::ids::CompanyId {
    store::types::ids::CompanyId(1)
}

#[tokio::test]
async fn stay_has_no_reminder_two_hours_before() {
    both(async |db| {
        let offering = hotel(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        book(&db, with_email(30, offering, zoe, nights("2026-11-25".."2026-11-26")), NOW).await;
        let start: Timestamp = "2026-11-25T14:00:00.000Z".parse().unwrap();
        assert_eq!(due(&db, ReminderKind::Day, start.plus(-20 * HOUR)).await, [BookingId(30)]);
        assert!(due(&db, ReminderKind::Hours, start.plus(-HOUR)).await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn calendar_feed_belongs_to_its_secret() {
    both(async |db| {
        let (_, offering, _) = salon(&db).await;
        let (zoe, max) = (customer(&db, 20, "zoe").await, customer(&db, 21, "max").await);
        for (id, who) in [(30, zoe), (31, zoe), (32, max)] {
            book(&db, with_email(id, offering, who, at(monday(9, 0).plus((id - 30) * HOUR))), NOW).await;
        }
        cancel::cancel(&db, zoe, BookingId(31), "", 0, NOW).await.unwrap();
        assert_eq!(calendar_feed::created_at(&db, zoe).await.unwrap(), None);
        let old = calendar_feed::renew(&db, zoe, NOW).await.unwrap();
        let secret = calendar_feed::renew(&db, zoe, NOW.plus(1)).await.unwrap();
        assert_eq!((old.len(), calendar_feed::created_at(&db, zoe).await.unwrap()), (64, Some(NOW.plus(1))));
        assert!(calendar_feed::owner(&db, &old).await.is_err());
        assert_eq!(calendar_feed::owner(&db, &secret).await.unwrap(), zoe);
        let bookings = calendar_feed::bookings(&db, zoe, NOW).await.unwrap();
        let states: Vec<_> = bookings.iter().map(|booking| booking.state).collect();
        assert_eq!(states, [BookingState::Confirmed, BookingState::CancelledByUser]);
        let text = calendar_file::feed(&bookings);
        assert!(text.contains("STATUS:CONFIRMED") && text.contains("STATUS:CANCELLED"));
        assert_eq!(text, calendar_file::feed(&calendar_feed::bookings(&db, zoe, NOW.plus(HOUR)).await.unwrap()));
        calendar_feed::delete(&db, zoe).await.unwrap();
        assert!(calendar_feed::owner(&db, &secret).await.is_err());
    })
    .await;
}
