//! Web Push: browsers are told of messages while nobody looks.
//!
//! A room says that a message has become public ([`MessageNotifier`]); here it waits in a short queue, of which each chat and sender
//! has one place, is encrypted for each browser that is to know, and goes out through [`Http`]. Nothing waits for it. What a
//! push service does not take now is kept in the database and tried again, also after a restart ([`waiting`]); what it does
//! not take after some tries is lost: the app shows every message anyhow when it is opened.
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
use hub::notifier::MessageNotifier;
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
};
pub use encryption::SubscriptionKeys;
use sender::PushSender;
use vapid::Vapid;

/// Messages that wait to be looked at. A flood past it is not told of.
const QUEUE: usize = 1_024;
/// Characters in an endpoint at most.
const ENDPOINT: usize = 1_024;
/// How long the server waits, when it leaves, for what is under way. What is cut off before is kept.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(3);

/// A message that some may have to be told of, and who had the chat open when it was said.
struct QueuedPush {
    said: MessagePreview,
    here: Vec<UserId>,
}

/// Where rooms leave their messages, and browsers their wishes.
pub struct Push {
    vapid: Arc<Vapid>,
    http: Http,
    /// Whether services on this machine are taken, which only tests have.
    loopback: bool,
    queue: mpsc::Sender<QueuedPush>,
    /// Whether anybody has subscribed: as long as nobody has, a message costs nothing here.
    wanted: AtomicBool,
    /// Rings when something may wait to be tried again.
    wake: Arc<Notify>,
    /// When what is under way has to end, once the server leaves.
    leaving: watch::Sender<Option<Instant>>,
    left: Mutex<Option<oneshot::Receiver<()>>>,
}

impl Push {
    /// Starts the thread that tells browsers. Must be called within an actix system.
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

    /// Tells what is queued, ends what is under way, and begins nothing more.
    pub async fn stop(&self) {
        self.leaving.send_replace(Some(Instant::now() + SHUTDOWN_GRACE));
        let left = self.left.lock().unwrap_or_else(PoisonError::into_inner).take();
        // A moment more, for what is cut off to be kept.
        if let Some(left) = left
            && tokio::time::timeout(SHUTDOWN_GRACE + Duration::from_secs(1), left).await.is_err()
        {
            tracing::warn!("notifications were under way when the server left");
        }
    }

    /// Looks whether anybody has subscribed by way of another node, and what it has left to be tried again.
    pub async fn refresh(&self, db: &Db) -> store::Result<()> {
        if !self.wanted.load(Ordering::Relaxed) && push::any(db).await? {
            self.wanted.store(true, Ordering::Relaxed);
        }
        self.wake.notify_one();
        Ok(())
    }

    pub fn public_key(&self) -> &str {
        self.vapid.public_key()
    }

    /// Takes a browser's wish, if its endpoint may be called and its keys are some.
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

impl MessageNotifier for Push {
    fn message_sent(&self, chat: ChatId, message: &Message, here: &mut dyn Iterator<Item = UserId>) {
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
        };
        if self.queue.try_send(QueuedPush { said, here: here.collect() }).is_err() {
            tracing::debug!("a message was not told to browsers: too many are waiting");
        }
    }
}

fn is_loopback(endpoint: &str) -> bool {
    let address = endpoint.parse::<Uri>().ok();
    address.and_then(|address| address.host()?.parse::<std::net::IpAddr>().ok()).is_some_and(|ip| ip.is_loopback())
}
