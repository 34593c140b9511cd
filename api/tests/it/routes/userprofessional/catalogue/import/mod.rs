mod template;

use serde_json::json;

use super::{owners, path};
use crate::support::app::{Answer, Person, TestApp};

async fn import(app: &TestApp, owner: &Person, preview: bool, text: &str) -> Answer {
    let call = app.post(&path(&format!("import/?preview={preview}"))).as_(owner);
    call.multipart(&[("file", Some("catalogue.csv"), text.as_bytes())]).await
}

async fn total(app: &TestApp, owner: &Person) -> i64 {
    app.get(&path("offerings/")).as_(owner).send().await.json["total"].as_i64().unwrap()
}

#[actix_web::test]
async fn preview_changes_nothing_and_import_is_idempotent() {
    let app = TestApp::start().await;
    let (owner, _) = owners(&app).await;
    let file = "sku,kind,category,name,price,stock\nA,product,shops,Bag,19.90,3\nB,product,shops,Cup,8,2\n";
    let preview = import(&app, &owner, true, file).await;
    assert_eq!((&preview.data()["created"], &preview.data()["imported"]), (&json!(2), &json!(false)));
    assert_eq!(total(&app, &owner).await, 0);
    let done = import(&app, &owner, false, file).await;
    assert_eq!((&done.data()["created"], &done.data()["imported"]), (&json!(2), &json!(true)));
    let again = import(&app, &owner, false, file).await;
    assert_eq!((&again.data()["unchanged"], &again.data()["imported"]), (&json!(2), &json!(false)));
    assert_eq!(total(&app, &owner).await, 2);
}

#[actix_web::test]
async fn broken_line_is_named_and_nothing_is_imported() {
    let app = TestApp::start().await;
    let (owner, _) = owners(&app).await;
    let file = "sku,kind,category,name,price\nA,product,shops,Bag,19.90\nB,product,shops,Cup,much\nC,product\n";
    let preview = import(&app, &owner, true, file).await;
    let errors = preview.data()["errors"].as_array().unwrap();
    assert_eq!(errors[0], json!({"line": 3, "column": "price", "expected": "Enter a price such as 24.50."}));
    assert_eq!((errors.len(), &errors[1]["line"]), (2, &json!(4)));
    import(&app, &owner, false, file).await.refused_fields(&["lines.3.price", "lines.4"]);
    assert_eq!(total(&app, &owner).await, 0);
    import(&app, &owner, false, "wings\n1\n").await.refused_fields(&["lines.1.wings"]);
}

#[actix_web::test]
async fn import_without_file_or_with_other_parts_is_refused() {
    let app = TestApp::start().await;
    let (owner, _) = owners(&app).await;
    let post = || app.post(&path("import/")).as_(&owner);
    post().multipart(&[]).await.refused_fields(&["file"]);
    post().multipart(&[("paper", Some("a.csv"), b"sku\n")]).await.refused_fields(&["paper"]);
    post().body("text/csv", "sku\n").await.refused(415, "unsupported_type");
    app.post(&path("import/?preview=maybe")).as_(&owner).multipart(&[]).await.refused_fields(&["preview"]);
}
