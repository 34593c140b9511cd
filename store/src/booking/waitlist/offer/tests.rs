//! Passes over a line that grows or moves meanwhile.

#![allow(clippy::unwrap_used, reason = "a test that cannot start must stop, and say where")]

use super::*;
use crate::{
    account,
    booking::{
        cancel,
        waitlist::{
            WaitlistState,
            join::{self, NewEntry},
            list,
        },
    },
    catalogue::detail::{Availability, OfferingKind},
    testing::{
        both,
        market::{self, CompanyRow, OfferingRow},
        new_account,
    },
};

/// Sunday 2026-11-22, 06:00 in Madrid.
const NOW: Timestamp = Timestamp(1_795_323_600_000);
/// Monday, 09:00.
const START: Timestamp = Timestamp(NOW.0 + 27 * Timestamp::HOUR);

/// Salon with one member of staff, who is booked at [`START`] by the customer 20 with the booking 50.
async fn salon(db: &Db) -> (CompanyId, OfferingId) {
    let company = CompanyRow { hours: Some(540..720), ..CompanyRow::new(1, "Salon") }.insert(db).await;
    let offering = OfferingRow {
        category: "beauty",
        kind: OfferingKind::Service,
        availability: Availability::Appointment,
        duration_minutes: 60,
        ..OfferingRow::new(2, company, "Facial")
    };
    let offering = offering.insert(db).await;
    market::staff(db, 3, company, "Ana", &[offering]).await;
    let new = NewBooking {
        id: BookingId(50),
        offering,
        customer: Some(customer(db, 20).await),
        request: request(),
        client_id: None,
        contact: Contact::default(),
    };
    hold::book(db, &new, None, Actor::Customer, NOW).await.unwrap();
    (company, offering)
}

fn request() -> Request {
    Request { starts_at: Some(START), ..Request::default() }
}

async fn customer(db: &Db, id: i64) -> UserId {
    account::create(db, &new_account(UserId(id), &format!("customer{id}"))).await.unwrap();
    UserId(id)
}

async fn wait(db: &Db, id: i64, offering: OfferingId) -> UserId {
    let account = customer(db, id).await;
    let wanted = Wanted { request: request(), any_time_on: None };
    let new = NewEntry { id: WaitlistEntryId(id), offering, account, wanted, contact: Contact::default() };
    join::join(db, &new, NOW.plus(id)).await.unwrap();
    account
}

async fn state(db: &Db, account: UserId) -> WaitlistState {
    list::of_customer(db, account, NOW).await.unwrap()[0].state
}

#[tokio::test]
async fn room_freed_during_a_pass_goes_to_the_first_in_line() {
    both(async |db| {
        let (company, offering) = salon(&db).await;
        let ann = wait(&db, 31, offering).await;
        serve(&db, company, NOW).await.unwrap();
        let ben = wait(&db, 32, offering).await;
        // A pass reads the second entry alone. Then room becomes free for both.
        let batch = marked(&db, company).await.unwrap();
        assert_eq!(batch.iter().map(|entry| entry.id).collect::<Vec<_>>(), [WaitlistEntryId(32)]);
        cancel::cancel(&db, UserId(20), BookingId(50), "", 0, NOW).await.unwrap();
        let considered = consider(&db, &batch[0], &[], &mut BTreeMap::new(), NOW).await.unwrap();
        assert!(matches!(considered, Considered::Behind(_)));
        serve(&db, company, NOW).await.unwrap();
        assert_eq!((state(&db, ann).await, state(&db, ben).await), (WaitlistState::Offered, WaitlistState::Waiting));
        assert!(due(&db).await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn pass_that_ends_a_hold_serves_the_first_in_line() {
    both(async |db| {
        let (company, offering) = salon(&db).await;
        let (ann, ben) = (wait(&db, 31, offering).await, wait(&db, 32, offering).await);
        cancel::cancel(&db, UserId(20), BookingId(50), "", 0, NOW).await.unwrap();
        serve(&db, company, NOW).await.unwrap();
        assert_eq!(state(&db, ann).await, WaitlistState::Offered);
        // The offer lapses. Only the last in line is marked when the next pass finds it.
        let eve = wait(&db, 33, offering).await;
        let later = NOW.plus(OFFER);
        assert!(!serve(&db, company, later).await.unwrap().is_empty());
        let of = async |user| list::of_customer(&db, user, later).await.unwrap()[0].state;
        assert_eq!((of(ben).await, of(eve).await), (WaitlistState::Offered, WaitlistState::Waiting));
    })
    .await;
}
