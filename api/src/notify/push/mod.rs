//! Web Push: notifies browsers of messages while the app is not open.
//!
//! A room reports a published message ([`Push::message_sent`]). The message waits in a short queue with a single entry per
//! chat and sender. Then it is encrypted for each subscribed browser and sent through [`Http`]. Nothing waits for its
//! delivery. A message that a push service does not accept is stored in the database and retried, also after a restart
//! ([`waiting`]). After some attempts the message is dropped: the app shows every message anyhow when it is opened.
//!
//! [`waiting`]: store::notify::push::retry_queue

mod encryption;
mod payload;
mod sender;
pub mod vapid;

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use actix_rt::{Arbiter, time::Instant};
use actix_web::http::Uri;
use store::{
    Db,
    chat::Message,
    notify::push::{self, MessagePreview, NewSubscription},
    types::ids::{ChatId, UserId},
};
use tokio::sync::{Notify, mpsc, oneshot, watch};

use crate::{
    error::{FieldErrors, Result},
    integrations::http_client::Http,
    notify::notification_texts::NoticePayload,
};
pub use encryption::SubscriptionKeys;
use sender::PushSender;
use vapid::Vapid;

/// Maximum queued messages. Further messages cause no notification.
const QUEUE: usize = 1_024;
/// Maximum characters of an endpoint.
const ENDPOINT: usize = 1_024;
/// Time for pending deliveries at shutdown. Deliveries cut off before are stored.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(3);

/// Entry of the queue.
enum Queued {
    Message(QueuedPush),
    Notice(UserId, NoticePayload),
}

/// Message to notify of, and the users who had the chat open at its publication. A chat may be open behind another page: those
/// who have not read the message soon are notified as well.
struct QueuedPush {
    said: MessagePreview,
    here: Vec<UserId>,
}

/// Queue of messages from rooms, and subscriptions of browsers.
pub struct Push {
    vapid: Arc<Vapid>,
    http: Http,
    /// True if push services on this machine are allowed, for tests only.
    loopback: bool,
    queue: mpsc::Sender<Queued>,
    /// True if any subscription exists. Without subscriptions a message causes no work.
    wanted: AtomicBool,
    /// Notifies the sender of possible retries.
    wake: Arc<Notify>,
    /// Deadline of pending deliveries, set at shutdown.
    leaving: watch::Sender<Option<Instant>>,
    left: Mutex<Option<oneshot::Receiver<()>>>,
}

impl Push {
    /// Starts the thread that sends notifications. Must be called within an actix system.
    pub async fn start(db: Db, http: Http, vapid: Vapid, loopback: bool) -> store::Result<Arc<Self>> {
        let wanted = AtomicBool::new(push::any(&db).await?);
        let (queue, heard) = mpsc::channel(QUEUE);
        let (leaving, leave) = watch::channel(None);
        let (tell_left, left) = oneshot::channel();
        let (vapid, wake) = (Arc::new(vapid), Arc::new(Notify::new()));
        let teller = PushSender::new(db, http.clone(), Arc::clone(&vapid), loopback, Arc::clone(&wake), leave);
        Arbiter::new().spawn(teller.run(heard, tell_left));
        Ok(Arc::new(Self { vapid, http, loopback, queue, wanted, wake, leaving, left: Mutex::new(Some(left)) }))
    }

    /// Sends queued messages, finishes pending deliveries and starts no others.
    pub async fn stop(&self) {
        self.leaving.send_replace(Some(Instant::now() + SHUTDOWN_GRACE));
        let left = self.left.lock().unwrap_or_else(PoisonError::into_inner).take();
        // An extra moment to store the deliveries that are cut off.
        if let Some(left) = left
            && tokio::time::timeout(SHUTDOWN_GRACE + Duration::from_secs(1), left).await.is_err()
        {
            tracing::warn!("notifications were under way when the server left");
        }
    }

    /// Checks for subscriptions and retries that other nodes added.
    pub async fn refresh(&self, db: &Db) -> store::Result<()> {
        if !self.wanted.load(Ordering::Relaxed) && push::any(db).await? {
            self.wanted.store(true, Ordering::Relaxed);
        }
        self.wake.notify_one();
        Ok(())
    }

    /// Sends a notification to the browsers of an account.
    pub fn notification(&self, account: UserId, notice: NoticePayload) {
        let is_wanted = self.wanted.load(Ordering::Relaxed);
        if is_wanted && self.queue.try_send(Queued::Notice(account, notice)).is_err() {
            tracing::debug!("a notification was not sent to browsers: too many are waiting");
        }
    }

    pub fn public_key(&self) -> &str {
        self.vapid.public_key()
    }

    /// Stores a browser's subscription if its endpoint may be called and its keys are valid.
    pub async fn subscribe(&self, db: &Db, new: &NewSubscription) -> Result<()> {
        let mut checks = FieldErrors::default();
        let may_call = new.endpoint.len() <= ENDPOINT
            && (self.http.check_public(&new.endpoint).is_ok() || (self.loopback && is_loopback(&new.endpoint)));
        if !may_call {
            checks.add("endpoint", "Expected the https address of a push service.");
        }
        if SubscriptionKeys::parse(&new.public_key, &new.secret).is_none() {
            checks.add("keys", "Expected the keys of a push subscription.");
        }
        checks.finish()?;
        push::subscribe(db, new).await?;
        self.wanted.store(true, Ordering::Relaxed);
        Ok(())
    }
}

impl Push {
    /// Notifies browsers of a message. `here` lists users who have the chat open.
    pub fn message_sent(&self, chat: ChatId, message: &Message, here: &mut dyn Iterator<Item = UserId>) {
        if !self.wanted.load(Ordering::Relaxed) {
            return;
        }
        let said = MessagePreview {
            chat,
            seq: message.seq,
            sender: message.sender,
            at: message.at,
            text: message.text.clone(),
            media: message.media.first().map(|media| media.kind),
            content: message.content.clone(),
        };
        if self.queue.try_send(Queued::Message(QueuedPush { said, here: here.collect() })).is_err() {
            tracing::debug!("a message was not told to browsers: too many are waiting");
        }
    }
}

fn is_loopback(endpoint: &str) -> bool {
    let address = endpoint.parse::<Uri>().ok();
    address.and_then(|address| address.host()?.parse::<std::net::IpAddr>().ok()).is_some_and(|ip| ip.is_loopback())
}
