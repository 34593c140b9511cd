use serde_json::{Value, json};
use store::types::timestamp::Timestamp;

use crate::{
    routes::userprofessional::catalogue::{create, owners, path},
    support::app::TestApp,
};

#[actix_web::test]
async fn dates_are_added_all_or_none() {
    let app = TestApp::start().await;
    let (owner, other) = owners(&app).await;
    let concert = json!({
        "category": "music", "kind": "ticket", "name": "Concert", "variants": [{"price": 2000, "capacity": 10}],
    });
    let id = create(&app, &owner, concert).await;
    let dates = path(&format!("offerings/{id}/occurrences/"));
    let post = |body: Value| app.post(&dates).as_(&owner).json(body);
    let day = |days: i64| {
        let starts_at = Timestamp::now().plus(days * Timestamp::DAY);
        json!({"starts_at": starts_at, "ends_at": starts_at.plus(Timestamp::HOUR)})
    };
    post(json!({"occurrences": [day(1), day(-1)]})).await.refused_fields(&["occurrences.1"]);
    let added = post(json!({"occurrences": [day(1), day(2)]})).await;
    assert_eq!((added.status, added.data()["occurrences"].as_array().map(Vec::len)), (201, Some(2)));
    post(json!({"occurrences": []})).await.refused_fields(&["occurrences"]);
    let foreign = json!({"occurrences": [day(3)]});
    app.post(&dates).as_(&other).json(foreign).await.refused(404, "not_found");
}
