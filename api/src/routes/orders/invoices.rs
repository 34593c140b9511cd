//! Invoices and credit notes of an order, for its customer.

use actix_web::{HttpResponse, get, web};
use store::{
    account::credentials,
    invoice::{Invoice, view},
    types::ids::{OrderId, UserId},
};

use crate::{
    app_state::AppState,
    error::{Error, Result},
    http::{
        extract::{App, User},
        openapi::ServiceConfig,
        response::{Envelope, attachment},
    },
    integrations::pdf::invoice::render,
};

pub fn routes(api: &mut ServiceConfig) {
    api.service(list_invoices).service(download_invoice);
}

/// Content type of a PDF document.
const PDF: &str = "application/pdf";

/// Returns a document as a PDF file in the language of an account.
pub(crate) async fn invoice_file(app: &AppState, reader: UserId, invoice: &Invoice) -> Result<HttpResponse> {
    let language = credentials::contact(&app.db, reader).await?.language;
    Ok(invoice_pdf(invoice, &language))
}

/// Returns a document as a PDF file.
pub(crate) fn invoice_pdf(invoice: &Invoice, language: &str) -> HttpResponse {
    attachment(PDF, &format!("{}.pdf", invoice.number)).body(render(invoice, language))
}

/// List the invoices of an order
///
/// The invoice, issued when the money arrived, then a credit note for each refund. Empty before the payment.
#[utoipa::path(
    tag = "orders", operation_id = "orders_list_invoices",
    params(("order_id" = OrderId, Path)),
    responses((status = 200, body = Envelope<Vec<Invoice>>)),
    security(("bearer" = []))
)]
#[get("/users/orders/{order_id}/invoices/")]
async fn list_invoices(app: App, user: User, id: web::Path<OrderId>) -> Result<Envelope<Vec<Invoice>>> {
    Ok(Envelope::ok(view::of_order(&app.db, user.user, id.into_inner()).await?))
}

/// Get an invoice of an order as PDF
///
/// In the language of your account.
#[utoipa::path(
    tag = "orders", operation_id = "orders_invoice_file",
    params(("order_id" = OrderId, Path), ("number" = String, Path, example = "2026-000042")),
    responses((status = 200, body = String, content_type = "application/pdf")),
    security(("bearer" = []))
)]
#[get("/users/orders/{order_id}/invoices/{number}/pdf/")]
async fn download_invoice(app: App, user: User, path: web::Path<(OrderId, String)>) -> Result<HttpResponse> {
    let (order, number) = path.into_inner();
    let invoices = view::of_order(&app.db, user.user, order).await?;
    let invoice = invoices.into_iter().find(|invoice| invoice.number == number).ok_or(Error::NotFound)?;
    invoice_file(&app, user.user, &invoice).await
}
