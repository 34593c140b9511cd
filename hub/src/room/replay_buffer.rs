//! Last events of a stream, encoded. A subscriber that reconnects soon costs no database read.

use std::collections::VecDeque;

use crate::protocol::Frame;

/// Maximum number of events.
const EVENTS: usize = 512;
/// Maximum size in bytes: 1,000 busy rooms stay under 256 MiB.
const BYTES: usize = 256 * 1024;

/// A gapless run of event frames, oldest first.
#[derive(Default)]
pub struct ReplayBuffer {
    frames: VecDeque<Frame>,
    /// Sequence of the newest frame.
    last: i64,
    bytes: usize,
}

impl ReplayBuffer {
    /// Creates an empty buffer of a stream at `seq`.
    pub fn new(seq: i64) -> Self {
        Self { last: seq, ..Self::default() }
    }

    /// Adds the event with the next number.
    pub fn push(&mut self, frame: Frame) {
        self.last += 1;
        self.bytes += frame.size();
        self.frames.push_back(frame);
        while self.frames.len() > EVENTS || self.bytes > BYTES {
            let Some(oldest) = self.frames.pop_front() else { break };
            self.bytes -= oldest.size();
        }
    }

    /// Returns the frames after `since`; `None` if the buffer does not reach back that far or `since` is ahead.
    pub fn after(&self, since: i64) -> Option<impl Iterator<Item = &Frame>> {
        let missing = usize::try_from(self.last.checked_sub(since)?).ok()?;
        let skipped = self.frames.len().checked_sub(missing)?;
        Some(self.frames.iter().skip(skipped))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{StreamKey, json};
    use store::types::ids::ChatId;

    fn frame(seq: i64) -> Frame {
        Frame::event(StreamKey::Chat(ChatId(1)), "e", seq, &json(&seq))
    }

    #[test]
    fn after_returns_frames_only_when_gapless() {
        let mut log = ReplayBuffer::new(10);
        assert_eq!(log.after(10).map(Iterator::count), Some(0));
        assert!(log.after(9).is_none() && log.after(11).is_none());
        for seq in 11..=600 {
            log.push(frame(seq));
        }
        assert_eq!(log.after(598).map(Iterator::count), Some(2));
        assert_eq!(log.after(600 - 512).map(Iterator::count), Some(512));
        assert!(log.after(600 - 513).is_none(), "the oldest have been dropped");
        assert!(log.after(i64::MIN).is_none());
    }
}
