use serde_json::json;

use crate::support::{app::TestApp, reel};

const PATH: &str = "/api/v1/userprofessional/reel-notifications/";

#[actix_web::test]
async fn only_notifications_of_reels_are_listed() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    studio.like(&app, &ann).await;
    studio.like(&app, &ben).await;
    // Both likes become one entry.
    loop {
        let told = reel::notifications(&app, &studio.owner, 1).await;
        if told[0]["count"] == 2 {
            assert_eq!((told.len(), &told[0]["others"], &told[0]["target"]), (1, &json!(1), &json!("reel")));
            break;
        }
    }
    let request =
        app.call("PUT", "/api/v1/users/friends/request/send/").as_(&ann).json(json!({"user_id": ben.id})).await;
    assert_eq!(request.status, 200);
    assert_eq!(app.get(PATH).as_(&ben).send().await.data(), &json!([]));
    app.get(&format!("{PATH}?per_page=0")).as_(&ben).send().await.refused_fields(&["per_page"]);
    app.get(PATH).send().await.refused(401, "unauthenticated");
}
