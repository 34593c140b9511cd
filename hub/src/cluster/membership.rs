//! The other nodes of the deployment: what they say, who is online with them, and when they are gone.
//!
//! What they say is news and may get lost. So whenever something may have been missed (the bus was away, a node died before
//! it could tell what it had written) every stream is compared with the database, and every few seconds those are that have
//! a sequence there.

use std::{
    collections::HashMap,
    sync::Arc,
    time::{Duration, Instant},
};

use store::{
    cluster::bus::Heard,
    types::{
        ids::{SessionId, UserId},
        timestamp::Millis,
    },
};
use tokio::{
    sync::mpsc::Receiver,
    time::{MissedTickBehavior, interval},
};

use crate::{
    cluster::protocol::{self, Call, NODES, Node, Word},
    metrics,
    protocol::StreamKey,
    shard::Disconnect,
    state::Core,
    topics::{chat, chat_list, friends},
};

/// How often a node says that it is there.
const PULSE: Duration = Duration::from_millis(500);
/// A node that has said nothing for this long is gone.
const GONE_AFTER: Duration = Duration::from_millis(2_000);
/// How often streams are compared with the database while nothing is wrong.
const COMPARE: Duration = Duration::from_secs(5);
/// People in one call at most.
const CHUNK: usize = 10_000;

impl Core {
    /// A connection of `user` has opened on this node.
    pub fn came(&self, user: UserId) {
        let (is_first, watchers) = self.presence.connected(user);
        if is_first {
            self.call(&Call::Online { users: vec![user], anew: false });
        }
        self.tell_presence(user, true, watchers);
    }

    /// The last connection of `user` on this node closed some time ago, and they may not have come back.
    pub fn stayed_away(&self, user: UserId) {
        let (is_away, watchers) = self.presence.told_absent(user);
        if is_away {
            self.call(&Call::Offline { user });
        }
        self.tell_presence(user, false, watchers);
    }

    /// Tells the streams of this node that show somebody that they came or went.
    fn tell_presence(&self, user: UserId, online: bool, watchers: Vec<StreamKey>) {
        for watcher in watchers {
            match watcher {
                StreamKey::Chats(owner) => {
                    self.chat_lists.tell_here(owner, chat_list::Notice::Presence { user, online });
                }
                StreamKey::Friends(owner) => {
                    self.friends.tell_here(owner, friends::Notice::Presence { user, online });
                }
                // Presence in a chat is who has it open, not who is online; but since when somebody is not is shown there.
                StreamKey::Chat(_) if online => {}
                StreamKey::Chat(chat) => {
                    self.chats.tell_here(chat, chat::Notice::Away { user, at: Millis::now() });
                }
            }
        }
    }

    /// Ends a session's connections, here and on the other nodes.
    pub fn end_session(&self, session: SessionId) {
        self.call(&Call::Ended { session });
        self.end_session_here(session);
    }

    pub fn end_session_here(&self, session: SessionId) {
        for shard in self.shards() {
            // Beyond the mailbox's bound: rare, and it must not be lost.
            shard.do_send(Disconnect(session));
        }
    }

    /// What others see of an account has changed: the streams that show it are read anew, here and on the other nodes.
    pub async fn account_changed(&self, user: UserId) -> store::Result<()> {
        self.call(&Call::Changed { user });
        self.account_changed_here(user).await
    }

    async fn account_changed_here(&self, user: UserId) -> store::Result<()> {
        let onlookers = store::account::onlookers(&self.db, user).await?;
        for chat in onlookers.chats {
            self.chats.reread(chat);
        }
        for person in onlookers.people.into_iter().chain([user]) {
            self.chat_lists.reread(person);
            self.friends.reread(person);
        }
        Ok(())
    }

    /// Says something in a stream, to the other nodes that run it. Without any, the word is not even made.
    pub fn say(&self, stream: StreamKey, word: impl FnOnce() -> Word) {
        if let Some(relay) = &self.relay {
            relay.say(stream, &word());
        }
    }

    fn call(&self, call: &Call) {
        if let Some(relay) = &self.relay {
            relay.call(call);
        }
    }

    /// Leaves the deployment.
    pub fn say_goodbye(&self) {
        self.call(&Call::Bye);
    }

    fn say_who_is_online(&self) {
        let users = self.presence.here();
        let mut anew = true;
        for chunk in users.chunks(CHUNK) {
            self.call(&Call::Online { users: chunk.to_vec(), anew });
            anew = false;
        }
        if users.is_empty() {
            self.call(&Call::Online { users, anew });
        }
    }
}

/// Listens to the other nodes until the core or the bus ends.
pub async fn listen(core: std::sync::Weak<Core>, mut heard: Receiver<Heard>) {
    let mut nodes = Nodes::default();
    let mut pulse = interval(PULSE);
    pulse.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut compare = interval(COMPARE);
    compare.set_missed_tick_behavior(MissedTickBehavior::Delay);
    if let Some(relay) = core.upgrade().and_then(|core| core.relay.clone()) {
        relay.follow_all().await;
    }
    loop {
        tokio::select! {
            heard = heard.recv() => {
                let (Some(heard), Some(core)) = (heard, core.upgrade()) else { return };
                nodes.heard(&core, heard);
            }
            _ = pulse.tick() => {
                let Some(core) = core.upgrade() else { return };
                nodes.pulse(&core);
            }
            _ = compare.tick() => {
                let Some(core) = core.upgrade() else { return };
                // Beside the listening, so that a slow database does not keep news waiting.
                actix_rt::spawn(async move { core.compare().await });
            }
        }
    }
}

/// The other nodes, and when each was heard last.
#[derive(Default)]
struct Nodes {
    heard: HashMap<Node, Instant>,
}

impl Nodes {
    fn heard(&mut self, core: &Arc<Core>, heard: Heard) {
        match heard {
            Heard::News { channel, payload } => {
                let Some((from, said)) = protocol::speaker(&payload) else { return };
                if core.relay.as_ref().is_some_and(|relay| relay.me == from) {
                    return;
                }
                metrics::BUS_HEARD.inc();
                if *channel == *NODES {
                    if let Some(call) = protocol::call(&said) {
                        self.called(core, from, call);
                    }
                } else if let Ok(stream) = channel.parse() {
                    core.hear(stream, from, said);
                } else {
                    protocol::ignored();
                }
            }
            Heard::Up => {
                core.relay.iter().for_each(|relay| relay.went(true));
                core.call(&Call::Hello);
                core.say_who_is_online();
                core.look_again();
            }
            Heard::Down => core.relay.iter().for_each(|relay| relay.went(false)),
        }
    }

    fn called(&mut self, core: &Arc<Core>, from: Node, call: Call) {
        if call == Call::Bye {
            self.heard.remove(&from);
            return gone(core, from);
        }
        let is_new = self.heard.insert(from, Instant::now()).is_none();
        match call {
            Call::Hello => core.say_who_is_online(),
            Call::Online { users, anew } => {
                for (user, online, watchers) in core.presence.online_elsewhere(from, &users, anew) {
                    core.tell_presence(user, online, watchers);
                }
            }
            Call::Offline { user } => {
                if let Some((user, online, watchers)) = core.presence.offline_elsewhere(from, user) {
                    core.tell_presence(user, online, watchers);
                }
            }
            Call::Ended { session } => {
                core.auth.ended(session);
                core.end_session_here(session);
            }
            Call::Changed { user } => {
                let core = core.clone();
                actix_rt::spawn(async move {
                    if let Err(cause) = core.account_changed_here(user).await {
                        tracing::warn!(%cause, "who is shown somebody that has changed could not be read");
                    }
                });
            }
            // It was taken for gone, or began before this node listened.
            Call::Alive if is_new => core.call(&Call::Hello),
            Call::Alive | Call::Bye => {}
        }
        metrics::NODES.set(i64::try_from(self.heard.len()).unwrap_or(0));
    }

    fn pulse(&mut self, core: &Arc<Core>) {
        core.call(&Call::Alive);
        let silent: Vec<Node> =
            self.heard.iter().filter(|(_, last)| last.elapsed() > GONE_AFTER).map(|(node, _)| *node).collect();
        for node in silent {
            self.heard.remove(&node);
            tracing::warn!(%node, "a node is gone");
            gone(core, node);
            // It may have written what it never told.
            core.look_again();
        }
        metrics::NODES.set(i64::try_from(self.heard.len()).unwrap_or(0));
    }
}

fn gone(core: &Arc<Core>, node: Node) {
    for (user, online, watchers) in core.presence.node_gone(node) {
        core.tell_presence(user, online, watchers);
    }
    core.node_gone(node);
}
