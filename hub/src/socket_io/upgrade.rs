//! The move of a session from polling to a WebSocket.

use std::{io, rc::Rc};

use actix::{Context, Handler, Message, dev::SendError};
use bytes::{Bytes, BytesMut};
use tokio::{net::TcpStream, time::timeout};

use super::{
    Sid,
    engine::{self, Probed, Refusal},
    polling::turn_away,
};
use crate::{
    Hub,
    conn::{Conn, Link},
    metrics,
    shard::Shard,
    table::Table,
    ws,
};

/// A WebSocket that opens for a session.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Upgrade {
    sid: Sid,
    socket: std::net::TcpStream,
    first: Bytes,
    handshake: ws::Accepted,
}

impl Hub {
    /// Brings a WebSocket to the shard of the session that it opens for.
    pub(crate) fn upgrade_session(&self, sid: Sid, handshake: ws::Accepted, socket: TcpStream, first: Bytes) {
        let Some(shard) = self.holder(sid) else { return turn_away(socket, Refusal::UnknownSid) };
        // It leaves this thread, so this thread's reactor has to let go of it.
        if let Ok(socket) = socket.into_std()
            && let Err(refused) = shard.try_send(Upgrade { sid, socket, first, handshake })
        {
            metrics::REFUSED.with_label_values(&["busy"]).inc();
            let (SendError::Full(upgrade) | SendError::Closed(upgrade)) = refused;
            if let Ok(socket) = TcpStream::from_std(upgrade.socket) {
                turn_away(socket, Refusal::Unavailable);
            }
        }
    }
}

impl Table {
    fn upgrade(self: &Rc<Self>, Upgrade { sid, socket, first, handshake }: Upgrade) {
        // A socket that this thread's reactor does not take is dropped: its client stays on polling.
        let Ok(socket) = TcpStream::from_std(socket) else { return };
        let Some(conn) = self.session(sid) else { return turn_away(socket, Refusal::UnknownSid) };
        let Link::SocketIo(io) = &conn.link else { return };
        let begun = io.borrow_mut().engine.upgrade(self.now(), &self.engine);
        let table = self.clone();
        actix_rt::spawn(async move {
            let opened = write_all(&socket, &handshake.response()).await;
            if begun && opened.is_ok() {
                table.probe(conn, socket, first).await;
            } else {
                // It has moved already, or is about to.
                let _ = write_all(&socket, &ws::close(ws::code::NORMAL, "")).await;
            }
        });
    }

    /// A WebSocket that a session moves to: answers its probe, and when it has moved reads on.
    async fn probe(self: Rc<Self>, conn: Rc<Conn>, socket: TcpStream, first: Bytes) {
        let socket = Rc::new(socket);
        let mut decoder = ws::Decoder::server(ws::Limits { message: self.core.limits.frame });
        let mut buffer = BytesMut::from(first);
        // A moment before its session gives it up.
        let patience = self.core.limits.upgrading * 19 / 20;
        let moved = timeout(patience, self.probed(&conn, &socket, &mut decoder, &mut buffer)).await;
        let Link::SocketIo(state) = &conn.link else { return };
        match moved {
            Ok(Ok(true)) => {
                conn.attach(socket, decoder);
                conn.take_messages_of(ws::Limits { message: self.largest_frame(&conn) });
                conn.flush(&self);
                conn.read_on(self, buffer.freeze()).await;
            }
            Ok(Ok(false)) | Ok(Err(_)) | Err(_) => {
                state.borrow_mut().engine.probe_lost();
                let _ = write_all(&socket, &ws::close(ws::code::NORMAL, "")).await;
            }
        }
    }

    /// Whether the session has moved. An error is the socket's.
    async fn probed(
        self: &Rc<Self>,
        conn: &Rc<Conn>,
        socket: &TcpStream,
        decoder: &mut ws::Decoder,
        buffer: &mut BytesMut,
    ) -> io::Result<bool> {
        let Link::SocketIo(state) = &conn.link else { return Ok(false) };
        loop {
            while let Some(event) = decoder.decode(buffer).map_err(io::Error::other)? {
                let packet = match event {
                    ws::Event::Text(text) => engine::Packet::parse(&text).map_err(io::Error::other)?,
                    ws::Event::Ping(payload) => {
                        write_all(socket, &ws::pong(&payload)).await?;
                        continue;
                    }
                    ws::Event::Pong(_) => continue,
                    ws::Event::Binary(_) | ws::Event::Close { .. } => return Ok(false),
                };
                let probed = state.borrow_mut().engine.probe(&packet);
                match probed {
                    Probed::Answer(pong) => {
                        // The poll that is held ends, so that the client can leave polling.
                        conn.flush(self);
                        write_all(socket, &pong).await?;
                    }
                    Probed::Upgraded { frames, poll } => {
                        let held = state.borrow_mut().held.take();
                        if let (Some(held), Some(body)) = (held, poll) {
                            let _ = held.send(body);
                        }
                        // None: frames go to the session only when a poll takes them at once.
                        frames.into_iter().for_each(|frame| conn.push(frame));
                        return Ok(true);
                    }
                    Probed::Failed => return Ok(false),
                }
            }
            socket.readable().await?;
            match socket.try_read_buf(buffer) {
                Ok(0) => return Ok(false),
                Ok(_) => {}
                Err(cause) if cause.kind() == io::ErrorKind::WouldBlock => {}
                Err(cause) => return Err(cause),
            }
        }
    }
}

impl Handler<Upgrade> for Shard {
    type Result = ();

    fn handle(&mut self, upgrade: Upgrade, _: &mut Context<Self>) {
        if let Some(table) = self.table() {
            table.upgrade(upgrade);
        }
    }
}

/// Writes to a socket that has no queue yet.
pub(super) async fn write_all(socket: &TcpStream, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        socket.writable().await?;
        match socket.try_write(bytes) {
            Ok(written) => bytes = &bytes[written..],
            Err(cause) if cause.kind() == io::ErrorKind::WouldBlock => {}
            Err(cause) => return Err(cause),
        }
    }
    Ok(())
}
