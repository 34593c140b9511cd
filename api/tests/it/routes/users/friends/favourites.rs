use serde_json::json;
use store::testing::market::OfferingRow;

use crate::{
    routes::users::user_followers_following::{AUDIENCES, circle, set},
    support::{
        app::{Person, TestApp},
        market::restaurant,
    },
};

const PATH: &str = "/api/v1/users/friends/favourites/";

async fn save(app: &TestApp, person: &Person, offering: i64) {
    let create = "/api/v1/userprofessional/folder/create/";
    let folder = app.post(create).as_(person).json(json!({"name": format!("Folder {offering}")})).await;
    let folder_id = &folder.data()["folder_id"];
    let placed = json!({"kind": "offering", "id": offering, "folder_id": folder_id});
    let answer = app.call("PUT", "/api/v1/users/favourites/").as_(person).json(placed).await;
    assert_eq!(answer.status, 200, "{:#}", answer.json);
}

#[actix_web::test]
async fn favourites_of_friends_are_listed_once_with_their_savers() {
    let app = TestApp::start().await;
    let company = restaurant(&app).await;
    OfferingRow { price: 500, ..OfferingRow::new(2, company, "Bread") }.insert(&app.state().db).await;
    let (olga, [sten, fofo, fred]) = circle(&app).await;
    save(&app, &olga, 1).await;
    save(&app, &fofo, 1).await;
    save(&app, &olga, 2).await;
    let seen = app.get(PATH).as_(&fred).send().await;
    assert_eq!(seen.json["total"], 2);
    let bread = &seen.data()[0];
    assert_eq!((&bread["offering"]["name"], &bread["saves"]), (&json!("Bread"), &json!(1)));
    let soup = &seen.data()[1];
    assert_eq!((&soup["offering"]["name"], &soup["saves"]), (&json!("Soup"), &json!(2)));
    assert_eq!(soup["friends"].as_array().unwrap().len(), 2);
    for other in [&sten, &olga] {
        assert_eq!(app.get(PATH).as_(other).send().await.json["total"], 0, "{}", other.user_name);
    }
    let home = app.get("/api/v1/users/home/").as_(&fred).send().await;
    let sections = home.data()["sections"].as_array().unwrap();
    let saved = sections.iter().find(|section| section["kind"] == "friends_saved").unwrap();
    assert_eq!(saved["items"].as_array().unwrap().len(), 2);
}

#[actix_web::test]
async fn favourites_of_a_friend_follow_the_audience_of_activity() {
    let app = TestApp::start().await;
    restaurant(&app).await;
    let (olga, [_, fofo, fred]) = circle(&app).await;
    save(&app, &olga, 1).await;
    for (audience, [.., friend, _]) in AUDIENCES {
        set(&app, &olga, "activity_visibility", audience).await;
        assert_eq!(app.get(PATH).as_(&fred).send().await.json["total"], i64::from(friend), "{audience}");
        assert_eq!(app.get(PATH).as_(&fofo).send().await.json["total"], 0, "no friend of hers");
    }
}
