use serde_json::json;
use store::account::privacy::{self, Audience};

use crate::{routes::users::friends::befriend, support::app::TestApp};

const PATH: &str = "/api/v1/users/users-list/";

#[actix_web::test]
async fn list_contains_users_accepting_messages_friends_first() {
    let app = TestApp::start().await;
    let (ann, ben, cem, dan) =
        (app.person("ann").await, app.person("ben").await, app.person("cem").await, app.person("dan").await);
    befriend(&app, &ann, &dan).await;
    let shut = |privacy: &mut privacy::Privacy| privacy.messaging = Audience::OnlyFriends;
    privacy::change(&app.state().db, ben.id, store::types::timestamp::Timestamp::now(), shut).await.unwrap();
    let list = app.get(PATH).as_(&ann).send().await;
    let ids: Vec<_> = list.data().as_array().unwrap().iter().map(|person| person["id"].clone()).collect();
    assert_eq!(ids, [json!(dan.id), json!(cem.id)]);
    app.get(&format!("{PATH}?page=x")).as_(&ann).send().await.refused_fields(&["page"]);
    app.get(PATH).send().await.refused(401, "unauthenticated");
}
