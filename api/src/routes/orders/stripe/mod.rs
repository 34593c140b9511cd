//! Payments by Stripe.
//!
//! The intent of a payment is created and its id stored before money can move, so that a crash between the steps loses
//! nothing: the webhook, the page of the customer and the worker all read the intent and apply it by [`settle`].

pub mod webhook;

use store::{
    order::{Order, settle as orders, view},
    payment::{
        Payment, PaymentEvent, PaymentState, Provider, customer, lookup,
        saved_card::{self, NewCard},
    },
    types::{
        ids::{SavedCardId, UserId},
        timestamp::Timestamp,
    },
};

use super::publish;
use crate::{
    app_state::AppState,
    error::{Error, Result},
    integrations::payments::stripe::{Intent, NewIntent, Stripe, StripeError, is_id},
    server::metrics::ALARMS,
};

/// Returns the customer of an account at Stripe. Creates it first if there is none.
pub(super) async fn customer_of(app: &AppState, stripe: &Stripe, account: UserId) -> Result<String> {
    if let Some(known) = customer::find(&app.db, Provider::Stripe, account).await? {
        return Ok(known);
    }
    let reference = stripe.create_customer(account).await?;
    customer::add(&app.db, Provider::Stripe, account, &reference).await?;
    Ok(reference)
}

/// Returns true for what Stripe's script in the browser makes of a card.
pub(super) fn is_method(token: &str) -> bool {
    is_id(token, "pm_") || is_id(token, "ctoken_")
}

/// Tries to pay. Returns the intent as it is then, also if the card was refused.
///
/// A repeat after a lost answer has the same idempotency key. A repeat with another card cannot charge twice either: an
/// intent is paid once.
pub(super) async fn pay(
    app: &AppState,
    stripe: &Stripe,
    payment: &Payment,
    account: UserId,
    method: &str,
    return_url: &str,
) -> Result<Intent> {
    let reference = match &payment.reference {
        Some(known) => known.clone(),
        None => {
            let customer = customer_of(app, stripe, account).await?;
            let Payment { id, amount, currency, .. } = payment;
            let new = NewIntent { payment: *id, amount: *amount, currency, customer: &customer };
            let intent = stripe.create_intent(new).await?;
            lookup::set_reference(&app.db, payment.id, &intent.id).await?;
            intent.id
        }
    };
    let attempt = lookup::event_count(&app.db, payment.id).await?;
    let key = format!("plaza-confirm-{}-{attempt}-{method}", payment.id);
    match stripe.confirm_intent(&reference, method, return_url, &key).await {
        // An attempt whose answer was lost, or another tab, has moved it on.
        Err(StripeError::UnexpectedState) => Ok(stripe.intent(&reference).await?),
        Err(StripeError::NotFound) => Err(super::payment::unknown_method()),
        Err(StripeError::Refused { param, .. })
            if matches!(param.as_str(), "payment_method" | "confirmation_token") =>
        {
            Err(super::payment::unknown_method())
        }
        tried => Ok(tried?),
    }
}

/// Applies the state of an intent to its payment and orders. `event` is the webhook event that led to it, which is
/// recorded.
pub(crate) async fn settle(
    app: &AppState,
    payment: &Payment,
    intent: &Intent,
    event: Option<&str>,
    now: Timestamp,
) -> Result<(Payment, Vec<Order>)> {
    let (to, failure) = (intent.state(), intent.failure());
    // The answer to the creation of another may have been lost before an order left the payment. Nobody can pay that one.
    let is_own = payment.reference.as_ref().is_none_or(|known| *known == intent.id);
    if to == PaymentState::Paid && !(is_own && intent.has_received(payment.amount, &payment.currency)) {
        ALARMS.raise("payment_amounts");
        return Err(Error::internal(format!("the intent of payment {} received another amount", payment.id)));
    }
    let is_same = payment.state == to && payment.failure == failure && to.is_open();
    if !is_own || (event.is_none() && is_same) {
        return Ok((payment.clone(), view::of_payment(&app.db, payment.id, now).await?));
    }
    let event = PaymentEvent {
        id: event.map_or_else(|| format!("read_{:032x}", rand::random::<u128>()), str::to_owned),
        to,
        reference: Some(intent.id.clone()),
        card: intent.card(),
        failure,
    };
    let (payment, outcome) = orders::settle(&app.db, payment.id, &event, now).await?;
    if to == PaymentState::Paid {
        save_card(app, &payment, intent, now).await?;
    }
    Ok((payment, publish(app, outcome).await))
}

/// Saves the card of a payment if the customer asked for it: Stripe has then attached it to the customer.
async fn save_card(app: &AppState, payment: &Payment, intent: &Intent, now: Timestamp) -> Result<()> {
    let (Some(account), Some(method)) = (payment.account_id, intent.method()) else { return Ok(()) };
    let (Some(owner), Some(card)) = (&method.customer, method.card()) else { return Ok(()) };
    if customer::find(&app.db, Provider::Stripe, account).await?.as_ref() == Some(owner) {
        let new = NewCard {
            id: SavedCardId(app.ids.next(now)),
            provider: Provider::Stripe,
            token: &method.id,
            card: &card,
            expiry: method.expiry(),
        };
        saved_card::add(&app.db, account, &new, now).await?;
    }
    Ok(())
}

/// Reads the intent of a payment and applies it. A payment that was given up here is cancelled at Stripe.
pub(crate) async fn look_up(app: &AppState, stripe: &Stripe, payment: &Payment, now: Timestamp) -> Result<()> {
    let Some(reference) = &payment.reference else { return Ok(()) };
    let read = match payment.state {
        PaymentState::Voided => stripe.cancel_intent(reference).await,
        _ => stripe.intent(reference).await,
    };
    let intent = match read {
        Err(StripeError::UnexpectedState) => stripe.intent(reference).await?,
        read => read?,
    };
    settle(app, payment, &intent, None, now).await?;
    Ok(())
}

impl From<StripeError> for Error {
    fn from(cause: StripeError) -> Self {
        match cause {
            StripeError::NotFound => Self::NotFound,
            // A currency that Stripe does not know is refused in the same words.
            StripeError::Refused { code, param }
                if code == "amount_too_small" || code == "amount_too_large" || param == "currency" =>
            {
                Self::conflict("payment.amount", "This amount cannot be paid by card.")
            }
            cause => Self::Unavailable(cause.to_string()),
        }
    }
}
