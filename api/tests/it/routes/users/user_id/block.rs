use serde_json::json;

use crate::{
    routes::users::friends::befriend,
    support::app::{Person, TestApp},
};

fn path(person: &Person) -> String {
    format!("/api/v1/users/{}/block/", person.id)
}

#[actix_web::test]
async fn user_without_a_chat_is_blocked_and_unblocked() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    befriend(&app, &ann, &ben).await;
    let put = async |stands: bool| app.call("PUT", &path(&ben)).as_(&ann).json(json!({"block": stands})).await;
    for _ in 0..2 {
        let blocked = put(true).await;
        assert_eq!((blocked.status, blocked.data()), (200, &json!({"blocked": true})));
    }
    let page = |of: &Person| format!("/api/v1/admin/regular-users/get/{}/", of.id);
    assert_eq!(app.get(&page(&ben)).as_(&ann).send().await.data()["relation"], "blocked");
    app.get(&page(&ann)).as_(&ben).send().await.refused(404, "not_found");
    let open = json!({"user_id": ann.id});
    assert_ne!(app.post("/api/v1/chat/chats/direct/").as_(&ben).json(open).await.status, 201);
    // A blocked user may block too, and unblock.
    for stands in [true, false] {
        let theirs = app.call("PUT", &path(&ann)).as_(&ben).json(json!({"block": stands})).await;
        assert_eq!((theirs.status, &theirs.data()["blocked"]), (200, &json!(stands)));
    }
    assert_eq!(put(false).await.data(), &json!({"blocked": false}));
    let after = app.get(&page(&ben)).as_(&ann).send().await;
    assert_eq!(after.data()["relation"], "none", "a friendship ends with a block");
}

#[actix_web::test]
async fn blocking_oneself_a_guest_or_unknown_user_is_refused() {
    let app = TestApp::start().await;
    let (ann, guest) = (app.person("ann").await, app.guest().await);
    let block = || json!({"block": true});
    app.call("PUT", &path(&ann)).as_(&ann).json(block()).await.refused_fields(&["block"]);
    app.call("PUT", &path(&guest)).as_(&ann).json(block()).await.refused(404, "not_found");
    app.call("PUT", "/api/v1/users/1/block/").as_(&ann).json(block()).await.refused(404, "not_found");
    app.call("PUT", &path(&ann)).as_(&guest).json(block()).await.refused(403, "auth.guest");
    app.call("PUT", &path(&ann)).json(block()).await.refused(401, "unauthenticated");
    app.call("PUT", &path(&guest)).as_(&ann).json(json!({})).await.refused_fields(&["block"]);
}
