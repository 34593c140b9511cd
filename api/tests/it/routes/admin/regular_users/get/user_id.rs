use serde_json::{Value, json};
use store::{company::team, types::ids::UserId};

use crate::{
    routes::users::friends::befriend,
    support::app::{PASSWORD, Person, TestApp},
};

fn path(person: &Person) -> String {
    format!("/api/v1/admin/regular-users/get/{}/", person.id)
}

async fn page(app: &TestApp, viewer: &Person, of: &Person) -> Value {
    let answer = app.get(&path(of)).as_(viewer).send().await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.data().clone()
}

async fn set(app: &TestApp, person: &Person, path: &str, fields: Value) {
    assert_eq!(app.call("PUT", path).as_(person).json(fields).await.status, 200);
}

#[actix_web::test]
async fn profile_shows_identity_and_description() {
    let app = TestApp::start().await;
    let (ann, ben, cem) = (app.person("ann").await, app.person("ben").await, app.person("cem").await);
    befriend(&app, &ann, &cem).await;
    befriend(&app, &ben, &cem).await;
    let about = json!({"bio": "Bread,\nboats.", "city": "Lyon", "country": "FR"});
    set(&app, &ben, "/api/v1/users/update-profile/", about).await;
    let seen = page(&app, &ann, &ben).await;
    for (field, value) in [
        ("id", json!(ben.id)),
        ("userName", json!("ben")),
        ("relation", json!("none")),
        ("mutual_friends", json!(1)),
        ("bio", json!("Bread,\nboats.")),
        ("city", json!("Lyon")),
        ("country", json!("FR")),
        ("can_message", json!(true)),
        ("can_invite", json!(true)),
    ] {
        assert_eq!(seen[field], value, "{field}");
    }
    assert_eq!((&seen["chat_id"], &seen["verified"]), (&Value::Null, &json!(false)));
    let chat = app.chat(&ann, &ben).await;
    assert_eq!(page(&app, &ann, &ben).await["chat_id"], json!(chat));
    assert_eq!((&seen["mutual"][0]["id"], seen["mutual"].as_array().unwrap().len()), (&json!(cem.id), 1));
    assert!(seen["joined_at"].is_string() && seen["last_seen_at"].is_string());
    // Private account data is in no profile.
    for kept in ["email", "phone", "dob", "gender", "address", "postalCode", "marketing", "documents"] {
        assert!(seen.get(kept).is_none(), "{kept}");
    }
    let own = page(&app, &ben, &ben).await;
    assert_eq!(
        ["relation", "can_message", "can_invite"].map(|field| &own[field]),
        [&json!("self"), &json!(false), &json!(false)]
    );
}

#[actix_web::test]
async fn privacy_settings_hide_fields_from_other_users() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    set(&app, &ben, "/api/v1/users/update-profile/", json!({"bio": "Boats.", "city": "Lyon"})).await;
    let privacy = "/api/v1/users/update-privacy-settings/";
    let parts: [(&str, &[&str]); 4] = [
        ("identity_visibility", &["bio", "city", "joined_at"]),
        ("last_seen", &["last_seen_at"]),
        ("messaging", &["can_message"]),
        ("friend_invitation", &["can_invite"]),
    ];
    let all: Vec<&str> = parts.iter().flat_map(|(_, fields)| fields.iter().copied()).collect();
    for (setting, hidden) in parts {
        set(&app, &ben, privacy, json!({setting: "only_friends"})).await;
        let seen = page(&app, &ann, &ben).await;
        for field in &all {
            let shows = !seen[field].is_null() && seen[field] != json!(false);
            assert_eq!(shows, !hidden.contains(field), "{field} while {setting} is for friends");
        }
        set(&app, &ben, privacy, json!({setting: "everyone"})).await;
    }
    set(&app, &ben, privacy, json!({"identity_visibility": "only_friends"})).await;
    befriend(&app, &ann, &ben).await;
    assert_eq!(page(&app, &ann, &ben).await["city"], "Lyon", "a friend sees it");
}

#[actix_web::test]
async fn owner_page_is_a_person_and_company_has_none() {
    let app = TestApp::with(&["--demo", "small"]).await;
    let ann = app.person("ann").await;
    let chef = store::account::find_by_user_name(&app.state().db, "chef").await.unwrap().unwrap();
    let of = async |id: UserId| app.get(&format!("/api/v1/admin/regular-users/get/{id}/")).as_(&ann).send().await;
    let seen = of(chef.id).await;
    assert_eq!((&seen.data()["firstName"], seen.data().get("company")), (&json!("Lucía"), None));
    let company = team::acts_for(&app.state().db, chef.id).await.unwrap().unwrap();
    of(company).await.refused(404, "not_found");
    let ask = json!({"user_id": company});
    app.call("PUT", "/api/v1/users/friends/request/send/").as_(&ann).json(ask).await.refused(404, "not_found");
}

#[actix_web::test]
async fn deleted_blocking_and_unknown_users_return_404() {
    let app = TestApp::start().await;
    let (ann, ben, cem, dan) =
        (app.person("ann").await, app.person("ben").await, app.person("cem").await, app.person("dan").await);
    let guest = app.guest().await;
    let chat = app.chat(&ann, &ben).await;
    let block = format!("/api/v1/chat/chatapp-block-unblock-users/?chat_id={chat}");
    assert_eq!(app.post(&block).as_(&ben).send().await.status, 200);
    let farewell = app.post("/api/v1/users/account/delete/").as_(&cem).json(json!({"password": PASSWORD})).await;
    assert_eq!(farewell.status, 200, "{}", farewell.json);
    let unknown = app.get("/api/v1/admin/regular-users/get/1/").as_(&ann).send().await;
    unknown.refused(404, "not_found");
    for nobody in [&ben, &cem, &guest] {
        assert_eq!(app.get(&path(nobody)).as_(&ann).send().await.json, unknown.json);
    }
    // A blocker sees the profile of the blocked user.
    let seen = page(&app, &ben, &ann).await;
    assert_eq!(["relation", "can_message"].map(|field| &seen[field]), [&json!("blocked"), &json!(false)]);
    app.get(&path(&dan)).send().await.refused(401, "unauthenticated");
    app.get(&path(&dan)).as_(&guest).send().await.refused(403, "auth.guest");
    app.get("/api/v1/admin/regular-users/get/x/").as_(&ann).send().await.refused(404, "not_found");
}
