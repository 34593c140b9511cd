//! A reel that a company shows to some people only.

use hub::protocol::close;
use serde_json::json;

use crate::support::{
    app::{PASSWORD, Person, TestApp},
    reel,
    socket::Socket,
};

async fn watch(app: &TestApp, studio: &reel::Studio, person: &Person) -> Socket {
    let path = format!("/ws/reels/{}/?token={}", studio.reel, person.access);
    Socket::open(app.running.address.port(), &path).await.expect("the server listens")
}

#[actix_web::test]
async fn block_by_the_company_ends_the_stream() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (mut anns, mut bens) = (watch(&app, &studio, &ann).await, watch(&app, &studio, &ben).await);
    for socket in [&mut anns, &mut bens] {
        socket.wait_for("snapshot").await;
    }
    let chat = app.post("/api/v1/chat/chats/direct/").as_(&ann).json(json!({"company_id": studio.company})).await;
    let path = format!("/api/v1/chat/chatapp-block-unblock-users/?chat_id={}", chat.data()["id"]);
    let set_block = async |block: bool| {
        let answer = app.post(&path).as_(&studio.owner).json(json!({"block": block})).await;
        assert_eq!(answer.data(), &json!({"blocked": block}));
    };
    set_block(true).await;
    assert_eq!(anns.closed().await, close::NO_SUCH_STREAM);
    assert_eq!(watch(&app, &studio, &ann).await.closed().await, close::NO_SUCH_STREAM);
    // The other watcher receives what follows.
    studio.comment(&app, &ben, "Still here", None).await;
    bens.wait(|frame| frame["data"]["comment"]["text"] == "Still here").await;
    set_block(false).await;
    let mut again = watch(&app, &studio, &ann).await;
    assert_eq!(again.wait_for("snapshot").await["data"]["comments"][0]["text"], "Still here");
}

#[actix_web::test]
async fn comments_of_a_deleted_account_leave_the_stream() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    studio.comment(&app, &ann, "Mine", None).await;
    studio.like(&app, &ann).await;
    studio.comment(&app, &ben, "Still here", None).await;
    let mut bens = watch(&app, &studio, &ben).await;
    assert_eq!(bens.wait_for("snapshot").await["data"]["comments"].as_array().unwrap().len(), 2);
    let gone = app.post("/api/v1/users/account/delete/").as_(&ann).json(json!({"password": PASSWORD})).await;
    assert_eq!(gone.status, 200, "{}", gone.json);
    let anew = bens.wait_for("snapshot").await;
    assert_eq!(anew["reason"], "resync");
    let comments = anew["data"]["comments"].as_array().unwrap();
    assert_eq!((comments.len(), &comments[0]["text"]), (1, &json!("Still here")));
    let counts = &anew["data"]["counts"];
    assert_eq!((&counts["comments"], &counts["likes"]), (&json!(1), &json!(0)));
}
