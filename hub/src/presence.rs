//! Who is online: has a socket open on this node. Friends see it in their list of chats and in that of their friends.

use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, MutexGuard, PoisonError},
};

use store::ids::UserId;

use crate::wire::StreamKey;

/// Counts connections by account and knows which streams want to be told.
#[derive(Default)]
pub struct Presence {
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    connections: HashMap<UserId, u32>,
    /// The open streams that show this account.
    watchers: HashMap<UserId, HashSet<StreamKey>>,
    /// The accounts that an open stream shows.
    watched: HashMap<StreamKey, HashSet<UserId>>,
}

impl Presence {
    /// A connection of `user` opened. Answers which streams to tell that they are online now: none, if they were already.
    pub fn connected(&self, user: UserId) -> Vec<StreamKey> {
        let mut inner = self.lock();
        let count = inner.connections.entry(user).or_insert(0);
        *count += 1;
        if *count > 1 { Vec::new() } else { inner.watchers_of(user) }
    }

    /// A connection of `user` closed. Answers whether it was their last.
    pub fn disconnected(&self, user: UserId) -> bool {
        let mut inner = self.lock();
        match inner.connections.get_mut(&user) {
            Some(count) if *count > 1 => {
                *count -= 1;
                false
            }
            _ => {
                inner.connections.remove(&user);
                true
            }
        }
    }

    /// Which streams to tell that `user` is offline: none, if they have come back.
    pub fn told_absent(&self, user: UserId) -> Vec<StreamKey> {
        let inner = self.lock();
        if inner.connections.contains_key(&user) { Vec::new() } else { inner.watchers_of(user) }
    }

    /// `watcher` shows these accounts from now on, and no others. Answers which of them are online.
    pub fn watch(&self, watcher: StreamKey, accounts: &[UserId]) -> HashSet<UserId> {
        let mut inner = self.lock();
        inner.forget(watcher);
        for account in accounts {
            inner.watchers.entry(*account).or_default().insert(watcher);
        }
        inner.watched.insert(watcher, accounts.iter().copied().collect());
        accounts.iter().copied().filter(|account| inner.connections.contains_key(account)).collect()
    }

    /// `watcher` shows one account more. Answers whether they are online.
    pub fn watch_too(&self, watcher: StreamKey, account: UserId) -> bool {
        let mut inner = self.lock();
        inner.watchers.entry(account).or_default().insert(watcher);
        inner.watched.entry(watcher).or_default().insert(account);
        inner.connections.contains_key(&account)
    }

    /// `watcher` does not show this account any more.
    pub fn unwatch(&self, watcher: StreamKey, account: UserId) {
        let mut inner = self.lock();
        inner.unwatch(watcher, account);
        if let Some(watched) = inner.watched.get_mut(&watcher) {
            watched.remove(&account);
        }
    }

    /// `watcher` has ended.
    pub fn forget(&self, watcher: StreamKey) {
        self.lock().forget(watcher);
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn watchers_of(&self, user: UserId) -> Vec<StreamKey> {
        self.watchers.get(&user).into_iter().flatten().copied().collect()
    }

    fn unwatch(&mut self, watcher: StreamKey, account: UserId) {
        if let Some(watchers) = self.watchers.get_mut(&account) {
            watchers.remove(&watcher);
            if watchers.is_empty() {
                self.watchers.remove(&account);
            }
        }
    }

    fn forget(&mut self, watcher: StreamKey) {
        for account in self.watched.remove(&watcher).into_iter().flatten() {
            self.unwatch(watcher, account);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANN: UserId = UserId(1);
    const BEN: UserId = UserId(2);
    const LIST: StreamKey = StreamKey::Chats(BEN);
    const FRIENDS: StreamKey = StreamKey::Friends(BEN);

    #[test]
    fn only_the_first_and_the_last_connection_are_news() {
        let presence = Presence::default();
        assert!(presence.watch(LIST, &[ANN]).is_empty());
        assert_eq!(presence.connected(ANN), [LIST]);
        assert!(presence.connected(ANN).is_empty());
        assert!(!presence.disconnected(ANN));
        assert!(presence.told_absent(ANN).is_empty());
        assert_eq!(presence.watch(LIST, &[ANN]), HashSet::from([ANN]));
        assert!(presence.disconnected(ANN));
        assert_eq!(presence.told_absent(ANN), [LIST]);
        presence.forget(LIST);
        assert!(presence.connected(ANN).is_empty());
    }

    #[test]
    fn streams_of_one_reader_watch_each_for_itself() {
        let presence = Presence::default();
        presence.watch(LIST, &[ANN]);
        presence.watch(FRIENDS, &[]);
        assert!(!presence.watch_too(FRIENDS, ANN));
        assert_eq!(presence.connected(ANN).len(), 2);
        assert!(presence.watch_too(LIST, ANN));
        presence.unwatch(LIST, ANN);
        assert_eq!(presence.watch(FRIENDS, &[BEN]), HashSet::new());
        assert!(presence.disconnected(ANN));
        assert!(presence.told_absent(ANN).is_empty(), "neither shows ann any more");
    }
}
