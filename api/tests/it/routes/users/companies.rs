use crate::support::{app::TestApp, market::restaurant};

const PATH: &str = "/api/v1/users/companies/";

#[actix_web::test]
async fn companies_are_found_with_distance_and_opening_state() {
    let app = TestApp::start().await;
    restaurant(&app).await;
    let query =
        "category=food&features=halal&open_now=true&latitude=40.42&longitude=-3.70&distance_km=10&sort=distance";
    let found = app.get(&format!("{PATH}?{query}")).send().await;
    let company = &found.data()[0];
    assert_eq!((&company["handle"], &company["distance_km"]), (&"casa-azul".into(), &0.5.into()));
    assert_eq!((&company["opening"]["state"], &company["rating"]), (&"open".into(), &serde_json::Value::Null));
    let none = app.get(&format!("{PATH}?q=nothing")).send().await;
    assert_eq!(none.json["total"], 0);
}

#[actix_web::test]
async fn companies_refuse_invalid_filters() {
    let app = TestApp::start().await;
    for (query, field) in [
        ("category=gold", "category"),
        ("subcategory=gold", "subcategory"),
        ("features=halal,gold", "features"),
        ("latitude=1", "longitude"),
        ("longitude=1", "latitude"),
        ("latitude=91&longitude=0", "latitude"),
        ("distance_km=5", "distance_km"),
        ("bounds=1,2,3", "bounds"),
        ("bounds=1,2,3,four", "bounds"),
        ("bounds=1,9,3,4", "bounds"),
        ("bounds=-181,1,3,4", "bounds"),
        ("bounds=NaN,1,3,4", "bounds"),
        ("sort=distance", "sort"),
        ("sort=up", "sort"),
        ("price_min=-1", "price_min"),
        ("price_min=5&price_max=4", "price_max"),
        ("per_page=101", "per_page"),
    ] {
        app.get(&format!("{PATH}?{query}")).send().await.refused_fields(&[field]);
    }
    app.get(PATH).bearer("wrong").send().await.refused(401, "auth.invalid_token");
}

#[actix_web::test]
async fn companies_are_found_in_an_area() {
    let app = TestApp::start().await;
    restaurant(&app).await;
    for (bounds, total) in [
        ("-3.8,40.3,-3.6,40.5", 1),
        ("-3.6,40.3,-3.5,40.5", 0),
        // Across the date line.
        ("170,40.3,-3.6,40.5", 1),
        ("170,40.3,-170,40.5", 0),
        ("", 1),
    ] {
        let found = app.get(&format!("{PATH}?bounds={bounds}")).send().await;
        assert_eq!(found.json["total"], total, "{bounds}");
    }
}
