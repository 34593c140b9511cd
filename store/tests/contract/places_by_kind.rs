//! Bookings that take one resource of each kind: a therapist and a room.

use store::{
    Db,
    booking::{
        Actor, BookingError, Refusal, Request, Scope, cancel, expiry,
        hold::{self, NewBooking},
        reschedule,
    },
    catalogue::detail::{Availability, OfferingKind},
    inventory::{
        calendar,
        slots::{self, Slot},
    },
    on,
    testing::{
        both,
        market::{self, CompanyRow, OfferingRow},
    },
    types::{
        ids::{BookingId, CompanyId, OfferingId, ResourceId, UserId},
        timestamp::Timestamp,
    },
};

use crate::bookings::{NOW, at, customer, date, field, monday, new, refusal};

/// Spa that is open from 9 to 12. Two therapists give massages and one gives facials, of an hour each. Both need one of
/// two rooms.
struct Spa {
    company: CompanyId,
    massage: OfferingId,
    facial: OfferingId,
    rooms: [ResourceId; 2],
}

const ANA: ResourceId = ResourceId(10);
const EVA: ResourceId = ResourceId(11);

async fn spa(db: &Db) -> Spa {
    let company = CompanyRow { hours: Some(540..720), categories: vec!["relaxation"], ..CompanyRow::new(1, "Spa") };
    let company = company.insert(db).await;
    let offering = |id, name| OfferingRow {
        category: "relaxation",
        kind: OfferingKind::Service,
        availability: Availability::Appointment,
        duration_minutes: 60,
        price: 4_500,
        ..OfferingRow::new(id, company, name)
    };
    let massage = offering(2, "Massage").insert(db).await;
    let facial = offering(3, "Facial").insert(db).await;
    market::staff(db, ANA.0, company, "Ana", &[massage]).await;
    market::staff(db, EVA.0, company, "Eva", &[massage]).await;
    market::staff(db, 12, company, "Mia", &[facial]).await;
    let blue = market::equipment(db, 20, company, "Blue room", &[massage, facial]).await;
    let red = market::equipment(db, 21, company, "Red room", &[massage, facial]).await;
    Spa { company, massage, facial, rooms: [blue, red] }
}

async fn first(db: &Db, offering: OfferingId) -> Slot {
    slots::day(db, offering, &date("2026-11-23"), 1, NOW).await.unwrap().slots.swap_remove(0)
}

async fn book(
    db: &Db,
    id: i64,
    offering: OfferingId,
    who: UserId,
    request: Request,
) -> store::booking::Result<Vec<ResourceId>> {
    let outcome = hold::book(db, &new(id, offering, who, request), None, Actor::Customer, NOW).await?;
    Ok(outcome.booking.resources.iter().map(|resource| resource.id).collect())
}

#[tokio::test]
async fn appointment_takes_a_therapist_and_a_room() {
    both(async |db| {
        let Spa { massage, facial, rooms: [blue, red], .. } = spa(&db).await;
        let zoe = customer(&db, 30, "zoe").await;
        assert_eq!(first(&db, massage).await.left, 2);
        assert_eq!(book(&db, 40, massage, zoe, at(monday(9, 0))).await.unwrap(), [ANA, blue]);
        assert_eq!(first(&db, massage).await.resources, [EVA, red]);
        // The room is gone for facials too, and the last therapist of them is free.
        assert_eq!(first(&db, facial).await.left, 1);
        assert_eq!(book(&db, 41, facial, zoe, at(monday(9, 0))).await.unwrap(), [ResourceId(12), red]);

        let full = first(&db, massage).await;
        assert_eq!((full.left, full.resources.len()), (0, 0));
        let eva = Request { resource: Some(EVA), ..at(monday(9, 0)) };
        for request in [at(monday(9, 0)), eva, at(monday(9, 30))] {
            assert_eq!(refusal(book(&db, 42, massage, zoe, request).await), Refusal::SoldOut);
        }
        let day = &calendar::days(&db, massage, &date("2026-11-23"), &date("2026-11-23"), 1, NOW).await.unwrap()[0];
        // Three starts of five are free, for two each.
        assert_eq!(day.left, Some(6));
        cancel::cancel(&db, zoe, BookingId(40), "", 0, NOW).await.unwrap();
        assert_eq!(first(&db, massage).await.resources, [ANA, EVA, blue]);
    })
    .await;
}

#[tokio::test]
async fn customer_may_want_one_of_a_kind_and_get_the_other() {
    both(async |db| {
        let Spa { massage, rooms: [blue, red], .. } = spa(&db).await;
        let zoe = customer(&db, 30, "zoe").await;
        let want = |resource| Request { resource: Some(resource), ..at(monday(9, 0)) };
        assert_eq!(book(&db, 40, massage, zoe, want(red)).await.unwrap(), [ANA, red]);
        assert_eq!(field(book(&db, 41, massage, zoe, want(ResourceId(12))).await), "resource_id");
        assert_eq!(refusal(book(&db, 41, massage, zoe, want(ANA)).await), Refusal::SoldOut);
        assert_eq!(book(&db, 41, massage, zoe, want(EVA)).await.unwrap(), [EVA, blue]);
    })
    .await;
}

#[tokio::test]
async fn moved_booking_keeps_what_is_free() {
    both(async |db| {
        let Spa { company, massage, rooms: [blue, red], .. } = spa(&db).await;
        let zoe = customer(&db, 30, "zoe").await;
        book(&db, 40, massage, zoe, at(monday(9, 0))).await.unwrap();
        assert_eq!(book(&db, 41, massage, zoe, at(monday(9, 0))).await.unwrap(), [EVA, red]);
        let to = async |request| {
            let scope = Scope::Company(company);
            let moved = reschedule::reschedule(&db, scope, zoe, BookingId(41), &request, None, NOW).await.unwrap();
            moved.booking.resources.iter().map(|resource| resource.id).collect::<Vec<_>>()
        };
        assert_eq!(to(at(monday(10, 30))).await, [EVA, red]);
        let to_ana = Request { resource: Some(ANA), ..at(monday(10, 30)) };
        assert_eq!(to(to_ana).await, [ANA, red]);
        assert_ne!(blue, red);
    })
    .await;
}

#[tokio::test]
async fn starts_need_one_of_each_kind_at_work() {
    both(async |db| {
        let Spa { massage, rooms, .. } = spa(&db).await;
        // The rooms are open from 9:15 to 11:00, off the grid of the therapists.
        for room in rooms {
            on!(db.write(), at => sqlx::query(
                "INSERT INTO schedule_rule (id, resource_id, weekdays, starts, ends) VALUES ($1, $1, 127, 555, 660)")
                .bind(room).execute(at).await.map(drop))
            .unwrap();
        }
        db.everything_changed();
        let day = slots::day(&db, massage, &date("2026-11-23"), 1, NOW).await.unwrap();
        let times: Vec<_> = day.slots.iter().map(|slot| (slot.time.as_str(), slot.left)).collect();
        assert_eq!(times, [("09:30", 2), ("10:00", 2)]);
        let zoe = customer(&db, 30, "zoe").await;
        assert_eq!(field(book(&db, 40, massage, zoe, at(monday(9, 0))).await), "starts_at");
        assert!(book(&db, 40, massage, zoe, at(monday(10, 0))).await.is_ok());
    })
    .await;
}

#[tokio::test]
async fn booking_of_an_earlier_release_moves_to_both_kinds() {
    both(async |db| {
        let Spa { company, massage, rooms: [blue, _], .. } = spa(&db).await;
        let zoe = customer(&db, 30, "zoe").await;
        book(&db, 40, massage, zoe, at(monday(9, 0))).await.unwrap();
        // It took a therapist alone.
        for sql in
            ["DELETE FROM occupancy WHERE resource_id = $1", "DELETE FROM booking_resource WHERE resource_id = $1"]
        {
            on!(db.write(), at => sqlx::query(sql).bind(blue).execute(at).await.map(drop)).unwrap();
        }
        let slot = first(&db, massage).await;
        assert_eq!((slot.left, slot.resources.len()), (1, 3));
        let moved =
            reschedule::reschedule(&db, Scope::Company(company), zoe, BookingId(40), &at(monday(11, 0)), None, NOW)
                .await;
        assert_eq!(moved.unwrap().booking.resources.len(), 2);
    })
    .await;
}

/// Counts what must not be: open bookings that lack one of the two kinds, or do not occupy all of their time with both.
async fn wrong(db: &Db) -> i64 {
    let (count,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "SELECT COUNT(*) FROM booking b WHERE b.state IN ('held', 'confirmed') AND (
            (SELECT COUNT(*) FROM booking_resource l JOIN resource r ON r.id = l.resource_id
                WHERE l.booking_id = b.id AND r.kind = 'staff') <> 1
            OR (SELECT COUNT(*) FROM booking_resource l JOIN resource r ON r.id = l.resource_id
                WHERE l.booking_id = b.id AND r.kind = 'equipment') <> 1
            OR (SELECT COUNT(*) FROM occupancy o JOIN booking_resource l
                ON l.booking_id = o.booking_id AND l.resource_id = o.resource_id
                WHERE o.booking_id = b.id AND o.tick * 300000 >= b.starts_at AND o.tick * 300000 < b.ends_at) <> 24)")
        .fetch_one(at).await)
    .unwrap();
    let (left_behind,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "SELECT COUNT(*) FROM occupancy o JOIN booking b ON b.id = o.booking_id
         WHERE b.state NOT IN ('held', 'confirmed')").fetch_one(at).await)
    .unwrap();
    count + left_behind
}

#[tokio::test]
async fn random_bookings_never_share_a_therapist_or_a_room() {
    both(async |db| {
        let Spa { company, massage, facial, rooms } = spa(&db).await;
        let zoe = customer(&db, 30, "zoe").await;
        let mut random = 0x9E37_79B9_7F4A_7C15_u64;
        let mut next = |below: u64| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random % below
        };
        let mut made = 0;
        for id in 100..400 {
            let offering = if next(3) == 0 { facial } else { massage };
            let start = monday(9, 0).plus(next(5) as i64 * 30 * Timestamp::MINUTE);
            let resource = (next(4) == 0).then_some(rooms[next(2) as usize]);
            let request = Request { resource, ..at(start) };
            let walk_in = NewBooking { customer: None, client_id: None, ..new(id, offering, zoe, request.clone()) };
            let other = BookingId(100 + next((id - 99) as u64) as i64);
            let scope = Scope::Company(company);
            let done = match next(4) {
                0 => hold::hold(&db, &new(id, offering, zoe, request), NOW).await.map(drop),
                1 => reschedule::reschedule(&db, scope, zoe, other, &request, None, NOW).await.map(drop),
                2 => {
                    let to = store::booking::BookingState::CancelledByCompany;
                    cancel::set_state(&db, company, zoe, other, to, "", NOW).await.map(drop)
                }
                _ => hold::book(&db, &walk_in, None, Actor::Company, NOW).await.map(drop),
            };
            match done {
                Ok(()) => made += 1,
                Err(BookingError::Refused(_) | BookingError::Store(store::Error::NotFound)) => {}
                Err(BookingError::Store(cause)) => panic!("{cause}"),
            }
            assert_eq!(wrong(&db).await, 0, "after {id}");
        }
        assert!(made > 15, "{made}");
        expiry::sweep(&db, NOW.plus(hold::HOLD)).await.unwrap();
        assert_eq!(wrong(&db).await, 0);
    })
    .await;
}
