//! Writes the effects of a batch, with one statement per table.

use serde_json::{Value, json};

use super::{
    Batch,
    message::{Words, link_rows, text_of},
};
use crate::{Result, db::Tx, each, media};

impl Batch {
    pub(super) async fn write(mut self, tx: &mut Tx) -> Result<()> {
        self.write_messages(tx).await?;
        self.write_changes(tx).await?;
        self.write_links(tx).await?;
        self.drop_files(tx).await?;
        self.write_reactions(tx).await?;
        self.write_groups(tx).await?;
        let sql = each!(
            tx.dialect(),
            "INSERT INTO message_hidden (chat_id, account_id, seq)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT) FROM ",
            " WHERE TRUE ON CONFLICT DO NOTHING"
        );
        run(tx, sql, &self.hidden).await?;

        let marks = self.seats.iter().filter(|(_, seat)| seat.moved);
        let marks: Vec<_> =
            marks.map(|((chat, user), seat)| json!([chat, user, seat.read, seat.delivered, seat.marked])).collect();
        let sql = each!(
            tx.dialect(),
            "UPDATE chat_member SET read_seq = CAST(value->>2 AS BIGINT), delivered_seq = CAST(value->>3 AS BIGINT),
                    marked_seq = CAST(value->>4 AS BIGINT) FROM ",
            " WHERE chat_id = CAST(value->>0 AS BIGINT) AND account_id = CAST(value->>1 AS BIGINT)"
        );
        run(tx, sql, &marks).await?;

        let accepting = self.seats.iter().filter(|(_, seat)| seat.accepts);
        let accepting: Vec<_> = accepting.map(|((chat, user), _)| json!([chat, user])).collect();
        let sql = each!(
            tx.dialect(),
            "UPDATE chat_member SET request_from = NULL FROM ",
            " WHERE chat_id = CAST(value->>0 AS BIGINT) AND account_id = CAST(value->>1 AS BIGINT)"
        );
        run(tx, sql, &accepting).await?;

        let mentioned: Vec<_> = self.mentioned.iter().map(|((chat, user), seq)| json!([chat, user, seq])).collect();
        let sql = each!(
            tx.dialect(),
            "UPDATE chat_member SET mentioned_seq = CAST(value->>2 AS BIGINT) FROM ",
            " WHERE chat_id = CAST(value->>0 AS BIGINT) AND account_id = CAST(value->>1 AS BIGINT)
                AND mentioned_seq < CAST(value->>2 AS BIGINT)"
        );
        run(tx, sql, &mentioned).await?;
        // The mark goes back to the unread mention before, if there is one.
        let sql = each!(
            tx.dialect(),
            "UPDATE chat_member SET mentioned_seq = coalesce((SELECT max(m.seq) FROM message m
                    WHERE m.chat_id = chat_member.chat_id AND m.seq < CAST(value->>2 AS BIGINT)
                        AND m.seq > chat_member.read_seq AND m.deleted_at IS NULL
                        AND replace(replace(m.mentions, '[', ','), ']', ',') LIKE '%,' || chat_member.account_id || ',%'), 0)
             FROM ",
            " WHERE chat_id = CAST(value->>0 AS BIGINT) AND account_id = CAST(value->>1 AS BIGINT)
                AND mentioned_seq = CAST(value->>2 AS BIGINT)"
        );
        run(tx, sql, &self.unmentioned).await?;

        let chats = self.seqs.iter().filter(|(_, heads)| heads.moved);
        let chats: Vec<_> = chats.map(|(id, heads)| json!([id, heads.seq, heads.last, heads.at.0])).collect();
        let sql = each!(
            tx.dialect(),
            "UPDATE chat SET seq = CAST(value->>1 AS BIGINT), last_seq = CAST(value->>2 AS BIGINT),
                    updated_at = CAST(value->>3 AS BIGINT) FROM ",
            " WHERE chat.id = CAST(value->>0 AS BIGINT)"
        );
        run(tx, sql, &chats).await?;

        let requests = self.seqs.iter().filter(|(_, heads)| heads.request.changed);
        let requests: Vec<_> = requests
            .map(|(id, heads)| json!([id, heads.request.to, heads.request.sent, heads.request.accepted_seq]))
            .collect();
        let sql = each!(
            tx.dialect(),
            "UPDATE chat SET request_to = CAST(value->>1 AS BIGINT), request_sent = CAST(value->>2 AS BIGINT),
                    accepted_seq = CAST(value->>3 AS BIGINT) FROM ",
            " WHERE chat.id = CAST(value->>0 AS BIGINT)"
        );
        run(tx, sql, &requests).await
    }

    async fn write_messages(&self, tx: &mut Tx) -> Result<()> {
        let sql = each!(
            tx.dialect(),
            "INSERT INTO message (chat_id, seq, sender_id, client_id, text, media, reply_to, mentions, forwarded, content,
                    system, at, agent_id)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT), value->>3,
                    value->>4, value->>5, CAST(value->>6 AS BIGINT), value->>7, CAST(value->>8 AS BOOLEAN), value->>9,
                    value->>10, CAST(value->>11 AS BIGINT), CAST(value->>12 AS BIGINT)
             FROM ",
            ""
        );
        run(tx, sql, &self.messages).await?;
        let sql = each!(
            tx.dialect(),
            "INSERT INTO message_media (chat_id, seq, media_id, kind)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT), value->>3 FROM ",
            " WHERE TRUE ON CONFLICT DO NOTHING"
        );
        run(tx, sql, &self.shown).await
    }

    /// Inserts the links of new messages. Replaces the links of edited and deleted messages.
    async fn write_links(&mut self, tx: &mut Tx) -> Result<()> {
        let mut gone = Vec::new();
        for ((chat, seq), target) in &self.targets {
            if target.words == Words::Instead {
                gone.push(json!([chat, seq]));
            }
            if target.words != Words::Same {
                self.links.extend(link_rows(*chat, *seq, &target.message.text));
            }
        }
        let sql = each!(
            tx.dialect(),
            "DELETE FROM message_link WHERE (chat_id, seq) IN (SELECT CAST(value->>0 AS BIGINT),
                    CAST(value->>1 AS BIGINT) FROM ",
            ")"
        );
        run(tx, sql, &gone).await?;
        let sql = each!(
            tx.dialect(),
            "INSERT INTO message_link (chat_id, seq, place, url)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT), value->>3 FROM ",
            ""
        );
        run(tx, sql, &self.links).await
    }

    /// Removes the files of deleted messages unless another message uses them.
    async fn drop_files(&self, tx: &mut Tx) -> Result<()> {
        let dropped: Vec<_> = self.dropped.iter().map(|(chat, seq)| json!([chat, seq])).collect();
        let sql = each!(
            tx.dialect(),
            "DELETE FROM message_media WHERE (chat_id, seq) IN (SELECT CAST(value->>0 AS BIGINT),
                    CAST(value->>1 AS BIGINT) FROM ",
            ")"
        );
        run(tx, sql, &dropped).await?;
        if self.dropped_media.is_empty() {
            return Ok(());
        }
        media::forget_unshown(tx, &self.dropped_media).await
    }

    async fn write_changes(&self, tx: &mut Tx) -> Result<()> {
        let changed = self.targets.iter().filter(|(_, target)| target.changed > 0);
        let changed: Vec<_> = changed
            .map(|((chat, seq), target)| {
                let message = &target.message;
                let content = message.content.as_ref().map(|content| json!(content).to_string());
                let (edited, deleted) = (message.edited_at.map(|at| at.0), target.deleted_at.map(|at| at.0));
                let (media, mentions) = (text_of(&message.media), text_of(&message.mentions));
                json!([chat, seq, message.text, media, mentions, content, edited, deleted, target.changed])
            })
            .collect();
        let sql = each!(
            tx.dialect(),
            "UPDATE message SET text = value->>2, media = value->>3, mentions = value->>4, content = value->>5,
                    edited_at = CAST(value->>6 AS BIGINT), deleted_at = CAST(value->>7 AS BIGINT),
                    changed_seq = CAST(value->>8 AS BIGINT) FROM ",
            " WHERE chat_id = CAST(value->>0 AS BIGINT) AND seq = CAST(value->>1 AS BIGINT)"
        );
        run(tx, sql, &changed).await
    }

    async fn write_reactions(&self, tx: &mut Tx) -> Result<()> {
        let (mut gone, mut set) = (Vec::new(), Vec::new());
        for ((chat, seq), target) in &self.targets {
            for (user, reaction) in &target.reactions {
                match reaction {
                    Some((emoji, at)) => set.push(json!([chat, seq, user, emoji, at.0])),
                    None => gone.push(json!([chat, seq, user])),
                }
            }
        }
        let sql = each!(
            tx.dialect(),
            "DELETE FROM reaction WHERE (chat_id, seq, account_id) IN (SELECT CAST(value->>0 AS BIGINT),
                    CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT) FROM ",
            ")"
        );
        run(tx, sql, &gone).await?;
        let sql = each!(
            tx.dialect(),
            "INSERT INTO reaction (chat_id, seq, account_id, emoji, at)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT), value->>3,
                    CAST(value->>4 AS BIGINT) FROM ",
            " WHERE TRUE ON CONFLICT (chat_id, seq, account_id) DO UPDATE SET emoji = excluded.emoji, at = excluded.at"
        );
        run(tx, sql, &set).await
    }

    async fn write_groups(&self, tx: &mut Tx) -> Result<()> {
        let changed = || self.groups.iter().filter(|(_, group)| group.changed > 0);
        let groups: Vec<_> =
            changed().map(|(chat, group)| json!([chat, group.title, group.picture, group.changed])).collect();
        let sql = each!(
            tx.dialect(),
            "UPDATE chat SET title = value->>1, picture = value->>2, changed_seq = CAST(value->>3 AS BIGINT) FROM ",
            " WHERE chat.id = CAST(value->>0 AS BIGINT)"
        );
        run(tx, sql, &groups).await?;

        // A new member, also one who comes back, sees the chat from the message of the joining on.
        let people: Vec<_> = changed()
            .flat_map(|(chat, group)| group.people.iter().map(move |(user, person)| (chat, user, person)))
            .filter(|(_, _, person)| person.changed > 0)
            .map(|(chat, user, person)| {
                let read = if person.came { person.changed } else { 0 };
                let left = person.left_at.map(|at| at.0);
                let (freely, from, cleared) = (person.left_freely, person.request_from, (read - 1).max(0));
                json!([chat, user, person.role, person.joined_at.0, left, person.changed, read, freely, from, cleared])
            })
            .collect();
        let sql = each!(
            tx.dialect(),
            "INSERT INTO chat_member (chat_id, account_id, role, joined_at, left_at, changed_seq, read_seq, delivered_seq,
                left_freely, request_from, cleared_seq)
             SELECT CAST(value->>0 AS BIGINT), CAST(value->>1 AS BIGINT), value->>2, CAST(value->>3 AS BIGINT),
                    CAST(value->>4 AS BIGINT), CAST(value->>5 AS BIGINT), CAST(value->>6 AS BIGINT),
                    CAST(value->>6 AS BIGINT), CAST(value->>7 AS BOOLEAN), CAST(value->>8 AS BIGINT),
                    CAST(value->>9 AS BIGINT) FROM ",
            " WHERE TRUE ON CONFLICT (chat_id, account_id) DO UPDATE SET role = excluded.role,
                joined_at = excluded.joined_at, left_at = excluded.left_at, changed_seq = excluded.changed_seq,
                left_freely = excluded.left_freely, request_from = excluded.request_from,
                cleared_seq = CASE WHEN excluded.cleared_seq > chat_member.cleared_seq
                    THEN excluded.cleared_seq ELSE chat_member.cleared_seq END,
                read_seq = CASE WHEN excluded.read_seq > chat_member.read_seq
                    THEN excluded.read_seq ELSE chat_member.read_seq END,
                delivered_seq = CASE WHEN excluded.delivered_seq > chat_member.delivered_seq
                    THEN excluded.delivered_seq ELSE chat_member.delivered_seq END"
        );
        run(tx, sql, &people).await
    }
}

/// Runs a statement over rows. Does nothing if there are no rows.
async fn run(tx: &mut Tx, sql: &'static str, rows: &[Value]) -> Result<()> {
    if rows.is_empty() { Ok(()) } else { tx.run(sql, rows).await }
}
