//! Reminders of confirmed bookings: a day before, and two hours before where a time of the day is booked.
//!
//! A row for booking, kind and start is inserted with the message, so each reminder is sent once across all nodes. A
//! booking that is moved has another start, so it is reminded again.

use super::Result;
use crate::{
    Db,
    notify::outbox::{self, NewOutboxMessage},
    on,
    types::{
        ids::{BookingId, UserId},
        local_time::TimeZone,
        timestamp::Timestamp,
    },
};

/// Maximum reminders read at once.
const BATCH: i64 = 100;

#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "TEXT", rename_all = "lowercase")]
pub enum ReminderKind {
    /// A day before.
    Day,
    /// Two hours before, for slots.
    Hours,
}

impl ReminderKind {
    pub const ALL: [Self; 2] = [Self::Day, Self::Hours];

    /// Time between the reminder and the start.
    pub fn lead(self) -> i64 {
        match self {
            Self::Day => Timestamp::DAY,
            Self::Hours => 2 * Timestamp::HOUR,
        }
    }

    /// Time before the start after which a late reminder is not sent.
    fn latest(self) -> i64 {
        match self {
            Self::Day => 3 * Timestamp::HOUR,
            Self::Hours => 15 * Timestamp::MINUTE,
        }
    }
}

/// Reminder to send.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Reminder {
    pub booking: BookingId,
    /// `None` for a walk-in.
    pub account: Option<UserId>,
    pub code: String,
    pub email: String,
    /// Language of the customer, or of the company for a walk-in.
    pub language: String,
    pub company: String,
    pub offering: String,
    pub address: String,
    pub city: String,
    pub time_zone: TimeZone,
    pub starts_at: Timestamp,
}

/// Returns the reminders of a kind that are due, the next start first. A booking confirmed or moved after the moment of a
/// reminder gets none.
pub async fn due(db: &Db, kind: ReminderKind, now: Timestamp) -> Result<Vec<Reminder>> {
    Ok(on!(db.read(), at => sqlx::query_as(
        "SELECT b.id AS booking, b.customer_id AS account, b.code,
            CASE WHEN b.email <> '' THEN b.email ELSE a.email END AS email, COALESCE(a.language, w.language) AS language,
            c.name AS company, o.name AS offering, c.address, c.city, c.time_zone, b.starts_at
         FROM booking b JOIN company c ON c.id = b.company_id JOIN offering o ON o.id = b.offering_id
            JOIN account w ON w.id = c.owner_id LEFT JOIN account a ON a.id = b.customer_id
         WHERE b.state = 'confirmed' AND b.starts_at > $1 AND b.starts_at <= $2 AND b.scheduled_at < b.starts_at - $3
            AND (b.email <> '' OR a.email IS NOT NULL)
            AND ($4 = 'day' OR o.availability IN ('appointment', 'table', 'timed_entry'))
            AND NOT EXISTS (SELECT 1 FROM booking_reminder r
                WHERE r.booking_id = b.id AND r.kind = $4 AND r.starts_at = b.starts_at)
         ORDER BY b.starts_at, b.id LIMIT $5")
        .bind(now.plus(kind.latest())).bind(now.plus(kind.lead())).bind(kind.lead()).bind(kind).bind(BATCH)
        .fetch_all(at).await)?)
}

/// Adds the message of a reminder to the outbox. Returns false if it was sent, or the booking was cancelled or moved.
pub async fn send(
    db: &Db,
    reminder: &Reminder,
    kind: ReminderKind,
    message: &NewOutboxMessage,
    now: Timestamp,
) -> Result<bool> {
    let mut tx = db.begin().await?;
    let is_first = on!(tx.at(), at => sqlx::query(
        "INSERT INTO booking_reminder (booking_id, kind, starts_at, sent_at)
         SELECT id, $2, starts_at, $4 FROM booking WHERE id = $1 AND state = 'confirmed' AND starts_at = $3
         ON CONFLICT DO NOTHING")
        .bind(reminder.booking).bind(kind).bind(reminder.starts_at).bind(now)
        .execute(at).await.map(|done| done.rows_affected()))?
        > 0;
    if is_first {
        outbox::add_in(&mut tx, message).await?;
        tx.commit().await?;
    }
    Ok(is_first)
}
