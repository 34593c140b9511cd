//! A company that a run opens, and checkouts at it.

use std::time::Instant;

use serde_json::{Value, json};

use crate::accounts::{Account, MAX_TOKEN_AGE, PASSWORD};
use crate::api::Api;

const SIGN_UP: &str = "/api/v1/userProfessionalRoutes/company-profiles/";
/// `order_type_key` of click and collect.
const COLLECT: u32 = 2;

/// Company with one product that is collected.
pub struct Shop {
    pub company: u64,
    pub token: String,
    product: u64,
}

/// Order that was paid.
pub struct Paid {
    pub order: u64,
    /// Time at which the payment was sent.
    pub sent_at: Instant,
    pub answered_at: Instant,
}

impl Shop {
    /// Signs a company up and puts one product on sale.
    pub async fn open(api: &Api, run: u32, index: usize) -> Result<Self, String> {
        let name = format!("lt{run:06x}s{index}");
        let sign_up = json!({
            "company_name": format!("Load {name}"), "company_email": format!("hello-{name}@loadtest.example"),
            "company_phone": "+34932170000", "address": "1 Load Street", "city": "Barcelona", "postalCode": "08024",
            "country": "ES", "categories": ["food"], "firstName": "Load", "lastName": "Test",
            "email": format!("{name}@loadtest.example"), "userName": name, "phone": "+34600000000",
            "password": PASSWORD, "confirm_password": PASSWORD, "terms": true,
        });
        let answer = api.post(SIGN_UP, None, &sign_up).await?;
        let token = answer["data"]["access_token"].as_str().ok_or("the sign-up returned no token")?.to_owned();
        let profile = api.get("/api/v1/userprofessional/profile/", &token).await?;
        let company = profile["data"]["company"]["id"].as_u64().ok_or("the profile names no company")?;
        let collect = json!({"options": [{"kind": "collect", "minutes": 15}]});
        api.put("/api/v1/userprofessional/fulfilment/", &token, &collect).await?;
        let bread = json!({"category": "food", "kind": "product", "name": "Bread", "vat_rate": 400, "variants": [{"price": 250}]});
        let made = api.post("/api/v1/userprofessional/catalogue/offerings/", Some(&token), &bread).await?;
        let product = made["data"]["id"].as_u64().ok_or("the product has no id")?;
        let publish = json!({"ids": [product], "state": "active"});
        api.put("/api/v1/userprofessional/catalogue/offerings/state/", &token, &publish).await?;
        Ok(Self { company, token, product })
    }

    /// Buys one product: cart, contact, order, payment.
    pub async fn checkout(&self, api: &Api, consumer: &Account) -> Result<Paid, String> {
        let token = consumer.token(api, MAX_TOKEN_AGE).await?;
        let line =
            json!({"company_id": self.company, "product_id": self.product, "quantity": 1, "order_type_key": COLLECT});
        api.post("/api/v1/users/cart/add/", Some(&token), &line).await?;
        let contact = json!({
            "customer_name": "Load Test", "contact_number": "+34600000000",
            "email": format!("{}@loadtest.example", consumer.user_name),
        });
        let path = format!("/api/v1/users/cart/update-meta/{}/{COLLECT}/", self.company);
        let cart = api.put(&path, &token, &contact).await?;
        let expected = json!({"expected_total": cart["data"]["total"]});
        let path = format!("/api/v1/users/order/create/{}/food/", self.company);
        let placed = api.post(&path, Some(&token), &expected).await?;
        let order = placed["data"]["orders"][0]["id"].as_u64().ok_or("the order has no id")?;
        let payment = json!({"order_id": order, "payment_method": "sandbox_success"});
        let sent_at = Instant::now();
        let paid = api.post("/api/v1/payment/user/order/payment/", Some(&token), &payment).await?;
        match &paid["data"]["orders"][0]["state"] {
            Value::String(state) if state == "new" => Ok(Paid { order, sent_at, answered_at: Instant::now() }),
            state => Err(format!("order {order} is {state} after its payment")),
        }
    }
}
