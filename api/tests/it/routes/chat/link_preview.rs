use serde_json::json;

use crate::support::app::{Person, TestApp};

async fn preview(app: &TestApp, person: &Person, url: &str) -> crate::support::app::Answer {
    let query = form(url);
    app.get(&format!("/api/v1/chat/link-preview/?url={query}")).as_(person).send().await
}

fn form(text: &str) -> String {
    text.bytes()
        .map(|byte| if byte.is_ascii_alphanumeric() { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

#[actix_web::test]
async fn own_pages_are_previewed_without_outgoing_requests() {
    let app = TestApp::with(&["--origins", "https://plaza.example"]).await;
    let ann = app.person("ann").await;
    for url in [format!("{}/terms", app.url), "https://plaza.example/terms/".to_owned()] {
        let told = preview(&app, &ann, &url).await;
        assert_eq!(told.status, 200, "{}", told.json);
        assert_eq!(
            *told.data(),
            json!({"url": url, "title": "Terms of use",
                "description": "What you and Plaza may expect of each other.", "picture": null})
        );
    }
}

#[actix_web::test]
async fn chat_preview_is_visible_to_members_only() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let url = format!("{}/messages/{}", app.url, app.chat(&ann, &ben).await);
    assert_eq!(preview(&app, &ann, &url).await.data()["title"], "Ann Other");
    preview(&app, &eve, &url).await.refused(404, "not_found");
}

#[actix_web::test]
async fn group_preview_shows_its_own_title_and_image() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let new = json!({"title": "Harbour walk", "user_ids": [ben.id]});
    let group = app.post("/api/v1/chat/groups/").as_(&ann).json(new).await;
    let told = preview(&app, &ben, &format!("{}/messages/{}", app.url, group.data()["id"])).await;
    assert_eq!((&told.data()["title"], &told.data()["picture"]), (&json!("Harbour walk"), &json!(null)));
}

#[actix_web::test]
async fn user_preview_is_visible_if_the_profile_is() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let url = format!("{}/people/{}", app.url, ann.id);
    let told = preview(&app, &ben, &url).await;
    assert_eq!((&told.data()["title"], &told.data()["url"]), (&json!("Ann Other"), &json!(url)));
    preview(&app, &ben, &format!("{}/people/404", app.url)).await.refused(404, "not_found");
    preview(&app, &app.guest().await, &url).await.refused(404, "not_found");
    let block = json!({"block": true});
    let blocked = app.call("PUT", &format!("/api/v1/users/{}/block/", ben.id)).as_(&ann).json(block).await;
    assert_eq!(blocked.status, 200, "{}", blocked.json);
    preview(&app, &ben, &url).await.refused(404, "not_found");
}

#[actix_web::test]
async fn foreign_sites_and_missing_pages_have_no_preview() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    // A listener detects outgoing requests.
    let elsewhere = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    elsewhere.set_nonblocking(true).unwrap();
    let other = format!("http://{}/terms", elsewhere.local_addr().unwrap());
    for url in [other.as_str(), "https://example.org/", "terms", "", &format!("{}/nowhere", app.url)] {
        preview(&app, &ann, url).await.refused(404, "not_found");
    }
    assert_eq!(elsewhere.accept().unwrap_err().kind(), std::io::ErrorKind::WouldBlock);
    app.get("/api/v1/chat/link-preview/?url=x").send().await.refused(401, "unauthenticated");
    app.get("/api/v1/chat/link-preview/").as_(&ann).send().await.refused_fields(&["url"]);
}
