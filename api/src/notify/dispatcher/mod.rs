//! Outbox dispatcher: writes messages to the outbox in the background, then delivers them through the configured
//! gateways.
//!
//! A request only queues its message, so response times do not reveal whether a message is sent. Delivery is retried
//! until success, permanent rejection or expiry. See [`store::notify::outbox`] for the guarantees after a crash.

#[cfg(test)]
mod tests;

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use futures_util::future::join_all;
use store::{
    Db,
    notify::outbox::{self, BACKOFF_MAX, Channel, NewOutboxMessage, OutboxMessage},
    types::timestamp::Timestamp,
};
use tokio::{
    sync::{Notify, mpsc, watch},
    task::JoinHandle,
};

use crate::{
    error::{Error, Result},
    integrations::{DeliveryError, sms::Sms, smtp::Mail},
};

/// Maximum messages in the write queue. Further messages are rejected.
const QUEUE: usize = 1_024;
/// Concurrent deliveries per channel.
const MAX_CONCURRENT: i64 = 4;
/// Delay after the first failed attempt. Doubles with each further failure, up to the maximum.
const BACKOFF_MIN: i64 = 5 * Timestamp::SECOND;
/// Delay before the retry of a failed database write.
const WRITE_AGAIN: Duration = Duration::from_millis(500);
/// Maximum delay between polls, since other nodes write messages too.
const POLL_INTERVAL: i64 = 30 * Timestamp::SECOND;
/// Time for pending messages at shutdown.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(3);

/// Gateways by channel. Messages of a channel without a gateway stay in the outbox.
#[derive(Default)]
pub struct Channels {
    pub mail: Option<Mail>,
    pub sms: Option<Sms>,
}

pub struct OutboxDispatcher {
    letters: mpsc::Sender<NewOutboxMessage>,
    /// Number of messages written since the start.
    written: watch::Receiver<u64>,
    leaving: watch::Sender<bool>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
}

enum Gateway {
    Mail(Mail),
    Sms(Sms),
}

impl OutboxDispatcher {
    pub fn start(db: &Db, channels: Channels) -> Self {
        Self::with_pause(db, channels, BACKOFF_MIN)
    }

    fn with_pause(db: &Db, channels: Channels, first_pause: i64) -> Self {
        let (letters, queue) = mpsc::channel(QUEUE);
        let (count, written) = watch::channel(0);
        let (leaving, leave) = watch::channel(false);
        let ways = [channels.mail.map(Gateway::Mail), channels.sms.map(Gateway::Sms)];
        let mut tasks = Vec::new();
        let mut wakes = Vec::new();
        for gateway in ways.into_iter().flatten() {
            let wake = Arc::new(Notify::new());
            wakes.push(Arc::clone(&wake));
            let sender = ChannelWorker { db: db.clone(), gateway, wake, first_pause };
            tasks.push(tokio::spawn(sender.run(leave.clone())));
        }
        tasks.push(tokio::spawn(write(db.clone(), queue, count, wakes, leave)));
        Self { letters, written, leaving, tasks: Mutex::new(tasks) }
    }

    /// Queues a message for the outbox and delivery.
    pub fn send(&self, letter: NewOutboxMessage) -> Result<()> {
        self.letters.try_send(letter).map_err(|_| Error::Unavailable("too many letters wait to be written".to_owned()))
    }

    /// Queues a message about a completed action. A full queue is no error, since the action cannot be undone.
    pub fn send_best_effort(&self, letter: NewOutboxMessage) {
        if let Err(cause) = self.send(letter) {
            tracing::warn!(%cause, "a letter is lost");
        }
    }

    /// Returns a receiver of the number of messages written to the outbox since the start.
    pub fn written_count(&self) -> watch::Receiver<u64> {
        self.written.clone()
    }

    /// Writes queued messages, finishes pending deliveries and starts no others.
    pub async fn stop(&self) {
        self.leaving.send_replace(true);
        let tasks = std::mem::take(&mut *self.tasks.lock().unwrap_or_else(PoisonError::into_inner));
        if tokio::time::timeout(SHUTDOWN_GRACE, join_all(tasks)).await.is_err() {
            tracing::warn!("letters were under way when the server left; they are tried again");
        }
    }
}

/// Writes queued messages to the outbox.
async fn write(
    db: Db,
    mut queue: mpsc::Receiver<NewOutboxMessage>,
    count: watch::Sender<u64>,
    wakes: Vec<Arc<Notify>>,
    mut leave: watch::Receiver<bool>,
) {
    loop {
        let letter = tokio::select! {
            biased;
            letter = queue.recv() => letter,
            () = left(&mut leave) => {
                // Messages already in the queue are still received.
                queue.close();
                queue.recv().await
            }
        };
        let Some(letter) = letter else { return };
        if let Err(cause) = add(&db, &letter, &leave).await {
            tracing::error!(%cause, channel = ?letter.channel, "a letter could not be written and is lost");
        }
        for wake in &wakes {
            wake.notify_one();
        }
        count.send_modify(|count| *count += 1);
    }
}

/// Writes a message. During a database outage retries until the message expires or the server shuts down.
async fn add(db: &Db, letter: &NewOutboxMessage, leave: &watch::Receiver<bool>) -> store::Result<()> {
    loop {
        match outbox::add(db, letter).await {
            Err(cause) if cause.is_outage() && !*leave.borrow() && Timestamp::now() < letter.expires_at => {
                tracing::warn!(%cause, "outbox write failed and is retried");
                tokio::time::sleep(WRITE_AGAIN).await;
            }
            done => return done,
        }
    }
}

/// Completes when the server shuts down.
async fn left(leave: &mut watch::Receiver<bool>) {
    // A dropped sender also means shutdown.
    let _ = leave.wait_for(|leaving| *leaving).await;
}

struct ChannelWorker {
    db: Db,
    gateway: Gateway,
    wake: Arc<Notify>,
    first_pause: i64,
}

impl ChannelWorker {
    async fn run(self, mut leave: watch::Receiver<bool>) {
        while !*leave.borrow() {
            let pause = match self.deliver_due().await {
                Ok(true) => continue,
                Ok(false) => self.pause().await,
                Err(cause) => {
                    tracing::warn!(%cause, "the outbox cannot be read");
                    POLL_INTERVAL
                }
            };
            tokio::select! {
                () = self.wake.notified() => {}
                () = tokio::time::sleep(Duration::from_millis(pause.unsigned_abs())) => {}
                () = left(&mut leave) => return,
            }
        }
    }

    fn channel(&self) -> Channel {
        match self.gateway {
            Gateway::Mail(_) => Channel::Mail,
            Gateway::Sms(_) => Channel::Sms,
        }
    }

    /// Delivers the next due messages. Returns true if there were any.
    async fn deliver_due(&self) -> store::Result<bool> {
        let letters = outbox::claim(&self.db, self.channel(), Timestamp::now(), MAX_CONCURRENT).await?;
        join_all(letters.iter().map(|letter| self.deliver(letter))).await;
        Ok(!letters.is_empty())
    }

    /// Returns the milliseconds until the next due message.
    async fn pause(&self) -> i64 {
        let now = Timestamp::now();
        match outbox::next_due(&self.db, self.channel(), now).await {
            Ok(Some(next)) => (next.0 - now.0).clamp(0, POLL_INTERVAL),
            Ok(None) | Err(_) => POLL_INTERVAL,
        }
    }

    async fn deliver(&self, letter: &OutboxMessage) {
        let sent = match &self.gateway {
            Gateway::Mail(mail) => mail.send(letter).await,
            Gateway::Sms(sms) => sms.send(letter).await,
        };
        let (id, channel, tries, now) = (letter.id, letter.channel, letter.tries, Timestamp::now());
        let kept = match sent {
            Ok(()) => {
                tracing::debug!(id, ?channel, tries, "a letter was sent");
                self.confirmed(id, now).await
            }
            Err(DeliveryError::Transient(cause)) => {
                tracing::warn!(id, ?channel, tries, %cause, "a letter could not be sent and is tried again");
                let doublings = u32::try_from(tries - 1).unwrap_or(0).min(16);
                let pause = self.first_pause.saturating_mul(1 << doublings).min(BACKOFF_MAX);
                outbox::reschedule(&self.db, id, Some(now.plus(pause))).await
            }
            Err(DeliveryError::Permanent(cause)) => {
                tracing::warn!(id, ?channel, tries, %cause, "a letter was refused and stays in the outbox");
                outbox::reschedule(&self.db, id, None).await
            }
        };
        if let Err(cause) = kept {
            tracing::error!(id, ?channel, %cause, "what became of a letter could not be kept");
        }
    }

    /// Records a delivery while its claim holds. An unrecorded message would be sent twice.
    async fn confirmed(&self, id: i64, now: Timestamp) -> store::Result<()> {
        let mut kept = outbox::mark_sent(&self.db, id, now).await;
        for pause in [100, 1_000, 5_000] {
            if kept.is_ok() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(pause)).await;
            kept = outbox::mark_sent(&self.db, id, now).await;
        }
        kept
    }
}
