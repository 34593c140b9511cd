//! Paying an order, and the caller's saved cards. A card number never reaches this server: the provider's fields turn
//! it into a token.

use actix_web::{delete, get, post, web};
use serde::{Deserialize, Serialize};
use store::{
    order::{self, Order, Refusal, settle, view},
    payment::{
        self, Payment, Provider,
        saved_card::{self, Added, CARDS_MAX, SavedCard},
    },
    types::{
        ids::{OrderId, SavedCardId},
        timestamp::Timestamp,
    },
};
use utoipa::ToSchema;
use utoipa_actix_web::service_config::ServiceConfig;

use super::publish;
use crate::{
    error::{Conflict, Error, Result},
    http::{
        extract::{App, Body, Registered},
        response::{Confirmation, Envelope},
    },
    integrations::payments::sandbox,
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(create_customer).service(list_cards).service(add_card).service(delete_card).service(pay);
}

/// Digits from which a text looks like a card number.
const CARD_NUMBER_MIN: usize = 12;

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
    let cards = saved_card::list(&app.db, user.user).await?;
    Ok(Envelope::ok(ProviderInfo { provider: Provider::Sandbox, publishable_key: None, cards }))
}

/// List your saved cards
#[utoipa::path(
    tag = "orders", operation_id = "orders_list_cards", responses((status = 200, body = Envelope<Vec<SavedCard>>)), security(("bearer" = []))
)]
#[get("/payment/cards/")]
async fn list_cards(app: App, user: Registered) -> Result<Envelope<Vec<SavedCard>>> {
    Ok(Envelope::ok(saved_card::list(&app.db, user.user).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CardForm {
    /// Token of the provider. The sandbox has `sandbox_success`, `sandbox_declined`, `sandbox_authentication` and
    /// `sandbox_late`.
    payment_method: String,
}

/// Save a card
///
/// At most 10. A repeat has no effect. Returns all cards.
#[utoipa::path(
    tag = "orders", operation_id = "orders_add_card", request_body = CardForm, responses((status = 201, body = Envelope<Vec<SavedCard>>)), security(("bearer" = []))
)]
#[post("/payment/add-card/")]
async fn add_card(app: App, user: Registered, form: Body<CardForm>) -> Result<Envelope<Vec<SavedCard>>> {
    let token = checked_token(&form.0.payment_method)?;
    let card = sandbox::card(token).ok_or_else(unknown_method)?;
    let now = Timestamp::now();
    let id = SavedCardId(app.ids.next(now));
    match saved_card::add(&app.db, user.user, id, Provider::Sandbox, token, &card, now).await? {
        Added::Added => Ok(Envelope::created(saved_card::list(&app.db, user.user).await?)),
        Added::TooMany => Err(Error::Conflict(Conflict {
            code: "card.too_many",
            message: "Delete a card first.",
            amount: Some(CARDS_MAX),
        })),
    }
}

/// Delete a saved card
#[utoipa::path(
    tag = "orders", operation_id = "orders_delete_card",
    params(("card_id" = SavedCardId, Path)),
    responses((status = 200, body = Confirmation)),
    security(("bearer" = []))
)]
#[delete("/payment/cards/{card_id}/")]
async fn delete_card(app: App, user: Registered, id: web::Path<SavedCardId>) -> Result<Confirmation> {
    saved_card::delete(&app.db, user.user, id.into_inner()).await?;
    Ok(Confirmation::new("Deleted."))
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
    let scope = view::Scope::Customer(user.user);
    let order = view::find(&app.db, form.0.order_id, scope, now).await?;
    let payment = payment::find(&app.db, user.user, order.payment.id).await?;
    if payment.state.is_paid() {
        let (payment, orders) = (payment, vec![order]);
        return Ok(Envelope::ok(PaymentResult { payment, orders }));
    }
    if !order.can.pay {
        let refusal =
            if order.hold_expires_at.is_some_and(|at| at <= now) { Refusal::HoldExpired } else { Refusal::State };
        return Err(order::OrderError::from(refusal).into());
    }
    let token = match (&form.0.payment_method, form.0.card_id) {
        (Some(token), None) => checked_token(token)?.to_owned(),
        (None, Some(card)) => saved_card::find(&app.db, user.user, card).await?.token,
        _ => return Err(Error::field("payment_method", "Send a token of the provider, or card_id.")),
    };
    let event = sandbox::pay(&payment, &token).ok_or_else(unknown_method)?;
    let (payment, outcome) = settle::settle(&app.db, payment.id, &event, now).await?;
    let orders = publish(&app, outcome).await.into_iter().map(Order::for_customer).collect();
    Ok(Envelope::ok(PaymentResult { payment, orders }))
}

/// Refuses a text that looks like a card number. It is not repeated in the answer.
fn checked_token(text: &str) -> Result<&str> {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
    if digits >= CARD_NUMBER_MIN && letters == 0 {
        return Err(Error::field("payment_method", "Send the token of the provider, never a card number."));
    }
    Ok(text.trim())
}

fn unknown_method() -> Error {
    Error::field("payment_method", "This is not a payment method of the provider.")
}
