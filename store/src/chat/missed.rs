//! What a reader missed since a sequence, read from the rows themselves.

use super::{Event, MessageRow, chat_row};
use crate::{
    Db, Result,
    ids::{ChatId, UserId},
    on,
    time::Millis,
};

/// An event and the sequence number it took.
#[derive(Clone, Debug, PartialEq)]
pub struct Sequenced {
    pub seq: i64,
    pub event: Event,
}

/// The answer to "what happened since": complete up to `seq`. A mark that moved several times is told once, so sequence
/// numbers may be missing inside.
#[derive(Debug)]
pub struct Missed {
    pub epoch: String,
    pub seq: i64,
    /// In order. `None` when there is more than `limit`: a snapshot serves better.
    pub events: Option<Vec<Sequenced>>,
}

#[derive(sqlx::FromRow)]
struct MarkRow {
    account_id: UserId,
    read_seq: i64,
    delivered_seq: i64,
    marked_seq: i64,
}

/// Everything that happened in a chat after `since`, at most `limit` messages.
pub async fn missed(db: &Db, chat: ChatId, since: i64, limit: i64, now: Millis) -> Result<Missed> {
    let head = chat_row(db, chat).await?;
    let rows: Vec<MessageRow> = on!(db.read(), at => sqlx::query_as(
        "SELECT seq, sender_id, client_id, text, media, reply_to, at FROM message
         WHERE chat_id = $1 AND seq > $2 ORDER BY seq LIMIT $3")
        .bind(chat).bind(since).bind(limit + 1).fetch_all(at).await)?;
    if rows.len() > usize::try_from(limit).unwrap_or(0) {
        return Ok(Missed { epoch: head.epoch, seq: head.seq, events: None });
    }
    let marks: Vec<MarkRow> = on!(db.read(), at => sqlx::query_as(
        "SELECT account_id, read_seq, delivered_seq, marked_seq FROM chat_member
         WHERE chat_id = $1 AND marked_seq > $2")
        .bind(chat).bind(since).fetch_all(at).await)?;

    let mut events = Vec::with_capacity(rows.len() + 2 * marks.len());
    for row in rows {
        let message = row.into_message()?;
        events.push(Sequenced { seq: message.seq, event: Event::Message { message } });
    }
    for mark in marks {
        let (user, seq) = (mark.account_id, mark.marked_seq);
        if mark.delivered_seq > mark.read_seq {
            let event = Event::Delivered { user, up_to: mark.delivered_seq, at: now };
            events.push(Sequenced { seq, event });
        }
        if mark.read_seq > 0 {
            events.push(Sequenced { seq, event: Event::Read { user, up_to: mark.read_seq, at: now } });
        }
    }
    // A commit between the reads may be in here already; its live event is then a repeat, which every reader skips.
    events.retain(|sequenced| sequenced.seq <= head.seq);
    events.sort_by_key(|sequenced| sequenced.seq);
    Ok(Missed { epoch: head.epoch, seq: head.seq, events: Some(events) })
}
