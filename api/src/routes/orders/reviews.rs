//! Reviews of fulfilled orders, and of bookings that took place, by their customers.

use actix_web::{get, post, web};
use serde::Deserialize;
use store::{
    catalogue::review::ProductQuality,
    company::Permission,
    notification::{Kind, Notice},
    order::review::{self, NewReview, OrderReview, ReviewText},
    types::{
        ids::{BookingId, OfferingId, OrderId, ReviewId},
        purchase::Purchase,
        timestamp::Timestamp,
    },
};
use utoipa::ToSchema;

use crate::{
    app_state::AppState,
    error::{Error, FieldErrors, Result},
    http::{
        extract::{App, Body, Registered, User},
        openapi::ServiceConfig,
        response::Envelope,
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(review_product).service(review_company).service(list_reviews).service(list_booking_reviews);
}

/// Maximum characters of the comments. Source: the specification, section 5.
const COMMENTS_MAX: usize = 500;

/// Review of a product of an order, or of the offering of a booking. Send either `order_id` or `booking_id`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProductReviewForm {
    order_id: Option<OrderId>,
    /// Booking that no order pays.
    booking_id: Option<BookingId>,
    /// Product of the order, or offering of the booking.
    product_id: OfferingId,
    /// Stars.
    #[schema(minimum = 1, maximum = 5)]
    rating: i64,
    #[serde(alias = "serviceFast")]
    service_fast: bool,
    #[serde(alias = "asDescribed")]
    as_described: bool,
    #[serde(alias = "meetsExpectations")]
    meets_expectations: bool,
    #[serde(alias = "productQuality")]
    product_quality: ProductQuality,
    #[schema(max_length = 500)]
    comments: String,
}

/// Review of the company of an order or booking. Send either `order_id` or `booking_id`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CompanyReviewForm {
    order_id: Option<OrderId>,
    /// Booking that no order pays.
    booking_id: Option<BookingId>,
    /// Stars.
    #[schema(minimum = 1, maximum = 5)]
    rating: i64,
    #[serde(alias = "serviceFast")]
    service_fast: bool,
    #[serde(alias = "asDescribed")]
    as_described: bool,
    #[serde(alias = "meetsExpectations")]
    meets_expectations: bool,
    #[serde(alias = "productQuality")]
    product_quality: ProductQuality,
    #[schema(max_length = 500)]
    comments: String,
}

/// Review a product of your order, or the offering of your booking
///
/// Once the order is fulfilled or the booking took place. Another review of the same product and order replaces the first.
#[utoipa::path(
    tag = "orders", operation_id = "orders_review_product", request_body = ProductReviewForm, responses((status = 200, body = Envelope<OrderReview>)), security(("bearer" = []))
)]
#[post("/users/product/review/")]
async fn review_product(app: App, user: Registered, form: Body<ProductReviewForm>) -> Result<Envelope<OrderReview>> {
    let form = form.0;
    let text = ReviewText {
        rating: form.rating,
        service_fast: form.service_fast,
        as_described: form.as_described,
        meets_expectations: form.meets_expectations,
        product_quality: form.product_quality,
        comments: form.comments,
    };
    let purchase = purchase(form.order_id, form.booking_id)?;
    write(&app, user, purchase, Some(form.product_id), text).await
}

/// Review the company of your order or booking
///
/// Once the order is fulfilled or the booking took place. Another review of the same order replaces the first.
#[utoipa::path(
    tag = "orders", operation_id = "orders_review_company", request_body = CompanyReviewForm, responses((status = 200, body = Envelope<OrderReview>)), security(("bearer" = []))
)]
#[post("/userprofessional/company/review/")]
async fn review_company(app: App, user: Registered, form: Body<CompanyReviewForm>) -> Result<Envelope<OrderReview>> {
    let form = form.0;
    let text = ReviewText {
        rating: form.rating,
        service_fast: form.service_fast,
        as_described: form.as_described,
        meets_expectations: form.meets_expectations,
        product_quality: form.product_quality,
        comments: form.comments,
    };
    write(&app, user, purchase(form.order_id, form.booking_id)?, None, text).await
}

fn purchase(order: Option<OrderId>, booking: Option<BookingId>) -> Result<Purchase> {
    match (order, booking) {
        (Some(order), None) => Ok(Purchase::Order(order)),
        (None, Some(booking)) => Ok(Purchase::Booking(booking)),
        _ => Err(Error::field("order_id", "Send an order or a booking.")),
    }
}

async fn write(
    app: &AppState,
    user: Registered,
    purchase: Purchase,
    offering: Option<OfferingId>,
    text: ReviewText,
) -> Result<Envelope<OrderReview>> {
    let text = checked(text)?;
    let now = Timestamp::now();
    let new = NewReview { id: ReviewId(app.ids.next(now)), customer: user.user, purchase, offering, text };
    let written = review::write(&app.db, &new, now).await?;
    // Another text of the same review is the same cause.
    let (company, _) = review::parties(&app.db, written.id).await?;
    let notice = Notice::new(Kind::CompanyReviewNew, written.id).by(user.user).about(company.0);
    app.notifier.notify_company_with(company, Permission::Store, notice).await;
    Ok(Envelope::ok(written))
}

fn checked(text: ReviewText) -> Result<ReviewText> {
    let mut checks = FieldErrors::default();
    if !(1..=5).contains(&text.rating) {
        checks.add("rating", "Choose from 1 to 5 stars.");
    }
    let comments = text.comments.trim().to_owned();
    if comments.is_empty() {
        checks.add("comments", "This is required.");
    }
    if comments.chars().count() > COMMENTS_MAX {
        checks.add("comments", format!("Enter at most {COMMENTS_MAX} characters."));
    }
    checks.finish()?;
    Ok(ReviewText { comments, ..text })
}

/// List your reviews of an order
///
/// The review of the company first, then those of the products.
#[utoipa::path(
    tag = "orders", operation_id = "orders_list_reviews",
    params(("order_id" = OrderId, Path)),
    responses((status = 200, body = Envelope<Vec<OrderReview>>)),
    security(("bearer" = []))
)]
#[get("/users/orders/{order_id}/reviews/")]
async fn list_reviews(app: App, user: User, id: web::Path<OrderId>) -> Result<Envelope<Vec<OrderReview>>> {
    Ok(Envelope::ok(review::of_order(&app.db, user.user, id.into_inner()).await?))
}

/// List your reviews of a booking
///
/// The review of the company first. Those of its order, if one pays the booking.
#[utoipa::path(
    tag = "orders", operation_id = "orders_list_booking_reviews",
    params(("booking_id" = BookingId, Path)),
    responses((status = 200, body = Envelope<Vec<OrderReview>>)),
    security(("bearer" = []))
)]
#[get("/users/bookings/{booking_id}/reviews/")]
async fn list_booking_reviews(app: App, user: User, id: web::Path<BookingId>) -> Result<Envelope<Vec<OrderReview>>> {
    Ok(Envelope::ok(review::of_booking(&app.db, user.user, id.into_inner()).await?))
}
