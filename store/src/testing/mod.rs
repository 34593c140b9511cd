//! Databases for tests, behind the feature `testing`: a fresh SQLite file, and a fresh database on a PostgreSQL server
//! that this process starts for itself in a temporary folder and that ends with it, however it ends.
//!
//! Without PostgreSQL's programs the half on PostgreSQL is skipped, and says so; with `PLAZA_TEST_ALL=1` it fails instead.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that cannot start must stop, and say where")]

pub mod fuzz;
pub mod postgres;
mod redis;

use std::{net::TcpListener, sync::OnceLock};

pub use redis::{Redis, redis};
pub use sqlx;
use tempfile::TempDir;

use crate::{
    Db,
    account::{self, AccountKind, NewAccount},
    on,
    types::{ids::UserId, timestamp::Timestamp},
};

/// Tells one story on both databases, each time on an empty one:
/// `both(async |db| { … }).await`.
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

/// An empty SQLite database, in a folder that goes when it is dropped.
pub async fn sqlite() -> (Db, TempDir) {
    let folder = TempDir::new().unwrap();
    let db = Db::sqlite(&folder.path().join("plaza.db")).await.unwrap();
    (db, folder)
}

/// An empty PostgreSQL database, or `None` when it is skipped.
pub async fn postgres() -> Option<Db> {
    let url = postgres_url().await?;
    Some(Db::postgres(&url, 8).await.unwrap())
}

/// The address of a new, quite empty PostgreSQL database, or `None` when it is skipped.
pub async fn postgres_url() -> Option<String> {
    /// One for this process, started when it is first wanted.
    static SERVER: OnceLock<Option<postgres::Postgres>> = OnceLock::new();
    match SERVER.get_or_init(postgres::start) {
        Some(server) => Some(server.database().await),
        None => None,
    }
}

/// A free port that nothing else is given by chance while who listens there is restarted: below those that the kernel
/// gives to connections.
pub fn steady_port() -> u16 {
    loop {
        let port = rand::random_range(10_000..32_000);
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

/// An account as somebody might fill in.
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
        marketing: false,
        picture: None,
        created_at: Timestamp(1_795_231_140_000),
    }
}

/// Makes an account.
pub async fn account(db: &Db, id: UserId, user_name: &str) {
    account::create(db, &new_account(id, user_name)).await.unwrap();
}

/// Rows in a table, for stories that prove that something was or was not written.
pub async fn count(db: &Db, table: &str) -> i64 {
    let sql = format!("SELECT count(*) FROM {table}");
    let (count,): (i64,) = on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).fetch_one(at).await).unwrap();
    count
}
