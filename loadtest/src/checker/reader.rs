//! State of one reader of a stream.

use std::collections::BTreeSet;

use super::Message;
use crate::wire::Position;

#[derive(Default)]
pub struct ReaderLog {
    pub position: Option<Position>,
    pub last_message: u64,
    /// A fault was found, so byte comparison is off for this reader.
    pub out_of_sync: bool,
    /// Index of the stream's epoch that the position belongs to.
    pub epoch: usize,
    /// Contiguous correct events of this epoch: first seq (exclusive) and last seq.
    range: (u64, u64),
    /// Earlier contiguous ranges of this epoch.
    ranges: Vec<(u64, u64)>,
    /// Seqs skipped by a gap. A later arrival counts as reordered, not as a duplicate.
    pub skipped_over: BTreeSet<u64>,
    /// Bitmap of messages delivered outside a contiguous range, by number.
    delivered: Vec<u64>,
    /// Ranges left out by declared resyncs, both ends exclusive.
    pub excused: Vec<(u64, u64)>,
}

impl ReaderLog {
    /// Returns true if the reader received this message.
    pub fn has(&self, number: u32, message: &Message) -> bool {
        let is_on = |(after, to): &(u64, u64)| message.seq.is_some_and(|seq| seq > *after && seq <= *to);
        (message.epoch == self.epoch && (is_on(&self.range) || self.ranges.iter().any(is_on)))
            || self.delivered.get(number as usize / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// Adds the events from `from` (exclusive) to `to` to the contiguous range.
    pub fn mark_range(&mut self, from: u64, to: u64) {
        if self.range.1 != from {
            let before = std::mem::replace(&mut self.range, (from, to));
            if before.1 > before.0 {
                self.ranges.push(before);
            }
        }
        self.range.1 = to;
    }

    /// Starts another epoch, in which seqs may have other meanings: converts ranges to message numbers.
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

    /// Marks message `number` as delivered outside a contiguous range.
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
