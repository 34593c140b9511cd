//! What waits to be written to one socket.

use std::{collections::VecDeque, io, io::IoSlice, time::Instant};

use bytes::Bytes;
use tokio::net::TcpStream;

use crate::metrics;

/// Frames in one vectored write at most.
const SLICES: usize = 64;
/// An emptied queue with more places than this gives its memory back.
const KEPT: usize = 8;
/// Memory of a queued frame beside its bytes: its place in the queue, which doubles as it grows, and its allocation's header.
const FRAME_OVERHEAD: usize = 64;

/// A queue of complete WebSocket frames. How much may wait is the session's business.
#[derive(Default)]
pub struct WriteQueue {
    queue: VecDeque<Bytes>,
    /// Bytes of the first frame that are written already.
    written: usize,
    /// Memory of the queue.
    bytes: usize,
    blocked: Option<Instant>,
    /// The answer to the newest ping, written once the queue is empty.
    pong: Option<Bytes>,
}

/// The memory that a queued frame takes.
fn weight(frame: &Bytes) -> usize {
    frame.len() + FRAME_OVERHEAD
}

impl WriteQueue {
    pub fn push(&mut self, frame: Bytes) {
        self.bytes += weight(&frame);
        self.queue.push_back(frame);
    }

    /// Replaces the pong that waits: only the newest ping needs an answer (RFC 6455 §5.5.3).
    pub fn set_pong(&mut self, pong: Bytes) {
        self.pong = Some(pong);
    }

    /// Queues the pong that waits, ahead of a close frame.
    pub fn queue_pong(&mut self) {
        if let Some(pong) = self.pong.take() {
            self.push(pong);
        }
    }

    /// Memory of what waits, with the overhead of each frame.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Starts the time that the peer is given to fetch what waits, if it has not started.
    pub fn block(&mut self, now: Instant) {
        self.blocked.get_or_insert(now);
    }

    /// Since when the peer has taken nothing.
    pub fn blocked(&self) -> Option<Instant> {
        self.blocked
    }

    /// Takes everything that waits, for a reader that fetches it.
    pub fn take_all(&mut self) -> VecDeque<Bytes> {
        self.bytes = 0;
        self.written = 0;
        self.blocked = None;
        std::mem::take(&mut self.queue)
    }

    /// Gives an empty queue's memory back.
    pub fn release(&mut self) {
        if self.queue.is_empty() {
            self.queue = VecDeque::new();
        }
    }

    /// Drops what waits, but for a frame that is half written.
    pub fn clear_unsent(&mut self) {
        self.queue.truncate(usize::from(self.written > 0));
        self.bytes = self.queue.iter().map(weight).sum();
        self.pong = None;
    }

    /// Writes as much as the socket takes. Answers whether nothing waits any more.
    pub fn write_to(&mut self, socket: &TcpStream) -> io::Result<bool> {
        loop {
            if self.queue.is_empty() {
                self.queue_pong();
            }
            if self.queue.is_empty() {
                break;
            }
            metrics::WRITES.inc();
            match self.write_once(socket) {
                Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                Ok(written) => {
                    self.blocked = None;
                    self.advance(written);
                }
                Err(cause) if cause.kind() == io::ErrorKind::WouldBlock => {
                    self.blocked.get_or_insert_with(Instant::now);
                    return Ok(false);
                }
                Err(cause) => return Err(cause),
            }
        }
        if self.queue.capacity() > KEPT {
            self.queue = VecDeque::new();
        }
        Ok(true)
    }

    fn write_once(&self, socket: &TcpStream) -> io::Result<usize> {
        if let (Some(only), 1) = (self.queue.front(), self.queue.len()) {
            return socket.try_write(&only[self.written..]);
        }
        let mut slices = [IoSlice::new(&[]); SLICES];
        let mut count = 0;
        for (place, frame) in slices.iter_mut().zip(&self.queue) {
            let skip = if count == 0 { self.written } else { 0 };
            *place = IoSlice::new(&frame[skip..]);
            count += 1;
        }
        socket.try_write_vectored(&slices[..count])
    }

    fn advance(&mut self, written: usize) {
        metrics::BYTES_OUT.inc_by(written as u64);
        let mut done = self.written + written;
        while let Some(first) = self.queue.front() {
            if done < first.len() {
                break;
            }
            done -= first.len();
            self.bytes -= weight(first);
            self.queue.pop_front();
        }
        self.written = done;
    }
}
