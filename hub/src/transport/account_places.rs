//! Connections by account over all shards. Limits their number, and lists those to probe when the account needs another
//! slot.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use store::types::ids::UserId;

use crate::room::fanout::ConnId;

/// A connection that holds a slot of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Holder {
    pub shard: usize,
    pub conn: ConnId,
}

/// Connections of all accounts. Each counts as long as its [`AccountPlace`] lives.
#[derive(Default)]
pub struct AccountPlaces(Arc<Mutex<HashMap<UserId, Account>>>);

#[derive(Default)]
struct Account {
    holders: Vec<Holder>,
    /// Time of the last probe of the account's connections.
    probed: Option<Instant>,
}

/// Counts a connection against the limit of its account.
pub struct AccountPlace {
    user: UserId,
    holder: Holder,
    accounts: Arc<Mutex<HashMap<UserId, Account>>>,
}

impl AccountPlaces {
    /// Acquires a slot for a connection. Returns `None` if the account has reached `limit`.
    pub fn take(&self, user: UserId, limit: u32, holder: Holder) -> Option<AccountPlace> {
        let mut accounts = self.lock();
        if accounts.get(&user).is_some_and(|account| is_full(account, limit)) || limit == 0 {
            return None;
        }
        accounts.entry(user).or_default().holders.push(holder);
        Some(AccountPlace { user, holder, accounts: self.0.clone() })
    }

    /// Returns true if an account has no free slot.
    pub fn is_full(&self, user: UserId, limit: u32) -> bool {
        self.lock().get(&user).map_or(limit == 0, |account| is_full(account, limit))
    }

    /// Returns the connections of an account to probe, or none if the last probe began less than `every` ago.
    pub fn begin_probe(&self, user: UserId, every: Duration) -> Vec<Holder> {
        let now = Instant::now();
        let mut accounts = self.lock();
        let Some(account) = accounts.get_mut(&user) else { return Vec::new() };
        if account.probed.is_some_and(|probed| now.saturating_duration_since(probed) < every) {
            return Vec::new();
        }
        account.probed = Some(now);
        account.holders.clone()
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<UserId, Account>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn is_full(account: &Account, limit: u32) -> bool {
    account.holders.len() >= limit as usize
}

impl Drop for AccountPlace {
    fn drop(&mut self) {
        let mut accounts = self.accounts.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(account) = accounts.get_mut(&self.user) else { return };
        if let Some(place) = account.holders.iter().position(|holder| *holder == self.holder) {
            account.holders.swap_remove(place);
        }
        if account.holders.is_empty() {
            accounts.remove(&self.user);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holder(slot: u32) -> Holder {
        Holder { shard: 0, conn: ConnId { slot, generation: 1 } }
    }

    #[test]
    fn slot_is_released_on_drop() {
        let places = AccountPlaces::default();
        let first = places.take(UserId(1), 1, holder(1));
        assert!(first.is_some() && places.take(UserId(1), 1, holder(2)).is_none() && places.is_full(UserId(1), 1));
        assert!(places.take(UserId(2), 1, holder(3)).is_some());
        drop(first);
        assert!(places.take(UserId(1), 1, holder(2)).is_some());
        assert!(places.lock().is_empty(), "an account without connections is forgotten");
    }

    #[test]
    fn connections_are_probed_once_per_interval() {
        let places = AccountPlaces::default();
        let _held = places.take(UserId(1), 2, holder(1));
        let every = Duration::from_secs(60);
        assert_eq!(places.begin_probe(UserId(1), every), [holder(1)]);
        assert_eq!(places.begin_probe(UserId(1), every), []);
        assert_eq!(places.begin_probe(UserId(1), Duration::ZERO), [holder(1)]);
        assert_eq!(places.begin_probe(UserId(2), every), []);
    }
}
