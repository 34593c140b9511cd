use serde_json::json;

use super::{PATH, form};
use crate::support::{app::TestApp, order};

#[actix_web::test]
async fn invoices_are_exported_line_by_line() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    shop.paid(&app, &ann).await;
    let mut two = form();
    two["customer_name"] = json!("=Zoe");
    two["lines"] = json!([
        {"name": "Catering", "quantity": 2, "unit_price": 605, "vat_rate": 2100},
        {"name": "Tea, green", "quantity": 1, "unit_price": 300, "vat_rate": 1000},
    ]);
    two["total"] = json!(1_510);
    assert_eq!(app.post(PATH).as_(&shop.owner).json(two).await.status, 201);

    let export = async |query: &str| app.get(&format!("{PATH}export/{query}")).as_(&shop.owner).send().await;
    let file = export("").await;
    assert_eq!((file.status, file.header("content-type")), (200, "text/csv; charset=utf-8"));
    let text = String::from_utf8(file.bytes.clone()).unwrap();
    let lines: Vec<_> = text.trim_start_matches('\u{feff}').lines().collect();
    assert_eq!(lines.len(), 4, "{text}");
    assert!(lines[0].starts_with("number,kind,date,order,corrects,customer,email,line,name,quantity,"), "{text}");
    assert!(lines[1].contains(",'=Zoe,lukasz@plaza.example,item,Catering,2,6.05,0.00,true,21.00,10.00,2.10,12.10,EUR"));
    assert!(lines[2].contains("\"Tea, green\",1,3.00,0.00,true,10.00,2.73,0.27,3.00,EUR"), "{text}");
    assert!(lines[3].contains("Zoe Lind,zoe@plaza.example,item,Bread,1,2.50,"), "{text}");
    let notes = export("?kind=credit_note").await;
    assert_eq!(String::from_utf8(notes.bytes.clone()).unwrap().lines().count(), 1);
    export("?kind=other").await.refused_fields(&["kind"]);
    export("?from=2026-11-30T00:00:00Z&to=2026-11-29T00:00:00Z").await.refused_fields(&["to"]);
}
