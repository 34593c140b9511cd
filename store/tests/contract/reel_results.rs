//! Stories of what a reel led to: plays, visitors without an account, openings of its offerings, and sales. Every counter
//! equals the rows that it counts.

use std::net::IpAddr;

use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use store::{
    Db, Error,
    booking::{Actor, BookingState, cancel, hold},
    cart::change,
    company, guest_merge, on,
    order::{
        OrderState,
        checkout::{self, Checkout},
        progress::{self, CompanyStep},
        refund::{self, NewRefund, RefundedPart},
        returns::ReturnedUnits,
        view as orders,
    },
    payment::Provider,
    reel::{
        ReelError,
        management::{self, ReelChange, ReelResults},
        open, reaction, view,
        visitor::{self, VisitorEvent, VisitorKey},
    },
    testing::{both, count, market::ReelRow, sqlite},
    types::{
        ids::{BookingId, CompanyId, OfferingId, OrderId, ReelId, UserId},
        timestamp::Timestamp,
    },
};

use crate::{
    bookings::{at, customer, monday, new, salon},
    orders::{NOW, bakery, blue, checkout as new_checkout, contact, fill, line, pay, place},
};

const FIRST: ReelId = ReelId(100);
const SECOND: ReelId = ReelId(101);
/// Reel of the salon.
const TREATMENTS: ReelId = ReelId(102);

/// Bakery with two reels and a salon with one. Both reels of the bakery sell bread, the first sells mugs too.
struct Story {
    bakery: CompanyId,
    bread: OfferingId,
    mug: OfferingId,
    salon: CompanyId,
    treatment: OfferingId,
    zoe: UserId,
}

async fn story(db: &Db) -> Story {
    let (bakery, bread, mug) = bakery(db, 5).await;
    let (salon, treatment, _) = salon(db).await;
    let zoe = customer(db, 20, "zoe").await;
    for (reel, company, offerings) in
        [(FIRST, bakery, vec![bread, mug]), (SECOND, bakery, vec![bread]), (TREATMENTS, salon, vec![treatment])]
    {
        ReelRow::new(reel.0, company).insert(db).await;
        let links = ReelChange { offerings: Some(offerings), ..ReelChange::default() };
        management::change(db, reel, company, &links, NOW).await.unwrap();
    }
    Story { bakery, bread, mug, salon, treatment, zoe }
}

impl Story {
    async fn results(&self, db: &Db, reel: ReelId) -> ReelResults {
        let company = if reel == TREATMENTS { self.salon } else { self.bakery };
        management::find(db, reel, company, NOW).await.unwrap().results
    }

    /// Bookings, orders and income of a reel.
    async fn sales(&self, db: &Db, reel: ReelId) -> (i64, i64, i64) {
        let found = self.results(db, reel).await;
        (found.bookings, found.orders, found.income)
    }

    async fn refund(&self, db: &Db, order: i64, part: RefundedPart) {
        let member = company::members(db, self.bakery).await.unwrap()[0];
        let order = OrderId(order);
        let expected_left = orders::find(db, order, orders::Scope::Company(self.bakery), NOW).await.unwrap().refundable;
        let new = NewRefund { order, part, reason: "Spoilt".to_owned(), expected_left, client_id: None };
        refund::refund(db, (self.bakery, member), &new, NOW).await.unwrap();
    }

    async fn cancel_order(&self, db: &Db, order: i64) {
        let member = company::members(db, self.bakery).await.unwrap()[0];
        let step = CompanyStep { to: OrderState::Cancelled, promised_at: None, note: "Closed".to_owned() };
        progress::set_state(db, self.bakery, member, OrderId(order), &step, NOW).await.unwrap();
    }
}

/// Asserts that the counters of all reels equal the rows that they count.
async fn assert_equal(db: &Db) {
    let wrong: Vec<(ReelId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT r.id FROM reel r WHERE r.views <> (SELECT COUNT(*) FROM reel_view w WHERE w.reel_id = r.id)
            OR r.plays <> (SELECT COALESCE(SUM(w.plays), 0) FROM reel_view w WHERE w.reel_id = r.id)
            OR r.finished <> (SELECT COUNT(*) FROM reel_view w WHERE w.reel_id = r.id AND w.finished = TRUE)
            OR r.watched_ms <> (SELECT COALESCE(SUM(w.watched_ms), 0) FROM reel_view w WHERE w.reel_id = r.id)
            OR r.opens <> (SELECT COUNT(*) FROM reel_open o WHERE o.reel_id = r.id)
            OR r.bookings <> (SELECT COUNT(*) FROM reel_sale s JOIN booking b ON b.id = s.booking_id
                WHERE s.reel_id = r.id AND b.state IN ('awaiting_company', 'confirmed', 'checked_in', 'completed', 'no_show'))
            OR r.orders <> (SELECT COUNT(DISTINCT s.order_id) FROM reel_sale s JOIN customer_order o ON o.id = s.order_id
                WHERE s.reel_id = r.id AND o.state NOT IN ('pending_payment', 'cancelled'))
            OR r.income <> (SELECT COALESCE(SUM(s.income), 0) FROM reel_sale s WHERE s.reel_id = r.id)")
        .fetch_all(at).await)
    .unwrap();
    assert!(wrong.is_empty(), "{wrong:?}");
    let (odd,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "SELECT COUNT(*) FROM reel_sale s LEFT JOIN booking b ON b.id = s.booking_id
            LEFT JOIN order_line l ON l.order_id = s.order_id AND l.position = s.position
         WHERE s.income < 0 OR s.income > COALESCE(b.total, l.amount) OR s.counted = FALSE AND s.income <> 0")
        .fetch_one(at).await)
    .unwrap();
    assert_eq!(odd, 0);
}

fn is_missing<T: std::fmt::Debug>(result: Result<T, ReelError>) -> bool {
    matches!(result, Err(ReelError::Store(Error::NotFound)))
}

#[tokio::test]
async fn plays_and_watches_to_the_end_are_counted() {
    both(async |db| {
        let story = story(&db).await;
        let max = customer(&db, 21, "max").await;
        let watch = async |account, ms| reaction::view(&db, FIRST, account, ms, false, NOW).await.unwrap();
        // The video lasts 8 seconds.
        watch(story.zoe, 5_000).await;
        watch(story.zoe, 7_700).await;
        watch(story.zoe, 1_000).await;
        watch(max, 3_000).await;
        let found = story.results(&db, FIRST).await;
        assert_eq!((found.account_views, found.plays, found.finished), (2, 4, 1));
        watch(story.zoe, 60_000).await;
        assert_eq!(story.results(&db, FIRST).await.finished, 1, "an account counts once");
        assert_equal(&db).await;
    })
    .await;
}

#[tokio::test]
async fn visitors_are_counted_once_by_network() {
    both(async |db| {
        let story = story(&db).await;
        let key = VisitorKey::new(vec![7; 32]);
        let see = async |event, address: &str| {
            let address: IpAddr = address.parse().unwrap();
            visitor::count(&db, FIRST, event, (&key, address)).await
        };
        for address in ["203.0.113.5", "203.0.113.5", "2001:db8::1", "2001:db8::2", "::ffff:203.0.113.5"] {
            see(VisitorEvent::View, address).await.unwrap();
        }
        reaction::view(&db, FIRST, story.zoe, 1_000, false, NOW).await.unwrap();
        let found = story.results(&db, FIRST).await;
        assert_eq!((found.account_views, found.visitor_views, found.plays), (1, 2, 1));
        let shown = view::counts(&db, FIRST).await.unwrap();
        assert_eq!(shown.views, 3);
        assert_eq!(see(VisitorEvent::View, "203.0.113.5").await.unwrap(), shown, "a repeat changes nothing");

        see(VisitorEvent::Open(story.bread), "203.0.113.5").await.unwrap();
        see(VisitorEvent::Open(story.mug), "203.0.113.5").await.unwrap();
        see(VisitorEvent::Open(story.mug), "203.0.113.5").await.unwrap();
        assert!(is_missing(see(VisitorEvent::Open(story.treatment), "203.0.113.5").await), "the reel does not link it");
        assert!(is_missing(visitor::count(&db, ReelId(9), VisitorEvent::View, (&key, [1, 2, 3, 4].into())).await));
        assert_eq!(story.results(&db, FIRST).await.visitor_opens, 2);

        for number in 0..300_u32 {
            see(VisitorEvent::View, &IpAddr::from(number.to_be_bytes()).to_string()).await.unwrap();
        }
        let found = story.results(&db, FIRST).await.visitor_views;
        assert!((275..=330).contains(&found), "{found}");
        assert_eq!(count(&db, "reel_visitors").await, 2, "a row for each event, however many visitors");
    })
    .await;
}

#[tokio::test]
async fn booking_counts_for_the_reel_it_was_opened_from() {
    both(async |db| {
        let story = story(&db).await;
        let max = customer(&db, 21, "max").await;
        assert!(is_missing(open::record(&db, TREATMENTS, story.bread, story.zoe, NOW).await));
        // A booking that names a reel of other offerings is a booking like any other.
        open::named(&db, FIRST, story.treatment, max, NOW).await.unwrap();
        for _ in 0..2 {
            open::record(&db, TREATMENTS, story.treatment, story.zoe, NOW).await.unwrap();
        }
        assert_eq!(story.results(&db, TREATMENTS).await.account_opens, 1);

        let book = async |id, who, hour| {
            let new = new(id, story.treatment, who, at(monday(hour, 0)));
            hold::book(&db, &new, None, Actor::Customer, NOW).await.unwrap();
        };
        hold::hold(&db, &new(30, story.treatment, story.zoe, at(monday(9, 0))), NOW).await.unwrap();
        assert_eq!(story.sales(&db, TREATMENTS).await, (0, 0, 0), "a hold is no sale");
        cancel::release(&db, story.zoe, BookingId(30), NOW).await.unwrap();
        book(31, story.zoe, 9).await;
        book(32, max, 10).await;
        assert_eq!(story.sales(&db, TREATMENTS).await, (1, 0, 4_500));
        book(33, story.zoe, 11).await;
        assert_eq!(story.sales(&db, TREATMENTS).await, (2, 0, 9_000));
        cancel::cancel(&db, story.zoe, BookingId(31), "", 0, NOW).await.unwrap();
        let member = company::members(&db, story.salon).await.unwrap()[0];
        let to = BookingState::CancelledByCompany;
        assert_eq!(story.sales(&db, TREATMENTS).await, (1, 0, 4_500));
        assert_equal(&db).await;
        cancel::set_state(&db, story.salon, member, BookingId(33), to, "Closed", NOW).await.unwrap();
        assert_eq!(story.sales(&db, TREATMENTS).await, (0, 0, 0));
        assert_equal(&db).await;
    })
    .await;
}

#[tokio::test]
async fn order_counts_for_the_last_reel_of_seven_days() {
    both(async |db| {
        let story = story(&db).await;
        let (zoe, max) = (story.zoe, customer(&db, 21, "max").await);
        let ago = |time: i64| NOW.plus(-time);
        open::record(&db, FIRST, story.bread, zoe, ago(2 * Timestamp::HOUR)).await.unwrap();
        open::record(&db, FIRST, story.mug, zoe, ago(2 * Timestamp::HOUR)).await.unwrap();
        open::record(&db, SECOND, story.bread, zoe, ago(Timestamp::HOUR)).await.unwrap();
        open::record(&db, SECOND, story.bread, max, ago(7 * Timestamp::DAY + 1)).await.unwrap();

        // Three loaves (7.50) from the second reel, two mugs (24.00) from the first.
        fill(&db, zoe, &line(30, story.bakery, story.bread, 3)).await;
        fill(&db, zoe, &blue(31, story.bakery, story.mug, 2)).await;
        place(&db, 30, zoe, story.bakery, 3_150).await;
        assert_eq!(story.sales(&db, FIRST).await, (0, 0, 0), "it is not paid");
        for _ in 0..2 {
            pay(&db, 30).await;
        }
        assert_eq!(story.sales(&db, FIRST).await, (0, 1, 2_400));
        assert_eq!(story.sales(&db, SECOND).await, (0, 1, 750));
        // Later openings belong to later sales.
        open::record(&db, FIRST, story.bread, zoe, NOW).await.unwrap();

        fill(&db, max, &line(32, story.bakery, story.bread, 1)).await;
        place(&db, 32, max, story.bakery, 250).await;
        pay(&db, 32).await;
        assert_eq!(story.sales(&db, SECOND).await, (0, 1, 750), "eight days are too long");

        story.refund(&db, 30, RefundedPart::Units(vec![ReturnedUnits { line: 0, quantity: 1 }])).await;
        assert_eq!(story.sales(&db, SECOND).await, (0, 1, 500));
        assert_eq!(story.sales(&db, FIRST).await, (0, 1, 2_400), "another line was paid back");
        story.refund(&db, 30, RefundedPart::Amount(290)).await;
        assert_eq!(story.sales(&db, SECOND).await, (0, 1, 450), "a tenth of all goods was paid back");
        assert_eq!(story.sales(&db, FIRST).await, (0, 1, 2_160));
        assert_equal(&db).await;
        story.cancel_order(&db, 30).await;
        assert_eq!(story.sales(&db, FIRST).await, (0, 0, 0));
        assert_eq!(story.sales(&db, SECOND).await, (0, 0, 0));
        assert_equal(&db).await;
    })
    .await;
}

#[tokio::test]
async fn booking_in_an_order_counts_as_a_booking() {
    both(async |db| {
        let story = story(&db).await;
        open::record(&db, TREATMENTS, story.treatment, story.zoe, NOW).await.unwrap();
        hold::hold(&db, &new(30, story.treatment, story.zoe, at(monday(9, 0))), NOW).await.unwrap();
        let company = store::cart::booking::add(&db, story.zoe, BookingId(30), 130, NOW).await.unwrap();
        change::set_details(&db, story.zoe, company, &contact(), NOW).await.unwrap();
        checkout::checkout(&db, &new_checkout(40, story.zoe, &[story.salon], 4_500), NOW).await.unwrap();
        assert_eq!(story.sales(&db, TREATMENTS).await, (0, 0, 0));
        pay(&db, 40).await;
        assert_eq!(story.sales(&db, TREATMENTS).await, (1, 0, 4_500));
        cancel::cancel(&db, story.zoe, BookingId(30), "", 0, NOW).await.unwrap();
        assert_eq!(story.sales(&db, TREATMENTS).await, (0, 0, 0));
        assert_equal(&db).await;
    })
    .await;
}

#[tokio::test]
async fn openings_of_a_guest_go_on_with_the_account() {
    both(async |db| {
        let story = story(&db).await;
        let guest = UserId(50);
        let new = store::account::guest::new_guest(guest, NOW).unwrap();
        store::account::create(&db, &new).await.unwrap();
        let earlier = NOW.plus(-8 * Timestamp::DAY);
        open::record(&db, FIRST, story.bread, story.zoe, earlier).await.unwrap();
        for (reel, offering) in [(FIRST, story.bread), (FIRST, story.mug)] {
            open::record(&db, reel, offering, guest, NOW).await.unwrap();
        }
        assert_eq!(story.results(&db, FIRST).await.account_opens, 3);
        guest_merge::merge(&db, guest, story.zoe, NOW).await.unwrap();
        assert_eq!(story.results(&db, FIRST).await.account_opens, 2);
        assert_equal(&db).await;
        fill(&db, story.zoe, &line(30, story.bakery, story.bread, 1)).await;
        place(&db, 30, story.zoe, story.bakery, 250).await;
        pay(&db, 30).await;
        assert_eq!(story.sales(&db, FIRST).await, (0, 1, 250), "the later opening counts");
    })
    .await;
}

#[tokio::test]
async fn random_sales_keep_counters_and_rows_equal() {
    let (db, _folder) = sqlite().await;
    let story = story(&db).await;
    let mut rng = StdRng::seed_from_u64(16);
    let people = [story.zoe, customer(&db, 21, "max").await, customer(&db, 22, "ida").await];
    let mut placed = Vec::new();
    for id in 200..400_i64 {
        let who = people[rng.random_range(0..people.len())];
        let now = NOW.plus(rng.random_range(-10..0) * Timestamp::DAY);
        match rng.random_range(0..7) {
            0 => open::record(&db, FIRST, story.mug, who, now).await.unwrap(),
            1 => {
                let reel = if rng.random_bool(0.5) { FIRST } else { SECOND };
                open::record(&db, reel, story.bread, who, now).await.unwrap();
            }
            2 => {
                let ms = rng.random_range(0..12_000);
                reaction::view(&db, FIRST, who, ms, ms < 2_000, NOW).await.unwrap();
            }
            3 | 4 => {
                let mut cart = fill(&db, who, &line(id, story.bakery, story.bread, rng.random_range(1..4))).await;
                if rng.random_bool(0.2) {
                    cart = fill(&db, who, &blue(1_000 + id, story.bakery, story.mug, 1)).await;
                }
                let new = Checkout {
                    provider: if rng.random_bool(0.3) { Provider::OnSite } else { Provider::Sandbox },
                    ..new_checkout(id, who, &[story.bakery], cart.total)
                };
                // The mugs may be sold out.
                if checkout::checkout(&db, &new, NOW).await.is_ok() {
                    if new.provider == Provider::Sandbox && rng.random_bool(0.8) {
                        pay(&db, id).await;
                        placed.push(id);
                    }
                } else {
                    change::remove(&db, who, story.bakery).await.unwrap();
                }
            }
            5 => {
                if let Some(order) = placed.pop() {
                    story.cancel_order(&db, order).await;
                }
            }
            _ => {
                if let Some(order) = placed.last() {
                    let scope = orders::Scope::Company(story.bakery);
                    let left = orders::find(&db, OrderId(*order), scope, NOW).await.unwrap().refundable;
                    if left > 0 {
                        story.refund(&db, *order, RefundedPart::Amount(rng.random_range(1..=left))).await;
                    }
                }
            }
        }
        assert_equal(&db).await;
    }
    let (first, second) = (story.results(&db, FIRST).await, story.results(&db, SECOND).await);
    assert!(first.orders > 0 && second.orders > 0, "{first:?} {second:?}");
}
