use super::super::{PATH, form};
use crate::support::{app::TestApp, order};

#[actix_web::test]
async fn ended_promo_code_is_no_longer_offered() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let ann = app.person("ann").await;
    let created = app.post(PATH).as_(&shop.owner).json(form()).await;
    let open = async || {
        let path = format!("/api/v1/users/promocodes/{}/", shop.company);
        app.get(&path).as_(&ann).send().await.data().as_array().unwrap().len()
    };
    assert_eq!(open().await, 1);
    let path = format!("{PATH}{}/end/", created.data()["id"]);
    for _ in 0..2 {
        assert_eq!(app.post(&path).as_(&shop.owner).send().await.data()["is_active"], false);
    }
    assert_eq!(open().await, 0);
}
