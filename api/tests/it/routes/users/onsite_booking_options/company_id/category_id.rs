use store::{
    catalogue::detail::Availability,
    testing::market::{self, OfferingRow},
};

use crate::support::{app::TestApp, market::restaurant};

#[actix_web::test]
async fn booking_options_list_tables_and_booked_offerings() {
    let app = TestApp::start().await;
    let company = restaurant(&app).await;
    market::table(&app.state().db, 3, company, "Window", 6).await;
    let table =
        OfferingRow { availability: Availability::Table, members: 1..4, ..OfferingRow::new(2, company, "Dinner") };
    table.insert(&app.state().db).await;
    let options = app.get("/api/v1/users/onsite-booking-options/casa-azul/food/").send().await;
    assert_eq!((&options.data()["tables"], &options.data()["seats_max"]), (&1.into(), &6.into()));
    assert_eq!(options.data()["members_max"], 4, "as the offer states");
    let offered = options.data()["offerings"].as_array().unwrap();
    assert_eq!(offered.iter().map(|card| &card["id"]).collect::<Vec<_>>(), [2]);
    app.get("/api/v1/users/onsite-booking-options/70/gold/").send().await.refused(404, "not_found");
    app.get("/api/v1/users/onsite-booking-options/71/food/").send().await.refused(404, "not_found");
}
