use serde_json::json;

use crate::support::{app::TestApp, reel};

#[actix_web::test]
async fn comments_are_paged_and_open_to_visitors() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let mut ids = Vec::new();
    for text in ["One", "Two", "Three"] {
        ids.push(studio.comment(&app, &ann, text, None).await["id"].as_i64().unwrap());
    }
    studio.comment(&app, &ben, "Answer", Some(ids[0])).await;
    let first = studio.comments(&app, &ben, "?per_page=2").await;
    let next = first.json["next"].as_i64().unwrap();
    assert_eq!((first.data()[0]["text"].as_str(), next), (Some("Three"), ids[1]));
    let second = studio.comments(&app, &ben, &format!("?per_page=2&cursor={next}")).await;
    assert_eq!((&second.data()[0]["replies"], &second.json["next"]), (&json!(1), &json!(null)));
    let path = format!("/api/v1/userprofessional/get-comments-reel/{}/?parent={}", studio.reel, ids[0]);
    let answers = app.get(&path).send().await;
    assert_eq!((&answers.data()[0]["text"], &answers.data()[0]["can_delete"]), (&json!("Answer"), &json!(false)));
    studio.comments(&app, &ben, "?per_page=0").await.refused_fields(&["per_page"]);
    studio.comments(&app, &ben, "?parent=5").await.refused(404, "not_found");
    app.get("/api/v1/userprofessional/get-comments-reel/5/").send().await.refused(404, "not_found");
}
