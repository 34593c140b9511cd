//! The move of a session from polling to a WebSocket.

use std::{io, rc::Rc};

use bytes::{Bytes, BytesMut};
use tokio::{net::TcpStream, time::timeout};

use super::engine::{self, Probed};
use crate::{
    conn::{Conn, Link},
    table::Table,
    ws,
};

impl Table {
    /// A WebSocket that a session moves to: answers its probe, and when it has moved reads on.
    pub async fn probe(self: Rc<Self>, conn: Rc<Conn>, socket: TcpStream, first: Bytes) {
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
