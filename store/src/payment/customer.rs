//! Customers of accounts at a payment provider.

use super::Provider;
use crate::{Db, Result, on, types::ids::UserId};

/// Maximum customers read at once.
const BATCH: i64 = 50;

/// Returns the customer of an account at a provider.
pub async fn find(db: &Db, provider: Provider, account: UserId) -> Result<Option<String>> {
    let row: Option<(String,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT reference FROM payment_customer WHERE provider = $1 AND account_id = $2")
        .bind(provider).bind(account).fetch_optional(at).await)?;
    Ok(row.map(|(reference,)| reference))
}

/// Saves the customer of an account. A repeat has no effect.
pub async fn add(db: &Db, provider: Provider, account: UserId, reference: &str) -> Result<()> {
    on!(db.write(), at => sqlx::query(
        "INSERT INTO payment_customer (provider, reference, account_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING")
        .bind(provider).bind(reference).bind(account).execute(at).await.map(drop))
    .map_err(Into::into)
}

/// Returns customers whose accounts are deleted, at most 50.
pub async fn without_account(db: &Db, provider: Provider) -> Result<Vec<String>> {
    let rows: Vec<(String,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT reference FROM payment_customer WHERE account_id IS NULL AND provider = $1 LIMIT $2")
        .bind(provider).bind(BATCH).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(reference,)| reference).collect())
}

/// Deletes a customer that the provider has deleted.
pub async fn delete(db: &Db, provider: Provider, reference: &str) -> Result<()> {
    on!(db.write(), at => sqlx::query("DELETE FROM payment_customer WHERE provider = $1 AND reference = $2")
        .bind(provider).bind(reference).execute(at).await.map(drop))
    .map_err(Into::into)
}
