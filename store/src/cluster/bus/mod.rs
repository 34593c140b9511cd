//! Publish/subscribe bus between nodes, in memory or through Redis.
//!
//! At-most-once delivery: a disconnected node misses messages. Re-read the database after [`BusEvent::Connected`]. The
//! bus does not interpret payloads.

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

/// Maximum number of queued commands. A node that publishes faster than Redis accepts drops messages, and receivers
/// detect the gap.
const COMMAND_QUEUE: usize = 64 * 1024;
/// Maximum number of queued events.
const EVENT_QUEUE: usize = 64 * 1024;

/// An event delivered to a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BusEvent {
    /// A message in a subscribed channel, perhaps published by this node.
    Message { channel: Arc<str>, payload: Bytes },
    /// Delivery is complete from here on. Earlier messages may be lost.
    Connected,
    /// No messages are delivered from here on.
    Disconnected,
}

/// A node's handle to the bus, cheap to clone. The bus task ends with the last clone.
#[derive(Clone)]
pub struct Bus {
    commands: mpsc::Sender<BusCommand>,
    dropped: Arc<AtomicU64>,
}

/// A command to the bus task.
enum BusCommand {
    Publish {
        channel: Arc<str>,
        payload: Bytes,
    },
    /// Subscribes to a channel. `done` resolves when the subscription is active or cannot be made for now.
    Subscribe {
        channel: Arc<str>,
        done: oneshot::Sender<()>,
    },
    Unsubscribe {
        channel: Arc<str>,
    },
}

impl Bus {
    /// Creates a handle to `exchange`, which the nodes of one process share.
    pub fn memory(exchange: &Exchange) -> (Self, mpsc::Receiver<BusEvent>) {
        let (bus, commands, events, heard) = Self::ends();
        tokio::spawn(memory::run(exchange.clone(), commands, events));
        (bus, heard)
    }

    /// Creates a handle to the Redis server or cluster at `url`. Each `namespace` is isolated from the others. Returns
    /// an error if the address is invalid; an unreachable server is retried.
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

    /// Publishes to all subscribers of the channel, including this node. Does not wait.
    pub fn publish(&self, channel: &str, payload: Bytes) {
        self.command(BusCommand::Publish { channel: channel.into(), payload });
    }

    /// Subscribes to a channel. After the future resolves, every message arrives, or [`BusEvent::Connected`] precedes
    /// the next one.
    ///
    /// Sends the command immediately; the future waits for the result only.
    pub fn subscribe(&self, channel: &str) -> impl Future<Output = ()> + Send + use<> {
        let (done, is_done) = oneshot::channel();
        self.command(BusCommand::Subscribe { channel: channel.into(), done });
        async move {
            // The sender is dropped if the queue is full or the task has ended.
            let _ = is_done.await;
        }
    }

    /// Unsubscribes from a channel.
    pub fn unsubscribe(&self, channel: &str) {
        self.command(BusCommand::Unsubscribe { channel: channel.into() });
    }

    /// Returns the number of commands dropped because the queue was full.
    pub fn dropped(&self) -> u64 {
        self.dropped.load(Ordering::Relaxed)
    }

    fn command(&self, command: BusCommand) {
        if self.commands.try_send(command).is_err() {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Sender of events to a node.
struct EventSink {
    to: mpsc::Sender<BusEvent>,
    /// Set if the queue was full. The node receives `Connected` before its next event, so that it reads the database.
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
