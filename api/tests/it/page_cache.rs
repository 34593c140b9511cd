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
    },
};

const COMPANY: &str = "/api/v1/users/company/casa-azul/details/";
const PRODUCT: &str = "/api/v1/users/product/1/";

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
    app.state().search.catch_up(&app.state().db, Timestamp::now()).await.unwrap();
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

/// Path of an answer, and where the name of the company stands in it.
type Shown = (&'static str, fn(&Value) -> &Value);

/// Answers that show the name of a company.
const SHOWN: [Shown; 4] = [
    ("/api/v1/users/company/71/details/", |data| &data["name"]),
    ("/api/v1/users/company-about-user/71/", |data| &data["name"]),
    ("/api/v1/users/product/3/", |data| &data["company"]["name"]),
    ("/api/v1/users/companies/?category=beauty", |data| &data[0]["name"]),
];

/// Writes at the nodes in turn while others read, and checks each answer that follows an acknowledged write.
async fn no_stale_answer(nodes: &[&TestApp], writes: usize) {
    let owner = nodes[0].business("owner").await;
    let row = CompanyRow { owner: Some(owner.id), categories: vec!["beauty"], ..CompanyRow::new(71, "Rival") };
    let company = row.insert(&nodes[0].state().db).await;
    OfferingRow { category: "beauty", ..OfferingRow::new(3, company, "Massage") }.insert(&nodes[0].state().db).await;
    let is_done = Cell::new(false);
    // Number of the last acknowledged write.
    let acknowledged = Cell::new(0);
    rename(nodes[0], &owner, "0").await;
    let number = |answer: &Value, shown: fn(&Value) -> &Value| -> usize {
        shown(&answer["data"]).as_str().expect("a name").parse().expect("a number")
    };
    let read = async |at: usize| {
        let mut reads = 0;
        while !is_done.get() {
            let (node, (path, shown)) = (nodes[at % nodes.len()], SHOWN[at / nodes.len() % SHOWN.len()]);
            let least = acknowledged.get();
            let answer = node.get(path).send().await;
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
                assert_eq!(number(&node.get(path).send().await.json, shown), turn, "{path}");
            }
        }
        is_done.set(true);
    };
    join(write, futures_util::future::join_all((0..nodes.len() * SHOWN.len()).map(read))).await;
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
