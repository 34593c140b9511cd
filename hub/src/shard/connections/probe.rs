//! Liveness probe for accounts at their connection limit. Closes connections whose peer does not answer.

use std::{
    rc::Rc,
    time::{Duration, Instant},
};

use actix::{Context, Handler, Message};
use store::types::ids::UserId;

use super::ConnectionTable;
use crate::{
    metrics,
    room::fanout::ConnId,
    shard::Shard,
    transport::{
        account_places::Holder,
        connection::{Connection, Protocol},
        ws,
    },
};

/// Interval of the check for a free connection slot.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// Pings connections of a shard and closes those that do not answer.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Probe(Vec<ConnId>);

impl ConnectionTable {
    /// Returns true if an account has reached its connection limit.
    pub fn is_account_full(&self, user: UserId) -> bool {
        self.core.accounts.is_full(user, self.core.limits.connections_per_account)
    }

    /// Waits until an account can open one more connection, or until all its connections have proved alive.
    pub async fn wait_for_place(&self, user: UserId) {
        let patience = self.core.limits.probe;
        if patience.is_zero() {
            return;
        }
        let shards = self.core.shards();
        let holders = self.core.accounts.begin_probe(user, patience);
        for (index, shard) in shards.iter().enumerate() {
            let of_shard = |holder: &&Holder| holder.shard == index;
            let conns: Vec<ConnId> = holders.iter().filter(of_shard).map(|holder| holder.conn).collect();
            if !conns.is_empty() {
                // A shard with a full mailbox keeps its connections.
                let _ = shard.try_send(Probe(conns));
            }
        }
        let deadline = Instant::now() + patience + 4 * CHECK_INTERVAL;
        while self.is_account_full(user) && Instant::now() < deadline {
            tokio::time::sleep(CHECK_INTERVAL).await;
        }
    }

    fn ask_if_alive(self: &Rc<Self>, conns: &[ConnId]) {
        let patience = self.core.limits.probe;
        // A peer that has sent data this recently is alive.
        let heard_lately = patience / 5;
        let asked_at = Instant::now();
        let mut asked = Vec::new();
        for conn in conns.iter().filter_map(|id| self.get(*id)) {
            if conn.closing.get() || self.unanswered(&conn) >= patience {
                self.give_way(&conn);
            } else if conn.is_on_socket() && conn.heard.get().elapsed() > heard_lately {
                conn.push(ws::ping(b""));
                conn.flush(self);
                asked.push(conn.id);
            }
        }
        if asked.is_empty() {
            return;
        }
        let table = self.clone();
        actix_rt::spawn(async move {
            tokio::time::sleep(patience).await;
            for conn in asked.into_iter().filter_map(|id| table.get(id)) {
                if conn.heard.get() < asked_at {
                    table.give_way(&conn);
                }
            }
        });
    }

    /// Returns the time since an unanswered heartbeat ping.
    fn unanswered(&self, conn: &Connection) -> Duration {
        match &conn.link {
            Protocol::SocketIo(io) => io.borrow().engine.unanswered(self.now(), &self.engine),
            Protocol::Plain(_) if conn.pinged.get() > conn.heard.get() => conn.pinged.get().elapsed(),
            Protocol::Plain(_) => Duration::ZERO,
        }
    }

    fn give_way(&self, conn: &Rc<Connection>) {
        metrics::REFUSED.with_label_values(&["gave_way"]).inc();
        self.on_disconnect(conn);
    }
}

impl Handler<Probe> for Shard {
    type Result = ();

    fn handle(&mut self, Probe(conns): Probe, _: &mut Context<Self>) {
        if let Some(table) = self.table() {
            table.ask_if_alive(&conns);
        }
    }
}
