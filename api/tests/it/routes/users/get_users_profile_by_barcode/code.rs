use serde_json::{Value, json};

use crate::{
    routes::users::user_followers_following::{AUDIENCES, circle, set},
    support::app::{Person, TestApp},
};

async fn code_of(app: &TestApp, person: &Person) -> String {
    app.get("/api/v1/users/profile-code/").as_(person).send().await.data()["code"].as_str().unwrap().to_owned()
}

fn path(code: &str) -> String {
    format!("/api/v1/users/get-users-profile-by-barcode/{code}/")
}

#[actix_web::test]
async fn profile_of_a_code_shows_what_the_viewer_may_see() {
    let app = TestApp::start().await;
    let (olga, [sten, fofo, fred]) = circle(&app).await;
    let city = json!({"city": "Lyon"});
    assert_eq!(app.call("PUT", "/api/v1/users/update-profile/").as_(&olga).json(city).await.status, 200);
    let code = code_of(&app, &olga).await;
    for (setting, field) in
        [("identity_visibility", "city"), ("last_seen", "last_seen_at"), ("identification", "userName")]
    {
        for (audience, admitted) in AUDIENCES {
            set(&app, &olga, setting, audience).await;
            for (viewer, admitted) in [&sten, &fofo, &fred, &olga].into_iter().zip(admitted) {
                let seen = app.get(&path(&code)).as_(viewer).send().await;
                let by_id = app.get(&format!("/api/v1/admin/regular-users/get/{}/", olga.id)).as_(viewer).send().await;
                assert_eq!(seen.data(), by_id.data(), "the same page as by id");
                // The owner gave the code: a search that does not find the account does not matter.
                let shown = admitted || setting == "identification";
                let case = format!("{field} for {} while {setting} is {audience}", viewer.user_name);
                assert_eq!(seen.data()[field] != Value::Null, shown, "{case}");
            }
        }
        set(&app, &olga, setting, "everyone").await;
    }
}

#[actix_web::test]
async fn code_is_read_as_typed_and_an_unknown_one_is_not_found() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let code = code_of(&app, &ben).await;
    let typed = format!("{}-{}", code[..4].to_lowercase(), &code[4..]);
    assert_eq!(app.get(&path(&typed)).as_(&ann).send().await.data()["id"], json!(ben.id));
    let unknown = app.get(&path("000000000000")).as_(&ann).send().await;
    unknown.refused(404, "not_found");
    app.get(&path("x")).as_(&ann).send().await.refused(404, "not_found");
    let block = format!("/api/v1/users/{}/block/", ann.id);
    assert_eq!(app.call("PUT", &block).as_(&ben).json(json!({"block": true})).await.status, 200);
    assert_eq!(app.get(&path(&code)).as_(&ann).send().await.json, unknown.json, "a blocked viewer learns nothing");
    app.get(&path(&code)).as_(&app.guest().await).send().await.refused(403, "auth.guest");
}
