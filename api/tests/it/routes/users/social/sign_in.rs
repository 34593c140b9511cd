use jsonwebtoken::Algorithm;
use serde_json::{Value, json};

use crate::support::{
    app::{Answer, Call, PASSWORD, Person, TestApp},
    authenticator::Authenticator,
    oidc_provider::{self, Provider},
};

const PATH: &str = "/api/v1/users/social/sign-in/";

struct Story {
    app: TestApp,
    provider: Provider,
}

/// State that a browser keeps between redirect and callback.
struct Trip {
    state: String,
    nonce: String,
    url: String,
}

impl Story {
    async fn begin() -> Self {
        let provider = Provider::start();
        let app = TestApp::with(&["--social", &provider.flag()]).await;
        Self { app, provider }
    }

    async fn leave(&self) -> Trip {
        self.leave_from(self.app.post("/api/v1/users/social/start/")).await
    }

    async fn leave_from(&self, call: Call) -> Trip {
        let start = call.json(json!({"provider": "acme"})).await;
        let text = |name: &str| start.data()[name].as_str().unwrap().to_owned();
        Trip { state: text("state"), nonce: text("nonce"), url: text("authorize_url") }
    }

    async fn come_back(&self, trip: &Trip, code: &str) -> Answer {
        let body = json!({"state": trip.state, "nonce": trip.nonce, "code": code, "terms": true});
        self.app.post(PATH).json(body).await
    }

    /// Redirect and callback, with these claims in place of the defaults; `null` omits a claim.
    async fn sign_in(&self, kid: &str, changed: Value) -> Answer {
        let trip = self.leave().await;
        let mut claims = self.provider.claims(&trip.url);
        for (name, value) in changed.as_object().unwrap() {
            claims[name] = value.clone();
        }
        claims.as_object_mut().unwrap().retain(|_, value| !value.is_null());
        let code = self.provider.agrees(&trip.url, self.provider.sign(kid, &claims));
        self.come_back(&trip, &code).await
    }

    async fn people(&self) -> i64 {
        store::testing::count(&self.app.state().db, "account").await
    }
}

#[actix_web::test]
async fn first_sign_in_creates_an_account_and_later_ones_reuse_it() {
    let story = Story::begin().await;
    let first = story.sign_in("rsa", json!({})).await;
    let user = &first.data()["user"];
    assert_eq!((first.status, &user["type"], &user["userName"]), (201, &json!("regular"), &json!("ann")));
    assert_eq!((&user["firstName"], &user["email"]), (&json!("Ann"), &json!("ann@mail.example")));
    let again = story.sign_in("ec", json!({"email": "moved@mail.example", "email_verified": "true"})).await;
    assert_eq!((again.status, Person::of(&again).id), (200, Person::of(&first).id));
    let profile = story.app.get("/api/v1/users/get-user-profile/").as_(&Person::of(&again)).send().await;
    assert_eq!(profile.status, 200);
    // Another user of the provider is another account here, with another name.
    let other = story.sign_in("rsa", json!({"sub": "subject-2", "email": null})).await;
    assert_eq!((other.status, story.people().await), (201, 2));
    assert_ne!(Person::of(&other).user_name, "ann");
    story.provider.stop().await;
}

#[actix_web::test]
async fn account_is_created_only_if_the_terms_were_shown() {
    let story = Story::begin().await;
    for (terms, status, people) in [(false, 422, 0), (true, 201, 1), (false, 200, 1)] {
        let trip = story.leave().await;
        let code = story.provider.agrees(&trip.url, story.provider.sign("rsa", &story.provider.claims(&trip.url)));
        let body = json!({"state": trip.state, "nonce": trip.nonce, "code": code, "terms": terms});
        let answer = story.app.post(PATH).json(body).await;
        assert_eq!((answer.status, story.people().await), (status, people), "{}", answer.json);
        if status == 422 {
            answer.refused_fields(&["terms"]);
        }
    }
    story.provider.stop().await;
}

#[actix_web::test]
async fn guest_keeps_data_after_signing_up_through_a_provider() {
    let story = Story::begin().await;
    let app = &story.app;
    let guest = app.guest().await;
    let favourites = "/api/v1/users/favourite-categories/";
    let chosen = json!({"categories": ["food", "music", "tours"]});
    assert_eq!(app.call("PUT", favourites).as_(&guest).json(chosen.clone()).await.status, 200);
    let trip = story.leave_from(app.post("/api/v1/users/social/start/").as_(&guest)).await;
    let code = story.provider.agrees(&trip.url, story.provider.sign("rsa", &story.provider.claims(&trip.url)));
    let made = story.come_back(&trip, &code).await;
    assert_eq!((made.status, &made.data()["user"]["id"]), (201, &json!(guest.id)), "{}", made.json);
    assert_eq!((&made.data()["user"]["type"], story.people().await), (&json!("regular"), 1));
    let ann = Person::of(&made);
    assert_eq!(app.get(favourites).as_(&ann).send().await.data(), &chosen["categories"]);
    // The guest's session has ended, and the account's session is the only one.
    app.get("/api/v1/users/get-user-profile/").as_(&guest).send().await.refused(401, "auth.session_revoked");
    let sessions = app.get("/api/v1/users/sessions/").as_(&ann).send().await;
    assert_eq!(sessions.data().as_array().unwrap().len(), 1);
    // A user with an account signs in, and takes what another guest has.
    let other = app.guest().await;
    let trip = story.leave_from(app.post("/api/v1/users/social/start/").as_(&other)).await;
    let code = story.provider.agrees(&trip.url, story.provider.sign("rsa", &story.provider.claims(&trip.url)));
    let entered = story.come_back(&trip, &code).await;
    assert_eq!((entered.status, Person::of(&entered).id), (200, guest.id));
    app.get("/api/v1/users/get-user-profile/").as_(&other).send().await.refused(401, "auth.session_revoked");
    story.provider.stop().await;
}

#[actix_web::test]
async fn invalid_id_token_is_refused() {
    let story = Story::begin().await;
    let now = store::types::timestamp::Timestamp::now().0 / 1000;
    for changed in [
        json!({"aud": "another"}),
        json!({"aud": ["another"]}),
        json!({"aud": ["plaza", "another"]}),
        json!({"aud": ["plaza", "another"], "azp": "another"}),
        json!({"aud": null}),
        json!({"iss": "https://another.example"}),
        json!({"iss": null}),
        json!({"nonce": "another"}),
        json!({"nonce": null}),
        json!({"exp": now - 120}),
        json!({"exp": null}),
        json!({"nbf": now + 600}),
        json!({"sub": null}),
        json!({"sub": ""}),
    ] {
        let answer = story.sign_in("rsa", changed.clone()).await;
        assert_eq!((answer.status, answer.json["code"].as_str()), (401, Some("auth.social_refused")), "{changed}");
    }
    let accepted = story.sign_in("rsa", json!({"aud": ["plaza", "another"], "azp": "plaza"})).await;
    assert_eq!((accepted.status, story.people().await), (201, 1));
    story.provider.stop().await;
}

#[actix_web::test]
async fn id_token_not_signed_by_the_provider_is_refused() {
    let story = Story::begin().await;
    let forge = async |token: &dyn Fn(&Value) -> String| {
        let trip = story.leave().await;
        let code = story.provider.agrees(&trip.url, token(&story.provider.claims(&trip.url)));
        story.come_back(&trip, &code).await.refused(401, "auth.social_refused");
    };
    let own = oidc_provider::ec_key();
    // With a foreign key, under a known `kid`, an unknown `kid`, and none.
    for kid in [Some("ec"), Some("mine"), None] {
        forge(&|claims| oidc_provider::sign(kid, claims, &own, Algorithm::ES256)).await;
    }
    // With the published RSA key used as a shared secret.
    let shared = jsonwebtoken::EncodingKey::from_secret(include_bytes!("../../../provider-rsa.der"));
    forge(&|claims| oidc_provider::sign(Some("rsa"), claims, &shared, Algorithm::HS256)).await;
    // Unsigned.
    let encode = |text: &str| {
        use base64::Engine as _;
        base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(text)
    };
    let unsigned = |claims: &Value| format!("{}.{}.", encode(r#"{"alg":"none"}"#), encode(&claims.to_string()));
    forge(&unsigned).await;
    // Signed correctly and then changed.
    let changed = |claims: &Value| {
        let token = story.provider.sign("rsa", claims);
        let (head, signature) = (token.split('.').next().unwrap(), token.rsplit('.').next().unwrap());
        let mut claims = claims.clone();
        claims["sub"] = json!("somebody else");
        format!("{head}.{}.{signature}", encode(&claims.to_string()))
    };
    forge(&changed).await;
    forge(&|_| "nonsense".to_owned()).await;
    assert_eq!(story.people().await, 0);
    story.provider.stop().await;
}

#[actix_web::test]
async fn oidc_request_works_once_and_only_in_its_browser() {
    let story = Story::begin().await;
    let trip = story.leave().await;
    let token = story.provider.sign("rsa", &story.provider.claims(&trip.url));
    let code = story.provider.agrees(&trip.url, token.clone());
    assert_eq!(story.come_back(&trip, &code).await.status, 201);
    // The same callback again, and the same token with another request.
    let code = story.provider.agrees(&trip.url, token.clone());
    story.come_back(&trip, &code).await.refused(401, "auth.social_refused");
    let other = story.leave().await;
    let code = story.provider.agrees(&other.url, token);
    story.come_back(&other, &code).await.refused(401, "auth.social_refused");
    // A user who was sent here with another user's code does not hold the nonce.
    let stranger = Trip { nonce: "guessed".to_owned(), ..story.leave().await };
    let code = story.provider.agrees(&stranger.url, story.provider.sign("rsa", &story.provider.claims(&stranger.url)));
    story.come_back(&stranger, &code).await.refused(401, "auth.social_refused");
    // A code unknown to the provider.
    story.come_back(&story.leave().await, "unknown").await.refused(401, "auth.social_refused");
    story.app.post(PATH).json(json!({"state": "x", "nonce": "x"})).await.refused_fields(&["code"]);
    story.provider.stop().await;
}

#[actix_web::test]
async fn new_signing_key_is_fetched_and_unknown_ones_are_throttled() {
    let story = Story::begin().await;
    assert_eq!(story.sign_in("rsa", json!({})).await.status, 201);
    story.provider.add_key("new", oidc_provider::ec_key(), Algorithm::ES256);
    assert_eq!(story.sign_in("new", json!({})).await.status, 200);
    let read = story.provider.keys_read();
    let own = oidc_provider::ec_key();
    for _ in 0..3 {
        let trip = story.leave().await;
        let forged = oidc_provider::sign(Some("mine"), &story.provider.claims(&trip.url), &own, Algorithm::ES256);
        let code = story.provider.agrees(&trip.url, forged);
        story.come_back(&trip, &code).await.refused(401, "auth.social_refused");
    }
    assert_eq!((read, story.provider.keys_read()), (2, 2));
    story.provider.stop().await;
}

#[actix_web::test]
async fn provider_address_leaves_an_unverified_account() {
    let story = Story::begin().await;
    let app = &story.app;
    let ann = app.person("ann").await;
    let made = story.sign_in("rsa", json!({"email": "ann@plaza.example"})).await;
    let user = &made.data()["user"];
    assert_eq!((made.status, &user["email"], &user["emailVerified"]), (201, &json!("ann@plaza.example"), &json!(true)));
    assert_ne!(Person::of(&made).id, ann.id);
    let profile = app.get("/api/v1/users/get-user-profile/").as_(&ann).send().await;
    assert_eq!(profile.data()["email"], json!(null));
    story.provider.stop().await;
}

#[actix_web::test]
async fn new_account_takes_the_language_of_the_page() {
    let story = Story::begin().await;
    let trip = story.leave().await;
    let code = story.provider.agrees(&trip.url, story.provider.sign("rsa", &story.provider.claims(&trip.url)));
    let body = json!({"state": trip.state, "nonce": trip.nonce, "code": code, "language": "FR", "terms": true});
    let made = story.app.post(PATH).json(body).await;
    assert_eq!((made.status, &made.data()["user"]["language"]), (201, &json!("FR")));
    let wrong = json!({"state": trip.state, "nonce": trip.nonce, "code": code, "language": "EN"});
    story.app.post(PATH).json(wrong).await.refused_fields(&["language"]);
    story.provider.stop().await;
}

#[actix_web::test]
async fn accounts_are_linked_only_by_an_address_verified_twice() {
    let story = Story::begin().await;
    let app = &story.app;
    let ann = app.person("ann").await;
    app.verify(&ann).await;
    // Unverified at the provider.
    let claimed = json!({"sub": "subject-2", "email": "ann@plaza.example", "email_verified": false});
    let apart = story.sign_in("rsa", claimed).await;
    assert_eq!(apart.status, 201);
    assert_ne!(Person::of(&apart).id, ann.id);
    // Verified on both sides.
    let linked = story.sign_in("rsa", json!({"sub": "subject-3", "email": "Ann@Plaza.example"})).await;
    assert_eq!((linked.status, Person::of(&linked).id), (200, ann.id));
    story.provider.stop().await;
}

#[actix_web::test]
async fn second_factor_is_required() {
    let story = Story::begin().await;
    let ann = story.app.person("ann").await;
    let now = store::types::timestamp::Timestamp::now();
    let db = &story.app.state().db;
    store::account::address::verify(db, ann.id, &"ann@plaza.example".parse().unwrap(), now).await.unwrap();
    let (mut phone, _) = Authenticator::of(&story.app, &ann).await;
    let asked = story.sign_in("rsa", json!({"email": "ann@plaza.example"})).await;
    assert_eq!((asked.status, &asked.json["code"]), (200, &json!("auth.two_factor")));
    let second = json!({"challenge": asked.data()["challenge"], "code": phone.code()});
    let entered = story.app.post("/api/v1/users/login/two-factor/").json(second).await;
    assert_eq!(Person::of(&entered).id, ann.id);
    // The password still works.
    let login = json!({"email": "ann", "password": PASSWORD});
    assert_eq!(story.app.post("/api/v1/users/login/").json(login).await.status, 200);
    story.provider.stop().await;
}
