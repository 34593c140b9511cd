//! Invoices and credit notes of a company as a CSV file, a row for each line, page by page.

use super::{
    Invoice, InvoiceKind, InvoiceLine, LineKind,
    view::{self, InvoiceFilter},
};
use crate::{
    Db, Result, on,
    types::{
        csv::{BYTE_ORDER_MARK, escape, line},
        currency::Currency,
        ids::CompanyId,
        timestamp::Timestamp,
    },
};

/// Documents of a page.
const PAGE: i64 = 200;

const HEAD: [&str; 19] = [
    "number",
    "kind",
    "date",
    "order",
    "corrects",
    "customer",
    "email",
    "line",
    "name",
    "quantity",
    "unit_price",
    "discount",
    "price_includes_vat",
    "vat_rate",
    "net",
    "vat",
    "total",
    "currency",
    "note",
];

/// Export in progress.
pub struct Export {
    db: Db,
    company: CompanyId,
    filter: InvoiceFilter,
    /// Last document. The outer `None`: the file is complete.
    before: Option<Option<(Timestamp, String)>>,
}

impl Export {
    /// Prepares the export of the documents that the filter selects, the newest first.
    pub async fn of(db: &Db, company: CompanyId, filter: InvoiceFilter) -> Result<Self> {
        let (_,): (CompanyId,) = on!(db.read(), at => sqlx::query_as("SELECT id FROM company WHERE id = $1")
            .bind(company).fetch_one(at).await)?;
        Ok(Self { db: db.clone(), company, filter, before: Some(None) })
    }

    /// Returns the next part of the file. `None` at its end.
    pub async fn next(&mut self) -> Result<Option<Vec<u8>>> {
        let Some(before) = &self.before else { return Ok(None) };
        let documents = view::before(&self.db, self.company, &self.filter, before.as_ref(), PAGE).await?;
        let mut text = String::new();
        if before.is_none() {
            text = format!("{BYTE_ORDER_MARK}{}", line(&HEAD.map(str::to_owned)));
        }
        for document in &documents {
            text.extend(document.lines.iter().map(|part| row(document, part)));
        }
        let is_last = i64::try_from(documents.len()).unwrap_or(0) < PAGE;
        self.before = documents.last().filter(|_| !is_last).map(|last| Some((last.issued_at, last.number.clone())));
        Ok(Some(text.into_bytes()))
    }
}

fn row(document: &Invoice, part: &InvoiceLine) -> String {
    let currency: Option<Currency> = document.currency.parse().ok();
    let money = |amount: i64| currency.map_or_else(|| amount.to_string(), |it| it.plain(amount));
    let kind = match document.kind {
        InvoiceKind::Invoice => "invoice",
        InvoiceKind::CreditNote => "credit_note",
    };
    let of_line = match part.kind {
        LineKind::Item => "item",
        LineKind::Booking => "booking",
        LineKind::Delivery => "delivery",
        LineKind::Tip => "tip",
    };
    line(&[
        document.number.clone(),
        kind.to_owned(),
        document.issued_on.to_string(),
        document.order_code.clone().unwrap_or_default(),
        document.corrects.clone().unwrap_or_default(),
        escape(&document.buyer.name),
        escape(&document.buyer.email),
        of_line.to_owned(),
        escape(&part.name),
        part.quantity.to_string(),
        money(part.unit_price),
        money(part.discount),
        (!part.is_net).to_string(),
        format!("{}.{:02}", part.vat_rate / 100, part.vat_rate % 100),
        money(part.amount - part.vat),
        money(part.vat),
        money(part.amount),
        document.currency.clone(),
        escape(&document.note),
    ])
}
