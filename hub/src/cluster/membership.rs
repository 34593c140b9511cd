//! Other nodes of the deployment: their messages, their online users and their liveness.
//!
//! Messages between nodes may be lost. After a possible loss (bus disconnected, node died before publishing a write),
//! every stream is compared with the database. Streams with a sequence there are also compared every few seconds.

use std::{
    collections::HashMap,
    sync::Arc,
    time::{Duration, Instant},
};

use store::{
    chat,
    cluster::bus::BusEvent,
    company,
    reel::{comment, view},
    support,
    types::{
        ids::{CompanyId, SessionId, UserId},
        timestamp::Timestamp,
    },
};
use tokio::{
    sync::mpsc::Receiver,
    time::{MissedTickBehavior, interval},
};

use crate::{
    cluster::protocol::{self, ClusterMessage, NODES, NodeId, StreamMessage},
    metrics,
    protocol::StreamKey,
    shard::Disconnect,
    state::HubState,
    topics::{self, chat_list, friends, reel},
};

/// Heartbeat interval.
const HEARTBEAT_INTERVAL: Duration = Duration::from_millis(500);
/// Node timeout. A node without a message for this long is removed.
const NODE_TIMEOUT: Duration = Duration::from_millis(2_000);
/// Interval at which streams are compared with the database in normal operation.
const RECONCILE_INTERVAL: Duration = Duration::from_secs(5);
/// Maximum users in one message.
const CHUNK: usize = 10_000;

impl HubState {
    /// Handles a new connection of `user` on this node.
    pub fn user_connected(&self, user: UserId) {
        let (is_first, watchers) = self.presence.connected(user);
        if is_first {
            self.call(&ClusterMessage::Online { users: vec![user], anew: false });
        }
        self.tell_presence(user, true, watchers);
    }

    /// Handles the end of the grace period after the last connection of `user` on this node closed. The user may have
    /// reconnected.
    pub fn user_offline(&self, user: UserId) {
        let (is_away, watchers) = self.presence.confirm_offline(user);
        if is_away {
            self.call(&ClusterMessage::Offline { user });
        }
        self.tell_presence(user, false, watchers);
    }

    /// Notifies the local streams that show a user that the user is online or offline.
    fn tell_presence(&self, user: UserId, online: bool, watchers: Vec<StreamKey>) {
        for watcher in watchers {
            match watcher {
                StreamKey::Chats(owner) => {
                    self.chat_lists.notify_local(owner, chat_list::Update::Presence { user, online });
                }
                StreamKey::Friends(owner) => {
                    self.friends.notify_local(owner, friends::Update::Presence { user, online });
                }
                StreamKey::Availability(_)
                | StreamKey::Orders(_)
                | StreamKey::Order(_)
                | StreamKey::Reel(_)
                | StreamKey::Ticket(_)
                | StreamKey::Notifications(_) => {}
                // Chats show who has the chat open, not who is online. Only the last-seen time applies here.
                StreamKey::Chat(_) if online => {}
                StreamKey::Chat(chat) => {
                    self.chats.notify_local(chat, topics::chat::Update::Away { user, at: Timestamp::now() });
                }
            }
        }
    }

    /// Ends a session's connections, on this node and the others.
    pub fn end_session(&self, session: SessionId) {
        self.call(&ClusterMessage::Ended { session });
        self.end_session_here(session);
    }

    pub fn end_session_here(&self, session: SessionId) {
        for shard in self.shards() {
            // Bypasses the mailbox limit: the message is rare and must not be lost.
            shard.do_send(Disconnect(session));
        }
    }

    /// Reloads the streams that show a changed account, on this node and the others.
    pub async fn account_changed(&self, user: UserId) -> store::Result<()> {
        self.call(&ClusterMessage::Changed { user });
        self.account_changed_here(user).await
    }

    /// Reloads the streams of a company after those who act for it changed, on this node and the others. Subscribers who
    /// act for it no more are refused.
    pub async fn team_changed(&self, company: CompanyId) -> store::Result<()> {
        let account = company::team::account(&self.db, company).await?;
        self.call(&ClusterMessage::Team { company, account });
        self.team_changed_here(company, account).await
    }

    async fn team_changed_here(&self, company: CompanyId, account: UserId) -> store::Result<()> {
        self.company_orders.reload(company);
        self.chat_lists.reload(account);
        for ticket in support::view::of_company_among(&self.db, company, &self.tickets.keys()).await? {
            self.tickets.reload(ticket);
        }
        for chat in chat::of_member(&self.db, account).await? {
            self.chats.reload(chat);
        }
        Ok(())
    }

    async fn account_changed_here(&self, user: UserId) -> store::Result<()> {
        let viewers = store::account::viewers(&self.db, user).await?;
        for chat in viewers.chats {
            self.chats.reload(chat);
        }
        for person in viewers.people.into_iter().chain([user]) {
            self.chat_lists.reload(person);
            self.friends.reload(person);
        }
        self.reel_audience_changed_here(user).await
    }

    /// Applies the blocks of an account to open reels, on this node and the others: to its comments, and to the reels of
    /// its company.
    pub async fn reel_audience_changed(&self, account: UserId) -> store::Result<()> {
        self.call(&ClusterMessage::ReelAudience { account });
        self.reel_audience_changed_here(account).await
    }

    async fn reel_audience_changed_here(&self, account: UserId) -> store::Result<()> {
        let open = self.reels.keys();
        let reels = comment::commented_by(&self.db, account, &open).await?;
        if !reels.is_empty() {
            let live = comment::live(&self.db, account).await?;
            for reel in reels {
                self.reels.notify_local(reel, reel::Update::Audience { author: account, live: live.clone() });
            }
        }
        for reel in view::of_account_among(&self.db, account, &open).await? {
            self.reels.reload(reel);
        }
        Ok(())
    }

    /// Publishes a message to the other nodes that run this stream. Does not call `word` when there are none.
    pub fn publish(&self, stream: StreamKey, word: impl FnOnce() -> StreamMessage) {
        if let Some(relay) = &self.relay {
            relay.publish(stream, &word());
        }
    }

    fn call(&self, call: &ClusterMessage) {
        if let Some(relay) = &self.relay {
            relay.call(call);
        }
    }

    /// Leaves the cluster.
    pub fn leave_cluster(&self) {
        self.call(&ClusterMessage::Bye);
    }

    fn publish_online(&self) {
        let users = self.presence.here();
        let mut anew = true;
        for chunk in users.chunks(CHUNK) {
            self.call(&ClusterMessage::Online { users: chunk.to_vec(), anew });
            anew = false;
        }
        if users.is_empty() {
            self.call(&ClusterMessage::Online { users, anew });
        }
    }
}

/// Processes messages of the other nodes until the core or the bus ends.
pub async fn listen(core: std::sync::Weak<HubState>, mut heard: Receiver<BusEvent>) {
    let mut nodes = Membership::default();
    let mut heartbeat = interval(HEARTBEAT_INTERVAL);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut reconcile = interval(RECONCILE_INTERVAL);
    reconcile.set_missed_tick_behavior(MissedTickBehavior::Delay);
    if let Some(relay) = core.upgrade().and_then(|core| core.relay.clone()) {
        relay.follow_all().await;
    }
    loop {
        tokio::select! {
            heard = heard.recv() => {
                let (Some(heard), Some(core)) = (heard, core.upgrade()) else { return };
                nodes.heard(&core, heard);
            }
            _ = heartbeat.tick() => {
                let Some(core) = core.upgrade() else { return };
                nodes.heartbeat(&core);
            }
            _ = reconcile.tick() => {
                let Some(core) = core.upgrade() else { return };
                // Runs in a task, so that a slow database does not delay messages.
                actix_rt::spawn(async move { core.reconcile().await });
            }
        }
    }
}

/// Other nodes with the time of their last message.
#[derive(Default)]
struct Membership {
    heard: HashMap<NodeId, Instant>,
}

impl Membership {
    fn heard(&mut self, core: &Arc<HubState>, heard: BusEvent) {
        match heard {
            BusEvent::Message { channel, payload } => {
                let Some((from, said)) = protocol::split_sender(&payload) else { return };
                if core.relay.as_ref().is_some_and(|relay| relay.me == from) {
                    return;
                }
                metrics::BUS_HEARD.inc();
                if *channel == *NODES {
                    if let Some(call) = protocol::decode_cluster_message(&said) {
                        self.called(core, from, call);
                    }
                } else if let Ok(stream) = channel.parse() {
                    core.receive_remote(stream, from, said);
                } else {
                    protocol::ignored();
                }
            }
            BusEvent::Connected => {
                core.relay.iter().for_each(|relay| relay.went(true));
                core.call(&ClusterMessage::Hello);
                core.publish_online();
                core.resync_all_rooms();
            }
            BusEvent::Disconnected => core.relay.iter().for_each(|relay| relay.went(false)),
        }
    }

    fn called(&mut self, core: &Arc<HubState>, from: NodeId, call: ClusterMessage) {
        if call == ClusterMessage::Bye {
            self.heard.remove(&from);
            return gone(core, from);
        }
        let is_new = self.heard.insert(from, Instant::now()).is_none();
        match call {
            ClusterMessage::Hello => core.publish_online(),
            ClusterMessage::Online { users, anew } => {
                for (user, online, watchers) in core.presence.set_remote_online(from, &users, anew) {
                    core.tell_presence(user, online, watchers);
                }
            }
            ClusterMessage::Offline { user } => {
                if let Some((user, online, watchers)) = core.presence.set_remote_offline(from, user) {
                    core.tell_presence(user, online, watchers);
                }
            }
            ClusterMessage::Ended { session } => {
                core.auth.ended(session);
                core.end_session_here(session);
            }
            ClusterMessage::Changed { user } => {
                let core = core.clone();
                actix_rt::spawn(async move {
                    if let Err(cause) = core.account_changed_here(user).await {
                        tracing::warn!(%cause, "who is shown somebody that has changed could not be read");
                    }
                });
            }
            ClusterMessage::ReelAudience { account } => {
                let core = core.clone();
                actix_rt::spawn(async move {
                    if let Err(cause) = core.reel_audience_changed_here(account).await {
                        tracing::warn!(%cause, "audience of reels could not be read");
                    }
                });
            }
            ClusterMessage::Team { company, account } => {
                let core = core.clone();
                actix_rt::spawn(async move {
                    if let Err(cause) = core.team_changed_here(company, account).await {
                        tracing::warn!(%cause, %company, "the streams of a company whose team has changed could not be read");
                    }
                });
            }
            // The node had timed out, or started before this node subscribed.
            ClusterMessage::Alive if is_new => core.call(&ClusterMessage::Hello),
            ClusterMessage::Alive | ClusterMessage::Bye => {}
        }
        metrics::NODES.set(i64::try_from(self.heard.len()).unwrap_or(0));
    }

    fn heartbeat(&mut self, core: &Arc<HubState>) {
        core.call(&ClusterMessage::Alive);
        let silent: Vec<NodeId> =
            self.heard.iter().filter(|(_, last)| last.elapsed() > NODE_TIMEOUT).map(|(node, _)| *node).collect();
        for node in silent {
            self.heard.remove(&node);
            tracing::warn!(%node, "a node is gone");
            gone(core, node);
            // The node may have written events that it never published.
            core.resync_all_rooms();
        }
        metrics::NODES.set(i64::try_from(self.heard.len()).unwrap_or(0));
    }
}

fn gone(core: &Arc<HubState>, node: NodeId) {
    for (user, online, watchers) in core.presence.node_gone(node) {
        core.tell_presence(user, online, watchers);
    }
    core.node_gone(node);
}
