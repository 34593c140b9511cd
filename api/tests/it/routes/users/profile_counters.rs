use serde_json::json;

use super::friends::befriend;
use crate::support::{app::TestApp, reel};

const PATH: &str = "/api/v1/users/profile-counters/";

#[actix_web::test]
async fn counters_follow_the_own_account() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let (ann, ben, guest) = (app.person("ann").await, app.person("ben").await, app.guest().await);
    befriend(&app, &ann, &ben).await;
    let follow = format!("/api/v1/users/company/follow-toggle/?company_id={}", studio.company);
    assert_eq!(app.post(&follow).as_(&ann).send().await.status, 200);
    let folder = reel::folder(&app, &ann, "Weekend").await;
    let body = json!({"kind": "reel", "id": studio.reel.0, "folder_id": folder});
    assert_eq!(app.call("PUT", "/api/v1/users/favourites/").as_(&ann).json(body).await.status, 200);
    let counters = async |person| app.get(PATH).as_(person).send().await.data().clone();
    assert_eq!(
        counters(&ann).await,
        json!({"friends": 1, "followers": 1, "following": 2, "posts": 0, "saved": 1, "coins": 0})
    );
    assert_eq!(counters(&ben).await["following"], 1);
    assert_eq!(
        counters(&guest).await,
        json!({"friends": 0, "followers": 0, "following": 0, "posts": 0, "saved": 0, "coins": 0})
    );
}
