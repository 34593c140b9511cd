use serde_json::json;

use crate::support::{app::TestApp, reel};

const PATH: &str = "/api/v1/users/report-comment/";

#[actix_web::test]
async fn comment_is_hidden_after_reports_of_five_accounts() {
    let app = TestApp::with(&["--sign-in-rate", "0"]).await;
    let studio = reel::studio(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let comment = studio.comment(&app, &ann, "Buy here", None).await;
    let body = json!({"comment_id": comment["id"], "reason": "spam", "comment": "Again and again"});
    let quoted = async || reel::notifications(&app, &studio.owner, 1).await[0]["subject"]["comment"].clone();
    assert_eq!(quoted().await, "Buy here");
    for number in 0..5 {
        let reporter = app.person(&format!("user{number}")).await;
        assert_eq!(studio.comments(&app, &ben, "").await.data().as_array().unwrap().len(), 1, "{number} reports");
        for again in [false, true] {
            let answer = app.post(PATH).as_(&reporter).json(body.clone()).await;
            // Once it is hidden, it is answered like a missing one.
            assert!(answer.status == 200 || (number == 4 && again), "{}", answer.json);
        }
    }
    assert_eq!(studio.comments(&app, &ben, "").await.data(), &json!([]));
    assert_eq!(studio.comments(&app, &ann, "").await.data()[0]["id"], comment["id"], "its author sees it");
    assert!(quoted().await.is_null(), "its notifications do not quote it");
    app.post(PATH).as_(&ben).json(body).await.refused(404, "not_found");

    let db = &app.state().db;
    let listed = store::reel::comment_report::list(db, 10).await.unwrap();
    assert_eq!((listed.len(), listed[0].reports, listed[0].author.as_str()), (1, 5, "ann"));
    store::reel::comment_report::keep(db, listed[0].id).await.unwrap();
    assert_eq!(studio.comments(&app, &ben, "").await.data().as_array().unwrap().len(), 1);
    store::reel::comment_report::remove(db, listed[0].id).await.unwrap();
    assert_eq!(studio.comments(&app, &ann, "").await.data(), &json!([]));
}

#[actix_web::test]
async fn wrong_reports_of_comments_are_named() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let ann = app.person("ann").await;
    let id = studio.comment(&app, &ann, "Nice", None).await["id"].clone();
    for (body, field) in [
        (json!({"reason": "spam"}), "comment_id"),
        (json!({"comment_id": id}), "reason"),
        (json!({"comment_id": id, "reason": "boring"}), "reason"),
        (json!({"comment_id": id, "reason": "spam", "comment": "x".repeat(1_001)}), "comment"),
    ] {
        app.post(PATH).as_(&ann).json(body).await.refused_fields(&[field]);
    }
    app.post(PATH)
        .as_(&app.guest().await)
        .json(json!({"comment_id": id, "reason": "spam"}))
        .await
        .refused(403, "auth.guest");
}
