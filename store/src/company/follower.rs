//! Followers of companies.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    Db, Error, Result,
    db::{Aggregate, Tx},
    on,
    types::{
        ids::{CompanyId, UserId},
        timestamp::Timestamp,
    },
};

/// State of following a company.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Following {
    /// The caller follows the company.
    pub followed: bool,
    pub follower_count: i64,
}

/// Returns followers of a company with greater ids than `after`, in order, at most `limit`.
pub async fn list(db: &Db, company: CompanyId, after: UserId, limit: i64) -> Result<Vec<UserId>> {
    let rows: Vec<(UserId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT account_id FROM company_follower WHERE company_id = $1 AND account_id > $2 ORDER BY account_id LIMIT $3")
        .bind(company).bind(after).bind(limit).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Follows a company or ends it. Without `followed`, the opposite of the current state. Returns none for a member of the
/// company, who may not follow it, and [`NotFound`](crate::Error::NotFound) to follow across a block.
pub async fn follow(
    db: &Db,
    company: CompanyId,
    account: UserId,
    followed: Option<bool>,
    now: Timestamp,
) -> Result<Option<Following>> {
    let mut tx = db.begin().await?;
    tx.changes(Aggregate::Company(company));
    // Locks the row, so that the count stays exact.
    let (is_member,): (bool,) = on!(tx.at(), at => sqlx::query_as(
        "UPDATE company SET follower_count = follower_count WHERE id = $1 AND closed_at IS NULL
         RETURNING EXISTS (SELECT 1 FROM company_member m WHERE m.company_id = company.id AND m.account_id = $2)")
        .bind(company).bind(account).fetch_one(at).await)?;
    if is_member {
        return Ok(None);
    }
    // A statement of its own sees a block that was committed while this one waited for the lock.
    let (was_followed, is_blocked): (bool, bool) = on!(tx.at(), at => sqlx::query_as(
        "SELECT EXISTS (SELECT 1 FROM company_follower f WHERE f.company_id = c.id AND f.account_id = $2),
            EXISTS (SELECT 1 FROM block b WHERE (b.blocker_id = c.account_id AND b.blocked_id = $2)
                OR (b.blocker_id = $2 AND b.blocked_id = c.account_id))
         FROM company c WHERE c.id = $1")
        .bind(company).bind(account).fetch_one(at).await)?;
    let followed = followed.unwrap_or(!was_followed);
    if followed && is_blocked {
        return Err(Error::NotFound);
    }
    let change: i64 = match (was_followed, followed) {
        (false, true) => {
            on!(tx.at(), at => sqlx::query("INSERT INTO company_follower (company_id, account_id, since) VALUES ($1, $2, $3)")
                .bind(company).bind(account).bind(now).execute(at).await.map(drop))?;
            1
        }
        (true, false) => {
            delete(&mut tx, company, account).await?;
            -1
        }
        (true, true) | (false, false) => 0,
    };
    let (follower_count,): (i64,) = on!(tx.at(), at => sqlx::query_as(
        "UPDATE company SET follower_count = follower_count + $2 WHERE id = $1 RETURNING follower_count")
        .bind(company).bind(change).fetch_one(at).await)?;
    tx.commit().await?;
    Ok(Some(Following { followed, follower_count }))
}

/// Ends following between two accounts of which one may be that of a company. The caller has written their block: whoever
/// follows later finds it.
pub(crate) async fn end_between(tx: &mut Tx, one: UserId, other: UserId) -> Result<()> {
    let companies: Vec<(CompanyId, UserId)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT id, account_id FROM company WHERE account_id IN ($1, $2) ORDER BY id")
        .bind(one).bind(other).fetch_all(at).await)?;
    for (company, own) in companies {
        let account = if own == one { other } else { one };
        tx.changes(Aggregate::Company(company));
        // Locks the row before that of the follower, as following does.
        on!(tx.at(), at => sqlx::query("UPDATE company SET follower_count = follower_count WHERE id = $1")
            .bind(company).execute(at).await.map(drop))?;
        let ended = delete(tx, company, account).await?;
        on!(tx.at(), at => sqlx::query("UPDATE company SET follower_count = follower_count - $2 WHERE id = $1")
            .bind(company).bind(i64::from(ended)).execute(at).await.map(drop))?;
    }
    Ok(())
}

/// Deletes a follower. Returns false if it was none.
async fn delete(tx: &mut Tx, company: CompanyId, account: UserId) -> Result<bool> {
    let ended = on!(tx.at(), at => sqlx::query("DELETE FROM company_follower WHERE company_id = $1 AND account_id = $2")
        .bind(company).bind(account).execute(at).await.map(|done| done.rows_affected()))?;
    Ok(ended > 0)
}
