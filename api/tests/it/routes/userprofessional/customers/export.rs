use crate::support::{app::TestApp, order};

#[actix_web::test]
async fn customers_are_exported_as_csv() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    shop.paid(&app, &ann).await;
    let file = app.get("/api/v1/userprofessional/customers/export/").as_(&shop.owner).send().await;
    assert_eq!((file.status, file.header("content-type")), (200, "text/csv; charset=utf-8"));
    let text = String::from_utf8(file.bytes.clone()).unwrap();
    let mut lines = text.trim_start_matches('\u{feff}').lines();
    assert_eq!(lines.next(), Some("name,email,status,orders,bookings,spent,currency,first_order,last_order"));
    assert!(lines.next().unwrap().starts_with("Zoe Lind,zoe@plaza.example,new,1,0,2.50,EUR,"), "{text}");
}
