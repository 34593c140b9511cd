//! Judges what the server delivered. It knows every command that was sent, every answer, and every frame that each reader
//! got, and finds what the guarantees rule out. Plain state: no socket, no clock.
//!
//! The rules: an `event` has the seq after the last one; a `resumed` batch starts where the reader was and may have holes;
//! a `resync` snapshot may leave out what is older than its oldest message (counted, no fault); every acknowledged message
//! reaches every reader of its stream once, under one seq that is the same for all, in order; a refused one reaches nobody.

mod findings;

use std::collections::{BTreeSet, HashMap};

pub use self::findings::{Fault, Findings};
use crate::wire::{Delivered, Position};

/// A reader of a stream, as [`Checker::add_reader`] gave it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reader {
    stream: usize,
    index: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Fate {
    Unanswered,
    Acked(u64),
    Refused,
}

struct StreamLog {
    name: String,
    /// By number, from 1.
    fates: Vec<Fate>,
    by_seq: HashMap<u64, u32>,
    readers: Vec<ReaderLog>,
}

#[derive(Default)]
struct ReaderLog {
    position: Option<Position>,
    /// Seqs that a gap skipped: if one comes later, it is out of order and no duplicate.
    skipped_over: BTreeSet<u64>,
    /// Bit n: message number n was delivered.
    seen: Vec<u64>,
    last_message: u64,
    /// What declared resyncs left out: after the first, before the second.
    excused: Vec<(u64, u64)>,
}

/// The judge of one run. `run` tells this run's messages from those of earlier ones.
pub struct Checker {
    run: u32,
    streams: Vec<StreamLog>,
    findings: Findings,
    unanswered: u64,
    owed: u64,
}

impl Checker {
    pub fn new(run: u32) -> Self {
        Self { run, streams: Vec::new(), findings: Findings::default(), unanswered: 0, owed: 0 }
    }

    pub fn add_stream(&mut self, name: String) -> usize {
        self.streams.push(StreamLog { name, fates: Vec::new(), by_seq: HashMap::new(), readers: Vec::new() });
        self.streams.len() - 1
    }

    pub fn add_reader(&mut self, stream: usize) -> Reader {
        let readers = &mut self.streams[stream].readers;
        readers.push(ReaderLog::default());
        Reader { stream, index: readers.len() - 1 }
    }

    /// A message leaves for the stream: its number.
    pub fn sent(&mut self, stream: usize) -> u32 {
        let fates = &mut self.streams[stream].fates;
        fates.push(Fate::Unanswered);
        self.unanswered += 1;
        u32::try_from(fates.len()).unwrap_or(u32::MAX)
    }

    /// The server took message `number` and gave it `seq`. Whether this is the first answer.
    pub fn acked(&mut self, stream: usize, number: u32, seq: u64) -> bool {
        let Some(fate) = self.fate(stream, number) else {
            return false;
        };
        self.note_seq(stream, number, seq);
        let first = fate == Fate::Unanswered;
        if first {
            self.unanswered -= 1;
        }
        if !matches!(fate, Fate::Acked(_)) {
            let missing = self.streams[stream].readers.iter().filter(|reader| !reader.has(number)).count();
            self.owed += missing as u64;
            self.set_fate(stream, number, Fate::Acked(seq));
        }
        first
    }

    /// The server did not take message `number`. Whether this is the first answer.
    pub fn refused(&mut self, stream: usize, number: u32) -> bool {
        if self.fate(stream, number) != Some(Fate::Unanswered) {
            return false;
        }
        self.unanswered -= 1;
        self.set_fate(stream, number, Fate::Refused);
        true
    }

    /// A snapshot: the reader is at its position now. The messages in it are delivered, if they were not before.
    pub fn snapshot(
        &mut self,
        reader: Reader,
        at: Position,
        messages: &[Delivered],
        mut fresh: impl FnMut(&Delivered),
    ) {
        let StreamLog { name, readers, .. } = &mut self.streams[reader.stream];
        let log = &mut readers[reader.index];
        if let Some(last) = &log.position {
            self.findings.resyncs += 1;
            let oldest = messages.first().map_or(at.seq + 1, |message| message.seq);
            if last.epoch == at.epoch && at.seq < last.seq {
                let words = format_args!("a snapshot of {name} went back from {} to {}", last.seq, at.seq);
                self.findings.add(Fault::Reorder, 1, words);
            } else {
                log.excused.push((last.seq, oldest));
            }
        } else {
            // Whoever joins later is owed nothing from before.
            log.excused.push((0, at.seq + 1));
        }
        log.position = Some(at);
        log.skipped_over.clear();
        for message in messages {
            if self.deliver(reader, message, true) {
                fresh(message);
            }
        }
    }

    /// A batch after a reconnect: all that was missed, from `from` (exclusive) to `at`. Superseded events may be left out.
    pub fn resumed(
        &mut self,
        reader: Reader,
        at: Position,
        from: u64,
        events: &[(u64, Option<Delivered>)],
        mut fresh: impl FnMut(&Delivered),
    ) {
        let StreamLog { name, readers, .. } = &mut self.streams[reader.stream];
        let log = &mut readers[reader.index];
        let last = log.position.as_ref();
        if last.is_some_and(|last| last.epoch != at.epoch) {
            self.findings.add(Fault::Epoch, 1, format_args!("a resumed batch of {name} is of epoch {}", at.epoch));
        }
        let last = last.map_or(0, |last| last.seq);
        if from > last {
            self.findings.add(
                Fault::Gap,
                from - last,
                format_args!("a batch of {name} begins after {from}, the reader was at {last}"),
            );
        }
        let mut before = last;
        for (seq, message) in events {
            if *seq <= last {
                self.findings.add(
                    Fault::Duplicate,
                    1,
                    format_args!("a batch repeats seq {seq}, the reader was at {last}"),
                );
            } else if *seq <= before || *seq > at.seq {
                self.findings.add(
                    Fault::Reorder,
                    1,
                    format_args!("a batch up to {} has seq {seq} after {before}", at.seq),
                );
            }
            before = before.max(*seq);
            if let Some(message) = message
                && self.deliver(reader, message, *seq <= last)
            {
                fresh(message);
            }
        }
        let log = &mut self.streams[reader.stream].readers[reader.index];
        let seq = at.seq.max(last);
        log.position = Some(Position { epoch: at.epoch, seq });
    }

    /// One event. Whether it brought a message of this run that the reader did not have yet.
    pub fn event(&mut self, reader: Reader, at: Position, message: Option<&Delivered>) -> bool {
        let StreamLog { name, readers, .. } = &mut self.streams[reader.stream];
        let log = &mut readers[reader.index];
        let mut told = false;
        match &mut log.position {
            None => {
                self.findings.add(
                    Fault::Gap,
                    1,
                    format_args!("{name} began with an event (seq {}), without a snapshot", at.seq),
                );
                log.position = Some(at);
            }
            Some(last) if last.epoch != at.epoch => {
                self.findings.add(
                    Fault::Epoch,
                    1,
                    format_args!("{name} went from epoch {} to {} in an event", last.epoch, at.epoch),
                );
                *last = at;
            }
            Some(last) if at.seq == last.seq + 1 => last.seq = at.seq,
            Some(last) if at.seq > last.seq => {
                let missing = last.seq + 1..at.seq;
                let words = format_args!("{name} went from seq {} to {}", last.seq, at.seq);
                self.findings.add(Fault::Gap, missing.end - missing.start, words);
                log.skipped_over.extend(missing.take(1_000));
                last.seq = at.seq;
            }
            Some(last) => {
                told = true;
                let fault = if log.skipped_over.remove(&at.seq) { Fault::Reorder } else { Fault::Duplicate };
                self.findings.add(fault, 1, format_args!("{name} sent seq {} after {}", at.seq, last.seq));
            }
        }
        message.is_some_and(|message| self.deliver(reader, message, told))
    }

    /// Nothing is on its way any more: all is answered, and every acknowledged message has reached every reader.
    pub fn is_settled(&self) -> bool {
        self.unanswered == 0 && self.owed == 0
    }

    /// Commands without an answer, and deliveries not made of what was acknowledged.
    pub fn outstanding(&self) -> (u64, u64) {
        (self.unanswered, self.owed)
    }

    /// The verdict, when nothing more will come.
    pub fn finish(mut self) -> Findings {
        for log in &self.streams {
            let unanswered = log.fates.iter().filter(|fate| **fate == Fate::Unanswered).count() as u64;
            if unanswered > 0 {
                let words = format_args!("{} of the commands to {} were never answered", unanswered, log.name);
                self.findings.add(Fault::LostAck, unanswered, words);
            }
            for (number, fate) in (1_u32..).zip(&log.fates) {
                let Fate::Acked(seq) = *fate else { continue };
                for (index, reader) in log.readers.iter().enumerate() {
                    if reader.has(number) {
                        continue;
                    }
                    if reader.excused.iter().any(|(after, before)| seq > *after && seq < *before) {
                        self.findings.skipped += 1;
                    } else {
                        let words =
                            format_args!("reader {index} of {} never got #{number}, acked as seq {seq}", log.name);
                        self.findings.add(Fault::Lost, 1, words);
                    }
                }
            }
        }
        self.findings
    }

    /// Whether the message is of this run and new to the reader. `repeat`: that it is not new is allowed, or told already.
    fn deliver(&mut self, reader: Reader, message: &Delivered, repeat: bool) -> bool {
        let Some(stamp) = message.stamp.filter(|stamp| stamp.run == self.run) else {
            return false;
        };
        let (number, seq) = (stamp.number, message.seq);
        let Some(fate) = self.fate(reader.stream, number) else {
            return false;
        };
        if !message.whole {
            self.findings.add(Fault::Damaged, 1, format_args!("the text of seq {seq} came back changed"));
        }
        if fate == Fate::Refused {
            self.findings.add(Fault::RefusedDelivered, 1, format_args!("#{number} was refused, but is seq {seq}"));
        }
        self.note_seq(reader.stream, number, seq);
        let StreamLog { name, readers, .. } = &mut self.streams[reader.stream];
        let log = &mut readers[reader.index];
        if log.has(number) {
            if !repeat {
                self.findings.add(
                    Fault::Duplicate,
                    1,
                    format_args!("#{number} of {name} came twice, now as seq {seq}"),
                );
            }
            return false;
        }
        if seq < log.last_message && !repeat {
            self.findings.add(Fault::Reorder, 1, format_args!("{name} delivered seq {seq} after {}", log.last_message));
        }
        log.last_message = log.last_message.max(seq);
        log.mark(number);
        if matches!(fate, Fate::Acked(_)) {
            self.owed -= 1;
        }
        true
    }

    /// Every seq has one message and every message one seq, whoever tells it.
    fn note_seq(&mut self, stream: usize, number: u32, seq: u64) {
        let log = &mut self.streams[stream];
        let other = *log.by_seq.entry(seq).or_insert(number);
        if other != number {
            let words = format_args!("seq {seq} of {} is #{other} for one and #{number} for another", log.name);
            self.findings.add(Fault::Disagreement, 1, words);
        } else if let Some(Fate::Acked(acked)) = log.fates.get(number as usize - 1)
            && *acked != seq
        {
            let words = format_args!("#{number} of {} was acked as seq {acked} and is seq {seq}", log.name);
            self.findings.add(Fault::StoredTwice, 1, words);
        }
    }

    fn fate(&self, stream: usize, number: u32) -> Option<Fate> {
        self.streams[stream].fates.get((number as usize).checked_sub(1)?).copied()
    }

    fn set_fate(&mut self, stream: usize, number: u32, fate: Fate) {
        self.streams[stream].fates[number as usize - 1] = fate;
    }
}

impl ReaderLog {
    fn has(&self, number: u32) -> bool {
        self.seen.get(number as usize / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    fn mark(&mut self, number: u32) {
        let word = number as usize / 64;
        if self.seen.len() <= word {
            self.seen.resize(word + 1, 0);
        }
        self.seen[word] |= 1 << (number % 64);
    }
}

#[cfg(test)]
mod tests;
