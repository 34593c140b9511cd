//! Stories of bookings that are paid at the company, with an order or without.

use store::{
    booking::{
        self, Actor, BookingState,
        cancel::{self, set_state},
        confirm, hold, overdue,
    },
    cart,
    invoice::view as invoices,
    on,
    order::{
        OrderState, Refusal, bookings,
        checkout::{self, Checkout},
        progress, view as orders,
    },
    payment::{PaymentState, Provider, lookup},
    sales::{customer, day},
    testing::{
        both,
        market::{self, OfferingRow},
    },
    types::ids::{BookingId, OrderId, PaymentId, UserId},
};

use crate::{
    booking_orders::{BOOKING, collect, hold as hold_at, refusal, story},
    bookings::{at, customer as account, monday, new},
    orders::{NOW, checkout as new_checkout, fill, line},
};

#[tokio::test]
async fn bookings_paid_on_site_are_sold_at_once() {
    both(async |db| {
        let story = story(&db).await;
        let on_site = Checkout { provider: Provider::OnSite, ..story.checkout(40) };
        checkout::checkout(&db, &on_site, NOW).await.unwrap();
        assert_eq!(story.booking(&db, BOOKING).await.state, BookingState::Confirmed);
        let member = UserId(1_000_001);
        for to in [BookingState::CheckedIn, BookingState::Completed] {
            let begins = story.booking(&db, BOOKING).await.starts_at;
            set_state(&db, story.salon, member, BOOKING, to, "", begins).await.unwrap();
        }
        bookings::finish_ended(&db, NOW).await.unwrap();
        let order = story.order(&db, 40).await;
        assert_eq!(order.state, OrderState::Fulfilled);
        let invoice = &invoices::of_order(&db, story.zoe, OrderId(40)).await.unwrap()[0];
        assert_eq!(invoice.total, 4_500);
        // The bakery's part is still to be paid.
        assert_eq!(lookup::any(&db, PaymentId(40)).await.unwrap().state, PaymentState::Processing);
    })
    .await;
}

#[tokio::test]
async fn nothing_is_paid_back_before_it_is_paid_on_site() {
    both(async |db| {
        let story = story(&db).await;
        hold_at(&db, story.treatment, story.zoe, 31, 10).await;
        market::fulfilment(&db, story.salon, &[collect()]).await;
        let cream = OfferingRow { price: 1_000, ..OfferingRow::new(80, story.salon, "Cream") }.insert(&db).await;
        fill(&db, story.zoe, &line(80, story.salon, cream, 1)).await;
        let on_site = Checkout { provider: Provider::OnSite, ..new_checkout(40, story.zoe, &[story.salon], 10_000) };
        checkout::checkout(&db, &on_site, NOW).await.unwrap();
        cancel::cancel(&db, story.zoe, BOOKING, "Ill", 0, NOW).await.unwrap();
        let order = story.order(&db, 40).await;
        assert_eq!((order.refunded, order.waived, order.bookings[0].waived), (4_500, 4_500, 4_500));
        let due = lookup::any(&db, PaymentId(40)).await.unwrap();
        assert_eq!((due.state, due.amount, due.refunded), (PaymentState::Processing, 5_500, 0));

        // The company hands the goods over, and takes the money, before the other booking.
        let member = UserId(1_000_001);
        for to in [OrderState::Accepted, OrderState::Fulfilled] {
            let step = progress::CompanyStep { to, promised_at: None, note: String::new() };
            progress::set_state(&db, story.salon, member, OrderId(40), &step, NOW.plus(1)).await.unwrap();
        }
        let paid = lookup::any(&db, PaymentId(40)).await.unwrap();
        assert_eq!((paid.state, paid.amount, paid.refunded), (PaymentState::Paid, 5_500, 0));
        cancel::cancel(&db, story.zoe, BookingId(31), "Ill", 0, NOW.plus(2)).await.unwrap();
        let order = story.order(&db, 40).await;
        assert_eq!((order.refunded, order.waived), (9_000, 4_500));
        assert_eq!(order.bookings.iter().map(|one| one.waived).collect::<Vec<_>>(), [4_500, 0]);
        let back = lookup::any(&db, PaymentId(40)).await.unwrap();
        assert_eq!((back.state, back.amount, back.refunded), (PaymentState::PartiallyRefunded, 5_500, 4_500));
        let documents = invoices::of_order(&db, story.zoe, OrderId(40)).await.unwrap();
        let mut totals: Vec<_> = documents.iter().map(|one| one.total).collect();
        totals.sort_unstable();
        assert_eq!(totals, [-4_500, 5_500]);
    })
    .await;
}

#[tokio::test]
async fn cancelled_order_on_site_pays_nothing_back() {
    both(async |db| {
        let story = story(&db).await;
        hold_at(&db, story.treatment, story.zoe, 31, 10).await;
        let on_site = Checkout { provider: Provider::OnSite, ..new_checkout(40, story.zoe, &[story.salon], 9_000) };
        checkout::checkout(&db, &on_site, NOW).await.unwrap();
        cancel::cancel(&db, story.zoe, BOOKING, "Ill", 0, NOW).await.unwrap();
        progress::cancel(&db, story.zoe, OrderId(40), "", None, NOW).await.unwrap();
        let order = story.order(&db, 40).await;
        assert_eq!((order.state, order.refunded - order.waived), (OrderState::Cancelled, 0));
        let payment = lookup::any(&db, PaymentId(40)).await.unwrap();
        assert_eq!((payment.state, payment.refunded), (PaymentState::Voided, 0));
    })
    .await;
}

#[tokio::test]
async fn booking_without_an_order_counts_and_has_an_invoice() {
    both(async |db| {
        let story = story(&db).await;
        let confirmed = confirm::confirm(&db, story.zoe, BOOKING, &confirm::Contact::default(), 4_500, NOW).await;
        assert_eq!(confirmed.unwrap().booking.state, BookingState::Confirmed);
        // A booking that is sold leaves its cart, and an empty cart goes.
        assert!(cart::view::of_company(&db, story.zoe, story.salon, NOW).await.is_err());
        let today = crate::bookings::date("2026-11-22");
        let figures = day::range(&db, story.salon, &today, &today).await.unwrap();
        assert_eq!((figures[0].orders, figures[0].bookings, figures[0].income), (0, 1, 4_500));
        assert_eq!(figures[0].tickets, 1);
        let member = UserId(1_000_001);
        for to in [BookingState::CheckedIn, BookingState::Completed] {
            let begins = story.booking(&db, BOOKING).await.starts_at;
            set_state(&db, story.salon, member, BOOKING, to, "", begins).await.unwrap();
        }
        let (issued, count) =
            invoices::list(&db, story.salon, &invoices::InvoiceFilter::default(), 20, 0).await.unwrap();
        assert_eq!((count, issued[0].total, issued[0].order_id), (1, 4_500, None));
        let (history, count) = booking::list::history(&db, story.salon, story.zoe, 10, NOW).await.unwrap();
        assert_eq!((history.iter().map(|one| one.id).collect::<Vec<_>>(), count), (vec![BOOKING], 1));
        let max = account(&db, 21, "max").await;
        assert!(booking::list::history(&db, story.salon, max, 10, NOW).await.unwrap().0.is_empty());
    })
    .await;
}

#[tokio::test]
async fn booking_sold_before_the_figures_leaves_them_alone() {
    both(async |db| {
        let story = story(&db).await;
        let sold = confirm::confirm(&db, story.zoe, BOOKING, &confirm::Contact::default(), 4_500, NOW).await;
        assert_eq!(sold.unwrap().booking.state, BookingState::Confirmed);
        for sql in ["UPDATE booking SET placed_on = NULL", "DELETE FROM company_day", "DELETE FROM company_customer"] {
            on!(db.write(), at => sqlx::query(sql).execute(at).await.map(drop)).unwrap();
        }
        cancel::cancel(&db, story.zoe, BOOKING, "", 0, NOW).await.unwrap();
        let today = crate::bookings::date("2026-11-22");
        assert_eq!(day::range(&db, story.salon, &today, &today).await.unwrap(), []);
    })
    .await;
}

#[tokio::test]
async fn no_show_that_no_order_pays_is_no_income() {
    both(async |db| {
        let story = story(&db).await;
        confirm::confirm(&db, story.zoe, BOOKING, &confirm::Contact::default(), 4_500, NOW).await.unwrap();
        let today = crate::bookings::date("2026-11-22");
        let income = async || day::range(&db, story.salon, &today, &today).await.unwrap()[0].income;
        assert_eq!(income().await, 4_500);
        for (to, left) in [(BookingState::NoShow, 0), (BookingState::CheckedIn, 4_500)] {
            set_state(&db, story.salon, story.zoe, BOOKING, to, "", monday(9, 30)).await.unwrap();
            assert_eq!(income().await, left);
        }
        let known = customer::find(&db, story.salon, story.zoe, NOW).await.unwrap();
        assert_eq!((known.bookings, known.spent), (1, 4_500));
    })
    .await;
}

#[tokio::test]
async fn company_without_payment_on_site_is_paid_in_advance() {
    both(async |db| {
        let story = story(&db).await;
        let sql = "UPDATE company SET takes_payment_on_site = FALSE WHERE id = $1";
        on!(db.write(), at => sqlx::query(sql).bind(story.salon).execute(at).await.map(drop)).unwrap();
        db.everything_changed();
        let is_refused = |result: booking::Result<booking::Outcome>| {
            matches!(result, Err(booking::BookingError::Refused(booking::Refusal::PaidInAdvance)))
        };
        assert!(is_refused(confirm::confirm(&db, story.zoe, BOOKING, &confirm::Contact::default(), 4_500, NOW).await));
        let other = new(31, story.treatment, story.zoe, at(monday(10, 0)));
        assert!(is_refused(hold::book(&db, &other, None, Actor::Customer, NOW).await));
        let on_site = Checkout { provider: Provider::OnSite, ..story.checkout(40) };
        assert_eq!(refusal(checkout::checkout(&db, &on_site, NOW).await), Refusal::NoPaymentOnSite);
        story.paid(&db, 42).await;
        assert_eq!(story.booking(&db, BOOKING).await.state, BookingState::Confirmed);
        // The company itself takes a booking without payment.
        hold::book(&db, &hold::NewBooking { customer: None, client_id: None, ..other }, None, Actor::Company, NOW)
            .await
            .unwrap();
    })
    .await;
}

#[tokio::test]
async fn no_show_of_an_order_on_site_is_no_income() {
    both(async |db| {
        let story = story(&db).await;
        let on_site = Checkout { provider: Provider::OnSite, ..new_checkout(40, story.zoe, &[story.salon], 4_500) };
        checkout::checkout(&db, &on_site, NOW).await.unwrap();
        let today = crate::bookings::date("2026-11-22");
        let figures = async || day::range(&db, story.salon, &today, &today).await.unwrap().remove(0);
        let begins = monday(9, 0);
        for (to, income) in [(BookingState::NoShow, 0), (BookingState::CheckedIn, 4_500)] {
            set_state(&db, story.salon, story.zoe, BOOKING, to, "", begins).await.unwrap();
            let due = lookup::any(&db, PaymentId(40)).await.unwrap();
            assert_eq!((figures().await.income, due.amount, due.state), (income, income, PaymentState::Processing));
            let order = story.order(&db, 40).await;
            assert_eq!((order.refunded, order.waived), (4_500 - income, 4_500 - income));
        }
        let known = customer::find(&db, story.salon, story.zoe, NOW).await.unwrap();
        assert_eq!((known.bookings, known.spent), (1, 4_500));
    })
    .await;
}

#[tokio::test]
async fn order_on_site_waits_for_the_word_on_its_guests() {
    both(async |db| {
        let story = story(&db).await;
        hold_at(&db, story.treatment, story.zoe, 31, 10).await;
        let on_site = Checkout { provider: Provider::OnSite, ..new_checkout(40, story.zoe, &[story.salon], 9_000) };
        checkout::checkout(&db, &on_site, NOW).await.unwrap();
        let over = story.booking(&db, BookingId(31)).await.ends_at.plus(overdue::GRACE);
        set_state(&db, story.salon, story.zoe, BOOKING, BookingState::NoShow, "", monday(9, 0)).await.unwrap();
        bookings::finish_ended(&db, over.plus(-1)).await.unwrap();
        assert_eq!(story.order(&db, 40).await.state, OrderState::Accepted);
        // A visit that has begun is not cancelled any more.
        let seen = orders::find(&db, OrderId(40), orders::Scope::Customer(story.zoe), monday(10, 0)).await.unwrap();
        let cancelled = progress::cancel(&db, story.zoe, OrderId(40), "", None, monday(10, 0)).await;
        assert_eq!((seen.can.cancel, refusal(cancelled)), (false, Refusal::State));
        bookings::finish_ended(&db, over).await.unwrap();
        let order = story.order(&db, 40).await;
        assert_eq!((order.state, order.payment.state), (OrderState::Fulfilled, PaymentState::Paid));
        let documents = invoices::of_order(&db, story.zoe, OrderId(40)).await.unwrap();
        assert_eq!(documents.iter().map(|one| one.total).collect::<Vec<_>>(), [4_500]);
        // The order has ended without it.
        let late = set_state(&db, story.salon, story.zoe, BOOKING, BookingState::CheckedIn, "", over).await;
        assert!(matches!(late, Err(booking::BookingError::Refused(booking::Refusal::State))));
        let order = story.order(&db, 40).await;
        assert_eq!((order.refunded, order.waived), (4_500, 4_500));
    })
    .await;
}

#[tokio::test]
async fn order_on_site_without_guests_ends_without_income() {
    both(async |db| {
        let story = story(&db).await;
        on!(db.write(), at => sqlx::query("UPDATE company SET cancel_fee_percent = 50").execute(at).await.map(drop))
            .unwrap();
        db.everything_changed();
        hold_at(&db, story.treatment, story.zoe, 31, 10).await;
        let on_site = Checkout { provider: Provider::OnSite, ..new_checkout(40, story.zoe, &[story.salon], 9_000) };
        checkout::checkout(&db, &on_site, NOW).await.unwrap();
        let late = monday(8, 0);
        cancel::cancel(&db, story.zoe, BookingId(31), "Ill", 2_250, late).await.unwrap();
        set_state(&db, story.salon, story.zoe, BOOKING, BookingState::NoShow, "", monday(9, 0)).await.unwrap();
        let over = story.booking(&db, BOOKING).await.ends_at.plus(overdue::GRACE);
        bookings::finish_ended(&db, over).await.unwrap();
        let order = story.order(&db, 40).await;
        assert_eq!((order.state, order.payment.state), (OrderState::Cancelled, PaymentState::Voided));
        let today = crate::bookings::date("2026-11-22");
        let figures = day::range(&db, story.salon, &today, &today).await.unwrap().remove(0);
        assert_eq!((figures.orders, figures.cancelled, figures.income), (0, 1, 0));
        assert_eq!(customer::find(&db, story.salon, story.zoe, NOW).await.unwrap().spent, 0);
        assert!(invoices::of_order(&db, story.zoe, OrderId(40)).await.unwrap().is_empty());
    })
    .await;
}
