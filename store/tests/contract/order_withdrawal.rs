use store::{
    account::{contact_erasure, deletion, delivery_address},
    cart::{self, Details, NewLine, change},
    fulfilment::Fulfilment,
    order::{
        OrderState, checkout, progress,
        view::{self, Scope},
        withdrawal,
    },
    payment::PaymentState,
    testing::{both, count},
    types::{
        ids::{AddressId, OrderId},
        timestamp::Timestamp,
    },
};

use crate::{
    account,
    orders::{NOW, address, bakery, blue, fill, left, line, pay, place, step},
};

#[tokio::test]
async fn deleted_customer_cancels_the_orders_that_no_company_prepares() {
    both(async |db| {
        let (company, bread, mug) = bakery(&db, 1).await;
        let (zoe, max) = (account(&db, 20, "zoe").await, account(&db, 21, "max").await);
        let total = fill(&db, zoe, &line(1, company, bread, 2)).await.total;
        place(&db, 30, zoe, company, total).await;
        pay(&db, 30).await;
        for to in [OrderState::Accepted, OrderState::Processing] {
            progress::set_state(&db, company, zoe, OrderId(30), &step(to), NOW).await.unwrap();
        }
        let total = fill(&db, zoe, &blue(2, company, mug, 1)).await.total;
        place(&db, 31, zoe, company, total).await;
        pay(&db, 31).await;
        let total = fill(&db, zoe, &blue(3, company, mug, 1)).await.total;
        place(&db, 32, zoe, company, total).await;
        assert_eq!(left(&db, max, company, mug).await, Some(0));

        let open = withdrawal::of_customer(&db, zoe).await.unwrap();
        assert_eq!(open, [OrderId(31), OrderId(32)]);
        assert!(withdrawal::end_for_customer(&db, max, OrderId(31), NOW).await.is_err());
        for id in open.into_iter().chain([OrderId(31)]) {
            let ended = withdrawal::end_for_customer(&db, zoe, id, NOW).await.unwrap();
            assert_eq!(ended.orders[0].state, OrderState::Cancelled);
        }
        assert!(withdrawal::end_for_customer(&db, zoe, OrderId(30), NOW).await.unwrap().orders.is_empty());
        assert_eq!(left(&db, max, company, mug).await, Some(2));
        let paid_back = view::any(&db, OrderId(31), NOW).await.unwrap();
        assert_eq!((paid_back.refunded, paid_back.payment.state), (paid_back.total, PaymentState::Refunded));
        let voided = view::any(&db, OrderId(32), NOW).await.unwrap();
        assert_eq!((voided.refunded, voided.payment.state), (0, PaymentState::Voided));
        assert_eq!(view::any(&db, OrderId(30), NOW).await.unwrap().state, OrderState::Processing);
    })
    .await;
}

#[tokio::test]
async fn closing_company_cancels_every_open_order() {
    both(async |db| {
        let (company, bread, mug) = bakery(&db, 1).await;
        let zoe = account(&db, 20, "zoe").await;
        for id in 30..33 {
            let total = fill(&db, zoe, &line(id, company, bread, 1)).await.total;
            place(&db, id, zoe, company, total).await;
            pay(&db, id).await;
            progress::set_state(&db, company, zoe, OrderId(id), &step(OrderState::Accepted), NOW).await.unwrap();
        }
        progress::set_state(&db, company, zoe, OrderId(30), &step(OrderState::Fulfilled), NOW).await.unwrap();
        progress::set_state(&db, company, zoe, OrderId(31), &step(OrderState::Processing), NOW).await.unwrap();
        let total = fill(&db, zoe, &blue(40, company, mug, 1)).await.total;
        place(&db, 40, zoe, company, total).await;

        let open = withdrawal::of_company(&db, company).await.unwrap();
        assert_eq!(open, [OrderId(31), OrderId(32), OrderId(40)]);
        for id in open {
            let ended = withdrawal::end_for_company(&db, id, NOW).await.unwrap();
            assert_eq!(ended.orders[0].state, OrderState::Cancelled);
            assert_eq!(ended.orders[0].cancel_reason.as_deref(), Some("closing"));
            assert!(withdrawal::end_for_company(&db, id, NOW).await.unwrap().orders.is_empty());
        }
        assert!(withdrawal::of_company(&db, company).await.unwrap().is_empty());
        let paid_back = view::any(&db, OrderId(31), NOW).await.unwrap();
        assert_eq!(paid_back.payment.state, PaymentState::Refunded);
        // A payment that arrives after the end is not an order any more.
        let late = NOW.plus(checkout::HOLD);
        assert_eq!(view::any(&db, OrderId(40), late).await.unwrap().payment.state, PaymentState::Voided);
        assert_eq!(view::any(&db, OrderId(30), NOW).await.unwrap().state, OrderState::Fulfilled);
    })
    .await;
}

#[tokio::test]
async fn deleted_account_leaves_an_order_without_its_person() {
    both(async |db| {
        let (company, bread, mug) = bakery(&db, 1).await;
        let zoe = account(&db, 20, "zoe").await;
        delivery_address::add(&db, zoe, &mut address(60, 40.0), NOW).await.unwrap();
        let total = fill(&db, zoe, &line(1, company, bread, 2)).await.total;
        place(&db, 30, zoe, company, total).await;
        pay(&db, 30).await;
        for to in [OrderState::Accepted, OrderState::Fulfilled] {
            progress::set_state(&db, company, zoe, OrderId(30), &step(to), NOW).await.unwrap();
        }
        fill(&db, zoe, &blue(2, company, mug, 1)).await;
        deletion::delete(&db, zoe, NOW).await.unwrap();
        assert!(cart::view::list(&db, zoe, NOW).await.unwrap().is_empty());
        assert!(delivery_address::list(&db, zoe).await.unwrap().is_empty());
        let order = view::find(&db, OrderId(30), Scope::Company(company), NOW).await.unwrap();
        assert_eq!((order.customer_name.as_str(), order.email.as_str(), order.total), ("", "", total));
    })
    .await;
}

#[tokio::test]
async fn order_under_way_keeps_its_address_until_it_ends() {
    both(async |db| {
        let (company, bread, _) = bakery(&db, 1).await;
        let (zoe, max) = (account(&db, 20, "zoe").await, account(&db, 21, "max").await);
        for (id, who) in [(30, zoe), (31, max), (32, zoe)] {
            delivery_address::add(&db, who, &mut address(30 + id, 40.01), NOW).await.unwrap();
            let gift = NewLine { fulfilment: None, note: "A gift".to_owned(), ..line(id, company, bread, 4) };
            fill(&db, who, &gift).await;
            let to = Some(Some(AddressId(30 + id)));
            let to = Details { fulfilment: Some(Fulfilment::Delivery), address: to, ..Details::default() };
            change::set_details(&db, who, company, &to, NOW).await.unwrap();
            let total = cart::view::of_company(&db, who, company, NOW).await.unwrap().total;
            place(&db, id, who, company, total).await;
            pay(&db, id).await;
            for to in [OrderState::Accepted, OrderState::Processing] {
                progress::set_state(&db, company, max, OrderId(id), &step(to), NOW).await.unwrap();
            }
        }
        deletion::delete(&db, zoe, NOW).await.unwrap();
        let contact = async |id| {
            let order = view::find(&db, OrderId(id), Scope::Company(company), NOW).await.unwrap();
            let road = order.address.map(|to| to.road).unwrap_or_default();
            (order.customer_name, order.contact_number, road, order.lines[0].note.clone())
        };
        let text = |words: [&str; 4]| words.map(str::to_owned).into();
        let kept: (String, String, String, String) = text(["Zoe Lind", "+34600000000", "Main Street", "A gift"]);
        let erased = text([""; 4]);
        contact_erasure::erase_ended(&db, NOW).await.unwrap();
        assert_eq!((contact(30).await, contact(32).await), (kept.clone(), kept.clone()));

        for (id, to) in [(30, OrderState::Cancelled), (31, OrderState::Fulfilled)] {
            progress::set_state(&db, company, max, OrderId(id), &step(to), NOW).await.unwrap();
        }
        let customers = count(&db, "company_customer").await;
        for _ in 0..2 {
            contact_erasure::erase_ended(&db, NOW).await.unwrap();
        }
        assert_eq!((contact(30).await, contact(31).await), (erased.clone(), kept.clone()));
        assert_eq!((contact(32).await, customers), (kept, 1));
        // An order that its company never ends is erased in time.
        contact_erasure::erase_ended(&db, NOW.plus(90 * Timestamp::DAY)).await.unwrap();
        assert_eq!(contact(32).await, erased);
    })
    .await;
}
