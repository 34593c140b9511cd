//! Reads the data that a batch needs.

use std::collections::{HashMap, HashSet};

use serde_json::json;

use super::{
    Batch, BatchMember, Change, ChatHead, ChatWrite, NewMessage, Request, Target,
    group::{Adding, Group, Person},
    message::Words,
};
use crate::{
    Db, Result,
    account::{UserCard, privacy},
    chat::{
        ChatKind, CommandId, Role,
        message::{MessageRow, gathered},
        request::{knows, unaccepted},
    },
    db::{Tx, batch::flag},
    each, media, on,
    types::{
        ids::{ChatId, MediaId, UserId},
        timestamp::Timestamp,
    },
};

/// State of the chat and its author for one write of the batch.
#[derive(sqlx::FromRow, serde::Deserialize)]
struct Standing {
    chat_id: ChatId,
    kind: ChatKind,
    #[serde(deserialize_with = "flag")]
    blocked: bool,
    request_to: Option<UserId>,
    request_sent: i64,
    accepted_seq: i64,
    seq: i64,
    last_seq: i64,
    updated_at: i64,
    account_id: UserId,
    role: Role,
    read_seq: i64,
    delivered_seq: i64,
    marked_seq: i64,
    request_from: Option<UserId>,
    client_id: Option<CommandId>,
    known_seq: Option<i64>,
    known_at: Option<i64>,
}

#[derive(sqlx::FromRow)]
struct TargetRow {
    viewer_id: UserId,
    #[sqlx(flatten)]
    message: MessageRow,
    deleted: Option<Timestamp>,
}

#[derive(sqlx::FromRow)]
struct ReactionRow {
    chat_id: ChatId,
    seq: i64,
    account_id: UserId,
    emoji: String,
    at: Timestamp,
}

#[derive(sqlx::FromRow)]
struct PersonRow {
    chat_id: ChatId,
    account_id: UserId,
    role: Role,
    joined_at: Timestamp,
    left_at: Option<Timestamp>,
    request_from: Option<UserId>,
    left_freely: bool,
}

#[derive(sqlx::FromRow)]
struct CandidateRow {
    chat_id: ChatId,
    author_id: UserId,
    #[sqlx(flatten)]
    card: UserCard,
    is_blocked: bool,
    is_known: bool,
    unaccepted: i64,
}

/// Returns whom each author may mention according to privacy settings and blocks. Runs before the transaction: a
/// concurrent change of settings applies from the next message.
pub(super) async fn mentionable(db: &Db, batch: &[ChatWrite]) -> Result<HashSet<(UserId, UserId)>> {
    let mut named: HashMap<UserId, Vec<UserId>> = HashMap::new();
    for write in batch {
        if !write.mentions().is_empty() {
            named.entry(write.author).or_default().extend(write.mentions());
        }
    }
    let mut allowed = HashSet::new();
    for (author, users) in named {
        let settings = privacy::of(db, &users).await?;
        let relations = privacy::relations(db, author, &users).await?;
        allowed.extend(users.into_iter().filter_map(|user| {
            let may = settings.get(&user)?.may_mention(relations.get(&user)?);
            may.then_some((author, user))
        }));
    }
    Ok(allowed)
}

impl Batch {
    pub(super) async fn read(tx: &mut Tx, batch: &[ChatWrite], mentionable: HashSet<(UserId, UserId)>) -> Result<Self> {
        // A forwarded message must keep its files until the commit, so its chat is locked too.
        let mut chats: Vec<i64> = batch.iter().flat_map(ChatWrite::chats).map(|chat| chat.0).collect();
        chats.sort_unstable();
        chats.dedup();
        // Locks before the first read, so that nodes run in turn and see each other's messages.
        tx.lock_chats(&chats).await?;

        let mut plan = Self::default();
        plan.read_standings(tx, batch).await?;
        let media: Vec<_> = batch.iter().flat_map(ChatWrite::media).collect();
        if !media.is_empty() {
            plan.media = media::owned(tx, &media).await?;
        }
        let targets: Vec<_> = batch.iter().flat_map(ChatWrite::targets).collect();
        if !targets.is_empty() {
            plan.read_targets(tx, &targets).await?;
        }
        if !mentionable.is_empty() {
            plan.read_mentionable(tx, batch, &mentionable).await?;
        }
        if batch.iter().any(ChatWrite::is_of_the_group) {
            plan.read_groups(tx, batch).await?;
        }
        Ok(plan)
    }

    async fn read_standings(&mut self, tx: &mut Tx, batch: &[ChatWrite]) -> Result<()> {
        // `MATERIALIZED` because otherwise each join extracts the values from the JSON again.
        let sql = each!(
            tx.dialect(),
            "WITH w AS MATERIALIZED (SELECT CAST(value->>0 AS BIGINT) AS chat_id,
                    CAST(value->>1 AS BIGINT) AS author_id, value->>2 AS client_id FROM ",
            ") SELECT c.id AS chat_id, c.kind, c.blocked, c.request_to, c.request_sent, c.accepted_seq, c.seq,
                    c.last_seq, c.updated_at, m.account_id, m.role, m.read_seq, m.delivered_seq, m.marked_seq,
                    m.request_from, k.client_id, k.seq AS known_seq, k.at AS known_at
             FROM w
             JOIN chat c ON c.id = w.chat_id
             JOIN chat_member m ON m.chat_id = w.chat_id AND m.account_id = w.author_id AND m.left_at IS NULL
             LEFT JOIN message k ON k.chat_id = w.chat_id AND k.sender_id = w.author_id AND k.client_id = w.client_id"
        );
        let writes: Vec<_> = batch.iter().map(|write| json!([write.chat, write.author, write.client_id()])).collect();
        let standings: Vec<Standing> = tx.fetch(sql, &writes).await?;
        for row in standings {
            let heads = ChatHead {
                kind: row.kind,
                blocked: row.blocked,
                request: Request {
                    to: row.request_to,
                    sent: row.request_sent,
                    accepted_seq: row.accepted_seq,
                    changed: false,
                },
                seq: row.seq,
                last: row.last_seq,
                at: Timestamp(row.updated_at),
                moved: false,
            };
            self.seqs.insert(row.chat_id, heads);
            let seat = BatchMember {
                role: row.role,
                read: row.read_seq,
                delivered: row.delivered_seq,
                marked: row.marked_seq,
                moved: false,
                request_from: row.request_from,
                accepts: false,
            };
            self.seats.insert((row.chat_id, row.account_id), seat);
            if let (Some(id), Some(seq), Some(at)) = (row.client_id, row.known_seq, row.known_at) {
                self.known.insert((row.chat_id, row.account_id, id), (seq, Timestamp(at)));
            }
        }
        Ok(())
    }

    /// Reads the target messages as visible to their authors. Skips messages that are cleared, hidden or in chats of
    /// which the author is no member.
    async fn read_targets(&mut self, tx: &mut Tx, targets: &[(ChatId, i64, UserId)]) -> Result<()> {
        let at = tx.at();
        let sql = each!(
            at,
            "SELECT s.account_id AS viewer_id, m.chat_id, m.seq, m.sender_id, m.agent_id, m.client_id, m.text, m.media, m.reply_to,
                    m.mentions, m.forwarded, m.content, m.system, m.at, m.edited_at, m.deleted_at, m.changed_seq,
                    m.deleted_at AS deleted
             FROM (SELECT CAST(value->>0 AS BIGINT) AS chat_id, CAST(value->>1 AS BIGINT) AS seq,
                          CAST(value->>2 AS BIGINT) AS viewer_id FROM ",
            ") AS w
             JOIN message m ON m.chat_id = w.chat_id AND m.seq = w.seq
             JOIN chat_member s ON s.chat_id = w.chat_id AND s.account_id = w.viewer_id AND s.left_at IS NULL
             LEFT JOIN message_hidden h ON h.chat_id = w.chat_id AND h.account_id = w.viewer_id AND h.seq = w.seq
             WHERE m.seq > s.cleared_seq AND h.seq IS NULL"
        );
        let wanted = serde_json::to_string(targets)?;
        let rows: Vec<TargetRow> = on!(at, at => sqlx::query_as(sql).bind(&wanted).fetch_all(at).await)?;
        let at = tx.at();
        let sql = each!(
            at,
            "SELECT chat_id, seq, account_id, emoji, at FROM reaction
             WHERE (chat_id, seq) IN (SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT) FROM ",
            ")"
        );
        let reactions: Vec<ReactionRow> = on!(at, at => sqlx::query_as(sql).bind(&wanted).fetch_all(at).await)?;
        let mut reacted: HashMap<_, Vec<_>> = HashMap::new();
        for row in reactions {
            reacted.entry((row.chat_id, row.seq)).or_default().push((row.account_id, row.emoji, row.at));
        }
        for row in rows {
            let key = (row.message.chat_id, row.message.seq);
            self.seen.insert((key.0, key.1, row.viewer_id));
            if self.targets.contains_key(&key) {
                continue;
            }
            let mut message = row.message.into_message()?;
            let reacted = reacted.remove(&key).unwrap_or_default();
            message.reactions = gathered(&reacted);
            let target = Target {
                message,
                deleted_at: row.deleted,
                reacted,
                reactions: HashMap::new(),
                changed: 0,
                words: Words::Same,
            };
            self.targets.insert(key, target);
        }
        Ok(())
    }

    /// Keeps the mentionable users who are members.
    async fn read_mentionable(
        &mut self,
        tx: &mut Tx,
        batch: &[ChatWrite],
        allowed: &HashSet<(UserId, UserId)>,
    ) -> Result<()> {
        let named = batch.iter().flat_map(|write| write.mentions().iter().map(move |user| (write, *user)));
        let wanted: Vec<_> = named
            .filter(|(write, user)| allowed.contains(&(write.author, *user)))
            .map(|(write, user)| (write.chat, write.author, user))
            .collect();
        let at = tx.at();
        let sql = each!(
            at,
            "SELECT m.chat_id, w.author_id, m.account_id
             FROM (SELECT CAST(value->>0 AS BIGINT) AS chat_id, CAST(value->>1 AS BIGINT) AS author_id,
                          CAST(value->>2 AS BIGINT) AS account_id FROM ",
            ") AS w JOIN chat_member m ON m.chat_id = w.chat_id AND m.account_id = w.account_id AND m.left_at IS NULL"
        );
        let wanted = serde_json::to_string(&wanted)?;
        let rows: Vec<(ChatId, UserId, UserId)> = on!(at, at => sqlx::query_as(sql).bind(wanted).fetch_all(at).await)?;
        self.mentionable.extend(rows);
        Ok(())
    }

    async fn read_groups(&mut self, tx: &mut Tx, batch: &[ChatWrite]) -> Result<()> {
        let changes = || batch.iter().filter(|write| write.is_of_the_group());
        let chats = serde_json::to_string(&changes().map(|write| [write.chat]).collect::<Vec<_>>())?;
        let at = tx.at();
        let sql = each!(
            at,
            "SELECT id, title, picture FROM chat
             WHERE kind = 'group' AND id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
            ")"
        );
        let groups: Vec<(ChatId, Option<String>, Option<String>)> =
            on!(at, at => sqlx::query_as(sql).bind(&chats).fetch_all(at).await)?;
        self.groups =
            groups.into_iter().map(|(id, title, picture)| (id, Group { title, picture, ..Group::default() })).collect();
        let at = tx.at();
        let sql = each!(
            at,
            "SELECT chat_id, account_id, role, joined_at, left_at, request_from, left_freely FROM chat_member
             WHERE chat_id IN (SELECT CAST(value->>0 AS BIGINT) FROM ",
            ")"
        );
        let people: Vec<PersonRow> = on!(at, at => sqlx::query_as(sql).bind(&chats).fetch_all(at).await)?;
        for row in people {
            if let Some(group) = self.groups.get_mut(&row.chat_id) {
                let person = Person {
                    role: row.role,
                    joined_at: row.joined_at,
                    left_at: row.left_at,
                    request_from: row.request_from,
                    left_freely: row.left_freely,
                    changed: 0,
                    came: false,
                };
                group.people.insert(row.account_id, person);
            }
        }

        let named: Vec<_> = changes()
            .flat_map(|write| write.candidates().iter().map(move |user| (write.chat, write.author, *user)))
            .collect();
        if named.is_empty() {
            return Ok(());
        }
        let at = tx.at();
        let sql = each!(
            at,
            concat!(
                "SELECT w.chat_id, w.author_id, a.id, a.kind, a.user_name, a.first_name, a.last_name, a.picture,
                    EXISTS (SELECT 1 FROM block b WHERE (b.blocker_id = w.author_id AND b.blocked_id = a.id)
                        OR (b.blocker_id = a.id AND b.blocked_id = w.author_id)) AS is_blocked, ",
                knows!("w.author_id", "a.id"),
                " AS is_known, ",
                unaccepted!("w.author_id", "a.id"),
                " AS unaccepted
             FROM (SELECT CAST(value->>0 AS BIGINT) AS chat_id, CAST(value->>1 AS BIGINT) AS author_id,
                          CAST(value->>2 AS BIGINT) AS account_id FROM "
            ),
            ") AS w JOIN account a ON a.id = w.account_id AND a.deleted_at IS NULL AND a.kind NOT IN ('guest', 'company')"
        );
        let named = serde_json::to_string(&named)?;
        let rows: Vec<CandidateRow> = on!(at, at => sqlx::query_as(sql).bind(named).fetch_all(at).await)?;
        for row in rows {
            if let Some(group) = self.groups.get_mut(&row.chat_id) {
                if !row.is_blocked {
                    let adding = Adding { is_known: row.is_known, unaccepted: row.unaccepted };
                    group.addable.insert((row.author_id, row.card.id), adding);
                }
                group.cards.insert(row.card.id, row.card);
            }
        }
        Ok(())
    }
}

impl ChatWrite {
    /// Returns the chats that the write changes or reads from.
    fn chats(&self) -> impl Iterator<Item = ChatId> {
        let source = if let Change::Message(new) = &self.change { new.forward_of } else { None };
        std::iter::once(self.chat).chain(source.map(|(chat, _)| chat))
    }

    /// Returns true if the write needs only the state of its chat and author.
    pub(super) fn is_plain(&self) -> bool {
        self.media().next().is_none()
            && self.targets().is_empty()
            && self.mentions().is_empty()
            && !self.is_of_the_group()
    }

    fn media(&self) -> impl Iterator<Item = (UserId, MediaId)> {
        let ids: &[MediaId] = if let Change::Message(new) = &self.change { &new.media } else { &[] };
        ids.iter().map(|id| (self.uploader(), *id))
    }

    /// Returns the account that uploads the author's files.
    pub(super) fn uploader(&self) -> UserId {
        self.agent.unwrap_or(self.author)
    }

    fn client_id(&self) -> Option<&str> {
        if let Change::Message(new) = &self.change { Some(new.client_id.as_str()) } else { None }
    }

    fn mentions(&self) -> &[UserId] {
        match &self.change {
            Change::Message(NewMessage { mentions, .. }) | Change::Edit { mentions, .. } => mentions,
            _ => &[],
        }
    }

    /// Returns the messages to load and the user who must see them.
    fn targets(&self) -> Vec<(ChatId, i64, UserId)> {
        let of = |chat: ChatId, seq: i64| (chat, seq, self.author);
        match &self.change {
            Change::Message(new) => {
                let answered = new.reply_to.filter(|_| new.is_old_reply).map(|seq| of(self.chat, seq));
                answered.into_iter().chain(new.forward_of.map(|(chat, seq)| of(chat, seq))).collect()
            }
            Change::Edit { seq, .. } | Change::Delete { seq } | Change::React { seq, .. } => vec![of(self.chat, *seq)],
            Change::Hide { seqs } => seqs.iter().map(|seq| of(self.chat, *seq)).collect(),
            _ => Vec::new(),
        }
    }

    fn is_of_the_group(&self) -> bool {
        matches!(
            self.change,
            Change::Describe { .. }
                | Change::Add { .. }
                | Change::Remove { .. }
                | Change::Role { .. }
                | Change::Accept { .. }
        )
    }

    /// Returns the users whose cards are needed.
    fn candidates(&self) -> &[UserId] {
        match &self.change {
            Change::Add { users } => users,
            Change::Remove { user } => std::slice::from_ref(user),
            Change::Accept { .. } => std::slice::from_ref(&self.author),
            _ => &[],
        }
    }
}
