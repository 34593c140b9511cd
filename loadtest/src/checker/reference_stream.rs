//! What the first reader of a stream got, byte for byte, after it was found to be right: the events of one epoch, one seq after
//! the other. Another reader that stands before one of them and gets the same bytes gets the same events, so that there is
//! nothing more to find in them.

use std::collections::VecDeque;
use std::ops::Range;
use std::rc::Rc;

use crate::wire::Position;

/// More is not kept for readers that stay behind: they are looked at frame by frame.
const MAX_BYTES: usize = 1 << 20;

/// An event on the reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The message of this run that it brought: its number, and when it was due.
    pub message: Option<(u32, u64)>,
    /// Readers that have passed it.
    passed: usize,
    /// Where its frame ends, counted from the beginning of all that was ever recorded.
    end: u64,
}

#[derive(Default)]
pub struct ReferenceStream {
    epoch: Rc<str>,
    /// The seq of the first entry.
    first: u64,
    entries: VecDeque<Entry>,
    bytes: Vec<u8>,
    /// Where `bytes` begins, and where the frame of the first entry does, counted as [`Entry::end`] is.
    base: u64,
    begin: u64,
}

impl ReferenceStream {
    /// Records the frame of the event after the last one, as its first reader got it. What does not follow begins anew.
    /// What is on the reference already stays as it is, and is passed by a reader more.
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

    /// Nothing of it counts any more.
    pub fn clear(&mut self) {
        self.entries.clear();
        self.bytes.clear();
        self.begin = self.base;
    }

    /// The entries that follow `at` and whose frames `bytes` begin with, and how many bytes these are.
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

    /// The entries in this range are passed by one reader more.
    pub fn advance(&mut self, range: Range<usize>) -> impl Iterator<Item = Entry> + '_ {
        self.entries.range_mut(range).map(|entry| {
            entry.passed += 1;
            *entry
        })
    }

    /// A reader more has gone from one seq to another, and will not come to what is between.
    pub fn skip(&mut self, from: u64, to: u64) {
        let place = |seq: u64| ((seq + 1).saturating_sub(self.first) as usize).min(self.entries.len());
        let range = place(from)..place(to.max(from));
        self.advance(range).for_each(drop);
    }

    /// Lets go of what all of so many readers have passed.
    pub fn trim(&mut self, readers: usize) {
        while self.entries.front().is_some_and(|entry| entry.passed >= readers) {
            self.drop_first();
        }
    }

    fn drop_first(&mut self) {
        let Some(entry) = self.entries.pop_front() else { return };
        self.first += 1;
        self.begin = entry.end;
        // Moved rarely enough that each byte is moved once on average.
        let gone = (self.begin - self.base) as usize;
        if gone * 2 > self.bytes.len() {
            self.bytes.drain(..gone);
            self.base = self.begin;
        }
    }
}

/// Readers of a stream share its epoch, so mostly the text need not be looked at.
fn is_same(one: &Rc<str>, other: &Rc<str>) -> bool {
    Rc::ptr_eq(one, other) || one == other
}
