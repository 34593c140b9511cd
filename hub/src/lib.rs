//! Live updates: streams, the rooms that run them, and the connections that subscribe.
//!
//! Inbound: socket → [`transport`] → [`shard`] → [`room::registry`] → [`room`] → [`topic`] → group commit in the store.
//! Outbound: room → [`room::fanout`] → shard of each worker → socket. Depends on the store, not on HTTP routes.

pub mod api;
pub mod cluster;
#[cfg(test)]
mod fuzz;
pub mod metrics;
pub mod notifier;
pub mod principal;
pub mod protocol;
pub mod room;
pub mod shard;
pub mod state;
pub mod topic;
pub mod topics;
pub mod transport;

use std::{
    cell::RefCell,
    sync::Arc,
    time::{Duration, Instant},
};

use actix::{Addr, dev::SendError};
use bytes::Bytes;
use store::{
    Db,
    types::ids::{ChatId, CompanyId, SessionId, UserId},
};
use tokio::net::TcpStream;

pub use crate::{
    principal::{Authenticate, Principal},
    transport::{
        endpoint::{Endpoint, UpgradeRequest},
        limits::Limits,
    },
};
use crate::{
    shard::{Count, Drain, OpenConnection, Shard},
    state::{BusEndpoint, HubState},
    topics::chat_list::Update,
    transport::socket_io::engine::{EngineError, Query},
};

/// Hub of one process. Cheap to clone.
#[derive(Clone)]
pub struct Hub {
    state: Arc<HubState>,
}

thread_local! {
    /// Shard of this thread and the hub that it belongs to (tests run several on one thread).
    static SHARD: RefCell<Option<(usize, Addr<Shard>)>> = const { RefCell::new(None) };
}

impl Hub {
    /// Starts the hub within the current actix system.
    pub fn start(db: Db, auth: Arc<dyn Authenticate>, limits: Limits) -> Self {
        Self { state: HubState::start(db, auth, limits, None) }
    }

    /// Starts the hub as a node of a cluster that shares the database and communicates over the bus.
    pub fn join(db: Db, auth: Arc<dyn Authenticate>, limits: Limits, bus: BusEndpoint) -> Self {
        Self { state: HubState::start(db, auth, limits, Some(bus)) }
    }

    /// Sets the notifier for all later messages. Only the first call has an effect.
    pub fn set_notifier(&self, notifier: Arc<dyn notifier::MessageNotifier>) {
        let _ = self.state.notifier.set(notifier);
    }

    /// Returns the state shared by the parts of the hub.
    pub fn state(&self) -> &Arc<HubState> {
        &self.state
    }

    /// Takes over a connection whose upgrade request has been read but not answered. The connection stays on this
    /// thread, unless another thread holds its Socket.IO session.
    pub fn open(&self, opening: UpgradeRequest, socket: TcpStream, first: Bytes) {
        if let Endpoint::SocketIo { query } = &opening.endpoint {
            match Query::parse(query, true, true) {
                Ok(Query::Open(_)) => {}
                Ok(Query::Resume(_, sid)) => return self.upgrade_session(sid, opening.handshake, socket, first),
                Err(refusal) => return transport::socket_io::reject(socket, refusal),
            }
        }
        if let Err(refused) = self.shard().try_send(OpenConnection { opening, socket, first }) {
            metrics::REFUSED.with_label_values(&["busy"]).inc();
            let (SendError::Full(open) | SendError::Closed(open)) = refused;
            // A plain socket is dropped. The client sees the disconnect and reconnects.
            if matches!(open.opening.endpoint, Endpoint::SocketIo { .. }) {
                transport::socket_io::reject(open.socket, EngineError::Unavailable);
            }
        }
    }

    /// Returns the shard of this thread, starting it on first use.
    pub fn shard(&self) -> Addr<Shard> {
        let this = Arc::as_ptr(&self.state) as usize;
        SHARD.with_borrow_mut(|shard| match shard {
            Some((hub, shard)) if *hub == this && shard.connected() => shard.clone(),
            _ => {
                let started = self.state.start_shard();
                *shard = Some((this, started.clone()));
                started
            }
        })
    }

    /// Adds a new chat to the lists of `members`.
    pub async fn chat_opened(&self, chat: ChatId, members: &[UserId]) -> store::Result<()> {
        for member in members.iter().filter(|member| self.state.chat_lists.is_open(**member)) {
            let summary = store::chat::summary(&self.state.db, *member, chat).await?;
            self.state.chat_lists.notify(*member, Update::Chat(Box::new(summary)));
        }
        Ok(())
    }

    /// Notifies running rooms of sequences written outside the room. The rooms read the missing events.
    pub fn chats_moved(&self, chats: &[(ChatId, i64)]) {
        for (chat, seq) in chats {
            self.state.chats.reconcile(*chat, *seq);
        }
    }

    /// Reloads the streams that show an account after its name, picture or privacy changed, on all nodes.
    pub async fn account_changed(&self, user: UserId) -> store::Result<()> {
        self.state.account_changed(user).await
    }

    /// Reloads the streams of a company after its team changed, on all nodes. Those who left are refused.
    pub async fn team_changed(&self, company: CompanyId) -> store::Result<()> {
        self.state.team_changed(company).await
    }

    /// Closes the sockets of a session that was signed out.
    pub fn disconnect_session(&self, session: SessionId) {
        self.state.end_session(session);
    }

    /// Closes the sockets of a session that another node has ended.
    pub fn session_ended_elsewhere(&self, session: SessionId) {
        self.state.end_session_here(session);
    }

    /// Returns true if the server is shutting down.
    pub fn is_draining(&self) -> bool {
        self.state.is_draining()
    }

    /// Shuts down gracefully within `limit`. Rejects new commands, then commits and acknowledges pending ones. Then
    /// sends every client a reconnect time, spread over some seconds, and closes.
    pub async fn drain(&self, limit: Duration) {
        let deadline = Instant::now() + limit;
        self.state.begin_draining();
        while self.state.commands_under_way() > 0 && Instant::now() < deadline {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        // The last answers leave their rooms with the next flush, one tick later.
        tokio::time::sleep(Duration::from_millis(20)).await;
        let shards = self.state.shards();
        for shard in &shards {
            shard.do_send(Drain { spread: Duration::from_secs(3) });
        }
        self.state.leave_cluster();
        while Instant::now() < deadline {
            let mut open = 0;
            for shard in &shards {
                open += shard.send(Count).await.unwrap_or(0);
            }
            if open == 0 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}
