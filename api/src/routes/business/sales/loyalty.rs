//! Loyalty programme of a company and the cards that its customers hold.

use actix_web::{get, put};
use serde::{Deserialize, Serialize};
use store::{
    company::{self, Permission},
    loyalty::{
        card::{self, HeldCard},
        programme::{self, COIN_VALUE_MAX, COINS_PER_UNIT_MAX, Figures, MINIMUM_COINS_MAX, Programme},
    },
    types::{ids::CompanyId, timestamp::Timestamp},
};
use utoipa::{IntoParams, ToSchema};

use crate::{
    app_state::AppState,
    auth::permission::company_for,
    error::{FieldErrors, Result},
    http::{
        extract::{App, Body, Pro, Query},
        openapi::ServiceConfig,
        response::{Envelope, Page, Pagination},
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(show_programme).service(save_programme).service(list_cards);
}

/// Default page size.
const CARDS: i64 = 50;

/// Programme of a company with the figures of its cards.
#[derive(Serialize, ToSchema)]
pub struct LoyaltySettings {
    /// Null: none yet.
    programme: Option<Programme>,
    #[serde(flatten)]
    figures: Figures,
    /// Currency of `coin_value`.
    currency: String,
}

async fn settings(app: &AppState, company: CompanyId) -> Result<Envelope<LoyaltySettings>> {
    Ok(Envelope::ok(LoyaltySettings {
        programme: programme::find(&app.db, company).await?,
        figures: programme::figures(&app.db, company).await?,
        currency: company::currency(&app.db, company).await?,
    }))
}

/// Get the loyalty programme of your company
#[utoipa::path(
    tag = "business", operation_id = "business_show_loyalty", responses((status = 200, body = Envelope<LoyaltySettings>)), security(("bearer" = []))
)]
#[get("/userprofessional/loyalty/")]
async fn show_programme(app: App, user: Pro) -> Result<Envelope<LoyaltySettings>> {
    let company = company_for(&app, user.user, Permission::Store).await?;
    settings(&app, company).await
}

/// Change the loyalty programme of your company
///
/// Coins that were earned stay. A new value of a coin applies to them too.
#[utoipa::path(
    tag = "business", operation_id = "business_save_loyalty", request_body = Programme, responses((status = 200, body = Envelope<LoyaltySettings>)), security(("bearer" = []))
)]
#[put("/userprofessional/loyalty/")]
async fn save_programme(app: App, user: Pro, form: Body<Programme>) -> Result<Envelope<LoyaltySettings>> {
    let company = company_for(&app, user.user, Permission::Store).await?;
    let new = form.0;
    let mut checks = FieldErrors::default();
    for (field, value, range) in [
        ("coins_per_unit", new.coins_per_unit, 1..=COINS_PER_UNIT_MAX),
        ("coin_value", new.coin_value, 1..=COIN_VALUE_MAX),
        ("minimum_coins", new.minimum_coins, 0..=MINIMUM_COINS_MAX),
    ] {
        if !range.contains(&value) {
            checks.add(field, format!("Enter {} to {}.", range.start(), range.end()));
        }
    }
    checks.finish()?;
    programme::save(&app.db, company, &new, Timestamp::now()).await?;
    settings(&app, company).await
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct HeldCardsQuery {
    /// Starts at 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

/// List the loyalty cards of your company
///
/// Those with the most coins first.
#[utoipa::path(
    tag = "business", operation_id = "business_list_loyalty_cards", params(HeldCardsQuery), responses((status = 200, body = Page<HeldCard>)), security(("bearer" = []))
)]
#[get("/userprofessional/loyalty/cards/")]
async fn list_cards(app: App, user: Pro, query: Query<HeldCardsQuery>) -> Result<Page<HeldCard>> {
    let paging = Pagination::checked(query.0.page, query.0.per_page, CARDS)?;
    let company = company_for(&app, user.user, Permission::Store).await?;
    let (cards, total) = card::of_company(&app.db, company, paging.per_page, paging.offset()).await?;
    Ok(Page::new(cards, paging, total))
}
