//! Team of a company: the accounts that act for it, in its chats too.

use super::TeamRole;
use crate::{
    Db, Result,
    account::UserCard,
    db::Tx,
    on,
    types::{
        ids::{ChatId, CompanyId, UserId},
        timestamp::Timestamp,
    },
};

/// Adds an account to the team. Returns the company's account, whose streams admit the new member. Returns
/// [`Error::Taken`](crate::Error::Taken) if the account works for a company already.
pub async fn join(db: &Db, company: CompanyId, member: UserId, now: Timestamp) -> Result<UserId> {
    on!(db.write(), at => sqlx::query(
        "INSERT INTO company_member (company_id, account_id, role, since) VALUES ($1, $2, 'staff', $3)")
        .bind(company).bind(member).bind(now).execute(at).await.map(drop))?;
    account(db, company).await
}

/// Removes an employee from the team. Returns the company's account. Returns
/// [`Error::NotFound`](crate::Error::NotFound) for the owner and for an account that does not work there.
pub async fn leave(db: &Db, company: CompanyId, member: UserId) -> Result<UserId> {
    on!(db.write(), at => sqlx::query(
        "DELETE FROM company_member WHERE company_id = $1 AND account_id = $2 AND role <> 'owner' RETURNING account_id")
        .bind(company).bind(member).fetch_one(at).await.map(drop))?;
    account(db, company).await
}

/// Membership of an account in a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Membership {
    #[sqlx(rename = "company_id")]
    pub company: CompanyId,
    pub role: TeamRole,
}

/// Returns the company that an account works for, and its role there. Returns
/// [`Error::NotFound`](crate::Error::NotFound) if there is none.
pub async fn membership(db: &Db, member: UserId) -> Result<Membership> {
    Ok(on!(db.read(), at => sqlx::query_as("SELECT company_id, role FROM company_member WHERE account_id = $1")
        .bind(member).fetch_one(at).await)?)
}

/// Returns the account of a company, which customers write to.
pub async fn account(db: &Db, company: CompanyId) -> Result<UserId> {
    let (id,): (UserId,) = on!(db.read(), at => sqlx::query_as("SELECT account_id FROM company WHERE id = $1")
        .bind(company).fetch_one(at).await)?;
    Ok(id)
}

/// Returns the account of the company that `member` works for, if any.
pub async fn acts_for(db: &Db, member: UserId) -> Result<Option<UserId>> {
    let account: Option<(UserId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT c.account_id FROM company_member m JOIN company c ON c.id = m.company_id WHERE m.account_id = $1")
        .bind(member).fetch_optional(at).await)?;
    Ok(account.map(|(id,)| id))
}

/// Same as [`acts_for`], within a transaction.
pub(crate) async fn acts_for_in(tx: &mut Tx, member: UserId) -> Result<Option<UserId>> {
    let account: Option<(UserId,)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT c.account_id FROM company_member m JOIN company c ON c.id = m.company_id WHERE m.account_id = $1")
        .bind(member).fetch_optional(at).await)?;
    Ok(account.map(|(id,)| id))
}

/// Returns the public card of the company that `member` works for, if any.
pub async fn employer(db: &Db, member: UserId) -> Result<Option<UserCard>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT a.id, a.kind, a.user_name, a.first_name, a.last_name, a.picture
         FROM company_member m JOIN company c ON c.id = m.company_id JOIN account a ON a.id = c.account_id
         WHERE m.account_id = $1")
        .bind(member).fetch_optional(at).await)?)
}

/// Returns the accounts that act for a company's account; none if the account is no company.
pub async fn members(db: &Db, account: UserId) -> Result<Vec<UserId>> {
    let rows: Vec<(UserId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT m.account_id FROM company c JOIN company_member m ON m.company_id = c.id WHERE c.account_id = $1")
        .bind(account).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Returns the cards of a company's team, and of former employees who wrote in `chat`.
pub async fn agents(db: &Db, account: UserId, chat: ChatId) -> Result<Vec<UserCard>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT a.id, a.kind, a.user_name, a.first_name, a.last_name, a.picture FROM account a
         WHERE a.id IN (SELECT m.account_id FROM company c JOIN company_member m ON m.company_id = c.id
                WHERE c.account_id = $1
            UNION SELECT s.agent_id FROM message s WHERE s.chat_id = $2 AND s.agent_id IS NOT NULL)
         ORDER BY a.first_name, a.last_name, a.id")
        .bind(account).bind(chat).fetch_all(at).await)?)
}
