mod block_id;
mod delete;

use serde_json::{Value, json};

use super::{path, tenth_day};
use crate::support::{
    app::{Person, TestApp},
    market::{self, Shop, date},
};

/// Block of the tenth day from 10:00 to 11:00, with these fields besides.
fn hour(change: Value) -> Value {
    let mut body = json!({"dates": [date(10)], "hours": ["10:00", "11:00"]});
    body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
    body
}

/// Creates blocks and returns them.
async fn block(app: &TestApp, owner: &Person, body: Value) -> Vec<Value> {
    let made = app.post(&path("blocks/")).as_(owner).json(body).await;
    assert_eq!(made.status, 201, "{:?}", made.json);
    made.data().as_array().unwrap().clone()
}

/// Returns the local starts of the tenth day that customers can book.
async fn free_times(app: &TestApp, shop: &Shop) -> Vec<String> {
    let slots = format!("/api/v1/users/offerings/{}/slots/?date={}", shop.offering, date(10));
    let day = app.get(&slots).send().await;
    let free = day.data()["slots"].as_array().unwrap().iter().filter(|slot| slot["left"] != 0);
    free.map(|slot| slot["time"].as_str().unwrap().to_owned()).collect()
}

#[actix_web::test]
async fn block_of_each_owner_takes_the_slots_away() {
    let app = TestApp::start().await;
    let (shop, staff) = market::salon(&app, "beauty").await;
    let before = free_times(&app, &shop).await;
    assert!(before.contains(&"10:00".to_owned()));
    for owner in [json!({}), json!({"resource_id": staff}), json!({"offering_id": shop.offering})] {
        let made = block(&app, &shop.owner, hour(owner.clone())).await;
        assert!(!free_times(&app, &shop).await.contains(&"10:00".to_owned()), "{owner}");
        let ids = json!({"ids": [made[0]["id"]]});
        assert_eq!(app.post(&path("blocks/delete/")).as_(&shop.owner).json(ids).await.status, 200);
        assert_eq!(free_times(&app, &shop).await, before, "{owner}");
    }
}

#[actix_web::test]
async fn company_block_binds_staff_with_own_times() {
    let app = TestApp::start().await;
    let (shop, staff) = market::salon(&app, "beauty").await;
    let times = format!("/api/v1/userprofessional/catalogue/resources/{staff}/schedule/");
    let rule = json!({"weekdays": [1, 2, 3, 4, 5, 6, 7], "starts": "10:00", "ends": "13:00"});
    let own = json!({"rules": [rule], "exceptions": []});
    assert_eq!(app.call("PUT", &times).as_(&shop.owner).json(own).await.status, 200);
    assert!(!free_times(&app, &shop).await.is_empty());
    block(&app, &shop.owner, json!({"dates": [date(10)]})).await;
    assert!(free_times(&app, &shop).await.is_empty());
}

#[actix_web::test]
async fn whole_days_are_blocked_with_a_note() {
    let app = TestApp::start().await;
    let (shop, _) = market::salon(&app, "beauty").await;
    let days = json!({"dates": [date(10), date(11)], "note": "Holidays"});
    let made = block(&app, &shop.owner, days).await;
    assert_eq!((made.len(), &made[1]["date"], &made[0]["hours"]), (2, &json!(date(11)), &Value::Null));
    assert!(free_times(&app, &shop).await.is_empty());
    let shown = tenth_day(&app, &shop.owner).await["changes"].clone();
    assert_eq!((&shown[0]["note"], &shown[0]["available"]), (&json!("Holidays"), &json!(false)));
    assert_eq!(shown.as_array().unwrap().len(), 1);
}

#[actix_web::test]
async fn blocks_refuse_wrong_fields_and_strangers() {
    let app = TestApp::start().await;
    let (shop, staff) = market::salon(&app, "beauty").await;
    let (other, _) = market::salon(&app, "relaxation").await;
    let send = |body: Value| app.post(&path("blocks/")).as_(&shop.owner).json(body);
    send(json!({"dates": []})).await.refused_fields(&["dates"]);
    send(hour(json!({"hours": ["11:00", "10:00"]}))).await.refused_fields(&["hours"]);
    send(hour(json!({"note": "x".repeat(201)}))).await.refused_fields(&["note"]);
    send(hour(json!({"offering_id": shop.offering, "resource_id": staff}))).await.refused_fields(&["resource_id"]);
    let foreign = app.post(&path("blocks/")).as_(&other.owner).json(hour(json!({"resource_id": staff}))).await;
    foreign.refused(404, "not_found");
    assert_eq!(tenth_day(&app, &shop.owner).await["changes"], json!([]));
}
