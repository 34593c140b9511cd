//! Two nodes act as one server: state is shared and limits are counted across nodes.

use serde_json::{Value, json};
use store::testing::{Redis, postgres_url, redis};

use crate::{
    live::{give, is_event},
    media::until,
    push::{Browser, Service, in_chat, say, subscribed},
    support::{
        app::{Answer, PASSWORD, Person, TestApp},
        authenticator::Authenticator,
        market,
        oidc_provider::Provider,
        socket::Socket,
    },
};

pub(crate) struct Nodes {
    one: TestApp,
    other: TestApp,
    _redis: Redis,
}

impl Nodes {
    /// Starts two connected nodes; `None` where PostgreSQL or Redis is not installed.
    pub(crate) async fn start(extra: &[&str]) -> Option<Self> {
        let (database, redis) = (postgres_url().await?, redis(false).await?);
        let bus = redis.url();
        let flags = [&["--database-url", &database, "--redis-url", &bus], extra].concat();
        let one = TestApp::with(&flags).await;
        let other = TestApp::beside(&one, &flags).await;
        let nodes = Self { one, other, _redis: redis };
        for node in nodes.both() {
            until(async || node.state().hub.state().relay.as_ref().unwrap().is_up()).await;
        }
        Some(nodes)
    }

    pub(crate) fn both(&self) -> [&TestApp; 2] {
        [&self.one, &self.other]
    }
}

async fn sign_in(app: &TestApp, who: &str, password: &str) -> Answer {
    app.post("/api/v1/users/login/").json(json!({"email": who, "password": password})).await
}

#[actix_web::test]
async fn ticket_opens_one_socket_across_nodes() {
    let Some(nodes) = Nodes::start(&[]).await else { return };
    let ann = nodes.one.person("ann").await;
    let path = async |made_by: &TestApp| {
        let answer = made_by.post("/api/v1/ws/ticket/").as_(&ann).send().await;
        format!("/ws/group-list/?type=users&id={}&ticket={}", ann.id, answer.data()["ticket"].as_str().unwrap())
    };
    for (made_by, used_at) in [(&nodes.one, &nodes.other), (&nodes.other, &nodes.one), (&nodes.one, &nodes.one)] {
        let path = path(made_by).await;
        let mut socket = Socket::open(used_at.running.address.port(), &path).await.unwrap();
        socket.wait_for("snapshot").await;
        for node in nodes.both() {
            let mut again = Socket::open(node.running.address.port(), &path).await.unwrap();
            assert_eq!(again.closed().await, 4401);
        }
    }
    // Both nodes at the same moment: one socket opens.
    let path = path(&nodes.one).await;
    let mut sockets = Vec::new();
    for node in nodes.both() {
        sockets.push(Socket::open(node.running.address.port(), &path).await.unwrap());
    }
    let mut opened = 0;
    for socket in &mut sockets {
        match socket.next(std::time::Duration::from_secs(30)).await {
            crate::support::socket::Received::Frame(frame) => {
                assert_eq!(frame["type"], "snapshot");
                opened += 1;
            }
            crate::support::socket::Received::End(code) => assert_eq!(code, Some(4401)),
            crate::support::socket::Received::Nothing => panic!("neither let in nor shut out"),
        }
    }
    assert_eq!(opened, 1);
}

#[actix_web::test]
async fn second_factor_attempts_are_counted_across_nodes() {
    let Some(nodes) = Nodes::start(&[]).await else { return };
    let ann = nodes.one.person("ann").await;
    let (mut phone, _) = Authenticator::of(&nodes.one, &ann).await;
    let challenge =
        async |app: &TestApp| sign_in(app, "ann", PASSWORD).await.data()["challenge"].as_str().unwrap().to_owned();
    let give = async |app: &TestApp, challenge: &str, code: &str| {
        let body = json!({"challenge": challenge, "code": code});
        app.post("/api/v1/users/login/two-factor/").json(body).await
    };
    let asked = challenge(&nodes.one).await;
    let signed_in = give(&nodes.other, &asked, &phone.code()).await;
    assert_eq!(Person::of(&signed_in).id, ann.id);
    for node in nodes.both() {
        give(node, &asked, &phone.wrong()).await.refused(401, "auth.challenge_expired");
    }
    // Five attempts across both nodes.
    let asked = challenge(&nodes.other).await;
    for number in 0..5 {
        give(nodes.both()[number % 2], &asked, &phone.wrong()).await.refused_fields(&["code"]);
    }
    for node in nodes.both() {
        give(node, &asked, &phone.wrong()).await.refused(401, "auth.challenge_expired");
    }
    // Ten attempts at once, also across several sign-ins.
    let asked = challenge(&nodes.one).await;
    for number in 0..5 {
        give(nodes.both()[number % 2], &asked, &phone.wrong()).await.refused_fields(&["code"]);
    }
    for node in nodes.both() {
        let asked = challenge(node).await;
        give(node, &asked, &phone.code()).await.refused(429, "too_many");
    }
}

#[actix_web::test]
async fn password_attempt_limit_is_shared_across_nodes() {
    let Some(nodes) = Nodes::start(&["--sign-in-rate", "4"]).await else { return };
    nodes.one.person("ann").await;
    // Correct attempts are not charged.
    for node in nodes.both() {
        assert_eq!(sign_in(node, "ann", PASSWORD).await.status, 200);
    }
    for number in 0..4 {
        sign_in(nodes.both()[number % 2], "ann", "Wrong-horse-1").await.refused(401, "auth.invalid_credentials");
    }
    for node in nodes.both() {
        let refused = sign_in(node, "ann", PASSWORD).await;
        refused.refused(429, "too_many");
        let after: u32 = refused.header("retry-after").parse().unwrap();
        assert!((1..=2_400).contains(&after), "{after}");
    }
}

#[actix_web::test]
async fn provider_callback_works_once_on_any_node() {
    let provider = Provider::start();
    let Some(nodes) = Nodes::start(&["--social", &provider.flag()]).await else { return };
    let start = nodes.one.post("/api/v1/users/social/start/").json(json!({"provider": "acme"})).await;
    let text = |name: &str| start.data()[name].as_str().unwrap().to_owned();
    let url = text("authorize_url");
    let code = provider.agrees(&url, provider.sign("rsa", &provider.claims(&url)));
    let back = json!({"state": text("state"), "nonce": text("nonce"), "code": code, "terms": true});
    let path = "/api/v1/users/social/sign-in/";
    let signed_in = nodes.other.post(path).json(back.clone()).await;
    assert_eq!(Person::of(&signed_in).user_name, "ann");
    for node in nodes.both() {
        assert_eq!(node.post(path).json(back.clone()).await.status, 401);
    }
}

#[actix_web::test]
async fn name_change_is_visible_on_other_nodes() {
    let Some(nodes) = Nodes::start(&[]).await else { return };
    let (ann, ben) = (nodes.one.person("ann").await, nodes.one.person("ben").await);
    let chat = nodes.one.chat(&ann, &ben).await;
    let mut open = in_chat(&nodes.other, &ben, chat).await;
    let path = format!("/ws/group-list/?type=users&id={}&token={}", ben.id, ben.access);
    let mut list = Socket::open(nodes.other.running.address.port(), &path).await.unwrap();
    list.wait_for("snapshot").await;
    let change = json!({"firstName": "Annabel"});
    let changed = nodes.one.call("PUT", "/api/v1/users/update-profile/").as_(&ann).json(change).await;
    assert_eq!(changed.status, 200, "{}", changed.json);
    for (socket, place) in [(&mut open, "/data/chat/members"), (&mut list, "/data/chats/0/members")] {
        let told = socket.wait_for("snapshot").await;
        assert_eq!(told["reason"], "resync", "{place}");
        let people = told.pointer(place).unwrap().as_array().unwrap();
        assert!(
            people.iter().any(|it| it["firstName"] == "Annabel" || it["user"]["firstName"] == "Annabel"),
            "{place}: {told:#}"
        );
    }
}

/// Ann follows a salon on one node. Ben takes, and gives back, a time on the other.
#[actix_web::test]
async fn times_taken_on_one_node_are_told_on_the_other() {
    let Some(nodes) = Nodes::start(&[]).await else { return };
    let (shop, staff) = market::salon(&nodes.one, "beauty").await;
    let (ann, ben) = (nodes.one.person("ann").await, nodes.one.person("ben").await);
    let path = format!("/ws/availability/{}/?token={}", shop.company, ann.access);
    let mut open = Socket::open(nodes.other.running.address.port(), &path).await.unwrap();
    open.wait_for("snapshot").await;
    let held = market::hold(&nodes.one, &ben, &shop).await;
    assert_eq!(held.status, 201, "{:#}", held.json);
    let taken = open.wait(is_event("occupied")).await;
    assert_eq!(taken["data"]["resource_id"], json!(staff));
    let late = market::hold(&nodes.other, &ann, &shop).await;
    assert_eq!(late.status, 409, "{:#}", late.json);
    let path = format!("/api/v1/users/bookings/{}/hold/", held.data()["id"]);
    let released = nodes.one.call("DELETE", &path).as_(&ben).send().await;
    assert_eq!(released.status, 200, "{:#}", released.json);
    let freed = open.wait(is_event("freed")).await;
    assert_eq!(freed["data"]["resource_id"], json!(staff));
    let next = market::hold(&nodes.other, &ann, &shop).await;
    assert_eq!(next.status, 201, "{:#}", next.json);
}

/// Ann writes at one node. Ben's browser has a push subscription.
#[actix_web::test]
async fn push_is_sent_once_and_not_while_the_chat_is_open_anywhere() {
    let Some(nodes) = Nodes::start(&["--push-loopback"]).await else { return };
    let mut service = Service::start();
    let (ann, ben) = (nodes.one.person("ann").await, nodes.one.person("ben").await);
    let bens = Browser::new(8);
    // The first subscription of all: the other node must find it as well.
    subscribed(&nodes.other, &ben, &bens, &format!("{}/ben", service.url)).await;
    let chat = nodes.one.chat(&ann, &ben).await;
    let mut anns = in_chat(&nodes.one, &ann, chat).await;
    let mut number = 0;
    let mut next = async |socket: &mut Socket| {
        number += 1;
        say(socket, number, &format!("message {number}")).await
    };
    let first = loop {
        next(&mut anns).await;
        if let Ok(Some(arrived)) =
            actix_web::rt::time::timeout(std::time::Duration::from_millis(200), service.arrived.recv()).await
        {
            break bens.open(&arrived.body)["seq"].as_i64().unwrap();
        }
    };
    assert!(first > 0);

    // Open at the other node: no notification. Closed: one notification each, from either node.
    let open = in_chat(&nodes.other, &ben, chat).await;
    anns.wait(|frame| frame["type"] == "signal" && frame["data"]["user"] == json!(ben.id)).await;
    next(&mut anns).await;
    drop(open);
    anns.wait(|frame| frame["type"] == "signal" && frame["data"]["online"] == false).await;
    let mut there = in_chat(&nodes.other, &ann, chat).await;
    let mut said = Vec::new();
    for turn in 0..6 {
        said.push(next(if turn % 2 == 0 { &mut anns } else { &mut there }).await);
        let told = bens.open(&service.next().await.body)["seq"].as_i64().unwrap();
        assert_eq!(told, said[turn], "of the earlier ones nothing comes late or twice");
    }

    // Both write concurrently, so each node misses seqs of the other. One notification covers them all.
    let both =
        |from: usize| (from..from + 20).map(|number| json!({"type": "send", "text": format!("at once {number}")}));
    let writes = async |socket: &mut Socket, from: usize| {
        let mut last = 0;
        for (number, command) in both(from).enumerate() {
            last = give(socket, from + number, command).await["result"]["seq"].as_i64().unwrap();
        }
        last
    };
    let (one, other) = tokio::join!(writes(&mut anns, 1_000), writes(&mut there, 2_000));
    let mut told = Vec::new();
    while !told.contains(&one.max(other)) || !told.contains(&one.min(other)) {
        told.push(bens.open(&service.next().await.body)["seq"].as_i64().unwrap());
    }
    let mut once = told.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), told.len(), "none twice: {told:?}");
}

/// Strangers write to Ben at both nodes at once, and he accepts some of them meanwhile.
#[actix_web::test]
async fn requests_are_limited_and_accepted_across_nodes_under_load() {
    const STRANGERS: usize = 12;
    /// Messages before the request is accepted.
    const LIMIT: usize = 5;
    let Some(nodes) = Nodes::start(&[]).await else { return };
    let ben = nodes.one.person("ben").await;
    // One stranger writes at both nodes. Returns how many messages were taken, and the chat.
    let write = async |number: usize| {
        let stranger = nodes.both()[number % 2].person(&format!("stranger{number}")).await;
        let chat = nodes.both()[(number + 1) % 2].ask(&stranger, &ben).await;
        let (mut here, mut there) =
            (in_chat(&nodes.one, &stranger, chat).await, in_chat(&nodes.other, &stranger, chat).await);
        let send = async |socket: &mut Socket, from: usize| {
            let mut taken = 0;
            for at in from..from + LIMIT {
                let ack = give(socket, at, json!({"type": "send", "text": format!("Hello {at}")})).await;
                match ack["error"]["code"].as_str() {
                    None => taken += 1,
                    Some(code) => assert_eq!(code, "chat.request_limit"),
                }
            }
            taken
        };
        let (one, other) = tokio::join!(send(&mut here, 100), send(&mut there, 200));
        assert_eq!(one + other, LIMIT, "messages of stranger {number} before acceptance");
        if number.is_multiple_of(3) {
            let path = format!("/api/v1/chat/chats/{chat}/accept/");
            let accept = |node: &TestApp| node.post(&path).as_(&ben).send();
            let both = tokio::join!(accept(&nodes.one), accept(&nodes.other));
            assert!(both.0.status == 200 || both.1.status == 200, "{} {}", both.0.json, both.1.json);
            // A frame that the bus lost comes again with the next one.
            let is_accepted = |frame: &Value| {
                let missed = frame["events"].as_array().map(Vec::as_slice).unwrap_or_default();
                missed.iter().chain([&frame["data"]]).any(|event| event["type"] == "accepted")
            };
            here.wait(is_accepted).await;
            there.wait(is_accepted).await;
            say(&mut there, 300, "Thank you").await;
        }
        chat
    };
    let chats = futures_util::future::join_all((0..STRANGERS).map(write)).await;
    let of = |accepted: bool| {
        let chosen = chats.iter().enumerate().filter(move |(number, _)| number.is_multiple_of(3) == accepted);
        let mut ids: Vec<_> = chosen.map(|(_, chat)| *chat).collect();
        ids.sort_unstable();
        ids
    };
    let listed = async |node: &TestApp, path: &str| {
        let answer = node.get(path).as_(&ben).send().await;
        let mut ids: Vec<_> =
            answer.data().as_array().unwrap().iter().map(|chat| chat["id"].as_i64().unwrap()).collect();
        ids.sort_unstable();
        ids
    };
    for node in nodes.both() {
        assert_eq!(listed(node, "/api/v1/chat/requests/").await, of(false));
        assert_eq!(listed(node, "/api/v1/chat/chats/").await, of(true));
    }
}
