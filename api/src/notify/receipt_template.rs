//! Localized receipt of an order.

use store::{
    notify::outbox::{Channel, NewOutboxMessage},
    order::Order,
    payment::Provider,
    types::{currency::Currency, timestamp::Timestamp},
};

use super::{local_time_text::date_and_time, plain_name::plain};

/// Lifetime of the mail.
const LIFETIME: i64 = 3 * Timestamp::DAY;

/// Texts of a language.
struct Texts {
    subject: &'static str,
    body: &'static str,
    delivery: &'static str,
    discount: &'static str,
    tip: &'static str,
    total: &'static str,
    vat: &'static str,
    /// VAT that is added to the prices.
    vat_added: &'static str,
    /// Bookings that were cancelled before they were paid.
    waived: &'static str,
    paid: &'static str,
    card: &'static str,
    on_site: &'static str,
}

const ENGLISH: Texts = Texts {
    subject: "Your order {code} at {company}",
    body: "Hello,\n\n\
           thank you for your order at {company}. This is your receipt.\n\n    {code}\n    {when} (local time)\n\n{lines}\n\
           {payment}\n\n\
           You can follow your order here:\n\n    {link}\n\n\
           Plaza\n",
    delivery: "Delivery",
    discount: "Discount",
    tip: "Tip",
    total: "Total",
    vat: "VAT included",
    vat_added: "Tax",
    waived: "No longer due",
    paid: "Paid.",
    card: "Paid by card ending in {last4}.",
    on_site: "You pay when you receive it.",
};

const FRENCH: Texts = Texts {
    subject: "Votre commande {code} chez {company}",
    body: "Bonjour,\n\n\
           merci pour votre commande chez {company}. Voici votre reçu.\n\n    {code}\n    {when} (heure locale)\n\n{lines}\n\
           {payment}\n\n\
           Vous pouvez suivre votre commande ici :\n\n    {link}\n\n\
           Plaza\n",
    delivery: "Livraison",
    discount: "Remise",
    tip: "Pourboire",
    total: "Total",
    vat: "dont TVA",
    vat_added: "Taxes",
    waived: "Plus à payer",
    paid: "Payé.",
    card: "Payé par la carte se terminant par {last4}.",
    on_site: "Vous payez à la remise.",
};

/// Renders the receipt of an order. `link` is its page.
pub fn render(id: i64, recipient: &str, language: &str, order: &Order, link: &str, now: Timestamp) -> NewOutboxMessage {
    let texts = if language == "FR" { &FRENCH } else { &ENGLISH };
    let company = plain(&order.company.name);
    let when = date_and_time(language, &order.company.time_zone, order.created_at);
    let fill = |text: &str| {
        // Names come last, so that a name in braces stays as it is.
        text.replace("{code}", &order.code)
            .replace("{when}", &when)
            .replace("{link}", link)
            .replace("{payment}", &payment(order, texts))
            .replace("{company}", &company)
            .replace("{lines}", &lines(order, texts, language))
    };
    NewOutboxMessage {
        id,
        channel: Channel::Mail,
        recipient: recipient.to_owned(),
        subject: Some(fill(texts.subject)),
        body: fill(texts.body),
        now,
        expires_at: now.plus(LIFETIME),
    }
}

fn payment(order: &Order, texts: &Texts) -> String {
    match (order.payment.provider, &order.payment.card_last4) {
        (Provider::OnSite, _) if order.total > 0 => texts.on_site.to_owned(),
        (_, Some(last4)) => texts.card.replace("{last4}", last4),
        _ => texts.paid.to_owned(),
    }
}

fn lines(order: &Order, texts: &Texts, language: &str) -> String {
    let money = |amount: i64| {
        let currency: Option<Currency> = order.currency.parse().ok();
        currency.map_or_else(|| amount.to_string(), |currency| currency.text(amount, language))
    };
    let mut text = String::new();
    for line in &order.lines {
        let name = plain(&[line.name.as_str(), line.variant_name.as_str()].join(" "));
        text += &format!("    {} × {name}: {}\n", line.quantity, money(line.unit_price * line.quantity));
    }
    for booking in &order.bookings {
        let when = date_and_time(language, &order.company.time_zone, booking.starts_at);
        text += &format!("    {}, {when}: {}\n", plain(&booking.name), money(booking.amount));
    }
    let sums = [
        (texts.discount, -order.discount),
        (texts.delivery, order.delivery_fee),
        (texts.tip, order.tip),
        (texts.vat_added, order.vat_added),
    ];
    for (label, amount) in sums.into_iter().filter(|(_, amount)| *amount != 0) {
        text += &format!("    {label}: {}\n", money(amount));
    }
    text += &format!("    {}: {}", texts.total, money(order.total));
    if order.vat_added == 0 {
        text += &format!(" ({}: {})", texts.vat, money(order.vat));
    }
    text += "\n";
    if order.waived > 0 {
        text += &format!("    {}: {}\n", texts.waived, money(-order.waived));
    }
    text
}
