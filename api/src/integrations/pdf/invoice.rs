//! Layout of an invoice or credit note.

use std::collections::BTreeMap;

use store::{
    invoice::{Invoice, InvoiceKind, InvoiceLine, LineKind},
    types::{currency::Currency, formats::Formats, language::Language, localized::filled},
};

use super::{Pages, font::Weight, lines};
use crate::texts::{INVOICES, InvoiceTexts};

const LEFT: f32 = 56.0;
const RIGHT: f32 = 539.0;
/// Base line after which a page ends.
const BOTTOM: f32 = 770.0;
/// Ends of the columns quantity, unit price, VAT and amount.
const QUANTITY: f32 = 330.0;
const PRICE: f32 = 410.0;
const VAT: f32 = 460.0;
const NAME_WIDTH: f32 = 230.0;
/// Font size of texts, and distance of lines.
const SIZE: f32 = 9.5;
const LEADING: f32 = 14.0;

/// Languages that the fonts cannot write: Noto Sans has no Arabic, Chinese, Japanese or Thai letters, and Arabic letters
/// would need to be joined. Their documents are in English.
const WITHOUT_FONT: [&str; 4] = ["SA", "CN", "JP", "TL"];

struct Layout {
    pages: Pages,
    y: f32,
    texts: &'static InvoiceTexts,
    language: Language,
    currency: Option<Currency>,
    /// Prices and amounts of lines are without VAT.
    is_net: bool,
}

/// Renders an invoice in a language of the app.
pub fn render(invoice: &Invoice, language: &str) -> Vec<u8> {
    let language = language_of_document(language);
    let texts = INVOICES.get(language);
    let currency = invoice.currency.parse().ok();
    let mut layout = Layout { pages: Pages::new(), y: 72.0, texts, language, currency, is_net: invoice.is_net() };
    let title = if invoice.kind == InvoiceKind::Invoice { &texts.invoice } else { &texts.credit_note };
    layout.pages.text(LEFT, layout.y, Weight::Bold, 22.0, title);
    layout.head(invoice);
    layout.columns();
    for line in &invoice.lines {
        layout.line(line);
    }
    layout.sums(invoice);
    layout.pages.finish(&format!("{title} {}", invoice.number), language.tag())
}

/// Returns the language of a document for a reader of the language with this code.
fn language_of_document(code: &str) -> Language {
    let language = Language::from_code(code);
    if WITHOUT_FONT.contains(&language.code()) { Language::FALLBACK } else { language }
}

impl Layout {
    fn money(&self, amount: i64) -> String {
        self.currency.map_or_else(|| amount.to_string(), |currency| currency.text(amount, self.language))
    }

    /// Formats a rate of hundredths of a percent.
    fn rate(&self, rate: i64) -> String {
        Formats::of_language(self.language).rate(rate)
    }

    /// Writes seller, buyer and the facts of the document.
    fn head(&mut self, invoice: &Invoice) {
        let facts = [
            (&self.texts.number, Some(&invoice.number)),
            (&self.texts.date, Some(&invoice.issued_on.to_string())),
            (&self.texts.order, invoice.order_code.as_ref()),
            (&self.texts.corrects, invoice.corrects.as_ref()),
        ]
        .map(|(label, value)| (label, value.cloned()));
        let mut y = 60.0;
        for (label, value) in facts.into_iter().filter_map(|(label, value)| Some((label, value?))) {
            self.pages.text(340.0, y, Weight::Regular, SIZE, label);
            self.pages.text_to(RIGHT, y, Weight::Bold, SIZE, &value);
            y += LEADING;
        }
        let seller = &invoice.seller;
        let numbers = [
            seller.registration.as_ref().map(|number| filled(&self.texts.registration, &[("number", number)])),
            seller.vat_number.as_ref().map(|number| filled(&self.texts.vat_number, &[("number", number)])),
        ];
        let address = format!("{}\n{} {}\n{}", seller.address, seller.postal_code, seller.city, seller.country);
        let mut of_seller = vec![address, seller.email.clone()];
        of_seller.extend(numbers.into_iter().flatten());
        let end_of_seller = self.block(LEFT, 130.0, &seller.name, &of_seller.join("\n"));
        self.pages.text(340.0, 130.0, Weight::Regular, SIZE, &self.texts.billed_to);
        let buyer = &invoice.buyer;
        let end_of_buyer =
            self.block(340.0, 130.0 + LEADING, &buyer.name, &format!("{}\n{}", buyer.address, buyer.email));
        self.y = end_of_seller.max(end_of_buyer) + 24.0;
    }

    /// Writes a name and lines below it. Returns the base line after them.
    fn block(&mut self, x: f32, mut y: f32, name: &str, text: &str) -> f32 {
        let width = if x > LEFT { RIGHT - x } else { 260.0 };
        for line in lines(name, Weight::Bold, SIZE, width) {
            self.pages.text(x, y, Weight::Bold, SIZE, &line);
            y += LEADING;
        }
        for line in lines(text, Weight::Regular, SIZE, width).iter().filter(|line| !line.is_empty()) {
            self.pages.text(x, y, Weight::Regular, SIZE, line);
            y += LEADING;
        }
        y
    }

    fn columns(&mut self) {
        let texts = self.texts;
        let amount = if self.is_net { &texts.net_amount } else { &texts.amount };
        self.pages.text(LEFT, self.y, Weight::Bold, SIZE, &texts.item);
        let labels = [(QUANTITY, &texts.quantity), (PRICE, &texts.unit_price), (VAT, &texts.vat), (RIGHT, amount)];
        for (end, label) in labels {
            self.pages.text_to(end, self.y, Weight::Bold, SIZE, label);
        }
        self.pages.rule(LEFT, RIGHT, self.y + 6.0);
        self.y += LEADING + 8.0;
    }

    fn line(&mut self, line: &InvoiceLine) {
        if line.amount == 0 && line.discount == 0 && line.unit_price != 0 {
            return;
        }
        let name = match line.kind {
            LineKind::Item | LineKind::Booking => line.name.as_str(),
            LineKind::Delivery => &self.texts.delivery,
            LineKind::Tip => &self.texts.tip,
        };
        let mut words = lines(name, Weight::Regular, SIZE, NAME_WIDTH);
        if line.discount != 0 {
            words.push(filled(&self.texts.discount, &[("amount", &self.money(-line.discount))]));
        }
        self.room(words.len());
        let figures = [
            (QUANTITY, line.quantity.to_string()),
            (PRICE, self.money(line.unit_price)),
            (VAT, self.rate(line.vat_rate)),
            (RIGHT, self.money(if self.is_net { line.amount - line.vat } else { line.amount })),
        ];
        for (end, text) in figures {
            self.pages.text_to(end, self.y, Weight::Regular, SIZE, &text);
        }
        for word in words {
            self.pages.text(LEFT, self.y, Weight::Regular, SIZE, &word);
            self.y += LEADING;
        }
        self.y += 4.0;
    }

    /// Begins another page if so many lines do not fit on this one.
    #[allow(clippy::cast_precision_loss, reason = "a few lines")]
    fn room(&mut self, count: usize) {
        if self.y + count as f32 * LEADING > BOTTOM {
            self.pages.next();
            self.y = 72.0;
            self.columns();
        }
    }

    /// Writes net, VAT of each rate, and total.
    fn sums(&mut self, invoice: &Invoice) {
        let mut rates: BTreeMap<i64, i64> = BTreeMap::new();
        for line in &invoice.lines {
            *rates.entry(line.vat_rate).or_default() += line.vat;
        }
        self.room(rates.len() + 6);
        self.pages.rule(LEFT, RIGHT, self.y - 4.0);
        self.y += 12.0;
        let mut sums = vec![(self.texts.net.clone(), self.money(invoice.net))];
        for (rate, vat) in rates.into_iter().filter(|(_, vat)| *vat != 0) {
            sums.push((filled(&self.texts.vat_rate, &[("rate", &self.rate(rate))]), self.money(vat)));
        }
        for (label, amount) in sums {
            self.pages.text_to(VAT, self.y, Weight::Regular, SIZE, &label);
            self.pages.text_to(RIGHT, self.y, Weight::Regular, SIZE, &amount);
            self.y += LEADING;
        }
        self.y += 4.0;
        let total = self.money(invoice.total);
        self.pages.text_to(VAT, self.y, Weight::Bold, 12.0, &self.texts.total);
        self.pages.text_to(RIGHT, self.y, Weight::Bold, 12.0, &total);
        self.y += 2.0 * LEADING;
        self.pages.text(LEFT, self.y, Weight::Regular, 8.5, &self.texts.included);
        self.y += LEADING;
        for line in lines(&invoice.note, Weight::Regular, SIZE, RIGHT - LEFT) {
            self.room(1);
            self.pages.text(LEFT, self.y, Weight::Regular, SIZE, &line);
            self.y += LEADING;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn document_is_english_where_the_font_lacks_letters() {
        let tags = ["US", "FR", "XX", "SA", "CN", "JP", "TL"].map(|code| language_of_document(code).tag());
        assert_eq!(tags, ["en", "fr", "en", "en", "en", "en", "en"]);
    }
}
