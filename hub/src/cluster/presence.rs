//! Who is online: has a socket open, on this node or on another. Friends see it in their list of chats and in that of
//! their friends.

use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, MutexGuard, PoisonError},
};

use store::types::ids::UserId;

use crate::{cluster::protocol::NodeId, protocol::StreamKey};

/// Counts connections by account and knows which streams want to be told.
#[derive(Default)]
pub struct Presence {
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    connections: HashMap<UserId, u32>,
    /// Who is online with the other nodes.
    remote: HashMap<NodeId, HashSet<UserId>>,
    /// The open streams that show this account.
    watchers: HashMap<UserId, HashSet<StreamKey>>,
    /// The accounts that an open stream shows.
    watched: HashMap<StreamKey, HashSet<UserId>>,
}

impl Presence {
    /// A connection of `user` opened on this node. Answers whether it is their first here, and which streams to tell that
    /// they are online now: none, if they were already.
    pub fn connected(&self, user: UserId) -> (bool, Vec<StreamKey>) {
        let mut inner = self.lock();
        let was_online = inner.is_online(user);
        let count = inner.connections.entry(user).or_insert(0);
        *count += 1;
        (*count == 1, if was_online { Vec::new() } else { inner.watchers_of(user) })
    }

    /// A connection of `user` closed. Answers whether it was their last on this node.
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

    /// `user` did not come back. Answers whether they are still away from this node, and which streams to tell that they
    /// are offline: none, if they are online somewhere.
    pub fn confirm_offline(&self, user: UserId) -> (bool, Vec<StreamKey>) {
        let inner = self.lock();
        let watchers = if inner.is_online(user) { Vec::new() } else { inner.watchers_of(user) };
        (!inner.connections.contains_key(&user), watchers)
    }

    /// Who has a connection open on this node.
    pub fn here(&self) -> Vec<UserId> {
        self.lock().connections.keys().copied().collect()
    }

    /// These are online with another node; with `anew`, nobody else is. Answers whom to tell of whom, and what.
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

    /// `user` is not online with another node any more. Answers whom to tell.
    pub fn set_remote_offline(&self, node: NodeId, user: UserId) -> Option<(UserId, bool, Vec<StreamKey>)> {
        self.lock().gone_from(node, user)
    }

    /// Another node is gone, and everybody who was online with it. Answers whom to tell of whom.
    pub fn node_gone(&self, node: NodeId) -> Vec<(UserId, bool, Vec<StreamKey>)> {
        let news = self.set_remote_online(node, &[], true);
        self.lock().remote.remove(&node);
        news
    }

    /// `watcher` shows these accounts from now on, and no others. Answers which of them are online.
    pub fn watch(&self, watcher: StreamKey, accounts: &[UserId]) -> HashSet<UserId> {
        let mut inner = self.lock();
        inner.forget(watcher);
        for account in accounts {
            inner.watchers.entry(*account).or_default().insert(watcher);
        }
        inner.watched.insert(watcher, accounts.iter().copied().collect());
        accounts.iter().copied().filter(|account| inner.is_online(*account)).collect()
    }

    /// `watcher` shows one account more. Answers whether they are online.
    pub fn add_watch(&self, watcher: StreamKey, account: UserId) -> bool {
        let mut inner = self.lock();
        inner.watchers.entry(account).or_default().insert(watcher);
        inner.watched.entry(watcher).or_default().insert(account);
        inner.is_online(account)
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
    fn is_online(&self, user: UserId) -> bool {
        self.connections.contains_key(&user) || self.remote.values().any(|users| users.contains(&user))
    }

    /// Whom to tell that `user` is gone from a node: nobody, if they are still online.
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
    fn only_the_first_and_the_last_connection_are_news() {
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
    fn streams_of_one_reader_watch_each_for_itself() {
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
    fn somebody_is_online_while_they_are_with_any_node() {
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
        // What a node says anew is all that counts.
        assert_eq!(presence.set_remote_online(one, &[ANN], true), [(BEN, false, vec![]), came[0].clone()]);
        assert_eq!(presence.node_gone(one), left);
        assert_eq!(presence.node_gone(one), []);
    }
}
