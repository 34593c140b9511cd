//! Where the rooms of one kind are found: stream key → running room, one of each per node, started on demand.
//!
//! Messages are counted as they are sent. A room that has handled as many as were sent to it has nothing waiting, so it can
//! leave the directory and end without losing any: see [`RoomRegistry::retire`].

use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use actix::{Addr, Context, dev::channel};
use actix_rt::ArbiterHandle;
use bytes::Bytes;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use store::chat::{self, CommandId};

use crate::{
    cluster::protocol::{ClusterBus, NodeId, StreamMessage},
    protocol::{Position, StreamKey, WireError, json},
    room::{Inbound, Requester, Room},
    state::HubState,
    topic::Topic,
    topics::{chat::Chat, chat_list::ChatList, friends::Friends},
};

const SHARDS: usize = 16;

pub struct RoomRegistry<T: Topic> {
    shards: Vec<Mutex<HashMap<T::Key, Entry<T>>>>,
    arbiters: Vec<ArbiterHandle>,
    hasher: RandomState,
    /// Messages that may wait in front of a room. Past that the answer is "busy".
    mailbox: usize,
    /// To the other nodes, where there may be any.
    relay: Option<Arc<ClusterBus>>,
}

struct Entry<T: Topic> {
    room: Addr<Room<T>>,
    /// Messages sent to the room so far.
    sent: u64,
    /// News was dropped because the mailbox was full: the room must read its state again.
    missed_news: bool,
}

impl<T: Topic> Entry<T> {
    fn enqueue(&mut self, message: Inbound<T>) {
        match self.room.try_send(message) {
            Ok(()) => self.sent += 1,
            Err(_) => self.missed_news = true,
        }
    }
}

impl<T: Topic> RoomRegistry<T> {
    /// An empty directory whose rooms run on `arbiters`, or on the caller's thread when there are none.
    pub fn new(arbiters: &[ArbiterHandle], mailbox: usize, relay: Option<Arc<ClusterBus>>) -> Self {
        Self {
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            arbiters: arbiters.to_vec(),
            hasher: RandomState::new(),
            mailbox,
            relay,
        }
    }

    /// Sends to a room, which is started if it does not run. A room whose mailbox is full is an answer.
    pub fn send(&self, core: &Arc<HubState>, key: T::Key, message: Inbound<T>) -> Result<(), WireError> {
        let hash = self.hash(key);
        let mut rooms = self.shard(hash);
        let entry = rooms.entry(key).or_insert_with(|| Entry {
            room: self.start(Arc::downgrade(core), key, hash),
            sent: 0,
            missed_news: false,
        });
        match entry.room.try_send(message) {
            Ok(()) => {
                entry.sent += 1;
                Ok(())
            }
            Err(actix::prelude::SendError::Full(_)) => Err(WireError::busy()),
            Err(actix::prelude::SendError::Closed(_)) => {
                // The room's thread is gone; the next message starts another.
                rooms.remove(&key);
                Err(WireError::unavailable())
            }
        }
    }

    /// Brings news to a stream's rooms, on this node and the others, if they run.
    pub fn notify(&self, key: T::Key, update: T::Update) {
        if let Some(relay) = &self.relay {
            relay.publish(T::stream(key), &StreamMessage::Update(json(&update).get().to_owned()));
        }
        self.notify_local(key, update);
    }

    /// Brings news to this node's room, if it runs. A room that is too busy to take it will read its state anew.
    pub fn notify_local(&self, key: T::Key, update: T::Update) {
        self.enqueue(key, Inbound::Update(update));
    }

    /// Brings what another node has said to this node's room, if it runs.
    pub fn receive_remote(&self, key: T::Key, from: NodeId, said: Bytes) {
        self.enqueue(key, Inbound::BusEvent { from, said });
    }

    /// Has a room that has fallen behind the database read on, if it runs.
    pub fn reconcile(&self, key: T::Key, seq: i64) {
        self.enqueue(key, Inbound::DbSeq(seq));
    }

    fn enqueue(&self, key: T::Key, message: Inbound<T>) {
        if let Some(entry) = self.shard(self.hash(key)).get_mut(&key) {
            entry.enqueue(message);
        }
    }

    /// Brings the same to all rooms.
    pub fn enqueue_all(&self, message: impl Fn() -> Inbound<T>) {
        for shard in &self.shards {
            for entry in shard.lock().unwrap_or_else(PoisonError::into_inner).values_mut() {
                entry.enqueue(message());
            }
        }
    }

    /// Whether news would reach somebody: a room runs, or may on another node.
    pub fn is_open(&self, key: T::Key) -> bool {
        self.relay.is_some() || self.shard(self.hash(key)).contains_key(&key)
    }

    /// The streams whose rooms run.
    pub fn keys(&self) -> Vec<T::Key> {
        let keys = |shard: &Mutex<HashMap<T::Key, Entry<T>>>| {
            shard.lock().unwrap_or_else(PoisonError::into_inner).keys().copied().collect::<Vec<_>>()
        };
        self.shards.iter().flat_map(keys).collect()
    }

    /// Has a room, if it runs, read its state anew and its readers start over with it: for changes of what many streams
    /// show and none of them carries, such as somebody's name.
    pub fn reload(&self, key: T::Key) {
        let mut rooms = self.shard(self.hash(key));
        if let Some(entry) = rooms.get_mut(&key) {
            match entry.room.try_send(Inbound::Reload) {
                Ok(()) => entry.sent += 1,
                Err(_) => entry.missed_news = true,
            }
        }
    }

    /// Takes a room out if it has handled every message that was sent to it; then it may end.
    pub fn retire(&self, key: T::Key, handled: u64) -> bool {
        let mut rooms = self.shard(self.hash(key));
        let idle = rooms.get(&key).is_some_and(|entry| entry.sent == handled);
        if idle {
            rooms.remove(&key);
        }
        idle
    }

    /// Whether news was dropped since the last time this was asked.
    pub fn take_missed_news(&self, key: T::Key) -> bool {
        let mut rooms = self.shard(self.hash(key));
        rooms.get_mut(&key).is_some_and(|entry| std::mem::take(&mut entry.missed_news))
    }

    /// Rooms that run.
    pub fn len(&self) -> usize {
        self.shards.iter().map(|shard| shard.lock().unwrap_or_else(PoisonError::into_inner).len()).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn start(&self, core: Weak<HubState>, key: T::Key, hash: u64) -> Addr<Room<T>> {
        let (sender, receiver) = channel::channel(self.mailbox);
        let run = move || {
            let context: Context<Room<T>> = Context::with_receiver(receiver);
            // Without a core the program is ending; dropping the receiver closes the mailbox.
            if let Some(core) = core.upgrade() {
                context.run(Room::new(core, key));
            }
        };
        match self.arbiters.len() {
            // No threads of their own: the rooms run on the caller's.
            0 => run(),
            count => {
                let place = usize::try_from(hash).unwrap_or(0) % count;
                self.arbiters[place].spawn_fn(run);
            }
        }
        Addr::new(sender)
    }

    fn hash(&self, key: T::Key) -> u64 {
        self.hasher.hash_one(key)
    }

    fn shard(&self, hash: u64) -> MutexGuard<'_, HashMap<T::Key, Entry<T>>> {
        // The high bits: the low ones choose the arbiter.
        let place = usize::try_from(hash >> 48).unwrap_or(0) % SHARDS;
        self.shards[place].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Something that a connection wants of a stream.
pub enum Request<'a> {
    Join { since: Option<Position>, again: bool },
    Leave,
    Command { id: CommandId, command: &'a RawValue },
    ClientSignal(&'a RawValue),
}

impl HubState {
    /// Passes a request to the room of `stream`: one line for each topic.
    pub fn request(
        self: &Arc<Self>,
        stream: StreamKey,
        from: Requester,
        request: Request<'_>,
    ) -> Result<(), WireError> {
        match stream {
            StreamKey::Chat(key) => self.pass::<Chat>(key, from, request),
            StreamKey::Chats(key) => self.pass::<ChatList>(key, from, request),
            StreamKey::Friends(key) => self.pass::<Friends>(key, from, request),
        }
    }

    /// Passes on what another node has said: one line for each topic.
    pub fn receive_remote(&self, stream: StreamKey, from: NodeId, said: Bytes) {
        match stream {
            StreamKey::Chat(key) => self.chats.receive_remote(key, from, said),
            StreamKey::Chats(key) => self.chat_lists.receive_remote(key, from, said),
            StreamKey::Friends(key) => self.friends.receive_remote(key, from, said),
        }
    }

    /// Something may have been missed: every stream is compared with the database.
    pub fn resync_all_rooms(self: &Arc<Self>) {
        self.chats.enqueue_all(|| Inbound::Resync);
        self.chat_lists.enqueue_all(|| Inbound::Resync);
        self.friends.enqueue_all(|| Inbound::Resync);
        let core = self.clone();
        actix_rt::spawn(async move { core.reconcile().await });
    }

    /// Another node is gone, and its readers with it.
    pub fn node_gone(&self, node: NodeId) {
        self.chats.enqueue_all(|| Inbound::NodeGone(node));
        self.chat_lists.enqueue_all(|| Inbound::NodeGone(node));
        self.friends.enqueue_all(|| Inbound::NodeGone(node));
    }

    /// Compares the streams that have a sequence in the database with it.
    pub async fn reconcile(&self) {
        match chat::current_seqs(&self.db, &self.chats.keys()).await {
            Ok(heads) => heads.into_iter().for_each(|(chat, seq)| self.chats.reconcile(chat, seq)),
            Err(cause) => tracing::warn!(%cause, "chats could not be compared with the database"),
        }
    }

    /// Refuses what is too large to be passed on.
    pub fn ensure_fits(&self, bytes: usize) -> Result<(), WireError> {
        let limit = self.limits.frame;
        if bytes > limit as usize { Err(WireError::too_large(limit)) } else { Ok(()) }
    }

    fn pass<T: Topic>(self: &Arc<Self>, key: T::Key, from: Requester, request: Request<'_>) -> Result<(), WireError> {
        let message = match request {
            Request::Join { since, again } => Inbound::Join { from, since, again },
            Request::Leave => Inbound::Leave { user: from.who.user, conn: from.conn, shard: from.shard },
            Request::Command { id, command: json } => {
                let command = parse(json, T::COMMANDS)?;
                T::check(&command)?;
                self.ensure_fits(json.get().len())?;
                Inbound::Command { from, id, command }
            }
            Request::ClientSignal(hint) => Inbound::ClientSignal { from, hint: parse(hint, T::HINTS)? },
        };
        T::registry(self).send(self, key, message)
    }
}

fn parse<C: DeserializeOwned>(json: &RawValue, expected: &'static str) -> Result<C, WireError> {
    serde_json::from_str(json.get()).map_err(|cause| WireError::unreadable(&cause, expected))
}
