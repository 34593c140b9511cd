//! Deletion of an account. Its row is anonymized and kept as "Deleted account", so that its messages stay in their
//! chats. All other data of the account is deleted, except what a company needs to deliver or serve what is under way.

use crate::{
    Db, Error, Result,
    account::{company_closing, contact_erasure, document},
    company::team,
    db::{Aggregate, Tx},
    each, media, on,
    security::session,
    types::{
        ids::{ChatId, CompanyId, MediaId, ReelId, SessionId, UserId},
        timestamp::Timestamp,
    },
};

/// Effects of a deletion that the caller has to publish.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeletionSummary {
    /// Revoked sessions.
    pub sessions: Vec<SessionId>,
    /// Chats in which messages of the account lost their files, with the new `seq` of each chat.
    pub chats: Vec<(ChatId, i64)>,
    /// Former friends, and users with a pending friend request from or to the account.
    pub friends: Vec<UserId>,
    /// Companies that the account worked for. Its own are closed.
    pub companies: Vec<CompanyId>,
    /// Other accounts that acted for a closed company. Each acts for another of its companies now, if it has one.
    pub moved: Vec<UserId>,
    /// Reels that lost its comments, likes or saves.
    pub reels: Vec<ReelId>,
}

/// Runs statements about one account in sequence.
macro_rules! run_for {
    ($tx:expr, $id:expr, $($sql:literal),+ $(,)?) => {
        $(on!($tx.at(), at => sqlx::query($sql).bind($id).execute(at).await.map(drop))?;)+
    };
}

/// Returns the groups of an account. The caller leaves them before deletion, so that each group has an owner.
pub async fn groups(db: &Db, id: UserId) -> Result<Vec<ChatId>> {
    let rows: Vec<(ChatId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT c.id FROM chat_member m JOIN chat c ON c.id = m.chat_id
         WHERE m.account_id = $1 AND m.left_at IS NULL AND c.kind = 'group' ORDER BY c.id")
        .bind(id).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Deletes an account. Returns [`Error::NotFound`] if the account is already deleted. The account must have left its
/// [`groups`] before.
pub async fn delete(db: &Db, id: UserId, now: Timestamp) -> Result<DeletionSummary> {
    loop {
        if let Some(done) = delete_once(db, id, now).await? {
            return Ok(done);
        }
    }
}

/// Returns `None`, and deletes nothing, if the account added a company meanwhile.
async fn delete_once(db: &Db, id: UserId, now: Timestamp) -> Result<Option<DeletionSummary>> {
    let mut tx = db.begin().await?;
    let companies = team::companies_of(&mut tx, id).await?;
    // Companies go with their owner, and so do their accounts in chats.
    let owned = company_closing::owned(&mut tx, id).await?;
    let gone: Vec<UserId> = owned.iter().map(|company| company.account_id).chain([id]).collect();
    // Lock the chats first, as message writes do.
    let with_files = lock_chats(&mut tx, &gone).await?;
    // Delete the outbox messages before the recipient addresses are erased.
    run_for!(
        tx,
        id,
        "DELETE FROM outbox WHERE recipient IN (SELECT email FROM account WHERE id = $1
            UNION SELECT email_key FROM account WHERE id = $1 UNION SELECT phone FROM account WHERE id = $1
            UNION SELECT pending_email FROM account WHERE id = $1)",
    );
    // Tickets and feedback go before their files.
    run_for!(
        tx,
        id,
        "DELETE FROM ticket WHERE customer_id = $1",
        "DELETE FROM feedback WHERE account_id = $1",
        "DELETE FROM ticket_file WHERE media_id IN (SELECT id FROM media WHERE owner_id = $1)",
    );
    // The row is locked from here on, and no company is added.
    anonymize(&mut tx, id, now).await?;
    if company_closing::owned(&mut tx, id).await? != owned {
        return Ok(None);
    }
    // The companies close before their pictures go.
    let mut moved = Vec::new();
    for company in &owned {
        moved.extend(company_closing::close(&mut tx, company.id, now).await?);
        anonymize(&mut tx, company.account_id, now).await?;
    }
    moved.retain(|member| *member != id);
    company_closing::end_following(&mut tx, id).await?;
    let mut chats = Vec::new();
    for account in &gone {
        // Block direct chats, because the other member no longer has a recipient.
        run_for!(
            tx,
            *account,
            "UPDATE chat SET blocked = TRUE
             WHERE kind = 'direct' AND id IN (SELECT chat_id FROM chat_member WHERE account_id = $1)",
        );
        let of_account: Vec<_> = with_files.iter().filter(|(_, by)| by == account).map(|(chat, _)| *chat).collect();
        chats.extend(delete_files(&mut tx, *account, &of_account, now).await?);
    }
    let farewell = DeletionSummary {
        sessions: session::end_others(&mut tx, id, None, now).await?,
        chats,
        friends: others(&mut tx, id).await?,
        companies,
        moved,
        reels: counted_reels(&mut tx, id).await?,
    };
    farewell.reels.iter().for_each(|reel| tx.changes(Aggregate::Reel(*reel)));
    run_for!(
        tx,
        id,
        "DELETE FROM friendship WHERE low_id = $1 OR high_id = $1",
        "DELETE FROM friend_request WHERE from_id = $1 OR to_id = $1",
        "DELETE FROM block WHERE blocker_id = $1 OR blocked_id = $1",
        "DELETE FROM code WHERE account_id = $1",
        "DELETE FROM former_address WHERE account_id = $1",
        "DELETE FROM known_network WHERE account_id = $1",
        "DELETE FROM password_history WHERE account_id = $1",
        "DELETE FROM two_factor WHERE account_id = $1",
        "DELETE FROM recovery_code WHERE account_id = $1",
        "DELETE FROM social_identity WHERE account_id = $1",
        "DELETE FROM push_subscription WHERE account_id = $1",
        "DELETE FROM notification_cause WHERE account_id = $1",
        "DELETE FROM notification WHERE account_id = $1",
        "DELETE FROM notification_inbox WHERE account_id = $1",
        "DELETE FROM notification_preference WHERE account_id = $1",
        "DELETE FROM favourite_category WHERE account_id = $1",
        "DELETE FROM company_member WHERE account_id = $1",
        "DELETE FROM waitlist_entry WHERE account_id = $1",
        "DELETE FROM calendar_feed WHERE account_id = $1",
        "DELETE FROM cart WHERE account_id = $1",
        "DELETE FROM delivery_address WHERE account_id = $1",
        "UPDATE reel SET likes = likes - 1, revision = revision + 1
         WHERE id IN (SELECT reel_id FROM reel_like WHERE account_id = $1)",
        "DELETE FROM reel_like WHERE account_id = $1",
        "UPDATE reel_comment SET likes = likes - 1
         WHERE id IN (SELECT comment_id FROM reel_comment_like WHERE account_id = $1)",
        "DELETE FROM reel_comment_like WHERE account_id = $1",
        "UPDATE reel_comment SET replies = replies - (SELECT count(*) FROM reel_comment k
            WHERE k.parent_id = reel_comment.id AND k.author_id = $1 AND NOT k.by_company)
         WHERE id IN (SELECT k.parent_id FROM reel_comment k WHERE k.author_id = $1 AND NOT k.by_company)",
        // Answers of others go with the comments of the account. What it wrote for a company stays the company's.
        "UPDATE reel SET revision = revision + 1, comments = comments - (SELECT count(*) FROM reel_comment k
            WHERE k.reel_id = reel.id AND ((k.author_id = $1 AND NOT k.by_company)
                OR k.parent_id IN (SELECT o.id FROM reel_comment o WHERE o.author_id = $1 AND NOT o.by_company)))
         WHERE id IN (SELECT k.reel_id FROM reel_comment k WHERE k.author_id = $1 AND NOT k.by_company)",
        "DELETE FROM reel_comment WHERE author_id = $1 AND NOT by_company",
        "DELETE FROM reel_view WHERE account_id = $1",
        "DELETE FROM reel_open WHERE account_id = $1",
        "DELETE FROM reel_taste WHERE account_id = $1",
        "UPDATE reel SET saves = saves - 1, revision = revision + 1
         WHERE id IN (SELECT item_id FROM favourite_item WHERE owner_id = $1 AND kind = 'reel')",
        "DELETE FROM favourite_folder WHERE owner_id = $1",
        "DELETE FROM saved_card WHERE account_id = $1",
        // The customer at the provider is deleted after the commit.
        "UPDATE payment_customer SET account_id = NULL WHERE account_id = $1",
        "DELETE FROM company_customer WHERE account_id = $1",
        "DELETE FROM loyalty_card WHERE account_id = $1",
        "UPDATE loyalty_entry SET account_id = NULL WHERE account_id = $1",
        "UPDATE order_change SET note = '' WHERE actor_id = $1 AND actor = 'customer'",
        "UPDATE booking_change SET note = '' WHERE actor_id = $1 AND actor = 'customer'",
        "DELETE FROM profile_code WHERE account_id = $1",
        "DELETE FROM privacy WHERE account_id = $1",
        "DELETE FROM message_hidden WHERE account_id = $1",
        "UPDATE chat_member SET draft = NULL, draft_at = NULL, muted_until = NULL, pinned_at = NULL, archived_at = NULL
         WHERE account_id = $1",
    );
    contact_erasure::begin(&mut tx, id, now).await?;
    tx.commit().await?;
    Ok(Some(farewell))
}

/// Erases all personal data from the row. The placeholder user name contains a dash, which no real user name can.
async fn anonymize(tx: &mut Tx, id: UserId, now: Timestamp) -> Result<()> {
    let done = on!(tx.at(), at => sqlx::query(
        "UPDATE account SET user_name = $2, user_name_key = $2, user_name_look = $2, email = NULL, email_key = NULL,
            email_verified_at = NULL, pending_email = NULL, password_hash = NULL, first_name = 'Deleted', last_name = 'account',
            search_key = '', phone = NULL, phone_verified_at = NULL, dob = NULL, gender = NULL, address = NULL,
            address_line2 = NULL, city = NULL, postal_code = NULL, country = NULL, language = 'US', marketing = FALSE,
            bio = NULL, picture = NULL, deleted_at = $3
         WHERE id = $1 AND deleted_at IS NULL")
        .bind(id).bind(format!("deleted-{id}")).bind(now).execute(at).await.map(|done| done.rows_affected()))?;
    if done == 0 { Err(Error::NotFound) } else { Ok(()) }
}

/// Locks the chats that the accounts are or were in. Returns the chats with files of an account, and that account.
async fn lock_chats(tx: &mut Tx, accounts: &[UserId]) -> Result<Vec<(ChatId, UserId)>> {
    let at = tx.at();
    let sql = each!(
        at,
        "SELECT c.id, s.account_id, EXISTS (SELECT 1 FROM message m WHERE m.chat_id = c.id
                AND m.sender_id = s.account_id AND m.media IS NOT NULL) AS has_files
         FROM chat_member s JOIN chat c ON c.id = s.chat_id
         WHERE s.account_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ") ORDER BY c.id"
    );
    let accounts = serde_json::to_string(&accounts.iter().map(|account| [account]).collect::<Vec<_>>())?;
    let rows: Vec<(ChatId, UserId, bool)> = on!(at, at => sqlx::query_as(sql).bind(accounts).fetch_all(at).await)?;
    let mut chats: Vec<i64> = rows.iter().map(|(chat, ..)| chat.0).collect();
    chats.dedup();
    tx.lock_chats(&chats).await?;
    Ok(rows.into_iter().filter(|(.., has_files)| *has_files).map(|(chat, account, _)| (chat, account)).collect())
}

/// Removes the files from the account's messages in these chats. A message without text is marked as deleted. Each
/// changed message takes the next `seq` of its chat, so that reconnecting clients receive the change. Removes the files
/// of the account's returns. Deletes files that no forwarded message or group picture uses.
async fn delete_files(tx: &mut Tx, id: UserId, chats: &[ChatId], now: Timestamp) -> Result<Vec<(ChatId, i64)>> {
    let chats = serde_json::to_string(&chats.iter().map(|chat| [chat]).collect::<Vec<_>>())?;
    let at = tx.at();
    let sql = each!(
        at,
        "SELECT id FROM media WHERE owner_id = $2
         UNION SELECT s.media_id FROM message m JOIN message_media s ON s.chat_id = m.chat_id AND s.seq = m.seq
         WHERE m.sender_id = $2 AND m.chat_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")"
    );
    let files: Vec<(MediaId,)> = on!(at, at => sqlx::query_as(sql).bind(&chats).bind(id).fetch_all(at).await)?;
    let at = tx.at();
    let sql = each!(
        at,
        "DELETE FROM message_media WHERE (chat_id, seq) IN (SELECT m.chat_id, m.seq FROM message m
            WHERE m.sender_id = $2 AND m.media IS NOT NULL
                AND m.chat_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        "))"
    );
    on!(at, at => sqlx::query(sql).bind(&chats).bind(id).execute(at).await.map(drop))?;
    let at = tx.at();
    let sql = each!(
        at,
        "UPDATE message SET media = NULL, deleted_at = CASE WHEN text = '' THEN $3 ELSE deleted_at END,
                changed_seq = n.number
         FROM (SELECT m.chat_id, m.seq, c.seq + row_number() OVER (PARTITION BY m.chat_id ORDER BY m.seq) AS number
               FROM message m JOIN chat c ON c.id = m.chat_id
               WHERE m.sender_id = $2 AND m.media IS NOT NULL
                    AND m.chat_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ")) AS n WHERE message.chat_id = n.chat_id AND message.seq = n.seq"
    );
    on!(at, at => sqlx::query(sql).bind(&chats).bind(id).bind(now).execute(at).await.map(drop))?;
    let at = tx.at();
    let sql = each!(
        at,
        "UPDATE chat SET seq = (SELECT max(m.changed_seq) FROM message m WHERE m.chat_id = chat.id AND m.changed_seq > 0)
         WHERE id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ") RETURNING id, seq"
    );
    let moved = on!(at, at => sqlx::query_as(sql).bind(&chats).fetch_all(at).await)?;
    on!(tx.at(), at => sqlx::query(
        "DELETE FROM order_return_media WHERE media_id IN (SELECT id FROM media WHERE owner_id = $1)")
        .bind(id).execute(at).await.map(drop))?;
    media::forget_unshown(tx, &files.into_iter().map(|(file,)| file).collect::<Vec<_>>()).await?;
    document::remove_all(tx, id).await?;
    Ok(moved)
}

/// Returns the reels whose counters count the account.
async fn counted_reels(tx: &mut Tx, id: UserId) -> Result<Vec<ReelId>> {
    let rows: Vec<(ReelId,)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT reel_id FROM reel_like WHERE account_id = $1 UNION SELECT reel_id FROM reel_comment WHERE author_id = $1 AND NOT by_company
         UNION SELECT item_id FROM favourite_item WHERE owner_id = $1 AND kind = 'reel'")
        .bind(id).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

async fn others(tx: &mut Tx, id: UserId) -> Result<Vec<UserId>> {
    let rows: Vec<(UserId,)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT high_id FROM friendship WHERE low_id = $1 UNION SELECT low_id FROM friendship WHERE high_id = $1
         UNION SELECT to_id FROM friend_request WHERE from_id = $1 UNION SELECT from_id FROM friend_request WHERE to_id = $1")
        .bind(id).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}
