//! Mails about the steps of a booking to the address that was given for it.
//!
//! A customer whose account has the same address gets the mail of the notification instead. The transaction of a step
//! decides whether a mail is due. It is sent once across all nodes: right after the commit, or by the sweep that finds
//! mails a crash left behind.

use super::Result;
use crate::{
    Db,
    db::Tx,
    notify::outbox::{self, NewOutboxMessage},
    on,
    types::{ids::BookingId, timestamp::Timestamp},
};

/// Maximum mails read at once.
const BATCH: i64 = 100;
/// Age after which a lost mail is of no use.
const LIFETIME: i64 = Timestamp::DAY;

/// Recipient of the mail about a booking's last step.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct StepMail {
    pub booking: BookingId,
    pub email: String,
    /// Language of the customer, or of the company for a walk-in.
    pub language: String,
    /// Time of the last step.
    pub step_at: Timestamp,
}

const SELECT: &str =
    "SELECT b.id AS booking, b.email, COALESCE(a.language, w.language) AS language, MAX(h.mail_due_at) AS step_at
     FROM booking_change h JOIN booking b ON b.id = h.booking_id JOIN company c ON c.id = b.company_id
        JOIN account w ON w.id = c.owner_id LEFT JOIN account a ON a.id = b.customer_id
     WHERE h.mail_due_at IS NOT NULL AND b.email <> ''";
const GROUP: &str = "GROUP BY b.id, b.email, a.language, w.language";

/// Returns the mail that is due for a booking.
pub async fn of_booking(db: &Db, id: BookingId) -> Result<Option<StepMail>> {
    let sql = format!("{SELECT} AND h.booking_id = $1 {GROUP}");
    Ok(on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(id).fetch_optional(at).await)?)
}

/// Returns the mails of recent steps that were due by `until` and were not sent.
pub async fn due(db: &Db, until: Timestamp) -> Result<Vec<StepMail>> {
    let sql = format!("{SELECT} AND h.mail_due_at > $1 AND h.mail_due_at <= $2 {GROUP} ORDER BY step_at LIMIT $3");
    Ok(on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(until.plus(-LIFETIME)).bind(until)
        .bind(BATCH).fetch_all(at).await)?)
}

/// Adds the mail about a booking's last step to the outbox: none if a later step needs no mail. Earlier steps are not
/// mailed any more. Returns false if the mail was sent before.
pub async fn send(db: &Db, due: &StepMail, mail: Option<&NewOutboxMessage>) -> Result<bool> {
    let mut tx = db.begin().await?;
    let is_first = settle(&mut tx, due.booking, due.step_at).await?;
    if is_first {
        if let Some(mail) = mail {
            outbox::add_in(&mut tx, mail).await?;
        }
        tx.commit().await?;
    }
    Ok(is_first)
}

/// Marks the steps of a booking as mailed. Returns false if no mail was due.
pub(super) async fn settle(tx: &mut Tx, id: BookingId, until: Timestamp) -> Result<bool> {
    let done = on!(tx.at(), at => sqlx::query(
        "UPDATE booking_change SET mail_due_at = NULL WHERE booking_id = $1 AND mail_due_at <= $2")
        .bind(id).bind(until).execute(at).await.map(|done| done.rows_affected()))?;
    Ok(done > 0)
}
