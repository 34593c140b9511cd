use serde_json::json;

use crate::{
    routes::userprofessional::company::review::form,
    support::{app::TestApp, order, ticket},
};

#[actix_web::test]
async fn answer_of_the_company_is_shown_with_the_review() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let id = shop.fulfilled(&app, &ann).await;
    let written = app.post("/api/v1/userprofessional/company/review/").as_(&ann).json(form(id)).await;
    let path = format!("/api/v1/userprofessional/company/reviews/{}/reply/", written.data()["id"]);
    let reply = |who, text: String| app.call("PUT", &path).as_(who).json(json!({ "reply": text }));
    let rival = order::bakery_of(&app, "rival").await;
    reply(&rival.owner, "Mine".to_owned()).await.refused(404, "not_found");
    reply(&shop.owner, "x".repeat(501)).await.refused_fields(&["reply"]);
    assert_eq!(reply(&shop.owner, "Thank you".to_owned()).await.status, 200);
    let page = app.get(&format!("/api/v1/users/company/{}/feedback/", shop.company)).send().await;
    assert_eq!(page.data()[0]["reply"], "Thank you");

    // The other side is told once, and an answer that is removed leaves no notice.
    assert_eq!(ticket::notices(&app, &shop.owner).await[0], "company_review_new");
    assert_eq!(reply(&shop.owner, "Thank you, Ann".to_owned()).await.status, 200);
    let told = async || {
        let all = ticket::notices(&app, &ann).await;
        all.iter().filter(|kind| *kind == "review_reply").count()
    };
    assert_eq!(told().await, 1);
    assert_eq!(reply(&shop.owner, String::new()).await.status, 200);
    assert_eq!(told().await, 0);
}
