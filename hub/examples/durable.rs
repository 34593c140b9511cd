//! Measures how many messages a second the hub stores durably. 256 senders (or another even number) in chats of two;
//! each waits for its acknowledgement before it sends the next.
//! `cargo run --release -p hub --example durable [seconds] [sqlite|postgres] [indexed|unindexed] [senders]`; starts its
//! own PostgreSQL.
//!
//! Same as the server except for sockets: rooms, group commit, SQLite with synchronous=FULL, the search index that
//! follows. `unindexed` omits the index, to measure its cost.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use actix::{Actor, Arbiter, AsyncContext as _, Context, Handler};
use hub::{
    Authenticate, Limits, Principal,
    protocol::StreamKey,
    room::{
        Requester,
        fanout::{Ack, ConnId, ShardBatch, ShardItem, ShardRef},
        registry::Request,
    },
    state::HubState,
};
use serde_json::value::RawValue;
use store::{
    Db,
    account::{self, AccountKind},
    chat::{self, NewDirect},
    testing,
    types::{
        ids::{ChatId, SessionId, UserId},
        timestamp::Timestamp,
    },
};

type Error = Box<dyn std::error::Error>;

const TEXT: &str = "A message of about the length that people send to each other when they plan a dinner for Friday.";

struct Nobody;

impl Authenticate for Nobody {
    fn token(&self, _: &str) -> Option<Principal> {
        None
    }
}

/// Replaces a shard and its sockets: a sender sends its next message when the last is acknowledged.
struct Senders {
    core: Arc<HubState>,
    shard: ShardRef,
    count: i64,
    command: Box<RawValue>,
    sent: u64,
    tally: Arc<Tally>,
}

/// Replies so far.
#[derive(Default)]
struct Tally {
    done: AtomicU64,
    refused: AtomicU64,
}

impl Actor for Senders {
    type Context = Context<Self>;

    fn started(&mut self, _: &mut Context<Self>) {
        for sender in 0..self.count {
            self.send(sender);
        }
    }
}

impl Handler<ShardBatch> for Senders {
    type Result = ();

    fn handle(&mut self, deliver: ShardBatch, _: &mut Context<Self>) {
        for item in deliver.items {
            if let ShardItem::Reply { reply, ack: Ack::Packet(sender), .. } = item {
                let answered = if reply.is_ok() { &self.tally.done } else { &self.tally.refused };
                answered.fetch_add(1, Ordering::Relaxed);
                self.send(sender.cast_signed());
            }
        }
    }
}

impl Senders {
    fn send(&mut self, sender: i64) {
        self.sent += 1;
        let who = Principal {
            user: UserId(sender + 1),
            session: SessionId(1),
            kind: AccountKind::Regular,
            expires_at: Timestamp(i64::MAX),
        };
        let ack = Ack::Packet(sender.cast_unsigned());
        let from = Requester { who, conn: ConnId { slot: 0, generation: 0 }, shard: self.shard.clone(), ack, join: 0 };
        let Ok(id) = format!("01JDA7XK8Q{:016}", self.sent).parse() else { return };
        let request = Request::Command { id, command: &self.command };
        if self.core.request(StreamKey::Chat(chat_of(sender)), from, request).is_err() {
            self.tally.refused.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Two senders share a chat.
fn chat_of(sender: i64) -> ChatId {
    ChatId(sender / 2 + 1)
}

async fn people(db: &Db, count: i64) -> Result<(), Error> {
    for sender in 0..count {
        account::create(db, &testing::new_account(UserId(sender + 1), &format!("sender{sender}"))).await?;
    }
    for sender in (0..count).step_by(2) {
        let (from, with) = (UserId(sender + 1), UserId(sender + 2));
        let new = NewDirect { id: chat_of(sender), epoch: "e".into(), from, with, at: Timestamp::now() };
        chat::direct(db, new).await?;
    }
    Ok(())
}

#[actix::main]
async fn main() -> Result<(), Error> {
    let mut arguments = std::env::args().skip(1);
    let seconds = arguments.next().map_or(Ok(5), |text| text.parse())?;
    let folder = tempfile::tempdir()?;
    let db = match arguments.next().as_deref() {
        Some("postgres") => testing::postgres().await.ok_or("PostgreSQL is not installed")?,
        _ => Db::sqlite(&folder.path().join("plaza.db")).await?,
    };
    let follows = arguments.next().as_deref() != Some("unindexed");
    let count: i64 = arguments.next().map_or(Ok(256), |text| text.parse())?;
    people(&db, count).await?;
    let following = follows.then(|| actix::spawn(store::chat::search::run(db.clone())));

    let core = HubState::start(db.clone(), Arc::new(Nobody), Limits::default(), None);
    let command = RawValue::from_string(format!("{{\"type\":\"send\",\"text\":\"{TEXT}\"}}"))?;
    let tally = Arc::new(Tally::default());
    let told = tally.clone();
    // On a separate thread, like sockets.
    let arbiter = Arbiter::new();
    Senders::start_in_arbiter(&arbiter.handle(), move |context| {
        let shard = ShardRef { index: 0, to: context.address().recipient() };
        Senders { core, shard, count, command, sent: 0, tally: told }
    });
    let start = Instant::now();
    actix::clock::sleep(Duration::from_secs(seconds)).await;
    let rate = tally.done.load(Ordering::Relaxed) as f64 / start.elapsed().as_secs_f64();
    let refused = tally.refused.load(Ordering::Relaxed);
    let index = if follows { "indexed" } else { "not indexed" };
    println!("{}, {index}: {rate:.0} durable messages/s with {count} senders, {refused} refused", db.kind());
    if let Some(following) = following {
        // The transaction must end while the runtime still exists.
        following.abort();
        let _ = following.await;
    }
    Ok(())
}
