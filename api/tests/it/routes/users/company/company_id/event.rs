use store::{
    catalogue::detail::{Availability, OfferingKind},
    testing::market::{self, OfferingRow},
    types::timestamp::Timestamp,
};

use crate::support::{app::TestApp, market::restaurant};

#[actix_web::test]
async fn company_events_are_occurrences_with_offering() {
    let app = TestApp::start().await;
    let company = restaurant(&app).await;
    let concert = OfferingRow {
        kind: OfferingKind::Ticket,
        availability: Availability::Occurrence,
        ..OfferingRow::new(2, company, "Concert")
    };
    let concert = concert.insert(&app.state().db).await;
    let at = Timestamp::now().plus(Timestamp::HOUR);
    market::occurrence(&app.state().db, 5, concert, at..at.plus(Timestamp::HOUR)).await;
    let page = app.get("/api/v1/users/company/70/event/").send().await;
    assert_eq!((&page.data()[0]["id"], &page.data()[0]["offering"]["name"]), (&5.into(), &"Concert".into()));
    assert_eq!(page.json["total"], 1);
}
