use std::ops::Range;

use store::{
    Db,
    booking::{
        self, Actor, BookingError, BookingState, InventoryChange, Refusal, Request, Scope, cancel,
        confirm::{self, Contact},
        expiry,
        hold::{self, NewBooking},
        list::{self, When, Window},
        reschedule, view,
    },
    catalogue::{
        detail::{Availability, OfferingKind},
        filter,
    },
    inventory::{
        calendar::{self, DayState},
        slots,
        stay::{self, RoomFilter, Stay},
    },
    on,
    testing::{
        both,
        market::{self, CompanyRow, OfferingRow, VariantRow},
    },
    types::{
        ids::{BookingId, CompanyId, OfferingId, ResourceId, UserId},
        timestamp::{Date, Timestamp},
    },
};

use crate::new_account;

/// Sunday 2026-11-22, 06:00 in Madrid.
pub const NOW: Timestamp = Timestamp(1_795_323_600_000);
const HOUR: i64 = Timestamp::HOUR;

pub fn date(text: &str) -> Date {
    text.parse().unwrap()
}

/// Instant of a local time in Madrid, on Monday 2026-11-23.
pub fn monday(hour: i64, minute: i64) -> Timestamp {
    format!("2026-11-23T{:02}:{minute:02}:00.000Z", hour - 1).parse().unwrap()
}

pub async fn customer(db: &Db, id: i64, name: &str) -> UserId {
    store::account::create(db, &new_account(id, name)).await.unwrap();
    UserId(id)
}

/// Salon that is open from 9 to 12, with a treatment of an hour and two therapists.
pub async fn salon(db: &Db) -> (CompanyId, OfferingId, [ResourceId; 2]) {
    let company = CompanyRow { hours: Some(540..720), categories: vec!["beauty"], ..CompanyRow::new(1, "Salon") };
    let company = company.insert(db).await;
    let offering = OfferingRow {
        category: "beauty",
        kind: OfferingKind::Service,
        availability: Availability::Appointment,
        duration_minutes: 60,
        price: 4_500,
        ..OfferingRow::new(2, company, "Facial")
    };
    let offering = offering.insert(db).await;
    let ana = market::staff(db, 3, company, "Ana", &[offering]).await;
    let eva = market::staff(db, 4, company, "Eva", &[offering]).await;
    (company, offering, [ana, eva])
}

/// Hotel with two rooms of one type.
pub async fn hotel(db: &Db) -> OfferingId {
    let company = CompanyRow { categories: vec!["hotels"], ..CompanyRow::new(1, "Hotel") }.insert(db).await;
    let offering = OfferingRow {
        category: "hotels",
        kind: OfferingKind::Service,
        availability: Availability::Nights,
        members: 1..2,
        price: 9_000,
        variants: vec![VariantRow::new("Double", 9_000, Some(2))],
        ..OfferingRow::new(2, company, "Double room")
    };
    offering.insert(db).await
}

pub fn new(id: i64, offering: OfferingId, customer: UserId, request: Request) -> NewBooking {
    NewBooking {
        id: BookingId(id),
        offering,
        customer: Some(customer),
        request,
        client_id: Some(format!("key{id}")),
        contact: Contact::default(),
    }
}

pub fn at(start: Timestamp) -> Request {
    Request { starts_at: Some(start), ..Request::default() }
}

pub fn nights(range: Range<&str>) -> Request {
    Request { check_in: Some(date(range.start)), check_out: Some(date(range.end)), ..Request::default() }
}

pub fn refusal<T: std::fmt::Debug>(result: booking::Result<T>) -> Refusal {
    match result.unwrap_err() {
        BookingError::Refused(refusal) => refusal,
        BookingError::Store(cause) => panic!("{cause}"),
    }
}

pub fn field<T: std::fmt::Debug>(result: booking::Result<T>) -> &'static str {
    match refusal(result) {
        Refusal::Field(name, _) => name,
        other => panic!("{other:?}"),
    }
}

async fn times(db: &Db, offering: OfferingId, now: Timestamp) -> Vec<(String, i64)> {
    let day = slots::day(db, offering, &date("2026-11-23"), 1, now).await.unwrap();
    day.slots.into_iter().map(|slot| (slot.time, slot.left)).collect()
}

#[tokio::test]
async fn appointment_takes_each_therapist_once() {
    both(async |db| {
        let (_, offering, [ana, eva]) = salon(&db).await;
        let (zoe, max) = (customer(&db, 20, "zoe").await, customer(&db, 21, "max").await);
        let starts = ["09:00", "09:30", "10:00", "10:30", "11:00"].map(|time| (time.to_owned(), 2));
        assert_eq!(times(&db, offering, NOW).await, starts);

        let first = hold::hold(&db, &new(30, offering, zoe, at(monday(9, 30))), NOW).await.unwrap();
        assert_eq!((first.booking.state, first.booking.total), (BookingState::Held, 4_500));
        assert_eq!(first.booking.hold_expires_at, Some(NOW.plus(hold::HOLD)));
        let taken = InventoryChange::Occupied { resource_id: ana, starts_at: monday(9, 30), ends_at: monday(10, 30) };
        assert_eq!(first.changes, [taken]);
        let left: Vec<_> = times(&db, offering, NOW).await.into_iter().map(|(_, left)| left).collect();
        assert_eq!(left, [1, 1, 1, 2, 2]);

        let wanted = Request { resource: Some(ana), ..at(monday(9, 30)) };
        assert_eq!(refusal(hold::hold(&db, &new(31, offering, max, wanted), NOW).await), Refusal::SoldOut);
        let second = hold::hold(&db, &new(32, offering, max, at(monday(9, 30))), NOW).await.unwrap();
        assert_eq!(second.booking.resources[0].id, eva);
        assert_eq!(refusal(hold::hold(&db, &new(33, offering, max, at(monday(10, 0))), NOW).await), Refusal::SoldOut);

        let contact = Contact { customer_name: "Zoe Lind".to_owned(), ..Contact::default() };
        let sold = confirm::confirm(&db, zoe, BookingId(30), &contact, 4_500, NOW).await.unwrap().booking;
        assert_eq!(
            (sold.state, sold.customer_name.as_str(), sold.hold_expires_at),
            (BookingState::Confirmed, "Zoe Lind", None)
        );
        let again = confirm::confirm(&db, zoe, BookingId(30), &contact, 4_500, NOW).await.unwrap().booking;
        assert_eq!((again.state, again.changes.len()), (BookingState::Confirmed, 2));
    })
    .await;
}

#[tokio::test]
async fn repeat_with_same_key_returns_first_booking() {
    both(async |db| {
        let (_, offering, _) = salon(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        let first = new(30, offering, zoe, at(monday(9, 0)));
        hold::hold(&db, &first, NOW).await.unwrap();
        let repeat = NewBooking { id: BookingId(31), ..first };
        let outcome = hold::hold(&db, &repeat, NOW).await.unwrap();
        assert_eq!((outcome.booking.id, outcome.changes.len()), (BookingId(30), 0));

        let other = NewBooking { request: at(monday(10, 0)), ..repeat };
        assert_eq!(refusal(hold::hold(&db, &other, NOW).await), Refusal::KeyReused);
    })
    .await;
}

#[tokio::test]
async fn ended_hold_frees_its_time_and_cannot_be_confirmed() {
    both(async |db| {
        let (company, offering, _) = salon(&db).await;
        let (zoe, max) = (customer(&db, 20, "zoe").await, customer(&db, 21, "max").await);
        for id in [30, 31] {
            hold::hold(&db, &new(id, offering, zoe, at(monday(9, 0))), NOW).await.unwrap();
        }
        let later = NOW.plus(hold::HOLD);
        assert_eq!(times(&db, offering, later).await[0].1, 2);
        let contact = Contact::default();
        let late = confirm::confirm(&db, zoe, BookingId(30), &contact, 4_500, later).await;
        assert_eq!(refusal(late), Refusal::HoldExpired);
        hold::hold(&db, &new(32, offering, max, at(monday(9, 0))), later).await.unwrap();
        assert_eq!(
            view::find(&db, BookingId(31), Scope::Customer(zoe), later).await.unwrap().state,
            BookingState::Expired
        );

        let swept = expiry::sweep(&db, later.plus(hold::HOLD)).await.unwrap();
        assert_eq!((swept.len(), swept[0].0, swept[0].1.len()), (1, company, 1));
        assert!(expiry::sweep(&db, later.plus(hold::HOLD)).await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn stay_takes_every_night_or_none() {
    both(async |db| {
        let offering = hotel(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        let stay = hold::hold(&db, &new(30, offering, zoe, nights("2026-11-24".."2026-11-27")), NOW).await.unwrap();
        assert_eq!((stay.booking.items.len(), stay.booking.total), (3, 27_000));
        let both_rooms = Request { rooms: Some(2), members: Some(4), ..nights("2026-11-22".."2026-11-26") };
        assert_eq!(refusal(hold::hold(&db, &new(31, offering, zoe, both_rooms), NOW).await), Refusal::SoldOut);
        let days = calendar::days(&db, offering, &date("2026-11-22"), &date("2026-11-28"), 1, NOW).await.unwrap();
        let left: Vec<_> = days.iter().map(|day| day.left.unwrap()).collect();
        assert_eq!(left, [2, 2, 1, 1, 1, 2, 2]);
        assert!(days.iter().all(|day| day.state == DayState::Free && day.price == Some(9_000)));

        confirm::confirm(&db, zoe, BookingId(30), &Contact::default(), 27_000, NOW).await.unwrap();
        cancel::cancel(&db, zoe, BookingId(30), "Plans changed", 0, NOW).await.unwrap();
        let days = calendar::days(&db, offering, &date("2026-11-24"), &date("2026-11-24"), 1, NOW).await.unwrap();
        assert_eq!(days[0].left, Some(2));
    })
    .await;
}

#[tokio::test]
async fn requests_outside_the_rules_name_their_field() {
    both(async |db| {
        let (_, offering, [ana, _]) = salon(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        let hold = async |request| hold::hold(&db, &new(30, offering, zoe, request), NOW).await;
        assert_eq!(field(hold(Request::default()).await), "starts_at");
        assert_eq!(field(hold(at(monday(12, 0))).await), "starts_at");
        assert_eq!(field(hold(at(monday(9, 10))).await), "starts_at");
        assert_eq!(field(hold(at(monday(9, 0).plus(-48 * HOUR))).await), "starts_at");
        assert_eq!(field(hold(at(monday(9, 0).plus(7 * 20 * 24 * HOUR))).await), "starts_at");
        assert_eq!(field(hold(Request { members: Some(2), ..at(monday(9, 0)) }).await), "members");
        assert_eq!(field(hold(Request { members: Some(i64::MAX), ..at(monday(9, 0)) }).await), "members");
        assert_eq!(
            field(hold(Request { resource: Some(ResourceId(ana.0 + 50)), ..at(monday(9, 0)) }).await),
            "resource_id"
        );
        let items = vec![(OfferingRow::variant(offering, 0), 0)];
        assert_eq!(field(hold(Request { items, ..at(monday(9, 0)) }).await), "items");
        assert!(times(&db, offering, NOW).await.iter().all(|(_, left)| *left == 2));
    })
    .await;
}

#[tokio::test]
async fn room_beyond_the_horizon_has_no_price() {
    both(async |db| {
        let offering = hotel(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        on!(db.write(), at => sqlx::query("UPDATE company SET horizon_days = 3").execute(at).await.map(drop)).unwrap();
        db.everything_changed();
        let page = filter::Window { limit: 10, offset: 0 };
        for (until, total) in [("2026-11-26", Some(9_000)), ("2026-11-27", None)] {
            let stay = Stay { check_in: date(until).plus_days(-1), check_out: date(until), rooms: 1 };
            let (rooms, _) = stay::rooms(&db, &RoomFilter::default(), Some(&stay), page, NOW).await.unwrap();
            assert_eq!((rooms[0].total, rooms[0].left), (total, Some(if total.is_some() { 2 } else { 0 })));
            let from = stay.check_in.to_string();
            let held = hold::hold(&db, &new(30, offering, zoe, nights(from.as_str()..until)), NOW).await;
            assert_eq!(held.is_ok(), total.is_some());
        }
    })
    .await;
}

#[tokio::test]
async fn stay_with_reversed_or_past_dates_is_refused() {
    both(async |db| {
        let offering = hotel(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        let hold = async |request| hold::hold(&db, &new(30, offering, zoe, request), NOW).await;
        assert_eq!(field(hold(nights("2026-11-24".."2026-11-24")).await), "check_out");
        assert_eq!(field(hold(nights("2026-11-24".."2026-11-23")).await), "check_out");
        assert_eq!(field(hold(nights("2026-11-24".."2027-01-24")).await), "check_out");
        assert_eq!(field(hold(nights("2026-11-21".."2026-11-23")).await), "check_in");
        assert_eq!(field(hold(nights("2027-05-01".."2027-05-03")).await), "check_out");
        assert_eq!(field(hold(Request { rooms: Some(i64::MAX), ..nights("2026-11-24".."2026-11-25") }).await), "rooms");
        assert_eq!(field(hold(Request { members: Some(3), ..nights("2026-11-24".."2026-11-25") }).await), "members");
    })
    .await;
}

#[tokio::test]
async fn stay_counts_adults_and_children_as_the_room_says() {
    both(async |db| {
        let offering = hotel(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        on!(db.write(), at => sqlx::query(
            "UPDATE offering SET members_max = 3, details = '{\"adults\": 2, \"children\": 1}'").execute(at).await.map(drop))
        .unwrap();
        db.everything_changed();
        let party = |adults: i64, children: i64, rooms: i64| Request {
            members: Some(adults + children),
            children: Some(children),
            rooms: Some(rooms),
            ..nights("2026-11-24".."2026-11-25")
        };
        let hold = async |id, request| hold::hold(&db, &new(id, offering, zoe, request), NOW).await;
        for (adults, children, rooms, refused) in
            [(3, 0, 1, "members"), (1, 2, 1, "children"), (0, 1, 1, "children"), (1, -1, 1, "members"), (2, 3, 2, "children")]
        {
            let refusal = field(hold(30, party(adults, children, rooms)).await);
            assert_eq!(refusal, refused, "{adults} {children} {rooms}");
        }
        let family = hold(31, party(2, 1, 1)).await.unwrap().booking;
        assert_eq!((family.members, family.children), (3, 1));
        // Without children, nobody says who is an adult.
        let whole = Request { members: Some(3), ..nights("2026-11-25".."2026-11-26") };
        let whole = hold(32, whole).await.unwrap().booking;
        assert_eq!((whole.members, whole.children), (3, 0));

        confirm::confirm(&db, zoe, BookingId(31), &Contact::default(), family.total, NOW).await.unwrap();
        let moved = Request { check_in: Some(date("2026-11-26")), check_out: Some(date("2026-11-27")), ..party(1, 1, 1) };
        let moved = reschedule::reschedule(&db, Scope::Customer(zoe), zoe, BookingId(31), &moved, Some(9_000), NOW).await.unwrap();
        let moved = moved.booking;
        assert_eq!((moved.members, moved.children), (2, 1));
    })
    .await;
}

#[tokio::test]
async fn children_are_counted_only_where_the_category_says() {
    both(async |db| {
        let (_, offering, _) = salon(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        let hold = async |children| {
            let request = Request { children: Some(children), ..at(monday(9, 0)) };
            hold::hold(&db, &new(30, offering, zoe, request), NOW).await
        };
        assert_eq!(field(hold(1).await), "children");
        assert_eq!(hold(0).await.unwrap().booking.children, 0);
    })
    .await;
}

#[tokio::test]
async fn customer_holds_at_most_five_at_once() {
    both(async |db| {
        let offering = hotel(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        for id in 0..hold::HOLDS_MAX {
            let day = format!("2026-12-{:02}", id * 2 + 1);
            let next = format!("2026-12-{:02}", id * 2 + 2);
            hold::hold(&db, &new(30 + id, offering, zoe, nights(&day..&next)), NOW).await.unwrap();
        }
        let more = hold::hold(&db, &new(50, offering, zoe, nights("2026-12-20".."2026-12-21")), NOW).await;
        assert_eq!(refusal(more), Refusal::TooManyHolds);
        cancel::release(&db, zoe, BookingId(30), NOW).await.unwrap();
        hold::hold(&db, &new(51, offering, zoe, nights("2026-12-20".."2026-12-21")), NOW).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn late_cancellation_costs_the_fee_shown() {
    both(async |db| {
        let (_, offering, _) = salon(&db).await;
        on!(db.write(), at => sqlx::query("UPDATE company SET cancel_fee_percent = 50").execute(at).await.map(drop))
            .unwrap();
        let zoe = customer(&db, 20, "zoe").await;
        let new = new(30, offering, zoe, at(monday(9, 0)));
        hold::book(&db, &new, Some(4_500), Actor::Customer, NOW).await.unwrap();
        let late = monday(8, 0);
        assert_eq!(view::find(&db, BookingId(30), Scope::Customer(zoe), late).await.unwrap().fee_now, 2_250);
        assert_eq!(refusal(cancel::cancel(&db, zoe, BookingId(30), "", 0, late).await), Refusal::FeeChanged(2_250));
        let done = cancel::cancel(&db, zoe, BookingId(30), "Ill", 2_250, late).await.unwrap();
        assert_eq!((done.booking.state, done.booking.cancel_fee), (BookingState::CancelledByUser, 2_250));
        assert!(matches!(done.changes[..], [InventoryChange::Freed { .. }]));
    })
    .await;
}

#[tokio::test]
async fn reschedule_moves_booking_or_leaves_it() {
    both(async |db| {
        let (_, offering, [ana, eva]) = salon(&db).await;
        let (zoe, max) = (customer(&db, 20, "zoe").await, customer(&db, 21, "max").await);
        let wanted = Request { resource: Some(ana), ..at(monday(9, 0)) };
        hold::book(&db, &new(30, offering, zoe, wanted), None, Actor::Customer, NOW).await.unwrap();
        let other = Request { resource: Some(ana), ..at(monday(11, 0)) };
        hold::book(&db, &new(31, offering, max, other.clone()), None, Actor::Customer, NOW).await.unwrap();
        let scope = Scope::Customer(zoe);
        let refused = reschedule::reschedule(&db, scope, zoe, BookingId(30), &other, None, NOW).await;
        assert_eq!(refusal(refused), Refusal::SoldOut);
        assert_eq!(view::find(&db, BookingId(30), scope, NOW).await.unwrap().starts_at, monday(9, 0));
        // Overlaps its own old time.
        let next = Request { resource: Some(ana), ..at(monday(9, 30)) };
        let refused = reschedule::reschedule(&db, scope, zoe, BookingId(30), &next, Some(4_000), NOW).await;
        assert_eq!(refusal(refused), Refusal::PriceChanged(4_500));
        let moved = reschedule::reschedule(&db, scope, zoe, BookingId(30), &next, Some(4_500), NOW).await.unwrap();
        assert_eq!((moved.booking.starts_at, moved.booking.resources[0].id), (monday(9, 30), ana));
        assert_ne!(ana, eva);
    })
    .await;
}

#[tokio::test]
async fn moved_booking_keeps_its_terms_of_cancellation() {
    both(async |db| {
        let (_, offering, _) = salon(&db).await;
        let policy = async |percent: i64, hours: i64| {
            let sql = "UPDATE company SET cancel_fee_percent = $1, free_cancel_hours = $2";
            on!(db.write(), at => sqlx::query(sql).bind(percent).bind(hours).execute(at).await.map(drop)).unwrap();
        };
        policy(50, 2).await;
        let zoe = customer(&db, 20, "zoe").await;
        hold::book(&db, &new(30, offering, zoe, at(monday(9, 0))), None, Actor::Customer, NOW).await.unwrap();
        policy(100, 48).await;
        let to = at(monday(11, 0));
        let moved =
            reschedule::reschedule(&db, Scope::Customer(zoe), zoe, BookingId(30), &to, None, NOW).await.unwrap();
        assert_eq!((moved.booking.free_cancel_until, moved.booking.cancel_fee), (monday(9, 0), 2_250));
    })
    .await;
}

#[tokio::test]
async fn bookings_of_others_do_not_exist() {
    both(async |db| {
        let (company, offering, _) = salon(&db).await;
        let (zoe, max) = (customer(&db, 20, "zoe").await, customer(&db, 21, "max").await);
        hold::book(&db, &new(30, offering, zoe, at(monday(9, 0))), None, Actor::Customer, NOW).await.unwrap();
        let id = BookingId(30);
        assert!(matches!(
            view::find(&db, id, Scope::Customer(max), NOW).await,
            Err(BookingError::Store(store::Error::NotFound))
        ));
        assert!(cancel::cancel(&db, max, id, "", 0, NOW).await.is_err());
        assert!(cancel::set_state(&db, CompanyId(99), max, id, BookingState::CheckedIn, "", NOW).await.is_err());
        let set = async |to, now| cancel::set_state(&db, company, market::owner(company), id, to, "", now).await;
        for (to, early) in [
            (BookingState::CheckedIn, 12 * Timestamp::HOUR + 1),
            (BookingState::Completed, 1),
            (BookingState::NoShow, 1),
        ] {
            assert_eq!(refusal(set(to, monday(9, 0).plus(-early)).await), Refusal::TooEarly);
        }
        let done = set(BookingState::CheckedIn, monday(9, 0).plus(-12 * Timestamp::HOUR)).await.unwrap();
        assert_eq!(done.booking.state, BookingState::CheckedIn);
        let page = Window { limit: 10, offset: 0 };
        assert_eq!(list::of_customer(&db, zoe, When::Upcoming, page, NOW).await.unwrap().1, 1);
        assert_eq!(list::of_customer(&db, max, When::Upcoming, page, NOW).await.unwrap().1, 0);
        let all = list::ReservationFilter { states: vec![BookingState::CheckedIn], ..Default::default() };
        assert_eq!(list::of_company(&db, company, &all, page, NOW).await.unwrap().1, 1);
    })
    .await;
}

#[tokio::test]
async fn concurrent_holds_never_take_more_than_there_is() {
    both(async |db| {
        let offering = hotel(&db).await;
        let mut tasks = Vec::new();
        for id in 0..24 {
            let user = customer(&db, 100 + id, &format!("guest{id}")).await;
            let (db, new) = (db.clone(), new(200 + id, offering, user, nights("2026-12-01".."2026-12-04")));
            tasks.push(tokio::spawn(async move { hold::book(&db, &new, None, Actor::Customer, NOW).await.is_ok() }));
        }
        let mut sold = 0;
        for task in tasks {
            sold += usize::from(task.await.unwrap());
        }
        assert_eq!(sold, 2);
    })
    .await;
}

/// Another customer's ended hold is released by one command only, which reports it to open pages.
#[tokio::test]
async fn ended_hold_of_another_is_reported_after_a_command() {
    both(async |db| {
        let (company, offering, _) = salon(&db).await;
        let (zoe, max) = (customer(&db, 20, "zoe").await, customer(&db, 21, "max").await);
        hold::book(&db, &new(30, offering, zoe, at(monday(9, 0))), None, Actor::Customer, NOW).await.unwrap();
        hold::hold(&db, &new(31, offering, max, at(monday(11, 0))), NOW).await.unwrap();
        let later = NOW.plus(hold::HOLD);
        let mut reported = cancel::cancel(&db, zoe, BookingId(30), "", 0, later).await.unwrap().changes;
        for (_, changes) in expiry::sweep(&db, later).await.unwrap() {
            reported.extend(changes);
        }
        let starts: Vec<_> = reported
            .iter()
            .map(|change| match change {
                InventoryChange::Freed { starts_at, .. } => *starts_at,
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(starts, [monday(9, 0), monday(11, 0)]);

        // A late confirmation commits nothing either.
        hold::hold(&db, &new(32, offering, max, at(monday(9, 0))), later).await.unwrap();
        hold::hold(&db, &new(33, offering, zoe, at(monday(11, 0))), later).await.unwrap();
        let end = later.plus(hold::HOLD);
        let late = confirm::confirm(&db, zoe, BookingId(33), &Contact::default(), 4_500, end).await;
        assert_eq!(refusal(late), Refusal::HoldExpired);
        let swept = expiry::sweep(&db, end).await.unwrap();
        assert_eq!((swept.len(), swept[0].0, swept[0].1.len()), (1, company, 2));
    })
    .await;
}
