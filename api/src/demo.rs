//! The demo's accounts, and filling an empty database with them and the life around them.

use crate::state::State;

/// User names and e-mail addresses of the accounts to try the place with.
pub const ACCOUNTS: [(&str, &str); 3] =
    [("alice", "alice@plaza.example"), ("bruno", "bruno@plaza.example"), ("chef", "chef@plaza.example")];
pub const PASSWORD: &str = "Plaza-demo-1";

/// Fills the database if the configuration asks for it and nobody has an account yet.
pub async fn fill(_state: &State) -> Result<(), Box<dyn std::error::Error>> {
    Ok(())
}
