//! Customers, and setup intents that add a card without a payment.

use actix_web::http::Method;
use serde::Deserialize;
use store::types::ids::UserId;

use super::{Result, Stripe};

#[derive(Deserialize)]
struct Customer {
    id: String,
}

#[derive(Deserialize)]
struct Deleted {}

/// Intent to add a card.
#[derive(Deserialize)]
pub struct SetupIntent {
    /// For the provider's script in the browser.
    pub client_secret: String,
}

impl Stripe {
    /// Creates the customer of an account. Stripe is told no name and no address. Returns its id.
    pub async fn create_customer(&self, account: UserId) -> Result<String> {
        let (id, key) = (account.to_string(), format!("plaza-customer-{account}"));
        let customer: Customer = self.post("/v1/customers", &[("metadata[account]", &id)], Some(&key)).await?;
        Ok(customer.id)
    }

    /// Deletes a customer with its cards.
    pub async fn delete_customer(&self, id: &str) -> Result<()> {
        let _: Deleted = self.call(Method::DELETE, &format!("/v1/customers/{id}"), &[], None).await?;
        Ok(())
    }

    /// Begins to add a card to a customer.
    pub async fn create_setup_intent(&self, customer: &str) -> Result<SetupIntent> {
        let fields = [("customer", customer), ("usage", "on_session"), ("payment_method_types[0]", "card")];
        self.post("/v1/setup_intents", &fields, None).await
    }
}
