//! Files of messages.

use std::collections::HashMap;

use super::{Refusal, Result};
use crate::{
    Db,
    db::Tx,
    each,
    media::{self, Media},
    on,
    types::ids::{MediaId, TicketMessageId, UserId},
};

/// Maximum files of a message.
pub const MAX_FILES: usize = 5;

/// Adds uploaded files of `owner` to a message.
pub(super) async fn attach(tx: &mut Tx, message: TicketMessageId, owner: UserId, files: &[MediaId]) -> Result<()> {
    if files.len() > MAX_FILES {
        return Err(Refusal::Field("documents", "Send at most 5 files.").into());
    }
    for (position, file) in (0_i64..).zip(files) {
        let added = on!(tx.at(), at => sqlx::query(
            "INSERT INTO ticket_file (message_id, media_id, position)
             SELECT $1, m.id, $3 FROM media m WHERE m.id = $2 AND m.owner_id = $4")
            .bind(message).bind(file).bind(position).bind(owner).execute(at).await.map(|done| done.rows_affected()))?;
        if added == 0 {
            return Err(Refusal::Field("documents", "This is no file of yours.").into());
        }
    }
    Ok(())
}

/// Returns the files of these messages.
pub(super) async fn of(db: &Db, messages: &[TicketMessageId]) -> crate::Result<HashMap<TicketMessageId, Vec<Media>>> {
    let mut files: HashMap<_, Vec<_>> = HashMap::new();
    if messages.is_empty() {
        return Ok(files);
    }
    let at = db.read();
    let sql = each!(
        at,
        "SELECT message_id, media_id FROM ticket_file WHERE message_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
        ") ORDER BY message_id, position"
    );
    let keys = serde_json::to_string(&messages.iter().map(|id| [id]).collect::<Vec<_>>())?;
    let rows: Vec<(TicketMessageId, MediaId)> = on!(at, at => sqlx::query_as(sql).bind(keys).fetch_all(at).await)?;
    let known = media::find_all(db, &rows.iter().map(|(_, file)| *file).collect::<Vec<_>>()).await?;
    for (message, file) in rows {
        files.entry(message).or_default().extend(known.get(&file).cloned());
    }
    Ok(files)
}
