use serde_json::json;

use crate::{routes::userprofessional::advertisements, support::app::TestApp};

const PATH: &str = "/api/v1/users/advertisements/random/";

#[actix_web::test]
async fn advertisement_is_drawn_unless_its_company_is_muted() {
    let app = TestApp::start().await;
    assert_eq!(app.get(PATH).send().await.data(), &json!(null));
    let (_, id) = advertisements::running(&app).await;
    let ann = app.person("ann").await;
    assert_eq!(app.get(PATH).send().await.data()["id"], id);
    assert_eq!(app.get(PATH).as_(&ann).send().await.data()["id"], id);
    let mute = json!({"company_id": 70, "muted": true});
    let muted = app.call("PUT", "/api/v1/users/reel-mutes/").as_(&ann).json(mute).await;
    assert_eq!(muted.status, 200, "{:#}", muted.json);
    assert_eq!(app.get(PATH).as_(&ann).send().await.data(), &json!(null));
}
