//! A bakery on a test server, and orders of it.

use serde_json::{Value, json};
use store::{
    catalogue::detail::Availability,
    fulfilment::{DeliveryZone, Fulfilment, FulfilmentOption},
    testing::market::{self, CompanyRow, OfferingRow, VariantRow},
    types::{
        ids::{CompanyId, OfferingId},
        timestamp::Timestamp,
    },
};

use super::app::{Person, TestApp};

/// Bakery with bread at 2.50 and two mugs at 12.00 in stock. It delivers within 5 km of the centre of Madrid.
pub struct Bakery {
    pub company: CompanyId,
    pub bread: OfferingId,
    pub mug: OfferingId,
    pub owner: Person,
}

pub const CREATE: &str = "/api/v1/users/order/create";
pub const PAY: &str = "/api/v1/payment/user/order/payment/";

pub async fn bakery(app: &TestApp) -> Bakery {
    bakery_of(app, "baker").await
}

/// Bakery of the business with this user name.
pub async fn bakery_of(app: &TestApp, owner: &str) -> Bakery {
    let db = &app.state().db;
    let id = app.state().ids.next(Timestamp::now());
    let name = if owner == "baker" { "Bakery" } else { "Rival" };
    let owner = app.business(owner).await;
    let row = CompanyRow { owner: Some(owner.id), position: Some((40.4168, -3.7038)), ..CompanyRow::new(id, name) };
    let company = row.insert(db).await;
    let option = |kind, zones| FulfilmentOption { kind, minutes: 30, minimum_order: 0, zones };
    let zones = vec![DeliveryZone { up_to_metres: 5_000, fee: 300, free_from: Some(3_000) }];
    let options = [option(Fulfilment::Collect, Vec::new()), option(Fulfilment::Delivery, zones)];
    market::fulfilment(db, company, &options).await;
    // Leaves room for the ids of variants.
    let product = id % 100_000_000_000 * 10;
    let bread = OfferingRow { price: 250, ..OfferingRow::new(product, company, "Bread") }.insert(db).await;
    let mug = OfferingRow {
        availability: Availability::Stock,
        price: 1_200,
        variants: vec![VariantRow::new("", 1_200, Some(2))],
        ..OfferingRow::new(product + 1, company, "Mug")
    };
    Bakery { company, bread, mug: mug.insert(db).await, owner }
}

impl Bakery {
    /// Body of a line.
    pub fn line(&self, product: OfferingId, quantity: i64) -> Value {
        json!({"company_id": self.company, "product_id": product, "quantity": quantity, "order_type_key": 2})
    }

    /// Path of the details of a cart.
    pub fn details(&self, order_type_key: i64) -> String {
        format!("/api/v1/users/cart/update-meta/{}/{order_type_key}/", self.company)
    }

    /// Path that orders the cart.
    pub fn create(&self) -> String {
        format!("{CREATE}/{}/food/", self.company)
    }

    /// Puts units of a product into the cart and gives the contact. Returns the total.
    pub async fn fill(&self, app: &TestApp, who: &Person, product: OfferingId, quantity: i64) -> i64 {
        let added = app.post("/api/v1/users/cart/add/").as_(who).json(self.line(product, quantity)).await;
        assert_eq!(added.status, 201, "{:#}", added.json);
        let contact =
            json!({"customer_name": "Zoe Lind", "contact_number": "+34600000000", "email": "zoe@plaza.example"});
        let cart = app.call("PUT", &self.details(2)).as_(who).json(contact).await;
        assert_eq!((cart.status, &cart.data()["problems"]), (200, &json!([])));
        cart.data()["total"].as_i64().unwrap()
    }

    /// Orders a loaf of bread. Returns the order.
    pub async fn order(&self, app: &TestApp, who: &Person) -> Value {
        let total = self.fill(app, who, self.bread, 1).await;
        let placed = app.post(&self.create()).as_(who).json(json!({"expected_total": total})).await;
        assert_eq!(placed.status, 201, "{:#}", placed.json);
        placed.data()["orders"][0].clone()
    }

    /// Orders a loaf of bread and pays it. Returns the id of the order.
    pub async fn paid(&self, app: &TestApp, who: &Person) -> i64 {
        let id = self.order(app, who).await["id"].as_i64().unwrap();
        let body = json!({"order_id": id, "payment_method": "sandbox_success"});
        let paid = app.post(PAY).as_(who).json(body).await;
        assert_eq!((paid.status, &paid.data()["orders"][0]["state"]), (200, &json!("new")));
        id
    }

    /// Orders a loaf of bread, pays and receives it. Returns the id of the order.
    pub async fn fulfilled(&self, app: &TestApp, who: &Person) -> i64 {
        let id = self.paid(app, who).await;
        for state in ["accepted", "fulfilled"] {
            self.step(app, id, state).await;
        }
        id
    }

    /// Moves an order on as its company.
    pub async fn step(&self, app: &TestApp, id: i64, state: &str) {
        let path = format!("/api/v1/userprofessional/orders/{id}/state/");
        let moved = app.call("PUT", &path).as_(&self.owner).json(json!({"state": state, "reason": "Closed"})).await;
        assert_eq!((moved.status, &moved.data()["state"]), (200, &json!(state)));
    }
}
