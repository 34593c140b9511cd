//! The open loop: when each message is due is fixed before the run, and no answer of the server can change it. A latency
//! is measured from the time a message was due, so a stall counts for every message that it held up.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng as _};
use tokio::sync::mpsc::UnboundedSender;

/// The pacer does not wake more often than this: at high rates a wake-up costs more than it is worth.
const SHORTEST_SLEEP: Duration = Duration::from_micros(200);

/// How the due times lie on the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Arrivals {
    /// Evenly spaced.
    Even,
    /// Spaced at random, as independent people would send (a Poisson process).
    Poisson,
}

/// One message to send: when, after the start, and from which seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slot {
    pub at: Duration,
    pub seat: usize,
}

/// All slots of a run, in order of time. The same seed gives the same slots.
pub struct Schedule {
    rng: SmallRng,
    arrivals: Arrivals,
    rate: f64,
    end: f64,
    next: f64,
    index: u64,
    seats: usize,
}

impl Schedule {
    /// `rate` messages per second in all, from `seats` seats drawn at random, for `length`.
    pub fn new(seed: u64, arrivals: Arrivals, rate: f64, length: Duration, seats: usize) -> Self {
        Self {
            rng: SmallRng::seed_from_u64(seed),
            arrivals,
            rate,
            end: length.as_secs_f64(),
            next: 0.0,
            index: 0,
            seats,
        }
    }
}

impl Iterator for Schedule {
    type Item = Slot;

    fn next(&mut self) -> Option<Slot> {
        if self.seats == 0 || self.rate <= 0.0 || self.next >= self.end {
            return None;
        }
        let slot = Slot { at: Duration::from_secs_f64(self.next), seat: self.rng.random_range(0..self.seats) };
        self.index += 1;
        self.next = match self.arrivals {
            // From the index, not by adding up: a million additions drift.
            Arrivals::Even => self.index as f64 / self.rate,
            Arrivals::Poisson => self.next - (1.0 - self.rng.random::<f64>()).ln() / self.rate,
        };
        Some(slot)
    }
}

/// Hands each slot to its seat when it is due: the time it was due, in microseconds since `start`. Runs on a thread of
/// its own, since a timer of the event loop is exact to a millisecond only. Ends with the schedule or with `stop`, and
/// tells how many slots it handed out.
pub fn pace(schedule: Schedule, start: Instant, seats: Vec<UnboundedSender<u64>>, stop: Arc<AtomicBool>) -> u64 {
    let mut handed_out = 0;
    for slot in schedule {
        loop {
            let elapsed = start.elapsed();
            if elapsed >= slot.at {
                break;
            }
            if stop.load(Ordering::Relaxed) {
                return handed_out;
            }
            std::thread::sleep((slot.at - elapsed).clamp(SHORTEST_SLEEP, Duration::from_millis(100)));
        }
        if let Some(seat) = seats.get(slot.seat) {
            // A seat that has gone does not take its slot; the run counts what was never sent.
            let _ = seat.send(u64::try_from(slot.at.as_micros()).unwrap_or(u64::MAX));
        }
        handed_out += 1;
    }
    handed_out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(seed: u64, arrivals: Arrivals) -> Vec<Slot> {
        Schedule::new(seed, arrivals, 2_000.0, Duration::from_secs(5), 10).collect()
    }

    #[test]
    fn even_slots_keep_the_rate_exactly() {
        let slots = schedule(1, Arrivals::Even);
        assert_eq!(slots.len(), 10_000);
        assert_eq!(slots[0].at, Duration::ZERO);
        assert_eq!(slots[2_000].at, Duration::from_secs(1));
        assert!(slots.windows(2).all(|pair| pair[0].at < pair[1].at));
    }

    #[test]
    fn poisson_slots_keep_the_rate_on_average() {
        let slots = schedule(1, Arrivals::Poisson);
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
    fn the_seed_decides_and_every_seat_has_its_share() {
        assert_eq!(schedule(7, Arrivals::Poisson), schedule(7, Arrivals::Poisson));
        assert_ne!(schedule(7, Arrivals::Poisson), schedule(8, Arrivals::Poisson));
        for seat in 0..10 {
            let share = schedule(7, Arrivals::Even).iter().filter(|slot| slot.seat == seat).count();
            assert!((850..1_150).contains(&share), "seat {seat}: {share}");
        }
    }

    #[test]
    fn nothing_to_send_is_an_empty_schedule() {
        assert_eq!(Schedule::new(1, Arrivals::Even, 0.0, Duration::from_secs(5), 10).count(), 0);
        assert_eq!(Schedule::new(1, Arrivals::Even, 10.0, Duration::from_secs(5), 0).count(), 0);
    }

    #[test]
    fn the_pacer_hands_out_every_slot_with_its_due_time() {
        let (sender, mut slots) = tokio::sync::mpsc::unbounded_channel();
        let schedule = Schedule::new(1, Arrivals::Even, 1_000.0, Duration::from_millis(20), 1);
        // Begun a second ago, so all of it is due: a late driver keeps the due times as they were.
        let start = Instant::now().checked_sub(Duration::from_secs(1)).unwrap();
        let handed_out = pace(schedule, start, vec![sender], Arc::new(AtomicBool::new(false)));
        assert_eq!(handed_out, 20);
        let due: Vec<u64> = std::iter::from_fn(|| slots.try_recv().ok()).collect();
        assert_eq!(due, (0..20).map(|index| index * 1_000).collect::<Vec<_>>());
    }
}
