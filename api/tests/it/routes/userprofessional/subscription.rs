use serde_json::json;
use store::{company::team, types::timestamp::Timestamp};

use crate::{
    routes::userprofessional::employees,
    support::{app::TestApp, order::bakery},
};

const PATH: &str = "/api/v1/userprofessional/subscription/";

#[actix_web::test]
async fn plan_limits_the_team_and_is_changed_with_effect() {
    let app = TestApp::start().await;
    let shop = bakery(&app).await;
    let start = app.get(PATH).as_(&shop.owner).send().await;
    assert_eq!(start.data()["plan"], "start");
    assert_eq!(start.data()["use"], json!({"members": 1, "promo_codes": 0, "advertisements": 0}));
    let keys: Vec<_> = start.data()["plans"].as_array().unwrap().iter().map(|plan| plan["key"].clone()).collect();
    assert_eq!(keys, ["start", "team", "house"]);

    for number in 1..=4 {
        let member = app.business(&format!("member{number}")).await;
        team::join(&app.state().db, shop.company, member.id, Timestamp::now()).await.unwrap();
    }
    employees::send(&app, &shop.owner, None).await.refused(409, "business.plan_limit");
    let change = async |plan: &str| app.call("PUT", PATH).as_(&shop.owner).json(json!({"plan": plan})).await;
    assert_eq!(change("team").await.data()["plan"], "team");
    employees::add(&app, &shop.owner).await;
    assert_eq!(app.get(PATH).as_(&shop.owner).send().await.data()["use"]["members"], 6);

    change("start").await.refused(409, "business.plan_too_small");
    change("palace").await.refused(422, "validation");
    assert_eq!(app.get(PATH).as_(&shop.owner).send().await.data()["plan"], "team");
}

#[actix_web::test]
async fn plan_is_the_matter_of_the_owner() {
    let app = TestApp::start().await;
    let shop = bakery(&app).await;
    let staff = app.business("staff").await;
    team::join(&app.state().db, shop.company, staff.id, Timestamp::now()).await.unwrap();
    app.get(PATH).as_(&staff).send().await.refused(403, "not_allowed");
    app.call("PUT", PATH).as_(&staff).json(json!({"plan": "house"})).await.refused(403, "not_allowed");
    app.get(PATH).send().await.refused(401, "unauthenticated");
}
