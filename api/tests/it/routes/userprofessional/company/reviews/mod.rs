use serde_json::json;

use super::review::form;
use crate::support::{app::TestApp, order};

mod review_id;

#[actix_web::test]
async fn company_lists_its_reviews() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let id = shop.fulfilled(&app, &ann).await;
    app.post("/api/v1/userprofessional/company/review/").as_(&ann).json(form(id)).await;
    let list = async |query: &str, who| {
        app.get(&format!("/api/v1/userprofessional/company/reviews/{query}")).as_(who).send().await
    };
    let shown = list("?unanswered=true", &shop.owner).await;
    assert_eq!((&shown.json["total"], &shown.data()[0]["comments"]), (&json!(1), &json!("Crisp bread")));
    let other = order::bakery_of(&app, "rival").await;
    assert_eq!(list("", &other.owner).await.json["total"], 0);
}
