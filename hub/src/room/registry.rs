//! Registry of the rooms of one kind: stream key → running room, one per node and key, started on demand.
//!
//! A room runs on the thread that first needs it, mostly that of its first subscriber's socket. Then its commands and
//! frames wake no other thread.
//!
//! Messages are counted as they are sent. A room that has handled all messages sent to it has an empty mailbox. The
//! room can then be removed and stopped without losing any: see [`RoomRegistry::retire`].

use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use actix::{Addr, Context, dev::channel};
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
    topics::{
        availability::Availability, chat::Chat, chat_list::ChatList, company_orders::CompanyOrders, friends::Friends,
        notifications::Notifications, order::OrderTopic, reel::ReelTopic, ticket::TicketTopic,
    },
};

const SHARDS: usize = 16;

pub struct RoomRegistry<T: Topic> {
    shards: Vec<Mutex<HashMap<T::Key, Entry<T>>>>,
    hasher: RandomState,
    /// Mailbox capacity of a room. A full mailbox is answered with "busy".
    mailbox: usize,
    /// Bus to the other nodes, if configured.
    relay: Option<Arc<ClusterBus>>,
}

struct Entry<T: Topic> {
    room: Addr<Room<T>>,
    /// Messages sent to the room so far.
    sent: u64,
    /// An update was dropped because the mailbox was full. The room must reload its state.
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
    pub fn new(mailbox: usize, relay: Option<Arc<ClusterBus>>) -> Self {
        Self { shards: (0..SHARDS).map(|_| Mutex::default()).collect(), hasher: RandomState::new(), mailbox, relay }
    }

    /// Sends to a room, starting the room if needed. Returns `busy` if the mailbox is full.
    pub fn send(&self, core: &Arc<HubState>, key: T::Key, message: Inbound<T>) -> Result<(), WireError> {
        let hash = self.hash(key);
        let mut rooms = self.shard(hash);
        let entry = rooms.entry(key).or_insert_with(|| Entry {
            room: self.start(core.clone(), key),
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
                // The room's thread has stopped. The next message starts another room.
                rooms.remove(&key);
                Err(WireError::unavailable())
            }
        }
    }

    /// Sends an update to the stream's running rooms, on this node and the others.
    pub fn notify(&self, key: T::Key, update: T::Update) {
        if let Some(relay) = &self.relay {
            relay.publish(T::stream(key), &StreamMessage::Update(json(&update).get().to_owned()));
        }
        self.notify_local(key, update);
    }

    /// Sends an update to this node's room, if running. If the mailbox is full, the room reloads its state.
    pub fn notify_local(&self, key: T::Key, update: T::Update) {
        self.enqueue(key, Inbound::Update(update));
    }

    /// Forwards a message of another node to this node's room, if running.
    pub fn receive_remote(&self, key: T::Key, from: NodeId, said: Bytes) {
        self.enqueue(key, Inbound::BusEvent { from, said });
    }

    /// Makes a running room read the events up to `seq` that it has missed.
    pub fn reconcile(&self, key: T::Key, seq: i64) {
        self.enqueue(key, Inbound::DbSeq(seq));
    }

    fn enqueue(&self, key: T::Key, message: Inbound<T>) {
        if let Some(entry) = self.shard(self.hash(key)).get_mut(&key) {
            entry.enqueue(message);
        }
    }

    /// Sends the same message to all rooms.
    pub fn enqueue_all(&self, message: impl Fn() -> Inbound<T>) {
        for shard in &self.shards {
            for entry in shard.lock().unwrap_or_else(PoisonError::into_inner).values_mut() {
                entry.enqueue(message());
            }
        }
    }

    /// Returns true if an update may reach a room: one runs here, or may run on another node.
    pub fn is_open(&self, key: T::Key) -> bool {
        self.relay.is_some() || self.shard(self.hash(key)).contains_key(&key)
    }

    /// Returns the keys of the running rooms.
    pub fn keys(&self) -> Vec<T::Key> {
        let keys = |shard: &Mutex<HashMap<T::Key, Entry<T>>>| {
            shard.lock().unwrap_or_else(PoisonError::into_inner).keys().copied().collect::<Vec<_>>()
        };
        self.shards.iter().flat_map(keys).collect()
    }

    /// Makes a running room reload its state and resync its subscribers. For changes that many streams show but no
    /// stream carries, such as a user's name.
    pub fn reload(&self, key: T::Key) {
        let mut rooms = self.shard(self.hash(key));
        if let Some(entry) = rooms.get_mut(&key) {
            match entry.room.try_send(Inbound::Reload) {
                Ok(()) => entry.sent += 1,
                Err(_) => entry.missed_news = true,
            }
        }
    }

    /// Removes a room that has handled every message sent to it. Returns true if the room may stop.
    pub fn retire(&self, key: T::Key, handled: u64) -> bool {
        let mut rooms = self.shard(self.hash(key));
        let idle = rooms.get(&key).is_some_and(|entry| entry.sent == handled);
        if idle {
            rooms.remove(&key);
        }
        idle
    }

    /// Returns true if an update was dropped since the last call.
    pub fn take_missed_news(&self, key: T::Key) -> bool {
        let mut rooms = self.shard(self.hash(key));
        rooms.get_mut(&key).is_some_and(|entry| std::mem::take(&mut entry.missed_news))
    }

    /// Returns the number of running rooms.
    pub fn len(&self) -> usize {
        self.shards.iter().map(|shard| shard.lock().unwrap_or_else(PoisonError::into_inner).len()).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn start(&self, core: Arc<HubState>, key: T::Key) -> Addr<Room<T>> {
        let (sender, receiver) = channel::channel(self.mailbox);
        let context: Context<Room<T>> = Context::with_receiver(receiver);
        context.run(Room::new(core, key));
        Addr::new(sender)
    }

    fn hash(&self, key: T::Key) -> u64 {
        self.hasher.hash_one(key)
    }

    fn shard(&self, hash: u64) -> MutexGuard<'_, HashMap<T::Key, Entry<T>>> {
        let place = usize::try_from(hash).unwrap_or(0) % SHARDS;
        self.shards[place].lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Request of a connection to a stream.
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
            StreamKey::Availability(key) => self.pass::<Availability>(key, from, request),
            StreamKey::Orders(key) => self.pass::<CompanyOrders>(key, from, request),
            StreamKey::Notifications(key) => self.pass::<Notifications>(key, from, request),
            StreamKey::Order(key) => self.pass::<OrderTopic>(key, from, request),
            StreamKey::Reel(key) => self.pass::<ReelTopic>(key, from, request),
            StreamKey::Ticket(key) => self.pass::<TicketTopic>(key, from, request),
        }
    }

    /// Forwards a message of another node: one line for each topic.
    pub fn receive_remote(&self, stream: StreamKey, from: NodeId, said: Bytes) {
        match stream {
            StreamKey::Chat(key) => self.chats.receive_remote(key, from, said),
            StreamKey::Chats(key) => self.chat_lists.receive_remote(key, from, said),
            StreamKey::Friends(key) => self.friends.receive_remote(key, from, said),
            StreamKey::Availability(key) => self.availability.receive_remote(key, from, said),
            StreamKey::Orders(key) => self.company_orders.receive_remote(key, from, said),
            StreamKey::Notifications(key) => self.notifications.receive_remote(key, from, said),
            StreamKey::Order(key) => self.orders.receive_remote(key, from, said),
            StreamKey::Reel(key) => self.reels.receive_remote(key, from, said),
            StreamKey::Ticket(key) => self.tickets.receive_remote(key, from, said),
        }
    }

    /// Compares every stream with the database after messages may have been missed.
    pub fn resync_all_rooms(self: &Arc<Self>) {
        self.chats.enqueue_all(|| Inbound::Resync);
        self.chat_lists.enqueue_all(|| Inbound::Resync);
        self.friends.enqueue_all(|| Inbound::Resync);
        self.availability.enqueue_all(|| Inbound::Resync);
        self.company_orders.enqueue_all(|| Inbound::Resync);
        self.notifications.enqueue_all(|| Inbound::Resync);
        self.orders.enqueue_all(|| Inbound::Resync);
        self.reels.enqueue_all(|| Inbound::Resync);
        self.tickets.enqueue_all(|| Inbound::Resync);
        let core = self.clone();
        actix_rt::spawn(async move { core.reconcile().await });
    }

    /// Removes the subscribers of a node that has shut down or timed out.
    pub fn node_gone(&self, node: NodeId) {
        self.chats.enqueue_all(|| Inbound::NodeGone(node));
        self.chat_lists.enqueue_all(|| Inbound::NodeGone(node));
        self.friends.enqueue_all(|| Inbound::NodeGone(node));
        self.availability.enqueue_all(|| Inbound::NodeGone(node));
        self.company_orders.enqueue_all(|| Inbound::NodeGone(node));
        self.notifications.enqueue_all(|| Inbound::NodeGone(node));
        self.orders.enqueue_all(|| Inbound::NodeGone(node));
        self.reels.enqueue_all(|| Inbound::NodeGone(node));
        self.tickets.enqueue_all(|| Inbound::NodeGone(node));
    }

    /// Compares streams with their sequence in the database.
    pub async fn reconcile(&self) {
        match chat::current_seqs(&self.db, &self.chats.keys()).await {
            Ok(heads) => heads.into_iter().for_each(|(chat, seq)| self.chats.reconcile(chat, seq)),
            Err(cause) => tracing::warn!(%cause, "chats could not be compared with the database"),
        }
    }

    /// Rejects data that is too large for a frame.
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
