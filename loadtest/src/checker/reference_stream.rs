//! Verified frames of a stream, byte for byte as the first reader received them: contiguous events of one epoch. A
//! reader that is at the same position and receives the same bytes receives the same events.

use std::collections::VecDeque;
use std::ops::Range;
use std::rc::Rc;

use crate::wire::Position;

/// Maximum size. Readers that are further behind are checked frame by frame.
const MAX_BYTES: usize = 1 << 20;

/// One recorded event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Message of this run in the event: number and due time.
    pub message: Option<(u32, u64)>,
    /// Number of readers past this entry.
    passed: usize,
    /// End of the frame, as an offset from the first byte ever recorded.
    end: u64,
}

#[derive(Default)]
pub struct ReferenceStream {
    epoch: Rc<str>,
    /// Seq of the first entry.
    first: u64,
    entries: VecDeque<Entry>,
    bytes: Vec<u8>,
    /// Offsets of the first byte in `bytes` and of the first entry's frame, counted like [`Entry::end`].
    base: u64,
    begin: u64,
}

impl ReferenceStream {
    /// Records the next event, as its first reader received it. A non-contiguous event restarts the recording. An entry
    /// that is already recorded stays and counts one more reader.
    pub fn record(&mut self, at: &Position, frame: &[u8], message: Option<(u32, u64)>) {
        let Position { epoch, seq } = at;
        let (seq, next) = (*seq, self.first + self.entries.len() as u64);
        if !is_same(&self.epoch, epoch) || seq > next {
            self.clear();
            self.epoch = Rc::clone(epoch);
        } else if seq < next && !self.entries.is_empty() {
            return self.skip(seq - 1, seq);
        }
        if self.entries.is_empty() {
            self.first = seq;
        }
        self.bytes.extend_from_slice(frame);
        let end = self.base + self.bytes.len() as u64;
        self.entries.push_back(Entry { message, passed: 1, end });
        while (end - self.begin) as usize > MAX_BYTES {
            self.drop_first();
        }
    }

    /// Drops all entries.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.bytes.clear();
        self.begin = self.base;
    }

    /// Finds the entries after `at` whose frames `bytes` starts with. Returns their range and length in bytes.
    pub fn match_prefix(&self, at: &Position, bytes: &[u8]) -> Option<(Range<usize>, usize)> {
        let from = usize::try_from((at.seq + 1).checked_sub(self.first)?).ok()?;
        if from >= self.entries.len() || !is_same(&self.epoch, &at.epoch) {
            return None;
        }
        let begin = from.checked_sub(1).map_or(self.begin, |before| self.entries[before].end);
        let reference = &self.bytes[(begin - self.base) as usize..];
        let length = reference.len().min(bytes.len());
        let whole = |entry: &Entry| (entry.end - begin) as usize;
        let to = if reference[..length] == bytes[..length] {
            self.entries.partition_point(|entry| entry.end < begin || whole(entry) <= length)
        } else {
            let (mut to, mut same) = (from, 0);
            while let Some(end) = self.entries.get(to).map(whole).filter(|end| *end <= length)
                && reference[same..end] == bytes[same..end]
            {
                (to, same) = (to + 1, end);
            }
            to
        };
        (to > from).then(|| (from..to, whole(&self.entries[to - 1])))
    }

    /// Counts one more reader past each entry of the range.
    pub fn advance(&mut self, range: Range<usize>) -> impl Iterator<Item = Entry> + '_ {
        self.entries.range_mut(range).map(|entry| {
            entry.passed += 1;
            *entry
        })
    }

    /// Counts a reader that jumped from one seq to another past the entries between.
    pub fn skip(&mut self, from: u64, to: u64) {
        let place = |seq: u64| ((seq + 1).saturating_sub(self.first) as usize).min(self.entries.len());
        let range = place(from)..place(to.max(from));
        self.advance(range).for_each(drop);
    }

    /// Drops the entries that all readers have passed.
    pub fn trim(&mut self, readers: usize) {
        while self.entries.front().is_some_and(|entry| entry.passed >= readers) {
            self.drop_first();
        }
    }

    fn drop_first(&mut self) {
        let Some(entry) = self.entries.pop_front() else { return };
        self.first += 1;
        self.begin = entry.end;
        // Compacts rarely enough that each byte moves once on average.
        let gone = (self.begin - self.base) as usize;
        if gone * 2 > self.bytes.len() {
            self.bytes.drain(..gone);
            self.base = self.begin;
        }
    }
}

/// Readers share the epoch, so the pointer comparison usually suffices.
fn is_same(one: &Rc<str>, other: &Rc<str>) -> bool {
    Rc::ptr_eq(one, other) || one == other
}
