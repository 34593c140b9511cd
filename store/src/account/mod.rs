//! Accounts of consumers, guests and businesses, and their public cards.

pub mod address;
pub mod company_closing;
pub mod credentials;
pub mod deletion;
pub mod delivery_address;
pub mod document;
pub mod export;
pub mod guest;
pub mod privacy;
mod profile;
mod viewers;

pub(crate) use crate::types::validation::skeleton;
pub use crate::types::validation::{Bio, Email, Name, Password, Phone, ShortText, UserName};
pub use profile::{Profile, ProfileChange, profile, taken_by_another, update};
pub use viewers::{Viewers, viewers};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Db, Result,
    db::Tx,
    on,
    social::search_key,
    types::{
        ids::UserId,
        timestamp::{Date, Timestamp},
    },
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum AccountKind {
    /// A consumer.
    Regular,
    /// A business.
    Professional,
    /// A visitor without a registered account.
    Guest,
    /// A company in chats. Its team acts for it, and nobody signs in with it.
    Company,
}

impl AccountKind {
    /// Returns true for the account of a registered person. Only persons have friends and a page of their own.
    pub fn is_person(self) -> bool {
        matches!(self, Self::Regular | Self::Professional)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum Gender {
    Male,
    Female,
    Other,
}

impl std::str::FromStr for Gender {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.trim() {
            "male" => Ok(Self::Male),
            "female" => Ok(Self::Female),
            "other" => Ok(Self::Other),
            _ => Err("Choose male, female or other."),
        }
    }
}

/// Public card of an account, as shown in lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserCard {
    pub id: UserId,
    #[serde(rename = "type")]
    pub kind: AccountKind,
    pub user_name: String,
    pub first_name: String,
    pub last_name: String,
    pub picture: Option<String>,
}

impl UserCard {
    /// First and last name.
    pub fn name(&self) -> String {
        format!("{} {}", self.first_name, self.last_name).trim().to_owned()
    }
}

/// Stored credentials that a login is checked against.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Credentials {
    pub id: UserId,
    pub kind: AccountKind,
    /// `None` if the account has no password and signs in by other means.
    pub password_hash: Option<String>,
}

/// Account to create. All values are validated.
#[derive(Clone, Debug)]
pub struct NewAccount {
    pub id: UserId,
    pub kind: AccountKind,
    pub user_name: UserName,
    pub email: Option<Email>,
    /// Output of [`crate::security::password::hash`].
    pub password_hash: Option<String>,
    pub first_name: Name,
    pub last_name: Name,
    pub phone: Option<Phone>,
    pub dob: Option<Date>,
    pub gender: Option<Gender>,
    pub address: Option<ShortText>,
    pub address_line2: Option<ShortText>,
    pub city: Option<ShortText>,
    pub postal_code: Option<ShortText>,
    pub country: Option<ShortText>,
    pub marketing: bool,
    /// URL of the picture, as a browser requests it.
    pub picture: Option<String>,
    /// Also the time of acceptance of the terms.
    pub created_at: Timestamp,
}

/// Unique names of an account that are already in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken {
    pub user_name: bool,
    pub email: bool,
}

/// Creates an account. Returns [`Error::Taken`](crate::Error::Taken) if its e-mail, its user name or a look-alike user
/// name is in use. [`taken`] reports which.
pub async fn create(db: &Db, new: &NewAccount) -> Result<()> {
    let mut tx = db.begin().await?;
    insert(&mut tx, new).await?;
    tx.commit().await
}

/// Inserts an account within a transaction.
pub(crate) async fn insert(tx: &mut Tx, new: &NewAccount) -> Result<()> {
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO account (id, kind, user_name, user_name_key, user_name_look, email, email_key, password_hash,
            first_name, last_name, phone, dob, gender, address, address_line2, city, postal_code, country, marketing, picture, terms_at,
            created_at, last_seen_at, search_key)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $21, $21, $22)")
        .bind(new.id).bind(new.kind)
        .bind(new.user_name.as_str()).bind(new.user_name.key()).bind(new.user_name.skeleton())
        .bind(new.email.as_ref().map(Email::as_str)).bind(new.email.as_ref().map(Email::key))
        .bind(&new.password_hash)
        .bind(new.first_name.as_str()).bind(new.last_name.as_str())
        .bind(new.phone.as_ref().map(Phone::as_str))
        .bind(new.dob.as_ref()).bind(new.gender)
        .bind(new.address.as_ref().map(ShortText::as_str))
        .bind(new.address_line2.as_ref().map(ShortText::as_str))
        .bind(new.city.as_ref().map(ShortText::as_str))
        .bind(new.postal_code.as_ref().map(ShortText::as_str))
        .bind(new.country.as_ref().map(ShortText::as_str))
        .bind(new.marketing).bind(new.picture.as_deref()).bind(new.created_at)
        .bind(search_key(new.user_name.as_str(), new.first_name.as_str(), new.last_name.as_str()))
        .execute(at).await.map(drop))?;
    Ok(())
}

/// Checks which names are in use. A user name also counts as taken if an account has a look-alike name.
pub async fn taken(db: &Db, user_name: &UserName, email: Option<&Email>) -> Result<Taken> {
    let rows: Vec<(String, String, Option<String>)> = on!(db.read(), at => sqlx::query_as(
        "SELECT user_name_key, user_name_look, email_key FROM account
         WHERE user_name_key = $1 OR user_name_look = $2 OR email_key = $3")
        .bind(user_name.key()).bind(user_name.skeleton()).bind(email.map(Email::key)).fetch_all(at).await)?;
    let reserved = match email {
        Some(email) => address::is_reserved(db, UserId(0), email).await?,
        None => false,
    };
    Ok(Taken {
        user_name: rows.iter().any(|(key, look, _)| *key == user_name.key() || *look == user_name.skeleton()),
        email: reserved || email.is_some_and(|email| rows.iter().any(|(_, _, key)| *key == Some(email.key()))),
    })
}

/// Finds the account with `login` as its e-mail or user name, ignoring case. A user name never contains `@` and an
/// e-mail always does, so a login matches at most one account.
pub async fn find_by_login(db: &Db, login: &str) -> Result<Option<Credentials>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT id, kind, password_hash FROM account
         WHERE (user_name_key = $1 OR email_key = $1) AND deleted_at IS NULL")
        .bind(crate::types::validation::key(login)).fetch_optional(at).await)?)
}

/// Finds the account with this user name, ignoring case.
pub async fn find_by_user_name(db: &Db, user_name: &str) -> Result<Option<UserCard>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT id, kind, user_name, first_name, last_name, picture FROM account
         WHERE user_name_key = $1 AND deleted_at IS NULL")
        .bind(crate::types::validation::key(user_name)).fetch_optional(at).await)?)
}

/// Sets the last-seen time of these accounts to `now`.
pub async fn seen(db: &Db, users: &[UserId], now: Timestamp) -> Result<()> {
    let on = db.write();
    let sql = crate::each!(
        on,
        "UPDATE account SET last_seen_at = $2 WHERE id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")"
    );
    let users = serde_json::to_string(&users.iter().map(|user| [user]).collect::<Vec<_>>())?;
    on!(on, at => sqlx::query(sql).bind(users).bind(now).execute(at).await.map(drop))?;
    Ok(())
}
