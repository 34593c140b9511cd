//! The topic `friends:{user}`: somebody's friends, which of them are online, and the requests that wait.
//!
//! Changes are made through REST, which tells the hub when they are durable ([`Hub::friends_changed`]); both sides hear of
//! them. Like the list of chats it has no sequence on disk: after a restart a reader gets it anew.
#![doc = ""]
#![doc = include_str!("stream.md")]

use std::{collections::HashSet, sync::Arc};

use serde::{Deserialize, Serialize};
use serde_json::{json, value::RawValue};
use store::{
    account::UserCard,
    chat::CommandId,
    social::{self, Request},
    types::{ids::UserId, timestamp::Timestamp},
};

use crate::{
    Hub,
    cluster::presence::Presence,
    principal::Principal,
    protocol::{self, StreamKey, WireError},
    room::registry::RoomRegistry,
    state::HubState,
    topic::{CommitResult, Effects, Loaded, Missed, NoWrite, Topic},
    topics::chat_list,
};

/// Friends in a snapshot, the newest; all of them are read through REST.
const FRIENDS: i64 = 1_000;
/// Requests on each side in a snapshot.
const REQUESTS: i64 = 200;

pub struct Friends {
    owner: UserId,
    /// The newest first.
    friends: Vec<UserCard>,
    incoming: Vec<Request>,
    outgoing: Vec<Request>,
    presence: Arc<Presence>,
    online: HashSet<UserId>,
}

/// Everything is changed through REST, so there is nothing to ask for.
#[derive(Debug, Deserialize)]
pub enum Command {}

/// What has become of the owner and somebody else.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Update {
    Request {
        user: Box<UserCard>,
        at: Timestamp,
        direction: Direction,
    },
    /// The request on either side was refused or taken back.
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

/// Which way a request went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// To the owner.
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
    /// Which friends are online, for a reader who resumes.
    Online {
        users: Vec<UserId>,
    },
}

impl Topic for Friends {
    type Key = UserId;
    type Command = Command;
    type ClientSignal = Command;
    type Update = Update;
    type Event = Event;
    type Signal = Signal;
    type Write = NoWrite;

    fn stream(key: UserId) -> StreamKey {
        StreamKey::Friends(key)
    }

    fn registry(core: &HubState) -> &RoomRegistry<Self> {
        &core.friends
    }

    async fn load(core: &Arc<HubState>, key: UserId) -> store::Result<Loaded<Self>> {
        // Whom to watch is read first: what happens between is told as news, and news that is known already changes nothing.
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

    async fn missed(_: &Arc<HubState>, _: UserId, _: i64) -> store::Result<Option<Missed<Self>>> {
        Ok(None)
    }

    fn authorize(&self, who: &Principal) -> bool {
        who.user == self.owner
    }

    fn decide(&self, _: &Principal, _: CommandId, command: Command, _: Timestamp) -> Result<NoWrite, WireError> {
        match command {}
    }

    fn settle(&self, outcome: NoWrite) -> CommitResult<Self> {
        match outcome {}
    }

    fn client_signal(&self, _: &Principal, hint: Command) -> Result<Option<Signal>, WireError> {
        match hint {}
    }

    /// Everything was taken in when the news came: an event is how it is told.
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
                // One who is past those in the snapshot is still to be told.
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

/// Requests as they stand in the snapshot.
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

    /// Whether there was a request, or may have been one past those that are kept.
    fn drop_requests(&mut self, user: UserId) -> bool {
        let full = usize::try_from(REQUESTS).unwrap_or(usize::MAX);
        let before = (self.incoming.len(), self.outgoing.len());
        self.incoming.retain(|known| known.user.id != user);
        self.outgoing.retain(|known| known.user.id != user);
        before != (self.incoming.len(), self.outgoing.len()) || before.0 >= full || before.1 >= full
    }

    /// A friend: no request is left between the two.
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

/// What has happened between two people and is durable.
#[derive(Clone, Debug)]
pub enum FriendshipChange {
    /// The first has asked the second.
    Requested(Timestamp),
    /// The request was refused or taken back.
    RequestGone,
    Befriended,
    /// They are friends no more, and no request is left.
    Unfriended,
}

impl Hub {
    /// Tells both sides what has happened between them.
    pub async fn friends_changed(&self, one: UserId, other: UserId, what: FriendshipChange) -> store::Result<()> {
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
