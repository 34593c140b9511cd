//! Companies of an account that is deleted: its own close, and it follows none. The row of a closed company
//! stays, so that customers keep the history of their bookings.

use crate::{
    Db, Result,
    account::document,
    db::{Aggregate, Tx},
    on,
    types::{
        ids::{CompanyId, UserId},
        timestamp::Timestamp,
    },
};

/// Runs statements about one company in sequence.
macro_rules! run_for {
    ($tx:expr, $id:expr, $($sql:literal),+ $(,)?) => {
        $(on!($tx.at(), at => sqlx::query($sql).bind($id).execute(at).await.map(drop))?;)+
    };
}

/// Returns the companies that an account owns, or owned until it was deleted.
pub async fn of_owner(db: &Db, owner: UserId) -> Result<Vec<CompanyId>> {
    let rows: Vec<(CompanyId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT id FROM company WHERE owner_id = $1 ORDER BY id").bind(owner).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Open company of an account, and the account that it has in chats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(super) struct Owned {
    pub id: CompanyId,
    pub account_id: UserId,
}

/// Returns the open companies of an owner in order, within a transaction.
pub(super) async fn owned(tx: &mut Tx, owner: UserId) -> Result<Vec<Owned>> {
    Ok(on!(tx.at(), at => sqlx::query_as(
        "SELECT id, account_id FROM company WHERE owner_id = $1 AND closed_at IS NULL ORDER BY id")
        .bind(owner).fetch_all(at).await)?)
}

/// Closes a company. Name and place stay for the customers' history; contact, legal data, pictures, news, members,
/// followers, waitlists and the documents handed in for it go. Nothing is for sale, and the handle is free again. Returns
/// the accounts that acted for it.
pub(super) async fn close(tx: &mut Tx, id: CompanyId, now: Timestamp) -> Result<Vec<UserId>> {
    // Bookings wait and are refused then.
    tx.lock_company(id).await?;
    tx.changes(Aggregate::Company(id));
    on!(tx.at(), at => sqlx::query(
        "UPDATE company SET closed_at = $2, handle = $3, search_key = '', email = '', phone = '', registration = NULL,
            vat_number = NULL, website = NULL, description = '', logo_id = NULL, cover_id = NULL, follower_count = 0,
            changed_at = $2
         WHERE id = $1")
        .bind(id).bind(now).bind(format!("closed--{id}")).execute(at).await.map(drop))?;
    let acting: Vec<(UserId,)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT account_id FROM active_member WHERE company_id = $1 ORDER BY account_id")
        .bind(id).fetch_all(at).await)?;
    document::remove_handed_in(tx, id, None).await?;
    run_for!(
        tx,
        id,
        "UPDATE offering SET state = 'archived' WHERE company_id = $1",
        "UPDATE resource SET picture_id = NULL WHERE company_id = $1",
        "DELETE FROM offering_picture WHERE offering_id IN (SELECT id FROM offering WHERE company_id = $1)",
        "DELETE FROM company_picture WHERE company_id = $1",
        "DELETE FROM company_news WHERE company_id = $1",
        "DELETE FROM company_member WHERE company_id = $1",
        "DELETE FROM team_invitation WHERE company_id = $1",
        "DELETE FROM company_follower WHERE company_id = $1",
        "DELETE FROM waitlist_entry WHERE company_id = $1",
        "DELETE FROM cart WHERE company_id = $1",
        "DELETE FROM fulfilment WHERE company_id = $1",
        "UPDATE promo_code SET is_active = FALSE WHERE company_id = $1",
        // The operator answers from now on.
        "UPDATE ticket SET company_id = NULL WHERE company_id = $1 AND state <> 'closed'",
        "UPDATE loyalty_programme SET is_active = FALSE WHERE company_id = $1",
        "UPDATE reel SET state = 'removed', publish_at = NULL, reports = 0, video_id = NULL, small_video_id = NULL,
            poster_id = NULL WHERE company_id = $1",
        // The sweeper deletes the bytes.
        "UPDATE reel_upload SET updated_at = 0, state = 'failed' WHERE company_id = $1 AND state <> 'used'",
    );
    Ok(acting.into_iter().map(|(account,)| account).collect())
}

/// Ends all following of an account that is deleted, and takes it from the counts.
pub(super) async fn end_following(tx: &mut Tx, account: UserId) -> Result<()> {
    let companies: Vec<(CompanyId,)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT company_id FROM company_follower WHERE account_id = $1 ORDER BY company_id")
        .bind(account).fetch_all(at).await)?;
    for (company,) in companies {
        tx.changes(Aggregate::Company(company));
        // Locks the row before that of the follower, as following does.
        on!(tx.at(), at => sqlx::query("UPDATE company SET follower_count = follower_count WHERE id = $1")
            .bind(company).execute(at).await.map(drop))?;
        let ended = on!(tx.at(), at => sqlx::query(
            "DELETE FROM company_follower WHERE company_id = $1 AND account_id = $2")
            .bind(company).bind(account).execute(at).await.map(|done| done.rows_affected()))?;
        on!(tx.at(), at => sqlx::query("UPDATE company SET follower_count = follower_count - $2 WHERE id = $1")
            .bind(company).bind(i64::from(ended > 0)).execute(at).await.map(drop))?;
    }
    Ok(())
}
