//! Topic `notifications:{user}`: the newest notifications of an account and the number of unread ones.
//!
//! REST makes the changes and notifies the hub after the commit ([`Hub::inbox_changed`]). Changes of two requests may
//! arrive in another order than they were committed. Their versions show it, and the room reads the inbox again. The
//! topic has no sequence on disk: after a restart, clients get a snapshot.
#![doc = ""]
#![doc = include_str!("stream.md")]

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{json, value::RawValue};
use store::{
    chat::CommandId,
    company::team,
    notification::{self, Change, InboxChange, Notification},
    types::{
        ids::{CompanyId, NotificationId, UserId},
        timestamp::Timestamp,
    },
};

use crate::{
    Hub,
    principal::Principal,
    protocol::{self, StreamKey, WireError},
    room::registry::RoomRegistry,
    state::HubState,
    topic::{CommitResult, Effects, Loaded, Missed, NoWrite, Topic},
};

/// Maximum entries in a snapshot. REST returns all.
const NEWEST: usize = 30;
/// Entries in a snapshot below which the room reads the inbox again, if it has more.
const FEWEST: usize = 10;

pub struct Notifications {
    owner: UserId,
    /// Version of the inbox that this state reflects.
    version: i64,
    unread: i64,
    /// Newest first.
    newest: Vec<Notification>,
    /// The inbox may hold older entries.
    is_partial: bool,
    /// Company that the owner acts for.
    company: Option<CompanyId>,
}

/// Change of the inbox, or of the company that the owner acts for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Update {
    Inbox(InboxChange),
    Company(Option<CompanyId>),
}

/// REST makes all changes, so this topic has no commands.
#[derive(Debug, Deserialize)]
pub enum Command {}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    Notification { notification: Box<Notification>, unread: i64 },
    Read { ids: Option<Vec<NotificationId>>, unread: i64 },
    Deleted { ids: Option<Vec<NotificationId>>, unread: i64 },
    Company { company: Option<CompanyId> },
}

impl Topic for Notifications {
    type Key = UserId;
    type Command = Command;
    type ClientSignal = Command;
    type Update = Update;
    type Event = Event;
    type Signal = ();
    type Write = NoWrite;

    fn stream(key: UserId) -> StreamKey {
        StreamKey::Notifications(key)
    }

    fn registry(core: &HubState) -> &RoomRegistry<Self> {
        &core.notifications
    }

    async fn load(core: &Arc<HubState>, key: UserId) -> store::Result<Loaded<Self>> {
        let limit = i64::try_from(NEWEST).unwrap_or(i64::MAX);
        let inbox = notification::inbox(&core.db, key, limit).await?;
        let company = match team::membership(&core.db, key).await {
            Ok(membership) => Some(membership.company),
            Err(store::Error::NotFound) => None,
            Err(cause) => return Err(cause),
        };
        let topic = Self {
            owner: key,
            company,
            version: inbox.version,
            unread: inbox.unread,
            is_partial: inbox.newest.len() == NEWEST,
            newest: inbox.newest,
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

    fn client_signal(&self, _: &Principal, hint: Command) -> Result<Option<()>, WireError> {
        match hint {}
    }

    /// No-op: `update` has changed the state already, and the event only publishes the change.
    fn apply(&mut self, _: &Event) {}

    fn update(&mut self, update: Update) -> Effects<Self> {
        let InboxChange { version, unread, change, .. } = match update {
            Update::Inbox(change) => change,
            Update::Company(company) => return self.company_changed(company),
        };
        if version != self.version + 1 {
            // A change is late, or on its way. The state read at the start includes changes up to its version.
            return Effects { stale: version > self.version, ..Effects::default() };
        }
        (self.version, self.unread) = (version, unread);
        let event = match change {
            Change::Entry(notification) => {
                self.newest.retain(|known| known.id != notification.id);
                self.newest.insert(0, Notification::clone(&notification));
                self.is_partial |= self.newest.len() > NEWEST;
                self.newest.truncate(NEWEST);
                Event::Notification { notification, unread }
            }
            Change::Read(ids) => {
                self.newest.iter_mut().filter(|one| contains(ids.as_deref(), one.id)).for_each(|one| one.read = true);
                Event::Read { ids, unread }
            }
            Change::Deleted(ids) => {
                self.newest.retain(|one| !contains(ids.as_deref(), one.id));
                self.is_partial &= ids.is_some();
                Event::Deleted { ids, unread }
            }
        };
        let stale = self.is_partial && self.newest.len() < FEWEST;
        Effects { events: vec![event], stale, ..Effects::default() }
    }

    fn ephemeral_state(&self, _: UserId, _: &[UserId]) {}

    fn snapshot(&self, _: UserId, _: &[UserId]) -> Box<RawValue> {
        protocol::json(&json!({ "unread": self.unread, "notifications": self.newest, "company": self.company }))
    }
}

impl Notifications {
    fn company_changed(&mut self, company: Option<CompanyId>) -> Effects<Self> {
        let is_new = std::mem::replace(&mut self.company, company) != company;
        Effects { events: is_new.then_some(Event::Company { company }).into_iter().collect(), ..Effects::default() }
    }
}

/// Returns true if `ids` contain `id`. None contain all.
fn contains(ids: Option<&[NotificationId]>, id: NotificationId) -> bool {
    ids.is_none_or(|ids| ids.contains(&id))
}

impl Hub {
    /// Notifies the devices of accounts of changes of their inboxes.
    pub fn inbox_changed(&self, changes: impl IntoIterator<Item = InboxChange>) {
        for change in changes {
            self.state.notifications.notify(change.account, Update::Inbox(change));
        }
    }

    /// Notifies the devices of an account of the company that it acts for now, and ends what the account follows of the
    /// companies in `left`.
    pub async fn company_activated(&self, user: UserId, left: &[CompanyId]) -> store::Result<()> {
        let company = match team::membership(&self.state.db, user).await {
            Ok(membership) => Some(membership.company),
            Err(store::Error::NotFound) => None,
            Err(cause) => return Err(cause),
        };
        for changed in left.iter().copied().chain(company) {
            self.team_changed(changed).await?;
        }
        self.state.notifications.notify(user, Update::Company(company));
        Ok(())
    }
}

#[cfg(test)]
mod tests;
