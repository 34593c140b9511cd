//! Localized mail of an invoice.

use store::{
    invoice::{Invoice, InvoiceKind},
    notify::outbox::{Channel, NewOutboxMessage},
    types::{currency::Currency, language::Language, localized::filled, timestamp::Timestamp},
};

use super::plain_name::plain;
use crate::texts::INVOICES;

/// Lifetime of the mail.
const LIFETIME: i64 = 3 * Timestamp::DAY;

/// Renders the mail of an invoice or credit note to its buyer. `link` is the document.
pub fn render(id: i64, language: &str, invoice: &Invoice, link: &str, now: Timestamp) -> NewOutboxMessage {
    let language = Language::from_code(language);
    let texts = INVOICES.get(language);
    let text = if invoice.kind == InvoiceKind::Invoice { &texts.invoice_mail } else { &texts.credit_note_mail };
    let currency: Option<Currency> = invoice.currency.parse().ok();
    let total = currency.map_or_else(|| invoice.total.to_string(), |currency| currency.text(invoice.total, language));
    let values = [
        ("number", invoice.number.as_str()),
        ("date", &invoice.issued_on.to_string()),
        ("total", &total),
        ("link", link),
        ("company", &plain(&invoice.seller.name)),
    ];
    NewOutboxMessage {
        id,
        channel: Channel::Mail,
        recipient: invoice.buyer.email.clone(),
        subject: Some(filled(&text.subject, &values)),
        body: filled(&text.body, &values),
        now,
        expires_at: now.plus(LIFETIME),
    }
}
