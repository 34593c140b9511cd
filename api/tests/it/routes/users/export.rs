use serde_json::json;

use crate::support::{app::TestApp, market, order, reel, socket::Socket};

const PATH: &str = "/api/v1/users/export/";

#[actix_web::test]
async fn export_contains_the_callers_own_data() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let chat = app.chat(&ann, &ben).await;
    for (person, number) in [(&ann, 1), (&ben, 2)] {
        let path = format!("/ws/chat/users/{chat}/?token={}", person.access);
        let mut socket = Socket::open(app.running.address.port(), &path).await.unwrap();
        socket.wait_for("snapshot").await;
        let id = format!("01JDA7XK8Q{number:016}");
        let text = format!("said by {}", person.user_name);
        let say = json!({"op": "command", "id": id, "command": {"type": "send", "text": text, "media": []}});
        assert!(socket.send(&say).await);
        assert_eq!(socket.ack(&id).await["ok"], true);
    }
    let file = app.get(PATH).as_(&ann).send().await;
    assert_eq!((file.status, file.header("content-disposition")), (200, "attachment; filename=\"plaza-ann.json\""));
    let all = &file.json;
    assert_eq!((&all["profile"]["userName"], &all["chats"][0]["id"]), (&json!("ann"), &json!(chat)));
    let said: Vec<_> = all["messages"].as_array().unwrap().iter().map(|message| &message["text"]).collect();
    assert_eq!(said, [&json!("said by ann")]);
    assert_eq!((all["sessions"].as_array().unwrap().len(), &all["two_factor"]), (1, &json!(false)));
    assert!(!file.json.to_string().contains("argon2"));
}

#[actix_web::test]
async fn guest_may_export_but_anonymous_and_frequent_callers_may_not() {
    let app = TestApp::start().await;
    let guest = app.guest().await;
    for _ in 0..5 {
        assert_eq!(app.get(PATH).as_(&guest).send().await.json["messages"], json!([]));
    }
    app.get(PATH).as_(&guest).send().await.refused(429, "too_many");
    app.get(PATH).send().await.refused(401, "unauthenticated");
}

#[actix_web::test]
async fn export_contains_bookings_reviews_and_follows() {
    let app = TestApp::start().await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let (shop, _) = market::salon(&app, "beauty").await;
    market::book(&app, &ben, &shop).await;
    let follow = format!("/api/v1/users/company/follow-toggle/?company_id={}", shop.company);
    app.post(&follow).as_(&ann).send().await;
    let waiting = market::booking(&shop, market::at_ten());
    assert_eq!(app.post("/api/v1/users/waitlist/").as_(&ann).json(waiting).await.status, 201);
    store::testing::market::review(&app.state().db, 40, shop.company, Some(shop.offering), ann.id, 5).await;
    let all = app.get(PATH).as_(&ann).send().await.json;
    assert_eq!((&all["bookings"], &all["followed_companies"][0]["name"]), (&json!([]), &json!("beauty")));
    assert_eq!((&all["reviews"][0]["rating"], &all["waitlist"][0]["offering"]), (&json!(5), &json!("Offer")));
    let his = app.get(PATH).as_(&ben).send().await.json;
    assert_eq!((&his["bookings"][0]["customer_name"], &his["waitlist"]), (&json!("Zoe Lind"), &json!([])));
}

#[actix_web::test]
async fn export_contains_comments_likes_and_favourites() {
    let app = TestApp::start().await;
    let studio = reel::studio(&app).await;
    let ann = app.person("ann").await;
    studio.comment(&app, &ann, "Lovely", None).await;
    studio.like(&app, &ann).await;
    let folder = reel::folder(&app, &ann, "Weekend").await;
    let place = json!({"kind": "offering", "id": studio.offering, "folder_id": folder});
    assert_eq!(app.call("PUT", "/api/v1/users/favourites/").as_(&ann).json(place).await.status, 200);
    let reels = &app.get(PATH).as_(&ann).send().await.json["reels"];
    assert_eq!((&reels["comments"][0]["text"], &reels["likes"][0]["company"]), (&json!("Lovely"), &json!("Studio")));
    assert_eq!(reels["favourites"][0]["folder"], "Weekend");
}

#[actix_web::test]
async fn export_contains_orders_addresses_and_notifications() {
    let app = TestApp::start().await;
    let shop = order::bakery(&app).await;
    let (ann, ben) = (app.person("ann").await, app.person("ben").await);
    let id = shop.fulfilled(&app, &ann).await;
    let address = json!({
        "type": "home", "first_name": "Ann", "last_name": "Lee", "phone_number": "+34600000000", "house": "4", "road": "Main",
        "pincode": "28001", "city": "Madrid", "state": "Madrid", "country": "ES",
    });
    let added = app.post("/api/v1/users/add-new-address/").as_(&ann).json(address).await;
    assert_eq!((added.status, &added.data()["is_default"]), (201, &json!(true)), "{}", added.json);
    let all = app.get(PATH).as_(&ann).send().await.json;
    assert_eq!((&all["orders"][0]["id"], &all["order_lines"][0]["order_id"]), (&json!(id), &json!(id)));
    assert_eq!(all["addresses"][0]["city"], "Madrid");
    for part in ["returns", "cart_lines", "saved_cards", "coins", "documents", "favourite_categories"] {
        assert!(all[part].is_array(), "{part}");
    }
    assert!(!all["notifications"].as_array().unwrap().is_empty());
    let his = app.get(PATH).as_(&ben).send().await.json;
    assert_eq!((&his["orders"], &his["order_lines"], &his["addresses"]), (&json!([]), &json!([]), &json!([])));
}
