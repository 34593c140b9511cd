//! What the store promises, told as stories on SQLite and on PostgreSQL. Queries are not checked at compile time: these
//! stories touch every one of them, on both.
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "contract/accounts.rs"]
mod accounts;
#[path = "contract/chats.rs"]
mod chats;
#[path = "contract/media.rs"]
mod media;
#[path = "contract/sessions.rs"]
mod sessions;

use store::{
    Db,
    account::{self, AccountKind, NewAccount},
    ids::UserId,
    time::Millis,
};

/// The moment at which a story happens; no story looks at the clock.
pub const NOW: Millis = Millis(1_795_231_140_000);

/// An account as somebody might fill in, with its user name for everything else.
pub fn new_account(id: i64, user_name: &str) -> NewAccount {
    NewAccount {
        id: UserId(id),
        kind: AccountKind::Regular,
        user_name: user_name.parse().unwrap(),
        email: format!("{user_name}@plaza.example").parse().unwrap(),
        password_hash: "$argon2id$".to_owned(),
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
        created_at: NOW,
    }
}

/// Makes an account and answers its id.
pub async fn account(db: &Db, id: i64, user_name: &str) -> UserId {
    account::create(db, &new_account(id, user_name)).await.unwrap();
    UserId(id)
}
