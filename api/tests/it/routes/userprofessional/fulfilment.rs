use serde_json::json;

use crate::support::{app::TestApp, order};

#[actix_web::test]
async fn fulfilment_of_a_company_is_replaced() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let path = "/api/v1/userprofessional/fulfilment/";
    let put = |options| app.call("PUT", path).as_(&shop.owner).json(json!({"options": options}));
    assert_eq!(app.get(path).as_(&shop.owner).send().await.data().as_array().unwrap().len(), 2);
    let collect = json!({"kind": "collect", "minutes": 20});
    put(json!([collect, collect])).await.refused_fields(&["options"]);
    put(json!([{"kind": "collect", "minutes": -1}])).await.refused_fields(&["options.0.minutes"]);
    let within = |kind: &str, minutes| {
        let zones = json!([{"up_to_metres": 1_000, "fee": 100}]);
        put(json!([{"kind": kind, "minutes": minutes, "zones": zones}]))
    };
    within("express", 121).await.refused_fields(&["options.0.minutes"]);
    within("delivery", 43_201).await.refused_fields(&["options.0.minutes"]);
    assert_eq!((within("express", 120).await.status, within("delivery", 43_200).await.status), (200, 200));
    put(json!([{"kind": "delivery", "minutes": 20}])).await.refused_fields(&["options.0.zones"]);
    let zone = |metres: i64| json!({"up_to_metres": metres, "fee": 100});
    for zones in [json!([zone(0)]), json!([zone(1), zone(1)]), json!([{"up_to_metres": 1, "fee": -1}])] {
        put(json!([{"kind": "delivery", "minutes": 20, "zones": zones}])).await.refused_fields(&["options.0.zones"]);
    }
    let set = put(json!([{"kind": "delivery", "minutes": 40, "zones": [zone(2_000), zone(500)]}, collect])).await;
    assert_eq!((set.status, &set.data()[0]["kind"]), (200, &json!("collect")));
    assert_eq!(set.data()[1]["zones"][0]["up_to_metres"], 500);
}
