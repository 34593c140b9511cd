use serde_json::json;

use crate::support::{app::TestApp, reel, socket::Socket};

const PATH: &str = "/api/v1/users/report-reel/";

#[actix_web::test]
async fn reel_is_hidden_after_reports_of_five_accounts() {
    let app = TestApp::with(&["--sign-in-rate", "0"]).await;
    let studio = reel::studio(&app).await;
    let ann = app.person("ann").await;
    let path = format!("/ws/reels/{}/?token={}", studio.reel, ann.access);
    let mut socket = Socket::open(app.running.address.port(), &path).await.unwrap();
    socket.wait_for("snapshot").await;
    let body = json!({"reel_id": studio.reel, "reason": "spam", "comment": "Again and again"});
    for number in 0..5 {
        let reporter = app.person(&format!("user{number}")).await;
        for _ in 0..2 {
            let answer = app.post(PATH).as_(&reporter).json(body.clone()).await;
            // Once it is hidden, it is answered like a missing one.
            assert!(answer.status == 200 || number == 4, "{}", answer.json);
        }
    }
    assert_eq!(socket.closed().await, 4404);
    let told = reel::notifications(&app, &studio.owner, 1).await;
    assert_eq!((told.len(), &told[0]["kind"]), (1, &json!("reel_hidden")));
    assert_eq!((&told[0]["target"], &told[0]["subject"]["reason"]), (&json!("company_reel"), &json!("spam")));
    assert_eq!(app.get("/api/v1/userprofessional/all-reels/").send().await.data(), &json!([]));
    app.post(PATH).as_(&ann).json(body).await.refused(404, "not_found");
}

#[actix_web::test]
async fn wrong_reports_are_named() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let ann = app.person("ann").await;
    for (body, field) in [
        (json!({"reason": "spam"}), "reel_id"),
        (json!({"reel_id": studio.reel}), "reason"),
        (json!({"reel_id": studio.reel, "reason": "boring"}), "reason"),
        (json!({"reel_id": studio.reel, "reason": "spam", "comment": "x".repeat(1_001)}), "comment"),
    ] {
        app.post(PATH).as_(&ann).json(body).await.refused_fields(&[field]);
    }
    app.post(PATH).as_(&app.guest().await).form("reel_id=1&reason=spam").await.refused(403, "auth.guest");
}
