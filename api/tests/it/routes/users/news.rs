use serde_json::json;
use store::testing::market::CompanyRow;

use crate::support::app::TestApp;

const PATH: &str = "/api/v1/users/news/";

#[actix_web::test]
async fn followers_read_the_news_of_their_companies() {
    let app = TestApp::start().await;
    let (chef, ann, guest) = (app.business("chef").await, app.person("ann").await, app.guest().await);
    let company = CompanyRow { owner: Some(chef.id), ..CompanyRow::new(70, "Casa Azul") };
    company.insert(&app.state().db).await;
    let news = json!({"title": "New menu", "text": "Rice."});
    app.post("/api/v1/userprofessional/store/news/").as_(&chef).json(news).await;
    assert_eq!(app.get(PATH).as_(&ann).send().await.json["total"], 0);
    app.post("/api/v1/users/company/follow-toggle/?company_id=70").as_(&ann).send().await;
    let page = app.get(PATH).as_(&ann).send().await;
    assert_eq!((&page.json["total"], &page.data()[0]["title"]), (&json!(1), &json!("New menu")));
    assert_eq!(page.data()[0]["company"]["handle"], "casa-azul");
    app.get(PATH).as_(&guest).send().await.refused(403, "auth.guest");
    app.get(PATH).send().await.refused(401, "unauthenticated");
}
