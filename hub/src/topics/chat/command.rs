//! Commands of chat members and the pure decisions about them.

use serde::Deserialize;
use store::{
    chat::{Change, ChatError, CommandId, MEDIA_MAX, NewMessage, Role, ShareCard, TEXT_MAX},
    types::{
        ids::{ChatId, MediaId, UserId},
        text::is_visible,
    },
};

use super::{Chat, emoji::is_emoji};
use crate::protocol::WireError;

/// Maximum mentions in a message.
const MENTIONS_MAX: usize = 50;
/// Maximum messages hidden at once.
const HIDE_MAX: usize = 100;
/// Error text for an unreadable command.
pub(super) const EXPECTED: &str = "expected a command: send {text, media, reply_to, mentions, forward_of: {chat, seq}}, \
    edit {seq, text, mentions}, delete {seq}, hide {seqs}, react {seq, emoji}, read {seq}, delivered {seq} or accept {}, its name in type";

/// Command of a member.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    Send {
        #[serde(default)]
        text: String,
        /// Files uploaded by the sender.
        #[serde(default)]
        media: Vec<MediaId>,
        /// Sequence of the message replied to.
        #[serde(default)]
        reply_to: Option<i64>,
        /// Members mentioned in the text.
        #[serde(default)]
        mentions: Vec<UserId>,
        /// Message of another of the sender's chats to forward. Its text and files are copied instead of new ones.
        #[serde(default)]
        forward_of: Option<Source>,
        /// Shared content; set only by the server's own routes.
        #[serde(skip)]
        content: Option<ShareCard>,
    },
    Edit {
        seq: i64,
        text: String,
        #[serde(default)]
        mentions: Vec<UserId>,
    },
    Delete {
        seq: i64,
    },
    Hide {
        seqs: Vec<i64>,
    },
    React {
        seq: i64,
        emoji: Option<String>,
    },
    /// Marks everything up to `seq` as read.
    Read {
        seq: i64,
    },
    /// Marks everything up to `seq` as delivered.
    Delivered {
        seq: i64,
    },
    /// Accepts the request to the member.
    Accept {},
    /// The remaining commands come through REST.
    #[serde(skip)]
    Describe {
        title: Option<String>,
        picture: Option<Option<String>>,
    },
    #[serde(skip)]
    Add {
        users: Vec<UserId>,
    },
    #[serde(skip)]
    Remove {
        user: UserId,
    },
    #[serde(skip)]
    Role {
        user: UserId,
        role: Role,
    },
}

/// Position of the message to forward.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    pub chat: ChatId,
    pub seq: i64,
}

impl Command {
    /// Rejects an oversized text before it is queued.
    pub(super) fn check(&self) -> Result<(), WireError> {
        match self {
            Self::Send { text, .. } | Self::Edit { text, .. } => fits(text.trim()),
            _ => Ok(()),
        }
    }
}

impl Chat {
    pub(super) fn change(&self, who: UserId, id: CommandId, command: Command) -> Result<Change, WireError> {
        Ok(match command {
            Command::Send { text, media, reply_to, mentions, forward_of, content } => {
                let new = NewMessage {
                    client_id: id,
                    text: said(&text)?,
                    media,
                    reply_to,
                    is_old_reply: false,
                    mentions: self.mentions(mentions)?,
                    forward_of: forward_of.map(|source| (source.chat, source.seq)),
                    content,
                };
                Change::Message(self.message(who, new)?)
            }
            Command::Edit { seq, text, mentions } => {
                Change::Edit { seq, text: said(&text)?, mentions: self.mentions(mentions)? }
            }
            Command::Delete { seq } => Change::Delete { seq },
            Command::Hide { mut seqs } => {
                seqs.sort_unstable();
                seqs.dedup();
                if seqs.len() > HIDE_MAX {
                    return Err(WireError::new("validation", "Hide 100 messages at once at most."));
                }
                Change::Hide { seqs }
            }
            Command::React { seq, emoji } => {
                if emoji.as_deref().is_some_and(|emoji| !is_emoji(emoji)) {
                    return Err(WireError::new("chat.not_an_emoji", "A reaction is one emoji."));
                }
                Change::React { seq, emoji }
            }
            Command::Read { seq } => Change::Read { up_to: mark(seq)?, quiet: self.reads_quietly(who) },
            Command::Delivered { seq } => Change::Delivered { up_to: mark(seq)?, quiet: self.delivers_quietly(who) },
            Command::Accept {} => Change::Accept { quiet: self.keeps_marks(who) },
            Command::Describe { title, picture } => Change::Describe { title, picture },
            Command::Add { users } => Change::Add { users },
            Command::Remove { user } => Change::Remove { user },
            Command::Role { user, role } => Change::Role { user, role },
        })
    }

    fn message(&self, author: UserId, mut new: NewMessage) -> Result<NewMessage, WireError> {
        if new.forward_of.is_some() {
            if !new.text.is_empty() || !new.media.is_empty() || !new.mentions.is_empty() || new.content.is_some() {
                return Err(WireError::new("validation", "A forwarded message says what the other said, and no more."));
            }
        } else if new.text.is_empty() && new.media.is_empty() && new.content.is_none() {
            return Err(refusal(ChatError::Empty));
        }
        if new.media.len() > MEDIA_MAX {
            return Err(WireError::new("chat.too_many_pictures", "A message has 10 pictures at most."));
        }
        if let Some(seq) = new.reply_to {
            let is_old = self.is_old(seq).filter(|_| seq > self.history_start(author));
            new.is_old_reply = is_old.ok_or(refusal(ChatError::NoSuchMessage))?;
        }
        Ok(new)
    }

    /// Returns true if message `seq` is older than the messages in memory and must be read from the database. Returns
    /// `None` if no such message exists (marks have numbers too).
    fn is_old(&self, seq: i64) -> Option<bool> {
        match self.recent.binary_search_by_key(&seq, |message| message.seq) {
            Ok(place) => self.recent.get(place).filter(|message| !message.deleted).map(|_| false),
            Err(_) => {
                let oldest = self.recent.front().map_or(i64::MAX, |message| message.seq);
                (self.row.has_before && (1..oldest).contains(&seq)).then_some(true)
            }
        }
    }

    /// Validates mentions against the members in memory. The write checks their settings.
    fn mentions(&self, mut users: Vec<UserId>) -> Result<Vec<UserId>, WireError> {
        users.sort_unstable();
        users.dedup();
        if users.len() > MENTIONS_MAX {
            return Err(WireError::new("validation", "A message mentions 50 people at most."));
        }
        let all = users.iter().all(|user| self.members.get(*user).is_some());
        if all { Ok(users) } else { Err(refusal(ChatError::CannotMention)) }
    }
}

/// Trims and validates a text.
fn said(text: &str) -> Result<String, WireError> {
    let text = text.trim();
    fits(text)?;
    // PostgreSQL cannot store NUL, and no keyboard produces it.
    if text.contains('\0') {
        return Err(WireError::new("validation", "A message must not contain the character NUL."));
    }
    // A text without visible characters counts as empty.
    Ok(if is_visible(text) { text.to_owned() } else { String::new() })
}

fn fits(text: &str) -> Result<(), WireError> {
    if text.chars().count() > TEXT_MAX {
        return Err(WireError::new("chat.text_too_long", "A message has 4,000 characters at most."));
    }
    Ok(())
}

/// Validates a mark set by a client.
fn mark(seq: i64) -> Result<i64, WireError> {
    if seq < 0 { Err(WireError::new("validation", "A mark is the sequence of a message.")) } else { Ok(seq) }
}

/// Converts an error of the database for the client.
pub fn refusal(refused: ChatError) -> WireError {
    match refused {
        ChatError::NoSuchMedia => WireError::new("chat.no_such_media", "One of the files is not yours, or is gone."),
        ChatError::NoSuchMessage => WireError::new("chat.no_such_message", "There is no such message."),
        ChatError::NotYours => WireError::new("chat.not_yours", "This message is not yours to change."),
        ChatError::TooLate => WireError::new("chat.too_late", "A message can be changed within a day."),
        ChatError::TooManyReactions => {
            WireError::new("chat.too_many_reactions", "There are 20 different reactions to this message already.")
        }
        ChatError::Empty => WireError::new("chat.empty", "A message needs a text or a picture."),
        ChatError::CannotMention => WireError::new(
            "chat.cannot_mention",
            "One of those you mention is not here, or does not wish to be mentioned.",
        ),
        ChatError::CannotForward => WireError::new("chat.cannot_forward", "This message cannot be forwarded."),
        ChatError::Blocked => WireError::new("chat.blocked", "This message cannot be delivered."),
        ChatError::RequestLimit => {
            WireError::new("chat.request_limit", "You can write more once your request is accepted.")
        }
        ChatError::RequestPending => WireError::new("chat.request_pending", "Accept the request first."),
        ChatError::NotAllowed => WireError::NOT_ALLOWED,
        ChatError::NoSuchMember => WireError::NOT_FOUND,
        ChatError::CannotAdd => WireError::new("chat.cannot_add", "Some of these people cannot be added."),
        ChatError::Full => WireError::new("chat.full", "A group has 2,000 members at most."),
    }
}
