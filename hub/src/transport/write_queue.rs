//! Write queue of one socket.

use std::{collections::VecDeque, io, io::IoSlice, time::Instant};

use bytes::Bytes;
use tokio::net::TcpStream;

use crate::metrics;

/// Maximum number of frames in one vectored write.
const SLICES: usize = 64;
/// Capacity in frames above which an emptied queue frees its memory.
const KEPT: usize = 8;
/// Memory of a queued frame beside its bytes: its slot in the queue, which doubles as it grows, and its allocation's
/// header.
const FRAME_OVERHEAD: usize = 64;

/// A queue of complete WebSocket frames. The session limits its size.
#[derive(Default)]
pub struct WriteQueue {
    queue: VecDeque<Bytes>,
    /// Bytes of the first frame already written.
    written: usize,
    /// Memory of the queue in bytes.
    bytes: usize,
    blocked: Option<Instant>,
    /// Pong for the newest ping, written once the queue is empty.
    pong: Option<Bytes>,
}

/// Returns the memory of a queued frame in bytes.
fn weight(frame: &Bytes) -> usize {
    frame.len() + FRAME_OVERHEAD
}

impl WriteQueue {
    pub fn push(&mut self, frame: Bytes) {
        self.bytes += weight(&frame);
        self.queue.push_back(frame);
    }

    /// Replaces the pending pong: only the newest ping needs an answer (RFC 6455 §5.5.3).
    pub fn set_pong(&mut self, pong: Bytes) {
        self.pong = Some(pong);
    }

    /// Queues the pending pong, ahead of a close frame.
    pub fn queue_pong(&mut self) {
        if let Some(pong) = self.pong.take() {
            self.push(pong);
        }
    }

    /// Returns the memory of the queued frames, with the overhead of each.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Starts the write stall timeout if it is not running.
    pub fn block(&mut self, now: Instant) {
        self.blocked.get_or_insert(now);
    }

    /// Returns the time since which the peer has read nothing.
    pub fn blocked(&self) -> Option<Instant> {
        self.blocked
    }

    /// Takes all queued frames, for a polling client.
    pub fn take_all(&mut self) -> VecDeque<Bytes> {
        self.bytes = 0;
        self.written = 0;
        self.blocked = None;
        std::mem::take(&mut self.queue)
    }

    /// Frees the memory of an empty queue.
    pub fn release(&mut self) {
        if self.queue.is_empty() {
            self.queue = VecDeque::new();
        }
    }

    /// Drops the queued frames except a partially written one.
    pub fn clear_unsent(&mut self) {
        self.queue.truncate(usize::from(self.written > 0));
        self.bytes = self.queue.iter().map(weight).sum();
        self.pong = None;
    }

    /// Writes as much as the socket accepts. Returns true if the queue is empty.
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
