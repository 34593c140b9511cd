//! Texts that the server writes, in each language: the files of `api/locales`, one for each area.
//!
//! Names in braces are filled in. Mails and messages are plain text.

use std::collections::HashMap;

use serde::Deserialize;
use store::{localized, notification::Kind, types::localized::Localized};

pub static MAILS: Localized<MailTexts> = localized!("mails");
pub static BOOKINGS: Localized<BookingTexts> = localized!("bookings");
pub static ORDERS: Localized<OrderTexts> = localized!("orders");
pub static INVOICES: Localized<InvoiceTexts> = localized!("invoices");
pub static NOTIFICATIONS: Localized<NotificationTexts> = localized!("notifications");
pub static PAGES: Localized<PageTexts> = localized!("pages");

/// Texts of a mail.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MailText {
    pub subject: String,
    pub body: String,
}

/// Mails and text messages about an account.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MailTexts {
    pub reset: MailText,
    pub reset_link: MailText,
    pub verify_email: MailText,
    /// Text message.
    pub verify_phone: String,
    pub password_changed: MailText,
    pub email_pending: MailText,
    pub email_changed: MailText,
    pub phone_changed: MailText,
    pub team_invitation: MailText,
    pub team_join: MailText,
    pub team_member_added: MailText,
}

/// Mails about bookings.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookingTexts {
    pub reminder: MailText,
    pub waitlist_offer: MailText,
    pub company_closed: MailText,
    pub requested: BookingStepText,
    pub confirmed: BookingStepText,
    pub moved: BookingStepText,
    pub declined: BookingStepText,
    pub unanswered: BookingStepText,
    pub cancelled_by_company: BookingStepText,
    pub cancelled_by_customer: BookingStepText,
    /// Body of a mail about a step.
    pub step_body: String,
    /// Lines of that body.
    pub code: String,
    pub party: String,
    pub adults: CountText,
    pub children: CountText,
    pub total: String,
    pub refunded: String,
    pub fee: String,
}

/// Subject of a mail about a step of a booking, and the first sentence of its body.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BookingStepText {
    pub subject: String,
    pub lead: String,
}

/// Text with a number.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountText {
    pub one: String,
    pub other: String,
}

/// Receipt of an order, and the support ticket for an order that did not arrive.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderTexts {
    pub receipt: MailText,
    /// Lines of the receipt.
    pub line: String,
    pub booking_line: String,
    pub discount: String,
    pub delivery: String,
    pub tip: String,
    /// VAT that is added to the prices.
    pub vat_added: String,
    pub total: String,
    /// Total of prices that include VAT.
    pub total_with_vat: String,
    /// Bookings that were cancelled before they were paid.
    pub waived: String,
    /// Sentences about the payment.
    pub paid: String,
    pub paid_by_card: String,
    pub paid_on_site: String,
    pub not_received: TicketText,
}

/// Support ticket that the server opens.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TicketText {
    pub subject: String,
    pub description: String,
}

/// Invoices and credit notes: their mails, and the words of the document.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InvoiceTexts {
    pub invoice_mail: MailText,
    pub credit_note_mail: MailText,
    pub invoice: String,
    pub credit_note: String,
    pub number: String,
    pub date: String,
    pub order: String,
    pub corrects: String,
    pub billed_to: String,
    pub registration: String,
    pub vat_number: String,
    pub item: String,
    pub quantity: String,
    pub unit_price: String,
    pub vat: String,
    pub vat_rate: String,
    pub amount: String,
    pub net_amount: String,
    pub delivery: String,
    pub tip: String,
    pub discount: String,
    pub net: String,
    pub total: String,
    pub included: String,
}

/// Notifications in push messages and mails.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NotificationTexts {
    pub mail_body: String,
    /// Lines of that body.
    pub starts: String,
    pub promised: String,
    pub order: String,
    /// Last sentence of a mail.
    pub footer: String,
    /// Last sentence of a mail about security.
    pub security: String,
    /// Words for a message without text in a push message.
    pub messages: MessageTexts,
    /// Sentence of each kind, without a full stop.
    pub kinds: HashMap<Kind, String>,
}

/// Words for what a message without text carries.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MessageTexts {
    pub image: String,
    pub voice: String,
    pub video: String,
    pub file: String,
    /// Shared content with its title, by kind.
    pub shared: HashMap<String, String>,
}

/// Heads of pages.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PageTexts {
    pub lead: String,
    pub category: String,
    pub company: String,
    /// Label of a company without a category.
    pub company_label: String,
    pub offering: String,
    /// Label of an offering without a category.
    pub offering_label: String,
    pub reel: String,
    pub advertisement: String,
    pub profile: String,
    /// Profile that is not shown to strangers.
    pub hidden_profile: PageText,
    pub pages: FixedPageTexts,
}

/// Title and description of a page.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PageText {
    pub title: String,
    pub description: String,
}

/// Pages that are the same for everybody.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FixedPageTexts {
    pub videos: PageText,
    pub search: PageText,
    pub cruises: PageText,
    pub map: PageText,
    pub shop: PageText,
    pub images: PageText,
    pub products: PageText,
    pub services: PageText,
    pub help: PageText,
    pub help_centre: PageText,
    pub signup: PageText,
    pub login: PageText,
    pub forgot_password: PageText,
    pub business_login: PageText,
    pub business_signup: PageText,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_every_area_and_language_are_whole() {
        let areas = [
            (BOOKINGS.area(), BOOKINGS.mistakes()),
            (INVOICES.area(), INVOICES.mistakes()),
            (MAILS.area(), MAILS.mistakes()),
            (NOTIFICATIONS.area(), NOTIFICATIONS.mistakes()),
            (ORDERS.area(), ORDERS.mistakes()),
            (PAGES.area(), PAGES.mistakes()),
        ];
        for (area, mistakes) in &areas {
            assert!(mistakes.is_empty(), "{area}: {mistakes:#?}");
        }
        let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/locales/US")).unwrap();
        let mut files: Vec<_> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        files.sort_unstable();
        assert_eq!(files, areas.map(|(area, _)| format!("{area}.json")));
    }
}
