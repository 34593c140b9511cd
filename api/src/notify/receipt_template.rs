//! Localized receipt of an order.

use store::{
    notify::outbox::{Channel, NewOutboxMessage},
    order::Order,
    payment::Provider,
    types::{currency::Currency, language::Language, localized::filled, timestamp::Timestamp},
};

use super::{local_time_text::date_and_time, plain_name::plain};
use crate::texts::{ORDERS, OrderTexts};

/// Lifetime of the mail.
const LIFETIME: i64 = 3 * Timestamp::DAY;

/// Renders the receipt of an order. `link` is its page.
pub fn render(id: i64, recipient: &str, language: &str, order: &Order, link: &str, now: Timestamp) -> NewOutboxMessage {
    let language = Language::from_code(language);
    let texts = ORDERS.get(language);
    let values = [
        ("code", order.code.as_str()),
        ("when", &date_and_time(language, &order.company.time_zone, order.created_at)),
        ("link", link),
        ("payment", &payment(order, texts)),
        ("company", &plain(&order.company.name)),
        ("lines", &lines(order, texts, language)),
    ];
    NewOutboxMessage {
        id,
        channel: Channel::Mail,
        recipient: recipient.to_owned(),
        subject: Some(filled(&texts.receipt.subject, &values)),
        body: filled(&texts.receipt.body, &values),
        now,
        expires_at: now.plus(LIFETIME),
    }
}

fn payment(order: &Order, texts: &OrderTexts) -> String {
    match (order.payment.provider, &order.payment.card_last4) {
        (Provider::OnSite, _) if order.total > 0 => texts.paid_on_site.clone(),
        (_, Some(last4)) => filled(&texts.paid_by_card, &[("last4", last4)]),
        _ => texts.paid.clone(),
    }
}

fn lines(order: &Order, texts: &OrderTexts, language: Language) -> String {
    let currency: Option<Currency> = order.currency.parse().ok();
    let money = |amount: i64| currency.map_or_else(|| amount.to_string(), |currency| currency.text(amount, language));
    let mut lines = Vec::new();
    for line in &order.lines {
        let name = plain(&[line.name.as_str(), line.variant_name.as_str()].join(" "));
        let (quantity, amount) = (line.quantity.to_string(), money(line.unit_price * line.quantity));
        lines.push(filled(&texts.line, &[("quantity", &quantity), ("name", &name), ("amount", &amount)]));
    }
    for booking in &order.bookings {
        let when = date_and_time(language, &order.company.time_zone, booking.starts_at);
        let (name, amount) = (plain(&booking.name), money(booking.amount));
        lines.push(filled(&texts.booking_line, &[("name", &name), ("when", &when), ("amount", &amount)]));
    }
    let sums = [
        (&texts.discount, -order.discount),
        (&texts.delivery, order.delivery_fee),
        (&texts.tip, order.tip),
        (&texts.vat_added, order.vat_added),
    ];
    let sums = sums.into_iter().filter(|(_, amount)| *amount != 0);
    lines.extend(sums.map(|(text, amount)| filled(text, &[("amount", &money(amount))])));
    let total = if order.vat_added == 0 { &texts.total_with_vat } else { &texts.total };
    lines.push(filled(total, &[("total", &money(order.total)), ("vat", &money(order.vat))]));
    if order.waived > 0 {
        lines.push(filled(&texts.waived, &[("amount", &money(-order.waived))]));
    }
    lines.iter().map(|line| format!("    {line}\n")).collect()
}
