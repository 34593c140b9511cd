use serde_json::json;

use crate::support::app::TestApp;

const PATH: &str = "/api/v1/users/favourite-categories/";

#[actix_web::test]
async fn favourites_are_set_and_replaced_in_any_body_format() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    assert_eq!(app.get(PATH).as_(&ann).send().await.data(), &json!([]));
    let put = || app.call("PUT", PATH).as_(&ann);
    let chosen = put().json(json!({"categories": ["music", "food", "art", "food"]})).await;
    assert_eq!((chosen.status, chosen.data()), (200, &json!(["food", "art", "music"])));
    let chosen = put().form("categories=music&categories=food&categories=hotels").await;
    assert_eq!(chosen.data(), &json!(["food", "hotels", "music"]));
    let parts = ["tours", "shops", "beauty"].map(|key| ("categories[]", None, key.as_bytes()));
    assert_eq!(put().multipart(&parts).await.data(), &json!(["beauty", "tours", "shops"]));

    assert_eq!(app.get(PATH).as_(&ann).send().await.data(), &json!(["beauty", "tours", "shops"]));
    assert_eq!(app.get(PATH).as_(&ben).send().await.data(), &json!([]));
}

#[actix_web::test]
async fn too_few_or_unknown_categories_are_refused() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let put = || app.call("PUT", PATH).as_(&ann);
    put().json(json!({"categories": ["music", "food", "art"]})).await;
    for few in [json!({}), json!({"categories": []}), json!({"categories": ["food", "art", "food"]})] {
        let refused = put().json(few).await;
        refused.refused_fields(&["categories"]);
        assert_eq!(refused.json["errors"]["categories"], json!(["Choose at least 3 categories."]));
    }
    let many: Vec<_> = (0..200).map(|at| format!("category{at}")).collect();
    put().json(json!({"categories": many})).await.refused_fields(&["categories"]);
    put().json(json!({"categories": ["food", "art", "mus\u{0}ic"]})).await.refused_fields(&["categories"]);
    put().json(json!({"categories": "food"})).await.refused_fields(&["categories"]);
    put().multipart(&[("categories", Some("a.txt"), b"food")]).await.refused_fields(&["categories"]);
    put().json(json!({"categories": ["food", "art", "tours"], "user_id": 1})).await.refused_fields(&["user_id"]);
    assert_eq!(app.get(PATH).as_(&ann).send().await.data(), &json!(["food", "art", "music"]));
}

#[actix_web::test]
async fn favourites_require_sign_in() {
    let app = TestApp::start().await;
    app.get(PATH).send().await.refused(401, "unauthenticated");
    app.call("PUT", PATH).json(json!({"categories": ["food"]})).await.refused(401, "unauthenticated");
}
