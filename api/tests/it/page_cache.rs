//! Answers from memory: never older than an acknowledged write, and not sent again to a client that holds them.

use std::cell::Cell;

use futures_util::future::join;
use serde_json::{Value, json};
use store::{
    catalogue::detail::Availability,
    offering_management::Editor,
    testing::market::{CompanyRow, OfferingRow, VariantRow, owner},
    types::{
        ids::{CompanyId, OfferingId},
        timestamp::Timestamp,
    },
};

use crate::{
    nodes::Nodes,
    support::{
        app::{Answer, Person, TestApp},
        market::{hold, restaurant, salon},
        order::bakery,
        reel::studio,
    },
};

const COMPANY: &str = "/api/v1/users/company/casa-azul/details/";
const PRODUCT: &str = "/api/v1/users/product/1/";
const SEARCH: &str = "/api/v1/users/search-tab/";

#[actix_web::test]
async fn client_that_holds_the_answer_gets_304_until_it_changes() {
    let app = TestApp::start().await;
    restaurant(&app).await;
    let ann = app.person("ann").await;
    for path in [COMPANY, PRODUCT, "/api/v1/users/companies/", "/api/v1/users/company/70/media/"] {
        let first = app.get(path).header("accept-encoding", "identity").send().await;
        let tag = first.header("etag").to_owned();
        assert_eq!((first.status, first.header("cache-control")), (200, "private, no-cache"), "{path}");
        assert!(tag.starts_with('"') && first.header("vary").contains("accept-encoding"), "{tag}");
        let again = |tag: &str| app.get(path).header("accept-encoding", "identity").header("if-none-match", tag).send();
        let known = again(&tag).await;
        assert_eq!((known.status, known.header("etag"), known.bytes.len()), (304, tag.as_str(), 0), "{path}");
        assert_eq!(again("\"other\"").await.bytes, first.bytes);
        let zipped = app.get(path).header("accept-encoding", "gzip, br").send().await;
        assert_eq!((zipped.status, zipped.header("content-encoding")), (200, "gzip"), "{path}");
        assert!(zipped.bytes != first.bytes && zipped.header("etag") != tag);
    }
    let before = app.get(COMPANY).send().await;
    follow(&app, &ann).await;
    let after = app.get(COMPANY).header("if-none-match", before.header("etag")).send().await;
    assert_eq!((after.status, &after.data()["follower_count"]), (200, &json!(1)), "{}", after.json);
}

#[actix_web::test]
async fn kept_address_answers_requests_without_credentials_only() {
    let app = TestApp::start().await;
    restaurant(&app).await;
    for path in [COMPANY, PRODUCT, "/api/v1/users/companies/"] {
        let (first, again) = (app.get(path).send().await, app.get(path.trim_end_matches('/')).send().await);
        assert_eq!((first.status, again.status, &first.bytes), (200, 200, &again.bytes), "{path}");
        assert_eq!(app.get(path).header("authorization", "Bearer forged").send().await.status, 401, "{path}");
    }
    let long = format!("{PRODUCT}?key={}", "k".repeat(1_000));
    for _ in 0..2 {
        assert_eq!(app.get(&long).send().await.status, 422);
    }
}

#[actix_web::test]
async fn viewers_get_their_own_fields_of_a_kept_answer() {
    let app = TestApp::start().await;
    restaurant(&app).await;
    let (ann, bob) = (app.person("ann").await, app.person("bob").await);
    let followed = async |who: Option<&Person>| {
        let call = app.get(COMPANY);
        let page = match who {
            Some(who) => call.as_(who).send().await,
            None => call.send().await,
        };
        page.data()["followed"].clone()
    };
    for turn in 0..3 {
        let is_followed = json!(turn % 2 == 1);
        for _ in 0..2 {
            assert_eq!(followed(Some(&ann)).await, is_followed);
            assert_eq!((followed(Some(&bob)).await, followed(None).await), (json!(false), json!(false)));
        }
        follow(&app, &ann).await;
    }
}

/// Follows the restaurant, or ends following it.
async fn follow(app: &TestApp, who: &Person) {
    let done = app.post("/api/v1/users/company/follow-toggle/?company_id=70").as_(who).send().await;
    assert_eq!(done.status, 200, "{}", done.json);
}

#[actix_web::test]
async fn units_that_are_taken_show_on_the_next_page() {
    let app = TestApp::start().await;
    let bakery = bakery(&app).await;
    let ann = app.person("ann").await;
    let path = format!("/api/v1/users/product/{}/", bakery.mug);
    let left = async || app.get(&path).send().await.data()["variants"][0]["left"].clone();
    let before = left().await.as_i64().expect("a stocked product");
    assert_eq!(left().await, before);
    bakery.fill(&app, &ann, bakery.mug, 1).await;
    bakery.order(&app, &ann).await;
    assert_eq!(left().await, before - 1);
    // What one company sells says nothing about another.
    let (other, _) = salon(&app, "beauty").await;
    assert_eq!(hold(&app, &ann, &other).await.status, 201);
    assert_eq!(left().await, before - 1);
}

#[actix_web::test]
async fn page_of_a_product_follows_the_offers_of_others() {
    let app = TestApp::start().await;
    restaurant(&app).await;
    let rival = app.business("rival").await;
    let company = CompanyRow { owner: Some(rival.id), ..CompanyRow::new(71, "Rival") }.insert(&app.state().db).await;
    OfferingRow::new(2, company, "Stew").insert(&app.state().db).await;
    let similar = async || app.get(PRODUCT).send().await.data()["similar"][0]["company"]["name"].clone();
    assert_eq!(similar().await, "Rival");
    rename(&app, &rival, "Better rival").await;
    assert_eq!(similar().await, "Better rival");
}

/// Takes an offering of a company off the market and returns when the change is acknowledged.
async fn withdraw(app: &TestApp, company: CompanyId, offering: i64) {
    let state = app.state();
    let editor = Editor { db: &state.db, ids: &state.ids, company, user: owner(company), now: Timestamp::now() };
    editor.delete_offerings(&[OfferingId(offering)]).await.unwrap();
}

#[actix_web::test]
async fn ports_and_cruises_follow_the_offers() {
    let app = TestApp::start().await;
    let company = restaurant(&app).await;
    let cruise = OfferingRow {
        category: "cruises",
        availability: Availability::Occurrence,
        details: json!({"departure_port": "ESBCN", "destination_port": "ITGOA", "nights": 3}),
        variants: vec![VariantRow::new("Balcony", 90_000, Some(4))],
        ..OfferingRow::new(2, company, "Cruise")
    };
    cruise.insert(&app.state().db).await;
    indexed(&app).await;
    let ports = ["/api/v1/admin/get-ports-list/", "/api/v1/admin/get-Designatios-ports-list/"];
    let count = |answer: &Answer| answer.data().as_array().unwrap().len();
    let mut tags = Vec::new();
    for path in ports {
        let first = app.get(path).send().await;
        assert_eq!((count(&first), count(&app.get(path).send().await)), (1, 1), "{path}");
        tags.push(first.header("etag").to_owned());
    }
    let cruises = async || app.get("/api/v1/users/cruise-products/").send().await.data()["cruises"].clone();
    assert_eq!(cruises().await[0]["id"], 2);
    withdraw(&app, company, 2).await;
    for (path, tag) in ports.iter().zip(&tags) {
        let next = app.get(path).header("if-none-match", tag).send().await;
        assert_eq!((next.status, count(&next)), (200, 0), "{path}");
    }
    // Read from the database behind the index, which may be older.
    assert_eq!(cruises().await, json!([]));
}

#[actix_web::test]
async fn search_of_a_visitor_follows_what_it_shows() {
    let app = TestApp::start().await;
    let ann = app.person("ann").await;
    let (shop, _) = salon(&app, "beauty").await;
    indexed(&app).await;
    let search = async || app.post(SEARCH).json(json!({"what": "offer"})).await;
    let times = |answer: &Answer| answer.data()["hits"][0]["bookable"]["times"].as_array().expect("times").clone();
    search().await;
    let last = times(&search().await).pop().expect("a free time");
    let chosen = json!({"product_id": shop.offering, "date": last["date"], "time": last["time"]});
    let held = app.post("/api/v1/users/bookings/hold/").as_(&ann).json(chosen).await;
    assert_eq!(held.status, 201, "{}", held.json);
    assert!(!times(&search().await).contains(&last));
    rename(&app, &shop.owner, "Casa Nova").await;
    assert_eq!(search().await.data()["hits"][0]["offering"]["company"]["name"], "Casa Nova");
    let (before, _) = (search().await, search().await);
    OfferingRow { category: "beauty", ..OfferingRow::new(9, shop.company, "Offer of the day") }
        .insert(&app.state().db)
        .await;
    indexed(&app).await;
    assert_eq!(search().await.data()["total"], before.data()["total"].as_u64().expect("a number") + 1);
}

#[actix_web::test]
async fn search_of_a_visitor_follows_the_reels_it_shows() {
    let app = TestApp::start().await;
    let (ann, studio) = (app.person("ann").await, studio(&app).await);
    indexed(&app).await;
    let shown = async |tab: &str| {
        let answer = app.post(SEARCH).json(json!({"what": "look", "tab": tab})).await;
        let data = answer.data();
        let reels = data["reels"].as_array().expect("reels").iter().map(|reel| &reel["counts"]);
        let hits = data["hits"].as_array().expect("hits").iter().filter_map(|hit| hit["reel"].get("counts"));
        reels.chain(hits).next().cloned().unwrap_or_default()
    };
    for tab in ["all", "reels"] {
        let (before, _) = (shown(tab).await, shown(tab).await);
        studio.like(&app, &ann).await;
        assert_ne!(shown(tab).await["likes"], before["likes"], "{tab}");
        let comments = shown(tab).await["comments"].as_i64().expect("a number");
        studio.comment(&app, &ann, "Lovely", None).await;
        assert_eq!(shown(tab).await["comments"], comments + 1, "{tab}");
    }
    let state = app.call("PUT", &format!("/api/v1/userprofessional/reels/{}/state/", studio.reel)).as_(&studio.owner);
    assert_eq!(state.json(json!({"state": "removed"})).await.status, 200);
    for tab in ["all", "reels"] {
        assert_eq!(shown(tab).await, Value::Null, "{tab}");
    }
}

#[actix_web::test]
async fn start_page_of_a_visitor_follows_the_reels_near() {
    let app = TestApp::start().await;
    let studio = studio(&app).await;
    let reels = async || {
        let home = app.get("/api/v1/users/home/?town=Madrid&country=ES").send().await;
        let sections = home.data()["sections"].as_array().expect("sections").clone();
        sections.into_iter().find(|one| one["kind"] == "reels").map_or(Value::Null, |one| one["reels"].clone())
    };
    let path = format!("/api/v1/userprofessional/reels/{}/", studio.reel);
    for caption in ["Look", "Look again"] {
        let changed = app.call("PATCH", &path).as_(&studio.owner).json(json!({"caption": caption})).await;
        assert_eq!((changed.status, &reels().await[0]["caption"]), (200, &json!(caption)));
    }
    let removed = app.call("PUT", &format!("{path}state/")).as_(&studio.owner).json(json!({"state": "removed"})).await;
    assert_eq!((removed.status, reels().await), (200, Value::Null));
}

#[actix_web::test]
async fn kept_search_answers_the_same_request_only() {
    let app = TestApp::start().await;
    restaurant(&app).await;
    indexed(&app).await;
    let search = async |what: &str| app.post(SEARCH).json(json!({"what": what})).await.data()["total"].clone();
    for _ in 0..3 {
        assert_eq!((search("soup").await, search("bread and sea").await), (json!(1), json!(0)));
    }
    let forged = app.post(SEARCH).bearer("forged").json(json!({"what": "soup"})).await;
    assert_eq!(forged.status, 401);
    for _ in 0..2 {
        app.post(SEARCH).json(json!({"what": "soup", "key": 1})).await.refused_fields(&["key"]);
        let text = app.post(SEARCH).body("text/plain", "{\"what\":\"soup\"}").await;
        assert_eq!(text.status, 415);
    }
}

#[actix_web::test]
async fn booking_options_follow_the_offers() {
    let app = TestApp::start().await;
    let company = restaurant(&app).await;
    let dinner = OfferingRow { availability: Availability::Table, ..OfferingRow::new(2, company, "Dinner") };
    dinner.insert(&app.state().db).await;
    let path = "/api/v1/users/onsite-booking-options/casa-azul/food/";
    let offered = async || app.get(path).send().await.data()["offerings"].as_array().unwrap().len();
    assert_eq!((offered().await, offered().await), (1, 1));
    withdraw(&app, company, 2).await;
    assert_eq!(offered().await, 0);
}

#[actix_web::test]
async fn master_data_is_kept_for_each_language() {
    let app = TestApp::start().await;
    for path in ["/api/v1/users/categories/", "/api/v1/users/countries/", "/api/v1/admin/facility/list/"] {
        let read = async |language: &str, tag: &str| {
            app.get(&format!("{path}?lang={language}")).header("if-none-match", tag).send().await
        };
        let (english, french) = (read("US", "").await, read("FR", "").await);
        assert_ne!(english.data(), french.data(), "{path}");
        let tag = english.header("etag").to_owned();
        assert_eq!(read("US", &tag).await.status, 304, "{path}");
        let other = read("FR", &tag).await;
        assert_eq!((other.status, &other.json), (200, &french.json), "{path}");
    }
}

/// Changes the name of a company and returns when the change is acknowledged.
async fn rename(app: &TestApp, owner: &Person, name: &str) {
    let saved = app.call("PUT", "/api/v1/userprofessional/store/profile/").as_(owner).json(json!({"name": name})).await;
    assert_eq!(saved.status, 200, "{}", saved.json);
}

/// Makes the index of a node contain what was written.
async fn indexed(app: &TestApp) {
    app.state().search.catch_up(&app.state().db, Timestamp::now()).await.unwrap();
}

/// Path of an answer, and where the name of the company stands in it.
type Shown = (&'static str, fn(&Value) -> &Value);

/// Answers that show the name of a company.
const SHOWN: [Shown; 5] = [
    ("/api/v1/users/company/71/details/", |data| &data["name"]),
    ("/api/v1/users/company-about-user/71/", |data| &data["name"]),
    ("/api/v1/users/product/3/", |data| &data["company"]["name"]),
    ("/api/v1/users/companies/?category=beauty", |data| &data[0]["name"]),
    (SEARCH, |data| &data["hits"][0]["offering"]["company"]["name"]),
];

/// Reads an answer as a visitor.
async fn read(node: &TestApp, path: &str) -> Answer {
    match path {
        SEARCH => node.post(path).json(json!({"what": "massage"})).await,
        _ => node.get(path).send().await,
    }
}

/// Writes at the nodes in turn while others read, and checks each answer that follows an acknowledged write.
async fn no_stale_answer(nodes: &[&TestApp], writes: usize) {
    let owner = nodes[0].business("owner").await;
    let row = CompanyRow { owner: Some(owner.id), categories: vec!["beauty"], ..CompanyRow::new(71, "Rival") };
    let company = row.insert(&nodes[0].state().db).await;
    OfferingRow { category: "beauty", ..OfferingRow::new(3, company, "Massage") }.insert(&nodes[0].state().db).await;
    for node in nodes {
        indexed(node).await;
    }
    let is_done = Cell::new(false);
    // Number of the last acknowledged write.
    let acknowledged = Cell::new(0);
    rename(nodes[0], &owner, "0").await;
    let number = |answer: &Value, shown: fn(&Value) -> &Value| -> usize {
        shown(&answer["data"]).as_str().expect("a name").parse().expect("a number")
    };
    let watch = async |at: usize| {
        let mut reads = 0;
        while !is_done.get() {
            let (node, (path, shown)) = (nodes[at % nodes.len()], SHOWN[at / nodes.len() % SHOWN.len()]);
            let least = acknowledged.get();
            let answer = read(node, path).await;
            let seen = number(&answer.json, shown);
            assert!(seen >= least, "{path} on node {} shows {seen} after {least}", at % nodes.len());
            reads += 1;
        }
        assert!(reads > 0);
    };
    let write = async {
        for turn in 1..=writes {
            rename(nodes[turn % nodes.len()], &owner, &turn.to_string()).await;
            acknowledged.set(turn);
            for node in nodes {
                let (path, shown) = SHOWN[turn % SHOWN.len()];
                assert_eq!(number(&read(node, path).await.json, shown), turn, "{path}");
            }
        }
        is_done.set(true);
    };
    join(write, futures_util::future::join_all((0..nodes.len() * SHOWN.len()).map(watch))).await;
}

#[actix_web::test]
async fn read_after_an_acknowledged_write_is_never_stale() {
    let app = TestApp::start().await;
    no_stale_answer(&[&app], 24).await;
}

#[actix_web::test]
async fn read_on_another_node_is_never_stale() {
    let Some(nodes) = Nodes::start(&[]).await else { return };
    no_stale_answer(&nodes.both(), 24).await;
}
