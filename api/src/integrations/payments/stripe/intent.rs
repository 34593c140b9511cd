//! Payment intents: one for each payment, which charges at most once in its life.

use serde::Deserialize;
use store::{
    payment::{Card, PaymentState},
    types::ids::PaymentId,
};

use super::{PaymentMethod, Result, Stripe, StripeError, amount, failure_code};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IntentStatus {
    RequiresPaymentMethod,
    RequiresConfirmation,
    RequiresAction,
    Processing,
    RequiresCapture,
    Succeeded,
    Canceled,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Intent {
    pub id: String,
    pub status: IntentStatus,
    /// Stripe's units.
    #[serde(default)]
    pub amount_received: i64,
    pub currency: String,
    /// For the provider's script in the browser. Never logged or stored.
    pub client_secret: Option<String>,
    #[serde(default)]
    metadata: Metadata,
    last_payment_error: Option<PaymentError>,
    payment_method: Option<Expandable<PaymentMethod>>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
struct Metadata {
    payment: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct PaymentError {
    code: Option<String>,
    decline_code: Option<String>,
}

/// Object, or its id where the call did not ask for it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
enum Expandable<T> {
    Object(Box<T>),
    #[allow(dead_code, reason = "the id distinguishes the two forms")]
    Id(String),
}

impl<T> Expandable<T> {
    fn object(&self) -> Option<&T> {
        match self {
            Self::Object(object) => Some(object),
            Self::Id(_) => None,
        }
    }
}

/// Intent to create.
#[derive(Clone, Copy, Debug)]
pub struct NewIntent<'a> {
    pub payment: PaymentId,
    /// Minor units.
    pub amount: i64,
    pub currency: &'a str,
    pub customer: &'a str,
}

impl Intent {
    /// Returns the state of the payment.
    pub fn state(&self) -> PaymentState {
        match self.status {
            IntentStatus::RequiresPaymentMethod | IntentStatus::RequiresConfirmation => PaymentState::RequiresMethod,
            IntentStatus::RequiresAction => PaymentState::RequiresAction,
            IntentStatus::Processing | IntentStatus::RequiresCapture => PaymentState::Processing,
            IntentStatus::Succeeded => PaymentState::Paid,
            IntentStatus::Canceled => PaymentState::Voided,
        }
    }

    /// Returns the payment that the intent was created for.
    pub fn payment(&self) -> Option<PaymentId> {
        self.metadata.payment.as_deref()?.parse().ok()
    }

    pub fn method(&self) -> Option<&PaymentMethod> {
        self.payment_method.as_ref()?.object()
    }

    pub fn card(&self) -> Option<Card> {
        self.method()?.card()
    }

    /// Returns the code of the last failure of an intent that waits for another card.
    pub fn failure(&self) -> Option<String> {
        let error = self.last_payment_error.as_ref().filter(|_| self.state() == PaymentState::RequiresMethod)?;
        Some(failure_code(error.code.as_deref(), error.decline_code.as_deref()))
    }

    /// Returns true if exactly this amount of minor units has arrived.
    pub fn has_received(&self, minor: i64, currency: &str) -> bool {
        self.amount_received == amount::to_stripe(minor, currency) && self.currency.eq_ignore_ascii_case(currency)
    }
}

const EXPAND: (&str, &str) = ("expand[]", "payment_method");

impl Stripe {
    /// Creates the intent of a payment. A repeat with the same amount returns the first.
    pub async fn create_intent(&self, new: NewIntent<'_>) -> Result<Intent> {
        let (id, key) = (new.payment.to_string(), format!("plaza-intent-{}-{}", new.payment, new.amount));
        let total = amount::to_stripe(new.amount, new.currency).to_string();
        let fields = [
            ("amount", total.as_str()),
            ("currency", &amount::currency(new.currency)),
            ("customer", new.customer),
            // Wallets included. What a bank answers days later would outlast the hold of the order.
            ("payment_method_types[0]", "card"),
            ("metadata[payment]", &id),
        ];
        self.post("/v1/payment_intents", &fields, Some(&key)).await
    }

    /// Changes the amount of an intent that waits for a card. Another intent is refused.
    pub async fn change_amount(&self, id: &str, minor: i64, currency: &str) -> Result<Intent> {
        let total = amount::to_stripe(minor, currency).to_string();
        self.post(&format!("/v1/payment_intents/{id}"), &[("amount", &total)], None).await
    }

    /// Tries to pay with a payment method (`pm_…`) or a confirmation token (`ctoken_…`). A refused card is a result, not
    /// an error. Banks that confirm on a page of theirs lead back to `return_url`.
    pub async fn confirm_intent(&self, id: &str, method: &str, return_url: &str, key: &str) -> Result<Intent> {
        let name = if method.starts_with("ctoken_") { "confirmation_token" } else { "payment_method" };
        let fields = [(name, method), ("return_url", return_url), EXPAND];
        match self.post(&format!("/v1/payment_intents/{id}/confirm"), &fields, Some(key)).await {
            Err(StripeError::Declined { intent: Some(intent), .. }) if intent.id == id => Ok(*intent),
            other => other,
        }
    }

    pub async fn intent(&self, id: &str) -> Result<Intent> {
        self.get(&format!("/v1/payment_intents/{id}"), &[EXPAND]).await
    }

    /// Cancels an intent, so that it can be paid no more.
    pub async fn cancel_intent(&self, id: &str) -> Result<Intent> {
        self.post(&format!("/v1/payment_intents/{id}/cancel"), &[EXPAND], None).await
    }
}
