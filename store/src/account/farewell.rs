//! The end of an account. Its row stays, emptied, so that what it said in chats keeps its place and goes by "Deleted
//! account"; everything else that was its own goes.

use std::collections::HashSet;

use crate::{
    Db, Error, Result,
    db::Tx,
    document,
    ids::{ChatId, SessionId, UserId},
    media, on, session,
    time::Millis,
};

/// What is left to do once an account is gone: what had to end, and whom it concerns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Farewell {
    /// Sessions that were open.
    pub sessions: Vec<SessionId>,
    /// Keys of the files that nobody may see any more.
    pub files: Vec<String>,
    /// Who was a friend, had asked to be one or was asked.
    pub friends: Vec<UserId>,
}

/// Runs statements about one account, one after the other.
macro_rules! delete_where {
    ($tx:expr, $id:expr, $($sql:literal),+ $(,)?) => {
        $(on!($tx.at(), at => sqlx::query($sql).bind($id).execute(at).await.map(drop))?;)+
    };
}

/// The groups that an account is in. They are left one by one before it ends, so that each has an owner.
pub async fn groups(db: &Db, id: UserId) -> Result<Vec<ChatId>> {
    let rows: Vec<(ChatId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT c.id FROM chat_member m JOIN chat c ON c.id = m.chat_id
         WHERE m.account_id = $1 AND m.left_at IS NULL AND c.kind = 'group' ORDER BY c.id")
        .bind(id).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}

/// Ends an account. [`Error::NotFound`] when it has ended already. Its [`groups`] have to be left before.
pub async fn delete(db: &Db, id: UserId, now: Millis) -> Result<Farewell> {
    let kept = others_files(db, id).await?;
    let mut tx = db.begin().await?;
    // While it is known where they went.
    delete_where!(
        tx,
        id,
        "DELETE FROM outbox WHERE recipient IN (SELECT email FROM account WHERE id = $1
            UNION SELECT email_key FROM account WHERE id = $1 UNION SELECT phone FROM account WHERE id = $1)",
    );
    empty(&mut tx, id, now).await?;
    let farewell = Farewell {
        sessions: session::end_others(&mut tx, id, None, now).await?,
        files: forget_files(&mut tx, id, &kept, now).await?,
        friends: others(&mut tx, id).await?,
    };
    delete_where!(
        tx,
        id,
        "DELETE FROM friendship WHERE low_id = $1 OR high_id = $1",
        "DELETE FROM friend_request WHERE from_id = $1 OR to_id = $1",
        "DELETE FROM block WHERE blocker_id = $1 OR blocked_id = $1",
        "DELETE FROM code WHERE account_id = $1",
        "DELETE FROM password_history WHERE account_id = $1",
        "DELETE FROM two_factor WHERE account_id = $1",
        "DELETE FROM recovery_code WHERE account_id = $1",
        "DELETE FROM social_identity WHERE account_id = $1",
        "DELETE FROM push_subscription WHERE account_id = $1",
        "DELETE FROM favourite_category WHERE account_id = $1",
        "DELETE FROM privacy WHERE account_id = $1",
        "DELETE FROM company WHERE owner_id = $1",
        "DELETE FROM message_hidden WHERE account_id = $1",
        "UPDATE chat_member SET draft = NULL, draft_at = NULL, muted_until = NULL, pinned_at = NULL, archived_at = NULL
         WHERE account_id = $1",
    );
    tx.commit().await?;
    Ok(farewell)
}

/// Takes everything from the row that tells who it was. The names that are put in hold a dash, which no user name may.
async fn empty(tx: &mut Tx, id: UserId, now: Millis) -> Result<()> {
    let done = on!(tx.at(), at => sqlx::query(
        "UPDATE account SET user_name = $2, user_name_key = $2, user_name_look = $2, email = NULL, email_key = NULL,
            email_verified_at = NULL, password_hash = NULL, first_name = 'Deleted', last_name = 'account',
            search_key = '', phone = NULL, phone_verified_at = NULL, dob = NULL, gender = NULL, address = NULL,
            address_line2 = NULL, city = NULL, postal_code = NULL, country = NULL, language = 'US', marketing = FALSE,
            bio = NULL, picture = NULL, deleted_at = $3
         WHERE id = $1 AND deleted_at IS NULL")
        .bind(id).bind(format!("deleted-{id}")).bind(now).execute(at).await.map(|done| done.rows_affected()))?;
    if done == 0 { Err(Error::NotFound) } else { Ok(()) }
}

/// Files that others show: passed on in their messages, or the picture of a group. They stay. Reads every forwarded
/// message with a file, which is seldom enough for something that is done once in the life of an account.
async fn others_files(db: &Db, id: UserId) -> Result<HashSet<String>> {
    let rows: Vec<(String,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT media FROM message WHERE forwarded = TRUE AND media IS NOT NULL AND sender_id <> $1")
        .bind(id).fetch_all(at).await)?;
    let mut urls = HashSet::new();
    for (json,) in rows {
        let all: Vec<media::Media> = serde_json::from_str(&json)?;
        urls.extend(all.into_iter().flat_map(|file| [Some(file.url), file.poster]).flatten());
    }
    let pictures: Vec<(String,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT c.picture FROM chat_member m JOIN chat c ON c.id = m.chat_id
         WHERE m.account_id = $1 AND c.picture IS NOT NULL").bind(id).fetch_all(at).await)?;
    urls.extend(pictures.into_iter().map(|(url,)| url));
    Ok(urls)
}

/// Forgets the account's files but those, also in its messages. One that was nothing but a file reads as deleted then.
async fn forget_files(tx: &mut Tx, id: UserId, kept: &HashSet<String>, now: Millis) -> Result<Vec<String>> {
    let rows: Vec<(i64, String, Option<String>)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT id, key, poster FROM media WHERE owner_id = $1").bind(id).fetch_all(at).await)?;
    let mut files = Vec::new();
    for (row, key, poster) in rows {
        if kept.contains(&media::url(&key)) {
            continue;
        }
        on!(tx.at(), at => sqlx::query("DELETE FROM media WHERE id = $1").bind(row).execute(at).await.map(drop))?;
        files.push(key);
        files.extend(poster);
    }
    files.extend(document::remove_all(tx, id).await?);
    on!(tx.at(), at => sqlx::query(
        "UPDATE message SET media = NULL, deleted_at = CASE WHEN text = '' THEN $2 ELSE deleted_at END
         WHERE sender_id = $1 AND media IS NOT NULL AND deleted_at IS NULL")
        .bind(id).bind(now).execute(at).await.map(drop))?;
    Ok(files)
}

async fn others(tx: &mut Tx, id: UserId) -> Result<Vec<UserId>> {
    let rows: Vec<(UserId,)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT high_id FROM friendship WHERE low_id = $1 UNION SELECT low_id FROM friendship WHERE high_id = $1
         UNION SELECT to_id FROM friend_request WHERE from_id = $1 UNION SELECT from_id FROM friend_request WHERE to_id = $1")
        .bind(id).fetch_all(at).await)?;
    Ok(rows.into_iter().map(|(id,)| id).collect())
}
