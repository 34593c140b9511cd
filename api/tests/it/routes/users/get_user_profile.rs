use crate::support::app::{TestApp, token_made_ago};

const PATH: &str = "/api/v1/users/get-user-profile/";

#[actix_web::test]
async fn caller_sees_their_own_profile() {
    let app = TestApp::start().await;
    for person in [app.person("ann").await, app.business("bistro").await, app.guest().await] {
        let profile = app.get(PATH).as_(&person).send().await;
        assert_eq!((profile.status, &profile.data()["userName"]), (200, &person.user_name.as_str().into()));
        assert_eq!(profile.header("cache-control"), "no-store");
    }
}

#[actix_web::test]
async fn profile_requires_a_valid_token() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let missing = app.get(PATH).send().await;
    missing.refused(401, "unauthenticated");
    assert_eq!(missing.header("www-authenticate"), "Bearer");
    app.get(PATH).header("authorization", "Basic YTpi").send().await.refused(401, "unauthenticated");
    app.get(PATH).header("authorization", "Bearer ").send().await.refused(401, "unauthenticated");

    let (head, signature) = ann.access.rsplit_once('.').unwrap();
    let forged = format!("{head}.{}", signature.chars().rev().collect::<String>());
    app.get(PATH).bearer(&forged).send().await.refused(401, "auth.invalid_token");
    let fresh = token_made_ago(&app, &ann, 0);
    assert_eq!(app.get(PATH).bearer(&fresh).send().await.status, 200);
    let expired = token_made_ago(&app, &ann, 16 * 60_000);
    app.get(PATH).bearer(&expired).send().await.refused(401, "auth.invalid_token");
    // Tokens in the query are ignored, since URLs are logged.
    app.get(&format!("{PATH}?token={}", ann.access)).send().await.refused(401, "unauthenticated");
}
