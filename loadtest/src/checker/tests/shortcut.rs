//! Byte comparison and frame parsing report the same faults for the same histories.

use rand::rngs::SmallRng;
use rand::seq::SliceRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use serde_json::json;

use super::*;
use crate::wire::{Incoming, Wire};

const READERS: usize = 4;

/// A frame as a line of JSON.
fn frame(seq: u64, number: u32, spelling: &str) -> Vec<u8> {
    let text = Stamp { run: RUN, number, due: u64::from(number / 3) }.text(60);
    let message = json!({"seq": seq, "text": text});
    let event = json!({"type": "event", "epoch": "e1", "seq": seq, "data": {"type": "message", "message": message}});
    format!("{event}{spelling}\n").into_bytes()
}

fn event_without_message(seq: u64) -> Vec<u8> {
    let event = json!({"type": "event", "epoch": "e1", "seq": seq, "data": {"type": "read", "up_to": 1}});
    format!("{event}\n").into_bytes()
}

/// A checker and the deliveries it reported.
struct Harness {
    checker: Checker,
    readers: Vec<Reader>,
    /// Partial frame of each reader.
    partial: Vec<Vec<u8>>,
    compares: bool,
    compared: usize,
    /// Reported deliveries by due time.
    new_by_due: std::collections::BTreeMap<u64, u64>,
}

impl Harness {
    fn new(compares: bool) -> Self {
        let mut checker = Checker::new(RUN);
        let stream = checker.add_stream("chat:7".to_owned());
        let readers: Vec<_> = (0..READERS).map(|_| checker.add_reader(stream)).collect();
        readers.iter().for_each(|reader| checker.snapshot(*reader, at(0), &[], |_| {}));
        let partial = vec![Vec::new(); READERS];
        Self { checker, readers, partial, compares, compared: 0, new_by_due: Default::default() }
    }

    fn send(&mut self, count: u32) {
        for number in 1..=count {
            assert_eq!(self.checker.sent(0), number);
        }
    }

    fn read(&mut self, reader: usize, bytes: &[u8]) {
        let mut bytes = [std::mem::take(&mut self.partial[reader]).as_slice(), bytes].concat();
        loop {
            if self.compares {
                let new_by_due = |due, count| *self.new_by_due.entry(due).or_default() += count;
                let known = self.checker.skip_known(self.readers[reader], &bytes, new_by_due);
                self.compared += known;
                bytes.drain(..known);
            }
            let Some(end) = bytes.iter().position(|byte| *byte == b'\n') else { break };
            let frame: Vec<u8> = bytes.drain(..=end).collect();
            let Ok(Incoming::Event { at, message, .. }) = Wire::Plain.read(&frame) else { panic!("no event") };
            let given = self.compares.then_some(frame.as_slice());
            if self.checker.event(self.readers[reader], at, message.as_ref(), given) {
                *self.new_by_due.entry(message.unwrap().stamp.unwrap().due).or_default() += 1;
            }
        }
        self.partial[reader] = bytes;
    }
}

/// Frames of a history for one reader, with a random flaw.
fn flawed(history: &[Vec<u8>], rng: &mut SmallRng) -> Vec<u8> {
    let mut frames = history.to_vec();
    let place = rng.random_range(0..frames.len() - 1);
    let (seq, number) = (place as u64 + 1, place as u32 + 1);
    match rng.random_range(0..10) {
        0 => drop(frames.remove(place)),
        1 => frames.insert(place, frames[place].clone()),
        2 => frames.swap(place, place + 1),
        // Wrong message for the seq, wrong seq for the message, damaged text, same content in other bytes.
        3 => frames[place] = frame(seq, number + 1, ""),
        4 => frames[place] = frame(seq + 1, number, ""),
        5 => {
            let mut text = String::from_utf8(frames[place].clone()).unwrap();
            text = text.replacen("xx", "xy", 1);
            frames[place] = text.into_bytes();
        }
        6 => frames[place] = frame(seq, number, "  "),
        7 => frames[place] = event_without_message(seq),
        8 => frames.truncate(place + 1),
        _ => {}
    }
    frames.concat()
}

#[test]
fn comparison_and_parsing_report_the_same_faults() {
    let mut compared = 0;
    for seed in 0..600 {
        let mut rng = SmallRng::seed_from_u64(seed);
        let count = rng.random_range(2..24_u32);
        let mut harnesses = [Harness::new(true), Harness::new(false)];
        harnesses.iter_mut().for_each(|harness| harness.send(count));
        let history: Vec<_> = (1..=count).map(|number| frame(number.into(), number, "")).collect();
        let mut to_read: Vec<Vec<u8>> = (0..READERS)
            .map(|_| if rng.random_bool(0.6) { history.concat() } else { flawed(&history, &mut rng) })
            .collect();
        let mut to_answer: Vec<u32> = (1..=count).collect();
        to_answer.shuffle(&mut rng);
        while !to_answer.is_empty() || to_read.iter().any(|bytes| !bytes.is_empty()) {
            if rng.random_bool(0.3)
                && let Some(number) = to_answer.pop()
            {
                let refuses = rng.random_bool(0.02);
                let seq = u64::from(number) + u64::from(rng.random_bool(0.02));
                for Harness { checker, .. } in &mut harnesses {
                    let first = if refuses { checker.refused(0, number) } else { checker.acked(0, number, seq) };
                    assert!(first);
                }
            }
            let reader = rng.random_range(0..READERS);
            let length = rng.random_range(0..1_500).min(to_read[reader].len());
            let bytes: Vec<u8> = to_read[reader].drain(..length).collect();
            harnesses.iter_mut().for_each(|harness| harness.read(reader, &bytes));
            let [one, other] = &harnesses;
            assert_eq!(one.checker.outstanding(), other.checker.outstanding(), "seed {seed}");
            assert_eq!(one.new_by_due, other.new_by_due, "seed {seed}");
        }
        compared += harnesses[0].compared;
        let [one, other] = harnesses.map(|harness| harness.checker.finish());
        assert_eq!(one.counts, other.counts, "seed {seed}: {:?} and {:?}", one.examples, other.examples);
    }
    assert!(compared > 1_000_000, "the shortcut was hardly taken: {compared} bytes");
}

#[test]
fn batch_split_at_any_byte_is_skipped() {
    let batch: Vec<u8> = (1..=3).flat_map(|number| frame(number.into(), number, "")).collect();
    for split in 0..batch.len() {
        let mut harness = Harness::new(true);
        harness.send(3);
        harness.read(0, &batch);
        harness.read(1, &batch[..split]);
        harness.read(1, &batch[split..]);
        assert_eq!(harness.compared, batch.len(), "{split}");
        assert_eq!(harness.new_by_due.values().sum::<u64>(), 6);
    }
}

#[test]
fn reader_far_behind_is_parsed_frame_by_frame() {
    let mut harness = Harness::new(true);
    let count = 20_000;
    for number in 1..=count {
        harness.checker.sent(0);
        let frame = frame(number.into(), number, "");
        harness.read(0, &frame);
        harness.read(1, &frame);
    }
    let compared = harness.compared;
    let all: Vec<u8> = (1..=count).flat_map(|number| frame(number.into(), number, "")).collect();
    harness.read(2, &all);
    // Only the newest part is recorded.
    assert!(harness.compared > compared && harness.compared - compared < all.len() / 2);
    harness.read(3, &all);
    for number in 1..=count {
        harness.checker.acked(0, number, number.into());
    }
    assert_eq!(harness.checker.outstanding(), (0, 0));
    assert!(harness.checker.finish().is_clean());
}

#[test]
fn seq_may_change_its_event_in_another_epoch() {
    let mut run = run().acked(1).events(0, 1..=1).events(1, 1..=1);
    // An event without a message, not stored by the server.
    for reader in run.readers {
        assert!(!run.checker.event(reader, at(2), None, None));
    }
    let number = run.checker.sent(run.stream);
    let next = |seq| Position { epoch: "e2".into(), seq };
    for reader in run.readers {
        run.checker.snapshot(reader, next(1), &[message(1, 1)], |_| panic!("nothing is new"));
        assert!(run.checker.event(reader, next(2), Some(&message(2, number)), None));
    }
    run.checker.acked(run.stream, number, 2);
    assert!(run.checker.is_settled());
    assert_eq!(run.faults(), []);
}
