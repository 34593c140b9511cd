use serde_json::json;
use store::{
    Db,
    account::delivery_address::{self, AddressKind, DeliveryAddress},
    booking::InventoryChange,
    cart::{
        self, Cart, CartError, CartRefusal, Details, LineProblem, NewLine, Problem,
        change::{self, ChosenOption},
        promo_code::{self, PromoKind},
    },
    catalogue::detail::Availability,
    fulfilment::{DeliveryZone, Fulfilment, FulfilmentOption},
    order::{
        self, OrderError, OrderState, Refusal,
        checkout::{self, Checkout},
        expiry,
        list::{self, OrderFilter, Window},
        progress::{self, CompanyStep},
        settle,
        view::{self, Scope},
    },
    payment::{Card, Payment, PaymentEvent, PaymentState, Provider},
    testing::{
        both,
        market::{self, CompanyRow, OfferingRow, VariantRow},
    },
    types::{
        ids::{AddressId, CartLineId, CompanyId, OfferingId, OrderId, PaymentId, UserId},
        timestamp::Timestamp,
    },
};

use crate::account;

/// Sunday 2026-11-22, 06:00 in Madrid.
pub const NOW: Timestamp = Timestamp(1_795_323_600_000);
const PAGE: Window = Window { limit: 20, offset: 0 };

fn option(kind: Fulfilment, minimum_order: i64, zones: Vec<DeliveryZone>) -> FulfilmentOption {
    FulfilmentOption { kind, minutes: 30, minimum_order, zones }
}

/// Bakery that sells bread without limit, and two mugs in stock. It delivers up to 5 km from 8.00.
pub async fn bakery(db: &Db, id: i64) -> (CompanyId, OfferingId, OfferingId) {
    let name = if id == 1 { "Bakery" } else { "Grocer" };
    let company = CompanyRow { position: Some((40.0, -3.0)), ..CompanyRow::new(id, name) }.insert(db).await;
    let zones = vec![DeliveryZone { up_to_metres: 5_000, fee: 300, free_from: Some(3_000) }];
    let options = [option(Fulfilment::Collect, 0, Vec::new()), option(Fulfilment::Delivery, 800, zones)];
    market::fulfilment(db, company, &options).await;
    let bread = OfferingRow {
        price: 250,
        options: json!([{"name": "Cut", "required": false, "max": 1, "choices": [{"name": "Sliced", "price": 20}]}]),
        ..OfferingRow::new(id * 10, company, "Bread")
    };
    let mug = OfferingRow {
        availability: Availability::Stock,
        price: 1_200,
        variants: vec![VariantRow::new("Blue", 1_200, Some(2)), VariantRow::new("Red", 1_300, Some(0))],
        ..OfferingRow::new(id * 10 + 1, company, "Mug")
    };
    (company, bread.insert(db).await, mug.insert(db).await)
}

pub fn line(id: i64, company: CompanyId, offering: OfferingId, quantity: i64) -> NewLine {
    NewLine {
        id: CartLineId(id),
        cart: id,
        company,
        offering,
        variant: None,
        quantity,
        options: Vec::new(),
        note: String::new(),
        fulfilment: Some(Fulfilment::Collect),
    }
}

pub fn contact() -> Details {
    Details {
        customer_name: Some("Zoe Lind".to_owned()),
        contact_number: Some("+34600000000".to_owned()),
        email: Some("zoe@plaza.example".to_owned()),
        ..Details::default()
    }
}

pub fn blue(id: i64, company: CompanyId, mug: OfferingId, quantity: i64) -> NewLine {
    NewLine { variant: Some(OfferingRow::variant(mug, 0)), ..line(id, company, mug, quantity) }
}

pub async fn fill(db: &Db, customer: UserId, line: &NewLine) -> Cart {
    change::add(db, customer, line, NOW).await.unwrap();
    change::set_details(db, customer, line.company, &contact(), NOW).await.unwrap();
    cart::view::of_company(db, customer, line.company, NOW).await.unwrap()
}

pub fn checkout(id: i64, customer: UserId, companies: &[CompanyId], total: i64) -> Checkout {
    Checkout {
        payment: PaymentId(id),
        customer,
        orders: (id..).map(OrderId).zip(companies).map(|(order, company)| (*company, order)).collect(),
        expected_total: Some(total),
        client_id: Some(format!("key{id}")),
        provider: Provider::Sandbox,
    }
}

pub fn event(id: &str, to: PaymentState) -> PaymentEvent {
    let card = Card { brand: "visa".to_owned(), last4: "4242".to_owned() };
    PaymentEvent { id: id.to_owned(), to, reference: None, card: Some(card), failure: None }
}

pub async fn place(db: &Db, id: i64, customer: UserId, company: CompanyId, total: i64) -> Payment {
    checkout::checkout(db, &checkout(id, customer, &[company], total), NOW).await.unwrap().0
}

pub async fn pay(db: &Db, id: i64) -> order::Outcome {
    settle::settle(db, PaymentId(id), &event(&format!("paid{id}"), PaymentState::Paid), NOW).await.unwrap().1
}

fn refusal<T: std::fmt::Debug>(result: order::Result<T>) -> Refusal {
    match result.unwrap_err() {
        OrderError::Refused(refusal) => refusal,
        OrderError::Store(cause) => panic!("{cause}"),
    }
}

fn field(result: Result<(), CartError>) -> &'static str {
    match result.unwrap_err() {
        CartError::Refused(CartRefusal::Field(name, _)) => name,
        other => panic!("{other:?}"),
    }
}

pub async fn left(db: &Db, customer: UserId, company: CompanyId, mug: OfferingId) -> Option<i64> {
    let cart = fill(db, customer, &blue(90 + customer.0, company, mug, 1)).await;
    let left = cart.lines.iter().find(|line| line.product_id == mug).and_then(|line| line.left);
    change::remove(db, customer, company).await.unwrap();
    left
}

pub fn step(to: OrderState) -> CompanyStep {
    CompanyStep { to, promised_at: None, note: String::new() }
}

#[tokio::test]
async fn equal_lines_of_a_cart_are_one_line() {
    both(async |db| {
        let (company, bread, mug) = bakery(&db, 1).await;
        let zoe = account(&db, 20, "zoe").await;
        let sliced = vec![ChosenOption { group: "Cut".to_owned(), choice: "Sliced".to_owned() }];
        change::add(&db, zoe, &line(1, company, bread, 1), NOW).await.unwrap();
        change::add(&db, zoe, &line(2, company, bread, 2), NOW).await.unwrap();
        change::add(&db, zoe, &NewLine { options: sliced.clone(), ..line(3, company, bread, 1) }, NOW).await.unwrap();
        let cart = fill(&db, zoe, &blue(4, company, mug, 2)).await;
        let lines: Vec<_> = cart.lines.iter().map(|line| (line.quantity, line.unit_price, line.amount)).collect();
        assert_eq!(lines, [(3, 250, 750), (1, 270, 270), (2, 1_200, 2_400)]);
        assert_eq!((cart.item_count, cart.total, cart.problems), (6, 3_420, vec![]));

        change::set_quantity(&db, zoe, CartLineId(1), 0, NOW).await.unwrap();
        assert_eq!(cart::view::list(&db, zoe, NOW).await.unwrap()[0].lines.len(), 2);
        assert!(change::set_quantity(&db, account(&db, 21, "max").await, CartLineId(3), 2, NOW).await.is_err());
    })
    .await;
}

#[tokio::test]
async fn cart_takes_only_goods_of_its_company() {
    both(async |db| {
        let (company, bread, mug) = bakery(&db, 1).await;
        let (other, ..) = bakery(&db, 2).await;
        let zoe = account(&db, 20, "zoe").await;
        let add = async |line: NewLine| change::add(&db, zoe, &line, NOW).await;
        assert_eq!(field(add(line(1, other, bread, 1)).await), "product_id");
        assert_eq!(field(add(line(1, company, mug, 1)).await), "variant_id");
        for quantity in [0, -1, 100, i64::MAX] {
            assert_eq!(field(add(line(1, company, bread, quantity)).await), "quantity");
        }
        let unknown = vec![ChosenOption { group: "Cut".to_owned(), choice: "Diced".to_owned() }];
        assert_eq!(field(add(NewLine { options: unknown, ..line(1, company, bread, 1) }).await), "options");
        let booked = OfferingRow { availability: Availability::Appointment, ..OfferingRow::new(70, company, "Class") };
        assert_eq!(field(add(line(1, company, booked.insert(&db).await, 1)).await), "product_id");
        assert!(cart::view::list(&db, zoe, NOW).await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn cart_names_what_prevents_an_order() {
    both(async |db| {
        let (company, bread, mug) = bakery(&db, 1).await;
        let zoe = account(&db, 20, "zoe").await;
        change::add(&db, zoe, &NewLine { fulfilment: None, ..line(1, company, bread, 1) }, NOW).await.unwrap();
        let cart = async || cart::view::of_company(&db, zoe, company, NOW).await.unwrap();
        assert_eq!(cart().await.problems, [Problem::FulfilmentMissing, Problem::ContactMissing]);
        let set = async |details: Details| change::set_details(&db, zoe, company, &details, NOW).await;
        set(contact()).await.unwrap();
        set(Details { fulfilment: Some(Fulfilment::Catering), ..Details::default() }).await.unwrap();
        assert_eq!(cart().await.problems, [Problem::FulfilmentUnavailable]);
        set(Details { fulfilment: Some(Fulfilment::Delivery), ..Details::default() }).await.unwrap();
        assert_eq!(cart().await.problems, [Problem::AddressMissing, Problem::MinimumOrder]);
        for (id, latitude) in [(60, 40.01), (61, 41.0)] {
            delivery_address::add(&db, zoe, &mut address(id, latitude), NOW).await.unwrap();
        }
        set(Details { address: Some(Some(AddressId(61))), ..Details::default() }).await.unwrap();
        assert_eq!(cart().await.problems, [Problem::AddressOutside, Problem::MinimumOrder]);
        set(Details { address: Some(Some(AddressId(60))), ..Details::default() }).await.unwrap();
        change::add(&db, zoe, &NewLine { fulfilment: None, ..blue(2, company, mug, 1) }, NOW).await.unwrap();
        let delivered = cart().await;
        assert_eq!((delivered.problems, delivered.delivery_fee, delivered.total), (vec![], 300, 1_750));
        assert_eq!(delivered.free_delivery_missing, Some(1_550));

        change::add(&db, zoe, &blue(3, company, mug, 2), NOW).await.unwrap();
        let red = NewLine { variant: Some(OfferingRow::variant(mug, 1)), ..line(4, company, mug, 1) };
        change::add(&db, zoe, &red, NOW).await.unwrap();
        let cart = cart().await;
        assert_eq!(cart.problems, [Problem::Lines]);
        let problems: Vec<_> = cart.lines.iter().filter_map(|line| line.problem).collect();
        assert_eq!(problems, [LineProblem::TooFewLeft, LineProblem::SoldOut]);
        let max = account(&db, 21, "max").await;
        fill(&db, max, &line(9, company, bread, 1)).await;
        let stolen = Details { address: Some(Some(AddressId(60))), ..Details::default() };
        assert_eq!(field(change::set_details(&db, max, company, &stolen, NOW).await), "address_id");
    })
    .await;
}

pub fn address(id: i64, latitude: f64) -> DeliveryAddress {
    let text = |text: &str| text.to_owned();
    DeliveryAddress {
        id: AddressId(id),
        kind: AddressKind::Home,
        first_name: text("Zoe"),
        last_name: text("Lind"),
        phone_number: text("+34600000000"),
        house: text("7"),
        road: text("Main Street"),
        pincode: text("28001"),
        city: text("Madrid"),
        state: text("Madrid"),
        country: text("ES"),
        latitude: Some(latitude),
        longitude: Some(-3.0),
        instructions: String::new(),
        is_default: false,
    }
}

#[tokio::test]
async fn paid_order_sells_its_stock_and_empties_the_cart() {
    both(async |db| {
        let (company, _, mug) = bakery(&db, 1).await;
        let (zoe, max) = (account(&db, 20, "zoe").await, account(&db, 21, "max").await);
        let cart = fill(&db, zoe, &blue(1, company, mug, 2)).await;
        let new = checkout(30, zoe, &[company], cart.total);
        let (payment, placed) = checkout::checkout(&db, &new, NOW).await.unwrap();
        assert_eq!((payment.state, payment.amount), (PaymentState::RequiresMethod, 2_400));
        assert_eq!(placed.orders[0].state, OrderState::PendingPayment);
        let taken =
            InventoryChange::Units { variant_id: OfferingRow::variant(mug, 0), starts_at: Timestamp(0), change: -2 };
        assert_eq!(placed.changes, [(company, vec![taken])]);
        assert_eq!(left(&db, max, company, mug).await, Some(0));
        let scope = Scope::Company(company);
        assert!(view::find(&db, OrderId(30), scope, NOW).await.is_err());

        let declined =
            PaymentEvent { failure: Some("card_declined".to_owned()), ..event("no", PaymentState::RequiresMethod) };
        let (payment, _) = settle::settle(&db, PaymentId(30), &declined, NOW).await.unwrap();
        assert_eq!((payment.state, payment.failure.as_deref()), (PaymentState::RequiresMethod, Some("card_declined")));
        assert_eq!(cart::view::list(&db, zoe, NOW).await.unwrap().len(), 1);

        for _ in 0..3 {
            let paid = pay(&db, 30).await;
            assert_eq!((paid.orders[0].state, paid.orders[0].payment.state), (OrderState::New, PaymentState::Paid));
        }
        assert!(cart::view::list(&db, zoe, NOW).await.unwrap().is_empty());
        let order = view::find(&db, OrderId(30), scope, NOW).await.unwrap();
        assert_eq!(
            order.changes.iter().map(|step| step.state).collect::<Vec<_>>(),
            [OrderState::PendingPayment, OrderState::New]
        );
        assert_eq!((order.total, order.vat, order.lines[0].vat), (2_400, 218, 218));
        assert_eq!(left(&db, max, company, mug).await, Some(0));
        let late = settle::settle(&db, PaymentId(30), &event("late", PaymentState::RequiresMethod), NOW).await.unwrap();
        assert_eq!(late.0.state, PaymentState::Paid);
    })
    .await;
}

#[tokio::test]
async fn checkout_repeats_with_same_key_and_refuses_another() {
    both(async |db| {
        let (company, bread, mug) = bakery(&db, 1).await;
        let zoe = account(&db, 20, "zoe").await;
        let total = fill(&db, zoe, &blue(1, company, mug, 1)).await.total;
        let wrong = checkout(30, zoe, &[company], total - 1);
        assert_eq!(refusal(checkout::checkout(&db, &wrong, NOW).await), Refusal::PriceChanged(total));
        let new = checkout(31, zoe, &[company], total);
        checkout::checkout(&db, &new, NOW).await.unwrap();
        let again = Checkout { payment: PaymentId(32), orders: [(company, OrderId(32))].into(), ..new.clone() };
        let (payment, outcome) = checkout::checkout(&db, &again, NOW).await.unwrap();
        assert_eq!((payment.id, outcome.orders[0].id, outcome.changes.len()), (PaymentId(31), OrderId(31), 0));
        let other = Checkout { expected_total: Some(1), ..new };
        assert_eq!(refusal(checkout::checkout(&db, &other, NOW).await), Refusal::KeyReused);

        // A new checkout of the same cart replaces the unpaid order.
        change::add(&db, zoe, &line(2, company, bread, 1), NOW).await.unwrap();
        place(&db, 33, zoe, company, total + 250).await;
        let (orders, count) = list::of_customer(&db, zoe, &[], None, PAGE, NOW).await.unwrap();
        assert_eq!((orders[0].id, count), (OrderId(33), 1));
        // The first payment arrives all the same: it is paid back.
        let late = pay(&db, 31).await;
        assert_eq!((late.orders[0].state, late.orders[0].refunded), (OrderState::Cancelled, total));
        assert_eq!(late.orders[0].payment.state, PaymentState::Refunded);
    })
    .await;
}

#[tokio::test]
async fn second_checkout_takes_the_last_units_of_the_own_unpaid_order() {
    both(async |db| {
        let (company, bread, mug) = bakery(&db, 1).await;
        let (zoe, max) = (account(&db, 20, "zoe").await, account(&db, 21, "max").await);
        let total = fill(&db, zoe, &blue(1, company, mug, 2)).await.total;
        place(&db, 30, zoe, company, total).await;
        // For another customer they are sold out.
        let cart = fill(&db, max, &blue(2, company, mug, 1)).await;
        assert_eq!(cart.lines[0].problem, Some(LineProblem::SoldOut));
        let other = checkout(40, max, &[company], cart.total);
        assert_eq!(refusal(checkout::checkout(&db, &other, NOW).await), Refusal::Cart(Problem::Lines));

        let cart = fill(&db, zoe, &line(3, company, bread, 1)).await;
        assert_eq!((&cart.problems, cart.lines[0].left), (&vec![], Some(2)));
        // A refused checkout keeps the first order and its hold.
        let wrong = checkout(31, zoe, &[company], total);
        assert_eq!(refusal(checkout::checkout(&db, &wrong, NOW).await), Refusal::PriceChanged(total + 250));
        let more = fill(&db, zoe, &blue(4, company, mug, 1)).await;
        assert_eq!(
            more.lines.iter().map(|line| line.problem).collect::<Vec<_>>(),
            [Some(LineProblem::TooFewLeft), None]
        );
        let wrong = checkout(32, zoe, &[company], more.total);
        assert_eq!(refusal(checkout::checkout(&db, &wrong, NOW).await), Refusal::Cart(Problem::Lines));
        let first = view::find(&db, OrderId(30), Scope::Customer(zoe), NOW).await.unwrap();
        assert_eq!(first.state, OrderState::PendingPayment);
        assert_eq!(left(&db, max, company, mug).await, Some(0));

        change::set_quantity(&db, zoe, more.lines[0].id, 2, NOW).await.unwrap();
        place(&db, 33, zoe, company, total + 250).await;
        let first = view::find(&db, OrderId(30), Scope::Customer(zoe), NOW).await.unwrap();
        assert_eq!(first.state, OrderState::Cancelled);
        assert_eq!(left(&db, max, company, mug).await, Some(0));
        assert_eq!(pay(&db, 33).await.orders[0].state, OrderState::New);
        assert_eq!(left(&db, max, company, mug).await, Some(0));
    })
    .await;
}

#[tokio::test]
async fn replaced_hold_is_never_free_for_another_buyer() {
    both(async |db| {
        let (company, _, mug) = bakery(&db, 1).await;
        let (zoe, max) = (account(&db, 20, "zoe").await, account(&db, 21, "max").await);
        let total = fill(&db, zoe, &blue(1, company, mug, 2)).await.total;
        let others = fill(&db, max, &blue(2, company, mug, 2)).await;
        place(&db, 30, zoe, company, total).await;
        for round in 1..=10 {
            let own = checkout(30 + round, zoe, &[company], total);
            let other = checkout(50 + round, max, &[company], others.total);
            let (own, other) =
                futures_util::future::join(checkout::checkout(&db, &own, NOW), checkout::checkout(&db, &other, NOW))
                    .await;
            own.unwrap();
            assert!(matches!(refusal(other), Refusal::Cart(Problem::Lines) | Refusal::SoldOut));
        }
        assert_eq!(left(&db, max, company, mug).await, Some(0));
        assert_eq!(pay(&db, 40).await.orders[0].state, OrderState::New);
    })
    .await;
}

#[tokio::test]
async fn unpaid_order_ends_and_a_late_payment_takes_stock_again() {
    both(async |db| {
        let (company, _, mug) = bakery(&db, 1).await;
        let (zoe, max) = (account(&db, 20, "zoe").await, account(&db, 21, "max").await);
        let total = fill(&db, zoe, &blue(1, company, mug, 2)).await.total;
        place(&db, 30, zoe, company, total).await;
        assert!(expiry::sweep(&db, NOW).await.unwrap().orders.is_empty());
        let later = NOW.plus(checkout::HOLD);
        let swept = expiry::sweep(&db, later).await.unwrap();
        assert_eq!((swept.orders[0].state, swept.changes[0].1.len()), (OrderState::Cancelled, 1));
        // An order that was never paid does not exist for its company.
        assert!(view::find(&db, OrderId(30), Scope::Company(company), later).await.is_err());
        let cancel = step(OrderState::Cancelled);
        assert!(progress::set_state(&db, company, market::owner(company), OrderId(30), &cancel, later).await.is_err());
        assert_eq!(left(&db, max, company, mug).await, Some(2));
        assert_eq!(pay(&db, 30).await.orders[0].state, OrderState::New);
        assert_eq!(left(&db, max, company, mug).await, Some(0));

        let total = fill(&db, max, &line(5, company, OfferingId(10), 1)).await.total;
        place(&db, 31, max, company, total).await;
        assert_eq!(expiry::sweep(&db, later).await.unwrap().orders.len(), 1);
        assert_eq!(list::of_company(&db, company, &OrderFilter::default(), PAGE, NOW).await.unwrap().1, 1);
    })
    .await;
}

#[tokio::test]
async fn time_to_pay_counts_from_the_first_checkout_of_goods() {
    both(async |db| {
        let (company, bread, mug) = bakery(&db, 1).await;
        let (zoe, max) = (account(&db, 20, "zoe").await, account(&db, 21, "max").await);
        let total = fill(&db, zoe, &blue(1, company, mug, 1)).await.total;
        place(&db, 30, zoe, company, total).await;
        let end = async |id: i64| view::any(&db, OrderId(id), NOW).await.unwrap().hold_expires_at;
        assert_eq!(end(30).await, Some(NOW.plus(checkout::HOLD)));
        // Another checkout of the same goods, also with more of them, keeps them no longer.
        let later = NOW.plus(checkout::HOLD / 2);
        let again = |id: i64, total: i64| checkout(id, zoe, &[company], total);
        checkout::checkout(&db, &again(31, total), later).await.unwrap();
        change::add(&db, zoe, &line(2, company, bread, 1), later).await.unwrap();
        let total = cart::view::of_company(&db, zoe, company, later).await.unwrap().total;
        checkout::checkout(&db, &again(32, total), later).await.unwrap();
        assert_eq!((end(31).await, end(32).await), (None, Some(NOW.plus(checkout::HOLD))));

        // Then they are free for others, and a new checkout begins anew.
        let ended = NOW.plus(checkout::HOLD);
        assert_eq!(expiry::sweep(&db, ended).await.unwrap().orders.len(), 1);
        assert_eq!(left(&db, max, company, mug).await, Some(2));
        checkout::checkout(&db, &again(33, total), ended).await.unwrap();
        assert_eq!(end(33).await, Some(ended.plus(checkout::HOLD)));
    })
    .await;
}

#[tokio::test]
async fn one_payment_pays_several_companies() {
    both(async |db| {
        let (bakery_id, bread, _) = bakery(&db, 1).await;
        let (grocer, _, mug) = bakery(&db, 2).await;
        let zoe = account(&db, 20, "zoe").await;
        let total = fill(&db, zoe, &line(1, bakery_id, bread, 2)).await.total;
        let total = total + fill(&db, zoe, &blue(2, grocer, mug, 1)).await.total;
        let new = checkout(30, zoe, &[bakery_id, grocer], total);
        let (payment, _) = checkout::checkout(&db, &new, NOW).await.unwrap();
        assert_eq!(payment.amount, 1_700);
        let paid = pay(&db, 30).await;
        assert!(paid.orders.len() == 2 && paid.orders.iter().all(|order| order.state == OrderState::New));

        let cancelled = progress::cancel(&db, zoe, OrderId(30), "Too late", None, NOW).await.unwrap();
        assert_eq!((cancelled.orders[0].refunded, cancelled.orders[0].payment.state), (500, PaymentState::Refunded));
        let owner = market::owner(grocer);
        let step = CompanyStep { note: "Sold out".to_owned(), ..step(OrderState::Cancelled) };
        let outcome = progress::set_state(&db, grocer, owner, OrderId(31), &step, NOW).await.unwrap();
        assert_eq!((outcome.orders[0].refunded, outcome.orders[0].payment.state), (1_200, PaymentState::Refunded));
        assert_eq!(left(&db, zoe, grocer, mug).await, Some(2));
    })
    .await;
}

#[tokio::test]
async fn order_moves_only_along_its_states() {
    both(async |db| {
        let (company, bread, _) = bakery(&db, 1).await;
        let zoe = account(&db, 20, "zoe").await;
        let owner = market::owner(company);
        let total = fill(&db, zoe, &line(1, company, bread, 1)).await.total;
        let new = Checkout { provider: Provider::OnSite, ..checkout(30, zoe, &[company], total) };
        let (payment, placed) = checkout::checkout(&db, &new, NOW).await.unwrap();
        assert_eq!((payment.state, placed.orders[0].state), (PaymentState::Processing, OrderState::New));
        assert_eq!(list::board(&db, company, 10, NOW).await.unwrap().len(), 1);
        let set = async |to| progress::set_state(&db, company, owner, OrderId(30), &step(to), NOW).await;
        assert_eq!(refusal(set(OrderState::EnRoute).await), Refusal::State);
        assert_eq!(refusal(progress::answer_received(&db, zoe, OrderId(30), true, NOW).await), Refusal::State);
        let promised = CompanyStep { promised_at: Some(NOW.plus(Timestamp::HOUR)), ..step(OrderState::Accepted) };
        let accepted = progress::set_state(&db, company, owner, OrderId(30), &promised, NOW).await.unwrap();
        assert_eq!(accepted.orders[0].promised_at, promised.promised_at);
        assert_eq!(accepted.orders[0].handled_by.as_ref().map(|by| by.id), Some(owner));
        set(OrderState::Processing).await.unwrap();
        assert_eq!(refusal(progress::cancel(&db, zoe, OrderId(30), "", None, NOW).await), Refusal::State);
        set(OrderState::Processing).await.unwrap();
        let done = set(OrderState::Fulfilled).await.unwrap();
        assert_eq!((done.orders[0].payment.state, done.orders[0].changes.len()), (PaymentState::Paid, 4));
        let received = progress::answer_received(&db, zoe, OrderId(30), false, NOW).await.unwrap();
        assert_eq!(received.orders[0].received, Some(false));
        assert!(list::board(&db, company, 10, NOW).await.unwrap().is_empty());
        let (stranger, _, _) = bakery(&db, 2).await;
        let (ready, other) = (step(OrderState::Ready), market::owner(stranger));
        let refused = progress::set_state(&db, stranger, other, OrderId(30), &ready, NOW).await.unwrap_err();
        assert!(matches!(refused, OrderError::Store(store::Error::NotFound)));
    })
    .await;
}

#[tokio::test]
async fn order_that_its_customer_received_is_fulfilled() {
    both(async |db| {
        let (company, bread, _) = bakery(&db, 1).await;
        let zoe = account(&db, 20, "zoe").await;
        let owner = market::owner(company);
        for (id, provider, ends) in [(30, Provider::Sandbox, true), (40, Provider::OnSite, false)] {
            let total = fill(&db, zoe, &line(id, company, bread, 1)).await.total;
            let new = Checkout { provider, ..checkout(id, zoe, &[company], total) };
            let (payment, _) = checkout::checkout(&db, &new, NOW).await.unwrap();
            if ends {
                pay(&db, payment.id.0).await;
            }
            for to in [OrderState::Accepted, OrderState::Ready] {
                progress::set_state(&db, company, owner, OrderId(id), &step(to), NOW).await.unwrap();
            }
            let answer = progress::answer_received(&db, zoe, OrderId(id), true, NOW).await.unwrap();
            // Money that is paid at the company is confirmed by the company.
            let expected = if ends { OrderState::Fulfilled } else { OrderState::Ready };
            assert_eq!((answer.orders[0].state, answer.orders[0].received), (expected, Some(true)));
            assert_eq!(answer.orders[0].can.review, ends);
        }
    })
    .await;
}

#[tokio::test]
async fn promo_code_counts_each_use_once() {
    both(async |db| {
        let (company, bread, _) = bakery(&db, 1).await;
        let code = market::promo_code(&db, 80, company, "BREAD50", PromoKind::Percent, 50).await;
        let customers = [account(&db, 20, "zoe").await, account(&db, 21, "max").await, account(&db, 22, "ida").await];
        for (id, customer) in (30..).zip(customers) {
            fill(&db, customer, &line(id, company, bread, 2)).await;
            let promo = Details { promo_code: Some(Some("bread50".to_owned())), ..Details::default() };
            change::set_details(&db, customer, company, &promo, NOW).await.unwrap();
        }
        let codes = promo_code::open_to(&db, company, customers[0], NOW).await.unwrap();
        assert_eq!(codes.iter().map(|code| code.id).collect::<Vec<_>>(), [code]);
        place(&db, 30, customers[0], company, 250).await;
        let (first, _) = checkout::checkout(&db, &checkout(30, customers[0], &[company], 250), NOW).await.unwrap();
        assert_eq!(first.amount, 250);
        place(&db, 31, customers[1], company, 250).await;
        // An unpaid order of the customer leaves the code open for the next attempt.
        place(&db, 35, customers[1], company, 250).await;
        let third = checkout::checkout(&db, &checkout(32, customers[2], &[company], 250), NOW).await;
        assert_eq!(refusal(third), Refusal::Cart(Problem::PromoCode));
        progress::cancel(&db, customers[1], OrderId(35), "", None, NOW).await.unwrap();
        place(&db, 32, customers[2], company, 250).await;
        pay(&db, 30).await;
        fill(&db, customers[0], &line(40, company, bread, 1)).await;
        assert!(promo_code::open_to(&db, company, customers[0], NOW).await.unwrap().is_empty());
    })
    .await;
}

#[tokio::test]
async fn last_uses_of_a_promo_code_go_to_one_order_each() {
    both(async |db| {
        let (company, bread, _) = bakery(&db, 1).await;
        // Two uses in all, for five who order at the same time.
        market::promo_code(&db, 80, company, "BREAD50", PromoKind::Percent, 50).await;
        let mut tasks = Vec::new();
        for id in 30..35 {
            let customer = account(&db, id, &format!("guest{id}")).await;
            fill(&db, customer, &line(id, company, bread, 2)).await;
            let promo = Details { promo_code: Some(Some("bread50".to_owned())), ..Details::default() };
            change::set_details(&db, customer, company, &promo, NOW).await.unwrap();
            let (db, new) = (db.clone(), checkout(id * 10, customer, &[company], 250));
            tasks.push(tokio::spawn(async move { checkout::checkout(&db, &new, NOW).await }));
        }
        let mut placed = 0;
        for task in tasks {
            match task.await.unwrap() {
                Ok(_) => placed += 1,
                Err(OrderError::Refused(Refusal::PromoCodeUsedUp | Refusal::Cart(Problem::PromoCode))) => {}
                Err(other) => panic!("{other:?}"),
            }
        }
        assert_eq!(placed, 2);
        let uses: Vec<(i64,)> =
            store::on!(db.read(), at => store::testing::sqlx::query_as("SELECT used FROM promo_code")
            .fetch_all(at).await)
            .unwrap();
        assert_eq!(uses, [(2,)]);
    })
    .await;
}

#[tokio::test]
async fn late_payment_takes_the_use_of_its_promo_code_again() {
    both(async |db| {
        let (company, bread, _) = bakery(&db, 1).await;
        market::promo_code(&db, 80, company, "BREAD50", PromoKind::Percent, 50).await;
        let later = NOW.plus(checkout::HOLD);
        let customer = async |id: i64, name: &str| {
            let customer = account(&db, id, name).await;
            fill(&db, customer, &line(id, company, bread, 2)).await;
            let promo = Details { promo_code: Some(Some("bread50".to_owned())), ..Details::default() };
            change::set_details(&db, customer, company, &promo, NOW).await.unwrap();
            customer
        };
        // Both uses are open. The late order takes one, the next customer the other.
        let (zoe, max) = (customer(20, "zoe").await, customer(21, "max").await);
        place(&db, 30, zoe, company, 250).await;
        assert_eq!(expiry::sweep(&db, later).await.unwrap().orders.len(), 1);
        assert_eq!(pay(&db, 30).await.orders[0].state, OrderState::New);
        place(&db, 31, max, company, 250).await;
        let ida = customer(22, "ida").await;
        let third = checkout::checkout(&db, &checkout(32, ida, &[company], 250), NOW).await;
        assert_eq!(refusal(third), Refusal::Cart(Problem::PromoCode));
        // It runs out as well, another takes its use, and its payment finds none.
        assert_eq!(expiry::sweep(&db, later).await.unwrap().orders.len(), 1);
        place(&db, 32, ida, company, 250).await;
        let late = pay(&db, 31).await;
        assert_eq!((late.orders[0].state, late.orders[0].refunded), (OrderState::Cancelled, 250));
        let eva = customer(23, "eva").await;
        let fourth = checkout::checkout(&db, &checkout(33, eva, &[company], 250), NOW).await;
        assert_eq!(refusal(fourth), Refusal::Cart(Problem::PromoCode));
    })
    .await;
}

#[tokio::test]
async fn concurrent_checkouts_never_oversell() {
    both(async |db| {
        let (company, _, mug) = bakery(&db, 1).await;
        let mut tasks = Vec::new();
        for id in 30..42 {
            let customer = account(&db, id, &format!("guest{id}")).await;
            let total = fill(&db, customer, &blue(id, company, mug, 1)).await.total;
            let (db, new) = (db.clone(), checkout(id * 10, customer, &[company], total));
            tasks.push(tokio::spawn(async move { checkout::checkout(&db, &new, NOW).await.is_ok() }));
        }
        let mut sold = 0;
        for task in tasks {
            sold += usize::from(task.await.unwrap());
        }
        assert_eq!(sold, 2);
    })
    .await;
}

#[tokio::test]
async fn deleted_default_address_passes_to_the_newest() {
    both(async |db| {
        let (zoe, max) = (account(&db, 20, "zoe").await, account(&db, 21, "max").await);
        for id in 60..63 {
            delivery_address::add(&db, zoe, &mut address(id, 40.0), NOW.plus(id)).await.unwrap();
        }
        let ids = async |user| -> Vec<(i64, bool)> {
            let all = delivery_address::list(&db, user).await.unwrap();
            all.iter().map(|address| (address.id.0, address.is_default)).collect()
        };
        assert_eq!(ids(zoe).await, [(60, true), (62, false), (61, false)]);
        assert!(delivery_address::delete(&db, max, AddressId(60)).await.is_err());
        delivery_address::delete(&db, zoe, AddressId(60)).await.unwrap();
        assert_eq!(ids(zoe).await, [(62, true), (61, false)]);
        let mut moved = DeliveryAddress { is_default: true, ..address(61, 41.0) };
        assert!(delivery_address::update(&db, max, &mut moved).await.is_err());
        delivery_address::update(&db, zoe, &mut moved).await.unwrap();
        assert_eq!(ids(zoe).await, [(61, true), (62, false)]);
        let mut unmarked = DeliveryAddress { is_default: false, ..address(61, 41.0) };
        delivery_address::update(&db, zoe, &mut unmarked).await.unwrap();
        assert!(unmarked.is_default, "the default stays");
        assert!(ids(max).await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn tax_is_added_where_prices_come_without_it() {
    both(async |db| {
        let (company, bread, _) = bakery(&db, 1).await;
        let zoe = account(&db, 20, "zoe").await;
        store::on!(db.write(), at => store::testing::sqlx::query("UPDATE company SET country = 'US' WHERE id = $1")
            .bind(company).execute(at).await.map(drop))
        .unwrap();
        store::on!(db.write(), at => store::testing::sqlx::query("UPDATE offering SET vat_rate = 825 WHERE id = $1")
            .bind(bread).execute(at).await.map(drop))
        .unwrap();
        let cart = fill(&db, zoe, &line(30, company, bread, 3)).await;
        // 750 at 8.25 %: 62.
        assert_eq!((cart.subtotal, cart.vat_added, cart.vat, cart.total), (750, 62, 62, 812));
        place(&db, 31, zoe, company, 812).await;
        let order = pay(&db, 31).await.orders.remove(0);
        assert_eq!((order.subtotal, order.vat_added, order.total), (750, 62, 812));
        assert_eq!((order.lines[0].amount, order.lines[0].vat), (750, 62));
        let invoice = store::invoice::view::of_order(&db, zoe, OrderId(31)).await.unwrap().remove(0);
        assert_eq!((invoice.total, invoice.vat, invoice.net), (812, 62, 750));
        assert_eq!(invoice.lines[0].amount, 812);
        let order = progress::cancel(&db, zoe, OrderId(31), "", None, NOW).await.unwrap().orders.remove(0);
        assert_eq!(order.refunded, 812);
        let note = store::invoice::view::of_order(&db, zoe, OrderId(31)).await.unwrap().remove(1);
        assert_eq!((note.total, note.vat), (-812, -62));
    })
    .await;
}

#[tokio::test]
async fn late_payment_that_finds_a_part_holds_nothing() {
    both(async |db| {
        let (company, ..) = bakery(&db, 1).await;
        let (zoe, max) = (account(&db, 20, "zoe").await, account(&db, 21, "max").await);
        let cup = OfferingRow {
            availability: Availability::Stock,
            price: 500,
            variants: vec![VariantRow::new("Small", 500, Some(2)), VariantRow::new("Large", 600, Some(1))],
            ..OfferingRow::new(15, company, "Cup")
        };
        let cup = cup.insert(&db).await;
        let size =
            |id, position| NewLine { variant: Some(OfferingRow::variant(cup, position)), ..line(id, company, cup, 1) };
        fill(&db, zoe, &size(30, 0)).await;
        let cart = fill(&db, zoe, &size(31, 1)).await;
        place(&db, 31, zoe, company, cart.total).await;
        expiry::sweep(&db, NOW.plus(checkout::HOLD)).await.unwrap();
        let cart = fill(&db, max, &size(40, 1)).await;
        place(&db, 41, max, company, cart.total).await;
        let order = pay(&db, 31).await.orders.remove(0);
        assert_eq!((order.state, order.refunded), (OrderState::Cancelled, 1_100));
        change::remove(&db, zoe, company).await.unwrap();
        assert_eq!(fill(&db, zoe, &size(32, 0)).await.lines[0].left, Some(2));
    })
    .await;
}
