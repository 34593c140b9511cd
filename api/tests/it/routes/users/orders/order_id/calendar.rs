use crate::support::{app::TestApp, order};

#[actix_web::test]
async fn order_is_downloaded_as_calendar_file() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let path = format!("/api/v1/users/orders/{}/calendar/", shop.paid(&app, &ann).await);
    let file = app.get(&path).as_(&ann).send().await;
    assert_eq!((file.status, file.header("content-type")), (200, "text/calendar; charset=utf-8"));
    let text = String::from_utf8(file.bytes).unwrap();
    assert!(text.contains("SUMMARY:Bread · Bakery\r\n") && text.contains("STATUS:CONFIRMED\r\n"), "{text}");
    app.get(&path).as_(&ben).send().await.refused(404, "not_found");
}
