//! Team of a company: the accounts that act for it, in its chats too.
//!
//! An account may work for several companies and acts for one of them at a time, the active one. All that asks for the
//! company of an account asks here, or reads the view `active_member`.

use super::TeamRole;
use crate::{
    Db, Result,
    account::{UserCard, document},
    db::Tx,
    on,
    types::{
        ids::{ChatId, CompanyId, UserId},
        timestamp::Timestamp,
    },
};

/// Adds an account to the team. Its active company stays; its first one becomes active. Returns the company's account, whose
/// streams admit the new member. Returns [`Error::Taken`](crate::Error::Taken) if the account works there already.
pub async fn join(db: &Db, company: CompanyId, member: UserId, now: Timestamp) -> Result<UserId> {
    let mut tx = db.begin().await?;
    insert(&mut tx, company, member, TeamRole::Staff, now).await?;
    tx.commit().await?;
    account(db, company).await
}

/// Inserts a membership. An owner's company becomes the active one at once, an employer only if it is the first.
pub(super) async fn insert(
    tx: &mut Tx,
    company: CompanyId,
    member: UserId,
    role: TeamRole,
    now: Timestamp,
) -> Result<()> {
    tx.lock_accounts(&[member.0]).await?;
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO company_member (company_id, account_id, role, since, choice)
         SELECT $1, $2, $3, $4, CASE WHEN $5 THEN COALESCE(MAX(choice), -1) + 1 ELSE COALESCE(MIN(choice), 1) - 1 END
         FROM company_member WHERE account_id = $2")
        .bind(company).bind(member).bind(role).bind(now).bind(role == TeamRole::Owner)
        .execute(at).await.map(drop))?;
    Ok(())
}

/// Removes an employee from the team, and the documents that were handed in for the company. Returns the company's account.
/// Returns [`Error::NotFound`](crate::Error::NotFound) for the owner and for an account that does not work there.
pub async fn leave(db: &Db, company: CompanyId, member: UserId) -> Result<UserId> {
    let mut tx = db.begin().await?;
    delete(&mut tx, company, member).await?;
    tx.commit().await?;
    account(db, company).await
}

/// Removes an employee whose account stays, since it works for another company too or joined by an invitation: see
/// [`leave`]. Returns `None`, and removes nothing, if the company created the account for itself alone.
pub async fn leave_for_others(db: &Db, company: CompanyId, member: UserId) -> Result<Option<UserId>> {
    let mut tx = db.begin().await?;
    tx.lock_accounts(&[member.0]).await?;
    let (stays,): (bool,) = on!(tx.at(), at => sqlx::query_as(
        "SELECT EXISTS (SELECT 1 FROM company_member WHERE account_id = $2 AND (company_id <> $1 OR by_invitation))")
        .bind(company).bind(member).fetch_one(at).await)?;
    if !stays {
        return Ok(None);
    }
    delete(&mut tx, company, member).await?;
    tx.commit().await?;
    account(db, company).await.map(Some)
}

async fn delete(tx: &mut Tx, company: CompanyId, member: UserId) -> Result<()> {
    on!(tx.at(), at => sqlx::query(
        "DELETE FROM company_member WHERE company_id = $1 AND account_id = $2 AND role <> 'owner' RETURNING account_id")
        .bind(company).bind(member).fetch_one(at).await.map(drop))?;
    document::remove_handed_in(tx, company, Some(member)).await
}

/// Membership of an account in a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Membership {
    #[sqlx(rename = "company_id")]
    pub company: CompanyId,
    pub role: TeamRole,
}

/// Returns the company that an account acts for, and its role there. Roles in its other companies do not count. Returns
/// [`Error::NotFound`](crate::Error::NotFound) if there is none.
pub async fn membership(db: &Db, member: UserId) -> Result<Membership> {
    Ok(on!(db.read(), at => sqlx::query_as("SELECT company_id, role FROM active_member WHERE account_id = $1")
        .bind(member).fetch_one(at).await)?)
}

/// Change of the company that an account acts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Activation {
    pub before: CompanyId,
    pub now: CompanyId,
}

/// Makes a company the one that its member acts for, on all devices. Returns
/// [`Error::NotFound`](crate::Error::NotFound) if the account does not work there.
pub async fn activate(db: &Db, company: CompanyId, member: UserId) -> Result<Activation> {
    let mut tx = db.begin().await?;
    // Two choices at once take different numbers.
    tx.lock_accounts(&[member.0]).await?;
    let (before,): (CompanyId,) = on!(tx.at(), at => sqlx::query_as(
        "SELECT company_id FROM active_member WHERE account_id = $1 AND EXISTS
            (SELECT 1 FROM company_member WHERE account_id = $1 AND company_id = $2)")
        .bind(member).bind(company).fetch_one(at).await)?;
    if before != company {
        on!(tx.at(), at => sqlx::query(
            "UPDATE company_member SET choice = 1 + (SELECT MAX(o.choice) FROM company_member o WHERE o.account_id = $2)
             WHERE company_id = $1 AND account_id = $2")
            .bind(company).bind(member).execute(at).await.map(drop))?;
        tx.commit().await?;
    }
    Ok(Activation { before, now: company })
}

/// Returns the account of a company, which customers write to.
pub async fn account(db: &Db, company: CompanyId) -> Result<UserId> {
    let (id,): (UserId,) = on!(db.read(), at => sqlx::query_as("SELECT account_id FROM company WHERE id = $1")
        .bind(company).fetch_one(at).await)?;
    Ok(id)
}

/// Returns the account of the company that `member` acts for, if any.
pub async fn acts_for(db: &Db, member: UserId) -> Result<Option<UserId>> {
    let account: Option<(UserId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT c.account_id FROM active_member m JOIN company c ON c.id = m.company_id WHERE m.account_id = $1")
        .bind(member).fetch_optional(at).await)?;
    Ok(account.map(|(id,)| id))
}

/// Returns the company that `member` acts for, if any, within a transaction.
pub(crate) async fn active(tx: &mut Tx, member: UserId) -> Result<Option<CompanyId>> {
    let row: Option<(CompanyId,)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT company_id FROM active_member WHERE account_id = $1").bind(member).fetch_optional(at).await)?;
    Ok(row.map(|(id,)| id))
}

/// Returns the companies that `member` works for, within a transaction, in order.
pub(crate) async fn companies_of(tx: &mut Tx, member: UserId) -> Result<Vec<CompanyId>> {
    let rows: Vec<(CompanyId,)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT company_id FROM company_member WHERE account_id = $1 ORDER BY company_id")
        .bind(member).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Returns the public card of the company that `member` acts for, if any.
pub async fn employer(db: &Db, member: UserId) -> Result<Option<UserCard>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT a.id, a.kind, a.user_name, a.first_name, a.last_name, a.picture
         FROM active_member m JOIN company c ON c.id = m.company_id JOIN account a ON a.id = c.account_id
         WHERE m.account_id = $1")
        .bind(member).fetch_optional(at).await)?)
}

/// Returns the accounts that act for a company's account now; none if the account is no company. Members for whom another
/// company is active are left out.
pub async fn members(db: &Db, account: UserId) -> Result<Vec<UserId>> {
    let rows: Vec<(UserId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT m.account_id FROM company c JOIN active_member m ON m.company_id = c.id WHERE c.account_id = $1")
        .bind(account).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Returns the accounts that act for a company now: see [`members`].
pub async fn acting(db: &Db, company: CompanyId) -> Result<Vec<UserId>> {
    let rows: Vec<(UserId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT account_id FROM active_member WHERE company_id = $1").bind(company).fetch_all(at).await)?;
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
