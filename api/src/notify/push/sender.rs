//! Sends push notifications and retries failed deliveries.

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
    time::Duration,
};

use actix_rt::{Arbiter, time::Instant};
use actix_web::http::Uri;
use futures_util::future::join_all;
use store::{
    Db,
    notify::push::{
        self, MessagePreview, Subscription,
        retry_queue::{self, DueNotification},
    },
    types::{
        ids::{ChatId, UserId},
        timestamp::Timestamp,
    },
};
use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore, mpsc, oneshot, watch};

use super::{Queued, QueuedPush, SubscriptionKeys, is_loopback, payload::payload, vapid::Vapid};
use crate::{
    integrations::http_client::{Failed, Http},
    notify::notification_texts::NoticePayload,
};

/// Maximum concurrent deliveries.
const MAX_CONCURRENT: u16 = 32;
/// Delays before the retries of a failed delivery.
const RETRY_DELAYS: [Duration; 4] =
    [Duration::from_secs(2), Duration::from_secs(15), Duration::from_secs(120), Duration::from_secs(900)];
/// Maximum delay in seconds that a push service may request. After that the notification is outdated.
const MAX_RETRY_DELAY: u64 = 86_400;
/// Maximum delay between polls for retries, since the database may have been unavailable.
const POLL_INTERVAL: i64 = Timestamp::MINUTE;
/// Time in which users with the chat open read a message, if they look at it.
const READING_TIME: Duration = Duration::from_secs(2);
/// Maximum messages that are being read. Beyond that, users with the chat open are not notified.
const MAX_READING: usize = 4_096;
/// Seconds for which a push service stores a message for an offline device.
const TTL: &str = "86400";

pub struct PushSender {
    db: Db,
    http: Http,
    vapid: Arc<Vapid>,
    loopback: bool,
    turns: Arc<Semaphore>,
    /// Notified of possible retries.
    wake: Arc<Notify>,
    /// Deadline of pending deliveries, set at shutdown.
    leaving: watch::Receiver<Option<Instant>>,
}

/// Messages that users with the chat open may be reading. Of each sender in a chat, the newest stands for those before it.
#[derive(Default)]
struct Reading {
    /// The oldest first.
    due: VecDeque<(Instant, (ChatId, UserId))>,
    newest: HashMap<(ChatId, UserId), QueuedPush>,
}

impl Reading {
    fn add(&mut self, mut heard: QueuedPush) {
        let key = (heard.said.chat, heard.said.sender);
        heard.here.retain(|account| *account != heard.said.sender);
        if heard.here.is_empty() || (self.due.len() >= MAX_READING && !self.newest.contains_key(&key)) {
            return;
        }
        if self.newest.insert(key, heard).is_none() {
            self.due.push_back((Instant::now() + READING_TIME, key));
        }
    }

    fn pop(&mut self) -> Option<QueuedPush> {
        let (_, key) = self.due.pop_front()?;
        self.newest.remove(&key)
    }

    /// Returns the next message when its time is over. Never returns, if there is none.
    async fn next(&mut self) -> QueuedPush {
        if let Some((due, _)) = self.due.front() {
            actix_rt::time::sleep_until(*due).await;
        }
        match self.pop() {
            Some(heard) => heard,
            None => std::future::pending().await,
        }
    }
}

/// Result of an attempt.
enum Outcome {
    Done,
    /// The subscription no longer exists.
    Gone,
    /// Retry later, after this delay if the service requests it.
    Later(Option<Duration>),
    /// The server shut down before the service responded.
    Cut,
    /// Permanent error. Retries cannot succeed.
    Refused(String),
}

impl PushSender {
    pub fn new(
        db: Db,
        http: Http,
        vapid: Arc<Vapid>,
        loopback: bool,
        wake: Arc<Notify>,
        leaving: watch::Receiver<Option<Instant>>,
    ) -> Arc<Self> {
        Arc::new(Self {
            db,
            http,
            vapid,
            loopback,
            turns: Arc::new(Semaphore::new(MAX_CONCURRENT.into())),
            wake,
            leaving,
        })
    }

    /// Sends until shutdown, then sends the rest of the queue and ends this thread.
    pub async fn run(self: Arc<Self>, mut queue: mpsc::Receiver<Queued>, left: oneshot::Sender<()>) {
        let retrying = actix_rt::spawn(Arc::clone(&self).retry());
        let mut leaving = self.leaving.clone();
        let mut reading = Reading::default();
        loop {
            let first = tokio::select! {
                biased;
                heard = reading.next() => {
                    self.send_unread(heard).await;
                    continue;
                }
                first = queue.recv() => first,
                () = is_leaving(&mut leaving) => {
                    queue.close();
                    queue.recv().await
                }
            };
            let Some(first) = first else { break };
            // Of the queued messages, keeps each sender's newest in a chat: a notification replaces its predecessor.
            let mut newest = HashMap::new();
            let mut next = Some(first);
            while let Some(queued) = next {
                match queued {
                    Queued::Message(heard) => drop(newest.insert((heard.said.chat, heard.said.sender), heard)),
                    Queued::Notice(account, notice) => self.send_notice(account, &notice).await,
                }
                next = queue.try_recv().ok();
            }
            for heard in newest.into_values() {
                if let Err(cause) = self.send(&heard, |target| !heard.here.contains(&target.account_id)).await {
                    tracing::warn!(%cause, "browsers could not be told of a message");
                }
                reading.add(heard);
            }
        }
        while let Some(heard) = reading.pop() {
            self.send_unread(heard).await;
        }
        // All permits are free: no delivery is pending.
        let _ = self.turns.acquire_many(MAX_CONCURRENT.into()).await;
        let _ = retrying.await;
        // The waiting side may have timed out.
        let _ = left.send(());
        Arbiter::current().stop();
    }

    /// Sends a message to the users who had the chat open and have not read it.
    async fn send_unread(self: &Arc<Self>, QueuedPush { said, here }: QueuedPush) {
        let sent = async {
            let unread = push::unread_by(&self.db, said.chat, said.seq, &here).await?;
            let heard = QueuedPush { said, here: unread };
            if heard.here.is_empty() {
                return Ok(());
            }
            self.send(&heard, |target| heard.here.contains(&target.account_id)).await
        };
        if let Err(cause) = sent.await {
            tracing::warn!(%cause, "browsers could not be told of a message");
        }
    }

    /// Sends a message to the browsers that `is_meant` accepts.
    async fn send(
        self: &Arc<Self>,
        QueuedPush { said, .. }: &QueuedPush,
        is_meant: impl Fn(&Subscription) -> bool,
    ) -> store::Result<()> {
        let mut targets = push::targets(&self.db, said.chat, said.sender, Timestamp::now()).await?;
        targets.retain(is_meant);
        if targets.is_empty() {
            return Ok(());
        }
        let heading = push::heading(&self.db, said.chat, said.sender).await?;
        let said = Arc::new(said.clone());
        for target in targets {
            let payload = payload(&said, &heading, &target);
            // Backpressure: queued messages meanwhile replace those they repeat, or are dropped.
            let Ok(turn) = Arc::clone(&self.turns).acquire_owned().await else { return Ok(()) };
            let (teller, said) = (Arc::clone(self), Arc::clone(&said));
            actix_rt::spawn(async move { teller.deliver(&target, &said, 1, &payload, turn).await });
        }
        Ok(())
    }

    /// Sends a notification to the browsers of an account.
    async fn send_notice(self: &Arc<Self>, account: UserId, notice: &NoticePayload) {
        let targets = match push::targets_of(&self.db, account, Timestamp::now()).await {
            Ok(targets) => targets,
            Err(cause) => return tracing::warn!(%cause, "browsers could not be told of a notification"),
        };
        let payload = Arc::new(serde_json::to_vec(notice).unwrap_or_default());
        for target in targets {
            let (teller, payload, topic) = (Arc::clone(self), Arc::clone(&payload), notice.tag.clone());
            actix_rt::spawn(async move { teller.deliver_notice(&target, &topic, &payload).await });
        }
    }

    /// Delivers a notification with retries until shutdown. The retries are not stored: the app lists the notification.
    async fn deliver_notice(&self, target: &Subscription, topic: &str, payload: &[u8]) {
        let mut leaving = self.leaving.clone();
        for wait in RETRY_DELAYS {
            let Ok(turn) = Arc::clone(&self.turns).acquire_owned().await else { return };
            let outcome = tokio::select! {
                outcome = self.try_once(target, topic, payload) => outcome,
                () = is_over(&mut leaving) => Outcome::Cut,
            };
            drop(turn);
            match outcome {
                Outcome::Done | Outcome::Cut => return,
                Outcome::Refused(why) => return tracing::warn!(why, "a push service refused a notification"),
                Outcome::Gone => {
                    if let Err(cause) = push::forget(&self.db, &target.endpoint).await {
                        tracing::warn!(%cause, "an expired push subscription stays");
                    }
                    return;
                }
                Outcome::Later(after) => tokio::select! {
                    () = actix_rt::time::sleep(after.unwrap_or_default().max(wait)) => {}
                    () = is_leaving(&mut leaving) => return,
                },
            }
        }
    }

    /// Retries due deliveries until shutdown.
    async fn retry(self: Arc<Self>) {
        let mut leaving = self.leaving.clone();
        while leaving.borrow().is_none() {
            let pause = match self.retry_due().await {
                Ok(Some(next)) => (next.0 - Timestamp::now().0).clamp(0, POLL_INTERVAL),
                Ok(None) => POLL_INTERVAL,
                Err(cause) => {
                    tracing::warn!(%cause, "which notifications wait could not be read");
                    POLL_INTERVAL
                }
            };
            tokio::select! {
                () = self.wake.notified() => {}
                () = actix_rt::time::sleep(Duration::from_millis(pause.unsigned_abs())) => {}
                () = is_leaving(&mut leaving) => return,
            }
        }
    }

    /// Retries a batch of due deliveries. Returns the time of the next.
    async fn retry_due(&self) -> store::Result<Option<Timestamp>> {
        let now = Timestamp::now();
        if retry_queue::next_due(&self.db).await?.is_some_and(|next| next <= now) {
            let due = retry_queue::claim(&self.db, now, MAX_CONCURRENT.into()).await?;
            // All end before the claim does, since each has a timeout.
            join_all(due.iter().map(|due| self.retry_one(due))).await;
        }
        retry_queue::next_due(&self.db).await
    }

    async fn retry_one(&self, DueNotification { target, said, tries }: &DueNotification) {
        let heading = match push::heading(&self.db, said.chat, said.sender).await {
            Ok(heading) => heading,
            // The claim expires.
            Err(cause) => return tracing::warn!(%cause, "a browser could not be told of a message"),
        };
        let payload = payload(said, &heading, target);
        let Ok(turn) = Arc::clone(&self.turns).acquire_owned().await else { return };
        self.deliver(target, said, *tries, &payload, turn).await;
    }

    /// Makes attempt number `tries` and stores its result.
    async fn deliver(
        &self,
        target: &Subscription,
        said: &MessagePreview,
        tries: i64,
        payload: &[u8],
        turn: OwnedSemaphorePermit,
    ) {
        let mut leaving = self.leaving.clone();
        let topic = format!("chat-{}", said.chat);
        let outcome = tokio::select! {
            outcome = self.try_once(target, &topic, payload) => outcome,
            () = is_over(&mut leaving) => Outcome::Cut,
        };
        let end = async || match target.waits || tries > 1 {
            true => retry_queue::complete(&self.db, &target.endpoint, said.chat, said.seq).await,
            false => Ok(()),
        };
        let kept = match outcome {
            Outcome::Done => end().await,
            Outcome::Gone => push::forget(&self.db, &target.endpoint).await,
            Outcome::Refused(why) => {
                tracing::warn!(why, "a push service refused a message");
                end().await
            }
            Outcome::Cut => self.keep(target, said, tries, Duration::ZERO).await,
            Outcome::Later(after) => match usize::try_from(tries - 1).ok().and_then(|tried| RETRY_DELAYS.get(tried)) {
                // Jitter, so that a recovered service does not receive all retries at once.
                Some(wait) => {
                    let apart = wait.mul_f64(rand::random_range(0.75..1.25));
                    self.keep(target, said, tries, after.unwrap_or_default().max(apart)).await
                }
                None => end().await,
            },
        };
        drop(turn);
        if let Err(cause) = kept {
            tracing::warn!(%cause, "what became of a notification could not be kept");
        }
    }

    async fn keep(
        &self,
        target: &Subscription,
        said: &MessagePreview,
        tries: i64,
        wait: Duration,
    ) -> store::Result<()> {
        let wait = i64::try_from(wait.as_millis()).unwrap_or(i64::MAX);
        retry_queue::enqueue(&self.db, &target.endpoint, said, tries, Timestamp::now().plus(wait)).await?;
        self.wake.notify_one();
        Ok(())
    }

    async fn try_once(&self, target: &Subscription, topic: &str, payload: &[u8]) -> Outcome {
        let endpoint = target.endpoint.as_str();
        let recipient = SubscriptionKeys::parse(&target.public_key, &target.secret);
        let Some(sealed) = recipient.and_then(|recipient| recipient.encrypt(payload).ok()) else {
            return Outcome::Gone;
        };
        let Some(origin) = origin(endpoint) else { return Outcome::Gone };
        let mut call = self.http.post(endpoint);
        if !(self.loopback && is_loopback(endpoint)) {
            call = call.public();
        }
        let answer = call
            .header("ttl", TTL)
            .header("urgency", "high")
            .header("topic", topic)
            .header("content-encoding", "aes128gcm")
            .header("authorization", self.vapid.authorization(&origin, Timestamp::now()))
            .body("application/octet-stream", sealed)
            .send()
            .await;
        match answer {
            Ok(answer) if answer.is_success() => Outcome::Done,
            Ok(answer) => match answer.status {
                404 | 410 => Outcome::Gone,
                429 | 500..=599 => {
                    let seconds: Option<u64> = answer.header("retry-after").parse().ok();
                    Outcome::Later(seconds.map(|seconds| Duration::from_secs(seconds.min(MAX_RETRY_DELAY))))
                }
                status => Outcome::Refused(format!("{origin}: {status}")),
            },
            Err(Failed::TimedOut | Failed::Unreachable(_)) => Outcome::Later(None),
            // The name resolves to the private network, which no legitimate endpoint does.
            Err(Failed::NotPublic | Failed::Malformed(_)) => Outcome::Gone,
            Err(cause @ Failed::TooLarge) => Outcome::Refused(format!("{origin}: {cause}")),
        }
    }
}

/// Completes when the server shuts down.
async fn is_leaving(leaving: &mut watch::Receiver<Option<Instant>>) {
    // A dropped sender also means shutdown.
    let _ = leaving.wait_for(Option::is_some).await;
}

/// Completes at the deadline of pending deliveries.
async fn is_over(leaving: &mut watch::Receiver<Option<Instant>>) {
    let end = leaving.wait_for(Option::is_some).await.ok().and_then(|end| *end);
    if let Some(end) = end {
        actix_rt::time::sleep_until(end).await;
    }
}

/// Returns `scheme://host[:port]` of an address.
fn origin(endpoint: &str) -> Option<String> {
    let address: Uri = endpoint.parse().ok()?;
    Some(format!("{}://{}", address.scheme_str()?, address.authority()?))
}
