use serde_json::{Value, json};
use store::testing::market::CompanyRow;

use crate::{
    routes::users::friends::befriend,
    support::{
        app::{Person, TestApp},
        market::restaurant,
    },
};

const PATH: &str = "/api/v1/users/user-followers-following/";
const PRIVACY: &str = "/api/v1/users/update-privacy-settings/";

/// Each setting of an audience, and the viewers that it admits: a stranger, a friend of a friend, a friend, the owner.
pub const AUDIENCES: [(&str, [bool; 4]); 4] = [
    ("everyone", [true, true, true, true]),
    ("friends_of_friends", [false, true, true, true]),
    ("only_friends", [false, false, true, true]),
    ("private", [false, false, false, true]),
];

/// An owner, and a viewer of each relation, in the order of [`AUDIENCES`]. The friend is also a friend of the friend of a
/// friend.
pub async fn circle(app: &TestApp) -> (Person, [Person; 3]) {
    let owner = app.person("olga").await;
    let viewers = [app.person("sten").await, app.person("fofo").await, app.person("fred").await];
    befriend(app, &owner, &viewers[2]).await;
    befriend(app, &viewers[1], &viewers[2]).await;
    (owner, viewers)
}

pub async fn set(app: &TestApp, person: &Person, setting: &str, audience: &str) {
    assert_eq!(app.call("PUT", PRIVACY).as_(person).json(json!({setting: audience})).await.status, 200);
}

async fn names(app: &TestApp, viewer: &Person, query: &str) -> Vec<String> {
    let answer = app.get(&format!("{PATH}?{query}")).as_(viewer).send().await;
    assert_eq!(answer.status, 200, "{:#}", answer.json);
    let all = answer.data().as_array().unwrap();
    assert_eq!(answer.json["total"], json!(all.len()));
    let mut names: Vec<_> = all.iter().map(|one| one["userName"].as_str().unwrap().to_owned()).collect();
    names.sort();
    names
}

#[actix_web::test]
async fn lists_hold_friends_and_companies() {
    let app = TestApp::start().await;
    let company = restaurant(&app).await;
    let (olga, [sten, ..]) = circle(&app).await;
    let follow = format!("/api/v1/users/company/follow-toggle/?company_id={company}");
    assert_eq!(app.post(&follow).as_(&olga).send().await.status, 200);
    let answer = app.get(&format!("{PATH}?type=following")).as_(&olga).send().await;
    let first = &answer.data()[0];
    assert_eq!(
        (&first["company_id"], &first["type"], &first["firstName"]),
        (&json!(company), &json!("company"), &json!("Casa Azul"))
    );
    assert_eq!((&answer.data()[1]["userName"], &answer.data()[1]["company_id"]), (&json!("fred"), &Value::Null));
    assert_eq!(names(&app, &olga, "type=followers").await, ["fred"]);
    assert!(names(&app, &sten, "type=followers").await.is_empty());
    let second = app.get(&format!("{PATH}?type=following&page=2&per_page=1")).as_(&olga).send().await;
    assert_eq!((&second.data()[0]["userName"], &second.json["total"]), (&json!("fred"), &json!(2)));
    app.get(PATH).as_(&olga).send().await.refused(422, "validation");
    app.get(&format!("{PATH}?type=both")).as_(&olga).send().await.refused(422, "validation");
}

#[actix_web::test]
async fn list_is_shown_to_the_audience_of_the_owners_activity() {
    let app = TestApp::start().await;
    let (olga, [sten, fofo, fred]) = circle(&app).await;
    let viewers = [&sten, &fofo, &fred, &olga];
    // A person that every viewer may find.
    let wide = app.person("wide").await;
    befriend(&app, &olga, &wide).await;
    for (audience, admitted) in AUDIENCES {
        set(&app, &olga, "activity_visibility", audience).await;
        for direction in ["followers", "following"] {
            for (viewer, admitted) in viewers.iter().zip(admitted) {
                let listed = names(&app, viewer, &format!("type={direction}&user_id={}", olga.id)).await;
                assert_eq!(listed.contains(&"wide".to_owned()), admitted, "{} of {audience}", viewer.user_name);
            }
        }
    }
}

#[actix_web::test]
async fn listed_person_is_shown_to_those_who_may_find_it() {
    let app = TestApp::start().await;
    let (olga, [sten, fofo, fred]) = circle(&app).await;
    // The owner of the list is listed in that of the friend.
    for (audience, admitted) in AUDIENCES {
        set(&app, &olga, "identification", audience).await;
        let lists = [(&sten, admitted[0]), (&fofo, admitted[1]), (&fred, true), (&olga, true)];
        for (viewer, admitted) in lists {
            let listed = names(&app, viewer, &format!("type=followers&user_id={}", fred.id)).await;
            assert_eq!(listed.contains(&"olga".to_owned()), admitted, "{} of {audience}", viewer.user_name);
        }
    }
    set(&app, &olga, "identification", "everyone").await;
    let block = format!("/api/v1/users/{}/block/", sten.id);
    assert_eq!(app.call("PUT", &block).as_(&olga).json(json!({"block": true})).await.status, 200);
    assert!(!names(&app, &sten, &format!("type=followers&user_id={}", fred.id)).await.contains(&"olga".to_owned()));
    app.get(&format!("{PATH}?type=followers&user_id={}", olga.id)).as_(&sten).send().await.refused(404, "not_found");
}

#[actix_web::test]
async fn team_sees_followers_that_show_their_activity() {
    let app = TestApp::start().await;
    let chef = app.business("chef").await;
    CompanyRow { owner: Some(chef.id), ..CompanyRow::new(70, "Casa Azul") }.insert(&app.state().db).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    for follower in [&ann, &ben] {
        let follow = "/api/v1/users/company/follow-toggle/?company_id=70";
        assert_eq!(app.post(follow).as_(follower).send().await.status, 200);
    }
    assert_eq!(names(&app, &chef, "type=followers").await, ["ann", "ben"]);
    for setting in ["activity_visibility", "identification"] {
        set(&app, &ben, setting, "only_friends").await;
        assert_eq!(names(&app, &chef, "type=followers").await, ["ann"], "{setting}");
        set(&app, &ben, setting, "everyone").await;
    }
    assert!(names(&app, &ann, &format!("type=followers&user_id={}", chef.id)).await.is_empty(), "for the team only");
}
