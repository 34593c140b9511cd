//! Events: parsed and checked for the first reader, compared byte by byte for the others.

use std::rc::Rc;

use super::{Checker, Fault, NO_MESSAGE, Reader, Status, StreamLog};
use crate::wire::{Delivered, Position};

impl Checker {
    /// Skips leading frames of `bytes` that another reader already received, byte for byte. Returns their length. Calls
    /// `on_new` with the due time and the number of this run's messages in them.
    pub fn skip_known(&mut self, reader: Reader, bytes: &[u8], mut on_new: impl FnMut(u64, u64)) -> usize {
        let StreamLog { reference, messages, readers, .. } = &mut self.streams[reader.stream];
        let reader_count = readers.len();
        let log = &mut readers[reader.index];
        // A reader with messages ahead of its position receives their events as repetitions.
        let is_apt = |position: &&mut Position| !log.out_of_sync && log.last_message <= position.seq;
        let Some(position) = log.position.as_mut().filter(is_apt) else {
            return 0;
        };
        let Some((entries, length)) = reference.match_prefix(position, bytes) else { return 0 };
        let from = position.seq;
        let (mut due, mut count) = (0, 0);
        for entry in reference.advance(entries) {
            position.seq += 1;
            let Some((number, its_due)) = entry.message else { continue };
            let message = &mut messages[number as usize - 1];
            message.readers += 1;
            if matches!(message.status, Status::Acked(_)) {
                self.undelivered -= 1;
            }
            log.last_message = position.seq;
            if its_due != due && count > 0 {
                on_new(due, count);
                count = 0;
            }
            (due, count) = (its_due, count + 1);
        }
        let to = position.seq;
        log.mark_range(from, to);
        if count > 0 {
            on_new(due, count);
        }
        reference.trim(reader_count);
        length
    }

    /// Checks one event, with its frame if it came in a single one. Returns true if it brought a new message of this
    /// run.
    pub fn event(&mut self, reader: Reader, at: Position, message: Option<&Delivered>, frame: Option<&[u8]>) -> bool {
        let found = self.findings.total;
        let (epoch, at) = self.intern_epoch(reader.stream, at);
        let repeated = self.advance(reader, epoch, at.clone());
        let is_new = message.is_some_and(|message| self.deliver(reader, message, repeated));
        let ours = message.and_then(|message| message.stamp).filter(|stamp| stamp.run == self.run);
        if !repeated && ours.is_none() && epoch + 1 == self.streams[reader.stream].epochs.len() {
            self.record_seq(reader.stream, NO_MESSAGE, at.seq);
        }
        if self.update_sync(reader, found) && message.is_none_or(|message| message.seq == at.seq) {
            let StreamLog { reference, readers, messages, .. } = &mut self.streams[reader.stream];
            readers[reader.index].mark_range(at.seq.saturating_sub(1), at.seq);
            let ours = ours.filter(|_| is_new).map(|stamp| (stamp.number, stamp.due));
            let is_known_here = ours.is_none_or(|(number, _)| messages[number as usize - 1].epoch == epoch);
            // Only other readers benefit from the recording.
            if let Some(frame) = frame.filter(|_| is_known_here && readers.len() > 1) {
                reference.record(&at, frame, ours);
                reference.trim(readers.len());
            }
        }
        is_new
    }

    /// Returns the position with the shared epoch of the stream, and the index of the epoch.
    fn intern_epoch(&mut self, stream: usize, at: Position) -> (usize, Position) {
        let StreamLog { epochs, by_seq, .. } = &mut self.streams[stream];
        let index = epochs.iter().position(|known| *known == at.epoch).unwrap_or_else(|| {
            epochs.push(at.epoch);
            // Messages keep their seqs in a new epoch; other events may get different ones.
            by_seq.retain(|_, number| *number != NO_MESSAGE);
            epochs.len() - 1
        });
        (index, Position { epoch: Rc::clone(&epochs[index]), seq: at.seq })
    }

    /// Sets the position after a snapshot or a batch.
    pub(super) fn set_position(&mut self, reader: Reader, at: Position) {
        let (epoch, at) = self.intern_epoch(reader.stream, at);
        let StreamLog { readers, reference, messages, .. } = &mut self.streams[reader.stream];
        let reader_count = readers.len();
        let log = &mut readers[reader.index];
        if let Some(last) = log.position.as_ref().filter(|last| last.epoch == at.epoch) {
            reference.skip(last.seq, at.seq);
            reference.trim(reader_count);
        }
        log.enter_epoch(epoch, messages);
        log.position = Some(at);
    }

    /// Moves the reader to the seq of an event. Returns true if the event repeats an earlier seq.
    fn advance(&mut self, reader: Reader, epoch: usize, at: Position) -> bool {
        let StreamLog { name, readers, messages, .. } = &mut self.streams[reader.stream];
        let log = &mut readers[reader.index];
        let mut repeated = false;
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
                log.enter_epoch(epoch, messages);
            }
            Some(last) if at.seq == last.seq + 1 => last.seq = at.seq,
            Some(last) if at.seq > last.seq => {
                let missing = last.seq + 1..at.seq;
                let text = format_args!("{name} went from seq {} to {}", last.seq, at.seq);
                self.findings.add(Fault::Gap, missing.end - missing.start, text);
                log.skipped_over.extend(missing.take(1_000));
                last.seq = at.seq;
            }
            Some(last) => {
                repeated = true;
                let fault = if log.skipped_over.remove(&at.seq) { Fault::Reorder } else { Fault::Duplicate };
                self.findings.add(fault, 1, format_args!("{name} sent seq {} after {}", at.seq, last.seq));
            }
        }
        repeated
    }
}
