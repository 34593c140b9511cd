//! Refunds and disputes.

use serde::Deserialize;
use store::payment::{PaymentState, provider_refund::ProviderRefund};

use super::{Result, Stripe, amount};

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Refund {
    pub id: String,
    /// `pending`, `requires_action`, `succeeded`, `failed` or `canceled`.
    pub status: Option<String>,
    /// Stripe's units.
    #[serde(default)]
    amount: i64,
    pub payment_intent: Option<String>,
    #[serde(default)]
    metadata: Metadata,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
struct Metadata {
    position: Option<String>,
}

#[derive(Deserialize)]
struct Refunds {
    data: Vec<Refund>,
}

impl Refund {
    /// Returns true if the refund was made in Stripe's dashboard.
    pub fn is_foreign(&self) -> bool {
        self.metadata.position.is_none()
    }

    /// Returns the amount in minor units if the refund was made in Stripe's dashboard, and reaches the customer.
    pub fn made_elsewhere(&self, currency: &str) -> Option<i64> {
        let reaches = matches!(self.status.as_deref(), Some("pending" | "succeeded"));
        (self.is_foreign() && reaches).then(|| amount::to_minor(self.amount, currency))
    }

    /// Returns true if the money did not reach the customer and never will.
    pub fn came_back(&self) -> bool {
        matches!(self.status.as_deref(), Some("failed" | "canceled"))
    }
}

/// Dispute of a charge at the customer's bank.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Dispute {
    pub id: String,
    pub payment_intent: Option<String>,
    pub reason: String,
    pub status: String,
    /// Stripe's units.
    amount: Option<i64>,
    currency: Option<String>,
}

impl Dispute {
    /// Returns the state of the payment. A lost dispute is final: the bank has taken the money.
    pub fn state(&self) -> PaymentState {
        match self.status.as_str() {
            "won" | "warning_closed" | "prevented" => PaymentState::Paid,
            "lost" => PaymentState::ChargedBack,
            _ => PaymentState::Disputed,
        }
    }

    /// Returns the disputed amount in minor units of the payment's currency. None: Stripe states it in another.
    pub fn amount(&self, currency: &str) -> Option<i64> {
        let is_same = self.currency.as_ref().is_none_or(|own| own.eq_ignore_ascii_case(currency));
        self.amount.filter(|_| is_same).map(|amount| amount::to_minor(amount, currency))
    }
}

/// Returns the amount of a refund in Stripe's units. It may be 0: see [`amount::to_stripe`].
pub fn refund_amount(refund: &ProviderRefund) -> i64 {
    amount::part_to_stripe(refund.promised_before, refund.amount, &refund.currency)
}

impl Stripe {
    /// Pays a part of a payment back. A repeat has no effect. Stripe forgets an idempotency key after a day, so the refunds
    /// that were made are read first.
    pub async fn refund(&self, refund: &ProviderRefund) -> Result<Refund> {
        let position = refund.position.to_string();
        let made = self.refunds(&refund.payment_reference).await?;
        if let Some(known) = made.into_iter().find(|one| one.metadata.position.as_ref() == Some(&position)) {
            return Ok(known);
        }
        let key = format!("plaza-refund-{}-{}", refund.payment_id, refund.position);
        let total = refund_amount(refund).to_string();
        let fields = [
            ("payment_intent", refund.payment_reference.as_str()),
            ("amount", &total),
            ("metadata[position]", &position),
        ];
        self.post("/v1/refunds", &fields, Some(&key)).await
    }

    /// Returns the refunds of an intent, at most 100.
    pub async fn refunds(&self, intent: &str) -> Result<Vec<Refund>> {
        let made: Refunds = self.get("/v1/refunds", &[("payment_intent", intent), ("limit", "100")]).await?;
        Ok(made.data)
    }

    pub async fn find_refund(&self, id: &str) -> Result<Refund> {
        self.get(&format!("/v1/refunds/{id}"), &[]).await
    }

    pub async fn dispute(&self, id: &str) -> Result<Dispute> {
        self.get(&format!("/v1/disputes/{id}"), &[]).await
    }
}
