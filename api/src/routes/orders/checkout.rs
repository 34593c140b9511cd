//! Checkout: carts become orders with one payment.

use actix_web::{post, web};
use serde::{Deserialize, Serialize};
use store::{
    catalogue::category,
    order::{
        Order,
        checkout::{self, COMPANIES_MAX, Checkout},
    },
    payment::{Payment, Provider},
    types::{
        ids::{CompanyId, OrderId, PaymentId},
        timestamp::Timestamp,
    },
};
use utoipa::ToSchema;

use super::publish;
use crate::{
    app_state::AppState,
    error::{Error, Result},
    http::{
        extract::{App, Body, Registered},
        openapi::ServiceConfig,
        rate_limit::RateLimitKey,
        response::Envelope,
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(create_order).service(check_out);
}

/// Maximum characters of an idempotency key.
const CLIENT_ID_MAX: usize = 64;

/// Way to pay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PaymentChoice {
    #[default]
    Card,
    /// At the company, in cash or by card.
    OnSite,
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CreateOrder {
    /// Total that the customer has seen, in minor units. Another total is a conflict.
    expected_total: Option<i64>,
    /// Idempotency key. A repeat returns the first order.
    #[schema(max_length = 64)]
    client_id: Option<String>,
    payment: PaymentChoice,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CheckoutForm {
    /// Companies of the carts to order.
    #[schema(min_items = 1, max_items = 10)]
    company_ids: Vec<CompanyId>,
    /// Sum of the totals that the customer has seen, in minor units.
    expected_total: Option<i64>,
    #[schema(max_length = 64)]
    client_id: Option<String>,
    #[serde(default)]
    payment: PaymentChoice,
}

/// Orders of a checkout with their payment.
#[derive(Serialize, ToSchema)]
pub struct CheckedOut {
    payment: Payment,
    /// One for each company.
    orders: Vec<Order>,
}

/// Order the cart of a company
///
/// Holds the stock for 15 minutes and begins the payment. A repeat with the same `client_id` returns the first order.
#[utoipa::path(
    tag = "orders", operation_id = "orders_create",
    params(("company_id" = CompanyId, Path), ("category_id" = String, Path, description = "Key of a category")),
    request_body = CreateOrder,
    responses((status = 201, body = Envelope<CheckedOut>)),
    security(("bearer" = []))
)]
#[post("/users/order/create/{company_id}/{category_id}/")]
async fn create_order(
    app: App,
    user: Registered,
    path: web::Path<(CompanyId, String)>,
    form: Body<CreateOrder>,
) -> Result<Envelope<CheckedOut>> {
    let (company, category) = path.into_inner();
    category::find(&category).ok_or(Error::NotFound)?;
    order(&app, user, &[company], &form.0).await
}

/// Order several carts at once
///
/// One payment, and one order for each company.
#[utoipa::path(
    tag = "orders", operation_id = "orders_check_out", request_body = CheckoutForm, responses((status = 201, body = Envelope<CheckedOut>)), security(("bearer" = []))
)]
#[post("/users/checkout/")]
async fn check_out(app: App, user: Registered, form: Body<CheckoutForm>) -> Result<Envelope<CheckedOut>> {
    let CheckoutForm { company_ids, expected_total, client_id, payment } = form.0;
    if !(1..=COMPANIES_MAX).contains(&company_ids.len()) {
        return Err(Error::field("company_ids", format!("Choose 1 to {COMPANIES_MAX} carts.")));
    }
    order(&app, user, &company_ids, &CreateOrder { expected_total, client_id, payment }).await
}

async fn order(
    app: &AppState,
    user: Registered,
    companies: &[CompanyId],
    form: &CreateOrder,
) -> Result<Envelope<CheckedOut>> {
    let now = Timestamp::now();
    app.limits.check(RateLimitKey::Bookings(user.user.0), now)?;
    let new = Checkout {
        payment: PaymentId(app.ids.next(now)),
        customer: user.user,
        orders: companies.iter().map(|company| (*company, OrderId(app.ids.next(now)))).collect(),
        expected_total: form.expected_total,
        client_id: checked_client_id(form.client_id.as_deref())?,
        provider: match form.payment {
            PaymentChoice::Card => app.card_provider(),
            PaymentChoice::OnSite => Provider::OnSite,
        },
    };
    let (payment, outcome) = checkout::checkout(&app.db, &new, now).await?;
    let orders = publish(app, outcome).await.into_iter().map(Order::for_customer).collect();
    Ok(Envelope::created(CheckedOut { payment, orders }))
}

pub(super) fn checked_client_id(key: Option<&str>) -> Result<Option<String>> {
    match key.map(str::trim).filter(|key| !key.is_empty()) {
        Some(key) if key.len() > CLIENT_ID_MAX || !key.bytes().all(|byte| byte.is_ascii_graphic()) => {
            Err(Error::field("client_id", format!("Enter at most {CLIENT_ID_MAX} letters and digits.")))
        }
        key => Ok(key.map(str::to_owned)),
    }
}
