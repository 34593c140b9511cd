//! State shared by all parts of the hub: the database, the room registries, presence.

use std::sync::{
    Arc, Mutex, OnceLock, PoisonError,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use actix::{Actor, Addr};
use store::{
    Db,
    chat::{self, ChatWrite},
    cluster::bus::{Bus, BusEvent},
    db::group_commit::GroupCommit,
    types::ids::{ChatId, UserId},
};
use tokio::sync::mpsc::Receiver;

use crate::{
    cluster::{membership, presence::Presence, protocol::ClusterBus},
    notifier::MessageNotifier,
    principal::Authenticate,
    room::registry::RoomRegistry,
    shard::Shard,
    topics::{
        availability::Availability,
        chat::Chat,
        chat_list::{ChatList, Update},
        company_orders::CompanyOrders,
        friends::Friends,
        notifications::Notifications,
        order::OrderTopic,
        reel::ReelTopic,
        ticket::TicketTopic,
    },
    transport::{
        account_places::AccountPlaces,
        limits::{ConnectionCounts, Limits},
        socket_io::recovery::SessionStore,
    },
};

/// A node's end of the bus.
pub type BusEndpoint = (Bus, Receiver<BusEvent>);

pub struct HubState {
    pub db: Db,
    pub auth: Arc<dyn Authenticate>,
    pub limits: Limits,
    pub usage: ConnectionCounts,
    pub accounts: AccountPlaces,
    pub appends: GroupCommit<ChatWrite>,
    pub chats: RoomRegistry<Chat>,
    pub chat_lists: RoomRegistry<ChatList>,
    pub friends: RoomRegistry<Friends>,
    pub availability: RoomRegistry<Availability>,
    pub company_orders: RoomRegistry<CompanyOrders>,
    pub notifications: RoomRegistry<Notifications>,
    pub orders: RoomRegistry<OrderTopic>,
    pub reels: RoomRegistry<ReelTopic>,
    pub tickets: RoomRegistry<TicketTopic>,
    pub presence: Arc<Presence>,
    /// Bus to the other nodes, if configured.
    pub relay: Option<Arc<ClusterBus>>,
    pub parking: SessionStore,
    /// Notifier for members beyond their open connections, if set.
    pub notifier: OnceLock<Arc<dyn MessageNotifier>>,
    shards: Mutex<Vec<Addr<Shard>>>,
    draining: AtomicBool,
    /// Commands that rooms have accepted and not answered.
    under_way: AtomicUsize,
}

impl HubState {
    /// Starts the shared state. Must be called within an actix system.
    pub fn start(db: Db, auth: Arc<dyn Authenticate>, limits: Limits, bus: Option<BusEndpoint>) -> Arc<Self> {
        let (relay, heard) = bus.map(|(bus, heard)| (Arc::new(ClusterBus::new(bus)), heard)).unzip();
        let appends = GroupCommit::start(db.clone(), limits.commit_pause);
        let core = Arc::new(Self {
            appends,
            db,
            auth,
            limits,
            usage: ConnectionCounts::default(),
            accounts: AccountPlaces::default(),
            chats: RoomRegistry::new(limits.mailbox, relay.clone()),
            chat_lists: RoomRegistry::new(limits.mailbox, relay.clone()),
            friends: RoomRegistry::new(limits.mailbox, relay.clone()),
            availability: RoomRegistry::new(limits.mailbox, relay.clone()),
            company_orders: RoomRegistry::new(limits.mailbox, relay.clone()),
            notifications: RoomRegistry::new(limits.mailbox, relay.clone()),
            orders: RoomRegistry::new(limits.mailbox, relay.clone()),
            reels: RoomRegistry::new(limits.mailbox, relay.clone()),
            tickets: RoomRegistry::new(limits.mailbox, relay.clone()),
            presence: Arc::default(),
            relay,
            parking: SessionStore::default(),
            notifier: OnceLock::new(),
            shards: Mutex::default(),
            draining: AtomicBool::new(false),
            under_way: AtomicUsize::new(0),
        });
        if let Some(heard) = heard {
            actix_rt::spawn(membership::listen(Arc::downgrade(&core), heard));
        }
        core
    }

    /// Starts the shard of the current thread.
    pub fn start_shard(self: &Arc<Self>) -> Addr<Shard> {
        let mut shards = self.shards.lock().unwrap_or_else(PoisonError::into_inner);
        let shard = Shard::new(self.clone(), shards.len()).start();
        shards.push(shard.clone());
        shard
    }

    /// Returns the shards of all threads, by index.
    pub fn shards(&self) -> Vec<Addr<Shard>> {
        self.shards.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns true if the server is shutting down and accepts no new work.
    pub fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Counts a command that a room has accepted.
    pub fn command_taken(&self) {
        self.under_way.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a command that a room has answered.
    pub fn command_answered(&self) {
        self.under_way.fetch_sub(1, Ordering::Relaxed);
    }

    /// Returns the number of commands that rooms have accepted and not answered.
    pub fn commands_under_way(&self) -> usize {
        self.under_way.load(Ordering::Relaxed)
    }

    /// Reloads an entry of a user's chat list, if open, and notifies the list.
    pub fn tell_line(self: &Arc<Self>, user: UserId, chat: ChatId) {
        if !self.chat_lists.is_open(user) {
            return;
        }
        let core = self.clone();
        actix_rt::spawn(async move {
            match chat::summary(&core.db, user, chat).await {
                Ok(line) => core.chat_lists.notify(user, Update::Chat(Box::new(line))),
                Err(store::Error::NotFound) => {}
                Err(cause) => {
                    tracing::warn!(%cause, %chat, "a line of a list could not be read");
                    core.chat_lists.notify(user, Update::Stale);
                }
            }
        });
    }

    pub fn begin_draining(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }
}
