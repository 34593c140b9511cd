//! Topic `availability:{company}`: what of a company's offers was taken or given back, for open pages.
//!
//! Bookings notify the hub after their commit ([`Hub::inventory_changed`]). The topic keeps no state: a client reads the
//! state by REST and applies what follows. The database decides who gets the last place.
#![doc = ""]
#![doc = include_str!("stream.md")]

use std::sync::Arc;

use serde_json::{json, value::RawValue};
use store::{
    booking::InventoryChange,
    company,
    types::ids::{CompanyId, UserId},
};

use crate::{
    Hub,
    principal::Principal,
    protocol::{self, StreamKey},
    room::registry::RoomRegistry,
    state::HubState,
    topic::{Effects, Loaded, Topic, changed_by_rest},
};

pub struct Availability {
    company: CompanyId,
}

impl Topic for Availability {
    type Key = CompanyId;
    type Update = InventoryChange;
    type Event = InventoryChange;
    type Signal = ();
    changed_by_rest!();

    fn stream(key: CompanyId) -> StreamKey {
        StreamKey::Availability(key)
    }

    fn registry(core: &HubState) -> &RoomRegistry<Self> {
        &core.availability
    }

    async fn load(core: &Arc<HubState>, key: CompanyId) -> store::Result<Loaded<Self>> {
        company::exists(&core.db, key).await?;
        let epoch = format!("{:016x}", rand::random::<u64>());
        Ok(Loaded { topic: Self { company: key }, epoch: epoch.into(), seq: 0 })
    }

    fn authorize(&self, _: &Principal) -> bool {
        true
    }

    /// No-op: the topic keeps no state.
    fn apply(&mut self, _: &InventoryChange) {}

    fn update(&mut self, change: InventoryChange) -> Effects<Self> {
        Effects { events: vec![change], ..Effects::default() }
    }

    fn ephemeral_state(&self, _: UserId, _: &[UserId]) {}

    fn snapshot(&self, _: UserId, _: &[UserId]) -> Box<RawValue> {
        protocol::json(&json!({ "company": self.company }))
    }
}

impl Hub {
    /// Notifies open pages of a company of what was taken or given back.
    pub fn inventory_changed(&self, company: CompanyId, changes: &[InventoryChange]) {
        for change in changes {
            self.state.availability.notify(company, change.clone());
        }
    }
}
