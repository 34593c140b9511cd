//! A subscriber for tests: sends requests to rooms like a connection and receives the items of its shard.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use actix::{Actor, Context, Handler};
use hub::{
    Authenticate, Limits, Principal,
    protocol::{Position, StreamKey, WireError},
    room::{
        Requester,
        fanout::{Ack, ConnId, ShardBatch, ShardItem, ShardRef},
        registry::Request,
    },
    state::{BusEndpoint, HubState},
};
use serde_json::{Value, json, value::RawValue};
use store::{
    Db,
    account::AccountKind,
    chat::{self, NewDirect},
    testing,
    types::{
        ids::{ChatId, SessionId, UserId},
        timestamp::Timestamp,
    },
};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

pub const CHAT: ChatId = ChatId(7);
pub const STREAM: StreamKey = StreamKey::Chat(CHAT);
pub const ANN: UserId = UserId(1);
pub const BEN: UserId = UserId(2);
pub const CAT: UserId = UserId(3);

struct Nobody;

impl Authenticate for Nobody {
    fn token(&self, _: &str) -> Option<Principal> {
        None
    }
}

/// Replaces a shard and forwards all items.
struct Probe(UnboundedSender<(StreamKey, ShardItem)>);

impl Actor for Probe {
    type Context = Context<Self>;
}

impl Handler<ShardBatch> for Probe {
    type Result = ();
    fn handle(&mut self, deliver: ShardBatch, _: &mut Context<Self>) {
        for item in deliver.items {
            let _ = self.0.send((deliver.stream, item));
        }
    }
}

/// A user with a connection.
pub struct Reader {
    core: Arc<HubState>,
    who: Principal,
    shard: ShardRef,
    told: UnboundedReceiver<(StreamKey, ShardItem)>,
}

impl Reader {
    pub fn new(core: &Arc<HubState>, user: UserId) -> Self {
        let (sender, told) = unbounded_channel();
        let to = Probe(sender).start().recipient();
        let who =
            Principal { user, session: SessionId(user.0), kind: AccountKind::Regular, expires_at: Timestamp(i64::MAX) };
        // Each reader has a shard number that no real shard uses.
        static SHARDS: AtomicUsize = AtomicUsize::new(1_000);
        let shard = ShardRef { index: SHARDS.fetch_add(1, Ordering::Relaxed), to };
        Self { core: core.clone(), who, shard, told }
    }

    fn asker(&self) -> Requester {
        let conn = ConnId { slot: 0, generation: 1 };
        Requester { who: self.who, conn, shard: self.shard.clone(), ack: Ack::Packet(1), join: 0 }
    }

    pub fn ask(&self, stream: StreamKey, request: Request<'_>) {
        self.core.request(stream, self.asker(), request).unwrap();
    }

    /// Sends a request for another user on the same shard, whose items arrive here too.
    pub fn ask_beside(&self, user: UserId, stream: StreamKey, request: Request<'_>) {
        let conn = ConnId { slot: 1, generation: 1 };
        let from = Requester { who: Principal { user, ..self.who }, conn, ..self.asker() };
        self.core.request(stream, from, request).unwrap();
    }

    pub fn join(&self, stream: StreamKey, since: Option<Position>) {
        self.ask(stream, Request::Join { since, again: false });
    }

    pub fn command(&self, number: u32, command: Value) {
        self.command_in(STREAM, number, command);
    }

    pub fn command_in(&self, stream: StreamKey, number: u32, command: Value) {
        let id = format!("01JDA7XK8Q{number:016}").parse().unwrap();
        let command = RawValue::from_string(command.to_string()).unwrap();
        self.ask(stream, Request::Command { id, command: &command });
    }

    pub fn send(&self, number: u32, text: &str) {
        self.command(number, json!({"type": "send", "text": text}));
    }

    /// Returns the received items that were not read.
    pub fn told_already(&mut self) -> Option<ShardItem> {
        self.told.try_recv().ok().map(|(_, item)| item)
    }

    pub async fn next(&mut self) -> ShardItem {
        let told = tokio::time::timeout(Duration::from_secs(20), self.told.recv()).await;
        told.expect("something is told in time").expect("the room lives").1
    }

    /// Returns the next item that is not a signal.
    pub async fn next_numbered(&mut self) -> ShardItem {
        loop {
            let item = self.next().await;
            if !matches!(&item, ShardItem::Broadcast { seq: 0, .. }) {
                return item;
            }
        }
    }

    /// Returns the frames and the mode of an accepted join.
    pub async fn joined(&mut self) -> (Vec<Value>, String) {
        match self.next_numbered().await {
            ShardItem::Joined { frames, reply, .. } => {
                let reply: Value = serde_json::from_str(reply.unwrap().get()).unwrap();
                (frames.iter().map(|frame| parsed(frame.json())).collect(), reply["mode"].as_str().unwrap().into())
            }
            other => panic!("expected to be let in, got {other:?}"),
        }
    }

    pub async fn refused(&mut self) -> WireError {
        match self.next_numbered().await {
            ShardItem::NotJoined { reply: Err(refusal), .. } | ShardItem::Reply { reply: Err(refusal), .. } => refusal,
            other => panic!("expected a refusal, got {other:?}"),
        }
    }

    pub async fn acknowledged(&mut self) -> Value {
        match self.next_numbered().await {
            ShardItem::Reply { reply, .. } => parsed(reply.expect("done").get()),
            other => panic!("expected an acknowledgement, got {other:?}"),
        }
    }

    pub async fn event(&mut self) -> Value {
        match self.next_numbered().await {
            ShardItem::Broadcast { frame, .. } => parsed(frame.json()),
            other => panic!("expected an event, got {other:?}"),
        }
    }
}

pub fn parsed(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

pub fn position(frame: &Value) -> Option<Position> {
    Some(Position { epoch: frame["epoch"].as_str()?.into(), seq: frame["seq"].as_i64()? })
}

/// A database in which Ann and Ben share a chat, and Cat exists.
pub async fn people() -> (Db, impl Sized) {
    let (db, folder) = testing::sqlite().await;
    for (id, name) in [(ANN, "ann"), (BEN, "ben"), (CAT, "cat")] {
        testing::account(&db, id, name).await;
    }
    let new = NewDirect { id: CHAT, epoch: "e1".into(), from: ANN, with: BEN, at: Timestamp(0) };
    chat::direct(&db, new).await.unwrap();
    (db, folder)
}

/// The hub on top of [`people`].
pub async fn hub() -> (Arc<HubState>, Db, impl Sized) {
    let (db, folder) = people().await;
    (core(&db), db, folder)
}

pub fn core(db: &Db) -> Arc<HubState> {
    HubState::start(db.clone(), Arc::new(Nobody), Limits::default(), None)
}

/// A hub that is one of several nodes.
pub fn member_of(db: &Db, bus: BusEndpoint) -> Arc<HubState> {
    HubState::start(db.clone(), Arc::new(Nobody), Limits::default(), Some(bus))
}
