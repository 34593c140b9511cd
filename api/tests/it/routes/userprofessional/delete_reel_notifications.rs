use serde_json::json;
use store::notification::{Kind, Notice};

use crate::support::{app::TestApp, reel};

const PATH: &str = "/api/v1/userprofessional/delete-reel-notifications/";

#[actix_web::test]
async fn one_or_all_notifications_of_reels_are_deleted() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let notifier = &app.state().notifier;
    for id in 1..=3 {
        notifier.notify(&[ann.id], Notice::new(Kind::ReelNew, id).about(id)).await;
    }
    notifier.notify(&[ann.id], Notice::new(Kind::CompanyNews, 9).about(9)).await;
    let listed = reel::notifications(&app, &ann, 3).await;
    let delete = async |query: &str| app.call("DELETE", &format!("{PATH}{query}")).as_(&ann).send().await;
    let id = &listed[0]["id"];
    assert_eq!(delete(&format!("?notification_id={id}")).await.data(), &json!({"count": 3}));
    delete(&format!("?notification_id={id}")).await.refused(404, "not_found");
    assert_eq!(delete("").await.data(), &json!({"count": 1}), "the other kinds stay");
    assert_eq!(delete("").await.status, 200);
}
