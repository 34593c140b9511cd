use serde_json::{Value, json};

use crate::support::{app::TestApp, order};

mod export;
pub mod number;

pub const PATH: &str = "/api/v1/userprofessional/invoices/";

/// Body of an invoice over 12.10.
pub fn form() -> Value {
    json!({
        "customer_name": "Łukasz Éluard", "email": "lukasz@plaza.example", "billed_to": "1 Main Street\nParis",
        "lines": [{"name": "Catering", "quantity": 2, "unit_price": 605, "vat_rate": 2100}], "total": 1210,
        "client_id": "one",
    })
}

#[actix_web::test]
async fn company_issues_an_invoice_once() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let post = |body: Value| app.post(PATH).as_(&shop.owner).json(body);
    let mut wrong = form();
    wrong["total"] = json!(1_211);
    wrong["customer_name"] = json!("");
    wrong["lines"][0]["quantity"] = json!(0);
    post(wrong).await.refused_fields(&["customer_name", "lines.0.quantity", "total"]);
    let mut huge = form();
    huge["lines"][0]["unit_price"] = json!(i64::MAX);
    post(huge).await.refused_fields(&["lines.0.unit_price", "total"]);
    for _ in 0..2 {
        let issued = post(form()).await;
        assert_eq!((issued.status, &issued.data()["total"], &issued.data()["vat"]), (201, &json!(1_210), &json!(210)));
    }
    let mut other = form();
    other["note"] = json!("Another one");
    post(other).await.refused_fields(&["client_id"]);
    let list = async |query: &str| app.get(&format!("{PATH}{query}")).as_(&shop.owner).send().await;
    let mut small = form();
    small["lines"] = json!([{"name": "Bread", "quantity": 1, "unit_price": 121, "vat_rate": 2100}]);
    (small["total"], small["client_id"]) = (json!(121), json!("two"));
    assert_eq!(post(small).await.status, 201);
    for (query, totals) in [
        ("?sort=total", [1_210, 121]),
        ("?sort=total&direction=asc", [121, 1_210]),
        ("?direction=asc", [1_210, 121]),
        ("", [121, 1_210]),
    ] {
        let page = list(query).await;
        assert_eq!(
            [&page.data()[0]["total"], &page.data()[1]["total"]],
            totals.map(|it| json!(it)).each_ref(),
            "{query}"
        );
    }
    for (query, total) in [("", 2), ("?kind=credit_note", 0), ("?query=000001", 1), ("?query=nobody", 0)] {
        assert_eq!(list(query).await.json["total"], total, "{query}");
    }
}
