//! Topic `order:{order}`: one order, live for its customer.
//!
//! Order commands notify the hub after their commit ([`Hub::order_changed`]).
#![doc = ""]
#![doc = include_str!("stream.md")]

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{json, value::RawValue};
use store::{
    order::{Order, OrderError, view},
    types::{
        ids::{OrderId, UserId},
        timestamp::Timestamp,
    },
};

use crate::{
    Hub,
    principal::Principal,
    protocol::{self, StreamKey},
    room::registry::RoomRegistry,
    state::HubState,
    topic::{Effects, Loaded, Topic, changed_by_rest},
    topics::company_orders,
};

pub struct OrderTopic {
    customer: Option<UserId>,
    order: Box<RawValue>,
}

/// Order as JSON for its customer, which other nodes and clients read alike.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Changed(Box<RawValue>);

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    Order { order: Box<RawValue> },
}

impl Topic for OrderTopic {
    type Key = OrderId;
    type Update = Changed;
    type Event = Event;
    type Signal = ();
    changed_by_rest!();

    fn stream(key: OrderId) -> StreamKey {
        StreamKey::Order(key)
    }

    fn registry(core: &HubState) -> &RoomRegistry<Self> {
        &core.orders
    }

    async fn load(core: &Arc<HubState>, key: OrderId) -> store::Result<Loaded<Self>> {
        let order = view::any(&core.db, key, Timestamp::now()).await.map_err(|cause| match cause {
            OrderError::Store(cause) => cause,
            OrderError::Refused(_) => store::Error::NotFound,
        })?;
        let topic = Self { customer: order.customer_id, order: protocol::json(&order.for_customer()) };
        let epoch = format!("{:016x}", rand::random::<u64>());
        Ok(Loaded { topic, epoch: epoch.into(), seq: 0 })
    }

    fn authorize(&self, who: &Principal) -> bool {
        self.customer == Some(who.user)
    }

    /// No-op: `update` has changed the state already, and the event only publishes the change.
    fn apply(&mut self, _: &Event) {}

    fn update(&mut self, Changed(order): Changed) -> Effects<Self> {
        self.order = order.clone();
        Effects { events: vec![Event::Order { order }], ..Effects::default() }
    }

    fn ephemeral_state(&self, _: UserId, _: &[UserId]) {}

    fn snapshot(&self, _: UserId, _: &[UserId]) -> Box<RawValue> {
        protocol::json(&json!({ "order": self.order }))
    }
}

impl Hub {
    /// Notifies the customer and the company of an order that is new or has changed. The company sees no unpaid order.
    pub fn order_changed(&self, order: &Order) {
        self.state.orders.notify(order.id, Changed(protocol::json(&order.clone().for_customer())));
        if let Some(update) = company_orders::Update::of_order(order) {
            self.state.company_orders.notify(order.company.id, update);
        }
    }
}
