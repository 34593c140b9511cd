use serde_json::json;
use store::account::privacy::{self, Audience};

use crate::{routes::users::friends::ask, support::app::TestApp};

const PATH: &str = "/api/v1/users/friends/request/send/";

#[actix_web::test]
async fn mutual_requests_create_a_friendship() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    ask(&app, &ann, &ben).await;
    ask(&app, &ann, &ben).await;
    let back = app.call("PUT", PATH).as_(&ben).form(&format!("user_id={}", ann.id)).await;
    assert_eq!((back.status, back.data()), (200, &json!({"relation": "friends"})));
    let again = app.call("PUT", PATH).as_(&ann).json(json!({"user_id": ben.id})).await;
    assert_eq!(again.data(), &json!({"relation": "friends"}));
    assert_eq!(store::testing::count(&app.state().db, "friend_request").await, 0);
}

#[actix_web::test]
async fn invalid_request_is_refused() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let send = async |id: i64| app.call("PUT", PATH).as_(&ann).json(json!({"user_id": id})).await;
    send(ann.id.0).await.refused_fields(&["user_id"]);
    send(1).await.refused(404, "not_found");
    app.call("PUT", PATH).as_(&ann).json(json!({})).await.refused_fields(&["user_id"]);
    app.call("PUT", PATH).as_(&ann).json(json!({"user_id": "ben"})).await.refused_fields(&["user_id"]);
    app.call("PUT", PATH).json(json!({"user_id": ben.id})).await.refused(401, "unauthenticated");

    let shut = |privacy: &mut privacy::Privacy| privacy.friend_invitation = Audience::Private;
    privacy::change(&app.state().db, ben.id, store::types::timestamp::Timestamp::now(), shut).await.unwrap();
    send(ben.id.0).await.refused_fields(&["user_id"]);
    assert_eq!(store::testing::count(&app.state().db, "friend_request").await, 0);
}

#[actix_web::test]
async fn declined_request_is_not_sent_again_soon() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    ask(&app, &ann, &ben).await;
    let refuse = json!({"user_id": ann.id, "accept": false});
    assert_eq!(app.call("PUT", "/api/v1/users/friends/request/answer/").as_(&ben).json(refuse).await.status, 200);
    let again = app.call("PUT", PATH).as_(&ann).json(json!({"user_id": ben.id})).await;
    again.refused_fields(&["user_id"]);
}
