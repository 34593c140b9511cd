//! Actor for the connections of one thread. Rooms reach the connections through it.
//!
//! Rooms send one message per flush. The shard's [`ConnectionTable`] queues the frames for its connections and writes
//! each connection once.

pub(crate) mod connections;

use std::{rc::Rc, sync::Arc, time::Duration};

use actix::{Actor, AsyncContext, Context, Handler, Message};
use bytes::Bytes;
use store::types::ids::SessionId;
use tokio::net::TcpStream;

use crate::{
    protocol::close,
    room::fanout::{ConnId, ShardBatch, ShardRef},
    shard::connections::ConnectionTable,
    state::HubState,
    transport::endpoint::UpgradeRequest,
};

/// Mailbox capacity for messages from rooms. A room retries a message that does not fit.
const MAILBOX: usize = 16 * 1024;
const TICK: Duration = Duration::from_secs(1);

/// Actor for the connections of one thread.
pub struct Shard {
    /// Set when the actor starts.
    table: Option<Rc<ConnectionTable>>,
    core: Arc<HubState>,
    index: usize,
}

/// WebSocket whose request has been read, for the shard of this thread.
#[derive(Message)]
#[rtype(result = "()")]
pub struct OpenConnection {
    pub opening: UpgradeRequest,
    pub socket: TcpStream,
    /// Bytes received after the request.
    pub first: Bytes,
}

/// Server shutdown: sends every client a reconnect time and closes.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Drain {
    /// Time over which client reconnects are spread.
    pub spread: Duration,
}

/// Closes the connections of a signed-out session.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Disconnect(pub SessionId);

/// Closes a connection whose client has moved to another one.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Evict(pub ConnId);

/// Requests the number of open connections.
#[derive(Message)]
#[rtype(result = "usize")]
pub struct Count;

impl Shard {
    pub fn new(core: Arc<HubState>, index: usize) -> Self {
        Self { table: None, core, index }
    }

    pub fn table(&self) -> Option<Rc<ConnectionTable>> {
        self.table.clone()
    }
}

impl Actor for Shard {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Context<Self>) {
        ctx.set_mailbox_capacity(MAILBOX);
        let me = ShardRef { index: self.index, to: ctx.address().recipient() };
        self.table = Some(Rc::new(ConnectionTable::new(self.core.clone(), me)));
        ctx.run_interval(TICK, |shard, _| {
            if let Some(table) = shard.table() {
                table.tick();
            }
        });
    }
}

impl Handler<OpenConnection> for Shard {
    type Result = ();

    fn handle(&mut self, open: OpenConnection, _: &mut Context<Self>) {
        if let Some(table) = self.table() {
            table.open(open);
        }
    }
}

impl Handler<ShardBatch> for Shard {
    type Result = ();

    fn handle(&mut self, deliver: ShardBatch, _: &mut Context<Self>) {
        if let Some(table) = self.table() {
            table.deliver(deliver);
        }
    }
}

impl Handler<Drain> for Shard {
    type Result = ();

    fn handle(&mut self, drain: Drain, _: &mut Context<Self>) {
        if let Some(table) = self.table() {
            table.drain(drain.spread);
        }
    }
}

impl Handler<Disconnect> for Shard {
    type Result = ();

    fn handle(&mut self, Disconnect(session): Disconnect, _: &mut Context<Self>) {
        let Some(table) = self.table() else { return };
        for conn in table.all() {
            if conn.session.borrow().as_ref().is_some_and(|of| of.who.session == session) {
                conn.close(&table, close::UNAUTHENTICATED, "signed out");
            }
        }
    }
}

impl Handler<Count> for Shard {
    type Result = usize;

    fn handle(&mut self, _: Count, _: &mut Context<Self>) -> usize {
        self.table().map_or(0, |table| table.all().len())
    }
}
