//! The authenticator app as a second factor, and the recovery codes for when it is lost. What a secret or a code is, is the
//! caller's affair: here lie an encrypted text and hashes.

use crate::{
    Db, Result,
    db::Tx,
    on,
    types::{ids::UserId, timestamp::Timestamp},
};

/// An app that was set up.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct TwoFactor {
    /// Encrypted.
    pub secret: String,
    /// Since when it is asked for; before, its owner has not shown that it works.
    pub confirmed_at: Option<Timestamp>,
}

/// The app of an account, if there is one.
pub async fn find(db: &Db, account: UserId) -> Result<Option<TwoFactor>> {
    Ok(on!(db.read(), at => sqlx::query_as("SELECT secret, confirmed_at FROM two_factor WHERE account_id = $1")
        .bind(account).fetch_optional(at).await)?)
}

/// Whether an account's sign-in asks for it.
pub async fn is_on(db: &Db, account: UserId) -> Result<bool> {
    Ok(find(db, account).await?.is_some_and(|app| app.confirmed_at.is_some()))
}

/// Keeps a new secret that is still to be confirmed, in place of an earlier such one. False when an app is in force already.
pub async fn start(db: &Db, account: UserId, secret: &str) -> Result<bool> {
    let done = on!(db.write(), at => sqlx::query(
        "INSERT INTO two_factor (account_id, secret) VALUES ($1, $2)
         ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret, used_step = 0
         WHERE two_factor.confirmed_at IS NULL")
        .bind(account).bind(secret).execute(at).await.map(|done| done.rows_affected()))?;
    Ok(done > 0)
}

/// Puts the app in force, whose code of time step `step` was typed rightly, with these recovery codes. False when there is
/// none to confirm, or another secret took its place meanwhile.
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

/// Uses the code of a time step up. False when it, or a later one, has served before.
pub async fn use_step(db: &Db, account: UserId, step: i64) -> Result<bool> {
    let done = on!(db.write(), at => sqlx::query(
        "UPDATE two_factor SET used_step = $2 WHERE account_id = $1 AND used_step < $2 AND confirmed_at IS NOT NULL")
        .bind(account).bind(step).execute(at).await.map(|done| done.rows_affected()))?;
    Ok(done > 0)
}

/// Uses a recovery code up. False when the account has no such code, or it has served before.
pub async fn use_recovery_code(db: &Db, account: UserId, hash: &str, now: Timestamp) -> Result<bool> {
    let done = on!(db.write(), at => sqlx::query(
        "UPDATE recovery_code SET used_at = $3 WHERE account_id = $1 AND hash = $2 AND used_at IS NULL")
        .bind(account).bind(hash).bind(now).execute(at).await.map(|done| done.rows_affected()))?;
    Ok(done > 0)
}

/// Recovery codes that have not served.
pub async fn recovery_codes_left(db: &Db, account: UserId) -> Result<i64> {
    let (left,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "SELECT COUNT(*) FROM recovery_code WHERE account_id = $1 AND used_at IS NULL")
        .bind(account).fetch_one(at).await)?;
    Ok(left)
}

/// Replaces the recovery codes. False when no app is in force.
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

/// Takes the app and the recovery codes away.
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
