//! Codes that prove who reads a mailbox or holds a phone: sent, typed, and then good for one step more.
//!
//! A code is short, so it lives ten minutes and five tries, and no more than five are sent in an hour. What is asked of an
//! account that does not exist is kept and answered in the same way, so that nobody learns which accounts do.

use base64::Engine as _;
use hmac::{Hmac, KeyInit as _, Mac as _};
use rand::RngExt as _;
use sha2::Sha256;

use crate::{
    Db, Result,
    account::{AccountKind, Email, Phone},
    db::Tx,
    ids::UserId,
    on,
    time::Millis,
};

/// How long a code serves, and then what is given for it.
pub const LIFETIME: i64 = 10 * Millis::MINUTE;
/// Tries that a code has.
const TRIES: i64 = 5;
/// Time between two codes for the same purpose, and how many there are in an hour.
const PAUSE: i64 = Millis::MINUTE;
const AN_HOUR: i64 = 5;

/// The server's key, without which the hash of four digits would be no secret.
#[derive(Clone)]
pub struct Pepper(Vec<u8>);

impl Pepper {
    pub fn new(secret: Vec<u8>) -> Self {
        Self(secret)
    }

    /// A keyed hash of all parts (HMAC-SHA-256).
    fn hash(&self, parts: &[&str]) -> Result<String> {
        let mut mac = Hmac::<Sha256>::new_from_slice(&self.0)
            .map_err(|cause| crate::Error::Corrupt(format!("the key of the codes: {cause}")))?;
        for part in parts {
            mac.update(part.as_bytes());
            // No part holds a zero byte, so two lists of parts never read the same.
            mac.update(&[0]);
        }
        Ok(base64::engine::general_purpose::STANDARD_NO_PAD.encode(mac.finalize().into_bytes()))
    }
}

/// What a code is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A new password for whoever has this address at one of the two doors.
    Reset { door: AccountKind, email: Email },
    /// That an account's owner reads this mailbox.
    VerifyEmail { account: UserId, email: Email },
    /// That an account's owner holds this phone.
    VerifyPhone { account: UserId, phone: Phone },
}

impl Purpose {
    /// What is limited together: one account's codes by mail, whichever address they go to, and those by phone.
    fn key(&self) -> String {
        match self {
            Self::Reset { door: AccountKind::Professional, email } => format!("reset:professional:{}", email.key()),
            Self::Reset { email, .. } => format!("reset:regular:{}", email.key()),
            Self::VerifyEmail { account, .. } => format!("verify:{account}:mail"),
            Self::VerifyPhone { account, .. } => format!("verify:{account}:sms"),
        }
    }

    /// Where the code went; it proves nothing about any other place.
    fn place(&self) -> String {
        match self {
            Self::Reset { email, .. } | Self::VerifyEmail { email, .. } => email.key(),
            Self::VerifyPhone { phone, .. } => phone.as_str().to_owned(),
        }
    }

    /// Digits of the code.
    fn digits(&self) -> usize {
        if matches!(self, Self::Reset { .. }) { 4 } else { 6 }
    }
}

/// What became of the wish for a code.
#[derive(Debug, PartialEq, Eq)]
pub enum Made {
    /// This one is to be sent. The one before it serves no more.
    Code(String),
    /// Another may be asked for after so many seconds.
    TooSoon(u32),
}

/// What became of a code that was typed.
#[derive(Debug, PartialEq, Eq)]
pub enum Checked {
    /// It was right, and serves no more. This serves for the next step, once, within [`LIFETIME`].
    Right(String),
    Wrong,
    /// There is none, or it has run out of time or tries.
    Spent,
}

/// A new code for `purpose`, of `account` if there is one. Without one everything goes the same way, but no code that is
/// typed will ever be right.
pub async fn make(db: &Db, pepper: &Pepper, purpose: &Purpose, account: Option<UserId>, now: Millis) -> Result<Made> {
    let digits: String = {
        let mut random = rand::rng();
        (0..purpose.digits()).map(|_| char::from(b'0' + random.random_range(0..10u8))).collect()
    };
    let hash = pepper.hash(&[&purpose.key(), &purpose.place(), &digits])?;
    let hour_ago = now.plus(-Millis::HOUR);
    let made: Option<(i64,)> = on!(db.write(), at => sqlx::query_as(
        "INSERT INTO code (purpose, account_id, hash, sent_at, expires_at, hour_from) VALUES ($1, $2, $3, $4, $5, $4)
         ON CONFLICT (purpose) DO UPDATE SET account_id = excluded.account_id, hash = excluded.hash, tries = 0,
            sent_at = excluded.sent_at, expires_at = excluded.expires_at, proof = NULL,
            sends = CASE WHEN code.hour_from <= $6 OR code.hour_from > $9 THEN 1 ELSE code.sends + 1 END,
            hour_from = CASE WHEN code.hour_from <= $6 OR code.hour_from > $9 THEN excluded.hour_from
                ELSE code.hour_from END
         WHERE (code.sent_at <= $7 OR code.sent_at > $9)
            AND (code.sends < $8 OR code.hour_from <= $6 OR code.hour_from > $9)
         RETURNING sends")
        .bind(purpose.key()).bind(account).bind(&hash).bind(now).bind(now.plus(LIFETIME)).bind(hour_ago)
        .bind(now.plus(-PAUSE)).bind(AN_HOUR)
        // What was sent later than this was sent before the clock was set back.
        .bind(now.plus(Millis::SKEW))
        .fetch_optional(at).await)?;
    if made.is_some() { Ok(Made::Code(digits)) } else { Ok(Made::TooSoon(wait(db, purpose, now).await?)) }
}

/// Seconds until the next code may be made.
async fn wait(db: &Db, purpose: &Purpose, now: Millis) -> Result<u32> {
    let row: Option<(Millis, i64, Millis)> = on!(db.read(), at => sqlx::query_as(
        "SELECT sent_at, sends, hour_from FROM code WHERE purpose = $1")
        .bind(purpose.key()).fetch_optional(at).await)?;
    let until = row.map_or(now, |(sent_at, sends, hour_from)| {
        let pause = sent_at.plus(PAUSE);
        if sends >= AN_HOUR { pause.max(hour_from.plus(Millis::HOUR)) } else { pause }
    });
    let seconds = (until.0 - now.0).max(1) + Millis::SECOND - 1;
    Ok(u32::try_from(seconds / Millis::SECOND).unwrap_or(1))
}

/// Takes one try. However many are under way at once, no more than five are weighed.
pub async fn check(db: &Db, pepper: &Pepper, purpose: &Purpose, typed: &str, now: Millis) -> Result<Checked> {
    let hash = pepper.hash(&[&purpose.key(), &purpose.place(), typed])?;
    let row: Option<(String, Option<UserId>)> = on!(db.write(), at => sqlx::query_as(
        "UPDATE code SET tries = tries + 1 WHERE purpose = $1 AND expires_at > $2 AND tries < $3 AND proof IS NULL
         RETURNING hash, account_id")
        .bind(purpose.key()).bind(now).bind(TRIES).fetch_optional(at).await)?;
    let Some((expected, account)) = row else { return Ok(Checked::Spent) };
    // Of two keyed hashes of which the key is unknown, the time of a comparison tells nothing.
    if account.is_none() || expected != hash {
        return Ok(Checked::Wrong);
    }
    let proof: [u8; 32] = rand::random();
    let proof = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(proof);
    let hashed = pepper.hash(&[&purpose.key(), &purpose.place(), &proof])?;
    let taken = on!(db.write(), at => sqlx::query(
        "UPDATE code SET proof = $2, expires_at = $3 WHERE purpose = $1 AND hash = $4 AND proof IS NULL")
        .bind(purpose.key()).bind(hashed).bind(now.plus(LIFETIME))
        .bind(&hash).execute(at).await.map(|done| done.rows_affected()))?;
    // Somebody else typed it rightly in the same moment: it serves once.
    Ok(if taken == 1 { Checked::Right(proof) } else { Checked::Spent })
}

/// Whose proof this is, without using it up.
pub async fn proven(db: &Db, pepper: &Pepper, purpose: &Purpose, proof: &str, now: Millis) -> Result<Option<UserId>> {
    let hashed = pepper.hash(&[&purpose.key(), &purpose.place(), proof])?;
    let row: Option<(UserId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT account_id FROM code WHERE purpose = $1 AND proof = $2 AND expires_at > $3 AND account_id IS NOT NULL")
        .bind(purpose.key()).bind(hashed).bind(now)
        .fetch_optional(at).await)?;
    Ok(row.map(|(account,)| account))
}

/// Uses a proof of `account` up, within the transaction of what it proves. Whether it held.
pub(crate) async fn redeem(
    tx: &mut Tx,
    pepper: &Pepper,
    purpose: &Purpose,
    proof: &str,
    account: UserId,
    now: Millis,
) -> Result<bool> {
    let hashed = pepper.hash(&[&purpose.key(), &purpose.place(), proof])?;
    let used = on!(tx.at(), at => sqlx::query(
        "UPDATE code SET proof = NULL, expires_at = 0
         WHERE purpose = $1 AND proof = $2 AND expires_at > $3 AND account_id = $4")
        .bind(purpose.key()).bind(hashed).bind(now).bind(account)
        .execute(at).await.map(|done| done.rows_affected()))?;
    Ok(used == 1)
}

/// Forgets the codes that neither serve nor limit any more. Answers how many.
pub async fn forget_spent(db: &Db, now: Millis) -> Result<u64> {
    Ok(
        on!(db.write(), at => sqlx::query("DELETE FROM code WHERE expires_at <= $1 AND hour_from <= $2 AND sent_at <= $2")
        .bind(now).bind(now.plus(-Millis::HOUR)).execute(at).await.map(|done| done.rows_affected()))?,
    )
}
