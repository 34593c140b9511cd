use store::{
    Db,
    cart::{
        self, Details, LineProblem, Problem,
        change::{self, ChosenOption},
        promo_code::{PromoKind, PromoProblem},
    },
    fulfilment::Fulfilment,
    order::{
        OrderError, OrderState, PayableOrder, Refusal,
        checkout::{self, Checkout},
        progress,
        refund::{self, NewRefund, RefundedPart},
        take_out_ended,
        view::{self, Scope},
    },
    payment::{PaymentEvent, PaymentState, Provider, lookup},
    testing::{both, market, sqlx},
    types::{
        ids::{AddressId, CompanyId, OfferingId, OrderId, PaymentId, UserId},
        timestamp::Timestamp,
    },
};

use crate::{
    account,
    orders::{NOW, address, bakery, checkout, contact, event, fill, line, pay, step},
};

/// Orders 30 (500) at company 1 and 31 (250) at company 2, which payment 30 pays.
async fn two_orders(db: &Db, provider: Provider) -> (UserId, [(CompanyId, OfferingId); 2]) {
    let (first, bread, _) = bakery(db, 1).await;
    let (second, roll, _) = bakery(db, 2).await;
    let zoe = account(db, 20, "zoe").await;
    let total = fill(db, zoe, &line(1, first, bread, 2)).await.total;
    let total = total + fill(db, zoe, &line(2, second, roll, 1)).await.total;
    let new = Checkout { provider, ..checkout(30, zoe, &[first, second], total) };
    checkout::checkout(db, &new, NOW).await.unwrap();
    (zoe, [(first, bread), (second, roll)])
}

async fn payment_state(db: &Db, id: i64) -> PaymentState {
    view::any(db, OrderId(id), NOW).await.unwrap().payment.state
}

async fn hand_over(db: &Db, company: CompanyId, id: i64) {
    for to in [OrderState::Accepted, OrderState::Fulfilled] {
        progress::set_state(db, company, market::owner(company), OrderId(id), &step(to), NOW).await.unwrap();
    }
}

#[tokio::test]
async fn order_cancelled_before_the_payment_is_not_charged() {
    both(async |db| {
        let (zoe, _) = two_orders(&db, Provider::Sandbox).await;
        progress::cancel(&db, zoe, OrderId(31), "Too late", None, NOW).await.unwrap();
        let order = view::find(&db, OrderId(30), Scope::Customer(zoe), NOW).await.unwrap();
        assert_eq!((order.payment.amount, order.payment.order_ids.as_slice()), (500, [OrderId(30)].as_slice()));
        let paid = pay(&db, 30).await;
        assert_eq!(lookup::any(&db, PaymentId(30)).await.unwrap().amount, 500);
        let states: Vec<_> = paid.orders.iter().map(|order| (order.state, order.payment.state, order.waived)).collect();
        assert_eq!(
            states,
            [(OrderState::New, PaymentState::Paid, 0), (OrderState::Cancelled, PaymentState::Voided, 250)]
        );
    })
    .await;
}

#[tokio::test]
async fn payment_is_reduced_before_the_next_attempt() {
    both(async |db| {
        let (zoe, _) = two_orders(&db, Provider::Stripe).await;
        let declined = PaymentEvent { reference: Some("pi_1".to_owned()), ..event("no", PaymentState::RequiresMethod) };
        store::order::settle::settle(&db, PaymentId(30), &declined, NOW).await.unwrap();
        progress::cancel(&db, zoe, OrderId(31), "Too late", None, NOW).await.unwrap();
        assert_eq!(lookup::any(&db, PaymentId(30)).await.unwrap().amount, 750);
        let payable = PayableOrder::find(&db, zoe, OrderId(30)).await.unwrap();
        assert_eq!(payable.new_amount(), Some(500));
        let order = view::find(&db, OrderId(30), Scope::Customer(zoe), NOW).await.unwrap();
        assert_eq!(order.payment.amount, 500);

        let other = take_out_ended(&db, PaymentId(30), 499, NOW).await.unwrap_err();
        assert!(matches!(other, OrderError::Refused(Refusal::State)));
        assert_eq!(take_out_ended(&db, PaymentId(30), 500, NOW).await.unwrap().amount, 500);
        let payable = PayableOrder::find(&db, zoe, OrderId(30)).await.unwrap();
        assert_eq!((payable.payment.amount, payable.new_amount()), (500, None));
        pay(&db, 30).await;
        assert_eq!(lookup::any(&db, PaymentId(30)).await.unwrap().refunded, 0);
    })
    .await;
}

#[tokio::test]
async fn card_that_is_charged_for_a_cancelled_order_is_paid_back() {
    both(async |db| {
        let (zoe, _) = two_orders(&db, Provider::Sandbox).await;
        let late = PaymentEvent { reference: Some("pi_1".to_owned()), ..event("late", PaymentState::Processing) };
        store::order::settle::settle(&db, PaymentId(30), &late, NOW).await.unwrap();
        progress::cancel(&db, zoe, OrderId(31), "Too late", None, NOW).await.unwrap();
        pay(&db, 30).await;
        let payment = lookup::any(&db, PaymentId(30)).await.unwrap();
        assert_eq!((payment.amount, payment.refunded), (750, 250));
        assert_eq!(payment_state(&db, 30).await, PaymentState::Paid);
        assert_eq!(payment_state(&db, 31).await, PaymentState::Refunded);
    })
    .await;
}

#[tokio::test]
async fn order_that_is_paid_alone_is_not_charged_with_the_others() {
    both(async |db| {
        let (zoe, [(first, _), _]) = two_orders(&db, Provider::Sandbox).await;
        checkout::checkout(&db, &checkout(40, zoe, &[first], 500), NOW).await.unwrap();
        pay(&db, 40).await;
        pay(&db, 30).await;
        let payment = lookup::any(&db, PaymentId(30)).await.unwrap();
        assert_eq!((payment.amount, payment.refunded, payment.state), (250, 0, PaymentState::Paid));
        assert_eq!(payment_state(&db, 30).await, PaymentState::Voided);
        assert_eq!(payment_state(&db, 31).await, PaymentState::Paid);
    })
    .await;
}

#[tokio::test]
async fn order_on_site_is_paid_when_it_is_handed_over() {
    both(async |db| {
        let (zoe, [(first, _), (second, _)]) = two_orders(&db, Provider::OnSite).await;
        hand_over(&db, first, 30).await;
        assert_eq!(payment_state(&db, 30).await, PaymentState::Paid);
        assert_eq!(payment_state(&db, 31).await, PaymentState::Processing);
        let part = NewRefund {
            order: OrderId(30),
            part: RefundedPart::Amount(100),
            reason: "Burnt".to_owned(),
            expected_left: 500,
            client_id: None,
        };
        refund::refund(&db, (first, market::owner(first)), &part, NOW).await.unwrap();
        assert_eq!(payment_state(&db, 30).await, PaymentState::PartiallyRefunded);

        progress::cancel(&db, zoe, OrderId(31), "Too late", None, NOW).await.unwrap();
        assert_eq!(payment_state(&db, 31).await, PaymentState::Voided);
        let payment = lookup::any(&db, PaymentId(30)).await.unwrap();
        assert_eq!((payment.state, payment.amount - payment.refunded), (PaymentState::Paid, 400));
        let unpaid = NewRefund { order: OrderId(31), expected_left: 0, ..part };
        let refused = refund::refund(&db, (second, market::owner(second)), &unpaid, NOW).await.unwrap_err();
        assert!(matches!(refused, OrderError::Refused(_)));
    })
    .await;
}

#[tokio::test]
async fn order_on_site_that_is_cancelled_first_is_never_paid() {
    both(async |db| {
        let (zoe, [(first, _), _]) = two_orders(&db, Provider::OnSite).await;
        progress::cancel(&db, zoe, OrderId(31), "Too late", None, NOW).await.unwrap();
        hand_over(&db, first, 30).await;
        let payment = lookup::any(&db, PaymentId(30)).await.unwrap();
        assert_eq!((payment.state, payment.amount), (PaymentState::Paid, 500));
        assert_eq!(payment_state(&db, 31).await, PaymentState::Voided);
    })
    .await;
}

#[tokio::test]
async fn refund_of_one_order_leaves_the_payment_of_the_other_as_it_is() {
    both(async |db| {
        let (zoe, _) = two_orders(&db, Provider::Sandbox).await;
        pay(&db, 30).await;
        progress::cancel(&db, zoe, OrderId(31), "Too late", None, NOW).await.unwrap();
        assert_eq!(payment_state(&db, 30).await, PaymentState::Paid);
        assert_eq!(payment_state(&db, 31).await, PaymentState::Refunded);
    })
    .await;
}

#[tokio::test]
async fn what_is_put_into_the_cart_after_the_checkout_stays() {
    both(async |db| {
        let (company, bread, mug) = bakery(&db, 1).await;
        let zoe = account(&db, 20, "zoe").await;
        let sliced = ChosenOption { group: "Cut".to_owned(), choice: "Sliced".to_owned() };
        let cut = store::cart::NewLine { options: vec![sliced], ..line(1, company, bread, 2) };
        let total = fill(&db, zoe, &cut).await.total;
        checkout::checkout(&db, &checkout(30, zoe, &[company], total), NOW).await.unwrap();
        let later = NOW.plus(Timestamp::MINUTE);
        for more in [cut, line(2, company, bread, 3), crate::orders::blue(3, company, mug, 1)] {
            change::add(&db, zoe, &more, later).await.unwrap();
        }
        pay(&db, 30).await;
        let cart = cart::view::of_company(&db, zoe, company, later).await.unwrap();
        let left: Vec<_> = cart.lines.iter().map(|line| (line.product_id, line.options.len(), line.quantity)).collect();
        assert_eq!(left, [(bread, 1, 2), (bread, 0, 3), (mug, 0, 1)]);
    })
    .await;
}

#[tokio::test]
async fn option_that_is_required_later_must_be_chosen() {
    both(async |db| {
        let (company, bread, _) = bakery(&db, 1).await;
        let zoe = account(&db, 20, "zoe").await;
        fill(&db, zoe, &line(1, company, bread, 1)).await;
        let options = r#"[{"name": "Size", "required": true, "max": 1, "choices": [{"name": "Large", "price": 50}]}]"#;
        store::on!(db.write(), at => sqlx::query("UPDATE offering SET options = $2 WHERE id = $1").bind(bread).bind(options)
            .execute(at).await.map(drop))
        .unwrap();
        db.everything_changed();
        let cart = cart::view::of_company(&db, zoe, company, NOW).await.unwrap();
        assert_eq!((cart.problems, cart.lines[0].problem), (vec![Problem::Lines], Some(LineProblem::OptionMissing)));
    })
    .await;
}

#[tokio::test]
async fn promo_code_names_the_reason_against_it() {
    both(async |db| {
        let (company, bread, _) = bakery(&db, 1).await;
        let zoe = account(&db, 20, "zoe").await;
        market::promo_code(&db, 1, company, "SHIPFREE", PromoKind::FreeDelivery, 0).await;
        fill(&db, zoe, &line(1, company, bread, 4)).await;
        store::account::delivery_address::add(&db, zoe, &mut address(1, 40.01), NOW).await.unwrap();
        let with = async |code: &str, fulfilment| {
            let details = Details {
                promo_code: Some(Some(code.to_owned())),
                fulfilment: Some(fulfilment),
                address: Some(Some(AddressId(1))),
                ..contact()
            };
            change::set_details(&db, zoe, company, &details, NOW).await.unwrap();
            cart::view::of_company(&db, zoe, company, NOW).await.unwrap().promo_problem
        };
        assert_eq!(with("SHIPFREE", Fulfilment::Delivery).await, None);
        assert_eq!(with("SHIPFREE", Fulfilment::Collect).await, Some(PromoProblem::NoDeliveryFee));
        assert_eq!(with("SHIPFRE", Fulfilment::Delivery).await, Some(PromoProblem::Unknown));
    })
    .await;
}

#[tokio::test]
async fn delivery_is_not_paid_on_site() {
    both(async |db| {
        let (company, bread, _) = bakery(&db, 1).await;
        let zoe = account(&db, 20, "zoe").await;
        fill(&db, zoe, &line(1, company, bread, 4)).await;
        store::account::delivery_address::add(&db, zoe, &mut address(1, 40.01), NOW).await.unwrap();
        let delivered =
            Details { fulfilment: Some(Fulfilment::Delivery), address: Some(Some(AddressId(1))), ..contact() };
        change::set_details(&db, zoe, company, &delivered, NOW).await.unwrap();
        let total = cart::view::of_company(&db, zoe, company, NOW).await.unwrap().total;
        let new = Checkout { provider: Provider::OnSite, ..checkout(30, zoe, &[company], total) };
        let refused = checkout::checkout(&db, &new, NOW).await.unwrap_err();
        assert!(matches!(refused, OrderError::Refused(Refusal::PaidByCard)));
        let new = Checkout { provider: Provider::Sandbox, ..new };
        checkout::checkout(&db, &new, NOW).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn received_is_the_last_answer() {
    both(async |db| {
        let (zoe, [(first, _), _]) = two_orders(&db, Provider::Sandbox).await;
        pay(&db, 30).await;
        hand_over(&db, first, 30).await;
        for (answer, is_taken) in [(false, true), (false, true), (true, true), (true, true), (false, false)] {
            let taken = progress::answer_received(&db, zoe, OrderId(30), answer, NOW).await;
            assert_eq!(taken.is_ok(), is_taken, "{answer}");
        }
    })
    .await;
}

#[tokio::test]
async fn lines_of_a_guest_outlive_an_earlier_order() {
    both(async |db| {
        let (company, bread, mug) = bakery(&db, 1).await;
        let zoe = account(&db, 20, "zoe").await;
        let guest = UserId(50);
        store::account::create(&db, &store::account::guest::new_guest(guest, NOW).unwrap()).await.unwrap();
        // The cart of the guest is older than the order.
        fill(&db, guest, &crate::orders::blue(2, company, mug, 1)).await;
        let total = fill(&db, zoe, &line(1, company, bread, 2)).await.total;
        let later = NOW.plus(Timestamp::MINUTE);
        checkout::checkout(&db, &checkout(30, zoe, &[company], total), later).await.unwrap();
        store::guest_merge::merge(&db, guest, zoe, later.plus(1)).await.unwrap();
        pay(&db, 30).await;
        let cart = cart::view::of_company(&db, zoe, company, later).await.unwrap();
        assert_eq!(cart.lines.iter().map(|line| line.product_id).collect::<Vec<_>>(), [mug]);
    })
    .await;
}
