//! Payments: states, the money of a checkout, and events of the provider.
//!
//! A payment is separate from its orders: one payment pays one order of each company. [`crate::order::settle`] applies
//! an event to both.

pub mod customer;
pub mod lookup;
pub mod provider_refund;
pub mod saved_card;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Db, Result,
    db::Tx,
    on,
    types::{
        ids::{PaymentId, UserId},
        timestamp::Timestamp,
    },
};

/// State of a payment. A final state never goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum PaymentState {
    /// Waits for a card.
    RequiresMethod,
    /// Waits for the customer at the bank (3-D Secure).
    RequiresAction,
    /// The provider answers later, or the customer pays at the company.
    Processing,
    Paid,
    PartiallyRefunded,
    Refunded,
    /// The provider refused for good.
    Failed,
    /// Given up before it was paid.
    Voided,
    Disputed,
    /// A dispute was lost: the bank has given the money back for good.
    ChargedBack,
}

use PaymentState::{
    ChargedBack, Disputed, Failed, Paid, PartiallyRefunded, Processing, Refunded, RequiresAction, RequiresMethod,
    Voided,
};

const EDGES: &[(PaymentState, PaymentState)] = &[
    // A refused card leaves the payment open for another.
    (RequiresMethod, RequiresMethod),
    (RequiresMethod, RequiresAction),
    (RequiresMethod, Processing),
    (RequiresMethod, Paid),
    (RequiresMethod, Failed),
    (RequiresMethod, Voided),
    (RequiresAction, RequiresMethod),
    // Another card asks for an authentication too.
    (RequiresAction, RequiresAction),
    (RequiresAction, Processing),
    (RequiresAction, Paid),
    (RequiresAction, Failed),
    (RequiresAction, Voided),
    (Processing, RequiresMethod),
    (Processing, Paid),
    (Processing, Failed),
    (Processing, Voided),
    (Voided, Paid),
    // The provider confirms.
    (Voided, Voided),
    (Paid, PartiallyRefunded),
    (Paid, Refunded),
    (Paid, Disputed),
    (PartiallyRefunded, PartiallyRefunded),
    (PartiallyRefunded, Refunded),
    (PartiallyRefunded, Disputed),
    (Disputed, Paid),
    (Disputed, PartiallyRefunded),
    (Disputed, Refunded),
    (Disputed, ChargedBack),
    // The event of the dispute itself may arrive after that of its end.
    (Paid, ChargedBack),
    (PartiallyRefunded, ChargedBack),
];

impl PaymentState {
    pub fn may_become(self, to: Self) -> bool {
        EDGES.contains(&(self, to))
    }

    /// Returns true if the money has arrived and not all of it went back.
    pub fn is_paid(self) -> bool {
        matches!(self, Paid | PartiallyRefunded | Disputed)
    }

    /// Returns true if the provider may still move the payment on.
    pub fn is_open(self) -> bool {
        matches!(self, RequiresMethod | RequiresAction | Processing)
    }
}

/// Provider of a payment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum Provider {
    /// Test provider of this server. Moves no money.
    Sandbox,
    Stripe,
    /// The customer pays at the company.
    OnSite,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow, ToSchema)]
pub struct Payment {
    pub id: PaymentId,
    #[serde(skip)]
    pub account_id: Option<UserId>,
    pub provider: Provider,
    /// Id at the provider.
    #[serde(skip)]
    pub reference: Option<String>,
    pub state: PaymentState,
    /// Minor units.
    pub amount: i64,
    pub refunded: i64,
    pub currency: String,
    pub card_brand: Option<String>,
    pub card_last4: Option<String>,
    /// Code of the last failure.
    pub failure: Option<String>,
    #[serde(skip)]
    pub request_hash: String,
}

impl Payment {
    /// Returns the state that an event leads to. A dispute that the company wins leaves what was refunded before.
    fn state_after(&self, event: &PaymentEvent) -> PaymentState {
        match (self.state, event.to) {
            (Disputed, Paid) if self.refunded == self.amount => Refunded,
            (Disputed, Paid) if self.refunded > 0 => PartiallyRefunded,
            (_, to) => to,
        }
    }
}

/// Payment to begin.
#[derive(Clone, Debug)]
pub struct NewPayment<'a> {
    pub id: PaymentId,
    pub account: UserId,
    pub provider: Provider,
    pub state: PaymentState,
    pub amount: i64,
    pub currency: &'a str,
    pub client_id: Option<&'a str>,
    pub request_hash: &'a str,
}

impl NewPayment<'_> {
    /// Returns the payment as it begins.
    pub(crate) fn payment(&self) -> Payment {
        Payment {
            id: self.id,
            account_id: Some(self.account),
            provider: self.provider,
            reference: None,
            state: self.state,
            amount: self.amount,
            refunded: 0,
            currency: self.currency.to_owned(),
            card_brand: None,
            card_last4: None,
            failure: None,
            request_hash: self.request_hash.to_owned(),
        }
    }
}

/// Event of the provider. It applies once, however often it arrives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentEvent {
    pub id: String,
    pub to: PaymentState,
    /// Id of the payment at the provider.
    pub reference: Option<String>,
    pub card: Option<Card>,
    pub failure: Option<String>,
}

/// Card as the provider describes it. Its number never reaches the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    pub brand: String,
    pub last4: String,
}

const SELECT: &str =
    "SELECT id, account_id, provider, reference, state, amount, refunded, currency, card_brand, card_last4, failure,
    request_hash FROM payment";

/// Returns a payment of an account.
pub async fn find(db: &Db, account: UserId, id: PaymentId) -> Result<Payment> {
    let sql = format!("{SELECT} WHERE id = $1 AND account_id = $2");
    on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(id).bind(account).fetch_one(at).await)
        .map_err(Into::into)
}

/// Returns the payment of an account with this idempotency key.
pub async fn with_key(db: &Db, account: UserId, client_id: Option<&str>) -> Result<Option<Payment>> {
    let Some(client_id) = client_id else { return Ok(None) };
    let sql = format!("{SELECT} WHERE account_id = $1 AND client_id = $2");
    on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(account).bind(client_id).fetch_optional(at).await)
        .map_err(Into::into)
}

/// Reads a payment in a transaction. Its orders are locked by their companies.
pub(crate) async fn read(tx: &mut Tx, id: PaymentId) -> Result<Payment> {
    let sql = format!("{SELECT} WHERE id = $1");
    on!(tx.at(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(id).fetch_one(at).await).map_err(Into::into)
}

pub(crate) async fn insert(tx: &mut Tx, new: &NewPayment<'_>, now: Timestamp) -> Result<()> {
    on!(tx.at(), at => sqlx::query(
        "INSERT INTO payment (id, account_id, provider, state, amount, currency, client_id, request_hash, created_at, changed_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)")
        .bind(new.id).bind(new.account).bind(new.provider).bind(new.state).bind(new.amount).bind(new.currency)
        .bind(new.client_id).bind(new.request_hash).bind(now).execute(at).await.map(drop))
    .map_err(Into::into)
}

/// Returns the payments that the provider works on and that changed before `before`, at most 100.
pub async fn processing(db: &Db, provider: Provider, before: Timestamp) -> Result<Vec<Payment>> {
    let sql =
        format!("{SELECT} WHERE state = 'processing' AND provider = $1 AND changed_at < $2 ORDER BY id LIMIT 100");
    on!(db.read(), at => sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(provider).bind(before).fetch_all(at).await)
        .map_err(Into::into)
}

/// Records an event. Returns false if it was applied before.
pub(crate) async fn record(tx: &mut Tx, payment: &Payment, event: &PaymentEvent, now: Timestamp) -> Result<bool> {
    let done = on!(tx.at(), at => sqlx::query(
        "INSERT INTO payment_event (provider, event_id, payment_id, at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING")
        .bind(payment.provider).bind(&event.id).bind(payment.id).bind(now)
        .execute(at).await.map(|done| done.rows_affected()))?;
    Ok(done == 1)
}

/// Moves a payment to the state of an event.
pub(crate) async fn apply(tx: &mut Tx, payment: &Payment, event: &PaymentEvent, now: Timestamp) -> Result<()> {
    let (brand, last4) = event.card.as_ref().map(|card| (&card.brand, &card.last4)).unzip();
    on!(tx.at(), at => sqlx::query(
        "UPDATE payment SET state = $2, reference = COALESCE($3, reference), card_brand = COALESCE($4, card_brand),
            card_last4 = COALESCE($5, card_last4), failure = $6, changed_at = $7, provider_ended = $8 WHERE id = $1")
        .bind(payment.id).bind(payment.state_after(event)).bind(&event.reference).bind(brand).bind(last4)
        .bind(&event.failure).bind(now).bind(!event.to.is_open()).execute(at).await.map(drop))
    .map_err(Into::into)
}

/// Adds a refund to a payment and sets its state. A provider that moves money is asked to pay it back after the commit.
/// A disputed payment stays disputed, and one that is still to be made at the company shrinks.
pub(crate) async fn refund(tx: &mut Tx, id: PaymentId, amount: i64, now: Timestamp) -> Result<()> {
    let (provider,): (Provider,) = on!(tx.at(), at => sqlx::query_as(
        "UPDATE payment SET changed_at = $3,
            amount = CASE WHEN state = 'processing' THEN amount - $2 ELSE amount END,
            refunded = CASE WHEN state = 'processing' THEN refunded ELSE refunded + $2 END,
            state = CASE WHEN state IN ('disputed', 'charged_back', 'processing') THEN state WHEN refunded + $2 = amount THEN 'refunded'
                ELSE 'partially_refunded' END
         WHERE id = $1 RETURNING provider").bind(id).bind(amount).bind(now).fetch_one(at).await)?;
    if provider == Provider::Stripe && amount > 0 {
        provider_refund::add(tx, id, amount, now).await?;
    }
    Ok(())
}

/// Adds a refund that the provider has made already.
pub(crate) async fn mirror(tx: &mut Tx, id: PaymentId, amount: i64, now: Timestamp) -> Result<()> {
    on!(tx.at(), at => sqlx::query(
        "UPDATE payment SET refunded = refunded + $2, changed_at = $3,
            state = CASE WHEN state IN ('disputed', 'charged_back') THEN state WHEN refunded + $2 = amount THEN 'refunded'
                WHEN refunded + $2 > 0 THEN 'partially_refunded' ELSE state END
         WHERE id = $1").bind(id).bind(amount).bind(now).execute(at).await.map(drop))
    .map_err(Into::into)
}

/// Takes a cancelled order out of a payment that still pays others. Returns false if the payment stays as it is: a provider
/// outside may be told the amount at this moment, so its payments change before an attempt only.
pub(crate) async fn take_out(tx: &mut Tx, id: PaymentId, amount: i64, now: Timestamp) -> Result<bool> {
    let taken = on!(tx.at(), at => sqlx::query(
        "UPDATE payment SET amount = amount - $2, changed_at = $3
         WHERE id = $1 AND amount > $2
            AND (provider = 'sandbox' AND state = 'requires_method' OR provider = 'on_site' AND state = 'processing')
            AND EXISTS (SELECT 1 FROM customer_order o WHERE o.payment_id = $1 AND o.state <> 'cancelled')")
        .bind(id).bind(amount).bind(now).execute(at).await.map(|done| done.rows_affected()))?;
    Ok(taken > 0)
}

/// Sets the amount of a payment that is not paid.
pub(crate) async fn set_amount(tx: &mut Tx, id: PaymentId, amount: i64, now: Timestamp) -> Result<()> {
    on!(tx.at(), at => sqlx::query("UPDATE payment SET amount = $2, changed_at = $3 WHERE id = $1")
        .bind(id).bind(amount).bind(now).execute(at).await.map(drop))
    .map_err(Into::into)
}

/// Marks a payment on site as paid once each of its orders was handed over or cancelled.
pub(crate) async fn close_on_site(tx: &mut Tx, id: PaymentId, now: Timestamp) -> Result<()> {
    tx.lock_payment(id).await?;
    on!(tx.at(), at => sqlx::query(
        "UPDATE payment SET changed_at = $2, state = 'paid'
         WHERE id = $1 AND provider = 'on_site' AND state = 'processing'
            AND NOT EXISTS (SELECT 1 FROM customer_order o
                WHERE o.payment_id = $1 AND o.state NOT IN ('fulfilled', 'cancelled'))")
        .bind(id).bind(now).execute(at).await.map(drop))
    .map_err(Into::into)
}

/// Gives up a payment whose orders are all cancelled before it was paid.
pub(crate) async fn void_if_unused(tx: &mut Tx, id: PaymentId, now: Timestamp) -> Result<()> {
    tx.lock_payment(id).await?;
    on!(tx.at(), at => sqlx::query(
        "UPDATE payment SET state = 'voided', changed_at = $2
         WHERE id = $1 AND state IN ('requires_method', 'requires_action', 'processing')
            AND NOT EXISTS (SELECT 1 FROM customer_order o WHERE o.payment_id = $1 AND o.state <> 'cancelled')")
        .bind(id).bind(now).execute(at).await.map(drop))
    .map_err(Into::into)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn final_states_never_go_back() {
        for state in [Refunded, Failed, ChargedBack] {
            assert!(EDGES.iter().all(|(from, _)| *from != state), "{state:?}");
        }
        assert!(!Paid.may_become(RequiresMethod) && !Paid.may_become(Voided) && !Paid.may_become(Paid));
        assert!(EDGES.iter().all(|(from, to)| !from.is_paid() || !to.is_open()));
    }
}
