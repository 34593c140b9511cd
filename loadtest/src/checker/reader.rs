//! What one reader of a stream got so far.

use std::collections::BTreeSet;

use super::Message;
use crate::wire::Position;

#[derive(Default)]
pub struct ReaderLog {
    pub position: Option<Position>,
    pub last_message: u64,
    /// Something was wrong with what it got, so that nothing may be taken for granted.
    pub out_of_sync: bool,
    /// Which epoch of the stream its position is in.
    pub epoch: usize,
    /// The events of this epoch after the first seq, up to the second, came one after the other and were right.
    range: (u64, u64),
    /// Such ranges before it.
    ranges: Vec<(u64, u64)>,
    /// Seqs that a gap skipped: if one comes later, it is out of order and no duplicate.
    pub skipped_over: BTreeSet<u64>,
    /// Bit n: message number n was delivered otherwise than by the events of a range.
    delivered: Vec<u64>,
    /// What declared resyncs left out: after the first, before the second.
    pub excused: Vec<(u64, u64)>,
}

impl ReaderLog {
    /// Whether the reader has this message.
    pub fn has(&self, number: u32, message: &Message) -> bool {
        let is_on = |(after, to): &(u64, u64)| message.seq.is_some_and(|seq| seq > *after && seq <= *to);
        (message.epoch == self.epoch && (is_on(&self.range) || self.ranges.iter().any(is_on)))
            || self.delivered.get(number as usize / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// The events after `from` up to `to` came in a range.
    pub fn mark_range(&mut self, from: u64, to: u64) {
        if self.range.1 != from {
            let before = std::mem::replace(&mut self.range, (from, to));
            if before.1 > before.0 {
                self.ranges.push(before);
            }
        }
        self.range.1 = to;
    }

    /// Another epoch begins for it, in which a seq may be something else: what came in ranges is kept by number.
    pub fn enter_epoch(&mut self, epoch: usize, messages: &[Message]) {
        if epoch == self.epoch {
            return;
        }
        for (number, message) in (1..).zip(messages) {
            if self.has(number, message) {
                self.mark(number);
            }
        }
        self.range = (0, 0);
        self.ranges.clear();
        self.epoch = epoch;
    }

    pub fn is_excused(&self, seq: u64) -> bool {
        is_within(&self.excused, seq)
    }

    /// Message `number` was delivered otherwise than by the events of a range.
    pub fn mark(&mut self, number: u32) {
        let word = number as usize / 64;
        if self.delivered.len() <= word {
            self.delivered.resize(word + 1, 0);
        }
        self.delivered[word] |= 1 << (number % 64);
    }
}

pub fn is_within(ranges: &[(u64, u64)], seq: u64) -> bool {
    ranges.iter().any(|(after, before)| seq > *after && seq < *before)
}
