use serde_json::json;

use crate::support::app::TestApp;

#[actix_web::test]
async fn thirteen_languages_are_listed_without_sign_in() {
    let app = TestApp::start().await;
    let list = app.get("/api/v1/admin/languages-list/").send().await;
    let codes: Vec<_> = list.data().as_array().unwrap().iter().map(|it| it["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["US", "FR", "ES", "CN", "SA", "DE", "NL", "IT", "PT", "JP", "TL", "SE", "RU"]);
    assert_eq!(list.data()[4], json!({"code": "SA", "name": "Arabic", "native_name": "العربية", "rtl": true}));
}
