//! Topic `chats:{user}`, the chat list: a user's chats with last message, unread count, settings, typing and online
//! friends.
//!
//! The state derives from the chats, so nothing of it is stored. A restart begins a new epoch, and a reconnecting
//! client gets a snapshot. The state includes archived chats, because a message may unarchive a chat. The snapshot only
//! counts them.
#![doc = ""]
#![doc = include_str!("stream.md")]

use std::{collections::HashSet, sync::Arc};

use serde::{Deserialize, Serialize};
use serde_json::{json, value::RawValue};
use store::{
    chat::{self, ArchiveFilter, ChatSummary, Details, Draft, Message},
    company, social,
    types::{
        ids::{ChatId, UserId},
        timestamp::Timestamp,
    },
};

use crate::{
    cluster::presence::Presence,
    principal::Principal,
    protocol::{self, StreamKey},
    room::registry::RoomRegistry,
    state::HubState,
    topic::{Effects, Loaded, Topic, changed_by_rest},
    topics::chat::ComposeKind,
};

/// Maximum listed chats, and the same number of archived ones. Older chats are read through REST.
const SHOWN: i64 = 100;

pub struct ChatList {
    owner: UserId,
    /// Users who share the list; none unless the owner is a company.
    team: HashSet<UserId>,
    /// Pinned chats first, then the newest.
    chats: Vec<ChatSummary>,
    /// Chats that are not archived exist beyond `chats`.
    has_more: bool,
    presence: Arc<Presence>,
    online: HashSet<UserId>,
}

/// Update from the chats, from REST or from other users' connections.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Update {
    /// A chat of the owner was opened or changed.
    Chat(Box<ChatSummary>),
    Message {
        chat: ChatId,
        message: Arc<Message>,
    },
    /// Change with number `seq` in the chat.
    Changed {
        chat: ChatId,
        seq: i64,
        message: Arc<Message>,
        /// An unread message mentions the owner. `None` if that has not changed.
        #[serde(default)]
        mentioned: Option<bool>,
    },
    Details {
        chat: ChatId,
        seq: i64,
        details: Arc<Details>,
    },
    /// The owner has read on any device, with event `seq` of the chat; 0 if unnumbered.
    Read {
        chat: ChatId,
        seq: i64,
        read_seq: i64,
        unread: i64,
    },
    /// The owner's private state of the chat has changed.
    Kept(Box<ChatSummary>),
    Cleared {
        chat: ChatId,
        up_to: i64,
    },
    Hidden {
        chat: ChatId,
        seqs: Vec<i64>,
    },
    Removed {
        chat: ChatId,
    },
    Typing {
        chat: ChatId,
        user: UserId,
        on: bool,
        what: ComposeKind,
    },
    Presence {
        user: UserId,
        online: bool,
    },
    /// New friend who shares online presence with the owner.
    Befriended {
        user: UserId,
    },
    /// User who is no longer a friend.
    Unfriended {
        user: UserId,
    },
    /// The visibility of users has changed. The list is reloaded.
    Stale,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    Chat {
        chat: Box<ChatSummary>,
    },
    Message {
        chat: ChatId,
        message: Arc<Message>,
        unread: i64,
        mentioned: bool,
    },
    Changed {
        chat: ChatId,
        message: Arc<Message>,
        unread: i64,
        mentioned: bool,
    },
    Unread {
        chat: ChatId,
        unread: i64,
        read_seq: i64,
        mentioned: bool,
    },
    Settings {
        chat: ChatId,
        muted_until: Option<Timestamp>,
        pinned_at: Option<Timestamp>,
        archived: bool,
        draft: Option<Draft>,
        blocked: bool,
        can_write: bool,
    },
    Cleared {
        chat: ChatId,
        up_to: i64,
    },
    Hidden {
        chat: ChatId,
        seqs: Vec<i64>,
    },
    Removed {
        chat: ChatId,
    },
}

#[derive(Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Signal {
    Typing {
        chat: ChatId,
        user: UserId,
        on: bool,
        what: ComposeKind,
    },
    Presence {
        user: UserId,
        online: bool,
    },
    /// Online friends, for a subscriber who resumes.
    Online {
        users: Vec<UserId>,
    },
}

impl Topic for ChatList {
    type Key = UserId;
    type Update = Update;
    type Event = Event;
    type Signal = Signal;
    changed_by_rest!();

    fn stream(key: UserId) -> StreamKey {
        StreamKey::Chats(key)
    }

    fn registry(core: &HubState) -> &RoomRegistry<Self> {
        &core.chat_lists
    }

    async fn load(core: &Arc<HubState>, key: UserId) -> store::Result<Loaded<Self>> {
        let team = company::team::members(&core.db, key).await?.into_iter().collect();
        let friends = social::seen_online(&core.db, key).await?;
        // Runs before the list is read, so that changes in between arrive as updates. Duplicate updates have no effect.
        let online = core.presence.watch(Self::stream(key), &friends);
        let (chats, has_more) = match lines(core, key).await {
            Ok(loaded) => loaded,
            Err(cause) => {
                core.presence.forget(Self::stream(key));
                return Err(cause);
            }
        };
        let epoch = format!("{:016x}", rand::random::<u64>());
        Ok(Loaded {
            topic: Self { owner: key, team, chats, has_more, presence: core.presence.clone(), online },
            epoch: epoch.into(),
            seq: 0,
        })
    }

    fn authorize(&self, who: &Principal) -> bool {
        who.user == self.owner || self.team.contains(&who.user)
    }

    /// No-op: `update` has changed the state already, and the event only publishes the change.
    fn apply(&mut self, _: &Event) {}

    fn update(&mut self, update: Update) -> Effects<Self> {
        let mut news = Effects::default();
        match update {
            Update::Chat(summary) => news.events.extend(self.put(*summary)),
            Update::Message { chat, message } => match self.line(chat) {
                Some(place) => news.events.extend(self.message(place, message)),
                None => news.stale = true,
            },
            Update::Changed { chat, seq, message, mentioned } => {
                news.events.extend(self.line(chat).and_then(|place| self.changed(place, seq, message, mentioned)));
            }
            Update::Details { chat, seq, details } => match self.line(chat) {
                Some(place) => news.events.extend(self.described(place, seq, &details)),
                None => news.stale = true,
            },
            Update::Read { chat, seq, read_seq, unread } => {
                news.events.extend(self.line(chat).and_then(|place| self.read(place, seq, read_seq, unread)));
            }
            Update::Kept(summary) => news.events.push(self.kept(*summary)),
            Update::Cleared { chat, up_to } => news.events.push(Event::Cleared { chat, up_to }),
            Update::Hidden { chat, seqs } => news.events.push(Event::Hidden { chat, seqs }),
            Update::Removed { chat } => {
                news.events.extend(self.line(chat).map(|place| {
                    self.chats.remove(place);
                    Event::Removed { chat }
                }));
            }
            Update::Typing { chat, user, on, what } => news.signals.push(Signal::Typing { chat, user, on, what }),
            Update::Presence { user, online } => {
                let changed = if online { self.online.insert(user) } else { self.online.remove(&user) };
                news.signals.extend(changed.then_some(Signal::Presence { user, online }));
            }
            Update::Befriended { user } => {
                if self.presence.add_watch(Self::stream(self.owner), user) && self.online.insert(user) {
                    news.signals.push(Signal::Presence { user, online: true });
                }
            }
            Update::Unfriended { user } => {
                self.presence.unwatch(Self::stream(self.owner), user);
                news.signals.extend(self.online.remove(&user).then_some(Signal::Presence { user, online: false }));
            }
            Update::Stale => news.stale = true,
        }
        news
    }

    fn ephemeral_state(&self, _: UserId, _: &[UserId]) -> Signal {
        Signal::Online { users: self.online.iter().copied().collect() }
    }

    fn snapshot(&self, _: UserId, _: &[UserId]) -> Box<RawValue> {
        let is_request = |line: &&ChatSummary| line.request.is_some_and(|request| request.to == self.owner);
        let (requests, listed): (Vec<_>, Vec<_>) = self.chats.iter().partition(is_request);
        let requests: Vec<_> = requests.into_iter().filter(|line| !line.blocked).collect();
        let (archived, chats): (Vec<_>, Vec<_>) = listed.into_iter().partition(|line| line.archived);
        protocol::json(&json!({
            "chats": chats, "has_more": self.has_more, "archived": archived.len(), "requests": requests,
            "online": self.online,
        }))
    }

    fn end(&mut self, core: &HubState) {
        core.presence.forget(Self::stream(self.owner));
    }
}

/// Returns the chats of the list, and true if chats that are not archived exist beyond them.
async fn lines(core: &Arc<HubState>, owner: UserId) -> store::Result<(Vec<ChatSummary>, bool)> {
    let (mut chats, total) = chat::list(&core.db, owner, ArchiveFilter::Main, SHOWN, 0).await?;
    let has_more = i64::try_from(chats.len()).unwrap_or(i64::MAX) < total;
    let (archived, _) = chat::list(&core.db, owner, ArchiveFilter::Archived, SHOWN, 0).await?;
    let (requests, _) = chat::requests(&core.db, owner, SHOWN, 0).await?;
    chats.extend(archived);
    chats.extend(requests);
    Ok((chats, has_more))
}

mod entry;
#[cfg(test)]
mod tests;
