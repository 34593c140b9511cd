//! When the messages of each moment had arrived: who breaks something while a run goes on, and mends it, reads here how long
//! the readers were behind.

use serde_json::{Value, json};

/// The messages due within a tenth of a second are taken together.
const STEP_MICROS: u64 = 100_000;

/// For each step of the schedule, when the last answer or delivery record of what was due in it. Microseconds after the start.
#[derive(Default)]
pub struct Completion {
    last: Vec<u64>,
}

impl Completion {
    /// Something of a message that was due then has come now.
    pub fn record(&mut self, due: u64, now: u64) {
        let step = (due / STEP_MICROS) as usize;
        if step >= self.last.len() {
            self.last.resize(step + 1, 0);
        }
        self.last[step] = self.last[step].max(now);
    }

    /// In seconds; null where nothing was due, or nothing of it record.
    pub fn json(&self) -> Value {
        let last = self.last.iter().map(|at| (*at > 0).then_some(*at as f64 / 1e6));
        json!({"step": STEP_MICROS as f64 / 1e6, "last": last.collect::<Vec<_>>()})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_step_keeps_its_last() {
        let mut completion = Completion::default();
        for (due, now) in [(0, 2_000), (99_999, 1_500_000), (1_000, 3_000), (250_000, 260_000)] {
            completion.record(due, now);
        }
        assert_eq!(completion.json(), json!({"step": 0.1, "last": [1.5, null, 0.26]}));
    }
}
