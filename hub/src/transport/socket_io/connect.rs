//! Socket.IO CONNECT: starts a session or recovers a lost one.

use std::rc::Rc;

use actix::{Context, Handler};

use super::{
    Namespace, Sid,
    driver::{Auth, Identity},
    recovery::{Lookup, MissedFrames, PersistedSession, UnackedFrames},
    token,
};
use crate::{
    principal::Principal,
    protocol::{Position, StreamKey, WireError},
    room::fanout::{Ack, ConnId},
    shard::{Evict, Shard, connections::ConnectionTable},
    transport::connection::{Connection, Protocol},
};

impl ConnectionTable {
    /// Handles a CONNECT to "/".
    pub(super) fn connect(self: &Rc<Self>, conn: &Rc<Connection>, auth: Auth) {
        let back = auth.pid.as_deref().and_then(Sid::parse).zip(auth.offset);
        let who = match (auth.token, auth.ticket) {
            (Some(token), _) => self.core.auth.token(&token).ok_or(WireError::UNAUTHENTICATED),
            (None, Some(ticket)) => {
                let (table, conn) = (self.clone(), conn.clone());
                actix_rt::spawn(async move {
                    let who = table.core.auth.ticket(&ticket).await;
                    // The connection may have closed in the meantime.
                    if table.get(conn.id).is_some() && !conn.closing.get() {
                        table.establish(&conn, who, back);
                        conn.flush(&table);
                    }
                });
                return;
            }
            (None, None) => Err(WireError::UNAUTHENTICATED),
        };
        self.establish(conn, who, back);
    }

    /// Continues a CONNECT after the credential check. If the account has no free slot, waits for one.
    fn establish(
        self: &Rc<Self>,
        conn: &Rc<Connection>,
        who: Result<Principal, WireError>,
        back: Option<(Sid, String)>,
    ) {
        let Some(user) = who.as_ref().ok().map(|who| who.user).filter(|user| self.is_account_full(*user)) else {
            return self.come_in_now(conn, who, back);
        };
        let (table, conn) = (self.clone(), conn.clone());
        actix_rt::spawn(async move {
            table.wait_for_place(user).await;
            if table.get(conn.id).is_some() && !conn.closing.get() {
                table.come_in_now(&conn, who, back);
                conn.flush(&table);
            }
        });
    }

    fn come_in_now(
        self: &Rc<Self>,
        conn: &Rc<Connection>,
        who: Result<Principal, WireError>,
        back: Option<(Sid, String)>,
    ) {
        if let Err(refusal) = who.and_then(|who| self.sign_in(conn, who)) {
            return self.refuse(conn, &Namespace::ROOT, &refusal);
        }
        let Some((pid, offset)) = back else { return self.connected(conn, None) };
        match self.core.parking.take(pid) {
            Lookup::Nowhere => self.connected(conn, None),
            Lookup::PersistedSession(parked) => self.resume(conn, pid, *parked, &offset),
            Lookup::Live { shard, conn: old } if shard == self.me.index => {
                self.give_up(old);
                self.restore(conn, pid, &offset);
            }
            Lookup::Live { shard, conn: old } => {
                let (table, conn) = (self.clone(), conn.clone());
                actix_rt::spawn(async move {
                    if let Some(shard) = table.core.shards().get(shard) {
                        let _ = shard.send(Evict(old)).await;
                    }
                    table.restore(&conn, pid, &offset);
                    conn.flush(&table);
                });
            }
        }
    }

    /// Closes a connection that its client has replaced. It is dead, whatever its state.
    pub fn give_up(&self, old: ConnId) {
        if let Some(old) = self.get(old) {
            self.on_disconnect(&old);
        }
    }

    fn restore(self: &Rc<Self>, conn: &Rc<Connection>, pid: Sid, offset: &str) {
        match self.core.parking.take(pid) {
            Lookup::PersistedSession(parked) => self.resume(conn, pid, *parked, offset),
            Lookup::Live { .. } | Lookup::Nowhere => self.connected(conn, None),
        }
    }

    /// Resumes a lost connection: sends the missed frames, then CONNECT.
    fn resume(self: &Rc<Self>, conn: &Rc<Connection>, pid: Sid, parked: PersistedSession, offset: &str) {
        let Protocol::SocketIo(io) = &conn.link else { return };
        let user = conn.session.borrow().as_ref().map(|session| session.who.user);
        let Some(MissedFrames { frames, streams }) = parked.trail.after(offset).filter(|_| user == Some(parked.user))
        else {
            return self.connected(conn, None);
        };
        {
            let mut io = io.borrow_mut();
            io.trail = UnackedFrames::from(offset);
            io.identity = Some(Identity { sid: parked.sid, pid });
        }
        for frame in &frames {
            conn.push_frame(frame);
        }
        for (stream, position) in parked.streams {
            // The client knew the stream: events that it does not receive one by one are declared as a resync.
            let since = streams.get(&stream).cloned().unwrap_or(position).unwrap_or_else(Position::unknown);
            if self.ask_to_join(conn, stream, Some(since), Ack::None).is_err() {
                return self.start_over(conn);
            }
            io.borrow_mut().resuming += 1;
        }
        if io.borrow().resuming == 0 {
            self.connected(conn, Some(()));
        }
    }

    /// Handles a room's reply to a join. Completes a recovery once its last join succeeds.
    pub fn resumed(self: &Rc<Self>, conn: &Rc<Connection>, joined: bool) {
        let Protocol::SocketIo(io) = &conn.link else { return };
        let left = {
            let mut io = io.borrow_mut();
            if io.resuming == 0 {
                return;
            }
            io.resuming -= 1;
            io.resuming
        };
        if !joined {
            self.start_over(conn);
        } else if left == 0 {
            self.connected(conn, Some(()));
        }
    }

    /// Gives up a recovery: the client gets a new session and joins its streams again.
    fn start_over(self: &Rc<Self>, conn: &Rc<Connection>) {
        let Protocol::SocketIo(io) = &conn.link else { return };
        {
            let mut io = io.borrow_mut();
            io.resuming = 0;
            io.identity = None;
        }
        self.leave_all(conn);
        self.connected(conn, None);
    }

    fn leave_all(&self, conn: &Connection) {
        let session = conn.session.borrow();
        let streams: Vec<_> = session.iter().flat_map(|session| &session.subscriptions).map(|s| s.stream).collect();
        drop(session);
        for stream in streams {
            self.leave(conn, stream);
        }
    }

    /// Answers CONNECT. `recovered`: with the previous identity.
    fn connected(&self, conn: &Rc<Connection>, recovered: Option<()>) {
        let Protocol::SocketIo(io) = &conn.link else { return };
        if self.get(conn.id).is_none() {
            return;
        }
        let mut io = io.borrow_mut();
        let io = &mut *io;
        let identity = match io.identity.take().filter(|_| recovered.is_some()) {
            Some(identity) => identity,
            None => Identity { sid: token().into(), pid: Sid::new(u16::try_from(self.me.index).unwrap_or(u16::MAX)) },
        };
        let accepted = io.namespaces.accept(&Namespace::ROOT, &identity.sid, Some(&identity.pid.to_string()));
        if let Some(frame) = accepted {
            self.core.parking.live(identity.pid, self.me.index, conn.id);
            conn.push(frame);
        }
        io.identity = Some(identity);
    }

    /// Handles the end of a connection that followed `streams`. Stores its state for recovery.
    pub fn lost(
        &self,
        conn: &Connection,
        user: Option<store::types::ids::UserId>,
        streams: Vec<(StreamKey, Option<Position>)>,
    ) {
        let Protocol::SocketIo(io) = &conn.link else { return };
        let mut io = io.borrow_mut();
        self.sids.borrow_mut().remove(&io.engine.sid());
        if !io.engine.is_over() {
            io.engine.abort();
        }
        if let Some(body) = io.engine.release()
            && let Some(held) = io.held.take()
        {
            let _ = held.send(body);
        }
        let Some(Identity { sid, pid }) = io.identity.take() else { return };
        // Lost again during a recovery: some positions are unknown, so the client starts a new session.
        let is_whole = io.resuming == 0;
        match user {
            Some(user) if is_whole && !io.is_final && !self.core.is_draining() => {
                let trail = std::mem::take(&mut io.trail);
                self.core.parking.persist(pid, PersistedSession { user, sid, trail, streams });
            }
            _ => self.core.parking.forget(pid),
        }
    }
}

impl Handler<Evict> for Shard {
    type Result = ();

    fn handle(&mut self, Evict(old): Evict, _: &mut Context<Self>) {
        if let Some(table) = self.table() {
            table.give_up(old);
        }
    }
}
