//! Refunds that the provider has to make. The transaction that promises the money adds a row; a worker sends it.
//!
//! A row of a disputed payment waits for the end of the dispute, and is never sent once it is lost: the bank has paid the customer
//! back.

use crate::{
    Db, Result,
    db::Tx,
    on,
    types::{ids::PaymentId, timestamp::Timestamp},
};

/// Maximum refunds read at once.
const BATCH: i64 = 50;
/// Pause after the first failed try. It doubles with each further one.
const BACKOFF_MIN: i64 = 5 * Timestamp::SECOND;
const BACKOFF_MAX: i64 = Timestamp::HOUR;

/// Refund to make.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct ProviderRefund {
    pub payment_id: PaymentId,
    /// Number of the refund among those of its payment.
    pub position: i64,
    /// Minor units.
    pub amount: i64,
    /// Sum of the refunds of the payment before it.
    pub promised_before: i64,
    pub currency: String,
    /// Id of the payment at the provider.
    pub payment_reference: String,
    /// Failed tries.
    pub tries: i64,
}

/// Adds a refund. The caller holds the locks of the payment's companies.
pub(super) async fn add(tx: &mut Tx, payment: PaymentId, amount: i64, now: Timestamp) -> Result<()> {
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO provider_refund (payment_id, position, amount, state, due_at)
         SELECT $1, COUNT(*), $2, 'pending', $3 FROM provider_refund WHERE payment_id = $1")
        .bind(payment).bind(amount).bind(now).execute(at).await.map(drop))
    .map_err(Into::into)
}

/// Sums of the refunds of a payment. Minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub(crate) struct Sums {
    pub promised: i64,
    /// Those that the provider refuses, or that came back from the bank.
    pub failed: i64,
    /// Those, and the ones that are still to be sent.
    pub unsent: i64,
}

pub(crate) async fn sums(tx: &mut Tx, payment: PaymentId) -> Result<Sums> {
    on!(tx.at(), at => sqlx::query_as(
        "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS promised,
            CAST(COALESCE(SUM(CASE WHEN state = 'failed' THEN amount END), 0) AS BIGINT) AS failed,
            CAST(COALESCE(SUM(CASE WHEN state IN ('failed', 'pending') THEN amount END), 0) AS BIGINT) AS unsent
         FROM provider_refund WHERE payment_id = $1").bind(payment).fetch_one(at).await)
    .map_err(Into::into)
}

/// Returns the refunds to make by `now`, at most 50.
pub async fn due(db: &Db, now: Timestamp) -> Result<Vec<ProviderRefund>> {
    on!(db.read(), at => sqlx::query_as(
        "SELECT r.payment_id, r.position, r.amount, p.currency, p.reference AS payment_reference, r.tries,
            (SELECT CAST(COALESCE(SUM(e.amount), 0) AS BIGINT) FROM provider_refund e
             WHERE e.payment_id = r.payment_id AND e.position < r.position) AS promised_before
         FROM provider_refund r JOIN payment p ON p.id = r.payment_id
         WHERE r.state = 'pending' AND r.due_at <= $1 AND p.state NOT IN ('disputed', 'charged_back') AND p.reference IS NOT NULL
         ORDER BY r.due_at, r.payment_id, r.position LIMIT $2")
        .bind(now).bind(BATCH).fetch_all(at).await)
    .map_err(Into::into)
}

/// Records that the provider makes a refund.
pub async fn sent(db: &Db, refund: &ProviderRefund, reference: &str) -> Result<()> {
    on!(db.write(), at => sqlx::query(
        "UPDATE provider_refund SET state = 'sent', reference = $3 WHERE payment_id = $1 AND position = $2")
        .bind(refund.payment_id).bind(refund.position).bind(reference).execute(at).await.map(drop))
    .map_err(Into::into)
}

/// Records that a refund is below the smallest amount of its provider: nothing is sent.
pub async fn skipped(db: &Db, refund: &ProviderRefund) -> Result<()> {
    on!(db.write(), at => sqlx::query("UPDATE provider_refund SET state = 'sent' WHERE payment_id = $1 AND position = $2")
        .bind(refund.payment_id).bind(refund.position).execute(at).await.map(drop))
    .map_err(Into::into)
}

/// Records a failed try, and sets the time of the next.
pub async fn postpone(db: &Db, refund: &ProviderRefund, now: Timestamp) -> Result<()> {
    let pause = (BACKOFF_MIN << refund.tries.clamp(0, 20)).min(BACKOFF_MAX);
    on!(db.write(), at => sqlx::query(
        "UPDATE provider_refund SET tries = tries + 1, due_at = $3 WHERE payment_id = $1 AND position = $2")
        .bind(refund.payment_id).bind(refund.position).bind(now.plus(pause)).execute(at).await.map(drop))
    .map_err(Into::into)
}

/// Records that the provider refuses a refund for good.
pub async fn refused(db: &Db, refund: &ProviderRefund) -> Result<()> {
    on!(db.write(), at => sqlx::query(
        "UPDATE provider_refund SET state = 'failed' WHERE payment_id = $1 AND position = $2")
        .bind(refund.payment_id).bind(refund.position).execute(at).await.map(drop))
    .map_err(Into::into)
}

/// Records that a refund came back from the bank. Returns its payment, or none if that was known.
pub async fn came_back(db: &Db, reference: &str) -> Result<Option<PaymentId>> {
    let row: Option<(PaymentId,)> = on!(db.write(), at => sqlx::query_as(
        "UPDATE provider_refund SET state = 'failed' WHERE reference = $1 AND state = 'sent' RETURNING payment_id")
        .bind(reference).fetch_optional(at).await)?;
    Ok(row.map(|(payment,)| payment))
}
