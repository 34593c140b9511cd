use serde_json::json;
use store::support::feedback;

use crate::support::app::TestApp;

#[actix_web::test]
async fn feedback_is_checked_stored_and_limited() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let send = |title: String, text: String| {
        app.post("/api/v1/users/feedback/").as_(&ann).json(json!({"title": title, "description": text}))
    };
    send(String::new(), "Nice".to_owned()).await.refused_fields(&["title"]);
    send("x".repeat(100), "Nice".to_owned()).await.refused_fields(&["title"]);
    send("Map".to_owned(), "x".repeat(1_000)).await.refused_fields(&["description"]);
    for _ in 0..10 {
        assert_eq!(send("x".repeat(99), "x".repeat(999)).await.status, 200);
    }
    send("Map".to_owned(), "Nice".to_owned()).await.refused(409, "support.too_often");
    let stored = feedback::newest(&app.state().db, 20).await.unwrap();
    assert_eq!((stored.len(), stored[0].user_name.as_str()), (10, "ann"));
}
