//! Verification codes: prove control of a mailbox or phone and grant one further step.
//!
//! A code is short, so it lives ten minutes. The newest two of a purpose are valid, so that a stranger's request does
//! not invalidate the owner's code. Reset attempts are counted by account and source. Each known network of the
//! account, and all others together, have [`RESET_ATTEMPTS`]. A source without attempts left gets a link token of 128
//! bits instead of four digits. A request for an unknown account is stored and answered identically, so that responses
//! do not reveal which accounts exist.

use base64::Engine as _;
use hmac::{Hmac, KeyInit as _, Mac as _};
use rand::RngExt as _;
use sha2::Sha256;

use crate::{
    Db, Result,
    account::{AccountKind, Email, Phone},
    db::Tx,
    on,
    security::{
        known_network::Source,
        rate_limit::{self, Quota},
    },
    types::{ids::UserId, timestamp::Timestamp},
};

/// Lifetime of a code, and of the token issued for it.
pub const LIFETIME: i64 = 10 * Timestamp::MINUTE;
/// Lifetime of a link token.
pub const LINK_LIFETIME: i64 = Timestamp::HOUR;
/// Length of a link token: 128 bits in hexadecimal.
pub const LINK_LENGTH: usize = 32;
/// Maximum number of attempts at a verification code. Only its own account can make them.
const MAX_ATTEMPTS: i64 = 5;
/// Maximum wrong attempts of one source at the reset codes of one account: five at once, ten in any 24 hours.
pub const RESET_ATTEMPTS: Quota = Quota { times: 5, period: Timestamp::DAY };
/// Minimum interval between two codes for the same purpose, and their maximum number per hour.
const RESEND_INTERVAL: i64 = Timestamp::MINUTE;
const MAX_PER_HOUR: i64 = 5;

/// Server-side key of the code hashes. Without it, the hash of four digits could be reversed.
#[derive(Clone)]
pub struct Pepper(Vec<u8>);

impl Pepper {
    pub fn new(secret: Vec<u8>) -> Self {
        Self(secret)
    }

    /// Returns the HMAC-SHA-256 of all parts.
    fn hash(&self, parts: &[&str]) -> Result<String> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0)
            .map_err(|cause| crate::Error::Corrupt(format!("the key of the codes: {cause}")))?;
        for part in parts {
            mac.update(part.as_bytes());
            // Parts contain no zero byte, so the separator makes the encoding unambiguous.
            mac.update(&[0]);
        }
        Ok(base64::engine::general_purpose::STANDARD_NO_PAD.encode(mac.finalize().into_bytes()))
    }
}

/// Purpose of a code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Reset of the password of the account with this address in one realm.
    Reset { realm: AccountKind, email: Email },
    /// Verification that the account's owner controls this mailbox.
    VerifyEmail { account: UserId, email: Email },
    /// Verification that the account's owner holds this phone.
    VerifyPhone { account: UserId, phone: Phone },
}

impl Purpose {
    /// Rate-limit key. An account's e-mail codes share one key regardless of address; its SMS codes share another.
    fn key(&self) -> String {
        match self {
            Self::Reset { realm: AccountKind::Professional, email } => format!("reset:professional:{}", email.key()),
            Self::Reset { email, .. } => format!("reset:regular:{}", email.key()),
            Self::VerifyEmail { account, .. } => format!("verify:{account}:mail"),
            Self::VerifyPhone { account, .. } => format!("verify:{account}:sms"),
        }
    }

    /// Address that received the code. The code verifies only this address.
    fn place(&self) -> String {
        match self {
            Self::Reset { email, .. } | Self::VerifyEmail { email, .. } => email.key(),
            Self::VerifyPhone { phone, .. } => phone.as_str().to_owned(),
        }
    }

    /// Number of digits of the code.
    fn digits(&self) -> usize {
        if self.is_reset() { 4 } else { 6 }
    }

    fn is_reset(&self) -> bool {
        matches!(self, Self::Reset { .. })
    }

    /// Value of the row's `source` column. Empty for verification codes, which only the account itself requests.
    fn row(&self, source: Source) -> String {
        if self.is_reset() { source.key() } else { String::new() }
    }

    /// Rate-limit key of a source's attempts.
    fn attempts(&self, source: Source) -> String {
        format!("code:{}:{}", source.key(), self.key())
    }
}

/// Result of a request for a code.
#[derive(Debug, PartialEq, Eq)]
pub enum IssueResult {
    /// Code to send. The newest two of a purpose are valid.
    Code(String),
    /// Link token to send: the source has no attempts left at short codes.
    Link(String),
    /// Seconds until another code may be requested.
    TooSoon(u32),
}

/// Result of an attempt.
#[derive(Debug, PartialEq, Eq)]
pub enum VerifyResult {
    /// Valid code; all codes of this purpose are consumed. The token grants the next step once, within [`LIFETIME`].
    Valid(String),
    Invalid,
    /// There is no code, or it has expired or has no attempts left.
    Expired,
    /// The source has no attempts left at short codes. Only a link token is accepted.
    LinkOnly,
}

/// Creates a code for `purpose` and its account. Without an account the steps are the same, but no code is ever valid.
pub async fn issue(
    db: &Db,
    pepper: &Pepper,
    purpose: &Purpose,
    account: Option<UserId>,
    source: Source,
    now: Timestamp,
) -> Result<IssueResult> {
    let by_link =
        purpose.is_reset() && !rate_limit::has_left(db, &purpose.attempts(source), RESET_ATTEMPTS, now).await?;
    let secret: String = if by_link {
        format!("{:032x}", rand::random::<u128>())
    } else {
        let mut random = rand::rng();
        (0..purpose.digits()).map(|_| char::from(b'0' + random.random_range(0..10u8))).collect()
    };
    let hash = pepper.hash(&[&purpose.key(), &purpose.place(), &secret])?;
    let hour_ago = now.plus(-Timestamp::HOUR);
    let expires_at = now.plus(if by_link { LINK_LIFETIME } else { LIFETIME });
    let made: Option<(i64,)> = on!(db.write(), at => sqlx::query_as(
        "INSERT INTO code (purpose, source, account_id, hash, sent_at, expires_at, hour_from)
         VALUES ($1, $9, $2, $3, $4, $5, $4)
         ON CONFLICT (purpose, source) DO UPDATE SET account_id = excluded.account_id,
            before_hash = code.hash, before_expires_at = code.expires_at,
            hash = excluded.hash, tries = 0, sent_at = excluded.sent_at, expires_at = excluded.expires_at,
            sends = CASE WHEN code.hour_from <= $6 OR code.hour_from > $10 THEN 1 ELSE code.sends + 1 END,
            hour_from = CASE WHEN code.hour_from <= $6 OR code.hour_from > $10 THEN excluded.hour_from
                ELSE code.hour_from END
         WHERE (code.sent_at <= $7 OR code.sent_at > $10)
            AND (code.sends < $8 OR code.hour_from <= $6 OR code.hour_from > $10)
         RETURNING sends")
        .bind(purpose.key()).bind(account).bind(&hash).bind(now).bind(expires_at).bind(hour_ago)
        .bind(now.plus(-RESEND_INTERVAL)).bind(MAX_PER_HOUR).bind(purpose.row(source))
        // A later `sent_at` was written before the clock was set back.
        .bind(now.plus(Timestamp::SKEW))
        .fetch_optional(at).await)?;
    Ok(match made {
        None => IssueResult::TooSoon(wait(db, purpose, source, now).await?),
        Some(_) if by_link => IssueResult::Link(secret),
        Some(_) => IssueResult::Code(secret),
    })
}

/// Lets the next code of a purpose be requested at once. The code of a sign-up is sent without a request, and a person
/// who mistyped the address corrects it at once.
pub async fn waive_interval(db: &Db, purpose: &Purpose) -> Result<()> {
    on!(db.write(), at => sqlx::query("UPDATE code SET sent_at = sent_at - $2 WHERE purpose = $1")
        .bind(purpose.key()).bind(RESEND_INTERVAL).execute(at).await.map(drop))?;
    Ok(())
}

/// Returns the seconds until the next code may be created.
async fn wait(db: &Db, purpose: &Purpose, source: Source, now: Timestamp) -> Result<u32> {
    let row: Option<(Timestamp, i64, Timestamp)> = on!(db.read(), at => sqlx::query_as(
        "SELECT sent_at, sends, hour_from FROM code WHERE purpose = $1 AND source = $2")
        .bind(purpose.key()).bind(purpose.row(source)).fetch_optional(at).await)?;
    let until = row.map_or(now, |(sent_at, sends, hour_from)| {
        let pause = sent_at.plus(RESEND_INTERVAL);
        if sends >= MAX_PER_HOUR { pause.max(hour_from.plus(Timestamp::HOUR)) } else { pause }
    });
    let seconds = (until.0 - now.0).max(1) + Timestamp::SECOND - 1;
    Ok(u32::try_from(seconds / Timestamp::SECOND).unwrap_or(1))
}

#[derive(sqlx::FromRow)]
struct Sent {
    source: String,
    account_id: Option<UserId>,
    hash: String,
    expires_at: Timestamp,
    before_hash: Option<String>,
    before_expires_at: Timestamp,
}

impl Sent {
    fn is_live(&self, now: Timestamp) -> bool {
        self.expires_at > now || self.before_expires_at > now
    }

    /// Compares keyed hashes. The key is secret, so the timing of the comparison reveals nothing.
    fn is(&self, hash: &str, now: Timestamp) -> bool {
        self.account_id.is_some()
            && (self.expires_at > now && self.hash == hash
                || self.before_expires_at > now && self.before_hash.as_deref() == Some(hash))
    }
}

/// Checks an attempt. Charges the attempt before comparing, so concurrent attempts cannot exceed the limit.
pub async fn verify(
    db: &Db,
    pepper: &Pepper,
    purpose: &Purpose,
    typed: &str,
    source: Source,
    now: Timestamp,
) -> Result<VerifyResult> {
    let hash = pepper.hash(&[&purpose.key(), &purpose.place(), typed])?;
    let sent: Vec<Sent> = if purpose.is_reset() {
        on!(db.read(), at => sqlx::query_as(
            "SELECT source, account_id, hash, expires_at, before_hash, before_expires_at FROM code WHERE purpose = $1")
            .bind(purpose.key()).fetch_all(at).await)?
    } else {
        on!(db.write(), at => sqlx::query_as(
            "UPDATE code SET tries = tries + 1
             WHERE purpose = $1 AND (expires_at > $2 OR before_expires_at > $2) AND tries < $3
             RETURNING source, account_id, hash, expires_at, before_hash, before_expires_at")
            .bind(purpose.key()).bind(now).bind(MAX_ATTEMPTS).fetch_all(at).await)?
    };
    if !sent.iter().any(|sent| sent.is_live(now)) {
        return Ok(VerifyResult::Expired);
    }
    // 128 bits cannot be guessed, so link attempts are not counted.
    let is_counted = purpose.is_reset() && typed.len() != LINK_LENGTH;
    let attempts = purpose.attempts(source);
    if is_counted && rate_limit::take(db, &attempts, RESET_ATTEMPTS, now).await?.is_err() {
        return Ok(VerifyResult::LinkOnly);
    }
    let Some(right) = sent.iter().find(|sent| sent.is(&hash, now)) else { return Ok(VerifyResult::Invalid) };
    if is_counted {
        rate_limit::refund(db, &attempts, RESET_ATTEMPTS).await?;
    }
    let proof: [u8; 32] = rand::random();
    let proof = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(proof);
    let hashed = pepper.hash(&[&purpose.key(), &purpose.place(), &proof])?;
    let taken = on!(db.write(), at => sqlx::query(
        "UPDATE code SET proof = $3, proof_expires_at = $4, hash = '', expires_at = 0, before_hash = NULL,
            before_expires_at = 0
         WHERE purpose = $1 AND source = $2 AND (hash = $5 OR before_hash = $5)")
        .bind(purpose.key()).bind(&right.source).bind(hashed).bind(now.plus(LIFETIME)).bind(&hash)
        .execute(at).await.map(|done| done.rows_affected()))?;
    // A concurrent request consumed the code first.
    Ok(if taken == 1 { VerifyResult::Valid(proof) } else { VerifyResult::Expired })
}

/// Returns the account of a token from [`verify`] without consuming the token.
pub async fn reset_token_owner(
    db: &Db,
    pepper: &Pepper,
    purpose: &Purpose,
    proof: &str,
    now: Timestamp,
) -> Result<Option<UserId>> {
    let hashed = pepper.hash(&[&purpose.key(), &purpose.place(), proof])?;
    let row: Option<(UserId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT account_id FROM code
         WHERE purpose = $1 AND proof = $2 AND proof_expires_at > $3 AND account_id IS NOT NULL")
        .bind(purpose.key()).bind(hashed).bind(now)
        .fetch_optional(at).await)?;
    Ok(row.map(|(account,)| account))
}

/// Consumes a token of `account`, within the transaction of the step it grants. Returns true if the token was valid.
pub(crate) async fn consume_reset_token(
    tx: &mut Tx,
    pepper: &Pepper,
    purpose: &Purpose,
    proof: &str,
    account: UserId,
    now: Timestamp,
) -> Result<bool> {
    let hashed = pepper.hash(&[&purpose.key(), &purpose.place(), proof])?;
    let used = on!(tx.at(), at => sqlx::query(
        "UPDATE code SET proof = NULL, proof_expires_at = 0
         WHERE purpose = $1 AND proof = $2 AND proof_expires_at > $3 AND account_id = $4")
        .bind(purpose.key()).bind(hashed).bind(now).bind(account)
        .execute(at).await.map(|done| done.rows_affected()))?;
    if used != 1 {
        return Ok(false);
    }
    // Invalidates all other codes and tokens of the purpose.
    on!(tx.at(), at => sqlx::query(
        "UPDATE code SET proof = NULL, proof_expires_at = 0, hash = '', expires_at = 0, before_hash = NULL,
            before_expires_at = 0
         WHERE purpose = $1").bind(purpose.key()).execute(at).await.map(drop))?;
    Ok(true)
}

/// Deletes the codes of an account, within a transaction.
pub(crate) async fn delete_all(tx: &mut Tx, account: UserId) -> Result<()> {
    on!(tx.at(), at => sqlx::query("DELETE FROM code WHERE account_id = $1")
        .bind(account).execute(at).await.map(drop))?;
    Ok(())
}

/// Deletes the reset codes of an account and the tokens that they were exchanged for, within a transaction.
pub(crate) async fn delete_resets(tx: &mut Tx, account: UserId) -> Result<()> {
    on!(tx.at(), at => sqlx::query("DELETE FROM code WHERE account_id = $1 AND purpose LIKE 'reset:%'")
        .bind(account).execute(at).await.map(drop))?;
    Ok(())
}

/// Deletes expired codes that no longer count toward a limit. Returns their number.
pub async fn purge_expired(db: &Db, now: Timestamp) -> Result<u64> {
    Ok(on!(db.write(), at => sqlx::query("DELETE FROM code
         WHERE expires_at <= $1 AND before_expires_at <= $1 AND proof_expires_at <= $1 AND hour_from <= $2 AND sent_at <= $2")
        .bind(now).bind(now.plus(-Timestamp::HOUR)).execute(at).await.map(|done| done.rows_affected()))?)
}
