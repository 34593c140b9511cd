//! Rules that a request to book follows, and keys of repeated requests.

use store::{
    Db,
    booking::{
        Actor, Refusal, Request,
        hold::{self, NewBooking},
    },
    catalogue::detail::{Availability, OfferingKind},
    on,
    testing::{
        both,
        market::{self, CompanyRow, OfferingRow, VariantRow},
    },
    types::ids::{BookingId, OccurrenceId, OfferingId, UserId, VariantId},
};

use crate::bookings::{NOW, at, customer, field, hotel, monday, new, nights, refusal, salon};

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
    let company = CompanyRow { categories: vec!["music"], ..CompanyRow::new(1, "Club") }.insert(db).await;
    let offering = OfferingRow {
        category: "music",
        kind: OfferingKind::Ticket,
        availability: Availability::Occurrence,
        variants: vec![VariantRow::new("Standing", 2_000, Some(10))],
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
