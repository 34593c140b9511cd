//! The bus of nodes that are one process: of a single node, and of tests with several.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::mpsc;

use super::{Ears, Heard, Order};

/// What the nodes of one process meet at. Cheap to clone.
#[derive(Clone, Default)]
pub struct Exchange(Arc<Mutex<Nodes>>);

#[derive(Default)]
struct Nodes {
    next: u64,
    channels: HashMap<Arc<str>, HashSet<u64>>,
    ears: HashMap<u64, Ears>,
}

impl Exchange {
    fn nodes(&self) -> MutexGuard<'_, Nodes> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Carries out a node's orders until its last handle is gone.
pub(super) async fn run(exchange: Exchange, mut orders: mpsc::Receiver<Order>, ears: Ears) {
    let me = {
        let mut nodes = exchange.nodes();
        nodes.next += 1;
        let me = nodes.next;
        ears.hear(Heard::Up);
        nodes.ears.insert(me, ears);
        me
    };
    while let Some(order) = orders.recv().await {
        let mut nodes = exchange.nodes();
        match order {
            Order::Publish { channel, payload } => {
                let Nodes { channels, ears, .. } = &*nodes;
                for ears in channels.get(&channel).into_iter().flatten().filter_map(|node| ears.get(node)) {
                    ears.hear(Heard::News { channel: channel.clone(), payload: payload.clone() });
                }
            }
            Order::Subscribe { channel, done } => {
                nodes.channels.entry(channel).or_default().insert(me);
                // Whoever asked may have gone.
                let _ = done.send(());
            }
            Order::Unsubscribe { channel } => {
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
    nodes.ears.remove(&me);
    nodes.channels.retain(|_, followers| {
        followers.remove(&me);
        !followers.is_empty()
    });
}
