//! A correct run has no findings; each fault is reported, and only that one.

mod shortcut;

use super::*;
use crate::stamp::Stamp;

const RUN: u32 = 5;

struct Run {
    checker: Checker,
    stream: usize,
    readers: [Reader; 2],
}

/// A stream with two readers at seq 0.
fn run() -> Run {
    let mut checker = Checker::new(RUN);
    let stream = checker.add_stream("chat:7".to_owned());
    let readers = [checker.add_reader(stream), checker.add_reader(stream)];
    for reader in readers {
        checker.snapshot(reader, at(0), &[], |_| {});
    }
    Run { checker, stream, readers }
}

fn at(seq: u64) -> Position {
    Position { epoch: "e1".into(), seq }
}

fn message(seq: u64, number: u32) -> Delivered {
    Delivered { seq, stamp: Some(Stamp { run: RUN, number, due: 0 }), intact: true }
}

impl Run {
    /// Sends `count` messages that are acknowledged as seq 1, 2, 3, …
    fn acked(mut self, count: u32) -> Self {
        for seq in 1..=u64::from(count) {
            let number = self.checker.sent(self.stream);
            assert!(self.checker.acked(self.stream, number, seq));
        }
        self
    }

    /// Delivers events to one reader, each with the message of the same number.
    fn events(mut self, reader: usize, seqs: impl IntoIterator<Item = u64>) -> Self {
        for seq in seqs {
            self.event(reader, seq, seq as u32);
        }
        self
    }

    fn event(&mut self, reader: usize, seq: u64, number: u32) -> bool {
        self.checker.event(self.readers[reader], at(seq), Some(&message(seq, number)), None)
    }

    fn resume(&mut self, reader: usize, from: u64, seqs: &[u64], to: u64) -> usize {
        let events: Vec<_> = seqs.iter().map(|seq| (*seq, Some(message(*seq, *seq as u32)))).collect();
        let mut new = 0;
        self.checker.resumed(self.readers[reader], at(to), from, &events, |_| new += 1);
        new
    }

    /// Counts of all faults.
    fn faults(self) -> Vec<(Fault, u64)> {
        let findings = self.checker.finish();
        assert_eq!(findings.is_clean(), findings.examples.is_empty());
        findings.counts.into_iter().collect()
    }
}

#[test]
fn correct_run_has_no_findings() {
    let mut run = run().acked(100).events(0, 1..=100).events(1, 1..=40);
    assert!(!run.checker.is_settled());
    assert_eq!(run.checker.outstanding(), (0, 60));
    // After a cut, the batch leaves out a superseded read mark (seq 102); then live events follow.
    assert_eq!(run.resume(1, 40, &(41..=100).collect::<Vec<_>>(), 102), 60);
    assert!(run.checker.is_settled());
    assert!(!run.checker.event(run.readers[1], at(103), None, None));
    assert_eq!(run.faults(), []);
}

#[test]
fn event_may_precede_its_ack() {
    let mut run = run();
    let number = run.checker.sent(run.stream);
    assert!(run.event(0, 1, number));
    assert!(run.event(1, 1, number));
    assert_eq!(run.checker.outstanding(), (1, 0));
    assert!(run.checker.acked(run.stream, number, 1));
    assert!(!run.checker.acked(run.stream, number, 1), "a repeat is answered again, and is no fault");
    assert!(run.checker.is_settled());
    assert_eq!(run.faults(), []);
}

#[test]
fn foreign_messages_only_move_the_position() {
    let mut run = run();
    let earlier = Delivered { seq: 1, stamp: Some(Stamp { run: RUN + 1, number: 1, due: 0 }), intact: true };
    let foreign = Delivered { seq: 2, stamp: None, intact: true };
    for reader in run.readers {
        assert!(!run.checker.event(reader, at(1), Some(&earlier), None));
        assert!(!run.checker.event(reader, at(2), Some(&foreign), None));
    }
    assert_eq!(run.faults(), []);
}

#[test]
fn gap_is_reported_when_all_messages_arrive() {
    let mut run = run().acked(2).events(0, 1..=2).events(1, 1..=1);
    run.event(1, 4, 2);
    // The number is right and the seq is wrong: the readers disagree.
    assert!(run.faults().contains(&(Fault::Gap, 2)));
}

#[test]
fn dropped_event_is_a_gap_and_a_loss() {
    let run = run().acked(5).events(0, 1..=5).events(1, [1, 2, 4, 5]);
    assert!(!run.checker.is_settled());
    assert_eq!(run.faults(), [(Fault::Gap, 1), (Fault::Lost, 1)]);
}

#[test]
fn missing_tail_is_lost() {
    assert_eq!(run().acked(5).events(0, 1..=5).events(1, 1..=3).faults(), [(Fault::Lost, 2)]);
}

#[test]
fn repeated_event_is_one_duplicate() {
    assert_eq!(run().acked(3).events(0, 1..=3).events(1, [1, 2, 2, 3]).faults(), [(Fault::Duplicate, 1)]);
}

#[test]
fn message_in_two_events_is_a_duplicate() {
    let mut run = run().acked(1).events(0, 1..=1).events(1, 1..=1);
    run.event(1, 2, 1);
    let faults = run.faults();
    assert!(faults.contains(&(Fault::Duplicate, 1)) && faults.contains(&(Fault::StoredTwice, 1)), "{faults:?}");
}

#[test]
fn swapped_events_are_a_reorder() {
    let faults = run().acked(3).events(0, 1..=3).events(1, [1, 3, 2]).faults();
    assert_eq!(faults, [(Fault::Gap, 1), (Fault::Reorder, 1)]);
}

#[test]
fn unanswered_command_is_a_lost_ack() {
    let mut run = run().acked(1).events(0, 1..=1).events(1, 1..=1);
    run.checker.sent(run.stream);
    assert_eq!(run.checker.outstanding(), (1, 0));
    assert_eq!(run.faults(), [(Fault::LostAck, 1)]);
}

#[test]
fn command_acked_with_two_seqs_is_stored_twice() {
    let mut run = run().acked(1).events(0, 1..=1).events(1, 1..=1);
    assert!(!run.checker.acked(run.stream, 1, 2));
    assert_eq!(run.faults(), [(Fault::StoredTwice, 1)]);
}

#[test]
fn different_order_of_readers_is_a_disagreement() {
    let mut run = run().acked(2).events(0, 1..=2);
    run.event(1, 1, 2);
    run.event(1, 2, 1);
    assert_eq!(run.faults(), [(Fault::Disagreement, 2)]);
}

#[test]
fn delivered_refused_message_is_a_fault() {
    let mut run = run();
    let number = run.checker.sent(run.stream);
    assert!(run.checker.refused(run.stream, number));
    assert!(!run.checker.refused(run.stream, number));
    assert!(run.checker.is_settled());
    run.event(0, 1, number);
    assert_eq!(run.faults(), [(Fault::RefusedDelivered, 1)]);
}

#[test]
fn message_acked_after_refusal_is_owed_to_all_readers() {
    let mut run = run();
    let number = run.checker.sent(run.stream);
    run.checker.refused(run.stream, number);
    run.checker.acked(run.stream, number, 1);
    assert_eq!(run.checker.outstanding(), (0, 2));
    let run = run.events(0, 1..=1);
    assert_eq!(run.faults(), [(Fault::Lost, 1)]);
}

#[test]
fn resync_excuses_only_messages_older_than_its_snapshot() {
    let mut run = run().acked(100).events(0, 1..=100).events(1, 1..=10);
    let mut newest: Vec<_> = (51..=100).map(|seq| message(seq, seq as u32)).collect();
    let mut new = 0;
    run.checker.snapshot(run.readers[1], at(100), &newest, |_| new += 1);
    assert_eq!(new, 50);
    let findings = run.checker.finish();
    assert_eq!((findings.is_clean(), findings.resyncs, findings.skipped), (true, 1, 40));

    let mut run = self::run().acked(100).events(0, 1..=100).events(1, 1..=10);
    newest.remove(25);
    run.checker.snapshot(run.readers[1], at(100), &newest, |_| {});
    assert_eq!(run.faults(), [(Fault::Lost, 1)]);
}

#[test]
fn snapshot_may_repeat_messages_but_not_go_back() {
    let mut run = run().acked(3).events(0, 1..=3).events(1, 1..=3);
    let known: Vec<_> = (1..=3).map(|seq| message(seq, seq as u32)).collect();
    run.checker.snapshot(run.readers[0], at(3), &known, |_| panic!("nothing is new"));
    run.checker.snapshot(run.readers[1], at(2), &known[..2], |_| panic!("nothing is new"));
    assert_eq!(run.faults(), [(Fault::Reorder, 1)]);
}

#[test]
fn batch_starting_after_the_position_is_a_gap() {
    let mut run = run().acked(5).events(0, 1..=5).events(1, 1..=2);
    run.resume(1, 3, &[4, 5], 5);
    assert_eq!(run.faults(), [(Fault::Gap, 1), (Fault::Lost, 1)]);
}

#[test]
fn batch_without_a_message_loses_it() {
    let mut run = run().acked(5).events(0, 1..=5).events(1, 1..=2);
    assert_eq!(run.resume(1, 2, &[3, 5], 5), 2);
    assert_eq!(run.faults(), [(Fault::Lost, 1)]);
}

#[test]
fn batch_with_repeated_or_shuffled_seqs_is_reported() {
    let mut run = run().acked(4).events(0, 1..=4).events(1, 1..=2);
    assert_eq!(run.resume(1, 1, &[2, 3, 4], 4), 2);
    assert_eq!(run.faults(), [(Fault::Duplicate, 1)]);

    let mut run = self::run().acked(4).events(0, 1..=4).events(1, 1..=2);
    run.resume(1, 2, &[4, 3], 4);
    assert!(run.faults().iter().any(|(fault, _)| *fault == Fault::Reorder));
}

#[test]
fn epoch_change_without_snapshot_is_a_fault() {
    let next = |seq| Position { epoch: "e2".into(), seq };
    let mut run = run();
    run.checker.event(run.readers[0], next(1), None, None);
    run.checker.snapshot(run.readers[1], next(0), &[], |_| {});
    run.checker.event(run.readers[1], next(1), None, None);
    assert_eq!(run.faults(), [(Fault::Epoch, 1)]);
}

#[test]
fn event_before_any_snapshot_is_a_gap() {
    let mut checker = Checker::new(RUN);
    let stream = checker.add_stream("chat:7".to_owned());
    let reader = checker.add_reader(stream);
    checker.event(reader, at(9), None, None);
    assert_eq!(checker.finish().count(Fault::Gap), 1);
}

#[test]
fn changed_text_is_damaged() {
    let mut run = run().acked(1).events(0, 1..=1);
    run.checker.event(run.readers[1], at(1), Some(&Delivered { intact: false, ..message(1, 1) }), None);
    assert_eq!(run.faults(), [(Fault::Damaged, 1)]);
}
