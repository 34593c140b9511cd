//! Employees: accounts that the owner of a company creates for the people who work there. Each signs in with its own
//! password, and its role decides what it may do.

use serde::Serialize;
use utoipa::ToSchema;

use super::{TeamRole, plan, team};
use crate::{
    Db, Error, Result,
    account::{
        self, Email, NewAccount,
        document::{self, NewDocument, Stored},
    },
    on,
    security::verification_code,
    types::{
        ids::{CompanyId, DocumentId, UserId},
        timestamp::Timestamp,
    },
};

/// Maximum members of a team in the largest plan, the owner included.
pub const MAX_MEMBERS: i64 = 200;

/// Member of a company's team, as its owner sees it.
#[derive(Clone, Debug, PartialEq, Serialize, sqlx::FromRow, ToSchema)]
pub struct Employee {
    pub id: UserId,
    pub first_name: String,
    pub last_name: String,
    pub email: Option<String>,
    /// Contact number.
    pub phone: Option<String>,
    pub address: Option<String>,
    pub picture: Option<String>,
    pub role: TeamRole,
    pub since: Timestamp,
    /// False until the employee has chosen a password.
    pub has_joined: bool,
    /// The account joined by an invitation, and stays when it is removed from the team.
    pub keeps_account: bool,
    /// Identity card. Its bytes need an access token of the owner.
    pub id_card: Option<DocumentId>,
}

const SELECT: &str = "SELECT a.id, a.first_name, a.last_name, a.email, a.phone, a.address, a.picture, m.role, m.since,
        a.password_hash IS NOT NULL AS has_joined, m.by_invitation AS keeps_account,
        (SELECT MAX(d.id) FROM document d
            WHERE d.account_id = a.id AND d.company_id = m.company_id AND d.kind = 'identity') AS id_card
    FROM company_member m JOIN account a ON a.id = m.account_id WHERE m.company_id = $1";

/// Returns the team of a company: the owner first, then by name.
pub async fn list(db: &Db, company: CompanyId) -> Result<Vec<Employee>> {
    let sql = format!(
        "{SELECT} ORDER BY CASE m.role WHEN 'owner' THEN 0 ELSE 1 END, a.first_name, a.last_name, a.id LIMIT {MAX_MEMBERS}"
    );
    Ok(on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(company).fetch_all(at).await)?)
}

/// Returns a member of a company's team.
pub async fn find(db: &Db, company: CompanyId, id: UserId) -> Result<Employee> {
    let sql = format!("{SELECT} AND m.account_id = $2");
    Ok(on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(company).bind(id).fetch_one(at).await)?)
}

/// Creates the account of an employee with its identity card, and adds it to the team. Returns the company's account,
/// whose streams admit the new member; `None` if the team has as many members as the plan allows. Returns [`Error::Taken`] if the user name or the address
/// is in use.
pub async fn add(
    db: &Db,
    company: CompanyId,
    new: &NewAccount,
    role: TeamRole,
    id_card: &[NewDocument],
    now: Timestamp,
) -> Result<Option<UserId>> {
    let mut tx = db.begin().await?;
    tx.lock_company(company).await?;
    let (members,): (i64,) = on!(tx.at(), at => sqlx::query_as("SELECT COUNT(*) FROM company_member WHERE company_id = $1")
        .bind(company).fetch_one(at).await)?;
    if members >= plan::of(&mut tx, company).await?.members {
        return Ok(None);
    }
    // An invitation is answered by a reset code, which only the account of an address gets: a claim refuses it too.
    if let Some(email) = &new.email
        && account::address::is_claimed(&mut tx, email).await?
    {
        return Err(Error::Taken);
    }
    account::insert(&mut tx, new).await?;
    document::insert(&mut tx, id_card, Some(company)).await?;
    team::insert(&mut tx, company, new.id, role, now).await?;
    tx.commit().await?;
    team::account(db, company).await.map(Some)
}

/// Changes the role of an employee. Returns [`Error::NotFound`] for the owner and for an account that does not work there.
pub async fn set_role(db: &Db, company: CompanyId, id: UserId, role: TeamRole) -> Result<()> {
    on!(db.write(), at => sqlx::query(
        "UPDATE company_member SET role = $3 WHERE company_id = $1 AND account_id = $2 AND role <> 'owner'
         RETURNING account_id")
        .bind(company).bind(id).bind(role).fetch_one(at).await.map(drop))?;
    Ok(())
}

/// Corrects the address of an employee who has not joined. Codes that were mailed to the earlier address become invalid.
/// Returns [`Error::NotFound`] if the account has had a password or a verified address, and [`Error::Taken`] if another
/// account has the address.
pub async fn correct_address(db: &Db, company: CompanyId, id: UserId, email: &Email) -> Result<()> {
    let mut tx = db.begin().await?;
    on!(tx.at(), at => sqlx::query(
        "UPDATE account SET email = $3, email_key = $4
         WHERE id = $2 AND password_hash IS NULL AND email_verified_at IS NULL AND EXISTS (
            SELECT 1 FROM company_member WHERE company_id = $1 AND account_id = $2 AND role <> 'owner'
                AND NOT by_invitation)
         RETURNING id").bind(company).bind(id).bind(email.as_str()).bind(email.key()).fetch_one(at).await.map(drop))?;
    verification_code::delete_all(&mut tx, id).await?;
    tx.commit().await
}

/// Finds the identity card of a member of the team.
pub async fn id_card(db: &Db, company: CompanyId, id: UserId) -> Result<Stored> {
    let card = find(db, company, id).await?.id_card.ok_or(Error::NotFound)?;
    document::find(db, id, card).await
}
