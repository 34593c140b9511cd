//! Open-loop schedule: due times are fixed before the run, and no reply of the server changes them. Latency counts from
//! the due time, so a stall counts for each message that it delays.

use std::collections::VecDeque;
use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng as _};
use tokio::sync::mpsc::UnboundedSender;

use crate::action::Action;

/// Minimum sleep of the pacer: at high rates more frequent wake-ups cost too much.
const MIN_SLEEP: Duration = Duration::from_micros(200);

/// Distribution of the due times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Arrivals {
    /// Equal intervals.
    Even,
    /// Random intervals, as of independent senders (Poisson process).
    Poisson,
}

/// Part of the run with a constant or linearly changing rate, in messages per second of all users.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stage {
    pub from: f64,
    pub to: f64,
    pub length: Duration,
}

/// Maximum rate of a run, in messages per second.
const MAX_RATE: f64 = 1e6;

impl Stage {
    pub fn even(rate: f64, length: Duration) -> Self {
        Self { from: rate, to: rate, length }
    }

    /// Messages due by `at`, in seconds into the stage.
    fn due(&self, at: f64) -> f64 {
        self.from * at + (self.to - self.from) * at * at / (2.0 * self.length.as_secs_f64())
    }

    fn total(&self) -> f64 {
        self.due(self.length.as_secs_f64())
    }

    /// Time of the `count`th message, in seconds into the stage: inverse of [`Self::due`].
    fn time_of(&self, count: f64) -> f64 {
        let slope = (self.to - self.from) / self.length.as_secs_f64();
        // This form never divides by a slope of zero.
        let root = (self.from * self.from + 2.0 * slope * count).max(0.0).sqrt();
        if self.from + root > 0.0 { 2.0 * count / (self.from + root) } else { 0.0 }
    }
}

/// `2500:30` is 2,500 messages per second for 30 seconds; `0..2500:10` rises to 2,500 over 10 seconds.
impl FromStr for Stage {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let invalid = || format!("{text:?} is not a stage: write RATE:SECONDS like 2500:30, or FROM..TO:SECONDS");
        let (rates, seconds) = text.split_once(':').ok_or_else(invalid)?;
        let (from, to) = rates.split_once("..").unwrap_or((rates, rates));
        let rate = |text: &str| text.trim().parse::<f64>().ok().filter(|rate| (0.0..=MAX_RATE).contains(rate));
        let seconds: u32 =
            seconds.trim().parse().ok().filter(|seconds| (1..=86_400).contains(seconds)).ok_or_else(invalid)?;
        let (from, to) = (rate(from).ok_or_else(invalid)?, rate(to).ok_or_else(invalid)?);
        Ok(Self { from, to, length: Duration::from_secs(seconds.into()) })
    }
}

/// Users that share a part of the messages: the senders of one room.
#[derive(Clone, Debug, PartialEq)]
pub struct Share {
    pub weight: f64,
    pub users: Range<usize>,
}

/// One message to send: time after the start, and sender.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slot {
    pub at: Duration,
    pub user: usize,
}

/// All slots of a run, in order of time. The same seed gives the same slots.
pub struct Schedule {
    rng: SmallRng,
    arrivals: Arrivals,
    stages: VecDeque<Stage>,
    shares: Vec<Share>,
    total_weight: f64,
    /// Start of the current stage, in seconds.
    stage_start: f64,
    /// Messages of the current stage before the next one; an integer for even arrivals.
    count: f64,
}

impl Schedule {
    /// Draws senders at random. Weights apply to the shares.
    pub fn new(seed: u64, arrivals: Arrivals, stages: &[Stage], shares: &[Share]) -> Self {
        let shares: Vec<_> =
            shares.iter().filter(|share| share.weight > 0.0 && !share.users.is_empty()).cloned().collect();
        Self {
            rng: SmallRng::seed_from_u64(seed),
            arrivals,
            stages: stages.iter().copied().collect(),
            total_weight: shares.iter().map(|share| share.weight).sum(),
            shares,
            stage_start: 0.0,
            count: 0.0,
        }
    }

    fn draw_user(&mut self) -> Option<usize> {
        let mut drawn = self.rng.random::<f64>() * self.total_weight;
        let mut last = None;
        for share in &self.shares {
            last = Some(share.users.clone());
            drawn -= share.weight;
            if drawn < 0.0 {
                break;
            }
        }
        last.map(|users| self.rng.random_range(users))
    }
}

impl Iterator for Schedule {
    type Item = Slot;

    fn next(&mut self) -> Option<Slot> {
        let at = loop {
            let stage = self.stages.front()?;
            if self.count < stage.total() {
                break self.stage_start + stage.time_of(self.count);
            }
            self.count -= stage.total();
            self.stage_start += stage.length.as_secs_f64();
            self.stages.pop_front();
        };
        let user = self.draw_user()?;
        self.count += match self.arrivals {
            Arrivals::Even => 1.0,
            Arrivals::Poisson => -(1.0 - self.rng.random::<f64>()).ln(),
        };
        Some(Slot { at: Duration::from_secs_f64(at), user })
    }
}

/// Sends each slot to its user at the due time, as microseconds since `start`. Runs on its own thread, since timers of
/// the event loop have millisecond resolution. Ends with the schedule or on `stop`. Returns the number of slots sent.
pub fn pace(schedule: Schedule, start: Instant, users: Vec<UnboundedSender<Action>>, stop: Arc<AtomicBool>) -> u64 {
    let mut sent = 0;
    for slot in schedule {
        loop {
            let elapsed = start.elapsed();
            if elapsed >= slot.at {
                break;
            }
            if stop.load(Ordering::Relaxed) {
                return sent;
            }
            std::thread::sleep((slot.at - elapsed).clamp(MIN_SLEEP, Duration::from_millis(100)));
        }
        if let Some(user) = users.get(slot.user) {
            // The queue of an ended user is closed; the run counts messages that were never sent.
            let _ = user.send(Action::Send(u64::try_from(slot.at.as_micros()).unwrap_or(u64::MAX)));
        }
        sent += 1;
    }
    sent
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stages(texts: &[&str]) -> Vec<Stage> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    fn slots(seed: u64, arrivals: Arrivals, texts: &[&str]) -> Vec<Slot> {
        let share = Share { weight: 1.0, users: 0..10 };
        Schedule::new(seed, arrivals, &stages(texts), &[share]).collect()
    }

    #[test]
    fn even_slots_keep_the_rate_exactly() {
        let slots = slots(1, Arrivals::Even, &["2000:5"]);
        assert_eq!(slots.len(), 10_000);
        assert_eq!(slots[0].at, Duration::ZERO);
        assert_eq!(slots[2_000].at, Duration::from_secs(1));
        assert!(slots.windows(2).all(|pair| pair[0].at < pair[1].at));
    }

    #[test]
    fn poisson_slots_keep_the_rate_on_average() {
        let slots = slots(1, Arrivals::Poisson, &["2000:5"]);
        assert!((9_600..10_400).contains(&slots.len()), "{}", slots.len());
        assert!(slots.windows(2).all(|pair| pair[0].at <= pair[1].at));
        assert!(slots.iter().all(|slot| slot.at < Duration::from_secs(5)));
        let gaps: Vec<f64> = slots.windows(2).map(|pair| (pair[1].at - pair[0].at).as_secs_f64() * 2_000.0).collect();
        let longer = gaps.iter().filter(|gap| **gap > 1.0).count() as f64 / gaps.len() as f64;
        assert!(
            (longer - (-1.0_f64).exp()).abs() < 0.02,
            "an exponential gap exceeds its mean 37 % of the time: {longer}"
        );
    }

    #[test]
    fn stages_run_in_sequence_and_ramps_are_linear() {
        for arrivals in [Arrivals::Even, Arrivals::Poisson] {
            let slots = slots(1, arrivals, &["0..1000:2", "1000:1", "1000..0:2"]);
            let within =
                |from: f64, to: f64| slots.iter().filter(|slot| (from..to).contains(&slot.at.as_secs_f64())).count();
            for (from, to, due) in
                [(0.0, 1.0, 250), (1.0, 2.0, 750), (2.0, 3.0, 1_000), (3.0, 4.0, 750), (4.0, 5.0, 250)]
            {
                let count = within(from, to);
                assert!(count.abs_diff(due) <= due / 5, "{arrivals:?}, {from} to {to} s: {count}, due {due}");
            }
            assert!(slots.windows(2).all(|pair| pair[0].at <= pair[1].at));
        }
        assert_eq!(slots(1, Arrivals::Even, &["0..1000:2", "1000:1", "1000..0:2"]).len(), 3_000);
    }

    #[test]
    fn shares_send_by_their_weight() {
        let shares = [
            Share { weight: 3.0, users: 0..2 },
            Share { weight: 0.0, users: 2..4 },
            Share { weight: 1.0, users: 4..8 },
            Share { weight: 9.0, users: 8..8 },
        ];
        let slots: Vec<_> = Schedule::new(1, Arrivals::Even, &stages(&["1000:4"]), &shares).collect();
        let from = |users: Range<usize>| slots.iter().filter(|slot| users.contains(&slot.user)).count();
        assert_eq!(slots.len(), 4_000);
        assert!((2_850..3_150).contains(&from(0..2)), "{}", from(0..2));
        assert_eq!(from(2..4), 0);
    }

    #[test]
    fn seed_determines_slots_and_all_users_have_a_share() {
        let of = |seed, arrivals| slots(seed, arrivals, &["2000:5"]);
        assert_eq!(of(7, Arrivals::Poisson), of(7, Arrivals::Poisson));
        assert_ne!(of(7, Arrivals::Poisson), of(8, Arrivals::Poisson));
        for user in 0..10 {
            let share = of(7, Arrivals::Even).iter().filter(|slot| slot.user == user).count();
            assert!((850..1_150).contains(&share), "user {user}: {share}");
        }
    }

    #[test]
    fn schedule_is_empty_without_messages() {
        assert_eq!(slots(1, Arrivals::Even, &["0:5"]), []);
        assert_eq!(slots(1, Arrivals::Even, &[]), []);
        assert_eq!(Schedule::new(1, Arrivals::Even, &stages(&["10:5"]), &[]).count(), 0);
    }

    #[test]
    fn malformed_stage_is_rejected() {
        for text in ["", "2500", "2500:", ":5", "x:5", "1..x:5", "-1:5", "10:0", "10:1.5", "inf:3", "NaN:3"] {
            assert!(text.parse::<Stage>().is_err(), "{text}");
        }
    }

    #[test]
    fn pacer_sends_every_slot_with_its_due_time() {
        let (sender, mut actions) = tokio::sync::mpsc::unbounded_channel();
        let share = Share { weight: 1.0, users: 0..1 };
        let stage = Stage::even(1_000.0, Duration::from_millis(20));
        let schedule = Schedule::new(1, Arrivals::Even, &[stage], &[share]);
        // All slots are overdue: a late pacer keeps their due times.
        let start = Instant::now().checked_sub(Duration::from_secs(1)).unwrap();
        let sent = pace(schedule, start, vec![sender], Arc::new(AtomicBool::new(false)));
        assert_eq!(sent, 20);
        let due: Vec<_> = std::iter::from_fn(|| actions.try_recv().ok()).collect();
        assert_eq!(due, (0..20).map(|index| Action::Send(index * 1_000)).collect::<Vec<_>>());
    }
}
