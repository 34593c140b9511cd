use store::{
    Db,
    booking::{
        Actor, BookingState, Refusal, Scope,
        cancel::set_state,
        hold,
        overdue::{self, GRACE},
        reschedule, view,
    },
    dashboard, on,
    testing::{both, count, market},
    types::{
        ids::{BookingId, CompanyId, OfferingId, UserId},
        timestamp::Timestamp,
    },
};

use crate::bookings::{NOW, at, customer, monday, new, refusal, salon};

const BOOKING: BookingId = BookingId(30);
const MINUTE: i64 = Timestamp::MINUTE;

/// Salon that answers requests itself, and a request of a customer for Monday at ten.
async fn request(db: &Db, made_at: Timestamp) -> (CompanyId, OfferingId, UserId) {
    let (company, offering, _) = salon(db).await;
    on!(db.write(), at => sqlx::query("UPDATE company SET approves_bookings = TRUE").execute(at).await.map(drop))
        .unwrap();
    db.everything_changed();
    let zoe = customer(db, 20, "zoe").await;
    let booked = hold::book(db, &new(30, offering, zoe, at(monday(10, 0))), None, Actor::Customer, made_at).await;
    assert_eq!(booked.unwrap().booking.state, BookingState::AwaitingCompany);
    (company, offering, zoe)
}

async fn state(db: &Db, company: CompanyId, now: Timestamp) -> BookingState {
    view::find(db, BOOKING, Scope::Company(company), now).await.unwrap().state
}

#[tokio::test]
async fn unanswered_request_is_declined_once_at_its_start() {
    both(async |db| {
        let (company, _, _) = request(&db, NOW).await;
        let start = monday(10, 0);
        let attention = async |now| dashboard::of_company(&db, company, now).await.unwrap().attention.reservations;
        assert!(overdue::due(&db, start.plus(-1)).await.unwrap().is_empty());
        assert!(overdue::end(&db, BOOKING, start.plus(-1)).await.unwrap().is_none());
        assert_eq!((attention(start.plus(-1)).await, attention(start).await), (1, 0));
        // Too late for an answer, too.
        let late = set_state(&db, company, market::owner(company), BOOKING, BookingState::Confirmed, "", start).await;
        assert_eq!(refusal(late), Refusal::State);
        assert_eq!(overdue::due(&db, start).await.unwrap(), [BOOKING]);
        let (one, two) = tokio::join!(overdue::end(&db, BOOKING, start), overdue::end(&db, BOOKING, start));
        let ended: Vec<_> = [one.unwrap(), two.unwrap()].into_iter().flatten().collect();
        assert_eq!(ended.len(), 1);
        let (booking, last) = (&ended[0].booking, ended[0].booking.changes.last().unwrap());
        assert_eq!((booking.state, last.actor, last.at), (BookingState::Declined, Actor::System, start));
        assert_eq!((ended[0].changes.len(), count(&db, "occupancy").await), (1, 0));
        assert!(overdue::due(&db, start).await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn company_is_reminded_two_hours_before_the_start() {
    both(async |db| {
        let (company, _, _) = request(&db, NOW).await;
        let (start, moment) = (monday(10, 0), monday(8, 0));
        assert!(overdue::unanswered(&db, moment.plus(-1)).await.unwrap().is_empty());
        let found = overdue::unanswered(&db, moment).await.unwrap();
        assert_eq!(
            found.iter().map(|it| (it.id, it.company_id, it.starts_at)).collect::<Vec<_>>(),
            [(BOOKING, company, start)]
        );
        for _ in 0..2 {
            overdue::reminded(&db, found[0], moment).await.unwrap();
        }
        assert!(overdue::unanswered(&db, moment).await.unwrap().is_empty());
        // Another start is another reason.
        let (owner, scope) = (market::owner(company), Scope::Company(company));
        let later = monday(10, 30);
        reschedule::reschedule(&db, scope, owner, BOOKING, &at(later), None, moment).await.unwrap();
        assert!(overdue::unanswered(&db, later.plus(-76 * MINUTE)).await.unwrap().is_empty());
        assert_eq!(overdue::unanswered(&db, later.plus(-75 * MINUTE)).await.unwrap().len(), 1);
        set_state(&db, company, owner, BOOKING, BookingState::Confirmed, "", later.plus(-75 * MINUTE)).await.unwrap();
        assert!(overdue::unanswered(&db, later.plus(-MINUTE)).await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn short_request_is_reminded_at_half_of_its_time() {
    both(async |db| {
        request(&db, monday(9, 0)).await;
        assert!(overdue::unanswered(&db, monday(9, 29)).await.unwrap().is_empty());
        assert_eq!(overdue::unanswered(&db, monday(9, 30)).await.unwrap().len(), 1);
        assert!(overdue::unanswered(&db, monday(10, 0)).await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn visit_is_completed_half_a_day_after_its_end() {
    both(async |db| {
        let (company, offering, _) = salon(&db).await;
        let (zoe, owner) = (customer(&db, 20, "zoe").await, market::owner(company));
        for (id, hour) in [(30, 9), (31, 9), (32, 10)] {
            hold::book(&db, &new(id, offering, zoe, at(monday(hour, 0))), None, Actor::Customer, NOW).await.unwrap();
        }
        let over = monday(10, 0).plus(GRACE);
        assert!(overdue::due(&db, over.plus(-1)).await.unwrap().is_empty());
        // Nobody came to one of them: that stays.
        set_state(&db, company, owner, BookingId(31), BookingState::NoShow, "", over.plus(-1)).await.unwrap();
        set_state(&db, company, owner, BookingId(32), BookingState::CheckedIn, "", monday(10, 0)).await.unwrap();
        assert_eq!(overdue::due(&db, over).await.unwrap(), [BOOKING]);
        for _ in 0..2 {
            overdue::end(&db, BOOKING, over).await.unwrap();
        }
        assert!(overdue::end(&db, BookingId(31), over).await.unwrap().is_none());
        assert_eq!((state(&db, company, over).await, count(&db, "invoice").await), (BookingState::Completed, 1));
        let both_over = monday(11, 0).plus(GRACE);
        assert_eq!(overdue::due(&db, both_over).await.unwrap(), [BookingId(32)]);
        let ended = overdue::end(&db, BookingId(32), both_over).await.unwrap().unwrap();
        assert_eq!((ended.booking.state, ended.changes.len()), (BookingState::Completed, 0));
    })
    .await;
}
