//! Test databases, behind the feature `testing`: a new SQLite file and a new PostgreSQL database. This process starts
//! its own PostgreSQL server in a temporary folder. The server ends with the process, even after a crash.
//!
//! Without PostgreSQL's binaries those tests are skipped with a message; with `PLAZA_TEST_ALL=1` they fail.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot start must stop, and say where")]

pub mod fuzz;
mod kept;
pub mod loyalty;
pub mod market;
pub mod postgres;
mod redis;

use std::{net::TcpListener, path::Path};

use postgres::Fsync;
pub use redis::{Redis, redis};
pub use sqlx;
use tempfile::TempDir;
use tokio::sync::OnceCell;

use crate::{
    Db,
    account::{self, AccountKind, NewAccount},
    on,
    types::{ids::UserId, timestamp::Timestamp},
};

/// Runs a test on both databases, each empty: `both(async |db| { … }).await`.
pub async fn both(story: impl AsyncFn(Db)) {
    let (db, _folder) = sqlite().await;
    eprintln!("on SQLite");
    story(db.clone()).await;
    db.close().await;
    if let Some(db) = postgres().await {
        eprintln!("on PostgreSQL");
        story(db.clone()).await;
        db.close().await;
    }
}

/// Creates an empty SQLite database in a folder that is deleted on drop.
pub async fn sqlite() -> (Db, TempDir) {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("plaza.db");
    sqlite_file(&file).await;
    (Db::sqlite(&file).await.unwrap(), folder)
}

/// Creates `file` and the search index next to it: a migrated SQLite database without rows.
pub async fn sqlite_file(file: &Path) {
    let kept = kept::folder("sqlite", async |folder| {
        std::fs::create_dir(folder).unwrap();
        let db = Db::sqlite(&folder.join("plaza.db")).await.unwrap();
        db.close().await;
    })
    .await;
    for suffix in ["", "-search"] {
        let mut to = file.as_os_str().to_owned();
        to.push(suffix);
        std::fs::copy(kept.join(format!("plaza.db{suffix}")), to).unwrap();
    }
}

/// Creates an empty PostgreSQL database; `None` if skipped.
pub async fn postgres() -> Option<Db> {
    let url = postgres_url().await?;
    Some(Db::postgres(&url, 8).await.unwrap())
}

/// Returns the URL of a new, migrated PostgreSQL database without rows; `None` if skipped.
pub async fn postgres_url() -> Option<String> {
    /// One server per process, started on first use.
    static SERVER: OnceCell<Option<postgres::Postgres>> = OnceCell::const_new();
    match SERVER.get_or_init(|| postgres::start(Fsync::Off)).await {
        Some(server) => Some(server.database().await),
        None => None,
    }
}

/// Returns a free port below the kernel's ephemeral range, so that no connection takes it during a restart of its
/// server.
pub fn steady_port() -> u16 {
    loop {
        let port = rand::random_range(10_000..32_000);
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

/// Returns a plausible new account.
pub fn new_account(id: UserId, user_name: &str) -> NewAccount {
    NewAccount {
        id,
        kind: AccountKind::Regular,
        user_name: user_name.parse().unwrap(),
        email: Some(format!("{user_name}@plaza.example").parse().unwrap()),
        password_hash: Some("$argon2id$".to_owned()),
        first_name: "Ann".parse().unwrap(),
        last_name: "Other".parse().unwrap(),
        phone: None,
        dob: None,
        gender: None,
        address: None,
        address_line2: None,
        city: None,
        postal_code: None,
        country: None,
        language: None,
        marketing: false,
        picture: None,
        created_at: Timestamp(1_795_231_140_000),
    }
}

/// Creates an account.
pub async fn account(db: &Db, id: UserId, user_name: &str) {
    account::create(db, &new_account(id, user_name)).await.unwrap();
}

/// Returns the number of rows in a table.
pub async fn count(db: &Db, table: &str) -> i64 {
    let sql = format!("SELECT count(*) FROM {table}");
    let (count,): (i64,) = on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).fetch_one(at).await).unwrap();
    count
}
