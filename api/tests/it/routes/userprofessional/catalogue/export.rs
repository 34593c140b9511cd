use serde_json::json;

use super::{create, facial, owners, path};
use crate::support::app::TestApp;

#[actix_web::test]
async fn export_has_a_line_for_each_variant() {
    let app = TestApp::start().await;
    let (owner, other) = owners(&app).await;
    let mut formula = facial();
    formula["name"] = json!("=HYPERLINK(\"x\")");
    formula["variants"] = json!([{"name": "Short", "price": 4500}, {"name": "Long", "price": 6000, "sku": "L"}]);
    create(&app, &owner, formula).await;
    create(&app, &other, facial()).await;
    let answer = app.get(&path("export/?kind=service&byte_order_mark=true")).as_(&owner).send().await;
    let text = String::from_utf8(answer.bytes.clone()).unwrap();
    assert_eq!((answer.status, answer.header("content-type")), (200, "text/csv; charset=utf-8"));
    assert!(answer.header("content-disposition").contains("catalogue.csv"));
    assert!(text.starts_with("\u{feff}id,variant_id,sku,kind,") && text.ends_with("\r\n"));
    assert_eq!((text.lines().count(), text.matches("\"'=HYPERLINK(\"\"x\"\")\"").count()), (3, 2));
    assert!(text.contains(",Short,,,45.00,,false") && text.contains(",Long,,,60.00,,false"), "{text}");
    let empty = app.get(&path("export/?kind=ticket")).as_(&owner).send().await;
    assert_eq!(String::from_utf8(empty.bytes).unwrap().lines().count(), 1);
    app.get(&path("export/?kind=gone")).as_(&owner).send().await.refused_fields(&["kind"]);
}
