use crate::support::{app::TestApp, market::restaurant};

const PATH: &str = "/api/v1/users/company/follow-toggle/";

#[actix_web::test]
async fn follow_is_toggled_with_its_count() {
    let app = TestApp::start().await;
    let company = restaurant(&app).await;
    let ann = app.person("ann").await;
    for (followed, count) in [(true, 1), (false, 0), (true, 1)] {
        let answer = app.post(&format!("{PATH}?company_id={company}")).as_(&ann).send().await;
        assert_eq!(answer.data(), &serde_json::json!({"followed": followed, "follower_count": count}));
    }
}

#[actix_web::test]
async fn follow_takes_the_wanted_state_again() {
    let app = TestApp::start().await;
    let company = restaurant(&app).await;
    let ann = app.person("ann").await;
    for (followed, count) in [(true, 1), (true, 1), (false, 0), (false, 0)] {
        let path = format!("{PATH}?company_id={company}&followed={followed}");
        let answer = app.post(&path).as_(&ann).send().await;
        assert_eq!(answer.data(), &serde_json::json!({"followed": followed, "follower_count": count}));
    }
}

#[actix_web::test]
async fn follow_is_refused_for_guests_and_members() {
    let app = TestApp::start().await;
    let chef = app.business("chef").await;
    let own = store::testing::market::CompanyRow {
        owner: Some(chef.id),
        ..store::testing::market::CompanyRow::new(70, "Casa Azul")
    };
    own.insert(&app.state().db).await;
    app.post(&format!("{PATH}?company_id=70")).as_(&chef).send().await.refused_fields(&["company_id"]);
    app.post(&format!("{PATH}?company_id=71")).as_(&chef).send().await.refused(404, "not_found");
    let guest = app.guest().await;
    app.post(&format!("{PATH}?company_id=70")).as_(&guest).send().await.refused(403, "auth.guest");
    app.post(&format!("{PATH}?company_id=70")).send().await.refused(401, "unauthenticated");
}
