//! Paying an order by card. A card number never reaches this server: the provider's fields turn it into a token.

use actix_web::post;
use serde::{Deserialize, Serialize};
use store::{
    order::{self, Order, PayableOrder, Refusal, settle, take_out_ended, view},
    payment::{
        self, Payment, PaymentState, Provider,
        saved_card::{self, SavedCard},
    },
    types::{
        ids::{OrderId, SavedCardId},
        timestamp::Timestamp,
    },
};
use utoipa::ToSchema;

use super::{cards::cards_of, publish, stripe};
use crate::{
    app_state::AppState,
    error::{Error, Result},
    http::{
        extract::{App, Body, Registered},
        forms::card_number::has_card_number,
        openapi::ServiceConfig,
        rate_limit::RateLimitKey,
        response::Envelope,
    },
    integrations::payments::{sandbox, stripe::StripeError},
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(create_customer).service(pay).service(show_status);
}

/// Payment provider of this server.
#[derive(Serialize, ToSchema)]
pub struct ProviderInfo {
    provider: Provider,
    /// Key for the provider's fields in the browser. Null for the sandbox.
    publishable_key: Option<String>,
    cards: Vec<SavedCard>,
}

/// Prepare to pay by card
///
/// Returns the provider and your saved cards.
#[utoipa::path(
    tag = "orders", operation_id = "orders_create_customer", responses((status = 200, body = Envelope<ProviderInfo>)), security(("bearer" = []))
)]
#[post("/payment/user/order/create-stripe-customer/")]
async fn create_customer(app: App, user: Registered) -> Result<Envelope<ProviderInfo>> {
    if let Some(provider) = &app.stripe {
        stripe::customer_of(&app, provider, user.user).await?;
    }
    let publishable_key = app.stripe.as_ref().map(|provider| provider.publishable_key.clone());
    let cards = cards_of(&app, user.user).await?;
    Ok(Envelope::ok(ProviderInfo { provider: app.card_provider(), publishable_key, cards }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PaymentForm {
    /// Order of the checkout. Its payment may pay other orders too.
    order_id: OrderId,
    /// Token of the provider, or none with `card_id`.
    payment_method: Option<String>,
    /// Saved card.
    card_id: Option<SavedCardId>,
}

/// Payment after an attempt.
#[derive(Serialize, ToSchema)]
pub struct PaymentResult {
    payment: Payment,
    orders: Vec<Order>,
    /// Secret for the provider's script in the browser. Set while the bank asks for an authentication.
    client_secret: Option<String>,
}

/// Pay an order
///
/// A refused card leaves the payment open for another. `requires_action` asks for an authentication at the bank.
#[utoipa::path(
    tag = "orders", operation_id = "orders_pay", request_body = PaymentForm, responses((status = 200, body = Envelope<PaymentResult>)), security(("bearer" = []))
)]
#[post("/payment/user/order/payment/")]
async fn pay(app: App, user: Registered, form: Body<PaymentForm>) -> Result<Envelope<PaymentResult>> {
    let now = Timestamp::now();
    let token = form.0.payment_method.as_deref().map(checked_token).transpose()?;
    let payable = PayableOrder::find(&app.db, user.user, form.0.order_id).await?;
    if payable.payment.state.is_paid() {
        let order = view::find(&app.db, form.0.order_id, view::Scope::Customer(user.user), now).await?;
        return Ok(result(payable.payment, vec![order], None));
    }
    payable.check(now)?;
    // An order of the time before another provider was set cannot be paid.
    if payable.payment.provider != app.card_provider() {
        return Err(order::OrderError::from(Refusal::State).into());
    }
    let payment = match payable.new_amount() {
        Some(amount) => reduced(&app, payable.payment, amount, now).await?,
        None => payable.payment,
    };
    let token = match (token, form.0.card_id) {
        (Some(token), None) => token.to_owned(),
        (None, Some(card)) => saved_card::find(&app.db, user.user, payment.provider, card).await?.token,
        _ => return Err(Error::field("payment_method", "Send a token of the provider, or card_id.")),
    };
    let Some(provider) = &app.stripe else {
        let event = sandbox::pay(&payment, &token).ok_or_else(unknown_method)?;
        let (payment, outcome) = settle::settle(&app.db, payment.id, &event, now).await?;
        return Ok(result(payment, publish(&app, outcome).await, None));
    };
    if !stripe::is_method(&token) {
        return Err(unknown_method());
    }
    app.limits.check(RateLimitKey::Payments(user.user.0), now)?;
    let return_url = format!("{}/payment/{}", app.config.public_url(), form.0.order_id);
    let intent = stripe::pay(&app, provider, &payment, user.user, &token, &return_url).await?;
    let event = format!("attempt_{:032x}", rand::random::<u128>());
    let (payment, orders) = stripe::settle(&app, &payment, &intent, Some(&event), Timestamp::now()).await?;
    Ok(result(payment, orders, intent.client_secret))
}

/// Leaves the orders that were cancelled meanwhile out of a payment. The provider learns it first: it must never charge more
/// than is recorded here.
async fn reduced(app: &AppState, payment: Payment, amount: i64, now: Timestamp) -> Result<Payment> {
    if let (Some(provider), Some(reference)) = (&app.stripe, &payment.reference) {
        match provider.change_amount(reference, amount, &payment.currency).await {
            // Another tab pays at this moment, or the bank asks. All is charged, and the cancelled orders are paid back.
            Err(StripeError::UnexpectedState) => return Ok(payment),
            changed => changed?,
        };
    }
    Ok(take_out_ended(&app.db, payment.id, amount, now).await?)
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PaymentStatusForm {
    order_id: OrderId,
}

/// Look a payment up at the provider
///
/// After an authentication in the browser, and when a page is opened again.
#[utoipa::path(
    tag = "orders", operation_id = "orders_show_payment", request_body = PaymentStatusForm, responses((status = 200, body = Envelope<PaymentResult>)), security(("bearer" = []))
)]
#[post("/payment/user/order/status/")]
async fn show_status(app: App, user: Registered, form: Body<PaymentStatusForm>) -> Result<Envelope<PaymentResult>> {
    let now = Timestamp::now();
    let order = view::find(&app.db, form.0.order_id, view::Scope::Customer(user.user), now).await?;
    let payment = payment::find(&app.db, user.user, order.payment.id).await?;
    let (Some(provider), Some(reference), Provider::Stripe) = (&app.stripe, &payment.reference, payment.provider)
    else {
        return Ok(result(payment, vec![order], None));
    };
    if !payment.state.is_open() {
        return Ok(result(payment, vec![order], None));
    }
    app.limits.check(RateLimitKey::PaymentReads(user.user.0), now)?;
    let intent = provider.intent(reference).await?;
    let (payment, orders) = stripe::settle(&app, &payment, &intent, None, now).await?;
    Ok(result(payment, orders, intent.client_secret))
}

fn result(payment: Payment, orders: Vec<Order>, secret: Option<String>) -> Envelope<PaymentResult> {
    let client_secret = secret.filter(|_| payment.state == PaymentState::RequiresAction);
    let orders = orders.into_iter().map(Order::for_customer).collect();
    Envelope::ok(PaymentResult { payment, orders, client_secret })
}

/// Refuses a text with a card number. It is not repeated in the answer.
pub(super) fn checked_token(text: &str) -> Result<&str> {
    if has_card_number(text) {
        return Err(Error::field("payment_method", "Send the token of the provider, never a card number."));
    }
    Ok(text.trim())
}

pub(super) fn unknown_method() -> Error {
    Error::field("payment_method", "This is not a payment method of the provider.")
}
