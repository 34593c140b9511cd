//! Messages to a room, their senders, and the commands that wait for an answer.

use actix::Message;
use bytes::Bytes;
use serde_json::value::RawValue;
use store::{chat::CommandId, db::group_commit::Write, types::ids::UserId};
use tokio::{sync::oneshot, time::Instant};

use crate::{
    cluster::protocol::NodeId,
    principal::Principal,
    protocol::{Position, Reply},
    room::fanout::{Ack, ConnId, ShardRef},
    topic::Topic,
};

/// Sender of a request, and the address of the reply.
#[derive(Clone)]
pub struct Requester {
    pub who: Principal,
    pub conn: ConnId,
    pub shard: ShardRef,
    pub ack: Ack,
    /// The connection's number for this join; 0 if the request is not a join.
    pub join: u32,
}

/// Message to a room.
#[derive(Message)]
#[rtype(result = "()")]
pub enum Inbound<T: Topic> {
    /// Subscribes to the stream, from `since` if given. `again` marks a subscriber that has lost its position and needs
    /// a declared resync.
    Join {
        from: Requester,
        since: Option<Position>,
        again: bool,
    },
    Leave {
        user: UserId,
        conn: ConnId,
        shard: ShardRef,
    },
    Command {
        from: Requester,
        id: CommandId,
        command: T::Command,
    },
    ClientSignal {
        from: Requester,
        hint: T::ClientSignal,
    },
    /// Command from outside a connection.
    Ask {
        who: Principal,
        id: CommandId,
        command: T::Command,
        answer: oneshot::Sender<Reply>,
    },
    Update(T::Update),
    /// Data shown by the state has changed outside the stream.
    Reload,
    /// Message from another node in this stream.
    BusEvent {
        from: NodeId,
        said: Bytes,
    },
    /// The stream's sequence in the database.
    DbSeq(i64),
    /// Messages from other nodes may have been missed.
    Resync,
    /// Another node has shut down or timed out.
    NodeGone(NodeId),
}

/// Recipient of the answer to a command.
pub(super) enum ReplyTo {
    Connection(Requester),
    Task(Principal, oneshot::Sender<Reply>),
}

impl ReplyTo {
    pub(super) fn who(&self) -> &Principal {
        match self {
            Self::Connection(from) => &from.who,
            Self::Task(who, _) => who,
        }
    }
}

/// Command whose write is in progress.
pub(super) struct PendingCommand {
    pub(super) from: ReplyTo,
    pub(super) since: Instant,
}

/// Result of a write: the command's mark and the database's outcome.
pub(super) type Answer<T> = (u64, store::Result<<<T as Topic>::Write as Write>::Outcome>);

/// Message deferred until a gap is filled.
pub(super) enum Deferred<T: Topic> {
    Answer(Answer<T>),
    /// Event of another node, also as JSON.
    Event(i64, T::Event, Box<RawValue>),
}
