//! Coordination between the processes that share a database: this process's number in generated ids, and the bus to the
//! others.

use std::{
    fs::{self, File},
    os::unix::fs::MetadataExt as _,
    path::Path,
    sync::{
        Arc, Weak,
        atomic::{AtomicU8, Ordering},
    },
    time::Duration,
};

use store::{
    Db,
    account::address,
    cluster::{bus::Bus, node_lease},
    notify::outbox,
    security::{one_time_token, rate_limit, session},
    types::{
        ids::{Ids, NODES},
        timestamp::Timestamp,
    },
};
use tokio::time::MissedTickBehavior;

use crate::{
    app_state::AppState,
    auth::access_tokens::ACCESS_LIFETIME,
    cli::config::{Config, Database},
};

/// Interval between renewals of the lease.
const RENEW: Duration = Duration::from_secs(60);
/// Interval between checks for sessions ended by other nodes, in case a bus message was lost. Also checks for the first
/// push subscription, which another node may have stored.
const LOOK: Duration = Duration::from_secs(5);

/// Lease of this process's node number.
pub struct NodeLease {
    number: AtomicU8,
    holder: String,
    /// Lock on the file that names this process.
    _locked: Option<File>,
}

/// Name of this process, unique among processes and stable across a kill. It is taken from the first file in the folder
/// that can be locked. A lock ends with its process, and a copied folder has other files. Another machine sharing the
/// folder may not see the lock, so the name includes the boot id.
fn name(data: &Path) -> Option<(String, File)> {
    let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    let folder = data.join("nodes");
    fs::create_dir_all(&folder).ok()?;
    (0..NODES).find_map(|place| {
        let file = File::create(folder.join(place.to_string())).ok()?;
        file.try_lock().ok()?;
        let found = file.metadata().ok()?;
        Some((format!("{} {:x} {:x}", boot.trim(), found.dev(), found.ino()), file))
    })
}

impl NodeLease {
    /// Acquires a free number, or the number that the previous process in the folder `data` did not release.
    pub async fn take(db: &Db, data: &Path) -> Result<Self, Box<dyn std::error::Error>> {
        let (holder, locked) = name(data).unzip();
        let holder = holder.unwrap_or_else(|| format!("{:016x}", rand::random::<u64>()));
        let number = node_lease::acquire(db, &holder, Timestamp::now()).await?;
        let number = number.ok_or("as many processes as it can tell apart share this database already")?;
        Ok(Self { number: AtomicU8::new(number), holder, _locked: locked })
    }

    pub fn number(&self) -> u8 {
        self.number.load(Ordering::Relaxed)
    }

    /// Returns a generator of ids with this number.
    pub async fn ids(&self, db: &Db) -> store::Result<Ids> {
        let ids = Ids::new(self.number());
        ids.continue_after(db.greatest_id().await?);
        Ok(ids)
    }

    /// Renews the lease. Acquires another number if the lease expired and another process holds the number.
    async fn renew(&self, db: &Db, ids: &Ids) -> store::Result<()> {
        let now = Timestamp::now();
        if !node_lease::renew(db, self.number(), &self.holder, now).await?
            && let Some(number) = node_lease::acquire(db, &self.holder, now).await?
        {
            tracing::warn!(before = self.number(), number, "this process has another number now");
            // The number's previous process may have generated ids with a clock that was ahead.
            ids.continue_after(db.greatest_id().await?);
            self.number.store(number, Ordering::Relaxed);
            ids.renumber(number);
        }
        Ok(())
    }

    pub async fn give_back(&self, db: &Db) {
        // A lease that is not released expires.
        if let Err(cause) = node_lease::release(db, self.number(), &self.holder).await {
            tracing::warn!(%cause, "the number of this process could not be given back");
        }
    }
}

/// The bus to the other nodes, if configured.
pub async fn bus(config: &Config, db: &Db) -> Result<Option<hub::state::BusEndpoint>, Box<dyn std::error::Error>> {
    let Some(url) = &config.redis_url else { return Ok(None) };
    if matches!(config.database(), Database::Sqlite(_)) {
        return Err("REDIS_URL makes several servers one, and they cannot share an SQLite file: \
                    give them a PostgreSQL database (DATABASE_URL=postgres://…)"
            .into());
    }
    Ok(Some(Bus::redis(url, &node_lease::deployment_id(db).await?)?))
}

/// Renews the lease and syncs sessions ended by other nodes until the state is dropped.
pub async fn keep(state: Weak<AppState>) {
    let mut renew = tokio::time::interval(RENEW);
    let mut look = tokio::time::interval(LOOK);
    renew.set_missed_tick_behavior(MissedTickBehavior::Delay);
    look.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let has_others = state.upgrade().is_some_and(|state| state.config.redis_url.is_some());
    loop {
        tokio::select! {
            _ = renew.tick() => {
                let Some(state) = state.upgrade() else { return };
                if let Err(cause) = state.node_lease.renew(&state.db, &state.ids).await {
                    tracing::warn!(%cause, "the number of this process could not be renewed");
                }
                if let Err(cause) = forget_spent(&state.db).await {
                    tracing::warn!(%cause, "what nobody called for could not be forgotten");
                }
            }
            _ = look.tick(), if has_others => {
                let Some(state) = state.upgrade() else { return };
                if let Err(cause) = sync_revoked_sessions(&state).await {
                    tracing::warn!(%cause, "sessions that other nodes have ended could not be looked for");
                }
                if let Some(push) = &state.push
                    && let Err(cause) = push.refresh(&state.db).await
                {
                    tracing::warn!(%cause, "whether anybody wants notifications could not be read");
                }
            }
        }
    }
}

/// Purges expired one-time tokens, former addresses and texts of outbox messages, and full rate limits.
async fn forget_spent(db: &Db) -> store::Result<()> {
    let now = Timestamp::now();
    one_time_token::purge_expired(db, now).await?;
    address::delete_expired(db, now).await?;
    rate_limit::purge(db, now).await?;
    outbox::erase_expired(db, now).await?;
    Ok(())
}

async fn sync_revoked_sessions(state: &Arc<AppState>) -> store::Result<()> {
    let now = Timestamp::now();
    for (session, _) in session::revoked_since(&state.db, now.plus(-ACCESS_LIFETIME)).await? {
        if state.tokens.revoke(session, now) {
            state.hub.session_ended_elsewhere(session);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn node_number_is_reused_when_process_was_killed() {
        store::testing::both(async |db| {
            let folder = tempfile::tempdir().unwrap();
            let take = async || NodeLease::take(&db, folder.path()).await.unwrap();
            let (first, second) = (take().await, take().await);
            assert_eq!((first.number(), second.number()), (0, 1), "each has its own in the folder that they share");
            drop(first);
            for _ in 0..40 {
                assert_eq!(take().await.number(), 0, "killed again and again");
            }
            second.give_back(&db).await;
            drop(second);
            let copied = tempfile::tempdir().unwrap();
            fs::create_dir(copied.path().join("nodes")).unwrap();
            fs::copy(folder.path().join("nodes/0"), copied.path().join("nodes/0")).unwrap();
            assert_eq!(NodeLease::take(&db, copied.path()).await.unwrap().number(), 1, "a copy is another");
        })
        .await;
    }
}
