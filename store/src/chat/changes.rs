//! Changes of a chat after a given `seq`, read from the rows themselves.

use std::collections::HashSet;

use super::{
    Details, Event, Message, chat_row,
    detail::{former, members_changed},
    message::{MessageRow, message_columns, messages},
};
use crate::{
    Db, Result, each, on,
    types::{
        ids::{ChatId, UserId},
        timestamp::Timestamp,
    },
};

/// An event and its sequence number.
#[derive(Clone, Debug, PartialEq)]
pub struct Sequenced {
    pub seq: i64,
    pub event: Event,
}

/// Changes of a chat, complete up to `seq`. A row that changed several times appears once, in its current state, so
/// sequence numbers may be missing.
#[derive(Debug)]
pub struct ChangesSince {
    pub epoch: String,
    pub seq: i64,
    /// Events in ascending order of `seq`; `None` if there are more than `limit`, so the client should fetch a
    /// snapshot.
    pub events: Option<Vec<Sequenced>>,
}

#[derive(sqlx::FromRow)]
struct MarkRow {
    account_id: UserId,
    read_seq: i64,
    delivered_seq: i64,
    marked_seq: i64,
}

/// Returns the changes of a chat after `since`: at most `limit` new messages and `limit` changed older messages.
pub async fn changes_since(db: &Db, chat: ChatId, since: i64, limit: i64, now: Timestamp) -> Result<ChangesSince> {
    let head = chat_row(db, chat).await?;
    let most = usize::try_from(limit).unwrap_or(0);
    let said_sql = concat!(
        "SELECT ",
        message_columns!(),
        " FROM message m WHERE m.chat_id = $1 AND m.seq > $2 ORDER BY m.seq LIMIT $3"
    );
    let mut rows: Vec<MessageRow> = on!(db.read(), at => sqlx::query_as(said_sql)
        .bind(chat).bind(since).bind(limit + 1).fetch_all(at).await)?;
    let said = rows.len();
    // `changed_seq > 0` matches the condition of the partial index.
    let changed_sql = concat!(
        "SELECT ",
        message_columns!(),
        " FROM message m WHERE m.chat_id = $1 AND m.changed_seq > 0 AND m.changed_seq > $2 AND m.seq <= $2 LIMIT $3"
    );
    let changed: Vec<MessageRow> = on!(db.read(), at => sqlx::query_as(changed_sql)
        .bind(chat).bind(since).bind(limit + 1).fetch_all(at).await)?;
    if said > most || changed.len() > most {
        return Ok(ChangesSince { epoch: head.epoch, seq: head.seq, events: None });
    }
    rows.extend(changed);
    let changed_at: Vec<i64> = rows.iter().map(|row| row.changed_seq).collect();
    let marks: Vec<MarkRow> = on!(db.read(), at => sqlx::query_as(
        "SELECT account_id, read_seq, delivered_seq, marked_seq FROM chat_member
         WHERE chat_id = $1 AND marked_seq > $2 AND left_at IS NULL")
        .bind(chat).bind(since).fetch_all(at).await)?;

    let mut events = Vec::with_capacity(rows.len() + 2 * marks.len() + 1);
    let mut last_change = None;
    for (place, (message, changed)) in messages(db, rows).await?.into_iter().zip(changed_at).enumerate() {
        if place >= said {
            events.push(Sequenced { seq: changed, event: Event::Changed { message } });
        } else if message.seq == head.changed_seq {
            last_change = Some(message);
        } else {
            events.push(Sequenced { seq: message.seq, event: Event::Message { message } });
        }
    }
    if head.changed_seq > since {
        let details = details(db, chat, since, last_change).await?;
        events.push(Sequenced { seq: head.changed_seq, event: Event::Details(Box::new(details)) });
    }
    if head.accepted_seq > since {
        events.push(Sequenced { seq: head.accepted_seq, event: Event::Accepted { up_to: 0 } });
    }
    for mark in marks {
        let (user, seq) = (mark.account_id, mark.marked_seq);
        // Also for a mark that was read: a viewer may see the delivery alone.
        if mark.delivered_seq > 0 {
            let event = Event::Delivered { user, up_to: mark.delivered_seq, at: now };
            events.push(Sequenced { seq, event });
        }
        if mark.read_seq > 0 {
            events.push(Sequenced { seq, event: Event::Read { user, up_to: mark.read_seq, at: now } });
        }
    }
    // A commit between the reads may already be included. Its live event is then a duplicate, which subscribers skip.
    events.retain(|sequenced| sequenced.seq <= head.seq);
    events.sort_by_key(|sequenced| sequenced.seq);
    Ok(ChangesSince { epoch: head.epoch, seq: head.seq, events: Some(events) })
}

/// Merges all changes of a group after `since` into one `Details`.
async fn details(db: &Db, chat: ChatId, since: i64, message: Option<Message>) -> Result<Details> {
    let head = chat_row(db, chat).await?;
    let (joined, left) = members_changed(db, chat, since).await?;
    let gone: HashSet<UserId> = left.iter().copied().collect();
    let former = former(db, chat).await?.into_iter().filter(|card| gone.contains(&card.id)).collect();
    let member_count = head.member_count;
    Ok(Details {
        message,
        title: head.title,
        picture: head.picture,
        member_count,
        joined,
        left,
        roles: Vec::new(),
        former,
    })
}

/// Returns the current sequence numbers of `chats`.
pub async fn current_seqs(db: &Db, chats: &[ChatId]) -> Result<Vec<(ChatId, i64)>> {
    if chats.is_empty() {
        return Ok(Vec::new());
    }
    let on = db.read();
    let sql = each!(on, "SELECT id, seq FROM chat WHERE id IN (SELECT CAST(value->>0 AS BIGINT) FROM ", ")");
    let ids = serde_json::to_string(&chats.iter().map(|id| [id]).collect::<Vec<_>>())?;
    Ok(on!(on, at => sqlx::query_as(sql).bind(ids).fetch_all(at).await)?)
}
