//! News between nodes: publish and subscribe, in memory or through Redis.
//!
//! News, not truth: what is published while a node is cut off never reaches it. The database has everything, and
//! [`Heard::Up`] tells when to look there. Nothing in here knows what the news is about.

mod memory;
mod redis;

pub use memory::Exchange;

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

use bytes::Bytes;
use tokio::sync::{mpsc, oneshot};

use crate::Result;

/// Orders that may wait for the task that talks to the others. A node that publishes faster than Redis takes it drops
/// news, which the others find missing.
const ORDERS: usize = 64 * 1024;
/// News that may wait for the node that hears it.
const HEARD: usize = 64 * 1024;

/// What a node hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// Somebody, perhaps this node, has published in a channel that this node follows.
    News { channel: Arc<str>, payload: Bytes },
    /// From here on everything arrives; before, something may not have.
    Up,
    /// From here on nothing arrives.
    Down,
}

/// A node's end of the bus, cheap to clone. Its task ends with the last clone.
#[derive(Clone)]
pub struct Bus {
    orders: mpsc::Sender<Order>,
    dropped: Arc<AtomicU64>,
}

/// What the task is asked for.
enum Order {
    Publish {
        channel: Arc<str>,
        payload: Bytes,
    },
    /// Follow a channel; told when that is in force, or cannot be for now.
    Subscribe {
        channel: Arc<str>,
        done: oneshot::Sender<()>,
    },
    Unsubscribe {
        channel: Arc<str>,
    },
}

impl Bus {
    /// A node's end of `exchange`, which the nodes of one process share.
    pub fn memory(exchange: &Exchange) -> (Self, mpsc::Receiver<Heard>) {
        let (bus, orders, ears, heard) = Self::ends();
        tokio::spawn(memory::run(exchange.clone(), orders, ears));
        (bus, heard)
    }

    /// A node's end of the Redis server, or cluster, at `url`. Deployments with different `namespace`s do not hear each
    /// other. Fails when the address is none; a server that is away is waited for.
    pub fn redis(url: &str, namespace: &str) -> Result<(Self, mpsc::Receiver<Heard>)> {
        let server = redis::Server::new(url, namespace)?;
        let (bus, orders, ears, heard) = Self::ends();
        tokio::spawn(redis::run(server, orders, ears));
        Ok((bus, heard))
    }

    fn ends() -> (Self, mpsc::Receiver<Order>, Ears, mpsc::Receiver<Heard>) {
        let (orders, ordered) = mpsc::channel(ORDERS);
        let (ears, heard) = mpsc::channel(HEARD);
        let bus = Self { orders, dropped: Arc::default() };
        (bus, ordered, Ears { to: ears, missed: AtomicBool::new(false) }, heard)
    }

    /// Tells everybody who follows the channel, this node among them if it does. Does not wait.
    pub fn publish(&self, channel: &str, payload: Bytes) {
        self.order(Order::Publish { channel: channel.into(), payload });
    }

    /// Follows a channel. Once this has answered, everything published arrives, or [`Heard::Up`] will come before what
    /// does.
    ///
    /// The order is given at once; only the answer is waited for.
    pub fn subscribe(&self, channel: &str) -> impl Future<Output = ()> + Send + use<> {
        let (done, is_done) = oneshot::channel();
        self.order(Order::Subscribe { channel: channel.into(), done });
        async move {
            // Dropped with the order when the queue is full, or the task has ended: there is nothing to wait for then.
            let _ = is_done.await;
        }
    }

    /// Follows a channel no more.
    pub fn unsubscribe(&self, channel: &str) {
        self.order(Order::Unsubscribe { channel: channel.into() });
    }

    /// Orders that were dropped because too many waited.
    pub fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }

    fn order(&self, order: Order) {
        if self.orders.try_send(order).is_err() {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Where a node's task puts what it hears.
struct Ears {
    to: mpsc::Sender<Heard>,
    /// The node was too slow to take something in: it is told to look in the database as soon as it can be.
    missed: AtomicBool,
}

impl Ears {
    fn hear(&self, heard: Heard) {
        if self.missed.load(Ordering::Relaxed) {
            match self.to.try_send(Heard::Up) {
                Ok(()) => self.missed.store(false, Ordering::Relaxed),
                Err(_) => return,
            }
        }
        if self.to.try_send(heard).is_err() {
            self.missed.store(true, Ordering::Relaxed);
        }
    }
}
