use store::{
    Db,
    booking::{
        Actor, BookingError, BookingState, Refusal, Request, Scope, cancel,
        confirm::{self, Contact},
        expiry,
        hold::{self, NewBooking},
        list::Window,
        view,
        waitlist::{
            WaitlistEntry, WaitlistState, Wanted, announcement,
            join::{self, NewEntry},
            list, offer,
        },
    },
    catalogue::detail::{Availability, OfferingKind},
    notify::outbox::{self, Channel, NewOutboxMessage},
    on,
    testing::{
        both,
        market::{self, CompanyRow, OfferingRow, VariantRow},
    },
    types::{
        ids::{BookingId, CompanyId, OfferingId, UserId, WaitlistEntryId},
        timestamp::Timestamp,
    },
};

use crate::bookings::{NOW, at, customer, date, hotel, monday, new, nights, refusal, salon};

const PAGE: Window = Window { limit: 50, offset: 0 };

/// Entry for this request, or for any time on the date of Monday.
fn entry(id: i64, offering: OfferingId, account: UserId, request: Option<Request>) -> NewEntry {
    let wanted = match request {
        Some(request) => Wanted { request, any_time_on: None },
        None => Wanted { request: Request::default(), any_time_on: Some(date("2026-11-23")) },
    };
    let contact = Contact { customer_name: "Zoe Lind".to_owned(), ..Contact::default() };
    NewEntry { id: WaitlistEntryId(id), offering, account, wanted, contact }
}

async fn wait(db: &Db, new: &NewEntry, now: Timestamp) {
    assert_eq!(join::join(db, new, now).await.unwrap(), new.id);
}

async fn book(db: &Db, new: &NewBooking) {
    hold::book(db, new, None, Actor::Customer, NOW).await.unwrap();
}

/// Salon whose two therapists are booked on Monday at 9, by customers 90 and 91 with bookings of the same ids.
async fn full_salon(db: &Db) -> (CompanyId, OfferingId) {
    let (company, offering, _) = salon(db).await;
    for id in [90, 91] {
        let user = customer(db, id, &format!("customer{id}")).await;
        book(db, &new(id, offering, user, at(monday(9, 0)))).await;
    }
    (company, offering)
}

async fn customers<const N: usize>(db: &Db) -> [UserId; N] {
    let mut users = [UserId(0); N];
    for (number, user) in (20..).zip(&mut users) {
        *user = customer(db, number, &format!("waiting{number}")).await;
    }
    users
}

/// State of the only entry of a customer.
async fn only(db: &Db, user: UserId, now: Timestamp) -> WaitlistEntry {
    let mut entries = list::of_customer(db, user, now).await.unwrap();
    assert_eq!(entries.len(), 1);
    entries.remove(0)
}

async fn state(db: &Db, user: UserId, now: Timestamp) -> WaitlistState {
    only(db, user, now).await.state
}

#[tokio::test]
async fn first_in_line_is_offered_freed_room() {
    both(async |db| {
        let (company, offering) = full_salon(&db).await;
        let [ann, ben, eve] = customers(&db).await;
        let free = join::join(&db, &entry(50, offering, ann, Some(at(monday(10, 0)))), NOW).await;
        assert_eq!(refusal(free), Refusal::StillFree);
        wait(&db, &entry(51, offering, ann, Some(at(monday(9, 0)))), NOW).await;
        wait(&db, &entry(52, offering, ben, Some(at(monday(9, 30)))), NOW.plus(1)).await;
        assert!(offer::serve(&db, company, NOW).await.unwrap().is_empty());
        assert_eq!((only(&db, ann, NOW).await.ahead, only(&db, ben, NOW).await.ahead), (0, 1));

        cancel::cancel(&db, UserId(90), BookingId(90), "", 0, NOW).await.unwrap();
        // Nobody overtakes the line, not even before the first in line has the offer.
        let overtakes = hold::hold(&db, &new(60, offering, eve, at(monday(9, 0))), NOW).await;
        assert_eq!(refusal(overtakes), Refusal::WaitlistFirst(company));
        assert_eq!(offer::due(&db).await.unwrap(), [company]);
        assert_eq!(offer::serve(&db, company, NOW).await.unwrap().len(), 1);
        assert!(offer::due(&db).await.unwrap().is_empty());
        let late = hold::hold(&db, &new(60, offering, eve, at(monday(9, 0))), NOW).await;
        assert_eq!(refusal(late), Refusal::SoldOut);

        let offered = only(&db, ann, NOW).await;
        assert_eq!((offered.state, offered.booking_id), (WaitlistState::Offered, Some(BookingId(51))));
        assert_eq!(offered.offer_expires_at, Some(NOW.plus(offer::OFFER)));
        assert_eq!(state(&db, ben, NOW).await, WaitlistState::Waiting);
        let contact = Contact::default();
        let held = view::find(&db, BookingId(51), Scope::Customer(ann), NOW).await.unwrap();
        assert_eq!((held.state, held.customer_name.as_str()), (BookingState::Held, "Zoe Lind"));
        confirm::confirm(&db, ann, BookingId(51), &contact, held.total, NOW).await.unwrap();
        assert!(list::of_customer(&db, ann, NOW).await.unwrap().is_empty());
        let (line, count) = list::of_company(&db, company, None, PAGE, NOW).await.unwrap();
        assert_eq!((line[0].id, count), (WaitlistEntryId(52), 1));
    })
    .await;
}

#[tokio::test]
async fn lapsed_offer_moves_to_the_next() {
    both(async |db| {
        let (company, offering) = full_salon(&db).await;
        let [ann, ben] = customers(&db).await;
        for (id, user) in [(51, ann), (52, ben)] {
            wait(&db, &entry(id, offering, user, Some(at(monday(9, 0)))), NOW.plus(id)).await;
        }
        cancel::cancel(&db, UserId(90), BookingId(90), "", 0, NOW).await.unwrap();
        offer::serve(&db, company, NOW).await.unwrap();
        let later = NOW.plus(offer::OFFER);
        // The next booking releases the ended offer, and finds the line.
        let eve = customer(&db, 30, "eve").await;
        let overtakes = hold::hold(&db, &new(60, offering, eve, at(monday(9, 0))), later).await;
        assert_eq!(refusal(overtakes), Refusal::WaitlistFirst(company));
        expiry::sweep(&db, later).await.unwrap();
        offer::serve(&db, company, later).await.unwrap();
        assert_eq!(state(&db, ann, later).await, WaitlistState::Lapsed);
        assert_eq!(state(&db, ben, later).await, WaitlistState::Offered);

        // The first joins again, at the end of the line.
        wait(&db, &entry(53, offering, ann, Some(at(monday(9, 0)))), later).await;
        let (_, changes) = join::leave(&db, ben, WaitlistEntryId(52), later).await.unwrap();
        assert_eq!(changes.len(), 1);
        offer::serve(&db, company, later).await.unwrap();
        let states: Vec<_> =
            list::of_customer(&db, ann, later).await.unwrap().into_iter().map(|entry| entry.state).collect();
        assert_eq!(states, [WaitlistState::Lapsed, WaitlistState::Offered]);
    })
    .await;
}

#[tokio::test]
async fn party_that_does_not_fit_is_skipped() {
    both(async |db| {
        let company = CompanyRow { hours: Some(540..720), ..CompanyRow::new(1, "Bistro") }.insert(&db).await;
        let row = OfferingRow {
            kind: OfferingKind::Service,
            availability: Availability::Table,
            members: 1..8,
            ..OfferingRow::new(2, company, "Table")
        };
        let offering = row.insert(&db).await;
        for (id, seats) in [(3, 2), (4, 4)] {
            let table = market::table(&db, id, company, "T", seats).await;
            on!(db.write(), at => sqlx::query("INSERT INTO resource_offering (resource_id, offering_id) VALUES ($1, $2)")
                .bind(table).bind(offering).execute(at).await.map(drop))
            .unwrap();
        }
        let [ann, ben] = customers(&db).await;
        let party = |members| Request { members: Some(members), ..at(monday(9, 0)) };
        for (id, members) in [(90, 2), (91, 4)] {
            let user = customer(&db, id, &format!("customer{id}")).await;
            book(&db, &new(id, offering, user, party(members))).await;
        }
        wait(&db, &entry(51, offering, ann, Some(party(4))), NOW).await;
        wait(&db, &entry(52, offering, ben, Some(party(2))), NOW.plus(1)).await;
        cancel::cancel(&db, UserId(90), BookingId(90), "", 0, NOW).await.unwrap();
        offer::serve(&db, company, NOW).await.unwrap();
        assert_eq!(state(&db, ann, NOW).await, WaitlistState::Waiting);
        assert_eq!(state(&db, ben, NOW).await, WaitlistState::Offered);
    })
    .await;
}

#[tokio::test]
async fn full_day_stay_and_sold_out_class_have_waitlists() {
    both(async |db| {
        // A day: any time will do.
        let (company, offering) = full_salon(&db).await;
        let [ann, ben] = customers(&db).await;
        assert_eq!(refusal(join::join(&db, &entry(50, offering, ann, None), NOW).await), Refusal::StillFree);
        for (id, hour) in [(92, 10), (93, 10), (94, 11), (95, 11)] {
            let user = customer(&db, id, &format!("customer{id}")).await;
            book(&db, &new(id, offering, user, at(monday(hour, 0)))).await;
        }
        wait(&db, &entry(51, offering, ann, None), NOW).await;
        cancel::cancel(&db, UserId(94), BookingId(94), "", 0, NOW).await.unwrap();
        offer::serve(&db, company, NOW).await.unwrap();
        let held = view::find(&db, BookingId(51), Scope::Customer(ann), NOW).await.unwrap();
        assert_eq!((held.starts_at, only(&db, ann, NOW).await.starts_at), (monday(11, 0), None));

        // A class that the company marked as sold out.
        let row = OfferingRow {
            kind: OfferingKind::Ticket,
            availability: Availability::Occurrence,
            variants: vec![VariantRow::new("Stalls", 4_500, Some(2))],
            ..OfferingRow::new(7, company, "Concert")
        };
        let concert = row.insert(&db).await;
        let starts = NOW.plus(10 * Timestamp::DAY);
        let evening = market::occurrence(&db, 8, concert, starts..starts.plus(Timestamp::HOUR)).await;
        let seats = |quantity| Request {
            occurrence: Some(evening),
            items: vec![(OfferingRow::variant(concert, 0), quantity)],
            ..Request::default()
        };
        let sold_out = async |is: bool| {
            on!(db.write(), at => sqlx::query("UPDATE offering SET sold_out = $2 WHERE id = $1")
                .bind(concert).bind(is).execute(at).await.map(drop))
            .unwrap();
            offer::wake_company(&db, company, Some(concert)).await.unwrap();
        };
        sold_out(true).await;
        wait(&db, &entry(53, concert, ben, Some(seats(2))), NOW).await;
        offer::serve(&db, company, NOW).await.unwrap();
        assert_eq!(state(&db, ben, NOW).await, WaitlistState::Waiting);
        sold_out(false).await;
        offer::serve(&db, company, NOW).await.unwrap();
        let held = view::find(&db, BookingId(53), Scope::Customer(ben), NOW).await.unwrap();
        assert_eq!((held.members, held.items[0].quantity), (2, 2));
    })
    .await;
}

#[tokio::test]
async fn raised_capacity_reaches_those_who_wait_for_a_stay() {
    both(async |db| {
        let offering = hotel(&db).await;
        let company = CompanyId(1);
        let [ann, ben, eve] = customers(&db).await;
        let both_rooms = Request { rooms: Some(2), members: Some(2), ..nights("2026-11-24".."2026-11-26") };
        book(&db, &new(90, offering, eve, both_rooms)).await;
        wait(&db, &entry(51, offering, ann, Some(nights("2026-11-25".."2026-11-27"))), NOW).await;
        wait(&db, &entry(52, offering, ben, Some(nights("2026-11-24".."2026-11-25"))), NOW.plus(1)).await;
        offer::serve(&db, company, NOW).await.unwrap();
        for sql in ["UPDATE capacity_bucket SET capacity = 3", "UPDATE offering_variant SET capacity = 3"] {
            on!(db.write(), at => sqlx::query(sql).execute(at).await.map(drop)).unwrap();
        }
        // A crash before the mark: the pass over all entries finds the room.
        assert!(offer::due(&db).await.unwrap().is_empty());
        offer::wake_all(&db, NOW).await.unwrap();
        offer::serve(&db, company, NOW).await.unwrap();
        assert_eq!(state(&db, ann, NOW).await, WaitlistState::Offered);
        assert_eq!(state(&db, ben, NOW).await, WaitlistState::Offered);
        let held = view::find(&db, BookingId(51), Scope::Customer(ann), NOW).await.unwrap();
        assert_eq!(held.items.len(), 2);
    })
    .await;
}

#[tokio::test]
async fn entries_are_limited_repeatable_and_private() {
    both(async |db| {
        let offering = hotel(&db).await;
        let [ann, ben, eve] = customers(&db).await;
        let both_rooms = Request { rooms: Some(2), members: Some(2), ..nights("2026-11-24".."2026-12-20") };
        book(&db, &new(90, offering, eve, both_rooms)).await;
        let night = |day: i64| {
            let (from, to) = (date("2026-11-24").plus_days(day), date("2026-11-24").plus_days(day + 1));
            Request { check_in: Some(from), check_out: Some(to), ..Request::default() }
        };
        for day in 0..join::ENTRIES_MAX {
            wait(&db, &entry(50 + day, offering, ann, Some(night(day))), NOW).await;
        }
        let again = join::join(&db, &entry(70, offering, ann, Some(night(0))), NOW).await;
        assert_eq!(again.unwrap(), WaitlistEntryId(50));
        let more = join::join(&db, &entry(71, offering, ann, Some(night(20))), NOW).await;
        assert_eq!(refusal(more), Refusal::TooManyWaiting);
        let past = join::join(&db, &entry(72, offering, ben, Some(nights("2026-11-20".."2026-11-21"))), NOW).await;
        assert_eq!(refusal(past), Refusal::Field("check_in", "This date is over.".to_owned()));

        assert!(matches!(
            join::leave(&db, ben, WaitlistEntryId(50), NOW).await,
            Err(BookingError::Store(store::Error::NotFound))
        ));
        join::leave(&db, ann, WaitlistEntryId(50), NOW).await.unwrap();
        assert!(join::leave(&db, ann, WaitlistEntryId(50), NOW).await.is_err());
        assert_eq!(list::of_customer(&db, ann, NOW).await.unwrap().len(), 9);
        assert_eq!(offer::purge(&db, NOW.plus(5 * Timestamp::DAY)).await.unwrap(), 1);
    })
    .await;
}

/// Takes the room that is freed, on two nodes at once, while others try to take it first.
#[tokio::test]
async fn room_goes_to_the_line_in_every_race() {
    both(async |db| {
        let (company, offering) = full_salon(&db).await;
        let mut waiting = Vec::new();
        for id in 0..6 {
            let user = customer(&db, 100 + id, &format!("waiting{id}")).await;
            wait(&db, &entry(200 + id, offering, user, Some(at(monday(9, 0)))), NOW.plus(id)).await;
            waiting.push(user);
        }
        offer::serve(&db, company, NOW).await.unwrap();
        let mut tasks = Vec::new();
        for id in 0..12 {
            let user = customer(&db, 300 + id, &format!("other{id}")).await;
            let (db, new) = (db.clone(), new(400 + id, offering, user, at(monday(9, 0))));
            tasks.push(tokio::spawn(async move {
                let mut result = hold::hold(&db, &new, NOW).await;
                while matches!(result, Err(BookingError::Refused(Refusal::WaitlistFirst(_)))) {
                    offer::serve(&db, company, NOW).await.unwrap();
                    result = hold::hold(&db, &new, NOW).await;
                }
                refusal(result) == Refusal::SoldOut
            }));
        }
        for id in [90, 91] {
            let db = db.clone();
            tasks.push(tokio::spawn(async move {
                cancel::cancel(&db, UserId(id), BookingId(id), "", 0, NOW).await.unwrap();
                offer::serve(&db, company, NOW).await.unwrap();
                true
            }));
        }
        for task in tasks {
            assert!(task.await.unwrap());
        }
        offer::serve(&db, company, NOW).await.unwrap();
        let mut states = Vec::new();
        for user in waiting {
            states.push(state(&db, user, NOW).await);
        }
        let (offered, still) = states.split_at(2);
        assert_eq!(offered, [WaitlistState::Offered; 2]);
        assert_eq!(still, [WaitlistState::Waiting; 4]);
    })
    .await;
}

#[tokio::test]
async fn offer_is_announced_once_across_nodes() {
    both(async |db| {
        let (company, offering) = full_salon(&db).await;
        let [ann] = customers(&db).await;
        wait(&db, &entry(51, offering, ann, Some(at(monday(9, 0)))), NOW).await;
        assert!(announcement::pending(&db, NOW).await.unwrap().is_empty());
        cancel::cancel(&db, UserId(90), BookingId(90), "", 0, NOW).await.unwrap();
        offer::serve(&db, company, NOW).await.unwrap();
        let pending = announcement::pending(&db, NOW).await.unwrap();
        let told = &pending[0];
        assert_eq!((told.company.as_str(), told.language.as_str(), told.starts_at), ("Salon", "US", monday(9, 0)));
        let message = |id| NewOutboxMessage {
            id,
            channel: Channel::Mail,
            recipient: "zoe@plaza.example".to_owned(),
            subject: Some("Room".to_owned()),
            body: "Room".to_owned(),
            now: NOW,
            expires_at: NOW.plus(offer::OFFER),
        };
        let (first, second) = (message(1), message(2));
        let both =
            tokio::join!(announcement::send(&db, told, &first, NOW), announcement::send(&db, told, &second, NOW));
        assert_ne!(both.0.unwrap(), both.1.unwrap());
        assert!(announcement::pending(&db, NOW).await.unwrap().is_empty());
        assert_eq!(outbox::latest(&db, 10).await.unwrap().len(), 1);
    })
    .await;
}
