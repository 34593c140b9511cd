//! Mutex per key, which prevents concurrent work on the same key. The map contains a key only while its lock is held or
//! waited for.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex, PoisonError},
};

use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

pub struct KeyedLocks<K: Eq + Hash + Clone> {
    locks: Mutex<HashMap<K, Arc<AsyncMutex<()>>>>,
}

/// Lock of a key, pending or held.
pub struct KeyedGuard<'a, K: Eq + Hash + Clone> {
    locks: &'a KeyedLocks<K>,
    key: K,
    lock: Option<Arc<AsyncMutex<()>>>,
    held: Option<OwnedMutexGuard<()>>,
}

impl<K: Eq + Hash + Clone> Default for KeyedLocks<K> {
    fn default() -> Self {
        Self { locks: Mutex::default() }
    }
}

impl<K: Eq + Hash + Clone> KeyedLocks<K> {
    /// Acquires the lock of `key`. Waiters acquire it in FIFO order.
    pub async fn lock(&self, key: K) -> KeyedGuard<'_, K> {
        let lock = {
            let mut locks = self.locks.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(locks.entry(key.clone()).or_default())
        };
        // Created before waiting, so that a cancelled waiter also cleans up the map.
        let mut guard = KeyedGuard { locks: self, key, lock: Some(Arc::clone(&lock)), held: None };
        guard.held = Some(lock.lock_owned().await);
        guard
    }

    /// Returns the number of keys with a held or awaited lock.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.locks.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

impl<K: Eq + Hash + Clone> Drop for KeyedGuard<'_, K> {
    fn drop(&mut self) {
        let mut locks = self.locks.locks.lock().unwrap_or_else(PoisonError::into_inner);
        self.held = None;
        self.lock = None;
        if locks.get(&self.key).is_some_and(|lock| Arc::strong_count(lock) == 1) {
            locks.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[tokio::test]
    async fn lock_is_exclusive_per_key_and_cleans_up() {
        let locks = KeyedLocks::default();
        let first = locks.lock("a").await;
        let mut second = Box::pin(locks.lock("a"));
        let mut given_up = Box::pin(locks.lock("a"));
        assert!(second.as_mut().now_or_never().is_none() && given_up.as_mut().now_or_never().is_none());
        assert!(locks.lock("b").now_or_never().is_some());
        drop(given_up);
        drop(first);
        drop(second.await);
        assert_eq!(locks.len(), 0);
    }
}
