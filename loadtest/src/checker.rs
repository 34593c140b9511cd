//! Checks everything that the server delivered. It records each command, each reply and each frame of each reader, and
//! reports violations of the guarantees. Plain state: no socket, no clock.
//!
//! Rules: an `event` has the seq after the last one. A `resumed` batch starts at the reader's position and may have
//! holes. A `resync` snapshot may leave out messages older than its oldest one (counted, no fault). Each acknowledged
//! message reaches each reader of its stream once, in order, under one seq. A rejected message reaches no reader.
//!
//! All readers of a stream should get the same bytes. Only the first reader's frames are parsed and checked. They are
//! recorded in the [`ReferenceStream`], and identical bytes at the same position need no further check.

mod events;
mod findings;
mod reader;
mod reference_stream;

use std::collections::HashMap;
use std::rc::Rc;

pub use self::findings::{Fault, Findings};
use self::reader::{ReaderLog, is_within};
use self::reference_stream::ReferenceStream;
use crate::wire::{Delivered, Position};

/// Reader of a stream, created by [`Checker::add_reader`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reader {
    stream: usize,
    index: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Status {
    Unanswered,
    Acked(u64),
    Refused,
}

/// A sent message.
struct Message {
    status: Status,
    /// The first seq reported for this message.
    seq: Option<u64>,
    /// Epoch in which a reader first received it.
    epoch: usize,
    /// Number of readers that received it.
    readers: usize,
}

/// Marks an event without a message of this run.
const NO_MESSAGE: u32 = 0;

struct StreamLog {
    name: String,
    /// Indexed by message number, starting at 1.
    messages: Vec<Message>,
    /// Message number of each event, or [`NO_MESSAGE`].
    by_seq: HashMap<u64, u32>,
    readers: Vec<ReaderLog>,
    reference: ReferenceStream,
    /// Epochs of the stream, shared by all readers.
    epochs: Vec<Rc<str>>,
    /// No reader is excused from this seq on.
    excused_before: u64,
}

/// Checker of one run. `run` separates messages of this run from those of earlier runs.
pub struct Checker {
    run: u32,
    streams: Vec<StreamLog>,
    findings: Findings,
    unanswered: u64,
    undelivered: u64,
}

impl Checker {
    pub fn new(run: u32) -> Self {
        Self { run, streams: Vec::new(), findings: Findings::default(), unanswered: 0, undelivered: 0 }
    }

    pub fn add_stream(&mut self, name: String) -> usize {
        self.streams.push(StreamLog {
            name,
            messages: Vec::new(),
            by_seq: HashMap::new(),
            readers: Vec::new(),
            reference: ReferenceStream::default(),
            epochs: Vec::new(),
            excused_before: 0,
        });
        self.streams.len() - 1
    }

    pub fn add_reader(&mut self, stream: usize) -> Reader {
        let readers = &mut self.streams[stream].readers;
        readers.push(ReaderLog::default());
        Reader { stream, index: readers.len() - 1 }
    }

    /// Position of a reader that has joined.
    pub fn position(&self, reader: Reader) -> Option<&Position> {
        self.streams[reader.stream].readers[reader.index].position.as_ref()
    }

    /// Registers a message that is about to be sent and returns its number.
    pub fn sent(&mut self, stream: usize) -> u32 {
        let messages = &mut self.streams[stream].messages;
        messages.push(Message { status: Status::Unanswered, seq: None, epoch: 0, readers: 0 });
        self.unanswered += 1;
        u32::try_from(messages.len()).unwrap_or(u32::MAX)
    }

    /// Records the acknowledgement of message `number` with `seq`. Returns true for the first reply.
    pub fn acked(&mut self, stream: usize, number: u32, seq: u64) -> bool {
        let Some(status) = self.message(stream, number).map(|message| message.status) else {
            return false;
        };
        self.record_seq(stream, number, seq);
        let first = status == Status::Unanswered;
        if first {
            self.unanswered -= 1;
        }
        if !matches!(status, Status::Acked(_)) {
            let StreamLog { messages, readers, excused_before, .. } = &mut self.streams[stream];
            let message = &mut messages[number as usize - 1];
            message.status = Status::Acked(seq);
            let missing = if seq >= *excused_before {
                readers.len() - message.readers
            } else {
                let is_owed = |reader: &&ReaderLog| !reader.has(number, message) && !reader.is_excused(seq);
                readers.iter().filter(is_owed).count()
            };
            self.undelivered += missing as u64;
        }
        first
    }

    /// Records the rejection of message `number`. Returns true for the first reply.
    pub fn refused(&mut self, stream: usize, number: u32) -> bool {
        let Some(message) = self.message(stream, number).filter(|message| message.status == Status::Unanswered) else {
            return false;
        };
        message.status = Status::Refused;
        let readers = message.readers as u64;
        self.unanswered -= 1;
        if readers > 0 {
            let text = format_args!("#{number} was refused, but already delivered");
            self.findings.add(Fault::RefusedDelivered, readers, text);
            self.streams[stream].reference.clear();
        }
        true
    }

    /// Applies a snapshot: sets the reader's position and counts new messages as delivered.
    pub fn snapshot(
        &mut self,
        reader: Reader,
        at: Position,
        messages: &[Delivered],
        mut on_new: impl FnMut(&Delivered),
    ) {
        let found = self.findings.total;
        let StreamLog { name, readers, messages: sent, excused_before, .. } = &mut self.streams[reader.stream];
        let log = &mut readers[reader.index];
        let excused = log.excused.len();
        if let Some(last) = &log.position {
            self.findings.resyncs += 1;
            let oldest = messages.first().map_or(at.seq + 1, |message| message.seq);
            if last.epoch == at.epoch && at.seq < last.seq {
                let text = format_args!("a snapshot of {name} went back from {} to {}", last.seq, at.seq);
                self.findings.add(Fault::Reorder, 1, text);
            } else {
                log.excused.push((last.seq, oldest));
            }
        } else {
            // A reader is owed nothing from before its first join.
            log.excused.push((0, at.seq + 1));
        }
        if let Some((after, before)) = log.excused.get(excused).copied() {
            *excused_before = before.max(*excused_before);
            let no_more = (1..).zip(&*sent).filter(|(number, message)| match message.status {
                Status::Acked(seq) => {
                    let earlier = &log.excused[..excused];
                    (seq > after && seq < before) && !log.has(*number, message) && !is_within(earlier, seq)
                }
                _ => false,
            });
            self.undelivered -= no_more.count() as u64;
        }
        log.skipped_over.clear();
        self.set_position(reader, at);
        for message in messages {
            if self.deliver(reader, message, true) {
                on_new(message);
            }
        }
        self.update_sync(reader, found);
    }

    /// Applies the batch of a reconnect, from `from` (exclusive) to `at`. Superseded events may be left out.
    pub fn resumed(
        &mut self,
        reader: Reader,
        at: Position,
        from: u64,
        events: &[(u64, Option<Delivered>)],
        mut on_new: impl FnMut(&Delivered),
    ) {
        let found = self.findings.total;
        let StreamLog { name, readers, .. } = &self.streams[reader.stream];
        let last = readers[reader.index].position.as_ref();
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
                on_new(message);
            }
        }
        self.set_position(reader, Position { epoch: at.epoch, seq: at.seq.max(last) });
        self.update_sync(reader, found);
    }

    /// Returns true if no fault was found since `found`. Otherwise marks the reader as out of sync.
    fn update_sync(&mut self, reader: Reader, found: u64) -> bool {
        let is_right = self.findings.total == found;
        self.streams[reader.stream].readers[reader.index].out_of_sync |= !is_right;
        is_right
    }

    /// Returns true if all commands are answered and all acknowledged messages are delivered to all readers.
    pub fn is_settled(&self) -> bool {
        self.unanswered == 0 && self.undelivered == 0
    }

    /// Number of commands without a reply, and of acknowledged deliveries still missing.
    pub fn outstanding(&self) -> (u64, u64) {
        (self.unanswered, self.undelivered)
    }

    /// Number of faults so far.
    pub fn fault_count(&self) -> u64 {
        self.findings.total
    }

    /// Returns the findings after the last frame.
    pub fn finish(mut self) -> Findings {
        for log in &self.streams {
            let is_unanswered = |message: &&Message| message.status == Status::Unanswered;
            let unanswered = log.messages.iter().filter(is_unanswered).count() as u64;
            if unanswered > 0 {
                let text = format_args!("{} of the commands to {} were never answered", unanswered, log.name);
                self.findings.add(Fault::LostAck, unanswered, text);
            }
            for (number, message) in (1_u32..).zip(&log.messages) {
                let Status::Acked(seq) = message.status else { continue };
                if message.readers == log.readers.len() {
                    continue;
                }
                for (index, reader) in log.readers.iter().enumerate() {
                    if reader.has(number, message) {
                        continue;
                    }
                    if reader.is_excused(seq) {
                        self.findings.skipped += 1;
                    } else {
                        let text =
                            format_args!("reader {index} of {} never received #{number}, acked as seq {seq}", log.name);
                        self.findings.add(Fault::Lost, 1, text);
                    }
                }
            }
        }
        self.findings
    }

    /// Counts a message of this run. Returns true if it is new to the reader. With `repeat`, a repetition is allowed or
    /// already reported.
    fn deliver(&mut self, reader: Reader, message: &Delivered, repeat: bool) -> bool {
        let Some(stamp) = message.stamp.filter(|stamp| stamp.run == self.run) else {
            return false;
        };
        let (number, seq) = (stamp.number, message.seq);
        let Some(status) = self.message(reader.stream, number).map(|message| message.status) else {
            return false;
        };
        if !message.intact {
            self.findings.add(Fault::Damaged, 1, format_args!("the text of seq {seq} was changed"));
        }
        if status == Status::Refused {
            self.findings.add(Fault::RefusedDelivered, 1, format_args!("#{number} was refused, but is seq {seq}"));
        }
        self.record_seq(reader.stream, number, seq);
        let StreamLog { name, messages, readers, .. } = &mut self.streams[reader.stream];
        let log = &mut readers[reader.index];
        let sent = &mut messages[number as usize - 1];
        if sent.readers == 0 {
            sent.epoch = log.epoch;
        }
        if log.has(number, sent) {
            if !repeat {
                self.findings.add(
                    Fault::Duplicate,
                    1,
                    format_args!("#{number} of {name} was delivered twice, now as seq {seq}"),
                );
            }
            return false;
        }
        if seq < log.last_message && !repeat {
            self.findings.add(Fault::Reorder, 1, format_args!("{name} delivered seq {seq} after {}", log.last_message));
        }
        log.last_message = log.last_message.max(seq);
        log.mark(number);
        sent.readers += 1;
        if let Status::Acked(seq) = status
            && !log.is_excused(seq)
        {
            self.undelivered -= 1;
        }
        true
    }

    /// Checks that each seq has one message and each message one seq, across all readers and replies.
    fn record_seq(&mut self, stream: usize, number: u32, seq: u64) {
        let log = &mut self.streams[stream];
        let other = *log.by_seq.entry(seq).or_insert(number);
        if other != number {
            let name = &log.name;
            let text =
                format_args!("seq {seq} of {name} is {} for one and {} for another", describe(other), describe(number));
            self.findings.add(Fault::Disagreement, 1, text);
            return;
        }
        let Some(known) = (number as usize).checked_sub(1).map(|index| &mut log.messages[index].seq) else { return };
        if *known.get_or_insert(seq) != seq {
            let text = format_args!("#{number} of {} is seq {} and seq {seq}", log.name, known.unwrap_or(0));
            self.findings.add(Fault::StoredTwice, 1, text);
        }
    }

    fn message(&mut self, stream: usize, number: u32) -> Option<&mut Message> {
        self.streams[stream].messages.get_mut((number as usize).checked_sub(1)?)
    }
}

fn describe(number: u32) -> String {
    if number == NO_MESSAGE { "no message of this run".to_owned() } else { format!("#{number}") }
}

#[cfg(test)]
mod tests;
