//! What a room is sent, who asks, and what it keeps until there is an answer.

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

/// The asker of something, and where to answer.
#[derive(Clone)]
pub struct Requester {
    pub who: Principal,
    pub conn: ConnId,
    pub shard: ShardRef,
    pub ack: Ack,
    /// The connection's number for the join that this is; 0 when it is none.
    pub join: u32,
}

/// What a room is sent.
#[derive(Message)]
#[rtype(result = "()")]
pub enum Inbound<T: Topic> {
    /// Follow the stream; with `since`, from there. `again` is for a connection that follows it already and has lost its
    /// place, so that it gets a declared resync.
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
    /// A command that comes by another way than a connection.
    Ask {
        who: Principal,
        id: CommandId,
        command: T::Command,
        answer: oneshot::Sender<Reply>,
    },
    Update(T::Update),
    /// What the state shows has changed elsewhere.
    Reload,
    /// Another node has said something in this stream.
    BusEvent {
        from: NodeId,
        said: Bytes,
    },
    /// The stream's sequence in the database.
    DbSeq(i64),
    /// Something that other nodes have said may have been missed.
    Resync,
    /// Another node is gone.
    NodeGone(NodeId),
}

/// Who waits for the answer to a command.
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

/// A command on its way to the disk.
pub(super) struct PendingCommand {
    pub(super) from: ReplyTo,
    pub(super) since: Instant,
}

/// A written change: the caller's mark and what the database said.
pub(super) type Answer<T> = (u64, store::Result<<<T as Topic>::Write as Write>::Outcome>);

/// What waits until a gap is filled.
pub(super) enum Deferred<T: Topic> {
    Answer(Answer<T>),
    /// An event of another node, and the same as JSON.
    Event(i64, T::Event, Box<RawValue>),
}
