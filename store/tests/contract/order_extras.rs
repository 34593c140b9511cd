//! Stories of delivery fee and tip: they go back with the whole order before it is sent, and stay with a part of it.

use store::{
    Db,
    account::{delivery_address, privacy},
    cart::{Details, NewLine, change, view as carts},
    company,
    fulfilment::Fulfilment,
    invoice::{InvoiceKind, LineKind, view as invoices},
    loyalty::{Programme, card, programme},
    on,
    order::{
        Order, OrderState, Outcome, checkout,
        progress::{self, CompanyStep},
        refund::{self, NewRefund, RefundedPart},
        returns::{self, CompanyReturnStep, NewReturn, ReturnReason, ReturnState, ReturnedUnits},
        view::{self, Scope},
    },
    payment::PaymentState,
    sales::day,
    testing::both,
    types::ids::{AddressId, CompanyId, OfferingId, OrderId, ReturnId, UserId},
};

use crate::{
    account,
    orders::{NOW, address, bakery, checkout as new_checkout, fill, line, pay},
};

/// Bakery that delivers four loaves (10.00) for 3.00 and gets a tip of 2.00.
struct Story {
    bakery: CompanyId,
    bread: OfferingId,
    zoe: UserId,
}

async fn story(db: &Db) -> Story {
    let (bakery, bread, _) = bakery(db, 1).await;
    let zoe = account(db, 20, "zoe").await;
    delivery_address::add(db, zoe, &mut address(60, 40.01), NOW).await.unwrap();
    Story { bakery, bread, zoe }
}

impl Story {
    /// Orders the loaves with the number `id` and pays them.
    async fn order(&self, db: &Db, id: i64) -> Order {
        fill(db, self.zoe, &NewLine { fulfilment: None, ..line(id, self.bakery, self.bread, 4) }).await;
        let details = Details {
            fulfilment: Some(Fulfilment::Delivery),
            address: Some(Some(AddressId(60))),
            tip: Some(200),
            ..Details::default()
        };
        change::set_details(db, self.zoe, self.bakery, &details, NOW).await.unwrap();
        let total = carts::of_company(db, self.zoe, self.bakery, NOW).await.unwrap().total;
        checkout::checkout(db, &new_checkout(id, self.zoe, &[self.bakery], total), NOW).await.unwrap();
        pay(db, id).await;
        self.seen(db, id, Scope::Company(self.bakery)).await
    }

    async fn seen(&self, db: &Db, id: i64, scope: Scope) -> Order {
        view::find(db, OrderId(id), scope, NOW).await.unwrap()
    }

    async fn step(&self, db: &Db, id: i64, to: OrderState) -> Order {
        let member = company::members(db, self.bakery).await.unwrap()[0];
        let step = CompanyStep { to, promised_at: None, note: "Closed".to_owned() };
        progress::set_state(db, self.bakery, member, OrderId(id), &step, NOW).await.unwrap().orders.remove(0)
    }

    async fn sent(&self, db: &Db, id: i64) -> Order {
        let mut order = None;
        for to in [OrderState::Accepted, OrderState::Processing, OrderState::EnRoute] {
            order = Some(self.step(db, id, to).await);
        }
        order.unwrap()
    }

    /// Asks for a return of loaves, which the company pays back.
    async fn return_loaves(&self, db: &Db, id: i64, order: i64, quantity: i64) -> Order {
        let new = NewReturn {
            id: ReturnId(id),
            order: OrderId(order),
            customer: self.zoe,
            units: vec![ReturnedUnits { line: 0, quantity }],
            reason: ReturnReason::Damaged,
            description: String::new(),
            media: Vec::new(),
            client_id: None,
        };
        returns::request(db, &new, NOW).await.unwrap();
        let member = company::members(db, self.bakery).await.unwrap()[0];
        let mut outcome = Outcome::default();
        for to in [ReturnState::Approved, ReturnState::Received, ReturnState::Inspected, ReturnState::Refunded] {
            let step = CompanyReturnStep { to, note: String::new(), restock: false };
            let ids = (OrderId(order), ReturnId(id));
            outcome = returns::company_step(db, (self.bakery, member), ids, &step, NOW).await.unwrap();
        }
        outcome.orders.remove(0)
    }

    /// Income of the day.
    async fn income(&self, db: &Db) -> i64 {
        let today = "2026-11-22".parse().unwrap();
        day::range(db, self.bakery, &today, &today).await.unwrap()[0].income
    }

    /// Kinds and amounts of the lines of the credit notes.
    async fn credited(&self, db: &Db, id: i64) -> Vec<(LineKind, i64)> {
        let documents = invoices::of_order(db, self.zoe, OrderId(id)).await.unwrap();
        let notes = documents.into_iter().filter(|it| it.kind == InvoiceKind::CreditNote);
        notes.flat_map(|note| note.lines).map(|line| (line.kind, line.amount)).collect()
    }
}

#[tokio::test]
async fn cancellation_before_the_order_is_sent_pays_all_back() {
    both(async |db| {
        let story = story(&db).await;
        let order = story.order(&db, 30).await;
        assert_eq!((order.total, order.refund_now), (1_500, 1_500));
        story.step(&db, 30, OrderState::Accepted).await;
        let order = story.step(&db, 30, OrderState::Cancelled).await;
        assert_eq!((order.refunded, order.payment.state), (1_500, PaymentState::Refunded));
        assert_eq!(story.income(&db).await, 0);
    })
    .await;
}

#[tokio::test]
async fn cancellation_of_a_sent_order_keeps_delivery_fee_and_tip() {
    both(async |db| {
        let story = story(&db).await;
        story.order(&db, 30).await;
        assert_eq!(story.sent(&db, 30).await.refund_now, 1_000);
        for _ in 0..2 {
            let order = story.step(&db, 30, OrderState::Cancelled).await;
            assert_eq!((order.refunded, order.payment.state), (1_000, PaymentState::PartiallyRefunded));
        }
        assert_eq!(story.credited(&db, 30).await, [(LineKind::Item, -1_000)]);
        assert_eq!(story.income(&db).await, 500);
    })
    .await;
}

#[tokio::test]
async fn nothing_stays_of_a_sent_order_that_was_not_paid() {
    both(async |db| {
        let story = story(&db).await;
        story.order(&db, 30).await;
        story.sent(&db, 30).await;
        // An order from the time before deliveries had to be paid by card.
        on!(db.write(), at => sqlx::query("UPDATE payment SET provider = 'on_site', state = 'processing'")
            .execute(at).await.map(drop))
        .unwrap();
        let order = story.step(&db, 30, OrderState::Cancelled).await;
        assert_eq!((order.refunded, order.payment.state), (0, PaymentState::Voided));
        assert_eq!(story.income(&db).await, 0);
    })
    .await;
}

#[tokio::test]
async fn return_of_the_whole_order_includes_delivery_fee_and_tip() {
    both(async |db| {
        let story = story(&db).await;
        // Prices without tax: the tax is paid back too.
        on!(db.write(), at => sqlx::query("UPDATE company SET country = 'US'").execute(at).await.map(drop)).unwrap();
        on!(db.write(), at => sqlx::query("UPDATE offering SET vat_rate = 1000").execute(at).await.map(drop)).unwrap();
        db.everything_changed();
        let total = story.order(&db, 30).await.total;
        assert_eq!(total, 1_000 + 300 + 200 + 130);
        story.sent(&db, 30).await;
        let order = story.step(&db, 30, OrderState::Fulfilled).await;
        assert_eq!((order.lines[0].paid, order.return_extras), (1_100, 530));
        let order = story.return_loaves(&db, 40, 30, 4).await;
        assert_eq!((order.refunded, order.return_extras), (total, 0));
        let credited = story.credited(&db, 30).await;
        assert_eq!(credited, [(LineKind::Item, -1_100), (LineKind::Delivery, -330), (LineKind::Tip, -200)]);
        assert_eq!(story.income(&db).await, 0);
    })
    .await;
}

#[tokio::test]
async fn returns_of_parts_leave_delivery_fee_and_tip() {
    both(async |db| {
        let story = story(&db).await;
        story.order(&db, 30).await;
        story.sent(&db, 30).await;
        assert_eq!(story.step(&db, 30, OrderState::Fulfilled).await.return_extras, 500);
        let order = story.return_loaves(&db, 40, 30, 1).await;
        assert_eq!((order.refunded, order.return_extras), (250, 0));
        let order = story.return_loaves(&db, 41, 30, 3).await;
        assert_eq!((order.refunded, order.payment.state), (1_000, PaymentState::PartiallyRefunded));
        assert_eq!(story.credited(&db, 30).await, [(LineKind::Item, -250), (LineKind::Item, -750)]);
    })
    .await;
}

#[tokio::test]
async fn company_sees_the_point_of_an_address_if_it_is_shared() {
    both(async |db| {
        let story = story(&db).await;
        let order = story.order(&db, 100).await;
        let point = |order: &Order| order.address.as_ref().and_then(|address| address.latitude);
        let of_company = async || point(&story.seen(&db, 100, Scope::Company(story.bakery)).await);
        assert_eq!((point(&order), of_company().await), (None, None));
        assert_eq!(order.address.as_ref().map(|address| address.id), Some(AddressId(60)), "its words are shown");
        assert_eq!(point(&story.seen(&db, 100, Scope::Customer(story.zoe)).await), Some(40.01));
        let share =
            async |on| privacy::change(&db, story.zoe, NOW, |privacy| privacy.location_share = on).await.unwrap();
        share(true).await;
        assert_eq!(of_company().await, Some(40.01));
        share(false).await;
        assert_eq!(of_company().await, None);
    })
    .await;
}

#[tokio::test]
async fn parts_that_sum_to_the_whole_keep_no_coins() {
    both(async |db| {
        let story = story(&db).await;
        let rules = Programme { is_active: true, coins_per_unit: 1_000, coin_value: 10, minimum_coins: 0 };
        programme::save(&db, story.bakery, &rules, NOW).await.unwrap();
        story.order(&db, 30).await;
        story.sent(&db, 30).await;
        story.step(&db, 30, OrderState::Fulfilled).await;
        let coins = async || card::find(&db, story.zoe, story.bakery).await.unwrap().coins;
        assert_eq!(coins().await, 10_000);
        let member = company::members(&db, story.bakery).await.unwrap()[0];
        for left in (100..=1_500).rev().step_by(100) {
            let new = NewRefund {
                order: OrderId(30),
                part: RefundedPart::Amount(100),
                reason: "Cold".to_owned(),
                expected_left: left,
                client_id: None,
            };
            refund::refund(&db, (story.bakery, member), &new, NOW).await.unwrap();
        }
        assert_eq!((coins().await, story.income(&db).await), (0, 0));
    })
    .await;
}
