use serde_json::{Value, json};
use store::testing::market;

use crate::{
    routes::users::user_followers_following::{AUDIENCES, circle, set},
    support::{
        app::{Person, TestApp},
        reel::studio,
    },
};

const PATH: &str = "/api/v1/users/user-posts/";

/// Returns the kinds and texts of the posts that a viewer sees.
async fn posts(app: &TestApp, viewer: &Person, author: &Person) -> Vec<(Value, Value)> {
    let answer = app.get(&format!("{PATH}?user_id={}", author.id)).as_(viewer).send().await;
    assert_eq!(answer.status, 200, "{:#}", answer.json);
    let all = answer.data().as_array().unwrap();
    assert_eq!(answer.json["total"], json!(all.len()));
    all.iter().map(|post| (post["kind"].clone(), post["text"].clone())).collect()
}

#[actix_web::test]
async fn posts_are_reviews_and_comments_newest_first() {
    let app = TestApp::start().await;
    let studio = studio(&app).await;
    let (ann, bob) = (app.person("ann").await, app.person("bob").await);
    market::review(&app.state().db, 5, studio.company, Some(studio.offering), ann.id, 4).await;
    studio.comment(&app, &ann, "Lovely", None).await;
    studio.comment(&app, &studio.owner, "Thank you", None).await;
    let expected = [("comment".into(), "Lovely".into()), ("review".into(), "Comment".into())];
    assert_eq!(posts(&app, &bob, &ann).await, expected);
    let own = app.get(&format!("{PATH}?per_page=1&page=2")).as_(&ann).send().await;
    let review = &own.data()[0];
    assert_eq!((&review["rating"], &review["offering"]["name"]), (&json!(4), &json!("Haircut")));
    assert_eq!(
        (&review["company"]["name"], &review["reel"], &own.json["total"]),
        (&json!("Studio"), &Value::Null, &json!(2))
    );
    let counters = app.get("/api/v1/users/profile-counters/").as_(&ann).send().await;
    assert_eq!(counters.data()["posts"], json!(2));
    assert!(posts(&app, &bob, &studio.owner).await.is_empty(), "a member writes as the company");
    let state = app.call("PUT", &format!("/api/v1/userprofessional/reels/{}/state/", studio.reel)).as_(&studio.owner);
    assert_eq!(state.json(json!({"state": "removed"})).await.status, 200);
    assert_eq!(posts(&app, &bob, &ann).await, expected[1..], "a removed reel has no comments");
}

#[actix_web::test]
async fn posts_are_shown_to_the_audience_of_the_authors_activity() {
    let app = TestApp::start().await;
    let studio = studio(&app).await;
    let (olga, [sten, fofo, fred]) = circle(&app).await;
    studio.comment(&app, &olga, "Lovely", None).await;
    for (audience, admitted) in AUDIENCES {
        set(&app, &olga, "activity_visibility", audience).await;
        for (viewer, admitted) in [&sten, &fofo, &fred, &olga].iter().zip(admitted) {
            assert_eq!(!posts(&app, viewer, &olga).await.is_empty(), admitted, "{} of {audience}", viewer.user_name);
        }
    }
    let block = format!("/api/v1/users/{}/block/", sten.id);
    assert_eq!(app.call("PUT", &block).as_(&olga).json(json!({"block": true})).await.status, 200);
    app.get(&format!("{PATH}?user_id={}", olga.id)).as_(&sten).send().await.refused(404, "not_found");
    app.get(&format!("{PATH}?per_page=101")).as_(&olga).send().await.refused(422, "validation");
}
