//! Plans of the statements of inventory, bookings and waitlists. None reads a whole table. Each test lists the indexes that
//! its calls search, with the terms of the search.

use std::collections::BTreeSet;

use store::{
    Db,
    account::guest,
    booking::{
        Actor, BookingState, Request, Scope, calendar_feed, called_off, cancel,
        confirm::{self, Contact},
        expiry, hold,
        list::{self, ReservationFilter, When, Window},
        overdue,
        reminder::{self, ReminderKind},
        reschedule, step_mail, view,
        waitlist::{
            Wanted, announcement,
            join::{self, NewEntry},
            list as line, offer,
        },
        withdrawal,
    },
    catalogue::{
        detail::{Availability, OfferingKind},
        filter,
    },
    inventory::{
        calendar,
        company_calendar::{CalendarRange, company_calendar},
        company_day::{DayRequest, company_day},
        plan, slots,
        stay::{self, RoomFilter, Stay},
    },
    offering_management::Editor,
    on,
    testing::{
        market::{self, OfferingRow, VariantRow},
        sqlite,
    },
    types::ids::{BookingId, CompanyId, Ids, OccurrenceId, OfferingId, UserId, WaitlistEntryId},
};

use crate::{
    bookings::{NOW, at, customer, date, monday, new, nights, salon},
    statements::{Plans, plans},
};

/// Words in the names of indexes on what grows with bookings, dates and changes of times.
const GROWING: [&str; 6] = ["booking", "capacity_bucket", "occupancy", "occurrence", "schedule", "waitlist_entry"];
/// Indexes by which the inventory of some days is read.
const INVENTORY: [&str; 9] = [
    "booking_company_expiry (company_id=? AND hold_expires_at<?)",
    "schedule_exception_company (company_id=? AND date>? AND date<?)",
    "schedule_exception_offering (offering_id=? AND date>? AND date<?)",
    "schedule_exception_resource (resource_id=? AND date>? AND date<?)",
    "schedule_rule_offering (offering_id=?)",
    "schedule_rule_resource (resource_id=?)",
    BUCKETS,
    "sqlite_autoindex_occupancy_1 (resource_id=? AND tick>? AND tick<?)",
    "sqlite_autoindex_occurrence_2 (offering_id=? AND starts_at>? AND starts_at<?)",
];
const BUCKETS: &str = "sqlite_autoindex_capacity_bucket_1 (variant_id=? AND starts_at>? AND starts_at<?)";
const PAGE: Window = Window { limit: 50, offset: 0 };
const SHOW: OccurrenceId = OccurrenceId(8);

/// Company with an offering of each kind of inventory, and a customer.
struct Market {
    company: CompanyId,
    treatment: OfferingId,
    tour: OfferingId,
    concert: OfferingId,
    room: OfferingId,
    zoe: UserId,
}

impl Market {
    async fn insert(db: &Db) -> Self {
        let (company, treatment, _) = salon(db).await;
        let offering = async |id, category, availability| {
            let row = OfferingRow {
                category,
                kind: OfferingKind::Service,
                availability,
                duration_minutes: 60,
                members: 1..2,
                variants: vec![VariantRow::new("Usual", 1_000, Some(4))],
                ..OfferingRow::new(id, company, category)
            };
            row.insert(db).await
        };
        let tour = offering(5, "tours", Availability::TimedEntry).await;
        let concert = offering(6, "music", Availability::Occurrence).await;
        let room = offering(7, "hotels", Availability::Nights).await;
        market::occurrence(db, SHOW.0, concert, monday(20, 0)..monday(22, 0)).await;
        let zoe = customer(db, 20, "zoe").await;
        Self { company, treatment, tour, concert, room, zoe }
    }

    /// Requests of each kind of inventory.
    fn requests(&self) -> [(OfferingId, Request); 4] {
        let show = Request { occurrence: Some(SHOW), ..Request::default() };
        [
            (self.treatment, at(monday(9, 0))),
            (self.tour, at(monday(9, 0))),
            (self.concert, show),
            (self.room, nights("2026-11-24".."2026-11-26")),
        ]
    }

    /// Books one of each kind, with ids from 30.
    async fn book(&self, db: &Db) {
        for (id, (offering, request)) in (30..).zip(self.requests()) {
            let new = new(id, offering, self.zoe, request);
            hold::book(db, &new, None, Actor::Customer, NOW).await.unwrap();
        }
    }
}

/// Asserts that nothing is scanned, and that exactly these indexes are searched.
fn assert_searches(plans: &Plans, indexes: &[&str]) {
    assert_eq!(plans.scans(), [""; 0], "{plans:#?}");
    assert_eq!(plans.searches(&GROWING), indexes.iter().copied().collect::<BTreeSet<_>>(), "{plans:#?}");
}

#[tokio::test]
async fn scans_are_seen() {
    let (db, _folder) = sqlite().await;
    for (sql, steps) in [
        ("SELECT id FROM booking", vec!["SCAN booking USING COVERING INDEX sqlite_autoindex_booking_1"]),
        ("SELECT b.id FROM booking b WHERE b.members = 2", vec!["SCAN b"]),
        (
            "SELECT b.id FROM booking b JOIN booking o ON o.members = b.members",
            vec!["SCAN b", "SEARCH o USING AUTOMATIC COVERING INDEX (members=?)"],
        ),
        ("SELECT s.id FROM (SELECT id FROM booking WHERE members = 2 LIMIT 1) AS s", vec!["SCAN booking"]),
        ("DELETE FROM booking WHERE id = 2", vec![]),
    ] {
        let call = async { on!(db.write(), at => sqlx::query(sql).execute(at).await.map(drop)).unwrap() };
        assert_eq!(plans(&db, call).await.scans(), steps, "{sql}");
    }
}

#[tokio::test]
async fn slots_are_searched_by_day() {
    let (db, _folder) = sqlite().await;
    let Market { treatment, tour, concert, zoe, .. } = Market::insert(&db).await;
    let (day, last) = (date("2026-11-23"), date("2026-12-23"));
    let read = async {
        for offering in [treatment, tour, concert] {
            slots::day(&db, offering, &day, 1, NOW).await.unwrap();
            calendar::days(&db, offering, &day, &last, 1, NOW).await.unwrap();
        }
    };
    assert_searches(&plans(&db, read).await, &INVENTORY);

    let archive = "UPDATE offering SET state = 'archived'";
    on!(db.write(), at => sqlx::query(archive).execute(at).await.map(drop)).unwrap();
    let of_booked = plans(&db, plan::terms_for(&db, treatment, Some(zoe))).await;
    assert_searches(&of_booked, &["booking_customer (customer_id=?)"]);
}

#[tokio::test]
async fn nights_are_searched_by_day() {
    let (db, _folder) = sqlite().await;
    let Market { company, room, .. } = Market::insert(&db).await;
    let (from, to) = (date("2026-11-24"), date("2026-11-26"));
    let calendar = plans(&db, calendar::days(&db, room, &from, &to, 1, NOW)).await;
    assert_searches(&calendar, &["booking_company_expiry (company_id=? AND hold_expires_at<?)", BUCKETS]);

    let stay = Stay { check_in: from, check_out: to, rooms: 1 };
    let page = filter::Window { limit: 10, offset: 0 };
    let rooms = async |filter: &RoomFilter| plans(&db, stay::rooms(&db, filter, Some(&stay), page, NOW)).await;
    let all = RoomFilter::default();
    let indexes = [
        BUCKETS,
        "booking_item_variant (variant_id=? AND starts_at=?)",
        "sqlite_autoindex_occurrence_2 (offering_id=? AND starts_at>?)",
    ];
    assert_searches(&rooms(&all).await, &indexes);
    let of_company = RoomFilter { company: Some(company), features: vec!["pool"], ..RoomFilter::default() };
    for (filter, index) in [
        (&all, Some("offering_category (category=? AND state=?)")),
        (&of_company, Some("offering_company (company_id=? AND state=?)")),
        (&RoomFilter { offering: Some(room), ..of_company.clone() }, None),
    ] {
        let searches = rooms(filter).await;
        let searches = searches.searches(&["offering_category", "offering_company"]);
        assert_eq!(searches, index.into_iter().collect(), "{filter:?}");
    }
}

#[tokio::test]
async fn holds_and_their_sweeps_search_indexes() {
    let (db, _folder) = sqlite().await;
    let market = Market::insert(&db).await;
    let zoe = market.zoe;
    let ended = NOW.plus(hold::HOLD);
    let write = async {
        for (id, (offering, request)) in (30..).zip(market.requests()) {
            hold::hold(&db, &new(id, offering, zoe, request), NOW).await.unwrap();
        }
        cancel::release(&db, zoe, BookingId(30), NOW).await.unwrap();
        confirm::confirm(&db, zoe, BookingId(31), &Contact::default(), 1_000, NOW).await.unwrap();
        let later = at(monday(10, 0));
        reschedule::reschedule(&db, Scope::Customer(zoe), zoe, BookingId(31), &later, None, NOW).await.unwrap();
        cancel::cancel(&db, zoe, BookingId(31), "", 0, NOW).await.unwrap();
        assert_eq!(expiry::sweep(&db, ended).await.unwrap().len(), 1);
        let walk_in = hold::NewBooking { customer: None, ..new(34, market.treatment, zoe, at(monday(9, 0))) };
        hold::book(&db, &walk_in, None, Actor::Company, ended).await.unwrap();
    };
    let indexes = [
        "booking_customer (customer_id=?)",
        "booking_expiry (hold_expires_at<?)",
        "booking_walk_in (company_id=? AND client_id=?)",
        "cart_booking_cart (cart_id=?)",
        "sqlite_autoindex_booking_3 (customer_id=? AND client_id=?)",
        "sqlite_autoindex_capacity_bucket_1 (variant_id=? AND starts_at=?)",
        "sqlite_autoindex_occurrence_2 (offering_id=? AND starts_at=?)",
        "waitlist_entry_company (company_id=? AND starts_at<?)",
    ];
    assert_searches(&plans(&db, write).await, &[&INVENTORY[..], &indexes].concat());
}

#[tokio::test]
async fn workers_find_due_bookings_by_time() {
    let (db, _folder) = sqlite().await;
    let market = Market::insert(&db).await;
    market.book(&db).await;
    let over = monday(22, 0).plus(overdue::GRACE);
    let sweep = async {
        for kind in ReminderKind::ALL {
            reminder::due(&db, kind, NOW).await.unwrap();
        }
        for request in overdue::unanswered(&db, NOW).await.unwrap() {
            overdue::reminded(&db, request, NOW).await.unwrap();
        }
        step_mail::due(&db, NOW).await.unwrap();
        step_mail::of_booking(&db, BookingId(30)).await.unwrap();
        assert_eq!(overdue::due(&db, over).await.unwrap().len(), 3);
        overdue::end(&db, BookingId(30), over).await.unwrap();
    };
    let indexes = [
        "booking_change_mail (mail_due_at>? AND mail_due_at<?)",
        "booking_confirmed (starts_at>? AND starts_at<?)",
        "booking_over (ends_at<?)",
        "booking_unanswered (starts_at<?)",
        "booking_unanswered (starts_at>? AND starts_at<?)",
        "sqlite_autoindex_booking_reminder_1 (booking_id=? AND kind=? AND starts_at=?)",
    ];
    assert_searches(&plans(&db, sweep).await, &indexes);
}

#[tokio::test]
async fn lists_of_bookings_search_indexes() {
    let (db, _folder) = sqlite().await;
    let market = Market::insert(&db).await;
    let Market { company, zoe, .. } = market;
    market.book(&db).await;
    let of_customer = async {
        for when in [When::Upcoming, When::Past] {
            list::of_customer(&db, zoe, when, PAGE, NOW).await.unwrap();
        }
        list::history(&db, company, zoe, 5, NOW).await.unwrap();
        calendar_feed::bookings(&db, zoe, NOW).await.unwrap();
        withdrawal::of_customer(&db, zoe, NOW).await.unwrap();
    };
    let indexes = ["booking_customer (customer_id=? AND starts_at>?)", "booking_customer (customer_id=?)"];
    assert_searches(&plans(&db, of_customer).await, &indexes);

    let of_company = async {
        let states = vec![BookingState::Confirmed];
        let (from, to) = (Some(monday(1, 0)), Some(monday(23, 0)));
        let query = "zoe".to_owned();
        list::of_company(&db, company, &ReservationFilter { states, from, to, query }, PAGE, NOW).await.unwrap();
        list::of_company(&db, company, &ReservationFilter::default(), PAGE, NOW).await.unwrap();
        withdrawal::of_company(&db, company, NOW).await.unwrap();
        view::find(&db, BookingId(30), Scope::Company(company), NOW).await.unwrap();
    };
    let indexes = [
        "booking_company (company_id=? AND starts_at>? AND starts_at<?)",
        "booking_company (company_id=? AND starts_at>?)",
    ];
    assert_searches(&plans(&db, of_company).await, &indexes);
}

#[tokio::test]
async fn day_and_calendar_of_a_company_search_indexes() {
    let (db, _folder) = sqlite().await;
    let market = Market::insert(&db).await;
    market.book(&db).await;
    let day = async {
        for (moved, (offering, _)) in (30..).zip(market.requests()) {
            let request = DayRequest { offering, date: date("2026-11-23"), members: 1, moved: Some(BookingId(moved)) };
            company_day(&db, market.company, request, NOW).await.unwrap();
        }
    };
    assert_searches(&plans(&db, day).await, &INVENTORY);

    let range = CalendarRange { from: date("2026-11-23"), to: date("2026-11-29") };
    let indexes = [
        "booking_company_expiry (company_id=? AND hold_expires_at<?)",
        "occurrence_end (offering_id=? AND ends_at>?)",
        "schedule_exception_company (company_id=? AND date>? AND date<?)",
        "schedule_exception_offering (offering_id=? AND date>? AND date<?)",
        "schedule_exception_resource (resource_id=? AND date>? AND date<?)",
        "schedule_rule_resource (resource_id=?)",
        BUCKETS,
    ];
    assert_searches(&plans(&db, company_calendar(&db, market.company, &range, NOW)).await, &indexes);
}

#[tokio::test]
async fn bookings_of_a_date_are_searched_by_start() {
    let (db, _folder) = sqlite().await;
    let market = Market::insert(&db).await;
    market.book(&db).await;
    let (company, ids) = (market.company, Ids::new(0));
    let editor = Editor { db: &db, ids: &ids, company, user: market::owner(company), now: NOW };
    let call_off = async {
        called_off::preview(&db, company, SHOW).await.unwrap();
        assert!(editor.cancel_occurrence(SHOW).await.is_err());
        editor.call_off_occurrence(SHOW, "The band is ill").await.unwrap();
        assert_eq!(called_off::pending(&db).await.unwrap(), [SHOW]);
        assert_eq!(called_off::end_next(&db, SHOW, NOW).await.unwrap().outcomes.len(), 1);
        called_off::set_told(&db, SHOW, None).await.unwrap();
    };
    let indexes = [
        "booking_offering (offering_id=? AND starts_at=?)",
        "occurrence_ending",
        "sqlite_autoindex_capacity_bucket_1 (variant_id=? AND starts_at=?)",
        "waitlist_entry_company (company_id=? AND starts_at<?)",
        "waitlist_entry_occurrence (occurrence_id=?)",
    ];
    assert_searches(&plans(&db, call_off).await, &indexes);
}

#[tokio::test]
async fn waitlists_search_indexes() {
    let (db, _folder) = sqlite().await;
    let market = Market::insert(&db).await;
    let Market { company, zoe, .. } = market;
    let rows = "UPDATE resource SET active = id = 3";
    on!(db.write(), at => sqlx::query(rows).execute(at).await.map(drop)).unwrap();
    market.book(&db).await;
    let (ann, ben) = (customer(&db, 21, "ann").await, customer(&db, 22, "ben").await);
    let wanted = Wanted { request: at(monday(9, 0)), any_time_on: None };
    let entry = |id, account| NewEntry {
        id: WaitlistEntryId(id),
        offering: market.treatment,
        account,
        wanted: wanted.clone(),
        contact: Contact::default(),
    };
    let wait = async {
        for (id, account) in [(51, ann), (52, ben), (53, ben)] {
            join::join(&db, &entry(id, account), NOW).await.unwrap();
        }
        line::of_customer(&db, ann, NOW).await.unwrap();
        line::find(&db, ann, WaitlistEntryId(51), NOW).await.unwrap();
        line::of_company(&db, company, Some(market.treatment), PAGE, NOW).await.unwrap();
        offer::serve(&db, company, NOW).await.unwrap();
        cancel::cancel(&db, zoe, BookingId(30), "", 0, NOW).await.unwrap();
        offer::wake_company(&db, company, None).await.unwrap();
        offer::wake_all(&db, NOW).await.unwrap();
        assert_eq!(offer::due(&db).await.unwrap(), [company]);
        assert_eq!(offer::serve(&db, company, NOW).await.unwrap().len(), 1);
        assert_eq!(announcement::pending(&db, NOW).await.unwrap().len(), 1);
        join::leave(&db, ann, WaitlistEntryId(51), NOW).await.unwrap();
        offer::purge(&db, monday(23, 0)).await.unwrap();
    };
    let wait = plans(&db, wait).await;
    assert_eq!(wait.scans(), [""; 0]);
    let indexes = [
        "waitlist_entry_account (account_id=? AND starts_at=?)",
        "waitlist_entry_account (account_id=?)",
        "waitlist_entry_company (company_id=? AND starts_at<?)",
        "waitlist_entry_company (company_id=?)",
        "waitlist_entry_due",
        "waitlist_entry_due (company_id=? AND created_at<?)",
        "waitlist_entry_due (company_id=?)",
        "waitlist_entry_end (ends_at<?)",
        "waitlist_entry_end (ends_at>?)",
        "waitlist_entry_offering (offering_id=? AND created_at<?)",
    ];
    assert_eq!(wait.searches(&["waitlist_entry"]), indexes.into());
}

#[tokio::test]
async fn idle_guests_are_deleted_without_a_scan_of_bookings() {
    let (db, _folder) = sqlite().await;
    let deletion = plans(&db, guest::forget_idle_guests(&db, NOW)).await;
    let scans = deletion.scans().into_iter().filter(|step| GROWING.iter().any(|word| step.contains(word)));
    assert_eq!(scans.collect::<Vec<_>>(), [""; 0]);
    let indexes = ["booking_change_actor (actor_id=?)", "occurrence_canceller (cancelled_by=?)"];
    assert_eq!(deletion.searches(&["booking_change", "occurrence"]), indexes.into());
}
