//! A guest who signs in to an account brings data along.

use crate::{
    Db, Result, cart, favourite, on,
    reel::open,
    types::{ids::UserId, timestamp::Timestamp},
};

/// Moves the addresses, carts, bookings, places in waiting lists, favourites and offerings opened from reels of a guest
/// to the account that has signed in. Without effect if `guest` is not a guest, or is `into` itself.
pub async fn merge(db: &Db, guest: UserId, into: UserId, now: Timestamp) -> Result<()> {
    let mut tx = db.begin().await?;
    tx.lock_accounts(&[guest.0, into.0]).await?;
    let (guests,): (i64,) = on!(tx.at(), at => sqlx::query_as(
        "SELECT COUNT(*) FROM account WHERE id = $1 AND id <> $2 AND kind = 'guest'")
        .bind(guest).bind(into).fetch_one(at).await)?;
    if guests == 0 {
        return Ok(());
    }
    on!(tx.at(), at => sqlx::query(
        "UPDATE delivery_address SET account_id = $2, is_default = is_default AND NOT EXISTS (
            SELECT 1 FROM delivery_address o WHERE o.account_id = $2) WHERE account_id = $1")
        .bind(guest).bind(into).execute(at).await.map(drop))?;
    cart::change::merge(&mut tx, guest, into, now).await?;
    on!(tx.at(), at => sqlx::query(
        "UPDATE booking SET customer_id = $2 WHERE customer_id = $1 AND NOT EXISTS (
            SELECT 1 FROM booking o WHERE o.customer_id = $2 AND o.client_id = booking.client_id)")
        .bind(guest).bind(into).execute(at).await.map(drop))?;
    on!(tx.at(), at => sqlx::query("UPDATE waitlist_entry SET account_id = $2 WHERE account_id = $1")
        .bind(guest).bind(into).execute(at).await.map(drop))?;
    open::merge(&mut tx, guest, into).await?;
    favourite::folder::merge(&mut tx, guest, into, now).await?;
    tx.commit().await
}
