//! Loyalty cards of the caller.

use actix_web::{get, web};
use serde::Deserialize;
use store::{
    loyalty::card::{self, CoinTransaction, LoyaltyCard},
    types::ids::CompanyId,
};
use utoipa::IntoParams;

use crate::{
    error::Result,
    http::{
        extract::{App, Query, User},
        openapi::ServiceConfig,
        response::{Page, Pagination},
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(list_cards).service(list_transactions);
}

/// Default page size.
const CARDS: i64 = 50;

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct LoyaltyQuery {
    /// Starts at 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

/// List your loyalty cards
///
/// The last used first.
#[utoipa::path(
    tag = "orders", operation_id = "orders_list_loyalty_cards", params(LoyaltyQuery), responses((status = 200, body = Page<LoyaltyCard>)), security(("bearer" = []))
)]
#[get("/users/loyalty-points/")]
async fn list_cards(app: App, user: User, query: Query<LoyaltyQuery>) -> Result<Page<LoyaltyCard>> {
    let paging = Pagination::checked(query.0.page, query.0.per_page, CARDS)?;
    let (cards, total) = card::list(&app.db, user.user, paging.per_page, paging.offset()).await?;
    Ok(Page::new(cards, paging, total))
}

/// List the transactions of a loyalty card
///
/// The newest first. 404 without a card at this company.
#[utoipa::path(
    tag = "orders", operation_id = "orders_list_coin_transactions",
    params(("company_id" = CompanyId, Path), LoyaltyQuery),
    responses((status = 200, body = Page<CoinTransaction>)),
    security(("bearer" = []))
)]
#[get("/users/loyalty-points/{company_id}/")]
async fn list_transactions(
    app: App,
    user: User,
    company: web::Path<CompanyId>,
    query: Query<LoyaltyQuery>,
) -> Result<Page<CoinTransaction>> {
    let paging = Pagination::checked(query.0.page, query.0.per_page, CARDS)?;
    let company = card::find(&app.db, user.user, company.into_inner()).await?.company.id;
    let (list, total) = card::history(&app.db, user.user, company, paging.per_page, paging.offset()).await?;
    Ok(Page::new(list, paging, total))
}
