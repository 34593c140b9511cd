//! Bookings that a company makes and moves itself.

use store::{
    Db, Error,
    booking::{
        Actor, Request, Scope,
        hold::{self, NewBooking},
        list::{self, ReservationFilter},
        reschedule,
    },
    catalogue::detail::{Availability, OfferingKind},
    inventory::company_day::{CompanyDay, DayRequest, company_day},
    on,
    testing::{
        both,
        market::{CompanyRow, OfferingRow, VariantRow},
    },
    types::{
        ids::{BookingId, CompanyId, OfferingId, UserId},
        timestamp::Timestamp,
    },
};

use crate::bookings::{NOW, at, customer, date, field, monday, new, salon};

fn walk_in(id: i64, offering: OfferingId, request: Request) -> NewBooking {
    NewBooking { customer: None, client_id: None, ..new(id, offering, UserId(0), request) }
}

async fn book(db: &Db, new: &NewBooking, actor: Actor, now: Timestamp) -> store::booking::Result<BookingId> {
    Ok(hold::book(db, new, None, actor, now).await?.booking.id)
}

async fn day(
    db: &Db,
    company: CompanyId,
    offering: OfferingId,
    of: &str,
    moved: Option<BookingId>,
    now: Timestamp,
) -> CompanyDay {
    let request = DayRequest { offering, date: date(of), members: 1, moved };
    company_day(db, company, request, now).await.unwrap()
}

fn free(day: &CompanyDay) -> Vec<&str> {
    day.slots.iter().filter(|slot| slot.left > 0).map(|slot| slot.time.as_str()).collect()
}

#[tokio::test]
async fn reservation_is_found_by_name_in_any_case() {
    both(async |db| {
        let (company, offering, _) = salon(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        book(&db, &new(30, offering, zoe, at(monday(9, 0))), Actor::Customer, NOW).await.unwrap();
        on!(db.write(), at => sqlx::query("UPDATE booking SET customer_name = 'Émile Иванов'").execute(at).await.map(drop))
            .unwrap();
        let window = || list::Window { limit: 10, offset: 0 };
        for (query, count) in [("иванов", 1), ("ÉMILE", 1), ("émile и", 1), ("_", 0), ("*", 0)] {
            let filter = ReservationFilter { query: query.to_owned(), ..ReservationFilter::default() };
            let (found, total) = list::of_company(&db, company, &filter, window(), NOW).await.unwrap();
            assert_eq!((found.len(), total), (count, i64::try_from(count).unwrap()), "{query}");
            assert_eq!(list::page_after(&db, company, &filter, None, 10, NOW).await.unwrap().len(), count, "{query}");
        }
    })
    .await;
}

#[tokio::test]
async fn walk_in_needs_no_notice_pause_or_horizon() {
    both(async |db| {
        let (company, offering, _) = salon(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        let now = monday(9, 40);
        on!(db.write(), at => sqlx::query(
            "UPDATE company SET notice_minutes = 120, horizon_days = 1, paused_until = $1")
            .bind(now.plus(3 * Timestamp::HOUR)).execute(at).await.map(drop))
        .unwrap();
        let today = day(&db, company, offering, "2026-11-23", None, now).await;
        assert_eq!(free(&today), ["09:30", "10:00", "10:30", "11:00"]);
        let later = day(&db, company, offering, "2026-12-23", None, now).await;
        assert_eq!(free(&later).len(), 5);

        for (id, start) in [(30, monday(9, 30)), (31, monday(10, 0)), (32, monday(9, 30).plus(7 * Timestamp::DAY))] {
            let of_customer = new(40 + id, offering, zoe, at(start));
            assert_eq!(field(book(&db, &of_customer, Actor::Customer, now).await), "starts_at");
            if id < 32 {
                assert_eq!(book(&db, &walk_in(id, offering, at(start)), Actor::Company, now).await.unwrap().0, id);
            }
        }
        let over = walk_in(33, offering, at(monday(9, 0)));
        assert_eq!(field(book(&db, &over, Actor::Company, now).await), "starts_at");
        let ahead = walk_in(34, offering, at(monday(9, 30).plus(30 * Timestamp::DAY)));
        assert_eq!(book(&db, &ahead, Actor::Company, now).await.unwrap().0, 34);
    })
    .await;
}

#[tokio::test]
async fn company_moves_to_the_slot_that_runs() {
    both(async |db| {
        let (company, offering, [ana, eva]) = salon(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        let booked = new(30, offering, zoe, at(monday(11, 0)));
        hold::book(&db, &booked, None, Actor::Customer, crate::bookings::NOW).await.unwrap();
        let now = monday(9, 10);
        let to = async |scope, request: Request| {
            reschedule::reschedule(&db, scope, zoe, BookingId(30), &request, None, now).await
        };
        assert_eq!(field(to(Scope::Customer(zoe), at(monday(9, 0))).await), "starts_at");
        let moved = to(Scope::Company(company), at(monday(9, 0))).await.unwrap().booking;
        assert_eq!((moved.starts_at, moved.resources[0].id), (monday(9, 0), ana));
        let same_time = Request { resource: Some(eva), ..at(monday(9, 0)) };
        let moved = to(Scope::Company(company), same_time).await.unwrap().booking;
        assert_eq!((moved.starts_at, moved.resources[0].id), (monday(9, 0), eva));
    })
    .await;
}

#[tokio::test]
async fn place_of_a_moved_booking_counts_as_free() {
    both(async |db| {
        let (company, offering, [ana, eva]) = salon(&db).await;
        let now = crate::bookings::NOW;
        for (id, resource) in [(30, ana), (31, eva)] {
            let request = Request { resource: Some(resource), ..at(monday(9, 0)) };
            book(&db, &walk_in(id, offering, request), Actor::Company, now).await.unwrap();
        }
        let first = async |moved| day(&db, company, offering, "2026-11-23", moved, now).await.slots.swap_remove(0);
        assert_eq!(first(None).await.resources, []);
        assert_eq!(first(Some(BookingId(31))).await.resources, [eva]);

        let strange = async |company, moved| {
            let request = DayRequest { offering, date: date("2026-11-23"), members: 1, moved };
            matches!(company_day(&db, company, request, now).await, Err(Error::NotFound))
        };
        assert!(strange(CompanyId(9), None).await && strange(company, Some(BookingId(99))).await);
    })
    .await;
}

#[tokio::test]
async fn units_of_a_moved_booking_count_as_free() {
    both(async |db| {
        let company = CompanyRow { categories: vec!["tours"], ..CompanyRow::new(1, "Museum") }.insert(&db).await;
        let offering = OfferingRow {
            category: "tours",
            kind: OfferingKind::Ticket,
            availability: Availability::Occurrence,
            variants: vec![VariantRow::new("Adult", 1_500, Some(4))],
            ..OfferingRow::new(2, company, "Tour")
        };
        let offering = offering.insert(&db).await;
        let tour = store::testing::market::occurrence(&db, 5, offering, monday(20, 0)..monday(22, 0)).await;
        let adult = OfferingRow::variant(offering, 0);
        let request = Request { occurrence: Some(tour), items: vec![(adult, 3)], ..Request::default() };
        let now = crate::bookings::NOW;
        book(&db, &walk_in(30, offering, request), Actor::Company, now).await.unwrap();
        let left = async |moved| day(&db, company, offering, "2026-11-23", moved, now).await.slots[0].variants[0].left;
        assert_eq!((left(None).await, left(Some(BookingId(30))).await), (1, 4));
    })
    .await;
}

#[tokio::test]
async fn company_day_holds_starts_of_its_date_only() {
    both(async |db| {
        // Open from 20:00 to 02:00.
        let bar = CompanyRow { hours: Some(1_200..1_560), categories: vec!["relaxation"], ..CompanyRow::new(1, "Bar") };
        let company = bar.insert(&db).await;
        let offering = OfferingRow {
            category: "relaxation",
            kind: OfferingKind::Service,
            availability: Availability::Appointment,
            duration_minutes: 60,
            step_minutes: 60,
            ..OfferingRow::new(2, company, "Karaoke")
        };
        let offering = offering.insert(&db).await;
        store::testing::market::staff(&db, 3, company, "Ana", &[offering]).await;
        let now = monday(1, 0).plus(10 * Timestamp::MINUTE);
        let today = day(&db, company, offering, "2026-11-23", None, now).await;
        assert_eq!(free(&today), ["01:00", "20:00", "21:00", "22:00", "23:00"]);
        assert_eq!(book(&db, &walk_in(30, offering, at(monday(1, 0))), Actor::Company, now).await.unwrap().0, 30);
    })
    .await;
}

#[tokio::test]
async fn stop_of_online_sales_does_not_bind_the_company() {
    both(async |db| {
        let (company, offering, _) = salon(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        let now = crate::bookings::NOW;
        hold::book(&db, &new(30, offering, zoe, at(monday(9, 0))), None, Actor::Customer, now).await.unwrap();
        let set = async |sql| {
            on!(db.write(), at => sqlx::query(sql).execute(at).await.map(drop)).unwrap();
            db.everything_changed();
        };
        set("UPDATE offering SET sold_out = TRUE").await;
        let of_customer = new(31, offering, zoe, at(monday(9, 30)));
        assert!(book(&db, &of_customer, Actor::Customer, now).await.is_err());
        book(&db, &walk_in(32, offering, at(monday(9, 30))), Actor::Company, now).await.unwrap();
        // A booking is moved after its offering went off sale.
        set("UPDATE offering SET state = 'archived'").await;
        let moved = Some(BookingId(30));
        assert!(free(&day(&db, company, offering, "2026-11-23", moved, now).await).contains(&"10:00"));
        let to = at(monday(10, 0));
        reschedule::reschedule(&db, Scope::Company(company), zoe, BookingId(30), &to, None, now).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn list_from_an_instant_holds_guests_in_the_house() {
    both(async |db| {
        let offering = crate::bookings::hotel(&db).await;
        let zoe = customer(&db, 20, "zoe").await;
        let now = crate::bookings::NOW;
        let stay = new(30, offering, zoe, crate::bookings::nights("2026-11-23".."2026-11-26"));
        let company = hold::book(&db, &stay, None, Actor::Customer, now).await.unwrap().booking.company.id;
        let from = async |from: Timestamp| {
            let filter = list::ReservationFilter { from: Some(from), ..Default::default() };
            let page = list::Window { limit: 10, offset: 0 };
            let (shown, total) = list::of_company(&db, company, &filter, page, now).await.unwrap();
            let first = list::page_after(&db, company, &filter, None, 10, now).await.unwrap();
            assert_eq!(first, shown);
            let last = first.last().map(|last| (last.starts_at, last.id));
            if last.is_some() {
                assert_eq!(list::page_after(&db, company, &filter, last, 10, now).await.unwrap(), []);
            }
            total
        };
        let day = Timestamp::DAY;
        assert_eq!((from(monday(12, 0).plus(day)).await, from(monday(12, 0).plus(4 * day)).await), (1, 0));
    })
    .await;
}
