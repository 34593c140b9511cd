//! Web Push: browsers are told of messages while nobody looks.
//!
//! A room says that a message has become public ([`Herald`]); here it waits in a short queue, of which each chat and sender
//! has one place, is encrypted for each browser that is to know, and goes out through [`Http`]. Nothing waits for it, and
//! what cannot be delivered is lost: the app shows every message anyhow when it is opened.

mod sealed;
pub mod vapid;

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use actix_rt::Arbiter;
use actix_web::http::Uri;
use bytes::Bytes;
use hub::herald::Herald;
use serde::Serialize;
use store::{
    Db,
    account::AccountKind,
    chat::{ChatKind, Message},
    ids::{ChatId, UserId},
    media::MediaKind,
    push::{self, Heading, NewSubscription, Target},
    time::Millis,
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

use crate::{
    error::{Checks, Result},
    gateway::http::{Failed, Http},
};
use sealed::PLAIN_MAX;
pub use sealed::Recipient;
use vapid::Vapid;

/// Messages that wait to be looked at. A flood past it is not told of.
const QUEUE: usize = 1_024;
/// Deliveries under way at most.
const AT_ONCE: usize = 32;
/// Deliveries that wait to be tried again, at most.
const RETRYING: usize = 256;
/// How long a delivery that failed waits, try by try.
const WAITS: [Duration; 4] =
    [Duration::from_secs(2), Duration::from_secs(15), Duration::from_secs(120), Duration::from_secs(900)];
/// Seconds that a push service keeps a message for a device that is off.
const TTL: &str = "86400";
/// Characters of a message that a notification shows.
const SHOWN: usize = 160;
/// Characters in an endpoint at most.
const ENDPOINT: usize = 1_024;

/// What a browser's service worker is given, as JSON.
#[derive(Debug, Serialize)]
struct Payload<'a> {
    chat_id: ChatId,
    /// The sequence of the message in its chat.
    seq: i64,
    /// The sender's name, or the group's.
    title: &'a str,
    /// What was said; in a group with the sender's name before it. What a message without words carries is named in English.
    body: &'a str,
    /// What the first file of a message without words is, to be named in the reader's language.
    media: Option<MediaKind>,
    /// The sender's first name in a group.
    sender: Option<&'a str>,
    /// The sender's picture.
    icon: Option<&'a str>,
    /// A notification with the tag of an earlier one takes its place.
    tag: String,
    /// Where the app shows the chat.
    url: String,
    at: Millis,
}

/// A message that some may have to be told of.
struct Said {
    chat: ChatId,
    seq: i64,
    sender: UserId,
    at: Millis,
    text: String,
    media: Option<MediaKind>,
    here: Vec<UserId>,
}

/// Where rooms leave their messages, and browsers their wishes.
pub struct Push {
    vapid: Arc<Vapid>,
    http: Http,
    /// Whether services on this machine are taken, which only tests have.
    loopback: bool,
    queue: mpsc::Sender<Said>,
    /// Whether anybody has subscribed: as long as nobody has, a message costs nothing here.
    wanted: AtomicBool,
}

impl Push {
    /// Starts the thread that tells browsers. Must be called within an actix system.
    pub async fn start(db: Db, http: Http, vapid: Vapid, loopback: bool) -> store::Result<Arc<Self>> {
        let wanted = AtomicBool::new(push::any(&db).await?);
        let (queue, said) = mpsc::channel(QUEUE);
        let vapid = Arc::new(vapid);
        let teller = Arc::new(Teller {
            db,
            http: http.clone(),
            vapid: Arc::clone(&vapid),
            loopback,
            turns: Arc::new(Semaphore::new(AT_ONCE)),
            retries: Semaphore::new(RETRYING),
        });
        Arbiter::new().spawn(teller.run(said));
        Ok(Arc::new(Self { vapid, http, loopback, queue, wanted }))
    }

    /// Looks whether anybody has subscribed by way of another node.
    pub async fn look(&self, db: &Db) -> store::Result<()> {
        if !self.wanted.load(Ordering::Relaxed) && push::any(db).await? {
            self.wanted.store(true, Ordering::Relaxed);
        }
        Ok(())
    }

    pub fn public_key(&self) -> &str {
        self.vapid.public_key()
    }

    /// Takes a browser's wish, if its endpoint may be called and its keys are some.
    pub async fn subscribe(&self, db: &Db, new: &NewSubscription) -> Result<()> {
        let mut checks = Checks::default();
        let may_call = new.endpoint.len() <= ENDPOINT
            && (self.http.check_public(&new.endpoint).is_ok() || (self.loopback && is_loopback(&new.endpoint)));
        if !may_call {
            checks.wrong("endpoint", "Expected the https address of a push service.");
        }
        if Recipient::parse(&new.public_key, &new.secret).is_none() {
            checks.wrong("keys", "Expected the keys of a push subscription.");
        }
        checks.done()?;
        push::subscribe(db, new).await?;
        self.wanted.store(true, Ordering::Relaxed);
        Ok(())
    }
}

impl Herald for Push {
    fn said(&self, chat: ChatId, message: &Message, here: &mut dyn Iterator<Item = UserId>) {
        if !self.wanted.load(Ordering::Relaxed) {
            return;
        }
        let said = Said {
            chat,
            seq: message.seq,
            sender: message.sender,
            at: message.at,
            text: message.text.clone(),
            media: message.media.first().map(|media| media.kind),
            here: here.collect(),
        };
        if self.queue.try_send(said).is_err() {
            tracing::debug!("a message was not told to browsers: too many are waiting");
        }
    }
}

struct Teller {
    db: Db,
    http: Http,
    vapid: Arc<Vapid>,
    loopback: bool,
    turns: Arc<Semaphore>,
    retries: Semaphore,
}

/// What became of a try.
enum Outcome {
    Done,
    /// The subscription is no more.
    Gone,
    /// To be tried again, after this if the service says so.
    Later(Option<Duration>),
    /// It will not be taken, however often it is tried.
    Refused(String),
}

impl Teller {
    async fn run(self: Arc<Self>, mut queue: mpsc::Receiver<Said>) {
        while let Some(first) = queue.recv().await {
            // Of what has gathered, the newest of each sender in a chat: one notification takes the place of the last.
            let mut newest = HashMap::from([((first.chat, first.sender), first)]);
            while let Ok(said) = queue.try_recv() {
                newest.insert((said.chat, said.sender), said);
            }
            for said in newest.into_values() {
                if let Err(cause) = self.tell(&said).await {
                    tracing::warn!(%cause, "browsers could not be told of a message");
                }
            }
        }
    }

    async fn tell(self: &Arc<Self>, said: &Said) -> store::Result<()> {
        let mut targets = push::targets(&self.db, said.chat, said.sender, Millis::now()).await?;
        targets.retain(|target| !said.here.contains(&target.account_id));
        if targets.is_empty() {
            return Ok(());
        }
        let heading = push::heading(&self.db, said.chat, said.sender).await?;
        for target in targets {
            let payload = payload(said, &heading, target.kind);
            let Some(sealed) = Recipient::parse(&target.public_key, &target.secret)
                .and_then(|recipient| recipient.seal(&payload).ok())
            else {
                continue;
            };
            // Here the queue waits; what comes meanwhile takes the places of what it repeats, or is dropped.
            let Ok(turn) = Arc::clone(&self.turns).acquire_owned().await else { return Ok(()) };
            let (teller, topic) = (Arc::clone(self), format!("chat-{}", said.chat));
            actix_rt::spawn(async move { teller.deliver(target, sealed.into(), &topic, turn).await });
        }
        Ok(())
    }

    /// Tries until it is taken, refused, or has been tried often enough. Between two tries it holds no turn.
    async fn deliver(&self, target: Target, sealed: Bytes, topic: &str, mut turn: OwnedSemaphorePermit) {
        let mut waits = WAITS.iter();
        loop {
            let outcome = self.try_once(&target.endpoint, sealed.clone(), topic).await;
            drop(turn);
            let after = match outcome {
                Outcome::Done => return,
                Outcome::Refused(why) => return tracing::warn!(why, "a push service refused a message"),
                Outcome::Gone => {
                    if let Err(cause) = push::forget(&self.db, &target.endpoint).await {
                        tracing::warn!(%cause, "a subscription that ended could not be forgotten");
                    }
                    return;
                }
                Outcome::Later(after) => after,
            };
            let (Some(wait), Ok(_place)) = (waits.next(), self.retries.try_acquire()) else { return };
            // Somewhat apart, so that a service that comes back is not met by all at once.
            let apart = wait.mul_f64(rand::random_range(0.75..1.25));
            actix_rt::time::sleep(after.unwrap_or_default().max(apart)).await;
            let Ok(next) = Arc::clone(&self.turns).acquire_owned().await else { return };
            turn = next;
        }
    }

    async fn try_once(&self, endpoint: &str, sealed: Bytes, topic: &str) -> Outcome {
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
            .header("authorization", self.vapid.authorization(&origin, Millis::now()))
            .body("application/octet-stream", sealed)
            .send()
            .await;
        match answer {
            Ok(answer) if answer.is_success() => Outcome::Done,
            Ok(answer) => match answer.status {
                404 | 410 => Outcome::Gone,
                429 | 500..=599 => {
                    let seconds = answer.header("retry-after").parse().ok().filter(|seconds| *seconds <= 3_600);
                    Outcome::Later(seconds.map(Duration::from_secs))
                }
                status => Outcome::Refused(format!("{origin}: {status}")),
            },
            Err(Failed::TimedOut | Failed::Unreachable(_)) => Outcome::Later(None),
            // Its name leads into the private network: nobody who means well has such a one.
            Err(Failed::NotPublic | Failed::Malformed(_)) => Outcome::Gone,
            Err(cause @ Failed::TooLarge) => Outcome::Refused(format!("{origin}: {cause}")),
        }
    }
}

/// `scheme://host[:port]` of an address.
fn origin(endpoint: &str) -> Option<String> {
    let address: Uri = endpoint.parse().ok()?;
    Some(format!("{}://{}", address.scheme_str()?, address.authority()?))
}

fn is_loopback(endpoint: &str) -> bool {
    let address = endpoint.parse::<Uri>().ok();
    address.and_then(|address| address.host()?.parse::<std::net::IpAddr>().ok()).is_some_and(|ip| ip.is_loopback())
}

fn payload(said: &Said, heading: &Heading, reader: AccountKind) -> Vec<u8> {
    let is_group = heading.kind == ChatKind::Group;
    let name = format!("{} {}", heading.sender.first_name, heading.sender.last_name);
    let title = heading.title.as_deref().filter(|_| is_group).unwrap_or(&name);
    let named = match said.media.filter(|_| said.text.is_empty()) {
        Some(MediaKind::Image) => "Picture",
        Some(MediaKind::Voice) => "Voice message",
        Some(MediaKind::Video) => "Video",
        Some(MediaKind::File) => "File",
        None => &said.text,
    };
    let mut body: String = named.chars().take(SHOWN).collect();
    if body.len() < named.len() {
        body.push('…');
    }
    if is_group {
        body = format!("{}: {body}", heading.sender.first_name);
    }
    let home = if reader == AccountKind::Professional { "/pro" } else { "" };
    let payload = Payload {
        chat_id: said.chat,
        seq: said.seq,
        title,
        body: &body,
        media: said.media.filter(|_| said.text.is_empty()),
        sender: is_group.then_some(&heading.sender.first_name),
        icon: heading.sender.picture.as_deref(),
        tag: format!("chat-{}", said.chat),
        url: format!("{home}/messages/{}", said.chat),
        at: said.at,
    };
    let json = serde_json::to_vec(&payload).unwrap_or_default();
    debug_assert!(json.len() <= PLAIN_MAX, "names and 160 characters stay far below 4 KB");
    json
}

#[cfg(test)]
mod tests {
    use store::account::UserCard;

    use super::*;

    fn told(text: &str, media: Option<MediaKind>, kind: ChatKind, reader: AccountKind) -> serde_json::Value {
        let said = Said {
            chat: ChatId(7),
            seq: 3,
            sender: UserId(1),
            at: Millis(0),
            text: text.to_owned(),
            media,
            here: Vec::new(),
        };
        let sender = UserCard {
            id: UserId(1),
            kind: AccountKind::Regular,
            user_name: "ann".to_owned(),
            first_name: "Ann".to_owned(),
            last_name: "Other".to_owned(),
            picture: Some("/media/1".to_owned()),
        };
        let title = (kind == ChatKind::Group).then(|| "Market day".to_owned());
        serde_json::from_slice(&payload(&said, &Heading { kind, title, sender }, reader)).unwrap()
    }

    #[test]
    fn a_group_is_named_and_who_speaks_in_it() {
        let told = told("Hello", None, ChatKind::Group, AccountKind::Professional);
        assert_eq!((&told["title"], &told["body"]), (&"Market day".into(), &"Ann: Hello".into()));
        assert_eq!((&told["sender"], &told["url"]), (&"Ann".into(), &"/pro/messages/7".into()));
    }

    #[test]
    fn what_is_without_words_is_named_and_what_is_long_is_cut() {
        let voice = told("", Some(MediaKind::Voice), ChatKind::Direct, AccountKind::Regular);
        assert_eq!((&voice["body"], &voice["media"]), (&"Voice message".into(), &"voice".into()));
        let both = told("Look", Some(MediaKind::Image), ChatKind::Direct, AccountKind::Regular);
        assert_eq!((&both["body"], &both["media"]), (&"Look".into(), &serde_json::Value::Null));
        let long = told(&"\u{1}é".repeat(2_000), None, ChatKind::Direct, AccountKind::Regular);
        assert_eq!(long["body"].as_str().unwrap().chars().count(), SHOWN + 1);
    }
}
