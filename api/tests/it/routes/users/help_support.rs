use crate::support::app::TestApp;

#[actix_web::test]
async fn help_is_in_the_language_asked_for() {
    let app = TestApp::start().await;
    let title = async |lang: &str| {
        let topics = app.get(&format!("/api/v1/users/help-support/{lang}")).send().await;
        topics.data()[0]["title"].as_str().unwrap().to_owned()
    };
    assert_eq!((title("").await, title("?lang=FR").await), ("Orders".to_owned(), "Commandes".to_owned()));
    assert_eq!(title("?lang=US").await, "Orders");
    app.get("/api/v1/users/help-support/?lang=XX").send().await.refused_fields(&["lang"]);
}
