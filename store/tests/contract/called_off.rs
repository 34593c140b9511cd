//! Dates that a company calls off with their bookings.

use store::{
    Db, Error,
    booking::{
        Actor, Booking, BookingState, Refusal, Request, Scope, called_off,
        cancel::set_state,
        confirm, hold, view,
        waitlist::join::{self, NewEntry},
    },
    cart::{self, change},
    catalogue::detail::{Availability, OfferingKind},
    offering_management::{CatalogueError, Editor, occurrence::NewOccurrence},
    order::{checkout as orders, settle},
    payment::{PaymentState, lookup},
    testing::{
        both,
        market::{self, CompanyRow, OfferingRow, VariantRow},
    },
    types::{
        ids::{BookingId, CompanyId, Ids, OccurrenceId, OfferingId, PaymentId, UserId, WaitlistEntryId},
        timestamp::Timestamp,
    },
};

use crate::{
    bookings::{NOW, customer, field, monday, new, refusal},
    orders::{checkout, contact, event, pay},
};

const TICKET: i64 = 2_000;
const SHOW: OccurrenceId = OccurrenceId(5);
const SEATS: i64 = 40;

/// Concert on Monday evening, with forty places at 20.00.
async fn concert(db: &Db) -> (CompanyId, OfferingId) {
    let company = CompanyRow { categories: vec!["music"], ..CompanyRow::new(1, "Club") }.insert(db).await;
    let offering = OfferingRow {
        category: "music",
        kind: OfferingKind::Ticket,
        availability: Availability::Occurrence,
        price: TICKET,
        variants: vec![VariantRow::new("Standing", TICKET, Some(SEATS))],
        ..OfferingRow::new(2, company, "Concert")
    };
    let offering = offering.insert(db).await;
    market::occurrence(db, SHOW.0, offering, monday(20, 0)..monday(22, 0)).await;
    (company, offering)
}

fn ticket() -> Request {
    Request { occurrence: Some(SHOW), ..Request::default() }
}

async fn booked(db: &Db, id: i64, offering: OfferingId, who: UserId) {
    hold::book(db, &new(id, offering, who, ticket()), None, Actor::Customer, NOW).await.unwrap();
}

/// Holds a ticket, puts it into the cart and orders it.
async fn ordered(db: &Db, id: i64, company: CompanyId, offering: OfferingId, who: UserId) {
    hold::hold(db, &new(id, offering, who, ticket()), NOW).await.unwrap();
    cart::booking::add(db, who, BookingId(id), 100 + id, NOW).await.unwrap();
    change::set_details(db, who, company, &contact(), NOW).await.unwrap();
    orders::checkout(db, &checkout(id, who, &[company], TICKET), NOW).await.unwrap();
}

async fn call_off(db: &Db, ids: &Ids, company: CompanyId, now: Timestamp) -> Result<OfferingId, CatalogueError> {
    let editor = Editor { db, ids, company, user: market::owner(company), now };
    editor.call_off_occurrence(SHOW, "The band is ill").await
}

/// Ends all batches. Returns the number of bookings of each.
async fn end_all(db: &Db) -> Vec<usize> {
    let mut sizes = Vec::new();
    loop {
        let batch = called_off::end_next(db, SHOW, NOW.plus(1)).await.unwrap();
        called_off::set_told(db, SHOW, batch.last).await.unwrap();
        if batch.last.is_none() {
            return sizes;
        }
        sizes.push(batch.outcomes.len());
    }
}

async fn find(db: &Db, company: CompanyId, id: i64) -> Booking {
    view::find(db, BookingId(id), Scope::Company(company), NOW).await.unwrap()
}

#[tokio::test]
async fn date_is_called_off_with_all_bookings_and_money() {
    both(async |db| {
        let ids = Ids::new(1);
        let (company, offering) = concert(&db).await;
        let (zoe, max) = (customer(&db, 20, "zoe").await, customer(&db, 21, "max").await);
        ordered(&db, 30, company, offering, zoe).await;
        pay(&db, 30).await;
        booked(&db, 31, offering, max).await;
        booked(&db, 32, offering, max).await;
        let owner = market::owner(company);
        set_state(&db, company, owner, BookingId(32), BookingState::CheckedIn, "", monday(19, 0)).await.unwrap();
        booked(&db, 33, offering, max).await;
        set_state(&db, company, owner, BookingId(33), BookingState::CancelledByCompany, "Twice", NOW).await.unwrap();

        let ending = called_off::preview(&db, company, SHOW).await.unwrap();
        assert_eq!((ending.bookings, ending.people, ending.refund, ending.currency.as_str()), (3, 3, TICKET, "EUR"));
        assert!(called_off::preview(&db, CompanyId(9), SHOW).await.is_err());
        assert_eq!(call_off(&db, &ids, company, NOW.plus(1)).await.unwrap(), offering);
        assert_eq!(called_off::pending(&db).await.unwrap(), [SHOW]);
        assert_eq!(end_all(&db).await, [3]);
        assert!(called_off::pending(&db).await.unwrap().is_empty());

        for id in [30, 31, 32] {
            let booking = find(&db, company, id).await;
            let reason = booking.cancel_reason.as_deref();
            assert_eq!((booking.state, reason), (BookingState::CancelledByCompany, Some("The band is ill")));
        }
        assert_eq!(find(&db, company, 33).await.cancel_reason.as_deref(), Some("Twice"));
        assert_eq!(find(&db, company, 30).await.refunded, TICKET);
        let payment = lookup::any(&db, PaymentId(30)).await.unwrap();
        assert_eq!((payment.state, payment.refunded), (PaymentState::Refunded, TICKET));
        assert!(matches!(call_off(&db, &ids, company, NOW).await, Err(CatalogueError::Store(Error::NotFound))));
    })
    .await;
}

#[tokio::test]
async fn nothing_of_a_called_off_date_is_sold() {
    both(async |db| {
        let ids = Ids::new(1);
        let (company, offering) = concert(&db).await;
        let (zoe, max) = (customer(&db, 20, "zoe").await, customer(&db, 21, "max").await);
        hold::hold(&db, &new(30, offering, zoe, ticket()), NOW).await.unwrap();
        ordered(&db, 31, company, offering, max).await;
        call_off(&db, &ids, company, NOW).await.unwrap();

        let more = hold::hold(&db, &new(32, offering, zoe, ticket()), NOW).await;
        assert_eq!(field(more), "occurrence_id");
        let late = confirm::confirm(&db, zoe, BookingId(30), &confirm::Contact::default(), TICKET, NOW).await;
        assert_eq!(refusal(late), Refusal::HoldExpired);
        // The payment arrives before its batch.
        settle::settle(&db, PaymentId(31), &event("late", PaymentState::Paid), NOW).await.unwrap();
        let payment = lookup::any(&db, PaymentId(31)).await.unwrap();
        assert_eq!((payment.state, payment.refunded), (PaymentState::Refunded, TICKET));
        end_all(&db).await;
        for (id, who) in [(30, zoe), (31, max)] {
            let booking = view::find(&db, BookingId(id), Scope::Customer(who), NOW).await.unwrap();
            assert_eq!(booking.state, BookingState::Expired);
        }
    })
    .await;
}

#[tokio::test]
async fn payment_after_the_end_does_not_take_the_place_again() {
    both(async |db| {
        let ids = Ids::new(1);
        let (company, offering) = concert(&db).await;
        let max = customer(&db, 21, "max").await;
        ordered(&db, 31, company, offering, max).await;
        call_off(&db, &ids, company, NOW).await.unwrap();
        end_all(&db).await;
        settle::settle(&db, PaymentId(31), &event("late", PaymentState::Paid), NOW).await.unwrap();
        let payment = lookup::any(&db, PaymentId(31)).await.unwrap();
        assert_eq!((payment.state, payment.refunded), (PaymentState::Refunded, TICKET));
    })
    .await;
}

#[tokio::test]
async fn interrupted_batch_is_repeated_and_changes_nothing_twice() {
    both(async |db| {
        let ids = Ids::new(1);
        let (company, offering) = concert(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        for id in 30..55 {
            booked(&db, id, offering, zoe).await;
        }
        call_off(&db, &ids, company, NOW.plus(1)).await.unwrap();
        let first = called_off::end_next(&db, SHOW, NOW.plus(1)).await.unwrap();
        assert_eq!((first.outcomes.len(), first.last), (20, Some(BookingId(49))));
        // The server stops before the customers are told.
        let again = called_off::end_next(&db, SHOW, NOW.plus(2)).await.unwrap();
        let bookings = |batch: &called_off::Batch| -> Vec<Booking> {
            batch.outcomes.iter().map(|outcome| outcome.booking.clone()).collect()
        };
        assert_eq!(bookings(&again), bookings(&first));
        assert!(again.outcomes.iter().all(|outcome| outcome.changes.is_empty()));

        // The date can be offered again once its bookings have ended.
        let editor = Editor { db: &db, ids: &ids, company, user: market::owner(company), now: NOW };
        let same = [NewOccurrence { starts_at: monday(20, 0), ends_at: monday(22, 0) }];
        assert!(matches!(editor.add_occurrences(offering, &same).await, Err(CatalogueError::Fields(_))));
        called_off::set_told(&db, SHOW, again.last).await.unwrap();
        assert_eq!(end_all(&db).await, [5]);
        editor.add_occurrences(offering, &same).await.unwrap();
        booked(&db, 60, offering, zoe).await;
        assert!(end_all(&db).await.is_empty());
        assert_eq!(find(&db, company, 60).await.state, BookingState::Confirmed);
    })
    .await;
}

#[tokio::test]
async fn past_date_is_not_called_off_and_the_line_ends() {
    both(async |db| {
        let ids = Ids::new(1);
        let (company, offering) = concert(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        assert!(matches!(call_off(&db, &ids, company, monday(22, 0)).await, Err(CatalogueError::Fields(_))));
        let all = Request { items: vec![(OfferingRow::variant(offering, 0), 20)], ..ticket() };
        for id in [30, 31] {
            hold::book(&db, &new(id, offering, zoe, all.clone()), None, Actor::Customer, NOW).await.unwrap();
        }
        let entry = NewEntry {
            id: WaitlistEntryId(50),
            offering,
            account: zoe,
            wanted: store::booking::waitlist::Wanted { request: ticket(), any_time_on: None },
            contact: confirm::Contact::default(),
        };
        join::join(&db, &entry, NOW).await.unwrap();
        call_off(&db, &ids, company, NOW).await.unwrap();
        let line = store::booking::waitlist::list::of_customer(&db, zoe, NOW).await.unwrap();
        assert!(line.is_empty());
    })
    .await;
}
