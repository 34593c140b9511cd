//! The actor in front of a thread's connections, through which rooms reach them.
//!
//! Rooms send one message per flush; the shard has its [`ConnectionTable`] put the frames into the queues of its own connections and
//! write each once.

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

/// Messages from rooms that may wait. A room whose message does not fit keeps it and tries again.
const MAILBOX: usize = 16 * 1024;
const TICK: Duration = Duration::from_secs(1);

/// The actor in front of a thread's connections.
pub struct Shard {
    /// From the start of the actor on.
    table: Option<Rc<ConnectionTable>>,
    core: Arc<HubState>,
    index: usize,
}

/// A WebSocket whose request has been read, for the shard of this thread.
#[derive(Message)]
#[rtype(result = "()")]
pub struct OpenConnection {
    pub opening: UpgradeRequest,
    pub socket: TcpStream,
    /// Bytes that came after the request.
    pub first: Bytes,
}

/// The server leaves: tell everybody when to come back, and close.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Drain {
    /// Clients come back spread over this time.
    pub spread: Duration,
}

/// Close what belongs to a signed-out session.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Disconnect(pub SessionId);

/// Give a connection up whose client is elsewhere by now.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Evict(pub ConnId);

/// How many connections are open.
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
