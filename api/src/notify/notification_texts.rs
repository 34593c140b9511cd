//! Texts of notifications in push messages and mails. The web client has its own texts for the list.
//!
//! Mails contain no names of people and no input of other users: see [`super::templates`]. Those about a booking name
//! company and offering: see [`plain`]. Push messages name the actor, as those of chats do.

use serde::Serialize;
use store::{
    account::AccountKind,
    notification::{Group, Kind, Notification, Subject, Target},
    notify::outbox::{Channel, NewOutboxMessage},
    types::{language::Language, local_time::TimeZone, localized::filled, timestamp::Timestamp},
};

use super::plain_name::plain;
use crate::texts::{NOTIFICATIONS, NotificationTexts};

/// Lifetime of a mail.
const LIFETIME: i64 = Timestamp::DAY;

/// JSON payload for a browser's service worker.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NoticePayload {
    /// Name of the actor or company, or the name of the product.
    title: String,
    body: &'static str,
    /// A notification replaces an earlier one with the same tag.
    pub tag: String,
    /// Path of the target in the app.
    url: String,
    at: Timestamp,
}

/// Returns the sentence of a kind, in English if the language has none.
fn sentence(kind: Kind, language: Language) -> &'static str {
    let of = |language| NOTIFICATIONS.get(language).kinds.get(&kind);
    of(language).or_else(|| of(Language::FALLBACK)).map_or("", String::as_str)
}

/// Returns the payload of a push message to an account of this kind.
pub fn push(entry: &Notification, reader: AccountKind, language: &str) -> NoticePayload {
    let company = entry.subject.as_ref().filter(|_| entry.target != Target::Chat).and_then(|one| one.name.clone());
    let actor = entry.actor.as_ref().map(store::account::UserCard::name);
    NoticePayload {
        title: actor.or(company).unwrap_or_else(|| "Plaza".to_owned()),
        body: sentence(entry.kind, Language::from_code(language)),
        tag: format!("notification-{}", entry.id),
        url: path(entry, reader),
        at: entry.at,
    }
}

/// Mail without its recipient.
pub struct NoticeMail {
    subject: &'static str,
    body: String,
}

impl NoticeMail {
    pub fn to(self, id: i64, recipient: &str, now: Timestamp) -> NewOutboxMessage {
        NewOutboxMessage {
            id,
            channel: Channel::Mail,
            recipient: recipient.to_owned(),
            subject: Some(self.subject.to_owned()),
            body: self.body,
            now,
            expires_at: now.plus(LIFETIME),
        }
    }
}

/// Returns the mail to an account of this kind. `origin` is that of the app.
pub fn mail(entry: &Notification, reader: AccountKind, language: &str, origin: &str) -> NoticeMail {
    let language = Language::from_code(language);
    let (subject, texts) = (sentence(entry.kind, language), NOTIFICATIONS.get(language));
    let facts = entry.subject.as_ref().map(|subject| facts(subject, texts)).unwrap_or_default();
    let end = if entry.group == Group::Security { &texts.security } else { &texts.footer };
    let link = format!("{origin}{}", path(entry, reader));
    let values = [("sentence", subject), ("facts", &facts), ("link", &link), ("end", end)];
    NoticeMail { subject, body: filled(&texts.mail_body, &values) }
}

/// Returns lines with offering, company and start of a booking, or with the number and promised time of an order.
fn facts(subject: &Subject, texts: &NotificationTexts) -> String {
    let at = subject.starts_at.zip(subject.time_zone.as_deref()).and_then(|(at, zone)| local_start(at, zone));
    let time = if subject.order_code.is_some() { &texts.promised } else { &texts.starts };
    let named = |name: &Option<String>| {
        let name = name.as_deref().filter(|_| subject.offering.is_some()).map(plain)?;
        (!name.is_empty()).then(|| format!("{name}\n"))
    };
    let lines = [
        named(&subject.offering),
        named(&subject.name),
        subject.order_code.as_ref().map(|code| filled(&texts.order, &[("code", code)]) + "\n"),
        at.map(|at| filled(time, &[("when", &at)]) + "\n"),
    ];
    let text: String = lines.into_iter().flatten().collect();
    if text.is_empty() { text } else { format!("{text}\n") }
}

/// Returns date, time and zone of a start: `2026-11-23 09:30 (Europe/Madrid)`.
fn local_start(at: Timestamp, zone: &str) -> Option<String> {
    let zone: TimeZone = zone.parse().ok()?;
    Some(format!("{} {} ({})", zone.date_at(at), zone.minute_at(at), zone.name()))
}

/// Returns the path of an entry's target in the app.
fn path(entry: &Notification, reader: AccountKind) -> String {
    let home = if reader == AccountKind::Professional { "/pro" } else { "" };
    let subject = entry.subject.as_ref();
    match (entry.target, subject, &entry.actor) {
        (Target::Person, _, Some(actor)) if entry.others == 0 => format!("{home}/people/{}", actor.id),
        (Target::Chat, Some(chat), _) => format!("{home}/messages/{}", chat.id),
        (Target::Booking, Some(booking), _) => format!("/reservations/{}", booking.id),
        (Target::Reservation, ..) => "/pro/reservations".to_owned(),
        (Target::WaitlistOffer, Some(booking), _) => format!("/reservations/{}/accept", booking.id),
        (Target::Order, Some(order), _) => format!("/orders/{}", order.id),
        (Target::CompanyOrder, Some(order), _) => format!("/pro/orders/{}", order.id),
        (Target::Company, Some(company), _) => {
            format!("/companies/{}", company.handle.clone().unwrap_or_else(|| company.id.to_string()))
        }
        (Target::Reel, Some(reel), _) => match reel.comment_id {
            Some(comment) => format!("/videos/{}?comment={comment}", reel.id),
            None => format!("/videos/{}", reel.id),
        },
        (Target::CompanyReview, ..) => "/pro/reviews".to_owned(),
        (Target::CompanyReel, ..) => "/pro/store/media".to_owned(),
        (Target::Ticket, Some(ticket), _) if reader == AccountKind::Professional => {
            format!("/pro/settings/tickets/own/{}", ticket.id)
        }
        (Target::Ticket, Some(ticket), _) => format!("/support/tickets/{}", ticket.id),
        (Target::CompanyTicket, Some(ticket), _) => format!("/pro/settings/tickets/{}", ticket.id),
        (Target::Security, ..) if reader == AccountKind::Professional => "/pro/settings/security".to_owned(),
        (Target::Security, ..) => "/settings/account".to_owned(),
        _ => format!("{home}/notifications"),
    }
}

#[cfg(test)]
mod tests {
    use store::{
        notification::{KINDS, KindSpec},
        types::ids::NotificationId,
    };

    use super::*;

    fn entry(spec: &KindSpec) -> Notification {
        Notification {
            id: NotificationId(1),
            kind: spec.kind,
            group: spec.group,
            target: spec.target,
            actor: None,
            others: 0,
            count: 1,
            subject: None,
            position: 1,
            at: Timestamp(0),
            read: false,
        }
    }

    #[test]
    fn each_kind_has_a_mail_in_each_language() {
        for spec in KINDS {
            let subjects = Language::ALL.map(|language| {
                assert!(NOTIFICATIONS.get(language).kinds.contains_key(&spec.kind), "{:?}", spec.kind);
                let language = language.code();
                let mail = mail(&entry(spec), AccountKind::Regular, language, "https://plaza.example");
                assert!(
                    mail.body.contains("    https://plaza.example/") && mail.body.ends_with("Plaza\n"),
                    "{}",
                    mail.body
                );
                mail.subject
            });
            assert_ne!(subjects[0], subjects[1]);
        }
    }

    #[test]
    fn push_message_leads_to_the_side_of_the_account() {
        let spec = Kind::PasswordChanged.spec();
        let url = |reader| push(&entry(spec), reader, "US").url;
        assert_eq!(url(AccountKind::Regular), "/settings/account");
        assert_eq!(url(AccountKind::Professional), "/pro/settings/security");
    }
}
