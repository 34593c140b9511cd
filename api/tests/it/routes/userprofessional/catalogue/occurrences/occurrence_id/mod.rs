mod cancellation;

use serde_json::json;
use store::types::timestamp::Timestamp;

use crate::{
    routes::userprofessional::catalogue::{create, owners, path},
    support::app::TestApp,
};

#[actix_web::test]
async fn date_is_cancelled_once_by_its_company() {
    let app = TestApp::start().await;
    let (owner, other) = owners(&app).await;
    let concert = json!({
        "category": "music", "kind": "ticket", "name": "Concert", "variants": [{"price": 2000, "capacity": 10}],
    });
    let id = create(&app, &owner, concert).await;
    let starts_at = Timestamp::now().plus(Timestamp::DAY);
    let dates = json!({"occurrences": [{"starts_at": starts_at, "ends_at": starts_at.plus(Timestamp::HOUR)}]});
    let added = app.post(&path(&format!("offerings/{id}/occurrences/"))).as_(&owner).json(dates).await;
    let one = path(&format!("occurrences/{}/", added.data()["occurrences"][0]["id"]));
    app.call("DELETE", &one).as_(&other).send().await.refused(404, "not_found");
    assert_eq!(app.call("DELETE", &one).as_(&owner).send().await.status, 200);
    app.call("DELETE", &one).as_(&owner).send().await.refused(404, "not_found");
}
