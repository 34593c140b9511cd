//! Input of a connection: reads bytes from its socket in turns and decodes frames.

use std::{
    io,
    rc::Rc,
    time::{Duration, Instant},
};

use bytes::{BufMut as _, Bytes, BytesMut};
use tokio::net::TcpStream;

use super::Connection;
use crate::{metrics, protocol::close, shard::connections::ConnectionTable, transport::turn::Turn};

/// Bytes per read.
const SCRATCH: usize = 16 * 1024;
/// Buffer space for the rest of a frame's header, and for a short frame.
const HEAD: usize = 256;
/// Pause between the turns that discard the input of a closed connection.
const CLOSING_PAUSE: Duration = Duration::from_millis(10);

impl Connection {
    /// Reads until the peer closes.
    pub async fn read_on(self: Rc<Self>, table: Rc<ConnectionTable>, first: Bytes) {
        let Some(socket) = self.socket() else { return };
        // Copies the bytes, usually none: the request's own buffer is freed soon.
        let mut partial = BytesMut::from(&first[..]);
        drop(first);
        let mut held = table.core.usage.anonymous_input();
        let mut turn = Turn::default();
        let mut has_frames = !partial.is_empty();
        'input: loop {
            // Stops reading from a peer that does not read its replies: they would pile up without bound.
            while !self.closing.get() && self.is_full(table.core.limits.queue) {
                if socket.writable().await.is_err() {
                    break 'input;
                }
                tokio::task::yield_now().await;
            }
            if turn.is_over() && self.closing.get() {
                // Discards further input of a closed peer at a pace that costs other tasks nothing.
                tokio::time::sleep(CLOSING_PAUSE).await;
            }
            turn.yield_if_over().await;
            if has_frames {
                has_frames = self.take_in(&table, &mut partial, &mut turn);
            } else if socket.readable().await.is_err() {
                break;
            } else {
                match self.read(&socket, &table, &mut partial, &mut turn) {
                    Ok(None) => break,
                    Ok(Some(more)) => has_frames = more,
                    // The next wait yields to other tasks.
                    Err(cause) if cause.kind() == io::ErrorKind::WouldBlock => turn = Turn::default(),
                    Err(_) => break,
                }
            }
            let is_anonymous = self.session.borrow().is_none();
            let bytes = if is_anonymous { partial.capacity() + self.decoder.borrow().held() } else { 0 };
            if !held.resize(bytes, table.core.limits.anonymous_input) && !self.closing.get() {
                self.close(&table, close::TOO_MANY, "too many incomplete frames");
                partial = BytesMut::new();
            }
        }
        table.on_disconnect(&self);
    }

    /// Reads once. Returns whether complete frames may be left in `partial`, or `None` at the end of the stream. Bytes
    /// go through a buffer shared by the thread. So an idle connection, or one whose frames arrive whole, owns none.
    fn read(
        self: &Rc<Self>,
        socket: &TcpStream,
        table: &Rc<ConnectionTable>,
        partial: &mut BytesMut,
        turn: &mut Turn,
    ) -> io::Result<Option<bool>> {
        if !partial.is_empty() {
            // The decoder has reserved the rest of a frame whose header has arrived.
            if partial.len() == partial.capacity() {
                partial.reserve(HEAD);
            }
            let count = socket.try_read_buf(&mut (&mut *partial).limit(SCRATCH))?;
            turn.add_bytes(count);
            return Ok((count > 0).then(|| self.take_in(table, partial, turn)));
        }
        let mut scratch = table.scratch.take();
        scratch.clear();
        scratch.reserve(SCRATCH);
        let read = socket.try_read_buf(&mut (&mut scratch).limit(SCRATCH));
        let mut more = false;
        if let Ok(count) = read
            && count > 0
        {
            turn.add_bytes(count);
            more = self.take_in(table, &mut scratch, turn);
            if !scratch.is_empty() {
                *partial = BytesMut::from(&scratch[..]);
            }
        }
        table.scratch.replace(scratch);
        read.map(|count| (count > 0).then_some(more))
    }

    /// Handles the frames in `buffer`. Returns true if complete ones may be left: the turn is over, or too many replies
    /// wait.
    fn take_in(self: &Rc<Self>, table: &Rc<ConnectionTable>, buffer: &mut BytesMut, turn: &mut Turn) -> bool {
        let (mut is_heard, mut more) = (false, false);
        while !self.closing.get() {
            if turn.is_over() || self.is_full(table.core.limits.queue) {
                more = !buffer.is_empty();
                break;
            }
            let (decoded, unfinished) = {
                let mut decoder = self.decoder.borrow_mut();
                (decoder.decode(buffer), decoder.take_unfinished())
            };
            if unfinished > 0 {
                self.count_overhead(table, unfinished);
            }
            match decoded {
                Ok(Some(event)) => {
                    is_heard = true;
                    turn.add_frame();
                    table.said(self, event);
                }
                Ok(None) => break,
                Err(cause) => {
                    metrics::REFUSED.with_label_values(&["frame"]).inc();
                    self.close(table, cause.code(), &cause.to_string());
                }
            }
        }
        if is_heard {
            self.heard.set(Instant::now());
            self.flush(table);
        }
        if self.closing.get() {
            buffer.clear();
        }
        if buffer.is_empty() && buffer.capacity() > SCRATCH {
            *buffer = BytesMut::new();
        }
        more && !self.closing.get()
    }
}
