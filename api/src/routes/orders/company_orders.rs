//! Orders of a company: list, states, and the ways in which it hands them over.

use actix_web::{HttpResponse, get, put, web};
use futures_util::stream;
use serde::{Deserialize, Serialize};
use store::{
    account::AccountKind,
    company::Permission,
    fulfilment::{self, Fulfilment, FulfilmentOption},
    order::{
        Order, OrderState,
        file::Export,
        list::{self, OrderFilter, OrderSort},
        progress::{self, CompanyStep},
        view,
    },
    types::{
        ids::{BookingId, OrderId},
        sort::Direction,
        timestamp::Timestamp,
    },
};
use utoipa::{IntoParams, ToSchema};

use super::{checked_reason, notices, publish, show, states};
use crate::{
    auth::permission::company_for,
    error::{Error, FieldErrors, Result},
    http::{
        extract::{App, Body, Pro, Query},
        openapi::ServiceConfig,
        response::{Envelope, Page, Pagination, attachment, check_range},
    },
};

pub fn routes(api: &mut ServiceConfig) {
    // Registered before the route that matches any id in this position.
    api.service(export_orders)
        .service(list_orders)
        .service(show_order)
        .service(set_state)
        .service(set_promise)
        .service(cancellation_reasons)
        .service(show_fulfilment)
        .service(update_fulfilment);
}

/// Default page size.
const ORDERS: i64 = 50;
/// Longest time until an order is ready, in milliseconds.
const PROMISE_MAX: i64 = 366 * Timestamp::DAY;
/// Maximum characters of a search.
const QUERY_MAX: usize = 100;
const ZONES_MAX: usize = 20;
/// Maximum of an amount in minor units.
const AMOUNT_MAX: i64 = 100_000_000_000;
const METRES_MAX: i64 = 20_000_000;

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CompanyOrdersQuery {
    /// States, separated by commas. All by default.
    #[param(example = "new,accepted")]
    status: Option<String>,
    /// Orders placed from here.
    from: Option<Timestamp>,
    /// Orders placed before.
    to: Option<Timestamp>,
    /// Text in name, order number, phone or e-mail.
    query: Option<String>,
    /// Only orders with a return that waits for your company.
    #[serde(default)]
    waiting_return: bool,
    #[serde(default)]
    #[param(inline)]
    sort: OrderSort,
    /// The newest, or largest, first by default.
    #[serde(default)]
    #[param(inline)]
    direction: Direction,
    /// Starts at 1.
    #[param(minimum = 1)]
    page: Option<i64>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

/// List the orders of your company
///
/// Unpaid orders are not listed.
#[utoipa::path(
    tag = "business", operation_id = "business_list_orders", params(CompanyOrdersQuery), responses((status = 200, body = Page<Order>)), security(("bearer" = []))
)]
#[get("/userprofessional/orders/")]
async fn list_orders(app: App, user: Pro, query: Query<CompanyOrdersQuery>) -> Result<Page<Order>> {
    let query = query.0;
    let paging = Pagination::checked(query.page, query.per_page, ORDERS)?;
    let selection = OrderFileQuery {
        status: query.status,
        from: query.from,
        to: query.to,
        query: query.query,
        waiting_return: query.waiting_return,
    };
    let filter = OrderFilter { sort: query.sort, direction: query.direction, ..selection.checked()? };
    let window = list::Window { limit: paging.per_page, offset: paging.offset() };
    let company = company_for(&app, user.user, Permission::Orders).await?;
    let (orders, total) = list::of_company(&app.db, company, &filter, window, Timestamp::now()).await?;
    Ok(Page::new(orders, paging, total))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct OrderFileQuery {
    /// States, separated by commas. All by default.
    #[param(example = "new,accepted")]
    status: Option<String>,
    /// Orders placed from here.
    from: Option<Timestamp>,
    /// Orders placed before.
    to: Option<Timestamp>,
    /// Text in name, order number, phone or e-mail.
    query: Option<String>,
    /// Only orders with a return that waits for your company.
    #[serde(default)]
    waiting_return: bool,
}

impl OrderFileQuery {
    fn checked(self) -> Result<OrderFilter> {
        let query = self.query.unwrap_or_default();
        if query.chars().count() > QUERY_MAX {
            return Err(Error::field("query", format!("Enter at most {QUERY_MAX} characters.")));
        }
        check_range(self.from, self.to)?;
        Ok(OrderFilter {
            states: states(self.status.as_deref(), "status")?,
            from: self.from,
            to: self.to,
            query,
            waiting_return: self.waiting_return,
            ..OrderFilter::default()
        })
    }
}

/// Export the orders of your company as CSV
///
/// A row for each order, the newest first. RFC 4180 in UTF-8. A text that a spreadsheet would take for a formula begins
/// with an apostrophe.
#[utoipa::path(
    tag = "business", operation_id = "business_export_orders", params(OrderFileQuery),
    responses((status = 200, body = String, content_type = "text/csv")),
    security(("bearer" = []))
)]
#[get("/userprofessional/orders/export/")]
async fn export_orders(app: App, user: Pro, query: Query<OrderFileQuery>) -> Result<HttpResponse> {
    let filter = query.0.checked()?;
    let export = Export::of(&app.db, company_for(&app, user.user, Permission::Store).await?, filter);
    let pages = stream::try_unfold(export, async |mut export| {
        let page = export.next(Timestamp::now()).await?;
        Ok::<_, Error>(page.map(|page| (page.into(), export)))
    });
    Ok(attachment("text/csv; charset=utf-8", "orders.csv").streaming::<_, Error>(Box::pin(pages)))
}

/// Get an order of your company
#[utoipa::path(
    tag = "business", operation_id = "business_show_order",
    params(("order_id" = OrderId, Path)),
    responses((status = 200, body = Envelope<Order>)),
    security(("bearer" = []))
)]
#[get("/userprofessional/orders/{order_id}/")]
async fn show_order(app: App, user: Pro, id: web::Path<OrderId>) -> Result<Envelope<Order>> {
    let scope = view::Scope::Company(company_for(&app, user.user, Permission::Orders).await?);
    Ok(Envelope::ok(view::find(&app.db, id.into_inner(), scope, Timestamp::now()).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderStepForm {
    state: OrderState,
    /// Time that the customer is told.
    promised_at: Option<Timestamp>,
    /// Reason of a cancellation, which the customer sees.
    #[serde(default)]
    #[schema(max_length = 300)]
    reason: String,
}

/// Move an order on
///
/// The first of two members wins: the other gets a conflict if its step does not follow. A repeat has no effect.
#[utoipa::path(
    tag = "business", operation_id = "business_set_order_state",
    params(("order_id" = OrderId, Path)),
    request_body = OrderStepForm,
    responses((status = 200, body = Envelope<Order>)),
    security(("bearer" = []))
)]
#[put("/userprofessional/orders/{order_id}/state/")]
async fn set_state(app: App, user: Pro, id: web::Path<OrderId>, form: Body<OrderStepForm>) -> Result<Envelope<Order>> {
    let note = checked_reason(&form.0.reason)?;
    if form.0.state == OrderState::Cancelled && note.is_empty() {
        return Err(Error::field("reason", "This is required."));
    }
    let (id, now) = (id.into_inner(), Timestamp::now());
    if let Some(promised) = form.0.promised_at {
        check_promise(promised, now)?;
    }
    let company = company_for(&app, user.user, Permission::Orders).await?;
    let step = CompanyStep { to: form.0.state, promised_at: form.0.promised_at, note };
    let outcome = progress::set_state(&app.db, company, user.user, id, &step, now).await?;
    publish(&app, outcome).await.pop().map(Envelope::ok).ok_or(Error::NotFound)
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PromiseForm {
    /// Time that the customer is told.
    promised_at: Timestamp,
}

/// Change the promised time of an order
///
/// While the order is open. The customer is notified. A repeat has no effect.
#[utoipa::path(
    tag = "business", operation_id = "business_set_order_promise",
    params(("order_id" = OrderId, Path)),
    request_body = PromiseForm,
    responses((status = 200, body = Envelope<Order>)),
    security(("bearer" = []))
)]
#[put("/userprofessional/orders/{order_id}/promise/")]
async fn set_promise(app: App, user: Pro, id: web::Path<OrderId>, form: Body<PromiseForm>) -> Result<Envelope<Order>> {
    let (promised, now) = (form.0.promised_at, Timestamp::now());
    check_promise(promised, now)?;
    let company = company_for(&app, user.user, Permission::Orders).await?;
    let (outcome, is_new) = progress::set_promised(&app.db, company, id.into_inner(), promised, now).await?;
    // A new time is no step, so the notices of steps do not tell it.
    show(&app, &outcome);
    let order = outcome.orders.into_iter().next().ok_or(Error::NotFound)?;
    if is_new {
        notices::notify_rescheduled(&app, &order).await;
    }
    Ok(Envelope::ok(order))
}

fn check_promise(at: Timestamp, now: Timestamp) -> Result<()> {
    if (now.plus(-Timestamp::MINUTE)..=now.plus(PROMISE_MAX)).contains(&at) {
        return Ok(());
    }
    Err(Error::field("promised_at", "Enter a time to come, within a year."))
}

/// Reason of a cancellation. The web's label is `orders:reason.<key>`.
#[derive(Serialize, ToSchema)]
pub struct CancellationReason {
    #[schema(example = "too_busy")]
    key: &'static str,
    name: &'static str,
}

const REASONS: &[CancellationReason] = &[
    CancellationReason { key: "sold_out", name: "Sold out" },
    CancellationReason { key: "too_busy", name: "Too busy" },
    CancellationReason { key: "closing", name: "Closing" },
    CancellationReason { key: "outside_area", name: "Outside the delivery area" },
    CancellationReason { key: "customer_asked", name: "The customer asked for it" },
    CancellationReason { key: "other", name: "Other" },
];

/// Reasons of customers.
const CUSTOMER_REASONS: &[CancellationReason] = &[
    CancellationReason { key: "changed_mind", name: "I changed my mind" },
    CancellationReason { key: "by_mistake", name: "I ordered by mistake" },
    CancellationReason { key: "wrong_details", name: "Something in the order is wrong" },
    CancellationReason { key: "too_late", name: "It takes too long" },
    CancellationReason { key: "found_elsewhere", name: "I found it elsewhere" },
    CancellationReason { key: "other", name: "Other" },
];

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ReasonsQuery {
    /// Not used: the reasons are the same for all.
    #[serde(rename = "booking_id")]
    _booking_id: Option<BookingId>,
}

/// List the reasons of a cancellation
///
/// Those of a business, or those of a customer: by the account of the caller.
#[utoipa::path(
    tag = "business", operation_id = "business_list_cancellation_reasons", params(ReasonsQuery), responses((status = 200, body = Envelope<Vec<CancellationReason>>)), security(("bearer" = []))
)]
#[get("/userprofessional/pro-cancellation-reasons/")]
async fn cancellation_reasons(
    user: crate::http::extract::User,
    _: Query<ReasonsQuery>,
) -> Result<Envelope<&'static [CancellationReason]>> {
    let is_business = user.kind == AccountKind::Professional;
    Ok(Envelope::ok(if is_business { REASONS } else { CUSTOMER_REASONS }))
}

/// List the ways in which your company hands over orders
#[utoipa::path(
    tag = "business", operation_id = "business_show_fulfilment", responses((status = 200, body = Envelope<Vec<FulfilmentOption>>)), security(("bearer" = []))
)]
#[get("/userprofessional/fulfilment/")]
async fn show_fulfilment(app: App, user: Pro) -> Result<Envelope<Vec<FulfilmentOption>>> {
    Ok(Envelope::ok(fulfilment::of_company(&app.db, company_for(&app, user.user, Permission::Store).await?).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct FulfilmentForm {
    /// Those that are missing are not offered.
    #[schema(max_items = 6)]
    options: Vec<FulfilmentOption>,
}

/// Replace the ways in which your company hands over orders
#[utoipa::path(
    tag = "business", operation_id = "business_update_fulfilment", request_body = FulfilmentForm, responses((status = 200, body = Envelope<Vec<FulfilmentOption>>)), security(("bearer" = []))
)]
#[put("/userprofessional/fulfilment/")]
async fn update_fulfilment(app: App, user: Pro, form: Body<FulfilmentForm>) -> Result<Envelope<Vec<FulfilmentOption>>> {
    let mut options = form.0.options;
    check_options(&mut options)?;
    let company = company_for(&app, user.user, Permission::Store).await?;
    fulfilment::replace(&app.db, company, &options, Timestamp::now()).await?;
    Ok(Envelope::ok(fulfilment::of_company(&app.db, company).await?))
}

/// Checks the options and sorts their zones by distance.
fn check_options(options: &mut [FulfilmentOption]) -> Result<()> {
    let mut checks = FieldErrors::default();
    for kind in Fulfilment::ALL {
        if options.iter().filter(|option| option.kind == kind).count() > 1 {
            checks.add("options", "Name each way once.");
        }
    }
    for (index, option) in options.iter_mut().enumerate() {
        let mut add = |field: &str, message: String| checks.add(&format!("options.{index}.{field}"), message);
        let most = option.kind.minutes_max();
        if !(0..=most).contains(&option.minutes) {
            add("minutes", format!("Enter 0 to {most}."));
        }
        if !(0..=AMOUNT_MAX).contains(&option.minimum_order) {
            add("minimum_order", format!("Enter 0 to {AMOUNT_MAX}."));
        }
        option.zones.sort_by_key(|zone| zone.up_to_metres);
        let repeats = option.zones.windows(2).any(|pair| pair[0].up_to_metres == pair[1].up_to_metres);
        let expected = if option.kind.needs_address() { 1..=ZONES_MAX } else { 0..=0 };
        if !expected.contains(&option.zones.len()) || repeats {
            add("zones", format!("Enter {} to {} zones with different distances.", expected.start(), expected.end()));
        }
        for zone in &option.zones {
            if !(1..=METRES_MAX).contains(&zone.up_to_metres) {
                add("zones", format!("Enter a distance of 1 to {METRES_MAX} metres."));
            }
            if ![Some(zone.fee), zone.free_from].iter().flatten().all(|amount| (0..=AMOUNT_MAX).contains(amount)) {
                add("zones", format!("Enter amounts of 0 to {AMOUNT_MAX}."));
            }
        }
    }
    checks.finish()
}
