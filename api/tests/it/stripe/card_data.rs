//! No card number is stored, logged or passed on, whatever a client sends.

use std::{
    io,
    path::Path,
    sync::{Arc, Mutex},
};

use serde_json::json;

use super::{order_mugs, pay, payment};
use crate::support::{
    app::TestApp,
    order::{self, PAY},
    stripe::{Bank, FakeStripe, WEBHOOK},
};

/// Test cards of the networks.
const NUMBERS: [&str; 3] = ["4242424242424242", "5555555555554444", "378282246310005"];

#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn contains(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|part| part == text.as_bytes())
}

/// Returns the files below a folder that contain a text.
fn files_with(folder: &Path, text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files_with(&path, text));
        } else if std::fs::read(&path).is_ok_and(|bytes| contains(&bytes, text)) {
            found.push(path.display().to_string());
        }
    }
    found
}

#[actix_web::test]
async fn card_numbers_reach_neither_disk_log_nor_stripe() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter("trace,h2=off")
        .with_writer(move || writer.clone())
        .with_ansi(false)
        .finish();
    tracing::subscriber::set_global_default(subscriber).unwrap();
    let stripe = FakeStripe::start();
    let app = stripe.app().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let order = order_mugs(&app, &shop, &ann, 1).await;
    for number in NUMBERS {
        let spaced = number.as_bytes().chunks(4).map(|part| std::str::from_utf8(part).unwrap()).collect::<Vec<_>>();
        for text in
            [number.to_owned(), spaced.join(" "), spaced.join("-"), format!("card {number}"), format!("pm_ {number}")]
        {
            refuse(&app, &ann, &order, &text).await;
        }
    }
    let paid = pay(&app, &ann, &order, &stripe.token(Bank::Accepts, true)).await;
    assert_eq!(payment(&paid), ("paid", None));
    let id = app.get("/api/v1/payment/cards/").as_(&ann).send().await.data()[0]["id"].clone();
    app.call("DELETE", &format!("/api/v1/payment/cards/{id}/")).as_(&ann).send().await;

    let requests = stripe.requests();
    assert!(requests.iter().any(|request| request.call.ends_with("/confirm")));
    let TestApp { running, folder, .. } = app;
    running.stop().await;
    let log = log.0.lock().unwrap().clone();
    assert!(contains(&log, "/payment/user/order/payment/"), "the log shows the requests");
    for number in NUMBERS {
        assert_eq!(files_with(folder.path(), number), [] as [String; 0]);
        assert!(!contains(&log, number), "{number} is in the log");
        assert!(requests.iter().all(|request| !format!("{request:?}").contains(number)));
    }
    for secret in [crate::support::stripe::SECRET_KEY, crate::support::stripe::WEBHOOK_SECRET, "_secret_"] {
        assert_eq!(files_with(folder.path(), secret), [] as [String; 0]);
        assert!(!contains(&log, secret), "{secret} is in the log");
    }
}

/// Sends a card number to each operation that takes a body. The answer refuses it and does not repeat it.
async fn refuse(app: &TestApp, who: &crate::support::app::Person, order: &serde_json::Value, number: &str) {
    let cards = "/api/v1/payment/add-card/";
    let encoded = serde_urlencoded::to_string([("payment_method", number)]).unwrap();
    let answers = [
        app.post(cards).as_(who).json(json!({"payment_method": number})).await,
        app.post(cards).as_(who).form(&encoded).await,
        app.post(cards).as_(who).multipart(&[("payment_method", None, number.as_bytes())]).await,
        app.post(PAY).as_(who).json(json!({"order_id": order, "payment_method": number})).await,
        app.post(PAY).as_(who).json(json!({"order_id": order, "number": number, "cvc": "123"})).await,
        app.post(PAY).as_(who).json(json!({"order_id": number, "payment_method": "pm_1"})).await,
        app.post(super::STATUS).as_(who).json(json!({"order_id": number})).await,
        app.post(WEBHOOK).json(json!({"data": {"object": {"number": number}}})).await,
    ];
    for answer in answers {
        assert!((400..500).contains(&answer.status), "{}", answer.json);
        assert!(!String::from_utf8_lossy(&answer.bytes).contains(number), "{}", answer.json);
    }
}
