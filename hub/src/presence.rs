//! Who is online: has a socket open on this node. Friends see it in their list of chats.

use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, MutexGuard, PoisonError},
};

use store::ids::UserId;

/// Counts connections by account and knows who wants to be told.
#[derive(Default)]
pub struct Presence {
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    connections: HashMap<UserId, u32>,
    /// Whose list of chats is open and shows this account.
    watchers: HashMap<UserId, HashSet<UserId>>,
}

impl Presence {
    /// A connection of `user` opened. Answers whom to tell that they are online now: nobody, if they were already.
    pub fn connected(&self, user: UserId) -> Vec<UserId> {
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

    /// Whom to tell that `user` is offline: nobody, if they have come back.
    pub fn told_absent(&self, user: UserId) -> Vec<UserId> {
        let inner = self.lock();
        if inner.connections.contains_key(&user) { Vec::new() } else { inner.watchers_of(user) }
    }

    /// `watcher` wants to know about all of `friends` from now on. Answers which of them are online.
    pub fn watch(&self, watcher: UserId, friends: &[UserId]) -> HashSet<UserId> {
        let mut inner = self.lock();
        for friend in friends {
            inner.watchers.entry(*friend).or_default().insert(watcher);
        }
        friends.iter().copied().filter(|friend| inner.connections.contains_key(friend)).collect()
    }

    /// `watcher` does not want to know any more.
    pub fn unwatch(&self, watcher: UserId, friends: &[UserId]) {
        let mut inner = self.lock();
        for friend in friends {
            if let Some(watchers) = inner.watchers.get_mut(friend) {
                watchers.remove(&watcher);
                if watchers.is_empty() {
                    inner.watchers.remove(friend);
                }
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn watchers_of(&self, user: UserId) -> Vec<UserId> {
        self.watchers.get(&user).into_iter().flatten().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_first_and_the_last_connection_are_news() {
        let presence = Presence::default();
        let (ann, ben) = (UserId(1), UserId(2));
        assert!(presence.watch(ben, &[ann]).is_empty());
        assert_eq!(presence.connected(ann), [ben]);
        assert!(presence.connected(ann).is_empty());
        assert!(!presence.disconnected(ann));
        assert!(presence.told_absent(ann).is_empty());
        assert_eq!(presence.watch(ben, &[ann]), HashSet::from([ann]));
        assert!(presence.disconnected(ann));
        assert_eq!(presence.told_absent(ann), [ben]);
        presence.unwatch(ben, &[ann]);
        assert!(presence.connected(ann).is_empty());
    }
}
