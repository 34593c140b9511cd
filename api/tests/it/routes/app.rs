use serde_json::json;

use crate::support::app::TestApp;

#[actix_web::test]
async fn server_without_demo_offers_no_accounts() {
    let app = TestApp::start().await;
    let about = app.get("/api/v1/app/").send().await;
    assert_eq!((about.status, &about.data()["name"], &about.data()["demo"]), (200, &json!("Plaza"), &json!(null)));
    let login = json!({"email": "alice", "password": "Plaza-demo-1"});
    app.post("/api/v1/users/login/").json(login).await.refused(401, "auth.invalid_credentials");
}

#[actix_web::test]
async fn demo_accounts_sign_in_and_have_chats_and_images() {
    let app = TestApp::with(&["--demo", "small"]).await;
    let about = app.get("/api/v1/app/").send().await;
    let demo = &about.data()["demo"];
    let accounts = demo["accounts"].as_array().unwrap();
    assert_eq!(accounts.len(), 3);
    for account in accounts {
        let login = json!({"email": account["email"], "password": demo["password"]});
        let signed_in = app.post("/api/v1/users/login/").json(login).await;
        // A business has its own realm.
        let expected = if account["type"] == "professional" { 401 } else { 200 };
        assert_eq!(signed_in.status, expected, "{account}");
        let card = store::account::find_by_user_name(&app.state().db, account["userName"].as_str().unwrap()).await;
        let card = card.unwrap().unwrap();
        assert_eq!(json!(card.kind), account["type"]);
        let now = store::types::timestamp::Timestamp::now();
        let token = app.state().tokens.access(card.id, store::types::ids::SessionId(1), card.kind, now).unwrap();
        let inbox = if account["type"] == "professional" { "?inbox=company" } else { "" };
        let chats = app.get(&format!("/api/v1/chat/chats/{inbox}")).bearer(&token).send().await;
        assert!(chats.json["total"].as_i64().unwrap() > 0, "{account}");
        let picture = app.get(account["picture"].as_str().unwrap()).send().await;
        assert_eq!((picture.status, picture.header("content-type")), (200, "image/webp"));
    }
}
