//! Payment methods as Stripe describes them.

use serde::Deserialize;
use store::payment::Card;

use super::{Result, Stripe};

/// Payment method. Its number never leaves Stripe.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct PaymentMethod {
    pub id: String,
    pub customer: Option<String>,
    card: Option<CardDetails>,
    #[serde(rename = "type")]
    kind: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct CardDetails {
    brand: String,
    last4: String,
    exp_month: i64,
    exp_year: i64,
}

impl PaymentMethod {
    /// Returns the card behind the method. Another kind has none.
    pub fn card(&self) -> Option<Card> {
        let card = self.card.as_ref().filter(|_| self.kind == "card")?;
        Some(Card { brand: card.brand.clone(), last4: card.last4.clone() })
    }

    /// Returns month and year of the card's expiry.
    pub fn expiry(&self) -> Option<(i64, i64)> {
        self.card.as_ref().map(|card| (card.exp_month, card.exp_year)).filter(|(month, _)| (1..=12).contains(month))
    }
}

impl Stripe {
    pub async fn payment_method(&self, id: &str) -> Result<PaymentMethod> {
        self.get(&format!("/v1/payment_methods/{id}"), &[]).await
    }

    /// Takes a payment method from its customer.
    pub async fn detach(&self, id: &str) -> Result<PaymentMethod> {
        self.post(&format!("/v1/payment_methods/{id}/detach"), &[], None).await
    }
}

/// Failures that the customer is told. Others are a declined card: a bank's reason may be none of the payer's business.
const TOLD: &[&str] = &[
    "authentication_failed",
    "authentication_required",
    "card_declined",
    "expired_card",
    "incorrect_cvc",
    "incorrect_number",
    "insufficient_funds",
    "processing_error",
];

/// Returns the code of a failure as orders keep it.
pub fn failure_code(code: Option<&str>, decline_code: Option<&str>) -> String {
    let is_authentication = code == Some("payment_intent_authentication_failure");
    let code = if is_authentication { Some("authentication_failed") } else { code };
    let known = |code: Option<&str>| TOLD.iter().find(|told| Some(**told) == code).map(|told| (*told).to_owned());
    known(decline_code).or_else(|| known(code)).unwrap_or_else(|| "card_declined".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_tell_no_suspicion_of_the_bank() {
        assert_eq!(failure_code(Some("card_declined"), Some("stolen_card")), "card_declined");
        assert_eq!(failure_code(Some("card_declined"), Some("insufficient_funds")), "insufficient_funds");
        assert_eq!(failure_code(Some("payment_intent_authentication_failure"), None), "authentication_failed");
        assert_eq!(failure_code(None, None), "card_declined");
    }
}
