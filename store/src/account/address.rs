//! Change and restoration of an account's e-mail address.
//!
//! A new address is pending until its owner verifies it; the old address remains in use. Each step creates a token that
//! is mailed to the old address, if that was verified. The token restores it for [`RESTORE_LIFETIME`].
//!
//! An unverified address is a claim: it identifies its account until another account verifies the address, and then
//! goes. After [`CLAIM_GRACE`] a claim keeps nobody from signing up with the address, which stays pending there until it is
//! verified.

use base64::Engine as _;
use sha2::{Digest as _, Sha256};

use super::{AccountKind, Email};
use crate::{
    Db, Error, Result,
    db::Tx,
    on,
    security::{known_network, session, verification_code},
    types::{
        ids::{SessionId, UserId},
        timestamp::Timestamp,
    },
};

/// Age up to which an unverified account keeps others from signing up with its address: a repeated sign-up is no second
/// account. Its owner may reset the password meanwhile.
const CLAIM_GRACE: i64 = Timestamp::HOUR;
/// Lifetime of a restore token.
pub const RESTORE_LIFETIME: i64 = 7 * Timestamp::DAY;

/// Current or former address of an account, with a restore token to mail to it.
#[derive(Clone, PartialEq, Eq)]
pub struct FormerAddress {
    pub email: String,
    /// Language of the mail.
    pub language: String,
    /// 128 random bits that restore the address.
    pub token: String,
}

impl std::fmt::Debug for FormerAddress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("FormerAddress")
    }
}

/// An account whose address was restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    pub account: UserId,
    pub kind: AccountKind,
    pub email: String,
    /// Revoked sessions.
    pub sessions: Vec<SessionId>,
}

/// Columns in which a new account stores its address.
#[derive(Clone, Copy)]
pub(super) struct Claim<'a> {
    pub own: Option<&'a Email>,
    pub pending: Option<&'a Email>,
}

/// Bounds of the sign-up time of accounts within [`CLAIM_GRACE`]. A later one was written before the clock was set back.
pub(super) fn grace(now: Timestamp) -> (Timestamp, Timestamp) {
    (now.plus(-CLAIM_GRACE), now.plus(Timestamp::SKEW))
}

/// Chooses how the account `id` stores a new address: as its own, or pending if another account claims it. Returns
/// [`Error::Taken`] if another account has verified it, or has claimed it within [`CLAIM_GRACE`].
pub(super) async fn claim<'a>(tx: &mut Tx, id: UserId, email: Option<&'a Email>, now: Timestamp) -> Result<Claim<'a>> {
    let Some(address) = email else { return Ok(Claim { own: None, pending: None }) };
    let (since, until) = grace(now);
    let holder: Option<(bool,)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT email_verified_at IS NOT NULL OR terms_at > $3 AND terms_at <= $4
         FROM account WHERE email_key = $1 AND id <> $2")
        .bind(address.key()).bind(id).bind(since).bind(until).fetch_optional(at).await)?;
    match holder {
        None => Ok(Claim { own: email, pending: None }),
        Some((false,)) => Ok(Claim { own: None, pending: email }),
        Some((true,)) => Err(Error::Taken),
    }
}

/// Returns true if any account has this address, verified or not.
pub(crate) async fn is_claimed(tx: &mut Tx, email: &Email) -> Result<bool> {
    let (count,): (i64,) = on!(tx.at(), at => sqlx::query_as("SELECT COUNT(*) FROM account WHERE email_key = $1")
        .bind(email.key()).fetch_one(at).await)?;
    Ok(count > 0)
}

/// Takes an address from the account that claims it without proof.
async fn release(tx: &mut Tx, id: UserId, email_key: &str) -> Result<()> {
    on!(tx.at(), at => sqlx::query(
        "UPDATE account SET email = NULL, email_key = NULL WHERE email_key = $1 AND id <> $2 AND email_verified_at IS NULL")
        .bind(email_key).bind(id).execute(at).await.map(drop))?;
    Ok(())
}

/// Sets the pending address to `email`. Returns the current address, if it is verified, with a restore token. Returns `None` if
/// `email` is already the current or pending address. Returns [`Error::Taken`] if another account has verified it.
pub async fn request(db: &Db, id: UserId, email: &Email, now: Timestamp) -> Result<Option<FormerAddress>> {
    let mut tx = db.begin().await?;
    let former = set_pending(&mut tx, id, email, now).await?;
    tx.commit().await?;
    Ok(former)
}

/// Performs [`request`] within a transaction.
pub(super) async fn set_pending(
    tx: &mut Tx,
    id: UserId,
    email: &Email,
    now: Timestamp,
) -> Result<Option<FormerAddress>> {
    let row: Option<(Option<String>, Option<String>)> = on!(tx.at(), at => sqlx::query_as(
        "UPDATE account SET marketing = marketing WHERE id = $1 AND deleted_at IS NULL RETURNING email_key, pending_email")
        .bind(id).fetch_optional(at).await)?;
    let (current, pending) = row.ok_or(Error::NotFound)?;
    let (others,): (i64,) = on!(tx.at(), at => sqlx::query_as(
        "SELECT COUNT(*) FROM account WHERE email_key = $1 AND id <> $2 AND email_verified_at IS NOT NULL")
        .bind(email.key()).bind(id).fetch_one(at).await)?;
    if others > 0 {
        return Err(Error::Taken);
    }
    let is_current = current == Some(email.key());
    let is_pending = pending.is_some_and(|pending| crate::types::validation::key(&pending) == email.key());
    // A request for the current address cancels the pending change.
    on!(tx.at(), at => sqlx::query("UPDATE account SET pending_email = $2 WHERE id = $1")
        .bind(id).bind((!is_current).then(|| email.as_str())).execute(at).await.map(drop))?;
    if is_current || is_pending { Ok(None) } else { remember(tx, id, now).await }
}

/// Stores a verified e-mail address. Returns the verified address that it replaces. Another account that claims the address loses
/// it. Returns [`Error::Taken`] if another account has verified the address, or may still restore it.
pub async fn verify(db: &Db, id: UserId, email: &Email, now: Timestamp) -> Result<Option<FormerAddress>> {
    let mut tx = db.begin().await?;
    let row: Option<(Option<String>,)> = on!(tx.at(), at => sqlx::query_as(
        "UPDATE account SET marketing = marketing WHERE id = $1 AND deleted_at IS NULL RETURNING email_key")
        .bind(id).fetch_optional(at).await)?;
    let (current,) = row.ok_or(Error::NotFound)?;
    let (reserved,): (i64,) = on!(tx.at(), at => sqlx::query_as(
        "SELECT COUNT(*) FROM former_address WHERE email_key = $1 AND account_id <> $2")
        .bind(email.key()).bind(id).fetch_one(at).await)?;
    if reserved > 0 {
        return Err(Error::Taken);
    }
    let former = if current == Some(email.key()) { None } else { remember(&mut tx, id, now).await? };
    release(&mut tx, id, &email.key()).await?;
    on!(tx.at(), at => sqlx::query(
        "UPDATE account SET email = $2, email_key = $3, email_verified_at = $4, pending_email = NULL WHERE id = $1")
        .bind(id).bind(email.as_str()).bind(email.key()).bind(now).execute(at).await.map(drop))?;
    tx.commit().await?;
    Ok(former)
}

/// Stores a token that restores the current address, if the account has verified it. The mailbox of an address that was
/// mistyped is a stranger's.
async fn remember(tx: &mut Tx, id: UserId, now: Timestamp) -> Result<Option<FormerAddress>> {
    let row: Option<(String, String, String)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT email, email_key, language FROM account
         WHERE id = $1 AND email IS NOT NULL AND email_verified_at IS NOT NULL")
        .bind(id).fetch_optional(at).await)?;
    let Some((email, email_key, language)) = row else { return Ok(None) };
    let token = format!("{:032x}", rand::random::<u128>());
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO former_address (hash, account_id, email, email_key, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6)")
        .bind(hash(&token)).bind(id).bind(&email).bind(email_key).bind(now).bind(now.plus(RESTORE_LIFETIME))
        .execute(at).await.map(drop))?;
    Ok(Some(FormerAddress { email, language, token }))
}

/// Returns true if an account other than `id` may still restore this address.
pub(super) async fn is_reserved(db: &Db, id: UserId, email: &Email) -> Result<bool> {
    let (count,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "SELECT COUNT(*) FROM former_address WHERE email_key = $1 AND account_id <> $2")
        .bind(email.key()).bind(id).fetch_one(at).await)?;
    Ok(count > 0)
}

/// Restores the address that a token was mailed to. Revokes everything that an intruder may hold: sessions, the
/// password, codes and known networks. Also removes second factors and social identities added since the change. The
/// owner then sets a password with a code sent to the address. Returns `None` if the token is unknown or expired, or if
/// another account has verified the address since.
pub async fn restore(db: &Db, token: &str, now: Timestamp) -> Result<Option<Restored>> {
    let mut tx = db.begin().await?;
    let row: Option<(UserId, String, String, Timestamp)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT account_id, email, email_key, created_at FROM former_address WHERE hash = $1 AND expires_at > $2")
        .bind(hash(token)).bind(now).fetch_optional(at).await)?;
    let Some((account, email, email_key, since)) = row else { return Ok(None) };
    let (others,): (i64,) = on!(tx.at(), at => sqlx::query_as(
        "SELECT COUNT(*) FROM account WHERE email_key = $1 AND id <> $2 AND email_verified_at IS NOT NULL")
        .bind(&email_key).bind(account).fetch_one(at).await)?;
    if others > 0 {
        return Ok(None);
    }
    release(&mut tx, account, &email_key).await?;
    // Store the current password in the history, so that it cannot be reused.
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO password_history (account_id, password_hash, until)
         SELECT id, password_hash, $2 FROM account WHERE id = $1 AND password_hash IS NOT NULL
         ON CONFLICT (account_id, until) DO UPDATE SET password_hash = excluded.password_hash")
        .bind(account).bind(now).execute(at).await.map(drop))?;
    let restored: Option<(AccountKind,)> = on!(tx.at(), at => sqlx::query_as(
        "UPDATE account SET email = $2, email_key = $3, email_verified_at = $4, pending_email = NULL, password_hash = NULL
         WHERE id = $1 AND deleted_at IS NULL RETURNING kind")
        .bind(account).bind(&email).bind(email_key).bind(now).fetch_optional(at).await)?;
    let Some((kind,)) = restored else { return Ok(None) };
    on!(tx.at(), at => sqlx::query(
        "DELETE FROM recovery_code WHERE account_id = $1 AND NOT EXISTS (
            SELECT 1 FROM two_factor WHERE account_id = $1 AND confirmed_at < $2)")
        .bind(account).bind(since).execute(at).await.map(drop))?;
    on!(tx.at(), at => sqlx::query(
        "DELETE FROM two_factor WHERE account_id = $1 AND (confirmed_at IS NULL OR confirmed_at >= $2)")
        .bind(account).bind(since).execute(at).await.map(drop))?;
    on!(tx.at(), at => sqlx::query("DELETE FROM social_identity WHERE account_id = $1 AND created_at >= $2")
        .bind(account).bind(since).execute(at).await.map(drop))?;
    // Tokens of later changes were mailed to addresses set by the intruder. Earlier tokens stay valid.
    on!(tx.at(), at => sqlx::query("DELETE FROM former_address WHERE account_id = $1 AND created_at >= $2")
        .bind(account).bind(since).execute(at).await.map(drop))?;
    verification_code::delete_all(&mut tx, account).await?;
    known_network::delete_all(&mut tx, account).await?;
    let sessions = session::end_others(&mut tx, account, None, now).await?;
    tx.commit().await?;
    Ok(Some(Restored { account, kind, email, sessions }))
}

/// Deletes expired tokens. Returns their number.
pub async fn delete_expired(db: &Db, now: Timestamp) -> Result<u64> {
    Ok(on!(db.write(), at => sqlx::query("DELETE FROM former_address WHERE expires_at <= $1")
        .bind(now).execute(at).await.map(|done| done.rows_affected()))?)
}

/// Hashes a token. 128 random bits need neither a salt nor a slow hash.
fn hash(token: &str) -> String {
    base64::engine::general_purpose::STANDARD_NO_PAD.encode(Sha256::digest(token))
}
