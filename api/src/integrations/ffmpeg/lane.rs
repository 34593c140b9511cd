//! Fair queue for encodings, with a limit of concurrent encodings and one per account.

use store::types::ids::UserId;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::media::keyed_lock::{KeyedGuard, KeyedLocks};

/// Maximum waiting accounts. An encoding takes up to minutes, so clients of a longer queue would time out.
const MAX_QUEUED: usize = 32;

pub struct Lane {
    running: Semaphore,
    queued: Semaphore,
    accounts: KeyedLocks<UserId>,
}

/// Permission to encode. Dropping it admits the account's next upload and the next account in the lane.
pub struct LanePermit<'a> {
    _running: SemaphorePermit<'a>,
    _queued: SemaphorePermit<'a>,
    _account: KeyedGuard<'a, UserId>,
}

impl Lane {
    /// Creates a lane for `at_once` concurrent encodings.
    pub fn new(at_once: usize) -> Self {
        Self { running: Semaphore::new(at_once), queued: Semaphore::new(MAX_QUEUED), accounts: KeyedLocks::default() }
    }

    /// Waits for the account's earlier encodings, then for a free slot. Only the first upload of each account is in the
    /// queue, so no account can fill it. `None`: the queue is full.
    pub async fn acquire(&self, account: UserId) -> Option<LanePermit<'_>> {
        let account = self.accounts.lock(account).await;
        let queued = self.queued.try_acquire().ok()?;
        let running = self.running.acquire().await.ok()?;
        Some(LanePermit { _running: running, _queued: queued, _account: account })
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    const ANN: UserId = UserId(1);
    const BEN: UserId = UserId(2);

    #[tokio::test]
    async fn lane_runs_single_encoding_per_account() {
        let lane = Lane::new(2);
        let first = lane.acquire(ANN).await.unwrap();
        let mut second = Box::pin(lane.acquire(ANN));
        assert!(second.as_mut().now_or_never().is_none());
        assert!(lane.acquire(BEN).now_or_never().flatten().is_some());
        drop(first);
        assert!(second.await.is_some());
        assert!(lane.accounts.len() == 0);
    }

    #[tokio::test]
    async fn queue_is_not_filled_by_uploads_of_same_account() {
        let lane = Lane::new(1);
        let first = lane.acquire(ANN).await.unwrap();
        let mut more: Vec<_> = (0..MAX_QUEUED + 8).map(|_| Box::pin(lane.acquire(ANN))).collect();
        assert!(more.iter_mut().all(|one| one.as_mut().now_or_never().is_none()));
        let mut other = Box::pin(lane.acquire(BEN));
        assert!(other.as_mut().now_or_never().is_none(), "waits, and is not refused");
        drop(first);
        assert!(other.await.is_some());
        drop(more);
        assert!(lane.accounts.len() == 0);
    }
}
