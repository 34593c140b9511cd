//! The program from the command line: output, stored state and exit.

use std::{
    os::unix::fs::PermissionsExt as _,
    path::Path,
    process::{Output, Stdio},
    time::Duration,
};

use serde_json::json;
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader},
    net::TcpStream,
    process::{Child, Command},
};

use crate::support::{
    app::{PASSWORD, registration},
    socket::Socket,
};

/// Starts the program on a free port and returns its address.
pub async fn start(data: &Path, environment: &[(&str, &str)]) -> (Child, String, Vec<String>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_plaza"))
        .env_clear()
        .env("PLAZA_LISTEN", "127.0.0.1:0")
        .env("PLAZA_DATA", data)
        .envs(environment.iter().copied())
        .current_dir(data)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let first = lines.next_line().await.unwrap().expect("the address");
    let url = first.strip_prefix("Plaza serves on ").unwrap().to_owned();
    let mut more = Vec::new();
    if environment.iter().any(|(name, _)| *name == "PLAZA_DEMO") {
        for _ in 0..4 {
            more.push(lines.next_line().await.unwrap().unwrap());
        }
    }
    (child, url, more)
}

async fn terminate(child: Child) -> Output {
    let pid = child.id().unwrap().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().await.unwrap().success());
    tokio::time::timeout(Duration::from_secs(10), child.wait_with_output()).await.expect("it leaves").unwrap()
}

#[actix_web::test]
async fn acknowledged_writes_and_sessions_survive_a_restart() {
    let folder = TempDir::new().unwrap();
    let client = awc::Client::new();
    let (first, url, _) = start(folder.path(), &[]).await;
    let answer = client.post(format!("{url}/api/v1/users/register/")).send_json(&registration("ann")).await;
    let body: serde_json::Value = answer.unwrap().json().await.unwrap();
    let output = terminate(first).await;
    assert!(output.status.success(), "{output:?}");

    let secret = std::fs::metadata(folder.path().join("secrets/access-token.key")).unwrap();
    assert_eq!(secret.permissions().mode() & 0o777, 0o600);

    let (second, url, _) = start(folder.path(), &[]).await;
    let token = body["tokens"]["accessToken"].as_str().unwrap();
    let profile = client.get(format!("{url}/api/v1/users/get-user-profile/")).bearer_auth(token).send().await.unwrap();
    assert_eq!(profile.status(), 200);
    let login = json!({"email": "ann", "password": PASSWORD});
    let login = client.post(format!("{url}/api/v1/users/login")).send_json(&login).await.unwrap();
    assert_eq!(login.status(), 200);
    terminate(second).await;
}

#[actix_web::test]
async fn demo_is_announced_and_log_contains_no_token() {
    let folder = TempDir::new().unwrap();
    let (child, url, lines) = start(folder.path(), &[("PLAZA_DEMO", "small"), ("PLAZA_LOG_FORMAT", "json")]).await;
    assert!(lines[0].contains("Plaza-demo-1"), "{lines:?}");
    assert!(lines[1].contains("alice@plaza.example") && lines[3].contains("chef@plaza.example"), "{lines:?}");
    let client = awc::Client::new();
    let path = format!("{url}/api/v1/chat/chats/?token=very-secret");
    client.get(path).insert_header(("x-request-id", "find-this-line")).send().await.unwrap();
    let live = format!("{url}/ws/chat/users/1/?token=very-secret");
    assert!(client.ws(live).connect().await.is_ok());
    let output = terminate(child).await;
    let log = String::from_utf8(output.stderr).unwrap();
    let line = log.lines().find(|line| line.contains("find-this-line")).expect("a line in the access log");
    let line: serde_json::Value = serde_json::from_str(line).unwrap();
    assert_eq!((&line["method"], &line["route"]), (&json!("GET"), &json!("/api/v1/chat/chats/")));
    assert_eq!((&line["status"], line["ms"].is_u64()), (&json!(401), true));
    assert!(!log.contains("very-secret"), "{log}");
}

#[actix_web::test]
async fn errors_name_a_used_port_and_an_unusable_folder() {
    let folder = TempDir::new().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let run = async |name: &str, value: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plaza"));
        command.env_clear().env("PLAZA_DATA", folder.path()).env("PLAZA_LISTEN", "127.0.0.1:0").env(name, value);
        let output = command.output().await.unwrap();
        assert_eq!(output.status.code(), Some(1));
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(run("PLAZA_LISTEN", &address).await.contains(&format!("{address} cannot be served on")));
    assert!(run("PLAZA_DATA", "/dev/null/x").await.contains("/dev/null/x cannot be used"));
    let says = run("DATABASE_URL", "postgres://plaza:hunter2@127.0.0.1:1/none").await;
    assert!(says.contains("cannot be opened") && !says.contains("hunter2"), "{says}");
}

#[actix_web::test]
async fn unsent_messages_are_printed_and_logs_contain_no_code() {
    let folder = TempDir::new().unwrap();
    let printed = async || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plaza"));
        command
            .env_clear()
            .env("PLAZA_DATA", folder.path())
            .current_dir(folder.path())
            .arg("outbox")
            .output()
            .await
            .unwrap()
    };
    let early = printed().await;
    assert!(!early.status.success() && String::from_utf8_lossy(&early.stderr).contains("there is no database at"));

    // Nothing reads the log before the end, and the statements of the migrations would fill its pipe.
    terminate(start(folder.path(), &[]).await.0).await;
    let client = awc::Client::new();
    let (child, url, _) = start(folder.path(), &[("PLAZA_LOG", "debug")]).await;
    assert_eq!(printed().await.stdout, b"The outbox is empty.\n");
    let signed_up = client.post(format!("{url}/api/v1/users/register/")).send_json(&registration("ann")).await.unwrap();
    assert_eq!(signed_up.status(), 201);
    let forgot = json!({"email": "ann@plaza.example"});
    let forgot = client.post(format!("{url}/api/v1/users/forgot-password/")).send_json(&forgot).await.unwrap();
    assert_eq!(forgot.status(), 200);
    // Shutdown writes the queued messages.
    let output = terminate(child).await;
    let text = String::from_utf8(printed().await.stdout).unwrap();
    assert!(text.contains("mail to ann@plaza.example (not sent)\nSubject: "), "{text}");
    let codes: Vec<_> =
        text.split("Subject: ").skip(1).map(|mail| mail.split(' ').next().unwrap().to_owned()).collect();
    let mut lengths: Vec<_> = codes.iter().map(String::len).collect();
    lengths.sort_unstable();
    assert_eq!(lengths, [4, 6], "{text}");
    let log = String::from_utf8(output.stderr).unwrap();
    for code in codes {
        assert!(text.contains(&format!("\n    {code}\n")), "{text}");
        assert!(!log.contains(&format!("{code} is your")) && !log.contains("ann@plaza.example"), "{log}");
    }
}

#[actix_web::test]
async fn moderate_lists_keeps_and_removes_reported_reels() {
    let folder = TempDir::new().unwrap();
    let moderate = async |step: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plaza"));
        let output = command.env_clear().env("PLAZA_DATA", folder.path()).current_dir(folder.path());
        output.arg("moderate").args(step).output().await.unwrap()
    };
    let early = moderate(&["list"]).await;
    assert!(!early.status.success() && String::from_utf8_lossy(&early.stderr).contains("there is no database at"));
    let (server, url, _) = start(folder.path(), &[("PLAZA_DEMO", "small")]).await;
    let client = awc::Client::new();
    let reels = async |url: &str| {
        let mut feed =
            client.get(format!("{url}/api/v1/userprofessional/all-reels/?per_page=30")).send().await.unwrap();
        let feed: serde_json::Value = feed.json().await.unwrap();
        feed["data"].as_array().unwrap().iter().map(|reel| reel["id"].to_string()).collect::<Vec<_>>()
    };
    let report = async |url: &str, reel: &str| {
        let login = json!({"email": "alice", "password": "Plaza-demo-1"});
        let mut login = client.post(format!("{url}/api/v1/users/login/")).send_json(&login).await.unwrap();
        let login: serde_json::Value = login.json().await.unwrap();
        let report = json!({"reel_id": reel.parse::<i64>().unwrap(), "reason": "spam", "comment": "Again and again"});
        let request = client.post(format!("{url}/api/v1/users/report-reel/"));
        let token = login["tokens"]["accessToken"].as_str().unwrap();
        assert_eq!(request.bearer_auth(token).send_json(&report).await.unwrap().status(), 200);
    };
    let printed = async |step: &[&str]| {
        let output = moderate(step).await;
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let known = reels(&url).await;
    let (kept, removed) = (known[0].as_str(), known[1].as_str());
    assert_eq!(printed(&["list"]).await, "No reel is reported.\n");
    for reel in [kept, removed] {
        report(&url, reel).await;
    }
    terminate(server).await;

    let listed = printed(&["list"]).await;
    for reel in [kept, removed] {
        assert!(listed.contains(&format!("--- {reel} published, 1 reports: ")), "{listed}");
    }
    assert_eq!(listed.matches("    spam Again and again\n").count(), 2, "{listed}");
    assert_eq!(printed(&["keep", kept]).await, format!("Reel {kept} is kept.\n"));
    assert_eq!(printed(&["remove", removed]).await, format!("Reel {removed} is removed.\n"));
    assert_eq!(printed(&["list"]).await, "No reel is reported.\n");
    assert!(!moderate(&["remove", removed]).await.status.success());
    let (server, url, _) = start(folder.path(), &[("PLAZA_DEMO", "small")]).await;
    let left = reels(&url).await;
    assert!(left.iter().any(|reel| reel == kept) && left.iter().all(|reel| reel != removed), "{left:?}");
    terminate(server).await;
    for step in [["keep", "5"], ["remove", "5"]] {
        let unknown = moderate(&step).await;
        assert!(!unknown.status.success() && unknown.stderr == b"plaza: there is no such reel\n", "{unknown:?}");
    }
}

#[actix_web::test]
async fn demo_orders_are_placed_on_the_running_server() {
    let folder = TempDir::new().unwrap();
    let (child, url, _) = start(folder.path(), &[("PLAZA_DEMO", "small")]).await;
    let demo = |listen: &str, rate: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plaza"));
        command.env_clear().env("PLAZA_LISTEN", listen).current_dir(folder.path()).kill_on_drop(true);
        command.args(["demo", "orders", "--rate", rate]).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    };
    let mut ordering = demo(url.strip_prefix("http://").unwrap(), "600").spawn().unwrap();
    let mut lines = BufReader::new(ordering.stdout.take().unwrap()).lines();
    for name in ["kenji", "sofia", "tomas"] {
        let line = lines.next_line().await.unwrap().expect("an order");
        assert!(line.starts_with(&format!("{name} ordered ")), "{line}");
    }
    drop(ordering);
    terminate(child).await;
    let refused = demo("127.0.0.1:1", "0").output().await.unwrap();
    assert!(String::from_utf8_lossy(&refused.stderr).contains("expected a number above 0"), "{refused:?}");
    let alone = demo("127.0.0.1:1", "1").output().await.unwrap();
    assert!(String::from_utf8_lossy(&alone.stderr).contains("does not answer"), "{alone:?}");
}

#[actix_web::test]
async fn support_lists_and_answers_tickets() {
    let folder = TempDir::new().unwrap();
    let support = async |step: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_plaza"));
        let output = command.env_clear().env("PLAZA_DATA", folder.path()).current_dir(folder.path());
        output.arg("support").args(step).output().await.unwrap()
    };
    let early = support(&["list"]).await;
    assert!(!early.status.success() && String::from_utf8_lossy(&early.stderr).contains("there is no database at"));
    let client = awc::Client::new();
    let (child, url, _) = start(folder.path(), &[]).await;
    let mut signed_up =
        client.post(format!("{url}/api/v1/users/register/")).send_json(&registration("ann")).await.unwrap();
    let signed_up: serde_json::Value = signed_up.json().await.unwrap();
    let bearer = format!("Bearer {}", signed_up["tokens"]["accessToken"].as_str().unwrap());
    let new = json!({"category": "other", "subject": "Lost", "description": "Where am I?"});
    let path = format!("{url}/api/v1/users/support-tickets/");
    let call = client.post(format!("{path}create/")).insert_header(("authorization", bearer.as_str()));
    let ticket: serde_json::Value = call.send_json(&new).await.unwrap().json().await.unwrap();
    let id = ticket["data"]["id"].to_string();
    let port = url.rsplit(':').next().unwrap().parse().unwrap();
    let user = &signed_up["data"]["user"]["id"];
    let token = signed_up["tokens"]["accessToken"].as_str().unwrap();
    let mut inbox = Socket::open(port, &format!("/ws/notifications/?id={user}&token={token}")).await.unwrap();
    inbox.wait_for("snapshot").await;
    let listed = String::from_utf8(support(&["list"]).await.stdout).unwrap();
    assert!(listed.contains(&id) && listed.ends_with("open, other, ann: Lost\n"), "{listed}");
    assert_eq!(support(&["reply", &id, "On Plaza."]).await.stdout, format!("Ticket {id} is answered.\n").as_bytes());
    let shown = String::from_utf8(support(&["show", &id]).await.stdout).unwrap();
    assert!(
        shown.contains("customer\n    Where am I?\n") && shown.contains("operator [waiting_customer]\n    On Plaza.")
    );
    // The running server tells the customer.
    let event = inbox.wait(|frame| frame["type"] == "event").await;
    assert_eq!(event["data"]["notification"]["kind"], "ticket_reply");
    assert!(support(&["resolve", &id]).await.status.success());
    assert_eq!(support(&["list"]).await.stdout, b"No ticket waits.\n");
    assert_eq!(support(&["show", "5"]).await.stderr, b"plaza: there is no such ticket to the operator\n");
    assert_eq!(support(&["feedback"]).await.stdout, b"There is no feedback.\n");
    terminate(child).await;
}

#[actix_web::test]
async fn malformed_requests_are_counted_but_not_logged() {
    let folder = TempDir::new().unwrap();
    let (child, url, _) = start(folder.path(), &[]).await;
    let address = url.strip_prefix("http://").unwrap();
    for _ in 0..100 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        stream.write_all(b"no HTTP at all\r\n\r\n").await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        assert!(answer.starts_with(b"HTTP/1.1 400"), "{}", String::from_utf8_lossy(&answer));
    }
    let log = String::from_utf8(terminate(child).await.stderr).unwrap();
    assert!(log.matches("stream error").count() <= 2, "{log}");
    assert!(!log.contains("ERROR"), "{log}");
    let counted: usize =
        log.split("count=").skip(1).map(|rest| rest.split(' ').next().unwrap().parse::<usize>().unwrap()).sum();
    assert_eq!(counted, 100, "{log}");
}

#[actix_web::test]
async fn taken_metrics_address_is_named_when_configured() {
    let folder = TempDir::new().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let mut command = Command::new(env!("CARGO_BIN_EXE_plaza"));
    command.env_clear().env("PLAZA_DATA", folder.path()).env("PLAZA_LISTEN", "127.0.0.1:0");
    let output = command.env("PLAZA_METRICS_LISTEN", &address).output().await.unwrap();
    assert_eq!(output.status.code(), Some(1));
    let says = String::from_utf8(output.stderr).unwrap();
    assert!(says.contains(&format!("{address} cannot be served on")), "{says}");
}
