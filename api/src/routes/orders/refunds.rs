//! Refunds that a company makes by itself.

use actix_web::{post, web};
use serde::Deserialize;
use store::{
    company::Permission,
    order::{
        Order,
        refund::{self, NewRefund, RefundedPart},
        returns::ReturnedUnits,
    },
    types::{ids::OrderId, timestamp::Timestamp},
};
use utoipa::ToSchema;

use super::{
    checked_reason,
    checkout::checked_client_id,
    publish,
    returns::{LINES_MAX, ReturnUnitsForm},
};
use crate::{
    auth::permission::company_for,
    error::{Error, FieldErrors, Result},
    http::{
        extract::{App, Body, Pro},
        openapi::ServiceConfig,
        response::Envelope,
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(refund_order);
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RefundForm {
    /// Minor units, at most `refundable` of the order. Not with `items`.
    #[schema(minimum = 1)]
    amount: Option<i64>,
    /// Units of lines, instead of an amount.
    #[serde(default)]
    #[schema(max_items = 100)]
    items: Vec<ReturnUnitsForm>,
    /// The customer reads it.
    #[serde(default)]
    #[schema(max_length = 300)]
    reason: String,
    /// `total - refunded` of the order that the member has seen, in minor units. Another amount is a conflict.
    expected_left: i64,
    /// Idempotency key. A repeat has no effect.
    #[schema(max_length = 64)]
    client_id: Option<String>,
}

/// Refund a part of an order
///
/// Pays an amount or units of lines of a paid order back, with a credit note. Not for a cancelled order, and
/// not for staff.
#[utoipa::path(
    tag = "business", operation_id = "business_refund_order",
    params(("order_id" = OrderId, Path)),
    request_body = RefundForm,
    responses((status = 201, body = Envelope<Order>)),
    security(("bearer" = []))
)]
#[post("/userprofessional/orders/{order_id}/refund/")]
async fn refund_order(
    app: App,
    user: Pro,
    order: web::Path<OrderId>,
    form: Body<RefundForm>,
) -> Result<Envelope<Order>> {
    let form = form.0;
    let mut checks = FieldErrors::default();
    let reason = checked_reason(&form.reason)?;
    if reason.is_empty() {
        checks.add("reason", "This is required.");
    }
    if form.items.len() > LINES_MAX {
        checks.add("items", format!("Choose at most {LINES_MAX} lines."));
    }
    if form.amount.is_some() != form.items.is_empty() {
        checks.add("amount", "Enter an amount, or choose items.");
    }
    checks.finish()?;
    let units = form.items.iter().map(ReturnUnitsForm::units).collect::<Vec<ReturnedUnits>>();
    let new = NewRefund {
        order: order.into_inner(),
        part: form.amount.map_or(RefundedPart::Units(units), RefundedPart::Amount),
        reason,
        expected_left: form.expected_left,
        client_id: checked_client_id(form.client_id.as_deref())?,
    };
    let company = company_for(&app, user.user, Permission::Store).await?;
    let outcome = refund::refund(&app.db, (company, user.user), &new, Timestamp::now()).await?;
    publish(&app, outcome).await.pop().map(Envelope::created).ok_or(Error::NotFound)
}
