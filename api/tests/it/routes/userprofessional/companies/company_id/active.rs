use hub::protocol::close;
use serde_json::{Value, json};
use store::{company::team, types::timestamp::Timestamp};

use super::super::{activate, add, fields};
use crate::{
    live::is_event,
    routes::userprofessional::employees,
    support::{
        app::{Person, TestApp},
        order::{Bakery, bakery},
        socket::Socket,
    },
};

const TEAM: &str = "/api/v1/userprofessional/employees/";
const PROFILE: &str = "/api/v1/userprofessional/profile/";

/// Núria, who is staff at the bakery and owns Casa Azul, which is active. Returns her company.
async fn cast(app: &TestApp) -> (Bakery, Person, Value) {
    let shop = bakery(app).await;
    let nuria = app.business("nuria").await;
    team::join(&app.state().db, shop.company, nuria.id, Timestamp::now()).await.unwrap();
    let hers = add(app, &nuria, &fields(), &[]).await.data()["company"]["id"].clone();
    (shop, nuria, hers)
}

async fn open(app: &TestApp, path: String) -> Socket {
    Socket::open(app.running.address.port(), &path).await.expect("the server listens")
}

#[actix_web::test]
async fn owner_of_one_company_has_no_such_rights_in_another() {
    let app = TestApp::start().await;
    let (shop, nuria, hers) = cast(&app).await;
    assert_eq!(app.get(TEAM).as_(&nuria).send().await.data().as_array().unwrap().len(), 1, "her own team");
    activate(&app, &nuria, &json!(shop.company)).await;
    app.get(TEAM).as_(&nuria).send().await.refused(403, "not_allowed");
    app.call("PUT", PROFILE).as_(&nuria).json(json!({"company_name": "Taken"})).await.refused(403, "not_allowed");
    let profile = app.get(PROFILE).as_(&nuria).send().await;
    assert_eq!((&profile.data()["role"], &profile.data()["company"]["name"]), (&json!("staff"), &json!("Bakery")));
    let again = activate(&app, &nuria, &json!(shop.company)).await;
    assert_eq!((again.status, &again.data()["role"]), (200, &json!("staff")));
    activate(&app, &nuria, &hers).await;
    let renamed = app.call("PUT", PROFILE).as_(&nuria).json(json!({"company_name": "Casa Verde"})).await;
    assert_eq!((renamed.status, &renamed.data()["id"]), (200, &hers));
    let other = app.get(PROFILE).as_(&shop.owner).send().await;
    assert_eq!(other.data()["company"]["name"], "Bakery");
}

#[actix_web::test]
async fn data_of_the_other_company_does_not_exist() {
    let app = TestApp::start().await;
    let (shop, nuria, _) = cast(&app).await;
    let ann = app.person("ann").await;
    let order = shop.paid(&app, &ann).await;
    let path = format!("/api/v1/userprofessional/orders/{order}/");
    app.get(&path).as_(&nuria).send().await.refused(404, "not_found");
    activate(&app, &nuria, &json!(shop.company)).await;
    assert_eq!(app.get(&path).as_(&nuria).send().await.status, 200);
}

#[actix_web::test]
async fn request_meant_for_another_company_is_refused() {
    let app = TestApp::start().await;
    let (shop, nuria, hers) = cast(&app).await;
    let read = async |company: &str| app.get(TEAM).as_(&nuria).header("x-company", company).send().await;
    assert_eq!(read(&hers.to_string()).await.status, 200);
    for other in [shop.company.to_string(), "none".to_owned()] {
        read(&other).await.refused(409, "business.other_company");
    }
    let inbox = app.get("/api/v1/chat/chats/?inbox=company").as_(&nuria).header("x-company", "1").send().await;
    inbox.refused(409, "business.other_company");
    let profile = app.get(PROFILE).as_(&nuria).header("x-company", "1").send().await;
    assert_eq!(profile.status, 200, "the page learns which company is active");
}

#[actix_web::test]
async fn streams_of_the_company_before_end() {
    let app = TestApp::start().await;
    let (shop, nuria, hers) = cast(&app).await;
    let refused = open(&app, format!("/ws/orders/{}/?token={}", shop.company, nuria.access)).await.closed().await;
    assert_eq!(refused, close::NO_SUCH_STREAM);
    let mut board = open(&app, format!("/ws/orders/{hers}/?token={}", nuria.access)).await;
    board.wait_for("snapshot").await;
    let account = team::acts_for(&app.state().db, nuria.id).await.unwrap().unwrap();
    let mut inbox = open(&app, format!("/ws/group-list/?type=users&id={account}&token={}", nuria.access)).await;
    inbox.wait_for("snapshot").await;
    let mut phone = open(&app, format!("/ws/notifications/?id={}&token={}", nuria.id, nuria.access)).await;
    assert_eq!(phone.wait_for("snapshot").await["data"]["company"], hers);

    activate(&app, &nuria, &json!(shop.company)).await;
    assert_eq!(phone.wait(is_event("company")).await["data"]["company"], json!(shop.company));
    assert_eq!(board.closed().await, close::NO_SUCH_STREAM);
    assert_eq!(inbox.closed().await, close::NO_SUCH_STREAM);
    let mut board = open(&app, format!("/ws/orders/{}/?token={}", shop.company, nuria.access)).await;
    board.wait_for("snapshot").await;
}

#[actix_web::test]
async fn removed_employee_keeps_the_account_and_other_companies() {
    let app = TestApp::start().await;
    let (shop, nuria, hers) = cast(&app).await;
    activate(&app, &nuria, &json!(shop.company)).await;
    let mut board = open(&app, format!("/ws/orders/{}/?token={}", shop.company, nuria.access)).await;
    board.wait_for("snapshot").await;
    let removed = app.call("DELETE", &format!("{}{}/", employees::PATH, nuria.id)).as_(&shop.owner).send().await;
    assert_eq!(removed.status, 200, "{:#}", removed.json);
    assert_eq!(board.closed().await, close::NO_SUCH_STREAM);
    let profile = app.get(PROFILE).as_(&nuria).send().await;
    assert_eq!((&profile.data()["company"]["id"], &profile.data()["role"]), (&hers, &json!("owner")));
}
