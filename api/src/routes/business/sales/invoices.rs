//! Invoices of a company: those of its orders, and those that it writes.

use actix_web::{HttpResponse, get, post, web};
use futures_util::stream;
use serde::Deserialize;
use store::{
    account::{Email, credentials},
    company::Permission,
    invoice::{
        self, Buyer, Invoice, InvoiceKind, LINES_MAX, NewInvoice, NewLine,
        file::Export,
        mail::{self, InvoiceMail},
        view::{self, InvoiceFilter, InvoiceSort},
    },
    types::{sort::Direction, timestamp::Timestamp, vat::VatMode},
};
use utoipa::{IntoParams, ToSchema};

use super::checked_query;
use crate::{
    auth::permission::company_for,
    error::{Conflict, Error, FieldErrors, Result},
    http::{
        extract::{App, Body, Pro, Query},
        openapi::ServiceConfig,
        response::{Envelope, Page, Pagination, attachment, check_range},
    },
    notify::invoice_template,
    routes::orders::{invoice_file, invoice_pdf},
};

pub fn routes(api: &mut ServiceConfig) {
    // Registered before the route that matches any number in this position.
    api.service(export_invoices)
        .service(list_invoices)
        .service(create_invoice)
        .service(show_invoice)
        .service(download_invoice)
        .service(credit_invoice)
        .service(mail_invoice)
        .service(show_mailed_invoice);
}

/// Default page size.
const INVOICES: i64 = 50;
/// Maximum characters of a name, an address and a note.
const NAME_MAX: usize = 200;
const ADDRESS_MAX: usize = 500;
const NOTE_MAX: usize = 1_000;
const CLIENT_ID_MAX: usize = 64;
const QUANTITY_MAX: i64 = 100_000;
/// Characters of the secret of a mailed link.
const SECRET_LENGTH: usize = 64;
/// Maximum of an amount in minor units.
const AMOUNT_MAX: i64 = 1_000_000_000_000;

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct InvoicesQuery {
    kind: Option<InvoiceKind>,
    /// Issued from here.
    from: Option<Timestamp>,
    /// Issued before.
    to: Option<Timestamp>,
    /// Text in number or customer.
    query: Option<String>,
    #[serde(default)]
    #[param(inline)]
    sort: InvoiceSort,
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

/// List the invoices of your company
///
/// Invoices and credit notes.
#[utoipa::path(
    tag = "business", operation_id = "business_list_invoices", params(InvoicesQuery), responses((status = 200, body = Page<Invoice>)), security(("bearer" = []))
)]
#[get("/userprofessional/invoices/")]
async fn list_invoices(app: App, user: Pro, query: Query<InvoicesQuery>) -> Result<Page<Invoice>> {
    let InvoicesQuery { kind, from, to, query, sort, direction, page, per_page } = query.0;
    let paging = Pagination::checked(page, per_page, INVOICES)?;
    check_range(from, to)?;
    let filter = InvoiceFilter { kind, from, to, query: checked_query(query)?, sort, direction };
    let company = company_for(&app, user.user, Permission::Company).await?;
    let (invoices, total) = view::list(&app.db, company, &filter, paging.per_page, paging.offset()).await?;
    Ok(Page::new(invoices, paging, total))
}

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct InvoiceFileQuery {
    kind: Option<InvoiceKind>,
    /// Issued from here.
    from: Option<Timestamp>,
    /// Issued before.
    to: Option<Timestamp>,
    /// Text in number or customer.
    query: Option<String>,
}

/// Export the invoices of your company as CSV
///
/// A row for each line of an invoice or credit note, the newest document first. RFC 4180 in UTF-8. A text that a
/// spreadsheet would take for a formula begins with an apostrophe.
#[utoipa::path(
    tag = "business", operation_id = "business_export_invoices", params(InvoiceFileQuery),
    responses((status = 200, body = String, content_type = "text/csv")),
    security(("bearer" = []))
)]
#[get("/userprofessional/invoices/export/")]
async fn export_invoices(app: App, user: Pro, query: Query<InvoiceFileQuery>) -> Result<HttpResponse> {
    let InvoiceFileQuery { kind, from, to, query } = query.0;
    check_range(from, to)?;
    let filter = InvoiceFilter { kind, from, to, query: checked_query(query)?, ..InvoiceFilter::default() };
    let export = Export::of(&app.db, company_for(&app, user.user, Permission::Company).await?, filter).await?;
    let pages = stream::try_unfold(export, async |mut export| {
        let page = export.next().await?;
        Ok::<_, Error>(page.map(|page| (page.into(), export)))
    });
    Ok(attachment("text/csv; charset=utf-8", "invoices.csv").streaming::<_, Error>(Box::pin(pages)))
}

/// Line of an invoice.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct InvoiceLineForm {
    /// Product or service.
    #[schema(max_length = 200)]
    name: String,
    #[schema(minimum = 1, maximum = 100_000)]
    quantity: i64,
    /// Minor units, VAT included unless the country adds it (`vat_mode` of the catalogue terms).
    unit_price: i64,
    /// Hundredths of a percent.
    #[schema(minimum = 0, maximum = 10_000)]
    vat_rate: i64,
}

/// Invoice to issue.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct InvoiceForm {
    #[schema(max_length = 200)]
    customer_name: String,
    #[serde(default)]
    email: String,
    /// Lines of an address.
    #[serde(default)]
    #[schema(max_length = 500)]
    billed_to: String,
    #[schema(min_items = 1, max_items = 50)]
    lines: Vec<InvoiceLineForm>,
    /// Sum of the lines as the caller shows it, VAT included, in minor units.
    total: i64,
    #[serde(default)]
    #[schema(max_length = 1000)]
    note: String,
    /// Idempotency key.
    #[schema(max_length = 64)]
    client_id: Option<String>,
}

impl InvoiceForm {
    fn checked(self, vat_mode: VatMode) -> Result<NewInvoice> {
        let mut checks = FieldErrors::default();
        let name = self.customer_name.trim().to_owned();
        if name.is_empty() {
            checks.add("customer_name", "This is required.");
        }
        let texts = [
            ("customer_name", &name, NAME_MAX),
            ("billed_to", &self.billed_to, ADDRESS_MAX),
            ("note", &self.note, NOTE_MAX),
        ];
        for (field, text, max) in texts {
            if text.chars().count() > max {
                checks.add(field, format!("Enter at most {max} characters."));
            }
        }
        let email: Option<Email> = checks.optional("email", Some(&self.email));
        if self.client_id.as_ref().is_some_and(|key| key.is_empty() || key.len() > CLIENT_ID_MAX) {
            checks.add("client_id", format!("Enter 1 to {CLIENT_ID_MAX} characters."));
        }
        if !(1..=LINES_MAX).contains(&self.lines.len()) {
            checks.add("lines", format!("Enter 1 to {LINES_MAX} lines."));
        }
        let lines: Vec<_> =
            self.lines.into_iter().enumerate().map(|(at, line)| line.checked(at, &mut checks)).collect();
        let total = lines.iter().try_fold(0_i64, |sum, line| sum.checked_add(line.amount_and_vat(vat_mode)?.0));
        match total {
            Some(total) if total > AMOUNT_MAX => checks.add("total", "The total is too large."),
            Some(total) if total == self.total => {}
            Some(total) => checks.add("total", format!("The lines make {total}.")),
            None => checks.add("total", "The total is too large."),
        }
        checks.finish()?;
        let buyer = Buyer {
            name,
            email: email.map(|email| email.as_str().to_owned()).unwrap_or_default(),
            address: self.billed_to.trim().to_owned(),
        };
        Ok(NewInvoice { buyer, lines, vat_mode, note: self.note.trim().to_owned(), client_id: self.client_id })
    }
}

impl InvoiceLineForm {
    fn checked(self, at: usize, checks: &mut FieldErrors) -> NewLine {
        let mut add = |field: &str, message: String| checks.add(&format!("lines.{at}.{field}"), message);
        let name = self.name.trim().to_owned();
        if name.is_empty() {
            add("name", "This is required.".to_owned());
        }
        if name.chars().count() > NAME_MAX {
            add("name", format!("Enter at most {NAME_MAX} characters."));
        }
        if !(1..=QUANTITY_MAX).contains(&self.quantity) {
            add("quantity", format!("Enter 1 to {QUANTITY_MAX}."));
        }
        if !(0..=AMOUNT_MAX).contains(&self.unit_price) {
            add("unit_price", format!("Enter 0 to {AMOUNT_MAX}."));
        }
        if !(0..=10_000).contains(&self.vat_rate) {
            add("vat_rate", "Enter 0 to 10000.".to_owned());
        }
        NewLine { name, quantity: self.quantity, unit_price: self.unit_price, vat_rate: self.vat_rate }
    }
}

/// Issue an invoice
///
/// It gets the next number of the year and never changes. A repeat with the same `client_id` returns the first, another
/// invoice with it is refused.
#[utoipa::path(
    tag = "business", operation_id = "business_create_invoice", request_body = InvoiceForm, responses((status = 201, body = Envelope<Invoice>)), security(("bearer" = []))
)]
#[post("/userprofessional/invoices/")]
async fn create_invoice(app: App, user: Pro, form: Body<InvoiceForm>) -> Result<Envelope<Invoice>> {
    let company = company_for(&app, user.user, Permission::Company).await?;
    let new = form.0.checked(invoice::vat_mode(&app.db, company).await?)?;
    let issued = invoice::create(&app.db, company, &new, Timestamp::now()).await?;
    Ok(Envelope::created(issued.map_err(|_| Error::field("client_id", "This key belongs to another invoice."))?))
}

/// Get an invoice of your company
#[utoipa::path(
    tag = "business", operation_id = "business_show_invoice",
    params(("number" = String, Path, example = "2026-000042")),
    responses((status = 200, body = Envelope<Invoice>)),
    security(("bearer" = []))
)]
#[get("/userprofessional/invoices/{number}/")]
async fn show_invoice(app: App, user: Pro, number: web::Path<String>) -> Result<Envelope<Invoice>> {
    Ok(Envelope::ok(view::find(&app.db, company_for(&app, user.user, Permission::Company).await?, &number).await?))
}

/// Get an invoice of your company as PDF
///
/// In the language of your account.
#[utoipa::path(
    tag = "business", operation_id = "business_invoice_file",
    params(("number" = String, Path, example = "2026-000042")),
    responses((status = 200, body = String, content_type = "application/pdf")),
    security(("bearer" = []))
)]
#[get("/userprofessional/invoices/{number}/pdf/")]
async fn download_invoice(app: App, user: Pro, number: web::Path<String>) -> Result<HttpResponse> {
    let invoice = view::find(&app.db, company_for(&app, user.user, Permission::Company).await?, &number).await?;
    invoice_file(&app, user.user, &invoice).await
}

#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CreditForm {
    /// Reason, on the credit note.
    #[schema(max_length = 1000)]
    note: String,
}

/// Cancel an invoice that your company wrote
///
/// Issues a credit note over the whole invoice. A repeat returns the first. The invoice of an order is corrected by a
/// refund of the order.
#[utoipa::path(
    tag = "business", operation_id = "business_credit_invoice",
    params(("number" = String, Path, example = "2026-000042")),
    request_body = CreditForm,
    responses((status = 201, body = Envelope<Invoice>)),
    security(("bearer" = []))
)]
#[post("/userprofessional/invoices/{number}/credit/")]
async fn credit_invoice(
    app: App,
    user: Pro,
    number: web::Path<String>,
    form: Body<CreditForm>,
) -> Result<Envelope<Invoice>> {
    let note = form.0.note.trim();
    if note.chars().count() > NOTE_MAX {
        return Err(Error::field("note", format!("Enter at most {NOTE_MAX} characters.")));
    }
    let company = company_for(&app, user.user, Permission::Company).await?;
    match invoice::credit(&app.db, company, &number, note, Timestamp::now()).await {
        Ok(note) => Ok(Envelope::created(note)),
        Err(store::Error::Taken) => Err(Error::Conflict(Conflict {
            code: "invoice.not_own",
            message: "A refund of the order corrects this invoice.",
            amount: None,
        })),
        Err(cause) => Err(cause.into()),
    }
}

/// Mail an invoice of your company
///
/// To the address of its customer, with a link to the document as PDF. In the language of your account. A document is
/// mailed at most three times a day.
#[utoipa::path(
    tag = "business", operation_id = "business_mail_invoice",
    params(("number" = String, Path, example = "2026-000042")),
    responses((status = 200, body = Envelope<Invoice>)),
    security(("bearer" = []))
)]
#[post("/userprofessional/invoices/{number}/mail/")]
async fn mail_invoice(app: App, user: Pro, number: web::Path<String>) -> Result<Envelope<Invoice>> {
    let company = company_for(&app, user.user, Permission::Company).await?;
    let invoice = view::find(&app.db, company, &number).await?;
    if invoice.buyer.email.is_empty() {
        return Err(Error::conflict("invoice.no_address", "This invoice has no email address."));
    }
    let now = Timestamp::now();
    let language = credentials::contact(&app.db, user.user).await?.language;
    let secret = mail::secret();
    let link = format!("{}/api/v1/users/invoices/{secret}/pdf/", app.config.public_url());
    let message = invoice_template::render(app.ids.next(now), &language, &invoice, &link, now);
    let mail = InvoiceMail { secret, language, message };
    if let Err(wait) = mail::send(&app.db, company, &invoice.number, &mail, now).await? {
        return Err(Error::TooMany(u32::try_from(wait).unwrap_or(u32::MAX)));
    }
    Ok(Envelope::ok(Invoice { mailed_at: Some(now), ..invoice }))
}

/// Get a mailed invoice as PDF
///
/// For whoever has the link of the mail, for 90 days.
#[utoipa::path(
    tag = "orders", operation_id = "orders_mailed_invoice_file",
    params(("secret" = String, Path, description = "Secret of the link.")),
    responses((status = 200, body = String, content_type = "application/pdf"))
)]
#[get("/users/invoices/{secret}/pdf/")]
async fn show_mailed_invoice(app: App, secret: web::Path<String>) -> Result<HttpResponse> {
    if secret.len() != SECRET_LENGTH {
        return Err(Error::NotFound);
    }
    let (invoice, language) = mail::document(&app.db, &secret, Timestamp::now()).await?;
    Ok(invoice_pdf(&invoice, &language))
}
