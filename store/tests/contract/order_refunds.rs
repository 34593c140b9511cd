//! Stories of refunds that a company makes by itself: amounts, units, coins, figures and documents.

use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use store::{
    Db, company, dashboard,
    invoice::{Invoice, InvoiceKind, view as invoices},
    loyalty::{Programme, card, programme},
    on,
    order::{
        Order, OrderError, OrderState, Outcome, Refusal,
        checkout::{self as order, Checkout},
        mirrored_refund,
        progress::{self, CompanyStep},
        refund::{self, NewRefund, RefundedPart},
        returns::{self, CompanyReturnStep, NewReturn, ReturnReason, ReturnState, ReturnedUnits},
        settle,
        view::{self, Scope},
    },
    payment::{PaymentState, Provider},
    testing::{both, sqlite},
    types::ids::{CompanyId, OfferingId, OrderId, PaymentId, ReturnId, UserId},
};

use crate::{
    account,
    orders::{NOW, bakery, blue, checkout, event, fill, line, pay, place},
};

/// Order of three loaves (7.50) and two mugs (24.00): 31.50, paid by card.
struct Story {
    company: CompanyId,
    member: UserId,
    zoe: UserId,
    bread: OfferingId,
}

impl Story {
    async fn of(db: &Db) -> Self {
        let (company, bread, mug) = bakery(db, 1).await;
        let zoe = account(db, 20, "zoe").await;
        let rules = Programme { is_active: true, coins_per_unit: 1, coin_value: 10, minimum_coins: 0 };
        programme::save(db, company, &rules, NOW).await.unwrap();
        fill(db, zoe, &line(30, company, bread, 3)).await;
        fill(db, zoe, &blue(31, company, mug, 2)).await;
        place(db, 30, zoe, company, 3_150).await;
        pay(db, 30).await;
        let member = company::members(db, company).await.unwrap()[0];
        Self { company, member, zoe, bread }
    }

    async fn order(&self, db: &Db) -> Order {
        view::find(db, OrderId(30), Scope::Company(self.company), NOW).await.unwrap()
    }

    async fn refund(&self, db: &Db, new: &NewRefund) -> store::order::Result<Outcome> {
        refund::refund(db, (self.company, self.member), new, NOW).await
    }

    async fn step(&self, db: &Db, to: OrderState) -> Order {
        let step = CompanyStep { to, promised_at: None, note: "Closed".to_owned() };
        progress::set_state(db, self.company, self.member, OrderId(30), &step, NOW).await.unwrap().orders.remove(0)
    }

    async fn fulfil(&self, db: &Db) {
        self.step(db, OrderState::Accepted).await;
        self.step(db, OrderState::Fulfilled).await;
    }

    async fn ask_return(&self, db: &Db, units: &[(i64, i64)]) -> store::order::Result<Outcome> {
        let new = NewReturn {
            id: ReturnId(40),
            order: OrderId(30),
            customer: self.zoe,
            units: units.iter().map(|&(line, quantity)| ReturnedUnits { line, quantity }).collect(),
            reason: ReturnReason::Damaged,
            description: String::new(),
            media: Vec::new(),
            client_id: None,
        };
        returns::request(db, &new, NOW).await
    }

    async fn pay_return(&self, db: &Db) -> Order {
        let mut outcome = Outcome::default();
        for to in [ReturnState::Approved, ReturnState::Received, ReturnState::Refunded] {
            let step = CompanyReturnStep { to, note: String::new(), restock: false };
            let ids = (OrderId(30), ReturnId(40));
            outcome = returns::company_step(db, (self.company, self.member), ids, &step, NOW).await.unwrap();
        }
        outcome.orders.remove(0)
    }

    /// Totals of the credit notes.
    async fn credited(&self, db: &Db) -> Vec<i64> {
        let documents = invoices::of_order(db, self.zoe, OrderId(30)).await.unwrap();
        documents.iter().filter(|it| it.kind == InvoiceKind::CreditNote).map(|it| it.total).collect()
    }

    async fn income(&self, db: &Db) -> i64 {
        dashboard::of_company(db, self.company, NOW).await.unwrap().today.income
    }

    async fn coins(&self, db: &Db) -> i64 {
        card::find(db, self.zoe, self.company).await.map_or(0, |card| card.coins)
    }
}

fn new(part: RefundedPart, expected_left: i64) -> NewRefund {
    NewRefund { order: OrderId(30), part, reason: "Spoilt".to_owned(), expected_left, client_id: None }
}

fn amount(amount: i64, expected_left: i64) -> NewRefund {
    new(RefundedPart::Amount(amount), expected_left)
}

fn units(units: &[(i64, i64)], expected_left: i64) -> NewRefund {
    let units = units.iter().map(|&(line, quantity)| ReturnedUnits { line, quantity }).collect();
    new(RefundedPart::Units(units), expected_left)
}

fn refusal<T: std::fmt::Debug>(result: store::order::Result<T>) -> Refusal {
    match result.unwrap_err() {
        OrderError::Refused(refusal) => refusal,
        OrderError::Store(cause) => panic!("{cause}"),
    }
}

#[tokio::test]
async fn company_pays_units_and_an_amount_back() {
    both(async |db| {
        let story = Story::of(&db).await;
        assert_eq!(story.order(&db).await.refundable, 3_150);
        let keyed = NewRefund { client_id: Some("key".to_owned()), ..units(&[(0, 1)], 3_150) };
        let order = story.refund(&db, &keyed).await.unwrap().orders.remove(0);
        assert_eq!(
            (order.refunded, order.refundable, order.payment.state),
            (250, 2_900, PaymentState::PartiallyRefunded)
        );
        let shown = &order.refunds[0];
        assert_eq!((shown.amount, shown.reason.as_str(), shown.lines[0].quantity), (250, "Spoilt", 1));
        assert_eq!(order.lines[0].returnable, 2);
        // A repeat pays nothing. Another request with its key is refused.
        assert_eq!(story.refund(&db, &keyed).await.unwrap().orders[0].refunded, 250);
        // Its answer was lost, and the form shows what is left now.
        let seen = NewRefund { expected_left: 2_900, ..keyed.clone() };
        assert_eq!(story.refund(&db, &seen).await.unwrap().orders[0].refunded, 250);
        let other = NewRefund { reason: "Cold".to_owned(), ..keyed };
        assert_eq!(refusal(story.refund(&db, &other).await), Refusal::KeyReused);

        let order = story.refund(&db, &amount(400, 2_900)).await.unwrap().orders.remove(0);
        assert_eq!((order.refunded, order.refunds.len()), (650, 2));
        assert_eq!(story.credited(&db).await, [-250, -400]);
        assert_eq!(story.income(&db).await, 2_500);
        // The coins follow when the order is fulfilled.
        assert_eq!(story.coins(&db).await, 0);
        story.fulfil(&db).await;
        assert_eq!(story.coins(&db).await, 31 * (3_150 - 650) / 3_150);
        let customer = view::find(&db, OrderId(30), Scope::Customer(story.zoe), NOW).await.unwrap();
        assert_eq!((customer.refunds.len(), customer.refundable), (2, 0));
    })
    .await;
}

#[tokio::test]
async fn refund_is_refused_outside_its_rules() {
    both(async |db| {
        let story = Story::of(&db).await;
        let refused = async |new: NewRefund| refusal(story.refund(&db, &new).await);
        assert_eq!(refused(amount(100, 3_149)).await, Refusal::LeftChanged(3_150));
        for wrong in [0, -1, 3_151, i64::MAX, i64::MIN] {
            assert_eq!(refused(amount(wrong, 3_150)).await, Refusal::RefundAbove(3_150), "{wrong}");
        }
        for wrong in [&[][..], &[(0, 4)], &[(0, 0)], &[(2, 1)], &[(0, 1), (0, 1)]] {
            assert_eq!(refused(units(wrong, 3_150)).await, Refusal::RefundUnits, "{wrong:?}");
        }
        let (rival, ..) = bakery(&db, 2).await;
        let member = company::members(&db, rival).await.unwrap()[0];
        let foreign = refund::refund(&db, (rival, member), &amount(1, 3_150), NOW).await;
        assert!(matches!(foreign, Err(OrderError::Store(store::Error::NotFound))));
        assert_eq!(story.order(&db).await.refunded, 0);

        // Units of a refund cannot be returned, and units of a return cannot be paid back.
        story.refund(&db, &units(&[(0, 2)], 3_150)).await.unwrap();
        story.fulfil(&db).await;
        assert_eq!(refusal(story.ask_return(&db, &[(0, 2)]).await), Refusal::ReturnUnits);
        story.ask_return(&db, &[(0, 1)]).await.unwrap();
        assert_eq!(refused(units(&[(0, 1)], 2_650)).await, Refusal::RefundUnits);

        // An unpaid order, and one that is cancelled.
        fill(&db, story.zoe, &line(50, story.company, story.bread, 1)).await;
        let new = checkout(50, story.zoe, &[story.company], 250);
        order::checkout(&db, &Checkout { provider: Provider::OnSite, ..new }, NOW).await.unwrap();
        let unpaid = NewRefund { order: OrderId(50), ..amount(100, 250) };
        assert_eq!(refused(unpaid.clone()).await, Refusal::NotPaid);
        progress::cancel(&db, story.zoe, OrderId(50), "", None, NOW).await.unwrap();
        assert_eq!(refused(unpaid).await, Refusal::State);
    })
    .await;
}

#[tokio::test]
async fn later_steps_pay_the_rest_only() {
    both(async |db| {
        let story = Story::of(&db).await;
        story.refund(&db, &amount(3_000, 3_150)).await.unwrap();
        story.fulfil(&db).await;
        // The units are worth 24.00, and 1.50 is left.
        story.ask_return(&db, &[(1, 2)]).await.unwrap();
        let order = story.pay_return(&db).await;
        assert_eq!(
            (order.refunded, order.returns[0].refunded, order.payment.state),
            (3_150, 150, PaymentState::Refunded)
        );
        assert_eq!((story.credited(&db).await, story.income(&db).await), (vec![-3_000, -150], 0));
        assert_eq!(story.coins(&db).await, 0);
    })
    .await;
    both(async |db| {
        let story = Story::of(&db).await;
        story.refund(&db, &units(&[(1, 1)], 3_150)).await.unwrap();
        let order = story.step(&db, OrderState::Cancelled).await;
        assert_eq!((order.refunded, order.refundable), (3_150, 0));
        assert_eq!((story.credited(&db).await, story.income(&db).await), (vec![-1_200, -1_950], 0));
    })
    .await;
}

#[tokio::test]
async fn two_refunds_at_once_pay_once() {
    both(async |db| {
        let story = Story::of(&db).await;
        let news: Vec<_> =
            (0..8).map(|n| if n % 2 == 0 { amount(2_000, 3_150) } else { units(&[(1, 2)], 3_150) }).collect();
        let results = futures_util::future::join_all(news.iter().map(|new| story.refund(&db, new))).await;
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
        for refused in results.into_iter().filter(Result::is_err) {
            assert!(matches!(refusal(refused), Refusal::LeftChanged(_)));
        }
        let order = story.order(&db).await;
        assert!([2_000, 2_400].contains(&order.refunded), "{}", order.refunded);
        assert_eq!((order.refunds.len(), story.credited(&db).await), (1, vec![-order.refunded]));
    })
    .await;
}

/// Refund of a random amount or of random units.
fn random(rng: &mut StdRng, left: i64) -> NewRefund {
    if rng.random_bool(0.5) {
        amount(rng.random_range(1..2_000), left)
    } else {
        units(&[(rng.random_range(0..2), rng.random_range(1..4))], left)
    }
}

#[tokio::test]
async fn random_refunds_keep_money_notes_and_figures_equal() {
    for seed in 0..12 {
        let mut rng = StdRng::seed_from_u64(seed);
        let (db, _folder) = sqlite().await;
        let story = Story::of(&db).await;
        for _ in 0..6 {
            let before = story.order(&db).await;
            match story.refund(&db, &random(&mut rng, before.refundable)).await {
                Ok(outcome) => assert!(outcome.orders[0].refunded > before.refunded),
                Err(OrderError::Refused(Refusal::RefundAbove(most))) => assert_eq!(most, before.refundable),
                Err(cause) => assert!(matches!(cause, OrderError::Refused(Refusal::RefundUnits)), "{cause:?}"),
            }
        }
        let is_cancelled = rng.random_bool(0.5);
        if is_cancelled {
            story.step(&db, OrderState::Cancelled).await;
        }
        let order = story.order(&db).await;
        let (paid_back,): (i64,) = on!(db.read(), at => store::testing::sqlx::query_as(
            "SELECT refunded FROM payment WHERE id = 30").fetch_one(at).await)
        .unwrap();
        assert_eq!((paid_back, order.refunded <= order.total), (order.refunded, true), "seed {seed}");
        assert_eq!(story.credited(&db).await.iter().sum::<i64>(), -order.refunded, "seed {seed}");
        let left = if is_cancelled { 0 } else { order.total - order.refunded };
        assert_eq!(story.income(&db).await, left, "seed {seed}");
        let documents = invoices::of_order(&db, story.zoe, OrderId(30)).await.unwrap();
        // A note shows the lines that it takes back.
        for line in &documents[0].lines {
            let of_line =
                |it: &Invoice| it.lines.iter().filter(|one| one.name == line.name).map(|one| one.amount).sum::<i64>();
            let sum: i64 = documents.iter().map(of_line).sum();
            assert!((0..=line.amount).contains(&sum), "seed {seed}, {}: {sum}", line.name);
        }
    }
}

#[tokio::test]
async fn refund_at_the_provider_moves_coins_and_figures() {
    both(async |db| {
        let story = Story::of(&db).await;
        story.fulfil(&db).await;
        assert_eq!(story.coins(&db).await, 31);
        // A repeat, and a sum that was read before, have no effect.
        for made in [100, 400, 400, 100] {
            let (_, fits) = mirrored_refund::apply(&db, PaymentId(30), made, NOW).await.unwrap();
            assert!(fits);
        }
        let order = story.order(&db).await;
        assert_eq!((order.refunded, order.refundable, order.refunds.len()), (400, 2_750, 2));
        assert_eq!((story.income(&db).await, story.credited(&db).await), (2_750, vec![-100, -300]));
        assert_eq!(story.coins(&db).await, 31 * (3_150 - 400) / 3_150);
        let (outcome, fits) = mirrored_refund::apply(&db, PaymentId(30), 3_200, NOW).await.unwrap();
        assert_eq!((outcome.orders[0].refunded, fits), (3_150, false));
        assert_eq!((story.income(&db).await, story.coins(&db).await), (0, 0));
    })
    .await;
}

#[tokio::test]
async fn lost_dispute_takes_income_and_coins_back() {
    for (lost, left) in [(None, 0), (Some(1_150), 2_000)] {
        both(async |db| {
            let story = Story::of(&db).await;
            story.fulfil(&db).await;
            settle::settle(&db, PaymentId(30), &event("open", PaymentState::Disputed), NOW).await.unwrap();
            assert_eq!(story.income(&db).await, 3_150);
            for id in ["lost", "lost", "again"] {
                let lose = event(id, PaymentState::ChargedBack);
                mirrored_refund::charged_back(&db, PaymentId(30), &lose, lost, NOW).await.unwrap();
            }
            let order = story.order(&db).await;
            assert_eq!((order.state, order.payment.state), (OrderState::Fulfilled, PaymentState::ChargedBack));
            assert_eq!((order.refunded, order.refundable), (3_150 - left, 0));
            assert_eq!((story.income(&db).await, story.credited(&db).await), (left, vec![left - 3_150]));
            assert_eq!(story.coins(&db).await, 31 * left / 3_150);
        })
        .await;
    }
}
