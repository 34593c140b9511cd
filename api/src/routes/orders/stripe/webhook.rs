//! Webhook of Stripe. An event applies once; its order and age do not matter, because the object is read again.

use std::time::Duration;

use actix_web::{HttpRequest, post, web};
use store::{
    notification::{Kind, Notice},
    order::{mirrored_refund, settle as orders},
    payment::{Payment, PaymentEvent, PaymentState, Provider, lookup, provider_refund},
    types::timestamp::Timestamp,
};

use super::{super::publish, settle};
use crate::{
    app_state::AppState,
    error::{Error, Result},
    http::{extract::App, forms::body::gather, openapi::ServiceConfig, response::Confirmation},
    integrations::payments::stripe::{
        Dispute, Intent, Refund, Stripe, StripeError, amount,
        webhook::{self, Event, SignatureError, Subject},
    },
    server::metrics::ALARMS,
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(receive);
}

/// Body timeout.
const TIMEOUT: Duration = Duration::from_secs(10);

/// Receive an event of Stripe
///
/// For Stripe only. The body is signed by the header `Stripe-Signature`. An event that arrives again, or that concerns
/// nothing here, is acknowledged without effect.
#[utoipa::path(
    tag = "orders", operation_id = "orders_receive_event",
    request_body(content = serde_json::Value, content_type = "application/json"),
    responses((status = 200, body = Confirmation))
)]
#[post("/payment/stripe/webhook/")]
async fn receive(app: App, request: HttpRequest, payload: web::Payload) -> Result<Confirmation> {
    let stripe = app.stripe.as_ref().ok_or(Error::NotFound)?;
    let body = actix_rt::time::timeout(TIMEOUT, gather(payload)).await.map_err(|_| Error::Timeout)??;
    let now = Timestamp::now();
    let header = request.headers().get("stripe-signature").and_then(|value| value.to_str().ok()).unwrap_or_default();
    webhook::verify(header, &body, stripe.webhook_secret.expose(), now).map_err(|cause| {
        Error::Malformed(match cause {
            SignatureError::Wrong => "the signature does not fit".to_owned(),
            SignatureError::Time => "it was not signed within five minutes".to_owned(),
        })
    })?;
    // The cause could repeat parts of the body.
    let event: Event = serde_json::from_slice(&body).map_err(|_| Error::Malformed("this is no event".to_owned()))?;
    if !lookup::is_recorded(&app.db, Provider::Stripe, &event.id).await? {
        apply(&app, stripe, &event, now).await?;
    }
    Ok(Confirmation::new("Received."))
}

async fn apply(app: &AppState, stripe: &Stripe, event: &Event, now: Timestamp) -> Result<()> {
    match event.subject() {
        Subject::Intent(id) => {
            let Some(intent) = known(stripe.intent(&id).await)? else { return Ok(()) };
            let Some(payment) = payment_of(app, &intent).await? else { return Ok(()) };
            settle(app, &payment, &intent, Some(&event.id), now).await?;
        }
        Subject::Refund(id) => {
            let Some(refund) = known(stripe.find_refund(&id).await)? else { return Ok(()) };
            if refund.came_back() && refund.is_foreign() {
                ALARMS.raise("refunds");
                tracing::error!(refund = id, "a refund in the dashboard did not reach the customer");
            }
            mirror(app, stripe, &refund, now).await?;
        }
        Subject::Dispute(id) => {
            let Some(dispute) = known(stripe.dispute(&id).await)? else { return Ok(()) };
            dispute_changed(app, &dispute, &event.id, now).await?;
        }
        Subject::Other => tracing::debug!(kind = event.kind, "event of Stripe ignored"),
    }
    Ok(())
}

/// Returns none for an object that does not exist.
fn known<T>(found: Result<T, StripeError>) -> Result<Option<T>> {
    match found {
        Ok(object) => Ok(Some(object)),
        Err(StripeError::NotFound) => Ok(None),
        Err(cause) => Err(cause.into()),
    }
}

/// Returns the payment of an intent. A crash after the intent was created has left no reference: the intent names its
/// payment.
async fn payment_of(app: &AppState, intent: &Intent) -> Result<Option<Payment>> {
    if let Some(payment) = lookup::with_reference(&app.db, Provider::Stripe, &intent.id).await? {
        return Ok(Some(payment));
    }
    let Some(id) = intent.payment() else { return Ok(None) };
    let payment = match lookup::any(&app.db, id).await {
        Err(store::Error::NotFound) => return Ok(None),
        found => found?,
    };
    if payment.provider != Provider::Stripe || payment.reference.is_some() {
        return Ok(None);
    }
    lookup::set_reference(&app.db, id, &intent.id).await?;
    Ok(Some(lookup::any(&app.db, id).await?))
}

/// Applies what was refunded in Stripe's dashboard to the orders of its payment. All refunds of the payment are read: one in
/// the dashboard may replace one of this server that came back.
async fn mirror(app: &AppState, stripe: &Stripe, refund: &Refund, now: Timestamp) -> Result<()> {
    let Some(reference) = &refund.payment_intent else { return Ok(()) };
    let Some(payment) = lookup::with_reference(&app.db, Provider::Stripe, reference).await? else { return Ok(()) };
    let refunds = stripe.refunds(reference).await?;
    for refund in &refunds {
        note_failed(app, refund).await?;
    }
    let made: i64 = refunds.iter().filter_map(|one| one.made_elsewhere(&payment.currency)).sum();
    // The whole charge, of which Stripe may take the last digit off.
    let charged = amount::to_minor(amount::to_stripe(payment.amount, &payment.currency), &payment.currency);
    let made = if made == charged { payment.amount } else { made };
    let (outcome, fits) = mirrored_refund::apply(&app.db, payment.id, made, now).await?;
    if !fits {
        ALARMS.raise("refunds");
        tracing::error!(payment = %payment.id, refund = refund.id, "a refund in the dashboard exceeds its orders");
    }
    publish(app, outcome).await;
    Ok(())
}

/// Records that a refund of this server did not reach the customer. A repeat has no effect.
pub(crate) async fn note_failed(app: &AppState, refund: &Refund) -> Result<()> {
    if refund.came_back()
        && let Some(payment) = provider_refund::came_back(&app.db, &refund.id).await?
    {
        ALARMS.raise("refunds");
        tracing::error!(%payment, refund = refund.id, "a refund did not reach the customer");
    }
    Ok(())
}

/// Applies a dispute. The companies are told of a new one, the operator by an alarm, which a lost one raises again.
async fn dispute_changed(app: &AppState, dispute: &Dispute, event: &str, now: Timestamp) -> Result<()> {
    let Some(reference) = &dispute.payment_intent else { return Ok(()) };
    let Some(before) = lookup::with_reference(&app.db, Provider::Stripe, reference).await? else { return Ok(()) };
    let change = PaymentEvent { id: event.to_owned(), to: dispute.state(), reference: None, card: None, failure: None };
    let (payment, outcome) = if change.to == PaymentState::ChargedBack {
        let amount = dispute.amount(&before.currency);
        mirrored_refund::charged_back(&app.db, before.id, &change, amount, now).await?
    } else {
        orders::settle(&app.db, before.id, &change, now).await?
    };
    let orders = publish(app, outcome).await;
    if !matches!(payment.state, PaymentState::Disputed | PaymentState::ChargedBack) {
        return Ok(());
    }
    if before.state != payment.state {
        let Dispute { id, reason, status, .. } = dispute;
        ALARMS.raise("disputes");
        tracing::warn!(payment = %payment.id, dispute = id, reason, status, "a payment is disputed");
    }
    // The event of the dispute itself may arrive after that of its end. A company is told once.
    for order in &orders {
        let cause = format!("{}:{}", order.id, dispute.id);
        let notice = Notice::new(Kind::CompanyPaymentDisputed, cause).about(order.id.0);
        app.notifier.notify_company(order.company.id, notice).await;
    }
    Ok(())
}
