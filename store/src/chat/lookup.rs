//! Lookup of single messages in any chats.

use std::collections::HashMap;

use super::{
    Message,
    message::{MessageRow, message_columns, messages},
};
use crate::{Db, Result, each, on, types::ids::ChatId};

/// Returns the messages with these keys. The caller must check that they may be seen.
pub(crate) async fn by_keys(db: &Db, places: &[(ChatId, i64)]) -> Result<HashMap<(ChatId, i64), Message>> {
    let on = db.read();
    let sql = each!(
        on,
        concat!(
            "SELECT ",
            message_columns!(),
            " FROM (SELECT CAST(value->>0 AS BIGINT) AS chat_id, CAST(value->>1 AS BIGINT) AS seq FROM "
        ),
        ") AS w CROSS JOIN message m WHERE m.chat_id = w.chat_id AND m.seq = w.seq"
    );
    let wanted = serde_json::to_string(places)?;
    let rows: Vec<MessageRow> = on!(on, at => sqlx::query_as(sql).bind(wanted).fetch_all(at).await)?;
    let places: Vec<_> = rows.iter().map(|row| (row.chat_id, row.seq)).collect();
    Ok(places.into_iter().zip(messages(db, rows).await?).collect())
}
