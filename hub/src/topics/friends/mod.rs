//! Topic `friends:{user}`: a user's friends, their online presence and pending friend requests.
//!
//! REST makes the changes and notifies the hub after the commit ([`Hub::friends_changed`]). Both users are notified.
//! The topic has no sequence on disk: after a restart, clients get a snapshot.
#![doc = ""]
#![doc = include_str!("stream.md")]

use std::{collections::HashSet, sync::Arc};

use serde::{Deserialize, Serialize};
use serde_json::{json, value::RawValue};
use store::{
    account::UserCard,
    chat,
    social::{self, Request},
    types::{ids::UserId, timestamp::Timestamp},
};

use crate::{
    Hub,
    cluster::presence::Presence,
    principal::Principal,
    protocol::{self, StreamKey},
    room::registry::RoomRegistry,
    state::HubState,
    topic::{Effects, Loaded, Topic, changed_by_rest},
    topics::{self, chat_list},
};

/// Maximum friends in a snapshot, newest first. REST returns all.
const FRIENDS: i64 = 1_000;
/// Maximum requests per direction in a snapshot.
const REQUESTS: i64 = 200;

pub struct Friends {
    owner: UserId,
    /// Newest first.
    friends: Vec<UserCard>,
    incoming: Vec<Request>,
    outgoing: Vec<Request>,
    presence: Arc<Presence>,
    online: HashSet<UserId>,
}

/// Change between the owner and another user.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Update {
    Request {
        user: Box<UserCard>,
        at: Timestamp,
        direction: Direction,
    },
    /// The request in either direction was declined or withdrawn.
    RequestGone {
        user: UserId,
    },
    Friend {
        user: Box<UserCard>,
        shows_presence: bool,
    },
    Unfriended {
        user: UserId,
    },
    Presence {
        user: UserId,
        online: bool,
    },
}

/// Direction of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Received by the owner.
    In,
    Out,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    Request { user: Box<UserCard>, at: Timestamp, direction: Direction },
    RequestGone { user: UserId },
    Friend { user: Box<UserCard> },
    Unfriended { user: UserId },
}

#[derive(Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Signal {
    Presence {
        user: UserId,
        online: bool,
    },
    /// Online friends, for a subscriber who resumes.
    Online {
        users: Vec<UserId>,
    },
}

impl Topic for Friends {
    type Key = UserId;
    type Update = Update;
    type Event = Event;
    type Signal = Signal;
    changed_by_rest!();

    fn stream(key: UserId) -> StreamKey {
        StreamKey::Friends(key)
    }

    fn registry(core: &HubState) -> &RoomRegistry<Self> {
        &core.friends
    }

    async fn load(core: &Arc<HubState>, key: UserId) -> store::Result<Loaded<Self>> {
        // The watched users are read first, so that changes in between arrive as updates. Duplicate updates have no
        // effect.
        let watched = social::seen_online(&core.db, key).await?;
        let requests = social::requests(&core.db, key, REQUESTS).await?;
        let friends = social::newest_friends(&core.db, key, FRIENDS).await?;
        let topic = Self {
            owner: key,
            friends,
            incoming: requests.incoming,
            outgoing: requests.outgoing,
            online: core.presence.watch(Self::stream(key), &watched),
            presence: core.presence.clone(),
        };
        let epoch = format!("{:016x}", rand::random::<u64>());
        Ok(Loaded { topic, epoch: epoch.into(), seq: 0 })
    }

    fn authorize(&self, who: &Principal) -> bool {
        who.user == self.owner
    }

    /// No-op: `update` has changed the state already, and the event only publishes the change.
    fn apply(&mut self, _: &Event) {}

    fn update(&mut self, update: Update) -> Effects<Self> {
        let mut news = Effects::default();
        match update {
            Update::Request { user, at, direction } => news.events.extend(self.request(user, at, direction)),
            Update::RequestGone { user } => {
                news.events.extend(self.drop_requests(user).then_some(Event::RequestGone { user }));
            }
            Update::Friend { user, shows_presence } => {
                let id = user.id;
                news.events.extend(self.befriend(user));
                if shows_presence && self.presence.add_watch(Self::stream(self.owner), id) && self.online.insert(id) {
                    news.signals.push(Signal::Presence { user: id, online: true });
                }
            }
            Update::Unfriended { user } => {
                self.presence.unwatch(Self::stream(self.owner), user);
                self.online.remove(&user);
                let before = self.friends.len();
                self.friends.retain(|friend| friend.id != user);
                // A friend beyond the snapshot limit must still be reported.
                let is_known = before > self.friends.len() || before >= usize::try_from(FRIENDS).unwrap_or(usize::MAX);
                news.events.extend(is_known.then_some(Event::Unfriended { user }));
            }
            Update::Presence { user, online } => {
                let changed = if online { self.online.insert(user) } else { self.online.remove(&user) };
                news.signals.extend(changed.then_some(Signal::Presence { user, online }));
            }
        }
        news
    }

    fn ephemeral_state(&self, _: UserId, _: &[UserId]) -> Signal {
        Signal::Online { users: self.online.iter().copied().collect() }
    }

    fn snapshot(&self, _: UserId, _: &[UserId]) -> Box<RawValue> {
        protocol::json(&json!({
            "friends": self.friends,
            "incoming": entries(&self.incoming),
            "outgoing": entries(&self.outgoing),
            "online": self.online,
        }))
    }

    fn end(&mut self, core: &HubState) {
        core.presence.forget(Self::stream(self.owner));
    }
}

/// Returns requests in the form used by the snapshot.
fn entries(requests: &[Request]) -> Vec<serde_json::Value> {
    requests.iter().map(|request| json!({"user": request.user, "at": request.at})).collect()
}

impl Friends {
    fn request(&mut self, user: Box<UserCard>, at: Timestamp, direction: Direction) -> Option<Event> {
        let side = match direction {
            Direction::In => &mut self.incoming,
            Direction::Out => &mut self.outgoing,
        };
        if side.iter().any(|known| known.user.id == user.id && known.at >= at) {
            return None;
        }
        side.retain(|known| known.user.id != user.id);
        side.insert(0, Request { user: UserCard::clone(&user), at });
        side.truncate(usize::try_from(REQUESTS).unwrap_or(usize::MAX));
        Some(Event::Request { user, at, direction })
    }

    /// Removes requests. Returns true if one existed, or may have existed beyond `REQUESTS`.
    fn drop_requests(&mut self, user: UserId) -> bool {
        let full = usize::try_from(REQUESTS).unwrap_or(usize::MAX);
        let before = (self.incoming.len(), self.outgoing.len());
        self.incoming.retain(|known| known.user.id != user);
        self.outgoing.retain(|known| known.user.id != user);
        before != (self.incoming.len(), self.outgoing.len()) || before.0 >= full || before.1 >= full
    }

    /// Adds a friend and removes requests between the two users.
    fn befriend(&mut self, user: Box<UserCard>) -> Option<Event> {
        let asked = self.drop_requests(user.id);
        if !asked && self.friends.iter().any(|known| known.id == user.id) {
            return None;
        }
        self.friends.retain(|known| known.id != user.id);
        self.friends.insert(0, UserCard::clone(&user));
        self.friends.truncate(usize::try_from(FRIENDS).unwrap_or(usize::MAX));
        Some(Event::Friend { user })
    }
}

/// Committed change between two users.
#[derive(Clone, Debug)]
pub enum FriendshipChange {
    /// The first user has sent the second a request.
    Requested(Timestamp),
    /// The request was declined or withdrawn.
    RequestGone,
    Befriended,
    /// The users are no longer friends, and no request remains.
    Unfriended,
}

impl Hub {
    /// Notifies both users of a change between them.
    pub async fn friends_changed(&self, one: UserId, other: UserId, what: FriendshipChange) -> store::Result<()> {
        if matches!(what, FriendshipChange::Befriended) {
            self.accept_between(one, other).await?;
        }
        if let FriendshipChange::Befriended | FriendshipChange::Unfriended = what
            && let Some(chat) = chat::find_direct(&self.state.db, one, other).await?
        {
            // The chat shows presence by the relation of its members.
            let are = matches!(what, FriendshipChange::Befriended);
            self.state.chats.notify(chat, topics::chat::Update::Friends { are });
        }
        for (owner, with, direction) in [(one, other, Direction::Out), (other, one, Direction::In)] {
            match what {
                FriendshipChange::Requested(at) => {
                    let user = Box::new(social::card(&self.state.db, with).await?);
                    self.state.friends.notify(owner, Update::Request { user, at, direction });
                }
                FriendshipChange::RequestGone => self.state.friends.notify(owner, Update::RequestGone { user: with }),
                FriendshipChange::Befriended => {
                    let user = Box::new(social::card(&self.state.db, with).await?);
                    let shows_presence = social::seen_online(&self.state.db, owner).await?.contains(&with);
                    self.state.friends.notify(owner, Update::Friend { user, shows_presence });
                    if shows_presence {
                        self.state.chat_lists.notify(owner, chat_list::Update::Befriended { user: with });
                    }
                }
                FriendshipChange::Unfriended => {
                    self.state.friends.notify(owner, Update::RequestGone { user: with });
                    self.state.friends.notify(owner, Update::Unfriended { user: with });
                    self.state.chat_lists.notify(owner, chat_list::Update::Unfriended { user: with });
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
