use serde_json::json;

use crate::support::app::{Person, TestApp};

const PATH: &str = "/api/v1/users/blocked/";

#[actix_web::test]
async fn blocked_accounts_are_listed_until_unblocked() {
    let app = TestApp::start().await;
    let (ann, ben, cem) = (app.person("ann").await, app.person("ben").await, app.person("cem").await);
    let block = async |other: &Person, stands: bool| {
        let put = app.call("PUT", &format!("/api/v1/users/{}/block/", other.id)).as_(&ann);
        assert_eq!(put.json(json!({"block": stands})).await.status, 200);
    };
    let names = async |query: &str| {
        let answer = app.get(&format!("{PATH}{query}")).as_(&ann).send().await;
        let names = answer.data().as_array().expect("a list").iter().map(|one| one["userName"].clone());
        (names.collect::<Vec<_>>(), answer.json["page"]["total"].clone())
    };
    block(&ben, true).await;
    block(&cem, true).await;
    let (all, _) = names("").await;
    assert_eq!(all.len(), 2);
    assert_eq!(names("?per_page=1&page=2").await.0, all[1..]);
    block(&ben, false).await;
    assert_eq!(names("").await.0, [json!("cem")]);
    // A list of one's own.
    assert_eq!(app.get(PATH).as_(&ben).send().await.data(), &json!([]));
    app.get(&format!("{PATH}?per_page=0")).as_(&ann).send().await.refused_fields(&["per_page"]);
}
