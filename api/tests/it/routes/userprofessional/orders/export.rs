use crate::support::{app::TestApp, order};

#[actix_web::test]
async fn orders_are_exported_as_csv() {
    let app = TestApp::start().await;
    let (shop, rival) = (order::bakery(&app).await, order::bakery_of(&app, "rival").await);
    let ann = app.person("ann").await;
    let id = shop.paid(&app, &ann).await;
    rival.paid(&app, &ann).await;
    let file = async |query: &str| {
        let file = app.get(&format!("/api/v1/userprofessional/orders/export/{query}")).as_(&shop.owner).send().await;
        assert_eq!((file.status, file.header("content-type")), (200, "text/csv; charset=utf-8"));
        String::from_utf8(file.bytes.clone()).unwrap()
    };
    let shown = app.get(&format!("/api/v1/userprofessional/orders/{id}/")).as_(&shop.owner).send().await;
    let text = file("").await;
    let mut lines = text.trim_start_matches('\u{feff}').lines();
    assert!(lines.next().unwrap().starts_with("order,date,time,state,customer,"), "{text}");
    let row = lines.next().unwrap();
    assert!(row.starts_with(&format!("{},", shown.data()["code"].as_str().unwrap())), "{row}");
    for part in [",new,Zoe Lind,", ",collect,1 × Bread,2.50,0.00,", ",2.50,0.00,EUR,sandbox,paid,"] {
        assert!(row.contains(part), "{part} in {row}");
    }
    assert_eq!(lines.next(), None);
    assert_eq!(file("?status=accepted").await.lines().count(), 1);
    let wrong = "/api/v1/userprofessional/orders/export/?from=2026-11-30T00:00:00Z&to=2026-11-29T00:00:00Z";
    app.get(wrong).as_(&shop.owner).send().await.refused_fields(&["to"]);
}
