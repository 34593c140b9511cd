use serde_json::Value;

use crate::support::{app::TestApp, order};

#[actix_web::test]
async fn reasons_follow_the_account_of_the_caller() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let path = "/api/v1/userprofessional/pro-cancellation-reasons/?booking_id=1";
    for (who, first) in [(&ann, "changed_mind"), (&shop.owner, "sold_out")] {
        let reasons = app.get(path).as_(who).send().await;
        let keys: Vec<&Value> = reasons.data().as_array().unwrap().iter().map(|reason| &reason["key"]).collect();
        assert_eq!((reasons.status, keys[0], keys[keys.len() - 1]), (200, &first.into(), &"other".into()));
    }
}
