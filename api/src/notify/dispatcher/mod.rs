//! Letters on their way: written to the outbox off the requests that cause them, then delivered by those gateways that
//! are configured.
//!
//! A request only queues its letter, so that its answer takes as long with one as without. A letter is tried until its
//! delivery is confirmed, it is refused for good, or what it tells has run out; see [`store::notify::outbox`] for what holds when
//! the program falls in between.

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

/// Letters that wait to be written at most; a flood beyond is refused.
const QUEUE: usize = 1_024;
/// Letters of a channel under way at a time.
const MAX_CONCURRENT: i64 = 4;
/// The first pause after a failed try; each further one is twice as long, up to the longest.
const BACKOFF_MIN: i64 = 5 * Timestamp::SECOND;
/// Pause before a message is written again that the database did not take.
const WRITE_AGAIN: Duration = Duration::from_millis(500);
/// How long a sender waits at most before it looks again: other nodes write letters too.
const POLL_INTERVAL: i64 = 30 * Timestamp::SECOND;
/// How long letters under way are given when the server leaves.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(3);

/// Ways out. Without one a channel's letters stay in the outbox.
#[derive(Default)]
pub struct Channels {
    pub mail: Option<Mail>,
    pub sms: Option<Sms>,
}

pub struct OutboxDispatcher {
    letters: mpsc::Sender<NewOutboxMessage>,
    /// How many were written since the start.
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

    /// Has a letter written and sent, soon.
    pub fn send(&self, letter: NewOutboxMessage) -> Result<()> {
        self.letters.try_send(letter).map_err(|_| Error::Unavailable("too many letters wait to be written".to_owned()))
    }

    /// The same for a letter that tells of something that is done already and cannot be refused any more.
    pub fn send_best_effort(&self, letter: NewOutboxMessage) {
        if let Err(cause) = self.send(letter) {
            tracing::warn!(%cause, "a letter is lost");
        }
    }

    /// How many letters were written to the outbox since the start, as it grows.
    pub fn written_count(&self) -> watch::Receiver<u64> {
        self.written.clone()
    }

    /// Writes what is queued, finishes what is under way, and begins nothing more.
    pub async fn stop(&self) {
        self.leaving.send_replace(true);
        let tasks = std::mem::take(&mut *self.tasks.lock().unwrap_or_else(PoisonError::into_inner));
        if tokio::time::timeout(SHUTDOWN_GRACE, join_all(tasks)).await.is_err() {
            tracing::warn!("letters were under way when the server left; they are tried again");
        }
    }
}

/// Writes letters down as they come.
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
                // What is queued comes still, and then nothing.
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

/// Writes a message. During an outage of the database tries again until it expires or the server leaves.
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

/// Comes when the server leaves.
async fn left(leave: &mut watch::Receiver<bool>) {
    // Whoever dropped the other end has left as well.
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

    /// Sends the next letters. Whether there were any.
    async fn deliver_due(&self) -> store::Result<bool> {
        let letters = outbox::claim(&self.db, self.channel(), Timestamp::now(), MAX_CONCURRENT).await?;
        join_all(letters.iter().map(|letter| self.deliver(letter))).await;
        Ok(!letters.is_empty())
    }

    /// Milliseconds until something is to be done.
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

    /// Keeps that a letter was delivered, as long as its claim holds: one that is not kept would be sent twice.
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
