//! Upgrade of a session from polling to a WebSocket.

use std::{
    io,
    net::Shutdown,
    rc::Rc,
    time::{Duration, Instant},
};

use actix::{Context, Handler, Message, dev::SendError};
use bytes::{Bytes, BytesMut};
use socket2::SockRef;
use tokio::{
    net::TcpStream,
    time::{sleep, timeout},
};

use super::{
    Sid,
    engine::{self, EngineError, Probed},
    polling::reject,
};
use crate::{
    Hub, metrics,
    protocol::close,
    shard::{Shard, connections::ConnectionTable},
    transport::{
        connection::{Connection, Protocol},
        limits::Bucket,
        turn::Turn,
        ws,
    },
};

const DRAIN_TIMEOUT: Duration = Duration::from_secs(1);
const DRAIN_PAUSE: Duration = Duration::from_millis(10);
const DRAINED_AT_ONCE: usize = 16 * 1024;

/// A WebSocket that opens for a session's upgrade.
#[derive(Message)]
#[rtype(result = "()")]
pub struct Upgrade {
    sid: Sid,
    socket: std::net::TcpStream,
    first: Bytes,
    handshake: ws::Accepted,
}

impl Hub {
    /// Sends a WebSocket to the shard of its session.
    pub(crate) fn upgrade_session(&self, sid: Sid, handshake: ws::Accepted, socket: TcpStream, first: Bytes) {
        let Some(shard) = self.holder(sid) else { return reject(socket, EngineError::UnknownSid) };
        // Deregisters the socket from this thread's reactor before it moves to another thread.
        if let Ok(socket) = socket.into_std()
            && let Err(refused) = shard.try_send(Upgrade { sid, socket, first, handshake })
        {
            metrics::REFUSED.with_label_values(&["busy"]).inc();
            let (SendError::Full(upgrade) | SendError::Closed(upgrade)) = refused;
            if let Ok(socket) = TcpStream::from_std(upgrade.socket) {
                reject(socket, EngineError::Unavailable);
            }
        }
    }
}

impl ConnectionTable {
    fn upgrade(self: &Rc<Self>, Upgrade { sid, socket, first, handshake }: Upgrade) {
        // A socket that this thread's reactor rejects is dropped: its client stays on polling.
        let Ok(socket) = TcpStream::from_std(socket) else { return };
        let Some(conn) = self.session(sid) else { return reject(socket, EngineError::UnknownSid) };
        let Protocol::SocketIo(io) = &conn.link else { return };
        let begun = io.borrow_mut().engine.upgrade(self.now(), &self.engine);
        let table = self.clone();
        actix_rt::spawn(async move {
            let opened = write_all(&socket, &handshake.response()).await;
            if begun && opened.is_ok() {
                table.probe(conn, socket, first).await;
            } else {
                // The session has already moved, or is moving.
                let _ = write_all(&socket, &ws::close(ws::code::NORMAL, "")).await;
            }
        });
    }

    /// Runs the upgrade on a WebSocket: answers its probe, then reads from it once the session has moved.
    async fn probe(self: Rc<Self>, conn: Rc<Connection>, socket: TcpStream, first: Bytes) {
        let socket = Rc::new(socket);
        let mut decoder = ws::Decoder::server(ws::Limits { message: self.core.limits.anonymous_frame });
        let mut buffer = BytesMut::from(first);
        // Times out shortly before the session cancels the upgrade.
        let patience = self.core.limits.upgrading * 19 / 20;
        let moved = timeout(patience, self.probed(&conn, &socket, &mut decoder, &mut buffer)).await;
        let Protocol::SocketIo(state) = &conn.link else { return };
        match moved.unwrap_or(Err(ws::code::NORMAL)) {
            Ok(()) => {
                conn.attach(socket, decoder, &self.core.limits);
                conn.flush(&self);
                conn.read_on(self, buffer.freeze()).await;
            }
            Err(code) => {
                state.borrow_mut().engine.probe_lost();
                end(&socket, code).await;
            }
        }
    }

    /// Waits until the session has moved. An error is the close code for the socket.
    async fn probed(
        self: &Rc<Self>,
        conn: &Rc<Connection>,
        socket: &TcpStream,
        decoder: &mut ws::Decoder,
        buffer: &mut BytesMut,
    ) -> Result<(), u16> {
        let Protocol::SocketIo(state) = &conn.link else { return Err(ws::code::NORMAL) };
        let limits = &self.core.limits;
        let mut turn = Turn::default();
        // An upgrade takes two frames; any others are overhead.
        let mut overhead = Bucket::full();
        loop {
            let mut pong = None;
            loop {
                turn.yield_if_over().await;
                let decoded = decoder.decode(buffer).map_err(failed)?;
                let frames = decoder.take_unfinished() + u32::from(decoded.is_some());
                overhead
                    .take_many(frames, limits.overhead_rate, limits.overhead_burst, Instant::now())
                    .map_err(|_| close::TOO_MANY)?;
                let Some(event) = decoded else { break };
                turn.add_frame();
                let packet = match event {
                    ws::Event::Text(text) => engine::Packet::parse(&text).map_err(failed)?,
                    ws::Event::Ping(payload) => {
                        pong = Some(ws::pong(&payload));
                        continue;
                    }
                    ws::Event::Pong(_) => continue,
                    ws::Event::Binary(_) | ws::Event::Close { .. } => return Err(ws::code::NORMAL),
                };
                let probed = state.borrow_mut().engine.probe(&packet);
                match probed {
                    Probed::Answer(pong) => {
                        // Ends the held poll, so that the client can stop polling.
                        conn.flush(self);
                        write_all(socket, &pong).await.map_err(failed)?;
                    }
                    Probed::Upgraded { frames, poll } => {
                        let held = state.borrow_mut().held.take();
                        if let (Some(held), Some(body)) = (held, poll) {
                            let _ = held.send(body);
                        }
                        // Empty: frames go to the session only when a poll takes them at once.
                        frames.into_iter().for_each(|frame| conn.push(frame));
                        return Ok(());
                    }
                    Probed::Failed => return Err(ws::code::NORMAL),
                }
            }
            // Only the newest ping needs an answer (RFC 6455 §5.5.3).
            if let Some(pong) = pong {
                write_all(socket, &pong).await.map_err(failed)?;
            }
            socket.readable().await.map_err(failed)?;
            match socket.try_read_buf(buffer) {
                Ok(0) => return Err(ws::code::NORMAL),
                Ok(count) => turn.add_bytes(count),
                // The next wait yields to other tasks.
                Err(cause) if cause.kind() == io::ErrorKind::WouldBlock => turn = Turn::default(),
                Err(cause) => return Err(failed(cause)),
            }
        }
    }
}

/// Close code of a failed upgrade. The session continues on polling.
fn failed<E>(_: E) -> u16 {
    ws::code::NORMAL
}

impl Handler<Upgrade> for Shard {
    type Result = ();

    fn handle(&mut self, upgrade: Upgrade, _: &mut Context<Self>) {
        if let Some(table) = self.table() {
            table.upgrade(upgrade);
        }
    }
}

/// Closes the socket of a failed upgrade. Reads its input briefly first: unread input would cause a reset, which
/// discards the close frame.
async fn end(socket: &TcpStream, code: u16) {
    if write_all(socket, &ws::close(code, "")).await.is_err() {
        return;
    }
    let _ = SockRef::from(socket).shutdown(Shutdown::Write);
    let drained = async {
        while socket.readable().await.is_ok() {
            match socket.try_read(&mut [0; DRAINED_AT_ONCE]) {
                Err(cause) if cause.kind() == io::ErrorKind::WouldBlock => {}
                Ok(0) | Err(_) => return,
                // Paced, so that it costs other tasks nothing.
                Ok(_) => sleep(DRAIN_PAUSE).await,
            }
        }
    };
    let _ = timeout(DRAIN_TIMEOUT, drained).await;
}

/// Writes to a socket that has no write queue yet.
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
