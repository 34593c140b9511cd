//! Opening chats.

use crate::{
    Db, Error, Result,
    account::UserCard,
    ids::{ChatId, UserId},
    on,
    time::Millis,
};

/// A direct chat to open, with the id and epoch it gets if there is none yet.
pub struct NewDirect {
    pub id: ChatId,
    pub epoch: String,
    pub from: UserId,
    pub with: UserId,
    pub at: Millis,
}

/// The one direct chat of two accounts, and whether it was opened by this call. `NotFound` when `with` does not exist.
pub async fn direct(db: &Db, new: NewDirect) -> Result<(ChatId, bool)> {
    let (low, high) = (new.from.min(new.with), new.from.max(new.with));
    let key = format!("{low}:{high}");
    let known: Option<(ChatId,)> = on!(db.read(), at => sqlx::query_as("SELECT id FROM chat WHERE direct_key = $1")
        .bind(&key).fetch_optional(at).await)?;
    if let Some((id,)) = known {
        return Ok((id, false));
    }
    let cards: Vec<UserCard> = super::cards(db, &[new.from, new.with]).await?;
    if cards.len() != 2 {
        return Err(Error::NotFound);
    }
    let mut tx = db.begin().await?;
    // Both may open it at the same moment: the key decides who was first.
    let opened: Option<(ChatId,)> = on!(tx.at(), at => sqlx::query_as(
        "INSERT INTO chat (id, kind, direct_key, epoch, created_at, updated_at) VALUES ($1, 'direct', $2, $3, $4, $4)
         ON CONFLICT (direct_key) DO NOTHING RETURNING id")
        .bind(new.id).bind(&key).bind(&new.epoch).bind(new.at).fetch_optional(at).await)?;
    let Some((id,)) = opened else {
        drop(tx);
        let (id,): (ChatId,) = on!(db.read(), at => sqlx::query_as("SELECT id FROM chat WHERE direct_key = $1")
            .bind(&key).fetch_one(at).await)?;
        return Ok((id, false));
    };
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO chat_member (chat_id, account_id, role, joined_at) VALUES ($1, $2, 'member', $4), ($1, $3, 'member', $4)")
        .bind(id).bind(low).bind(high).bind(new.at).execute(at).await.map(drop))?;
    tx.commit().await?;
    Ok((id, true))
}
