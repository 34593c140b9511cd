//! Accounts of consumers, guests and businesses, and their public cards.

pub mod address;
pub mod company_closing;
pub mod contact_erasure;
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
    Db, Error, Result,
    db::Tx,
    on,
    social::search_key,
    types::{
        ids::UserId,
        language::Language,
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
    /// Language of the interface and of mails; the fallback if `None`.
    pub language: Option<Language>,
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

/// Creates an account. Returns [`Error::Taken`] if its user name, a look-alike user name or its e-mail is in use.
/// [`taken`] reports which. An e-mail that another account has not verified becomes the pending address.
pub async fn create(db: &Db, new: &NewAccount) -> Result<()> {
    match create_once(db, new).await {
        Err(Error::Taken) => create_once(db, new).await,
        done => done,
    }
}

/// Fails with [`Error::Taken`] too if a concurrent request inserts the same address. A second call then finds that
/// account.
async fn create_once(db: &Db, new: &NewAccount) -> Result<()> {
    let mut tx = db.begin().await?;
    insert(&mut tx, new).await?;
    tx.commit().await
}

/// Inserts an account within a transaction.
pub(crate) async fn insert(tx: &mut Tx, new: &NewAccount) -> Result<()> {
    let claim = address::claim(tx, new.id, new.email.as_ref(), new.created_at).await?;
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO account (id, kind, user_name, user_name_key, user_name_look, email, email_key, password_hash,
            first_name, last_name, phone, dob, gender, address, address_line2, city, postal_code, country, marketing, picture, terms_at,
            created_at, last_seen_at, search_key, pending_email, language)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $21, $21, $22,
            $23, $24)")
        .bind(new.id).bind(new.kind)
        .bind(new.user_name.as_str()).bind(new.user_name.key()).bind(new.user_name.skeleton())
        .bind(claim.own.map(Email::as_str)).bind(claim.own.map(Email::key))
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
        .bind(claim.pending.map(Email::as_str)).bind(new.language.unwrap_or(Language::FALLBACK).code())
        .execute(at).await.map(drop))?;
    Ok(())
}

/// Checks which names are in use. A user name also counts as taken if an account has a look-alike name. An e-mail counts
/// only if its account has verified it or has just signed up.
pub async fn taken(db: &Db, user_name: &UserName, email: Option<&Email>, now: Timestamp) -> Result<Taken> {
    let email_taken = match email {
        Some(email) => credentials::email_taken(db, email, now).await?,
        None => false,
    };
    let (names,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "SELECT COUNT(*) FROM account WHERE user_name_key = $1 OR user_name_look = $2")
        .bind(user_name.key()).bind(user_name.skeleton()).fetch_one(at).await)?;
    Ok(Taken { user_name: names > 0, email: email_taken })
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
