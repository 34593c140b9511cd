//! What is said in and to a chat beside its commands and events.

use serde::{Deserialize, Serialize};
use store::{
    account::privacy::Privacy,
    chat::ChatSummary,
    types::{ids::UserId, timestamp::Timestamp},
};

/// What a client is told whose signal cannot be read.
pub(super) const EXPECTED: &str = "expected a signal: typing {on, what: text or voice}, its name in type";

/// What a member may say in passing.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientSignal {
    Typing {
        on: bool,
        #[serde(default)]
        what: ComposeKind,
    },
}

/// What is being made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ComposeKind {
    #[default]
    Text,
    Voice,
}

#[derive(Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Signal {
    Typing {
        user: UserId,
        on: bool,
        what: ComposeKind,
    },
    /// Somebody has opened, or left, this chat.
    Presence {
        user: UserId,
        online: bool,
    },
    /// Somebody has gone offline: they were seen last at this moment.
    Seen {
        user: UserId,
        at: Timestamp,
    },
    /// How many have this chat open, in a group of more than 200.
    Here {
        count: usize,
    },
    /// How things are at the moment, for a reader who resumes: who has this chat open, and what the reader does not see
    /// any more of what the frames before may have told.
    Online {
        users: Vec<UserId>,
        hidden: Vec<i64>,
        cleared_seq: i64,
    },
}

/// What came by another way than the stream's own commands, or concerns one member alone.
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
    /// Marks of which nobody else is told.
    Marked {
        user: UserId,
        read: i64,
        delivered: i64,
    },
    /// What a member keeps of the chat.
    Kept {
        user: UserId,
        line: Box<ChatSummary>,
        at: Timestamp,
    },
    /// One of the two of a direct chat has blocked the other, or does not any more.
    Blocked {
        by: UserId,
        stands: bool,
    },
    /// A member has gone offline.
    Away {
        user: UserId,
        at: Timestamp,
    },
    /// What a member lets others see.
    Privacy {
        user: UserId,
        privacy: Box<Privacy>,
    },
}
