use store::testing::market::OfferingRow;

use crate::support::{app::TestApp, market::restaurant};

#[actix_web::test]
async fn artandculture_lists_its_category_only() {
    let app = TestApp::start().await;
    let company = restaurant(&app).await;
    let row = OfferingRow { category: "art", subcategory: None, ..OfferingRow::new(2, company, "Hour") };
    row.insert(&app.state().db).await;
    let page = app.get("/api/v1/users/artandcultureproducts/casa-azul/?sort=price").send().await;
    assert_eq!((&page.json["total"], &page.data()[0]["id"]), (&1.into(), &2.into()));
    app.get("/api/v1/users/artandcultureproducts/70/?sort=distance").send().await.refused_fields(&["sort"]);
    app.get("/api/v1/users/artandcultureproducts/71/").send().await.refused(404, "not_found");
}
