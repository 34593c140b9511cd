//! Chat commands. The only transaction that allocates sequence numbers.
//!
//! A batch reads its input ([`read`]), computes its effects and writes them ([`write`]). A statement costs more than
//! the rows it touches, so a batch uses few statements. Data for rare changes is read only if the batch contains one, and
//! such a batch is a transaction like any other.
//!
//! A message carries a client id, which detects a repeat. All other changes are idempotent: a repeat changes nothing.

mod group;
mod message;
mod read;
mod request;
mod write;

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use super::{ChatKind, CommandId, Member, Message, Role, ShareCard};
use crate::{
    Db, Result,
    account::UserCard,
    db::group_commit::Write,
    media::Media,
    types::{
        ids::{ChatId, MediaId, UserId},
        timestamp::Timestamp,
    },
};
use group::Group;
use message::Target;

/// Maximum number of different emoji on a message.
pub const REACTIONS_MAX: usize = 20;
/// Maximum number of members of a group.
pub const MEMBERS_MAX: usize = 2_000;
/// Period after sending in which the sender may edit or delete a message for everyone.
pub const CHANGE_WITHIN: i64 = Timestamp::DAY;

/// A change of a chat. Conditions subject to races (membership, blocks, roles) are checked here.
#[derive(Clone, Debug)]
pub struct ChatWrite {
    pub chat: ChatId,
    pub author: UserId,
    /// Employee who acts for the author, a company.
    pub agent: Option<UserId>,
    pub at: Timestamp,
    pub change: Change,
}

#[derive(Clone, Debug)]
pub enum Change {
    Message(NewMessage),
    /// Replaces the text of the author's message.
    Edit {
        seq: i64,
        text: String,
        mentions: Vec<UserId>,
    },
    /// Deletes a message for everyone.
    Delete {
        seq: i64,
    },
    /// Sets the author's only reaction to a message; `None` removes it.
    React {
        seq: i64,
        emoji: Option<String>,
    },
    /// Deletes messages for the author only.
    Hide {
        seqs: Vec<i64>,
    },
    /// Marks messages up to this sequence as read, and so delivered. A quiet mark is not published.
    Read {
        up_to: i64,
        quiet: bool,
    },
    /// Marks messages up to this sequence as delivered to the author.
    Delivered {
        up_to: i64,
        quiet: bool,
    },
    /// Changes the title or picture of a group. `Some(None)` removes the picture.
    Describe {
        title: Option<String>,
        picture: Option<Option<String>>,
    },
    /// Adds users to the group. The caller has checked their settings; blocks are checked again.
    Add {
        users: Vec<UserId>,
    },
    /// Removes a member. The author leaves by removing themselves.
    Remove {
        user: UserId,
    },
    Role {
        user: UserId,
        role: Role,
    },
    /// Accepts the request of the other user, or a group that a stranger added the author to. A quiet acceptance does
    /// not publish the author's read mark.
    Accept {
        quiet: bool,
    },
}

/// A message to send.
#[derive(Clone, Debug)]
pub struct NewMessage {
    pub client_id: CommandId,
    pub text: String,
    pub media: Vec<MediaId>,
    pub reply_to: Option<i64>,
    /// True if the replied message must be read from the database because it was not in memory.
    pub is_old_reply: bool,
    pub mentions: Vec<UserId>,
    /// Message to forward: its text and files are copied.
    pub forward_of: Option<(ChatId, i64)>,
    pub content: Option<ShareCard>,
}

impl NewMessage {
    /// Creates a text-only message.
    pub fn text(client_id: CommandId, text: impl Into<String>) -> Self {
        Self {
            client_id,
            text: text.into(),
            media: Vec::new(),
            reply_to: None,
            is_old_reply: false,
            mentions: Vec::new(),
            forward_of: None,
            content: None,
        }
    }
}

/// Event sent to the members of a chat.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    Message {
        message: Message,
    },
    /// A message was edited, deleted or reacted to. Contains the whole message.
    Changed {
        message: Message,
    },
    Details(Box<Details>),
    Read {
        user: UserId,
        up_to: i64,
        at: Timestamp,
    },
    Delivered {
        user: UserId,
        up_to: i64,
        at: Timestamp,
    },
    /// The recipient of a request has accepted it, and has read up to `up_to`; 0 if that is not shared. An answer
    /// accepts a request too, and is a `Message`.
    Accepted {
        up_to: i64,
    },
}

/// Change of a group: title, picture, members or roles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Details {
    /// System message of the change.
    pub message: Option<Message>,
    pub title: Option<String>,
    pub picture: Option<String>,
    pub member_count: i64,
    /// Users who joined, and members who accepted the group. After a resume, also members who changed otherwise.
    pub joined: Vec<Member>,
    pub left: Vec<UserId>,
    pub roles: Vec<NewRole>,
    /// Cards of members who left.
    pub former: Vec<UserCard>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewRole {
    pub user: UserId,
    pub role: Role,
}

#[derive(Clone, Debug, PartialEq)]
#[allow(
    clippy::large_enum_variant,
    reason = "nearly every outcome is the large one, and a box would cost each of them"
)]
pub enum Outcome {
    /// The change was applied with this sequence number.
    Applied {
        seq: i64,
        event: Event,
    },
    /// A message with this client id exists since `at`.
    Repeat {
        seq: i64,
        at: Timestamp,
    },
    /// The mark is already at `up_to` or further. `seq` is the chat's current sequence.
    Unchanged {
        seq: i64,
        up_to: i64,
    },
    /// No-op: the chat already has this state. `seq` is its current sequence.
    Same {
        seq: i64,
    },
    /// The author's marks, which are not published to other members.
    Quiet {
        user: UserId,
        read: i64,
        delivered: i64,
    },
    /// The author has hidden these messages.
    Hidden {
        user: UserId,
        seqs: Vec<i64>,
    },
    Refused(ChatError),
    /// The chat does not exist, or the author is no longer a member.
    Gone,
}

/// Reason why a change was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChatError {
    /// A file does not exist or is not the author's.
    NoSuchMedia,
    NoSuchMessage,
    /// The message belongs to another user or is a system message.
    NotYours,
    TooLate,
    TooManyReactions,
    /// The message would be empty.
    Empty,
    /// A mentioned user is not a member or does not allow mentions.
    CannotMention,
    CannotForward,
    /// One of the two users has blocked the other.
    Blocked,
    /// The recipient has not accepted the request, and its sender has sent all messages that it may have.
    RequestLimit,
    /// The author has not accepted the request yet.
    RequestPending,
    /// The author's role does not allow it.
    NotAllowed,
    NoSuchMember,
    /// A user to add does not exist, a block exists between the user and the author, or the user has not accepted what
    /// the author, a stranger, added the user to before.
    CannotAdd,
    /// The group would have too many members.
    Full,
}

impl Write for ChatWrite {
    type Outcome = Outcome;
    type Key = ChatId;

    fn key(&self) -> ChatId {
        self.chat
    }

    async fn commit(db: &Db, batch: &[Self]) -> Result<Vec<Outcome>> {
        let mentionable = read::mentionable(db, batch).await?;
        let is_plain = batch.iter().all(Self::is_plain);
        let mut tx = if is_plain { db.begin_batch().await? } else { db.begin().await? };
        let mut plan = Batch::read(&mut tx, batch, mentionable).await?;
        let outcomes = batch.iter().map(|write| plan.take(write)).collect();
        plan.write(&mut tx).await?;
        tx.commit().await?;
        Ok(outcomes)
    }
}

/// A batch in progress.
#[derive(Default)]
struct Batch {
    /// Current head of each chat in the batch.
    seqs: HashMap<ChatId, ChatHead>,
    /// Existing messages, by author and client id.
    known: HashMap<(ChatId, UserId, CommandId), (i64, Timestamp)>,
    /// Authors in the batch, with role and marks.
    seats: HashMap<(ChatId, UserId), BatchMember>,
    /// Files of messages in the batch, by owner.
    media: HashMap<(UserId, MediaId), Media>,
    /// Messages that the batch changes, replies to or forwards.
    targets: HashMap<(ChatId, i64), Target>,
    /// Targets visible to the given user.
    seen: HashSet<(ChatId, i64, UserId)>,
    /// Users whom each author may mention.
    mentionable: HashSet<(ChatId, UserId, UserId)>,
    /// Groups whose title or members the batch changes.
    groups: HashMap<ChatId, Group>,
    messages: Vec<serde_json::Value>,
    /// Sequence of the newest message that mentions the user.
    mentioned: HashMap<(ChatId, UserId), i64>,
    /// Messages that mention a user no more: edited or deleted.
    unmentioned: Vec<serde_json::Value>,
    hidden: Vec<serde_json::Value>,
    /// Files of the new messages.
    shown: Vec<serde_json::Value>,
    /// Links in the new messages.
    links: Vec<serde_json::Value>,
    /// Messages whose files are removed, and those files.
    dropped: Vec<(ChatId, i64)>,
    dropped_media: Vec<MediaId>,
}

struct ChatHead {
    kind: ChatKind,
    blocked: bool,
    request: Request,
    seq: i64,
    last: i64,
    at: Timestamp,
    moved: bool,
}

impl ChatHead {
    fn next(&mut self) -> i64 {
        self.moved = true;
        self.seq += 1;
        self.seq
    }
}

/// Request state of a chat with the changes of the batch.
struct Request {
    /// Recipient who has not accepted yet.
    to: Option<UserId>,
    sent: i64,
    accepted_seq: i64,
    changed: bool,
}

struct BatchMember {
    role: Role,
    read: i64,
    delivered: i64,
    /// Sequence of the last published mark.
    marked: i64,
    moved: bool,
    /// Stranger who added the member, who has not accepted the group.
    request_from: Option<UserId>,
    /// The member accepts the group with this batch.
    accepts: bool,
}

impl Batch {
    /// Applies one write to the batch.
    fn take(&mut self, write: &ChatWrite) -> Outcome {
        let by = Actor { chat: write.chat, user: write.author, agent: write.agent, at: write.at };
        if !self.seqs.contains_key(&by.chat) || !self.seats.contains_key(&(by.chat, by.user)) {
            return Outcome::Gone;
        }
        let taken = match &write.change {
            Change::Message(new) => self.say(by, new),
            Change::Edit { seq, text, mentions } => self.edit(by, *seq, text, mentions),
            Change::Delete { seq } => self.delete(by, *seq),
            Change::React { seq, emoji } => self.react(by, *seq, emoji.as_deref()),
            Change::Hide { seqs } => Ok(self.hide(by, seqs)),
            Change::Read { up_to, quiet } => Ok(self.mark(by, *up_to, true, *quiet)),
            Change::Delivered { up_to, quiet } => Ok(self.mark(by, *up_to, false, *quiet)),
            Change::Describe { title, picture } => self.describe(by, title.as_deref(), picture.as_ref()),
            Change::Add { users } => self.add(by, users),
            Change::Remove { user } => self.remove(by, *user),
            Change::Role { user, role } => self.give_role(by, *user, *role),
            Change::Accept { quiet } => self.accept(by, *quiet),
        };
        taken.unwrap_or_else(Outcome::Refused)
    }

    fn mark(&mut self, Actor { chat, user, at, .. }: Actor, up_to: i64, is_read: bool, quiet: bool) -> Outcome {
        let (Some(heads), Some(seat)) = (self.seqs.get_mut(&chat), self.seats.get_mut(&(chat, user))) else {
            return Outcome::Gone;
        };
        let up_to = up_to.min(heads.seq);
        let stands = if is_read { seat.read } else { seat.delivered };
        if up_to <= stands {
            return Outcome::Unchanged { seq: heads.seq, up_to: stands };
        }
        if is_read {
            seat.read = up_to;
        }
        seat.delivered = seat.delivered.max(up_to);
        seat.moved = true;
        if quiet {
            return Outcome::Quiet { user, read: seat.read, delivered: seat.delivered };
        }
        seat.marked = heads.next();
        let event = if is_read { Event::Read { user, up_to, at } } else { Event::Delivered { user, up_to, at } };
        Outcome::Applied { seq: seat.marked, event }
    }

    /// Returns the current sequence of the chat.
    fn seq(&self, chat: ChatId) -> i64 {
        self.seqs.get(&chat).map_or(0, |heads| heads.seq)
    }

    fn next(&mut self, chat: ChatId) -> i64 {
        self.seqs.get_mut(&chat).map_or(0, ChatHead::next)
    }
}

/// Author, chat and time of a change.
#[derive(Clone, Copy)]
struct Actor {
    chat: ChatId,
    user: UserId,
    /// Employee who acts for the author, a company.
    agent: Option<UserId>,
    at: Timestamp,
}

type CommandResult = std::result::Result<Outcome, ChatError>;
