//! A local Stripe: customers, payment methods, setup and payment intents, refunds, disputes and signed events, as the
//! public API describes them. It records every request.

use std::{
    collections::HashMap,
    net::TcpListener,
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use actix_web::{App, HttpRequest, HttpResponse, HttpServer, http::StatusCode, web};
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::{Value, json};
use sha2::Sha256;
use store::types::timestamp::Timestamp;

use super::app::{Answer, TestApp};

pub const SECRET_KEY: &str = "sk_test_51Plaza";
pub const WEBHOOK_SECRET: &str = "whsec_plaza";
pub const WEBHOOK: &str = "/api/v1/payment/stripe/webhook/";

/// Test card: what the bank does with a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bank {
    Accepts,
    /// With this decline code.
    Declines(&'static str),
    Authenticates,
    /// Answers later.
    Processes,
}

/// What the next call meets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Network {
    #[default]
    Works,
    /// Every call answers 503.
    Down,
    /// Every call waits without an answer, and has no effect.
    Silent,
    /// The next new call that writes has its effect, and its answer is lost.
    LosesAnswer,
}

pub struct FakeStripe {
    pub url: String,
    state: Arc<Mutex<Inner>>,
}

#[derive(Clone, Debug)]
pub struct Recorded {
    pub call: String,
    pub body: String,
    pub key: Option<String>,
}

#[derive(Default)]
struct Inner {
    last_id: u64,
    network: Network,
    customers: Vec<String>,
    methods: HashMap<String, Method>,
    /// Payment method and whether to save it, by confirmation token.
    tokens: HashMap<String, (String, bool)>,
    intents: HashMap<String, Value>,
    refunds: HashMap<String, Value>,
    disputes: HashMap<String, Value>,
    /// Charges that succeeded, by intent.
    charges: HashMap<String, usize>,
    /// Request and answer, by idempotency key.
    answers: HashMap<String, (String, u16, Value)>,
    requests: Vec<Recorded>,
}

#[derive(Clone)]
struct Method {
    bank: Bank,
    customer: Option<String>,
}

impl FakeStripe {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let state = Arc::new(Mutex::new(Inner::default()));
        let shared = web::Data::from(Arc::clone(&state));
        let server = HttpServer::new(move || App::new().app_data(shared.clone()).default_service(web::to(serve)))
            .workers(1)
            .listen(listener)
            .unwrap()
            .disable_signals()
            .run();
        actix_rt::spawn(server);
        Self { url, state }
    }

    /// Flags that configure this account.
    pub fn flags(&self) -> Vec<String> {
        let pairs = [
            ("--stripe-secret-key", SECRET_KEY),
            ("--stripe-publishable-key", "pk_test_51Plaza"),
            ("--stripe-webhook-secret", WEBHOOK_SECRET),
            ("--stripe-url", &self.url),
        ];
        pairs.into_iter().flat_map(|(flag, value)| [flag.to_owned(), value.to_owned()]).collect()
    }

    /// Starts a server that charges cards here.
    pub async fn app(&self) -> TestApp {
        self.app_with(&[]).await
    }

    pub async fn app_with(&self, extra: &[&str]) -> TestApp {
        let flags = self.flags();
        let all: Vec<&str> = flags.iter().map(String::as_str).chain(extra.iter().copied()).collect();
        TestApp::with(&all).await
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.state.lock().unwrap()
    }

    pub fn set_network(&self, network: Network) {
        self.inner().network = network;
    }

    /// Creates the payment method of a card, as Stripe's fields do.
    pub fn method(&self, bank: Bank) -> String {
        let mut inner = self.inner();
        let id = inner.id("pm");
        inner.methods.insert(id.clone(), Method { bank, customer: None });
        id
    }

    /// Creates a confirmation token, as Stripe's fields do. `save`: the customer keeps the card.
    pub fn token(&self, bank: Bank, save: bool) -> String {
        let method = self.method(bank);
        let mut inner = self.inner();
        let id = inner.id("ctoken");
        inner.tokens.insert(id.clone(), (method, save));
        id
    }

    /// Completes a setup intent in the browser: the card belongs to the customer. Returns its payment method.
    pub fn set_up(&self, bank: Bank, customer: &str) -> String {
        let id = self.method(bank);
        self.inner().methods.get_mut(&id).unwrap().customer = Some(customer.to_owned());
        id
    }

    pub fn customers(&self) -> Vec<String> {
        self.inner().customers.clone()
    }

    /// Returns the ids of all intents.
    pub fn intents(&self) -> Vec<String> {
        self.inner().intents.keys().cloned().collect()
    }

    /// Returns the only intent.
    pub fn only_intent(&self) -> String {
        let [id] = <[String; 1]>::try_from(self.intents()).expect("one intent");
        id
    }

    pub fn intent(&self, id: &str) -> Value {
        self.inner().intents[id].clone()
    }

    /// The customer answers at the bank's page.
    pub fn authenticate(&self, intent: &str, confirms: bool) {
        let mut inner = self.inner();
        assert_eq!(inner.intents[intent]["status"], "requires_action");
        if confirms {
            inner.succeed(intent);
        } else {
            inner.fail(intent, "payment_intent_authentication_failure", None);
        }
    }

    /// The bank of a payment in progress answers.
    pub fn complete(&self, intent: &str) {
        let mut inner = self.inner();
        assert_eq!(inner.intents[intent]["status"], "processing");
        inner.succeed(intent);
    }

    /// Forgets all idempotency keys, as Stripe does after a day.
    pub fn forget_keys(&self) {
        self.inner().answers.clear();
    }

    /// Number of successful charges of all intents.
    pub fn charges(&self) -> usize {
        self.inner().charges.values().sum()
    }

    /// Amounts of the refunds, in order.
    pub fn refunds(&self) -> Vec<i64> {
        let inner = self.inner();
        let mut refunds: Vec<_> = inner.refunds.values().collect();
        refunds.sort_by_key(|refund| refund["id"].as_str().map(str::to_owned));
        refunds.iter().map(|refund| refund["amount"].as_i64().unwrap()).collect()
    }

    /// The bank of a customer returns a refund. Returns its id.
    pub fn refund_fails(&self) -> String {
        let mut inner = self.inner();
        let refund = inner.refunds.values_mut().next().unwrap();
        refund["status"] = json!("failed");
        refund["id"].as_str().unwrap().to_owned()
    }

    /// Makes a refund in the dashboard. Returns its id.
    pub fn refund_elsewhere(&self, intent: &str, amount: i64) -> String {
        let mut inner = self.inner();
        let (_, mut refund) = inner.refund(intent, amount, "");
        refund["metadata"] = json!({});
        let id = refund["id"].as_str().unwrap().to_owned();
        inner.refunds.insert(id.clone(), refund);
        id
    }

    /// Opens a dispute, or changes its status. Returns its id.
    pub fn dispute(&self, intent: &str, status: &str) -> String {
        let mut inner = self.inner();
        let known = inner.disputes.iter().find(|(_, one)| one["payment_intent"] == intent).map(|(id, _)| id.clone());
        let id = known.unwrap_or_else(|| inner.id("dp"));
        let dispute = json!({
            "id": id, "object": "dispute", "payment_intent": intent, "reason": "fraudulent", "status": status,
            "amount": inner.intents[intent]["amount"],
        });
        inner.disputes.insert(id.clone(), dispute);
        id
    }

    pub fn requests(&self) -> Vec<Recorded> {
        self.inner().requests.clone()
    }

    /// Returns the recorded requests of a call: `POST /v1/refunds`.
    pub fn requests_of(&self, call: &str) -> Vec<Recorded> {
        self.requests().into_iter().filter(|request| request.call == call).collect()
    }
}

/// Body of an event about an object.
pub fn event(id: &str, kind: &str, object: &str, object_id: &str) -> String {
    json!({
        "id": id, "object": "event", "type": kind, "api_version": "2024-06-20",
        "data": {"object": {"id": object_id, "object": object}},
    })
    .to_string()
}

/// Signature header of a body at a time in seconds.
pub fn signature(body: &str, secret: &str, seconds: i64) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(format!("{seconds}.{body}").as_bytes());
    let hex: String = mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
    format!("t={seconds},v1={hex}")
}

/// Sends a signed event about an object.
pub async fn send_event(app: &TestApp, id: &str, kind: &str, object: &str, object_id: &str) -> Answer {
    send_body(app, &event(id, kind, object, object_id)).await
}

pub async fn send_body(app: &TestApp, body: &str) -> Answer {
    let header = signature(body, WEBHOOK_SECRET, Timestamp::now().0 / 1_000);
    app.post(WEBHOOK).header("stripe-signature", &header).body("application/json", body).await
}

async fn serve(state: web::Data<Mutex<Inner>>, request: HttpRequest, body: String) -> HttpResponse {
    let header = |name: &str| request.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let call = format!("{} {}", request.method(), request.path());
    let key = header("idempotency-key");
    let (network, answer) = {
        let mut inner = state.lock().unwrap();
        inner.requests.push(Recorded { call: call.clone(), body: body.clone(), key: key.clone() });
        let is_new = key.as_ref().is_none_or(|key| !inner.answers.contains_key(key));
        let mut network = inner.network;
        if network == Network::LosesAnswer {
            if request.method() == "POST" && is_new {
                inner.network = Network::Works;
            } else {
                network = Network::Works;
            }
        }
        let is_known = header("authorization") == Some(format!("Bearer {SECRET_KEY}"));
        let answer = match network {
            Network::Down => (503, json!({"error": {"type": "api_error"}})),
            Network::Silent => (200, Value::Null),
            _ if !is_known || header("stripe-version").is_none() => error(401, "api_key", ""),
            _ => inner.answer_once(&call, request.query_string(), &body, key),
        };
        (network, answer)
    };
    if matches!(network, Network::Silent | Network::LosesAnswer) {
        // Longer than any client waits.
        actix_rt::time::sleep(Duration::from_secs(3_600)).await;
    }
    HttpResponse::build(StatusCode::from_u16(answer.0).unwrap()).json(answer.1)
}

fn error(status: u16, code: &str, param: &str) -> (u16, Value) {
    (
        status,
        json!({"error": {"type": "invalid_request_error", "code": code, "param": param, "message": "See the docs"}}),
    )
}

impl Inner {
    fn id(&mut self, prefix: &str) -> String {
        self.last_id += 1;
        format!("{prefix}_{:08}Fake", self.last_id)
    }

    /// Answers a call, or again as before if its idempotency key is known.
    fn answer_once(&mut self, call: &str, query: &str, body: &str, key: Option<String>) -> (u16, Value) {
        let Some(key) = key else { return self.answer(call, query, body) };
        let request = format!("{call} {body}");
        if let Some((known, status, answer)) = self.answers.get(&key) {
            return if *known == request { (*status, answer.clone()) } else { error(400, "idempotency_error", "") };
        }
        let (status, answer) = self.answer(call, query, body);
        self.answers.insert(key, (request, status, answer.clone()));
        (status, answer)
    }

    fn answer(&mut self, call: &str, query: &str, body: &str) -> (u16, Value) {
        let fields: HashMap<String, String> = serde_urlencoded::from_str(body).unwrap();
        let field = |name: &str| fields.get(name).cloned().unwrap_or_default();
        let (method, path) = call.split_once(' ').unwrap();
        let parts: Vec<&str> = path.trim_start_matches("/v1/").split('/').collect();
        match (method, parts.as_slice()) {
            ("POST", ["customers"]) => {
                let id = self.id("cus");
                self.customers.push(id.clone());
                (200, json!({"id": id, "object": "customer"}))
            }
            ("DELETE", ["customers", id]) => {
                self.customers.retain(|known| known != id);
                (200, json!({"id": id, "object": "customer", "deleted": true}))
            }
            ("GET", ["payment_methods", id]) => self.show_method(id),
            ("POST", ["payment_methods", id, "detach"]) => match self.methods.get_mut(*id) {
                Some(method) if method.customer.is_some() => {
                    method.customer = None;
                    self.show_method(id)
                }
                _ => error(400, "resource_missing", "payment_method"),
            },
            ("POST", ["setup_intents"]) => {
                let id = self.id("seti");
                (200, json!({"id": id, "object": "setup_intent", "client_secret": format!("{id}_secret_x")}))
            }
            ("POST", ["payment_intents"]) => {
                assert_eq!(
                    field("payment_method_types[0]"),
                    "card",
                    "the bank of another method may answer after days"
                );
                let id = self.id("pi");
                let intent = json!({
                    "id": id, "object": "payment_intent", "status": "requires_payment_method",
                    "amount": field("amount").parse::<i64>().unwrap(), "amount_received": 0, "amount_refunded": 0,
                    "currency": field("currency"), "customer": field("customer"), "payment_method": null,
                    "last_payment_error": null, "client_secret": format!("{id}_secret_y"), "latest_charge": null,
                    "metadata": {"payment": field("metadata[payment]")},
                });
                self.intents.insert(id.clone(), intent.clone());
                (200, intent)
            }
            ("GET", ["payment_intents", id]) => self.show_intent(id),
            ("POST", ["payment_intents", id]) => {
                let Some(intent) = self.intents.get_mut(*id) else { return error(404, "resource_missing", "intent") };
                if intent["status"] != "requires_payment_method" {
                    return error(400, "payment_intent_unexpected_state", "");
                }
                intent["amount"] = json!(field("amount").parse::<i64>().unwrap());
                self.show_intent(id)
            }
            ("POST", ["payment_intents", id, "confirm"]) => self.confirm(id, &fields),
            ("POST", ["payment_intents", id, "cancel"]) => {
                let Some(intent) = self.intents.get_mut(*id) else { return error(404, "resource_missing", "intent") };
                if matches!(intent["status"].as_str(), Some("succeeded" | "processing" | "canceled")) {
                    return error(400, "payment_intent_unexpected_state", "");
                }
                intent["status"] = json!("canceled");
                self.show_intent(id)
            }
            ("POST", ["refunds"]) => {
                self.refund(&field("payment_intent"), field("amount").parse().unwrap(), &field("metadata[position]"))
            }
            ("GET", ["refunds"]) => {
                let of: Vec<_> = self
                    .refunds
                    .values()
                    .filter(|one| query.contains(one["payment_intent"].as_str().unwrap()))
                    .collect();
                (200, json!({"object": "list", "data": of}))
            }
            ("GET", ["refunds", id]) => found(self.refunds.get(*id)),
            ("GET", ["disputes", id]) => found(self.disputes.get(*id)),
            _ => error(404, "unknown_url", ""),
        }
    }

    fn show_method(&self, id: &str) -> (u16, Value) {
        let Some(Method { customer, .. }) = self.methods.get(id) else {
            return error(404, "resource_missing", "payment_method");
        };
        let card = json!({"brand": "visa", "last4": "4242", "exp_month": 4, "exp_year": 2031});
        (200, json!({"id": id, "object": "payment_method", "type": "card", "customer": customer, "card": card}))
    }

    /// Shows an intent with its payment method.
    fn show_intent(&self, id: &str) -> (u16, Value) {
        let Some(intent) = self.intents.get(id) else { return error(404, "resource_missing", "intent") };
        let mut intent = intent.clone();
        if let Some(method) = intent["payment_method"].as_str() {
            intent["payment_method"] = self.show_method(method).1;
        }
        (200, intent)
    }

    fn confirm(&mut self, id: &str, fields: &HashMap<String, String>) -> (u16, Value) {
        let Some(intent) = self.intents.get(id) else { return error(404, "resource_missing", "intent") };
        if !matches!(intent["status"].as_str(), Some("requires_payment_method" | "requires_action")) {
            return error(400, "payment_intent_unexpected_state", "");
        }
        let customer = intent["customer"].as_str().unwrap().to_owned();
        let (method, saves) = match (fields.get("confirmation_token"), fields.get("payment_method")) {
            (Some(token), None) => match self.tokens.get(token) {
                Some(known) => known.clone(),
                None => return error(404, "resource_missing", "confirmation_token"),
            },
            (None, Some(method)) => (method.clone(), false),
            _ => return error(400, "parameter_missing", "payment_method"),
        };
        let Some(Method { bank, customer: owner }) = self.methods.get(&method).cloned() else {
            return error(404, "resource_missing", "payment_method");
        };
        if owner.is_some_and(|owner| owner != customer) {
            return error(400, "", "payment_method");
        }
        assert!(fields["return_url"].starts_with("http"));
        let intent = self.intents.get_mut(id).unwrap();
        intent["payment_method"] = json!(method);
        intent["last_payment_error"] = Value::Null;
        match bank {
            Bank::Accepts => self.succeed(id),
            Bank::Authenticates => intent["status"] = json!("requires_action"),
            Bank::Processes => intent["status"] = json!("processing"),
            Bank::Declines(code) => {
                self.fail(id, "card_declined", Some(code));
                let intent = self.show_intent(id).1;
                let error = json!({
                    "type": "card_error", "code": "card_declined", "decline_code": code, "payment_intent": intent,
                    "message": "Your card was declined.",
                });
                return (402, json!({"error": error}));
            }
        }
        if saves {
            self.methods.get_mut(&method).unwrap().customer = Some(customer);
        }
        self.show_intent(id)
    }

    fn succeed(&mut self, id: &str) {
        let charge = self.id("ch");
        let intent = self.intents.get_mut(id).unwrap();
        intent["status"] = json!("succeeded");
        intent["amount_received"] = intent["amount"].clone();
        intent["latest_charge"] = json!(charge);
        *self.charges.entry(id.to_owned()).or_default() += 1;
    }

    fn fail(&mut self, id: &str, code: &str, decline_code: Option<&str>) {
        let intent = self.intents.get_mut(id).unwrap();
        intent["status"] = json!("requires_payment_method");
        intent["payment_method"] = Value::Null;
        intent["last_payment_error"] = json!({"type": "card_error", "code": code, "decline_code": decline_code});
    }

    fn refund(&mut self, intent_id: &str, amount: i64, position: &str) -> (u16, Value) {
        let id = self.id("re");
        let Some(intent) = self.intents.get_mut(intent_id) else {
            return error(404, "resource_missing", "payment_intent");
        };
        let refunded = intent["amount_refunded"].as_i64().unwrap() + amount;
        if refunded > intent["amount_received"].as_i64().unwrap() {
            return error(400, "", "amount");
        }
        intent["amount_refunded"] = json!(refunded);
        let refund = json!({"id": id, "object": "refund", "amount": amount, "payment_intent": intent_id, "status": "succeeded",
            "metadata": {"position": position}});
        self.refunds.insert(id, refund.clone());
        (200, refund)
    }
}

fn found(object: Option<&Value>) -> (u16, Value) {
    object.map_or_else(|| error(404, "resource_missing", "id"), |object| (200, object.clone()))
}
