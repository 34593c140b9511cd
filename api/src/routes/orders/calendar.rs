//! Orders as calendar files.

use actix_web::{HttpResponse, get, http::header, web};
use store::{
    order::{calendar_file, view},
    types::{ids::OrderId, timestamp::Timestamp},
};

use crate::{
    error::{Error, Result},
    http::{
        extract::{App, User},
        openapi::ServiceConfig,
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(calendar);
}

/// Get an order as calendar file
///
/// RFC 5545, with an event for the promised handover and one for each booking. An order without both is not found.
#[utoipa::path(
    tag = "orders", operation_id = "orders_calendar",
    params(("order_id" = OrderId, Path)),
    responses((status = 200, body = String, content_type = "text/calendar")),
    security(("bearer" = []))
)]
#[get("/users/orders/{order_id}/calendar/")]
async fn calendar(app: App, user: User, id: web::Path<OrderId>) -> Result<HttpResponse> {
    let now = Timestamp::now();
    let order = view::find(&app.db, id.into_inner(), view::Scope::Customer(user.user), now).await?;
    let text = calendar_file::events(&app.db, &order, now).await?.ok_or(Error::NotFound)?;
    Ok(HttpResponse::Ok()
        .content_type("text/calendar; charset=utf-8")
        .insert_header((header::CONTENT_DISPOSITION, format!("attachment; filename=\"{}.ics\"", order.code)))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(text))
}
