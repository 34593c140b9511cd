//! A local OpenID Connect provider with discovery, JWKS and token endpoint.

use std::{
    collections::HashMap,
    net::TcpListener,
    sync::{Arc, Mutex},
};

use actix_web::{App, HttpRequest, HttpResponse, HttpServer, dev::ServerHandle, web};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use jsonwebtoken::{Algorithm, EncodingKey, Header, jwk::Jwk};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use store::types::timestamp::Timestamp;

pub const SECRET: &str = "of the client";

pub struct Provider {
    pub issuer: String,
    state: Arc<Mutex<Inner>>,
    server: ServerHandle,
}

struct Inner {
    issuer: String,
    keys: Vec<(Jwk, EncodingKey, Algorithm)>,
    /// Parameters of the authorisation request, by code.
    codes: HashMap<String, Agreed>,
    /// Number of JWKS requests.
    keys_read: usize,
    /// If set, every request returns 503.
    is_down: bool,
}

struct Agreed {
    query: HashMap<String, String>,
    id_token: String,
}

/// A signing key of the provider.
pub fn ec_key() -> EncodingKey {
    EncodingKey::from_ec_der(rcgen::KeyPair::generate().unwrap().serialized_der())
}

fn rsa_key() -> EncodingKey {
    EncodingKey::from_rsa_der(include_bytes!("../provider-rsa.der"))
}

impl Provider {
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let inner =
            Inner { issuer: issuer.clone(), keys: Vec::new(), codes: HashMap::new(), keys_read: 0, is_down: false };
        let state = Arc::new(Mutex::new(inner));
        let shared = web::Data::from(Arc::clone(&state));
        let server = HttpServer::new(move || {
            App::new()
                .app_data(shared.clone())
                .route("/.well-known/openid-configuration", web::get().to(describe))
                .route("/keys", web::get().to(keys))
                .route("/token", web::post().to(redeem))
        })
        .workers(1)
        .listen(listener)
        .unwrap()
        .disable_signals()
        .run();
        let handle = server.handle();
        actix_rt::spawn(server);
        let provider = Self { issuer, state, server: handle };
        provider.add_key("rsa", rsa_key(), Algorithm::RS256);
        provider.add_key("ec", ec_key(), Algorithm::ES256);
        provider
    }

    /// Server flag that configures this provider.
    pub fn flag(&self) -> String {
        format!("id=acme,name=Acme,issuer={},client_id=plaza,client_secret={SECRET}", self.issuer)
    }

    pub fn add_key(&self, kid: &str, key: EncodingKey, algorithm: Algorithm) {
        let mut jwk = Jwk::from_encoding_key(&key, algorithm).unwrap();
        jwk.common.key_id = Some(kid.to_owned());
        self.state.lock().unwrap().keys.push((jwk, key, algorithm));
    }

    pub fn keys_read(&self) -> usize {
        self.state.lock().unwrap().keys_read
    }

    pub fn goes_down(&self) {
        self.state.lock().unwrap().is_down = true;
    }

    /// Claims of a valid token for the authorisation request of this URL.
    pub fn claims(&self, authorize_url: &str) -> Value {
        let now = Timestamp::now().0 / 1000;
        json!({
            "iss": self.issuer, "sub": "subject-1", "aud": "plaza", "nonce": query(authorize_url)["nonce"],
            "iat": now, "exp": now + 300, "email": "ann@mail.example", "email_verified": true,
            "given_name": "Ann", "family_name": "Other",
        })
    }

    /// Signs with a published key.
    pub fn sign(&self, kid: &str, claims: &Value) -> String {
        let state = self.state.lock().unwrap();
        let (_, key, algorithm) =
            state.keys.iter().find(|(jwk, ..)| jwk.common.key_id.as_deref() == Some(kid)).unwrap();
        sign(Some(kid), claims, key, *algorithm)
    }

    /// Grants consent and stores the token to return for the code. Returns the code.
    pub fn agrees(&self, authorize_url: &str, id_token: String) -> String {
        let code = format!("{:032x}", rand::random::<u128>());
        let agreed = Agreed { query: query(authorize_url), id_token };
        self.state.lock().unwrap().codes.insert(code.clone(), agreed);
        code
    }

    pub async fn stop(self) {
        self.server.stop(false).await;
    }
}

pub fn sign(kid: Option<&str>, claims: &Value, key: &EncodingKey, algorithm: Algorithm) -> String {
    let header = Header { kid: kid.map(str::to_owned), ..Header::new(algorithm) };
    jsonwebtoken::encode(&header, claims, key).unwrap()
}

pub fn query(url: &str) -> HashMap<String, String> {
    serde_urlencoded::from_str(url.split_once('?').unwrap().1).unwrap()
}

type AppState = web::Data<Mutex<Inner>>;

async fn describe(state: AppState) -> HttpResponse {
    let state = state.lock().unwrap();
    if state.is_down {
        return HttpResponse::ServiceUnavailable().finish();
    }
    let issuer = &state.issuer;
    HttpResponse::Ok().json(json!({
        "issuer": issuer, "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"), "jwks_uri": format!("{issuer}/keys"),
    }))
}

async fn keys(state: AppState) -> HttpResponse {
    let mut state = state.lock().unwrap();
    state.keys_read += 1;
    let keys: Vec<&Jwk> = state.keys.iter().map(|(jwk, ..)| jwk).collect();
    HttpResponse::Ok().json(json!({"keys": keys}))
}

/// Redeems each code once, for the matching client secret, PKCE challenge and redirect URI.
async fn redeem(state: AppState, request: HttpRequest, form: web::Form<HashMap<String, String>>) -> HttpResponse {
    let authorization = request.headers().get("authorization").and_then(|value| value.to_str().ok()).unwrap_or("");
    let expected = base64::engine::general_purpose::STANDARD.encode("plaza:of+the+client");
    let Some(agreed) = state.lock().unwrap().codes.remove(&form["code"]) else {
        return HttpResponse::BadRequest().json(json!({"error": "invalid_grant"}));
    };
    let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(&form["code_verifier"]));
    let fits = authorization == format!("Basic {expected}")
        && form["grant_type"] == "authorization_code"
        && form["redirect_uri"] == agreed.query["redirect_uri"]
        && agreed.query["code_challenge_method"] == "S256"
        && challenge == agreed.query["code_challenge"];
    if !fits {
        return HttpResponse::BadRequest().json(json!({"error": "invalid_client"}));
    }
    HttpResponse::Ok().json(json!({"access_token": "unused", "token_type": "Bearer", "id_token": agreed.id_token}))
}
