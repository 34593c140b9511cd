//! Localized mail of an invoice.

use store::{
    invoice::{Invoice, InvoiceKind},
    notify::outbox::{Channel, NewOutboxMessage},
    types::{currency::Currency, timestamp::Timestamp},
};

use super::plain_name::plain;

/// Lifetime of the mail.
const LIFETIME: i64 = 3 * Timestamp::DAY;

/// Texts of a language.
struct Texts {
    invoice: [&'static str; 2],
    credit_note: [&'static str; 2],
}

const ENGLISH: Texts = Texts {
    invoice: [
        "Invoice {number} from {company}",
        "Hello,\n\n\
         {company} has issued an invoice for you.\n\n    {number}\n    {date}\n    Total: {total}\n\n\
         You can read and save it as PDF here, for 90 days:\n\n    {link}\n\n\
         Questions about it are answered by {company}.\n\n\
         Plaza\n",
    ],
    credit_note: [
        "Credit note {number} from {company}",
        "Hello,\n\n\
         {company} has issued a credit note for you.\n\n    {number}\n    {date}\n    Total: {total}\n\n\
         You can read and save it as PDF here, for 90 days:\n\n    {link}\n\n\
         Questions about it are answered by {company}.\n\n\
         Plaza\n",
    ],
};

const FRENCH: Texts = Texts {
    invoice: [
        "Facture {number} de {company}",
        "Bonjour,\n\n\
         {company} a établi une facture à votre nom.\n\n    {number}\n    {date}\n    Total : {total}\n\n\
         Vous pouvez la consulter et l’enregistrer en PDF ici, pendant 90 jours :\n\n    {link}\n\n\
         Pour toute question, adressez-vous à {company}.\n\n\
         Plaza\n",
    ],
    credit_note: [
        "Avoir {number} de {company}",
        "Bonjour,\n\n\
         {company} a établi un avoir à votre nom.\n\n    {number}\n    {date}\n    Total : {total}\n\n\
         Vous pouvez le consulter et l’enregistrer en PDF ici, pendant 90 jours :\n\n    {link}\n\n\
         Pour toute question, adressez-vous à {company}.\n\n\
         Plaza\n",
    ],
};

/// Renders the mail of an invoice or credit note to its buyer. `link` is the document.
pub fn render(id: i64, language: &str, invoice: &Invoice, link: &str, now: Timestamp) -> NewOutboxMessage {
    let texts = if language == "FR" { &FRENCH } else { &ENGLISH };
    let [subject, body] = if invoice.kind == InvoiceKind::Invoice { texts.invoice } else { texts.credit_note };
    let currency: Option<Currency> = invoice.currency.parse().ok();
    let total = currency.map_or_else(|| invoice.total.to_string(), |currency| currency.text(invoice.total, language));
    let company = plain(&invoice.seller.name);
    let fill = |text: &str| {
        // The name comes last, so that a name in braces stays as it is.
        text.replace("{number}", &invoice.number)
            .replace("{date}", &invoice.issued_on.to_string())
            .replace("{total}", &total)
            .replace("{link}", link)
            .replace("{company}", &company)
    };
    NewOutboxMessage {
        id,
        channel: Channel::Mail,
        recipient: invoice.buyer.email.clone(),
        subject: Some(fill(subject)),
        body: fill(body),
        now,
        expires_at: now.plus(LIFETIME),
    }
}
