//! Changing a chat: the one transaction that gives out sequence numbers.
//!
//! A batch is worked out between reading what it needs ([`read`]) and writing what it does ([`write`]). A statement costs
//! more than the rows it touches, so there are few, whatever the size of the batch, and what only rare changes need is
//! read only when the batch holds one. A message carries an id, so that its repeat is found out; every other change is
//! idempotent by nature: made again, it changes nothing and says so.

mod group;
mod message;
mod read;
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

/// Different emoji on a message at most.
pub const REACTIONS_MAX: usize = 20;
/// Members of a group at most.
pub const MEMBERS_MAX: usize = 2_000;
/// How long after it was said one may edit, or delete for all, what one said.
pub const CHANGE_WITHIN: i64 = Timestamp::DAY;

/// A change that somebody makes in a chat. What two could race for (who is in it, blocks, roles) is decided here.
#[derive(Clone, Debug)]
pub struct ChatWrite {
    pub chat: ChatId,
    pub author: UserId,
    pub at: Timestamp,
    pub change: Change,
}

#[derive(Clone, Debug)]
pub enum Change {
    Message(NewMessage),
    /// New words for what the author said.
    Edit {
        seq: i64,
        text: String,
        mentions: Vec<UserId>,
    },
    /// Deleted for everybody.
    Delete {
        seq: i64,
    },
    /// The author's one reaction to a message; `None` takes it back.
    React {
        seq: i64,
        emoji: Option<String>,
    },
    /// Deleted for the author only.
    Hide {
        seqs: Vec<i64>,
    },
    /// The author has read everything up to this sequence (and so it has reached them). Nobody is told of a quiet mark.
    Read {
        up_to: i64,
        quiet: bool,
    },
    /// Everything up to this sequence has reached the author.
    Delivered {
        up_to: i64,
        quiet: bool,
    },
    /// A new title, or picture (`Some(None)`: none any more), of a group.
    Describe {
        title: Option<String>,
        picture: Option<Option<String>>,
    },
    /// These come into the group. Whether they may be added was asked before; blocks are looked at again.
    Add {
        users: Vec<UserId>,
    },
    /// Somebody goes; the author themselves: leaves.
    Remove {
        user: UserId,
    },
    Role {
        user: UserId,
        role: Role,
    },
}

/// A message to be said.
#[derive(Clone, Debug)]
pub struct NewMessage {
    pub client_id: CommandId,
    pub text: String,
    pub media: Vec<MediaId>,
    pub reply_to: Option<i64>,
    /// Whether the message that is answered has to be looked up: it was not in memory.
    pub is_old_reply: bool,
    pub mentions: Vec<UserId>,
    /// The message whose words and pictures this one says again.
    pub forward_of: Option<(ChatId, i64)>,
    pub content: Option<ShareCard>,
}

impl NewMessage {
    /// Plain words.
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

/// What the members of a chat are told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    Message {
        message: Message,
    },
    /// Edited, deleted or reacted to: the whole message as it is now.
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
}

/// A group has changed: its title, its picture, who is in it and as what.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Details {
    /// How the chat tells it.
    pub message: Option<Message>,
    pub title: Option<String>,
    pub picture: Option<String>,
    pub member_count: i64,
    /// Who came; to a reader who resumes, also who changed otherwise.
    pub joined: Vec<Member>,
    pub left: Vec<UserId>,
    pub roles: Vec<NewRole>,
    /// Cards of those who left.
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
    /// It took this sequence number.
    Applied {
        seq: i64,
        event: Event,
    },
    /// The message with this client id stands already, since `at`.
    Repeat {
        seq: i64,
        at: Timestamp,
    },
    /// A mark that stands there, or further, already. The chat is at `seq`.
    Unchanged {
        seq: i64,
        up_to: i64,
    },
    /// Everything is so already. The chat is at `seq`.
    Same {
        seq: i64,
    },
    /// The marks of the author, of which nobody else is told.
    Quiet {
        user: UserId,
        read: i64,
        delivered: i64,
    },
    /// The author does not see these any more.
    Hidden {
        user: UserId,
        seqs: Vec<i64>,
    },
    Refused(ChatError),
    /// There is no such chat, or the author is not in it any more.
    Gone,
}

/// Why a change was not made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChatError {
    /// One of the files is not there, or not the author's.
    NoSuchMedia,
    NoSuchMessage,
    /// The message is somebody else's, or nobody's.
    NotYours,
    TooLate,
    TooManyReactions,
    /// Nothing would be left of the message.
    Empty,
    /// One of those named is not a member, or does not want it.
    CannotMention,
    CannotForward,
    /// One of the two has blocked the other.
    Blocked,
    /// The author's role does not allow it.
    NotAllowed,
    NoSuchMember,
    /// One of those to be added does not exist, or there is a block between them and the author.
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
        let mut tx = db.begin().await?;
        let mut plan = Batch::read(&mut tx, batch, mentionable).await?;
        let outcomes = batch.iter().map(|write| plan.take(write)).collect();
        plan.write(&mut tx).await?;
        tx.commit().await?;
        Ok(outcomes)
    }
}

/// A batch being worked out.
#[derive(Default)]
struct Batch {
    /// Sequence of each chat in the batch, as it goes up.
    seqs: HashMap<ChatId, ChatHead>,
    /// Messages that stand already, by author and client id.
    known: HashMap<(ChatId, UserId, CommandId), (i64, Timestamp)>,
    /// The authors in the batch: their role and their marks.
    seats: HashMap<(ChatId, UserId), BatchMember>,
    /// Files that messages in the batch carry, by their owner.
    media: HashMap<(UserId, MediaId), Media>,
    /// Messages that the batch changes, answers or forwards.
    targets: HashMap<(ChatId, i64), Target>,
    /// Which of them the author beside them may see.
    seen: HashSet<(ChatId, i64, UserId)>,
    /// Whom each author may mention.
    mentionable: HashSet<(ChatId, UserId, UserId)>,
    /// Groups whose title or members the batch changes.
    groups: HashMap<ChatId, Group>,
    messages: Vec<serde_json::Value>,
    /// The newest message that mentions somebody.
    mentioned: HashMap<(ChatId, UserId), i64>,
    hidden: Vec<serde_json::Value>,
    /// Which files the new messages show.
    shown: Vec<serde_json::Value>,
    /// Which addresses stand in them.
    links: Vec<serde_json::Value>,
    /// Messages that show their files no more, and those files.
    dropped: Vec<(ChatId, i64)>,
    dropped_media: Vec<MediaId>,
}

struct ChatHead {
    kind: ChatKind,
    blocked: bool,
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

struct BatchMember {
    role: Role,
    read: i64,
    delivered: i64,
    /// Sequence at which a mark moved last for others to see.
    marked: i64,
    moved: bool,
}

impl Batch {
    /// Gives one write its place.
    fn take(&mut self, write: &ChatWrite) -> Outcome {
        let by = Actor { chat: write.chat, user: write.author, at: write.at };
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
        };
        taken.unwrap_or_else(Outcome::Refused)
    }

    fn mark(&mut self, Actor { chat, user, at }: Actor, up_to: i64, is_read: bool, quiet: bool) -> Outcome {
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

    /// Where the chat stands.
    fn seq(&self, chat: ChatId) -> i64 {
        self.seqs.get(&chat).map_or(0, |heads| heads.seq)
    }

    fn next(&mut self, chat: ChatId) -> i64 {
        self.seqs.get_mut(&chat).map_or(0, ChatHead::next)
    }
}

/// Who changes which chat, and when.
#[derive(Clone, Copy)]
struct Actor {
    chat: ChatId,
    user: UserId,
    at: Timestamp,
}

type CommandResult = std::result::Result<Outcome, ChatError>;
