//! Cards of an account that the payment provider keeps.

use serde::Serialize;
use utoipa::ToSchema;

use super::{Card, Provider};
use crate::{
    Db, Error, Result, on,
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
}

/// Outcome of adding a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    Added,
    /// The account has [`CARDS_MAX`].
    TooMany,
}

/// Returns the cards of an account, the newest first.
pub async fn list(db: &Db, account: UserId) -> Result<Vec<SavedCard>> {
    on!(db.read(), at => sqlx::query_as(
        "SELECT id, provider, token, brand, last4 FROM saved_card WHERE account_id = $1 ORDER BY created_at DESC, id DESC")
        .bind(account).fetch_all(at).await)
    .map_err(Into::into)
}

/// Returns a card of an account.
pub async fn find(db: &Db, account: UserId, id: SavedCardId) -> Result<SavedCard> {
    list(db, account).await?.into_iter().find(|card| card.id == id).ok_or(Error::NotFound)
}

/// Adds a card. A repeat has no effect.
pub async fn add(
    db: &Db,
    account: UserId,
    id: SavedCardId,
    provider: Provider,
    token: &str,
    card: &Card,
    now: Timestamp,
) -> Result<Added> {
    let mut tx = db.begin().await?;
    tx.lock_accounts(&[account.0]).await?;
    let (count,): (i64,) = on!(tx.at(), at => sqlx::query_as("SELECT COUNT(*) FROM saved_card WHERE account_id = $1")
        .bind(account).fetch_one(at).await)?;
    if count >= CARDS_MAX {
        return Ok(Added::TooMany);
    }
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO saved_card (id, account_id, provider, token, brand, last4, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING")
        .bind(id).bind(account).bind(provider).bind(token).bind(&card.brand).bind(&card.last4).bind(now)
        .execute(at).await.map(drop))?;
    tx.commit().await?;
    Ok(Added::Added)
}

/// Deletes a card of the account.
pub async fn delete(db: &Db, account: UserId, id: SavedCardId) -> Result<()> {
    let done = on!(db.write(), at => sqlx::query("DELETE FROM saved_card WHERE id = $1 AND account_id = $2")
        .bind(id).bind(account).execute(at).await.map(|done| done.rows_affected()))?;
    if done == 0 { Err(Error::NotFound) } else { Ok(()) }
}
