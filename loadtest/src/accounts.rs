//! Accounts that a run uses: registered for it or read from a file.

use std::cell::RefCell;
use std::fs;
use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use serde_json::{Value, json};
use tokio::sync::Mutex;

use crate::api::Api;
use crate::clock::unix_ms;

const SIGN_IN: &str = "/api/v1/users/login/";
/// Password of accounts that a run registers.
pub const PASSWORD: &str = "Loadtest-pass-1";
/// Maximum age of an access token before it is refreshed. Access tokens are valid for 15 minutes.
pub const MAX_TOKEN_AGE: Duration = Duration::from_secs(600);

/// Source of the accounts.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Accounts")]
pub struct AccountArgs {
    /// Log in with these accounts instead of registering: a file with an email or user name and a password on each line
    #[arg(long, value_name = "FILE")]
    pub accounts: Option<PathBuf>,
    /// Write the registered accounts to FILE, for --accounts of a later run
    #[arg(long, value_name = "FILE", conflicts_with = "accounts")]
    pub save_accounts: Option<PathBuf>,
    /// Use these sessions instead of logging in: a file written by --save-sessions on the same database
    #[arg(long, value_name = "FILE", conflicts_with_all = ["accounts", "save_accounts"])]
    pub sessions: Option<PathBuf>,
    /// Write the sessions to FILE: a server that is restarted and used with --sessions has hashed no password
    #[arg(long, value_name = "FILE", conflicts_with = "sessions")]
    pub save_sessions: Option<PathBuf>,
    /// Number of concurrent registrations, logins and room creations (the server hashes a password for each account)
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub concurrency: u16,
}

/// A logged-in account.
pub struct Account {
    pub id: u64,
    pub user_name: String,
    pub professional: bool,
    tokens: RefCell<Tokens>,
    /// Held during a token refresh: a refresh token can be used once.
    refresh_lock: Mutex<()>,
}

struct Tokens {
    access: String,
    refresh: String,
    issued_at: Instant,
}

impl Tokens {
    fn from_response(answer: &Value) -> Option<Self> {
        let text = |name| answer["tokens"][name].as_str().map(str::to_owned);
        Some(Self { access: text("accessToken")?, refresh: text("refreshToken")?, issued_at: Instant::now() })
    }
}

impl Account {
    fn from_response(answer: &Value) -> Result<Self, String> {
        let user = &answer["data"]["user"];
        let read = || {
            Some(Self {
                id: user["id"].as_u64()?,
                user_name: user["userName"].as_str()?.to_owned(),
                professional: user["type"].as_str() == Some("professional"),
                tokens: RefCell::new(Tokens::from_response(answer)?),
                refresh_lock: Mutex::new(()),
            })
        };
        read().ok_or_else(|| "the login response has no data.user or tokens".to_owned())
    }

    /// Line of a session file: kind, id, user name, issue time (Unix seconds), access token, refresh token.
    fn to_line(&self) -> String {
        let Tokens { access, refresh, issued_at } = &*self.tokens.borrow();
        let kind = if self.professional { "professional" } else { "regular" };
        let written = unix_seconds().saturating_sub(issued_at.elapsed().as_secs());
        format!("{kind} {} {} {written} {access} {refresh}\n", self.id, self.user_name)
    }

    fn from_line(line: &str) -> Option<Self> {
        let mut words = line.split(' ');
        let professional = words.next()? == "professional";
        let (id, user_name) = (words.next()?.parse().ok()?, words.next()?.to_owned());
        let age = Duration::from_secs(unix_seconds().saturating_sub(words.next()?.parse().ok()?));
        let issued_at = Instant::now().checked_sub(age)?;
        let tokens = Tokens { access: words.next()?.to_owned(), refresh: words.next()?.to_owned(), issued_at };
        Some(Self { id, user_name, professional, tokens: RefCell::new(tokens), refresh_lock: Mutex::new(()) })
    }

    /// Returns an access token that is at most `age` old. Refreshes it if necessary.
    pub async fn token(&self, api: &Api, age: Duration) -> Result<String, String> {
        let _guard = self.refresh_lock.lock().await;
        let refresh = {
            let tokens = self.tokens.borrow();
            if tokens.issued_at.elapsed() <= age {
                return Ok(tokens.access.clone());
            }
            tokens.refresh.clone()
        };
        let answer = api.post("/api/v1/users/token/refresh/", None, &json!({"refresh_token": refresh})).await?;
        let tokens = Tokens::from_response(&answer).ok_or("the refresh response has no tokens")?;
        let access = tokens.access.clone();
        *self.tokens.borrow_mut() = tokens;
        Ok(access)
    }
}

/// Logs in `count` accounts from the file, or registers them under names that contain `run`. With `allow_fewer`, a file
/// with fewer lines is accepted.
pub async fn provision(
    api: &Api,
    args: &AccountArgs,
    run: u32,
    count: usize,
    allow_fewer: bool,
) -> Result<Vec<Rc<Account>>, String> {
    if let Some(path) = &args.sessions {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let accounts: Option<Vec<_>> =
            text.lines().take(count).map(|line| Account::from_line(line).map(Rc::new)).collect();
        return match accounts {
            Some(accounts) if accounts.len() == count || (allow_fewer && !accounts.is_empty()) => Ok(accounts),
            Some(accounts) => {
                Err(format!("{} holds {} sessions, but {count} are needed", path.display(), accounts.len()))
            }
            None => Err(format!("{} is not a file written by --save-sessions", path.display())),
        };
    }
    let (activity, calls) = match &args.accounts {
        Some(path) => {
            let mut credentials = read_file(path)?;
            if credentials.is_empty() || (credentials.len() < count && !allow_fewer) {
                return Err(format!("{} holds {} accounts, but {count} are needed", path.display(), credentials.len()));
            }
            credentials.truncate(count);
            ("logging in", credentials.iter().map(|own| (SIGN_IN, own.body())).collect::<Vec<_>>())
        }
        None => {
            ("registering", (0..count).map(|index| ("/api/v1/users/register/", registration(run, index))).collect())
        }
    };
    let total = calls.len();
    let calls = calls
        .into_iter()
        .map(|(path, body)| async move { Account::from_response(&api.post(path, None, &body).await?) });
    let accounts = collect_concurrently(activity, "accounts", total, args.concurrency, calls).await?;
    if let Some(path) = &args.save_accounts {
        let lines: String = accounts.iter().map(|account| format!("{} {PASSWORD}\n", account.user_name)).collect();
        fs::write(path, lines).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    if let Some(path) = &args.save_sessions {
        let lines: String = accounts.iter().map(Account::to_line).collect();
        fs::write(path, lines).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(accounts.into_iter().map(Rc::new).collect())
}

/// Awaits all calls in order, `concurrency` at a time, and shows the progress on the terminal.
pub async fn collect_concurrently<T>(
    activity: &str,
    subject: &str,
    total: usize,
    concurrency: u16,
    calls: impl Iterator<Item = impl Future<Output = Result<T, String>>>,
) -> Result<Vec<T>, String> {
    let live = std::io::stderr().is_terminal();
    let mut done = Vec::with_capacity(total);
    let mut calls = futures_util::stream::iter(calls).buffered(concurrency.into());
    let mut shown = Instant::now();
    while let Some(result) = calls.next().await {
        done.push(result.map_err(|error| format!("while {activity} {subject}: {error}"))?);
        if live && (shown.elapsed() > Duration::from_millis(200) || done.len() == total) {
            shown = Instant::now();
            let end = if done.len() == total { "\n" } else { "" };
            // A closed terminal must not end the run.
            let _ = write!(std::io::stderr(), "\r{activity} {subject}: {} of {total}{end}", done.len());
        }
    }
    Ok(done)
}

/// User name of the account with this index.
fn user_name(run: u32, index: usize) -> String {
    format!("lt{run:06x}u{index}")
}

fn registration(run: u32, index: usize) -> Value {
    let user_name = user_name(run, index);
    json!({
        "email": format!("{user_name}@loadtest.example"), "userName": user_name, "password": PASSWORD,
        "confirm_password": PASSWORD, "firstName": "Load", "lastName": "Test", "dob": "1990-01-31", "gender": "other",
        "address": "1 Load Street", "terms": true,
    })
}

fn unix_seconds() -> u64 {
    unix_ms() / 1_000
}

/// Login credentials.
#[derive(Debug, PartialEq, Eq)]
pub struct Credentials {
    /// Email or user name.
    name: String,
    password: String,
}

impl Credentials {
    fn body(&self) -> Value {
        json!({"email": self.name, "password": self.password})
    }

    pub async fn sign_in(&self, api: &Api) -> Result<Account, String> {
        Account::from_response(&api.post(SIGN_IN, None, &self.body()).await?)
    }
}

/// Returns the credentials of the file, or registers `count` accounts for the run.
pub async fn credentials(api: &Api, args: &AccountArgs, run: u32, count: usize) -> Result<Vec<Credentials>, String> {
    match &args.accounts {
        Some(path) => match read_file(path)? {
            credentials if credentials.is_empty() => Err(format!("{} holds no account", path.display())),
            credentials => Ok(credentials),
        },
        None => {
            let accounts = provision(api, args, run, count, false).await?;
            let generated =
                |account: &Rc<Account>| Credentials { name: account.user_name.clone(), password: PASSWORD.to_owned() };
            Ok(accounts.iter().map(generated).collect())
        }
    }
}

fn read_file(path: &Path) -> Result<Vec<Credentials>, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    parse_credentials(&text).map_err(|error| format!("{}: {error}", path.display()))
}

fn parse_credentials(text: &str) -> Result<Vec<Credentials>, String> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| {
            let (name, password) =
                line.split_once(char::is_whitespace).ok_or(format!("line {number} should be: login password"))?;
            Ok(Credentials { name: name.to_owned(), password: password.trim_start().to_owned() })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn account_file_is_parsed_by_line() {
        let text = "# two people\nalice@plaza.example Plaza-demo-1\n\n  bruno\tpass phrase \n";
        let expected = [("alice@plaza.example", "Plaza-demo-1"), ("bruno", "pass phrase")]
            .map(|(name, password)| Credentials { name: name.to_owned(), password: password.to_owned() });
        assert_eq!(parse_credentials(text).unwrap(), expected);
        assert_eq!(parse_credentials("alice secret\nbruno\n"), Err("line 2 should be: login password".to_owned()));
    }

    #[test]
    fn session_round_trips_through_its_line() {
        let tokens = Tokens { access: "a.b".to_owned(), refresh: "r".to_owned(), issued_at: Instant::now() };
        let tokens = RefCell::new(tokens);
        let user_name = "chef".to_owned();
        let line = Account { id: 9, user_name, professional: true, tokens, refresh_lock: Mutex::new(()) }.to_line();
        let back = Account::from_line(line.trim_end()).unwrap();
        assert_eq!((back.id, back.user_name.as_str(), back.professional), (9, "chef", true));
        assert_eq!(back.to_line(), line);
        assert!(Account::from_line("alice@plaza.example Plaza-demo-1").is_none());
    }

    #[test]
    fn user_names_differ_by_run_and_index() {
        assert_eq!(user_name(0xab, 12), "lt0000abu12");
        assert_ne!(registration(1, 0)["email"], registration(2, 0)["email"]);
    }

    #[test]
    fn login_response_without_tokens_is_an_error() {
        let answer = json!({"data": {"user": {"id": 3, "userName": "alice", "type": "regular"}}, "tokens": {"accessToken": "a", "refreshToken": "r"}});
        let account = Account::from_response(&answer).unwrap();
        assert_eq!((account.id, account.user_name.as_str(), account.professional), (3, "alice", false));
        assert!(Account::from_response(&json!({"data": {"user": {"id": 3, "userName": "alice"}}})).is_err());
    }
}
