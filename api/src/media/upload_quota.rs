//! Daily quota of uploaded bytes per account.
//!
//! The quota is kept in the database, so all nodes count together and a restart forgets nothing. An upload is charged in
//! blocks while its bytes arrive, and refunded in whole unless its file is kept.

use store::{
    Db,
    security::rate_limit::{self, Quota},
    types::{ids::UserId, timestamp::Timestamp},
};

use crate::error::{Error, Result};

/// Bytes that may arrive before they are charged. Each charge is a commit; 50 MB cost 13 of them.
const BLOCK: i64 = 4 * 1024 * 1024;

/// Bytes that each account may upload a day.
pub struct UploadQuota {
    db: Db,
    /// `None`: no limit.
    allowance: Option<Quota>,
}

/// Bytes charged for one upload. Dropped before [`keep`](Self::keep), they are refunded.
pub struct UploadCharge {
    db: Db,
    allowance: Option<Quota>,
    key: String,
    charged: i64,
    /// Bytes that have arrived and are not charged yet.
    pending: i64,
}

impl UploadQuota {
    /// A quota of `mebibytes` a day; 0: no limit.
    pub fn new(db: Db, mebibytes: u32) -> Self {
        let times = i64::from(mebibytes) * 1024 * 1024;
        Self { db, allowance: (times > 0).then_some(Quota { times, period: Timestamp::DAY }) }
    }

    /// Begins an upload of `owner`, with nothing charged.
    pub fn begin(&self, owner: UserId) -> UploadCharge {
        UploadCharge {
            db: self.db.clone(),
            allowance: self.allowance,
            key: format!("upload-bytes:{owner}"),
            charged: 0,
            pending: 0,
        }
    }
}

impl UploadCharge {
    /// Counts bytes that have arrived, and charges them once they are a block.
    pub async fn add(&mut self, bytes: usize, now: Timestamp) -> Result<()> {
        self.pending = self.pending.saturating_add(i64::try_from(bytes).unwrap_or(i64::MAX));
        if self.pending >= BLOCK { self.settle(now).await } else { Ok(()) }
    }

    /// Charges the upload for at least `bytes` in all: a file may take more on the disk than was sent.
    pub async fn raise_to(&mut self, bytes: i64, now: Timestamp) -> Result<()> {
        self.pending = self.pending.max(bytes.saturating_sub(self.charged));
        self.settle(now).await
    }

    /// The file is kept, and its charge with it.
    pub fn keep(mut self) {
        self.charged = 0;
    }

    async fn settle(&mut self, now: Timestamp) -> Result<()> {
        let Some(of) = self.allowance else { return Ok(()) };
        if self.pending == 0 {
            return Ok(());
        }
        if let Err(wait) = rate_limit::take_many(&self.db, &self.key, of, self.pending, now).await? {
            let seconds = wait.saturating_add(Timestamp::SECOND - 1) / Timestamp::SECOND;
            return Err(Error::UploadQuota(u32::try_from(seconds).unwrap_or(u32::MAX)));
        }
        self.charged += self.pending;
        self.pending = 0;
        Ok(())
    }
}

impl Drop for UploadCharge {
    fn drop(&mut self) {
        let Some(of) = self.allowance.filter(|_| self.charged > 0) else { return };
        // Outside of a runtime the process is ending; the account then waits for its bytes to refill.
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        let (db, key, charged) = (self.db.clone(), std::mem::take(&mut self.key), self.charged);
        runtime.spawn(async move {
            if let Err(cause) = rate_limit::refund_many(&db, &key, of, charged).await {
                tracing::warn!(%cause, "refund of an upload failed");
            }
        });
    }
}
