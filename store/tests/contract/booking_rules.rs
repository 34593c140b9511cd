//! Rules that a request to book follows, and keys of repeated requests.

use std::ops::Range;

use store::{
    Db,
    booking::{
        Actor, BookingState, Refusal, Request,
        confirm::{self, Contact},
        hold::{self, NewBooking},
    },
    catalogue::{
        detail::{Availability, OfferingKind},
        party::UNITS_MAX,
    },
    inventory::{
        calendar::{self, DayState},
        slots,
    },
    on,
    testing::{
        both, count,
        market::{self, CompanyRow, OfferingRow, VariantRow},
    },
    types::{
        ids::{BookingId, OccurrenceId, OfferingId, UserId, VariantId},
        timestamp::Timestamp,
    },
};

use crate::bookings::{NOW, at, customer, date, field, hotel, monday, new, nights, refusal, salon};

async fn variants(db: &Db, offering: OfferingId) -> Vec<VariantId> {
    let rows: Vec<(VariantId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT id FROM offering_variant WHERE offering_id = $1 ORDER BY position").bind(offering).fetch_all(at).await)
    .unwrap();
    rows.into_iter().map(|(id,)| id).collect()
}

#[tokio::test]
async fn walk_in_sent_twice_is_one_booking() {
    both(async |db| {
        let (_, offering, _) = salon(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        let walk_in = |id| NewBooking {
            customer: None,
            client_id: Some("key30".to_owned()),
            ..new(id, offering, zoe, at(monday(9, 0)))
        };
        hold::hold(&db, &new(30, offering, zoe, at(monday(9, 0))), NOW).await.unwrap();
        let book = async |new: &NewBooking| hold::book(&db, new, None, Actor::Company, NOW).await;
        let first = book(&walk_in(31)).await.unwrap().booking;
        assert_eq!((first.id, book(&walk_in(32)).await.unwrap().booking.id), (BookingId(31), BookingId(31)));
        let other = NewBooking { request: at(monday(11, 0)), ..walk_in(33) };
        assert_eq!(refusal(book(&other).await), Refusal::KeyReused);
    })
    .await;
}

#[tokio::test]
async fn stay_takes_one_kind_of_room_in_its_quantity() {
    both(async |db| {
        let offering = hotel(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        let [double] = variants(&db, offering).await[..] else { panic!("one kind") };
        let stay = |id, items| new(id, offering, zoe, Request { items, ..nights("2026-11-23".."2026-11-24") });
        let held = hold::hold(&db, &stay(30, vec![(double, 2)]), NOW).await.unwrap().booking;
        assert_eq!((held.total, held.items[0].quantity), (18_000, 2));
        let rooms = Request { rooms: Some(0), ..nights("2026-11-23".."2026-11-24") };
        assert_eq!(field(hold::hold(&db, &new(31, offering, zoe, rooms), NOW).await), "rooms");
    })
    .await;
}

#[tokio::test]
async fn stay_begins_and_ends_at_the_times_of_its_company() {
    both(async |db| {
        let offering = hotel(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        let stay = |id| new(id, offering, zoe, nights("2026-11-23".."2026-11-25"));
        let usual = hold::hold(&db, &stay(30), NOW).await.unwrap().booking;
        assert_eq!((usual.starts_at, usual.ends_at), (monday(15, 0), monday(11, 0).plus(2 * Timestamp::DAY)));
        let sql = "UPDATE company SET check_in_from = 750, check_out_until = 570";
        on!(db.write(), at => sqlx::query(sql).execute(at).await.map(drop)).unwrap();
        db.everything_changed();
        let own = hold::hold(&db, &stay(31), NOW).await.unwrap().booking;
        assert_eq!((own.starts_at, own.ends_at), (monday(12, 30), monday(9, 30).plus(2 * Timestamp::DAY)));
    })
    .await;
}

#[tokio::test]
async fn two_kinds_of_room_in_one_stay_are_refused() {
    both(async |db| {
        let company = CompanyRow { categories: vec!["hotels"], ..CompanyRow::new(1, "Hotel") }.insert(&db).await;
        let offering = OfferingRow {
            category: "hotels",
            kind: OfferingKind::Service,
            availability: Availability::Nights,
            members: 1..2,
            variants: vec![VariantRow::new("Double", 9_000, Some(2)), VariantRow::new("Suite", 20_000, Some(1))],
            ..OfferingRow::new(2, company, "Room")
        };
        let offering = offering.insert(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        let items = variants(&db, offering).await.into_iter().map(|variant| (variant, 1)).collect();
        let both_kinds = Request { items, ..nights("2026-11-23".."2026-11-24") };
        assert_eq!(field(hold::hold(&db, &new(30, offering, zoe, both_kinds), NOW).await), "items");
    })
    .await;
}

/// Concert with ten places. Returns a request for one of them by default.
async fn concert(db: &Db) -> (OfferingId, Request) {
    concert_of(db, 1..1, vec![VariantRow::new("Standing", 2_000, Some(10))]).await
}

/// Concert with these persons of a booking and these classes.
async fn concert_of(db: &Db, members: Range<i64>, variants: Vec<VariantRow>) -> (OfferingId, Request) {
    let company = CompanyRow { categories: vec!["music"], ..CompanyRow::new(1, "Club") }.insert(db).await;
    let offering = OfferingRow {
        category: "music",
        kind: OfferingKind::Ticket,
        availability: Availability::Occurrence,
        members,
        variants,
        ..OfferingRow::new(2, company, "Concert")
    };
    let offering = offering.insert(db).await;
    market::occurrence(db, 5, offering, monday(20, 0)..monday(22, 0)).await;
    (offering, Request { occurrence: Some(OccurrenceId(5)), ..Request::default() })
}

#[tokio::test]
async fn each_person_needs_a_ticket() {
    both(async |db| {
        let (offering, request) = concert(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        let [standing] = variants(&db, offering).await[..] else { panic!("one kind") };
        let tickets = Request { items: vec![(standing, 1)], ..request };
        let hold = async |id, members| {
            hold::hold(&db, &new(id, offering, zoe, Request { members, ..tickets.clone() }), NOW).await
        };
        assert_eq!(field(hold(30, Some(8)).await), "members");
        assert_eq!(hold(31, None).await.unwrap().booking.members, 1);
        assert_eq!(hold(32, Some(1)).await.unwrap().booking.total, 2_000);
    })
    .await;
}

#[tokio::test]
async fn children_travel_on_the_tickets_of_a_cruise() {
    both(async |db| {
        let (offering, request) = concert(&db).await;
        on!(db.write(), at => sqlx::query("UPDATE offering SET category = 'cruises'").execute(at).await.map(drop))
            .unwrap();
        db.everything_changed();
        let zoe = customer(&db, 20, "zoe").await;
        let [cabin] = variants(&db, offering).await[..] else { panic!("one kind") };
        let hold = async |id, children| {
            let request = Request { items: vec![(cabin, 3)], children: Some(children), ..request.clone() };
            hold::hold(&db, &new(id, offering, zoe, request), NOW).await
        };
        assert_eq!(field(hold(30, 3).await), "children");
        let family = hold(31, 2).await.unwrap().booking;
        assert_eq!((family.members, family.children, family.total), (3, 2, 6_000));
    })
    .await;
}

#[tokio::test]
async fn price_of_a_start_is_of_a_class_that_is_left() {
    both(async |db| {
        let classes = vec![VariantRow::new("Standing", 2_000, Some(1)), VariantRow::new("Box", 9_000, Some(2))];
        let (offering, request) = concert_of(&db, 1..1, classes).await;
        let zoe = customer(&db, 20, "zoe").await;
        let day = date("2026-11-23");
        let prices = async || {
            let slot = slots::day(&db, offering, &day, 1, NOW).await.unwrap().slots.remove(0);
            let shown = calendar::days(&db, offering, &day, &day, 1, NOW).await.unwrap().remove(0);
            (slot.price, shown.price)
        };
        assert_eq!(prices().await, (2_000, Some(2_000)));
        let [standing, _] = variants(&db, offering).await[..] else { panic!("two classes") };
        let last = Request { items: vec![(standing, 1)], ..request };
        hold::hold(&db, &new(30, offering, zoe, last), NOW).await.unwrap();
        assert_eq!(prices().await, (9_000, Some(9_000)));
    })
    .await;
}

#[tokio::test]
async fn kind_marked_as_sold_out_is_not_the_default() {
    both(async |db| {
        let (offering, request) = concert(&db).await;
        let zoe: UserId = customer(&db, 20, "zoe").await;
        on!(db.write(), at => sqlx::query("UPDATE offering_variant SET sold_out = TRUE").execute(at).await.map(drop))
            .unwrap();
        assert_eq!(refusal(hold::hold(&db, &new(30, offering, zoe, request), NOW).await), Refusal::SoldOut);
    })
    .await;
}

/// Spa that is open from 9 to 12, with entries for twelve persons at each start.
async fn spa(db: &Db) -> OfferingId {
    let company = CompanyRow { hours: Some(540..720), categories: vec!["relaxation"], ..CompanyRow::new(1, "Spa") };
    let company = company.insert(db).await;
    let entry = OfferingRow {
        category: "relaxation",
        kind: OfferingKind::Service,
        availability: Availability::TimedEntry,
        duration_minutes: 60,
        variants: vec![VariantRow::new("", 3_000, Some(12))],
        ..OfferingRow::new(2, company, "Hammam")
    };
    entry.insert(db).await
}

/// Asserts that nothing is taken and no booking exists.
async fn assert_nothing_is_held(db: &Db) {
    for table in ["booking", "booking_item", "booking_resource", "capacity_bucket", "occupancy"] {
        assert_eq!(count(db, table).await, 0, "{table}");
    }
}

#[tokio::test]
async fn timed_entry_takes_a_place_for_each_person() {
    both(async |db| {
        let entry = spa(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        let [adult] = variants(&db, entry).await[..] else { panic!("one kind") };
        let hold = async |id, items, members| {
            let request = Request { items, members, ..at(monday(9, 0)) };
            hold::hold(&db, &new(id, entry, zoe, request), NOW).await
        };
        assert_eq!(field(hold(30, vec![(adult, 1)], Some(10)).await), "members");
        assert_eq!(refusal(hold(30, vec![], Some(13)).await), Refusal::SoldOut);
        assert_eq!(field(hold(30, vec![], Some(UNITS_MAX + 1)).await), "members");
        assert_nothing_is_held(&db).await;
        let held = hold(31, vec![], Some(10)).await.unwrap().booking;
        assert_eq!((held.members, held.items[0].quantity, held.total), (10, 10, 30_000));
        let day = slots::day(&db, entry, &date("2026-11-23"), 1, NOW).await.unwrap();
        assert_eq!((day.slots[0].left, day.slots[2].left), (2, 12));
        assert_eq!(refusal(hold(32, vec![], Some(3)).await), Refusal::SoldOut);
        assert_eq!(hold(33, vec![(adult, 2)], None).await.unwrap().booking.members, 2);
    })
    .await;
}

#[tokio::test]
async fn classes_of_one_booking_share_the_limit_of_units() {
    both(async |db| {
        let names =
            ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N", "O", "P", "Q", "R", "S", "T"];
        let classes = names.map(|name| VariantRow::new(name, 1_000, Some(50))).to_vec();
        let (offering, request) = concert_of(&db, 1..1, classes).await;
        let zoe = customer(&db, 20, "zoe").await;
        let classes = variants(&db, offering).await;
        let hold = async |id, count: usize, quantity| {
            let items = classes.iter().take(count).map(|class| (*class, quantity)).collect();
            hold::hold(&db, &new(id, offering, zoe, Request { items, ..request.clone() }), NOW).await
        };
        for (count, quantity) in [(20, 20), (2, 11), (20, 2), (1, 21), (2, i64::MAX), (1, 0), (1, -1), (1, i64::MIN)] {
            assert_eq!(field(hold(30, count, quantity).await), "items", "{count} {quantity}");
        }
        assert_nothing_is_held(&db).await;
        let held = hold(31, 20, 1).await.unwrap().booking;
        assert_eq!((held.members, held.items.len(), held.total), (20, 20, 20_000));
        assert_eq!(hold(32, 2, 10).await.unwrap().booking.members, 20);
    })
    .await;
}

#[tokio::test]
async fn tickets_below_the_minimum_of_persons_are_refused() {
    both(async |db| {
        let (offering, request) = concert_of(&db, 3..3, vec![VariantRow::new("Box", 2_000, Some(10))]).await;
        let zoe = customer(&db, 20, "zoe").await;
        let [class] = variants(&db, offering).await[..] else { panic!("one kind") };
        let hold = async |id, items, members| {
            let request = Request { items, members, ..request.clone() };
            hold::hold(&db, &new(id, offering, zoe, request), NOW).await
        };
        assert_eq!(field(hold(30, vec![(class, 2)], None).await), "items");
        assert_eq!(field(hold(30, vec![(class, 2)], Some(2)).await), "members");
        assert_nothing_is_held(&db).await;
        assert_eq!(hold(31, vec![], None).await.unwrap().booking.items[0].quantity, 3);
        assert_eq!(hold(32, vec![(class, 4)], None).await.unwrap().booking.members, 4);
    })
    .await;
}

#[tokio::test]
async fn tax_is_added_where_prices_are_shown_without_it() {
    both(async |db| {
        let (_, treatment, _) = salon(&db).await;
        for sql in ["UPDATE company SET country = 'US'", "UPDATE offering SET vat_rate = 888"] {
            on!(db.write(), at => sqlx::query(sql).execute(at).await.map(drop)).unwrap();
        }
        let zoe = customer(&db, 20, "zoe").await;
        let held = hold::hold(&db, &new(30, treatment, zoe, at(monday(9, 0))), NOW).await.unwrap().booking;
        assert_eq!((held.items[0].unit_price, held.vat, held.total), (4_500, 400, 4_900));
    })
    .await;
}

#[tokio::test]
async fn stated_maximum_binds_tables_of_customers_but_not_tickets() {
    both(async |db| {
        let (concert, request) = concert(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        let two = Request { members: Some(2), ..request };
        assert_eq!(hold::hold(&db, &new(30, concert, zoe, two), NOW).await.unwrap().booking.total, 4_000);

        let bistro = CompanyRow { hours: Some(540..720), ..CompanyRow::new(7, "Bistro") }.insert(&db).await;
        let row = OfferingRow {
            kind: OfferingKind::Service,
            availability: Availability::Table,
            members: 1..4,
            ..OfferingRow::new(8, bistro, "Table")
        };
        let dinner = row.insert(&db).await;
        let table = market::table(&db, 9, bistro, "T", 8).await;
        on!(db.write(), at => sqlx::query("INSERT INTO resource_offering (resource_id, offering_id) VALUES ($1, $2)")
            .bind(table).bind(dinner).execute(at).await.map(drop))
        .unwrap();
        let party = |members| Request { members: Some(members), ..at(monday(9, 0)) };
        assert_eq!(field(hold::hold(&db, &new(31, dinner, zoe, party(5)), NOW).await), "members");
        assert_eq!(count(&db, "occupancy").await, 0);
        assert_eq!(hold::hold(&db, &new(32, dinner, zoe, party(4)), NOW).await.unwrap().booking.members, 4);
        // The company seats as many as the table does.
        let walk_in = |id, members, week: i64| {
            let request = Request { members: Some(members), ..at(monday(9, 0).plus(week * 7 * Timestamp::DAY)) };
            NewBooking { customer: None, client_id: None, ..new(id, dinner, zoe, request) }
        };
        let eight = hold::book(&db, &walk_in(33, 8, 1), None, Actor::Company, NOW).await.unwrap();
        assert_eq!(eight.booking.members, 8);
        let nine = hold::book(&db, &walk_in(34, 9, 2), None, Actor::Company, NOW).await;
        assert_eq!(refusal(nine), Refusal::SoldOut);
    })
    .await;
}

#[tokio::test]
async fn refused_requests_hold_nothing() {
    both(async |db| {
        let (_, treatment, _) = salon(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        let hold = async |request| hold::hold(&db, &new(30, treatment, zoe, request), NOW).await;
        let ten = || at(monday(10, 0));
        let [facial] = variants(&db, treatment).await[..] else { panic!("one kind") };
        for (request, expected) in [
            (Request { members: Some(0), ..ten() }, "members"),
            (Request { members: Some(-1), ..ten() }, "members"),
            (Request { members: Some(i64::MAX), ..ten() }, "members"),
            (Request { rooms: Some(0), ..ten() }, "rooms"),
            (Request { rooms: Some(i64::MIN), ..ten() }, "rooms"),
            (Request { items: vec![(facial, 21)], ..ten() }, "items"),
            (Request { items: vec![(facial, 2)], ..ten() }, "items"),
            (Request { items: vec![(facial, 1), (facial, 1)], ..ten() }, "items"),
            (Request { items: vec![(VariantId(1), 1)], ..ten() }, "items"),
            (Request { children: Some(1), ..ten() }, "children"),
            (at(monday(12, 0)), "starts_at"),
        ] {
            assert_eq!(field(hold(request.clone()).await), expected, "{request:?}");
        }
        let other_price = hold::book(&db, &new(30, treatment, zoe, ten()), Some(1), Actor::Customer, NOW).await;
        assert_eq!(refusal(other_price), Refusal::PriceChanged(4_500));
        assert_nothing_is_held(&db).await;
    })
    .await;
}

#[tokio::test]
async fn year_without_bookings_has_no_buckets() {
    both(async |db| {
        let offering = hotel(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        let from = date("2026-11-22");
        for quarter in 0..4 {
            let first = from.plus_days(quarter * calendar::DAYS_MAX);
            let last = first.plus_days(calendar::DAYS_MAX - 1);
            let days = calendar::days(&db, offering, &first, &last, 1, NOW).await.unwrap();
            assert_eq!(i64::try_from(days.len()).unwrap(), calendar::DAYS_MAX);
        }
        assert_eq!(count(&db, "capacity_bucket").await, 0);
        hold::hold(&db, &new(30, offering, zoe, nights("2026-11-24".."2026-11-27")), NOW).await.unwrap();
        assert_eq!(count(&db, "capacity_bucket").await, 3);
        hold::hold(&db, &new(31, offering, zoe, nights("2026-11-26".."2026-11-28")), NOW).await.unwrap();
        assert_eq!(count(&db, "capacity_bucket").await, 4);
    })
    .await;
}

#[tokio::test]
async fn hold_keeps_its_price_until_confirmation() {
    both(async |db| {
        let (_, offering, _) = salon(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        hold::hold(&db, &new(30, offering, zoe, at(monday(9, 0))), NOW).await.unwrap();
        on!(db.write(), at => sqlx::query("UPDATE offering_variant SET price = 6000").execute(at).await.map(drop))
            .unwrap();
        db.everything_changed();
        let confirm =
            async |total| confirm::confirm(&db, zoe, BookingId(30), &Contact::default(), total, NOW.plus(1)).await;
        assert_eq!(refusal(confirm(6_000).await), Refusal::PriceChanged(4_500));
        let sold = confirm(4_500).await.unwrap().booking;
        assert_eq!((sold.state, sold.total, sold.items[0].unit_price), (BookingState::Confirmed, 4_500, 4_500));
        let next = hold::hold(&db, &new(31, offering, zoe, at(monday(9, 0))), NOW).await.unwrap();
        assert_eq!(next.booking.total, 6_000);
    })
    .await;
}

#[tokio::test]
async fn concurrent_confirmations_sell_a_hold_once() {
    both(async |db| {
        let offering = hotel(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        hold::hold(&db, &new(30, offering, zoe, nights("2026-11-24".."2026-11-26")), NOW).await.unwrap();
        let confirm = |name: &str| {
            let contact = Contact { customer_name: name.to_owned(), ..Contact::default() };
            let db = db.clone();
            tokio::spawn(async move { confirm::confirm(&db, zoe, BookingId(30), &contact, 18_000, NOW.plus(1)).await })
        };
        let tasks = ["Ann", "Ben", "Eve", "Max", "Sam", "Tom", "Uma", "Zoe"].map(confirm);
        let mut names = Vec::new();
        for task in tasks {
            let sold = task.await.unwrap().unwrap().booking;
            assert_eq!((sold.state, sold.changes.len()), (BookingState::Confirmed, 2));
            names.push(sold.customer_name);
        }
        names.dedup();
        assert_eq!(names.len(), 1, "a repeat returns the contact of the first");
        assert_eq!(count(&db, "capacity_bucket WHERE sold = 1 AND held = 0").await, 2);
        assert_eq!(count(&db, "booking_change").await, 2);
    })
    .await;
}

#[tokio::test]
async fn stay_needs_the_notice_of_its_company() {
    both(async |db| {
        let offering = hotel(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        let sql = "UPDATE company SET notice_minutes = 2880";
        on!(db.write(), at => sqlx::query(sql).execute(at).await.map(drop)).unwrap();
        db.everything_changed();
        let tomorrow = nights("2026-11-23".."2026-11-25");
        assert_eq!(field(hold::hold(&db, &new(30, offering, zoe, tomorrow.clone()), NOW).await), "check_in");
        let days = calendar::days(&db, offering, &date("2026-11-23"), &date("2026-11-24"), 1, NOW).await.unwrap();
        assert_eq!(days.iter().map(|day| day.state).collect::<Vec<_>>(), [DayState::Closed, DayState::Free]);
        hold::hold(&db, &new(31, offering, zoe, nights("2026-11-24".."2026-11-25")), NOW).await.unwrap();
        let walk_in = NewBooking { customer: None, client_id: None, ..new(32, offering, zoe, tomorrow) };
        hold::book(&db, &walk_in, None, Actor::Company, NOW).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn closed_day_of_the_company_binds_working_times_too() {
    both(async |db| {
        let (company, offering, [ana, _]) = salon(&db).await;
        // Works on Mondays from 9 to 12.
        on!(db.write(), at => sqlx::query(
            "INSERT INTO schedule_rule (id, resource_id, weekdays, starts, ends) VALUES (900, $1, 1, 540, 720)")
            .bind(ana).execute(at).await.map(drop))
        .unwrap();
        db.everything_changed();
        let day = date("2026-11-23");
        let slots = async || slots::day(&db, offering, &day, 1, NOW).await.unwrap().slots;
        assert!(slots().await.iter().any(|slot| slot.left > 0));
        on!(db.write(), at => sqlx::query(
            "INSERT INTO opening_exception (company_id, date, hours) VALUES ($1, '2026-11-23', '[]')")
            .bind(company).execute(at).await.map(drop))
        .unwrap();
        db.everything_changed();
        assert_eq!(slots().await.iter().map(|slot| slot.left).sum::<i64>(), 0);
    })
    .await;
}
