//! Runs of consecutive events of one stream, sent together. Encoded once and shared by most subscribers.

use std::sync::OnceLock;

use bytes::{Bytes, BytesMut};

use super::{Frame, Kind};

/// Event frames of one stream with consecutive numbers, the same for every subscriber.
#[derive(Debug)]
pub struct EventBatch {
    first: i64,
    frames: Vec<Frame>,
    size: usize,
    plain: OnceLock<Bytes>,
    socket_io: OnceLock<Bytes>,
}

impl EventBatch {
    /// Creates a run that begins with the event `first`.
    pub fn new(first: i64, frame: Frame) -> Self {
        let size = frame.size();
        Self { first, frames: vec![frame], size, plain: OnceLock::new(), socket_io: OnceLock::new() }
    }

    /// Adds a frame. Returns false if the frame is not the next event or differs between subscribers.
    pub fn push(&mut self, seq: i64, frame: &Frame) -> bool {
        let is_next = frame.kind() == Kind::Event && seq == self.last() + 1 && !frame.is_redacted();
        if is_next {
            self.size += frame.size();
            self.frames.push(frame.clone());
        }
        is_next
    }

    pub fn first(&self) -> i64 {
        self.first
    }

    pub fn last(&self) -> i64 {
        self.first - 1 + self.frames.len() as i64
    }

    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// Returns the size in a queue in bytes, about the same on either wire.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Returns the concatenated WebSocket frames for a plain socket.
    pub fn plain(&self) -> Bytes {
        self.plain.get_or_init(|| joined(&self.frames, Frame::plain)).clone()
    }

    /// Returns the concatenated WebSocket frames for a Socket.IO connection.
    pub fn socket_io(&self) -> Bytes {
        self.socket_io.get_or_init(|| joined(&self.frames, Frame::socket_io)).clone()
    }
}

fn joined(frames: &[Frame], encoded: fn(&Frame) -> Bytes) -> Bytes {
    if let [frame] = frames {
        return encoded(frame);
    }
    let mut bytes = BytesMut::with_capacity(frames.iter().map(|frame| encoded(frame).len()).sum());
    frames.iter().for_each(|frame| bytes.extend_from_slice(&encoded(frame)));
    bytes.freeze()
}

#[cfg(test)]
mod tests {
    use store::types::ids::{ChatId, UserId};

    use super::*;
    use crate::protocol::{StreamKey, json};

    fn event(seq: i64) -> Frame {
        Frame::event(StreamKey::Chat(ChatId(1)), "e", seq, &json(&seq))
    }

    #[test]
    fn batch_concatenates_its_frames() {
        let mut run = EventBatch::new(4, event(4));
        assert_eq!(run.plain(), event(4).plain());
        let mut run_of_two = EventBatch::new(4, event(4));
        assert!(run_of_two.push(5, &event(5)));
        assert_eq!((run_of_two.first(), run_of_two.last(), run_of_two.frames().len()), (4, 5, 2));
        assert_eq!(run_of_two.plain(), [event(4).plain(), event(5).plain()].concat());
        assert_eq!(run_of_two.socket_io(), [event(4).socket_io(), event(5).socket_io()].concat());
        assert!(!run.push(6, &event(6)), "5 is missing");
        let with_redaction = event(5).with_redaction(vec![UserId(1)], event(5));
        assert!(!run.push(5, &with_redaction), "not everybody may see it");
    }
}
