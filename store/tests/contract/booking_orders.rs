//! Stories of bookings in carts and orders: one payment, one order of each company, each booking paid back once.

use store::{
    Db,
    booking::{
        self, Actor, BookingState,
        cancel::{self, set_state},
        confirm, hold, ordered, overdue, view,
    },
    cart::{self, CartError, CartRefusal, Problem, change},
    company, dashboard,
    fulfilment::{Fulfilment, FulfilmentOption},
    invoice::{InvoiceKind, LineKind, file::Export, view as invoices},
    on,
    order::{
        OrderError, OrderState, Refusal, bookings,
        checkout::{self, Checkout},
        expiry, list,
        progress::{self, CompanyStep},
        refund::{self, NewRefund, RefundedPart},
        settle, view as orders,
    },
    payment::{PaymentState, lookup},
    sales::{
        customer::{self, CustomerStatus},
        day,
    },
    testing::both,
    types::{
        ids::{BookingId, CompanyId, OfferingId, OrderId, PaymentId, UserId},
        timestamp::Timestamp,
    },
};

use crate::{
    bookings::{at, customer as account, monday, new, salon},
    orders::{NOW, bakery, checkout as new_checkout, contact, event, fill, line, pay},
};

pub(crate) const BOOKING: BookingId = BookingId(30);

/// Salon and bakery, and a customer with a held treatment (45.00) and a bread (2.50) in two carts.
pub(crate) struct Story {
    pub(crate) salon: CompanyId,
    pub(crate) treatment: OfferingId,
    pub(crate) bakery: CompanyId,
    pub(crate) bread: OfferingId,
    pub(crate) zoe: UserId,
}

pub(crate) async fn story(db: &Db) -> Story {
    let (salon, treatment, _) = salon(db).await;
    let (bakery, bread, _) = bakery(db, 5).await;
    let zoe = account(db, 20, "zoe").await;
    hold(db, treatment, zoe, 30, 9).await;
    fill(db, zoe, &line(1, bakery, bread, 1)).await;
    Story { salon, treatment, bakery, bread, zoe }
}

/// Holds a treatment on Monday and puts it into the cart.
pub(crate) async fn hold(db: &Db, treatment: OfferingId, customer: UserId, id: i64, hour: i64) {
    hold::hold(db, &new(id, treatment, customer, at(monday(hour, 0))), NOW).await.unwrap();
    let company = cart::booking::add(db, customer, BookingId(id), 100 + id, NOW).await.unwrap();
    change::set_details(db, customer, company, &contact(), NOW).await.unwrap();
}

impl Story {
    pub(crate) fn checkout(&self, id: i64) -> Checkout {
        new_checkout(id, self.zoe, &[self.salon, self.bakery], 4_750)
    }

    pub(crate) async fn booking(&self, db: &Db, id: BookingId) -> booking::Booking {
        view::find(db, id, booking::Scope::Customer(self.zoe), NOW).await.unwrap()
    }

    pub(crate) async fn order(&self, db: &Db, id: i64) -> orders::Order {
        orders::find(db, OrderId(id), orders::Scope::Customer(self.zoe), NOW).await.unwrap()
    }

    /// Orders and pays both carts: the order of the salon is `id`, that of the bakery the next.
    pub(crate) async fn paid(&self, db: &Db, id: i64) {
        checkout::checkout(db, &self.checkout(id), NOW).await.unwrap();
        pay(db, id).await;
    }
}

pub(crate) fn refusal<T: std::fmt::Debug>(result: store::order::Result<T>) -> Refusal {
    match result.unwrap_err() {
        OrderError::Refused(refusal) => refusal,
        OrderError::Store(cause) => panic!("{cause}"),
    }
}

pub(crate) fn collect() -> FulfilmentOption {
    FulfilmentOption { kind: Fulfilment::Collect, minutes: 30, minimum_order: 0, zones: Vec::new() }
}

/// Therapists who are free on Monday at this hour.
pub(crate) async fn free(db: &Db, treatment: OfferingId, hour: i64, now: Timestamp) -> i64 {
    let day = store::inventory::slots::day(db, treatment, &crate::bookings::date("2026-11-23"), 1, now).await.unwrap();
    day.slots.iter().find(|slot| slot.starts_at == monday(hour, 0)).map_or(0, |slot| slot.left)
}

#[tokio::test]
async fn one_payment_confirms_bookings_with_their_orders() {
    both(async |db| {
        let story = story(&db).await;
        let cart = cart::view::of_company(&db, story.zoe, story.salon, NOW).await.unwrap();
        assert_eq!((cart.total, cart.subtotal, cart.item_count, &cart.problems), (4_500, 4_500, 1, &vec![]));
        assert!(cart.bookings[0].hold_expires_at.is_some());

        checkout::checkout(&db, &story.checkout(40), NOW).await.unwrap();
        let held = story.booking(&db, BOOKING).await;
        // The hold lasts as long as the time to pay.
        assert_eq!((held.state, held.hold_expires_at), (BookingState::Held, Some(NOW.plus(checkout::HOLD))));
        assert_eq!((held.order_id, held.is_paid), (Some(OrderId(40)), false));
        for _ in 0..2 {
            pay(&db, 40).await;
            let sold = story.booking(&db, BOOKING).await;
            assert_eq!(
                (sold.state, sold.is_paid, sold.customer_name.as_str()),
                (BookingState::Confirmed, true, "Zoe Lind")
            );
        }
        let order = story.order(&db, 40).await;
        assert_eq!((order.state, order.total, order.bookings[0].amount), (OrderState::Accepted, 4_500, 4_500));
        assert_eq!(order.payment.order_ids, [OrderId(40), OrderId(41)]);
        assert!(cart::view::list(&db, story.zoe, NOW).await.unwrap().is_empty());
        assert_eq!(free(&db, story.treatment, 9, NOW).await, 1);

        let invoice = &invoices::of_order(&db, story.zoe, OrderId(40)).await.unwrap()[0];
        assert_eq!((invoice.total, invoice.lines[0].kind), (4_500, LineKind::Booking));
        assert!(invoice.lines[0].name.starts_with("Facial, 2026-11-23 09:00"), "{:?}", invoice.lines);
        let today = crate::bookings::date("2026-11-22");
        let figures = day::range(&db, story.salon, &today, &today).await.unwrap();
        assert_eq!((figures[0].orders, figures[0].bookings, figures[0].income), (1, 1, 4_500));
        assert_eq!(figures[0].tickets, 1);
        let known = customer::find(&db, story.salon, story.zoe, NOW).await.unwrap();
        assert_eq!((known.orders, known.bookings, known.spent), (1, 1, 4_500));
        assert_eq!(known.status, CustomerStatus::New);
    })
    .await;
}

#[tokio::test]
async fn tax_of_a_booking_is_added_where_prices_come_without_it() {
    both(async |db| {
        let (salon, treatment, _) = salon(&db).await;
        let zoe = account(&db, 20, "zoe").await;
        on!(db.write(), at => sqlx::query("UPDATE company SET country = 'US'").execute(at).await.map(drop)).unwrap();
        on!(db.write(), at => sqlx::query("UPDATE offering SET vat_rate = 825").execute(at).await.map(drop)).unwrap();
        db.everything_changed();
        hold(&db, treatment, zoe, 30, 9).await;
        let cart = cart::view::of_company(&db, zoe, salon, NOW).await.unwrap();
        // 4,500 at 8.25 %: 371.
        assert_eq!((cart.subtotal, cart.vat_added, cart.vat, cart.total), (4_500, 371, 371, 4_871));
        checkout::checkout(&db, &new_checkout(40, zoe, &[salon], 4_871), NOW).await.unwrap();
        let order = pay(&db, 40).await.orders.remove(0);
        assert_eq!((order.subtotal, order.vat_added, order.total), (4_500, 371, 4_871));
        let invoice = invoices::of_order(&db, zoe, OrderId(40)).await.unwrap().remove(0);
        assert_eq!((invoice.total, invoice.vat, invoice.lines[0].is_net), (4_871, 371, true));
    })
    .await;
}

#[tokio::test]
async fn second_checkout_takes_the_last_slot_of_the_own_unpaid_order() {
    both(async |db| {
        let story = story(&db).await;
        let max = account(&db, 21, "max").await;
        checkout::checkout(&db, &story.checkout(40), NOW).await.unwrap();
        // Both therapists are taken: one by the order, one by another customer.
        hold(&db, story.treatment, max, 31, 9).await;
        let other = new(32, story.treatment, max, at(monday(9, 0)));
        let sold_out = |result: booking::Result<booking::Outcome>| {
            assert!(matches!(result, Err(booking::BookingError::Refused(booking::Refusal::SoldOut))), "{result:?}");
        };
        sold_out(hold::hold(&db, &other, NOW).await);
        // A refused checkout keeps the first order and its hold.
        let wrong = Checkout { expected_total: Some(1), ..story.checkout(42) };
        assert_eq!(refusal(checkout::checkout(&db, &wrong, NOW).await), Refusal::PriceChanged(4_750));
        assert_eq!(story.booking(&db, BOOKING).await.order_id, Some(OrderId(40)));
        assert_eq!(story.order(&db, 40).await.state, OrderState::PendingPayment);

        for id in [44, 46, 48] {
            let again = story.checkout(id);
            let (own, other) =
                futures_util::future::join(checkout::checkout(&db, &again, NOW), hold::hold(&db, &other, NOW)).await;
            own.unwrap();
            sold_out(other);
            assert_eq!(story.booking(&db, BOOKING).await.order_id, Some(OrderId(id)));
        }
        assert_eq!(story.order(&db, 40).await.state, OrderState::Cancelled);
        pay(&db, 48).await;
        assert_eq!(story.booking(&db, BOOKING).await.state, BookingState::Confirmed);
    })
    .await;
}

#[tokio::test]
async fn ended_hold_blocks_the_cart_until_it_is_removed() {
    both(async |db| {
        let story = story(&db).await;
        let later = NOW.plus(hold::HOLD);
        let cart = cart::view::of_company(&db, story.zoe, story.salon, later).await.unwrap();
        assert_eq!((cart.total, cart.bookings[0].hold_expires_at), (0, None));
        assert_eq!(cart.problems, [Problem::BookingEnded]);
        let refused = checkout::checkout(&db, &story.checkout(40), later).await;
        assert_eq!(refusal(refused), Refusal::Cart(Problem::BookingEnded));
        let again = cart::booking::add(&db, story.zoe, BOOKING, 200, later).await;
        assert!(matches!(again, Err(CartError::Refused(CartRefusal::HoldEnded))));
        let max = account(&db, 21, "max").await;
        assert!(ordered::remove_from_cart(&db, max, BOOKING, later).await.is_err());
        for _ in 0..2 {
            ordered::remove_from_cart(&db, story.zoe, BOOKING, later).await.unwrap();
        }
        assert_eq!(cart::view::list(&db, story.zoe, later).await.unwrap().len(), 1);
        assert_eq!(free(&db, story.treatment, 9, later).await, 2);
    })
    .await;
}

#[tokio::test]
async fn unpaid_order_frees_its_bookings() {
    both(async |db| {
        let story = story(&db).await;
        checkout::checkout(&db, &story.checkout(40), NOW).await.unwrap();
        // The booking cannot be sold or given back beside its order.
        let contact = confirm::Contact::default();
        assert!(confirm::confirm(&db, story.zoe, BOOKING, &contact, 4_500, NOW).await.is_err());
        assert!(cancel::release(&db, story.zoe, BOOKING, NOW).await.is_err());
        expiry::sweep(&db, NOW.plus(checkout::HOLD)).await.unwrap();
        assert_eq!(story.booking(&db, BOOKING).await.state, BookingState::Expired);
        assert_eq!(free(&db, story.treatment, 9, NOW).await, 2);
        // A payment that arrives late takes the time again.
        pay(&db, 40).await;
        assert_eq!(story.booking(&db, BOOKING).await.state, BookingState::Confirmed);
        assert_eq!(story.order(&db, 40).await.state, OrderState::Accepted);
        assert_eq!(free(&db, story.treatment, 9, NOW).await, 1);
    })
    .await;
}

#[tokio::test]
async fn late_payment_is_paid_back_if_the_time_is_gone() {
    both(async |db| {
        let story = story(&db).await;
        checkout::checkout(&db, &story.checkout(40), NOW).await.unwrap();
        let later = NOW.plus(checkout::HOLD);
        // Releases the hold of the booking, before the order is swept.
        for (id, name) in [(50, "max"), (51, "eva")] {
            let guest = account(&db, id, name).await;
            let new = new(id, story.treatment, guest, at(monday(9, 0)));
            hold::book(&db, &new, None, Actor::Customer, later).await.unwrap();
        }
        let paid = event("late", PaymentState::Paid);
        settle::settle(&db, PaymentId(40), &paid, later).await.unwrap();
        let order = story.order(&db, 40).await;
        assert_eq!((order.state, order.refunded), (OrderState::Cancelled, 4_500));
        assert_eq!(story.order(&db, 41).await.state, OrderState::New);
        let payment = lookup::any(&db, PaymentId(40)).await.unwrap();
        assert_eq!((payment.state, payment.refunded), (PaymentState::PartiallyRefunded, 4_500));
        assert_eq!(free(&db, story.treatment, 9, later).await, 0);
    })
    .await;
}

#[tokio::test]
async fn ordering_again_keeps_bookings_of_the_cart() {
    both(async |db| {
        let story = story(&db).await;
        checkout::checkout(&db, &story.checkout(40), NOW).await.unwrap();
        checkout::checkout(&db, &story.checkout(60), NOW).await.unwrap();
        assert_eq!(story.booking(&db, BOOKING).await.order_id, Some(OrderId(60)));
        assert_eq!(free(&db, story.treatment, 9, NOW).await, 1);
        // The money of the first goes back, the second sells the booking once.
        pay(&db, 40).await;
        pay(&db, 60).await;
        assert_eq!((story.order(&db, 40).await.refunded, story.order(&db, 60).await.refunded), (4_500, 0));
        assert_eq!(story.booking(&db, BOOKING).await.state, BookingState::Confirmed);
        let today = crate::bookings::date("2026-11-22");
        let figures = day::range(&db, story.salon, &today, &today).await.unwrap();
        assert_eq!((figures[0].orders, figures[0].bookings, figures[0].income), (1, 1, 4_500));
    })
    .await;
}

#[tokio::test]
async fn hold_lasts_from_the_first_checkout() {
    both(async |db| {
        let story = story(&db).await;
        let minutes = |count: i64| NOW.plus(count * Timestamp::MINUTE);
        // Minute of the checkout, and minute in which its hold ends. None: refused.
        let attempts = [(2, Some(17)), (2, Some(17)), (9, Some(17)), (16, Some(17)), (17, None), (30, None)];
        for (index, (at, ends)) in (0_i64..).zip(attempts) {
            let id = 40 + 10 * index;
            let made = checkout::checkout(&db, &story.checkout(id), minutes(at)).await;
            let Some(ends) = ends else {
                assert_eq!(refusal(made), Refusal::Cart(Problem::BookingEnded), "minute {at}");
                continue;
            };
            let (_, outcome) = made.unwrap();
            // Both orders are paid together, and end together.
            assert_eq!(outcome.orders.len(), 2);
            for order in outcome.orders {
                assert_eq!(order.hold_expires_at, Some(minutes(ends)), "minute {at}");
            }
            assert_eq!(story.booking(&db, BOOKING).await.hold_expires_at, Some(minutes(ends)), "minute {at}");
        }
        // Goods alone have their full time.
        let goods = new_checkout(100, story.zoe, &[story.bakery], 250);
        let (_, outcome) = checkout::checkout(&db, &goods, minutes(30)).await.unwrap();
        assert_eq!(outcome.orders[0].hold_expires_at, Some(minutes(45)));
        assert_eq!(free(&db, story.treatment, 9, minutes(30)).await, 2);
    })
    .await;
}

#[tokio::test]
async fn cancelled_booking_gives_its_share_back_once() {
    both(async |db| {
        let story = story(&db).await;
        hold(&db, story.treatment, story.zoe, 31, 10).await;
        let both = new_checkout(40, story.zoe, &[story.salon], 9_000);
        checkout::checkout(&db, &both, NOW).await.unwrap();
        pay(&db, 40).await;
        for _ in 0..2 {
            cancel::cancel(&db, story.zoe, BOOKING, "Ill", 0, NOW).await.unwrap();
        }
        let order = story.order(&db, 40).await;
        assert_eq!((order.state, order.refunded, order.refund_now), (OrderState::Accepted, 4_500, 4_500));
        assert_eq!(story.booking(&db, BOOKING).await.refunded, 4_500);
        let refused = progress::cancel(&db, story.zoe, OrderId(40), "", Some(9_000), NOW).await;
        assert_eq!(refusal(refused), Refusal::RefundChanged(4_500));
        for _ in 0..2 {
            progress::cancel(&db, story.zoe, OrderId(40), "", None, NOW).await.unwrap();
        }
        let order = story.order(&db, 40).await;
        assert_eq!((order.state, order.refunded), (OrderState::Cancelled, 9_000));
        assert_eq!(lookup::any(&db, PaymentId(40)).await.unwrap().state, PaymentState::Refunded);
        assert_eq!(free(&db, story.treatment, 10, NOW).await, 2);
        let notes = invoices::of_order(&db, story.zoe, OrderId(40)).await.unwrap();
        let sum: i64 = notes.iter().map(|it| it.total).sum();
        assert_eq!((sum, notes.iter().filter(|it| it.kind == InvoiceKind::CreditNote).count()), (0, 2));
        let today = crate::bookings::date("2026-11-22");
        let figures = day::range(&db, story.salon, &today, &today).await.unwrap();
        assert_eq!((figures[0].orders, figures[0].bookings, figures[0].income), (0, 0, 0));
    })
    .await;
}

#[tokio::test]
async fn late_cancellation_of_an_order_keeps_the_fee() {
    both(async |db| {
        let story = story(&db).await;
        on!(db.write(), at => sqlx::query("UPDATE company SET cancel_fee_percent = 50").execute(at).await.map(drop))
            .unwrap();
        db.everything_changed();
        hold(&db, story.treatment, story.zoe, 31, 10).await;
        fill(&db, story.zoe, &line(2, story.bakery, story.bread, 1)).await;
        checkout::checkout(&db, &new_checkout(40, story.zoe, &[story.salon], 9_000), NOW).await.unwrap();
        pay(&db, 40).await;
        // The first was held under other terms.
        let late = monday(8, 0);
        let seen = orders::find(&db, OrderId(40), orders::Scope::Customer(story.zoe), late).await.unwrap();
        assert_eq!(seen.bookings[1].kept_now, 2_250);
        progress::cancel(&db, story.zoe, OrderId(40), "", Some(seen.refund_now), late).await.unwrap();
        let order = story.order(&db, 40).await;
        assert_eq!((order.state, order.refunded), (OrderState::Cancelled, seen.refund_now));
        let left = lookup::any(&db, PaymentId(40)).await.unwrap();
        assert_eq!((left.state, left.refunded), (PaymentState::PartiallyRefunded, seen.refund_now));
        assert!(left.refunded <= 6_750);
    })
    .await;
}

#[tokio::test]
async fn company_pays_a_declined_booking_back() {
    both(async |db| {
        let story = story(&db).await;
        on!(db.write(), at => sqlx::query("UPDATE company SET approves_bookings = TRUE").execute(at).await.map(drop))
            .unwrap();
        db.everything_changed();
        story.paid(&db, 40).await;
        assert_eq!(story.booking(&db, BOOKING).await.state, BookingState::AwaitingCompany);
        assert!(bookings::accept_confirmed(&db, NOW).await.unwrap().orders.is_empty());
        assert_eq!(story.order(&db, 40).await.state, OrderState::New);
        let member = UserId(1_000_001);
        set_state(&db, story.salon, member, BOOKING, BookingState::Declined, "Full", NOW).await.unwrap();
        assert_eq!(story.order(&db, 40).await.refunded, 4_500);
        // Nothing is left to do for the company.
        for _ in 0..2 {
            bookings::finish_ended(&db, NOW).await.unwrap();
        }
        let order = story.order(&db, 40).await;
        assert_eq!((order.state, order.refunded), (OrderState::Cancelled, 4_500));
        assert_eq!(story.order(&db, 41).await.state, OrderState::New);
    })
    .await;
}

/// Paid order with a request that the salon never answered.
async fn unanswered(db: &Db) -> Story {
    let story = story(db).await;
    on!(db.write(), at => sqlx::query("UPDATE company SET approves_bookings = TRUE, cancel_fee_percent = 50")
        .execute(at).await.map(drop))
    .unwrap();
    db.everything_changed();
    story.paid(db, 40).await;
    assert_eq!(story.booking(db, BOOKING).await.state, BookingState::AwaitingCompany);
    story
}

#[tokio::test]
async fn unanswered_request_is_paid_back_and_ends_its_order() {
    both(async |db| {
        let (story, start) = (unanswered(&db).await, monday(9, 0));
        bookings::finish_ended(&db, start).await.unwrap();
        assert_eq!(story.order(&db, 40).await.state, OrderState::New);
        let ended = overdue::end(&db, BOOKING, start).await.unwrap().unwrap().booking;
        assert_eq!((ended.state, ended.refunded), (BookingState::Declined, 4_500));
        for _ in 0..2 {
            bookings::finish_ended(&db, start).await.unwrap();
        }
        let order = story.order(&db, 40).await;
        assert_eq!((order.state, order.refunded), (OrderState::Cancelled, 4_500));
        assert_eq!(story.order(&db, 41).await.state, OrderState::New);
    })
    .await;
}

#[tokio::test]
async fn cancelled_order_pays_an_unanswered_request_back() {
    both(async |db| {
        let (story, start) = (unanswered(&db).await, monday(9, 0));
        let seen = orders::find(&db, OrderId(40), orders::Scope::Customer(story.zoe), start).await.unwrap();
        assert_eq!((seen.bookings[0].kept_now, seen.refund_now), (0, 4_500));
        progress::cancel(&db, story.zoe, OrderId(40), "", Some(4_500), start).await.unwrap();
        let booking = story.booking(&db, BOOKING).await;
        assert_eq!((booking.state, booking.refunded), (BookingState::Declined, 4_500));
        assert_eq!(booking.changes.last().unwrap().actor, Actor::System);
        let order = story.order(&db, 40).await;
        assert_eq!((order.state, order.refunded), (OrderState::Cancelled, 4_500));
    })
    .await;
}

#[tokio::test]
async fn order_of_bookings_asks_for_no_step_of_its_company() {
    both(async |db| {
        let story = story(&db).await;
        on!(db.write(), at => sqlx::query("UPDATE company SET approves_bookings = TRUE").execute(at).await.map(drop))
            .unwrap();
        db.everything_changed();
        story.paid(&db, 40).await;
        let member = UserId(1_000_001);
        set_state(&db, story.salon, member, BOOKING, BookingState::Confirmed, "", NOW).await.unwrap();
        for accepted in [1, 0] {
            assert_eq!(bookings::accept_confirmed(&db, NOW).await.unwrap().orders.len(), accepted);
        }
        let order = orders::find(&db, OrderId(40), orders::Scope::Company(story.salon), NOW).await.unwrap();
        assert_eq!((order.state, order.next.clone()), (OrderState::Accepted, vec![OrderState::Cancelled]));
        assert!(!order.is_on_board() && order.changes.last().unwrap().actor == Actor::System);
        assert!(list::board(&db, story.salon, 10, NOW).await.unwrap().is_empty());
        assert_eq!(list::board(&db, story.bakery, 10, NOW).await.unwrap().len(), 1);
        assert!(dashboard::of_company(&db, story.salon, NOW).await.unwrap().open.is_empty());
        let step = CompanyStep { to: OrderState::Fulfilled, promised_at: None, note: String::new() };
        let stepped = progress::set_state(&db, story.salon, member, OrderId(40), &step, NOW).await;
        assert_eq!(refusal(stepped), Refusal::State);
        let promised = progress::set_promised(&db, story.salon, OrderId(40), NOW.plus(Timestamp::HOUR), NOW).await;
        assert_eq!(refusal(promised), Refusal::State);
    })
    .await;
}

#[tokio::test]
async fn refund_of_a_booking_is_not_taken_for_waived() {
    both(async |db| {
        let story = story(&db).await;
        story.paid(&db, 40).await;
        let member = company::members(&db, story.salon).await.unwrap()[0];
        let new = NewRefund {
            order: OrderId(40),
            part: RefundedPart::Amount(1_500),
            reason: "Half an hour late".to_owned(),
            expected_left: 4_500,
            client_id: None,
        };
        refund::refund(&db, (story.salon, member), &new, NOW).await.unwrap();
        let order = story.order(&db, 40).await;
        assert_eq!((order.refunded, order.waived, order.bookings[0].refunded), (1_500, 0, 1_500));
        // The end of the booking pays the rest.
        assert_eq!(order.refund_now, 3_000);
        cancel::cancel(&db, story.zoe, BOOKING, "Ill", 0, NOW).await.unwrap();
        let order = story.order(&db, 40).await;
        assert_eq!((order.refunded, order.bookings[0].refunded), (4_500, 4_500));
        let documents = invoices::of_order(&db, story.zoe, OrderId(40)).await.unwrap();
        let totals: Vec<_> = documents.iter().map(|it| it.total).collect();
        assert_eq!(totals, [4_500, -1_500, -3_000]);
        // The bakery was paid by the same payment.
        assert_eq!(lookup::any(&db, PaymentId(40)).await.unwrap().refunded, 4_500);
    })
    .await;
}

#[tokio::test]
async fn fee_is_at_most_what_was_left_of_a_booking() {
    both(async |db| {
        let story = story(&db).await;
        on!(db.write(), at => sqlx::query("UPDATE company SET cancel_fee_percent = 50").execute(at).await.map(drop))
            .unwrap();
        db.everything_changed();
        hold(&db, story.treatment, story.zoe, 31, 10).await;
        cancel::release(&db, story.zoe, BOOKING, NOW).await.unwrap();
        ordered::remove_from_cart(&db, story.zoe, BOOKING, NOW).await.unwrap();
        checkout::checkout(&db, &new_checkout(40, story.zoe, &[story.salon], 4_500), NOW).await.unwrap();
        pay(&db, 40).await;
        let member = company::members(&db, story.salon).await.unwrap()[0];
        let new = NewRefund {
            order: OrderId(40),
            part: RefundedPart::Amount(3_000),
            reason: "Late".to_owned(),
            expected_left: 4_500,
            client_id: None,
        };
        refund::refund(&db, (story.salon, member), &new, NOW).await.unwrap();
        cancel::cancel(&db, story.zoe, BookingId(31), "Ill", 2_250, monday(8, 0)).await.unwrap();
        let booking = story.booking(&db, BookingId(31)).await;
        assert_eq!((booking.cancel_fee, booking.refunded, story.order(&db, 40).await.refunded), (1_500, 3_000, 3_000));
    })
    .await;
}

#[tokio::test]
async fn concurrent_checkouts_sell_a_booking_once() {
    both(async |db| {
        let story = story(&db).await;
        let (first, second) = (story.checkout(40), story.checkout(60));
        let (one, two) = tokio::join!(checkout::checkout(&db, &first, NOW), checkout::checkout(&db, &second, NOW));
        assert!(one.is_ok() || two.is_ok());
        for id in [40, 60] {
            if lookup::any(&db, PaymentId(id)).await.is_ok() {
                pay(&db, id).await;
            }
        }
        let (sold,): (i64,) = on!(db.read(), at => sqlx::query_as(
            "SELECT COUNT(*) FROM customer_order WHERE company_id = 1 AND state = 'accepted'").fetch_one(at).await)
        .unwrap();
        assert_eq!((sold, free(&db, story.treatment, 9, NOW).await), (1, 1));
    })
    .await;
}

#[tokio::test]
async fn invoices_file_has_a_row_for_each_booking() {
    both(async |db| {
        let story = story(&db).await;
        hold(&db, story.treatment, story.zoe, 31, 10).await;
        checkout::checkout(&db, &new_checkout(40, story.zoe, &[story.salon], 9_000), NOW).await.unwrap();
        pay(&db, 40).await;
        cancel::cancel(&db, story.zoe, BOOKING, "Ill", 0, NOW.plus(1)).await.unwrap();
        let mut file = Export::of(&db, story.salon, invoices::InvoiceFilter::default()).await.unwrap();
        let text = String::from_utf8(file.next().await.unwrap().unwrap()).unwrap();
        assert!(file.next().await.unwrap().is_none());
        let rows: Vec<_> = text.lines().skip(1).collect();
        assert_eq!(rows.len(), 3, "{text}");
        assert!(rows[0].starts_with("C2026-000001,credit_note,2026-11-22,"), "{text}");
        for (row, part) in [
            (rows[0], ",booking,\"Facial, 2026-11-23 09:00\",-1,45.00,"),
            (rows[1], ",booking,\"Facial, 2026-11-23 09:00\",1,45.00,"),
            (rows[2], ",booking,\"Facial, 2026-11-23 10:00\",1,45.00,"),
        ] {
            assert!(row.contains(part), "{text}");
        }
        assert!(rows[0].contains(",-45.00,EUR,"), "{text}");
    })
    .await;
}

#[tokio::test]
async fn payment_in_progress_keeps_the_bookings() {
    both(async |db| {
        let story = story(&db).await;
        checkout::checkout(&db, &story.checkout(40), NOW).await.unwrap();
        settle::settle(&db, PaymentId(40), &event("late", PaymentState::Processing), NOW).await.unwrap();
        let over = NOW.plus(checkout::HOLD);
        assert!(booking::expiry::sweep(&db, over).await.unwrap().is_empty());
        assert_eq!(free(&db, story.treatment, 9, over).await, 1);
        settle::settle(&db, PaymentId(40), &event("no", PaymentState::RequiresMethod), NOW).await.unwrap();
        assert_eq!(story.booking(&db, BOOKING).await.hold_expires_at, Some(over));
    })
    .await;
}
