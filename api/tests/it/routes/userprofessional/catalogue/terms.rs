use serde_json::json;

use super::{owners, path};
use crate::support::app::TestApp;

#[actix_web::test]
async fn terms_name_currency_tax_zone_and_categories() {
    let app = TestApp::start().await;
    let (owner, _) = owners(&app).await;
    let terms = app.get(&path("terms/")).as_(&owner).send().await;
    let categories = ["hotels", "beauty", "music", "shops"];
    let expected = json!({
        "currency": "EUR", "vat_mode": "included", "time_zone": "Europe/Madrid", "categories": categories,
    });
    assert_eq!(terms.data(), &expected);
    let guest = app.guest().await;
    app.get(&path("terms/")).as_(&guest).send().await.refused(403, "not_allowed");
}
