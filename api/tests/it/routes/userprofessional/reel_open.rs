use serde_json::{Value, json};

use crate::support::{
    app::TestApp,
    reel::{self, Studio},
};

const PATH: &str = "/api/v1/userprofessional/reel-open/";

/// Links the offering of the studio to its reel.
async fn selling_studio(app: &TestApp) -> Studio {
    let studio = reel::studio(app).await;
    let path = format!("/api/v1/userprofessional/reels/{}/", studio.reel);
    let links = json!({"offerings": [studio.offering]});
    assert_eq!(app.call("PATCH", &path).as_(&studio.owner).json(links).await.status, 200);
    studio
}

async fn results(app: &TestApp, studio: &Studio) -> Value {
    let path = format!("/api/v1/userprofessional/reels/{}/", studio.reel);
    app.get(&path).as_(&studio.owner).send().await.data()["results"].clone()
}

#[actix_web::test]
async fn openings_of_accounts_and_visitors_are_counted_once() {
    let app = TestApp::start().await;
    let studio = selling_studio(&app).await;
    let (ann, guest) = (app.person("ann").await, app.guest().await);
    let opened = json!({"reel_id": studio.reel, "offering_id": studio.offering});
    for _ in 0..2 {
        for person in [&ann, &guest] {
            assert_eq!(app.post(PATH).as_(person).json(opened.clone()).await.status, 200);
        }
        assert_eq!(app.post(PATH).json(opened.clone()).await.status, 200);
    }
    let found = results(&app, &studio).await;
    assert_eq!((&found["account_opens"], &found["visitor_opens"]), (&json!(2), &json!(1)));
    for wrong in [json!({"reel_id": studio.reel, "offering_id": 5}), json!({"reel_id": 5, "offering_id": 5})] {
        app.post(PATH).as_(&ann).json(wrong.clone()).await.refused(404, "not_found");
        app.post(PATH).json(wrong).await.refused(404, "not_found");
    }
    app.post(PATH).json(json!({"reel_id": studio.reel})).await.refused_fields(&["offering_id"]);
    app.post(PATH).bearer("x").json(opened).await.refused(401, "auth.invalid_token");
}

#[actix_web::test]
async fn cart_names_the_reel_that_a_visitor_came_from() {
    let app = TestApp::start().await;
    let studio = selling_studio(&app).await;
    let guest = app.guest().await;
    let add = async |reel: Value| {
        let line = json!({"company_id": studio.company, "product_id": studio.offering, "quantity": 1, "reel_id": reel});
        assert_eq!(app.post("/api/v1/users/cart/add/").as_(&guest).json(line).await.status, 201);
        results(&app, &studio).await["account_opens"].clone()
    };
    assert_eq!(add(json!(5)).await, 0, "an unknown reel has no effect");
    assert_eq!(add(json!(studio.reel)).await, 1);
    assert_eq!(add(json!(studio.reel)).await, 1);
}
