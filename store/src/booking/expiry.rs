//! Ended holds: released by the next booking of the company, or by a sweep.

use super::{InventoryChange, Result, transition::taken_by, waitlist::offer};
use crate::{
    Db,
    db::Tx,
    inventory::{
        counted::{self, Move},
        exclusive,
    },
    on,
    types::{
        ids::{BookingId, CompanyId},
        timestamp::Timestamp,
    },
};

/// Maximum holds released at once.
const BATCH: i64 = 100;

/// Releases the holds of a company that ended by `now`. The company is locked. Callers publish the changes: a hold is
/// released once.
pub(super) async fn release_ended(tx: &mut Tx, company: CompanyId, now: Timestamp) -> Result<Vec<InventoryChange>> {
    let ended: Vec<(BookingId,)> = on!(tx.at(), at => sqlx::query_as(
        "UPDATE booking SET state = 'expired', changed_at = $2
         WHERE id IN (SELECT id FROM booking WHERE company_id = $1 AND state = 'held' AND hold_expires_at <= $2 LIMIT $3)
         RETURNING id")
        .bind(company).bind(now).bind(BATCH).fetch_all(at).await)?;
    let ids: Vec<_> = ended.into_iter().map(|(id,)| id).collect();
    let mut freed = Vec::new();
    for id in &ids {
        freed.extend(taken_by(tx, *id).await?);
    }
    if !ids.is_empty() {
        counted::move_units(tx, &ids, Move::ReleaseHeld).await?;
        exclusive::free(tx, &ids).await?;
        offer::wake(tx, company, &freed).await?;
    }
    Ok(freed)
}

/// Releases ended holds of all companies. Returns what each company gained.
pub async fn sweep(db: &Db, now: Timestamp) -> Result<Vec<(CompanyId, Vec<InventoryChange>)>> {
    let companies: Vec<(CompanyId,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT DISTINCT company_id FROM (SELECT company_id FROM booking WHERE state = 'held' AND hold_expires_at <= $1
                ORDER BY hold_expires_at LIMIT $2) AS ended")
        .bind(now).bind(BATCH).fetch_all(at).await)?;
    let mut freed = Vec::new();
    for (company,) in companies {
        let mut tx = db.begin().await?;
        tx.lock_company(company).await?;
        let changes = release_ended(&mut tx, company, now).await?;
        tx.commit().await?;
        freed.push((company, changes));
    }
    Ok(freed)
}
