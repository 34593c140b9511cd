//! What a provider that moves money needs: customers, cards, refunds to send, payments to look up.

use store::{
    Db,
    account::deletion,
    company,
    order::{
        OrderState, checkout, expiry,
        in_progress::PROCESSING_HOLD,
        mirrored_refund, progress,
        refund::{self, NewRefund, RefundedPart},
        settle, view,
    },
    payment::{
        Card, PaymentEvent, PaymentState, Provider, customer, lookup, provider_refund,
        saved_card::{self, Added, CARDS_MAX, NewCard},
    },
    testing::both,
    types::{
        ids::{CompanyId, OrderId, PaymentId, SavedCardId, UserId},
        timestamp::Timestamp,
    },
};

use crate::{
    account,
    orders::{NOW, bakery, blue, fill},
};

const STRIPE: Provider = Provider::Stripe;

/// Orders two mugs by card. The payment has a reference.
async fn order(db: &Db, id: i64, customer: UserId, company: CompanyId, total: i64) {
    let new = checkout::Checkout {
        payment: PaymentId(id),
        customer,
        orders: [(company, OrderId(id))].into(),
        expected_total: Some(total),
        client_id: None,
        provider: STRIPE,
    };
    checkout::checkout(db, &new, NOW).await.unwrap();
    lookup::set_reference(db, PaymentId(id), &format!("pi_{id}")).await.unwrap();
}

async fn apply(db: &Db, id: i64, event: &str, to: PaymentState) -> PaymentState {
    let event = PaymentEvent { id: event.to_owned(), to, reference: None, card: None, failure: None };
    settle::settle(db, PaymentId(id), &event, NOW).await.unwrap().0.state
}

#[tokio::test]
async fn refunds_are_promised_with_the_order_and_sent_once() {
    both(async |db| {
        let (company, _, mug) = bakery(&db, 1).await;
        let zoe = account(&db, 20, "zoe").await;
        let total = fill(&db, zoe, &blue(1, company, mug, 2)).await.total;
        order(&db, 30, zoe, company, total).await;
        apply(&db, 30, "paid", PaymentState::Paid).await;
        assert!(provider_refund::due(&db, NOW).await.unwrap().is_empty());
        progress::cancel(&db, zoe, OrderId(30), "", None, NOW).await.unwrap();
        let due = provider_refund::due(&db, NOW).await.unwrap();
        let refund = &due[0];
        assert_eq!((due.len(), refund.amount, refund.payment_reference.as_str()), (1, total, "pi_30"));
        // Each failed try waits longer.
        provider_refund::postpone(&db, refund, NOW).await.unwrap();
        assert!(provider_refund::due(&db, NOW).await.unwrap().is_empty());
        let later = NOW.plus(5 * Timestamp::SECOND);
        let again = provider_refund::due(&db, later).await.unwrap();
        assert_eq!(again[0].tries, 1);
        provider_refund::postpone(&db, &again[0], later).await.unwrap();
        assert!(provider_refund::due(&db, later.plus(9 * Timestamp::SECOND)).await.unwrap().is_empty());
        let last = later.plus(Timestamp::HOUR);
        provider_refund::sent(&db, &again[0], "re_1").await.unwrap();
        assert!(provider_refund::due(&db, last).await.unwrap().is_empty());
        assert_eq!(provider_refund::came_back(&db, "re_unknown").await.unwrap(), None);
        assert_eq!(provider_refund::came_back(&db, "re_1").await.unwrap(), Some(PaymentId(30)));
        assert_eq!(provider_refund::came_back(&db, "re_1").await.unwrap(), None);
        assert!(provider_refund::due(&db, last).await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn refund_of_a_disputed_payment_waits_for_the_end() {
    both(async |db| {
        let (company, _, mug) = bakery(&db, 1).await;
        let zoe = account(&db, 20, "zoe").await;
        let total = fill(&db, zoe, &blue(1, company, mug, 2)).await.total;
        order(&db, 30, zoe, company, total).await;
        apply(&db, 30, "paid", PaymentState::Paid).await;
        assert_eq!(apply(&db, 30, "disputed", PaymentState::Disputed).await, PaymentState::Disputed);
        progress::cancel(&db, zoe, OrderId(30), "", None, NOW).await.unwrap();
        assert_eq!(lookup::any(&db, PaymentId(30)).await.unwrap().state, PaymentState::Disputed);
        assert!(provider_refund::due(&db, NOW).await.unwrap().is_empty());
        assert_eq!(apply(&db, 30, "won", PaymentState::Paid).await, PaymentState::Refunded);
        let due = provider_refund::due(&db, NOW).await.unwrap();
        provider_refund::refused(&db, &due[0]).await.unwrap();
        assert!(provider_refund::due(&db, NOW).await.unwrap().is_empty());
        // The order was sold once.
        let order = view::any(&db, OrderId(30), NOW).await.unwrap();
        let states: Vec<_> = order.changes.iter().map(|step| step.state).collect();
        assert_eq!(states, [OrderState::PendingPayment, OrderState::New, OrderState::Cancelled]);
    })
    .await;
}

#[tokio::test]
async fn payments_without_news_are_looked_up() {
    both(async |db| {
        let (company, _, mug) = bakery(&db, 1).await;
        let zoe = account(&db, 20, "zoe").await;
        let total = fill(&db, zoe, &blue(1, company, mug, 2)).await.total;
        order(&db, 30, zoe, company, total).await;
        let due = async |at: i64| {
            lookup::due(&db, STRIPE, NOW.plus(at)).await.unwrap().iter().map(|one| one.id.0).collect::<Vec<_>>()
        };
        assert_eq!((due(-1).await, due(0).await), (vec![], vec![30]));
        assert!(lookup::due(&db, Provider::Sandbox, NOW).await.unwrap().is_empty());
        lookup::checked(&db, PaymentId(30), NOW.plus(10)).await.unwrap();
        assert_eq!((due(9).await, due(10).await), (vec![], vec![30]));
        assert_eq!(lookup::event_count(&db, PaymentId(30)).await.unwrap(), 0);
        apply(&db, 30, "declined", PaymentState::RequiresMethod).await;
        assert_eq!(lookup::event_count(&db, PaymentId(30)).await.unwrap(), 1);
        assert!(lookup::is_recorded(&db, STRIPE, "declined").await.unwrap());
        assert!(!lookup::is_recorded(&db, Provider::Sandbox, "declined").await.unwrap());

        // An order that ran out is cancelled at the provider, once.
        expiry::sweep(&db, NOW.plus(checkout::HOLD)).await.unwrap();
        assert_eq!(due(10).await, [30]);
        let known = lookup::with_reference(&db, STRIPE, "pi_30").await.unwrap().unwrap();
        assert_eq!((known.id, known.state), (PaymentId(30), PaymentState::Voided));
        assert_eq!(lookup::with_reference(&db, STRIPE, "pi_31").await.unwrap(), None);
        lookup::set_reference(&db, PaymentId(30), "pi_other").await.unwrap();
        assert_eq!(lookup::any(&db, PaymentId(30)).await.unwrap().reference.as_deref(), Some("pi_30"));
        apply(&db, 30, "cancelled", PaymentState::Voided).await;
        assert!(due(checkout::HOLD).await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn cards_have_one_default_and_customers_outlive_their_account() {
    both(async |db| {
        let (zoe, max) = (account(&db, 20, "zoe").await, account(&db, 21, "max").await);
        let card = Card { brand: "visa".to_owned(), last4: "4242".to_owned() };
        let add = async |account, id: i64, provider| {
            let token = format!("pm_{id}");
            let new = NewCard { id: SavedCardId(id), provider, token: &token, card: &card, expiry: Some((4, 2031)) };
            saved_card::add(&db, account, &new, NOW.plus(id)).await.unwrap()
        };
        for id in 1..=CARDS_MAX {
            assert_eq!(add(zoe, id, STRIPE).await, Added::Added);
        }
        assert_eq!(add(zoe, 11, STRIPE).await, Added::TooMany);
        // A known card is no further one, and the other provider has cards of its own.
        assert_eq!(add(zoe, 1, STRIPE).await, Added::Added);
        assert_eq!(add(zoe, 50, Provider::Sandbox).await, Added::Added);
        let cards = saved_card::list(&db, zoe, STRIPE).await.unwrap();
        assert_eq!((cards.len(), cards[0].id, cards[1].id), (10, SavedCardId(1), SavedCardId(10)));
        assert_eq!((cards[0].exp_month, cards[0].exp_year), (Some(4), Some(2031)));
        assert!(saved_card::set_default(&db, max, STRIPE, SavedCardId(2)).await.is_err());
        saved_card::set_default(&db, zoe, STRIPE, SavedCardId(2)).await.unwrap();
        let cards = saved_card::list(&db, zoe, STRIPE).await.unwrap();
        assert_eq!(cards.iter().filter(|card| card.is_default).map(|card| card.id.0).collect::<Vec<_>>(), [2]);
        assert!(saved_card::list(&db, zoe, Provider::Sandbox).await.unwrap()[0].is_default);

        customer::add(&db, STRIPE, zoe, "cus_1").await.unwrap();
        customer::add(&db, STRIPE, zoe, "cus_2").await.unwrap();
        assert_eq!(customer::find(&db, STRIPE, zoe).await.unwrap().as_deref(), Some("cus_1"));
        assert_eq!(customer::find(&db, STRIPE, max).await.unwrap(), None);
        deletion::delete(&db, zoe, NOW).await.unwrap();
        assert_eq!(customer::without_account(&db, STRIPE).await.unwrap(), ["cus_1"]);
        assert!(saved_card::list(&db, zoe, STRIPE).await.unwrap().is_empty());
        customer::delete(&db, STRIPE, "cus_1").await.unwrap();
        assert!(customer::without_account(&db, STRIPE).await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn failed_refund_that_the_operator_repeats_counts_once() {
    both(async |db| {
        let (company, _, mug) = bakery(&db, 1).await;
        let zoe = account(&db, 20, "zoe").await;
        let total = fill(&db, zoe, &blue(1, company, mug, 2)).await.total;
        order(&db, 30, zoe, company, total).await;
        apply(&db, 30, "paid", PaymentState::Paid).await;
        let member = company::members(&db, company).await.unwrap()[0];
        let new = NewRefund {
            order: OrderId(30),
            part: RefundedPart::Amount(500),
            reason: String::new(),
            expected_left: total,
            client_id: None,
        };
        refund::refund(&db, (company, member), &new, NOW).await.unwrap();
        let due = provider_refund::due(&db, NOW).await.unwrap();
        provider_refund::sent(&db, &due[0], "re_1").await.unwrap();
        let refunded = async |made: i64| {
            mirrored_refund::apply(&db, PaymentId(30), made, NOW).await.unwrap();
            let payment = lookup::any(&db, PaymentId(30)).await.unwrap();
            assert_eq!(view::any(&db, OrderId(30), NOW).await.unwrap().refunded, payment.refunded);
            payment.refunded
        };
        // One in the dashboard comes before ours fails.
        assert_eq!(refunded(200).await, 700);
        provider_refund::came_back(&db, "re_1").await.unwrap();
        assert_eq!(refunded(200).await, 700);
        assert_eq!((refunded(700).await, refunded(700).await), (700, 700));
        assert_eq!((refunded(800).await, refunded(700).await), (800, 800));
    })
    .await;
}

#[tokio::test]
async fn payment_in_progress_keeps_the_stock_for_a_time() {
    both(async |db| {
        let (company, _, mug) = bakery(&db, 1).await;
        let zoe = account(&db, 20, "zoe").await;
        let total = fill(&db, zoe, &blue(1, company, mug, 2)).await.total;
        order(&db, 30, zoe, company, total).await;
        let end = async || view::any(&db, OrderId(30), NOW).await.unwrap().hold_expires_at;
        let ended = async |after: i64| expiry::sweep(&db, NOW.plus(after)).await.unwrap().orders.len();
        apply(&db, 30, "late", PaymentState::Processing).await;
        assert_eq!((end().await, ended(checkout::HOLD).await), (Some(NOW.plus(PROCESSING_HOLD)), 0));
        apply(&db, 30, "declined", PaymentState::RequiresMethod).await;
        assert_eq!(end().await, Some(NOW.plus(checkout::HOLD)));
        apply(&db, 30, "again", PaymentState::Processing).await;
        assert_eq!((ended(PROCESSING_HOLD - 1).await, ended(PROCESSING_HOLD).await), (0, 1));
        // The answer comes too late, and the stock is still there.
        apply(&db, 30, "paid", PaymentState::Paid).await;
        assert_eq!(view::any(&db, OrderId(30), NOW).await.unwrap().state, OrderState::New);
    })
    .await;
}
