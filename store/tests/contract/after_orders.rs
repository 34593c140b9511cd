//! Stories after an order: receipt, review, invoice, figures, customers, promo codes.

use std::collections::{BTreeMap, BTreeSet};

use store::{
    Db,
    cart::{
        Details, change,
        promo_code::PromoKind,
        promo_management::{self, Created, PromoSettings},
        view as carts,
    },
    catalogue::review::{self as reviews, ProductQuality},
    company, dashboard,
    fulfilment::{Fulfilment, FulfilmentOption},
    invoice::{self, Buyer, Invoice, InvoiceKind, NewInvoice, NewLine},
    notify::outbox::{self, Channel, NewOutboxMessage},
    offering_management::{CatalogueError, Editor},
    on,
    order::{
        OrderError, OrderState, Refusal,
        checkout::{self, Checkout},
        list::{self, OrderFilter, Window},
        progress::{self, CompanyStep},
        receipt,
        review::{self, NewReview, ReviewText},
        settle,
    },
    payment::{PaymentEvent, PaymentState, Provider},
    sales::{
        customer::{self, CustomerCursor, CustomerSort, CustomerStatus},
        customer_file::Export,
        day,
    },
    testing::{
        both,
        market::{self, CompanyRow, OfferingRow},
    },
    types::{
        ids::{CartLineId, CompanyId, Ids, OfferingId, OrderId, PaymentId, PromoCodeId, ReviewId, UserId},
        purchase::Purchase,
        request_key::KeyReused,
        sort::Direction,
        timestamp::Timestamp,
        vat::VatMode,
    },
};

use crate::account;

/// Sunday 2026-11-22, 06:00 in Madrid.
const NOW: Timestamp = Timestamp(1_795_323_600_000);

async fn bakery(db: &Db, id: i64) -> (CompanyId, OfferingId) {
    let name = if id == 1 { "Bakery 1" } else { "Bakery 2" };
    let company = CompanyRow::new(id, name).insert(db).await;
    let option = FulfilmentOption { kind: Fulfilment::Collect, minutes: 30, minimum_order: 0, zones: Vec::new() };
    market::fulfilment(db, company, &[option]).await;
    let bread = OfferingRow { price: 250, ..OfferingRow::new(id * 10, company, "Bread") }.insert(db).await;
    (company, bread)
}

/// Orders `quantity` loaves. Card payments are paid at once.
async fn place(db: &Db, id: i64, who: UserId, (company, bread): (CompanyId, OfferingId), quantity: i64, at: Timestamp) {
    order(db, id, who, (company, bread), quantity, Provider::Sandbox, at).await;
    let event = PaymentEvent { id: id.to_string(), to: PaymentState::Paid, reference: None, card: None, failure: None };
    settle::settle(db, PaymentId(id), &event, at).await.unwrap();
}

async fn order(
    db: &Db,
    id: i64,
    who: UserId,
    (company, bread): (CompanyId, OfferingId),
    quantity: i64,
    provider: Provider,
    at: Timestamp,
) {
    let line = cart_line(id, company, bread, quantity);
    change::add(db, who, &line, at).await.unwrap();
    let contact = Details {
        customer_name: Some("Zoe Lind".to_owned()),
        contact_number: Some("+34600000000".to_owned()),
        email: Some("zoe@plaza.example".to_owned()),
        ..Details::default()
    };
    change::set_details(db, who, company, &contact, at).await.unwrap();
    let total = carts::of_company(db, who, company, at).await.unwrap().total;
    let new = Checkout {
        payment: PaymentId(id),
        customer: who,
        orders: [(company, OrderId(id))].into(),
        expected_total: Some(total),
        client_id: None,
        provider,
    };
    checkout::checkout(db, &new, at).await.unwrap();
}

fn cart_line(id: i64, company: CompanyId, offering: OfferingId, quantity: i64) -> store::cart::NewLine {
    store::cart::NewLine {
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

async fn step(db: &Db, company: CompanyId, id: i64, to: OrderState) {
    let member = company::members(db, company).await.unwrap()[0];
    let step = CompanyStep { to, promised_at: None, note: "Closed".to_owned() };
    progress::set_state(db, company, member, OrderId(id), &step, NOW).await.unwrap();
}

async fn fulfil(db: &Db, company: CompanyId, id: i64) {
    step(db, company, id, OrderState::Accepted).await;
    step(db, company, id, OrderState::Fulfilled).await;
}

async fn documents(db: &Db, who: UserId, id: i64) -> Vec<Invoice> {
    invoice::view::of_order(db, who, OrderId(id)).await.unwrap()
}

#[tokio::test]
async fn receipt_is_sent_once() {
    both(async |db| {
        let bakery = bakery(&db, 1).await;
        let zoe = account(&db, 20, "zoe").await;
        order(&db, 30, zoe, bakery, 1, Provider::Sandbox, NOW).await;
        assert!(receipt::due(&db, NOW).await.unwrap().is_empty());
        order(&db, 31, zoe, bakery, 1, Provider::OnSite, NOW).await;
        let due = receipt::due(&db, NOW).await.unwrap();
        assert_eq!((due.len(), due[0].order, due[0].email.as_str()), (1, OrderId(31), "zoe@plaza.example"));
        let mail = NewOutboxMessage {
            id: 7,
            channel: Channel::Mail,
            recipient: due[0].email.clone(),
            subject: Some("Receipt".to_owned()),
            body: "Text".to_owned(),
            now: NOW,
            expires_at: NOW.plus(Timestamp::DAY),
        };
        order(&db, 32, zoe, bakery, 1, Provider::OnSite, NOW).await;
        let of_next = (OrderId(32), NewOutboxMessage { id: 8, ..mail.clone() });
        assert_eq!(receipt::send(&db, &[(OrderId(31), mail.clone())], NOW).await.unwrap(), 1);
        // The same again, beside the receipt of another order.
        let both = [(OrderId(31), NewOutboxMessage { id: 9, ..mail }), of_next];
        assert_eq!(receipt::send(&db, &both, NOW).await.unwrap(), 1);
        let sent = outbox::latest(&db, 10).await.unwrap();
        assert_eq!(sent.iter().map(|mail| mail.id).collect::<BTreeSet<_>>(), BTreeSet::from([7, 8]));
        assert!(receipt::due(&db, NOW).await.unwrap().is_empty());
        assert!(receipt::due(&db, NOW.plus(2 * Timestamp::DAY)).await.unwrap().is_empty());
    })
    .await;
}

fn text(rating: i64) -> ReviewText {
    ReviewText {
        rating,
        service_fast: true,
        as_described: true,
        meets_expectations: false,
        product_quality: ProductQuality::Average,
        comments: "Crisp".to_owned(),
    }
}

fn new_review(id: i64, customer: UserId, order: i64, offering: Option<OfferingId>, rating: i64) -> NewReview {
    NewReview { id: ReviewId(id), customer, purchase: Purchase::Order(OrderId(order)), offering, text: text(rating) }
}

#[tokio::test]
async fn review_of_an_order_counts_once() {
    both(async |db| {
        let (company, bread) = bakery(&db, 1).await;
        let (_, cake) = bakery(&db, 2).await;
        let (zoe, max) = (account(&db, 20, "zoe").await, account(&db, 21, "max").await);
        place(&db, 30, zoe, (company, bread), 1, NOW).await;
        let write = async |new: NewReview| review::write(&db, &new, NOW).await;
        match write(new_review(40, zoe, 30, None, 5)).await.unwrap_err() {
            OrderError::Refused(refusal) => assert_eq!(refusal, Refusal::State),
            OrderError::Store(cause) => panic!("{cause}"),
        }
        fulfil(&db, company, 30).await;
        assert!(write(new_review(40, max, 30, None, 5)).await.is_err());
        assert!(write(new_review(40, zoe, 30, Some(cake), 5)).await.is_err());
        write(new_review(40, zoe, 30, None, 5)).await.unwrap();
        write(new_review(41, zoe, 30, Some(bread), 4)).await.unwrap();
        let changed = write(new_review(42, zoe, 30, Some(bread), 2)).await.unwrap();
        assert_eq!((changed.id, changed.text.rating), (ReviewId(41), 2));
        assert_eq!(review::of_order(&db, zoe, OrderId(30)).await.unwrap().len(), 2);
        assert!(review::of_order(&db, max, OrderId(30)).await.is_err());
        let counts: Vec<(i64, i64)> = on!(db.read(), at => store::testing::sqlx::query_as(
            "SELECT rating_sum, rating_count FROM company WHERE id = 1
             UNION ALL SELECT rating_sum, rating_count FROM offering WHERE id = 10").fetch_all(at).await)
        .unwrap();
        assert_eq!(counts, [(7, 2), (2, 1)]);

        let filter = |is_unanswered| reviews::ReviewFilter { company, offering: None, rating: None, is_unanswered };
        let count = async |open| {
            let window = store::catalogue::filter::Window { limit: 10, offset: 0 };
            reviews::list(&db, filter(open), window).await.unwrap().1
        };
        assert_eq!((count(true).await, count(false).await), (2, 2));
        review::reply(&db, company, ReviewId(41), "Thank you", NOW).await.unwrap();
        assert!(review::reply(&db, CompanyId(2), ReviewId(41), "Mine", NOW).await.is_err());
        assert_eq!(count(true).await, 1);
        assert_eq!(dashboard::of_company(&db, company, NOW).await.unwrap().attention.reviews, 1);
        review::reply(&db, company, ReviewId(41), "", NOW).await.unwrap();
        assert_eq!(count(true).await, 2);
    })
    .await;
}

#[tokio::test]
async fn ordered_and_reviewed_products_are_not_deleted() {
    both(async |db| {
        let (company, bread) = bakery(&db, 1).await;
        let zoe = account(&db, 20, "zoe").await;
        let ids = Ids::new(0);
        let editor = Editor { db: &db, ids: &ids, company, user: market::owner(company), now: NOW };
        let reviewed = OfferingRow::new(11, company, "Cake").insert(&db).await;
        let unsold = OfferingRow::new(12, company, "Roll").insert(&db).await;
        place(&db, 30, zoe, (company, bread), 1, NOW).await;
        on!(db.write(), at => store::testing::sqlx::query(
            "INSERT INTO review (id, company_id, offering_id, author_id, rating, service_fast, as_described,
                meets_expectations, product_quality, comments, created_at)
             VALUES (40, 1, 11, 20, 5, TRUE, TRUE, TRUE, 'good', 'Soft', 0)").execute(at).await.map(drop))
        .unwrap();
        for kept in [bread, reviewed] {
            let refused = editor.delete_offerings(&[unsold, kept]).await;
            assert!(matches!(refused, Err(CatalogueError::HasHistory)), "{kept:?}");
        }
        editor.delete_offerings(&[unsold]).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn invoice_numbers_have_no_gaps_by_company_and_year() {
    both(async |db| {
        let (bakery, other) = (bakery(&db, 1).await, bakery(&db, 2).await);
        let zoe = account(&db, 20, "zoe").await;
        place(&db, 30, zoe, bakery, 2, NOW).await;
        order(&db, 31, zoe, bakery, 1, Provider::OnSite, NOW).await;
        assert!(documents(&db, zoe, 31).await.is_empty());
        place(&db, 32, zoe, bakery, 1, NOW.plus(60 * Timestamp::DAY)).await;
        place(&db, 33, zoe, other, 1, NOW).await;
        fulfil(&db, bakery.0, 31).await;
        fulfil(&db, bakery.0, 30).await;
        let number = async |id| documents(&db, zoe, id).await[0].number.clone();
        let numbers = [number(30).await, number(31).await, number(32).await, number(33).await];
        assert_eq!(numbers, ["2026-000001", "2026-000002", "2027-000001", "2026-000001"]);
        let first = &documents(&db, zoe, 30).await[0];
        assert_eq!((first.total, first.vat, first.net), (500, 45, 455));
        assert_eq!((first.seller.name.as_str(), first.buyer.name.as_str()), ("Bakery 1", "Zoe Lind"));
        assert_eq!(first.issued_on.to_string(), "2026-11-22");

        // A refund takes the invoice back.
        place(&db, 34, zoe, bakery, 3, NOW).await;
        progress::cancel(&db, zoe, OrderId(34), "Ill", None, NOW).await.unwrap();
        let both = documents(&db, zoe, 34).await;
        assert_eq!(both.iter().map(|it| it.number.as_str()).collect::<Vec<_>>(), ["2026-000003", "C2026-000001"]);
        assert_eq!((both[1].kind, both[1].corrects.as_deref()), (InvoiceKind::CreditNote, Some("2026-000003")));
        assert_eq!((both[0].total + both[1].total, both[0].vat + both[1].vat), (0, 0));
        let max = account(&db, 21, "max").await;
        assert!(invoice::view::of_order(&db, max, OrderId(30)).await.is_err());
        let filter = invoice::view::InvoiceFilter { kind: Some(InvoiceKind::Invoice), ..Default::default() };
        let (rows, total) = invoice::view::list(&db, bakery.0, &filter, 2, 0).await.unwrap();
        assert_eq!((rows.len(), total), (2, 4));
    })
    .await;
}

#[tokio::test]
async fn numbers_stay_gapless_when_invoices_are_issued_at_once() {
    both(async |db| {
        let (company, _) = bakery(&db, 1).await;
        let new = |key: i64| NewInvoice {
            buyer: Buyer { name: "Zoe".to_owned(), ..Buyer::default() },
            lines: vec![NewLine { name: "Cake".to_owned(), quantity: 2, unit_price: 605, vat_rate: 2_100 }],
            vat_mode: VatMode::Included,
            note: String::new(),
            client_id: Some(key.to_string()),
        };
        let issue = async |key| invoice::create(&db, company, &new(key), NOW).await.unwrap().unwrap();
        let issued = futures_util::future::join_all((0..20).map(issue)).await;
        let mut numbers: Vec<_> = issued.iter().map(|it| it.number.clone()).collect();
        numbers.sort();
        assert_eq!(numbers, (1..=20).map(|at| format!("2026-{at:06}")).collect::<Vec<_>>());
        assert_eq!((issued[0].total, issued[0].vat), (1_210, 210));
        assert_eq!(issue(3).await.number, issued[3].number);
        let other = NewInvoice { note: "Other".to_owned(), ..new(3) };
        assert_eq!(invoice::create(&db, company, &other, NOW).await.unwrap(), Err(KeyReused));

        let credited = invoice::credit(&db, company, &numbers[0], "Wrong name", NOW).await.unwrap();
        assert_eq!((credited.number.as_str(), credited.total, credited.vat), ("C2026-000001", -1_210, -210));
        let again = invoice::credit(&db, company, &numbers[0], "", NOW).await.unwrap();
        assert_eq!(again.number, credited.number);
        assert!(invoice::credit(&db, company, &credited.number, "", NOW).await.is_err());
        assert!(invoice::credit(&db, CompanyId(2), &numbers[0], "", NOW).await.is_err());
    })
    .await;
}

#[tokio::test]
async fn own_invoice_adds_the_tax_where_prices_are_shown_without() {
    both(async |db| {
        let (company, _) = bakery(&db, 1).await;
        on!(db.write(), at => store::testing::sqlx::query("UPDATE company SET country = 'US'").execute(at).await.map(drop))
            .unwrap();
        let vat_mode = invoice::vat_mode(&db, company).await.unwrap();
        let cake = NewLine { name: "Cake".to_owned(), quantity: 2, unit_price: 605, vat_rate: 825 };
        assert_eq!(cake.amount_and_vat(VatMode::OnTop), Some((1_310, 100)));
        assert_eq!(NewLine { unit_price: i64::MAX / 2, ..cake.clone() }.amount_and_vat(VatMode::OnTop), None);
        let buyer = Buyer { name: "Zoe".to_owned(), ..Buyer::default() };
        let new = NewInvoice { buyer, lines: vec![cake], vat_mode, note: String::new(), client_id: None };
        let issued = invoice::create(&db, company, &new, NOW).await.unwrap().unwrap();
        assert_eq!((issued.total, issued.vat, issued.lines[0].is_net), (1_310, 100, true));
        let credited = invoice::credit(&db, company, &issued.number, "", NOW).await.unwrap();
        assert_eq!((credited.total, credited.vat), (-1_310, -100));
    })
    .await;
}

/// Sums the figures of each day from the orders.
async fn summed(db: &Db, company: CompanyId) -> BTreeMap<String, (i64, i64, i64, i64)> {
    let rows: Vec<(String, String, i64, i64)> = on!(db.read(), at => store::testing::sqlx::query_as(
        "SELECT placed_on, state, total, refunded FROM customer_order WHERE company_id = $1 AND placed_on IS NOT NULL")
        .bind(company).fetch_all(at).await)
    .unwrap();
    let mut days: BTreeMap<String, (i64, i64, i64, i64)> = BTreeMap::new();
    for (placed_on, state, total, refunded) in rows {
        let figures = days.entry(placed_on).or_default();
        if state == "cancelled" {
            figures.2 += 1;
        } else {
            figures.0 += 1;
            figures.1 += i64::from(state == "fulfilled");
            figures.3 += total - refunded;
        }
    }
    days
}

#[tokio::test]
async fn figures_of_days_equal_the_sum_of_orders() {
    both(async |db| {
        let bakery = bakery(&db, 1).await;
        let company = bakery.0;
        let (zoe, max) = (account(&db, 20, "zoe").await, account(&db, 21, "max").await);
        let week = NOW.plus(-7 * Timestamp::DAY);
        for (id, who, quantity, at) in
            [(30, zoe, 1, week), (31, max, 2, week), (32, zoe, 4, NOW), (33, zoe, 8, NOW), (34, max, 16, NOW)]
        {
            place(&db, id, who, bakery, quantity, at).await;
        }
        order(&db, 35, max, bakery, 1, Provider::OnSite, NOW).await;
        // Never paid: no figure counts it.
        order(&db, 36, zoe, bakery, 1, Provider::Sandbox, NOW).await;
        fulfil(&db, company, 30).await;
        fulfil(&db, company, 35).await;
        step(&db, company, 33, OrderState::Cancelled).await;
        progress::cancel(&db, max, OrderId(34), "Ill", None, NOW).await.unwrap();

        let (from, to) = ("2026-11-01".parse().unwrap(), "2026-11-30".parse().unwrap());
        let days = day::range(&db, company, &from, &to).await.unwrap();
        let kept: BTreeMap<_, _> = days
            .iter()
            .map(|day| (day.day.to_string(), (day.orders, day.fulfilled, day.cancelled, day.income)))
            .collect();
        assert_eq!(kept, summed(&db, company).await);
        assert_eq!(kept["2026-11-15"], (2, 1, 0, 750));
        assert_eq!(kept["2026-11-22"], (2, 1, 2, 1_250));
        let shown = dashboard::of_company(&db, company, NOW).await.unwrap();
        assert_eq!((shown.today.income, shown.last_week.income), (1_250, 750));
        let open: Vec<_> = shown.open.iter().map(|it| (it.state, it.count)).collect();
        assert_eq!(open, [(OrderState::New, 2)]);

        let customers = customer::list(&db, company, "", Default::default(), None, 10, NOW).await.unwrap();
        let figures: Vec<_> = customers.iter().map(|it| (it.id, it.orders, it.spent, it.status)).collect();
        assert_eq!(figures, [(max, 2, 750, CustomerStatus::Returning), (zoe, 2, 1_250, CustomerStatus::Returning)]);
        let of_max = CustomerCursor::of(&customers[0], CustomerSort::Last);
        let page = customer::list(&db, company, "", Default::default(), Some(&of_max), 10, NOW).await.unwrap();
        assert_eq!(page.iter().map(|it| it.id).collect::<Vec<_>>(), [zoe]);
        assert!(customer::list(&db, company, "nobody", Default::default(), None, 10, NOW).await.unwrap().is_empty());
        // Max spent 7.50 and Zoe 12.50, with two orders each.
        for (sort, direction, first, second) in [
            (CustomerSort::Spent, Direction::Desc, zoe, max),
            (CustomerSort::Spent, Direction::Asc, max, zoe),
            (CustomerSort::Orders, Direction::Asc, zoe, max),
            (CustomerSort::Orders, Direction::Desc, max, zoe),
            (CustomerSort::Last, Direction::Asc, zoe, max),
        ] {
            let place = |who: UserId| {
                let known = customers.iter().find(|it| it.id == who).unwrap();
                CustomerCursor::parse(&CustomerCursor::of(known, sort).to_string(), sort).unwrap()
            };
            let page = async |after: Option<CustomerCursor>| {
                let sorted = customer::list(&db, company, "", (sort, direction), after.as_ref(), 1, NOW).await.unwrap();
                sorted.first().map(|it| it.id)
            };
            let pages = (page(None).await, page(Some(place(first))).await, page(Some(place(second))).await);
            assert_eq!(pages, (Some(first), Some(second), None), "{sort:?} {direction:?}");
        }
        assert!(customer::find(&db, CompanyId(2), zoe, NOW).await.is_err());
        let filter = OrderFilter { customer: Some(zoe), ..OrderFilter::default() };
        let (orders, count) =
            list::of_company(&db, company, &filter, Window { limit: 10, offset: 0 }, NOW).await.unwrap();
        assert_eq!((orders.len(), count), (3, 3));
        let mut file = Export::of(&db, company, "zoe").await.unwrap();
        let text = String::from_utf8(file.next(NOW).await.unwrap().unwrap()).unwrap();
        assert!(text.contains("Zoe Lind,zoe@plaza.example,returning,2,0,12.50,EUR,2026-11-15,2026-11-22"), "{text}");
        assert!(file.next(NOW).await.unwrap().is_none());
    })
    .await;
}

#[tokio::test]
async fn customer_who_orders_again_does_not_come_twice() {
    both(async |db| {
        let bakery = bakery(&db, 1).await;
        let (zoe, max) = (account(&db, 20, "zoe").await, account(&db, 21, "max").await);
        place(&db, 30, zoe, bakery, 1, NOW).await;
        place(&db, 31, max, bakery, 1, NOW.plus(1)).await;
        let list = async |after: Option<&CustomerCursor>, now| {
            customer::list(&db, bakery.0, "", Default::default(), after, 1, now).await.unwrap()
        };
        let first = list(None, NOW).await;
        assert_eq!(first[0].id, max);
        let cursor = CustomerCursor::of(&first[0], CustomerSort::Last);
        // Both order again before the next page is read.
        place(&db, 32, max, bakery, 1, NOW.plus(2)).await;
        assert_eq!(list(Some(&cursor), NOW).await[0].id, zoe);
        place(&db, 33, zoe, bakery, 1, NOW.plus(3)).await;
        assert!(list(Some(&cursor), NOW).await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn names_are_found_in_any_case_of_any_script() {
    both(async |db| {
        let bakery = bakery(&db, 1).await;
        let zoe = account(&db, 20, "zoe").await;
        for (id, name) in [(30, "Иван Ильич"), (31, "Émile O_Neill*")] {
            place(&db, id, zoe, bakery, 1, NOW.plus(id)).await;
            on!(db.write(), at => store::testing::sqlx::query(
                "UPDATE customer_order SET customer_name = $2 WHERE id = $1").bind(id).bind(name).execute(at).await.map(drop))
            .unwrap();
            on!(db.write(), at => store::testing::sqlx::query(
                "UPDATE invoice SET buyer = replace(buyer, 'Zoe Lind', $2) WHERE order_id = $1")
                .bind(id).bind(name).execute(at).await.map(drop))
            .unwrap();
        }
        for (query, expected) in [
            ("иван", vec![OrderId(30)]),
            ("ИЛЬИЧ", vec![OrderId(30)]),
            ("émile", vec![OrderId(31)]),
            ("o_NEILL*", vec![OrderId(31)]),
            ("o.neill", Vec::new()),
            ("[a-z", Vec::new()),
            ("\\", Vec::new()),
        ] {
            let filter = OrderFilter { query: query.to_owned(), ..OrderFilter::default() };
            let window = Window { limit: 10, offset: 0 };
            let (orders, count) = list::of_company(&db, bakery.0, &filter, window, NOW).await.unwrap();
            assert_eq!(orders.iter().map(|it| it.id).collect::<Vec<_>>(), expected, "{query}");
            let filter = invoice::view::InvoiceFilter { query: query.to_owned(), ..Default::default() };
            let found = invoice::view::list(&db, bakery.0, &filter, 10, 0).await.unwrap().1;
            assert_eq!((found, usize::try_from(count)), (count, Ok(expected.len())), "{query}");
        }
        on!(db.write(), at => store::testing::sqlx::query("UPDATE company_customer SET name = 'Émile'").execute(at).await.map(drop))
            .unwrap();
        assert_eq!(customer::list(&db, bakery.0, "éMILE", Default::default(), None, 10, NOW).await.unwrap().len(), 1);
    })
    .await;
}

#[tokio::test]
async fn company_manages_its_promo_codes() {
    both(async |db| {
        let (company, _) = bakery(&db, 1).await;
        let settings = PromoSettings {
            kind: PromoKind::Percent,
            value: 10,
            minimum_order: 0,
            starts_at: NOW,
            ends_at: NOW.plus(Timestamp::DAY),
            limit_total: Some(5),
            limit_each: None,
            is_active: true,
        };
        let create =
            async |id| promo_management::create(&db, company, PromoCodeId(id), "TEN", &settings, NOW).await.unwrap();
        assert!(matches!(create(1).await, Created::Code(code) if code.used == 0));
        assert_eq!(create(2).await, Created::Taken);
        let changed = PromoSettings { value: 20, ..settings.clone() };
        let update = async |company| promo_management::update(&db, company, PromoCodeId(1), &changed).await;
        assert_eq!(update(company).await.unwrap().value, 20);
        assert!(update(CompanyId(2)).await.is_err());
        for _ in 0..2 {
            let ended = promo_management::end(&db, company, PromoCodeId(1), NOW.plus(5)).await.unwrap();
            assert_eq!((ended.is_active, ended.ends_at), (false, NOW.plus(5)));
        }
        assert_eq!(promo_management::list(&db, company, 10, 0, NOW).await.unwrap().1, 1);
        // Codes that ended leave room: the smallest plan allows ten.
        let new = async |id: i64, now| {
            let code = format!("CODE{id}");
            promo_management::create(&db, company, PromoCodeId(id), &code, &settings, now).await.unwrap()
        };
        for id in 2..12 {
            assert!(matches!(new(id, NOW.plus(6)).await, Created::Code(_)), "{id}");
        }
        assert_eq!(new(12, NOW.plus(6)).await, Created::TooMany);
        let plan = company::plan::subscription(&db, company, NOW.plus(6)).await.unwrap();
        assert_eq!(plan.used.promo_codes, 10);
        promo_management::end(&db, company, PromoCodeId(5), NOW.plus(7)).await.unwrap();
        assert!(matches!(new(12, NOW.plus(8)).await, Created::Code(_)));
    })
    .await;
}
