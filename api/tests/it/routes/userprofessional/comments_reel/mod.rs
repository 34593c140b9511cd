use serde_json::json;

use crate::support::{app::TestApp, reel, socket::Socket};

mod comment_id;

const PATH: &str = "/api/v1/userprofessional/comments-reel/";

#[actix_web::test]
async fn comment_without_token_has_the_message_of_its_own() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let body = json!({"reel_id": studio.reel, "comment": "Hello"});
    let refused = app.post(PATH).json(body.clone()).await;
    refused.refused(401, "unauthenticated");
    assert_eq!((&refused.json["message"], refused.header("www-authenticate")), (&json!("Token missing"), "Bearer"));
    app.post(PATH).as_(&app.guest().await).json(body).await.refused(403, "auth.guest");
}

#[actix_web::test]
async fn comment_is_live_and_notifies_each_account_once() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let path = format!("/ws/reels/{}/?token={}", studio.reel, ben.access);
    let mut socket = Socket::open(app.running.address.port(), &path).await.unwrap();
    socket.wait_for("snapshot").await;
    let first = studio.comment(&app, &ann, "For @ben: <i>look</i>", None).await;
    assert_eq!((&first["mentions"][0]["userName"], &first["can_delete"]), (&json!("ben"), &json!(true)));
    let shown = socket.wait(|frame| frame["data"]["type"] == "comment").await;
    assert_eq!(shown["data"]["comment"]["text"], "For @ben: <i>look</i>");
    assert_eq!(shown["data"]["comment"]["can_delete"], false, "it is the same for all watchers");
    let mentioned = reel::notifications(&app, &ben, 1).await;
    assert_eq!(mentioned[0]["kind"], "reel_mention");

    let answer = studio.comment(&app, &studio.owner, "Thank you", first["id"].as_i64()).await;
    assert_eq!((&answer["by_company"], &answer["author"]["firstName"]), (&json!(true), &json!("Studio")));
    let answered = reel::notifications(&app, &ann, 1).await;
    assert_eq!(answered[0]["kind"], "reel_reply");
    assert_eq!(answered[0]["actor"], answer["author"], "no member of the team is named");
    assert_eq!(reel::notifications(&app, &studio.owner, 1).await[0]["kind"], "reel_comment");
    socket.wait(|frame| frame["data"]["counts"]["comments"] == 2).await;
}

#[actix_web::test]
async fn comment_sent_again_is_answered_with_the_first() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let ann = app.person("ann").await;
    let send = async |text: &str, key: &str| {
        let body = json!({"reel_id": studio.reel, "comment": text, "client_id": key});
        app.post(PATH).as_(&ann).json(body).await
    };
    let (first, again) = (send("Lovely", "k1").await, send("Lovely", "k1").await);
    assert_eq!((first.status, again.status, first.data()), (201, 201, again.data()));
    send("Other", "k1").await.refused_fields(&["client_id"]);
    send("Lovely", "").await.refused_fields(&["client_id"]);
    assert_eq!(studio.comments(&app, &ann, "").await.data().as_array().unwrap().len(), 1);
    assert_eq!(reel::notifications(&app, &studio.owner, 1).await[0]["count"], 1);
}

#[actix_web::test]
async fn wrong_comments_are_refused_by_field() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let ann = app.person("ann").await;
    let long = "x".repeat(40_000);
    for (body, field) in [
        (json!({"comment": "Hello"}), "reel_id"),
        (json!({"reel_id": studio.reel}), "comment"),
        (json!({"reel_id": studio.reel, "comment": "  "}), "comment"),
        (json!({"reel_id": studio.reel, "comment": long}), "comment"),
        (json!({"reel_id": studio.reel, "comment": "Hello", "parent": 5}), "parent"),
    ] {
        app.post(PATH).as_(&ann).json(body).await.refused_fields(&[field]);
    }
    let large = json!({"reel_id": studio.reel, "comment": "x".repeat(100_000)});
    app.post(PATH).as_(&ann).json(large).await.refused(413, "too_large");
    app.post(PATH).as_(&ann).form("reel_id=5&comment=Hello").await.refused(404, "not_found");
}
