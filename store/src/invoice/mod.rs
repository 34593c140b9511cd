//! Invoices and credit notes. Numbers have no gaps: the counter's row is locked in the transaction that issues.
//!
//! An order gets its invoice when its money arrives, and a credit note for each refund. A document never changes, so it
//! holds seller, buyer and lines as on the day of issue.

pub mod file;
mod issue;
pub mod mail;
mod manual;
pub mod view;

pub(crate) use issue::{
    CreditParts, credit_booking, credit_order, credit_parts, issue_for_booking, issue_for_order, note_lines,
};
pub use manual::{NewInvoice, NewLine, create, credit, vat_mode};
pub use view::Invoice;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::types::ids::BookingId;

/// Maximum lines of an invoice that a business writes.
pub const LINES_MAX: usize = 50;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "TEXT", rename_all = "snake_case")]
pub enum InvoiceKind {
    Invoice,
    CreditNote,
}

/// Company as on the day of issue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow, ToSchema)]
pub struct Seller {
    pub name: String,
    pub address: String,
    pub postal_code: String,
    pub city: String,
    /// ISO 3166-1 alpha-2.
    pub country: String,
    pub registration: Option<String>,
    pub vat_number: Option<String>,
    pub email: String,
}

/// Customer as on the day of issue.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Buyer {
    pub name: String,
    pub email: String,
    /// Lines of an address. Empty if none is known.
    pub address: String,
}

/// Subject of a line. Only items and bookings have a name of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LineKind {
    #[default]
    Item,
    Booking,
    Delivery,
    Tip,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct InvoiceLine {
    pub kind: LineKind,
    pub name: String,
    pub quantity: i64,
    /// Minor units, VAT included unless `is_net`.
    pub unit_price: i64,
    /// Hundredths of a percent.
    pub vat_rate: i64,
    /// VAT included unless `is_net`.
    pub discount: i64,
    /// After the discount, VAT included.
    pub amount: i64,
    /// Contained in the amount.
    pub vat: i64,
    /// The country shows prices without VAT: unit price and discount are without it.
    #[serde(default)]
    pub is_net: bool,
    /// Booking of the line, for its credit note.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub booking_id: Option<BookingId>,
}
