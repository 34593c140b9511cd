//! Demo accounts and demo data for an empty database.

use std::io;

use store::{
    seed::{self, Size},
    types::timestamp::Timestamp,
};

pub use store::seed::PASSWORD;

use crate::{app_state::AppState, cli::config::Demo};

/// User names and e-mail addresses of the demo accounts.
pub const ACCOUNTS: [(&str, &str); 3] =
    [("alice", "alice@plaza.example"), ("bruno", "bruno@plaza.example"), ("chef", "chef@plaza.example")];

/// Fills the database if the configuration requests it and no account exists. Demo accounts and outbox are published
/// only if the database was filled this way, now or earlier. In any other database they belong to real users.
pub async fn fill(state: &AppState) -> io::Result<()> {
    let size = match state.config.demo {
        Demo::Off => {
            if seed::is_demo(&state.db).await.map_err(io::Error::other)? {
                tracing::warn!("database holds demo accounts, whose password is public, and PLAZA_DEMO is off");
            }
            return Ok(());
        }
        Demo::Small => Size::Small,
        Demo::Full => Size::Full,
    };
    let keep = async |key: &str, bytes: &'static [u8]| state.blobs.put(key, bytes).await;
    if seed::fill(&state.db, &state.ids, size, Timestamp::now(), keep).await? {
        tracing::info!("the database was empty and is filled with the demo now");
    }
    if seed::is_demo(&state.db).await.map_err(io::Error::other)? {
        state.publish_demo();
    } else {
        tracing::warn!("PLAZA_DEMO is ignored: this database has accounts that are not of the demo");
    }
    Ok(())
}
