//! Signals and updates of a chat, beside its commands and events.

use serde::{Deserialize, Serialize};
use store::{
    account::privacy::Privacy,
    chat::ChatSummary,
    types::{ids::UserId, timestamp::Timestamp},
};

/// Error text for an unreadable signal.
pub(super) const EXPECTED: &str = "expected a signal: typing {on, what: text or voice}, its name in type";

/// Ephemeral signal from a member.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientSignal {
    Typing {
        on: bool,
        #[serde(default)]
        what: ComposeKind,
    },
}

/// Kind of message being composed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ComposeKind {
    #[default]
    Text,
    Voice,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Signal {
    Typing {
        user: UserId,
        on: bool,
        what: ComposeKind,
    },
    /// A user has opened or closed this chat.
    Presence {
        user: UserId,
        online: bool,
    },
    /// A user has gone offline, last seen at this time.
    Seen {
        user: UserId,
        at: Timestamp,
    },
    /// Number of users who have this chat open, in a group of more than 200.
    Here {
        count: usize,
    },
    /// Ephemeral state for a subscriber who resumes: users who have the chat open. Also lists messages that the
    /// subscriber has hidden or cleared, which earlier frames may include.
    Online {
        users: Vec<UserId>,
        hidden: Vec<i64>,
        cleared_seq: i64,
    },
}

/// Change made outside the stream's commands, or one that concerns one member alone.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Update {
    Hidden {
        user: UserId,
        seqs: Vec<i64>,
    },
    Cleared {
        user: UserId,
        up_to: i64,
    },
    /// A member has deleted the chat for themselves: cleared it and taken it off the list.
    Deleted {
        user: UserId,
        up_to: i64,
    },
    /// Marks that are not published to others.
    Marked {
        user: UserId,
        read: i64,
        delivered: i64,
    },
    /// Private state of a member in this chat.
    Kept {
        user: UserId,
        line: Box<ChatSummary>,
        at: Timestamp,
    },
    /// One member of a direct chat has blocked or unblocked the other.
    Blocked {
        by: UserId,
        stands: bool,
    },
    /// One of two members of a group has blocked the other, or no block is left between them.
    Apart {
        one: UserId,
        other: UserId,
        are: bool,
    },
    /// Members whom a new member of a group blocks, or who block the member.
    BlocksKnown {
        user: UserId,
        with: Vec<UserId>,
    },
    /// The members of a direct chat have become friends, or are friends no longer.
    Friends {
        are: bool,
    },
    /// A member has gone offline.
    Away {
        user: UserId,
        at: Timestamp,
    },
    /// Privacy settings of a member.
    Privacy {
        user: UserId,
        privacy: Box<Privacy>,
    },
}
