use crate::support::{app::TestApp, market};

#[actix_web::test]
async fn booking_is_downloaded_as_calendar_file() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (shop, _) = market::salon(&app, "beauty").await;
    let path = format!("{}calendar/", market::book(&app, &ann, &shop).await);
    let file = app.get(&path).as_(&ann).send().await;
    assert_eq!((file.status, file.header("content-type")), (200, "text/calendar; charset=utf-8"));
    let text = String::from_utf8(file.bytes).unwrap();
    assert!(text.starts_with("BEGIN:VCALENDAR\r\n") && text.contains("STATUS:CONFIRMED\r\n"), "{text}");
    app.get(&path).as_(&ben).send().await.refused(404, "not_found");
}
