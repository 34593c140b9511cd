//! Daily quota of uploaded bytes per account, and per network for files that arrive without an account.
//!
//! The quota is stored in the database, so it is shared by all nodes and survives a restart. An upload is charged in
//! blocks while its bytes arrive, and refunded in full unless its file is kept.

use std::net::IpAddr;

use store::{
    Db,
    security::rate_limit::{self, Quota},
    types::{ids::UserId, timestamp::Timestamp},
};

use crate::error::{Error, Result, retry_after};

/// Bytes received between two charges. Each charge is a commit; 50 MB cost 13 of them.
const BLOCK: i64 = 4 * 1024 * 1024;

/// Owner of the quota that an upload is charged to.
#[derive(Clone, Copy, Debug)]
pub enum Payer {
    Account(UserId),
    /// Client without an account, or a guest. An IPv6 address is charged to its /64, its /56 with four times and its /48
    /// with sixteen times the quota.
    Network(IpAddr),
}

impl From<UserId> for Payer {
    fn from(user: UserId) -> Self {
        Self::Account(user)
    }
}

/// Bytes that each account, and each network without one, may upload a day.
pub struct UploadQuota {
    db: Db,
    /// `None`: no limit.
    allowance: Option<Quota>,
}

/// Bytes charged for an upload. Dropping it before [`keep`](Self::keep) refunds them.
pub struct UploadCharge {
    db: Db,
    /// Keys and sizes of the charged quotas; empty: no limit.
    quotas: Vec<(String, Quota)>,
    charged: i64,
    /// Received bytes not charged yet.
    pending: i64,
}

impl UploadQuota {
    /// A quota of `mebibytes` a day; 0: no limit.
    pub fn new(db: Db, mebibytes: u32) -> Self {
        let times = i64::from(mebibytes) * 1024 * 1024;
        Self { db, allowance: (times > 0).then_some(Quota { times, period: Timestamp::DAY }) }
    }

    /// Begins an upload, with nothing charged.
    pub fn begin(&self, payer: impl Into<Payer>) -> UploadCharge {
        let quotas = match (self.allowance, payer.into()) {
            (None, _) => Vec::new(),
            (Some(of), Payer::Account(owner)) => vec![(format!("upload-bytes:{owner}"), of)],
            (Some(of), Payer::Network(address)) => of.of_networks("upload-bytes", address),
        };
        UploadCharge { db: self.db.clone(), quotas, charged: 0, pending: 0 }
    }
}

impl UploadCharge {
    /// Counts received bytes and charges each full block.
    pub async fn add(&mut self, bytes: usize, now: Timestamp) -> Result<()> {
        self.pending = self.pending.saturating_add(i64::try_from(bytes).unwrap_or(i64::MAX));
        if self.pending >= BLOCK { self.settle(now).await } else { Ok(()) }
    }

    /// Charges the upload for at least `bytes` in total: the stored file may be larger than the upload.
    pub async fn raise_to(&mut self, bytes: i64, now: Timestamp) -> Result<()> {
        self.pending = self.pending.max(bytes.saturating_sub(self.charged));
        self.settle(now).await
    }

    /// Makes the charge permanent when the file is kept.
    pub fn keep(mut self) {
        self.charged = 0;
    }

    async fn settle(&mut self, now: Timestamp) -> Result<()> {
        if self.pending == 0 {
            return Ok(());
        }
        if let Err(wait) = rate_limit::take_of_all(&self.db, &self.quotas, self.pending, now).await? {
            return Err(Error::UploadQuota(retry_after(wait)));
        }
        self.charged += self.pending;
        self.pending = 0;
        Ok(())
    }
}

impl Drop for UploadCharge {
    fn drop(&mut self) {
        if self.charged == 0 || self.quotas.is_empty() {
            return;
        }
        // Outside a runtime the process is exiting. The bytes then refill with time.
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        let (db, quotas, charged) = (self.db.clone(), std::mem::take(&mut self.quotas), self.charged);
        runtime.spawn(async move {
            for (key, of) in quotas {
                if let Err(cause) = rate_limit::refund_many(&db, &key, of, charged).await {
                    tracing::warn!(%cause, "refund of an upload failed");
                }
            }
        });
    }
}
