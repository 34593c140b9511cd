use crate::{
    routes::users::waitlist::join,
    support::{app::TestApp, market},
};

const PATH: &str = "/api/v1/userprofessional/waitlist/";

#[actix_web::test]
async fn company_sees_who_waits_in_order() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let (shop, _) = market::salon(&app, "beauty").await;
    let (other, _) = market::salon(&app, "relaxation").await;
    market::book(&app, &ann, &shop).await;
    let first = join(&app, &ben, &shop).await;
    join(&app, &eve, &shop).await;
    let listed = app.get(PATH).as_(&shop.owner).send().await;
    assert_eq!((&listed.json["total"], &listed.data()[0]["id"]), (&serde_json::json!(2), &first["id"]));
    assert_eq!(listed.data()[0]["customer_name"], "Zoe Lind");
    let one = app.get(&format!("{PATH}?offering_id=1&per_page=5")).as_(&shop.owner).send().await;
    assert_eq!(one.json["total"], 0);
    assert_eq!(app.get(PATH).as_(&other.owner).send().await.json["total"], 0);
    app.get(PATH).as_(&ann).send().await.refused(403, "not_allowed");
    app.get(&format!("{PATH}?page=0")).as_(&shop.owner).send().await.refused_fields(&["page"]);
}
