use super::super::{PATH, add};
use crate::{
    routes::users::update_profile::PDF,
    support::{app::TestApp, order::bakery},
};

#[actix_web::test]
async fn owner_reads_the_identity_card_that_no_cache_keeps() {
    let app = TestApp::start().await;
    let shop = bakery(&app).await;
    let path = format!("{PATH}{}/id-card/", add(&app, &shop.owner).await);
    let card = app.get(&path).as_(&shop.owner).send().await;
    assert_eq!((card.status, card.bytes.as_slice()), (200, PDF));
    assert_eq!(card.header("cache-control"), "private, no-store");
    // The owner has given no card of its own.
    let own = format!("{PATH}{}/id-card/", shop.owner.id);
    assert_eq!(app.get(&own).as_(&shop.owner).send().await.status, 404);
}
