//! A test server and calls to it.

use api::{
    app_state::AppState,
    cli::config::{Cli, Config},
    server::Running,
};
use awc::{Client, ClientRequest};
use serde_json::{Value, json};
use store::{
    chat::NewDirect,
    types::ids::{ChatId, SessionId, UserId},
};
use tempfile::TempDir;

use crate::support::schema;

pub const PASSWORD: &str = "Correct-horse-1";

pub struct TestApp {
    pub url: String,
    pub running: Running,
    pub client: Client,
    /// Deleted at the end of the test.
    pub folder: TempDir,
}

/// A signed-in user.
#[derive(Clone, Debug)]
pub struct Person {
    pub id: UserId,
    pub user_name: String,
    pub access: String,
    pub refresh: String,
}

impl Person {
    /// Returns the user of a sign-in or sign-up response.
    #[track_caller]
    pub fn of(answer: &Answer) -> Self {
        assert!(matches!(answer.status, 200 | 201), "{}", answer.json);
        let user = &answer.json["data"]["user"];
        let token = |name: &str| answer.json["tokens"][name].as_str().unwrap().to_owned();
        Self {
            id: UserId(user["id"].as_i64().unwrap()),
            user_name: user["userName"].as_str().unwrap().to_owned(),
            access: token("accessToken"),
            refresh: token("refreshToken"),
        }
    }
}

/// Response of the server.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: awc::http::header::HeaderMap,
    pub bytes: Vec<u8>,
    /// `Null` if the body is not JSON.
    pub json: Value,
}

pub fn config(folder: &TempDir, extra: &[&str]) -> Config {
    let data = folder.path().to_str().unwrap();
    let mut arguments = vec!["plaza", "--listen", "127.0.0.1:0", "--data", data, "--workers", "1"];
    if !extra.contains(&"--demo") {
        arguments.extend(["--demo", "off"]);
    }
    arguments.extend(extra);
    Cli::read(arguments.into_iter().map(Into::into)).unwrap().config
}

impl TestApp {
    /// Starts on an empty SQLite database.
    pub async fn start() -> Self {
        Self::with(&[]).await
    }

    /// Starts on an empty SQLite database with additional flags.
    pub async fn with(extra: &[&str]) -> Self {
        let folder = TempDir::new().unwrap();
        store::testing::sqlite_file(&folder.path().join("plaza.db")).await;
        Self::on(folder, extra).await
    }

    /// Starts a second node beside `first` on shared storage. Tokens are valid on both.
    pub async fn beside(first: &Self, extra: &[&str]) -> Self {
        let folder = TempDir::new().unwrap();
        let (from, to) = (first.folder.path().join("secrets"), folder.path().join("secrets"));
        std::fs::create_dir(&to).unwrap();
        for file in std::fs::read_dir(from).unwrap() {
            let file = file.unwrap();
            std::fs::copy(file.path(), to.join(file.file_name())).unwrap();
        }
        Self::on(folder, extra).await
    }

    /// Starts on the data of an earlier server.
    pub async fn on(folder: TempDir, extra: &[&str]) -> Self {
        let state = AppState::open(config(&folder, extra)).await.unwrap();
        api::cli::demo::fill(&state).await.unwrap();
        let running = Running::start(state).unwrap();
        let url = format!("http://{}", running.address);
        let client = Client::builder().timeout(std::time::Duration::from_secs(30)).disable_redirects().finish();
        Self { url, running, client, folder }
    }

    pub fn state(&self) -> &AppState {
        self.running.state()
    }

    pub fn get(&self, path: &str) -> Call {
        self.call("GET", path)
    }

    pub fn post(&self, path: &str) -> Call {
        self.call("POST", path)
    }

    pub fn call(&self, method: &str, path: &str) -> Call {
        let request = self.client.request(method.parse().unwrap(), format!("{}{path}", self.url));
        Call { request, method: method.to_owned(), path: path.to_owned() }
    }

    /// Returns the metrics from their listener.
    pub async fn metrics(&self) -> String {
        let url = format!("http://{}/metrics", self.running.metrics.expect("a listener for metrics"));
        let mut answer = self.client.get(url).send().await.unwrap();
        assert_eq!(answer.status(), 200);
        String::from_utf8(answer.body().await.unwrap().to_vec()).unwrap()
    }

    /// Creates a user and signs it in. Unlike a sign-up it sends no code, so that tests count their own mails.
    pub async fn person(&self, user_name: &str) -> Person {
        let password = PASSWORD.parse().unwrap();
        let new = store::account::NewAccount {
            password_hash: Some(store::security::password::hash(&password).unwrap()),
            dob: Some("1990-04-30".parse().unwrap()),
            gender: Some(store::account::Gender::Female),
            address: Some("1 Main Street".parse().unwrap()),
            ..store::testing::new_account(self.new_id(), user_name)
        };
        self.signed_in(new).await
    }

    /// Verifies the address of a user.
    pub async fn verify(&self, person: &Person) {
        let (db, now) = (&self.state().db, store::types::timestamp::Timestamp::now());
        let email = format!("{}@plaza.example", person.user_name).parse().unwrap();
        store::account::address::verify(db, person.id, &email, now).await.unwrap();
    }

    fn new_id(&self) -> UserId {
        UserId(self.state().ids.next(store::types::timestamp::Timestamp::now()))
    }

    /// Signs a guest in.
    pub async fn guest(&self) -> Person {
        Person::of(&self.post("/api/v1/users/guest/").send().await)
    }

    /// Creates a business and signs it in.
    pub async fn business(&self, user_name: &str) -> Person {
        let kind = store::account::AccountKind::Professional;
        self.signed_in(store::account::NewAccount { kind, ..store::testing::new_account(self.new_id(), user_name) })
            .await
    }

    async fn signed_in(&self, new: store::account::NewAccount) -> Person {
        let (state, now) = (self.state(), store::types::timestamp::Timestamp::now());
        let (id, kind, user_name) = (new.id, new.kind, new.user_name.as_str().to_owned());
        store::account::create(&state.db, &store::account::NewAccount { created_at: now, ..new }).await.unwrap();
        let new = store::security::session::NewSession {
            id: SessionId(state.ids.next(now)),
            account: id,
            // The tests' HTTP client names none.
            user_agent: String::new(),
            address: "127.0.0.1".to_owned(),
            now,
            lifetime: store::types::timestamp::Timestamp::DAY,
        };
        let refresh = store::security::session::create(&state.db, &new).await.unwrap();
        let access = state.tokens.access(id, new.id, kind, now).unwrap();
        Person { id, user_name, access, refresh: refresh.as_str().to_owned() }
    }

    /// Creates a direct chat that neither has to accept and both list, and returns its id.
    pub async fn chat(&self, from: &Person, with: &Person) -> i64 {
        let (state, at) = (self.state(), store::types::timestamp::Timestamp::now());
        let id = ChatId(state.ids.next(at));
        let new = NewDirect { id, epoch: id.to_string(), from: from.id, with: with.id, at };
        store::chat::direct(&state.db, new).await.unwrap();
        store::on!(state.db.write(), at => store::testing::sqlx::query(
            "UPDATE chat_member SET unlisted_seq = -1 WHERE chat_id = $1").bind(id).execute(at).await.map(drop))
        .unwrap();
        state.hub.chat_opened(id, &[from.id, with.id]).await.unwrap();
        id.0
    }

    /// Accepts a group for all whom a stranger added, without an event.
    pub async fn accept_group(&self, chat: i64) {
        store::on!(self.state().db.write(), at => store::testing::sqlx::query(
            "UPDATE chat_member SET request_from = NULL WHERE chat_id = $1").bind(chat).execute(at).await.map(drop))
        .unwrap();
    }

    /// Opens a direct chat with a stranger, which is a request, and returns its id.
    pub async fn ask(&self, from: &Person, with: &Person) -> i64 {
        let answer = self.post("/api/v1/chat/chats/direct/").as_(from).json(json!({"user_id": with.id})).await;
        assert_eq!(answer.status, 201, "{}", answer.json);
        answer.json["data"]["id"].as_i64().unwrap()
    }
}

/// A sign-up with valid fields.
pub fn registration(user_name: &str) -> Value {
    json!({
        "email": format!("{user_name}@plaza.example"), "userName": user_name, "password": PASSWORD,
        "confirm_password": PASSWORD, "firstName": "Ann", "lastName": "Other", "dob": "1990-04-30", "gender": "female",
        "address": "1 Main Street", "terms": true,
    })
}

/// Returns an access token of `person` issued `ms` ago.
pub fn token_made_ago(app: &TestApp, person: &Person, ms: i64) -> String {
    let made = store::types::timestamp::Timestamp::now().plus(-ms);
    let kind = store::account::AccountKind::Regular;
    app.state().tokens.access(person.id, SessionId(1), kind, made).unwrap()
}

/// Backdates the sessions of an account by this many milliseconds.
pub async fn age_sessions(app: &TestApp, person: &Person, ms: i64) {
    use store::testing::sqlx;
    store::on!(app.state().db.write(), at => sqlx::query(
        "UPDATE session SET created_at = created_at - $2 WHERE account_id = $1")
        .bind(person.id).bind(ms).execute(at).await.map(drop))
    .unwrap();
}

/// Removes the password of an account, as after sign-up through a social provider.
pub async fn drop_password(app: &TestApp, person: &Person) {
    use store::testing::sqlx;
    store::on!(app.state().db.write(), at => sqlx::query("UPDATE account SET password_hash = NULL WHERE id = $1")
        .bind(person.id).execute(at).await.map(drop))
    .unwrap();
}

/// Makes every query on this table fail.
pub async fn fail_on(app: &TestApp, table: &str) {
    let sql = store::testing::sqlx::AssertSqlSafe(format!("ALTER TABLE {table} RENAME TO {table}_away"));
    store::on!(app.state().db.write(), at => store::testing::sqlx::query(sql).execute(at).await.map(drop)).unwrap();
}

/// A request under construction.
pub struct Call {
    request: ClientRequest,
    method: String,
    path: String,
}

impl Call {
    pub fn as_(self, person: &Person) -> Self {
        self.bearer(&person.access)
    }

    pub fn bearer(self, token: &str) -> Self {
        self.header("authorization", &format!("Bearer {token}"))
    }

    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.request = self.request.insert_header((name, value));
        self
    }

    pub async fn json(self, body: Value) -> Answer {
        self.body("application/json", body.to_string()).await
    }

    pub async fn form(self, body: &str) -> Answer {
        self.body("application/x-www-form-urlencoded", body.to_owned()).await
    }

    /// Adds a multipart form: name, file name, bytes.
    pub async fn multipart(self, parts: &[(&str, Option<&str>, &[u8])]) -> Answer {
        let mut body = Vec::new();
        for (name, file, bytes) in parts {
            body.extend(format!("--edge\r\ncontent-disposition: form-data; name=\"{name}\"").bytes());
            if let Some(file) = file {
                body.extend(format!("; filename=\"{file}\"\r\ncontent-type: application/octet-stream").bytes());
            }
            body.extend(b"\r\n\r\n");
            body.extend(*bytes);
            body.extend(b"\r\n");
        }
        body.extend(b"--edge--\r\n");
        self.body("multipart/form-data; boundary=edge", body).await
    }

    pub async fn body(self, content_type: &str, body: impl Into<Vec<u8>>) -> Answer {
        let sent = self.request.insert_header(("content-type", content_type)).send_body(body.into());
        receive(sent.await.unwrap(), &self.method, &self.path).await
    }

    /// Sends the request without a body.
    pub async fn send(self) -> Answer {
        receive(self.request.send().await.unwrap(), &self.method, &self.path).await
    }
}

async fn receive<S>(mut response: awc::ClientResponse<S>, method: &str, path: &str) -> Answer
where
    S: futures_util::Stream<Item = Result<bytes::Bytes, awc::error::PayloadError>> + Unpin,
{
    let bytes = response.body().limit(64 * 1024 * 1024).await.unwrap().to_vec();
    let is_json = response.headers().get("content-type").is_some_and(|kind| kind == "application/json");
    let encoded = response.headers().contains_key("content-encoding");
    let json =
        if is_json && !encoded && method != "HEAD" { serde_json::from_slice(&bytes).unwrap() } else { Value::Null };
    let answer = Answer { status: response.status().as_u16(), headers: response.headers().clone(), bytes, json };
    if !answer.json.is_null() && path.starts_with("/api/v1/") {
        schema::check(method, path, answer.status, &answer.json);
    }
    answer
}

impl Answer {
    pub fn data(&self) -> &Value {
        &self.json["data"]
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Fails unless the response is an error with this status and code.
    #[track_caller]
    pub fn refused(&self, status: u16, code: &str) {
        assert_eq!((self.status, self.json["code"].as_str()), (status, Some(code)), "{}", self.json);
        assert_eq!((&self.json["status"], &self.json["statusCode"]), (&json!(false), &json!(status)));
    }

    /// Fails unless exactly these fields are refused.
    #[track_caller]
    pub fn refused_fields(&self, fields: &[&str]) {
        self.refused(422, "validation");
        let named: Vec<&str> = self.json["errors"].as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(named, fields, "{}", self.json);
    }
}
