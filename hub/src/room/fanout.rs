//! What a room sends, and to which shards: gathered for a moment, then one message for each shard.

use std::{collections::HashMap, sync::Arc};

use actix::{Message, Recipient};
use store::types::ids::UserId;

use crate::protocol::{Frame, Reply, StreamKey, WireError};

/// A connection, within its shard. The generation tells a place in the table from the connection that had it before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ConnId {
    pub slot: u32,
    pub generation: u32,
}

/// How a connection knows which of its requests is answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ack {
    /// It did not ask to be told.
    None,
    /// By the id of the command (plain sockets).
    Id(String),
    /// By the number of the packet (Socket.IO).
    Packet(u64),
}

/// One thing for a shard to do.
#[derive(Clone, Debug)]
pub enum ShardItem {
    /// To every subscriber that is not past `seq` already. A signal has no number: 0.
    Broadcast { frame: Frame, seq: i64 },
    /// This connection follows the stream from now on; the frames bring it to `seq`. Answers the connection's `join`.
    Joined { conn: ConnId, join: u32, frames: Vec<Frame>, epoch: Arc<str>, seq: i64, reply: Reply, ack: Ack },
    /// This connection does not follow the stream.
    NotJoined { conn: ConnId, join: u32, reply: Reply, ack: Ack },
    /// The stream ends for this connection, which followed it with its `join`.
    Ended { conn: ConnId, join: u32, refusal: WireError },
    /// Every subscriber has lost its place and has to ask for a snapshot.
    Resync,
    /// The answer to a command.
    Reply { conn: ConnId, reply: Reply, ack: Ack },
}

/// From a room to a shard, in order.
#[derive(Clone, Debug, Message)]
#[rtype(result = "()")]
pub struct ShardBatch {
    pub stream: StreamKey,
    pub items: Vec<ShardItem>,
}

/// A shard, as rooms know it.
#[derive(Clone)]
pub struct ShardRef {
    pub index: usize,
    pub to: Recipient<ShardBatch>,
}

/// Items a shard may leave lying before its subscribers are told to start over. A shard that far behind has stopped.
const BACKLOG: usize = 16 * 1024;

/// The shards that follow a room's stream, each with what it has yet to be sent.
#[derive(Default)]
pub struct Fanout {
    ports: Vec<ShardQueue>,
}

struct ShardQueue {
    shard: ShardRef,
    /// Connections that follow or are about to.
    subscribers: HashMap<ConnId, Subscriber>,
    pending: Vec<ShardItem>,
    /// Answers to commands, which may go ahead of the rest: they name their place in the stream themselves.
    answers: Vec<ShardItem>,
    overrun: bool,
}

struct Subscriber {
    user: UserId,
    /// The connection's number for its join.
    join: u32,
    /// Whether it was let in.
    is_in: bool,
}

impl Fanout {
    /// Adds an item for one shard.
    pub fn push(&mut self, shard: &ShardRef, item: ShardItem) {
        self.queue(shard).pending.push(item);
    }

    /// Adds an answer to a command.
    pub fn answer(&mut self, shard: &ShardRef, answer: ShardItem) {
        self.queue(shard).answers.push(answer);
    }

    /// Takes note of a connection on `shard` that is about to follow.
    pub fn joins(&mut self, shard: &ShardRef, conn: ConnId, user: UserId, join: u32) {
        self.queue(shard).subscribers.entry(conn).or_insert(Subscriber { user, join, is_in: false }).join = join;
    }

    /// Takes note that a connection was let in. Answers whether that is news: not when it was in, or has left since.
    pub fn joined(&mut self, shard: &ShardRef, conn: ConnId) -> bool {
        self.queue(shard).subscribers.get_mut(&conn).is_some_and(|reader| !std::mem::replace(&mut reader.is_in, true))
    }

    /// Ends the stream for every connection of an account.
    pub fn remove_user(&mut self, user: UserId, refusal: &WireError) {
        for port in &mut self.ports {
            let pending = &mut port.pending;
            port.subscribers.retain(|conn, reader| {
                let stays = reader.user != user;
                if !stays {
                    pending.push(ShardItem::Ended { conn: *conn, join: reader.join, refusal: refusal.clone() });
                }
                stays
            });
        }
    }

    /// Has the subscribers on all shards start over.
    pub fn resync(&mut self) {
        for port in self.ports.iter_mut().filter(|port| !port.subscribers.is_empty()) {
            port.pending.push(ShardItem::Resync);
        }
    }

    /// Adds a frame for all subscribers on all shards.
    pub fn broadcast(&mut self, frame: &Frame, seq: i64) {
        for port in self.ports.iter_mut().filter(|port| !port.subscribers.is_empty()) {
            port.pending.push(ShardItem::Broadcast { frame: frame.clone(), seq });
        }
    }

    /// Takes note that a connection on `shard` does not follow any more. A refusal and a leave may cross, so one may end
    /// twice. Answers whether it had been let in.
    pub fn left(&mut self, shard: &ShardRef, conn: ConnId) -> bool {
        self.queue(shard).subscribers.remove(&conn).is_some_and(|reader| reader.is_in)
    }

    pub fn subscribers(&self) -> usize {
        self.ports.iter().map(|port| port.subscribers.len()).sum()
    }

    /// The readers on the shard that has most of them: shards write at the same time.
    pub fn widest(&self) -> usize {
        self.ports.iter().map(|port| port.subscribers.len()).max().unwrap_or_default()
    }

    pub fn has_pending(&self) -> bool {
        self.ports.iter().any(|port| !port.pending.is_empty() || !port.answers.is_empty())
    }

    pub fn has_answers(&self) -> bool {
        self.ports.iter().any(|port| !port.answers.is_empty())
    }

    /// Sends the answers alone. What a shard has no room for waits for the next flush.
    pub fn flush_answers(&mut self, stream: StreamKey) {
        for port in self.ports.iter_mut().filter(|port| !port.answers.is_empty()) {
            let items = std::mem::take(&mut port.answers);
            if let Err(actix::prelude::SendError::Full(deliver)) = port.shard.to.try_send(ShardBatch { stream, items })
            {
                port.answers = deliver.items;
            }
        }
    }

    /// Sends what is pending. A shard whose mailbox is full keeps its items for the next time; one that has fallen
    /// hopelessly behind loses its broadcasts. Its subscribers then start over.
    pub fn flush(&mut self, stream: StreamKey) {
        let is_due = |port: &&mut ShardQueue| !port.pending.is_empty() || !port.answers.is_empty();
        for port in self.ports.iter_mut().filter(is_due) {
            let mut items = std::mem::take(&mut port.pending);
            items.append(&mut port.answers);
            if std::mem::take(&mut port.overrun) {
                items.push(ShardItem::Resync);
            }
            if let Err(refused) = port.shard.to.try_send(ShardBatch { stream, items }) {
                items = match refused {
                    actix::prelude::SendError::Full(deliver) => deliver.items,
                    // The worker is gone, and its connections with it.
                    actix::prelude::SendError::Closed(_) => {
                        port.subscribers.clear();
                        continue;
                    }
                };
                if items.len() > BACKLOG {
                    items.retain(|item| !matches!(item, ShardItem::Broadcast { .. }));
                    port.overrun = true;
                }
                port.pending = items;
            }
        }
    }

    fn queue(&mut self, shard: &ShardRef) -> &mut ShardQueue {
        let known = self.ports.iter().position(|port| port.shard.index == shard.index);
        let place = known.unwrap_or_else(|| {
            self.ports.push(ShardQueue {
                shard: shard.clone(),
                subscribers: HashMap::new(),
                pending: Vec::new(),
                answers: Vec::new(),
                overrun: false,
            });
            self.ports.len() - 1
        });
        &mut self.ports[place]
    }
}
