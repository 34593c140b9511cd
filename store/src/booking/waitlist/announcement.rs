//! Announcements of offers, each sent once.

use crate::{
    Db,
    booking::Result,
    notify::outbox::{self, NewOutboxMessage},
    on,
    types::{
        ids::{BookingId, UserId, WaitlistEntryId},
        local_time::TimeZone,
        timestamp::Timestamp,
    },
};

/// Maximum offers announced at once.
const BATCH: i64 = 100;

/// Offer that the customer does not know of yet.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Offer {
    pub entry: WaitlistEntryId,
    pub booking: BookingId,
    pub account: UserId,
    pub email: String,
    /// Language of the account.
    pub language: String,
    pub company: String,
    pub offering: String,
    pub time_zone: TimeZone,
    pub starts_at: Timestamp,
    pub expires_at: Timestamp,
}

/// Returns the open offers that were not announced, oldest first.
pub async fn pending(db: &Db, now: Timestamp) -> Result<Vec<Offer>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT e.id AS entry, b.id AS booking, e.account_id AS account, e.email, a.language, c.name AS company,
            o.name AS offering, c.time_zone, b.starts_at, b.hold_expires_at AS expires_at
         FROM waitlist_entry e JOIN booking b ON b.id = e.id JOIN account a ON a.id = e.account_id
            JOIN company c ON c.id = e.company_id JOIN offering o ON o.id = e.offering_id
         WHERE e.offered_at IS NOT NULL AND e.announced_at IS NULL AND b.state = 'held' AND b.hold_expires_at > $1
         ORDER BY e.offered_at LIMIT $2")
        .bind(now).bind(BATCH).fetch_all(at).await)?)
}

/// Adds the message of an offer to the outbox. Returns false if another node did.
pub async fn send(db: &Db, offer: &Offer, message: &NewOutboxMessage, now: Timestamp) -> Result<bool> {
    let mut tx = db.begin().await?;
    let is_first = on!(tx.at(), at => sqlx::query(
        "UPDATE waitlist_entry SET announced_at = $2 WHERE id = $1 AND announced_at IS NULL")
        .bind(offer.entry).bind(now).execute(at).await.map(|done| done.rows_affected()))?
        > 0;
    if is_first {
        outbox::add_in(&mut tx, message).await?;
        tx.commit().await?;
    }
    Ok(is_first)
}
