//! Changing a chat: the one transaction that gives out sequence numbers.

use std::collections::HashMap;

use serde::Serialize;
use serde_json::json;

use super::{CommandId, Message};
use crate::{
    Db, Result,
    commit::Write,
    db::Tx,
    each,
    ids::{ChatId, MediaId, UserId},
    media::{self, Media},
    on,
    time::Millis,
};

/// A change that somebody makes in a chat. Whether they may was decided before; the database only orders it.
#[derive(Clone, Debug)]
pub struct Append {
    pub chat: ChatId,
    pub author: UserId,
    pub at: Millis,
    pub change: Change,
}

#[derive(Clone, Debug)]
pub enum Change {
    Message {
        client_id: CommandId,
        text: String,
        media: Vec<MediaId>,
        reply_to: Option<i64>,
    },
    /// The author has read everything up to this sequence (and so it has reached them).
    Read {
        up_to: i64,
    },
    /// Everything up to this sequence has reached the author.
    Delivered {
        up_to: i64,
    },
}

/// What the members of a chat are told.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    Message { message: Message },
    Read { user: UserId, up_to: i64, at: Millis },
    Delivered { user: UserId, up_to: i64, at: Millis },
}

#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It took this sequence number.
    Applied { seq: i64, event: Event },
    /// The message with this client id stands already, since `at`.
    Repeat { seq: i64, at: Millis },
    /// A mark that stands there, or further, already.
    Unchanged { up_to: i64 },
    /// One of the pictures is not there, or not the author's.
    NoSuchMedia,
    /// There is no such chat, or the author is not in it any more.
    Gone,
}

impl Write for Append {
    type Outcome = Outcome;

    async fn commit(db: &Db, batch: &[Self]) -> Result<Vec<Outcome>> {
        let mut tx = db.begin().await?;
        let mut plan = Plan::read(&mut tx, batch).await?;
        let outcomes = batch.iter().map(|write| plan.take(write)).collect();
        plan.write(&mut tx).await?;
        tx.commit().await?;
        Ok(outcomes)
    }
}

/// A batch being worked out between reading what it needs and writing what it does. A statement costs more than the rows it
/// touches, so there are few, whatever the size of the batch: one read (two with pictures), one write for each table.
struct Plan {
    /// Sequence of each chat in the batch, as it goes up.
    seqs: HashMap<ChatId, Heads>,
    /// Messages that stand already, by author and client id.
    known: HashMap<(ChatId, UserId, CommandId), (i64, Millis)>,
    /// Read and delivered marks of the members in the batch.
    marks: HashMap<(ChatId, UserId), Marks>,
    /// Pictures that messages in the batch carry, by their owner.
    media: HashMap<(UserId, MediaId), Media>,
    messages: Vec<serde_json::Value>,
}

struct Heads {
    seq: i64,
    last: i64,
    at: Millis,
    moved: bool,
}

struct Marks {
    read: i64,
    delivered: i64,
    /// Sequence of the last move in this batch, 0 while there is none.
    moved: i64,
}

/// How things stand for one write of the batch.
#[derive(sqlx::FromRow)]
struct Standing {
    chat_id: ChatId,
    seq: i64,
    last_seq: i64,
    updated_at: Millis,
    account_id: UserId,
    read_seq: i64,
    delivered_seq: i64,
    client_id: Option<CommandId>,
    known_seq: Option<i64>,
    known_at: Option<Millis>,
}

impl Plan {
    async fn read(tx: &mut Tx, batch: &[Append]) -> Result<Self> {
        let mut chats: Vec<i64> = batch.iter().map(|write| write.chat.0).collect();
        chats.sort_unstable();
        chats.dedup();
        // Locked before anything is read, so that two nodes take turns and see each other's messages.
        tx.lock_chats(&chats).await?;

        let at = tx.at();
        let sql = each!(
            at,
            "SELECT c.id AS chat_id, c.seq, c.last_seq, c.updated_at, m.account_id, m.read_seq, m.delivered_seq,
                    k.client_id, k.seq AS known_seq, k.at AS known_at
             FROM (SELECT CAST(value->>0 AS BIGINT) AS chat_id, CAST(value->>1 AS BIGINT) AS author_id,
                          value->>2 AS client_id FROM ",
            ") AS w
             JOIN chat c ON c.id = w.chat_id
             JOIN chat_member m ON m.chat_id = w.chat_id AND m.account_id = w.author_id
             LEFT JOIN message k ON k.chat_id = w.chat_id AND k.sender_id = w.author_id AND k.client_id = w.client_id"
        );
        let writes: Vec<_> = batch.iter().map(|write| (write.chat, write.author, write.client_id())).collect();
        let writes = serde_json::to_string(&writes)?;
        let standings: Vec<Standing> = on!(at, at => sqlx::query_as(sql).bind(writes).fetch_all(at).await)?;

        let pictures: Vec<_> = batch.iter().flat_map(Append::pictures).collect();
        let media = if pictures.is_empty() { HashMap::new() } else { media::owned(tx, &pictures).await? };

        let mut plan =
            Self { seqs: HashMap::new(), known: HashMap::new(), marks: HashMap::new(), media, messages: Vec::new() };
        for row in standings {
            let heads = Heads { seq: row.seq, last: row.last_seq, at: row.updated_at, moved: false };
            plan.seqs.insert(row.chat_id, heads);
            let marks = Marks { read: row.read_seq, delivered: row.delivered_seq, moved: 0 };
            plan.marks.insert((row.chat_id, row.account_id), marks);
            if let (Some(id), Some(seq), Some(at)) = (row.client_id, row.known_seq, row.known_at) {
                plan.known.insert((row.chat_id, row.account_id, id), (seq, at));
            }
        }
        Ok(plan)
    }

    /// Gives one write its place.
    fn take(&mut self, write: &Append) -> Outcome {
        let (chat, user, at) = (write.chat, write.author, write.at);
        let (Some(heads), Some(marks)) = (self.seqs.get_mut(&chat), self.marks.get_mut(&(chat, user))) else {
            return Outcome::Gone;
        };
        match &write.change {
            Change::Message { client_id, text, media, reply_to } => {
                let key = (chat, user, client_id.clone());
                if let Some((seq, at)) = self.known.get(&key) {
                    return Outcome::Repeat { seq: *seq, at: *at };
                }
                let carried = media.iter().map(|id| self.media.get(&(user, *id)).cloned()).collect();
                let Some(media) = carried else {
                    return Outcome::NoSuchMedia;
                };
                let seq = heads.next();
                heads.last = seq;
                heads.at = heads.at.max(at);
                self.known.insert(key, (seq, at));
                let message = Message {
                    seq,
                    client_id: client_id.clone(),
                    sender: user,
                    at,
                    text: text.clone(),
                    media,
                    reply_to: *reply_to,
                    edited_at: None,
                    deleted: false,
                };
                self.messages.push(row(chat, &message));
                Outcome::Applied { seq, event: Event::Message { message } }
            }
            Change::Read { up_to } => {
                let up_to = (*up_to).min(heads.seq);
                if up_to <= marks.read {
                    return Outcome::Unchanged { up_to: marks.read };
                }
                marks.read = up_to;
                marks.delivered = marks.delivered.max(up_to);
                marks.moved = heads.next();
                Outcome::Applied { seq: marks.moved, event: Event::Read { user, up_to, at } }
            }
            Change::Delivered { up_to } => {
                let up_to = (*up_to).min(heads.seq);
                if up_to <= marks.delivered {
                    return Outcome::Unchanged { up_to: marks.delivered };
                }
                marks.delivered = up_to;
                marks.moved = heads.next();
                Outcome::Applied { seq: marks.moved, event: Event::Delivered { user, up_to, at } }
            }
        }
    }

    async fn write(self, tx: &mut Tx) -> Result<()> {
        if !self.messages.is_empty() {
            let at = tx.at();
            let sql = each!(
                at,
                "INSERT INTO message (chat_id, seq, sender_id, client_id, text, media, reply_to, at)
                 SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT), value->>3,
                        value->>4, value->>5, CAST(value->>6 AS BIGINT), CAST(value->>7 AS BIGINT)
                 FROM ",
                ""
            );
            let rows = serde_json::to_string(&self.messages)?;
            on!(at, at => sqlx::query(sql).bind(rows).execute(at).await.map(drop))?;
        }
        let marks: Vec<_> = self
            .marks
            .iter()
            .filter(|(_, marks)| marks.moved > 0)
            .map(|((chat, user), marks)| json!([chat, user, marks.read, marks.delivered, marks.moved]))
            .collect();
        if !marks.is_empty() {
            let at = tx.at();
            let sql = each!(
                at,
                "UPDATE chat_member SET read_seq = CAST(value->>2 AS BIGINT), delivered_seq = CAST(value->>3 AS BIGINT),
                        marked_seq = CAST(value->>4 AS BIGINT) FROM ",
                " WHERE chat_id = CAST(value->>0 AS BIGINT) AND account_id = CAST(value->>1 AS BIGINT)"
            );
            let rows = json!(marks).to_string();
            on!(at, at => sqlx::query(sql).bind(rows).execute(at).await.map(drop))?;
        }
        let chats: Vec<_> = self
            .seqs
            .iter()
            .filter(|(_, heads)| heads.moved)
            .map(|(id, heads)| json!([id, heads.seq, heads.last, heads.at.0]))
            .collect();
        if !chats.is_empty() {
            let at = tx.at();
            let sql = each!(
                at,
                "UPDATE chat SET seq = CAST(value->>1 AS BIGINT), last_seq = CAST(value->>2 AS BIGINT),
                        updated_at = CAST(value->>3 AS BIGINT) FROM ",
                " WHERE chat.id = CAST(value->>0 AS BIGINT)"
            );
            let rows = json!(chats).to_string();
            on!(at, at => sqlx::query(sql).bind(rows).execute(at).await.map(drop))?;
        }
        Ok(())
    }
}

impl Append {
    fn pictures(&self) -> impl Iterator<Item = (UserId, MediaId)> {
        let ids: &[MediaId] = match &self.change {
            Change::Message { media, .. } => media,
            Change::Read { .. } | Change::Delivered { .. } => &[],
        };
        ids.iter().map(|id| (self.author, *id))
    }

    fn client_id(&self) -> Option<&str> {
        match &self.change {
            Change::Message { client_id, .. } => Some(client_id.as_str()),
            Change::Read { .. } | Change::Delivered { .. } => None,
        }
    }
}

impl Heads {
    fn next(&mut self) -> i64 {
        self.moved = true;
        self.seq += 1;
        self.seq
    }
}

fn row(chat: ChatId, message: &Message) -> serde_json::Value {
    let media = (!message.media.is_empty()).then(|| json!(message.media).to_string());
    json!([chat, message.seq, message.sender, message.client_id, message.text, media, message.reply_to, message.at.0])
}
