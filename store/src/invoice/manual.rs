//! Invoices that a business writes by itself, and their credit notes.

use super::{
    Buyer, Invoice, InvoiceKind, InvoiceLine, LineKind,
    issue::{Draft, issue, left_of},
    view,
};
use crate::{
    Db, Error, Result, on,
    types::{
        ids::CompanyId,
        request_key::{self, KeyReused, request_hash},
        timestamp::Timestamp,
        vat::VatMode,
    },
};

/// Line of an invoice to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewLine {
    pub name: String,
    pub quantity: i64,
    /// Minor units, VAT included unless the country adds it.
    pub unit_price: i64,
    /// Hundredths of a percent.
    pub vat_rate: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewInvoice {
    pub buyer: Buyer,
    pub lines: Vec<NewLine>,
    /// Relation of the prices to VAT: [`vat_mode`] of the company.
    pub vat_mode: VatMode,
    pub note: String,
    /// Idempotency key of the business's client.
    pub client_id: Option<String>,
}

impl NewLine {
    /// Returns the amount of the line, VAT included, and its VAT. None: they are too large.
    pub fn amount_and_vat(&self, mode: VatMode) -> Option<(i64, i64)> {
        let price = self.unit_price.checked_mul(self.quantity)?;
        let vat = mode.vat_of(price, self.vat_rate);
        Some((price.checked_add(mode.added(vat))?, vat))
    }
}

/// Returns how the prices of a company's own invoices relate to VAT.
pub async fn vat_mode(db: &Db, company: CompanyId) -> Result<VatMode> {
    let (country,): (String,) = on!(db.read(), at => sqlx::query_as("SELECT country FROM company WHERE id = $1")
        .bind(company).fetch_one(at).await)?;
    Ok(VatMode::of(&country))
}

/// Issues an invoice of a company. A repeat with the same key returns the first, another request with it is refused. The
/// amounts were checked.
pub async fn create(
    db: &Db,
    company: CompanyId,
    new: &NewInvoice,
    now: Timestamp,
) -> Result<Result<Invoice, KeyReused>> {
    let lines: Vec<_> = new
        .lines
        .iter()
        .map(|line| {
            let (amount, vat) = line.amount_and_vat(new.vat_mode).unwrap_or_default();
            InvoiceLine {
                kind: LineKind::Item,
                name: line.name.clone(),
                quantity: line.quantity,
                unit_price: line.unit_price,
                vat_rate: line.vat_rate,
                discount: 0,
                amount,
                vat,
                is_net: new.vat_mode == VatMode::OnTop,
                booking_id: None,
            }
        })
        .collect();
    let mut tx = db.begin().await?;
    tx.lock_company(company).await?;
    let key = new.client_id.as_deref().map(|key| (key, request_hash(&(&new.buyer, &new.lines, &new.note))));
    if let Some((key, hash)) = &key {
        let known: Option<(String, Option<String>)> = on!(tx.at(), at => sqlx::query_as(
            "SELECT number, request_hash FROM invoice WHERE company_id = $1 AND client_id = $2").bind(company).bind(*key)
            .fetch_optional(at).await)?;
        match request_key::repeated(known, hash) {
            Ok(None) => {}
            Ok(Some(number)) => {
                drop(tx);
                return view::find(db, company, &number).await.map(Ok);
            }
            Err(reused) => return Ok(Err(reused)),
        }
    }
    let (currency,): (String,) = on!(tx.at(), at => sqlx::query_as("SELECT currency FROM company WHERE id = $1")
        .bind(company).fetch_one(at).await)?;
    let draft = Draft {
        company,
        kind: InvoiceKind::Invoice,
        order: None,
        booking: None,
        corrects: None,
        buyer: &new.buyer,
        lines: &lines,
        currency: &currency,
        note: &new.note,
        key: key.as_ref().map(|(key, hash)| (*key, hash.as_str())),
    };
    let number = issue(&mut tx, &draft, now).await?;
    tx.commit().await?;
    view::find(db, company, &number).await.map(Ok)
}

/// Issues a credit note over what is left of an invoice that the business wrote. A repeat returns the first. Returns
/// [`Error::Taken`] for the invoice of an order, which a refund corrects, and for a credit note.
pub async fn credit(db: &Db, company: CompanyId, number: &str, note: &str, now: Timestamp) -> Result<Invoice> {
    let invoice = view::find(db, company, number).await?;
    if invoice.kind == InvoiceKind::CreditNote || invoice.order_id.is_some() {
        return Err(Error::Taken);
    }
    let mut tx = db.begin().await?;
    tx.lock_company(company).await?;
    let known: Option<(String,)> = on!(tx.at(), at => sqlx::query_as(
        "SELECT number FROM invoice WHERE company_id = $1 AND corrects = $2").bind(company).bind(number)
        .fetch_optional(at).await)?;
    if let Some((number,)) = known {
        drop(tx);
        return view::find(db, company, &number).await;
    }
    let mut lines = left_of(&mut tx, company, number, invoice.lines.clone()).await?;
    for line in &mut lines {
        (line.quantity, line.amount, line.vat) = (-line.quantity, -line.amount, -line.vat);
    }
    let draft = Draft {
        company,
        kind: InvoiceKind::CreditNote,
        order: None,
        booking: None,
        corrects: Some(number),
        buyer: &invoice.buyer,
        lines: &lines,
        currency: &invoice.currency,
        note,
        key: None,
    };
    let number = issue(&mut tx, &draft, now).await?;
    tx.commit().await?;
    view::find(db, company, &number).await
}
