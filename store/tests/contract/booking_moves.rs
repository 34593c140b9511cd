//! Stories of customers who move a booking that a company has to approve.

use store::{
    Db,
    booking::{BookingState, Outcome, Result, Scope, cancel::set_state, reschedule::reschedule},
    on,
    order::{OrderState, bookings},
    testing::both,
    types::{ids::UserId, timestamp::Timestamp},
};

use crate::{
    booking_orders::{BOOKING, Story, free, story},
    bookings::{at, monday},
    orders::NOW,
};

const MEMBER: UserId = UserId(1_000_001);

/// Salon that approves bookings, with one on Monday at nine that it has confirmed and the customer has paid.
async fn approved(db: &Db) -> Story {
    let story = story(db).await;
    story.paid(db, 40).await;
    on!(db.write(), at => sqlx::query("UPDATE company SET approves_bookings = TRUE").execute(at).await.map(drop))
        .unwrap();
    db.everything_changed();
    story
}

async fn move_to(db: &Db, story: &Story, hour: i64, now: Timestamp) -> Result<Outcome> {
    reschedule(db, Scope::Customer(story.zoe), story.zoe, BOOKING, &at(monday(hour, 0)), None, now).await
}

#[tokio::test]
async fn new_time_of_a_customer_waits_for_the_company() {
    both(async |db| {
        let story = approved(&db).await;
        let moved = move_to(&db, &story, 10, NOW).await.unwrap().booking;
        assert_eq!((moved.state, moved.starts_at), (BookingState::AwaitingCompany, monday(10, 0)));
        assert_eq!((free(&db, story.treatment, 9, NOW).await, free(&db, story.treatment, 10, NOW).await), (2, 1));
        // It is a request like any other: the order goes on, and the customer may choose again.
        assert!(bookings::finish_ended(&db, NOW).await.unwrap().orders.is_empty());
        assert_eq!(story.order(&db, 40).await.state, OrderState::Accepted);
        move_to(&db, &story, 11, NOW.plus(1)).await.unwrap();
        set_state(&db, story.salon, MEMBER, BOOKING, BookingState::Confirmed, "", NOW.plus(2)).await.unwrap();
        let booking = story.booking(&db, BOOKING).await;
        assert_eq!((booking.state, booking.starts_at, booking.refunded), (BookingState::Confirmed, monday(11, 0), 0));
    })
    .await;
}

#[tokio::test]
async fn declined_new_time_is_paid_back_whole() {
    both(async |db| {
        let story = approved(&db).await;
        move_to(&db, &story, 10, NOW).await.unwrap();
        set_state(&db, story.salon, MEMBER, BOOKING, BookingState::Declined, "", NOW.plus(1)).await.unwrap();
        bookings::finish_ended(&db, NOW.plus(1)).await.unwrap();
        let order = story.order(&db, 40).await;
        assert_eq!((order.state, order.refunded), (OrderState::Cancelled, 4_500));
        assert_eq!(free(&db, story.treatment, 10, NOW).await, 2);
    })
    .await;
}

#[tokio::test]
async fn company_moves_a_confirmed_booking_without_a_request() {
    both(async |db| {
        let story = approved(&db).await;
        let scope = Scope::Company(story.salon);
        let moved = reschedule(&db, scope, MEMBER, BOOKING, &at(monday(10, 0)), None, NOW).await.unwrap();
        assert_eq!(moved.booking.state, BookingState::Confirmed);
    })
    .await;
}
