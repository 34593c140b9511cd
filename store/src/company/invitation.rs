//! Invitations to a team for people who have a business account already. The account keeps its address, password and other
//! companies; for those who have none a company creates an [`employee`](super::employee).

use base64::Engine as _;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;

use super::{TeamRole, plan, team};
use crate::{
    Db, Error, Result,
    account::Email,
    db::Tx,
    on,
    types::{
        ids::{CompanyId, InvitationId, UserId},
        timestamp::Timestamp,
    },
};

/// Lifetime of a link.
pub const LIFETIME: i64 = 7 * Timestamp::DAY;
/// Time after the end of a link in which the owner may renew the invitation.
pub const RETENTION: i64 = 30 * Timestamp::DAY;

/// Invitation that was not accepted, as the owner of the company sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct Invitation {
    pub id: InvitationId,
    pub email: String,
    pub role: TeamRole,
    pub sent_at: Timestamp,
    pub expires_at: Timestamp,
}

/// Invitation with the token to mail.
pub struct Issued {
    pub invitation: Invitation,
    /// 128 random bits. An earlier token of the invitation becomes invalid.
    pub token: String,
}

/// Invitation to send.
#[derive(Clone, Debug)]
pub struct NewInvitation {
    pub id: InvitationId,
    pub company: CompanyId,
    pub email: Email,
    pub role: TeamRole,
}

/// Team that a link leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct InvitingTeam {
    /// Name of the company.
    pub company: String,
    pub role: TeamRole,
}

/// Result of accepting an invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accepted {
    Joined(CompanyId),
    /// The account works there already.
    IsMember,
    /// The team has as many members as the plan of the company allows.
    PlanLimit,
}

const COLUMNS: &str = "id, email, role, sent_at, expires_at";

/// Returns the invitations of a company, the last sent first. The plan limits their number.
pub async fn list(db: &Db, company: CompanyId) -> Result<Vec<Invitation>> {
    let sql = format!("SELECT {COLUMNS} FROM team_invitation WHERE company_id = $1 ORDER BY sent_at DESC, id");
    Ok(on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(company).fetch_all(at).await)?)
}

/// Creates an invitation. One to the same address is replaced. Returns `None` if members and invitations are as many as the
/// plan allows, and [`Error::Taken`] if the account with this address works there already.
pub async fn create(db: &Db, new: &NewInvitation, now: Timestamp) -> Result<Option<Issued>> {
    let mut tx = db.begin().await?;
    tx.lock_company(new.company).await?;
    refuse_member(&mut tx, new.company, &new.email).await?;
    let (others,): (i64,) = on!(tx.at(), at => sqlx::query_as(
        "SELECT (SELECT COUNT(*) FROM company_member WHERE company_id = $1)
            + (SELECT COUNT(*) FROM team_invitation WHERE company_id = $1 AND email_key <> $2)")
        .bind(new.company).bind(new.email.key()).fetch_one(at).await)?;
    if others >= plan::of(&mut tx, new.company).await?.members {
        return Ok(None);
    }
    let token = token();
    let sql = format!(
        "INSERT INTO team_invitation (id, company_id, email, email_key, role, token_hash, sent_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (company_id, email_key) DO UPDATE SET email = excluded.email, role = excluded.role,
            token_hash = excluded.token_hash, sent_at = excluded.sent_at, expires_at = excluded.expires_at
         RETURNING {COLUMNS}"
    );
    let invitation = on!(tx.at(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql))
        .bind(new.id).bind(new.company).bind(new.email.as_str()).bind(new.email.key()).bind(new.role)
        .bind(hash(&token)).bind(now).bind(now.plus(LIFETIME)).fetch_one(at).await)?;
    tx.commit().await?;
    Ok(Some(Issued { invitation, token }))
}

/// Renews an invitation for another week, with a corrected address if one is given. Returns [`Error::Taken`] if the address
/// is that of a member or of another invitation.
pub async fn renew(
    db: &Db,
    company: CompanyId,
    id: InvitationId,
    email: Option<&Email>,
    now: Timestamp,
) -> Result<Issued> {
    let mut tx = db.begin().await?;
    tx.lock_company(company).await?;
    if let Some(email) = email {
        refuse_member(&mut tx, company, email).await?;
        on!(tx.at(), at => sqlx::query(
            "UPDATE team_invitation SET email = $3, email_key = $4 WHERE company_id = $1 AND id = $2")
            .bind(company).bind(id).bind(email.as_str()).bind(email.key()).execute(at).await.map(drop))?;
    }
    let token = token();
    let sql = format!(
        "UPDATE team_invitation SET token_hash = $3, sent_at = $4, expires_at = $5 WHERE company_id = $1 AND id = $2
         RETURNING {COLUMNS}"
    );
    let invitation = on!(tx.at(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(company).bind(id)
        .bind(hash(&token)).bind(now).bind(now.plus(LIFETIME)).fetch_one(at).await)?;
    tx.commit().await?;
    Ok(Issued { invitation, token })
}

/// Deletes an invitation. Its link becomes invalid.
pub async fn withdraw(db: &Db, company: CompanyId, id: InvitationId) -> Result<()> {
    on!(db.write(), at => sqlx::query("DELETE FROM team_invitation WHERE company_id = $1 AND id = $2 RETURNING id")
        .bind(company).bind(id).fetch_one(at).await.map(drop))?;
    Ok(())
}

/// Deletes the invitations that expired a while ago. Returns their number.
pub async fn purge(db: &Db, now: Timestamp) -> Result<u64> {
    Ok(on!(db.write(), at => sqlx::query("DELETE FROM team_invitation WHERE expires_at <= $1")
        .bind(now.plus(-RETENTION)).execute(at).await.map(|done| done.rows_affected()))?)
}

/// Returns the team that a token leads to. Returns [`Error::NotFound`] if the invitation expired or was withdrawn.
pub async fn find(db: &Db, token: &str, now: Timestamp) -> Result<InvitingTeam> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT c.name AS company, i.role FROM team_invitation i JOIN company c ON c.id = i.company_id
         WHERE i.token_hash = $1 AND i.expires_at > $2").bind(hash(token)).bind(now).fetch_one(at).await)?)
}

/// Adds an account to the team that a token leads to, and deletes the invitation. A refusal keeps it. Returns
/// [`Error::NotFound`] if the invitation expired, was withdrawn or was accepted.
pub async fn accept(db: &Db, token: &str, member: UserId, now: Timestamp) -> Result<Accepted> {
    let hash = hash(token);
    let (company,): (CompanyId,) = on!(db.read(), at => sqlx::query_as(
        "SELECT company_id FROM team_invitation WHERE token_hash = $1").bind(&hash).fetch_one(at).await)?;
    let mut tx = db.begin().await?;
    tx.lock_company(company).await?;
    let (role,): (TeamRole,) = on!(tx.at(), at => sqlx::query_as(
        "DELETE FROM team_invitation WHERE token_hash = $1 AND expires_at > $2 RETURNING role")
        .bind(&hash).bind(now).fetch_one(at).await)?;
    let (members, is_member): (i64, bool) = on!(tx.at(), at => sqlx::query_as(
        "SELECT COUNT(*), EXISTS (SELECT 1 FROM company_member WHERE company_id = $1 AND account_id = $2)
         FROM company_member WHERE company_id = $1").bind(company).bind(member).fetch_one(at).await)?;
    if is_member {
        return Ok(Accepted::IsMember);
    }
    if members >= plan::of(&mut tx, company).await?.members {
        return Ok(Accepted::PlanLimit);
    }
    team::insert(&mut tx, company, member, role, now).await?;
    on!(tx.at(), at => sqlx::query(
        "UPDATE company_member SET by_invitation = TRUE WHERE company_id = $1 AND account_id = $2")
        .bind(company).bind(member).execute(at).await.map(drop))?;
    tx.commit().await?;
    Ok(Accepted::Joined(company))
}

async fn refuse_member(tx: &mut Tx, company: CompanyId, email: &Email) -> Result<()> {
    let (is_member,): (bool,) = on!(tx.at(), at => sqlx::query_as(
        "SELECT EXISTS (SELECT 1 FROM company_member m JOIN account a ON a.id = m.account_id
            WHERE m.company_id = $1 AND a.email_key = $2)").bind(company).bind(email.key()).fetch_one(at).await)?;
    if is_member { Err(Error::Taken) } else { Ok(()) }
}

fn token() -> String {
    format!("{:032x}", rand::random::<u128>())
}

/// Hashes a token. 128 random bits need neither a salt nor a slow hash.
fn hash(token: &str) -> String {
    base64::engine::general_purpose::STANDARD_NO_PAD.encode(Sha256::digest(token))
}
