//! Pace of commits: at once when it was quiet, in larger batches under load.
//!
//! Most of a small batch's cost does not depend on its size. A pause after each commit lets writes gather, so a load of
//! many small chats needs fewer commits. A pause that gathers nothing, as with one client that waits for each answer, is
//! skipped more and more often.

use std::time::Duration;

use tokio::time::Instant;

/// Length of a pause relative to the commit before it: commits take at most a quarter of the time.
const PAUSE_PER_COMMIT: u32 = 3;
/// Number of waiting writes that end a pause. A larger batch would save little.
pub(super) const ENOUGH: usize = 64;
/// Maximum number of pauses to skip after useless ones.
const SKIPS_MAX: u32 = 64;

pub(super) struct Pace {
    /// Maximum length of a pause.
    longest: Duration,
    /// Earliest start of the next commit.
    next: Instant,
    began: Instant,
    /// True if writes waited for the end of the pause.
    held: bool,
    /// Pauses to skip after the next useless one.
    backoff: u32,
    skips: u32,
}

impl Pace {
    pub(super) fn new(longest: Duration) -> Self {
        let now = Instant::now();
        Self { longest, next: now, began: now, held: false, backoff: 1, skips: 0 }
    }

    /// Returns true if a commit of `waiting` writes may begin.
    pub(super) fn allows(&self, waiting: usize, now: Instant) -> bool {
        waiting >= ENOUGH || now >= self.next
    }

    /// Records that a pause has passed, at whose end `waiting` writes wait.
    pub(super) fn held(&mut self, waiting: usize) {
        self.held = waiting > 0;
    }

    /// Returns the end of the pause.
    pub(super) fn next(&self) -> Instant {
        self.next
    }

    /// Records the start of a commit. Judges a pause that held writes by the number that it gathered.
    pub(super) fn begins(&mut self, writes: usize, now: Instant) {
        self.began = now;
        if std::mem::take(&mut self.held) {
            if writes > 1 {
                self.backoff = 1;
            } else {
                self.skips = self.backoff;
                self.backoff = (2 * self.backoff).min(SKIPS_MAX);
            }
        }
    }

    /// Records the end of a commit and begins a pause.
    pub(super) fn ended(&mut self, now: Instant) {
        if self.skips > 0 {
            self.skips -= 1;
            self.next = now;
            return;
        }
        self.next = now + (PAUSE_PER_COMMIT * now.duration_since(self.began)).min(self.longest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    /// Commits batches of these sizes, each lasting 1 ms, as soon as allowed. Returns the time of each start in ms.
    fn starts(pace: &mut Pace, sizes: impl IntoIterator<Item = usize>) -> Vec<u128> {
        let zero = pace.next();
        let mut now = zero;
        let commit = |size| {
            if !pace.allows(size, now) {
                now = pace.next();
                pace.held(size);
            }
            let start = now;
            pace.begins(size, start);
            now += MS;
            pace.ended(now);
            (start - zero).as_millis()
        };
        sizes.into_iter().map(commit).collect()
    }

    #[tokio::test]
    async fn first_commit_begins_at_once_and_others_after_a_pause() {
        assert_eq!(starts(&mut Pace::new(4 * MS), [1, 2, 2, 2]), [0, 4, 8, 12]);
    }

    #[tokio::test]
    async fn pause_has_a_maximum() {
        assert_eq!(starts(&mut Pace::new(2 * MS), [1, 2, 2]), [0, 3, 6]);
        assert_eq!(starts(&mut Pace::new(Duration::ZERO), [1, 2, 2]), [0, 1, 2]);
    }

    #[tokio::test]
    async fn many_waiting_writes_end_a_pause() {
        assert_eq!(starts(&mut Pace::new(4 * MS), [1, ENOUGH, ENOUGH]), [0, 1, 2]);
    }

    #[tokio::test]
    async fn pauses_that_gather_nothing_become_rare() {
        let starts = starts(&mut Pace::new(4 * MS), std::iter::repeat_n(1, 1_000));
        let pauses = starts.windows(2).filter(|pair| pair[1] - pair[0] > 1).count();
        assert!((5..25).contains(&pauses), "{pauses}");
    }

    #[tokio::test]
    async fn commit_after_a_quiet_time_begins_at_once() {
        let mut pace = Pace::new(4 * MS);
        starts(&mut pace, [1, 2, 2]);
        let later = pace.next() + MS;
        assert!(pace.allows(1, later));
    }
}
