use serde_json::json;

use crate::support::{app::TestApp, market};

#[actix_web::test]
async fn offering_off_sale_is_shown_to_who_has_booked_it() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (shop, _) = market::salon(&app, "beauty").await;
    let path = format!("{}offering/", market::book(&app, &ann, &shop).await);
    market::archive(&app).await;
    let shown = app.get(&path).as_(&ann).send().await;
    assert_eq!((shown.status, &shown.data()["id"]), (200, &json!(shop.offering)));
    assert_eq!((&shown.data()["variants"][0]["price"], &shown.data()["similar"]), (&json!(4_500), &json!([])));
    app.get(&path).as_(&ben).send().await.refused(404, "not_found");
    app.get(&path).as_(&shop.owner).send().await.refused(404, "not_found");
    app.get(&path).send().await.refused(401, "unauthenticated");
    app.get(&format!("/api/v1/users/product/{}/", shop.offering)).as_(&ann).send().await.refused(404, "not_found");
}

#[actix_web::test]
async fn times_off_sale_are_listed_for_both_sides_of_a_booking() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (shop, _) = market::salon(&app, "beauty").await;
    let path = market::book(&app, &ann, &shop).await;
    market::archive(&app).await;
    let (base, date) = (format!("/api/v1/users/offerings/{}", shop.offering), market::date(10));
    for query in [format!("slots/?date={date}"), format!("availability/?from={date}&to={date}")] {
        let read = async |who| app.get(&format!("{base}/{query}")).as_(who).send().await;
        assert_eq!((read(&ann).await.status, read(&shop.owner).await.status), (200, 200), "{query}");
        read(&ben).await.refused(404, "not_found");
        app.get(&format!("{base}/{query}")).send().await.refused(404, "not_found");
    }
    let moved = app.call("PUT", &format!("{path}reschedule/")).as_(&ann).json(json!({"date": date, "time": "09:00"}));
    assert_eq!(moved.await.status, 200);
    // Nobody books it anew.
    market::hold(&app, &ann, &shop).await.refused(404, "not_found");
    let cancelled = app.post(&format!("{path}cancel/")).as_(&ann).json(json!({"expected_fee": 0})).await;
    assert_eq!(cancelled.status, 200);
    app.get(&format!("{base}/slots/?date={date}")).as_(&ann).send().await.refused(404, "not_found");
}
