use crate::support::{app::TestApp, market};

const PATH: &str = "/api/v1/userprofessional/reservations/export/";

#[actix_web::test]
async fn reservations_are_exported_as_csv() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let (shop, _) = market::salon(&app, "beauty").await;
    let (other, _) = market::salon(&app, "tours").await;
    market::book(&app, &ann, &shop).await;
    let lines = async |who, query: &str| {
        let file = app.get(&format!("{PATH}?{query}")).as_(who).send().await;
        assert_eq!((file.status, file.header("content-type")), (200, "text/csv; charset=utf-8"));
        let text = String::from_utf8(file.bytes.clone()).unwrap();
        text.trim_start_matches('\u{feff}').lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let all = lines(&shop.owner, "").await;
    assert!(all[0].starts_with("code,state,date,time,until_date,until_time,offering,items,"), "{all:?}");
    assert!(all[1].contains(",confirmed,") && all[1].contains("10:00") && all[1].contains("Zoe Lind"), "{all:?}");
    assert_eq!(lines(&shop.owner, "state=no_show").await.len(), 1);
    assert_eq!(lines(&other.owner, "").await.len(), 1);
    app.get(&format!("{PATH}?state=gold")).as_(&shop.owner).send().await.refused_fields(&["state"]);
}
