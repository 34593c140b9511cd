//! Two-factor authentication: authenticator app (TOTP) and recovery codes. Stores an encrypted secret and hashes; the
//! caller handles their contents.

use crate::{
    Db, Result,
    db::Tx,
    on,
    types::{ids::UserId, timestamp::Timestamp},
};

/// An authenticator app of an account.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct TwoFactor {
    /// Encrypted TOTP secret.
    pub secret: String,
    /// Time of activation; `None` until the owner has entered a valid code.
    pub confirmed_at: Option<Timestamp>,
}

/// Returns the app of an account, if there is one.
pub async fn find(db: &Db, account: UserId) -> Result<Option<TwoFactor>> {
    Ok(on!(db.read(), at => sqlx::query_as("SELECT secret, confirmed_at FROM two_factor WHERE account_id = $1")
        .bind(account).fetch_optional(at).await)?)
}

/// Returns true if sign-in to the account requires a second factor.
pub async fn is_on(db: &Db, account: UserId) -> Result<bool> {
    Ok(find(db, account).await?.is_some_and(|app| app.confirmed_at.is_some()))
}

/// Stores a new unconfirmed secret and replaces an earlier one. Returns false if an app is already active.
pub async fn start(db: &Db, account: UserId, secret: &str) -> Result<bool> {
    let done = on!(db.write(), at => sqlx::query(
        "INSERT INTO two_factor (account_id, secret) VALUES ($1, $2)
         ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret, used_step = 0
         WHERE two_factor.confirmed_at IS NULL")
        .bind(account).bind(secret).execute(at).await.map(|done| done.rows_affected()))?;
    Ok(done > 0)
}

/// Activates the app after a valid code of time step `step`, with these recovery codes. Returns false if there is no
/// secret to confirm or another has replaced it.
pub async fn confirm(
    db: &Db,
    account: UserId,
    secret: &str,
    step: i64,
    hashes: &[String],
    now: Timestamp,
) -> Result<bool> {
    let mut tx = db.begin().await?;
    let done = on!(tx.at(), at => sqlx::query(
        "UPDATE two_factor SET confirmed_at = $4, used_step = $3
         WHERE account_id = $1 AND secret = $2 AND confirmed_at IS NULL")
        .bind(account).bind(secret).bind(step).bind(now).execute(at).await.map(|done| done.rows_affected()))?;
    if done == 0 {
        return Ok(false);
    }
    set_recovery_codes(&mut tx, account, hashes).await?;
    tx.commit().await?;
    Ok(true)
}

/// Consumes the code of a time step. Returns false if it, or a later one, was used before.
pub async fn use_step(db: &Db, account: UserId, step: i64) -> Result<bool> {
    let done = on!(db.write(), at => sqlx::query(
        "UPDATE two_factor SET used_step = $2 WHERE account_id = $1 AND used_step < $2 AND confirmed_at IS NOT NULL")
        .bind(account).bind(step).execute(at).await.map(|done| done.rows_affected()))?;
    Ok(done > 0)
}

/// Consumes a recovery code. Returns false if the account has no such code or it was used before.
pub async fn use_recovery_code(db: &Db, account: UserId, hash: &str, now: Timestamp) -> Result<bool> {
    let done = on!(db.write(), at => sqlx::query(
        "UPDATE recovery_code SET used_at = $3 WHERE account_id = $1 AND hash = $2 AND used_at IS NULL")
        .bind(account).bind(hash).bind(now).execute(at).await.map(|done| done.rows_affected()))?;
    Ok(done > 0)
}

/// Returns the number of unused recovery codes.
pub async fn recovery_codes_left(db: &Db, account: UserId) -> Result<i64> {
    let (left,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "SELECT COUNT(*) FROM recovery_code WHERE account_id = $1 AND used_at IS NULL")
        .bind(account).fetch_one(at).await)?;
    Ok(left)
}

/// Replaces the recovery codes. Returns false if no app is active.
pub async fn replace_recovery_codes(db: &Db, account: UserId, hashes: &[String]) -> Result<bool> {
    let mut tx = db.begin().await?;
    let on: Option<(i64,)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT account_id FROM two_factor WHERE account_id = $1 AND confirmed_at IS NOT NULL")
        .bind(account).fetch_optional(at).await)?;
    if on.is_none() {
        return Ok(false);
    }
    set_recovery_codes(&mut tx, account, hashes).await?;
    tx.commit().await?;
    Ok(true)
}

/// Deletes the app and the recovery codes.
pub async fn remove(db: &Db, account: UserId) -> Result<()> {
    let mut tx = db.begin().await?;
    set_recovery_codes(&mut tx, account, &[]).await?;
    on!(tx.at(), at => sqlx::query("DELETE FROM two_factor WHERE account_id = $1")
        .bind(account).execute(at).await.map(drop))?;
    tx.commit().await
}

async fn set_recovery_codes(tx: &mut Tx, account: UserId, hashes: &[String]) -> Result<()> {
    on!(tx.at(), at => sqlx::query("DELETE FROM recovery_code WHERE account_id = $1")
        .bind(account).execute(at).await.map(drop))?;
    for hash in hashes {
        on!(tx.at(), at => sqlx::query("INSERT INTO recovery_code (account_id, hash) VALUES ($1, $2)")
            .bind(account).bind(hash).execute(at).await.map(drop))?;
    }
    Ok(())
}
