//! Invoices as their company and their customer see them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Buyer, InvoiceKind, InvoiceLine, Seller};
use crate::{
    Db, Error, Result,
    db::conditions::Conditions,
    on,
    types::{
        ids::{BookingId, CompanyId, OrderId, UserId},
        local_time::TimeZone,
        sort::Direction,
        timestamp::{Date, Timestamp},
    },
};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Invoice {
    /// Without gaps in company, kind and year.
    #[schema(example = "2026-000042")]
    pub number: String,
    pub kind: InvoiceKind,
    pub order_id: Option<OrderId>,
    /// Number of the order.
    pub order_code: Option<String>,
    /// Invoice that a credit note corrects.
    pub corrects: Option<String>,
    pub seller: Seller,
    pub buyer: Buyer,
    /// Amounts of a credit note are negative.
    pub lines: Vec<InvoiceLine>,
    pub net: i64,
    pub vat: i64,
    /// Minor units, VAT included.
    pub total: i64,
    pub currency: String,
    pub note: String,
    pub issued_at: Timestamp,
    /// Day of issue in the zone of the company.
    pub issued_on: Date,
    /// Time at which the company has mailed it last. Null: not mailed.
    pub mailed_at: Option<Timestamp>,
}

#[derive(sqlx::FromRow)]
struct Row {
    number: String,
    kind: InvoiceKind,
    order_id: Option<OrderId>,
    order_code: Option<String>,
    corrects: Option<String>,
    seller: String,
    buyer: String,
    lines: String,
    net: i64,
    vat: i64,
    total: i64,
    currency: String,
    note: String,
    issued_at: Timestamp,
    time_zone: TimeZone,
    mailed_at: Option<Timestamp>,
}

const SELECT: &str =
    "SELECT i.number, i.kind, i.order_id, o.code AS order_code, i.corrects, i.seller, i.buyer, i.lines, i.net,
        i.vat, i.total, i.currency, i.note, i.issued_at, c.time_zone,
        (SELECT MAX(m.at) FROM invoice_mail m WHERE m.company_id = i.company_id AND m.number = i.number) AS mailed_at
     FROM invoice i JOIN company c ON c.id = i.company_id LEFT JOIN customer_order o ON o.id = i.order_id WHERE ";

/// Returns a document of a company.
pub async fn find(db: &Db, company: CompanyId, number: &str) -> Result<Invoice> {
    let rows: Vec<Row> = Conditions::new(SELECT, Vec::new())
        .bind("i.company_id = ?", company.0)
        .bind(" AND i.number = ?", number)
        .fetch(db)
        .await?;
    rows.into_iter().next().ok_or(Error::NotFound)?.invoice()
}

/// Returns the invoice of a customer's order and its credit notes, the oldest first.
pub async fn of_order(db: &Db, customer: UserId, order: OrderId) -> Result<Vec<Invoice>> {
    let (is_own,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "SELECT COUNT(*) FROM customer_order WHERE id = $1 AND customer_id = $2").bind(order).bind(customer)
        .fetch_one(at).await)?;
    if is_own == 0 {
        return Err(Error::NotFound);
    }
    let rows: Vec<Row> = Conditions::new(SELECT, Vec::new())
        .bind("i.order_id = ?", order.0)
        .push(" ORDER BY i.issued_at, i.kind DESC, i.number LIMIT 100")
        .fetch(db)
        .await?;
    rows.into_iter().map(Row::invoice).collect()
}

/// Returns the documents about a customer's booking, the oldest first: those of its order, or its own if it was paid at the
/// company.
pub async fn of_booking(db: &Db, customer: UserId, booking: BookingId) -> Result<Vec<Invoice>> {
    let (is_own,): (i64,) = on!(db.read(), at => sqlx::query_as(
        "SELECT COUNT(*) FROM booking WHERE id = $1 AND customer_id = $2").bind(booking).bind(customer)
        .fetch_one(at).await)?;
    if is_own == 0 {
        return Err(Error::NotFound);
    }
    let rows: Vec<Row> = Conditions::new(SELECT, Vec::new())
        .bind(
            "(i.company_id, i.number) IN (
                SELECT own.company_id, own.number FROM invoice own WHERE own.booking_id = ?
                UNION SELECT note.company_id, note.number FROM invoice own JOIN invoice note
                    ON note.company_id = own.company_id AND note.corrects = own.number WHERE own.booking_id = ?
                UNION SELECT paid.company_id, paid.number FROM order_booking l JOIN invoice paid
                    ON paid.order_id = l.order_id WHERE l.booking_id = ?)",
            booking.0,
        )
        .push(" ORDER BY i.issued_at, i.kind DESC, i.number LIMIT 100")
        .fetch(db)
        .await?;
    rows.into_iter().map(Row::invoice).collect()
}

impl Invoice {
    /// Returns true if the prices of the lines are without VAT.
    pub fn is_net(&self) -> bool {
        self.lines.iter().any(|line| line.is_net)
    }
}

/// Selection of a company's documents.
#[derive(Clone, Debug, Default)]
pub struct InvoiceFilter {
    pub kind: Option<InvoiceKind>,
    pub from: Option<Timestamp>,
    pub to: Option<Timestamp>,
    /// Text in number or name of the customer.
    pub query: String,
    pub sort: InvoiceSort,
    pub direction: Direction,
}

/// Column by which a company's documents are sorted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum InvoiceSort {
    #[default]
    Issued,
    Total,
}

impl InvoiceFilter {
    fn add_to(&self, sql: &mut Conditions, company: CompanyId) {
        sql.bind("i.company_id = ?", company.0);
        if let Some(kind) = self.kind {
            sql.bind(" AND i.kind = ?", if kind == InvoiceKind::Invoice { "invoice" } else { "credit_note" });
        }
        if let Some(from) = self.from {
            sql.bind(" AND i.issued_at >= ?", from.0);
        }
        if let Some(to) = self.to {
            sql.bind(" AND i.issued_at < ?", to.0);
        }
        let text = self.query.trim();
        if !text.is_empty() {
            sql.contain(&["i.number", "i.buyer"], text);
        }
    }
}

/// Returns documents of a company and their number, sorted as the filter says.
pub async fn list(
    db: &Db,
    company: CompanyId,
    filter: &InvoiceFilter,
    limit: i64,
    offset: i64,
) -> Result<(Vec<Invoice>, i64)> {
    let mut count = Conditions::new("SELECT COUNT(*) FROM invoice i WHERE ", Vec::new());
    filter.add_to(&mut count, company);
    let total = count.fetch::<(i64,)>(db).await?.first().map_or(0, |(count,)| *count);
    let mut sql = Conditions::new(SELECT, Vec::new());
    filter.add_to(&mut sql, company);
    let order = match (filter.sort, filter.direction) {
        (InvoiceSort::Issued, Direction::Desc) => " ORDER BY i.issued_at DESC, i.number DESC",
        (InvoiceSort::Issued, Direction::Asc) => " ORDER BY i.issued_at, i.number",
        (InvoiceSort::Total, Direction::Desc) => " ORDER BY i.total DESC, i.number DESC",
        (InvoiceSort::Total, Direction::Asc) => " ORDER BY i.total, i.number",
    };
    let rows: Vec<Row> = sql.push(order).bind(" LIMIT ?", limit).bind(" OFFSET ?", offset).fetch(db).await?;
    Ok((rows.into_iter().map(Row::invoice).collect::<Result<_>>()?, total))
}

/// Returns documents of a company, the newest first, from before the document of this time and number.
pub(super) async fn before(
    db: &Db,
    company: CompanyId,
    filter: &InvoiceFilter,
    before: Option<&(Timestamp, String)>,
    limit: i64,
) -> Result<Vec<Invoice>> {
    let mut sql = Conditions::new(SELECT, Vec::new());
    filter.add_to(&mut sql, company);
    if let Some((issued_at, number)) = before {
        sql.bind(" AND (i.issued_at, i.number) < (?", issued_at.0).bind(", ?)", number.as_str());
    }
    let rows: Vec<Row> =
        sql.push(" ORDER BY i.issued_at DESC, i.number DESC").bind(" LIMIT ?", limit).fetch(db).await?;
    rows.into_iter().map(Row::invoice).collect()
}

impl Row {
    fn invoice(self) -> Result<Invoice> {
        Ok(Invoice {
            issued_on: self.time_zone.date_at(self.issued_at),
            number: self.number,
            kind: self.kind,
            order_id: self.order_id,
            order_code: self.order_code,
            corrects: self.corrects,
            seller: serde_json::from_str(&self.seller)?,
            buyer: serde_json::from_str(&self.buyer)?,
            // A credit note keeps lines that it does not concern, so that it matches its invoice line by line.
            lines: serde_json::from_str::<Vec<InvoiceLine>>(&self.lines)?
                .into_iter()
                .filter(|line| line.quantity != 0)
                .collect(),
            net: self.net,
            vat: self.vat,
            total: self.total,
            currency: self.currency,
            note: self.note,
            issued_at: self.issued_at,
            mailed_at: self.mailed_at,
        })
    }
}
