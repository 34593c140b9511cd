//! Input from connections: frames, commands, client signals, renewed tokens.

use std::rc::Rc;

use bytes::Bytes;
use serde_json::value::RawValue;

use super::ConnectionTable;
use crate::{
    metrics,
    protocol::{ClientFrame, Frame, StreamKey, WireError},
    room::{Requester, fanout::Ack, registry::Request},
    transport::{
        connection::{Connection, Protocol},
        ws,
    },
};

/// Maximum bytes of a command id that the reply repeats; a ULID has 26.
const ID_MAX: usize = 64;
const ID_EXPECTED: &str = "expected an id of 26 characters (a ULID)";

impl ConnectionTable {
    /// Handles an event from a connection. The caller flushes once per batch of input.
    pub fn said(self: &Rc<Self>, conn: &Rc<Connection>, event: ws::Event) {
        let Protocol::Plain(stream) = conn.link else { return self.on_frame(conn, event) };
        match event {
            ws::Event::Text(text) => self.plain_frame(conn, stream, &text),
            ws::Event::Binary(_) => {
                metrics::REFUSED.with_label_values(&["frame"]).inc();
                conn.close(self, ws::code::UNSUPPORTED, "expected text, got binary");
            }
            ws::Event::Ping(payload) => {
                conn.answer_ping(&payload);
                conn.count_overhead(self, 1);
            }
            ws::Event::Pong(_) => conn.count_overhead(self, 1),
            ws::Event::Close { code, .. } => conn.push_last(ws::close_of(code)),
        }
    }

    fn plain_frame(self: &Rc<Self>, conn: &Rc<Connection>, stream: StreamKey, text: &Bytes) {
        let frame = self.judge_size(ClientFrame::plain(text, stream), text.len());
        // Commands and signals are charged on their way to the room.
        let is_charged = matches!(frame, Ok(ClientFrame::Command { .. } | ClientFrame::Signal { .. }));
        let may = if is_charged { Ok(()) } else { self.check_rate(conn) };
        let (ack, taken) = match may.and(frame) {
            Ok(ClientFrame::Ping) => return conn.push(ws::text("{\"type\":\"pong\"}")),
            Ok(ClientFrame::Renew { token }) => (Ack::None, self.renew(conn, &token)),
            Ok(ClientFrame::Command { id, .. }) if id.len() > ID_MAX => {
                (Ack::None, Err(WireError::malformed(ID_EXPECTED)))
            }
            Ok(ClientFrame::Command { id, command, .. }) => {
                let ack = Ack::Id(id.clone());
                (ack.clone(), self.command(conn, stream, &id, command, ack))
            }
            Ok(ClientFrame::Signal { signal, .. }) => (Ack::None, self.hint(conn, stream, signal)),
            // Plain sockets ignore joins and leaves. Connecting joins their stream.
            Ok(ClientFrame::Join { .. } | ClientFrame::Leave { .. }) => return,
            Err(refusal) => (Ack::None, Err(refusal)),
        };
        if let Err(refusal) = taken {
            metrics::REFUSED.with_label_values(&[refusal.code]).inc();
            match ack {
                Ack::None => conn.push_frame(&Frame::error(&refusal)),
                ack => conn.push_reply(&ack, &Err(refusal.clone())),
            }
            if refusal.is_rate() {
                conn.count_overhead(self, 1);
            }
        }
    }

    /// Rejects an oversized frame. Oversized commands pass, because their topic may have a limit of its own.
    pub fn judge_size<'a>(
        &self,
        frame: Result<ClientFrame<'a>, WireError>,
        bytes: usize,
    ) -> Result<ClientFrame<'a>, WireError> {
        match frame {
            Ok(frame) if !matches!(frame, ClientFrame::Command { .. }) => self.core.ensure_fits(bytes).map(|()| frame),
            frame => frame,
        }
    }

    /// Forwards a command to its room.
    pub fn command(
        &self,
        conn: &Rc<Connection>,
        stream: StreamKey,
        id: &str,
        command: &RawValue,
        ack: Ack,
    ) -> Result<(), WireError> {
        let from = self.asker(conn, ack)?;
        let id = id.parse().map_err(WireError::malformed)?;
        self.core.request(stream, from, Request::Command { id, command })
    }

    /// Forwards a client signal to its room.
    pub fn hint(&self, conn: &Rc<Connection>, stream: StreamKey, hint: &RawValue) -> Result<(), WireError> {
        let from = self.asker(conn, Ack::None)?;
        self.core.request(stream, from, Request::ClientSignal(hint))
    }

    fn asker(&self, conn: &Rc<Connection>, ack: Ack) -> Result<Requester, WireError> {
        let session = conn.session.borrow();
        let session = session.as_ref().ok_or(WireError::UNAUTHENTICATED)?;
        conn.take_token(&self.core.limits)?;
        Ok(Requester { who: session.who, conn: conn.id, shard: self.me.clone(), ack, join: 0 })
    }

    /// Continues with a fresh token of the same account and session.
    pub fn renew(&self, conn: &Rc<Connection>, token: &str) -> Result<(), WireError> {
        let fresh = self.core.auth.token(token).ok_or(WireError::UNAUTHENTICATED)?;
        let mut session = conn.session.borrow_mut();
        let session = session.as_mut().ok_or(WireError::UNAUTHENTICATED)?;
        if fresh.user != session.who.user {
            return Err(WireError::NOT_ALLOWED);
        }
        session.who = fresh;
        session.told_to_renew = false;
        Ok(())
    }
}
