mod move_;
mod note;
mod state;

use crate::support::{
    app::{Person, TestApp},
    market::{self, Shop},
};

/// A booked salon: the customer, the salon, and the path of the reservation.
pub async fn reservation(app: &TestApp) -> (Person, Shop, String) {
    let ann = app.person("ann").await;
    let (shop, _) = market::salon(app, "beauty").await;
    let path = market::book(app, &ann, &shop).await.replace("/users/bookings/", "/userprofessional/reservations/");
    (ann, shop, path)
}

#[actix_web::test]
async fn reservation_is_shown_to_its_company_only() {
    let app = TestApp::start().await;
    let (ann, shop, path) = reservation(&app).await;
    let (other, _) = market::salon(&app, "tours").await;
    assert_eq!(app.get(&path).as_(&shop.owner).send().await.data()["customer_name"], "Zoe Lind");
    app.get(&path).as_(&other.owner).send().await.refused(404, "not_found");
    app.get(&path).as_(&ann).send().await.refused(403, "not_allowed");
}
