use crate::{routes::users::friends::befriend, support::app::TestApp};

const PATH: &str = "/api/v1/users/search/friends/";

#[actix_web::test]
async fn users_are_found_with_their_relation_to_the_caller() {
    let app = TestApp::start().await;
    let (ann, ben, cem) = (app.person("ann").await, app.person("ben_1").await, app.person("ben_2").await);
    befriend(&app, &ann, &cem).await;
    let found = app.get(&format!("{PATH}?query=BEN")).as_(&ann).send().await;
    let people = found.data().as_array().unwrap();
    let told: Vec<_> = people.iter().map(|person| (&person["id"], &person["relation"])).collect();
    assert_eq!(told, [(&cem.id.0.into(), &"friends".into()), (&ben.id.0.into(), &"none".into())]);
    let figures = ["page", "per_page", "total"].map(|field| found.json[field].as_i64());
    assert_eq!(figures, [Some(1), Some(10), Some(2)], "the defaults");
    assert!(people[0].get("email").is_none());
    let shops = app.get(&format!("{PATH}?query=ben&userType=professional")).as_(&ann).send().await;
    assert_eq!(shops.data().as_array().unwrap().len(), 0);
    let second = app.get(&format!("{PATH}?query=ben&page=2&per_page=1&userType=all")).as_(&ann).send().await;
    assert_eq!((second.data()[0]["userName"].as_str(), second.json["next"].as_i64()), (Some("ben_1"), None));
}

#[actix_web::test]
async fn invalid_search_is_refused() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let long = format!("query={}", "a".repeat(101));
    for (query, field) in [
        ("page=0", "page"),
        ("per_page=101", "per_page"),
        ("userType=robot", "userType"),
        ("sort=up", "sort"),
        (&long, "query"),
    ] {
        app.get(&format!("{PATH}?{query}")).as_(&ann).send().await.refused_fields(&[field]);
    }
    app.get(PATH).send().await.refused(401, "unauthenticated");
    // Pattern and query syntax is plain text that matches no name.
    for query in ["%25", "_", "%27%20OR%201%3D1--", "%22*%22"] {
        let found = app.get(&format!("{PATH}?query={query}")).as_(&ann).send().await;
        assert_eq!((found.status, found.json["total"].as_i64()), (200, Some(0)), "{query}");
    }
}
