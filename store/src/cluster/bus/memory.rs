//! In-process bus: for a single node, and for tests with several nodes.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::mpsc;

use super::{BusCommand, BusEvent, EventSink};

/// Shared state of the nodes in one process. Cheap to clone.
#[derive(Clone, Default)]
pub struct Exchange(Arc<Mutex<Nodes>>);

#[derive(Default)]
struct Nodes {
    next: u64,
    channels: HashMap<Arc<str>, HashSet<u64>>,
    events: HashMap<u64, EventSink>,
}

impl Exchange {
    fn nodes(&self) -> MutexGuard<'_, Nodes> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Executes a node's commands until its last handle is dropped.
pub(super) async fn run(exchange: Exchange, mut commands: mpsc::Receiver<BusCommand>, events: EventSink) {
    let me = {
        let mut nodes = exchange.nodes();
        nodes.next += 1;
        let me = nodes.next;
        events.send(BusEvent::Connected);
        nodes.events.insert(me, events);
        me
    };
    while let Some(order) = commands.recv().await {
        let mut nodes = exchange.nodes();
        match order {
            BusCommand::Publish { channel, payload } => {
                let Nodes { channels, events, .. } = &*nodes;
                for events in channels.get(&channel).into_iter().flatten().filter_map(|node| events.get(node)) {
                    events.send(BusEvent::Message { channel: channel.clone(), payload: payload.clone() });
                }
            }
            BusCommand::Subscribe { channel, done } => {
                nodes.channels.entry(channel).or_default().insert(me);
                // The caller may have been dropped.
                let _ = done.send(());
            }
            BusCommand::Unsubscribe { channel } => {
                if let Some(followers) = nodes.channels.get_mut(&channel) {
                    followers.remove(&me);
                    if followers.is_empty() {
                        nodes.channels.remove(&channel);
                    }
                }
            }
        }
    }
    let mut nodes = exchange.nodes();
    nodes.events.remove(&me);
    nodes.channels.retain(|_, followers| {
        followers.remove(&me);
        !followers.is_empty()
    });
}
