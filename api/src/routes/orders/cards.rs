//! The caller's saved cards. The provider keeps them; this server keeps a token, brand, last digits and expiry.

use actix_web::{delete, get, post, put, web};
use serde::{Deserialize, Serialize};
use store::{
    payment::{
        Card, Provider,
        saved_card::{self, Added, CARDS_MAX, NewCard, SavedCard},
    },
    types::{
        ids::{SavedCardId, UserId},
        timestamp::Timestamp,
    },
};
use utoipa::ToSchema;

use super::{
    payment::{checked_token, unknown_method},
    stripe,
};
use crate::{
    app_state::AppState,
    error::{Conflict, Error, Result},
    http::{
        extract::{App, Body, Registered},
        openapi::ServiceConfig,
        rate_limit::RateLimitKey,
        response::{Confirmation, Envelope},
    },
    integrations::payments::{
        sandbox,
        stripe::{StripeError, is_id},
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(list_cards).service(begin_card).service(add_card).service(set_default_card).service(delete_card);
}

/// List your saved cards
///
/// The default one first.
#[utoipa::path(
    tag = "orders", operation_id = "orders_list_cards", responses((status = 200, body = Envelope<Vec<SavedCard>>)), security(("bearer" = []))
)]
#[get("/payment/cards/")]
async fn list_cards(app: App, user: Registered) -> Result<Envelope<Vec<SavedCard>>> {
    Ok(Envelope::ok(cards_of(&app, user.user).await?))
}

/// Secret for the provider's script.
#[derive(Serialize, ToSchema)]
pub struct CardSetup {
    client_secret: String,
}

/// Begin to add a card
///
/// Returns a secret for the provider's script in the browser, which takes the card and returns its token. The sandbox
/// needs none.
#[utoipa::path(
    tag = "orders", operation_id = "orders_begin_card", responses((status = 201, body = Envelope<CardSetup>)), security(("bearer" = []))
)]
#[post("/payment/setup-intent/")]
async fn begin_card(app: App, user: Registered) -> Result<Envelope<CardSetup>> {
    let Some(provider) = &app.stripe else {
        return Err(Error::conflict("payment.sandbox", "Test cards are added by their token."));
    };
    app.limits.check(RateLimitKey::Payments(user.user.0), Timestamp::now())?;
    let customer = stripe::customer_of(&app, provider, user.user).await?;
    let setup = provider.create_setup_intent(&customer).await?;
    Ok(Envelope::created(CardSetup { client_secret: setup.client_secret }))
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
    let now = Timestamp::now();
    let (card, expiry) = describe(&app, user, token, now).await?;
    let (id, provider) = (SavedCardId(app.ids.next(now)), app.card_provider());
    match saved_card::add(&app.db, user.user, &NewCard { id, provider, token, card: &card, expiry }, now).await? {
        Added::Added => Ok(Envelope::created(cards_of(&app, user.user).await?)),
        Added::TooMany => Err(Error::Conflict(Conflict {
            code: "card.too_many",
            message: "Delete a card first.",
            amount: Some(CARDS_MAX),
        })),
    }
}

/// Returns the card behind a token of the caller, with month and year of its expiry.
async fn describe(app: &AppState, user: Registered, token: &str, now: Timestamp) -> Result<(Card, Option<(i64, i64)>)> {
    let Some(provider) = &app.stripe else {
        return sandbox::card(token).map(|card| (card, None)).ok_or_else(unknown_method);
    };
    if !is_id(token, "pm_") {
        return Err(unknown_method());
    }
    app.limits.check(RateLimitKey::Payments(user.user.0), now)?;
    let customer = stripe::customer_of(app, provider, user.user).await?;
    let method = match provider.payment_method(token).await {
        Err(StripeError::NotFound | StripeError::Refused { .. }) => return Err(unknown_method()),
        found => found?,
    };
    // The card of another customer is unknown.
    let is_own = method.customer.as_deref() == Some(&customer);
    let card = method.card().filter(|_| is_own).ok_or_else(unknown_method)?;
    Ok((card, method.expiry()))
}

/// Make a saved card the default
///
/// It is offered first. Returns all cards.
#[utoipa::path(
    tag = "orders", operation_id = "orders_set_default_card",
    params(("card_id" = SavedCardId, Path)),
    responses((status = 200, body = Envelope<Vec<SavedCard>>)),
    security(("bearer" = []))
)]
#[put("/payment/cards/{card_id}/default/")]
async fn set_default_card(app: App, user: Registered, id: web::Path<SavedCardId>) -> Result<Envelope<Vec<SavedCard>>> {
    saved_card::set_default(&app.db, user.user, app.card_provider(), id.into_inner()).await?;
    Ok(Envelope::ok(cards_of(&app, user.user).await?))
}

/// Delete a saved card
///
/// The provider forgets it too.
#[utoipa::path(
    tag = "orders", operation_id = "orders_delete_card",
    params(("card_id" = SavedCardId, Path)),
    responses((status = 200, body = Confirmation)),
    security(("bearer" = []))
)]
#[delete("/payment/cards/{card_id}/")]
async fn delete_card(app: App, user: Registered, id: web::Path<SavedCardId>) -> Result<Confirmation> {
    let card = saved_card::find(&app.db, user.user, app.card_provider(), id.into_inner()).await?;
    if let (Provider::Stripe, Some(provider)) = (card.provider, &app.stripe) {
        match provider.detach(&card.token).await {
            // It was taken away before.
            Ok(_) | Err(StripeError::NotFound | StripeError::Refused { .. } | StripeError::UnexpectedState) => {}
            Err(cause) => return Err(cause.into()),
        }
    }
    saved_card::delete(&app.db, user.user, card.id).await?;
    Ok(Confirmation::new("Deleted."))
}

pub(super) async fn cards_of(app: &AppState, account: UserId) -> Result<Vec<SavedCard>> {
    Ok(saved_card::list(&app.db, account, app.card_provider()).await?)
}
