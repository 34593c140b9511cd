use serde_json::json;

use crate::{
    routes::users::friends::befriend,
    support::{
        app::{Person, TestApp},
        reel,
    },
};

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

#[actix_web::test]
async fn reactions_are_told_to_those_who_may_see_them() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let (ann, ben, cem) = (app.person("ann").await, app.person("ben").await, app.person("cem").await);
    befriend(&app, &ann, &cem).await;
    let settings = app.call("PUT", "/api/v1/users/update-privacy-settings/").as_(&ann);
    assert_eq!(settings.json(json!({"activity_visibility": "only_friends"})).await.status, 200);
    studio.like(&app, &ann).await;
    let asked = studio.comment(&app, &ben, "Who was here?", None).await;
    studio.comment(&app, &ann, "I was, with @cem", asked["id"].as_i64()).await;
    let told = reel::notifications(&app, &cem, 1).await;
    assert_eq!((told.len(), &told[0]["kind"]), (1, &json!("reel_mention")));
    studio.like(&app, &cem).await;
    let kinds = async |person: &Person, count: usize| {
        let told = reel::notifications(&app, person, count).await;
        let entry = |one: &serde_json::Value| (one["kind"].clone(), one["actor"]["userName"].clone());
        told.iter().map(entry).collect::<Vec<_>>()
    };
    let of_company = [(json!("reel_like"), json!("cem")), (json!("reel_comment"), json!("ben"))];
    assert_eq!(kinds(&studio.owner, 2).await, of_company);
    assert_eq!(kinds(&ben, 0).await, []);
}
