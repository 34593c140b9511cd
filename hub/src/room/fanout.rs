//! Items of a room for its shards: batched, then sent as one message per shard.

use std::{collections::HashMap, sync::Arc};

use actix::{Message, Recipient};
use store::types::ids::UserId;

use crate::protocol::{Frame, Reply, StreamKey, WireError};

/// Connection within its shard. The generation distinguishes successive connections in the same slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ConnId {
    pub slot: u32,
    pub generation: u32,
}

/// Identifies the request that a reply answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ack {
    /// The client did not ask for an acknowledgement.
    None,
    /// Id of the command (plain sockets).
    Id(String),
    /// Number of the packet (Socket.IO).
    Packet(u64),
}

/// Item for a shard to process.
#[derive(Clone, Debug)]
pub enum ShardItem {
    /// Goes to every subscriber whose position is below `seq`. A signal has no number: 0.
    Broadcast { frame: Frame, seq: i64 },
    /// Subscribes the connection. The frames bring the client to `seq`. Answers the connection's `join`.
    Joined { conn: ConnId, join: u32, frames: Vec<Frame>, epoch: Arc<str>, seq: i64, reply: Reply, ack: Ack },
    /// Rejects the connection's join.
    NotJoined { conn: ConnId, join: u32, reply: Reply, ack: Ack },
    /// Ends the stream for this connection, which subscribed with `join`.
    Ended { conn: ConnId, join: u32, refusal: WireError },
    /// Every subscriber has lost its position and must request a snapshot.
    Resync,
    /// Reply to a command.
    Reply { conn: ConnId, reply: Reply, ack: Ack },
}

/// Ordered items from a room to a shard.
#[derive(Clone, Debug, Message)]
#[rtype(result = "()")]
pub struct ShardBatch {
    pub stream: StreamKey,
    pub items: Vec<ShardItem>,
}

/// Address of a shard, as used by rooms.
#[derive(Clone)]
pub struct ShardRef {
    pub index: usize,
    pub to: Recipient<ShardBatch>,
}

/// Maximum backlog of a shard in items. Beyond it the shard has stalled, and its subscribers are resynced.
const BACKLOG: usize = 16 * 1024;

/// Shards with subscribers to a room's stream, each with its pending items.
#[derive(Default)]
pub struct Fanout {
    ports: Vec<ShardQueue>,
}

struct ShardQueue {
    shard: ShardRef,
    /// Connections that have joined or are joining.
    subscribers: HashMap<ConnId, Subscriber>,
    pending: Vec<ShardItem>,
    /// Answers to commands. They may be sent ahead of the other items because they carry their own position.
    answers: Vec<ShardItem>,
    overrun: bool,
}

struct Subscriber {
    user: UserId,
    /// The connection's number for its join.
    join: u32,
    /// True once the join was accepted.
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

    /// Records a connection on `shard` that is joining.
    pub fn joins(&mut self, shard: &ShardRef, conn: ConnId, user: UserId, join: u32) {
        self.queue(shard).subscribers.entry(conn).or_insert(Subscriber { user, join, is_in: false }).join = join;
    }

    /// Records an accepted join. Returns true if new: false if it was accepted before or has left since.
    pub fn joined(&mut self, shard: &ShardRef, conn: ConnId) -> bool {
        self.queue(shard).subscribers.get_mut(&conn).is_some_and(|reader| !std::mem::replace(&mut reader.is_in, true))
    }

    /// Ends the stream for every connection of a user.
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

    /// Resyncs the subscribers on all shards.
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

    /// Records that a connection on `shard` has left. A rejection and a leave may cross, so a subscription may end
    /// twice. Returns true if its join was accepted.
    pub fn left(&mut self, shard: &ShardRef, conn: ConnId) -> bool {
        self.queue(shard).subscribers.remove(&conn).is_some_and(|reader| reader.is_in)
    }

    pub fn subscribers(&self) -> usize {
        self.ports.iter().map(|port| port.subscribers.len()).sum()
    }

    /// Returns the largest number of subscribers on one shard. Shards write in parallel.
    pub fn widest(&self) -> usize {
        self.ports.iter().map(|port| port.subscribers.len()).max().unwrap_or_default()
    }

    pub fn has_pending(&self) -> bool {
        self.ports.iter().any(|port| !port.pending.is_empty() || !port.answers.is_empty())
    }

    pub fn has_answers(&self) -> bool {
        self.ports.iter().any(|port| !port.answers.is_empty())
    }

    /// Sends the answers alone. Items for a full shard wait for the next flush.
    pub fn flush_answers(&mut self, stream: StreamKey) {
        for port in self.ports.iter_mut().filter(|port| !port.answers.is_empty()) {
            let items = std::mem::take(&mut port.answers);
            if let Err(actix::prelude::SendError::Full(deliver)) = port.shard.to.try_send(ShardBatch { stream, items })
            {
                port.answers = deliver.items;
            }
        }
    }

    /// Sends the pending items. A shard with a full mailbox keeps its items for the next flush. A shard beyond
    /// `BACKLOG` loses its broadcasts, and its subscribers are resynced.
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
                    // The worker has stopped, and its connections have closed.
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
