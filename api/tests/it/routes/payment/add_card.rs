use serde_json::json;

use crate::support::app::TestApp;

#[actix_web::test]
async fn card_number_is_refused_and_not_repeated() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let post = |method: &str| app.post("/api/v1/payment/add-card/").as_(&ann).json(json!({"payment_method": method}));
    for number in ["4242424242424242", "4242 4242 4242 4242", "4242-4242-4242-4242"] {
        let refused = post(number).await;
        refused.refused_fields(&["payment_method"]);
        assert!(!refused.json.to_string().contains("4242"));
    }
    post("pm_unknown").await.refused_fields(&["payment_method"]);
    for _ in 0..2 {
        let cards = post("sandbox_success").await;
        assert_eq!((cards.status, cards.data().as_array().unwrap().len()), (201, 1));
        assert_eq!((&cards.data()[0]["brand"], &cards.data()[0]["last4"]), (&json!("visa"), &json!("4242")));
        assert_eq!(cards.data()[0]["token"], json!(null));
    }
}
