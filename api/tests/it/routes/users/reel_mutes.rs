use serde_json::json;

use crate::support::{app::TestApp, reel};

const PATH: &str = "/api/v1/users/reel-mutes/";

#[actix_web::test]
async fn muted_company_leaves_the_feed_and_comes_back() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let ann = app.person("ann").await;
    let mute = async |company: i64, muted| {
        app.call("PUT", PATH).as_(&ann).json(json!({"company_id": company, "muted": muted})).await
    };
    let feed =
        async || app.get("/api/v1/userprofessional/all-reels/").as_(&ann).send().await.data().as_array().unwrap().len();
    assert_eq!((mute(studio.company.0, true).await.status, feed().await), (200, 0));
    let listed = app.get(PATH).as_(&ann).send().await;
    assert_eq!((&listed.json["total"], &listed.data()[0]["name"]), (&json!(1), &json!("Studio")));
    assert_eq!((mute(studio.company.0, false).await.status, feed().await), (200, 1));
    mute(5, true).await.refused(404, "not_found");
    app.get(PATH).send().await.refused(401, "unauthenticated");
}
