//! Completion time of the messages due in each step of the schedule. Shows how long readers were behind after a
//! disturbance.

use serde_json::{Value, json};

/// Length of a step.
const STEP_MICROS: u64 = 100_000;

/// Time of the last reply or delivery for the messages due in each step, in microseconds after the start.
#[derive(Default)]
pub struct Completion {
    last: Vec<u64>,
}

impl Completion {
    /// Records a reply or delivery at `now` of a message that was due at `due`.
    pub fn record(&mut self, due: u64, now: u64) {
        let step = (due / STEP_MICROS) as usize;
        if step >= self.last.len() {
            self.last.resize(step + 1, 0);
        }
        self.last[step] = self.last[step].max(now);
    }

    /// Times in seconds; null for a step without messages or without replies.
    pub fn json(&self) -> Value {
        let last = self.last.iter().map(|at| (*at > 0).then_some(*at as f64 / 1e6));
        json!({"step": STEP_MICROS as f64 / 1e6, "last": last.collect::<Vec<_>>()})
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn step_keeps_its_last_time() {
        let mut completion = Completion::default();
        for (due, now) in [(0, 2_000), (99_999, 1_500_000), (1_000, 3_000), (250_000, 260_000)] {
            completion.record(due, now);
        }
        assert_eq!(completion.json(), json!({"step": 0.1, "last": [1.5, null, 0.26]}));
    }
}
