//! Online users: those with a connection on this node or another. Friends see presence in their chat list and their
//! friends list.

use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, MutexGuard, PoisonError},
};

use store::types::ids::UserId;

use crate::{cluster::protocol::NodeId, protocol::StreamKey};

/// Counts connections by account and records the streams to notify.
#[derive(Default)]
pub struct Presence {
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    connections: HashMap<UserId, u32>,
    /// Users online on other nodes.
    remote: HashMap<NodeId, HashSet<UserId>>,
    /// Open streams that show this account.
    watchers: HashMap<UserId, HashSet<StreamKey>>,
    /// Accounts shown by an open stream.
    watched: HashMap<StreamKey, HashSet<UserId>>,
}

impl Presence {
    /// Records a connection of `user` on this node. Returns true if it is the first here, and the streams to notify.
    /// Returns no streams if the user was online already.
    pub fn connected(&self, user: UserId) -> (bool, Vec<StreamKey>) {
        let mut inner = self.lock();
        let was_online = inner.is_online(user);
        let count = inner.connections.entry(user).or_insert(0);
        *count += 1;
        (*count == 1, if was_online { Vec::new() } else { inner.watchers_of(user) })
    }

    /// Records a closed connection of `user`. Returns true if it was the last on this node.
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

    /// Checks whether `user` is still offline after the grace period. Returns true if no connection is on this node,
    /// and the streams to notify. Returns no streams if the user is online on any node.
    pub fn confirm_offline(&self, user: UserId) -> (bool, Vec<StreamKey>) {
        let inner = self.lock();
        let watchers = if inner.is_online(user) { Vec::new() } else { inner.watchers_of(user) };
        (!inner.connections.contains_key(&user), watchers)
    }

    /// Returns the users with a connection on this node.
    pub fn here(&self) -> Vec<UserId> {
        self.lock().connections.keys().copied().collect()
    }

    /// Records users who are online on another node; with `anew`, replaces the previous set. Returns the changed users
    /// with the streams to notify.
    pub fn set_remote_online(&self, node: NodeId, users: &[UserId], anew: bool) -> Vec<(UserId, bool, Vec<StreamKey>)> {
        let mut inner = self.lock();
        let mut news = Vec::new();
        if anew {
            let users: HashSet<_> = users.iter().copied().collect();
            let before = inner.remote.get(&node).into_iter().flatten().copied();
            let gone: Vec<_> = before.filter(|user| !users.contains(user)).collect();
            news.extend(gone.into_iter().filter_map(|user| inner.gone_from(node, user)));
        }
        for user in users {
            let was_online = inner.is_online(*user);
            inner.remote.entry(node).or_default().insert(*user);
            if !was_online {
                news.push((*user, true, inner.watchers_of(*user)));
            }
        }
        news
    }

    /// Records that `user` is no longer online on another node. Returns the streams to notify.
    pub fn set_remote_offline(&self, node: NodeId, user: UserId) -> Option<(UserId, bool, Vec<StreamKey>)> {
        self.lock().gone_from(node, user)
    }

    /// Removes another node and its online users. Returns the changed users with the streams to notify.
    pub fn node_gone(&self, node: NodeId) -> Vec<(UserId, bool, Vec<StreamKey>)> {
        let news = self.set_remote_online(node, &[], true);
        self.lock().remote.remove(&node);
        news
    }

    /// Replaces the accounts that `watcher` shows. Returns those that are online.
    pub fn watch(&self, watcher: StreamKey, accounts: &[UserId]) -> HashSet<UserId> {
        let mut inner = self.lock();
        inner.forget(watcher);
        for account in accounts {
            inner.watchers.entry(*account).or_default().insert(watcher);
        }
        inner.watched.insert(watcher, accounts.iter().copied().collect());
        accounts.iter().copied().filter(|account| inner.is_online(*account)).collect()
    }

    /// Adds an account that `watcher` shows. Returns true if the account is online.
    pub fn add_watch(&self, watcher: StreamKey, account: UserId) -> bool {
        let mut inner = self.lock();
        inner.watchers.entry(account).or_default().insert(watcher);
        inner.watched.entry(watcher).or_default().insert(account);
        inner.is_online(account)
    }

    /// Removes an account that `watcher` shows.
    pub fn unwatch(&self, watcher: StreamKey, account: UserId) {
        let mut inner = self.lock();
        inner.unwatch(watcher, account);
        if let Some(watched) = inner.watched.get_mut(&watcher) {
            watched.remove(&account);
        }
    }

    /// Removes a `watcher` that has ended.
    pub fn forget(&self, watcher: StreamKey) {
        self.lock().forget(watcher);
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn is_online(&self, user: UserId) -> bool {
        self.connections.contains_key(&user) || self.remote.values().any(|users| users.contains(&user))
    }

    /// Removes `user` from a node. Returns the streams to notify; `None` if the user is still online.
    fn gone_from(&mut self, node: NodeId, user: UserId) -> Option<(UserId, bool, Vec<StreamKey>)> {
        let was_there = self.remote.get_mut(&node)?.remove(&user);
        (was_there && !self.is_online(user)).then(|| (user, false, self.watchers_of(user)))
    }

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
    fn only_first_and_last_connection_notify_watchers() {
        let presence = Presence::default();
        assert!(presence.watch(LIST, &[ANN]).is_empty());
        assert_eq!(presence.connected(ANN), (true, vec![LIST]));
        assert_eq!(presence.connected(ANN), (false, vec![]));
        assert!(!presence.disconnected(ANN));
        assert_eq!(presence.confirm_offline(ANN), (false, vec![]));
        assert_eq!(presence.watch(LIST, &[ANN]), HashSet::from([ANN]));
        assert!(presence.disconnected(ANN));
        assert_eq!(presence.confirm_offline(ANN), (true, vec![LIST]));
        presence.forget(LIST);
        assert_eq!(presence.connected(ANN), (true, vec![]));
    }

    #[test]
    fn streams_of_same_user_watch_independently() {
        let presence = Presence::default();
        presence.watch(LIST, &[ANN]);
        presence.watch(FRIENDS, &[]);
        assert!(!presence.add_watch(FRIENDS, ANN));
        assert_eq!(presence.connected(ANN).1.len(), 2);
        assert!(presence.add_watch(LIST, ANN));
        presence.unwatch(LIST, ANN);
        assert_eq!(presence.watch(FRIENDS, &[BEN]), HashSet::new());
        assert!(presence.disconnected(ANN));
        assert_eq!(presence.confirm_offline(ANN).1, [], "neither shows ann any more");
    }

    #[test]
    fn user_is_online_while_connected_to_any_node() {
        let (presence, one, other) = (Presence::default(), NodeId(1), NodeId(2));
        presence.watch(LIST, &[ANN]);
        let came = [(ANN, true, vec![LIST])];
        let left = [(ANN, false, vec![LIST])];
        assert_eq!(presence.set_remote_online(one, &[ANN, BEN], false), [came[0].clone(), (BEN, true, vec![])]);
        assert_eq!(presence.set_remote_online(other, &[ANN], true), []);
        assert_eq!(presence.connected(ANN), (true, vec![]), "first here, and online already");
        assert_eq!(presence.set_remote_offline(one, ANN), None);
        assert_eq!(presence.node_gone(other), []);
        assert!(presence.disconnected(ANN));
        assert_eq!(presence.confirm_offline(ANN), (true, vec![LIST]));
        // The new set replaces the node's previous one.
        assert_eq!(presence.set_remote_online(one, &[ANN], true), [(BEN, false, vec![]), came[0].clone()]);
        assert_eq!(presence.node_gone(one), left);
        assert_eq!(presence.node_gone(one), []);
    }
}
