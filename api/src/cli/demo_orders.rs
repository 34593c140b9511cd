//! `plaza demo orders`: customers of the demo order at one of its companies, so that its board fills while one watches.
//!
//! A client of the running server: orders go the way of every other order.

use std::{io::Write as _, time::Duration};

use clap::Subcommand;
use rand::seq::IndexedRandom as _;
use serde_json::{Value, json};

use crate::{
    cli::{
        config::Config,
        demo::{ACCOUNTS, PASSWORD},
    },
    integrations::{
        http_client::{Call, Http},
        tls::TrustStore,
    },
};

/// Customers who order, of the demo of any size. Visitors sign in as others, whose carts stay as they are.
const CUSTOMERS: [&str; 5] = ["kenji", "sofia", "tomas", "nadia", "oliver"];
/// `order_type_key` of click and collect.
const COLLECT: u32 = 2;
/// Orders in a minute, at most.
const MAX_RATE: f64 = 600.0;
/// Bytes of a list of products, at most.
const LIMIT: usize = 1 << 20;

type Failure = Box<dyn std::error::Error>;

#[derive(Clone, Debug, PartialEq, Subcommand)]
pub enum DemoCommand {
    /// Place orders on the running server until interrupted
    Orders {
        /// Orders in a minute, 600 at most
        #[arg(long, value_name = "N", default_value_t = 12.0, value_parser = rate)]
        rate: f64,
        /// Name of the company in the address of its page
        #[arg(long, value_name = "HANDLE", default_value = "casa-azul")]
        company: String,
    },
}

fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse::<f64>().ok().filter(|rate| *rate > 0.0 && *rate <= MAX_RATE);
    rate.ok_or_else(|| format!("expected a number above 0, at most {MAX_RATE}"))
}

/// Carries out a command.
pub async fn run(config: &Config, command: DemoCommand) -> Result<(), Failure> {
    let DemoCommand::Orders { rate, company } = command;
    let server = Server { http: Http::start(&TrustStore::default())?, origin: format!("http://{}", config.listen) };
    let mut tokens = Vec::new();
    for name in CUSTOMERS {
        tokens.push(server.sign_in(name).await?);
    }
    let company = &server.get(&format!("/users/company/{company}/details/")).await?["data"]["id"];
    let products = server.get(&format!("/users/offerings/?company_id={company}&kind=product&per_page=100")).await?;
    let products: Vec<&Value> =
        products["data"].as_array().into_iter().flatten().filter(|one| is_on_sale(one)).collect();
    if products.is_empty() {
        return Err("this company has no products on sale".into());
    }
    let mut ticks = actix_rt::time::interval(Duration::from_secs_f64(60.0 / rate));
    for (name, token) in CUSTOMERS.iter().zip(&tokens).cycle() {
        ticks.tick().await;
        let chosen: Vec<_> = products.sample(&mut rand::rng(), rand::random_range(1..=3)).collect();
        let order = server.order(token, company, &chosen).await?;
        writeln!(
            std::io::stdout().lock(),
            "{name} ordered {}: {}",
            order["code"].as_str().unwrap_or_default(),
            names(&chosen)
        )?;
    }
    Ok(())
}

fn is_on_sale(product: &Value) -> bool {
    product["sold_out"] == false && matches!(product["availability"].as_str(), Some("unlimited" | "stock"))
}

fn names(products: &[&&Value]) -> String {
    let names: Vec<_> = products.iter().filter_map(|product| product["name"].as_str()).collect();
    names.join(", ")
}

struct Server {
    http: Http,
    origin: String,
}

impl Server {
    async fn sign_in(&self, name: &str) -> Result<String, Failure> {
        let form = json!({"email": format!("{name}@plaza.example"), "password": PASSWORD});
        let entered = self.send(self.http.post(&self.address("/users/login/")).json(&form)).await?;
        let token = entered["tokens"]["accessToken"].as_str().ok_or("the server has no demo")?;
        Ok(token.to_owned())
    }

    /// Orders one of each product, pays with the sandbox, and returns the order.
    async fn order(&self, token: &str, company: &Value, products: &[&&Value]) -> Result<Value, Failure> {
        for product in products {
            let line =
                json!({"company_id": company, "product_id": product["id"], "quantity": 1, "order_type_key": COLLECT});
            self.post("/users/cart/add/", token, &line).await?;
        }
        let contact =
            json!({"customer_name": "Demo Customer", "contact_number": "+34600000000", "email": ACCOUNTS[0].1});
        let path = self.address(&format!("/users/cart/update-meta/{company}/{COLLECT}/"));
        let cart = self.send(self.http.put(&path).bearer(token).json(&contact)).await?;
        let expected = json!({"expected_total": cart["data"]["total"]});
        let placed = self.post(&format!("/users/order/create/{company}/food/"), token, &expected).await?;
        let order = placed["data"]["orders"][0].clone();
        let payment = json!({"order_id": order["id"], "payment_method": "sandbox_success"});
        self.post("/payment/user/order/payment/", token, &payment).await?;
        Ok(order)
    }

    fn address(&self, path: &str) -> String {
        format!("{}/api/v1{path}", self.origin)
    }

    async fn get(&self, path: &str) -> Result<Value, Failure> {
        self.send(self.http.get(&self.address(path))).await
    }

    async fn post(&self, path: &str, token: &str, body: &Value) -> Result<Value, Failure> {
        self.send(self.http.post(&self.address(path)).bearer(token).json(body)).await
    }

    async fn send(&self, call: Call) -> Result<Value, Failure> {
        let answer =
            call.limit(LIMIT).send().await.map_err(|cause| format!("{} does not answer: {cause}", self.origin))?;
        let json: Value = serde_json::from_slice(&answer.body)?;
        if !(200..300).contains(&answer.status) {
            return Err(format!("the server refused with {}: {}", answer.status, json["message"]).into());
        }
        Ok(json)
    }
}
