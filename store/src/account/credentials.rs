//! Changes of credentials: password, password history, verified phone number; lookups of e-mail addresses.

use super::{Email, Phone, address};
use crate::{
    Db, Error, Result,
    account::AccountKind,
    on,
    security::{
        session,
        verification_code::{self, Pepper, Purpose},
    },
    types::{
        ids::{SessionId, UserId},
        timestamp::Timestamp,
    },
};

/// Number of earlier passwords in the history, besides the current one.
const KEPT: i64 = 5;

/// Finds the account of a realm with this e-mail address. Returns its id, the address as typed, and its language.
pub async fn find_by_email(db: &Db, realm: AccountKind, email: &Email) -> Result<Option<(UserId, String, String)>> {
    Ok(
        on!(db.read(), at => sqlx::query_as("SELECT id, email, language FROM account WHERE email_key = $1 AND kind = $2")
        .bind(email.key()).bind(realm).fetch_optional(at).await)?,
    )
}

/// Contact data of an account and its verification state.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Contact {
    pub email: Option<String>,
    pub email_verified: bool,
    /// Address that replaces `email` after verification.
    pub pending_email: Option<String>,
    pub phone: Option<String>,
    pub phone_verified: bool,
    pub language: String,
}

pub async fn contact(db: &Db, id: UserId) -> Result<Contact> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT email, email_verified_at IS NOT NULL AS email_verified, pending_email, phone,
            phone_verified_at IS NOT NULL AS phone_verified, language
         FROM account WHERE id = $1").bind(id).fetch_one(at).await)?)
}

/// Counts the accounts with the address `$1` that meet a condition, and those other than `$2` that may restore it. Runs
/// both counts, so that the time does not tell a known address from an unknown one.
macro_rules! holders {
    ($condition:literal) => {
        concat!(
            "SELECT (SELECT COUNT(*) FROM account WHERE email_key = $1 AND id <> $2 AND ",
            $condition,
            ") + (SELECT COUNT(*) FROM former_address WHERE email_key = $1 AND account_id <> $2)"
        )
    };
}

/// Returns true if another account has verified this address.
pub async fn email_of_another(db: &Db, id: UserId, email: &Email) -> Result<bool> {
    let (count,): (i64,) = on!(db.read(), at => sqlx::query_as(holders!("email_verified_at IS NOT NULL"))
        .bind(email.key()).bind(id).fetch_one(at).await)?;
    Ok(count > 0)
}

/// Returns true if no account can sign up with this address: another has verified it, or has just signed up with it.
pub async fn email_taken(db: &Db, email: &Email, now: Timestamp) -> Result<bool> {
    let (since, until) = address::grace(now);
    let (count,): (i64,) = on!(db.read(), at => sqlx::query_as(holders!(
        "(email_verified_at IS NOT NULL OR terms_at > $3 AND terms_at <= $4)"))
        .bind(email.key()).bind(UserId(0)).bind(since).bind(until).fetch_one(at).await)?;
    Ok(count > 0)
}

/// Returns true if any account has this address, verified or not.
pub async fn email_claimed(db: &Db, email: &Email) -> Result<bool> {
    let (count,): (i64,) = on!(db.read(), at => sqlx::query_as(holders!("TRUE"))
        .bind(email.key()).bind(UserId(0)).fetch_one(at).await)?;
    Ok(count > 0)
}

/// Stores a verified phone number. Several accounts may share a number.
pub async fn verify_phone(db: &Db, id: UserId, phone: &Phone, now: Timestamp) -> Result<()> {
    let done = on!(db.write(), at => sqlx::query(
        "UPDATE account SET phone = $2, phone_verified_at = $3 WHERE id = $1 AND deleted_at IS NULL")
        .bind(id).bind(phone.as_str()).bind(now).execute(at).await.map(|done| done.rows_affected()))?;
    if done == 0 { Err(Error::NotFound) } else { Ok(()) }
}

/// Returns the hash of the current password, if any.
pub async fn password_hash(db: &Db, id: UserId) -> Result<Option<String>> {
    let (hash,): (Option<String>,) = on!(db.read(), at => sqlx::query_as(
        "SELECT password_hash FROM account WHERE id = $1 AND deleted_at IS NULL").bind(id).fetch_one(at).await)?;
    Ok(hash)
}

/// Returns the hashes that a new password must not match: the current one and the five before.
pub async fn password_history(db: &Db, id: UserId) -> Result<Vec<String>> {
    let rows: Vec<(String,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT password_hash FROM account WHERE id = $1 AND password_hash IS NOT NULL
         UNION ALL SELECT password_hash FROM password_history WHERE account_id = $1")
        .bind(id).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(hash,)| hash).collect())
}

/// Authorization of a password change.
#[derive(Clone, Copy)]
pub enum ChangeAuthorization<'a> {
    /// Hash of the current password, and the session that stays open.
    Password { hash: &'a str, session: SessionId },
    /// Reset token issued for a code. No session stays open.
    Code { pepper: &'a Pepper, purpose: &'a Purpose, proof: &'a str },
}

/// Sets a new password and revokes the account's sessions, except a session in `proof`. Returns the revoked sessions.
/// Returns `None` if the authorization is invalid or was used up by a concurrent request.
///
/// A code was read in the mailbox, so it also verifies the address. With a second factor it does not: the mailbox alone
/// does not open such an account, and its true owner must be able to sign up. The first proof of the address also removes
/// social identities: somebody else may have made the account and linked their own.
pub async fn set_password(
    db: &Db,
    id: UserId,
    new_hash: &str,
    proof: ChangeAuthorization<'_>,
    now: Timestamp,
) -> Result<Option<Vec<SessionId>>> {
    let mut tx = db.begin().await?;
    let goes_on = match proof {
        ChangeAuthorization::Password { session, .. } => {
            // Somebody else may have read a reset code.
            verification_code::delete_resets(&mut tx, id).await?;
            Some(session)
        }
        ChangeAuthorization::Code { pepper, purpose, proof } => {
            if !verification_code::consume_reset_token(&mut tx, pepper, purpose, proof, id, now).await? {
                return Ok(None);
            }
            None
        }
    };
    let current: Option<(Option<String>,)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT password_hash FROM account WHERE id = $1 AND deleted_at IS NULL").bind(id).fetch_optional(at).await)?;
    let Some((current,)) = current else { return Ok(None) };
    if matches!(proof, ChangeAuthorization::Password { hash, .. } if current.as_deref() != Some(hash)) {
        return Ok(None);
    }
    if let Some(old) = current.as_deref() {
        on!(tx.at(), at => sqlx::query(
            "INSERT INTO password_history (account_id, password_hash, until) VALUES ($1, $2, $3)
             ON CONFLICT (account_id, until) DO UPDATE SET password_hash = excluded.password_hash")
            .bind(id).bind(old).bind(now).execute(at).await.map(drop))?;
        on!(tx.at(), at => sqlx::query(
            "DELETE FROM password_history WHERE account_id = $1 AND until NOT IN (
                SELECT until FROM password_history WHERE account_id = $1 ORDER BY until DESC LIMIT $2)")
            .bind(id).bind(KEPT).execute(at).await.map(drop))?;
    }
    let set = on!(tx.at(), at => sqlx::query(
        "UPDATE account SET password_hash = $2 WHERE id = $1 AND password_hash IS NOT DISTINCT FROM $3")
        .bind(id).bind(new_hash).bind(current.as_deref()).execute(at).await.map(|done| done.rows_affected()))?;
    if set == 0 {
        return Ok(None);
    }
    if let ChangeAuthorization::Code { purpose: Purpose::Reset { email, .. }, .. } = proof {
        let proved = on!(tx.at(), at => sqlx::query(
            "UPDATE account SET email_verified_at = $3 WHERE id = $1 AND email_key = $2 AND email_verified_at IS NULL
                AND NOT EXISTS (SELECT 1 FROM two_factor WHERE account_id = $1 AND confirmed_at IS NOT NULL)")
            .bind(id).bind(email.key()).bind(now).execute(at).await.map(|done| done.rows_affected()))?;
        if proved > 0 {
            on!(tx.at(), at => sqlx::query("DELETE FROM social_identity WHERE account_id = $1")
                .bind(id).execute(at).await.map(drop))?;
        }
    }
    let ended = session::end_others(&mut tx, id, goes_on, now).await?;
    tx.commit().await?;
    Ok(Some(ended))
}
