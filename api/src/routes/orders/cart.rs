//! Carts of the caller. A guest has carts too, and keeps them at sign-up.

use actix_web::{delete, get, post, put, web};
use serde::Deserialize;
use store::{
    booking::ordered,
    cart::{
        self, Cart, NewLine, change,
        promo_code::{self, PromoCode},
        view,
    },
    company,
    fulfilment::OrderType,
    reel::open,
    types::{
        ids::{BookingId, CartLineId, CompanyId, UserId},
        timestamp::Timestamp,
    },
};
use utoipa::{IntoParams, ToSchema};

use super::cart_form::{CartDetailsForm, CartLineForm};
use crate::{
    app_state::AppState,
    error::{Error, Result},
    http::{
        extract::{App, Body, Query, User},
        openapi::ServiceConfig,
        response::{Confirmation, Envelope},
    },
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(add_line)
        .service(list_carts)
        .service(show_cart)
        .service(delete_cart)
        .service(add_booking)
        .service(remove_booking)
        .service(set_quantity)
        .service(set_details)
        .service(list_promo_codes);
}

/// Add to a cart
///
/// Adds units of a product to the cart of its company. Equal lines become one. Returns the cart.
#[utoipa::path(
    tag = "orders", operation_id = "orders_add_to_cart", request_body = CartLineForm, responses((status = 201, body = Envelope<Cart>)), security(("bearer" = []))
)]
#[post("/users/cart/add/")]
async fn add_line(app: App, user: User, form: Body<CartLineForm>) -> Result<Envelope<Cart>> {
    let (now, reel) = (Timestamp::now(), form.0.reel());
    let line: NewLine = form.0.line(&app.ids, now)?;
    if let Some(reel) = reel {
        open::named(&app.db, reel, line.offering, user.user, now).await?;
    }
    change::add(&app.db, user.user, &line, now).await?;
    Ok(Envelope::created(view::of_company(&app.db, user.user, line.company, now).await?))
}

/// List your carts
///
/// The last changed first.
#[utoipa::path(
    tag = "orders", operation_id = "orders_list_carts", responses((status = 200, body = Envelope<Vec<Cart>>)), security(("bearer" = []))
)]
#[get("/users/cart/my-carts/")]
async fn list_carts(app: App, user: User) -> Result<Envelope<Vec<Cart>>> {
    Ok(Envelope::ok(view::list(&app.db, user.user, Timestamp::now()).await?))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct CartQuery {
    /// Not used: a cart may hold lines of several categories.
    #[serde(rename = "category_id")]
    _category_id: Option<String>,
}

/// Get your cart of a company
#[utoipa::path(
    tag = "orders", operation_id = "orders_show_cart",
    params(("company_id" = CompanyId, Path), CartQuery),
    responses((status = 200, body = Envelope<Cart>)),
    security(("bearer" = []))
)]
#[get("/users/cart/company/{company_id}/")]
async fn show_cart(app: App, user: User, company: web::Path<CompanyId>, _: Query<CartQuery>) -> Result<Envelope<Cart>> {
    Ok(Envelope::ok(view::of_company(&app.db, user.user, company.into_inner(), Timestamp::now()).await?))
}

/// Empty your cart of a company
///
/// Holds of its bookings are given back. A repeat has no effect.
#[utoipa::path(
    tag = "orders", operation_id = "orders_delete_cart",
    params(("company_id" = CompanyId, Path)),
    responses((status = 200, body = Confirmation)),
    security(("bearer" = []))
)]
#[delete("/users/cart/company/{company_id}/")]
async fn delete_cart(app: App, user: User, company: web::Path<CompanyId>) -> Result<Confirmation> {
    let (company, now) = (company.into_inner(), Timestamp::now());
    for booking in cart::booking::of_company(&app.db, user.user, company).await? {
        give_back(&app, user.user, booking, now).await?;
    }
    change::remove(&app.db, user.user, company).await?;
    Ok(Confirmation::new("Emptied."))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CartBookingForm {
    /// Booking of the caller that is held.
    booking_id: BookingId,
}

/// Put a held booking into a cart
///
/// It is ordered and paid with the rest of the cart of its company. The hold runs on until the checkout. Returns the cart.
/// A repeat has no effect.
#[utoipa::path(
    tag = "orders", operation_id = "orders_add_booking_to_cart", request_body = CartBookingForm,
    responses((status = 201, body = Envelope<Cart>)), security(("bearer" = []))
)]
#[post("/users/cart/bookings/")]
async fn add_booking(app: App, user: User, form: Body<CartBookingForm>) -> Result<Envelope<Cart>> {
    let now = Timestamp::now();
    let company = cart::booking::add(&app.db, user.user, form.0.booking_id, app.ids.next(now), now).await?;
    Ok(Envelope::created(view::of_company(&app.db, user.user, company, now).await?))
}

/// Take a booking out of a cart
///
/// Gives its hold back. Returns all carts: the last line takes its cart with it. A repeat has no effect.
#[utoipa::path(
    tag = "orders", operation_id = "orders_remove_booking_from_cart",
    params(("booking_id" = BookingId, Path)),
    responses((status = 200, body = Envelope<Vec<Cart>>)),
    security(("bearer" = []))
)]
#[delete("/users/cart/bookings/{booking_id}/")]
async fn remove_booking(app: App, user: User, id: web::Path<BookingId>) -> Result<Envelope<Vec<Cart>>> {
    let now = Timestamp::now();
    give_back(&app, user.user, id.into_inner(), now).await?;
    Ok(Envelope::ok(view::list(&app.db, user.user, now).await?))
}

/// Takes a booking out of its cart and tells open pages what became free.
async fn give_back(app: &AppState, customer: UserId, id: BookingId, now: Timestamp) -> Result<()> {
    let (booking, freed) = ordered::remove_from_cart(&app.db, customer, id, now).await?;
    app.hub.inventory_changed(booking.company.id, &freed);
    app.waitlists.start();
    Ok(())
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct QuantityForm {
    /// 0 removes the line.
    #[schema(minimum = 0, maximum = 99)]
    quantity: i64,
}

/// Change the units of a line
///
/// Returns all carts: the last line takes its cart with it.
#[utoipa::path(
    tag = "orders", operation_id = "orders_set_quantity",
    params(("line_id" = CartLineId, Path)),
    request_body = QuantityForm,
    responses((status = 200, body = Envelope<Vec<Cart>>)),
    security(("bearer" = []))
)]
#[put("/users/cart/lines/{line_id}/")]
async fn set_quantity(
    app: App,
    user: User,
    line: web::Path<CartLineId>,
    form: Body<QuantityForm>,
) -> Result<Envelope<Vec<Cart>>> {
    let now = Timestamp::now();
    change::set_quantity(&app.db, user.user, line.into_inner(), form.0.quantity, now).await?;
    Ok(Envelope::ok(view::list(&app.db, user.user, now).await?))
}

/// Change the details of a cart
///
/// How, who, where and when. Omitted fields stay as they are; an empty text clears a field that may be empty.
#[utoipa::path(
    tag = "orders", operation_id = "orders_update_cart",
    params(
        ("company_id" = CompanyId, Path),
        ("order_type_key" = i64, Path, description = "1 on site, 2 click and collect, 3 delivery"),
    ),
    request_body = CartDetailsForm,
    responses((status = 200, body = Envelope<Cart>)),
    security(("bearer" = []))
)]
#[put("/users/cart/update-meta/{company_id}/{order_type_key}/")]
async fn set_details(
    app: App,
    user: User,
    path: web::Path<(CompanyId, i64)>,
    form: Body<CartDetailsForm>,
) -> Result<Envelope<Cart>> {
    let (company, key) = path.into_inner();
    let kind = OrderType::from_key(key)
        .ok_or_else(|| Error::field("order_type_key", "Enter 1 (on site), 2 (click and collect) or 3 (delivery)."))?;
    let zone = company::time_zone(&app.db, company).await?;
    let now = Timestamp::now();
    let mut form = form.0;
    if form.fulfilment.is_none() {
        let present = change::fulfilment(&app.db, user.user, company).await?;
        form.fulfilment = present.filter(|present| present.order_type() == kind);
    }
    change::set_details(&app.db, user.user, company, &form.details(kind, &zone, now)?, now).await?;
    Ok(Envelope::ok(view::of_company(&app.db, user.user, company, now).await?))
}

/// List the promo codes of a company that you may use
#[utoipa::path(
    tag = "orders", operation_id = "orders_list_promo_codes",
    params(("company_id" = CompanyId, Path)),
    responses((status = 200, body = Envelope<Vec<PromoCode>>)),
    security(("bearer" = []))
)]
#[get("/users/promocodes/{company_id}/")]
async fn list_promo_codes(app: App, user: User, company: web::Path<CompanyId>) -> Result<Envelope<Vec<PromoCode>>> {
    let codes = promo_code::open_to(&app.db, company.into_inner(), user.user, Timestamp::now()).await?;
    Ok(Envelope::ok(codes))
}
