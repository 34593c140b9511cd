//! Invoices and credit notes of a booking, for its customer.

use actix_web::{HttpResponse, get, web};
use store::{
    invoice::{Invoice, view},
    types::ids::BookingId,
};

use crate::{
    error::{Error, Result},
    http::{
        extract::{App, User},
        openapi::ServiceConfig,
        response::Envelope,
    },
    routes::orders::invoice_file,
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(list_invoices).service(download_invoice);
}

/// List the invoices of a booking
///
/// Those of its order, or its own if it was paid at the company, with their credit notes. Empty before the payment.
#[utoipa::path(
    tag = "booking", operation_id = "booking_list_invoices",
    params(("booking_id" = BookingId, Path)),
    responses((status = 200, body = Envelope<Vec<Invoice>>)),
    security(("bearer" = []))
)]
#[get("/users/bookings/{booking_id}/invoices/")]
async fn list_invoices(app: App, user: User, id: web::Path<BookingId>) -> Result<Envelope<Vec<Invoice>>> {
    Ok(Envelope::ok(view::of_booking(&app.db, user.user, id.into_inner()).await?))
}

/// Get an invoice of a booking as PDF
///
/// In the language of your account.
#[utoipa::path(
    tag = "booking", operation_id = "booking_invoice_file",
    params(("booking_id" = BookingId, Path), ("number" = String, Path, example = "2026-000042")),
    responses((status = 200, body = String, content_type = "application/pdf")),
    security(("bearer" = []))
)]
#[get("/users/bookings/{booking_id}/invoices/{number}/pdf/")]
async fn download_invoice(app: App, user: User, path: web::Path<(BookingId, String)>) -> Result<HttpResponse> {
    let (booking, number) = path.into_inner();
    let invoices = view::of_booking(&app.db, user.user, booking).await?;
    let invoice = invoices.into_iter().find(|invoice| invoice.number == number).ok_or(Error::NotFound)?;
    invoice_file(&app, user.user, &invoice).await
}
