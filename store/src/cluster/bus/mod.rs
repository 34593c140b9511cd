//! News between nodes: publish and subscribe, in memory or through Redis.
//!
//! News, not truth: what is published while a node is cut off never reaches it. The database has everything, and
//! [`BusEvent::Connected`] tells when to look there. Nothing in here knows what the news is about.

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
const COMMAND_QUEUE: usize = 64 * 1024;
/// News that may wait for the node that hears it.
const EVENT_QUEUE: usize = 64 * 1024;

/// What a node hears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BusEvent {
    /// Somebody, perhaps this node, has published in a channel that this node follows.
    Message { channel: Arc<str>, payload: Bytes },
    /// From here on everything arrives; before, something may not have.
    Connected,
    /// From here on nothing arrives.
    Disconnected,
}

/// A node's end of the bus, cheap to clone. Its task ends with the last clone.
#[derive(Clone)]
pub struct Bus {
    commands: mpsc::Sender<BusCommand>,
    dropped: Arc<AtomicU64>,
}

/// What the task is asked for.
enum BusCommand {
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
    pub fn memory(exchange: &Exchange) -> (Self, mpsc::Receiver<BusEvent>) {
        let (bus, commands, events, heard) = Self::ends();
        tokio::spawn(memory::run(exchange.clone(), commands, events));
        (bus, heard)
    }

    /// A node's end of the Redis server, or cluster, at `url`. Deployments with different `namespace`s do not hear each
    /// other. Fails when the address is none; a server that is away is waited for.
    pub fn redis(url: &str, namespace: &str) -> Result<(Self, mpsc::Receiver<BusEvent>)> {
        let server = redis::Server::new(url, namespace)?;
        let (bus, commands, events, heard) = Self::ends();
        tokio::spawn(redis::run(server, commands, events));
        Ok((bus, heard))
    }

    fn ends() -> (Self, mpsc::Receiver<BusCommand>, EventSink, mpsc::Receiver<BusEvent>) {
        let (commands, ordered) = mpsc::channel(COMMAND_QUEUE);
        let (events, heard) = mpsc::channel(EVENT_QUEUE);
        let bus = Self { commands, dropped: Arc::default() };
        (bus, ordered, EventSink { to: events, missed: AtomicBool::new(false) }, heard)
    }

    /// Tells everybody who follows the channel, this node among them if it does. Does not wait.
    pub fn publish(&self, channel: &str, payload: Bytes) {
        self.command(BusCommand::Publish { channel: channel.into(), payload });
    }

    /// Follows a channel. Once this has answered, everything published arrives, or [`BusEvent::Connected`] will come before what
    /// does.
    ///
    /// The order is given at once; only the answer is waited for.
    pub fn subscribe(&self, channel: &str) -> impl Future<Output = ()> + Send + use<> {
        let (done, is_done) = oneshot::channel();
        self.command(BusCommand::Subscribe { channel: channel.into(), done });
        async move {
            // Dropped with the order when the queue is full, or the task has ended: there is nothing to wait for then.
            let _ = is_done.await;
        }
    }

    /// Follows a channel no more.
    pub fn unsubscribe(&self, channel: &str) {
        self.command(BusCommand::Unsubscribe { channel: channel.into() });
    }

    /// Orders that were dropped because too many waited.
    pub fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }

    fn command(&self, command: BusCommand) {
        if self.commands.try_send(command).is_err() {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Where a node's task puts what it hears.
struct EventSink {
    to: mpsc::Sender<BusEvent>,
    /// The node was too slow to take something in: it is told to look in the database as soon as it can be.
    missed: AtomicBool,
}

impl EventSink {
    fn send(&self, heard: BusEvent) {
        if self.missed.load(Ordering::Relaxed) {
            match self.to.try_send(BusEvent::Connected) {
                Ok(()) => self.missed.store(false, Ordering::Relaxed),
                Err(_) => return,
            }
        }
        if self.to.try_send(heard).is_err() {
            self.missed.store(true, Ordering::Relaxed);
        }
    }
}
