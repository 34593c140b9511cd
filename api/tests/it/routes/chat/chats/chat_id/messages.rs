use crate::support::app::{Answer, TestApp};

fn seqs(answer: &Answer) -> Vec<i64> {
    answer.data()["messages"].as_array().unwrap().iter().map(|message| message["seq"].as_i64().unwrap()).collect()
}

fn more(answer: &Answer) -> (bool, bool) {
    (answer.data()["has_before"].as_bool().unwrap(), answer.data()["has_after"].as_bool().unwrap())
}

#[actix_web::test]
async fn history_is_read_in_both_directions_without_a_gap() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let chat = app.chat(&ann, &ben).await;
    super::super::say(&app, chat, ann.id, 10).await;
    let path = format!("/api/v1/chat/chats/{chat}/messages/");
    let read = async |query: &str| app.get(&format!("{path}{query}")).as_(&ben).send().await;

    let newest = read("?limit=3").await;
    assert_eq!((seqs(&newest), more(&newest)), (vec![8, 9, 10], (true, false)));
    let before = read("?before=8&limit=4").await;
    assert_eq!((seqs(&before), more(&before)), (vec![4, 5, 6, 7], (true, true)));
    let first = read("?before=4").await;
    assert_eq!((seqs(&first), more(&first)), (vec![1, 2, 3], (false, true)));
    let after = read("?after=7&limit=2").await;
    assert_eq!((seqs(&after), more(&after)), (vec![8, 9], (true, true)));
    let around = read("?around=5&limit=4").await;
    assert_eq!((seqs(&around), more(&around)), (vec![3, 4, 5, 6], (true, true)));
    let all = read("").await;
    assert_eq!((seqs(&all).len(), more(&all)), (10, (false, false)));
    assert_eq!(all.data()["messages"][0]["text"], "message 1");
}

#[actix_web::test]
async fn invalid_query_is_refused() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let path = format!("/api/v1/chat/chats/{}/messages/", app.chat(&ann, &ben).await);
    for (query, field) in [
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("before=x", "before"),
        ("before=1&after=2", "before"),
        ("seq=1", "seq"),
    ] {
        app.get(&format!("{path}?{query}")).as_(&ann).send().await.refused_fields(&[field]);
    }
    for name in ["before", "after", "around"] {
        for seq in [0, i64::MAX] {
            let answer = app.get(&format!("{path}?{name}={seq}")).as_(&ann).send().await;
            assert_eq!((answer.status, seqs(&answer)), (200, vec![]), "{name}={seq}");
        }
        app.get(&format!("{path}?{name}={}", i64::MIN)).as_(&ann).send().await.refused_fields(&[name]);
    }
}

#[actix_web::test]
async fn chat_is_unknown_to_non_members() {
    let app = TestApp::start().await;
    let (ann, ben, eve) = (app.person("ann").await, app.person("ben").await, app.person("eve").await);
    let path = format!("/api/v1/chat/chats/{}/messages/", app.chat(&ann, &ben).await);
    app.get(&path).as_(&eve).send().await.refused(404, "not_found");
    app.get(&path).send().await.refused(401, "unauthenticated");
}
