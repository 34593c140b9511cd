//! Work for Stripe that no request waits for: refunds to send, payments whose webhook never came, intents of orders
//! that were given up, customers of deleted accounts.

use std::{sync::Arc, time::Duration};

use store::{
    payment::{Provider, customer, lookup, provider_refund},
    types::timestamp::Timestamp,
};

use crate::{
    app_state::AppState,
    error::{Error, Result},
    integrations::payments::stripe::{Stripe, StripeError, refund_amount},
    routes::orders::stripe::{look_up, webhook::note_failed},
    server::metrics::ALARMS,
};

const INTERVAL: Duration = Duration::from_secs(5);
/// Time without news after which a payment is looked up, and between two looks.
const ANSWER_DUE: i64 = 3 * Timestamp::MINUTE;

/// Runs until the server stops. Ends at once without Stripe.
pub async fn run(state: Arc<AppState>) {
    let Some(stripe) = &state.stripe else { return };
    let mut ticks = actix_rt::time::interval(INTERVAL);
    loop {
        ticks.tick().await;
        if let Err(cause) = sweep(&state, stripe, Timestamp::now()).await {
            tracing::warn!(?cause, "work for Stripe failed");
        }
    }
}

/// Does everything that is due by `now`. Ends early while Stripe is not available.
pub async fn sweep(state: &AppState, stripe: &Stripe, now: Timestamp) -> Result<()> {
    send_refunds(state, stripe, now).await?;
    for payment in lookup::due(&state.db, Provider::Stripe, now.plus(-ANSWER_DUE)).await? {
        // Noted first, so that a payment that cannot be read does not keep the others from their turn.
        lookup::checked(&state.db, payment.id, now).await?;
        match look_up(state, stripe, &payment, now).await {
            Err(cause @ Error::Unavailable(_)) => return Err(cause),
            Err(cause) => tracing::error!(payment = %payment.id, ?cause, "a payment could not be looked up"),
            Ok(()) => {}
        }
    }
    for customer in customer::without_account(&state.db, Provider::Stripe).await? {
        match stripe.delete_customer(&customer).await {
            Ok(()) | Err(StripeError::NotFound) => customer::delete(&state.db, Provider::Stripe, &customer).await?,
            Err(cause) => return Err(cause.into()),
        }
    }
    Ok(())
}

async fn send_refunds(state: &AppState, stripe: &Stripe, now: Timestamp) -> Result<()> {
    for refund in provider_refund::due(&state.db, now).await? {
        if refund_amount(&refund) == 0 {
            provider_refund::skipped(&state.db, &refund).await?;
            continue;
        }
        match stripe.refund(&refund).await {
            Ok(made) => {
                provider_refund::sent(&state.db, &refund, &made.id).await?;
                // An earlier try made it, and its answer was lost.
                note_failed(state, &made).await?;
            }
            Err(cause @ StripeError::Unavailable(_)) => {
                provider_refund::postpone(&state.db, &refund, now).await?;
                return Err(cause.into());
            }
            Err(cause) => {
                provider_refund::refused(&state.db, &refund).await?;
                ALARMS.raise("refunds");
                tracing::error!(payment = %refund.payment_id, %cause, "Stripe refuses a refund");
            }
        }
    }
    Ok(())
}
