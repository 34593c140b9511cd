//! Topic `ticket:{ticket}`: one support ticket, live for its customer and its company.
//!
//! A message is published after its commit ([`Hub::ticket_changed`]).
#![doc = ""]
#![doc = include_str!("stream.md")]

use std::{collections::HashSet, sync::Arc};

use serde::{Deserialize, Serialize};
use serde_json::{json, value::RawValue};
use store::{
    company,
    support::{Ticket, Written, view},
    types::ids::{TicketId, UserId},
};

use crate::{
    Hub,
    principal::Principal,
    protocol::{self, StreamKey},
    room::registry::RoomRegistry,
    state::HubState,
    topic::{Effects, Loaded, Topic, changed_by_rest},
};

pub struct TicketTopic {
    /// The customer, and those who act for the company now.
    readers: HashSet<UserId>,
    ticket: Box<RawValue>,
}

/// Ticket and message as JSON, which other nodes and clients read alike.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Update {
    ticket: Box<RawValue>,
    message: Box<RawValue>,
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    Message { ticket: Box<RawValue>, message: Box<RawValue> },
}

impl Topic for TicketTopic {
    type Key = TicketId;
    type Update = Update;
    type Event = Event;
    type Signal = ();
    changed_by_rest!();

    fn stream(key: TicketId) -> StreamKey {
        StreamKey::Ticket(key)
    }

    fn registry(core: &HubState) -> &RoomRegistry<Self> {
        &core.tickets
    }

    async fn load(core: &Arc<HubState>, key: TicketId) -> store::Result<Loaded<Self>> {
        let ticket = view::any(&core.db, key).await?;
        let members = match &ticket.company {
            Some(company) => company::team::acting(&core.db, company.id).await?,
            None => Vec::new(),
        };
        let epoch = format!("{:016x}", rand::random::<u64>());
        Ok(Loaded { topic: Self::new(&ticket, members), epoch: epoch.into(), seq: 0 })
    }

    fn authorize(&self, who: &Principal) -> bool {
        self.readers.contains(&who.user)
    }

    /// No-op: `update` has changed the state already, and the event only publishes the change.
    fn apply(&mut self, _: &Event) {}

    fn update(&mut self, Update { ticket, message }: Update) -> Effects<Self> {
        self.ticket = ticket.clone();
        Effects { events: vec![Event::Message { ticket, message }], ..Effects::default() }
    }

    fn ephemeral_state(&self, _: UserId, _: &[UserId]) {}

    fn snapshot(&self, _: UserId, _: &[UserId]) -> Box<RawValue> {
        protocol::json(&json!({ "ticket": self.ticket }))
    }
}

impl TicketTopic {
    fn new(ticket: &Ticket, members: Vec<UserId>) -> Self {
        let readers = members.into_iter().chain([ticket.customer.id]).collect();
        Self { readers, ticket: protocol::json(ticket) }
    }
}

impl Hub {
    /// Notifies both sides of a message or a new state.
    pub fn ticket_changed(&self, written: &Written) {
        let update = Update { ticket: protocol::json(&written.ticket), message: protocol::json(&written.message) };
        self.state.tickets.notify(written.ticket.id, update);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_is_published_with_the_ticket_after_it() {
        let mut topic = TicketTopic { readers: HashSet::from([UserId(1)]), ticket: protocol::json(&1) };
        let effects = topic.update(Update { ticket: protocol::json(&2), message: protocol::json(&"Hello") });
        let sent = serde_json::to_string(&effects.events).unwrap();
        assert_eq!(sent, r#"[{"type":"message","ticket":2,"message":"Hello"}]"#);
        assert_eq!(topic.snapshot(UserId(1), &[]).get(), r#"{"ticket":2}"#);
    }
}
