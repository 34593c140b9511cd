use serde_json::{Value, json};

use crate::{
    live::give,
    routes::chat::chatapp_upload_media::upload,
    support::{
        app::{Answer, Person, TestApp},
        socket::Socket,
    },
};

async fn socket_of(app: &TestApp, person: &Person, chat: i64) -> Socket {
    let path = format!("/ws/chat/users/{chat}/?token={}", person.access);
    let mut socket = Socket::open(app.running.address.port(), &path).await.unwrap();
    socket.wait_for("snapshot").await;
    socket
}

/// Sends a text file. Returns the seq of its message and its URL.
async fn send_file(app: &TestApp, socket: &mut Socket, person: &Person, number: usize) -> (i64, String) {
    let file = upload(app, person, &format!("{number}.txt"), b"words").await;
    let sent = give(socket, number, json!({"type": "send", "media": [file.data()["id"]]})).await;
    (sent["result"]["seq"].as_i64().unwrap(), file.data()["url"].as_str().unwrap().to_owned())
}

fn seqs(answer: &Answer) -> Vec<i64> {
    answer.data().as_array().unwrap().iter().map(|file| file["seq"].as_i64().unwrap()).collect()
}

#[actix_web::test]
async fn files_of_a_chat_are_listed_in_pages_newest_first() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let chat = app.chat(&ann, &ben).await;
    let mut socket = socket_of(&app, &ann, chat).await;
    let mut sent = Vec::new();
    for number in 1..=3 {
        sent.push(send_file(&app, &mut socket, &ann, number).await);
    }
    let path = format!("/api/v1/chat/chats/{chat}/media/");
    let read = async |query: &str| app.get(&format!("{path}{query}")).as_(&ben).send().await;
    let first = read("?kind=file&limit=2").await;
    assert_eq!((seqs(&first), first.json["next"].as_i64()), (vec![sent[2].0, sent[1].0], Some(sent[1].0)));
    let newest = &first.data()[0];
    assert_eq!((&newest["sender"], &newest["media"]["url"]), (&json!(ann.id), &json!(sent[2].1)));
    assert_eq!((&newest["media"]["name"], newest["at"].is_string()), (&json!("3.txt"), true));
    let second = read(&format!("?kind=file&limit=2&before={}", sent[1].0)).await;
    assert_eq!((seqs(&second), &second.json["next"]), (vec![sent[0].0], &Value::Null));
    assert_eq!(seqs(&read("").await).len(), 3);
    for kind in ["picture", "video", "voice"] {
        assert!(seqs(&read(&format!("?kind={kind}")).await).is_empty());
    }
    assert_eq!(give(&mut socket, 9, json!({"type": "delete", "seq": sent[1].0})).await["ok"], true);
    assert_eq!(seqs(&read("").await), [sent[2].0, sent[0].0]);
}

#[actix_web::test]
async fn stranger_sees_no_files_and_invalid_query_is_refused() {
    let app = TestApp::start().await;
    let (ann, ben, cem) = (app.person("ann").await, app.person("ben").await, app.person("cem").await);
    let path = format!("/api/v1/chat/chats/{}/media/", app.chat(&ann, &ben).await);
    app.get(&path).as_(&cem).send().await.refused(404, "not_found");
    app.get(&path).send().await.refused(401, "unauthenticated");
    for (query, field) in [
        ("kind=image", "kind"),
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("before=-1", "before"),
        ("before=x", "before"),
        ("after=1", "after"),
    ] {
        app.get(&format!("{path}?{query}")).as_(&ann).send().await.refused_fields(&[field]);
    }
}

#[actix_web::test]
async fn links_of_a_chat_are_listed_in_pages_newest_first() {
    let app = TestApp::start().await;
    let (ann, ben, cem) = (app.person("ann").await, app.person("ben").await, app.person("cem").await);
    let chat = app.chat(&ann, &ben).await;
    let mut socket = socket_of(&app, &ann, chat).await;
    let texts = [
        "see https://plaza.example/1.",
        "none",
        "www.plaza.example/2 and https://plaza.example/3",
        "https://plaza.example/4",
    ];
    let mut sent = Vec::new();
    for (number, text) in texts.iter().enumerate() {
        sent.push(
            give(&mut socket, number, json!({"type": "send", "text": text})).await["result"]["seq"].as_i64().unwrap(),
        );
    }
    let path = format!("/api/v1/chat/chats/{chat}/media/?kind=link");
    let read = async |query: &str| app.get(&format!("{path}{query}")).as_(&ben).send().await;
    let urls = |answer: &Answer| -> Vec<String> {
        let links = answer.data().as_array().unwrap().iter();
        links.map(|link| link["url"].as_str().unwrap().rsplit("://").next().unwrap().to_owned()).collect()
    };
    let first = read("&limit=2").await;
    assert_eq!(urls(&first), ["plaza.example/4", "www.plaza.example/2", "plaza.example/3"]);
    assert_eq!(first.json["next"], sent[2]);
    assert_eq!((&first.data()[0]["sender"], first.data()[0]["at"].is_string()), (&json!(ann.id), true));
    let second = read(&format!("&limit=2&before={}", sent[2])).await;
    assert_eq!((urls(&second), &second.json["next"]), (vec!["plaza.example/1".to_owned()], &Value::Null));

    assert_eq!(give(&mut socket, 8, json!({"type": "delete", "seq": sent[3]})).await["ok"], true);
    let edit = json!({"type": "edit", "seq": sent[2], "text": "https://plaza.example/5"});
    assert_eq!(give(&mut socket, 9, edit).await["ok"], true);
    assert_eq!(urls(&read("").await), ["plaza.example/5", "plaza.example/1"]);
    app.get(&path).as_(&cem).send().await.refused(404, "not_found");
}
