//! Pace of commits: at once when it was quiet, in larger batches under load.
//!
//! Most of a small batch's cost does not depend on its size. A pause after each commit lets writes gather, so a load of
//! many small chats needs fewer commits. A pause has two parts, and each is skipped more and more often while it gathers
//! too little: clients that wait for each answer send their next writes within the first part, one client alone sends
//! nothing that gathers, and under a high load the first part is enough.

use std::time::Duration;

use tokio::time::Instant;

/// Length of a pause's first part relative to the commit before it.
const FIRST_PER_COMMIT: u32 = 3;
/// Maximum length of the first part.
const FIRST_MAX: Duration = Duration::from_millis(3);
/// Number of waiting writes that end a pause. A larger batch would save little.
pub(super) const ENOUGH: usize = 64;
/// Maximum number of pauses to skip after useless ones.
const SKIPS_MAX: u32 = 64;

pub(super) struct Pace {
    /// Maximum time from the start of a commit to the end of the pause after it. A commit itself may take longer.
    longest: Duration,
    began: Instant,
    /// End of the present part of the pause: earliest start of the next commit.
    next: Instant,
    /// End of the whole pause.
    end: Instant,
    /// Writes that waited at the end of the first part. None: it has not ended, or the pause has no second part.
    gathered: Option<usize>,
    /// True if writes waited for the end of the pause.
    held: bool,
    first: Backoff,
    second: Backoff,
}

impl Pace {
    pub(super) fn new(longest: Duration) -> Self {
        let now = Instant::now();
        Self {
            longest,
            began: now,
            next: now,
            end: now,
            gathered: None,
            held: false,
            first: Backoff::default(),
            second: Backoff::default(),
        }
    }

    /// Returns true if a commit of `waiting` writes may begin.
    pub(super) fn allows(&self, waiting: usize, now: Instant) -> bool {
        waiting >= ENOUGH || now >= self.next
    }

    /// Returns the end of the present part of the pause.
    pub(super) fn next(&self) -> Instant {
        self.next
    }

    /// Records that the present part has passed, at whose end `waiting` writes wait.
    pub(super) fn passed(&mut self, waiting: usize) {
        if self.next < self.end {
            self.next = self.end;
            self.gathered = Some(waiting);
        } else {
            self.held = waiting > 0;
        }
    }

    /// Records the start of a commit. Judges a pause that held writes by the number that it gathered.
    pub(super) fn begins(&mut self, writes: usize, now: Instant) {
        self.began = now;
        let gathered = self.gathered.take();
        if std::mem::take(&mut self.held) {
            self.first.judge(writes > 1);
            if let Some(gathered) = gathered {
                self.second.judge(writes > 1 && 2 * writes >= 3 * gathered);
            }
        }
    }

    /// Records the end of a commit and begins a pause.
    pub(super) fn ended(&mut self, now: Instant) {
        self.next = now;
        self.end = now;
        if self.first.skips() {
            return;
        }
        let latest = self.began + self.longest;
        let first = now + (FIRST_PER_COMMIT * now.duration_since(self.began)).min(FIRST_MAX);
        self.next = first.min(latest).max(now);
        self.end = if self.second.skips() { self.next } else { latest.max(self.next) };
    }
}

/// Number of pauses to skip: doubled by each useless one, zero after a useful one.
#[derive(Default)]
struct Backoff {
    skips: u32,
    /// Skips after the next useless pause.
    next: u32,
}

impl Backoff {
    fn judge(&mut self, useful: bool) {
        (self.skips, self.next) = if useful { (0, 0) } else { (self.next, (2 * self.next).clamp(1, SKIPS_MAX)) };
    }

    /// Returns true if the pause is to be skipped, and counts it.
    fn skips(&mut self) -> bool {
        let skips = self.skips > 0;
        self.skips = self.skips.saturating_sub(1);
        skips
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    /// Commits batches of these sizes, each lasting 1 ms, as soon as allowed. `gathered` writes wait after the first part
    /// of each pause. Returns the time of each start in ms.
    fn starts(pace: &mut Pace, gathered: usize, sizes: impl IntoIterator<Item = usize>) -> Vec<u128> {
        let zero = pace.next();
        let mut now = zero;
        let commit = |size: usize| {
            while !pace.allows(size, now) {
                now = pace.next();
                pace.passed(if now < pace.end { gathered } else { size });
            }
            let start = now;
            pace.begins(size, start);
            now += MS;
            pace.ended(now);
            (start - zero).as_millis()
        };
        sizes.into_iter().map(commit).collect()
    }

    /// Counts the starts that follow the one before after more than `time` ms.
    fn longer_than(time: u128, starts: &[u128]) -> usize {
        starts.windows(2).filter(|pair| pair[1] - pair[0] > time).count()
    }

    #[tokio::test]
    async fn first_commit_begins_at_once_and_others_after_a_pause() {
        assert_eq!(starts(&mut Pace::new(8 * MS), 1, [1, 2, 2, 2]), [0, 8, 16, 24]);
    }

    #[tokio::test]
    async fn pause_has_a_maximum() {
        assert_eq!(starts(&mut Pace::new(2 * MS), 1, [1, 2, 2]), [0, 2, 4]);
        assert_eq!(starts(&mut Pace::new(Duration::ZERO), 1, [1, 2, 2]), [0, 1, 2]);
    }

    #[tokio::test]
    async fn many_waiting_writes_end_a_pause() {
        assert_eq!(starts(&mut Pace::new(4 * MS), 1, [1, ENOUGH, ENOUGH]), [0, 1, 2]);
    }

    #[tokio::test]
    async fn pauses_that_gather_nothing_become_rare() {
        let starts = starts(&mut Pace::new(8 * MS), 1, std::iter::repeat_n(1, 1_000));
        let pauses = longer_than(1, &starts);
        assert!((5..30).contains(&pauses), "{pauses}");
    }

    #[tokio::test]
    async fn second_parts_that_gather_too_little_become_rare() {
        let starts = starts(&mut Pace::new(8 * MS), 8, std::iter::repeat_n(9, 1_000));
        let (first, second) = (longer_than(3, &starts), longer_than(4, &starts));
        assert_eq!(first, 999);
        assert!((5..30).contains(&second), "{second}");
    }

    #[tokio::test]
    async fn commit_after_a_quiet_time_begins_at_once() {
        let mut pace = Pace::new(4 * MS);
        starts(&mut pace, 1, [1, 2, 2]);
        let later = pace.end + MS;
        assert!(pace.allows(1, later));
    }
}
