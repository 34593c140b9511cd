use serde_json::json;

use crate::support::app::TestApp;

#[actix_web::test]
async fn footer_lists_pages_by_section_and_language() {
    let app = TestApp::start().await;
    let list = |query: &str| app.get(&format!("/api/v1/admin/footer-sections/list/{query}")).send();
    let all = list("?page=1&page_size=50").await;
    assert_eq!((&all.json["total"], &all.data()[0]["pages"][0]["slug"]), (&json!(3), &json!("about")));
    assert_eq!(list("?lang=FR").await.data()[1]["title"], "Mentions légales");
    let second = list("?page=2&page_size=2").await;
    assert_eq!((second.data().as_array().unwrap().len(), &second.json["next"]), (1, &json!(null)));
    list("?page_size=0").await.refused_fields(&["page_size"]);
    list("?page=0").await.refused_fields(&["page"]);
}
