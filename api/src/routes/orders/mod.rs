//! Carts, checkout, payment and orders, for customers and companies.

mod calendar;
mod cards;
mod cart;
mod cart_form;
mod checkout;
mod company_orders;
mod invoices;
mod loyalty;
mod notices;
mod payment;
mod refunds;
mod refusals;
mod return_window;
mod returns;
mod reviews;
pub mod stripe;

use actix_web::{get, post, put, web};
use serde::{Deserialize, Serialize};
use store::{
    booking::ordered,
    company,
    order::{Order, OrderState, Outcome, list, progress, view},
    types::{
        ids::{CompanyId, OrderId},
        timestamp::Timestamp,
    },
};
use utoipa::{IntoParams, ToSchema};

use crate::{
    app_state::AppState,
    error::{Error, Result},
    http::{
        extract::{App, Body, Query, User},
        openapi::ServiceConfig,
        response::{Envelope, Page, Pagination},
    },
    routes::{booking::notices as booking_notices, support::open_for_missing},
};

pub(crate) use invoices::{invoice_file, invoice_pdf};

pub fn routes(api: &mut ServiceConfig) {
    cart::routes(api);
    checkout::routes(api);
    payment::routes(api);
    cards::routes(api);
    stripe::webhook::routes(api);
    company_orders::routes(api);
    reviews::routes(api);
    invoices::routes(api);
    calendar::routes(api);
    loyalty::routes(api);
    refunds::routes(api);
    returns::routes(api);
    return_window::routes(api);
    api.service(list_orders)
        .service(orders_of_company)
        .service(track_order)
        .service(cancel_order)
        .service(show_received)
        .service(answer_received)
        .service(show_order);
}

/// Default page size.
const ORDERS: i64 = 20;
/// Maximum characters of a reason.
const REASON_MAX: usize = 300;

/// Tells open pages, the customer and the companies of a command's effect, and returns the orders.
pub(crate) async fn publish(app: &AppState, outcome: Outcome) -> Vec<Order> {
    show(app, &outcome);
    for order in &outcome.orders {
        notices::notify(app, order).await;
        show_bookings(app, order).await;
    }
    app.receipts_due.notify_one();
    outcome.orders
}

/// Tells open pages and the customer of an order that pays a booking which changed.
pub(crate) async fn publish_booked(app: &AppState, id: OrderId) {
    match view::any(&app.db, id, Timestamp::now()).await {
        Ok(order) => {
            app.hub.order_changed(&order);
            notices::notify(app, &order).await;
        }
        Err(cause) => tracing::warn!(?cause, "the order of a booking was not published"),
    }
}

/// Tells both sides of the bookings of an order: they change with it.
async fn show_bookings(app: &AppState, order: &Order) {
    if order.bookings.is_empty() {
        return;
    }
    match ordered::of_order(&app.db, order.id, Timestamp::now()).await {
        Ok(bookings) => {
            for booking in bookings {
                app.hub.reservation_changed(&booking);
                booking_notices::notify(app, &booking).await;
            }
        }
        Err(cause) => tracing::warn!(?cause, "bookings of an order were not published"),
    }
}

/// Tells open pages only.
fn show(app: &AppState, outcome: &Outcome) {
    for (company, changes) in &outcome.changes {
        app.hub.inventory_changed(*company, changes);
    }
    for order in &outcome.orders {
        app.hub.order_changed(order);
    }
}

/// Publishes the outcome of a command on one order. Returns the order as its customer sees it.
async fn publish_one(app: &AppState, outcome: Outcome) -> Result<Order> {
    publish(app, outcome).await.pop().map(Order::for_customer).ok_or(Error::NotFound)
}

fn checked_reason(text: &str) -> Result<String> {
    let text = text.trim();
    if text.chars().count() > REASON_MAX {
        return Err(Error::field("reason", format!("Enter at most {REASON_MAX} characters.")));
    }
    Ok(text.to_owned())
}

/// Reads states that are separated by commas.
fn states(text: Option<&str>, field: &str) -> Result<Vec<OrderState>> {
    let keys = text.unwrap_or_default().split(',').map(str::trim).filter(|key| !key.is_empty());
    keys.map(|key| {
        serde_json::from_value(key.into()).map_err(|_| Error::field(field, "Enter states such as new,accepted."))
    })
    .collect()
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct OrdersQuery {
    /// States, separated by commas. All by default.
    #[param(example = "new,accepted")]
    status: Option<String>,
    /// Starts at 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

/// List your orders
///
/// The newest first.
#[utoipa::path(
    tag = "orders", operation_id = "orders_list", params(OrdersQuery), responses((status = 200, body = Page<Order>)), security(("bearer" = []))
)]
#[get("/users/orders-new/")]
async fn list_orders(app: App, user: User, query: Query<OrdersQuery>) -> Result<Page<Order>> {
    let paging = Pagination::checked(query.0.page, query.0.per_page, ORDERS)?;
    let states = states(query.0.status.as_deref(), "status")?;
    let window = list::Window { limit: paging.per_page, offset: paging.offset() };
    let (orders, total) = list::of_customer(&app.db, user.user, &states, None, window, Timestamp::now()).await?;
    Ok(Page::new(orders, paging, total))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct OrderDetailQuery {
    /// Not used: an order may hold lines of several categories.
    #[serde(rename = "category_id")]
    _category_id: Option<String>,
}

/// List your orders at a company
///
/// The newest 20. A company that does not exist is a 404.
#[utoipa::path(
    tag = "orders", operation_id = "orders_list_of_company",
    params(("company_id" = CompanyId, Path), OrderDetailQuery),
    responses((status = 200, body = Envelope<Vec<Order>>)),
    security(("bearer" = []))
)]
#[get("/users/order-detail/{company_id}/")]
async fn orders_of_company(
    app: App,
    user: User,
    company: web::Path<CompanyId>,
    _: Query<OrderDetailQuery>,
) -> Result<Envelope<Vec<Order>>> {
    let window = list::Window { limit: ORDERS, offset: 0 };
    let (orders, _) = list::of_customer(&app.db, user.user, &[], Some(*company), window, Timestamp::now()).await?;
    // Orders at a company that closed are still listed.
    if orders.is_empty() {
        company::exists(&app.db, *company).await?;
    }
    Ok(Envelope::ok(orders))
}

/// Get an order
#[utoipa::path(
    tag = "orders", operation_id = "orders_show",
    params(("order_id" = OrderId, Path)),
    responses((status = 200, body = Envelope<Order>)),
    security(("bearer" = []))
)]
#[get("/users/orders/{order_id}/")]
async fn show_order(app: App, user: User, id: web::Path<OrderId>) -> Result<Envelope<Order>> {
    let scope = view::Scope::Customer(user.user);
    Ok(Envelope::ok(view::find(&app.db, id.into_inner(), scope, Timestamp::now()).await?))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct TrackingQuery {
    /// Order number.
    #[param(example = "P7KQ-4MXD")]
    tracking_id: String,
}

/// Track an order by its number
#[utoipa::path(
    tag = "orders", operation_id = "orders_track", params(TrackingQuery), responses((status = 200, body = Envelope<Order>)), security(("bearer" = []))
)]
#[get("/users/get-order/tracking/")]
async fn track_order(app: App, user: User, query: Query<TrackingQuery>) -> Result<Envelope<Order>> {
    let order = view::with_code(&app.db, user.user, &query.0.tracking_id, Timestamp::now()).await?;
    Ok(Envelope::ok(order))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CancelOrder {
    /// Key of the list of reasons, or own words.
    #[serde(default)]
    #[schema(example = "changed_mind", min_length = 1, max_length = 300)]
    reason: String,
    /// `refund_now` that the customer has seen, in minor units. Another amount is a conflict.
    expected_refund: Option<i64>,
}

/// Cancel an order
///
/// Until the company prepares it. Everything is paid back, but for fees of bookings that it is late to cancel. A repeat
/// has no effect.
#[utoipa::path(
    tag = "orders", operation_id = "orders_cancel",
    params(("order_id" = OrderId, Path)),
    request_body = CancelOrder,
    responses((status = 200, body = Envelope<Order>)),
    security(("bearer" = []))
)]
#[post("/users/orders/cancel/{order_id}/")]
async fn cancel_order(
    app: App,
    user: User,
    id: web::Path<OrderId>,
    form: Body<CancelOrder>,
) -> Result<Envelope<Order>> {
    let reason = checked_reason(&form.0.reason)?;
    if reason.is_empty() {
        return Err(Error::field("reason", "Choose a reason."));
    }
    let (id, expected) = (id.into_inner(), form.0.expected_refund);
    let outcome = progress::cancel(&app.db, user.user, id, &reason, expected, Timestamp::now()).await?;
    Ok(Envelope::ok(publish_one(&app, outcome).await?))
}

/// Question whether an order was received.
#[derive(Serialize, ToSchema)]
pub struct ReceivedQuestion {
    order_id: OrderId,
    /// The question is open.
    asks: bool,
    /// Null: not answered yet.
    received: Option<bool>,
}

/// Get the question whether an order was received
#[utoipa::path(
    tag = "orders", operation_id = "orders_show_received",
    params(("order_id" = OrderId, Path)),
    responses((status = 200, body = Envelope<ReceivedQuestion>)),
    security(("bearer" = []))
)]
#[get("/users/orders/fulfilled/{order_id}/")]
async fn show_received(app: App, user: User, id: web::Path<OrderId>) -> Result<Envelope<ReceivedQuestion>> {
    let scope = view::Scope::Customer(user.user);
    let order = view::find(&app.db, id.into_inner(), scope, Timestamp::now()).await?;
    Ok(Envelope::ok(ReceivedQuestion { order_id: order.id, asks: order.can.answer_received, received: order.received }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReceivedAnswer {
    received: bool,
}

/// Say whether an order was received
///
/// A no opens a support ticket at the company, which the order then names.
#[utoipa::path(
    tag = "orders", operation_id = "orders_answer_received",
    params(("order_id" = OrderId, Path)),
    request_body = ReceivedAnswer,
    responses((status = 200, body = Envelope<Order>)),
    security(("bearer" = []))
)]
#[put("/users/orders/fulfilled/{order_id}/")]
async fn answer_received(
    app: App,
    user: User,
    id: web::Path<OrderId>,
    form: Body<ReceivedAnswer>,
) -> Result<Envelope<Order>> {
    let (id, now) = (id.into_inner(), Timestamp::now());
    let outcome = progress::answer_received(&app.db, user.user, id, form.0.received, now).await?;
    // An answer is no step: nobody is notified of it.
    show(&app, &outcome);
    let order = outcome.orders.into_iter().next().ok_or(Error::NotFound)?;
    if form.0.received {
        return Ok(Envelope::ok(order.for_customer()));
    }
    open_for_missing(&app, &order).await?;
    // The order names its ticket now.
    let order = view::find(&app.db, id, view::Scope::Customer(user.user), now).await?;
    app.hub.order_changed(&view::any(&app.db, id, now).await?);
    Ok(Envelope::ok(order))
}
