//! Openings of offerings from a reel. A sale that follows one counts for the reel: see [`sale`](super::sale).

use super::{
    Result,
    reaction::{self, Counter},
    view,
};
use crate::{
    Db, Error,
    db::{Aggregate, Tx},
    on,
    types::{
        ids::{OfferingId, ReelId, UserId},
        timestamp::Timestamp,
    },
};

/// Returns an error unless the reel links the offering.
pub(super) async fn linked(db: &Db, id: ReelId, offering: OfferingId) -> Result<()> {
    on!(db.read(), at => sqlx::query("SELECT 1 FROM reel_offering WHERE reel_id = $1 AND offering_id = $2")
        .bind(id).bind(offering).fetch_one(at).await.map(drop))?;
    Ok(())
}

/// Records that an account opened an offering from a reel that links it. An account counts once for each offering.
pub async fn record(db: &Db, id: ReelId, offering: OfferingId, account: UserId, now: Timestamp) -> Result<()> {
    view::company(db, id, account).await?;
    linked(db, id, offering).await?;
    let mut tx = db.begin().await?;
    reaction::lock(&mut tx, id).await?;
    let known = on!(tx.at(), at => sqlx::query(
        "UPDATE reel_open SET at = $4 WHERE account_id = $1 AND offering_id = $2 AND reel_id = $3")
        .bind(account).bind(offering).bind(id).bind(now).execute(at).await.map(|done| done.rows_affected()))?;
    if known == 0 {
        on!(tx.at(), at => sqlx::query(
            "INSERT INTO reel_open (account_id, offering_id, reel_id, at) VALUES ($1, $2, $3, $4)")
            .bind(account).bind(offering).bind(id).bind(now).execute(at).await.map(drop))?;
        reaction::count(&mut tx, id, Counter { opens: 1, ..Counter::default() }).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Records the reel that a purchase names, if the server does not know the opening yet: the caller opened the offering
/// before it had an account, or the report was lost. A reel that does not link the offering has no effect.
pub async fn named(db: &Db, id: ReelId, offering: OfferingId, account: UserId, now: Timestamp) -> Result<()> {
    let known: Option<(i64,)> = on!(db.read(), at => sqlx::query_as(
        "SELECT at FROM reel_open WHERE account_id = $1 AND offering_id = $2 AND reel_id = $3")
        .bind(account).bind(offering).bind(id).fetch_optional(at).await)?;
    if known.is_some() {
        return Ok(());
    }
    match record(db, id, offering, account, now).await {
        Err(super::ReelError::Store(Error::NotFound)) => Ok(()),
        done => done,
    }
}

/// Moves the openings of a guest to an account. The later of two of one reel and offering stays, and counts once.
pub(crate) async fn merge(tx: &mut Tx, guest: UserId, into: UserId) -> crate::Result<()> {
    let twice: Vec<(ReelId, OfferingId, Timestamp)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT g.reel_id, g.offering_id, g.at FROM reel_open g JOIN reel_open o
            ON o.account_id = $2 AND o.offering_id = g.offering_id AND o.reel_id = g.reel_id
         WHERE g.account_id = $1 ORDER BY g.reel_id, g.offering_id").bind(guest).bind(into).fetch_all(at).await)?;
    for (reel, offering, at_guest) in twice {
        tx.changes(Aggregate::Reel(reel));
        on!(tx.at(), at => sqlx::query("UPDATE reel SET opens = opens - 1 WHERE id = $1")
            .bind(reel).execute(at).await.map(drop))?;
        on!(tx.at(), at => sqlx::query(
            "UPDATE reel_open SET at = $4 WHERE account_id = $1 AND offering_id = $2 AND reel_id = $3 AND at < $4")
            .bind(into).bind(offering).bind(reel).bind(at_guest).execute(at).await.map(drop))?;
        on!(tx.at(), at => sqlx::query("DELETE FROM reel_open WHERE account_id = $1 AND offering_id = $2 AND reel_id = $3")
            .bind(guest).bind(offering).bind(reel).execute(at).await.map(drop))?;
    }
    on!(tx.at(), at => sqlx::query("UPDATE reel_open SET account_id = $2 WHERE account_id = $1")
        .bind(guest).bind(into).execute(at).await.map(drop))
    .map_err(Into::into)
}
