//! Demo interactions after the messages: reactions, an edit, a deletion, a mention, and alice's chat settings. Uses the
//! chat's own writes.

use crate::{
    Db, Result, account,
    chat::{
        self, ArchiveFilter, Change, ChatKind, ChatSummary, ChatWrite, CommandId, Message, NewMessage, NewSettings,
    },
    db::group_commit::Write as _,
    types::{
        ids::{ChatId, UserId},
        timestamp::Timestamp,
    },
};

/// Adds the interactions to a filled database.
pub(super) async fn add(db: &Db, now: Timestamp) -> Result<()> {
    let Some(alice) = account::find_by_login(db, "alice").await?.map(|found| found.id) else { return Ok(()) };
    let (lines, _) = chat::list(db, alice, ArchiveFilter::All, 100, 0).await?;
    let mut writes = Vec::new();
    for line in &lines {
        let read = read_by_all(db, alice, line).await?;
        writes.extend(reactions(line, alice, &read));
        if line.kind == ChatKind::Direct && writes.iter().all(|write: &ChatWrite| !is_edit(write)) {
            writes.extend(corrections(line.id, &read));
        }
    }
    if let Some(group) = lines.iter().find(|line| line.kind == ChatKind::Group)
        && let Some(other) = group.members.first()
    {
        let text = format!("@{} are you in this time?", other.user_name);
        let id = CommandId::of(now, 1);
        let new = NewMessage { mentions: vec![other.id], ..NewMessage::text(id, text) };
        // Slightly in the past, so that it is not the newest message of all.
        let at = group.updated_at.plus(Timestamp::SECOND).min(now);
        writes.push(ChatWrite { chat: group.id, author: alice, agent: None, at, change: Change::Message(new) });
    }
    ChatWrite::commit(db, &writes).await?;

    let keep = async |place: usize, new: NewSettings| match lines.get(place) {
        Some(line) => chat::change_settings(db, alice, line.id, new, now).await,
        None => Ok(()),
    };
    keep(0, NewSettings { pinned: Some(true), ..NewSettings::default() }).await?;
    let week = Some(Some(now.plus(7 * Timestamp::DAY)));
    keep(2, NewSettings { muted_until: week, ..NewSettings::default() }).await?;
    if let Some(line) = lines.get(1) {
        chat::keep_draft(db, alice, line.id, "I was thinking, next time we could", now).await?;
    }
    Ok(())
}

/// Returns the newest messages that alice has read.
async fn read_by_all(db: &Db, alice: UserId, line: &ChatSummary) -> Result<Vec<Message>> {
    let history = chat::history(db, alice, line.id, chat::Window::Newest, 30).await?;
    Ok(history.messages.into_iter().filter(|message| message.seq <= line.read_seq).collect())
}

/// Alice reacts to a picture, else to the last message of another member. The other member reacts to alice's last
/// message.
fn reactions(line: &ChatSummary, alice: UserId, read: &[Message]) -> Vec<ChatWrite> {
    let theirs = || read.iter().rev().filter(|message| message.sender != alice);
    let liked = theirs().find(|message| !message.media.is_empty()).or_else(|| theirs().next());
    let mine = read.iter().rev().find(|message| message.sender == alice);
    let other = line.members.first().map(|card| card.id);
    let react = |message: &Message, author: UserId, emoji: &str| ChatWrite {
        chat: line.id,
        author,
        agent: None,
        at: message.at.plus(Timestamp::MINUTE),
        change: Change::React { seq: message.seq, emoji: Some(emoji.to_owned()) },
    };
    let from_alice = liked.map(|message| react(message, alice, "❤️"));
    let to_alice = mine.zip(other).map(|(message, other)| react(message, other, "👍"));
    from_alice.into_iter().chain(to_alice).collect()
}

fn is_edit(write: &ChatWrite) -> bool {
    matches!(write.change, Change::Edit { .. })
}

/// A member edits one message and deletes another.
fn corrections(chat: ChatId, read: &[Message]) -> Vec<ChatWrite> {
    let plain = || read.iter().filter(|message| message.media.is_empty());
    let answered: Vec<i64> = read.iter().filter_map(|message| message.reply_to).collect();
    let by = |message: &Message, change: Change| {
        let at = message.at.plus(30 * Timestamp::SECOND);
        ChatWrite { chat, author: message.sender, agent: None, at, change }
    };
    let edited = plain().find(|message| message.text.ends_with('.') || message.text.ends_with('?'));
    let edit = edited.map(|message| {
        let text = format!("{} 🙂", message.text);
        by(message, Change::Edit { seq: message.seq, text, mentions: Vec::new() })
    });
    let taken = plain()
        .find(|message| edited.is_none_or(|edited| edited.seq != message.seq) && !answered.contains(&message.seq));
    let delete = taken.map(|message| by(message, Change::Delete { seq: message.seq }));
    edit.into_iter().chain(delete).collect()
}
