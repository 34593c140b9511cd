//! Texts of notifications in push messages and mails. The web client has its own texts for the list.
//!
//! Mails contain no names of people and no input of other users: see [`super::templates`]. Those about a booking name
//! company and offering: see [`plain`]. Push messages name the actor, as those of chats do.

use serde::Serialize;
use store::{
    account::AccountKind,
    notification::{Group, Kind, Notification, Subject, Target},
    notify::outbox::{Channel, NewOutboxMessage},
    types::{local_time::TimeZone, timestamp::Timestamp},
};

use super::plain_name::plain;

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

/// Texts of a language.
struct Texts {
    greeting: &'static str,
    starts: &'static str,
    order: &'static str,
    promised: &'static str,
    footer: &'static str,
    security: &'static str,
}

const ENGLISH: Texts = Texts {
    greeting: "Hello,",
    starts: "Start:",
    order: "Order:",
    promised: "Expected:",
    footer: "You choose which mails you get in the settings, under Notifications.",
    security: "If this was not you, choose a new password at once. Other devices are then signed out.",
};

const FRENCH: Texts = Texts {
    greeting: "Bonjour,",
    starts: "Début :",
    order: "Commande :",
    promised: "Prévue :",
    footer: "Choisissez les e-mails que vous recevez dans les paramètres, rubrique Notifications.",
    security: "Si ce n'était pas vous, choisissez aussitôt un nouveau mot de passe. Les autres appareils sont alors \
               déconnectés.",
};

/// Returns the sentence of a kind in English and French.
fn sentences(kind: Kind) -> [&'static str; 2] {
    match kind {
        Kind::FriendRequest => ["You have a new friend request", "Vous avez une nouvelle demande d'ami"],
        Kind::FriendAccepted => ["Your friend request was accepted", "Votre demande d'ami a été acceptée"],
        Kind::MessageRequest => ["Somebody wants to write to you", "Quelqu’un souhaite vous écrire"],
        Kind::Mention => ["You were mentioned in a chat", "Vous avez été mentionné dans une discussion"],
        Kind::NewSignIn => ["New sign-in to your account", "Nouvelle connexion à votre compte"],
        Kind::PasswordChanged => ["Your password was changed", "Votre mot de passe a été modifié"],
        Kind::EmailPending => {
            ["A new e-mail address awaits confirmation", "Une nouvelle adresse e-mail attend d'être confirmée"]
        }
        Kind::EmailChanged => ["Your e-mail address was changed", "Votre adresse e-mail a été modifiée"],
        Kind::PhoneChanged => ["Your phone number was changed", "Votre numéro de téléphone a été modifié"],
        Kind::TwoFactorOn => ["Two-step sign-in was turned on", "La connexion en deux étapes a été activée"],
        Kind::TwoFactorOff => ["Two-step sign-in was turned off", "La connexion en deux étapes a été désactivée"],
        Kind::RecoveryCodesReplaced => ["Your recovery codes were replaced", "Vos codes de secours ont été remplacés"],
        Kind::BookingConfirmed => ["Your booking is confirmed", "Votre réservation est confirmée"],
        Kind::BookingDeclined => ["Your booking request was declined", "Votre demande de réservation a été refusée"],
        Kind::BookingUnanswered => {
            ["Your booking request was not answered", "Votre demande de réservation est restée sans réponse"]
        }
        Kind::BookingChanged => ["Your booking was changed", "Votre réservation a été modifiée"],
        Kind::BookingCancelled => ["Your booking was canceled", "Votre réservation a été annulée"],
        Kind::BookingReminder => ["Your booking starts soon", "Votre réservation commence bientôt"],
        Kind::WaitlistOffer => ["A place is free for you", "Une place s'est libérée pour vous"],
        Kind::ReservationNew => ["You have a new reservation", "Vous avez une nouvelle réservation"],
        Kind::ReservationChanged => ["A customer changed a reservation", "Un client a modifié une réservation"],
        Kind::ReservationCancelled => ["A customer canceled a reservation", "Un client a annulé une réservation"],
        Kind::ReservationUnanswered => {
            ["A booking request waits for your answer", "Une demande de réservation attend votre réponse"]
        }
        Kind::ReservationLapsed => {
            ["A booking request ended without an answer", "Une demande de réservation a expiré sans réponse"]
        }
        Kind::OrderAccepted => ["Your order was accepted", "Votre commande a été acceptée"],
        Kind::OrderRescheduled => ["Your order has a new time", "Votre commande a un nouvel horaire"],
        Kind::OrderReady => ["Your order is ready", "Votre commande est prête"],
        Kind::OrderEnRoute => ["Your order is on its way", "Votre commande est en route"],
        Kind::OrderFulfilled => ["Your order is complete", "Votre commande est terminée"],
        Kind::OrderCancelled => ["Your order was canceled", "Votre commande a été annulée"],
        Kind::OrderRefunded => ["Your order was refunded", "Votre commande a été remboursée"],
        Kind::ReturnApproved => ["Your return was approved", "Votre retour a été accepté"],
        Kind::ReturnRejected => ["Your return was declined", "Votre retour a été refusé"],
        Kind::ReturnReceived => ["Your return has arrived", "Votre retour est arrivé"],
        Kind::ReturnReplaced => ["You get a replacement", "Vous recevez un remplacement"],
        Kind::CompanyReturnSent => ["A customer has sent a return", "Un client a envoyé un retour"],
        Kind::CompanyReturnNew => ["A customer asks for a return", "Un client demande un retour"],
        Kind::CompanyPaymentDisputed => ["A customer disputes a payment", "Un client conteste un paiement"],
        Kind::CompanyOrderNew => ["You have a new order", "Vous avez une nouvelle commande"],
        Kind::CompanyOrderCancelled => ["A customer canceled an order", "Un client a annulé une commande"],
        Kind::CompanyNews => ["News from a company you follow", "Des nouvelles d'une entreprise que vous suivez"],
        Kind::ReelNew => ["A company you follow has a new reel", "Une entreprise que vous suivez a publié un reel"],
        Kind::ReelLike => ["Somebody likes your reel", "Votre reel plaît"],
        Kind::ReelComment => ["New comment on your reel", "Nouveau commentaire sur votre reel"],
        Kind::ReelReply => ["New reply to your comment", "Nouvelle réponse à votre commentaire"],
        Kind::ReelMention => ["You were mentioned on a reel", "Vous avez été mentionné sur un reel"],
        Kind::ReelHidden => {
            ["Your reel is hidden until it is reviewed", "Votre vidéo est masquée en attendant son examen"]
        }
        Kind::ReelKept => {
            ["Your reel was reviewed and is shown again", "Votre vidéo, examinée, est de nouveau visible"]
        }
        Kind::ReelRemoved => ["Your reel was removed after a review", "Votre vidéo a été supprimée après examen"],
        Kind::TicketReply => ["Your support ticket has an answer", "Votre ticket d'assistance a une réponse"],
        Kind::TicketResolved => ["Your support ticket was resolved", "Votre ticket d'assistance est résolu"],
        Kind::CompanyTicketNew => ["A customer opened a ticket", "Un client a ouvert un ticket"],
        Kind::CompanyTicketReply => ["A customer wrote in a ticket", "Un client a écrit dans un ticket"],
    }
}

fn sentence(kind: Kind, language: &str) -> &'static str {
    let [english, french] = sentences(kind);
    if language == "FR" { french } else { english }
}

fn texts(language: &str) -> &'static Texts {
    if language == "FR" { &FRENCH } else { &ENGLISH }
}

/// Returns the payload of a push message to an account of this kind.
pub fn push(entry: &Notification, reader: AccountKind, language: &str) -> NoticePayload {
    let company = entry.subject.as_ref().filter(|_| entry.target != Target::Chat).and_then(|one| one.name.clone());
    let actor = entry.actor.as_ref().map(store::account::UserCard::name);
    NoticePayload {
        title: actor.or(company).unwrap_or_else(|| "Plaza".to_owned()),
        body: sentence(entry.kind, language),
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
    let (subject, words) = (sentence(entry.kind, language), texts(language));
    let facts = entry.subject.as_ref().map(|subject| facts(subject, words)).unwrap_or_default();
    let end = if entry.group == Group::Security { words.security } else { words.footer };
    let link = path(entry, reader);
    let body = format!("{}\n\n{subject}.\n\n{facts}    {origin}{link}\n\n{end}\n\nPlaza\n", words.greeting);
    NoticeMail { subject, body }
}

/// Returns lines with offering, company and start of a booking, or with the number and promised time of an order.
fn facts(subject: &Subject, words: &Texts) -> String {
    let at = subject.starts_at.zip(subject.time_zone.as_deref()).and_then(|(at, zone)| local_start(at, zone));
    let label = if subject.order_code.is_some() { words.promised } else { words.starts };
    let named = |name: &Option<String>| {
        let name = name.as_deref().filter(|_| subject.offering.is_some()).map(plain)?;
        (!name.is_empty()).then(|| format!("{name}\n"))
    };
    let lines = [
        named(&subject.offering),
        named(&subject.name),
        subject.order_code.as_ref().map(|code| format!("{} {code}\n", words.order)),
        at.map(|at| format!("{label} {at}\n")),
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
            let [english, french] = ["US", "FR"].map(|language| {
                let mail = mail(&entry(spec), AccountKind::Regular, language, "https://plaza.example");
                assert!(
                    mail.body.contains("    https://plaza.example/") && mail.body.ends_with("Plaza\n"),
                    "{}",
                    mail.body
                );
                mail.subject
            });
            assert_ne!(english, french);
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
