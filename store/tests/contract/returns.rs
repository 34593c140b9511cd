//! Stories of returns: units that come back, and the money, coins, stock and figures that follow.

use store::{
    Db,
    account::{contact_erasure, deletion},
    cart::{NewLine, change, view as carts},
    company, dashboard,
    invoice::{self, InvoiceKind},
    loyalty::{Programme, card, programme},
    media::{self, MediaKind, NewMedia},
    order::{
        Order, OrderError, OrderState, Outcome, Refusal,
        checkout::{self, Checkout},
        progress::{self, CompanyStep},
        returns::{self, CompanyReturnStep, NewReturn, ReturnReason, ReturnState, ReturnedUnits},
        settle,
        view::{self, Scope},
    },
    payment::{PaymentEvent, PaymentState, Provider},
    testing::{both, count},
    types::{
        ids::{CompanyId, MediaId, OrderId, PaymentId, ReturnId, UserId},
        timestamp::Timestamp,
    },
};

use crate::{
    account,
    orders::{NOW, bakery, blue, fill, left, line},
};

/// Places, pays and receives an order of these lines.
async fn receive(db: &Db, id: i64, who: UserId, company: CompanyId, lines: &[NewLine]) -> Order {
    for line in lines {
        fill(db, who, line).await;
    }
    let total = carts::of_company(db, who, company, NOW).await.unwrap().total;
    let new = Checkout {
        payment: PaymentId(id),
        customer: who,
        orders: [(company, OrderId(id))].into(),
        expected_total: Some(total),
        client_id: None,
        provider: Provider::Sandbox,
    };
    checkout::checkout(db, &new, NOW).await.unwrap();
    let event = PaymentEvent { id: id.to_string(), to: PaymentState::Paid, reference: None, card: None, failure: None };
    settle::settle(db, PaymentId(id), &event, NOW).await.unwrap();
    let member = company::members(db, company).await.unwrap()[0];
    let mut outcome = Outcome::default();
    for to in [OrderState::Accepted, OrderState::Fulfilled] {
        let step = CompanyStep { to, promised_at: None, note: String::new() };
        outcome = progress::set_state(db, company, member, OrderId(id), &step, NOW).await.unwrap();
    }
    outcome.orders.remove(0)
}

fn new(id: i64, order: i64, customer: UserId, units: &[(i64, i64)]) -> NewReturn {
    NewReturn {
        id: ReturnId(id),
        order: OrderId(order),
        customer,
        units: units.iter().map(|&(line, quantity)| ReturnedUnits { line, quantity }).collect(),
        reason: ReturnReason::Damaged,
        description: "Broken".to_owned(),
        media: Vec::new(),
        client_id: None,
    }
}

async fn step(db: &Db, company: CompanyId, (order, id): (i64, i64), to: ReturnState) -> order::Result<Outcome> {
    let member = company::members(db, company).await.unwrap()[0];
    let step = CompanyReturnStep { to, note: "Note".to_owned(), restock: true };
    returns::company_step(db, (company, member), (OrderId(order), ReturnId(id)), &step, NOW).await
}

/// Approves a return and receives it.
async fn take_back(db: &Db, company: CompanyId, order: i64, id: i64) {
    for to in [ReturnState::Approved, ReturnState::Received] {
        step(db, company, (order, id), to).await.unwrap();
    }
}

async fn refund(db: &Db, company: CompanyId, order: i64, id: i64) -> Outcome {
    take_back(db, company, order, id).await;
    step(db, company, (order, id), ReturnState::Inspected).await.unwrap();
    step(db, company, (order, id), ReturnState::Refunded).await.unwrap()
}

async fn replace(db: &Db, company: CompanyId, restock: bool) -> order::Result<Outcome> {
    let member = company::members(db, company).await.unwrap()[0];
    let step = CompanyReturnStep { to: ReturnState::Replaced, note: String::new(), restock };
    returns::company_step(db, (company, member), (OrderId(30), ReturnId(40)), &step, NOW).await
}

fn refusal<T: std::fmt::Debug>(result: order::Result<T>) -> Refusal {
    match result.unwrap_err() {
        OrderError::Refused(refusal) => refusal,
        OrderError::Store(cause) => panic!("{cause}"),
    }
}

use store::order;

#[tokio::test]
async fn open_return_of_a_deleted_account_keeps_its_contact() {
    both(async |db| {
        let (company, bread, _) = bakery(&db, 1).await;
        let zoe = account(&db, 20, "zoe").await;
        receive(&db, 30, zoe, company, &[line(30, company, bread, 1)]).await;
        returns::request(&db, &new(40, 30, zoe, &[(0, 1)]), NOW).await.unwrap();
        deletion::delete(&db, zoe, NOW).await.unwrap();
        let shown = async || {
            contact_erasure::erase_ended(&db, NOW).await.unwrap();
            let order = view::find(&db, OrderId(30), Scope::Company(company), NOW).await.unwrap();
            (order.customer_name, order.returns[0].description.clone())
        };
        assert_eq!(shown().await, ("Zoe Lind".to_owned(), "Broken".to_owned()));
        refund(&db, company, 30, 40).await;
        assert_eq!(shown().await, (String::new(), String::new()));
    })
    .await;
}

#[tokio::test]
async fn return_pays_back_units_and_restocks_them() {
    both(async |db| {
        let (company, bread, mug) = bakery(&db, 1).await;
        let zoe = account(&db, 20, "zoe").await;
        let rules = Programme { is_active: true, coins_per_unit: 1, coin_value: 10, minimum_coins: 0 };
        programme::save(&db, company, &rules, NOW).await.unwrap();
        let lines = [line(30, company, bread, 3), blue(31, company, mug, 2)];
        let order = receive(&db, 30, zoe, company, &lines).await;
        assert_eq!((order.total, order.return_until), (3_150, Some(NOW.plus(14 * Timestamp::DAY))));
        assert!(order.can.request_return);
        assert_eq!(card::find(&db, zoe, company).await.unwrap().coins, 31);
        let mugs = order.lines.iter().position(|line| line.product_id == Some(mug)).unwrap();
        let (mugs, loaves) = (i64::try_from(mugs).unwrap(), 1 - i64::try_from(mugs).unwrap());

        let asked = NewReturn { client_id: Some("key".to_owned()), ..new(40, 30, zoe, &[(mugs, 1), (loaves, 1)]) };
        for _ in 0..2 {
            let outcome = returns::request(&db, &asked, NOW).await.unwrap();
            assert_eq!(outcome.orders[0].returns.len(), 1);
        }
        let other = NewReturn { description: "Torn".to_owned(), ..asked };
        assert_eq!(refusal(returns::request(&db, &other, NOW).await), Refusal::KeyReused);
        let outcome = refund(&db, company, 30, 40).await;
        let order = &outcome.orders[0];
        assert_eq!((order.refunded, order.payment.state), (1_450, PaymentState::PartiallyRefunded));
        assert!(!outcome.changes[0].1.is_empty());
        assert_eq!(left(&db, zoe, company, mug).await, Some(1));
        // The card keeps the coins of 54 %: 1,700 of 3,150.
        assert_eq!(card::find(&db, zoe, company).await.unwrap().coins, 31 * 1_700 / 3_150);
        let steps: Vec<_> = order.returns[0].changes.iter().map(|step| step.state).collect();
        assert_eq!(
            steps,
            [
                ReturnState::Requested,
                ReturnState::Approved,
                ReturnState::Received,
                ReturnState::Inspected,
                ReturnState::Refunded
            ]
        );
        // A repeat pays nothing, and adds nothing to the stock.
        let again = step(&db, company, (30, 40), ReturnState::Refunded).await.unwrap();
        assert_eq!(again.orders[0].refunded, 1_450);
        assert_eq!(left(&db, zoe, company, mug).await, Some(1));

        // The rest: exactly the total is paid back.
        returns::request(&db, &new(41, 30, zoe, &[(mugs, 1), (loaves, 2)]), NOW).await.unwrap();
        let order = refund(&db, company, 30, 41).await.orders.remove(0);
        assert_eq!((order.refunded, order.payment.state), (3_150, PaymentState::Refunded));
        assert_eq!(card::find(&db, zoe, company).await.unwrap().coins, 0);
        assert!(!order.can.request_return);
        let documents = invoice::view::of_order(&db, zoe, OrderId(30)).await.unwrap();
        let notes: Vec<_> = documents.iter().filter(|it| it.kind == InvoiceKind::CreditNote).collect();
        assert_eq!(notes.iter().map(|note| note.total).sum::<i64>(), -3_150);
        assert_eq!(notes.iter().map(|note| note.vat).sum::<i64>(), -documents[0].vat);
        let shown = dashboard::of_company(&db, company, NOW).await.unwrap();
        assert_eq!((shown.today.orders, shown.today.income), (1, 0));
        step(&db, company, (30, 41), ReturnState::Closed).await.unwrap();
        assert_eq!(refusal(returns::request(&db, &new(42, 30, zoe, &[(mugs, 1)]), NOW).await), Refusal::ReturnUnits);
    })
    .await;
}

#[tokio::test]
async fn replacement_leaves_the_stock() {
    both(async |db| {
        let (company, _, mug) = bakery(&db, 1).await;
        let zoe = account(&db, 20, "zoe").await;
        receive(&db, 30, zoe, company, &[blue(31, company, mug, 1)]).await;
        returns::request(&db, &new(40, 30, zoe, &[(0, 1)]), NOW).await.unwrap();
        take_back(&db, company, 30, 40).await;
        // The broken one is thrown away, and another leaves the shelf.
        replace(&db, company, false).await.unwrap();
        assert_eq!(left(&db, zoe, company, mug).await, Some(0));
    })
    .await;
}

#[tokio::test]
async fn replacement_needs_a_unit_in_stock() {
    both(async |db| {
        let (company, _, mug) = bakery(&db, 1).await;
        let zoe = account(&db, 20, "zoe").await;
        receive(&db, 30, zoe, company, &[blue(31, company, mug, 2)]).await;
        returns::request(&db, &new(40, 30, zoe, &[(0, 1)]), NOW).await.unwrap();
        take_back(&db, company, 30, 40).await;
        assert_eq!(refusal(replace(&db, company, false).await), Refusal::SoldOut);
        // The returned one is as good as new, so another takes its place.
        replace(&db, company, true).await.unwrap();
        assert_eq!(left(&db, zoe, company, mug).await, Some(0));
    })
    .await;
}

#[tokio::test]
async fn return_is_refused_outside_its_rules() {
    both(async |db| {
        let (company, bread, _) = bakery(&db, 1).await;
        let (other, ..) = bakery(&db, 2).await;
        let (zoe, max) = (account(&db, 20, "zoe").await, account(&db, 21, "max").await);
        receive(&db, 30, zoe, company, &[line(30, company, bread, 2)]).await;
        let ask = async |id, who, units: &[(i64, i64)], at| returns::request(&db, &new(id, 30, who, units), at).await;
        assert!(matches!(ask(40, max, &[(0, 1)], NOW).await, Err(OrderError::Store(store::Error::NotFound))));
        for units in [&[][..], &[(0, 3)], &[(0, 0)], &[(1, 1)]] {
            assert_eq!(refusal(ask(40, zoe, units, NOW).await), Refusal::ReturnUnits);
        }
        let late = NOW.plus(14 * Timestamp::DAY);
        assert_eq!(refusal(ask(40, zoe, &[(0, 1)], late).await), Refusal::ReturnTooLate);
        assert!(!view::find(&db, OrderId(30), Scope::Customer(zoe), late).await.unwrap().can.request_return);
        let foreign = NewMedia::new(MediaId(7), media::new_key(), max, MediaKind::Image, "image/webp", 9, NOW);
        media::insert(&db, &foreign).await.unwrap();
        let with = NewReturn { media: vec![MediaId(7)], ..new(40, 30, zoe, &[(0, 1)]) };
        assert_eq!(refusal(returns::request(&db, &with, NOW).await), Refusal::ReturnMedia);
        assert_eq!(count(&db, "order_return").await, 0);

        // Two at once ask for the last units: one gets them.
        let (one, two) = (new(41, 30, zoe, &[(0, 2)]), new(42, 30, zoe, &[(0, 2)]));
        let (one, two) = tokio::join!(returns::request(&db, &one, NOW), returns::request(&db, &two, NOW));
        assert_eq!([one.is_ok(), two.is_ok()].into_iter().filter(|ok| *ok).count(), 1);
        let id = view::find(&db, OrderId(30), Scope::Customer(zoe), NOW).await.unwrap().returns[0].id.0;
        assert_eq!(refusal(step(&db, company, (30, id), ReturnState::Refunded).await), Refusal::ReturnState);
        assert!(step(&db, other, (30, id), ReturnState::Approved).await.is_err());
        let ids = (OrderId(30), ReturnId(id));
        let by_customer = async |to| returns::customer_step(&db, zoe, ids, to, NOW).await;
        assert_eq!(refusal(by_customer(ReturnState::Approved).await), Refusal::ReturnState);
        step(&db, company, (30, id), ReturnState::Approved).await.unwrap();
        by_customer(ReturnState::InTransit).await.unwrap();
        assert_eq!(refusal(by_customer(ReturnState::Closed).await), Refusal::ReturnState);
        step(&db, company, (30, id), ReturnState::Received).await.unwrap();
        let order = step(&db, company, (30, id), ReturnState::Replaced).await.unwrap().orders.remove(0);
        assert_eq!((order.refunded, order.lines[0].returnable), (0, 0));
    })
    .await;
}

#[tokio::test]
async fn spent_coins_come_back_with_the_units() {
    both(async |db| {
        let (company, bread, _) = bakery(&db, 1).await;
        let zoe = account(&db, 20, "zoe").await;
        let rules = Programme { is_active: true, coins_per_unit: 10, coin_value: 10, minimum_coins: 0 };
        programme::save(&db, company, &rules, NOW).await.unwrap();
        receive(&db, 30, zoe, company, &[line(30, company, bread, 4)]).await;
        let coins = async || card::find(&db, zoe, company).await.unwrap().coins;
        assert_eq!(coins().await, 100);
        fill(&db, zoe, &line(31, company, bread, 4)).await;
        let details = store::cart::Details { use_coins: Some(true), ..Default::default() };
        change::set_details(&db, zoe, company, &details, NOW).await.unwrap();
        // The coins pay all of it.
        let order = receive(&db, 31, zoe, company, &[]).await;
        assert_eq!((order.total, coins().await), (0, 0));
        returns::request(&db, &new(40, 31, zoe, &[(0, 1)]), NOW).await.unwrap();
        let order = refund(&db, company, 31, 40).await.orders.remove(0);
        assert_eq!((order.refunded, coins().await), (0, 25));
        // The first order goes back: its coins were spent, and the card owes them.
        returns::request(&db, &new(41, 30, zoe, &[(0, 4)]), NOW).await.unwrap();
        refund(&db, company, 30, 41).await;
        assert_eq!(coins().await, -75);
    })
    .await;
}

#[tokio::test]
async fn file_of_a_return_stays_until_its_account_goes() {
    both(async |db| {
        let (company, bread, _) = bakery(&db, 1).await;
        let zoe = account(&db, 20, "zoe").await;
        receive(&db, 30, zoe, company, &[line(30, company, bread, 2)]).await;
        for id in [7, 8] {
            let file = NewMedia::new(MediaId(id), media::new_key(), zoe, MediaKind::Image, "image/webp", 9, NOW);
            media::insert(&db, &file).await.unwrap();
        }
        let with = NewReturn { media: vec![MediaId(7)], ..new(40, 30, zoe, &[(0, 1)]) };
        let order = returns::request(&db, &with, NOW).await.unwrap().orders.remove(0);
        assert_eq!(order.returns[0].media[0].id, MediaId(7));
        let later = NOW.plus(2 * Timestamp::DAY);
        assert_eq!(media::forget_unused(&db, later, 10).await.unwrap(), 1);
        assert_eq!(count(&db, "media").await, 1);
        store::account::deletion::delete(&db, zoe, later).await.unwrap();
        assert_eq!((count(&db, "media").await, count(&db, "order_return_media").await), (0, 0));
    })
    .await;
}
