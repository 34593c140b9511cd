//! Cards of an account that the payment provider keeps.

use serde::Serialize;
use utoipa::ToSchema;

use super::{Card, Provider};
use crate::{
    Db, Error, Result,
    db::Tx,
    on,
    types::{
        ids::{SavedCardId, UserId},
        timestamp::Timestamp,
    },
};

/// Maximum number of cards per account.
pub const CARDS_MAX: i64 = 10;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct SavedCard {
    pub id: SavedCardId,
    #[serde(skip)]
    pub provider: Provider,
    #[serde(skip)]
    pub token: String,
    #[schema(example = "visa")]
    pub brand: String,
    #[schema(example = "4242")]
    pub last4: String,
    /// Month and year of the expiry. Null if the provider tells none.
    pub exp_month: Option<i64>,
    #[schema(example = 2030)]
    pub exp_year: Option<i64>,
    /// Offered first.
    pub is_default: bool,
}

/// Card to save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewCard<'a> {
    pub id: SavedCardId,
    pub provider: Provider,
    /// Token of the provider.
    pub token: &'a str,
    pub card: &'a Card,
    /// Month and year.
    pub expiry: Option<(i64, i64)>,
}

/// Outcome of adding a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    Added,
    /// The account has [`CARDS_MAX`].
    TooMany,
}

/// Returns the cards of an account at a provider: the default one, then the newest first.
pub async fn list(db: &Db, account: UserId, provider: Provider) -> Result<Vec<SavedCard>> {
    on!(db.read(), at => sqlx::query_as(
        "SELECT id, provider, token, brand, last4, exp_month, exp_year, is_default FROM saved_card
         WHERE account_id = $1 AND provider = $2 ORDER BY is_default DESC, created_at DESC, id DESC")
        .bind(account).bind(provider).fetch_all(at).await)
    .map_err(Into::into)
}

/// Returns a card of an account.
pub async fn find(db: &Db, account: UserId, provider: Provider, id: SavedCardId) -> Result<SavedCard> {
    list(db, account, provider).await?.into_iter().find(|card| card.id == id).ok_or(Error::NotFound)
}

/// Adds a card. The first one becomes the default. A repeat has no effect.
pub async fn add(db: &Db, account: UserId, new: &NewCard<'_>, now: Timestamp) -> Result<Added> {
    let mut tx = db.begin().await?;
    tx.lock_accounts(&[account.0]).await?;
    let (count, known): (i64, i64) = on!(tx.at(), at => sqlx::query_as(
        "SELECT COUNT(*), COUNT(CASE WHEN token = $3 THEN 1 END) FROM saved_card WHERE account_id = $1 AND provider = $2")
        .bind(account).bind(new.provider).bind(new.token).fetch_one(at).await)?;
    if known > 0 {
        return Ok(Added::Added);
    }
    if count >= CARDS_MAX {
        return Ok(Added::TooMany);
    }
    let (month, year) = new.expiry.unzip();
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO saved_card (id, account_id, provider, token, brand, last4, exp_month, exp_year, is_default, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING")
        .bind(new.id).bind(account).bind(new.provider).bind(new.token).bind(&new.card.brand).bind(&new.card.last4)
        .bind(month).bind(year).bind(count == 0).bind(now)
        .execute(at).await.map(drop))?;
    tx.commit().await?;
    Ok(Added::Added)
}

/// Makes a card the one that is offered first.
pub async fn set_default(db: &Db, account: UserId, provider: Provider, id: SavedCardId) -> Result<()> {
    let mut tx = db.begin().await?;
    tx.lock_accounts(&[account.0]).await?;
    find_in(&mut tx, account, provider, id).await?;
    on!(tx.at(), at => sqlx::query("UPDATE saved_card SET is_default = (id = $3) WHERE account_id = $1 AND provider = $2")
        .bind(account).bind(provider).bind(id).execute(at).await.map(drop))?;
    tx.commit().await?;
    Ok(())
}

async fn find_in(tx: &mut Tx, account: UserId, provider: Provider, id: SavedCardId) -> Result<()> {
    let (_,): (SavedCardId,) = on!(tx.at(), at => sqlx::query_as(
        "SELECT id FROM saved_card WHERE id = $1 AND account_id = $2 AND provider = $3")
        .bind(id).bind(account).bind(provider).fetch_one(at).await)?;
    Ok(())
}

/// Deletes a card of the account.
pub async fn delete(db: &Db, account: UserId, id: SavedCardId) -> Result<()> {
    let done = on!(db.write(), at => sqlx::query("DELETE FROM saved_card WHERE id = $1 AND account_id = $2")
        .bind(id).bind(account).execute(at).await.map(|done| done.rows_affected()))?;
    if done == 0 { Err(Error::NotFound) } else { Ok(()) }
}
