//! Customers of a company with their orders and bookings.

use actix_web::{HttpResponse, get, web};
use futures_util::stream;
use serde::{Deserialize, Serialize};
use store::{
    booking::{Booking, list as bookings},
    company::Permission,
    order::{
        Order,
        list::{self, OrderFilter, Window},
    },
    sales::{
        customer::{self, Customer, CustomerCursor, CustomerSort},
        customer_file::Export,
    },
    types::{ids::UserId, sort::Direction, timestamp::Timestamp},
};
use utoipa::{IntoParams, ToSchema};

use super::checked_query;
use crate::{
    auth::permission::company_for,
    error::{Error, Result},
    http::{
        extract::{App, Pro, Query},
        openapi::ServiceConfig,
        response::{Envelope, TokenPage, attachment},
    },
};

pub fn routes(api: &mut ServiceConfig) {
    // Registered before the route that matches any id in this position.
    api.service(export_customers).service(list_customers).service(show_customer);
}

/// Default page size.
const CUSTOMERS: i64 = 50;
/// Newest orders, and bookings, of a customer's page.
const ORDERS: i64 = 50;

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CustomersQuery {
    /// Text in name or e-mail.
    query: Option<String>,
    #[serde(default)]
    #[param(inline)]
    sort: CustomerSort,
    /// The latest, or largest, first by default.
    #[serde(default)]
    #[param(inline)]
    direction: Direction,
    /// `next` of the page before, in the same order.
    cursor: Option<String>,
    /// At most 100.
    #[param(minimum = 1, maximum = 100)]
    per_page: Option<i64>,
}

/// List the customers of your company
///
/// Those who ordered or booked.
#[utoipa::path(
    tag = "business", operation_id = "business_list_customers", params(CustomersQuery), responses((status = 200, body = TokenPage<Customer>)), security(("bearer" = []))
)]
#[get("/userprofessional/customers/")]
async fn list_customers(app: App, user: Pro, query: Query<CustomersQuery>) -> Result<TokenPage<Customer>> {
    let CustomersQuery { query, sort, direction, cursor, per_page } = query.0;
    let limit = per_page.unwrap_or(CUSTOMERS);
    if !(1..=100).contains(&limit) {
        return Err(Error::field("per_page", "Expected a number from 1 to 100."));
    }
    let text = checked_query(query)?;
    let parsed = |text: String| {
        CustomerCursor::parse(&text, sort).ok_or_else(|| Error::field("cursor", "Send `next` of the page before."))
    };
    let after = cursor.map(parsed).transpose()?;
    let company = company_for(&app, user.user, Permission::Orders).await?;
    let order = (sort, direction);
    let mut customers =
        customer::list(&app.db, company, &text, order, after.as_ref(), limit + 1, Timestamp::now()).await?;
    let size = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = customers.len() > size;
    customers.truncate(size);
    let next = customers.last().filter(|_| has_more).map(|last| CustomerCursor::of(last, sort).to_string());
    Ok(TokenPage::new(customers, next))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CustomerFileQuery {
    /// Text in name or e-mail.
    query: Option<String>,
}

/// Export the customers of your company as CSV
///
/// RFC 4180 in UTF-8. A text that a spreadsheet would take for a formula begins with an apostrophe. Not for staff.
#[utoipa::path(
    tag = "business", operation_id = "business_export_customers", params(CustomerFileQuery),
    responses((status = 200, body = String, content_type = "text/csv")),
    security(("bearer" = []))
)]
#[get("/userprofessional/customers/export/")]
async fn export_customers(app: App, user: Pro, query: Query<CustomerFileQuery>) -> Result<HttpResponse> {
    let text = checked_query(query.0.query)?;
    let export = Export::of(&app.db, company_for(&app, user.user, Permission::Store).await?, &text).await?;
    let pages = stream::try_unfold(export, async |mut export| {
        let page = export.next(Timestamp::now()).await?;
        Ok::<_, Error>(page.map(|page| (page.into(), export)))
    });
    Ok(attachment("text/csv; charset=utf-8", "customers.csv").streaming::<_, Error>(Box::pin(pages)))
}

/// Customer with the newest orders and bookings.
#[derive(Serialize, ToSchema)]
pub struct CustomerDetails {
    customer: Customer,
    /// At most 50, the newest first.
    orders: Vec<Order>,
    /// Number of all orders, with cancelled ones.
    order_count: i64,
    /// At most 50, the latest first.
    bookings: Vec<Booking>,
    /// Number of all bookings, with cancelled ones.
    booking_count: i64,
}

/// Get a customer of your company
#[utoipa::path(
    tag = "business", operation_id = "business_show_customer",
    params(("customer_id" = UserId, Path)),
    responses((status = 200, body = Envelope<CustomerDetails>)),
    security(("bearer" = []))
)]
#[get("/userprofessional/customers/{customer_id}/")]
async fn show_customer(app: App, user: Pro, id: web::Path<UserId>) -> Result<Envelope<CustomerDetails>> {
    let (company, now) = (company_for(&app, user.user, Permission::Orders).await?, Timestamp::now());
    let customer = customer::find(&app.db, company, id.into_inner(), now).await?;
    let filter = OrderFilter { customer: Some(customer.id), ..OrderFilter::default() };
    let window = Window { limit: ORDERS, offset: 0 };
    let (orders, order_count) = list::of_company(&app.db, company, &filter, window, now).await?;
    let (bookings, booking_count) = bookings::history(&app.db, company, customer.id, ORDERS, now).await?;
    Ok(Envelope::ok(CustomerDetails { customer, orders, order_count, bookings, booking_count }))
}
