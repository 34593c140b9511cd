//! Sessions and their refresh tokens.
//!
//! A refresh token is valid once and stored as a hash only. All tokens of a session are one family. A reused token was
//! copied. The thief cannot be told from the owner, so the session ends.

use base64::Engine as _;
use sha2::{Digest, Sha256};

use crate::{
    Db, Result,
    account::AccountKind,
    db::Tx,
    on,
    security::known_network::{self, Network},
    types::{
        ids::{SessionId, UserId},
        timestamp::Timestamp,
    },
};

/// Period in which a reused token counts as a lost response or a second tab, not as theft. Applies only until its
/// successor is used.
const LEEWAY: i64 = 10 * Timestamp::SECOND;
/// Length of a refresh token: 256 bits in base64url.
pub const TOKEN_LENGTH: usize = 43;
/// Maximum number of open sessions per account.
pub const PER_ACCOUNT: i64 = 100;

/// A sign-in from a device.
#[derive(Clone, Debug)]
pub struct NewSession {
    pub id: SessionId,
    pub account: UserId,
    /// `User-Agent` of the device.
    pub user_agent: String,
    /// Client address of the sign-in.
    pub address: String,
    pub now: Timestamp,
    /// Idle lifetime in milliseconds: the session ends after this time without a refresh.
    pub lifetime: i64,
}

/// A secret of 256 bits, valid for one refresh. Sent once, in a response.
#[derive(Clone, PartialEq, Eq)]
pub struct RefreshToken(String);

impl RefreshToken {
    fn new() -> Self {
        let secret: [u8; 32] = rand::random();
        Self(base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(secret))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for RefreshToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RefreshToken")
    }
}

/// Result of a refresh.
#[derive(Debug, PartialEq)]
pub enum Rotation {
    Fresh {
        session: SessionId,
        account: UserId,
        kind: AccountKind,
        token: RefreshToken,
    },
    /// The token was never issued, or its session has expired.
    Unknown,
    /// The session was already revoked.
    Revoked,
    /// The token was reused; the session is now revoked.
    Reused {
        session: SessionId,
    },
}

#[derive(sqlx::FromRow)]
struct TokenRow {
    session_id: SessionId,
    used_at: Option<Timestamp>,
    account_id: UserId,
    kind: AccountKind,
    last_used_at: Timestamp,
    expires_at: Timestamp,
    revoked_at: Option<Timestamp>,
    parent: Option<String>,
    superseded_at: Option<Timestamp>,
}

fn hash(token: &str) -> String {
    base64::engine::general_purpose::STANDARD_NO_PAD.encode(Sha256::digest(token.as_bytes()))
}

/// Statement that revokes a session, for a pool or a transaction.
macro_rules! revoke_where_open {
    ($at:expr, $session:expr, $now:expr) => {
        sqlx::query("UPDATE session SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL")
            .bind($session)
            .bind($now)
            .execute($at)
            .await
            .map(drop)
    };
}

/// Creates a session.
pub async fn create(db: &Db, new: &NewSession) -> Result<RefreshToken> {
    let token = RefreshToken::new();
    let mut tx = db.begin().await?;
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO session (id, account_id, user_agent, address, created_at, last_used_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $5, $6)")
        .bind(new.id).bind(new.account).bind(&new.user_agent).bind(&new.address).bind(new.now)
        .bind(new.now.plus(new.lifetime)).execute(at).await.map(drop))?;
    on!(tx.at(), at => sqlx::query("INSERT INTO refresh_token (hash, session_id, created_at) VALUES ($1, $2, $3)")
        .bind(hash(token.as_str())).bind(new.id).bind(new.now).execute(at).await.map(drop))?;
    if let Ok(address) = new.address.parse() {
        known_network::add(&mut tx, new.account, Network::of(address), new.now).await?;
    }
    tx.commit().await?;
    Ok(token)
}

/// Returns true if the account has signed in before, and never with this `User-Agent`.
pub async fn is_new_device(db: &Db, account: UserId, user_agent: &str) -> Result<bool> {
    let (is_new,): (bool,) = on!(db.read(), at => sqlx::query_as(
        "SELECT EXISTS (SELECT 1 FROM session WHERE account_id = $1)
            AND NOT EXISTS (SELECT 1 FROM session WHERE account_id = $1 AND user_agent = $2)")
        .bind(account).bind(user_agent).fetch_one(at).await)?;
    Ok(is_new)
}

/// Returns the sign-in time of an open session of this account.
pub async fn signed_in_at(db: &Db, account: UserId, session: SessionId) -> Result<Option<Timestamp>> {
    let row: Option<(Timestamp,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT created_at FROM session WHERE id = $2 AND account_id = $1 AND revoked_at IS NULL")
        .bind(account).bind(session).fetch_optional(at).await)?;
    Ok(row.map(|(at,)| at))
}

/// Revokes the least recently used sessions beyond [`PER_ACCOUNT`]. Returns their ids.
pub async fn end_surplus(db: &Db, account: UserId, now: Timestamp) -> Result<Vec<SessionId>> {
    let ended: Vec<(SessionId,)> = on!(db.write(), at => sqlx::query_as(
        "UPDATE session SET revoked_at = $2
         WHERE account_id = $1 AND revoked_at IS NULL AND expires_at > $2 AND id NOT IN (
            SELECT id FROM session WHERE account_id = $1 AND revoked_at IS NULL AND expires_at > $2
            ORDER BY last_used_at DESC, id DESC LIMIT $3)
         RETURNING id")
        .bind(account).bind(now).bind(PER_ACCOUNT).fetch_all(at).await)?;
    Ok(ended.into_iter().map(|(id,)| id).collect())
}

/// Returns the guest of an open session that a refresh token belongs to. Does not use the token up.
pub async fn guest_of(db: &Db, token: &str, now: Timestamp) -> Result<Option<(UserId, SessionId)>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT a.id, s.id FROM refresh_token t JOIN session s ON s.id = t.session_id JOIN account a ON a.id = s.account_id
         WHERE t.hash = $1 AND a.kind = 'guest' AND s.revoked_at IS NULL AND s.expires_at > $2")
        .bind(hash(token)).bind(now).fetch_optional(at).await)?)
}

/// Exchanges a refresh token for a new one and restarts the session's lifetime.
pub async fn rotate(db: &Db, token: &str, now: Timestamp) -> Result<Rotation> {
    let used = hash(token);
    let mut tx = db.begin().await?;
    // An update without effect locks the session on PostgreSQL, so that concurrent refreshes run in turn.
    on!(tx.at(), at => sqlx::query(
        "UPDATE session SET revoked_at = revoked_at WHERE id = (SELECT session_id FROM refresh_token WHERE hash = $1)")
        .bind(&used).execute(at).await.map(drop))?;
    let row: Option<TokenRow> = on!(tx.at(), at => sqlx::query_as(
        "SELECT t.session_id, t.used_at, s.account_id, a.kind, s.last_used_at, s.expires_at, s.revoked_at,
            t.parent, t.superseded_at
         FROM refresh_token t JOIN session s ON s.id = t.session_id JOIN account a ON a.id = s.account_id
         WHERE t.hash = $1").bind(&used).fetch_optional(at).await)?;
    let Some(row) = row.filter(|row| row.expires_at > now) else {
        return Ok(Rotation::Unknown);
    };
    if row.revoked_at.is_some() {
        return Ok(Rotation::Revoked);
    }
    let is_stolen = match row.used_at {
        // Another token of the same parent was used: two clients hold the session.
        _ if row.superseded_at.is_some() => true,
        Some(at) => now.0 - at.0 > LEEWAY || has_gone_on(&mut tx, row.session_id, &used, at).await?,
        None => false,
    };
    if is_stolen {
        on!(tx.at(), at => revoke_where_open!(at, row.session_id, now))?;
        tx.commit().await?;
        return Ok(Rotation::Reused { session: row.session_id });
    }
    // Records the first use only, so that a retry does not extend the leeway.
    on!(tx.at(), at => sqlx::query("UPDATE refresh_token SET used_at = $2 WHERE hash = $1 AND used_at IS NULL")
        .bind(&used).bind(now).execute(at).await.map(drop))?;
    // Each retry within the leeway receives its own token. The first one used invalidates the others.
    if let Some(parent) = &row.parent {
        on!(tx.at(), at => sqlx::query(
            "UPDATE refresh_token SET superseded_at = $3 WHERE parent = $1 AND hash <> $2 AND superseded_at IS NULL")
            .bind(parent).bind(&used).bind(now).execute(at).await.map(drop))?;
    }
    let fresh = RefreshToken::new();
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO refresh_token (hash, session_id, parent, created_at) VALUES ($1, $2, $3, $4)")
        .bind(hash(fresh.as_str())).bind(row.session_id).bind(&used).bind(now).execute(at).await.map(drop))?;
    let lifetime = row.expires_at.0 - row.last_used_at.0;
    on!(tx.at(), at => sqlx::query("UPDATE session SET last_used_at = $2, expires_at = $3 WHERE id = $1")
        .bind(row.session_id).bind(now).bind(now.plus(lifetime)).execute(at).await.map(drop))?;
    tx.commit().await?;
    Ok(Rotation::Fresh { session: row.session_id, account: row.account_id, kind: row.kind, token: fresh })
}

/// Returns true if a token issued for this one, or later, has been used. Then no response was lost.
async fn has_gone_on(tx: &mut Tx, session: SessionId, used: &str, at: Timestamp) -> Result<bool> {
    let (later,): (i64,) = on!(tx.at(), at_db => sqlx::query_as(
        "SELECT count(*) FROM refresh_token
         WHERE session_id = $1 AND hash <> $2 AND created_at >= $3 AND used_at IS NOT NULL")
        .bind(session).bind(used).bind(at).fetch_one(at_db).await)?;
    Ok(later > 0)
}

/// Issues another refresh token for a session after its user has re-authenticated.
pub async fn renew(db: &Db, session: SessionId, now: Timestamp) -> Result<RefreshToken> {
    let fresh = RefreshToken::new();
    on!(db.write(), at => sqlx::query("INSERT INTO refresh_token (hash, session_id, created_at) VALUES ($1, $2, $3)")
        .bind(hash(fresh.as_str())).bind(session).bind(now).execute(at).await.map(drop))?;
    Ok(fresh)
}

/// Revokes a session. Idempotent.
pub async fn revoke(db: &Db, session: SessionId, now: Timestamp) -> Result<()> {
    on!(db.write(), at => revoke_where_open!(at, session, now))?;
    Ok(())
}

/// An open session, as shown to its account.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct OpenSession {
    pub id: SessionId,
    pub user_agent: String,
    pub address: String,
    pub created_at: Timestamp,
    pub last_used_at: Timestamp,
}

/// Returns the open sessions of an account, most recently used first.
pub async fn list(db: &Db, account: UserId, now: Timestamp) -> Result<Vec<OpenSession>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT id, user_agent, address, created_at, last_used_at FROM session
         WHERE account_id = $1 AND revoked_at IS NULL AND expires_at > $2 ORDER BY last_used_at DESC, id DESC")
        .bind(account).bind(now).fetch_all(at).await)?)
}

/// Revokes an open session of this account. Returns false if there is none with this id.
pub async fn revoke_own(db: &Db, account: UserId, session: SessionId, now: Timestamp) -> Result<bool> {
    let done = on!(db.write(), at => sqlx::query(
        "UPDATE session SET revoked_at = $3 WHERE id = $2 AND account_id = $1 AND revoked_at IS NULL AND expires_at > $3")
        .bind(account).bind(session).bind(now).execute(at).await.map(|done| done.rows_affected()))?;
    Ok(done > 0)
}

/// Revokes the open sessions of an account except `except`. Returns their ids.
pub async fn revoke_all(db: &Db, account: UserId, except: Option<SessionId>, now: Timestamp) -> Result<Vec<SessionId>> {
    let mut tx = db.begin().await?;
    let ended = end_others(&mut tx, account, except, now).await?;
    tx.commit().await?;
    Ok(ended)
}

/// Revokes the open sessions of an account except `except`, within a transaction. Returns their ids.
pub(crate) async fn end_others(
    tx: &mut Tx,
    account: UserId,
    except: Option<SessionId>,
    now: Timestamp,
) -> Result<Vec<SessionId>> {
    let ended: Vec<(SessionId,)> = on!(tx.at(), at => sqlx::query_as(
        "UPDATE session SET revoked_at = $3 WHERE account_id = $1 AND id <> $2 AND revoked_at IS NULL RETURNING id")
        // No session has the id 0.
        .bind(account).bind(except.unwrap_or(SessionId(0))).bind(now).fetch_all(at).await)?;
    Ok(ended.into_iter().map(|(id,)| id).collect())
}

/// Returns the sessions revoked since `since`, whose access tokens may still be valid.
pub async fn revoked_since(db: &Db, since: Timestamp) -> Result<Vec<(SessionId, Timestamp)>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT id, revoked_at FROM session WHERE revoked_at IS NOT NULL AND revoked_at >= $1 ORDER BY id")
        .bind(since).fetch_all(at).await)?)
}

/// Deletes sessions that expired before `before`, with their tokens. Returns their number.
pub async fn forget_expired(db: &Db, before: Timestamp) -> Result<u64> {
    Ok(on!(db.write(), at => sqlx::query("DELETE FROM session WHERE expires_at < $1")
        .bind(before).execute(at).await.map(|done| done.rows_affected()))?)
}
