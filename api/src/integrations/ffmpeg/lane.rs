//! Fair queue for encodings: a fixed number at once, and one for each account.

use store::types::ids::UserId;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::media::keyed_lock::{KeyedGuard, KeyedLocks};

/// Accounts that may wait. An encoding takes up to minutes, so a longer queue would be waited for in vain.
const MAX_QUEUED: usize = 32;

pub struct Lane {
    running: Semaphore,
    queued: Semaphore,
    accounts: KeyedLocks<UserId>,
}

/// Permission to encode. The next of the account, and the next in the lane, follow when it is dropped.
pub struct LanePermit<'a> {
    _running: SemaphorePermit<'a>,
    _queued: SemaphorePermit<'a>,
    _account: KeyedGuard<'a, UserId>,
}

impl Lane {
    /// A lane that runs `at_once` encodings.
    pub fn new(at_once: usize) -> Self {
        Self { running: Semaphore::new(at_once), queued: Semaphore::new(MAX_QUEUED), accounts: KeyedLocks::default() }
    }

    /// Waits for the account's earlier encodings, then for a free place. Only the first upload of each account stands in
    /// the queue, so no account can fill it. `None`: the queue is full.
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
    async fn account_holds_one_place_and_leaves_the_others_free() {
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
    async fn uploads_of_one_account_do_not_fill_the_queue() {
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
